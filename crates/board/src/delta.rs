//! What an operation changed, and why an operation was refused.

use std::fmt;

use crate::board::{SegmentId, TileId};

/// What operations on a board changed. Operations append; the caller clears.
#[derive(Debug, Default)]
pub struct BoardDelta {
    /// The tile that was laid last.
    pub placed: Option<TileId>,
    /// One handle for each feature that became complete, or grew and is complete: those of the
    /// placed tile in the order of its segments, then the sites around it in reading order.
    pub closed: Vec<SegmentId>,
    /// One handle for each feature that existed before and got a segment of the placed tile.
    pub extended: Vec<SegmentId>,
    /// Features that were two or more before and are one now.
    pub joined: Vec<Joined>,
    /// Features that were one before and are two now.
    pub split: Vec<Split>,
    pub(crate) scratch: SplitScratch,
}

// The room for flood fills is no part of what changed.
clone_fields!(BoardDelta { placed, closed, extended, joined, split } else { scratch: SplitScratch::default() });

/// A feature that went up in another. When a feature swallows several, each has its own entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The handle of the feature they are now, which was already the handle of one of them.
    pub feature: SegmentId,
    /// The former handle of the feature that was swallowed.
    pub absorbed: SegmentId,
}

/// The two parts of a feature that fell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The handle of the part with the first segment of the cut connection.
    pub first: SegmentId,
    /// The handle of the part with the second segment of the cut connection.
    pub second: SegmentId,
}

/// Room for walking from both ends of a connection that was cut.
#[derive(Debug, Default)]
pub(crate) struct SplitScratch {
    /// From which end each segment was reached; none between two cuts, so that a cut costs no more on a large board.
    pub reached_from: Vec<Option<End>>,
    /// What was reached from either end.
    pub reached: [Vec<SegmentId>; 2],
}

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Second,
}

impl BoardDelta {
    /// No changes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all changes and keeps their room.
    pub fn clear(&mut self) {
        self.placed = None;
        self.closed.clear();
        self.extended.clear();
        self.joined.clear();
        self.split.clear();
    }
}

/// Why an operation was refused. A refused operation changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The shape is not in the catalog.
    UnknownShape,
    /// The segment is not on the board.
    UnknownSegment,
    /// The cell is further than [`crate::MAX_COORDINATE`] from the origin.
    OutOfRange,
    /// The cell lies beyond the border of the board.
    BeyondBorder,
    /// There is a tile in the cell.
    Occupied,
    /// An edge differs from that of a neighbour.
    Mismatch,
    /// The board holds [`crate::MAX_TILES`] tiles.
    TooManyTiles,
    /// The board would hold more than [`crate::MAX_SEGMENTS`] segments.
    TooManySegments,
    /// The two segments are one and the same.
    SameSegment,
    /// The two segments are of different kinds of feature.
    KindsDiffer,
    /// The two segments are already joined to each other.
    AlreadyJoined,
    /// The two segments are not joined to each other.
    NotJoined,
    /// No tile lies on either side of the border, or in the cell.
    NoTile,
    /// The tile has no room for the segment there, or was crossed before.
    NotCrossable,
    /// Nothing occupies the segment.
    NotOccupied,
    /// A count of the segment would leave its range.
    CountOutOfRange,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::UnknownShape => "no such tile shape",
            Self::UnknownSegment => "no such segment on the board",
            Self::OutOfRange => "the cell is too far from the origin",
            Self::BeyondBorder => "the cell lies beyond the border of the board",
            Self::Occupied => "there is a tile in the cell",
            Self::Mismatch => "an edge does not match",
            Self::TooManyTiles => "the board holds no more tiles",
            Self::TooManySegments => "the board holds no more segments",
            Self::SameSegment => "a segment cannot be joined to itself",
            Self::KindsDiffer => "the segments are of different kinds",
            Self::AlreadyJoined => "the segments are already joined",
            Self::NotJoined => "the segments are not joined",
            Self::NoTile => "no tile lies there",
            Self::NotCrossable => "the tile cannot be crossed there",
            Self::NotOccupied => "nothing occupies the segment",
            Self::CountOutOfRange => "a count leaves its range",
        })
    }
}

impl std::error::Error for Refusal {}
