//! The position: everything on and beside the table, flat and cheap to copy.

use rota_board::{Board, Cell, Facts, SegmentId, TileId};

use crate::marks::Marks;
use crate::rules::{NEUTRAL, Rules};
use crate::table::{Table, pieces};

/// Where a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileState {
    /// In a bag.
    Bag,
    /// Drawn and not yet laid: seen by one seat alone, or by all.
    Hand(Option<u8>),
    /// Out of the game.
    Out,
    /// On the table.
    Laid(TileId),
}

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In supply.
    Supply,
    /// On a segment of the land.
    Land(SegmentId),
    /// On a space beside the land, as an index into the declared spaces.
    Space(u16),
    /// On a tile as a whole, by its number in the stock.
    Tile(u16),
    /// On a corner: the north-western one of a cell.
    Corner(Cell),
    /// Keep by the player on this seat.
    Keep(u8),
    /// Out of the game.
    Out,
}

impl Spot {
    /// Whether it is on the table: on the land, on a tile, on a corner, or on a space beside the land.
    #[must_use]
    pub fn is_on_table(self) -> bool {
        match self {
            Spot::Land(_) | Spot::Space(_) | Spot::Tile(_) | Spot::Corner(_) => true,
            Spot::Supply | Spot::Keep(_) | Spot::Out => false,
        }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index into the kinds of pieces that the packs declare.
    pub kind: u8,
    pub(crate) owner: u8,
    /// Where it is.
    pub spot: Spot,
    /// The position's stamp after its last move; 0 for one that never moved.
    pub moved: u32,
}

impl Piece {
    /// The seat of its owner, counted from 0; nothing for a neutral piece.
    #[must_use]
    pub fn owner(self) -> Option<u8> {
        (self.owner != NEUTRAL).then_some(self.owner)
    }

    /// The segment it stands on; nothing for one that stands on no land.
    #[must_use]
    pub fn on(self) -> Option<SegmentId> {
        match self.spot {
            Spot::Land(segment) => Some(segment),
            _ => None,
        }
    }

    /// The space it stands on, as an index into the declared spaces; nothing for one that stands on none.
    #[must_use]
    pub fn space(self) -> Option<u16> {
        match self.spot {
            Spot::Space(space) => Some(space),
            _ => None,
        }
    }

