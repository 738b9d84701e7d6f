//! Tile files as they are written: line ends, indentation and the blanks around signs.
//!
//! People line up columns and set sections apart, and no program knows what they meant by it. So only blanks are
//! changed of which it is certain that they mean nothing; every other token is copied as it stands.

use rota_source::Diagnostic;
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

use crate::toml_syntax;

/// How far each level is indented.
const STEP: usize = 2;

/// How many blank lines may follow one another.
const MOST_BLANK_LINES: usize = 2;

/// Formats TOML: lines end in LF and in no blanks, what stands in brackets of several lines is indented by two, and
/// signs stand free (`a = 1`, `{ a = 1, b = 2 }`, `[1, 2]`). Blanks that align columns stay, as do comments and the
/// insides of texts; a byte order mark is dropped.
///
/// Errors: what is no TOML; a text with errors is not formatted.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let problems = toml_syntax::parse(text, 0).errors;
    if !problems.is_empty() {
        return Err(problems);
    }
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let tokens = Source::new(&text).lex().into_vec();
    let mut printer = Printer { text: &text, out: String::new(), indents: Vec::new() };
    let mut blank_lines = 0;
    for line in tokens.split(|token| matches!(token.kind(), TokenKind::Newline | TokenKind::Eof)) {
        let words: Vec<Token> =
            line.iter().copied().skip_while(|token| token.kind() == TokenKind::Whitespace).collect();
        if words.is_empty() {
            blank_lines += 1;
            continue;
        }
        if !printer.out.is_empty() {
            printer.out.push_str(&"\n".repeat(blank_lines.min(MOST_BLANK_LINES)));
        }
        blank_lines = 0;
        printer.line(&words);
    }
    Ok(printer.out)
}

struct Printer<'t> {
    text: &'t str,
    out: String,
    /// For each open bracket how far its contents are indented.
    indents: Vec<usize>,
}

impl Printer<'_> {
    /// Writes a line whose first token is no blank.
    fn line(&mut self, words: &[Token]) {
        let closing = words.iter().take_while(|token| closes(token.kind())).count();
        let indent = match self.indents.len().checked_sub(closing) {
            _ if closing == 0 => self.indents.last().copied().unwrap_or(0),
            Some(opened) => self.indents.get(opened).map_or(0, |inner| inner.saturating_sub(STEP)),
            None => 0,
        };
        self.out.push_str(&" ".repeat(indent));
        let mut before = None;
        let mut blanks = "";
        for token in words {
            let kind = token.kind();
            let written = self.text.get(token.span().start()..token.span().end()).unwrap_or("");
            if kind == TokenKind::Whitespace {
                blanks = written;
                continue;
            }
            if let Some(before) = before {
                self.out.push_str(between(before, blanks, kind));
            }
            self.out.push_str(written);
            if opens(kind) {
                self.indents.push(indent + STEP);
            } else if closes(kind) {
                self.indents.pop();
            }
            (before, blanks) = (Some(kind), "");
        }
        // What stands before a comment's end is the comment's own.
        let end = self.out.trim_end_matches([' ', '\t']).len();
        self.out.truncate(end);
        self.out.push('\n');
    }
}

/// The blanks between two tokens of a line, in place of those that are there.
fn between(before: TokenKind, blanks: &str, after: TokenKind) -> &str {
    use TokenKind::{Comma, Comment, Equals, LeftCurlyBracket, LeftSquareBracket, RightCurlyBracket};
    let tight = before == LeftSquareBracket || after == TokenKind::RightSquareBracket || after == Comma;
    let is_empty_table = before == LeftCurlyBracket && after == RightCurlyBracket;
    let free = [Equals, Comma, LeftCurlyBracket].contains(&before)
        || [Equals, RightCurlyBracket, Comment].contains(&after);
    match blanks {
        _ if (tight && after != Comment) || is_empty_table => "",
        "" if free => " ",
        _ => blanks,
    }
}

fn opens(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket)
}

fn closes(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket)
}
