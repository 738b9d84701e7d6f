//! Watching a run from outside: which operations run, and in which functions.

use crate::frames::Frame;

/// Somebody who is told what a machine runs. What is not overridden costs nothing.
///
/// While somebody decides nothing is going on: all functions are left, innermost first, and resumed when the machine
/// goes on, be it in the same run or in another.
pub trait Tracer {
    /// An operation is about to run.
    #[inline]
    fn op(&mut self, _pc: usize) {}

    /// A function begins, within those that were entered or resumed and not left. `happened` is what
    /// [`Host::happened`](crate::Host::happened) says.
    #[inline]
    fn enter(&mut self, _function: u32, _happened: usize) {}

    /// A function that was left in the middle of its run goes on; outermost first.
    #[inline]
    fn resume(&mut self, _function: u32) {}

    /// The innermost function is left: it has ended, a player has to decide first, or a fault stopped it. `happened` as
    /// with [`Tracer::enter`].
    #[inline]
    fn leave(&mut self, _happened: usize) {}
}

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct NoTracer;

impl Tracer for NoTracer {}

/// Tells that functions go on.
#[inline]
pub(crate) fn resume_all<W: Tracer>(frames: &[Frame], tracer: &mut W) {
    for frame in frames {
        tracer.resume(frame.function);
    }
}

/// Tells that functions which are still running are left.
#[inline]
pub(crate) fn leave_all<W: Tracer>(frames: &[Frame], tracer: &mut W, happened: usize) {
    for _ in frames {
        tracer.leave(happened);
    }
}
