//! Taking a program apart into the bodies of its functions, and putting it together again.

use rota_bytecode::Program;
use rota_bytecode::program::InlinedRange;
use rota_source::Span;

use super::body::{Body, DebugLocation};

/// The bodies of all functions. Inlined ranges that are `counted` stay in one piece; of others each operation knows the
/// function that it was inlined from.
pub(super) fn take_apart(program: &Program, counted: bool) -> Vec<Body> {
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
            body.locations.push(DebugLocation { span, inlined: None });
        }
        body.ops.extend(program.ops.get(range.start as usize..range.end as usize).unwrap_or_default());
        for op in &mut body.ops {
            if let Some(target) = op.target() {
                // A smaller target fits wherever a larger one did.
                let _ = op.set_target(target.saturating_sub(range.start));
            }
        }
        for inlined in program.inlined.iter().filter(|inlined| range.contains(&inlined.start)) {
            let (start, end) = (inlined.start - range.start, inlined.end - range.start);
            if counted {
                body.counted.push(InlinedRange { start, end, ..*inlined });
            } else {
                // An inner range comes behind the one it lies in.
                let locations = body.locations.get_mut(start as usize..end as usize).unwrap_or_default();
                locations.iter_mut().for_each(|location| location.inlined = Some(inlined.function));
            }
        }
        bodies.push(body);
    }
    bodies
}

/// Puts the functions of a program together again.
pub(super) fn reassemble(program: &mut Program, bodies: Vec<Body>) {
    program.ops.clear();
    program.spans.clear();
    program.inlined.clear();
    let mut functions = std::mem::take(&mut program.functions);
    for (function, body) in functions.iter_mut().zip(bodies) {
        let start = program.ops.len() as u32;
        for (mut op, location) in body.ops.into_iter().zip(&body.locations) {
            if let Some(target) = op.target() {
                // Short targets were written only where all operations of the program have room.
                let _ = op.set_target(target + start);
            }
            program.push(location.span, op);
        }
        let mut at = start;
        for stretch in body.locations.chunk_by(|one, other| one.inlined == other.inlined) {
            let end = at + stretch.len() as u32;
            program.inlined.extend(stretch[0].inlined.map(|function| InlinedRange {
                function,
                start: at,
                end,
            }));
            at = end;
        }
        program.inlined.extend(body.counted.into_iter().map(|range| InlinedRange {
            start: range.start + start,
            end: range.end + start,
            ..range
        }));
        (function.start, function.end, function.slots) = (start, program.ops.len() as u32, body.slots);
    }
    program.functions = functions;
}
