//! Lines of a scenario.

use pest::iterators::Pair;
use rota_source::{Span, Spanned};

use super::{AstBuilder, BuildTable, Built, Parts, only};
use crate::ast::{Item, ItemKind, Line, LineKind, Name};
use crate::grammar::Rule;

const WORD: Rule = Rule::word;

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
        self.build(&[MOVES, EXPECTATIONS], rule, &mut Parts::of(pair))
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

/// What prepares or moves the game.
const MOVES: BuildTable<LineKind> = &[
    (Rule::option_line, |ast, parts| {
        Ok(LineKind::Option { name: ast.needed(parts, WORD)?, value: ast.initial(parts)? })
    }),
    (Rule::variant_line, |ast, parts| Ok(LineKind::Variant { name: ast.needed(parts, WORD)? })),
    (Rule::with_line, |ast, parts| Ok(LineKind::With { pack: ast.needed(parts, Rule::path)? })),
    (Rule::begin_line, |ast, parts| Ok(LineKind::Start { name: ast.needed(parts, Rule::path)? })),
    (Rule::ground_line, |_, _| Ok(LineKind::Ground)),
    (Rule::players_line, |ast, parts| {
        Ok(LineKind::Players { names: parts.all(WORD, |name| ast.name(&name))? })
    }),
    (Rule::lay_line, |ast, parts| {
        Ok(LineKind::Lay {
            tile: ast.needed(parts, Rule::path)?,
            x: ast.number(parts, Rule::signed)?.node,
            y: ast.number(parts, Rule::signed)?.node,
            turned: parts
                .optional(Rule::turned, |turned| ast.number(turned, Rule::signed))?
                .map_or(0, |turned| turned.node),
        })
    }),
    (Rule::stand_line, |ast, parts| {
        Ok(LineKind::Stand {
            piece: ast.needed(parts, WORD)?,
            owner: ast.inside(parts, Rule::stand_of, WORD)?,
            at: ast.rest(parts)?,
        })
    }),
    (Rule::pile_line, |ast, parts| {
        Ok(LineKind::Pile {
            of: parts.take(Rule::pile_of).map(|bag| ast.name(&bag)).transpose()?,
            tiles: parts.all(Rule::pile_entry, |entry| {
                let mut parts = Parts::of(entry);
                Ok((ast.needed(&mut parts, Rule::path)?, ast.copies(&mut parts)?))
            })?,
        })
    }),
    (Rule::die_line, |ast, parts| {
        Ok(LineKind::Die {
            name: ast.needed(parts, WORD)?,
            values: parts.all(Rule::signed, |value| ast.int(&value))?,
        })
    }),
    (Rule::points_line, |ast, parts| {
        Ok(LineKind::Points { player: ast.needed(parts, WORD)?, points: ast.number(parts, Rule::signed)? })
    }),
    (Rule::keep_line, |ast, parts| {
        Ok(LineKind::Keep {
            thing: ast.needed(parts, Rule::path)?,
            copies: ast.copies(parts)?,
            player: ast.needed(parts, WORD)?,
        })
    }),
    (Rule::takes_line, |ast, parts| {
        Ok(LineKind::Takes { player: ast.needed(parts, WORD)?, option: ast.rest(parts)? })
    }),
];

const EXPECTATIONS: BuildTable<LineKind> = &[
    (Rule::expect_none, |_, _| Ok(LineKind::NoScores)),
    (Rule::expect_over, |_, _| Ok(LineKind::Over)),
    (Rule::expect_offered, |ast, parts| Ok(LineKind::Offered { option: ast.rest(parts)? })),
    (Rule::expect_refused, |ast, parts| Ok(LineKind::Refused { option: ast.rest(parts)? })),
    (Rule::expect_options, |ast, parts| Ok(LineKind::Options { count: ast.number(parts, Rule::int)?.node })),
    (Rule::expect_decides, |ast, parts| Ok(LineKind::Decides { player: ast.needed(parts, Rule::word)? })),
    (Rule::expect_scores, |ast, parts| {
        Ok(LineKind::Scores {
            player: ast.needed(parts, Rule::word)?,
            points: ast.number(parts, Rule::signed)?.node,
            reason: ast.inside(parts, Rule::as_reason, Rule::word)?,
            formula: ast.formula(parts)?,
        })
    }),
    (Rule::expect_pays, |ast, parts| {
        Ok(LineKind::Pays {
            player: ast.needed(parts, Rule::word)?,
            points: ast.number(parts, Rule::int)?.node,
            to: ast.inside(parts, Rule::pays_to, Rule::word)?,
            reason: ast.inside(parts, Rule::as_reason, Rule::word)?,
            formula: ast.formula(parts)?,
        })
    }),
    (Rule::expect_that, |ast, parts| Ok(LineKind::That { expr: ast.operand(parts)? })),
];
