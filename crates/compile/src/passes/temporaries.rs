//! Common subexpressions get temporaries: what is asked or read in several places is kept in a slot of its own, since
//! other slots are soon used for something else.
//!
//! Needs nothing. Keeps the answers where they were to go, by copies; value numbering and dead code elimination remove
//! what asks again and the copies that nobody needs. Gains 4,400 instructions a game of base, 16,100 of `all_three`.

use rota_bytecode::{EffectSet, Op, Slot};

use super::body::{Body, defining, definition};
use super::effects::Summaries;

/// How many temporaries a function gets at most.
const MOST: usize = 32;

/// An operation without the slot that it defines, and the slots that are defined by it.
struct Expression {
    op: Op,
    times: usize,
    slots: Vec<Slot>,
}

/// Runs the pass. Returns whether there was anything to do.
pub(super) fn assign_temporaries(body: &mut Body, summaries: &Summaries<'_>) -> bool {
    let mut all: Vec<Expression> = Vec::new();
    for (op, slot) in body.ops.iter().filter_map(|op| expression(*op)) {
        let known = match all.iter().position(|known| known.op == op) {
            Some(known) => known,
            None => {
                all.push(Expression { op, times: 0, slots: Vec::new() });
                all.len() - 1
            }
        };
        let known = &mut all[known];
        known.times += 1;
        if !known.slots.contains(&slot) {
            known.slots.push(slot);
        }
    }
    // What always goes to the same slot has one already.
    all.retain(|known| known.times > 1 && known.slots.len() > 1);
    all.truncate(MOST);
    if all.is_empty() {
        return false;
    }
    let keys: Vec<Option<usize>> = body
        .ops
        .iter()
        .map(|op| expression(*op).and_then(|(op, _)| all.iter().position(|known| known.op == op)))
        .collect();
    let Some(first) = body.reserve_slots(all.len() as u16) else { return false };
    let mods = body.ops.iter().fold(EffectSet::NOTHING, |mods, op| mods | summaries.mods(*op).position);
    let mut invariant: Vec<Op> =
        all.iter().enumerate().filter_map(|(key, known)| hoisted(known.op, key, first, mods)).collect();
    body.rewrite(|at, op, write| {
        invariant.drain(..).for_each(&mut *write);
        let temporary = keys[at].and_then(|key| Slot::try_from(usize::from(first) + key).ok());
        match (temporary, definition(op)) {
            (Some(temporary), Some(wanted)) => {
                write(defining(op, temporary));
                write(Op::Copy(wanted, temporary));
            }
            _ => write(op),
        }
    });
    true
}

/// What is invariant while a function runs that changes `mods`, and is about nothing, is hoisted to where the function
/// begins: what never changes, and who does what it does.
fn hoisted(op: Op, key: usize, first: Slot, mods: EffectSet) -> Option<Op> {
    let is_invariant =
        |reads: EffectSet| reads.without(EffectSet::SEAT) == EffectSet::NOTHING && !reads.meets(mods);
    let builtin = op.builtin().filter(|builtin| builtin.arity() == 0 && is_invariant(builtin.reads()));
    let temporary = builtin.and_then(|_| Slot::try_from(usize::from(first) + key).ok())?;
    Some(defining(op, temporary))
}

/// An operation that only defines a slot by an answer, without that slot, and the slot.
fn expression(op: Op) -> Option<(Op, Slot)> {
    let slot = definition(op)?;
    if let Op::Ask(_, builtin, _) = op {
        return match builtin.arity() {
            // Where the arguments would stand means nothing where there are none.
            0 => Some((Op::Ask(0, builtin, 0), slot)),
            1 => Some((defining(op, 0), slot)),
            _ => None,
        };
    }
    let is_kept = matches!(op, Op::GetGlobal(..) | Op::AskImm(..) | Op::AskSlotImm(..));
    is_kept.then(|| (defining(op, 0), slot))
}
