//! Lowering: from the checked tree to operations.

mod choose;
mod compare;
mod emit;
mod escape;
mod expression;
mod fold;
mod loops;
mod statement;
#[cfg(test)]
mod tests;

use rota_bytecode::{Op, Program, program};

use emit::{Emitter, TooLarge};
use rota_check::tree::{Function, Tree};

use crate::purity::term_keepers;

/// Writes a tree as a program, which still has to be verified.
///
/// Errors: the functions that need more slots than a function can have.
pub fn lower(tree: &Tree) -> Result<Program, Vec<&Function>> {
    let mut emitter = Emitter::new(tree.queries.clone());
    emitter.term_keepers = term_keepers(&tree.functions);
    let mut too_large = Vec::new();
    for function in &tree.functions {
        if lower_function(&mut emitter, function).is_err() {
            too_large.push(function);
        }
    }
    if !too_large.is_empty() {
        return Err(too_large);
    }
    emitter.program.inlined.retain(|part| part.start < part.end);
    Ok(Program {
        terms: tree.terms.clone(),
        sites: tree.sites.clone(),
        choices: tree.choices.clone(),
        setup: tree.setup,
        turn: tree.turn,
        finale: tree.finale,
        reactions: tree.reactions,
        declared: tree.declared.clone(),
        ..emitter.program
    })
}

fn lower_function<'t>(emitter: &mut Emitter<'t>, function: &'t Function) -> Result<(), TooLarge> {
    let start = emitter.begin(function);
    emitter.block(&function.body);
    // The path on which nothing was returned, if there is one.
    emitter.emit(function.span, if function.result.is_none() { Op::End } else { Op::Trap });
    let slots = emitter.finish(start)?;
    emitter.program.functions.push(program::Function {
        name: function.name.clone(),
        span: function.span,
        start,
        end: emitter.here(),
        params: function.params,
        slots,
        returns: emitter.returns,
    });
    Ok(())
}
