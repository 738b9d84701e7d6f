//! Two operations that are one: a question and the jump that needs its answer, a set and the walk over it.

use rota_bytecode::{Op, Slot};

use super::body::{Body, written};
use super::effects::Context;
use super::liveness::{after, live};

/// Joins them.
pub(super) fn fuse(body: &mut Body, context: &Context<'_>) {
    let live = live(body, context);
    let entered = body.entered();
    let mut needless = vec![false; body.ops.len()];
    // What was joined may be joined with what follows.
    let mut last = 0;
    for at in 1..body.ops.len() {
        if entered[at] || body.counts_at(at) {
            last = at;
            continue;
        }
        let (first, second) = (body.ops[last], body.ops[at]);
        let is_dead = |slot| !after(body, &live, at).has(slot);
        let joined = asked(first, second, is_dead).or_else(|| walked(first, second));
        if let Some(joined) = joined {
            body.ops[last] = joined;
            needless[at] = true;
        } else {
            last = at;
        }
    }
    body.leave_out(needless);
}

/// A jump that asks.
fn asked(first: Op, second: Op, is_dead: impl Fn(Slot) -> bool) -> Option<Op> {
    let (slot, number, target, is) = match second {
        Op::JumpEqualImm(a, number, target) => (a, number, target, true),
        Op::JumpNotEqualImm(a, number, target) => (a, number, target, false),
        _ => return None,
    };
    let (k, to) = (i8::try_from(number).ok()?, u16::try_from(target).ok()?);
    if written(first) != Some(slot) || !is_dead(slot) {
        return None;
    }
    let about = |builtin, a, n: i16, m: i16| {
        let numbers = [i8::try_from(n).ok()?, i8::try_from(m).ok()?, k];
        let jump = if is { Op::JumpAskEqual } else { Op::JumpAskNotEqual };
        Some(jump(builtin, a, numbers, to))
    };
    let about_number = |builtin, n: i32| {
        let jump = if is { Op::JumpAskImmEqual } else { Op::JumpAskImmNotEqual };
        Some(jump(builtin, [i8::try_from(n).ok()?, k], to))
    };
    match first {
        Op::AskSlotImm(_, builtin, a, n, m) => about(builtin, a, n, m),
        Op::Ask(_, builtin, a) if builtin.arity() == 1 => about(builtin, a, 0, 0),
        Op::Ask(_, builtin, _) if builtin.arity() == 0 => about_number(builtin, 0),
        Op::AskImm(_, builtin, n) => about_number(builtin, n),
        _ => None,
    }
}

/// A walk that asks for its set.
fn walked(first: Op, second: Op) -> Option<Op> {
    let Op::ForEach(list, member, target) = second else { return None };
    let to = u16::try_from(target).ok()?;
    if written(first) != Some(list) {
        return None;
    }
    match first {
        Op::ListImm(_, builtin, n) => Some(Op::ForEachImm(list, member, builtin, i8::try_from(n).ok()?, to)),
        Op::List(_, builtin, _) if builtin.arity() == 0 => Some(Op::ForEachImm(list, member, builtin, 0, to)),
        Op::List(_, builtin, a) if builtin.arity() == 1 => {
            Some(Op::ForEachSlotImm(list, member, builtin, a, 0, to))
        }
        Op::ListSlotImm(_, builtin, a, n, _) if builtin.arity() == 2 => {
            Some(Op::ForEachSlotImm(list, member, builtin, a, i8::try_from(n).ok()?, to))
        }
        _ => None,
    }
}
