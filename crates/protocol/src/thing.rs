//! What can be pointed at: places on and beside the table, and what lies or stands there.

use rota::{Cell, Decision, Game, Piece, PieceLocation, SegmentId, Subject, Target, TileId, TileState};
use rota_board::{Border, TileShape, side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place. Cells are counted to the east and to the south, the start tile lies at 0, 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Place {
    /// A cell of the land; for a tile that may be laid there with how it is turned.
    Cell {
        /// To the east.
        x: i16,
        /// To the south.
        y: i16,
        /// Quarter turns clockwise.
        #[serde(skip_serializing_if = "Option::is_none")]
        turned: Option<u8>,
    },
    /// A segment of a tile that lies.
    Segment {
        /// The cell of the tile, to the east.
        x: i16,
        /// The cell of the tile, to the south.
        y: i16,
        /// Which segment of the tile, counted from 0 in the order of its file.
        segment: u16,
        /// Of a half tile how it is turned: that tells it from the other half of its cell.
        #[serde(skip_serializing_if = "Option::is_none")]
        half: Option<u8>,
    },
    /// A tile that lies, as a whole.
    Tile {
        /// To the east.
        x: i16,
        /// To the south.
        y: i16,
        /// As with a segment.
        #[serde(skip_serializing_if = "Option::is_none")]
        half: Option<u8>,
    },
    /// A corner: the north-western one of a cell.
    Corner {
        /// To the east.
        x: i16,
        /// To the south.
        y: i16,
    },
    /// A side of a cell.
    Side {
        /// To the east.
        x: i16,
        /// To the south.
        y: i16,
        /// Which one: every side is the northern or the western one of some cell.
        side: Side,
    },
    /// A space of a track or a slot of one, beside the land.
    Space {
        /// Its name.
        space: String,
    },
    /// What is drawn and not yet laid.
    Hand,
    /// What a player keeps.
    Keep {
        /// The player.
        player: String,
    },
    /// What lies open in a row.
    Row {
        /// The name of the row.
        row: String,
    },
    /// In supply.
    Supply,
    /// Out of the game.
    Out,
}

/// A side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Side {
    /// The northern one.
    N,
    /// The western one.
    W,
}

/// What something is about, as far as it is about one of these: an option to choose, an event, what led to points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Thing {
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Where it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// The kind of a tile or of a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The kind of a piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Whose it is, or whom it concerns; several where a set of players is chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Yes or no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<bool>,
    /// A word: of a list that a pack declares, or the name of a pile, a die, goods, a kind of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// Points or goods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// The declared reason of points, or for which a piece goes home.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A game and who looks at it: what is told of things depends on both.
#[derive(Clone, Copy)]
pub(crate) struct Looker<'g> {
    pub game: &'g Game,
    pub who: Option<u8>,
}

