//! What is done to the operations of each function once they are written: nothing that a rule can notice.
//!
//! Lowering writes what a statement says and nothing else. Here whole functions are looked at: what was asked is not
//! asked again while it stays the same and jumps go past what is known ([`value_numbering`], [`jump_threading`]), what nobody reads is not
//! written ([`liveness`]) and what is copied is written where it goes ([`coalesce`]), and two operations that belong together
//! become one ([`superinstructions`]). Where nobody counts how often rules run, one question stands before walks over parts of a set
//! ([`guards`]), what lies between a way that knows and a question is there twice ([`split`]), and needless jumps go
//! ([`layout`]).

mod asked;
mod body;
mod coalesce;
mod dataflow;
mod effects;
mod guards;
mod jump_threading;
mod jumps;
mod layout;
mod liveness;
mod redundancy;
mod split;
mod superinstructions;
#[cfg(test)]
mod tests;
mod value_numbering;

use rota_bytecode::Program;
use rota_bytecode::program::InlinedRange;
use rota_source::Span;

use body::{Body, Origin};
use effects::Context;

/// Programs with more operations than this do without those that have room only for a short target. What passes add is
/// less than there was.
const SHORT: usize = u16::MAX as usize / 2;

/// How often a function is looked at again while that changes anything.
const ROUNDS: usize = 4;

/// How often it is looked at for what should be there twice.
const SPLITS: usize = 8;

/// Runs all passes over the functions that the phases of a game run. Where they are `counted`, parts stay in one piece,
/// and the first operation of each still runs once each time the part does.
pub(crate) fn improve(program: &mut Program, counted: bool) {
    let context = Context::new(program);
    let short = program.ops.len() < SHORT;
    let mut bodies = bodies(program, counted);
    for (number, body) in bodies.iter_mut().enumerate() {
        if context.is_reached(number) {
            body.begins = context.begins(number);
            improve_body(body, &context, short, counted);
        }
    }
    reassemble(program, bodies);
}

fn improve_body(body: &mut Body, context: &Context<'_>, short: bool, counted: bool) {
    let mut room = body.ops.len() / 2;
    simplify(body, context);
    if !counted {
        guards::guard(body, context);
        simplify(body, context);
        for _ in 0..SPLITS {
            let (_, splits) = value_numbering::follow(body, context);
            if !split::split(body, splits, &mut room) {
                break;
            }
            simplify(body, context);
        }
        layout::arrange(body);
    }
    coalesce::coalesce(body, context);
    if short {
        superinstructions::fuse(body, context);
    }
}

fn simplify(body: &mut Body, context: &Context<'_>) {
    for left in (0..ROUNDS).rev() {
        // Questions about the answers to others read alike only once those are read from one place.
        let (mut changed, _) = value_numbering::follow(body, context);
        changed |= liveness::eliminate_dead_code(body, context);
        changed |= jumps::straighten(body);
        // Another round has to make use of them.
        changed |= left > 0 && redundancy::give(body);
        if !changed {
            break;
        }
    }
}

/// Takes a program apart.
fn bodies(program: &Program, counted: bool) -> Vec<Body> {
    let mut spans = program.spans.iter().copied().peekable();
    let mut span = Span::default();
    let mut bodies = Vec::with_capacity(program.functions.len());
    for function in &program.functions {
        let range = function.start..function.end;
        let mut body = Body { params: function.params, slots: function.slots, ..Body::default() };
        for at in range.clone() {
            while let Some((_, next)) = spans.next_if(|(first, _)| *first <= at) {
                span = next;
            }
            body.origins.push(Origin { span, part: None });
        }
        body.ops.extend(program.ops.get(range.start as usize..range.end as usize).unwrap_or_default());
        for op in &mut body.ops {
            if let Some(target) = op.target() {
                // A smaller target fits wherever a larger one did.
                let _ = op.set_target(target.saturating_sub(range.start));
            }
        }
        for part in program.inlined.iter().filter(|part| range.contains(&part.start)) {
            let own = InlinedRange { start: part.start - range.start, end: part.end - range.start, ..*part };
            if counted {
                body.counted.push(own);
            } else {
                // An inner part comes behind the one it lies in.
                let origins = body.origins.get_mut(own.start as usize..own.end as usize).unwrap_or_default();
                origins.iter_mut().for_each(|origin| origin.part = Some(own.function));
            }
        }
        bodies.push(body);
    }
    bodies
}

/// Puts the functions of a program together again.
fn reassemble(program: &mut Program, bodies: Vec<Body>) {
    program.ops.clear();
    program.spans.clear();
    program.inlined.clear();
    let mut functions = std::mem::take(&mut program.functions);
    for (function, body) in functions.iter_mut().zip(bodies) {
        let start = program.ops.len() as u32;
        for (mut op, origin) in body.ops.into_iter().zip(&body.origins) {
            if let Some(target) = op.target() {
                // Short targets were written only where all operations of the program have room.
                let _ = op.set_target(target + start);
            }
            program.push(origin.span, op);
        }
        let mut at = start;
        for stretch in body.origins.chunk_by(|one, other| one.part == other.part) {
            let end = at + stretch.len() as u32;
            program.inlined.extend(stretch[0].part.map(|function| InlinedRange { function, start: at, end }));
            at = end;
        }
        program.inlined.extend(body.counted.into_iter().map(|part| InlinedRange {
            start: part.start + start,
            end: part.end + start,
            ..part
        }));
        (function.start, function.end, function.slots) = (start, program.ops.len() as u32, body.slots);
    }
    program.functions = functions;
}
