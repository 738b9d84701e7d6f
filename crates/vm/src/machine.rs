//! The machine's state and how the one who runs it starts it, reads its decisions and answers them.

use rota_bytecode::Program;

use crate::frames::Frame;
use crate::list_arena::ListArena;
use crate::offers::Offers;
use crate::reactions::Reactions;
use crate::terms::Terms;
use crate::{Fault, Host};

/// How much fuel a run has from one decision to the next, unless told otherwise: a round of a loop uses up as many as
/// it has operations, a call as many as the function has.
pub const DEFAULT_FUEL: u64 = 4_000_000;

/// How many functions may be running inside one another.
pub const MAX_CALL_DEPTH: usize = 64;

/// A machine: all that a program in the middle of its run is, as plain numbers.
///
/// A machine is made once and used again and again: starting it and copying another into it with
/// [`Clone::clone_from`] allocate nothing once it has grown to its size.
#[derive(Debug)]
pub struct Machine {
    /// How much a run may use up until it is done or asks, as [`DEFAULT_FUEL`] says.
    pub fuel: u64,
    /// Whether a decision with one option and no pass is asked all the same.
    pub ask_forced: bool,
    pub(crate) registers: Vec<i64>,
    /// How many registers the functions that are running use, while the machine waits or is fresh.
    pub(crate) top: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) lists: ListArena,
    pub(crate) terms: Terms,
    pub(crate) offers: Offers,
    pub(crate) reactions: Reactions,
    pub(crate) pending: Pending,
    /// The register that the answer goes to.
    pub(crate) answer: usize,
    pub(crate) phase: Phase,
    pub(crate) result: i64,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The function has ended.
    Done,
    /// A player has to decide.
    Asks,
}

/// A fault and the operation it happened at; `Program::span` gives its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// What happened.
    pub fault: Fault,
    /// The operation.
    pub pc: u32,
}

/// A decision that waits for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// Index into the program's decisions.
    pub choice: u32,
    /// The seat of the player who decides, counted from 0.
    pub who: u8,
    /// How many options there are, a pass not counted.
    pub total: usize,
    /// Whether the player may pass.
    pub pass: bool,
}

/// An answer to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Nothing is chosen.
    Pass,
    /// This is chosen.
    Option {
        /// Which group of options.
        action: u16,
        /// Which member.
        value: i64,
    },
}

impl Answer {
    /// The value and the action as a program finds them.
    #[inline]
    pub(crate) fn to_slots(self) -> [i64; 2] {
        match self {
            Answer::Pass => [-1, -1],
            Answer::Option { action, value } => [value, i64::from(action)],
        }
    }
}

/// The answer is none of those offered, or nothing was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOffered;

/// Where in its life a machine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Never started, or stopped by a fault.
    Idle,
    /// Started, not yet run.
    Fresh,
    /// Waits for an answer.
    Asking,
    /// Answered, not yet run on.
    Ready,
    /// The function has ended.
    Done,
}

impl Machine {
    /// Makes a machine with nothing to run.
    pub fn new() -> Machine {
        Machine {
            fuel: DEFAULT_FUEL,
            ask_forced: false,
            registers: Vec::new(),
            top: 0,
            frames: Vec::new(),
            lists: ListArena::default(),
            terms: Terms::default(),
            offers: Offers::default(),
            reactions: Reactions::default(),
            pending: Pending::default(),
            answer: 0,
            phase: Phase::Idle,
            result: 0,
        }
    }

    /// Sets the machine to the beginning of a function, whatever it did before. Arguments, if the function
    /// takes any, are 0.
    #[inline]
    pub fn start(&mut self, program: &Program, function: u32) {
        self.frames.clear();
        self.lists.cells.clear();
        self.terms.clear();
        self.offers.clear();
        self.reactions.clear(program.reactions);
        self.result = 0;
        self.phase = Phase::Idle;
        let Some(entry) = program.functions.get(function as usize) else { return };
        self.frames.push(Frame { function, pc: entry.start, base: 0, mark: 0 });
        self.top = usize::from(entry.slots);
        match self.registers.get_mut(..self.top) {
            Some(slots) => slots.fill(0),
            None => {
                self.registers.clear();
                self.registers.resize(self.top, 0);
            }
        }
        self.phase = Phase::Fresh;
    }

