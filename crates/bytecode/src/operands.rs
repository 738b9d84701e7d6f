//! The slots that operations name: one table for all who need to know what is read and written.

use crate::builtin::Builtin;
use crate::effect::Effect;
use crate::op::{Op, Slot};

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

impl Op {
    /// Visits the slots that the operation names, those that it reads first.
    pub fn slots(&mut self, visit: &mut dyn FnMut(Use, &mut Slot)) {
        match self {
            Op::Const(d, _) | Op::LoadConst(d, _) | Op::GetGlobal(d, _) => visit(Use::Write, d),
            Op::NewList(d) | Op::Mark(d) | Op::Note(d, _) => visit(Use::Write, d),
            Op::AskImm(d, ..) | Op::ListImm(d, ..) => visit(Use::Write, d),
            Op::Copy(d, a) | Op::Negate(d, a) | Op::Not(d, a) | Op::AddImm(d, a, _) => {
                visit(Use::Read, a);
                visit(Use::Write, d);
            }
            Op::Get(d, a, _) | Op::Length(d, a) | Op::MaskCount(d, a) => {
                visit(Use::Read, a);
                visit(Use::Write, d);
            }
            Op::AskSlotImm(d, _, a, ..) | Op::ListSlotImm(d, _, a, ..) => {
                visit(Use::Read, a);
                visit(Use::Write, d);
            }
            Op::Add(d, a, b) | Op::Subtract(d, a, b) | Op::Multiply(d, a, b) => both(d, a, b, visit),
            Op::DivideFloor(d, a, b) | Op::DivideCeil(d, a, b) | Op::Term(d, a, b, _) => both(d, a, b, visit),
            Op::Equal(d, a, b) | Op::Less(d, a, b) | Op::MaskToList(d, a, b) => both(d, a, b, visit),
            Op::CopyPush(d, a, b) | Op::Index(d, a, b) => both(d, a, b, visit),
            Op::Contains(d, a, b) | Op::MaskContains(d, a, b) => both(d, a, b, visit),
            Op::AskPair(d, _, a, b) => both(d, a, b, visit),
            Op::CheckRange(a, _) | Op::CheckSome(a) | Op::Return(a) | Op::ReturnList(a) => {
                visit(Use::Read, a)
            }
            Op::JumpEqualImm(a, ..)
            | Op::JumpNotEqualImm(a, ..)
            | Op::JumpLessImm(a, ..)
            | Op::JumpGreaterImm(a, ..) => {
                visit(Use::Read, a);
            }
            Op::JumpAskEqual(_, a, ..) | Op::JumpAskNotEqual(_, a, ..) => visit(Use::Read, a),
            Op::SetGlobal(a, _) | Op::FreeAbove(a) | Op::Free(a) | Op::Release(a) => visit(Use::Read, a),
            Op::OfferOne(a, _) | Op::Offer(a, _) => visit(Use::Read, a),
            Op::JumpEqual(a, b, _) | Op::JumpNotEqual(a, b, _) | Op::JumpLess(a, b, _) => {
                visit(Use::Read, a);
                visit(Use::Read, b);
            }
            Op::JumpLessEqual(a, b, _) | Op::Set(a, b, _) => {
                visit(Use::Read, a);
                visit(Use::Read, b);
            }
            Op::Push(a, b)
            | Op::PushUnique(a, b)
            | Op::ExtendUnique(a, b)
            | Op::MaskInsert(a, b)
            | Op::MaskUnion(a, b) => {
                visit(Use::Read, b);
                visit(Use::Change, a);
            }
            Op::DecrementJump(a, _) => visit(Use::Change, a),
            Op::ForEach(list, member, _) => {
                visit(Use::Begin, list);
                visit(Use::Write, member);
            }
            Op::ForEachImm(list, member, ..) => {
                visit(Use::Fill, list);
                visit(Use::Write, member);
            }
            Op::ForEachSlotImm(list, member, _, a, ..) => {
                visit(Use::Read, a);
                visit(Use::Fill, list);
                visit(Use::Write, member);
            }
            Op::ForNext(list, member, ..) => {
                visit(Use::Proceed, list);
                visit(Use::Write, member);
            }
            Op::Decide(d, who, _) => {
                visit(Use::Read, who);
                visit(Use::Pair, d);
            }
            Op::Ask(d, builtin, first) | Op::List(d, builtin, first) => {
                visit(row(*builtin), first);
                visit(Use::Write, d);
            }
            Op::OfferCounted(first, builtin, _) => visit(row(*builtin), first),
            Op::Apply(d, effect, first) => {
                visit(Use::Row(effect.arity() as u8), first);
                result(d, *effect, visit);
            }
            Op::ApplyPair(d, effect, a, b) => {
                visit(Use::Read, a);
                visit(Use::Read, b);
                result(d, *effect, visit);
            }
            Op::ApplyImm(d, effect, ..) => result(d, *effect, visit),
            Op::Call(first, function) => visit(Use::Call(*function), first),
            Op::JumpAskImmEqual(..) | Op::JumpAskImmNotEqual(..) => {}
            Op::JumpGlobalEqual(..) | Op::JumpGlobalNotEqual(..) | Op::SetGlobalImm(..) => {}
            Op::Jump(_)
            | Op::End
            | Op::ClearTerms
            | Op::EnterReaction(..)
            | Op::ExitReaction(_)
            | Op::Trap => {}
        }
    }
}

fn both(d: &mut Slot, a: &mut Slot, b: &mut Slot, visit: &mut dyn FnMut(Use, &mut Slot)) {
    visit(Use::Read, a);
    visit(Use::Read, b);
    visit(Use::Write, d);
}

fn row(builtin: Builtin) -> Use {
    Use::Row(builtin.arity() as u8)
}

fn result(d: &mut Slot, effect: Effect, visit: &mut dyn FnMut(Use, &mut Slot)) {
    if effect.has_result() {
        visit(Use::Write, d);
    }
}
