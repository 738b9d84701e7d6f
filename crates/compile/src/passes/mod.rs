//! Optimisation of the operations of each function: nothing that a rule can notice changes.
//!
//! Lowering writes what a statement says and nothing else; here whole functions are looked at. The pipeline is
//! [`optimize_body`]. Analyses tell and change nothing: effect summaries ([`effects`]), basic blocks and loops
//! ([`cfg`]), live slots ([`liveness`]), available expressions ([`available`], over [`facts`]). Passes rewrite a
//! [`body`]; each says what it needs, what it keeps and what it gains, which is by how many instructions a game comes
//! to more without it.

mod available;
mod body;
mod cfg;
mod dead_code;
mod effects;
mod emptiness_guards;
mod facts;
mod jump_simplification;
mod jump_threading;
mod liveness;
mod program;
mod superinstructions;
mod temporaries;
#[cfg(test)]
mod tests;
mod value_numbering;

use rota_bytecode::Program;

use body::Body;
use dead_code::eliminate_dead_code;
use effects::Summaries;
use emptiness_guards::insert_guards;
use jump_simplification::simplify_jumps;
use superinstructions::form_superinstructions;
use temporaries::assign_temporaries;
use value_numbering::number_values;

/// Programs with more operations than this do without superinstructions, which have room only for a short target. What
/// passes add is less than there was.
const SHORT: usize = u16::MAX as usize / 2;

/// How often a function is looked at again while that changes anything.
const ROUNDS: usize = 4;

/// Runs all passes over the functions that the phases of a game run. Where the runs of rules are `counted`, each
/// inlined range stays in one piece, and its first operation still runs once each time the rule does.
pub(crate) fn optimize(program: &mut Program, counted: bool) {
    let summaries = Summaries::of(program);
    let short = program.ops.len() < SHORT;
    let mut bodies = program::take_apart(program, counted);
    for (number, body) in bodies.iter_mut().enumerate() {
        if summaries.is_reached(number) {
            body.is_entry = summaries.is_entry(number);
            optimize_body(body, &summaries, short, counted);
        }
    }
    program::reassemble(program, bodies);
}

fn optimize_body(body: &mut Body, summaries: &Summaries<'_>, short: bool, counted: bool) {
    let settled = run_to_fixpoint(body, summaries);
    // A function that is as it was is looked at again only where it was not settled.
    if !counted && (insert_guards(body, summaries) || !settled) {
        run_to_fixpoint(body, summaries);
    }
    if short {
        form_superinstructions(body, summaries);
    }
}

/// Runs the passes that make use of each other, and returns whether the last round changed nothing.
fn run_to_fixpoint(body: &mut Body, summaries: &Summaries<'_>) -> bool {
    for left in (0..ROUNDS).rev() {
        // Queries about the answers to others read alike only once those are read from one place.
        let mut changed = number_values(body, summaries);
        changed |= eliminate_dead_code(body, summaries);
        changed |= simplify_jumps(body);
        // Another round has to make use of them.
        changed |= left > 0 && assign_temporaries(body, summaries);
        if !changed {
            return true;
        }
    }
    false
}
