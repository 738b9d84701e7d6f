//! How a text is written in the one canonical way, as the smallest edit that leads there.

use std::ops::Range;

use similar::{Algorithm, capture_diff_slices};

/// Other text in the place of a part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes that go.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: String,
}

/// Formats a file of rules, or of tiles or a composition where its name ends in `.toml`, as `rota fmt` does. Nothing for
/// a text that has errors, or that is in this form already.
#[must_use]
pub fn format(file: &str, text: &str) -> Option<TextEdit> {
    smallest_edit(text, &formatted(file, text)?)
}

/// The same for those lines alone that lie wholly in a range of bytes. Nothing where they cannot be told apart from what
/// stands around them.
#[must_use]
pub fn format_range(file: &str, text: &str, range: &Range<usize>) -> Option<TextEdit> {
    let formatted = self::formatted(file, text)?;
    let (before, after): (Vec<&str>, Vec<&str>) =
        (text.split_inclusive('\n').collect(), formatted.split_inclusive('\n').collect());
    let starts = before.iter().scan(0, |at, line| Some(std::mem::replace(at, *at + line.len())));
    let starts: Vec<usize> = starts.chain([text.len()]).collect();
    let is_inside = |lines: &Range<usize>| {
        let at = |line: usize| starts.get(line).copied().unwrap_or(text.len());
        // A range that ends on a line takes all of it.
        range.start <= at(lines.start) && at(lines.end.saturating_sub(1).max(lines.start)) <= range.end
    };
    let mut mixed = String::new();
    for op in capture_diff_slices(Algorithm::Myers, &before, &after) {
        let (old, new) = (op.old_range(), op.new_range());
        let lines = if is_inside(&old) { after.get(new) } else { before.get(old) };
        mixed.extend(lines.into_iter().flatten().copied());
    }
    // What is left to do must lead to the same text, or the lines were not the same things.
    let is_sound = self::formatted(file, &mixed).is_some_and(|again| again == formatted);
    smallest_edit(text, &mixed).filter(|_| is_sound)
}

/// The canonical form; nothing for a text that has errors.
fn formatted(file: &str, text: &str) -> Option<String> {
    if file.ends_with(".toml") { rota_tiles::format(text) } else { rota_syntax::format(text) }.ok()
}

/// Returns the edit between two texts without what both begin and end with; nothing where they are the same.
#[must_use]
pub fn smallest_edit(before: &str, after: &str) -> Option<TextEdit> {
    if before == after {
        return None;
    }
    let head: usize = before
        .chars()
        .zip(after.chars())
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum();
    let (rest, new) = (before.get(head..)?, after.get(head..)?);
    let tail: usize = rest
        .chars()
        .rev()
        .zip(new.chars().rev())
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum();
    let text = new.get(..new.len() - tail)?.to_owned();
    Some(TextEdit { range: head..before.len() - tail, text })
}

#[cfg(test)]
mod tests {
    use super::{TextEdit, format, format_range, smallest_edit};

    #[test]
    fn only_lines_of_the_range_are_formatted() {
        let text = "reason   a\n\nreason   b\n\nrule c at d {\n score 1 pts to active\n   as   a\n}\n";
        let at = |word: &str| text.find(word).expect("a word of the text");
        let edit = |from: &str, to: &str| format_range("x.rota", text, &(at(from)..at(to)));
        let b = edit("reason   b", "\n\nrule").expect("an edit");
        assert_eq!((text.get(b.range.clone()), b.text.as_str()), (Some("  "), ""));
        assert_eq!(edit("rule c", "score"), None, "these lines stand as they should, or reach further");
        let all = format_range("x.rota", text, &(0..text.len()));
        assert!(all.is_some());
        assert_eq!(all, format("x.rota", text));
        assert_eq!(format_range("x.rota", "rule {\n", &(0..7)), None);
    }

    #[test]
    fn only_what_differs_is_changed() {
        let edit = |range, text: &str| Some(TextEdit { range, text: text.to_owned() });
        assert_eq!(smallest_edit("aé b", "aé b"), None);
        assert_eq!(smallest_edit("aé  b", "aé b"), edit(4..5, ""));
        assert_eq!(smallest_edit("x é y", "x è y"), edit(2..4, "è"));
        assert_eq!(smallest_edit("", "a\n"), edit(0..0, "a\n"));
        assert_eq!(smallest_edit("aaa", "aa"), edit(2..3, ""));
    }
}
