//! What the machine can do, one operation a line.
//!
//! A function has slots of 64-bit integers, at most [`SLOTS`] of them, and every operation names the slots it
//! reads and writes: `d` is the one written, `a`, `b` and others are read. Arguments that stand in a row begin
//! at the slot given. A set of players is a mask, one bit a seat; every other set is a list in the machine's
//! list space, and its value packs where the list starts and how long it is.
//!
//! Jumps go forward. Only [`Op::ForNext`] and [`Op::DecrementJump`] go back, and they use up fuel, as calls do.

use crate::builtin::Builtin;
use crate::effect::Effect;
use crate::operands::{MachineOperand, Question};

/// A slot of the function that runs.
pub type Slot = u8;

/// How many slots a function can have.
pub const SLOTS: usize = 1 << Slot::BITS;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `d = n`
    Const(Slot, i32),
    /// `d =` a constant too large for the operation itself.
    LoadConst(Slot, u32),
    /// `d = a`
    Copy(Slot, Slot),
    /// `d = a + b`; faults on overflow, as all arithmetic does.
    Add(Slot, Slot, Slot),
    /// `d = a + n`
    AddImm(Slot, Slot, i32),
    /// `d = a - b`
    Subtract(Slot, Slot, Slot),
    /// `d = a * b`
    Multiply(Slot, Slot, Slot),
    /// `d = a / b`, rounded towards minus infinity.
    DivideFloor(Slot, Slot, Slot),
    /// `d = a / b`, rounded towards plus infinity.
    DivideCeil(Slot, Slot, Slot),
    /// `d =` what `DivideFloor` leaves of a: at least 0 and less than b where b is above 0.
    Modulo(Slot, Slot, Slot),
    /// `d = a * b`: as `Multiply`, and kept as a named term of the award that is being counted.
    Term(Slot, Slot, Slot, u32),
    /// Begins to work out a side of a term in which terms may be kept themselves.
    OpenTerms,
    /// The same as `Term` for sides that were opened, first a and then b: what was kept for a is taken b times and
    /// stands for the term where it is all of a; otherwise it is forgotten, as is what was kept for b.
    TermOver(Slot, Slot, Slot, u32),
    /// `d = -a`
    Negate(Slot, Slot),
    /// `d = 1` where a is 0, else 0.
    Not(Slot, Slot),
    /// `d = 1` where a is b, else 0.
    Equal(Slot, Slot, Slot),
    /// `d = 1` where a is less than b, else 0.
    Less(Slot, Slot, Slot),
    /// Faults unless least ≤ a ≤ most, the range stored at this index.
    CheckRange(Slot, u32),
    /// Faults when a is none.
    CheckSome(Slot),
    /// Goes on there.
    Jump(u32),
    /// Goes on there when a is n.
    JumpEqualImm(Slot, i16, u32),
    /// Goes on there when a is not n.
    JumpNotEqualImm(Slot, i16, u32),
    /// Goes on there when a is less than n.
    JumpLessImm(Slot, i16, u32),
    /// Goes on there when a is more than n.
    JumpGreaterImm(Slot, i16, u32),
    /// Goes on there when a variable of the game is n.
    JumpGlobalEqual(i8, u16, u32),
    /// Goes on there when a variable of the game is not n.
    JumpGlobalNotEqual(i8, u16, u32),
    /// Goes on there when a is b.
    JumpEqual(Slot, Slot, u32),
    /// Goes on there when a is not b.
    JumpNotEqual(Slot, Slot, u32),
    /// Goes on there when a is less than b.
    JumpLess(Slot, Slot, u32),
    /// Goes on there when a is at most b.
    JumpLessEqual(Slot, Slot, u32),
    /// Runs a function: the slots from a on are its slots from the first on, so that arguments and result
    /// change hands where they stand.
    Call(Slot, u32),
    /// Ends the function with a plain value.
    Return(Slot),
    /// Ends the function with a list, which moves down to the caller's list space.
    ReturnList(Slot),
    /// Ends a function that hands nothing back.
    End,
    /// `d =` the host's answer; the arguments stand in a row.
    Ask(Slot, Builtin, Slot),
    /// `d =` the host's answer to a question about a and b.
    AskPair(Slot, Builtin, Slot, Slot),
    /// `d =` the host's answer to a question about a, n and m, as many of them as it takes.
    AskSlotImm(Slot, Builtin, Slot, i16, i16),
    /// `d =` the host's answer to a question about n, or about nothing.
    AskImm(Slot, Builtin, i32),
    /// Goes on there when the host's answer to a question about a, n and m is k: the last number.
    JumpAskEqual(Builtin, Slot, [i8; 3], u16),
    /// Goes on there when it is not k.
    JumpAskNotEqual(Builtin, Slot, [i8; 3], u16),
    /// Goes on there when the host's answer to a question about n, or about nothing, is k.
    JumpAskImmEqual(Builtin, [i8; 2], u16),
    /// Goes on there when it is not k.
    JumpAskImmNotEqual(Builtin, [i8; 2], u16),
    /// `d =` a set from the host; the arguments stand in a row.
    List(Slot, Builtin, Slot),
    /// `d =` a set from the host, to a question about a, n and m, as many of them as it takes.
    ListSlotImm(Slot, Builtin, Slot, i16, i16),
    /// `d =` a set from the host, to a question about n, or about nothing.
    ListImm(Slot, Builtin, i32),
    /// `d =` a variable of the player, piece … in a.
    Get(Slot, Slot, u16),
    /// Writes b to a variable of the player, piece … in a.
    Set(Slot, Slot, u16),
    /// `d =` a variable of the game.
    GetGlobal(Slot, u16),
    /// Writes a to a variable of the game.
    SetGlobal(Slot, u16),
    /// Writes n to a variable of the game.
    SetGlobalImm(i32, u16),
    /// `d =` the players of mask a as a list, in seat order, beginning with b, or with the first seat where that is
    /// -1.
    MaskToList(Slot, Slot, Slot),
    /// `d =` an empty list on top of the list space.
    NewList(Slot),
    /// Appends b to list a, which must be on top of the list space.
    Push(Slot, Slot),
    /// Frees what lies above list a and appends b to it, unless it holds it already.
    PushUnique(Slot, Slot),
    /// Appends the members of list b that list a does not hold, and frees what lies above it.
    ExtendUnique(Slot, Slot),
    /// Adds player b to mask a.
    MaskInsert(Slot, Slot),
    /// Adds the players of mask b to mask a.
    MaskUnion(Slot, Slot),
    /// `d =` a list with the members of a, and b.
    CopyPush(Slot, Slot, Slot),
    /// `d =` the member of list a at place b, counted from 0; faults when there is none.
    Index(Slot, Slot, Slot),
    /// `d =` the member of list a of number b, counted from 1; -1 when there is none.
    NthOrNone(Slot, Slot, Slot),
    /// `d =` the player of mask a of number b, counted from 1 in seat order; -1 when there is none.
    MaskNthOrNone(Slot, Slot, Slot),
    /// `d =` how many members list a has.
    Length(Slot, Slot),
    /// `d =` how many players mask a has.
    MaskCount(Slot, Slot),
    /// `d = 1` where a is in list b, else 0.
    Contains(Slot, Slot, Slot),
    /// `d = 1` where player a is in mask b, else 0.
    MaskContains(Slot, Slot, Slot),
    /// Begins a loop over the list in a: takes the first member and writes it to b, or goes on there, behind the
    /// loop's `ForNext`, when there is none. The slot behind a counts the members taken.
    ForEach(Slot, Slot, u32),
    /// The same over a set from the host, to a question about n, or about nothing, which is written to a first.
    ForEachImm(Slot, Slot, Builtin, i8, u16),
    /// The same over the answer to a question about the slot behind the name of the question, and n where it takes two.
    ForEachSlotImm(Slot, Slot, Builtin, Slot, i8, u16),
    /// Takes the next member of the list in a, writes it to b and goes back there; goes on when there is none.
    ForNext(Slot, Slot, Reclaim, u32),
    /// Takes 1 from a, which is above 0, and goes back there unless nothing is left.
    DecrementJump(Slot, u32),
    /// Frees the list space above list a.
    FreeAbove(Slot),
    /// Frees list a and the list space above it.
    Free(Slot),
    /// `d =` how much list space is in use.
    Mark(Slot),
    /// Frees the list space down to the mark in a.
    Release(Slot),
    /// Asks the host to change the position; the arguments stand in a row. `d =` what it hands back, if it does.
    Apply(Slot, Effect, Slot),
    /// Asks the host for a change that takes a and b. `d =` what it hands back, if it does.
    ApplyPair(Slot, Effect, Slot, Slot),
    /// Asks the host for a change that takes n and m, or n alone. `d =` what it hands back, if it does.
    ApplyImm(Slot, Effect, i16, i16),
    /// Begins to count an award: forgets the terms kept so far.
    ClearTerms,
    /// `d =` a note: hands the terms kept so far to the host as the explanation of a statement.
    Note(Slot, u32),
    /// Enters a reaction, or goes on there when a caller is running it already.
    EnterReaction(u16, u32),
    /// Leaves a reaction.
    ExitReaction(u16),
    /// Adds a to the options of the decision in the making, under this action.
    OfferOne(Slot, u16),
    /// Adds the members of list a to the options.
    Offer(Slot, u16),
    /// The same for a set that the host counts without writing it down; the arguments stand in a row.
    OfferCounted(Slot, Builtin, u16),
    /// Asks player a to choose: `d =` the value, the slot behind it the action, which is -1 for a pass, and -2
    /// when there was nothing to choose from.
    Decide(Slot, Slot, u32),
    /// Faults: a path that the compiler knows must not be reached, as a value that returned nothing.
    Trap,
}

