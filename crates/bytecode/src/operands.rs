//! What operations name: slots, targets, entries of tables, questions and changes. One table for all who need to know.

use std::ops::RangeInclusive;

use crate::builtin::{Builtin, MAX_ARGS};
use crate::effect::Effect;
use crate::op::{Op, Slot};

/// Something that an operation names.
#[derive(Debug)]
pub enum MachineOperand<'a> {
    /// A slot, and what is done with it.
    Slot(Use, &'a mut Slot),
    /// Where the operation may go on, other than behind itself.
    Target(&'a mut u32),
    /// The same, with room for small numbers only.
    ShortTarget(&'a mut u16),
    /// An entry of a table of the program.
    Entry(Table, u32),
    /// What is asked of the host.
    Question(Question),
    /// What the host is to change, and how many arguments there is room for.
    Change(Effect, RangeInclusive<usize>),
}

/// What an operation does with a slot that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Reads it and writes it.
    Change,
    /// Reads so many slots in a row, from this one on.
    Row(u8),
    /// Writes it and the one behind it.
    Pair,
    /// Reads a list there and writes the number of members taken to the slot behind it.
    Begin,
    /// Reads a list there; reads and writes the number of members taken, in the slot behind it.
    Proceed,
    /// Writes a list there and the number of members taken to the slot behind it.
    Fill,
    /// The first of the slots of a function that is called: the arguments stand there, then the result does, and all
    /// slots behind it are used.
    Call(u32),
}

/// A table of a program that operations refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Constants too large for an operation.
    Constants,
    /// Ranges that are checked.
    Ranges,
    /// Names of terms.
    Terms,
    /// Statements that give points.
    Sites,
    /// Decisions.
    Choices,
    /// Functions.
    Functions,
    /// Variables.
    Variables,
    /// Reactions.
    Reactions,
}

/// A question as an operation asks it.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub builtin: Builtin,
    /// What is done with the answer.
    pub wanted: Wanted,
    /// How many arguments there is room for.
    pub room: RangeInclusive<usize>,
    /// The number of the query, where the operation itself says which one is asked.
    pub query: Option<i64>,
    /// How many parameters there is room for where a query is asked.
    pub params: usize,
}

/// What is done with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It goes to a slot, or is compared.
    Value,
    /// It goes into the list space.
    Set,
    /// It is counted.
    Count,
}

impl Op {
    /// Visits the slots that the operation names, those that it reads first.
    pub fn slots(&mut self, visit: &mut dyn FnMut(Use, &mut Slot)) {
        self.operands(&mut |operand| {
            if let MachineOperand::Slot(usage, slot) = operand {
                visit(usage, slot);
            }
        });
    }

