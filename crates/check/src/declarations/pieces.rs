//! Kinds of pieces: their traits, and how many there are for how many players.

use rota_bytecode::program::MOST_PLAYERS;
use rota_bytecode::{Sort, Type};
use rota_source::{Diagnostic, Span, meant};
use rota_syntax::ast::{self, CountCase, Name};

use super::declare::MOST_SEATS;
use crate::checker::{Checker, undeclared};

/// The most pieces of a kind that somebody has.
const MOST_PIECES: i64 = 100;

impl Checker<'_> {
    /// The traits of a piece, one bit each.
    pub(crate) fn traits_of(&mut self, traits: &[Name]) -> u32 {
        let mut bits = 0;
        for word in traits {
            match self.declared.traits.iter().position(|known| *known == word.node) {
                Some(bit) => bits |= 1u32 << bit.min(31),
                None => self.report_unknown_trait(word),
            }
        }
        bits
    }

    fn report_unknown_trait(&mut self, word: &Name) {
        let help = if self.declared.pieces.iter().any(|piece| piece.name == word.node) {
            format!("`{word}` is a piece; pieces have traits in common: `trait …`").into()
        } else {
            meant(word, &self.declared.traits).unwrap_or_else(|| format!("declare it: `trait {word}`").into())
        };
        undeclared("names::unknown-trait", format!("unknown trait `{word}`"), word)
            .help(help)
            .report(self.diagnostics);
    }

    /// How many pieces of a kind there are where one plays, where two play and so on.
    pub(crate) fn piece_counts(
        &mut self,
        name: &Name,
        count: &ast::Expr,
        cases: &[CountCase],
    ) -> [u16; MOST_PLAYERS] {
        let mut counts = [self.piece_count(count); MOST_PLAYERS];
        let mut told: [Option<Span>; MOST_PLAYERS] = [None; MOST_PLAYERS];
        for CountCase { count, least, most } in cases {
            let of_case = self.piece_count(count);
            let span = least.span.to(most.span);
            if least.node < 1 || most.node > MOST_SEATS || least.node > most.node {
                Diagnostic::error("names::players", "so many players cannot sit at a table")
                    .at(span, format!("expected a number or a range within 1..{MOST_SEATS}"))
                    .help(format!("as in `piece {name} each 7, 8 for 2 players, 6 for 5..6 players`"))
                    .report(self.diagnostics);
                continue;
            }
            let mut before = None;
            for ((seats, own), known) in (1..).zip(&mut counts).zip(&mut told) {
                if (least.node..=most.node).contains(&seats) {
                    *own = of_case;
                    before = before.or(known.replace(span).map(|known| (seats, known)));
                }
            }
            let (fewest, largest) = self.declared.players;
            if let Some((seats, known)) = before {
                let message = format!("how many `{name}` there are for {seats} players is said twice");
                Diagnostic::error("names::duplicate", message)
                    .at(span, "again here")
                    .at(known, "first said here")
                    .help("let one count hold for each number of players")
                    .report(self.diagnostics);
            } else if largest > 0 && (most.node < i64::from(fewest) || least.node > i64::from(largest)) {
                Diagnostic::warning("names::players", "nobody plays with so many players")
                    .at(span, "this count never holds")
                    .help(format!("{fewest}..{largest} play in this game"))
                    .report(self.diagnostics);
            }
        }
        counts
    }

    fn piece_count(&mut self, count: &ast::Expr) -> u16 {
        let count = self.constant_of(count, Type::one(Sort::Int), Some((0, MOST_PIECES)));
        count.and_then(|count| u16::try_from(count).ok()).unwrap_or(0)
    }
}
