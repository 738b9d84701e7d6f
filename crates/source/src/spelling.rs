//! Words that were likely meant, and lists of words for messages.

use crate::{Fix, Help, Safety, Span, Spanned};

/// A word as somebody wrote it, with its place where that is known.
#[derive(Clone, Copy, Debug)]
pub struct Written<'w> {
    text: &'w str,
    span: Option<Span>,
}

impl<'w> From<&'w str> for Written<'w> {
    fn from(text: &'w str) -> Written<'w> {
        Written { text, span: None }
    }
}

impl<'w> From<&'w Spanned<String>> for Written<'w> {
    fn from(word: &'w Spanned<String>) -> Written<'w> {
        Written::from((word.node.as_str(), word.span))
    }
}

impl<'w> From<(&'w str, Span)> for Written<'w> {
    fn from((text, span): (&'w str, Span)) -> Written<'w> {
        // Behind quotation marks, or where the pack is left out of a name, the place is not that of the word.
        let is_word = (span.end - span.start) as usize == text.len();
        Written { text, span: is_word.then_some(span) }
    }
}

/// Asks whether the candidate nearest to `word` was meant, when one is near enough to be a slip of the pen.
pub fn did_you_mean<'a, S: AsRef<str> + ?Sized + 'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a S>,
) -> Option<String> {
    meant(word, candidates).map(|help| help.text)
}

/// As [`did_you_mean`], with a [fix](correction) where the place of the word is known.
pub fn meant<'a, 'w, S: AsRef<str> + ?Sized + 'a>(
    word: impl Into<Written<'w>>,
    candidates: impl IntoIterator<Item = &'a S>,
) -> Option<Help> {
    let word = word.into();
    let candidates: Vec<&str> = candidates.into_iter().map(S::as_ref).collect();
    let is_of_pack = |known: &&str| known.split_once("::").is_some_and(|(_, own)| own == word.text);
    let of_packs: Vec<&str> = candidates.iter().copied().filter(is_of_pack).collect();
    let write = |text: &str| word.span.map(|span| Fix::unsure(span, text));
    match of_packs.as_slice() {
        [] => {
            let near = nearest(word.text, candidates.iter().copied())?;
            let mut help = Help::from(suggestion(near));
            help.fixes.extend(correction(word, candidates));
            Some(help)
        }
        [one] => Some(Help { text: suggestion(one), fixes: write(one).into_iter().collect() }),
        _ => {
            let names: Vec<String> = of_packs.iter().map(|one| format!("`{one}`")).collect();
            Some(Help {
                text: format!("several packs have one: write {}", names.join(" or ")),
                fixes: of_packs.iter().copied().filter_map(write).collect(),
            })
        }
    }
}

/// Writes the candidate nearest to a word in its place, when one is near enough to be a slip of the pen.
///
/// The fix is safe where nothing else can be meant: one slip leads from the word to this candidate, and none that
/// could be meant as well is near; a word of less than four letters, or another number, is no slip.
pub fn correction<'a, 'w, S: AsRef<str> + ?Sized + 'a>(
    word: impl Into<Written<'w>>,
    candidates: impl IntoIterator<Item = &'a S>,
) -> Option<Fix> {
    let Written { text, span } = word.into();
    let span = span?;
    let mut candidates: Vec<&str> = candidates.into_iter().map(S::as_ref).collect();
    let near = nearest(text, candidates.iter().copied())?;
    candidates.retain(|candidate| *candidate != near);
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_sure = distance(text, near) == 1
        && text.chars().count() >= SHORTEST_SURE
        && digits(text) == digits(near)
        && nearest(text, candidates).is_none();
    (near != text)
        .then(|| Fix::new(if is_sure { Safety::Safe } else { Safety::Unsafe }, span, near.to_owned()))
}

/// Of how many letters a word is at least that is surely a slip for another one: with fewer, nearly every word is
/// near to some other.
const SHORTEST_SURE: usize = 4;

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
    use super::{correction, distance, nearest};
    use crate::{Safety, Span};

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

    #[test]
    fn a_fix_is_safe_where_one_slip_leads_to_one_word() {
        let safety = |word: &str, known: &[&str]| {
            let at = Span::new(0..word.len());
            correction((word, at), known.iter().copied()).map(|fix| (fix.edits[0].text.clone(), fix.safety))
        };
        let of = |word: &str, safety| Some((word.to_owned(), safety));
        assert_eq!(safety("raod", &["road", "city"]), of("road", Safety::Safe));
        assert_eq!(safety("pennnnants", &["tiles", "pennants"]), of("pennants", Safety::Unsafe), "two slips");
        assert_eq!(safety("tile", &["tiles", "title"]), of("tiles", Safety::Unsafe), "two words");
        assert_eq!(safety("city1", &["city2"]), of("city2", Safety::Unsafe), "another number");
        assert_eq!(safety("fi", &["if"]), of("if", Safety::Unsafe), "too short");
        assert_eq!(safety("cathedral", &["tiles"]), None);
        // A place that is longer than the word holds something else as well.
        assert_eq!(correction(("raod", Span::new(0..6)), ["road"]), None);
    }
}