    /// Visits all that the operation names, slots that it reads before those that it writes.
    pub fn operands(&mut self, visit: &mut dyn FnMut(MachineOperand<'_>)) {
        use MachineOperand::Slot as Used;
        use Table::{Choices, Constants, Functions, Ranges, Reactions, Sites, Terms, Variables};
        match self {
            Op::Const(d, _) | Op::NewList(d) | Op::Mark(d) => visit(write(d)),
            Op::LoadConst(d, index) => all(visit, [entry(Constants, *index), write(d)]),
            Op::GetGlobal(d, var) => all(visit, [entry(Variables, *var), write(d)]),
            Op::Note(d, site) => all(visit, [entry(Sites, *site), write(d)]),
            Op::Copy(d, a) | Op::Negate(d, a) | Op::Not(d, a) => all(visit, [read(a), write(d)]),
            Op::AddImm(d, a, _) | Op::Length(d, a) | Op::MaskCount(d, a) => all(visit, [read(a), write(d)]),
            Op::Get(d, a, var) => all(visit, [entry(Variables, *var), read(a), write(d)]),
            Op::Add(d, a, b) | Op::Subtract(d, a, b) | Op::Multiply(d, a, b) => both(d, a, b, visit),
            Op::DivideFloor(d, a, b) | Op::DivideCeil(d, a, b) | Op::Modulo(d, a, b) => both(d, a, b, visit),
            Op::Equal(d, a, b) | Op::Less(d, a, b) | Op::MaskToList(d, a, b) => both(d, a, b, visit),
            Op::CopyPush(d, a, b) | Op::Index(d, a, b) => both(d, a, b, visit),
            Op::NthOrNone(d, a, b) | Op::MaskNthOrNone(d, a, b) => both(d, a, b, visit),
            Op::Contains(d, a, b) | Op::MaskContains(d, a, b) => both(d, a, b, visit),
            Op::Term(d, a, b, name) | Op::TermOver(d, a, b, name) => {
                all(visit, [entry(Terms, *name), read(a), read(b), write(d)])
            }
            Op::CheckRange(a, range) => all(visit, [entry(Ranges, *range), read(a)]),
            Op::CheckSome(a) | Op::Return(a) | Op::ReturnList(a) => visit(read(a)),
            Op::FreeAbove(a) | Op::Free(a) | Op::Release(a) => visit(read(a)),
            Op::OfferOne(a, _) | Op::Offer(a, _) => visit(read(a)),
            Op::SetGlobal(a, var) => all(visit, [entry(Variables, *var), read(a)]),
            Op::Set(a, b, var) => all(visit, [entry(Variables, *var), read(a), read(b)]),
            Op::SetGlobalImm(_, var) => visit(entry(Variables, *var)),
            Op::JumpEqualImm(a, _, to) | Op::JumpNotEqualImm(a, _, to) => all(visit, [read(a), target(to)]),
            Op::JumpLessImm(a, _, to) | Op::JumpGreaterImm(a, _, to) => all(visit, [read(a), target(to)]),
            Op::JumpGlobalEqual(_, var, to) | Op::JumpGlobalNotEqual(_, var, to) => {
                all(visit, [entry(Variables, *var), target(to)])
            }
            Op::JumpEqual(a, b, to) | Op::JumpNotEqual(a, b, to) => {
                all(visit, [read(a), read(b), target(to)])
            }
            Op::JumpLess(a, b, to) | Op::JumpLessEqual(a, b, to) => {
                all(visit, [read(a), read(b), target(to)])
            }
            Op::Push(a, b) | Op::PushUnique(a, b) | Op::ExtendUnique(a, b) => {
                all(visit, [read(b), Used(Use::Change, a)])
            }
            Op::MaskInsert(a, b) | Op::MaskUnion(a, b) => all(visit, [read(b), Used(Use::Change, a)]),
            Op::DecrementJump(a, to) => all(visit, [Used(Use::Change, a), target(to)]),
            Op::ForEach(list, member, to) => all(visit, [Used(Use::Begin, list), write(member), target(to)]),
            Op::ForNext(list, member, _, to) => {
                all(visit, [Used(Use::Proceed, list), write(member), target(to)])
            }
            Op::ForEachImm(list, member, builtin, n, to) => {
                let (asked, to) = (numbered(*builtin, Wanted::Set, *n), MachineOperand::ShortTarget(to));
                all(visit, [asked, Used(Use::Fill, list), write(member), to]);
            }
            Op::ForEachSlotImm(list, member, builtin, a, n, to) => {
                let (asked, to) = (about(*builtin, Wanted::Set, *n, 1), MachineOperand::ShortTarget(to));
                all(visit, [asked, read(a), Used(Use::Fill, list), write(member), to]);
            }
            Op::Decide(d, who, choice) => {
                all(visit, [entry(Choices, *choice), read(who), Used(Use::Pair, d)])
            }
            Op::Ask(d, builtin, first) => {
                all(visit, [in_a_row(*builtin, Wanted::Value), row(builtin.arity(), first), write(d)])
            }
            Op::List(d, builtin, first) => {
                all(visit, [in_a_row(*builtin, Wanted::Set), row(builtin.arity(), first), write(d)])
            }
            Op::OfferCounted(first, builtin, _) => {
                all(visit, [in_a_row(*builtin, Wanted::Count), row(builtin.arity(), first)])
            }
            Op::AskPair(d, builtin, a, b) => {
                let question = Question { room: 2..=2, ..row_of(*builtin, Wanted::Value) };
                all(visit, [MachineOperand::Question(question), read(a), read(b), write(d)]);
            }
            Op::AskSlotImm(d, builtin, a, n, _) => {
                all(visit, [about(*builtin, Wanted::Value, *n, 2), read(a), write(d)])
            }
            Op::ListSlotImm(d, builtin, a, n, _) => {
                all(visit, [about(*builtin, Wanted::Set, *n, 2), read(a), write(d)])
            }
            Op::AskImm(d, builtin, n) => all(visit, [numbered(*builtin, Wanted::Value, *n), write(d)]),
            Op::ListImm(d, builtin, n) => all(visit, [numbered(*builtin, Wanted::Set, *n), write(d)]),
            Op::JumpAskEqual(builtin, a, [n, ..], to) | Op::JumpAskNotEqual(builtin, a, [n, ..], to) => {
                let asked = about(*builtin, Wanted::Value, *n, 2);
                all(visit, [asked, read(a), MachineOperand::ShortTarget(to)]);
            }
            Op::JumpAskImmEqual(builtin, [n, _], to) | Op::JumpAskImmNotEqual(builtin, [n, _], to) => {
                all(visit, [numbered(*builtin, Wanted::Value, *n), MachineOperand::ShortTarget(to)])
            }
            Op::Apply(d, effect, first) => {
                let change = MachineOperand::Change(*effect, 0..=usize::from(Slot::MAX));
                all(visit, [change, row(effect.arity(), first)]);
                result(d, *effect, visit);
            }
            Op::ApplyPair(d, effect, a, b) => {
                all(visit, [MachineOperand::Change(*effect, 2..=2), read(a), read(b)]);
                result(d, *effect, visit);
            }
            Op::ApplyImm(d, effect, ..) => {
                visit(MachineOperand::Change(*effect, 1..=2));
                result(d, *effect, visit);
            }
            Op::Call(first, function) => {
                all(visit, [entry(Functions, *function), Used(Use::Call(*function), first)])
            }
            Op::EnterReaction(id, to) => all(visit, [entry(Reactions, *id), target(to)]),
            Op::ExitReaction(id) => visit(entry(Reactions, *id)),
            Op::Jump(to) => visit(target(to)),
            Op::End | Op::ClearTerms | Op::OpenTerms | Op::Trap => {}
        }
    }
}

fn all<const N: usize>(visit: &mut dyn FnMut(MachineOperand<'_>), operands: [MachineOperand<'_>; N]) {
    operands.into_iter().for_each(visit);
}

fn both(d: &mut Slot, a: &mut Slot, b: &mut Slot, visit: &mut dyn FnMut(MachineOperand<'_>)) {
    all(visit, [read(a), read(b), write(d)]);
}

fn read(slot: &mut Slot) -> MachineOperand<'_> {
    MachineOperand::Slot(Use::Read, slot)
}

fn write(slot: &mut Slot) -> MachineOperand<'_> {
    MachineOperand::Slot(Use::Write, slot)
}

