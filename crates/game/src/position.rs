//! The position: everything on and beside the table, flat and cheap to copy.

use rota_board::{Board, BoardDelta, SegmentId, TileId, clone_fields};

use crate::cell_values::CellValues;
use crate::history::Event;
use crate::layout::{Layout, pieces};
use crate::piece::{Piece, PieceLocation};
use crate::rules::Rules;
use crate::stocks::{Shortage, stock_place};
use crate::var_sets::VarSets;

/// Some of the seats at a table, as those who see something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// All of them, and onlookers as well.
    pub const ALL: PlayerSet = PlayerSet(u8::MAX);
    /// None of them.
    pub const NOBODY: PlayerSet = PlayerSet(0);

    /// The seats of a mask at a table with so many players; all of them for -1.
    pub(crate) fn of(mask: i64, players: u8) -> PlayerSet {
        let all = u8::MAX >> (8 - players.clamp(1, 8));
        let mask = mask as u8 & all;
        if mask == all { PlayerSet::ALL } else { PlayerSet(mask) }
    }

    /// These and those.
    pub(crate) fn union(self, other: PlayerSet, players: u8) -> PlayerSet {
        PlayerSet::of(i64::from(self.0 | other.0), players)
    }

    /// As a mask of players.
    pub(crate) fn mask(self, players: u8) -> i64 {
        i64::from(self.0 & u8::MAX >> (8 - players.clamp(1, 8)))
    }

    /// Whether a seat is one of them; an onlooker, for `None`, where all are.
    #[must_use]
    pub fn contains(self, seat: Option<u8>) -> bool {
        self == PlayerSet::ALL
            || seat.is_some_and(|seat| self.0.checked_shr(u32::from(seat)).unwrap_or(0) & 1 == 1)
    }

    /// The seats, unless they are all.
    pub fn members(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |seat| self != PlayerSet::ALL && self.0 >> seat & 1 == 1)
    }

    /// Whether some see it and others do not: then what is chosen may tell of it.
    pub(crate) fn is_partial(self) -> bool {
        !matches!(self, PlayerSet::ALL | PlayerSet::NOBODY)
    }
}

impl TileState {
    /// Who sees a tile that is drawn, kept or in a row; nothing for one that is none of these.
    #[must_use]
    pub fn seen_by(self) -> Option<PlayerSet> {
        match self {
            TileState::Hand(seats) | TileState::Stowed(_, seats) => Some(seats),
            TileState::Row(_) => Some(PlayerSet::ALL),
            TileState::Bag | TileState::Stacked(_) | TileState::Out | TileState::Laid(_) => None,
        }
    }

    /// Who knows a tile that is drawn, kept, in a row or stacked; nothing for one that is none of these.
    pub(crate) fn known_to(self) -> Option<PlayerSet> {
        if let TileState::Stacked(seats) = self { Some(seats) } else { self.seen_by() }
    }
}

/// Where a tile, or a card, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileState {
    /// In a bag.
    Bag,
    /// On top of a bag or under it, with those who know it.
    Stacked(PlayerSet),
    /// Drawn and not yet laid, with those who see it.
    Hand(PlayerSet),
    /// In the keep of a seat, with those who see it.
    Stowed(u8, PlayerSet),
    /// Open in a row, as an index into the declared rows.
    Row(u16),
    /// Out of the game, or thrown away.
    Out,
    /// On the table.
    Laid(TileId),
}

/// A step that runs once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Appended {
    /// The step, as a function.
    pub function: u32,
    /// Who does it.
    pub player: u8,
}

/// An award: points that are counted but not yet given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// What it is worth.
    pub points: i64,
    /// The seat that will get it.
    pub to: u8,
    /// Index into the declared reasons.
    pub reason: u16,
    /// A segment of the feature it is for, if it is for one.
    pub at: Option<SegmentId>,
    /// The history's number of its explanation, or -1.
    pub note: i64,
    /// What has become of it.
    pub state: AwardState,
}

