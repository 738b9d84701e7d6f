//! What packs declare: names, tables and what they may hold.

mod attributes;
pub(crate) mod border;
mod collisions;
pub(crate) mod constants;
pub(crate) mod decks;
pub(crate) mod declare;
mod dice;
mod looks;
mod pieces;
pub(crate) mod start;
mod stocks;
pub(crate) mod tile_sets;
pub(crate) mod tracks;
pub(crate) mod variables;
pub(crate) mod variants;
