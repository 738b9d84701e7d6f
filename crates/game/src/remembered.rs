//! Variables with a title, as they are shown at the table: where something other than at first is in them.

use rota_bytecode::program::{Owner, Var};
use rota_bytecode::{Sort, Type};

use crate::game::Game;
use crate::player_view::PlayerView;
use crate::position::{PlayerSet, TileState};
use crate::target::Target;
use crate::text::{Viewer, write_value};

/// What a variable with a title holds that is not what it held at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered<'g> {
    /// What it is called at the table.
    pub title: &'g str,
    /// The seat of the player it belongs to, where it belongs to one.
    pub player: Option<u8>,
    /// What it belongs to, in words: a player, a piece, a cell; empty for the game as a whole.
    pub of: String,
    /// Where that is, if it is somewhere on the table or in a hand.
    pub at: Option<Target>,
    /// The words of what it holds.
    pub value: String,
    /// Whether only that player may see it.
    pub secret: bool,
}

impl Remembered<'_> {
    /// What it belongs to, in words, where that is neither the game nor a player.
    #[must_use]
    pub fn thing(&self) -> Option<&str> {
        (self.player.is_none() && !self.is_common()).then_some(self.of.as_str())
    }

    /// The title and what is held under it; of a truth that holds the title says all.
    #[must_use]
    pub fn words(&self) -> String {
        if self.value == "yes" { self.title.to_owned() } else { format!("{} {}", self.title, self.value) }
    }

    /// Whether it belongs to the game as a whole.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.of.is_empty()
    }

    /// Whether it belongs to the player on a seat.
    #[must_use]
    pub fn is_of(&self, seat: usize) -> bool {
        self.player.map(usize::from) == Some(seat)
    }
}

impl Game {
    /// What all variables with a title hold, in the order in which they are declared: those that hold something
    /// other than at first, for somebody who may know everything.
    #[must_use]
    pub fn remembered(&self) -> Vec<Remembered<'_>> {
        self.remembered_by(None)
    }

    fn remembered_by(&self, told: Viewer) -> Vec<Remembered<'_>> {
        let vars = &self.rules().program().declared.vars;
        let titled = vars.iter().zip(0..).filter(|(var, _)| !var.title.is_empty());
        titled.flat_map(|(var, number)| self.held_by(var, number, told)).collect()
    }

    /// What one variable holds, for each that has it.
    fn held_by<'g>(&'g self, var: &'g Var, number: u16, told: Viewer) -> Vec<Remembered<'g>> {
        let (questions, position) = (self.questions(), self.position());
        let remembered = |key: i64| {
            let player = u8::try_from(key).ok().filter(|_| var.owner == Owner::Player);
            if var.secret && told.is_some_and(|who| who != player) {
                return None;
            }
            let [mut of, mut words] = [String::new(), String::new()];
            questions.write_variable(number, key, told, &mut words).filter(|holds| *holds)?;
            if let Some(sort) = sort_of(var.owner) {
                write_value(questions, Type::one(sort), key, told, &mut of);
            }
            let at = sort_of(var.owner).and_then(|sort| questions.target(sort, key));
            Some(Remembered { title: &var.title, player, of, at, value: words, secret: var.secret })
        };
        let board = position.board();
        let segments = board.all_segments().map(|segment| segment.0);
        match var.owner {
            Owner::Game => remembered(0).into_iter().collect(),
            Owner::Player => (0..).take(position.points().len()).filter_map(remembered).collect(),
            Owner::Piece => (0..).take(position.pieces().len()).filter_map(remembered).collect(),
            Owner::Tile | Owner::Card => {
                let states = (0..).zip(position.tiles());
                let seen = states.filter(|(_, state)| is_seen(**state, told));
                seen.filter_map(|(key, _)| remembered(key)).collect()
            }
            Owner::Segment => segments.map(i64::from).filter_map(remembered).collect(),
            Owner::Feature => {
                let first = |segment: &u16| board.find(rota_board::SegmentId(*segment)).0 == *segment;
                segments.filter(first).map(i64::from).filter_map(remembered).collect()
            }
            Owner::Cell if var.ty.is_list() => position.sets.of(number).filter_map(remembered).collect(),
            Owner::Cell => position.cell_values.of(number).filter_map(remembered).collect(),
        }
    }
}

impl<'g> PlayerView<'g> {
    /// What all variables with a title hold, in the order in which they are declared: those that hold something
    /// other than at first and that the seat may see.
    #[must_use]
    pub fn remembered(&self) -> Vec<Remembered<'g>> {
        self.game().remembered_by(Some(self.who()))
    }
}

/// Whether a tile or a card is told of: where it lies is no secret, and what it is is known.
fn is_seen(state: TileState, told: Viewer) -> bool {
    let lies_open = |seats: PlayerSet| told.is_none_or(|who| seats.contains(who));
    !matches!(state, TileState::Bag | TileState::Stacked(_)) && state.seen_by().is_none_or(lies_open)
}

/// What is named where a variable belongs to something of this kind.
fn sort_of(owner: Owner) -> Option<Sort> {
    match owner {
        Owner::Game => None,
        Owner::Player => Some(Sort::Player),
        Owner::Piece => Some(Sort::Piece),
        Owner::Tile => Some(Sort::Tile),
        Owner::Card => Some(Sort::Card),
        Owner::Segment => Some(Sort::Segment),
        Owner::Feature => Some(Sort::Feature),
        Owner::Cell => Some(Sort::Cell),
    }
}
