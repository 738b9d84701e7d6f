//! Slots of their own for what is asked or read again and again: other slots are soon used for something else.

use rota_bytecode::{EffectSet, Op, Slot};

use super::body::{Body, writing, written};

/// How many a function gets at most.
const MOST: usize = 32;

/// An operation that has an answer, and the slots that the answer is written to.
struct Available {
    op: Op,
    times: usize,
    slots: Vec<Slot>,
}

/// Gives them. The answer is written there, and copied to where it was to go; what asks again, and copies that nobody
/// needs, are left out by the other passes. Returns whether there was anything to do.
pub(super) fn give(body: &mut Body) -> bool {
    let mut all: Vec<Available> = Vec::new();
    for (op, slot) in body.ops.iter().filter_map(|op| answered(*op)) {
        let known = match all.iter_mut().position(|asked| asked.op == op) {
            Some(known) => known,
            None => {
                all.push(Available { op, times: 0, slots: Vec::new() });
                all.len() - 1
            }
        };
        let asked = &mut all[known];
        asked.times += 1;
        if !asked.slots.contains(&slot) {
            asked.slots.push(slot);
        }
    }
    // What always goes to the same slot has one already.
    all.retain(|asked| asked.times > 1 && asked.slots.len() > 1);
    all.truncate(MOST);
    if all.is_empty() {
        return false;
    }
    let keys: Vec<Option<usize>> = body
        .ops
        .iter()
        .map(|op| answered(*op).and_then(|(op, _)| all.iter().position(|asked| asked.op == op)))
        .collect();
    let Some(first) = body.make_room(all.len() as u16) else { return false };
    let mut fixed: Vec<Op> =
        all.iter().enumerate().filter_map(|(key, asked)| asked_first(asked.op, key, first)).collect();
    body.rebuild(|at, op, write| {
        fixed.drain(..).for_each(&mut *write);
        let home = keys[at].and_then(|key| Slot::try_from(usize::from(first) + key).ok());
        match (home, written(op)) {
            (Some(home), Some(wanted)) => {
                write(writing(op, home));
                write(Op::Copy(wanted, home));
            }
            _ => write(op),
        }
    });
    true
}

/// What never changes while a function runs, and is about nothing, is asked where it begins.
fn asked_first(op: Op, key: usize, first: Slot) -> Option<Op> {
    let builtin =
        op.builtin().filter(|builtin| builtin.arity() == 0 && builtin.reads() == EffectSet::NOTHING);
    let home = builtin.and_then(|_| Slot::try_from(usize::from(first) + key).ok())?;
    Some(writing(op, home))
}

/// An operation that only writes an answer, without the slot that it writes to, and that slot.
fn answered(op: Op) -> Option<(Op, Slot)> {
    let slot = written(op)?;
    let asked = match op {
        // Where the arguments would stand means nothing where there are none.
        Op::Ask(_, builtin, _) if builtin.arity() == 0 => Op::Ask(0, builtin, 0),
        Op::Ask(_, builtin, _) if builtin.arity() > 1 => return None,
        Op::GetGlobal(..) | Op::AskImm(..) | Op::AskSlotImm(..) | Op::Ask(..) => writing(op, 0),
        _ => return None,
    };
    Some((asked, slot))
}
