//! Deals again what a seat does not know: tiles and cards, and what others have chosen in secret.

use std::sync::{Arc, OnceLock};

use rota_bytecode::program::Secrecy;
use rota_vm::{Answer, Pending};

use crate::game::Game;
use crate::players::Random;
use crate::rules::Rules;

/// How many times a whole sequence of choices is tried before what was chosen is taken as it is: then what the seat
/// sees leaves next to nothing open.
const ATTEMPTS: usize = 32;

/// How many choices of one decision are looked at for whether they look the same as another one.
const LOOKED_AT: usize = 400;

/// The game from before the first choice that is still a secret, and all choices since.
#[derive(Clone, Debug)]
pub(crate) struct Concealed {
    before: Arc<Game>,
    answers: Vec<Given>,
}

/// A choice that was made while something was secret.
#[derive(Clone, Debug)]
struct Given {
    choice: u32,
    who: u8,
    answer: Answer,
    /// What else it may have been, where others do not see what was chosen.
    hidden: Option<Arc<HiddenChoice>>,
}

/// A choice that others do not see.
#[derive(Debug)]
struct HiddenChoice {
    /// The game before it.
    before: Arc<Game>,
    secrecy: Secrecy,
    /// How often choices had been shown before it.
    revealed: u32,
    /// Whether the player knew what others did not, so that nobody heard what was chosen.
    unheard: bool,
    /// For each seat, and for onlookers behind them, the choices after which it sees the same; found when first asked for.
    alike: [OnceLock<Vec<Answer>>; SEATS + 1],
}

/// How many seats a table has at most.
const SEATS: usize = rota_bytecode::program::MOST_PLAYERS;

impl Game {
    /// Deals everything again that a seat does not know: what is still in bags and decks, and what is drawn or in
    /// keeps and not shown to it, each among what came out of the same bag; and what others have chosen in secret, for
    /// other choices after which the seat has seen the same. For a copy that the seat thinks on.
    pub fn determinize(&mut self, who: Option<u8>, seed: u64) {
        let mut random = Random::new(seed);
        let dealt = self.dealt_again(who, &mut random);
        if let Some(concealed) = self.concealed.take() {
            self.choose_again(&concealed, who, dealt.as_ref(), &mut random);
        }
        if let Some(rules) = dealt {
            self.rules = rules;
        }
        self.notes_secrets = false;
        self.chance.reseed(seed);
    }

    /// What the game is played with, once others of the tiles that a seat does not know have come where each lies;
    /// nothing where it knows them all.
    fn dealt_again(&self, who: Option<u8>, random: &mut Random) -> Option<Arc<Rules>> {
        let hidden = self.position.hidden_from(who);
        if hidden.is_empty() && !self.position.has_stacked() {
            return None;
        }
        let knows =
            |tile: &usize| self.position.tiles[*tile].known_to().is_some_and(|seats| seats.contains(who));
        let mut rules = Rules::clone(&self.rules);
        for (bag, left) in self.position.bags().iter().enumerate() {
            let of_bag = hidden.iter().copied().filter(|tile| self.position.came_from(*tile) == Some(bag));
            let left = left.iter().map(|tile| usize::from(*tile)).filter(|tile| !knows(tile));
            let mut places: Vec<usize> = of_bag.chain(left).collect();
            // Each in turn takes the face of one of those that are left.
            while places.len() > 1 {
                let other = places[random.below(places.len())];
                if let Some(place) = places.pop() {
                    rules.swap_kinds(place, other);
                }
            }
        }
        Some(Arc::new(rules))
    }

    /// The game as it is before a choice that is to be noted by [`Game::conceal`].
    #[inline]
    pub(crate) fn before_secret(&self, pending: &Pending) -> Option<Arc<Game>> {
        if self.notes_secrets { self.before_noted(pending) } else { None }
    }

    #[cold]
    fn before_noted(&self, pending: &Pending) -> Option<Arc<Game>> {
        let is_noted = self.concealed.is_some()
            || self.secrecy_of(pending.choice) != Secrecy::Open
            || self.position.keeps_secrets();
        is_noted.then(|| {
            let mut before = self.fork();
            (before.notes_secrets, before.concealed) = (false, None);
            Arc::new(before)
        })
    }

