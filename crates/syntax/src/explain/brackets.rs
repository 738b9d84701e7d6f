//! Braces and parentheses that do not match.

use rota_source::Diagnostic;

use super::{ParseFailure, Stop};
use crate::grammar::Rule;
use crate::lexer::{Token, TokenKind};

impl ParseFailure<'_> {
    /// Explains the stop by a bracket, where that is the likely cause.
    pub(super) fn bracket(&self, stop: &Stop<'_>) -> Option<Diagnostic> {
        let open = self.open(stop.tokens.get(..stop.read)?);
        let found = stop.found();
        match found.map(|found| (found, found.text(self.text))) {
            None if self.rule == Rule::scenario_head => None,
            None => {
                let opener = self.misaligned(&stop.tokens).or(open.last().copied())?;
                Some(self.unclosed(opener, None))
            }
            Some((found, closer @ ("}" | ")"))) => match open.last() {
                None => Some(
                    Diagnostic::error("syntax::unopened", format!("this `{closer}` closes nothing"))
                        .at(self.span(found), format!("no `{}` is open here", partner(closer)))
                        .help("remove it, or look for one too many before it"),
                ),
                Some(opener) if opener.text(self.text) != partner(closer) => {
                    Some(self.unclosed(opener, Some(found)))
                }
                Some(_) => None,
            },
            // What stands no further in than the line that opened the brace does not belong into it.
            Some((found, _)) => {
                let opener = open.last().filter(|opener| open.len() > 1 && opener.text(self.text) == "{")?;
                let line =
                    stop.tokens.iter().rfind(|token| token.first && token.at.start <= opener.at.start)?;
                (found.first && stop.wants(&[Rule::statement]) && self.column(found) <= self.column(line))
                    .then(|| self.unclosed(opener, Some(found)))
            }
        }
    }

    fn unclosed(&self, opener: &Token, before: Option<&Token>) -> Diagnostic {
        let text = opener.text(self.text);
        let closer = partner(text);
        let diagnostic = Diagnostic::error("syntax::unclosed", format!("this `{text}` is not closed"))
            .at(self.span(opener), "opened here");
        match before {
            Some(found) => diagnostic.at(self.span(found), format!("expected `{closer}` before this")),
            None => diagnostic,
        }
        .help(format!("every `{text}` needs its `{closer}`"))
    }

    /// The brackets that are open after these tokens.
    fn open<'t>(&self, tokens: &[&'t Token]) -> Vec<&'t Token> {
        let mut open = Vec::new();
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Sign) {
            match token.text(self.text) {
                "{" | "(" => open.push(*token),
                "}" | ")" => {
                    open.pop();
                }
                _ => {}
            }
        }
        open
    }

    /// A brace whose closing brace stands further left than the line that opened it: the one that was
    /// forgotten, while the last one left open only lost its partner to it.
    fn misaligned<'t>(&self, tokens: &[&'t Token]) -> Option<&'t Token> {
        let mut open: Vec<(&Token, usize)> = Vec::new();
        let mut indent = 0;
        for token in tokens {
            if token.first {
                indent = self.column(token);
            }
            match token.text(self.text) {
                "{" => open.push((token, indent)),
                "}" => {
                    let (opener, opened) = open.pop()?;
                    if token.first && indent < opened {
                        return Some(opener);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The bytes between the beginning of the line and the token.
    fn column(&self, token: &Token) -> usize {
        let before = self.text.get(..token.at.start).unwrap_or("");
        before.len() - before.rfind('\n').map_or(0, |at| at + 1)
    }
}

fn partner(bracket: &str) -> &'static str {
    match bracket {
        "{" => "}",
        "(" => ")",
        "}" => "{",
        _ => "(",
    }
}
