//! Where tile files write words that packs declare: kinds of features and attributes as keys, what a segment touches,
//! and words that attributes take.

use rota_check::occurrences::{Declaration, SymbolKind};

use crate::finding::FilePlace;
use crate::symbols::Outline;

/// A word in a tile file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    pub text: &'t str,
    pub start: usize,
    /// Whether it is a key: `=` follows.
    pub is_key: bool,
    /// The key that it is the value of, or part of.
    pub of: &'t str,
    /// Whether it is all of a text in quotation marks.
    pub is_whole: bool,
}

/// Keys whose texts are nobody's words.
const NO_WORDS: [&str; 5] = ["id", "title", "like", "name", "edges"];

/// The places where a tile file writes what is declared.
pub(crate) fn tile_places(file: &str, text: &str, declared: &Declaration) -> Vec<FilePlace> {
    let word = declared.word();
    let kind = declared.kind;
    let is_it = |found: &Word<'_>| {
        if kind == SymbolKind::Feature {
            found.is_key || found.of == "touches" || found.of == "over"
        } else if kind == SymbolKind::Attribute {
            found.is_key
        } else if kind == SymbolKind::Word {
            found.is_whole && declared.owner.as_deref() == Some(found.of)
        } else {
            kind == SymbolKind::Stock && found.is_whole && !NO_WORDS.contains(&found.of)
        }
    };
    let found = words(text).into_iter().filter(|found| found.text == word && is_it(found));
    found.map(|found| FilePlace { file: file.into(), range: found.start..found.start + word.len() }).collect()
}

/// All words outside of comments.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut key = "";
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let next = rest.chars().next().unwrap_or(' ');
        if next == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if next == '"' {
            let inner = rest.get(1..).unwrap_or("");
            let end = inner.find(['"', '\n']).unwrap_or(inner.len());
            let inside = inner.get(..end).unwrap_or("");
            let mut from = 0;
            for word in inside.split(|letter: char| !is_word(letter)) {
                if !word.is_empty() {
                    let is_whole = word.len() == inside.len();
                    found.push(Word { text: word, start: at + 1 + from, is_key: false, of: key, is_whole });
                }
                from += word.len() + 1;
            }
            at += 1 + end + 1;
        } else if is_word(next) {
            let end = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
            let word = rest.get(..end).unwrap_or("");
            let behind = rest.get(end..).unwrap_or("").trim_start_matches([' ', '\t']);
            let is_key = behind.starts_with('=');
            found.push(Word { text: word, start: at, is_key, of: key, is_whole: false });
            if is_key {
                key = word;
            }
            at += end;
        } else {
            at += next.len_utf8();
        }
    }
    found
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The tiles of a tile file, as an outline.
#[must_use]
pub fn tile_outline(text: &str) -> Vec<Outline> {
    let ids = words(text).into_iter().filter(|word| word.of == "id" && !word.is_key);
    let ids: Vec<Word<'_>> = ids.collect();
    let starts = ids
        .iter()
        .map(|id| text.get(..id.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1));
    let starts: Vec<usize> = starts.collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let all = ids.iter().zip(starts.iter().zip(ends)).map(|(id, (start, end))| {
        let heading = id.start..id.start + id.text.len();
        let whole = text.get(*start..end).unwrap_or("").trim_end();
        let range = *start..(start + whole.len()).max(heading.end);
        Outline { name: id.text.to_owned(), category: "tile", range, heading, inner: Vec::new() }
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::{tile_outline, words};

    #[test]
    fn keys_and_texts_are_told_apart() {
        let text = "tile = [{ id = \"a\", x = [{ lane = \"N\", kind = \"dry\", touches = \"lane, sea\" }] }] # lane\n";
        let found = words(text);
        let of = |word: &str| -> Vec<(bool, &str)> {
            found.iter().filter(|one| one.text == word).map(|one| (one.is_key, one.of)).collect()
        };
        assert_eq!(of("lane"), [(true, "x"), (false, "touches")]);
        assert_eq!(of("dry"), [(false, "kind")]);
        let outline = tile_outline(text);
        assert_eq!(
            (outline.len(), outline[0].name.as_str(), &text[outline[0].heading.clone()]),
            (1, "a", "a")
        );
    }
}