/// What has become of an award.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwardState {
    /// It waits to be given.
    Waits,
    /// It is being given or was given.
    Given,
    /// It was given, and what it is a part of was not told to the rules that react to scorings.
    Scored,
    /// The same, with the points of all awards that make one scoring with it.
    Summed,
    /// A rule took it away; its points are 0.
    Cancelled,
}

/// The position of a game. It does not hold the seed.
///
/// [`Clone::clone_from`] allocates nothing once the target has grown to the size of the source.
#[derive(Debug)]
pub struct Position {
    pub(crate) board: Board,
    /// One entry for each tile of the stock.
    pub(crate) tiles: Vec<TileState>,
    /// The tiles on the board, by [`TileId`].
    pub(crate) laid: Vec<u16>,
    /// What each bag holds: what was stacked under it, the one to be drawn last at first; then what chance draws from; then
    /// what was stacked on it, the one to be drawn next at last.
    pub(crate) bags: Vec<Vec<u16>>,
    /// How many of each bag were stacked under it, and how many on it.
    pub(crate) stacked: Vec<(u16, u16)>,
    /// The tiles that are drawn, kept or in a row, in the order in which they came where they are.
    pub(crate) held: Vec<u16>,
    /// The bag that each tile came out of; none where it was in no bag.
    pub(crate) origin: Vec<Option<u16>>,
    /// How many tiles some see and others do not.
    pub(crate) hidden: u16,
    /// How many outcomes each bag has given, and behind the bags each die.
    pub(crate) drawn: Vec<u32>,
    pub(crate) points: Vec<i64>,
    /// How many goods of a kind a player has, and how many lie in the common supply; see [`stock_place`]. Of those
    /// without end there are none.
    pub(crate) stocks: Vec<i64>,
    /// What a rule wanted to be paid, where there was too little of it.
    pub(crate) shortage: Option<Shortage>,
    pub(crate) pieces: Vec<Piece>,
    /// How many pieces of a kind a player has in supply; see [`Layout::supply`].
    pub(crate) supply: Vec<u16>,
    /// The pieces that stand on the table, in the order in which they came there; see [`PieceLocation::is_on_table`].
    pub(crate) standing: Vec<u16>,
    /// Those of them that stand on corners and sides, by [`PieceLocation::between_tiles`].
    pub(crate) between_tiles: Vec<(i64, u16)>,
    /// How many pieces stand on each space beside the land, and behind them on each kind of feature.
    pub(crate) piece_counts: Vec<u16>,
    /// The values of all variables; see [`Layout::vars`].
    pub(crate) vars: Vec<i64>,
    /// What is set on cells; see [`CellValues`].
    pub(crate) cell_values: CellValues,
    /// What is in the sets that variables hold.
    pub(crate) sets: VarSets,
    /// For each variable that only owners see, the seats that have something in it, a bit each; 0 for others.
    pub(crate) secrets: Vec<u8>,
    /// How often choices that were made at once have been shown.
    pub(crate) revealed: u32,
    /// How often a variable that only owners see was reset for all.
    pub(crate) forgotten: u32,
    pub(crate) awards: Vec<Award>,
    pub(crate) delta: BoardDelta,
    /// Functions that run once more in this turn: those that have begun, in that order, then those that wait.
    pub(crate) appended: Vec<Appended>,
    /// How many of the appended functions have been begun.
    pub(crate) begun: usize,
    pub(crate) active: u8,
    /// Whose turn it is, behind whom the next player comes: `active` but for what others do in it.
    pub(crate) on_turn: u8,
    pub(crate) turn: u32,
    /// Grows with every move of a piece.
    pub(crate) stamp: u32,
    pub(crate) ending: bool,
    /// Who has won, where a rule said so.
    pub(crate) won: Option<PlayerSet>,
    /// Whether the game goes on to its end as if this turn were the last.
    pub(crate) concluding: bool,
}