/// What a loop over a list does with the list space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reclaim {
    /// Nothing.
    Keep,
    /// Frees what lies above the list before each member, and the list itself behind the last one.
    Free,
}

impl Op {
    /// Where the operation may go on, other than behind itself.
    pub fn target(mut self) -> Option<u32> {
        let mut found = None;
        self.operands(&mut |operand| match operand {
            MachineOperand::Target(to) => found = Some(*to),
            MachineOperand::ShortTarget(to) => found = Some((*to).into()),
            MachineOperand::Slot(..) | MachineOperand::Entry(..) => {}
            MachineOperand::Question(_) | MachineOperand::Change(..) => {}
        });
        found
    }

    /// Sends the operation somewhere else, if it goes anywhere.
    ///
    /// Errors: it has no room for a number that large; nothing has changed.
    pub fn set_target(&mut self, target: u32) -> Result<(), TargetTooFar> {
        let mut result = Ok(());
        self.operands(&mut |operand| match operand {
            MachineOperand::Target(to) => *to = target,
            MachineOperand::ShortTarget(to) => match u16::try_from(target) {
                Ok(target) => *to = target,
                Err(_) => result = Err(TargetTooFar),
            },
            MachineOperand::Slot(..) | MachineOperand::Entry(..) => {}
            MachineOperand::Question(_) | MachineOperand::Change(..) => {}
        });
        result
    }

