//! A string of a tile file and where each of its characters is written.

use std::ops::Range;

use rota_source::Span;

/// A decoded string that remembers the place of every character, so that a message can point at one letter
/// of `edges = "…"` even where the string holds escapes or letters of several bytes.
#[derive(Clone, Debug)]
pub(crate) struct SpannedString {
    /// What the string says.
    pub(crate) value: String,
    /// The whole string with its quotes.
    pub(crate) span: Span,
    /// One place per character of `value`; `None` where the written form could not be followed.
    characters: Option<Vec<Span>>,
}

impl SpannedString {
    /// Joins a decoded string with its written form `raw`, which begins at `start` of the common space.
    pub(crate) fn new(value: &str, raw: &str, span: Span) -> SpannedString {
        let characters = character_ranges(raw, value).map(|ranges| {
            ranges.into_iter().map(|range| Span::new(range).shifted(span.start)).collect::<Vec<Span>>()
        });
        SpannedString { value: value.to_owned(), span, characters }
    }

    /// Returns what the string says with its place between the quotes.
    pub(crate) fn text(&self) -> (&str, Span) {
        let spans = self.characters.as_ref().and_then(|spans| Some(spans.first()?.to(*spans.last()?)));
        (&self.value, spans.unwrap_or(self.span))
    }

    /// Returns each character with its place.
    pub(crate) fn characters(&self) -> impl Iterator<Item = (char, Span)> + '_ {
        self.value.chars().enumerate().map(|(index, letter)| (letter, self.character(index)))
    }

    /// Returns the words between blanks, each with its place.
    pub(crate) fn words(&self) -> Vec<(String, Span)> {
        let mut words: Vec<(String, Span)> = Vec::new();
        let mut inside = false;
        for (letter, span) in self.characters() {
            inside = !letter.is_whitespace() && push(&mut words, inside, letter, span);
        }
        words
    }

    /// Returns the words of each line that has any; what stands behind `#` is a remark.
    pub(crate) fn lines(&self) -> Vec<Vec<(String, Span)>> {
        let mut lines: Vec<Vec<(String, Span)>> = vec![Vec::new()];
        let (mut inside, mut remark) = (false, false);
        for (letter, span) in self.characters() {
            if letter == '\n' {
                lines.push(Vec::new());
                remark = false;
            }
            remark |= letter == '#';
            let is_word = !remark && !letter.is_whitespace();
            inside = is_word && lines.last_mut().is_some_and(|line| push(line, inside, letter, span));
        }
        lines.retain(|line| !line.is_empty());
        lines
    }

    fn character(&self, index: usize) -> Span {
        self.characters.as_ref().and_then(|spans| spans.get(index)).copied().unwrap_or(self.span)
    }
}

/// Adds a letter to the last word, or begins one where none goes on.
fn push(words: &mut Vec<(String, Span)>, goes_on: bool, letter: char, span: Span) -> bool {
    match words.last_mut() {
        Some((word, place)) if goes_on => {
            word.push(letter);
            *place = place.to(span);
        }
        _ => words.push((letter.to_string(), span)),
    }
    true
}

/// Follows the written form of a string: one range of `raw` per character of `value`.
///
/// Gives `None` where the two do not tell the same story, which happens only in files that are not TOML.
fn character_ranges(raw: &str, value: &str) -> Option<Vec<Range<usize>>> {
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| raw.starts_with(quote))?;
    let escapes = quote.starts_with('"');
    let end = raw.len().checked_sub(quote.len())?;
    let mut at = quote.len();
    if quote.len() == 3 {
        // The line break right after the opening quotes is not part of the string.
        let body = raw.get(at..end)?;
        at += if body.starts_with("\r\n") { 2 } else { usize::from(body.starts_with('\n')) };
    }
    let mut ranges = Vec::new();
    while at < end {
        let rest = raw.get(at..end)?;
        let letter = rest.chars().next()?;
        let length = match letter {
            '\\' if escapes => match rest.chars().nth(1)? {
                'x' => 4,
                'u' => 6,
                'U' => 10,
                blank if blank.is_whitespace() => {
                    // A backslash at the end of a line swallows the blanks up to the next word.
                    let tail = rest.get(1..)?;
                    at += 1 + (tail.len() - tail.trim_start().len());
                    continue;
                }
                _ => 2,
            },
            plain => plain.len_utf8(),
        };
        ranges.push(at..at + length);
        at += length;
    }
    (at == end && ranges.len() == value.chars().count()).then_some(ranges)
}
