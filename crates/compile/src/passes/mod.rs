//! What is done to the operations of each function once they are written: nothing that a rule can notice.
//!
//! Lowering writes what a statement says and nothing else. Here whole functions are looked at: what was asked is not
//! asked again while it stays the same ([`values`]), what nobody reads is not written ([`live`]), and two operations
//! that belong together become one ([`fuse`]).

mod body;
mod effects;
mod fuse;
mod homes;
mod jumps;
mod live;
mod state;
#[cfg(test)]
mod tests;
mod values;

use rota_bytecode::Program;
use rota_bytecode::program::Part;
use rota_source::Span;

use body::Body;
use effects::Context;

/// Programs with more operations than this do without those that have room only for a short target. What passes add is
/// less than there was.
const SHORT: usize = u16::MAX as usize / 2;

/// How often a function is looked at again while that changes anything.
const ROUNDS: usize = 4;

/// Runs all passes over the functions that the phases of a game run.
pub(crate) fn improve(program: &mut Program) {
    let context = Context::new(program);
    let short = program.ops.len() < SHORT;
    let mut bodies = bodies(program);
    for (number, body) in bodies.iter_mut().enumerate() {
        if context.is_reached(number) {
            improve_body(body, &context, short);
        }
    }
    reassemble(program, bodies);
}

fn improve_body(body: &mut Body, context: &Context<'_>, short: bool) {
    for left in (0..ROUNDS).rev() {
        // Questions about the answers to others read alike only once those are read from one place.
        let mut changed = values::follow(body, context);
        changed |= live::leave_out_dead(body, context);
        changed |= jumps::straighten(body);
        // Another round has to make use of them.
        changed |= left > 0 && homes::give(body);
        if !changed {
            break;
        }
    }
    if short {
        fuse::fuse(body, context);
    }
}

/// Takes a program apart.
fn bodies(program: &Program) -> Vec<Body> {
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
            body.spans.push(span);
        }
        body.ops.extend(program.ops.get(range.start as usize..range.end as usize).unwrap_or_default());
        for op in &mut body.ops {
            if let Some(target) = op.target() {
                // A smaller target fits wherever a larger one did.
                let _ = op.set_target(target.saturating_sub(range.start));
            }
        }
        let own = program.parts.iter().filter(|part| range.contains(&part.start));
        body.parts.extend(own.map(|part| Part {
            start: part.start - range.start,
            end: part.end - range.start,
            ..*part
        }));
        bodies.push(body);
    }
    bodies
}

/// Puts the functions of a program together again.
fn reassemble(program: &mut Program, bodies: Vec<Body>) {
    program.ops.clear();
    program.spans.clear();
    program.parts.clear();
    let mut functions = std::mem::take(&mut program.functions);
    for (function, body) in functions.iter_mut().zip(bodies) {
        let start = program.ops.len() as u32;
        for (mut op, span) in body.ops.into_iter().zip(body.spans) {
            if let Some(target) = op.target() {
                // Short targets were written only where all operations of the program have room.
                let _ = op.set_target(target + start);
            }
            program.push(span, op);
        }
        program.parts.extend(body.parts.into_iter().map(|part| Part {
            start: part.start + start,
            end: part.end + start,
            ..part
        }));
        (function.start, function.end, function.slots) = (start, program.ops.len() as u32, body.slots);
    }
    program.functions = functions;
}