    /// Notes a choice while something is a secret.
    #[inline]
    pub(crate) fn conceal(&mut self, pending: &Pending, answer: Answer, before: Option<Arc<Game>>) {
        if let Some(before) = before {
            self.note(pending, answer, before);
        }
    }

    #[cold]
    fn note(&mut self, pending: &Pending, answer: Answer, before: Arc<Game>) {
        let (choice, who) = (pending.choice, pending.who);
        let (secrecy, revealed) = (self.secrecy_of(choice), self.position.revealed);
        let unheard = self.position.has_secrets(who) || self.position.knows_hidden(who);
        let first = || Arc::new(Concealed { before: Arc::clone(&before), answers: Vec::new() });
        let concealed = Arc::make_mut(self.concealed.get_or_insert_with(first));
        let hidden = (unheard || secrecy != Secrecy::Open).then(|| {
            Arc::new(HiddenChoice { before, secrecy, revealed, unheard, alike: Default::default() })
        });
        concealed.answers.push(Given { choice, who, answer, hidden });
    }

    /// Becomes a game in which the others chose something else wherever a seat does not know what they chose.
    fn choose_again(
        &mut self,
        concealed: &Concealed,
        who: Option<u8>,
        dealt: Option<&Arc<Rules>>,
        random: &mut Random,
    ) {
        let revealed = self.position.revealed;
        if !concealed.answers.iter().any(|given| given.is_hidden_from(who, revealed)) {
            return;
        }
        // Without what happened, which a copy does not know.
        let seen = self.fork().seen_by(who).text();
        let mut other = concealed.before.fork();
        for _ in 0..ATTEMPTS {
            other.copy_from(&concealed.before);
            if let Some(rules) = dealt {
                other.rules = Arc::clone(rules);
            }
            if other.repeat(&concealed.answers, who, revealed, random)
                && other.asked() == self.asked()
                && other.seen_by(who).text() == seen
            {
                return self.copy_from(&other);
            }
        }
    }

    /// Makes choices again, those that a seat does not know at random. Returns whether all could be made.
    fn repeat(&mut self, answers: &[Given], who: Option<u8>, revealed: u32, random: &mut Random) -> bool {
        answers.iter().all(|given| {
            let answer =
                if given.is_hidden_from(who, revealed) { given.another(who, random) } else { given.answer };
            self.asked() == Some((given.choice, given.who)) && self.choose(answer).is_ok()
        })
    }

    /// The decision that waits, as an index into the program's, and the seat that decides.
    fn asked(&self) -> Option<(u32, u8)> {
        self.machine().decision().map(|pending| (pending.choice, pending.who))
    }

    fn secrecy_of(&self, choice: u32) -> Secrecy {
        self.rules().program().choices.get(choice as usize).map_or(Secrecy::Open, |site| site.secrecy)
    }
}

impl Given {
    /// Whether a seat does not know what was chosen, now that choices have been shown so often.
    fn is_hidden_from(&self, who: Option<u8>, revealed: u32) -> bool {
        let Some(hidden) = &self.hidden else { return false };
        let hides = match hidden.secrecy {
            Secrecy::Open => false,
            Secrecy::AtOnce => hidden.revealed == revealed,
            Secrecy::Secret => true,
        };
        (hides || hidden.unheard) && who != Some(self.who)
    }

    /// One of the choices after which a seat sees the same as after the one that was made.
    fn another(&self, who: Option<u8>, random: &mut Random) -> Answer {
        let alike = self.hidden.as_ref().map_or(&[][..], |hidden| hidden.alike(self.answer, who));
        alike.get(random.below(alike.len())).copied().unwrap_or(self.answer)
    }
}

impl HiddenChoice {
    /// The choices after which a seat sees the same as after this one.
    fn alike(&self, answer: Answer, who: Option<u8>) -> &[Answer] {
        let seat = who.map_or(SEATS, usize::from).min(SEATS);
        self.alike[seat].get_or_init(|| {
            let mut copy = self.before.fork();
            let mut seen_after = |answer: Answer| {
                copy.copy_from(&self.before);
                copy.choose(answer).ok()?;
                Some(copy.seen_by(who).text())
            };
            let seen = seen_after(answer);
            let Some(decision) = self.before.decision() else { return Vec::new() };
            decision.choices().take(LOOKED_AT).filter(|other| seen_after(*other) == seen).collect()
        })
    }
}
