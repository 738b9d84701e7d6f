//! Finds another game that looks the same to a seat: other tiles where it does not see them, and other choices where it
//! does not know what was chosen.
//!
//! What is looked for has to fit everything that the seat has seen since the first secret, and what fits is rare where
//! much was seen. So it is not drawn anew until it fits, but changed in one place at a time (a local search): what agrees
//! with the game for at least as many choices as before stays. Nothing in that depends on what was chosen in truth.

use std::sync::Arc;

use rota_vm::Answer;

use crate::concealed::{Concealed, HiddenChoice, LOOKED_AT};
use crate::determinize::Unknown;
use crate::game::Game;
use crate::players::Random;
use crate::rules::Rules;

/// How often something is changed before it is given up.
const CHANGES: usize = 1_000;

/// How many of the last choices are changed more often than the others: what does not agree mostly comes from them.
const LAST: usize = 4;

/// A game that may become one which looks the same.
pub(crate) struct Imagined<'s> {
    concealed: &'s Concealed,
    who: Option<u8>,
    unknown: &'s [Unknown],
    /// What the seat is asked and sees.
    asked: Option<(u32, u8)>,
    seen: String,
    /// The choices that the seat does not know, with their numbers among all.
    hidden: Vec<(usize, &'s HiddenChoice)>,
    random: Random,
    world: Game,
    tried: Game,
    /// The game before each of the choices that the seat does not know, as far as the best plan came.
    agreeing: Vec<Game>,
    /// The same for the plan that was played last, from where it differs.
    played: Vec<Game>,
}

/// What a game is made from.
#[derive(Clone)]
struct Plan {
    rules: Arc<Rules>,
    /// What decides between options, for each choice that the seat does not know.
    tastes: Vec<u64>,
}

impl<'s> Imagined<'s> {
    /// The game with other things where a seat does not know them; nothing where none was found in the time that there
    /// is. `dealt` is what the first one is played with.
    pub fn find(
        game: &Game,
        concealed: &'s Concealed,
        who: Option<u8>,
        unknown: &'s [Unknown],
        dealt: Arc<Rules>,
        mut random: Random,
    ) -> Option<Game> {
        // Without what happened, which a copy does not know.
        let seen = game.fork().seen_by(who).text();
        let hidden: Vec<(usize, &HiddenChoice)> = concealed.hidden_from(who, &game.position).collect();
        let mut plan = Plan { rules: dealt, tastes: hidden.iter().map(|_| random.bits()).collect() };
        let (asked, world, tried) = (game.asked(), concealed.before.fork(), concealed.before.fork());
        let (agreeing, played) = (Vec::new(), Vec::new());
        let mut imagined =
            Imagined { concealed, who, unknown, asked, seen, hidden, random, world, tried, agreeing, played };
        let mut agreed = imagined.play(&plan, 0);
        imagined.keep(0);
        let mut changes = 0..CHANGES;
        while agreed <= concealed.answers.len() {
            changes.next()?;
            let (changed, first) = imagined.changed(&plan);
            let agrees = imagined.play(&changed, first);
            if agrees >= agreed {
                (plan, agreed) = (changed, agrees);
                imagined.keep(first);
            }
        }
        Some(imagined.world)
    }

    /// Plays from the first secret on, or from the first choice that differs from the best plan. Returns for how
    /// many choices that agrees with what the seat has seen; one more where it agrees with what the seat sees now, too.
    fn play(&mut self, plan: &Plan, first: usize) -> usize {
        let answers = &self.concealed.answers;
        self.played.clear();
        let begun = match (self.agreeing.get(first), self.hidden.get(first)) {
            (Some(before), Some((number, _))) => {
                self.world.copy_from(before);
                *number
            }
            _ => {
                self.world.copy_from(&self.concealed.before);
                0
            }
        };
        self.world.rules = Arc::clone(&plan.rules);
        for (number, given) in answers.iter().enumerate().skip(begun) {
            if self.world.asked() != Some(given.asked) {
                return number;
            }
            let next = first + self.played.len();
            let is_made = match self.hidden.get(next) {
                Some((hidden, choice)) if *hidden == number => {
                    self.played.push(self.world.fork());
                    self.choose_alike(choice, plan.tastes[next])
                }
                _ => self.world.choose(given.answer).is_ok(),
            };
            if !is_made {
                return number;
            }
        }
        let is_alike = self.world.asked() == self.asked && self.world.seen_by(self.who).text() == self.seen;
        answers.len() + usize::from(is_alike)
    }

    /// Keeps what was played last, from the first choice that differs.
    fn keep(&mut self, first: usize) {
        self.agreeing.truncate(first);
        self.agreeing.append(&mut self.played);
    }

    /// Makes one of the choices after which the seat sees what it has seen. Returns whether there is one.
    fn choose_alike(&mut self, hidden: &HiddenChoice, taste: u64) -> bool {
        let Some(decision) = self.world.decision() else { return false };
        let choices = decision.choices().take(LOOKED_AT).zip(0..);
        let ranked = choices.map(|(choice, number)| (Random::numbered(taste, number).bits(), choice));
        let mut ranked: Vec<(u64, Answer)> = ranked.collect();
        ranked.sort_unstable_by_key(|(rank, _)| *rank);
        ranked.into_iter().any(|(_, choice)| {
            self.tried.copy_from(&self.world);
            let is_alike = self.tried.choose(choice).is_ok()
                && hidden.goes_on_as(&self.tried)
                && self.tried.seen_by(self.who).held_text() == hidden.held_by(self.who);
            if is_alike {
                std::mem::swap(&mut self.world, &mut self.tried);
            }
            is_alike
        })
    }

    /// The plan with another tile at one place, or with another taste for one of the choices that it came to; and the
    /// first choice that may differ by that.
    fn changed(&mut self, plan: &Plan) -> (Plan, usize) {
        let mut plan = plan.clone();
        let choices = self.agreeing.len();
        if !self.unknown.is_empty() && (choices == 0 || self.random.below(2) == 0) {
            let bag = self.random.below(self.unknown.len());
            let (one, other) = self.unknown[bag].pair(&mut self.random);
            Arc::make_mut(&mut plan.rules).swap_kinds(one, other);
            return (plan, 0);
        }
        let among = if self.random.below(2) == 0 { choices.min(LAST) } else { choices };
        let choice = choices.saturating_sub(1 + self.random.below(among));
        if let Some(taste) = plan.tastes.get_mut(choice) {
            *taste = self.random.bits();
        }
        (plan, choice)
    }
}
