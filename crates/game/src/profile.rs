//! Where the rules spend their operations and their time.

use rota_bytecode::Program;
use rota_vm::Watch;

/// Tells the time in nanoseconds from some beginning; it never goes back. One that stands still is enough for
/// those who only count.
pub type Clock = fn() -> u64;

/// What the functions of a program took in a game.
///
/// Nothing is counted while a player thinks, and nothing that is tried out on copies of the game.
#[derive(Clone, Debug)]
pub struct Profile {
    clock: Clock,
    functions: Vec<Spent>,
    ops: Vec<u64>,
    running: Vec<Running>,
}

/// What one function took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// How often it ran; a run that waits for decisions in between is one.
    pub calls: u64,
    /// Nanoseconds in its own operations and in what they asked of the game.
    pub own: u64,
    /// Nanoseconds with the functions it called.
    pub total: u64,
}

/// A function that runs, below those it has called.
#[derive(Clone, Copy, Debug)]
struct Running {
    function: u32,
    since: u64,
    /// Nanoseconds in the functions it has called since then.
    inner: u64,
}

impl Profile {
    pub(crate) fn new(program: &Program, clock: Clock) -> Profile {
        Profile {
            clock,
            functions: vec![Spent::default(); program.functions.len()],
            ops: vec![0; program.ops.len()],
            running: Vec::new(),
        }
    }

    /// What each function of the program took.
    #[must_use]
    pub fn functions(&self) -> &[Spent] {
        &self.functions
    }

    /// How often each operation of the program ran.
    #[must_use]
    pub fn ops(&self) -> &[u64] {
        &self.ops
    }

    /// Adds what another game with the same rules took.
    pub fn join(&mut self, other: &Profile) {
        for (own, theirs) in self.functions.iter_mut().zip(&other.functions) {
            own.calls += theirs.calls;
            own.own += theirs.own;
            own.total += theirs.total;
        }
        for (own, theirs) in self.ops.iter_mut().zip(&other.ops) {
            *own += theirs;
        }
    }

    /// Forgets everything and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.functions.fill(Spent::default());
        self.ops.fill(0);
        self.running.clear();
    }

    fn begin(&mut self, function: u32) {
        self.running.push(Running { function, since: (self.clock)(), inner: 0 });
    }
}

impl Watch for Profile {
    #[inline]
    fn op(&mut self, pc: usize) {
        if let Some(count) = self.ops.get_mut(pc) {
            *count += 1;
        }
    }

    fn enter(&mut self, function: u32) {
        if let Some(spent) = self.functions.get_mut(function as usize) {
            spent.calls += 1;
        }
        self.begin(function);
    }

    fn resume(&mut self, function: u32) {
        self.begin(function);
    }

    fn leave(&mut self) {
        let Some(ended) = self.running.pop() else { return };
        let total = (self.clock)().saturating_sub(ended.since);
        if let Some(outer) = self.running.last_mut() {
            outer.inner += total;
        }
        // A function that runs inside itself is part of its own time already.
        let nested = self.running.iter().any(|outer| outer.function == ended.function);
        if let Some(spent) = self.functions.get_mut(ended.function as usize) {
            spent.own += total.saturating_sub(ended.inner);
            spent.total += if nested { 0 } else { total };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use rota_bytecode::program::Function;
    use rota_bytecode::{Op, Program};

    use super::*;

    static NOW: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn time_belongs_to_the_innermost_function() {
        let functions = vec![Function::default(); 2];
        let program = Program { functions, ops: vec![Op::Trap; 2], ..Program::default() };
        let mut profile = Profile::new(&program, || NOW.load(Ordering::Relaxed));
        let pass = |time: u64| NOW.fetch_add(time, Ordering::Relaxed);
        profile.enter(0);
        pass(5);
        profile.enter(1);
        pass(20);
        profile.enter(0);
        pass(3);
        for _ in 0..3 {
            profile.leave();
        }
        // A player thinks.
        pass(1000);
        profile.resume(0);
        pass(2);
        profile.op(1);
        profile.leave();
        let outer = Spent { calls: 2, own: 10, total: 30 };
        let inner = Spent { calls: 1, own: 20, total: 23 };
        assert_eq!((profile.functions(), profile.ops()), (&[outer, inner][..], &[0, 1][..]));
        let other = profile.clone();
        profile.join(&other);
        assert_eq!(profile.functions()[1], Spent { calls: 2, own: 40, total: 46 });
        assert_eq!(profile.ops(), [0, 2]);
    }
}
