//! Tile sets in TOML, checked against the vocabulary of a composition.
//!
//! [`load`] reads one file into a [`TileSet`] and finds every problem of it in one run. [`check_reachable`]
//! looks over all sets of a composition together. [`schema()`] describes the format to editors. Which letters,
//! features and attributes a file may name is not known here: the packs declare them.

mod adjacency;
mod attributes;
mod boards;
mod census;
mod changed_segments;
mod counts;
mod coverage;
mod edges;
mod format;
mod layers;
mod load;
mod planarity;
mod reachability;
mod schema;
mod segment_place;
mod segments;
mod set;
mod shape;
mod spanned_string;
mod tiles;
mod toml_reader;
mod toml_syntax;

pub use census::{Census, check_census, may_touch};
pub use format::format;
pub use load::{load, load_partly};
pub use reachability::{SetInPlay, check_reachable};
pub use schema::schema;
pub use segment_place::place_word;
pub use set::{BoardLayout, Printing, TileKind, TileSet};

/// Words that no attribute of a tile may have as its name: they are keys of every tile or cell.
pub const RESERVED_TILE_KEYS: &[&str] = &["at", "count", "edges", "id", "like", "segments", "title", "with"];

/// Words that no feature and no attribute of a segment may have as its name: they mean something else there.
pub const RESERVED_SEGMENT_KEYS: &[&str] = &["inside", "name", "over", "touches"];
