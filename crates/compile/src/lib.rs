//! From a composition to a program: what is in force is checked, made smaller and lowered to operations.
//!
//! [`compile`] is the way in. What is in force is gathered by `rota_compose` and checked into a tree by `rota_check`;
//! here the tree is made smaller (`simplify`, `inline`), lowered to operations (`lower`) and optimised (`passes`).

mod fold_constants;
mod if_conversion;
mod inline_calls;
mod inline_values;
mod lower;
mod passes;
mod purity;
mod pushdown;
mod simplify;
mod slots;
mod use_before_def;

use rota_bytecode::Program;
use rota_bytecode::op::SLOTS;
use rota_bytecode::vocabulary::Vocabulary;
use rota_check::tree::{self, Tree};
use rota_check::{CompiledQuestion, OptionInfo, Question, StartUse, TilesUse};
use rota_compose::Selection;
use rota_source::{Diagnostic, Severity, Sources};
use rota_syntax::ast::Name;

pub use simplify::simplify;

/// What is to be compiled, and how.
#[derive(Clone, Copy, Debug)]
pub struct CompileInput<'a> {
    /// The packs with their variants and options.
    pub selection: Selection<'a>,
    /// The texts they were read from.
    pub sources: &'a Sources,
    /// Which start is taken where packs name several: a pack, or the start as a pack names it.
    pub start: Option<&'a Name>,
    /// What scenarios ask.
    pub questions: &'a [Question<'a>],
    /// Whether the checked tree is wanted beside the program.
    pub keep_tree: bool,
    /// How the program is written.
    pub opt_level: OptLevel,
}

/// How a program is written: what a game can notice is the same in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptLevel {
    /// As the rules stand: written soonest, and slow to run. For one who wants to know what is wrong.
    None,
    /// Simplified, but each rule still has operations of its own, the first of which runs once each time: for a
    /// profile.
    Profile,
    /// Simplified all the way: what no rule does anything about is left out for all of them together.
    #[default]
    Full,
}

/// What a composition becomes. Tile sets are loaded by whoever asked, with this vocabulary.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// What the machine runs.
    pub program: Program,
    /// The checked tree, as it was before it was simplified and lowered, where it was to be kept.
    pub tree: Option<Tree>,
    /// What tile files may say.
    pub vocabulary: Vocabulary,
    /// The tile sets in play.
    pub tiles: Vec<TilesUse>,
    /// What lies on the table at the start.
    pub start: Option<StartUse>,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// For each question of a scenario the functions that answer it.
    pub questions: Vec<CompiledQuestion>,
}

/// Compiles a composition.
///
/// All problems are reported in one run; there is a result only when none of them is an error.
pub fn compile(input: &CompileInput<'_>) -> (Option<Compiled>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let in_force = input.selection.in_force(&mut diagnostics);
    let checked = rota_check::check(&in_force, input.start, input.questions, input.sources, &mut diagnostics);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return (None, diagnostics);
    }
    let kept = input.keep_tree.then(|| checked.tree.clone());
    let program = match written(checked.tree, input.opt_level) {
        Ok(program) => program,
        Err(problems) => {
            diagnostics.extend(problems);
            return (None, diagnostics);
        }
    };
    if let Err(errors) = rota_bytecode::verify(&program) {
        let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
        diagnostics.push(Diagnostic::error(
            "compile::unverified",
            format!("the compiler wrote a bad program: {}", words.join("; ")),
        ));
        return (None, diagnostics);
    }
    let compiled = Compiled {
        program,
        tree: kept,
        vocabulary: checked.vocabulary,
        tiles: checked.tiles,
        start: checked.start,
        options: checked.options,
        questions: checked.questions,
    };
    (Some(compiled), diagnostics)
}

/// Writes a tree as a program, which still has to be verified. The tree is taken as it stands.
///
/// Errors: the functions that need more slots than a function can have.
pub fn lower(tree: &Tree, opt_level: OptLevel) -> Result<Program, Vec<&tree::Function>> {
    let mut program = lower::lower(tree)?;
    if opt_level != OptLevel::None {
        passes::improve(&mut program, opt_level == OptLevel::Profile);
    }
    Ok(program)
}

/// The same for a tree that may be made smaller. Some functions are small enough only once they are.
fn written(tree: Tree, opt_level: OptLevel) -> Result<Program, Vec<Diagnostic>> {
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
