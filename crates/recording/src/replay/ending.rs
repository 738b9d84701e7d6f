//! What is left over: after each turn, and when the game is over.

use std::collections::{BTreeMap, BTreeSet};

use rota_board::Tile;
use rota_bytecode::Form;
use rota_bytecode::program::Owner;
use rota_game::{Event, Game, PieceLocation, TileState};

use super::{Replay, rotation};
use crate::comparison::{Comparison, names};
use crate::verdict::Stop;

impl Replay<'_> {
    /// Compares the pieces that each player has in supply.
    pub fn supplies(&self, compare: Comparison, supplies: &[BTreeMap<String, i64>]) -> Result<(), Stop> {
        let kinds = &self.game.rules().program().declared.pieces;
        for (seat, supply) in supplies.iter().enumerate() {
            let mut expected: BTreeMap<&str, i64> = BTreeMap::new();
            for (name, count) in supply {
                *expected.entry(self.mapping.piece(name)?.piece.as_str()).or_default() += count;
            }
            let mut got: BTreeMap<&str, i64> = BTreeMap::new();
            for piece in self.game.position().pieces() {
                let Some(kind) = kinds.get(usize::from(piece.kind)) else { continue };
                if piece.owner().map(usize::from) == Some(seat) && piece.on().is_none() {
                    *got.entry(kind.name.as_str()).or_default() += 1;
                }
            }
            expected.retain(|_, count| *count != 0);
            compare.same(&format!("pieces in supply of seat {}", seat + 1), &expected, &got, numbered)?;
        }
        Ok(())
    }

    /// Compares the tokens that each player has.
    pub fn tokens(&self, compare: Comparison, tokens: &[BTreeMap<String, i64>]) -> Result<(), Stop> {
        for (seat, own) in tokens.iter().enumerate() {
            let mut expected: BTreeMap<&str, i64> = BTreeMap::new();
            for (name, count) in own {
                expected.insert(self.mapping.token(name)?, *count);
            }
            let count = |name| token_count(&self.game, name, seat).map(|count| (name, count));
            let mut got: BTreeMap<&str, i64> = self.mapping.tokens().filter_map(count).collect();
            expected.retain(|_, count| *count != 0);
            got.retain(|_, count| *count != 0);
            compare.same(&format!("tokens of seat {}", seat + 1), &expected, &got, numbered)?;
        }
        Ok(())
    }

    /// Compares what happens after the last turn.
    pub fn ending(&mut self) -> Result<(), Stop> {
        let compare = Comparison { turn: None };
        if !self.game.is_over() || self.game.fault().is_some() {
            return Err(compare.differs("what follows", "the end of the game", self.standing()));
        }
        let events = self.game.history().events();
        let rest = events.get(self.compared..).unwrap_or_default();
        let discarded = rest.iter().filter_map(|event| {
            let Event::Discarded { tile } = event else { return None };
            self.is_tile(*tile).then(|| self.name_of(*tile))
        });
        let discarded: Vec<&str> = discarded.collect();
        let thrown = self.transcript.discarded_at_end.iter();
        let thrown = thrown.map(|tile| self.mapping.tile(tile).map(|(tile, _)| tile));
        let thrown: Vec<&str> = thrown.collect::<Result<_, _>>()?;
        compare.same(super::DISCARDED, &thrown, &discarded, |tiles| names(tiles))?;
        self.scores(compare, &self.transcript.final_scored, self.compared..events.len())?;
        compare.same_numbers("points", &self.transcript.final_points, self.game.points())?;
        self.counts.totals += self.game.points().len() as u64;
        self.tokens(compare, &self.transcript.final_tokens)?;
        self.placed(compare)
    }

    /// Compares all that lies on the table.
    pub fn placed(&self, compare: Comparison) -> Result<(), Stop> {
        let mut expected = BTreeSet::new();
        for (name, x, y, degrees) in &self.transcript.placed {
            let (tile, turned) = self.mapping.tile(name)?;
            expected.insert(format!("{tile} at {x},{y} turned {}", rotation(*degrees, turned)?));
        }
        let got = self.laid().map(|(name, laid)| {
            format!("{name} at {},{} turned {}", laid.cell.x, laid.cell.y, laid.rotation)
        });
        compare.same_set("tiles on the table", &expected, &got.collect())
    }

    /// The tiles on the table, each with its full name.
    pub fn laid(&self) -> impl Iterator<Item = (&str, Tile)> {
        let position = self.game.position();
        let tiles = position.tiles().iter().enumerate();
        tiles.filter_map(|(tile, state)| {
            let TileState::Laid(laid) = state else { return None };
            Some((self.game.rules().kind_of(tile).name.as_str(), position.board().tile(*laid)))
        })
    }
}

fn numbered(numbers: &BTreeMap<&str, i64>) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    numbers.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// How many tokens of a sort a player has: as goods, as packs count them in a variable, as pieces, the own ones in
/// supply and those of nobody that the player keeps, or as tiles in the own keep. A variable that holds one player
/// stands for one token.
pub(crate) fn token_count(game: &Game, name: &str, seat: usize) -> Option<i64> {
    let player = u8::try_from(seat).ok()?;
    if let Some(count) = game.stock(name, Some(player)) {
        return Some(count);
    }
    let declared = &game.rules().program().declared;
    if let Some(var) = declared.vars.iter().find(|var| var.name == name) {
        if var.owner == Owner::Game {
            let held = game.variable(name, 0)?;
            // One player, or a set of them, each a bit.
            let is_held =
                if var.ty.form == Form::Many { held >> player & 1 == 1 } else { held == i64::from(player) };
            return Some(i64::from(is_held));
        }
        return game.variable(name, u32::from(player));
    }
    let Some(kind) = declared.pieces.iter().position(|kind| kind.name == name) else {
        return stowed_tiles(game, name, player);
    };
    let of_kind = game.position().pieces().iter().filter(|piece| usize::from(piece.kind) == kind);
    let own = of_kind.filter(|piece| match piece.owner() {
        Some(owner) => owner == player && piece.location == PieceLocation::Supply,
        None => piece.location == PieceLocation::Keep(player),
    });
    Some(own.count() as i64)
}

/// How many tiles of a name a player keeps; nothing where the game has none.
pub(crate) fn stowed_tiles(game: &Game, name: &str, player: u8) -> Option<i64> {
    let states = game.position().tiles().iter().enumerate();
    let mut own = states.filter(|(tile, _)| game.rules().kind_of(*tile).name == name).peekable();
    own.peek()?;
    Some(own.filter(|(_, state)| matches!(state, TileState::Stowed(by, _) if *by == player)).count() as i64)
}