impl Position {
    /// An empty table with all pieces in supply and all tiles in their bags.
    pub(crate) fn new(rules: &Rules, layout: &Layout) -> Position {
        let (stock, declared) = (rules.stock(), &rules.program().declared);
        let mut tiles = vec![TileState::Out; stock.tiles.len()];
        let bags: Vec<Vec<u16>> =
            stock.bags.iter().map(|bag| bag.iter().map(|tile| *tile as u16).collect()).collect();
        let mut origin = vec![None; stock.tiles.len()];
        for (tile, bag) in
            bags.iter().zip(0..).flat_map(|(bag, number)| bag.iter().map(move |tile| (tile, number)))
        {
            tiles[usize::from(*tile)] = TileState::Bag;
            origin[usize::from(*tile)] = Some(bag);
        }
        let make = |(kind, owner)| {
            let on = declared.pieces.get(usize::from(kind)).and_then(|kind| kind.on);
            Piece { kind, owner, location: on.map_or(PieceLocation::Supply, PieceLocation::Space), moved: 0 }
        };
        let pieces: Vec<Piece> = pieces(rules, layout.players).map(make).collect();
        let mut standing = Vec::with_capacity(pieces.len());
        let mut supply = vec![0; layout.supply(declared.pieces.len() as u8, 0)];
        let mut piece_counts = vec![0; declared.spaces.len() + rules.catalog().features().len()];
        for (piece, number) in pieces.iter().zip(0..) {
            if piece.location == PieceLocation::Supply {
                supply[layout.supply(piece.kind, piece.owner)] += 1;
            } else {
                standing.push(number);
            }
            if let Some(piece_count) =
                piece.space().and_then(|space| piece_counts.get_mut(usize::from(space)))
            {
                *piece_count += 1;
            }
        }
        let vars = declared.vars.iter().zip(&layout.vars);
        let vars = vars.flat_map(|(var, places)| std::iter::repeat_n(var.init, places.room as usize));
        let mut stocks = vec![0; stock_place(layout.players, declared.stocks.len(), Some(0))];
        for (stock, kind) in declared.stocks.iter().enumerate() {
            stocks[stock_place(layout.players, stock, None)] = kind.count.map_or(0, i64::from);
        }
        Position {
            board: Board::new(rules.catalog()),
            tiles,
            laid: Vec::with_capacity(stock.tiles.len()),
            held: Vec::new(),
            origin,
            hidden: 0,
            drawn: vec![0; bags.len() + declared.dice.len()],
            stacked: vec![(0, 0); bags.len()],
            bags,
            points: vec![0; usize::from(layout.players)],
            stocks,
            shortage: None,
            standing,
            between_tiles: Vec::new(),
            piece_counts,
            pieces,
            supply,
            vars: vars.collect(),
            cell_values: CellValues::default(),
            sets: VarSets::default(),
            secrets: vec![0; declared.vars.len()],
            revealed: 0,
            forgotten: 0,
            awards: Vec::new(),
            delta: BoardDelta::new(),
            appended: Vec::new(),
            begun: 0,
            active: 0,
            on_turn: 0,
            turn: 0,
            stamp: 0,
            ending: false,
            won: None,
            concluding: false,
        }
    }

    /// Whether some at the table know what others do not: what is chosen may tell of it.
    pub(crate) fn has_hidden_information(&self) -> bool {
        self.hidden > 0 || self.keeps_secrets()
    }

    /// Whether some player has something in a variable that only its owner sees.
    pub(crate) fn keeps_secrets(&self) -> bool {
        self.secrets.iter().any(|seats| *seats != 0)
    }

    /// Whether a seat knows a tile or a card that others do not know.
    pub(crate) fn knows_hidden(&self, seat: u8) -> bool {
        let known = |tile: &TileState| {
            tile.known_to().is_some_and(|seats| seats.is_partial() && seats.contains(Some(seat)))
        };
        self.hidden > 0 && self.tiles.iter().any(known)
    }

