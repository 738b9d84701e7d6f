//! Notes what is chosen while something is a secret: the choices that somebody does not know, and all others since.

use std::sync::{Arc, OnceLock};

use rota_bytecode::program::{MOST_PLAYERS, Secrecy};
use rota_vm::{Answer, Pending};

use crate::game::Game;
use crate::position::Position;

/// How many choices of one decision are looked at.
pub(crate) const LOOKED_AT: usize = 400;

/// The game from before the first choice that is still a secret, and all choices since.
#[derive(Clone, Debug)]
pub(crate) struct Concealed {
    pub before: Arc<Game>,
    pub answers: Vec<Given>,
}

/// A choice that was made while something was secret.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The decision, as an index into the program's, and the seat that decided.
    pub asked: (u32, u8),
    pub answer: Answer,
    /// More of it, where others do not see what was chosen.
    hidden: Option<Arc<HiddenChoice>>,
}

/// A choice that others do not see.
#[derive(Debug)]
pub(crate) struct HiddenChoice {
    /// The game before it.
    before: Arc<Game>,
    answer: Answer,
    secrecy: Secrecy,
    /// How often choices had been shown and secrets forgotten before it.
    revealed: u32,
    forgotten: u32,
    /// Whether the player knew what others did not, so that nobody heard what was chosen.
    unheard: bool,
    /// The game after it; found when first asked for, as all that follows.
    after: OnceLock<Game>,
    /// Whether no other choice goes on in the same way.
    is_seen: OnceLock<bool>,
    /// What each seat, and onlookers behind them, saw after it in hands, keeps, rows and variables.
    held: [OnceLock<String>; MOST_PLAYERS + 1],
}

impl Game {
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
        let secrecy = self.secrecy_of(choice);
        let Position { revealed, forgotten, .. } = self.position;
        let unheard = self.position.has_secrets(who) || self.position.knows_hidden(who);
        let first = || Arc::new(Concealed { before: Arc::clone(&before), answers: Vec::new() });
        let concealed = Arc::make_mut(self.concealed.get_or_insert_with(first));
        let hidden = (unheard || secrecy != Secrecy::Open).then(|| {
            let (after, is_seen, held) = Default::default();
            Arc::new(HiddenChoice {
                before,
                answer,
                secrecy,
                revealed,
                forgotten,
                unheard,
                after,
                is_seen,
                held,
            })
        });
        concealed.answers.push(Given { asked: (choice, who), answer, hidden });
    }

    /// Forgets what was noted once nobody can have a secret any more, as far as all others know.
    pub(crate) fn forget_concealed(&mut self) {
        if self.concealed.as_ref().is_some_and(|concealed| concealed.is_over(&self.position)) {
            self.concealed = None;
        }
    }

    /// The decision that waits, as an index into the program's, and the seat that decides.
    pub(crate) fn asked(&self) -> Option<(u32, u8)> {
        self.machine().decision().map(|pending| (pending.choice, pending.who))
    }

    fn secrecy_of(&self, choice: u32) -> Secrecy {
        self.rules().program().choices.get(choice as usize).map_or(Secrecy::Open, |site| site.secrecy)
    }
}

impl Concealed {
    /// The choices that a seat does not know in this position, with their numbers among all.
    pub fn hidden_from(
        &self,
        who: Option<u8>,
        position: &Position,
    ) -> impl Iterator<Item = (usize, &HiddenChoice)> {
        let answers = self.answers.iter().enumerate();
        answers.filter_map(move |(number, given)| Some((number, given.hidden_from(who, position)?)))
    }

    /// Whether all is shown or forgotten. That no variable holds a secret is not enough: others do not see that either.
    fn is_over(&self, position: &Position) -> bool {
        let is_over = |hidden: &HiddenChoice| match hidden.secrecy {
            Secrecy::Open => true,
            Secrecy::AtOnce => hidden.revealed != position.revealed,
            Secrecy::Secret => hidden.forgotten != position.forgotten,
        };
        !position.keeps_secrets()
            && self.answers.iter().all(|given| given.hidden.as_deref().is_none_or(is_over))
    }
}

impl Given {
    /// The choice as one that a seat does not know in this position; nothing where it knows it.
    pub fn hidden_from(&self, who: Option<u8>, position: &Position) -> Option<&HiddenChoice> {
        let hidden = self.hidden.as_deref().filter(|_| who != Some(self.asked.1))?;
        let hides = match hidden.secrecy {
            Secrecy::Open => false,
            Secrecy::AtOnce => hidden.revealed == position.revealed,
            Secrecy::Secret => true,
        };
        ((hides || hidden.unheard) && !hidden.is_seen()).then_some(hidden)
    }
}

impl HiddenChoice {
    /// What a seat saw after it in hands, keeps, rows and variables.
    pub fn held_by(&self, who: Option<u8>) -> &str {
        let seat = who.map_or(MOST_PLAYERS, usize::from).min(MOST_PLAYERS);
        self.held[seat].get_or_init(|| self.after().seen_by(who).held_text())
    }

    /// Whether a game goes on as it did after this choice, as far as everybody sees at once.
    pub fn goes_on_as(&self, game: &Game) -> bool {
        let after = self.after();
        game.asked() == after.asked() && game.position.lies_like(&after.position)
    }

    /// Whether what lies on the table and who is asked next tell what was chosen, though nobody heard it.
    fn is_seen(&self) -> bool {
        *self.is_seen.get_or_init(|| {
            let Some(decision) = self.before.decision() else { return true };
            let mut other = self.before.fork();
            let mut others = decision.choices().take(LOOKED_AT).filter(|other| *other != self.answer);
            others.all(|choice| {
                other.copy_from(&self.before);
                other.choose(choice).is_err() || !self.goes_on_as(&other)
            })
        })
    }

    fn after(&self) -> &Game {
        self.after.get_or_init(|| {
            let mut after = self.before.fork();
            // It was chosen once.
            _ = after.choose(self.answer);
            after
        })
    }
}
