//! What can be folded: what stands in braces over several lines, and runs of comments.

/// Lines that can be folded, counted from 0, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// The line that stays.
    pub first: usize,
    /// The last line that goes.
    pub last: usize,
    /// Whether it is a run of comments.
    pub is_comment: bool,
}

/// Finds what can be folded, in rules and in tile files alike.
#[must_use]
pub fn folds(text: &str) -> Vec<Fold> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut comments: Option<usize> = None;
    let mut count = 0;
    for (number, line) in text.lines().enumerate() {
        count = number + 1;
        if line.trim_start().starts_with('#') {
            comments.get_or_insert(number);
            continue;
        }
        found.extend(comments.take().and_then(|first| comment(first, number)));
        let mut is_text = false;
        for letter in line.chars() {
            match letter {
                '"' => is_text = !is_text,
                '#' if !is_text => break,
                '{' | '[' if !is_text => open.push(number),
                '}' | ']' if !is_text => {
                    let first = open.pop().filter(|first| first + 1 < number);
                    // The line with the brace stays to be seen.
                    found.extend(first.map(|first| Fold { first, last: number - 1, is_comment: false }));
                }
                _ => {}
            }
        }
    }
    found.extend(comments.and_then(|first| comment(first, count)));
    found.sort();
    found.dedup();
    found
}

fn comment(first: usize, behind: usize) -> Option<Fold> {
    (behind > first + 1).then_some(Fold { first, last: behind - 1, is_comment: true })
}

#[cfg(test)]
mod tests {
    use super::{Fold, folds};

    #[test]
    fn braces_and_comments_are_folded() {
        let text = "# a\n# b\nrule x at y {\n  if \"{\" { # }\n    stop\n  }\n}\n\n# one\nrule z at y { stop }\n# a\n# b";
        let fold = |first, last, is_comment| Fold { first, last, is_comment };
        assert_eq!(folds(text), [fold(0, 1, true), fold(2, 5, false), fold(3, 4, false), fold(10, 11, true)]);
        assert_eq!(folds("}}}{"), []);
    }
}
