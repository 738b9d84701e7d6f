//! Writes operations of one function after another: labels, slots of its own, what is reachable.

use rota_bytecode::op::SLOTS;
use rota_bytecode::program::{InlinedRange, Returns};
use rota_bytecode::{Op, Program, Query, Slot};
use rota_source::Span;

use rota_check::tree::{Expr, Function};

use super::escape::keeps_lists;
use crate::purity::keeps_terms;

/// A place in the function that is being written, known once it is bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label(u32);

/// What encloses a statement and is undone when it is left early.
#[derive(Clone, Copy, Debug)]
pub(super) enum Enclosing {
    /// `Leave` goes to `exit`. Whoever leaves before the walk is over frees its list with `early`; whoever jumps past
    /// the exit does so with `outer`, if there is one.
    Loop { exit: Label, early: Option<Op>, outer: Option<Op> },
    /// `Stop` goes there.
    Scope(Label),
    /// A reaction that is running.
    Reaction(u16),
}

/// The program so far and the function in the making.
pub(super) struct Emitter<'t> {
    pub program: Program,
    /// The function in the making.
    pub function: Option<&'t Function>,
    pub returns: Returns,
    pub enclosing: Vec<Enclosing>,
    /// How many loops and folds enclose the next operation. What is left behind in the list space outside of
    /// all of them is freed when the function ends, so nothing need be done about it.
    pub nesting: u16,
    /// Whether the next operation can be reached; what cannot is not written.
    pub live: bool,
    /// Whether the function in the making keeps any list in a slot: most do not, and nothing need be looked at.
    pub keeps_lists: bool,
    /// For each function of the tree whether it may keep terms.
    pub term_keepers: Vec<bool>,
    labels: Vec<LabelTarget>,
    /// How many inlined ranges the functions before this one have.
    inlined_before: usize,
    next_slot: usize,
    most_slots: usize,
}

/// Where a label is, and whether anything jumps there.
#[derive(Clone, Copy, Debug)]
struct LabelTarget {
    /// No operation has the number that unbound labels have.
    at: u32,
    used: bool,
}

