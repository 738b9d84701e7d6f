//! Tile sets in TOML, checked against the vocabulary of a composition.
