//! A decision that waits for a player, and the matching of what people write against what is offered.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use rota_bytecode::program::ChoiceSite;
use rota_vm::{Answer, Pending};

use crate::game::Game;
use crate::history::Event;
use crate::questions::Questions;
use crate::target::Target;
use crate::text::{names_of, words_of};
use crate::text_match::matches;

/// What a player answers: an option by its action and value, or a pass.
pub type Choice = Answer;

/// A decision that waits for an answer.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    game: &'a Game,
    choice: u32,
    who: u8,
    count: usize,
    pass: bool,
}

/// What was chosen before something that is chosen together with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierChoice<'a> {
    /// Its canonical words.
    pub words: &'a str,
    /// Where it is, as [`Decision::target`] tells it.
    pub target: Option<Target>,
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

    /// What can be asked of the game.
    pub(crate) fn questions(&self) -> Questions<'a> {
        self.game.questions()
    }

    /// The decision's index in the program.
    #[must_use]
    pub fn choice(&self) -> u32 {
        self.choice
    }

    /// What the player has chosen just before and together with this: the tile before its place, or what an action of a
    /// menu was taken for. In the order of choosing; empty unless the whole history is kept.
    #[must_use]
    pub fn earlier(&self) -> Vec<EarlierChoice<'a>> {
        let (history, choices) = (self.game.history(), &self.game.rules().program().choices);
        let mut earlier = Vec::new();
        for event in history.events().iter().rev() {
            let Event::Decided { choice, who, answer, words, .. } = *event else { break };
            let Some(site) = choices.get(choice as usize) else { break };
            let Answer::Option { action, value } = answer else { break };
            let Some(action) = site.actions.get(usize::from(action)) else { break };
            let is_menu = !action.name.is_empty();
            if who != self.who || !is_menu && site.span != self.site().span {
                break;
            }
            let target = self.game.questions().target(action.ty.sort, value);
            earlier.push(EarlierChoice { words: history.text(words), target });
            if is_menu {
                break;
            }
        }
        earlier.reverse();
        earlier
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

    /// For each option in order, a pass not counted, the same one of a copy of this game: one that
    /// [`Game::determinize`] has dealt again may hold another card of the same kind, so that options are known by their
    /// words. Nothing where the copy does not offer the same.
    #[must_use]
    pub fn options_in(&self, copy: &Decision<'_>) -> Option<Vec<Choice>> {
        let own = (0..self.count).filter_map(|number| self.option(number));
        if self.game.concealed.is_none() {
            return Some(own.collect());
        }
        let mut offered: BTreeMap<String, VecDeque<Choice>> = BTreeMap::new();
        for choice in (0..copy.count).filter_map(|number| copy.option(number)) {
            offered.entry(copy.text(choice)).or_default().push_back(choice);
        }
        let there = own.map(|choice| offered.get_mut(&self.text(choice))?.pop_front());
        there.collect::<Option<Vec<Choice>>>().filter(|there| there.len() == copy.count)
    }

    /// Where a choice is, if it is about a place, a thing that has one, or a drawn tile: for whoever draws it.
    #[must_use]
    pub fn target(&self, choice: Choice) -> Option<Target> {
        let Answer::Option { action, value } = choice else { return None };
        let sort = self.site().actions.get(usize::from(action))?.ty.sort;
        let target = self.game.questions().target(sort, value)?;
        let Target::Hand(tile) = target else { return Some(target) };
        let seen_by = self.game.position().tile(tile)?.seen_by()?;
        seen_by.contains(Some(self.who)).then_some(target)
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
        // Canonical words mean what they say, whatever else goes by them.
        if let Some(choice) = self.choices().find(|choice| self.text(*choice) == words) {
            return Ok(choice);
        }
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
