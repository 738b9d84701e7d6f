//! What goes into a compilation, and what comes out of it.

use rota_bytecode::Program;
use rota_bytecode::vocabulary::Vocabulary;
use rota_check::tree::Tree;
use rota_check::{CompiledQuestion, LeftOut, OptionInfo, Question, StartTileUse, StartUse, TilesUse};
use rota_compose::Selection;
use rota_source::Sources;
use rota_syntax::ast::Name;

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
    /// How far the program is optimised.
    pub opt_level: OptLevel,
    /// Whether nothing of it will be played: the program has its declarations and no functions.
    pub only_declares: bool,
}

/// How far a program is optimised: what a game can notice is the same at all levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptLevel {
    /// As the rules stand: compiled soonest, and slow to run. For one who wants to know what is wrong.
    None,
    /// Optimised, but each rule keeps operations of its own, the first of which runs once each time the rule does. For
    /// a profile.
    Profile,
    /// Optimised across rules: what none of them does anything about is left out for all of them together.
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
    /// The tiles of these sets that are left out.
    pub left_out: Vec<LeftOut>,
    /// What lies on the table at the start.
    pub start: Option<StartUse>,
    /// The tiles that packs lay beside it.
    pub start_tiles: Vec<StartTileUse>,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// For each question of a scenario the functions that answer it.
    pub questions: Vec<CompiledQuestion>,
}
