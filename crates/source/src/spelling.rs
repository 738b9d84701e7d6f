//! Words that were likely meant, and lists of words for messages.

/// Asks whether the candidate nearest to `word` was meant, when one is near enough to be a slip of the pen.
pub fn did_you_mean<'a, S: AsRef<str> + ?Sized + 'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a S>,
) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().map(S::as_ref).collect();
    let of_packs: Vec<&str> = candidates
        .iter()
        .copied()
        .filter(|known| known.split_once("::").is_some_and(|(_, own)| own == word))
        .collect();
    match of_packs.as_slice() {
        [] => nearest(word, candidates).map(suggestion),
        [one] => Some(suggestion(one)),
        _ => Some(format!(
            "several packs have one: write {}",
            of_packs.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(" or ")
        )),
    }
}

/// Asks whether this was meant.
pub fn suggestion(near: &str) -> String {
    format!("did you mean `{near}`?")
}

/// Returns the candidate nearest to `word`, when it is near enough to be a slip of the pen.
pub fn nearest<'a, S: AsRef<str> + ?Sized + 'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a S>,
) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .map(S::as_ref)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= limit && *edits < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

/// Writes words with commas between them.
pub fn joined<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let words: Vec<S> = words.into_iter().collect();
    words.iter().map(S::as_ref).collect::<Vec<&str>>().join(", ")
}

/// Writes words in backticks with commas between them.
pub fn quoted<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    joined(words.into_iter().map(|word| format!("`{}`", word.as_ref())))
}

/// Edits between two words: letters inserted, deleted or exchanged for another, neighbours swapped.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    // The distances from what was read of the left word to each beginning of the right one, now and for one
    // and two letters less.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    let mut last = None;
    for (i, a) in left.chars().enumerate() {
        before = std::mem::replace(&mut above, std::mem::replace(&mut row, vec![i + 1]));
        let mut left_of = None;
        for (j, b) in right.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut edits = at(&above, j) + usize::from(a != *b);
            edits = edits.min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            if last == Some(*b) && left_of == Some(a) {
                edits = edits.min(at(&before, j - 1) + 1);
            }
            row.push(edits);
            left_of = Some(*b);
        }
        last = Some(a);
    }
    drop(before);
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn edits_are_counted() {
        let cases = [
            ("", "", 0),
            ("city", "", 4),
            ("", "city", 4),
            ("city", "city", 0),
            ("ctiy", "city", 1),
            ("icty", "city", 1),
            ("city", "ciyt", 1),
            ("ct", "city", 2),
            ("road", "field", 4),
            ("field", "filed", 1),
            ("abcd", "badc", 2),
        ];
        for (left, right, edits) in cases {
            assert_eq!(distance(left, right), edits, "{left} {right}");
            assert_eq!(distance(right, left), edits, "{right} {left}");
        }
    }

    #[test]
    fn only_slips_have_a_neighbour() {
        assert_eq!(nearest("fi", ["if", "in"]), Some("if"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("pennnants", ["tiles", "pennants"]), Some("pennants"));
        assert_eq!(nearest("cathedral", ["tiles", "pennants"]), None);
    }
}
