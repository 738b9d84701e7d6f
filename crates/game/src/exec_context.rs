//! What the machine works on: a position with its rules, its chance and its history.

use std::cell::Cell;

use rota_bytecode::{Builtin, Effect, Sort};
use rota_vm::{Answer, Fault, Host, Pending, Reply, Term};

use crate::chance::Chance;
use crate::history::{DecisionOutcome, Event, History};
use crate::layout::Layout;
use crate::position::Position;
use crate::questions::Questions;
use crate::rules::Rules;
use crate::text::write_words;

/// One who decides by number while the rules run.
pub(crate) type Decider<'a> = dyn FnMut(&Pending) -> Reply + 'a;

/// The host of a running machine.
pub(crate) struct ExecContext<'a> {
    pub rules: &'a Rules,
    pub layout: &'a Layout,
    pub chance: &'a Chance,
    pub position: &'a mut Position,
    pub history: &'a mut History,
    /// Nobody where the machine is to wait at every decision.
    pub decider: Option<&'a mut Decider<'a>>,
    /// The tile whose placements were counted last, and how many there are, until something changes: who is asked
    /// whether a tile fits is mostly asked next where it may lie.
    pub counted: Cell<Option<(i64, usize)>>,
}

impl<'a> ExecContext<'a> {
    /// A context in which the machine waits at every decision.
    #[inline]
    pub fn new(
        rules: &'a Rules,
        layout: &'a Layout,
        chance: &'a Chance,
        position: &'a mut Position,
        history: &'a mut History,
    ) -> ExecContext<'a> {
        ExecContext { rules, layout, chance, position, history, decider: None, counted: Cell::new(None) }
    }

    #[inline(never)]
    fn fits(&self, tile: i64) -> Result<i64, &'static Fault> {
        let count = self.questions().count(Builtin::TilePlacements, &[tile])?;
        self.counted.set(Some((tile, count)));
        Ok(i64::from(count > 0))
    }

    pub fn questions(&self) -> Questions<'_> {
        Questions { rules: self.rules, layout: self.layout, position: self.position }
    }

    #[cold]
    fn keep_decision(&mut self, pending: &Pending, answer: Answer, forced: bool) {
        let taken = match answer {
            Answer::Pass => DecisionOutcome::Passed,
            Answer::Option { .. } if forced => DecisionOutcome::Forced,
            Answer::Option { .. } => DecisionOutcome::Chosen,
        };
        let (choice, who) = (pending.choice, pending.who);
        let questions = Questions { rules: self.rules, layout: self.layout, position: self.position };
        let words = self.history.keep_text(|out| write_words(questions, choice, who, answer, out));
        self.history.keep(Event::Decided { choice, who, taken, answer, words });
    }
}

impl Host for ExecContext<'_> {
    // A call with one address in place of three, which the machine would have to write down first.
    #[inline(never)]
    fn ask(&self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        match (builtin, args) {
            (Builtin::TileFits, &[tile, ..]) => self.fits(tile),
            _ => self.questions().ask(builtin, args),
        }
    }

    #[inline]
    fn list(&self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        self.questions().list(builtin, args, out)
    }

    fn count(&self, builtin: Builtin, args: &[i64]) -> Result<usize, &'static Fault> {
        match (self.counted.get(), builtin, args) {
            (Some((tile, count)), Builtin::TilePlacements, &[asked, ..]) if tile == asked => Ok(count),
            _ => self.questions().count(builtin, args),
        }
    }

    fn nth(&self, builtin: Builtin, args: &[i64], index: usize) -> Option<i64> {
        self.questions().nth(builtin, args, index)
    }

    fn position(&self, builtin: Builtin, args: &[i64], value: i64) -> Option<usize> {
        self.questions().place_of(builtin, args, value)
    }

    fn get(&self, var: u16, key: i64) -> Result<i64, &'static Fault> {
        self.questions().variable(var, key)
    }

    fn set(&mut self, var: u16, key: i64, value: i64) -> Result<(), &'static Fault> {
        self.set_variable(var, key, value)
    }

    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault> {
        self.counted.set(None);
        // Mostly there are none.
        if effect == Effect::GiveAwards && self.position.awards.is_empty() {
            return Ok(0);
        }
        self.apply_effect(effect, args)
    }

    fn happened(&self) -> usize {
        self.history.events().len()
    }

    fn keeps_notes(&self) -> bool {
        self.history.is_full()
    }

    fn note(&mut self, site: u32, terms: &[Term]) -> i64 {
        self.history.keep_note(site, terms)
    }

    fn has_hidden_information(&self) -> bool {
        self.position.has_hidden_information()
    }

    fn is_alike(&self, who: u8, sort: Sort, one: i64, other: i64) -> bool {
        self.questions().is_alike(who, sort, one, other)
    }

    #[inline]
    fn decide(&mut self, pending: &Pending) -> Reply {
        self.decider.as_mut().map_or(Reply::Later, |decide| decide(pending))
    }

    #[inline]
    fn decided(&mut self, pending: &Pending, answer: Answer, forced: bool) {
        if self.history.is_full() {
            self.keep_decision(pending, answer, forced);
        }
    }
}

/// The host of a machine whose options are only looked at. Changes are refused.
impl Host for Questions<'_> {
    fn ask(&self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        Questions::ask(*self, builtin, args)
    }

    fn list(&self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        Questions::list(*self, builtin, args, out)
    }

    fn count(&self, builtin: Builtin, args: &[i64]) -> Result<usize, &'static Fault> {
        Questions::count(*self, builtin, args)
    }

    fn nth(&self, builtin: Builtin, args: &[i64], index: usize) -> Option<i64> {
        Questions::nth(*self, builtin, args, index)
    }

    fn position(&self, builtin: Builtin, args: &[i64], value: i64) -> Option<usize> {
        self.place_of(builtin, args, value)
    }

    fn get(&self, var: u16, key: i64) -> Result<i64, &'static Fault> {
        self.variable(var, key)
    }

    fn set(&mut self, _var: u16, _key: i64, _value: i64) -> Result<(), &'static Fault> {
        Err(ONLY_LOOKING)
    }

    fn apply(&mut self, _effect: Effect, _args: &[i64]) -> Result<i64, &'static Fault> {
        Err(ONLY_LOOKING)
    }

    fn keeps_notes(&self) -> bool {
        false
    }

    fn note(&mut self, _site: u32, _terms: &[Term]) -> i64 {
        -1
    }
}

const ONLY_LOOKING: &Fault = &Fault::Refused("the position is only looked at");