impl<'t> Emitter<'t> {
    /// Begins a program that asks these queries.
    pub fn new(queries: Vec<Query>) -> Emitter<'t> {
        Emitter {
            program: Program { queries, ..Program::default() },
            function: None,
            returns: Returns::Nothing,
            enclosing: Vec::new(),
            nesting: 0,
            live: true,
            keeps_lists: false,
            term_keepers: Vec::new(),
            labels: Vec::new(),
            inlined_before: 0,
            next_slot: 0,
            most_slots: 0,
        }
    }

    /// Begins a function; returns its first operation.
    pub fn begin(&mut self, function: &'t Function) -> u32 {
        self.function = Some(function);
        self.returns = match function.result {
            None => Returns::Nothing,
            Some(result) if result.is_list() => Returns::List,
            Some(_) => Returns::Value,
        };
        self.enclosing.clear();
        self.keeps_lists = keeps_lists(&function.body);
        self.labels.clear();
        self.inlined_before = self.program.inlined.len();
        self.live = true;
        self.nesting = 0;
        self.next_slot = usize::from(function.slots);
        self.most_slots = self.next_slot;
        self.here()
    }

    /// Ends the function that began at `start`: jumps get their targets. Returns how many slots it has.
    ///
    /// Errors: more slots than a function can have.
    pub fn finish(&mut self, start: u32) -> Result<u16, TooLarge> {
        let written = self.program.ops.get_mut(start as usize..).unwrap_or_default();
        for op in written.iter_mut() {
            if let Some(label) = op.target() {
                let at = self.labels.get(label as usize).map_or(u32::MAX, |label| label.at);
                op.set_target(at).map_err(|_| TooLarge)?;
            }
        }
        // A jump to a jump goes where that one goes.
        for index in (0..written.len()).rev() {
            let Some(op) = written.get(index) else { continue };
            let threads = !matches!(op, Op::ForNext(..) | Op::DecrementJump(..) | Op::ForEach(..));
            let Some(first) = op.target().filter(|_| threads) else { continue };
            if let Some(Op::Jump(last)) = written.get((first - start) as usize).copied()
                && let Some(op) = written.get_mut(index)
            {
                op.set_target(last).map_err(|_| TooLarge)?;
            }
        }
        if self.most_slots > SLOTS { Err(TooLarge) } else { Ok(self.most_slots as u16) }
    }

    /// Whether evaluating an expression may keep terms.
    pub fn keeps_terms(&self, expr: &Expr) -> bool {
        keeps_terms(expr, &self.term_keepers)
    }

    /// The next operation's place.
    pub fn here(&self) -> u32 {
        u32::try_from(self.program.ops.len()).unwrap_or(u32::MAX)
    }

    /// Writes an operation, if it can be reached.
    pub fn emit(&mut self, span: Span, op: Op) {
        if !self.live {
            return;
        }
        self.program.push(span, op);
        self.live = !op.is_terminator();
    }

    /// Writes a constant to a slot.
    pub fn constant(&mut self, span: Span, number: i64, to: Slot) {
        let op = match i32::try_from(number) {
            Ok(number) => Op::Const(to, number),
            Err(_) => Op::LoadConst(to, index_of(&mut self.program.constants, number)),
        };
        self.emit(span, op);
    }

    /// Writes a check that a slot is within a range.
    pub fn within(&mut self, span: Span, slot: Slot, least: i64, most: i64) {
        let index = index_of(&mut self.program.ranges, (least, most));
        self.emit(span, Op::CheckRange(slot, index));
    }

    /// Copies a slot, unless it is the same one.
    pub fn copy(&mut self, span: Span, from: Slot, to: Slot) {
        if from != to {
            self.emit(span, Op::Copy(to, from));
        }
    }

    /// Makes a label.
    pub fn label(&mut self) -> Label {
        self.labels.push(LabelTarget { at: u32::MAX, used: false });
        Label(u32::try_from(self.labels.len() - 1).unwrap_or(u32::MAX))
    }

    /// Puts a label here.
    pub fn bind(&mut self, label: Label) {
        self.drop_jump(label);
        let here = self.here();
        if let Some(place) = self.labels.get_mut(label.0 as usize) {
            place.at = here;
            self.live |= place.used;
        }
    }

    /// Writes a jump of some kind to a label.
    pub fn jump(&mut self, span: Span, to: Label, op: impl FnOnce(u32) -> Op) {
        if self.live
            && let Some(place) = self.labels.get_mut(to.0 as usize)
        {
            place.used = true;
        }
        self.emit(span, op(to.0));
    }

    /// Begins what is inlined in place of a call of a function.
    pub fn begin_inlined(&mut self, function: u32) -> usize {
        let here = self.here();
        self.program.inlined.push(InlinedRange { function, start: here, end: here });
        self.program.inlined.len() - 1
    }

    /// Ends a part.
    pub fn end_inlined(&mut self, part: usize) {
        let here = self.here();
        if let Some(part) = self.program.inlined.get_mut(part) {
            part.end = here;
        }
    }

    /// Takes a slot for the lowering's own use; [`Emitter::free_slots`] gives it back.
    pub fn slot(&mut self) -> Slot {
        self.row(1)
    }

    /// Takes slots in a row and returns the first.
    pub fn row(&mut self, count: usize) -> Slot {
        let first = self.next_slot;
        self.next_slot += count;
        self.most_slots = self.most_slots.max(self.next_slot);
        slot(first)
    }

    /// The slots in use, to come back to.
    pub fn slots(&self) -> usize {
        self.next_slot
    }

    /// Gives back all slots taken since [`Emitter::slots`].
    pub fn free_slots(&mut self, mark: usize) {
        self.next_slot = mark;
    }

    /// Whether this is the last slot taken for the lowering's own use.
    pub fn is_top(&self, slot: Slot) -> bool {
        let own = self.function.map_or(0, |function| function.slots);
        u16::from(slot) >= own && usize::from(slot) + 1 == self.next_slot
    }

    /// Takes back what the next operation makes needless: a jump to it, or a jump over a jump, which becomes
    /// one jump with the opposite condition.
    fn drop_jump(&mut self, label: Label) {
        let Some(&Op::Jump(target)) = self.program.ops.last() else { return };
        let (jump, after) = (self.here().saturating_sub(1), self.here());
        if target != label.0 {
            let is_entered = self.labels.iter().any(|place| place.at == jump);
            let Some(before) = self.program.ops.iter_mut().rev().nth(1).filter(|_| !is_entered) else {
                return;
            };
            let over = before.target() == Some(label.0);
            let Some(mut inverse) = before.inverse().filter(|_| over) else { return };
            if inverse.set_target(target).is_err() {
                return;
            }
            *before = inverse;
        }
        self.program.ops.pop();
        self.program.spans.pop_if(|(first, _)| *first == jump);
        for place in self.labels.iter_mut().filter(|place| place.at == after) {
            place.at = jump;
        }
        for part in self.program.inlined.iter_mut().skip(self.inlined_before) {
            for bound in [&mut part.start, &mut part.end] {
                *bound = if *bound == after { jump } else { *bound };
            }
        }
        self.live = true;
    }
}

/// A function that needs more slots than a function can have.
#[derive(Debug)]
pub(super) struct TooLarge;

/// A slot by its number in the tree. What is too large for a slot makes the function too large.
pub(super) fn slot(number: impl TryInto<Slot>) -> Slot {
    number.try_into().unwrap_or(Slot::MAX)
}

fn index_of<T: PartialEq>(table: &mut Vec<T>, entry: T) -> u32 {
    let found = table.iter().position(|other| *other == entry);
    let index = found.unwrap_or_else(|| {
        table.push(entry);
        table.len() - 1
    });
    u32::try_from(index).unwrap_or(u32::MAX)
}
