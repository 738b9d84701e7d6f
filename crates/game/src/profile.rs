//! Where the rules spend their operations and their time.

use rota_bytecode::Program;
use rota_vm::Tracer;

use crate::call_log::{CallLog, LoggedCall};

/// Tells the time in nanoseconds from some beginning; it never goes back. One that stands still is enough for
/// those who only count.
pub type Clock = fn() -> u64;

/// What the functions of a program took in a game, whether they were called or written out in place of a call.
///
/// Nothing is counted while a player thinks, and nothing that is tried out on copies of the game.
#[derive(Clone, Debug)]
pub struct Profile {
    clock: Clock,
    /// For each operation of the program what it belongs to, as an index into `owners`.
    places: Vec<u32>,
    owners: Vec<Owner>,
    functions: Vec<FunctionCost>,
    ops: Vec<u64>,
    running: Vec<Running>,
    log: Option<CallLog>,
}

/// What one function took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionCost {
    /// How often it ran; a run that waits for decisions in between is one.
    pub calls: u64,
    /// How many operations of its own it ran.
    pub ops: u64,
    /// Nanoseconds in its own operations and in what they asked of the game.
    pub own: u64,
    /// Nanoseconds with the functions it called.
    pub total: u64,
}

/// A function, or a part of one that was written out in place of a call.
#[derive(Clone, Copy, Debug)]
struct Owner {
    function: u32,
    /// For a part: what it lies in, and its first operation, which runs once each time.
    part: Option<(u32, u32)>,
}

/// A function or part that runs, below those that run inside it.
#[derive(Clone, Copy, Debug)]
struct Running {
    owner: u32,
    since: u64,
    /// Nanoseconds in what ran inside it since then.
    inner: u64,
    /// Its call in the log, where one is kept.
    call: Option<usize>,
}

impl Profile {
    pub(crate) fn new(program: &Program, clock: Clock) -> Profile {
        // A function's number is its number as an owner; parts come behind them.
        let mut owners: Vec<Owner> = (0..program.functions.len())
            .map(|number| Owner { function: number as u32, part: None })
            .collect();
        let mut places = vec![0; program.ops.len()];
        for (function, number) in program.functions.iter().zip(0..) {
            places[function.start as usize..function.end as usize].fill(number);
        }
        // An inner part comes behind the one it lies in.
        for part in &program.inlined {
            let outer = places[part.start as usize];
            places[part.start as usize..part.end as usize].fill(owners.len() as u32);
            owners.push(Owner { function: part.function, part: Some((outer, part.start)) });
        }
        Profile {
            clock,
            places,
            owners,
            functions: vec![FunctionCost::default(); program.functions.len()],
            ops: vec![0; program.ops.len()],
            running: Vec::new(),
            log: None,
        }
    }

    /// Keeps every call from now on; so much has happened before.
    pub(crate) fn begin_log(&mut self, happened: usize) {
        self.log = Some(CallLog::new(happened));
    }

    /// The calls since the log was begun; no more are kept.
    pub(crate) fn end_log(&mut self) -> Vec<LoggedCall> {
        self.log.take().map(CallLog::into_calls).unwrap_or_default()
    }

    /// What each function of the program took.
    #[must_use]
    pub fn functions(&self) -> Vec<FunctionCost> {
        let mut functions = self.functions.clone();
        for (place, ops) in self.places.iter().zip(&self.ops) {
            functions[self.owners[*place as usize].function as usize].ops += ops;
        }
        for owner in &self.owners {
            if let Some((_, start)) = owner.part {
                functions[owner.function as usize].calls += self.ops[start as usize];
            }
        }
        functions
    }

    /// How often each operation of the program ran.
    #[must_use]
    pub fn ops(&self) -> &[u64] {
        &self.ops
    }

    /// Adds what another game with the same rules took.
    pub fn merge(&mut self, other: &Profile) {
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
        self.functions.fill(FunctionCost::default());
        self.ops.fill(0);
        self.running.clear();
        self.log = None;
    }

    fn begin(&mut self, owner: u32, call: Option<usize>, now: u64) {
        self.running.push(Running { owner, since: now, inner: 0, call });
    }

    /// The call of the function that runs innermost.
    fn call(&self) -> Option<usize> {
        self.running.last().and_then(|running| running.call)
    }

    /// Keeps a call, where calls are kept.
    fn log_call(&mut self, function: u32, resumed: bool) -> Option<usize> {
        let is_whole = |running: &&Running| self.owners[running.owner as usize].part.is_none();
        let depth = self.running.iter().filter(is_whole).count();
        self.log.as_mut().map(|log| log.begin(function, depth, resumed))
    }

    /// Ends what runs innermost and tells what it was.
    fn end(&mut self, now: u64) -> Option<Owner> {
        let ended = self.running.pop()?;
        let total = now.saturating_sub(ended.since);
        if let Some(outer) = self.running.last_mut() {
            outer.inner += total;
        }
        let owner = self.owners[ended.owner as usize];
        // A function that runs inside itself is part of its own time already.
        let mut around = self.running.iter().map(|outer| self.owners[outer.owner as usize].function);
        let nested = around.any(|function| function == owner.function);
        if let (Some(log), Some(call)) = (&mut self.log, ended.call) {
            log.took(call, total.saturating_sub(ended.inner));
        }
        let spent = &mut self.functions[owner.function as usize];
        spent.own += total.saturating_sub(ended.inner);
        spent.total += if nested { 0 } else { total };
        Some(owner)
    }

