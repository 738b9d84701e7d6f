//! The version of the language, and the one that a pack's header names.

use rota_source::{Span, Spanned};

use crate::lexer::{Token, TokenKind, lex};
use crate::split::split;

/// The version of the language that this program reads. What changed with each is told in
/// `docs/reference/versions.md`.
pub const LANGUAGE: u32 = 2;

/// The version that is meant where a header names none: the first one, which had no word for it.
pub const FIRST_LANGUAGE: u32 = 1;

/// Finds the version that a header in this text names, without reading more of the header than that: one of a later
/// version may hold what the grammar does not know. A number that is too large for one is the largest there is.
///
/// `base` is where the text begins in the common space of offsets.
pub fn stated_language(text: &str, base: u32) -> Option<Spanned<u32>> {
    let tokens = lex(text);
    let headers =
        split(text, &tokens).fragments.into_iter().filter_map(|fragment| tokens.get(fragment.tokens));
    let mut headers = headers.filter(|inside| inside.first().is_some_and(|first| first.text(text) == "pack"));
    let inside = headers.next()?;
    let is_word = |token: &Token| token.kind == TokenKind::Word && token.text(text) == "language";
    // The name of the pack comes first, whatever it is.
    let at = inside.iter().skip(2).position(is_word)?;
    let number = inside.get(at + 3).filter(|token| token.kind == TokenKind::Number)?;
    let digits = number.text(text);
    let is_number = digits.chars().all(|digit| digit.is_ascii_digit());
    is_number.then(|| {
        let version = digits.parse().unwrap_or(u32::MAX);
        Spanned::new(version, Span::new(number.at.clone()).shifted(base))
    })
}

#[cfg(test)]
mod tests {
    use super::stated_language;

    #[test]
    fn a_header_is_understood_as_far_as_it_names_its_language() {
        let cases: [(&str, Option<u32>); 9] = [
            ("pack a 1.0.0\n", None),
            ("pack a 1.0.0 language 2\n", Some(2)),
            ("# about\npack a 1.0.0 \"language 7\"\n  language 3 for A-1\n", Some(3)),
            ("pack language 1.0.0 language 4\n", Some(4)),
            ("pack language 1.0.0\n", None),
            ("pack a 1.0.0 licence mit language 99999999999 { new words }\n", Some(u32::MAX)),
            ("pack a 1.0.0 language two\n", None),
            ("pack a 1.0.0 language 2nd\n", None),
            ("rule a at b {\n  let language = 3\n}\n", None),
        ];
        for (text, expected) in cases {
            let found = stated_language(text, 10);
            assert_eq!(found.map(|found| found.node), expected, "{text}");
        }
    }
}
