//! From a composition to a verified program, stage by stage.

use rota_bytecode::Program;
use rota_bytecode::op::SLOTS;
use rota_check::tree::{self, Tree};
use rota_check::{CompiledQuestion, QuestionPart};
use rota_source::{Diagnostic, Severity};

use crate::input::{CompileInput, Compiled, OptLevel};
use crate::merged_options::mark_merged;
use crate::passes;
use crate::simplify::simplify;
use crate::tiles_turned::tiles_turned;

/// Compiles a composition.
///
/// All problems are reported in one run; there is a result only when none of them is an error.
pub fn compile(input: &CompileInput<'_>) -> (Option<Compiled>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let in_force = input.selection.in_force(&mut diagnostics);
    let mut checked =
        rota_check::check(&in_force, input.start, input.questions, input.sources, &mut diagnostics);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return (None, diagnostics);
    }
    let mut tree = std::mem::take(&mut checked.tree);
    let mut kept = None;
    let program = if input.only_declares {
        let Tree { terms, sites, choices, declared, .. } = tree;
        Program { terms, sites, choices, declared, ..Program::default() }
    } else {
        mark_merged(&mut tree);
        kept = input.keep_tree.then(|| tree.clone());
        match verified(tree, &checked.questions, input.opt_level) {
            Ok(program) => program,
            Err(problems) => {
                diagnostics.extend(problems);
                return (None, diagnostics);
            }
        }
    };
    let compiled = Compiled {
        program,
        tree: kept,
        vocabulary: checked.vocabulary,
        tiles: checked.tiles,
        left_out: checked.left_out,
        start: checked.start,
        start_tiles: checked.start_tiles,
        options: checked.options,
        questions: checked.questions,
    };
    (Some(compiled), diagnostics)
}

/// Generates the program of a tree that was checked with these questions, and verifies it.
fn verified(
    tree: Tree,
    questions: &[CompiledQuestion],
    opt_level: OptLevel,
) -> Result<Program, Vec<Diagnostic>> {
    let of_part = |part: &QuestionPart| {
        let sides = part.sides.into_iter().flatten().map(|(side, _)| side);
        sides.chain([part.function]).collect::<Vec<u32>>()
    };
    let of_question = |question: &CompiledQuestion| {
        let parts = question.parts.iter().flat_map(of_part);
        parts.chain([question.function]).collect::<Vec<u32>>()
    };
    let outside = questions.iter().flat_map(of_question);
    // Found before anything is made faster, so that games are the same however that is done.
    let turned = tiles_turned(&tree, &outside.collect());
    let program = Program { turned, ..generate(tree, opt_level)? };
    rota_bytecode::verify(&program).map_err(|errors| {
        let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let message = format!("the compiler wrote a bad program: {}", words.join("; "));
        vec![Diagnostic::error("compile::unverified", message)]
    })?;
    Ok(program)
}

/// Generates the program of a tree, which still has to be verified. The tree is taken as it stands.
///
/// Errors: the functions that need more slots than a function can have.
pub fn lower(tree: &Tree, opt_level: OptLevel) -> Result<Program, Vec<&tree::Function>> {
    let mut program = crate::lower::lower(tree)?;
    if opt_level != OptLevel::None {
        passes::optimize(&mut program, opt_level == OptLevel::Profile);
    }
    Ok(program)
}

/// The same for a tree that may be made smaller. Some functions are small enough only once they are.
fn generate(tree: Tree, opt_level: OptLevel) -> Result<Program, Vec<Diagnostic>> {
    if opt_level == OptLevel::None
        && let Ok(program) = lower(&tree, opt_level)
    {
        return Ok(program);
    }
    lower(&simplify(tree), opt_level).map_err(|functions| functions.into_iter().map(too_large).collect())
}

/// The machine has only so many slots for a function.
fn too_large(function: &tree::Function) -> Diagnostic {
    let message = format!("`{}` keeps more than {SLOTS} values at once", function.name);
    Diagnostic::error("rules::too-large", message)
        .at(function.span, "what it names, and what it works out on the way")
        .help(
            "divide it into several rules or values; what a block names is forgotten at the end of the block",
        )
}
