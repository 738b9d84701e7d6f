//! Names, types and lowering: a composition of packs becomes a program.

pub mod tree;
