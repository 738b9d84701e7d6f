//! Where names stand and what they name: one table, from which all questions about texts are answered.
//!
//! Names outside of expressions are found by a walk over the tree; what a word in an expression means only the
//! checker knows, which [keeps](crate::Notes) it where somebody asks. What could not be checked, because something
//! is wrong with it or because it is not in force, is looked up among all that is declared.

mod declarations;
mod put;
mod symbol;
mod walk;

use std::collections::BTreeMap;

use rota_bytecode::Builtin;
use rota_compose::Pack;
use rota_source::{Sources, Span};

use crate::notes::Notes;

pub use declarations::{Declaration, Declarations};
pub use symbol::{SymbolKind, is_member};
pub use walk::SEATS;

/// What a name names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// What is declared: its number among the [declarations](Occurrences::declarations).
    Declared(usize),
    /// A name of a rule's own, by the place where it is given.
    Local(Span),
    /// A word of the language behind a value, or one that stands alone.
    Builtin(Builtin),
    /// What rules do by a word of the language, and react to.
    Effect(&'static str),
    /// A tile, as it is written: with its set, or by its id alone.
    Tile(String),
    /// A player of a scenario.
    Seat(String),
    /// A name that was not found; what is looked for in its place.
    Unknown(&'static [SymbolKind]),
}

/// What stands there for what is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is declared here.
    Declares,
    /// It is used.
    Uses,
    /// It is a value whose answer is changed here: `modify`.
    Modifies,
    /// It is an option that a variant sets.
    Sets,
    /// It is a rule that a variant leaves out.
    Disables,
    /// It is something in whose place a variant puts another.
    Replaces,
    /// It is a step that a variant moves.
    Moves,
}

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name, with the pack before it where it is written.
    pub span: Span,
    /// What it names.
    pub symbol: Symbol,
    /// What is done to it.
    pub role: Role,
    /// The variant in which it stands, or the packs beside which what it stands in holds.
    pub within: Option<String>,
}

/// All names of some packs.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    by_place: BTreeMap<(u32, u32), Occurrence>,
    /// What is declared.
    pub declarations: Vec<Declaration>,
    /// What the checker saw.
    pub notes: Notes,
}

impl Occurrences {
    /// Finds all names of packs, whose own names are [qualified](rota_compose::qualify). Of `guests`, which they only
    /// bring into scenarios or speak of, it is known what they declare.
    #[must_use]
    pub fn of(packs: &[Pack], guests: &[Pack], sources: &Sources, notes: Notes) -> Occurrences {
        let declared = Declarations::of(packs.iter().chain(guests));
        let by_place = walk::walk(packs, sources, &declared, &notes);
        Occurrences { by_place, declarations: declared.into_list(), notes }
    }

    /// Returns all names in the order of the texts.
    pub fn iter(&self) -> impl Iterator<Item = &Occurrence> {
        self.by_place.values()
    }

    /// Returns the name that stands at an offset, its end included.
    #[must_use]
    pub fn at(&self, offset: u32) -> Option<&Occurrence> {
        let before = self.by_place.range(..=(offset, u32::MAX)).rev().take(2);
        before.map(|(_, found)| found).find(|found| found.span.start <= offset && offset <= found.span.end)
    }

    /// Returns the names in a range of the texts.
    pub fn within(&self, range: Span) -> impl Iterator<Item = &Occurrence> {
        self.by_place.range((range.start, 0)..(range.end, 0)).map(|(_, found)| found)
    }

    /// Returns all names of the same thing.
    pub fn like<'o>(&'o self, symbol: &'o Symbol) -> impl Iterator<Item = &'o Occurrence> {
        self.iter().filter(move |one| one.symbol == *symbol)
    }

    /// Returns what is declared under this symbol.
    #[must_use]
    pub fn declaration(&self, symbol: &Symbol) -> Option<&Declaration> {
        let Symbol::Declared(index) = symbol else { return None };
        self.declarations.get(*index)
    }

    /// Returns the type in words of the name at this place, where the checker knows it.
    #[must_use]
    pub fn type_at(&self, name: Span) -> Option<&str> {
        self.notes.types.get(&name).map(String::as_str)
    }
}
