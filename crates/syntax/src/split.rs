//! A file cut into items, so that each is parsed by itself.

use std::ops::Range;

use crate::constructs::Group;
use crate::lexer::{Token, TokenKind};

/// The text of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fragment {
    /// Its bytes, from its first token to the end of its last one.
    pub at: Range<usize>,
    /// Its tokens, as indices into those of the file; without comments before and after it.
    pub tokens: Range<usize>,
}

/// The fragments of a file, and what could not be part of one.
#[derive(Debug, Default)]
pub(crate) struct Split {
    /// The items in order.
    pub fragments: Vec<Fragment>,
    /// Tokens before the first item: from the first to the last of them.
    pub outside: Option<Range<usize>>,
    /// Statements and changes at the margin, inside the braces of an item: token indices.
    pub margin_statements: Vec<usize>,
}

/// Cuts at every token at the margin that could begin an item.
///
/// A statement at the margin stays in its item while a brace is open: one slip of indentation shall not make
/// two broken items of one.
pub(crate) fn split(source: &str, tokens: &[Token]) -> Split {
    let mut result = Split::default();
    let mut starts = Vec::new();
    let mut open = 0_usize;
    let mut outside: Option<Range<usize>> = None;
    for (index, token) in tokens.iter().enumerate() {
        let text = token.text(source);
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Sign if text == "{" => open += 1,
            TokenKind::Sign if text == "}" => open = open.saturating_sub(1),
            TokenKind::Word if token.margin => {
                if open > 0 && (Group::Statement.has(text) || Group::Change.has(text)) {
                    result.margin_statements.push(index);
                } else {
                    open = 0;
                    starts.push(index);
                }
            }
            TokenKind::Sign | TokenKind::Word => {}
            TokenKind::Number | TokenKind::Text | TokenKind::OpenText => {}
        }
        if starts.is_empty() {
            outside = Some(outside.map_or(token.at.clone(), |range| range.start..token.at.end));
        }
    }
    result.outside = outside;
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    result.fragments =
        starts.iter().copied().zip(ends).filter_map(|(first, end)| fragment(tokens, first, end)).collect();
    result
}

fn fragment(tokens: &[Token], first: usize, end: usize) -> Option<Fragment> {
    let inner = tokens.get(first..end)?;
    let last = inner.iter().rposition(|token| token.kind != TokenKind::Comment)?;
    let at = inner.first()?.at.start..inner.get(last)?.at.end;
    Some(Fragment { at, tokens: first..first + last + 1 })
}
