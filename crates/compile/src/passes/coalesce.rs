//! Values that are worked out in one slot only to be copied to another: they are worked out where they are to go.

use rota_bytecode::{Op, Slot, Use};

use super::body::{Body, writing, written};
use super::effects::Context;
use super::liveness::{Live, live};

/// Leaves out the copies.
pub(super) fn coalesce(body: &mut Body, context: &Context<'_>) {
    let mut needless = vec![false; body.ops.len()];
    let entered = body.entered();
    let mut known = live(body, context);
    for at in 0..body.ops.len() {
        let Op::Copy(to, from) = body.ops[at] else { continue };
        if known[at + 1].has(from) || body.counts_at(at) {
            continue;
        }
        let Some(first) = source(body, at, (&entered, &needless), &known) else { continue };
        body.ops[first] = writing(body.ops[first], to);
        for op in &mut body.ops[first + 1..at] {
            op.slots(&mut |usage, slot| {
                if usage == Use::Read && *slot == from {
                    *slot = to;
                }
            });
        }
        // It does nothing now, and reads nothing.
        body.ops[at] = Op::Copy(to, to);
        needless[at] = true;
        known = live(body, context);
    }
    body.leave_out(needless);
}

/// The operation that works out what another copies, where it may write to where the copy goes.
fn source(body: &Body, copy: usize, (entered, needless): (&[bool], &[bool]), live: &[Live]) -> Option<usize> {
    let Op::Copy(to, from) = body.ops[copy] else { return None };
    for at in (0..copy).rev() {
        if entered[at + 1] {
            return None;
        }
        let op = body.ops[at];
        if needless[at] {
            continue;
        }
        if written(op) == Some(from) {
            return op.target().is_none().then_some(at);
        }
        // On the way nobody else may need either of them.
        if op.is_terminator()
            || uses(op, to, Use::Read)
            || uses(op, to, Use::Write)
            || uses_otherwise(op, from, to)
        {
            return None;
        }
        if let Some(target) = op.target()
            && (live[target as usize].has(to) || live[target as usize].has(from))
        {
            return None;
        }
    }
    None
}

fn uses(mut op: Op, wanted: Slot, how: Use) -> bool {
    let mut found = false;
    op.slots(&mut |usage, slot| found |= usage == how && *slot == wanted);
    found
}

/// Whether an operation does more with slots than to read or write them one by one, and one of these is among them; or
/// writes the first.
fn uses_otherwise(mut op: Op, from: Slot, to: Slot) -> bool {
    let mut found = false;
    let mut meets = |first: Slot, count: usize| {
        let slots = usize::from(first)..usize::from(first) + count;
        found |= slots.contains(&from.into()) || slots.contains(&to.into());
    };
    op.slots(&mut |usage, slot| match usage {
        Use::Read => {}
        Use::Write => meets(*slot, usize::from(*slot == from)),
        Use::Change => meets(*slot, 1),
        Use::Pair | Use::Begin | Use::Proceed | Use::Fill => meets(*slot, 2),
        Use::Row(count) => meets(*slot, usize::from(count)),
        Use::Call(_) => meets(*slot, usize::from(Slot::MAX - *slot) + 1),
    });
    found
}
