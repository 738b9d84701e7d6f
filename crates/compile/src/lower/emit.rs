//! Writes operations of one function after another: labels, slots of its own, what is reachable.

use rota_bytecode::program::Returns;
use rota_bytecode::{Form, Op, Program, Type};
use rota_source::Span;

use crate::tree::{Expr, ExprKind, Function};

/// A place in the function that is being written, known once it is bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label(u32);

/// What encloses a statement and is undone when it is left early.
#[derive(Clone, Copy, Debug)]
pub(super) enum Enclosing {
    /// `Leave` goes to `exit`; whoever jumps past that frees the list space down to the mark in this slot.
    Loop { exit: Label, mark: Option<u16> },
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
    /// For each function of the program whether it hands nothing back.
    procedures: Vec<bool>,
    labels: Vec<Place>,
    next_slot: u16,
    most_slots: u16,
}

/// Where a label is, and whether anything jumps there.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// No operation has the number that unbound labels have.
    at: u32,
    used: bool,
}

/// Whether a value of this type is a list in the list space.
pub(super) fn is_list(ty: Type) -> bool {
    ty.form == Form::Many && !ty.is_mask()
}

impl<'t> Emitter<'t> {
    pub fn new(functions: &[Function]) -> Emitter<'t> {
        Emitter {
            program: Program::default(),
            function: None,
            returns: Returns::Nothing,
            enclosing: Vec::new(),
            nesting: 0,
            live: true,
            procedures: functions.iter().map(|function| function.result.is_none()).collect(),
            labels: Vec::new(),
            next_slot: 0,
            most_slots: 0,
        }
    }

    /// Begins a function; returns its first operation.
    pub fn begin(&mut self, function: &'t Function) -> u32 {
        self.function = Some(function);
        self.returns = match function.result {
            None => Returns::Nothing,
            Some(result) if is_list(result) => Returns::List,
            Some(_) => Returns::Value,
        };
        self.enclosing.clear();
        self.labels.clear();
        self.live = true;
        self.nesting = 0;
        (self.next_slot, self.most_slots) = (function.slots, function.slots);
        self.here()
    }

    /// Ends the function that began at `start`: jumps get their targets. Returns how many slots it has.
    pub fn finish(&mut self, start: u32) -> u16 {
        let written = self.program.ops.get_mut(start as usize..).unwrap_or_default();
        for op in written.iter_mut() {
            if let Some(target) = target_mut(op) {
                *target = self.labels.get(*target as usize).map_or(u32::MAX, |label| label.at);
            }
        }
        for index in 0..written.len() {
            let Some(first) = written.get_mut(index).and_then(target_mut).map(|target| *target) else {
                continue;
            };
            let mut last = first;
            // A circle of jumps is no chain to follow to its end.
            for _ in 0..8 {
                let Some(Op::Jump(next)) = written.get((last - start) as usize) else { break };
                last = *next;
            }
            if let Some(target) = written.get_mut(index).and_then(target_mut) {
                *target = last;
            }
        }
        self.most_slots
    }

    /// Whether a value is a call of a function that hands nothing back.
    pub fn is_procedure(&self, value: &Expr) -> bool {
        match *value.kind {
            ExprKind::Call { function, .. } => {
                self.procedures.get(function as usize).copied().unwrap_or(false)
            }
            _ => false,
        }
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
        if self.program.spans.last().is_none_or(|(_, last)| *last != span) {
            self.program.spans.push((self.here(), span));
        }
        self.program.ops.push(op);
        self.live = !matches!(op, Op::Jump(_) | Op::Return | Op::ReturnList | Op::End | Op::Trap);
    }

    /// Writes a constant.
    pub fn constant(&mut self, span: Span, number: i64) {
        let op = i32::try_from(number)
            .map_or_else(|_| Op::Long(index_of(&mut self.program.longs, number)), Op::Const);
        self.emit(span, op);
    }

    /// Writes a check of a range.
    pub fn within(&mut self, span: Span, least: i64, most: i64) {
        let index = index_of(&mut self.program.ranges, (least, most));
        self.emit(span, Op::Within(index));
    }

    /// Makes a label.
    pub fn label(&mut self) -> Label {
        self.labels.push(Place { at: u32::MAX, used: false });
        Label(u32::try_from(self.labels.len() - 1).unwrap_or(u32::MAX))
    }

    /// Puts a label here.
    pub fn bind(&mut self, label: Label) {
        self.drop_jump_to(label);
        let here = self.here();
        if let Some(place) = self.labels.get_mut(label.0 as usize) {
            place.at = here;
            self.live |= place.used;
        }
    }

    /// Writes a jump of some kind to a label.
    pub fn jump(&mut self, span: Span, op: fn(u32) -> Op, to: Label) {
        self.jump_with(span, op(to.0), to);
    }

    /// Writes a jump to a label that is taken when the value on top is, or is not, a number.
    pub fn jump_compared(&mut self, span: Span, number: i16, when: bool, to: Label) {
        let op = if when { Op::JumpIs(number, to.0) } else { Op::JumpIsNot(number, to.0) };
        self.jump_with(span, op, to);
    }

    /// Writes an operation that takes the next member off a list or jumps.
    pub fn next(&mut self, span: Span, list: u16, to: Label) {
        self.jump_with(span, Op::Next(list, to.0), to);
    }

    /// Writes an operation that enters a reaction or jumps.
    pub fn enter(&mut self, span: Span, reaction: u16, to: Label) {
        self.jump_with(span, Op::Enter(reaction, to.0), to);
    }

    /// Takes a slot for the lowering's own use; [`Emitter::free_slots`] gives it back.
    pub fn slot(&mut self) -> u16 {
        let slot = self.next_slot;
        self.next_slot = slot.saturating_add(1);
        self.most_slots = self.most_slots.max(self.next_slot);
        slot
    }

    /// The slots in use, to come back to.
    pub fn slots(&self) -> u16 {
        self.next_slot
    }

    /// Gives back all slots taken since [`Emitter::slots`].
    pub fn free_slots(&mut self, mark: u16) {
        self.next_slot = mark;
    }

    /// Takes back a jump that goes where it would go anyway.
    fn drop_jump_to(&mut self, label: Label) {
        if self.live || self.program.ops.last() != Some(&Op::Jump(label.0)) {
            return;
        }
        let after = self.here();
        self.program.ops.pop();
        let here = self.here();
        for place in self.labels.iter_mut().filter(|place| place.at == after) {
            place.at = here;
        }
        self.program.spans.pop_if(|(first, _)| *first == here);
        self.live = true;
    }

    fn jump_with(&mut self, span: Span, op: Op, to: Label) {
        if self.live
            && let Some(place) = self.labels.get_mut(to.0 as usize)
        {
            place.used = true;
        }
        self.emit(span, op);
    }
}

fn index_of<T: PartialEq>(table: &mut Vec<T>, entry: T) -> u32 {
    let found = table.iter().position(|other| *other == entry);
    let index = found.unwrap_or_else(|| {
        table.push(entry);
        table.len() - 1
    });
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn target_mut(op: &mut Op) -> Option<&mut u32> {
    match op {
        Op::Jump(target) | Op::JumpIf(target) | Op::JumpIfNot(target) => Some(target),
        Op::JumpIs(_, target) | Op::JumpIsNot(_, target) => Some(target),
        Op::Next(_, target) | Op::Enter(_, target) => Some(target),
        _ => None,
    }
}
