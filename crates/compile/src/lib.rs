//! Names, types and lowering: a composition of packs becomes a program.
//!
//! [`compile`] is the way in: items are gathered and changed by variants (`composition`), checked into a tree
//! with every name resolved (`check`, `tree`), made smaller (`simplify`) and lowered to operations (`lower`).

mod check;
mod composition;
mod if_conversion;
mod inline;
mod lower;
mod mutation;
mod passes;
mod purity;
mod pushdown;
mod simplify;
pub mod tree;
mod use_before_def;
mod versions;

use rota_bytecode::Program;
use rota_bytecode::op::SLOTS;
use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Diagnostic, Severity, Span, Spanned};

pub use check::type_words;
pub use composition::{CompiledQuestion, Composition, OptLevel, Pack, Question};
pub use mutation::{Mutation, commute, mistakes, mutations};
pub use simplify::simplify;
pub use tree::Tree;

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

/// A tile set that a pack names.
#[derive(Clone, Debug)]
pub struct TilesUse {
    /// The set.
    pub set: String,
    /// The printing, where one is named.
    pub printing: Option<Spanned<String>>,
    /// The bag its tiles go into, as an index into the declared bags.
    pub bag: usize,
    /// Where it is named.
    pub span: Span,
}

/// The start that a pack names.
#[derive(Clone, Debug)]
pub struct StartUse {
    /// Whether it is a board of several cells.
    pub board: bool,
    /// `set/id`.
    pub name: String,
    /// Where it is named.
    pub span: Span,
}

/// An option and its value in this composition.
#[derive(Clone, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its value, as written in rules.
    pub value: String,
    /// Its value where nothing sets it.
    pub default: String,
    /// What it may be: a range or a list of words.
    pub choices: String,
    /// What it means.
    pub doc: String,
    /// Where it is declared.
    pub span: Span,
}

/// Compiles a composition.
///
/// All problems are reported in one run; there is a result only when none of them is an error.
pub fn compile(composition: &Composition<'_>) -> (Option<Compiled>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let items = composition::gather(composition, &mut diagnostics);
    let checked =
        check::check(&items, composition.start, composition.questions, composition.sources, &mut diagnostics);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return (None, diagnostics);
    }
    let kept = composition.keep_tree.then(|| checked.tree.clone());
    let program = match written(checked.tree, composition.opt_level) {
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