    /// Whether a seat knows something by a variable that only its owner sees.
    pub(crate) fn has_secrets(&self, seat: u8) -> bool {
        self.secrets.iter().any(|seats| seats.checked_shr(u32::from(seat)).unwrap_or(0) & 1 == 1)
    }

    /// Notes that a seat has something in a variable that only its owner sees; returns whether that is new.
    pub(crate) fn hide(&mut self, var: usize, seat: u8) -> bool {
        let seats = &mut self.secrets[var];
        let before = *seats;
        *seats |= 1u8.checked_shl(u32::from(seat)).unwrap_or(0);
        *seats != before
    }

    /// The tiles that are drawn or in a keep and not shown to a seat.
    pub(crate) fn hidden_from(&self, seat: Option<u8>) -> Vec<usize> {
        let held = self.held.iter().map(|tile| usize::from(*tile));
        held.filter(|tile| self.tiles[*tile].seen_by().is_some_and(|seats| !seats.contains(seat))).collect()
    }

    /// Whether no more has happened on the table than in another position: what everybody sees at once.
    pub(crate) fn lies_like(&self, other: &Position) -> bool {
        self.points == other.points
            && self.pieces == other.pieces
            && self.board.tiles().len() == other.board.tiles().len()
            && self.board.tiles().last() == other.board.tiles().last()
    }

    /// The pieces on a corner or a side, in the order in which they came there.
    pub(crate) fn pieces_between_tiles(&self, place: PieceLocation) -> impl Iterator<Item = u16> {
        let place = place.between_tiles().unwrap_or(i64::MIN);
        let first = self.between_tiles.partition_point(|(at, _)| *at < place);
        let here = self.between_tiles[first..].iter().take_while(move |(at, _)| *at == place);
        here.map(|(_, piece)| *piece)
    }

    /// How many pieces stand on a space, or on the kind of feature of a segment; nothing for another location.
    pub(crate) fn piece_count(&mut self, location: PieceLocation, spaces: usize) -> Option<&mut u16> {
        let place = match location {
            PieceLocation::Space(space) => usize::from(space),
            PieceLocation::Segment(segment) => spaces + usize::from(self.board.kind(segment).0),
            PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => return None,
            PieceLocation::Tile(_) | PieceLocation::Corner(_) | PieceLocation::Side(_) => return None,
        };
        self.piece_counts.get_mut(place)
    }

    /// The bag that a tile came out of last, if it was in one.
    pub(crate) fn came_from(&self, tile: usize) -> Option<usize> {
        self.origin.get(tile).copied().flatten().map(usize::from)
    }

    /// Changes where a tile is, and returns who saw it where it was drawn or kept.
    pub(crate) fn move_tile(&mut self, tile: usize, state: TileState) -> Option<PlayerSet> {
        let before = self.set_tile(tile, state);
        if before.seen_by().is_some()
            && let Some(place) = self.held.iter().position(|held| usize::from(*held) == tile)
        {
            self.held.remove(place);
        }
        if state.seen_by().is_some() {
            self.held.push(tile as u16);
        }
        before.seen_by()
    }

