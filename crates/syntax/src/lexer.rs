//! Words, numbers, texts, signs and comments: a first look at a file that never fails.
//!
//! The grammar does not build on it. It tells where items begin, how deep they nest, which comments there
//! are, and what stands at the place where the grammar failed.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters, digits and `_`, beginning with a letter or `_`; also letters that names may not have.
    Word,
    /// Digits, and what is glued to them.
    Number,
    /// A text between quotation marks.
    Text,
    /// A quotation mark without its other one on the line.
    OpenText,
    /// From `#` to the end of the line.
    Comment,
    /// Anything else: a bracket, an operator, a stray character.
    Sign,
}

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands, in bytes of the text.
    pub at: Range<usize>,
    /// Whether it is the first on its line, comments included.
    pub first: bool,
    /// Whether it stands at column 0.
    pub margin: bool,
}

impl Token {
    /// Returns its text.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        source.get(self.at.clone()).unwrap_or("")
    }
}

/// Signs of more than one character, those of other languages included: they are named whole in messages.
const LONG_SIGNS: [&str; 20] = [
    "//", "/*", "...", "===", "!==", "..", "==", "!=", "<=", ">=", "=>", "->", "<>", "&&", "||", "+=", "-=",
    "++", "**", "::",
];

/// Splits a text into tokens; blanks are left out.
pub(crate) fn lex(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_start = 0;
    let mut first = true;
    while let Some(rest) = source.get(at..) {
        let Some(next) = rest.chars().next() else { break };
        if next == '\n' {
            at += 1;
            line_start = at;
            first = true;
            continue;
        }
        if next.is_whitespace() || next == '\u{feff}' {
            at += next.len_utf8();
            // A byte order mark does not indent.
            if next == '\u{feff}' && line_start == at - next.len_utf8() {
                line_start = at;
            }
            continue;
        }
        let (kind, length) = token(rest, next);
        tokens.push(Token { kind, at: at..at + length, first, margin: at == line_start });
        first = false;
        at += length;
    }
    tokens
}

fn token(rest: &str, next: char) -> (TokenKind, usize) {
    let until = |stop: &dyn Fn(char) -> bool| rest.find(stop).unwrap_or(rest.len());
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    match next {
        '#' => (TokenKind::Comment, rest.lines().next().map_or(rest.len(), |line| line.trim_end().len())),
        '"' => {
            // No further than it must: a line may hold very many quotation marks.
            let inner = rest.get(1..).unwrap_or("");
            match inner.find(['"', '\n']) {
                Some(end) if inner.get(end..).is_some_and(|end| end.starts_with('"')) => {
                    (TokenKind::Text, end + 2)
                }
                end => {
                    let line = end.and_then(|end| rest.get(..=end)).unwrap_or(rest);
                    (TokenKind::OpenText, line.trim_end().len())
                }
            }
        }
        _ if next.is_ascii_digit() => (TokenKind::Number, until(&|c| !in_word(c))),
        _ if in_word(next) => (TokenKind::Word, until(&|c| !in_word(c))),
        _ => {
            let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign));
            (TokenKind::Sign, long.map_or(next.len_utf8(), |sign| sign.len()))
        }
    }
}
