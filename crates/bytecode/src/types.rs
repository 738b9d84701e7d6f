//! The types of the rule language. At run time every value is one 64-bit integer; these say what it means.

use std::fmt;

/// What one value stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A whole number.
    Int,
    /// Points: `int` and `pts` do not mix unless a rule says so.
    Pts,
    /// Yes or no.
    Bool,
    /// One of a declared list of words; the detail is the list.
    Words,
    /// A seat at the table.
    Player,
    /// A piece: one follower, one marker.
    Piece,
    /// A declared kind of pieces.
    Kind,
    /// One tile of the set, drawn or laid.
    Tile,
    /// A cell and a rotation.
    Placement,
    /// A cell of the table.
    Cell,
    /// A point where four cells meet.
    Corner,
    /// A border between two cells.
    Side,
    /// One segment of a laid tile; the detail is its feature kind.
    Segment,
    /// A feature: all segments joined with one; the detail is its kind.
    Feature,
    /// An award that is not yet given.
    Award,
    /// A declared reason for points.
    Reason,
    /// A bag of tiles.
    Bag,
    /// One card of a deck.
    Card,
    /// A deck of cards.
    Deck,
    /// A row of tiles or cards that lie open.
    Row,
    /// A die.
    Die,
    /// A declared kind of goods.
    Stock,
    /// A place beside the land: a space of a track, or a slot.
    Space,
    /// No value of its own: the type of `none` and of the empty set.
    Nothing,
}

impl Sort {
    /// Whether several things of the sort can be alike: pieces of one kind, copies of one tile or card.
    pub const fn has_copies(self) -> bool {
        matches!(self, Sort::Piece | Sort::Tile | Sort::Card)
    }
}

/// How many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// Exactly one.
    One,
    /// One or none.
    Maybe,
    /// A set.
    Many,
}

/// A type: what a value stands for, how narrowly, how many of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// What one value stands for.
    pub sort: Sort,
    /// The feature kind, or the list of words, where it is known.
    pub detail: Option<u16>,
    /// How many.
    pub form: Form,
}

impl Type {
    /// One value of a sort.
    pub const fn one(sort: Sort) -> Type {
        Type { sort, detail: None, form: Form::One }
    }

    /// One value or none.
    pub const fn maybe(sort: Sort) -> Type {
        Type { sort, detail: None, form: Form::Maybe }
    }

    /// A set of values.
    pub const fn many(sort: Sort) -> Type {
        Type { sort, detail: None, form: Form::Many }
    }

    /// The same, in another form.
    pub const fn with_form(self, form: Form) -> Type {
        Type { form, ..self }
    }

    /// The same, narrowed.
    pub const fn with_detail(self, detail: Option<u16>) -> Type {
        Type { detail, ..self }
    }

    /// Whether sets of this sort are kept as one bit a member instead of a list: there are at most eight
    /// players, and rules pass sets of them around all the time.
    pub const fn is_mask(self) -> bool {
        matches!(self.form, Form::Many) && matches!(self.sort, Sort::Player)
    }

    /// Whether sets of this sort are kept as a list.
    pub const fn is_list(self) -> bool {
        matches!(self.form, Form::Many) && !self.is_mask()
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Int => "int",
            Sort::Pts => "pts",
            Sort::Bool => "bool",
            Sort::Words => "word",
            Sort::Player => "player",
            Sort::Piece => "piece",
            Sort::Kind => "kind",
            Sort::Tile => "tile",
            Sort::Placement => "placement",
            Sort::Cell => "cell",
            Sort::Corner => "corner",
            Sort::Side => "side",
            Sort::Segment => "segment",
            Sort::Feature => "feature",
            Sort::Award => "award",
            Sort::Reason => "reason",
            Sort::Bag => "bag",
            Sort::Card => "card",
            Sort::Deck => "deck",
            Sort::Row => "row",
            Sort::Die => "die",
            Sort::Stock => "stock",
            Sort::Space => "space",
            Sort::Nothing => "nothing",
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::One => write!(f, "{}", self.sort),
            Form::Maybe => write!(f, "{}?", self.sort),
            Form::Many => write!(f, "set {}", self.sort),
        }
    }
}
