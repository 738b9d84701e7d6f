//! The order of operations: what only a jump goes to, and nothing runs into, stands where that jump would be.

use rota_bytecode::Op;

use super::body::Body;

/// Puts operations in the place of jumps to them.
pub(super) fn arrange(body: &mut Body) {
    let mut at = 0;
    while at < body.ops.len() {
        match moved(body, at) {
            // There may be another jump in its place.
            Some(order) => body.reorder(&order),
            None => at += 1,
        }
    }
}

/// The order without the jump at a place.
fn moved(body: &Body, at: usize) -> Option<Vec<usize>> {
    let Op::Jump(target) = body.ops[at] else { return None };
    let target = target as usize;
    if target == at + 1 {
        return Some((0..at).chain(target..body.ops.len()).collect());
    }
    if target <= at || !body.ops[target - 1].is_terminator() {
        return None;
    }
    let end = (target..body.ops.len()).find(|place| body.ops[*place].is_terminator())? + 1;
    let goes = |from: std::ops::Range<usize>, to: std::ops::Range<usize>| {
        let mut targets = body.ops[from].iter().filter_map(|op| op.target());
        targets.any(|target| to.contains(&(target as usize)))
    };
    // What goes on stays a jump forward, what goes back is a loop.
    let (passed, own) = (at + 1..target, target..end);
    if goes(passed.clone(), own.clone()) || goes(own.clone(), passed.clone()) {
        return None;
    }
    Some((0..at).chain(own).chain(passed).chain(end..body.ops.len()).collect())
}
