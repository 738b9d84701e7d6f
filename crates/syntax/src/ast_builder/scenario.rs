//! Lines of a scenario.

use pest::iterators::Pair;
use rota_source::{Span, Spanned};

use super::{AstBuilder, Built, Parts, only};
use crate::ast::{Item, ItemKind, Line, LineKind, Name};
use crate::grammar::Rule;

impl AstBuilder<'_> {
    /// The head of a scenario; its lines are parsed one by one and come from the caller.
    pub(crate) fn scenario(&self, head: Pair<'_, Rule>, lines: Vec<Line>, end: Span) -> Built<Item> {
        let span = self.span(&head).to(end);
        let mut parts = Parts::of(head);
        let wrong = parts.has(Rule::wrong);
        let title = self.text(&parts.need(Rule::text, self)?);
        let ids = match parts.take(Rule::ids) {
            Some(ids) => Parts::of(ids).all(Rule::id, |id| self.name(&id))?,
            None => Vec::new(),
        };
        Ok(Item { span, ids, wrong, kind: ItemKind::Scenario { title, lines } })
    }

    /// One line.
    pub(crate) fn line(&self, pair: Pair<'_, Rule>) -> Built<Line> {
        let pair = Parts::of(pair).need(Rule::scenario_line, self)?;
        let span = self.span(&pair);
        let kind = match only(pair) {
            line if line.as_rule() == Rule::expect_line => self.line_kind(Parts::of(line).any(self)?)?,
            line => self.line_kind(line)?,
        };
        Ok(Line { span, kind })
    }

    /// What a line says, or what stands behind its `expect`.
    pub(crate) fn line_kind(&self, pair: Pair<'_, Rule>) -> Built<LineKind> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        match rule {
            Rule::expect_none
            | Rule::expect_offered
            | Rule::expect_refused
            | Rule::expect_over
            | Rule::expect_options
            | Rule::expect_decides
            | Rule::expect_scores
            | Rule::expect_pays
            | Rule::expect_that => self.expectation(rule, &mut parts),
            _ => self.move_line(rule, &mut parts),
        }
    }

    /// What prepares or moves the game.
    fn move_line(&self, rule: Rule, parts: &mut Parts<'_>) -> Built<LineKind> {
        const WORD: Rule = Rule::word;
        Ok(match rule {
            Rule::option_line => {
                LineKind::Option { name: self.needed(parts, WORD)?, value: self.initial(parts)? }
            }
            Rule::variant_line => LineKind::Variant { name: self.needed(parts, WORD)? },
            Rule::with_line => LineKind::With { pack: self.needed(parts, Rule::path)? },
            Rule::begin_line => LineKind::Start { name: self.needed(parts, Rule::path)? },
            Rule::ground_line => LineKind::Ground,
            Rule::players_line => LineKind::Players { names: parts.all(WORD, |name| self.name(&name))? },
            Rule::lay_line => LineKind::Lay {
                tile: self.needed(parts, Rule::path)?,
                x: self.number(parts, Rule::signed)?.node,
                y: self.number(parts, Rule::signed)?.node,
                turned: parts
                    .optional(Rule::turned, |turned| self.number(turned, Rule::signed))?
                    .map_or(0, |turned| turned.node),
            },
            Rule::stand_line => LineKind::Stand {
                piece: self.needed(parts, WORD)?,
                owner: self.inside(parts, Rule::stand_of, WORD)?,
                at: self.rest(parts)?,
            },
            Rule::pile_line => LineKind::Pile {
                of: parts.take(Rule::pile_of).map(|bag| self.name(&bag)).transpose()?,
                tiles: parts.all(Rule::pile_entry, |entry| {
                    let mut parts = Parts::of(entry);
                    Ok((self.needed(&mut parts, Rule::path)?, self.copies(&mut parts)?))
                })?,
            },
            Rule::die_line => LineKind::Die {
                name: self.needed(parts, WORD)?,
                values: parts.all(Rule::signed, |value| self.int(&value))?,
            },
            Rule::points_line => LineKind::Points {
                player: self.needed(parts, WORD)?,
                points: self.number(parts, Rule::signed)?,
            },
            Rule::keep_line => LineKind::Keep {
                thing: self.needed(parts, Rule::path)?,
                copies: self.copies(parts)?,
                player: self.needed(parts, WORD)?,
            },
            _ => LineKind::Takes { player: self.needed(parts, WORD)?, option: self.rest(parts)? },
        })
    }

    fn expectation(&self, rule: Rule, parts: &mut Parts<'_>) -> Built<LineKind> {
        Ok(match rule {
            Rule::expect_none => LineKind::NoScores,
            Rule::expect_over => LineKind::Over,
            Rule::expect_offered => LineKind::Offered { option: self.rest(parts)? },
            Rule::expect_refused => LineKind::Refused { option: self.rest(parts)? },
            Rule::expect_options => LineKind::Options { count: self.number(parts, Rule::int)?.node },
            Rule::expect_decides => LineKind::Decides { player: self.needed(parts, Rule::word)? },
            Rule::expect_scores => LineKind::Scores {
                player: self.needed(parts, Rule::word)?,
                points: self.number(parts, Rule::signed)?.node,
                reason: self.inside(parts, Rule::as_reason, Rule::word)?,
                formula: self.formula(parts)?,
            },
            Rule::expect_pays => LineKind::Pays {
                player: self.needed(parts, Rule::word)?,
                points: self.number(parts, Rule::int)?.node,
                to: self.inside(parts, Rule::pays_to, Rule::word)?,
                reason: self.inside(parts, Rule::as_reason, Rule::word)?,
                formula: self.formula(parts)?,
            },
            _ => LineKind::That { expr: self.operand(parts)? },
        })
    }

    /// How many there are of something.
    fn copies(&self, parts: &mut Parts<'_>) -> Built<i64> {
        let copies = parts.optional(Rule::copies, |copies| self.number(copies, Rule::int))?;
        Ok(copies.map_or(1, |copies| copies.node))
    }

    /// How points came about.
    fn formula(&self, parts: &mut Parts<'_>) -> Built<Option<Name>> {
        parts.optional(Rule::formula, |formula| Ok(self.text(&formula.need(Rule::text, self)?)))
    }

    /// The words up to the end of the line, with one blank between them.
    fn rest(&self, parts: &mut Parts<'_>) -> Built<Name> {
        let pair = parts.need(Rule::rest, self)?;
        let words: Vec<&str> = pair.as_str().split_whitespace().collect();
        Ok(Spanned::new(words.join(" "), self.span(&pair)))
    }
}
