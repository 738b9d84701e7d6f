//! Operations on slots and lists alone: they ask nobody, change nothing outside and go on behind themselves.
//!
//! They stand apart from those that nearly every turn runs, so that the loop of the machine stays small.

use rota_bytecode::op::SLOTS;
use rota_bytecode::{Op, Program};

use crate::Fault;
use crate::list_arena::{ListArena, length};

/// Masks have a bit for each of these seats.
const SEATS: std::ops::Range<i64> = 0..64;

/// Runs such an operation.
#[inline(never)]
pub(crate) fn run_pure(
    op: Op,
    program: &Program,
    slots: &mut [i64; SLOTS],
    lists: &mut ListArena,
) -> Result<(), &'static Fault> {
    macro_rules! slot {
        ($slot:expr) => {
            slots[usize::from($slot)]
        };
    }
    match op {
        Op::LoadConst(d, index) => slot!(d) = *program.constants.get(index as usize).ok_or(&Fault::Broken)?,
        Op::Add(d, a, b) => slot!(d) = slot!(a).checked_add(slot!(b)).ok_or(&Fault::Overflow)?,
        Op::Subtract(d, a, b) => slot!(d) = slot!(a).checked_sub(slot!(b)).ok_or(&Fault::Overflow)?,
        Op::Multiply(d, a, b) => slot!(d) = slot!(a).checked_mul(slot!(b)).ok_or(&Fault::Overflow)?,
        Op::DivideFloor(d, a, b) => slot!(d) = divide_down(slot!(a), slot!(b))?,
        Op::DivideCeil(d, a, b) => slot!(d) = divide_up(slot!(a), slot!(b))?,
        Op::Modulo(d, a, b) => slot!(d) = modulo(slot!(a), slot!(b))?,
        Op::Negate(d, a) => slot!(d) = slot!(a).checked_neg().ok_or(&Fault::Overflow)?,
        Op::Not(d, a) => slot!(d) = i64::from(slot!(a) == 0),
        Op::Equal(d, a, b) => slot!(d) = i64::from(slot!(a) == slot!(b)),
        Op::Less(d, a, b) => slot!(d) = i64::from(slot!(a) < slot!(b)),
        Op::CheckRange(a, index) => {
            let (least, most) = *program.ranges.get(index as usize).ok_or(&Fault::Broken)?;
            (least..=most).contains(&slot!(a)).then_some(()).ok_or(&Fault::OutOfRange)?;
        }
        Op::MaskToList(d, a, b) => slot!(d) = lists.mask_to_list(slot!(a), slot!(b))?,
        Op::NewList(d) => slot!(d) = lists.list_from(lists.top())?,
        Op::Push(a, b) => slot!(a) = lists.push(slot!(a), slot!(b)).ok_or(&Fault::Broken)?,
        Op::PushUnique(a, b) => slot!(a) = lists.push_unique(slot!(a), slot!(b)).ok_or(&Fault::Broken)?,
        Op::ExtendUnique(a, b) => slot!(a) = lists.extend_unique(slot!(a), slot!(b)).ok_or(&Fault::Broken)?,
        Op::MaskInsert(a, b) => {
            SEATS.contains(&slot!(b)).then_some(()).ok_or(&Fault::Missing)?;
            slot!(a) |= 1 << slot!(b);
        }
        Op::MaskUnion(a, b) => slot!(a) |= slot!(b),
        Op::CopyPush(d, a, b) => slot!(d) = lists.copy_push(slot!(a), slot!(b)).ok_or(&Fault::Broken)?,
        Op::Index(d, a, b) => {
            let members = lists.members(slot!(a)).ok_or(&Fault::Broken)?;
            let member = usize::try_from(slot!(b)).ok().and_then(|place| members.get(place));
            slot!(d) = *member.ok_or(&Fault::Missing)?;
        }
        Op::NthOrNone(d, a, b) => {
            let members = lists.members(slot!(a)).ok_or(&Fault::Broken)?;
            slot!(d) = place_of(slot!(b)).and_then(|place| members.get(place)).copied().unwrap_or(-1);
        }
        Op::MaskNthOrNone(d, a, b) => slot!(d) = nth_seat(slot!(a), slot!(b)),
        Op::Length(d, a) => slot!(d) = length(slot!(a)),
        Op::MaskCount(d, a) => slot!(d) = i64::from(slot!(a).count_ones()),
        Op::Contains(d, a, b) => {
            let members = lists.members(slot!(b)).ok_or(&Fault::Broken)?;
            slot!(d) = i64::from(members.contains(&slot!(a)));
        }
        Op::MaskContains(d, a, b) => {
            let (seat, mask) = (slot!(a), slot!(b));
            slot!(d) = i64::from(SEATS.contains(&seat) && mask >> seat & 1 == 1);
        }
        Op::FreeAbove(a) => lists.free_above(slot!(a)),
        Op::Free(a) => lists.free(slot!(a)),
        // All others are run where the program runs.
        Op::Const(..) | Op::Copy(..) | Op::AddImm(..) | Op::Term(..) => return Err(&Fault::Broken),
        Op::OpenTerms | Op::TermOver(..) => return Err(&Fault::Broken),
        Op::CheckSome(_) | Op::Jump(_) | Op::JumpEqualImm(..) => return Err(&Fault::Broken),
        Op::JumpNotEqualImm(..) | Op::JumpLessImm(..) | Op::JumpGreaterImm(..) => return Err(&Fault::Broken),
        Op::JumpGlobalEqual(..) | Op::JumpGlobalNotEqual(..) => return Err(&Fault::Broken),
        Op::JumpEqual(..) | Op::JumpNotEqual(..) | Op::JumpLess(..) => return Err(&Fault::Broken),
        Op::JumpLessEqual(..) | Op::Call(..) | Op::Return(_) => return Err(&Fault::Broken),
        Op::ReturnList(_) | Op::End | Op::Ask(..) | Op::AskPair(..) => return Err(&Fault::Broken),
        Op::AskSlotImm(..) | Op::AskImm(..) | Op::JumpAskEqual(..) => return Err(&Fault::Broken),
        Op::JumpAskNotEqual(..) | Op::JumpAskImmEqual(..) => return Err(&Fault::Broken),
        Op::JumpAskImmNotEqual(..) | Op::List(..) | Op::ListSlotImm(..) => return Err(&Fault::Broken),
        Op::ListImm(..) | Op::Get(..) | Op::Set(..) | Op::GetGlobal(..) => return Err(&Fault::Broken),
        Op::SetGlobal(..) | Op::SetGlobalImm(..) | Op::ForEach(..) => return Err(&Fault::Broken),
        Op::ForEachImm(..) | Op::ForEachSlotImm(..) | Op::ForNext(..) => return Err(&Fault::Broken),
        Op::DecrementJump(..) | Op::Mark(_) | Op::Release(_) | Op::Apply(..) => return Err(&Fault::Broken),
        Op::ApplyPair(..) | Op::ApplyImm(..) | Op::ClearTerms | Op::Note(..) => return Err(&Fault::Broken),
        Op::EnterReaction(..) | Op::ExitReaction(_) | Op::OfferOne(..) => return Err(&Fault::Broken),
        Op::Offer(..) | Op::OfferCounted(..) | Op::Decide(..) | Op::Trap => return Err(&Fault::Broken),
    }
    Ok(())
}

