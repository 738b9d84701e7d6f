//! What follows from the rules and the number of players: which places the variables have, how tiles turn.

use rota_board::Rotations;
use rota_bytecode::program::Owner;

use crate::rules::{MAX_PLAYERS, NEUTRAL, Rules};

/// The places of a variable in the flat list of all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VarLayout {
    /// The place of the value with key 0.
    pub first: u32,
    /// How many keys there are whose values are read as they are; none for features and cells.
    pub count: u32,
    /// How many values there are.
    pub room: u32,
    /// What the variable belongs to.
    pub owner: Owner,
    /// Whether only the player it belongs to may see it.
    pub secret: bool,
}

impl VarLayout {
    /// Where these places are in the list of all values.
    pub fn range(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + self.room as usize
    }

    /// The place of a value that is read as it is.
    #[inline]
    pub fn place(&self, key: i64) -> Option<usize> {
        // A negative number becomes a large one here, so that one comparison answers both questions.
        let is_plain = (key as u64) < u64::from(self.count);
        is_plain.then(|| self.first as usize + key as usize)
    }

    /// These places of the list of all values.
    pub fn of<'v>(&self, vars: &'v [i64]) -> &'v [i64] {
        vars.get(self.range()).unwrap_or(&[])
    }
}

/// A table that has been set: the same for every position of a game.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub players: u8,
    pub rotations: Rotations,
    /// One entry for each variable of the program.
    pub vars: Vec<VarLayout>,
}

impl Layout {
    pub fn new(rules: &Rules, players: u8, rotations: Rotations) -> Layout {
        let players = players.min(MAX_PLAYERS);
        let pieces = pieces(rules, players).count();
        let mut first = 0;
        let places = rules.program().declared.vars.iter().map(|var| {
            let count = match var.owner {
                // What is in sets is kept apart.
                _ if var.ty.is_list() => 0,
                Owner::Game => 1,
                Owner::Player => usize::from(players),
                Owner::Piece => pieces,
                // Cards are numbered with the tiles.
                Owner::Tile | Owner::Card => rules.stock().tiles.len(),
                Owner::Segment | Owner::Feature => rules.segment_count(),
                // They are kept apart: there is no end of cells.
                Owner::Cell => 0,
            };
            let room = count as u32;
            let count = if matches!(var.owner, Owner::Feature | Owner::Cell) { 0 } else { room };
            let places = VarLayout { first, count, room, owner: var.owner, secret: var.secret };
            first += room;
            places
        });
        let vars = places.collect();
        Layout { players, rotations, vars }
    }

    /// The place of a piece kind's count in the list of supplies; neutral pieces come behind the players.
    pub fn supply(&self, kind: u8, owner: u8) -> usize {
        let seat = if owner == NEUTRAL { self.players } else { owner };
        usize::from(kind) * (usize::from(self.players) + 1) + usize::from(seat)
    }
}

/// All pieces in the order of their numbers, as kind and owner: kind by kind, seat by seat.
pub(crate) fn pieces(rules: &Rules, players: u8) -> impl Iterator<Item = (u8, u8)> {
    let kinds = rules.program().declared.pieces.iter().zip(0_u8..);
    kinds.flat_map(move |(kind, index)| {
        let owners = if kind.neutral { NEUTRAL..=NEUTRAL } else { 0..=players.saturating_sub(1) };
        owners.flat_map(move |owner| (0..kind.count(usize::from(players))).map(move |_| (index, owner)))
    })
}

/// The number of the first piece of a kind, as [`pieces`] counts them.
pub(crate) fn first_piece(rules: &Rules, players: u8, kind: u8) -> usize {
    let before = rules.program().declared.pieces.iter().take(usize::from(kind));
    let owners = |neutral: bool| if neutral { 1 } else { usize::from(players) };
    before.map(|kind| owners(kind.neutral) * usize::from(kind.count(usize::from(players)))).sum()
}