    /// Whether it stands on the table: on the land, on a tile, on a corner, or on a space beside the land.
    #[must_use]
    pub fn stands(self) -> bool {
        self.spot.is_on_table()
    }
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
    pub(crate) bags: Vec<Vec<u16>>,
    /// How many tiles in hand are not shown to all.
    pub(crate) hidden: u16,
    /// How many outcomes each bag has given, and behind the bags each die.
    pub(crate) drawn: Vec<u32>,
    pub(crate) points: Vec<i64>,
    pub(crate) pieces: Vec<Piece>,
    /// How many pieces of a kind a player has in supply; see [`Table::supply`].
    pub(crate) supply: Vec<u16>,
    /// The pieces that stand on the table, in the order in which they came there; see [`Spot::is_on_table`].
    pub(crate) standing: Vec<u16>,
    /// The values of all variables; see [`Table::vars`].
    pub(crate) vars: Vec<i64>,
    /// What is set on cells; see [`Marks`].
    pub(crate) marks: Marks,
    pub(crate) awards: Vec<Award>,
    pub(crate) facts: Facts,
    /// Functions that run once more in this turn: those that have begun, in that order, then those that wait.
    pub(crate) appended: Vec<u32>,
    /// How many of the appended functions have been begun.
    pub(crate) begun: usize,
    pub(crate) active: u8,
    pub(crate) turn: u32,
    /// Grows with every move of a piece.
    pub(crate) stamp: u32,
    pub(crate) ending: bool,
    /// Whether the game goes on to its end as if this turn were the last.
    pub(crate) concluding: bool,
}

impl Position {
    /// An empty table with all pieces in supply and all tiles in their bags.
    pub(crate) fn new(rules: &Rules, table: &Table) -> Position {
        let (stock, declared) = (rules.stock(), &rules.program().declared);
        let mut tiles = vec![TileState::Out; stock.tiles.len()];
        let bags: Vec<Vec<u16>> =
            stock.bags.iter().map(|bag| bag.iter().map(|tile| *tile as u16).collect()).collect();
        for tile in bags.iter().flatten() {
            tiles[usize::from(*tile)] = TileState::Bag;
        }
        let make = |(kind, owner)| {
            let on = declared.pieces.get(usize::from(kind)).and_then(|kind| kind.on);
            Piece { kind, owner, spot: on.map_or(Spot::Supply, Spot::Space), moved: 0 }
        };
        let pieces: Vec<Piece> = pieces(rules, table.players).map(make).collect();
        let mut standing = Vec::with_capacity(pieces.len());
        let mut supply = vec![0; table.supply(declared.pieces.len() as u8, 0)];
        for (piece, number) in pieces.iter().zip(0..) {
            match piece.spot {
                Spot::Supply => supply[table.supply(piece.kind, piece.owner)] += 1,
                _ => standing.push(number),
            }
        }
        let vars = declared.vars.iter().zip(&table.vars);
        let vars = vars.flat_map(|(var, places)| std::iter::repeat_n(var.init, places.room as usize));
        Position {
            board: Board::new(rules.catalog()),
            tiles,
            laid: Vec::with_capacity(stock.tiles.len()),
            hidden: 0,
            drawn: vec![0; bags.len() + declared.dice.len()],
            bags,
            points: vec![0; usize::from(table.players)],
            standing,
            pieces,
            supply,
            vars: vars.collect(),
            marks: Marks::default(),
            awards: Vec::new(),
            facts: Facts::new(),
            appended: Vec::new(),
            begun: 0,
            active: 0,
            turn: 0,
            stamp: 0,
            ending: false,
            concluding: false,
        }
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
    /// [`Spot::is_on_table`].
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
    pub fn facts(&self) -> &Facts {
        &self.facts
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

    /// Whether the game ends after this turn.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.ending
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
        let placed = self.facts.placed;
        self.facts.clear();
        self.facts.placed = placed;
        self.awards.clear();
    }

    /// Forgets what happened in the last turn.
    pub(crate) fn begin_turn(&mut self) {
        self.facts.placed = None;
        self.begin_part();
        self.appended.clear();
        self.begun = 0;
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            board: self.board.clone(),
            tiles: self.tiles.clone(),
            laid: self.laid.clone(),
            bags: self.bags.clone(),
            drawn: self.drawn.clone(),
            points: self.points.clone(),
            pieces: self.pieces.clone(),
            supply: self.supply.clone(),
            standing: self.standing.clone(),
            vars: self.vars.clone(),
            marks: self.marks.clone(),
            awards: self.awards.clone(),
            facts: self.facts.clone(),
            appended: self.appended.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.tiles.clone_from(&source.tiles);
        self.laid.clone_from(&source.laid);
        self.bags.clone_from(&source.bags);
        self.drawn.clone_from(&source.drawn);
        self.points.clone_from(&source.points);
        self.pieces.clone_from(&source.pieces);
        self.supply.clone_from(&source.supply);
        self.standing.clone_from(&source.standing);
        self.vars.clone_from(&source.vars);
        self.marks.clone_from(&source.marks);
        self.awards.clone_from(&source.awards);
        self.appended.clone_from(&source.appended);
        // The facts' room for flood fills is no part of the position.
        self.facts.placed = source.facts.placed;
        self.facts.closed.clone_from(&source.facts.closed);
        self.facts.extended.clone_from(&source.facts.extended);
        self.facts.joined.clone_from(&source.facts.joined);
        self.facts.split.clone_from(&source.facts.split);
        self.hidden = source.hidden;
        self.begun = source.begun;
        self.active = source.active;
        self.turn = source.turn;
        self.stamp = source.stamp;
        self.ending = source.ending;
        self.concluding = source.concluding;
    }
}
