//! A decision that waits for a player, and the matching of what people write against what is offered.

use std::fmt;

use rota_board::{Border, Cell, SegmentId};
use rota_bytecode::Sort;
use rota_bytecode::program::ChoiceSite;
use rota_vm::{Answer, Pending};

use crate::bit_packing::{unpack_border, unpack_cell, unpack_placement};
use crate::game::Game;
use crate::position::{PieceLocation, TileState};
use crate::text::{names_of, words_of};
use crate::text_match::matches;

/// What a player answers: an option by its action and value, or a pass.
pub type Choice = Answer;

/// Where a choice is on the table, or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// In a cell; a tile may be laid there, turned clockwise by so many quarters.
    Cell(Cell, Option<u8>),
    /// On a segment, or on the feature it is part of.
    Segment(SegmentId),
    /// A drawn tile, by its number in the stock.
    Hand(usize),
    /// On a space beside the land, by its number among the declared spaces.
    Space(u16),
    /// On a corner, known by the cell whose north-western one it is.
    Corner(Cell),
    /// On a side.
    Side(Border),
}

/// A decision that waits for an answer.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    game: &'a Game,
    choice: u32,
    who: u8,
    count: usize,
    pass: bool,
}

impl<'a> Decision<'a> {
    /// The decision of a game, if one waits.
    pub(crate) fn of(game: &'a Game) -> Option<Decision<'a>> {
        let Pending { choice, who, total, pass } = *game.machine().decision()?;
        Some(Decision { game, choice, who, count: total, pass })
    }

    /// The seat of the player who decides, counted from 0.
    #[must_use]
    pub fn who(&self) -> usize {
        usize::from(self.who)
    }

    /// The decision as written: the step or rule, the prompt, the actions.
    #[must_use]
    pub fn site(&self) -> &'a ChoiceSite {
        // The machine asks only decisions of its program.
        &self.game.rules().program().choices[self.choice as usize]
    }

    /// The decision's index in the program.
    #[must_use]
    pub fn choice(&self) -> u32 {
        self.choice
    }

