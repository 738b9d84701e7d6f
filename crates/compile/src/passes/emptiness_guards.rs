//! Emptiness guards: one question before several walks over parts of the same set. In most turns the whole set has no
//! members, and then none of them is begun.
//!
//! Needs [`Liveness`]. Keeps the walks; that the lists behind a guard are empty is found out by value numbering. Gains
//! 4,600 instructions a game of base, 6,500 of `all_three`. Left out where rules are counted: each has to begin.

use rota_bytecode::{Builtin, Op, Slot};

use super::body::Body;
use super::cfg::Cfg;
use super::effects::Summaries;
use super::liveness::Liveness;

/// Runs the pass. Returns whether anything changed.
pub(super) fn insert_guards(body: &mut Body, summaries: &Summaries<'_>) -> bool {
    // Most functions have no two walks, and nothing need be known of those.
    if (0..body.ops.len()).filter_map(|at| Walk::at(body, at)).nth(1).is_none() {
        return false;
    }
    let live = Liveness::of(body, &Cfg::of(&body.ops), summaries);
    let mut guarded = vec![false; body.ops.len()];
    let mut guards = vec![None; body.ops.len()];
    for at in 0..body.ops.len() {
        let Some(walk) = Walk::at(body, at).filter(|_| !guarded[at]) else { continue };
        let mut next = walk.behind;
        while let Some(other) = Walk::at(body, next).filter(|other| other.any == walk.any) {
            guarded[next] = true;
            next = other.behind;
        }
        // The answer goes where the set would go.
        if next != walk.behind && !live.before(walk.behind).contains(walk.list) {
            guards[at] = Some(walk);
        }
    }
    if guards.iter().all(Option::is_none) {
        return false;
    }
    body.rewrite(|at, op, write| {
        if let Some(walk) = guards[at] {
            write(Op::AskImm(walk.list, walk.any, -1));
            write(Op::JumpEqualImm(walk.list, 0, walk.behind as u32));
        }
        write(op);
    });
    true
}

/// A walk over that part of a set which is of one kind.
#[derive(Clone, Copy)]
struct Walk {
    /// The question whether the set has any members.
    any: Builtin,
    list: Slot,
    behind: usize,
}

impl Walk {
    fn at(body: &Body, at: usize) -> Option<Walk> {
        match (body.ops.get(at)?, body.ops.get(at + 1)?) {
            (Op::ListImm(list, builtin, _), Op::ForEach(walked, _, behind))
                if list == walked && builtin.info().narrows && *behind as usize > at =>
            {
                Some(Walk { any: builtin.info().any?, list: *list, behind: *behind as usize })
            }
            _ => None,
        }
    }
}