impl Looker<'_> {
    pub fn seat(self, seat: impl Into<usize>) -> String {
        self.game.rules().seat(seat.into())
    }

    /// The kind of a tile or a card, as far as it is shown.
    pub fn kind(self, tile: usize) -> Option<String> {
        self.game.seen_by(self.who).shows(tile).then(|| self.kind_name(tile))
    }

    /// The kind of a tile or a card that is known to be shown.
    pub fn kind_name(self, tile: usize) -> String {
        self.game.rules().kind_of(tile).name.clone()
    }

    pub fn piece_kind(self, piece: Piece) -> String {
        let kind = self.game.rules().program().declared.pieces.get(usize::from(piece.kind));
        kind.map(|kind| kind.name.clone()).unwrap_or_default()
    }

    pub fn row_name(self, row: u16) -> String {
        let row = self.game.rules().program().declared.rows.get(usize::from(row));
        row.map(|row| row.name.clone()).unwrap_or_default()
    }

    pub fn reason(self, reason: u16) -> Option<String> {
        self.game.rules().program().declared.reasons.get(usize::from(reason)).cloned()
    }

    /// The kind of feature of a segment.
    pub fn feature_kind(self, segment: SegmentId) -> String {
        let kind = usize::from(self.game.position().board().kind(segment).0);
        self.game.rules().names().features.get(kind).cloned().unwrap_or_default()
    }

    pub fn segment(self, segment: SegmentId) -> Place {
        let board = self.game.position().board();
        let (Cell { x, y }, half) = self.cell(board.segment_tile(segment));
        Place::Segment { x, y, segment: board.segment_place(segment), half }
    }

    /// Where a tile lies, and of a half tile how it is turned.
    fn cell(self, laid: TileId) -> (Cell, Option<u8>) {
        let tile = self.game.position().board().tile(laid);
        let shape = self.game.rules().catalog().shapes().get(usize::from(tile.shape.0));
        (tile.cell, shape.is_some_and(TileShape::is_half).then_some(tile.rotation))
    }

    pub fn location(self, location: PieceLocation) -> Place {
        match location {
            PieceLocation::Supply => Place::Supply,
            PieceLocation::Segment(segment) => self.segment(segment),
            PieceLocation::Space(space) => Place::Space { space: self.game.space_words(space) },
            PieceLocation::Tile(tile) => self.tile(usize::from(tile)).unwrap_or(Place::Out),
            PieceLocation::Corner(Cell { x, y }) => Place::Corner { x, y },
            PieceLocation::Side(border) => side_of(border),
            PieceLocation::Keep(player) => Place::Keep { player: self.seat(player) },
            PieceLocation::Out => Place::Out,
        }
    }

    /// Where a tile or a card is; nothing while it is in a pile.
    pub fn tile(self, tile: usize) -> Option<Place> {
        match self.game.position().tile(tile)? {
            TileState::Bag | TileState::Stacked(_) => None,
            TileState::Hand(_) => Some(Place::Hand),
            TileState::Stowed(player, _) => Some(Place::Keep { player: self.seat(player) }),
            TileState::Row(row) => Some(Place::Row { row: self.row_name(row) }),
            TileState::Laid(laid) => {
                let (Cell { x, y }, half) = self.cell(laid);
                Some(Place::Tile { x, y, half })
            }
            TileState::Out => Some(Place::Out),
        }
    }

    pub fn piece(self, piece: Piece) -> Thing {
        Thing {
            place: Some(self.location(piece.location)),
            piece: Some(self.piece_kind(piece)),
            players: piece.owner().map(|owner| self.seat(owner)).into_iter().collect(),
            ..Thing::default()
        }
    }

    /// What an option of a decision is about.
    pub fn option(self, decision: &Decision<'_>, choice: rota::Choice) -> Thing {
        let none = Thing::default();
        match decision.subject(choice) {
            Subject::Nothing => none,
            Subject::Number(number) => Thing { number: Some(number), ..none },
            Subject::Truth(truth) => Thing { truth: Some(truth), ..none },
            Subject::Word(word) => Thing { word: Some(word), ..none },
            Subject::Players(seats) => {
                Thing { players: seats.into_iter().map(|seat| self.seat(seat)).collect(), ..none }
            }
            Subject::Place(target) => Thing { place: self.target(target), ..none },
            Subject::Piece(piece) => self.piece(piece),
            Subject::Tile(tile) => Thing { place: self.tile(tile), tile: self.kind(tile), ..none },
            Subject::Award(award) => Thing {
                place: award.at.map(|at| self.segment(at)),
                players: vec![self.seat(award.to)],
                points: Some(award.points),
                reason: self.reason(award.reason),
                ..none
            },
        }
    }

    pub fn target(self, target: Target) -> Option<Place> {
        match target {
            Target::Cell(Cell { x, y }, turned) => Some(Place::Cell { x, y, turned }),
            Target::Segment(segment) => Some(self.segment(segment)),
            Target::Hand(tile) => self.tile(tile),
            Target::Space(space) => Some(Place::Space { space: self.game.space_words(space) }),
            Target::Corner(Cell { x, y }) => Some(Place::Corner { x, y }),
            Target::Side(border) => Some(side_of(border)),
        }
    }
}

pub(crate) fn side_of(border: Border) -> Place {
    let [(Cell { x, y }, named), _] = border.cells();
    Place::Side { x, y, side: if named == side::NORTH { Side::N } else { Side::W } }
}