    /// Whether the player may pass.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.pass
    }

    /// How many options there are, a pass not counted.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.count
    }

    /// An option by its number, counted from 0; nothing beyond the last.
    #[must_use]
    pub fn option(&self, index: usize) -> Option<Choice> {
        let (action, value) = self.game.machine().option(&self.game.questions(), index)?;
        Some(Answer::Option { action, value })
    }

    /// All options in order, and behind them the pass where there is one.
    pub fn choices(&self) -> impl Iterator<Item = Choice> + 'a {
        let decision = *self;
        let options = (0..self.count).filter_map(move |index| decision.option(index));
        options.chain(self.pass.then_some(Answer::Pass))
    }

    /// For how many options a choice stands: those that nothing tells apart are offered once.
    #[must_use]
    pub fn number(&self, choice: Choice) -> usize {
        let Answer::Option { action, value } = choice else { return 1 };
        self.game.machine().number(action, value)
    }

    /// The canonical words of a choice, and behind them for how many options it stands, as `wagon in market ×3`.
    #[must_use]
    pub fn counted_text(&self, choice: Choice) -> String {
        match self.number(choice) {
            1 => self.text(choice),
            number => format!("{} ×{number}", self.text(choice)),
        }
    }

    /// The canonical words of a choice: `0,-1 turned 1`, `pass`. They say what is chosen and mean the same in
    /// every replay of the game.
    #[must_use]
    pub fn text(&self, choice: Choice) -> String {
        words_of(self.game.questions(), self.choice, self.who, choice)
    }

    /// Where a choice is, if it is about a place, a thing that has one, or a drawn tile: for whoever draws it.
    #[must_use]
    pub fn target(&self, choice: Choice) -> Option<Target> {
        let Answer::Option { action, value } = choice else { return None };
        let (questions, position) = (self.game.questions(), self.game.position());
        match self.site().actions.get(usize::from(action))?.ty.sort {
            Sort::Placement => unpack_placement(value)
                .map(|placement| Target::Cell(placement.cell, Some(placement.rotation))),
            Sort::Cell => unpack_cell(value).map(|cell| Target::Cell(cell, None)),
            Sort::Corner => unpack_cell(value).map(Target::Corner),
            Sort::Side => unpack_border(value).map(Target::Side),
            Sort::Segment | Sort::Feature => questions.segment(value).ok().map(Target::Segment),
            Sort::Space => questions.space(value).ok().map(Target::Space),
            Sort::Piece => match questions.piece(value).ok()?.location {
                PieceLocation::Segment(segment) => Some(Target::Segment(segment)),
                PieceLocation::Space(space) => Some(Target::Space(space)),
                PieceLocation::Corner(corner) => Some(Target::Corner(corner)),
                PieceLocation::Side(side) => Some(Target::Side(side)),
                PieceLocation::Tile(tile) => {
                    questions.cell_of(i64::from(tile)).ok()?.map(|cell| Target::Cell(cell, None))
                }
                PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => None,
            },
            Sort::Award => questions.award(value).ok()?.at.map(Target::Segment),
            Sort::Tile => {
                let tile = questions.tile(value).ok()?;
                match position.tile(tile)? {
                    TileState::Laid(laid) => Some(Target::Cell(position.board().tile(laid).cell, None)),
                    TileState::Hand(seats) | TileState::Stowed(_, seats) => {
                        seats.contains(Some(self.who)).then_some(Target::Hand(tile))
                    }
                    TileState::Row(_) => Some(Target::Hand(tile)),
                    TileState::Bag | TileState::Stacked(_) | TileState::Out => None,
                }
            }
            Sort::Int | Sort::Pts | Sort::Bool | Sort::Words | Sort::Player | Sort::Kind => None,
            Sort::Stock | Sort::Reason | Sort::Bag | Sort::Card | Sort::Deck | Sort::Row => None,
            Sort::Die | Sort::Nothing => None,
        }
    }

    /// Finds the choice that a person's words mean: the one whose canonical words they are, or the one whose
    /// words they are a part of, in any order. A feature is named by any of its segments.
    ///
    /// Options that read alike, as two pieces of a player in one place, are one and the same here.
    ///
    /// # Errors
    /// Refuses words that fit no choice or several different ones, with the texts to choose from.
    pub fn matching(&self, words: &str) -> Result<Choice, NoMatch> {
        let names = |choice| names_of(self.game.questions(), self.choice, self.who, choice);
        let texts =
            self.choices().flat_map(|choice| names(choice).into_iter().map(move |name| (choice, name)));
        let fitting = matches(words, texts);
        match fitting.as_slice() {
            [(choice, _)] => Ok(*choice),
            [] => Err(NoMatch::Nothing { offered: self.choices().map(|choice| self.text(choice)).collect() }),
            _ => Err(NoMatch::Several { fitting: fitting.into_iter().map(|(_, text)| text).collect() }),
        }
    }
}

impl fmt::Debug for Decision<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Decision");
        shown.field("who", &self.who).field("name", &self.site().name);
        shown.field("options", &self.count).field("pass", &self.pass).finish()
    }
}

/// Why words do not say which choice is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMatch {
    /// They fit no choice.
    Nothing {
        /// The texts of all choices.
        offered: Vec<String>,
    },
    /// They fit several choices.
    Several {
        /// The texts of these choices.
        fitting: Vec<String>,
    },
}

impl fmt::Display for NoMatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, texts) = match self {
            NoMatch::Nothing { offered } => ("no choice reads like this; offered are", offered),
            NoMatch::Several { fitting } => ("several choices read like this:", fitting),
        };
        formatter.write_str(what)?;
        for (index, text) in texts.iter().enumerate() {
            write!(formatter, "{} `{text}`", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for NoMatch {}

/// Why a choice was refused. The game has not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No decision waits.
    NothingAsked,
    /// The choice is none of those offered.
    NotOffered,
    /// The player may not pass.
    NoPass,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Refused::NothingAsked => "no decision waits",
            Refused::NotOffered => "this was not offered",
            Refused::NoPass => "this decision has no pass",
        })
    }
}

impl std::error::Error for Refused {}