    /// Says anew where a tile is, or who sees it there; among those that are held it keeps its place. Returns what
    /// was said before.
    pub(crate) fn set_tile(&mut self, tile: usize, state: TileState) -> TileState {
        let before = std::mem::replace(&mut self.tiles[tile], state);
        let hides = |state: TileState| u16::from(state.known_to().is_some_and(PlayerSet::is_partial));
        self.hidden = self.hidden - hides(before) + hides(state);
        before
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where each tile of the stock is, in the order of the stock.
    #[must_use]
    pub fn tiles(&self) -> &[TileState] {
        &self.tiles
    }

    /// Where a tile of the stock is; nothing for a number that is no tile's.
    #[must_use]
    pub fn tile(&self, tile: usize) -> Option<TileState> {
        self.tiles.get(tile).copied()
    }

    /// The tile of the stock that lies there. The handle must be one of the board.
    #[must_use]
    pub fn stock_tile(&self, laid: TileId) -> usize {
        usize::from(self.laid[usize::from(laid.0)])
    }

    /// The tiles left in each bag, as indices into the stock. The order is not the order of drawing.
    #[must_use]
    pub fn bags(&self) -> &[Vec<u16>] {
        &self.bags
    }

    /// The tiles that are drawn, kept or in a row, in the order in which they came where they are.
    #[must_use]
    pub fn held(&self) -> &[u16] {
        &self.held
    }

    /// The tiles and cards that a seat keeps, in the order in which they came there.
    pub fn stowed(&self, seat: usize) -> impl Iterator<Item = usize> {
        let held = self.held.iter().map(|tile| usize::from(*tile));
        held.filter(move |tile| match self.tile(*tile) {
            Some(TileState::Stowed(keeper, _)) => usize::from(keeper) == seat,
            _ => false,
        })
    }

    /// What lies open in a row, by the index of the declared row, the longest first.
    pub fn row(&self, row: u16) -> impl Iterator<Item = usize> {
        let held = self.held.iter().map(|tile| usize::from(*tile));
        held.filter(move |tile| self.tile(*tile) == Some(TileState::Row(row)))
    }

    /// The points of each player, in seat order.
    #[must_use]
    pub fn points(&self) -> &[i64] {
        &self.points
    }

    /// All pieces, by number.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The numbers of the pieces that stand on the table, in the order in which they came there; see
    /// [`PieceLocation::is_on_table`].
    #[must_use]
    pub fn standing(&self) -> &[u16] {
        &self.standing
    }

    /// The awards of this turn part, those given or cancelled included.
    #[must_use]
    pub fn awards(&self) -> &[Award] {
        &self.awards
    }

    /// What changed on the board since the turn part began. Its `placed` holds for the whole turn.
    #[must_use]
    pub fn delta(&self) -> &BoardDelta {
        &self.delta
    }

    /// The seat on turn, counted from 0.
    #[must_use]
    pub fn active(&self) -> u8 {
        self.active
    }

    /// The number of the turn, counted from 1; 0 before the first.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Notes where a tile lies, and those that were laid together with it.
    pub(crate) fn lay(&mut self, rules: &Rules, tile: usize, laid: TileId) {
        for (part, number) in rules.parts_of(tile).zip(laid.0..) {
            self.tiles[part] = TileState::Laid(TileId(number));
            self.laid.push(part as u16);
        }
    }

    /// Forgets what happened in the last turn part, but not which tile the turn laid.
    pub(crate) fn begin_part(&mut self) {
        let placed = self.delta.placed;
        self.delta.clear();
        self.delta.placed = placed;
        self.awards.clear();
    }

    /// Begins a part of the turn that was appended, and tells of it.
    pub(crate) fn begin_appended(&mut self, appended: Appended) -> Event {
        let Appended { function, player } = appended;
        self.begin_part();
        self.begun += 1;
        Event::Again { function, player: (player != self.on_turn).then_some(player) }
    }

    /// Forgets what happened in the last turn.
    pub(crate) fn begin_turn(&mut self) {
        self.delta.placed = None;
        self.begin_part();
        self.appended.clear();
        self.begun = 0;
        self.active = self.on_turn;
    }
}

clone_fields!(Position {
    board,
    tiles,
    laid,
    bags,
    stacked,
    held,
    origin,
    hidden,
    drawn,
    points,
    stocks,
    shortage,
    pieces,
    supply,
    standing,
    between_tiles,
    piece_counts,
    vars,
    cell_values,
    sets,
    secrets,
    revealed,
    forgotten,
    awards,
    delta,
    appended,
    begun,
    active,
    on_turn,
    turn,
    stamp,
    ending,
    won,
    concluding,
});
