//! Comments at every gap between two tokens of a shipped file: nobody knows where people put them.

use rota_tests::formatting::{comments, formatted};

use crate::rule_files;

/// Writes a numbered comment into every gap where one may stand. In scenarios, whose lines end where they end, that is
/// behind each line; everywhere else it is between any two tokens.
fn riddled(text: &str) -> String {
    let mut out = String::new();
    let (mut number, mut in_lines) = (0, false);
    for line in text.lines() {
        let is_margin = line.starts_with(|c: char| c.is_ascii_lowercase());
        if is_margin {
            in_lines = ["scenario ", "setup ", "wrong scenario "].iter().any(|head| line.starts_with(head));
        }
        let mut comment = || {
            number += 1;
            format!(" # {number}\n  ")
        };
        let (code, said) = split(line);
        if !in_lines {
            for piece in pieces(code) {
                out.push_str(piece);
                if !piece.trim().is_empty() {
                    out.push_str(&comment());
                }
            }
        } else {
            out.push_str(code);
            if !code.trim().is_empty() && said.is_empty() {
                out.push_str(&comment());
            }
        }
        out.push_str(said);
        out.push('\n');
    }
    out
}

/// A line without its comment, and that comment.
fn split(line: &str) -> (&str, &str) {
    let comment = comments(line).first().map_or(0, |comment| comment.len());
    let line = line.trim_end();
    line.split_at(line.len() - comment)
}

/// The tokens of a line, each with the blanks before it.
fn pieces(code: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut before) = (0, ' ');
    let mut quoted = false;
    for (at, next) in code.char_indices() {
        let rest = &code[at..];
        // Paths and versions are one token, whatever stands in them.
        let chunk_from = code[..at].rfind([' ', '(']).map_or(0, |space| space + 1);
        let chunk = code[chunk_from..].split(' ').next().unwrap_or_default();
        let is_field = next == '.' && !rest.starts_with("..") && before != '.' && !chunk.contains('/');
        let is_field = is_field && rest[1..].starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        let is_cut =
            !quoted && (next == ' ' || "(){},?".contains(next) || "({},)".contains(before) || is_field);
        if is_cut && !code[from..at].trim().is_empty() {
            pieces.push(&code[from..at]);
            from = at;
        }
        quoted ^= next == '"';
        before = next;
    }
    pieces.push(&code[from..]);
    pieces
}

#[test]
fn a_comment_in_every_gap_survives() {
    let mut most = 0;
    for (path, text) in rule_files() {
        let riddled = riddled(&text);
        let number = comments(&riddled).len() - comments(&text).len();
        most = most.max(number);
        // Nothing is left but comments of their own line and at the end of lines; all are there and in order.
        formatted(&path.to_string_lossy(), &riddled);
    }
    assert!(most > 500, "no file has many gaps");
}
