//! Superinstructions: a query and the jump that needs its answer become one operation, and so do a set and the walk
//! over it.
//!
//! Needs [`Liveness`] and the [`Cfg`]; runs last, since no other pass knows what is fused and since short targets have
//! room only for what does not grow any more. Keeps leaders of blocks and the first operations of inlined ranges that
//! are counted. Gains 6,500 instructions a game of base, 18,100 of `all_three`.

use rota_bytecode::{Op, Slot};

use super::body::{Body, definition};
use super::cfg::Cfg;
use super::effects::Summaries;
use super::liveness::Liveness;

/// Runs the pass.
pub(super) fn form_superinstructions(body: &mut Body, summaries: &Summaries<'_>) {
    let cfg = Cfg::of(&body.ops);
    let live = Liveness::of(body, &cfg, summaries);
    let mut redundant = vec![false; body.ops.len()];
    // What was fused may be fused with what follows.
    let mut last = 0;
    for (at, is_redundant) in redundant.iter_mut().enumerate().skip(1) {
        if cfg.is_leader(at) || body.is_counted_at(at) {
            last = at;
            continue;
        }
        let (first, second) = (body.ops[last], body.ops[at]);
        let is_dead = |slot| !live.after(body, at).contains(slot);
        let fused = query_and_jump(first, second, is_dead);
        let fused = fused.or_else(|| query_and_walk(first, second, summaries));
        if let Some(fused) = fused {
            body.ops[last] = fused;
            *is_redundant = true;
        } else {
            last = at;
        }
    }
    body.remove(redundant);
}

/// A jump that asks.
fn query_and_jump(first: Op, second: Op, is_dead: impl Fn(Slot) -> bool) -> Option<Op> {
    let (Op::JumpEqualImm(slot, number, target) | Op::JumpNotEqualImm(slot, number, target)) = second else {
        return None;
    };
    let is = matches!(second, Op::JumpEqualImm(..));
    let (k, to) = (i8::try_from(number).ok()?, u16::try_from(target).ok()?);
    if definition(first) != Some(slot) || !is_dead(slot) {
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
    if let Op::AskSlotImm(_, builtin, a, n, m) = first {
        return about(builtin, a, n, m);
    }
    if let Op::AskImm(_, builtin, n) = first {
        return about_number(builtin, n);
    }
    let Op::Ask(_, builtin, a) = first else { return None };
    match builtin.arity() {
        0 => about_number(builtin, 0),
        1 => about(builtin, a, 0, 0),
        _ => None,
    }
}

/// A walk that asks for its set.
fn query_and_walk(first: Op, second: Op, summaries: &Summaries<'_>) -> Option<Op> {
    let Op::ForEach(list, member, target) = second else { return None };
    let to = u16::try_from(target).ok()?;
    if definition(first) != Some(list) {
        return None;
    }
    if let Op::ListImm(_, builtin, n) = first {
        return Some(Op::ForEachImm(list, member, builtin, i8::try_from(n).ok()?, to));
    }
    if let Op::ListSlotImm(_, builtin, a, n, _) = first {
        // There is no room for a second parameter.
        let fits = match builtin.asks_query() {
            true => summaries.filtered(n.into())?.params() < 2,
            false => builtin.arity() == 2,
        };
        return fits.then_some(Op::ForEachSlotImm(list, member, builtin, a, i8::try_from(n).ok()?, to));
    }
    let Op::List(_, builtin, a) = first else { return None };
    match builtin.arity() {
        0 => Some(Op::ForEachImm(list, member, builtin, 0, to)),
        1 => Some(Op::ForEachSlotImm(list, member, builtin, a, 0, to)),
        _ => None,
    }
}