/// Divides, rounded towards minus infinity.
fn divide_down(left: i64, right: i64) -> Result<i64, &'static Fault> {
    if right == 0 {
        return Err(&Fault::DivisionByZero);
    }
    let quotient = left.checked_div(right).ok_or(&Fault::Overflow)?;
    Ok(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
}

/// Divides, rounded towards plus infinity.
fn divide_up(left: i64, right: i64) -> Result<i64, &'static Fault> {
    if right == 0 {
        return Err(&Fault::DivisionByZero);
    }
    let quotient = left.checked_div(right).ok_or(&Fault::Overflow)?;
    Ok(if left % right != 0 && (left < 0) == (right < 0) { quotient + 1 } else { quotient })
}

/// What a division leaves that is rounded towards minus infinity.
fn modulo(left: i64, right: i64) -> Result<i64, &'static Fault> {
    if right == 0 {
        return Err(&Fault::DivisionByZero);
    }
    // The one division that does not fit leaves nothing.
    let rest = left.wrapping_rem(right);
    Ok(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
}

/// The seat of a mask of this number, counted from 1; -1 where there are not so many.
fn nth_seat(mask: i64, number: i64) -> i64 {
    let mut seats = SEATS.filter(|seat| mask >> seat & 1 == 1);
    place_of(number).and_then(|place| seats.nth(place)).unwrap_or(-1)
}

/// The place, counted from 0, of a number that is counted from 1.
fn place_of(number: i64) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}
