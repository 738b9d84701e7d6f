//! Which options nothing tells apart: pieces, tiles and cards of one kind in one place, of which nothing is kept.

use rota_bytecode::Sort;
use rota_bytecode::program::Owner;

use crate::position::TileState;
use crate::questions::Questions;
use crate::var_sets::SetOf;

impl Questions<'_> {
    /// Whether nothing tells two values of a sort apart for the player on a seat.
    pub(crate) fn is_alike(self, seat: u8, sort: Sort, one: i64, other: i64) -> bool {
        let looks_alike = if sort == Sort::Piece {
            self.pieces_look_alike(one, other)
        } else {
            self.tiles_look_alike(seat, one, other)
        };
        sort.has_copies() && looks_alike == Some(true) && self.has_same_values(sort, one, other)
    }

    fn pieces_look_alike(self, one: i64, other: i64) -> Option<bool> {
        let (one, other) = (self.piece(one).ok()?, self.piece(other).ok()?);
        Some((one.kind, one.owner, one.location) == (other.kind, other.owner, other.location))
    }

    /// What the player does not see is like nothing else: how many are alike would tell of it. What is stacked lies
    /// in an order.
    fn tiles_look_alike(self, seat: u8, one: i64, other: i64) -> Option<bool> {
        let (one, other) = (self.tile(one).ok()?, self.tile(other).ok()?);
        let state = self.position.tile(one)?;
        let is_seen = state.seen_by().is_none_or(|seats| seats.contains(Some(seat)));
        let is_unordered = !matches!(state, TileState::Stacked(_) | TileState::Laid(_));
        let kind = |tile: usize| self.rules.stock().tiles.get(tile).map(|tile| tile.kind);
        Some(
            is_seen
                && is_unordered
                && self.position.tile(other) == Some(state)
                && kind(one) == kind(other)
                && self.position.came_from(one) == self.position.came_from(other),
        )
    }

    /// Whether each variable has the same value for both and none has one of them as its value, and whether those
    /// that hold sets hold both of them or neither.
    fn has_same_values(self, sort: Sort, one: i64, other: i64) -> bool {
        let belongs = |owner| match owner {
            Owner::Piece => sort == Sort::Piece,
            Owner::Tile => sort == Sort::Tile,
            Owner::Card => sort == Sort::Card,
            Owner::Game | Owner::Player | Owner::Segment | Owner::Feature | Owner::Cell => false,
        };
        let declared = &self.rules.program().declared.vars;
        (0_u16..).zip(declared.iter().zip(&self.layout.vars)).all(|(number, (var, places))| {
            let names = |value: i64| {
                places.of(&self.position.vars).contains(&value)
                    || self.position.cell_values.holds(number, value)
            };
            let sets = &self.position.sets;
            if var.ty.is_list() {
                let members = |key| sets.members(SetOf { var: number, key });
                return (!belongs(var.owner) || members(one).eq(members(other)))
                    && (var.ty.sort != sort || sets.hold_alike(number, one, other));
            }
            let value = |key| self.variable(number, key);
            !(belongs(var.owner) && value(one) != value(other))
                && !(var.ty.sort == sort && (names(one) || names(other)))
        })
    }
}