    /// Goes on in another part of the function that runs innermost.
    fn go_to(&mut self, place: u32) {
        let (mut entered, now) = (Vec::new(), (self.clock)());
        let mut next = place;
        while let Some(running) = self.running.last() {
            if running.owner == next {
                break;
            }
            match self.owners[next as usize].part {
                // What runs may lie around it, or else has ended.
                Some((outer, _)) if !self.lies_in(running.owner, next) => {
                    entered.push(next);
                    next = outer;
                }
                _ => drop(self.end(now)),
            }
        }
        for owner in entered.into_iter().rev() {
            self.begin(owner, self.call(), now);
        }
    }

    /// What has happened since the last time belongs to the function that runs innermost.
    fn happened(&mut self, happened: usize) {
        let call = self.call();
        if let (Some(log), Some(call)) = (&mut self.log, call) {
            log.happened(call, happened);
        }
    }

    /// Whether a part lies in another, or is that one.
    fn lies_in(&self, mut part: u32, other: u32) -> bool {
        while part != other {
            match self.owners[part as usize].part {
                Some((outer, _)) => part = outer,
                None => return false,
            }
        }
        true
    }
}

impl Tracer for Profile {
    #[inline]
    fn op(&mut self, pc: usize) {
        let (Some(count), Some(place)) = (self.ops.get_mut(pc), self.places.get(pc)) else { return };
        *count += 1;
        if self.running.last().is_some_and(|running| running.owner != *place) {
            self.go_to(*place);
        }
        let call = self.call();
        if let (Some(log), Some(call)) = (&mut self.log, call) {
            log.ran(call);
        }
    }

    fn enter(&mut self, function: u32, happened: usize) {
        if let Some(spent) = self.functions.get_mut(function as usize) {
            spent.calls += 1;
        }
        self.happened(happened);
        let call = self.log_call(function, false);
        self.begin(function, call, (self.clock)());
    }

    fn resume(&mut self, function: u32) {
        // What was answered in between belongs to the function that asked, which is resumed last.
        let call = self.log_call(function, true);
        self.begin(function, call, (self.clock)());
    }

    fn leave(&mut self, happened: usize) {
        self.happened(happened);
        // The parts of the function end with it.
        let now = (self.clock)();
        while self.end(now).is_some_and(|owner| owner.part.is_some()) {}
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rota_bytecode::program::{Function, InlinedRange};
    use rota_bytecode::{Op, Program};

    use super::*;

    thread_local! {
        static NOW: Cell<u64> = const { Cell::new(0) };
    }

    fn profile(program: &Program) -> Profile {
        Profile::new(program, || NOW.with(Cell::get))
    }

    fn pass(time: u64) {
        NOW.with(|now| now.set(now.get() + time));
    }

    fn function(start: u32, end: u32) -> Function {
        Function { start, end, ..Function::default() }
    }

    #[test]
    fn time_belongs_to_the_innermost_function() {
        let functions = vec![function(0, 1), function(1, 2)];
        let program = Program { functions, ops: vec![Op::Trap; 2], ..Program::default() };
        let mut profile = profile(&program);
        profile.enter(0, 0);
        pass(5);
        profile.enter(1, 0);
        pass(20);
        profile.enter(0, 0);
        pass(3);
        for _ in 0..3 {
            profile.leave(0);
        }
        // A player thinks.
        pass(1000);
        profile.resume(0);
        pass(2);
        profile.op(0);
        profile.leave(0);
        let outer = FunctionCost { calls: 2, ops: 1, own: 10, total: 30 };
        let inner = FunctionCost { calls: 1, ops: 0, own: 20, total: 23 };
        assert_eq!((profile.functions(), profile.ops()), (vec![outer, inner], &[1, 0][..]));
        let other = profile.clone();
        profile.merge(&other);
        assert_eq!(profile.functions()[1], FunctionCost { calls: 2, ops: 0, own: 40, total: 46 });
        assert_eq!(profile.ops(), [2, 0]);
    }

    #[test]
    fn what_was_written_out_counts_for_the_function_it_is_of() {
        // In function 0, from the second operation on, function 1, in which function 2 has the middle; then
        // function 2 once more.
        let functions = vec![function(0, 7), function(7, 8), function(8, 9)];
        let part = |function, start, end| InlinedRange { function, start, end };
        let parts = vec![part(1, 1, 4), part(2, 2, 3), part(2, 4, 6)];
        let program = Program { functions, inlined: parts, ops: vec![Op::Trap; 9], ..Program::default() };
        let mut profile = profile(&program);
        profile.enter(0, 0);
        for pc in [0, 1, 2, 3, 1, 2] {
            profile.op(pc);
            pass(1);
        }
        // A player thinks, inside the inner part.
        profile.leave(0);
        pass(1000);
        profile.resume(0);
        for pc in [3, 4, 5, 4, 6] {
            profile.op(pc);
            pass(1);
        }
        profile.leave(0);
        let spent = [(1, 2, 2, 11), (2, 4, 4, 6), (4, 5, 5, 5)];
        let expected = spent.map(|(calls, ops, own, total)| FunctionCost { calls, ops, own, total });
        assert_eq!(profile.functions(), expected);
    }
}
