//! What a game begins with.

/// What lies on the table at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// A tile out of the bag.
    Tile,
    /// A board of several cells.
    Board,
    /// Nothing: the name is the word `none`.
    Empty,
}
