//! Cells, tiles, segments, features and links, kept incrementally.
