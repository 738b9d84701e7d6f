//! Decisions of players.

use rota_source::Spanned;

use super::{Binding, Block, Expr, Name};

/// A decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// Who is asked.
    pub who: Deciders,
    /// How many of the set are chosen.
    pub kind: Spanned<ChoiceKind>,
    /// What is chosen, one after the other; a set may speak of what was chosen before. Nothing where the player
    /// says yes or passes.
    pub parts: Vec<Binding>,
    /// For several: `up to 3`, `exactly 3`.
    pub most: Option<Expr>,
    /// Whether it is so many and no fewer.
    pub exact: bool,
    /// `secretly`: nobody else sees what was chosen.
    pub secret: bool,
    /// For a question without a set: what it is about, `about m`.
    pub about: Option<Expr>,
    /// For a question without a set: what must hold for it to be asked, `when m.on`.
    pub when: Option<Expr>,
    /// The words the player sees.
    pub prompt: Option<Name>,
    /// `or pass`.
    pub pass: bool,
    /// `or pass when active.points > 3 pts`.
    pub pass_when: Option<Expr>,
    /// What belongs to the choice; without it, the rest of the block does.
    pub body: Option<Block>,
    /// What happens where nothing is chosen.
    pub otherwise: Option<Block>,
}

/// Who is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Deciders {
    /// `active`
    One(Expr),
    /// `each p in players where p != active`: at once, and nobody sees an answer before all have given theirs
    Each(Binding),
}

/// How many of a set are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// One.
    One,
    /// `several`: a set, until the player is done.
    Several,
    /// `order`: all, in the order in which the player names them.
    Order,
}