    /// Returns the decision that waits for an answer.
    #[inline]
    pub fn decision(&self) -> Option<&Pending> {
        (self.phase == Phase::Asking).then_some(&self.pending)
    }

    /// Returns how many options the decision has, a pass not counted.
    #[inline]
    pub fn option_count(&self) -> usize {
        self.decision().map_or(0, |pending| pending.total)
    }

    /// Returns an option: its action and value.
    #[inline]
    pub fn option<H: Host>(&self, host: &H, index: usize) -> Option<(u16, i64)> {
        self.decision().and_then(|_| self.offers.nth(host, index))
    }

    /// Returns all options in order.
    pub fn options<'a, H: Host>(&'a self, host: &'a H) -> impl Iterator<Item = (u16, i64)> + 'a {
        (0..self.option_count()).map_while(move |index| self.option(host, index))
    }

    /// Returns where an option stands among those offered.
    pub fn position<H: Host>(&self, host: &H, action: u16, value: i64) -> Option<usize> {
        self.decision().and_then(|_| self.offers.position(host, action, value))
    }

    /// Returns for how many options one stands that is offered: more than one where nothing tells them apart.
    pub fn number(&self, action: u16, value: i64) -> usize {
        self.offers.number(action, value)
    }

    /// Answers the decision; [`Machine::run`] then goes on.
    ///
    /// Errors: the answer was not offered; the decision still waits.
    pub fn answer<H: Host>(&mut self, host: &H, answer: Answer) -> Result<(), NotOffered> {
        let pending = self.decision().ok_or(NotOffered)?;
        let offered = match answer {
            Answer::Pass => pending.pass,
            Answer::Option { action, value } => self.position(host, action, value).is_some(),
        };
        if !offered {
            return Err(NotOffered);
        }
        self.offers.clear();
        self.resume(answer).ok_or(NotOffered)
    }

    /// Answers the decision with the option at this place and returns it: for one who picks by number, it
    /// spares the search.
    ///
    /// Errors: there are fewer options; the decision still waits.
    pub fn pick<H: Host>(&mut self, host: &H, index: usize) -> Result<(u16, i64), NotOffered> {
        let (action, value) = self.option(host, index).ok_or(NotOffered)?;
        self.offers.clear();
        self.resume(Answer::Option { action, value }).ok_or(NotOffered)?;
        Ok((action, value))
    }

    /// Returns what the function returned, once it is done.
    pub fn result(&self) -> i64 {
        self.result
    }

    /// Returns what the function returned, once it is done, when that is a list.
    pub fn result_list(&self) -> &[i64] {
        self.lists.members(self.result).unwrap_or(&[])
    }

    /// Puts the answer where the program looks for it; nothing where that is nowhere.
    pub(crate) fn resume(&mut self, answer: Answer) -> Option<()> {
        *self.registers.get_mut(self.answer..)?.first_chunk_mut()? = answer.to_slots();
        self.phase = Phase::Ready;
        Some(())
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Clone for Machine {
    fn clone(&self) -> Machine {
        let mut copy = Machine::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Machine) {
        self.fuel = from.fuel;
        self.ask_forced = from.ask_forced;
        // Beyond the slots in use there is nothing but the past.
        let used = from.registers.get(..from.top).unwrap_or(&from.registers);
        match self.registers.get_mut(..used.len()) {
            Some(slots) => slots.copy_from_slice(used),
            None => {
                self.registers.clear();
                self.registers.extend_from_slice(used);
            }
        }
        self.top = from.top;
        self.frames.clone_from(&from.frames);
        self.lists.cells.clone_from(&from.lists.cells);
        self.terms.all.clone_from(&from.terms.all);
        self.offers.groups.clone_from(&from.offers.groups);
        self.offers.values.clone_from(&from.offers.values);
        self.offers.numbers.clone_from(&from.offers.numbers);
        self.reactions.words.clone_from(&from.reactions.words);
        self.pending = from.pending;
        self.answer = from.answer;
        self.phase = from.phase;
        self.result = from.result;
    }
}
