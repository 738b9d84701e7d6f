//! Watching a run from outside: which operations run, and in which functions.

use crate::Machine;
use crate::machine::Phase;

/// Somebody who is told what a machine runs. What is not overridden costs nothing.
///
/// Between two runs nothing is going on: where the machine waits for an answer, all functions are left, innermost
/// first, and resumed when it goes on.
pub trait Watch {
    /// An operation is about to run.
    #[inline]
    fn op(&mut self, _pc: usize) {}

    /// A function begins, within those that were entered or resumed and not left.
    #[inline]
    fn enter(&mut self, _function: u32) {}

    /// A function that was left in the middle of its run goes on; outermost first.
    #[inline]
    fn resume(&mut self, _function: u32) {}

    /// The innermost function is left: it has ended, a player has to decide first, or a fault stopped it.
    #[inline]
    fn leave(&mut self) {}
}

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {}

impl Machine {
    /// Tells which functions are running when a run begins.
    #[inline]
    pub(crate) fn watch_begin<W: Watch>(&self, watch: &mut W) {
        for frame in &self.frames {
            if self.phase == Phase::Fresh {
                watch.enter(frame.function);
            } else {
                watch.resume(frame.function);
            }
        }
    }

    /// Tells that the functions which are still running when a run ends are left.
    #[inline]
    pub(crate) fn watch_end<W: Watch>(&self, watch: &mut W) {
        for _ in &self.frames {
            watch.leave();
        }
    }
}
