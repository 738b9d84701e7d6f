//! A feature of the table: what belongs to it, what stands on it, and what it would bring now.

use rota::{PieceLocation, SegmentId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::thing::{Looker, Place, Thing};

/// A feature as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FeatureView {
    /// Its kind.
    pub kind: String,
    /// Its segments, in the order in which they were laid.
    pub segments: Vec<Place>,
    /// On how many tiles it lies.
    pub tiles: u16,
    /// How many of its ends are open.
    pub open: u32,
    /// Whether it is complete.
    pub complete: bool,
    /// The pieces that stand on it.
    pub pieces: Vec<Thing>,
    /// What it would bring to whom if the game ended with this turn; null where that follows from what this seat may not
    /// know.
    pub worth: Option<Vec<Worth>>,
}

/// What something would bring a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Worth {
    /// The player.
    pub player: String,
    /// The points; below 0 where the player would pay them.
    pub points: i64,
}

/// The segment that is told by a place; nothing where none is.
pub(crate) fn segment_at(looker: Looker<'_>, place: &Place) -> Option<SegmentId> {
    looker.game.position().board().all_segments().find(|segment| looker.segment(*segment) == *place)
}

/// Tells the feature of a segment.
pub(crate) fn feature(looker: Looker<'_>, segment: SegmentId) -> FeatureView {
    let (game, board) = (looker.game, looker.game.position().board());
    let mut segments: Vec<SegmentId> = board.segments(segment).collect();
    segments.sort_unstable();
    let standing = game.position().standing().iter();
    let pieces = standing.filter_map(|piece| game.position().pieces().get(usize::from(*piece)));
    let pieces = pieces.filter(
        |piece| matches!(piece.location, PieceLocation::Segment(at) if board.same_feature(at, segment)),
    );
    FeatureView {
        kind: looker.feature_kind(segment),
        segments: segments.into_iter().map(|segment| looker.segment(segment)).collect(),
        tiles: board.tiles_of(segment),
        open: board.open(segment),
        complete: board.is_complete(segment),
        pieces: pieces.map(|piece| looker.piece(*piece)).collect(),
        worth: worth(looker, segment),
    }
}

/// What the feature would bring if the game ended with this turn.
fn worth(looker: Looker<'_>, segment: SegmentId) -> Option<Vec<Worth>> {
    let end = looker.game.seen_by(looker.who).ended_here()?;
    let board = end.position().board();
    let mut points = vec![0; end.points().len()];
    for event in end.history().events() {
        for score in end.scores(event) {
            let is_here = score.at.is_some_and(|at| board.same_feature(at, segment));
            if let Some(sum) = points.get_mut(score.player).filter(|_| is_here && score.is_given) {
                *sum += score.points;
            }
        }
    }
    let given = points.into_iter().enumerate().filter(|(_, points)| *points != 0);
    Some(given.map(|(seat, points)| Worth { player: looker.seat(seat), points }).collect())
}
