//! Which rule a line of a scenario fits, by its first words. The grammar alone tries one rule after the other.
//!
//! A guess saves time and settles nothing: where its rule does not fit, the whole grammar has its say. No rule
//! that the grammar tries before the guessed one can fit a line with these words.

use crate::grammar::Rule;
use crate::scan::{Kind, Token};

/// Returns the rule, and at which token of the line it begins.
pub(crate) fn line_rule(source: &str, tokens: &[Token]) -> Option<(Rule, usize)> {
    let word = |place: usize| tokens.get(place).map_or("", |token| token.text(source));
    let rule = match word(0) {
        "expect" => return Some((expectation(word(1), word(2), tokens.get(1)?.kind), 1)),
        "lay" if word(1) == "start" => Rule::ground_line,
        "lay" => Rule::lay_line,
        "stand" => Rule::stand_line,
        "pile" => Rule::pile_line,
        "keep" => Rule::keep_line,
        "die" => Rule::die_line,
        "points" => Rule::points_line,
        "option" => Rule::option_line,
        "variant" => Rule::variant_line,
        "with" => Rule::with_line,
        "start" => Rule::begin_line,
        "players" => Rule::players_line,
        _ if word(1) == "takes" => Rule::takes_line,
        _ => return None,
    };
    Some((rule, 0))
}

fn expectation(first: &str, second: &str, kind: Kind) -> Rule {
    match (first, second) {
        ("no", "scores") => Rule::expect_none,
        ("offered", _) => Rule::expect_offered,
        ("refused", _) => Rule::expect_refused,
        ("game", "over") => Rule::expect_over,
        (_, "option" | "options") if kind == Kind::Number => Rule::expect_options,
        (_, "decides") => Rule::expect_decides,
        (_, "scores") => Rule::expect_scores,
        (_, "pays") => Rule::expect_pays,
        _ => Rule::expect_that,
    }
}
