//! What an option is about, taken apart: for whoever points at it instead of reading its words.

use rota_bytecode::{Sort, Type};

use crate::decision::{Choice, Decision};
use crate::piece::Piece;
use crate::position::Award;
use crate::questions::Questions;
use crate::target::Target;
use crate::text::write_value;

/// What an option is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject<'g> {
    /// Nothing beside its name: a pass, or an action that needs no more.
    Nothing,
    /// A number.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// Something that is known by its name alone.
    Word(String),
    /// Players, by their seats.
    Players(Vec<usize>),
    /// A place.
    Place(Target),
    /// A piece, wherever it is.
    Piece(Piece),
    /// A tile or a card, by its number in the stock: whoever shows it has to look whether it may be seen.
    Tile(usize),
    /// Points that wait to be given.
    Award(&'g Award),
}

impl<'g> Decision<'g> {
    /// What a choice is about.
    #[must_use]
    pub fn subject(&self, choice: Choice) -> Subject<'g> {
        let Choice::Option { action, value } = choice else { return Subject::Nothing };
        let action = self.site().actions.get(usize::from(action));
        action.map_or(Subject::Nothing, |action| self.questions().subject(action.ty, value))
    }
}

impl<'g> Questions<'g> {
    fn subject(self, ty: Type, value: i64) -> Subject<'g> {
        let place = || self.target(ty.sort, value).map(Subject::Place);
        let known = match ty.sort {
            Sort::Nothing => Some(Subject::Nothing),
            Sort::Int | Sort::Pts => Some(Subject::Number(value)),
            Sort::Bool => Some(Subject::Truth(value != 0)),
            Sort::Player if ty.is_mask() => {
                let seats = 0..self.position.points().len();
                Some(Subject::Players(seats.filter(|seat| value >> seat & 1 == 1).collect()))
            }
            Sort::Player => self.player(value).ok().map(|seat| Subject::Players(vec![seat])),
            Sort::Piece => self.piece(value).ok().map(Subject::Piece),
            Sort::Tile | Sort::Card => self.tile(value).ok().map(Subject::Tile),
            Sort::Award => self.award(value).ok().map(Subject::Award),
            Sort::Placement | Sort::Cell | Sort::Corner | Sort::Side => place(),
            Sort::Segment | Sort::Feature | Sort::Space => place(),
            Sort::Words | Sort::Kind | Sort::Stock | Sort::Reason => None,
            Sort::Bag | Sort::Deck | Sort::Row | Sort::Die => None,
        };
        known.unwrap_or_else(|| {
            let mut word = String::new();
            write_value(self, ty, value, None, &mut word);
            Subject::Word(word)
        })
    }
}
