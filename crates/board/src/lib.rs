//! Cells, tiles, segments, features and links, kept incrementally.
//!
//! A [`Catalog`] says which tile shapes exist; a [`Board`] is what has been laid so far. Every
//! operation on the board keeps the features (joined segments) and the frontier (cells where a
//! tile may follow) up to date, and writes what changed into [`BoardDelta`].

#[macro_use]
mod clone_fields;

mod additions;
mod blocks;
mod board;
mod catalog;
mod closing;
mod delta;
mod edge_matching;
mod features;
mod fit_table;
mod frontier;
mod geometry;
mod grid;
mod half_fitting;
mod halves;
mod joining;
mod links;
mod placements;
mod placing;
mod ports;
mod shape_tables;

pub use blocks::BlockPart;
pub use board::{Board, MAX_SEGMENTS, MAX_TILES, SegmentId, Tile, TileId};
pub use catalog::{
    Catalog, CatalogError, EdgeId, EdgeKind, FeatureAttr, FeatureKind, FeatureKindId, MAX_ENDS, Merge,
    SegmentShape, ShapeId, TileShape,
};
pub use delta::{BoardDelta, Joined, Refusal, Split};
pub use geometry::{Border, Bounds, Cell, MAX_COORDINATE, Neighbourhood, side};
pub use placements::{Placement, Placements, Rotations};
pub use ports::{Port, SideThird};
