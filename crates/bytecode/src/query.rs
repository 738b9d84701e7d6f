//! Filtered queries: a set and the conditions that its members have to meet, which the game applies itself.
//!
//! A program prepares its queries. The questions whose names begin with `Query` ask one of them, and say what is
//! wanted of its members: all, whether there is any, how many, the first. They are asked with a parameter, the
//! number of the query, and another parameter.

use std::fmt;

use crate::builtin::Builtin;
use crate::effect_set::EffectSet;

/// A set with what its members have to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Where the members come from.
    pub source: Source,
    /// What the source is asked of; it means nothing for one that is asked of nothing.
    pub of: Operand,
    /// All of them have to hold.
    pub conditions: Vec<Condition>,
}

/// A set that can be scanned without being written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The tiles on the table.
    Laid,
    /// The tiles in a bag.
    BagTiles,
    /// The segments of a tile.
    TileSegments,
    /// The segments of all tiles on the table.
    LaidSegments,
    /// The pieces on a feature.
    FeaturePieces,
    /// The pieces of a player that stand anywhere.
    PlayerPieces,
    /// The pieces on a tile.
    TilePieces,
    /// All pieces that stand anywhere.
    Pieces,
    /// The spaces of a track.
    TrackSpaces,
    /// Where a tile fits.
    TilePlacements,
}

/// A number in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// One that the program knows.
    Const(i64),
    /// The first parameter.
    First,
    /// The second parameter.
    Second,
}

/// Something that a member has to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A segment is of one of these kinds of features, a bit for each; the last bit stands for all that have none.
    FeatureKind(i64),
    /// An attribute of a segment itself, by its number among those of its kind, has another value as it is printed. Of
    /// which kind the segment is stands before it.
    OwnAttrNot(i64, i64),
    /// No piece of these kinds, a bit for each, stands on the feature of a segment.
    Unoccupied(i64),
    /// A piece is of one of these kinds, a bit for each.
    PieceKind(i64),
    /// A piece belongs to a player, or to nobody for -1.
    Owner(Operand),
    /// A piece stands on a segment.
    OnSegment,
    /// A piece stands on no segment.
    OffSegment,
    /// A piece stands on a tile, on a segment of it or on the whole.
    OnTile,
    /// A piece is not this one.
    Other(Operand),
    /// An attribute of a tile, by its number, has this value.
    TileAttr(i64, i64),
    /// An attribute of a tile, by its number, has another value.
    TileAttrNot(i64, i64),
    /// So many tiles lie beside the cell of a placement.
    Neighbours(i64),
    /// No piece stands on a space.
    Free,
    /// A space lies beside another one.
    Beside(Operand),
}

impl Source {
    const ALL: [Source; 10] = [
        Source::Laid,
        Source::BagTiles,
        Source::TileSegments,
        Source::LaidSegments,
        Source::FeaturePieces,
        Source::PlayerPieces,
        Source::TilePieces,
        Source::Pieces,
        Source::TrackSpaces,
        Source::TilePlacements,
    ];

    /// Returns the question that asks for the whole set.
    pub const fn question(self) -> Builtin {
        match self {
            Source::Laid => Builtin::Laid,
            Source::BagTiles => Builtin::BagTiles,
            Source::TileSegments => Builtin::TileSegments,
            Source::LaidSegments => Builtin::LaidSegments,
            Source::FeaturePieces => Builtin::FeaturePieces,
            Source::PlayerPieces => Builtin::PlayerPieces,
            Source::TilePieces => Builtin::TilePieces,
            Source::Pieces => Builtin::Pieces,
            Source::TrackSpaces => Builtin::TrackSpaces,
            Source::TilePlacements => Builtin::TilePlacements,
        }
    }

    /// Returns the source that a question asks for, if it can be scanned.
    pub fn of(question: Builtin) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.question() == question)
    }
}

impl Condition {
    /// Returns the question about a member that the condition stands for.
    pub const fn question(self) -> Builtin {
        match self {
            Condition::FeatureKind(_) => Builtin::IsFeatureKind,
            Condition::OwnAttrNot(..) => Builtin::FeatureAttr,
            Condition::Unoccupied(_) => Builtin::FeaturePieces,
            Condition::PieceKind(_) => Builtin::IsPieceKind,
            Condition::Owner(_) => Builtin::PieceOwner,
            Condition::OnSegment | Condition::OffSegment => Builtin::PieceOn,
            Condition::OnTile => Builtin::PieceTile,
            // Which piece it is is known.
            Condition::Other(_) => Builtin::IsPieceKind,
            Condition::TileAttr(..) | Condition::TileAttrNot(..) => Builtin::TileAttr,
            Condition::Neighbours(_) => Builtin::CellNeighbours,
            Condition::Free => Builtin::SpaceTaken,
            Condition::Beside(_) => Builtin::SpaceBeside,
        }
    }
}

impl Query {
    /// Returns what the answer depends on.
    pub fn reads(&self) -> EffectSet {
        let of_members = self.conditions.iter().map(|condition| condition.question().reads());
        of_members.fold(self.source.question().reads(), EffectSet::and)
    }

    /// Returns whether it is asked with a parameter.
    pub fn uses(&self, param: Operand) -> bool {
        let used = |condition: &Condition| {
            matches!(
                condition,
                Condition::Owner(operand) | Condition::Other(operand) | Condition::Beside(operand)
                    if *operand == param
            )
        };
        self.of == param || self.conditions.iter().any(used)
    }

    /// Returns with how many parameters it is asked at least.
    pub fn params(&self) -> usize {
        match (self.uses(Operand::First), self.uses(Operand::Second)) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        }
    }

    /// Returns whether it is refused where its first parameter is none.
    pub fn refuses_none(&self) -> bool {
        self.of == Operand::First && self.source.question().info().refuses_none
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.source.question().info();
        write!(f, "{}", info.listed_name())?;
        if info.arity > 0 {
            write!(f, " {}", self.of)?;
        }
        let mut joint = "where";
        for condition in &self.conditions {
            write!(f, " {joint} {condition}")?;
            joint = "and";
        }
        Ok(())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Const(number) => number.fmt(f),
            Operand::First => f.write_str("?1"),
            Operand::Second => f.write_str("?2"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::FeatureKind(kinds) => write!(f, "feature-kind {kinds}"),
            Condition::OwnAttrNot(attr, value) => write!(f, "own-attr-not {attr} {value}"),
            Condition::Unoccupied(kinds) => write!(f, "unoccupied {kinds}"),
            Condition::PieceKind(kinds) => write!(f, "piece-kind {kinds}"),
            Condition::Owner(owner) => write!(f, "owner {owner}"),
            Condition::OnSegment => f.write_str("on-segment"),
            Condition::OffSegment => f.write_str("off-segment"),
            Condition::OnTile => f.write_str("on-tile"),
            Condition::Other(piece) => write!(f, "other {piece}"),
            Condition::TileAttr(attr, value) => write!(f, "attr {attr} {value}"),
            Condition::TileAttrNot(attr, value) => write!(f, "attr-not {attr} {value}"),
            Condition::Neighbours(count) => write!(f, "neighbours {count}"),
            Condition::Free => f.write_str("free"),
            Condition::Beside(space) => write!(f, "beside {space}"),
        }
    }
}
