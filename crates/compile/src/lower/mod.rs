//! From the checked tree to operations.

mod choose;
mod constant;
mod emit;
mod escape;
mod expression;
mod fold;
mod loops;
mod statement;
#[cfg(test)]
mod tests;
mod walk;

use rota_bytecode::{Op, Program, program};

use crate::tree::{Function, Tree};
pub(crate) use constant::constant;
use emit::Emitter;
pub(crate) use walk::{Part, parts, walk};

/// Writes a tree as a program. The program still has to be verified, which also finds out how deep its
/// stacks grow.
pub fn lower(tree: &Tree) -> Program {
    let mut emitter = Emitter::new(&tree.functions);
    for function in &tree.functions {
        lower_function(&mut emitter, function);
    }
    Program {
        terms: tree.terms.clone(),
        sites: tree.sites.clone(),
        choices: tree.choices.clone(),
        setup: tree.setup,
        turn: tree.turn,
        finale: tree.finale,
        reactions: tree.reactions,
        declared: tree.declared.clone(),
        ..emitter.program
    }
}

fn lower_function<'t>(emitter: &mut Emitter<'t>, function: &'t Function) {
    let start = emitter.begin(function);
    emitter.block(&function.body);
    // The path on which nothing was returned, if there is one.
    if function.result.is_none() {
        emitter.emit(function.span, Op::End);
    } else {
        emitter.emit(function.span, Op::Trap);
    }
    let slots = emitter.finish(start);
    emitter.program.functions.push(program::Function {
        name: function.name.clone(),
        start,
        end: emitter.here(),
        params: function.params,
        slots,
        returns: emitter.returns,
        stack: 0,
    });
}
