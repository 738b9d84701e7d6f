//! Words that stand in a wrong place of a statement, and expressions as other languages write them.

use rota_source::Diagnostic;

use super::{ParseFailure, Stop};
use crate::grammar::Rule;
use crate::lexer::{Token, TokenKind};

/// Statement, the word that does not go on with it, and what to do.
const OUT_OF_PLACE: [(&str, &str, &str); 15] = [
    (
        "choose",
        "secretly",
        "`secretly` stands before the question: choose active n among 1..3 secretly \"how many?\"",
    ),
    ("choose", "secret", "write `secretly`: choose active n among 1..3 secretly"),
    ("choose", "hidden", "write `secretly`: choose active n among 1..3 secretly"),
    ("choose", "pass", "write `or pass`: choose active m among active.pieces or pass"),
    (
        "choose",
        "where",
        "`where` stands directly behind the set: choose active m among active.pieces where m.on = none",
    ),
    ("draw", "to", "write `for` before who sees it: draw t from pile for active"),
    ("draw", "secretly", "write `unseen` where nobody sees it, `for active` where one player does"),
    ("draw", "hidden", "write `unseen` where nobody sees it, `for active` where one player does"),
    ("show", "for", "write `to`: show t to active"),
    ("send", "to", "`send` leads home only; elsewhere leads `move`: move m to ship.space"),
    ("stop", "when", "write `if`: if f.complete { stop }"),
    ("leave", "when", "write `if`: if f.complete { leave }"),
    ("append", "when", "write `if`: if f.complete { append turn }"),
    ("append", "to", "write `for` before who does it: append part for active.next"),
    ("run", "(", "a step has no arguments; a value is asked in an expression: let n = strength(active, f)"),
];

impl ParseFailure<'_> {
    /// A word that belongs elsewhere in this statement, or that another statement has.
    pub(super) fn out_of_place(&self, stop: &Stop<'_>, found: &Token) -> Option<Diagnostic> {
        if found.first || self.rule == Rule::line {
            return None;
        }
        let text = found.text(self.text);
        let (_, word) = self.construct(stop)?;
        let (_, _, help) =
            OUT_OF_PLACE.iter().find(|(statement, slip, _)| *statement == word && *slip == text)?;
        Some(
            Diagnostic::error("syntax::expected", format!("this `{word}` does not go on with `{text}`"))
                .at(self.span(found), "not here")
                .help(*help),
        )
    }

    /// Conditions, numbers and points as they are written elsewhere.
    pub(super) fn in_other_words(&self, stop: &Stop<'_>, found: &Token) -> Option<Diagnostic> {
        let text = found.text(self.text);
        let before = stop.before().map_or("", |token| token.text(self.text));
        let is_number = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
        let say = |code, message: &str, label: &str, help: &str| {
            Some(Diagnostic::error(code, message).at(self.span(found), label).help(help))
        };
        match text {
            "?" if stop.wants(&[Rule::tail]) => say(
                "syntax::foreign-sign",
                "one of two is not written with `?`",
                "no such sign here",
                "for example: let n = if f.complete then 2 else 1",
            ),
            "points" | "point" | "pt" if is_number(before) && self.rule == Rule::line => say(
                "syntax::foreign-word",
                "points stand here as a plain number",
                "one word too many",
                "for example: expect red scores 4 as city",
            ),
            "points" | "point" | "pt" if is_number(before) => say(
                "syntax::foreign-word",
                "points are written `pts`",
                "write `pts`",
                "for example: score 3 pts to active as bonus",
            ),
            _ if before == "." && is_number(text) => say(
                "syntax::foreign-sign",
                "there are no fractions",
                "behind a dot stands a word",
                "numbers are whole; divide and round: let half = n / 2 rounded down",
            ),
            _ if stop.wants(&[Rule::kw_else]) && !stop.wants(&[Rule::statement, Rule::else_if]) => Some(
                Diagnostic::error("syntax::expected", "this `if` has no `else`")
                    .at(self.missing_at(stop), "expected `else` here")
                    .help("an expression has both answers: let n = if f.complete then 2 else 1"),
            ),
            _ if stop.wants(&[Rule::lbrace]) => self.trailing_if(stop),
            _ => None,
        }
    }

    /// `stop if f.complete`: a condition behind a statement.
    fn trailing_if(&self, stop: &Stop<'_>) -> Option<Diagnostic> {
        let before = stop.tokens.get(..stop.read)?;
        let index = before.iter().rposition(|token| token.text(self.text) == "if")?;
        let (found, previous) = (before.get(index)?, before.get(index.checked_sub(1)?)?);
        let begins = found.first || matches!(previous.text(self.text), "{" | "}" | "else");
        (!begins && found.kind == TokenKind::Word).then(|| {
            Diagnostic::error("syntax::expected", "a condition does not stand behind a statement")
                .at(self.span(found), "this begins a statement of its own")
                .help("write it before: if f.complete { stop }; in a choice or a loop write `where`")
        })
    }
}
