//! Which rule a line of a scenario fits, by its first words. The grammar alone tries one rule after the other.
//!
//! A prediction saves time and settles nothing: where its rule does not fit, the whole grammar has its say. No
//! rule that the grammar tries before the predicted one can fit a line with these words.

use crate::constructs::{Construct, Group};
use crate::grammar::Rule;
use crate::lexer::{Token, TokenKind};

/// Returns the rule, and at which token of the line it begins.
pub(crate) fn line_rule(source: &str, tokens: &[Token]) -> Option<(Rule, usize)> {
    let word = |place: usize| tokens.get(place).map_or("", |token| token.text(source));
    match (word(0), word(1)) {
        ("expect", first) => Some((expectation(first, word(2), tokens.get(1)?.kind)?, 1)),
        ("lay", "start") => Some((Rule::ground_line, 0)),
        (first, second) => {
            // A line that a player takes begins with a name: any but the word itself.
            let of_player = |line: &&Construct| matches!(line.rule, Rule::takes_line | Rule::first_line);
            let line = Group::Line.find(first).filter(|line| !of_player(line));
            let takes = || Group::Line.find(second).filter(of_player);
            Some((line.or_else(takes)?.rule, 0))
        }
    }
}

fn expectation(first: &str, second: &str, kind: TokenKind) -> Option<Rule> {
    Some(match (first, second) {
        ("no", "scores") => Rule::expect_none,
        ("offered", _) => Rule::expect_offered,
        ("refused", "players" | "lay" | "stand") => return None,
        ("refused", _) => Rule::expect_refused,
        ("game", "over") => Rule::expect_over,
        (_, "option" | "options") if kind == TokenKind::Number => Rule::expect_options,
        (_, "decides") => Rule::expect_decides,
        (_, "scores") => Rule::expect_scores,
        (_, "pays") => Rule::expect_pays,
        _ => Rule::expect_that,
    })
}
