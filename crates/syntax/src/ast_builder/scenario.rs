//! Lines of a scenario.

use pest::iterators::Pair;
use rota_source::{Span, Spanned};

use super::{AstBuilder, BuildTable, Built, Parts, only};
use crate::ast::{Item, ItemKind, Line, LineKind, Name, ScoreKind, ScoreLine};
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

    /// The head of a set-up, whose lines come from the caller as well.
    pub(crate) fn setup(&self, head: Pair<'_, Rule>, lines: Vec<Line>, end: Span) -> Built<Item> {
        let span = self.span(&head).to(end);
        let name = self.needed(&mut Parts::of(head), WORD)?;
        Ok(Item { span, ids: Vec::new(), wrong: false, kind: ItemKind::Setup { name, lines } })
    }

    /// The title of a case.
    pub(crate) fn case_title(&self, head: Pair<'_, Rule>) -> Built<Name> {
        Ok(self.text(&Parts::of(head).need(Rule::text, self)?))
    }

    /// The words of one option, which stand on a line of their own.
    pub(crate) fn words(&self, text: &str, at: Span) -> Name {
        Spanned::new(single_spaced(text), at)
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
        if matches!(rule, Rule::expect_scores | Rule::expect_pays | Rule::expect_paid) {
            return self.score(pair, false);
        }
        self.build(&[MOVES, EXPECTATIONS], rule, &mut Parts::of(pair))
    }

    /// A tile, the cell in which it lies and how often it is turned.
    pub(super) fn laid(&self, parts: &mut Parts<'_>) -> Built<(Name, i64, i64, i64)> {
        let tile = self.needed(parts, Rule::path)?;
        let (x, y) = (self.number(parts, Rule::signed)?.node, self.number(parts, Rule::signed)?.node);
        let turned = parts.optional(Rule::turned, |turned| self.number(turned, Rule::signed))?;
        Ok((tile, x, y, turned.map_or(0, |turned| turned.node)))
    }

    /// How many there are of something.
    pub(super) fn copies(&self, parts: &mut Parts<'_>) -> Built<i64> {
        let copies = parts.optional(Rule::copies, |copies| self.number(copies, Rule::int))?;
        Ok(copies.map_or(1, |copies| copies.node))
    }

    /// Tiles or cards, and how many of each.
    pub(super) fn entries(&self, parts: &mut Parts<'_>) -> Built<Vec<(Name, i64)>> {
        parts.all(Rule::pile_entry, |entry| {
            let mut parts = Parts::of(entry);
            Ok((self.needed(&mut parts, Rule::path)?, self.copies(&mut parts)?))
        })
    }

    /// How points came about.
    fn formula(&self, parts: &mut Parts<'_>) -> Built<Option<Name>> {
        parts.optional(Rule::formula, |formula| Ok(self.text(&formula.need(Rule::text, self)?)))
    }

    /// The words up to the end of the line, with one blank between them.
    fn rest(&self, parts: &mut Parts<'_>) -> Built<Name> {
        let pair = parts.need(Rule::rest, self)?;
        Ok(self.words(pair.as_str(), self.span(&pair)))
    }

    fn score(&self, pair: Pair<'_, Rule>, later: bool) -> Built<LineKind> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let parts = &mut parts;
        let player = self.needed(parts, WORD)?;
        let amount =
            self.number(parts, if rule == Rule::expect_scores { Rule::signed } else { Rule::int })?.node;
        let of = self.inside(parts, Rule::of_stock, WORD)?;
        let to = self.inside(parts, Rule::pays_to, WORD)?;
        let reason = self.inside(parts, Rule::as_reason, WORD)?;
        let at = parts.optional(Rule::scored_at, |at| {
            let words = at.need(Rule::scored_words, self)?;
            Ok(self.words(words.as_str(), self.span(&words)))
        })?;
        let formula = self.formula(parts)?;
        let kind = if rule == Rule::expect_pays {
            ScoreKind::Pays { to }
        } else if rule == Rule::expect_paid {
            ScoreKind::IsPaid
        } else {
            ScoreKind::Scores
        };
        Ok(LineKind::Scores(Box::new(ScoreLine { later, player, amount, of, kind, reason, at, formula })))
    }
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
        let (tile, x, y, turned) = ast.laid(parts)?;
        Ok(LineKind::Lay { tile, x, y, turned })
    }),
    (Rule::stand_line, |ast, parts| {
        Ok(LineKind::Stand {
            piece: ast.needed(parts, WORD)?,
            copies: ast.copies(parts)?,
            owner: ast.inside(parts, Rule::stand_of, WORD)?,
            at: ast.rest(parts)?,
        })
    }),
    (Rule::pile_line, |ast, parts| {
        Ok(LineKind::Pile {
            of: parts.take(Rule::pile_of).map(|bag| ast.name(&bag)).transpose()?,
            tiles: ast.entries(parts)?,
            and_so_on: parts.take(Rule::and_so_on).is_some(),
        })
    }),
    (Rule::die_line, |ast, parts| {
        Ok(LineKind::Die {
            name: ast.needed(parts, WORD)?,
            faces: parts.all(Rule::face, |face| ast.name(&face))?,
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
    (Rule::row_line, |ast, parts| {
        Ok(LineKind::Row { row: ast.needed(parts, WORD)?, things: ast.entries(parts)? })
    }),
    (Rule::setup_line, |ast, parts| Ok(LineKind::Setup { name: ast.needed(parts, WORD)? })),
    (Rule::given_line, |ast, parts| {
        Ok(LineKind::Given { statement: ast.statement(only(parts.need(Rule::statement, ast)?))? })
    }),
    (Rule::first_line, |ast, parts| Ok(LineKind::Begins { player: ast.needed(parts, WORD)? })),
    (Rule::then_line, |ast, parts| ast.score(parts.any(ast)?, true)),
    (Rule::takes_line, |ast, parts| {
        Ok(LineKind::Takes { player: ast.needed(parts, WORD)?, option: ast.rest(parts)? })
    }),
];

const EXPECTATIONS: BuildTable<LineKind> = &[
    (Rule::expect_none, |_, _| Ok(LineKind::NoScores)),
    (Rule::expect_wins, |ast, parts| Ok(LineKind::Wins { names: parts.all(WORD, |name| ast.name(&name))? })),
    (Rule::expect_over, |_, _| Ok(LineKind::Over)),
    (Rule::expect_offered, |ast, parts| Ok(LineKind::Offered { option: ast.rest(parts)? })),
    (Rule::expect_refused, |ast, parts| Ok(LineKind::Refused { option: ast.rest(parts)? })),
    (Rule::expect_options, |ast, parts| Ok(LineKind::Options { count: ast.number(parts, Rule::int)?.node })),
    (Rule::expect_no_setup, |ast, parts| {
        let line = parts.any(ast)?;
        let span = ast.span(&line);
        Ok(LineKind::NoSetup { line: Box::new(Line { span, kind: ast.line_kind(line)? }) })
    }),
    (Rule::expect_decides, |ast, parts| {
        let player = ast.needed(parts, WORD)?;
        let asked = parts.optional(Rule::asked_at, |asked| {
            let prompt = |asked: &mut Parts<'_>| asked.take(Rule::text).map(|text| ast.text(&text));
            Ok((ast.needed(asked, WORD)?, prompt(asked)))
        })?;
        let (at, prompt) = asked.map_or((None, None), |(at, prompt)| (Some(at), prompt));
        Ok(LineKind::Decides { player, at, prompt })
    }),
    (Rule::expect_that, |ast, parts| Ok(LineKind::That { expr: ast.operand(parts)? })),
];
