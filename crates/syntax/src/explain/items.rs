//! Text that is no item, and items that stand in the wrong place.

use std::ops::Range;

use rota_source::{Diagnostic, Fix, Span, correction, joined, nearest, suggestion};

use crate::constructs::Group;
use crate::lexer::Token;

/// Returns whether an item begins with this word.
pub(crate) fn begins_item(word: &str) -> bool {
    Group::Item.has(word)
}

/// A word at the margin that begins no item.
pub(crate) fn no_item(text: &str, token: &Token, base: u32) -> Diagnostic {
    let word = token.text(text);
    let span = Span::new(token.at.clone()).shifted(base);
    if Group::Statement.has(word) || Group::Change.has(word) {
        return margin_statement(text, token, base);
    }
    let diagnostic = Diagnostic::error("syntax::unknown-item", format!("`{word}` does not begin an item"));
    match nearest(word, Group::Item.words()) {
        Some(near) => diagnostic
            .at(span, suggestion(near))
            .maybe_help(Group::Item.example(near))
            .maybe_fix(correction((word, span), Group::Item.words())),
        None => diagnostic
            .at(span, "an item begins with a word of its own")
            .help(format!("they are {}; what continues an item is indented", joined(Group::Item.words()))),
    }
}

/// A statement or a change at the margin.
pub(crate) fn margin_statement(text: &str, token: &Token, base: u32) -> Diagnostic {
    let word = token.text(text);
    Diagnostic::error("syntax::margin-statement", format!("`{word}` stands at the margin"))
        .at(Span::new(token.at.clone()).shifted(base), "only items begin here")
        .help("statements and changes stand indented, inside the braces of a rule, an action, a value or a variant")
}

/// Text before the first item, or after the end of a scenario.
pub(crate) fn outside(text: &str, at: Range<usize>, base: u32) -> Diagnostic {
    let inner = text.get(at.clone()).unwrap_or("");
    let first_line = inner.lines().next().unwrap_or("").trim_end();
    let word = first_line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    if begins_item(word) {
        let span = Span::new(at.start..at.start + word.len()).shifted(base);
        return Diagnostic::error("syntax::indented-item", format!("an indented `{word}`"))
            .at(span, "an item begins at the margin")
            .help("remove the blanks before it")
            .maybe_fix(
                unindented(text, at.start).map(|blanks| Fix::safe(Span::new(blanks).shifted(base), "")),
            );
    }
    let span = Span::new(at.start..at.start + first_line.len()).shifted(base);
    Diagnostic::error("syntax::outside-item", "this belongs to no item")
        .at(span, "")
        .help("a comment begins with #; an item begins at the margin with a word like `rule` or `value`")
}

/// Lines without their closing brace.
pub(crate) fn unclosed(what: &str, brace: Span) -> Diagnostic {
    Diagnostic::error("syntax::unclosed", format!("this {what} is not closed"))
        .at(brace, "opened here")
        .help("its `}` stands on a line of its own")
}

/// The blanks between the beginning of a line and what stands first on it.
pub(super) fn unindented(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    before.get(start..)?.trim().is_empty().then_some(start..at)
}