    /// The question that the operation asks the host, and how.
    pub fn question(mut self) -> Option<Question> {
        let mut found = None;
        self.operands(&mut |operand| {
            if let MachineOperand::Question(question) = operand {
                found = Some(question);
            }
        });
        found
    }

    /// The question that the operation asks the host.
    pub fn builtin(self) -> Option<Builtin> {
        self.question().map(|question| question.builtin)
    }

    /// The change that the operation asks the host for.
    pub fn effect(mut self) -> Option<Effect> {
        let mut found = None;
        self.operands(&mut |operand| {
            if let MachineOperand::Change(effect, _) = operand {
                found = Some(effect);
            }
        });
        found
    }

    /// The jump that goes where this one does not; nothing for what is no jump with a condition.
    pub fn inverse(self) -> Option<Op> {
        Some(match self {
            Op::JumpEqualImm(a, n, to) => Op::JumpNotEqualImm(a, n, to),
            Op::JumpNotEqualImm(a, n, to) => Op::JumpEqualImm(a, n, to),
            Op::JumpLessImm(a, n, to) => Op::JumpGreaterImm(a, n.checked_sub(1)?, to),
            Op::JumpGreaterImm(a, n, to) => Op::JumpLessImm(a, n.checked_add(1)?, to),
            Op::JumpGlobalEqual(n, var, to) => Op::JumpGlobalNotEqual(n, var, to),
            Op::JumpGlobalNotEqual(n, var, to) => Op::JumpGlobalEqual(n, var, to),
            Op::JumpEqual(a, b, to) => Op::JumpNotEqual(a, b, to),
            Op::JumpNotEqual(a, b, to) => Op::JumpEqual(a, b, to),
            Op::JumpLess(a, b, to) => Op::JumpLessEqual(b, a, to),
            Op::JumpLessEqual(a, b, to) => Op::JumpLess(b, a, to),
            // Formed last: nothing is inverted any more.
            Op::JumpAskEqual(..) | Op::JumpAskNotEqual(..) => return None,
            Op::JumpAskImmEqual(..) | Op::JumpAskImmNotEqual(..) => return None,
            // No jumps with a condition, or walks, which have no other way.
            Op::Const(..) | Op::LoadConst(..) | Op::Copy(..) | Op::Add(..) | Op::AddImm(..) => return None,
            Op::Subtract(..) | Op::Multiply(..) | Op::DivideFloor(..) | Op::DivideCeil(..) => return None,
            Op::Modulo(..) | Op::Term(..) | Op::OpenTerms | Op::TermOver(..) | Op::Negate(..) => return None,
            Op::Not(..) | Op::Equal(..) | Op::Less(..) => return None,
            Op::CheckRange(..) | Op::CheckSome(_) | Op::Jump(_) | Op::Call(..) | Op::Return(_) => {
                return None;
            }
            Op::ReturnList(_) | Op::End | Op::Ask(..) | Op::AskPair(..) | Op::AskSlotImm(..) => return None,
            Op::AskImm(..) | Op::List(..) | Op::ListSlotImm(..) | Op::ListImm(..) => return None,
            Op::Get(..) | Op::Set(..) | Op::GetGlobal(..) | Op::SetGlobal(..) => return None,
            Op::SetGlobalImm(..) | Op::MaskToList(..) | Op::NewList(_) | Op::Push(..) => return None,
            Op::PushUnique(..) | Op::ExtendUnique(..) | Op::MaskInsert(..) | Op::MaskUnion(..) => {
                return None;
            }
            Op::NthOrNone(..) | Op::MaskNthOrNone(..) => return None,
            Op::CopyPush(..) | Op::Index(..) | Op::Length(..) | Op::MaskCount(..) => return None,
            Op::Contains(..) | Op::MaskContains(..) | Op::ForEach(..) | Op::ForEachImm(..) => return None,
            Op::ForEachSlotImm(..) | Op::ForNext(..) | Op::DecrementJump(..) => return None,
            Op::FreeAbove(_) | Op::Free(_) | Op::Mark(_) | Op::Release(_) | Op::Apply(..) => return None,
            Op::ApplyPair(..) | Op::ApplyImm(..) | Op::ClearTerms | Op::Note(..) => return None,
            Op::EnterReaction(..) | Op::ExitReaction(_) | Op::OfferOne(..) | Op::Offer(..) => return None,
            Op::OfferCounted(..) | Op::Decide(..) | Op::Trap => return None,
        })
    }

    /// Whether what stands behind the operation is reached only by a jump there.
    pub fn is_terminator(self) -> bool {
        matches!(self, Op::Jump(_) | Op::Return(_) | Op::ReturnList(_) | Op::End | Op::Trap)
    }
}

/// A target that the operation has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetTooFar;

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn an_operation_takes_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }
}