fn row(count: usize, first: &mut Slot) -> MachineOperand<'_> {
    MachineOperand::Slot(Use::Row(count as u8), first)
}

fn target(to: &mut u32) -> MachineOperand<'_> {
    MachineOperand::Target(to)
}

fn entry(table: Table, index: impl Into<u32>) -> MachineOperand<'static> {
    MachineOperand::Entry(table, index.into())
}

/// A question whose arguments stand in a row.
fn in_a_row(builtin: Builtin, wanted: Wanted) -> MachineOperand<'static> {
    MachineOperand::Question(row_of(builtin, wanted))
}

fn row_of(builtin: Builtin, wanted: Wanted) -> Question {
    Question { builtin, wanted, room: 0..=MAX_ARGS, query: None, params: 2 }
}

/// A question about a slot and numbers, of which the first is that of a query where one is asked.
fn about(builtin: Builtin, wanted: Wanted, n: impl Into<i64>, numbers: usize) -> MachineOperand<'static> {
    // The number of a query is no parameter.
    let (room, query) = (1..=1 + numbers, builtin.asks_query().then(|| n.into()));
    MachineOperand::Question(Question { builtin, wanted, room, query, params: numbers })
}

/// A question about a number or about nothing; a query is asked without parameters.
fn numbered(builtin: Builtin, wanted: Wanted, n: impl Into<i64>) -> MachineOperand<'static> {
    let query = builtin.asks_query().then(|| n.into());
    MachineOperand::Question(Question { builtin, wanted, room: 0..=1, query, params: 0 })
}

fn result(d: &mut Slot, effect: Effect, visit: &mut dyn FnMut(MachineOperand<'_>)) {
    if effect.has_result() {
        visit(write(d));
    }
}
