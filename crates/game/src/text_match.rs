//! Words of people against canonical texts.

/// Returns what the words mean: the one thing whose text has exactly these words, in any order, or else
/// every thing whose text has all of them. A thing with several texts is found once, and things that read alike count
/// as one; the first stands for them.
pub(crate) fn matches<T: PartialEq>(
    words: &str,
    offered: impl Iterator<Item = (T, String)>,
) -> Vec<(T, String)> {
    let wanted = sorted(words);
    let mut fitting: Vec<(T, String)> = Vec::new();
    for (thing, text) in offered {
        let theirs = sorted(&text);
        if theirs == wanted {
            return vec![(thing, text)];
        }
        let is_new = || fitting.iter().all(|(known, other)| *known != thing && *other != text);
        if !wanted.is_empty() && is_part(&wanted, &theirs) && is_new() {
            fitting.push((thing, text));
        }
    }
    fitting
}

fn sorted(words: &str) -> Vec<&str> {
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.sort_unstable();
    words
}

/// Whether every word of a sorted list is in another, as often as in the first.
fn is_part(part: &[&str], whole: &[&str]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|word| rest.any(|other| other == word))
}
