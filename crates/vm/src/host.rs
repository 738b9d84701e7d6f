//! What the machine asks of the one who runs it.

use rota_bytecode::{Builtin, Effect, Sort};

use crate::{Answer, Pending};

/// A term of an award: so many of something, so many points each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Index into the program's names of terms.
    pub name: u32,
    /// How many.
    pub count: i64,
    /// Points for each.
    pub each: i64,
}

/// Why a rule could not go on.
///
/// It is handed on as a reference to a constant, so that an answer or a fault fits into two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A number left the range of 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A number left its declared range.
    OutOfRange,
    /// `none` was used as if it were something.
    Missing,
    /// The rule ran for too long.
    OutOfFuel,
    /// Rules called one another too deeply.
    TooDeep,
    /// A value came to its end without a result.
    NoResult,
    /// The position does not allow the effect; the reason in the host's words.
    Refused(&'static str),
    /// Nothing went wrong: a rule ended the game.
    Ended,
    /// The operations make no sense: the program was not verified, or the machine was not made for it.
    Broken,
}

/// What a host says to a decision that the machine has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The option of this number is taken, counted from 0 in the order in which they were offered.
    Number(usize),
    /// Nothing is chosen.
    Pass,
    /// Not decided here: the machine waits for an answer.
    Later,
}

/// The board, the pieces, the bags: everything outside the machine.
///
/// Values travel as integers: players, pieces, tiles, segments, words and awards as their index, none as -1,
/// yes and no as 1 and 0, points and numbers as themselves. A set of players is a mask.
///
/// Questions come with as many arguments as they take, and perhaps with more behind them, which mean nothing.
pub trait Host {
    /// Answers a question with one value.
    fn ask(&self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault>;

    /// Appends the members of a set to `out`, each once, in a settled order. `out` is the list space: a set
    /// among the arguments, which is no set of players, is a part of it ([`crate::list_bounds`]).
    fn list(&self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault>;

    /// Counts the members of a set that is never written down.
    fn count(&self, builtin: Builtin, args: &[i64]) -> Result<usize, &'static Fault>;

    /// Returns a member of such a set.
    fn nth(&self, builtin: Builtin, args: &[i64], index: usize) -> Option<i64>;

    /// Returns where a value stands in such a set; hosts that know better than to look through it override
    /// this.
    fn position(&self, builtin: Builtin, args: &[i64], value: i64) -> Option<usize> {
        let count = self.count(builtin, args).ok()?;
        (0..count).find(|index| self.nth(builtin, args, *index) == Some(value))
    }

    /// Reads a variable of what `key` names.
    fn get(&self, var: u16, key: i64) -> Result<i64, &'static Fault>;

    /// Writes a variable.
    fn set(&mut self, var: u16, key: i64, value: i64) -> Result<(), &'static Fault>;

    /// Changes the position. Returns what the effect hands back, 0 where it hands back nothing.
    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault>;

    /// Counts what has happened so far, for whoever tells in which function something did.
    fn happened(&self) -> usize {
        0
    }

    /// Whether explanations are kept; where not, `note` is not called and notes are -1.
    fn keeps_notes(&self) -> bool;

    /// Keeps the explanation of a statement that gives points and returns its number.
    fn note(&mut self, site: u32, terms: &[Term]) -> i64;

    /// Whether nothing tells two values of a sort apart that are offered to a player, who knows what either is.
    fn is_alike(&self, _who: u8, _sort: Sort, _one: i64, _other: i64) -> bool {
        false
    }

    /// Whether a decision with one option is asked all the same: where somebody at the table must not know how
    /// many there are, not asking would tell.
    fn has_hidden_information(&self) -> bool {
        false
    }

    /// Decides while the machine runs, which spares leaving it and coming back. A number or a pass that is not
    /// offered counts as [`Reply::Later`].
    fn decide(&mut self, _pending: &Pending) -> Reply {
        Reply::Later
    }

    /// A decision was taken while the machine ran: by [`Host::decide`], or `forced`, since it had one option and no
    /// pass, without asking anyone.
    fn decided(&mut self, _pending: &Pending, _answer: Answer, _forced: bool) {}
}
