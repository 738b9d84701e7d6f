//! What a tile file becomes: a set of tile kinds with their counts, and boards.

use rota_board::TileShape;
use rota_source::Span;

use crate::census::Census;

/// One tile file, read and checked.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// The set's name, the first half of every full tile name (`set/id`).
    pub name: String,
    /// The title shown to people.
    pub title: String,
    /// What one counts and sees who has the printed tiles in hand, where the file says it.
    pub census: Option<Census>,
    /// The printings in order of the file; at least one.
    pub printings: Vec<Printing>,
    /// The kinds of tiles in order of the file.
    pub kinds: Vec<TileKind>,
    /// Layouts of several cells, in order of the file.
    pub boards: Vec<BoardLayout>,
}

/// One printing of a set: what the box of that edition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printing {
    /// The key in `[printings]`.
    pub id: String,
    /// The title shown to people.
    pub title: String,
}

/// A kind of tile: all copies of it look the same.
#[derive(Clone, Debug)]
pub struct TileKind {
    /// Its name within the set; for a cell of a board, `board@x,y`.
    pub id: String,
    /// The title shown to people, where the file gives one.
    pub title: Option<String>,
    /// Its sides and segments, north up.
    pub shape: TileShape,
    /// Its attributes, one per entry of the vocabulary's `tile_attrs`, in that order.
    pub attrs: Vec<i32>,
    /// Copies per printing, one per entry of [`TileSet::printings`]; 0 to 255 each. All 0 for a cell.
    pub counts: Vec<u16>,
    /// Where it is declared: its id, for a cell its `at`.
    pub span: Span,
    /// All of it as it is written.
    pub extent: Span,
    /// Where each segment is written that the shape was read with: for a tile that is like another one, there.
    pub segment_spans: Vec<Span>,
}

/// Several cells that are laid as one.
#[derive(Clone, Debug)]
pub struct BoardLayout {
    /// Its name within the set; no tile has the same one.
    pub id: String,
    /// The title shown to people, where the file gives one.
    pub title: Option<String>,
    /// Copies of it in the bag per printing, drawn and laid like tiles: its first cell leads. All 0 for one
    /// that is only laid at the start.
    pub counts: Vec<u16>,
    /// Its cells as (x east, y south, what lies there), in order of the file; no two share a place.
    pub cells: Vec<(i16, i16, TileKind)>,
    /// Where it is declared: its id.
    pub span: Span,
}

impl TileSet {
    /// Returns the index of a printing.
    pub fn printing(&self, id: &str) -> Option<usize> {
        self.printings.iter().position(|printing| printing.id == id)
    }

    /// Returns the index of a tile kind by its name within the set.
    pub fn kind(&self, id: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.id == id)
    }

    /// Returns a board by its name within the set.
    pub fn board(&self, id: &str) -> Option<&BoardLayout> {
        self.boards.iter().find(|board| board.id == id)
    }
}
