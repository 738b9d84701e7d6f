//! How a text is written in the one canonical way, as the smallest edit that leads there.

use std::ops::Range;

/// Other text in the place of a part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes that go.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: String,
}

/// Formats a rule file. Nothing for a text that has errors, or that is in this form already.
#[must_use]
pub fn format(text: &str) -> Option<TextEdit> {
    let formatted = rota_syntax::format(text).ok()?;
    smallest_edit(text, &formatted)
}

/// The edit between two texts without what both begin and end with; nothing where they are the same.
fn smallest_edit(before: &str, after: &str) -> Option<TextEdit> {
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
    use super::{TextEdit, smallest_edit};

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
