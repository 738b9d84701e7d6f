//! What a check hands out beside the tree, and what it may be asked.

use rota_bytecode::Type;
use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Span, Spanned};
use rota_syntax::ast;

use crate::tree::Tree;

/// What checking yields beside the tree.
#[derive(Debug, Default)]
pub struct Checked {
    /// The tree.
    pub tree: Tree,
    /// What tile files may say.
    pub vocabulary: Vocabulary,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// The tile sets in play.
    pub tiles: Vec<TilesUse>,
    /// The tiles of these sets that are left out.
    pub left_out: Vec<LeftOut>,
    /// What lies on the table at the start.
    pub start: Option<StartUse>,
    /// The tiles that packs lay beside it.
    pub start_tiles: Vec<StartTileUse>,
    /// For each question the functions that answer it.
    pub questions: Vec<CompiledQuestion>,
}

/// What a scenario wants answered or done.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// What is asked.
    pub asked: QuestionKind<'a>,
    /// Names of the seats, which it may use.
    pub players: &'a [String],
}

/// A question of a scenario.
#[derive(Clone, Copy, Debug)]
pub enum QuestionKind<'a> {
    /// Whether something holds.
    Condition(&'a ast::Expr),
    /// What is given before the first turn; nothing reacts to it.
    Given(&'a ast::Statement),
}

/// A question as it was compiled.
#[derive(Clone, Debug)]
pub struct CompiledQuestion {
    /// The function that answers it with 0 or 1, or does what is given.
    pub function: u32,
    /// The conditions that all have to hold: one, or those that `and` joins.
    pub parts: Vec<QuestionPart>,
}

/// A condition of a question.
#[derive(Clone, Copy, Debug)]
pub struct QuestionPart {
    /// Where it stands.
    pub span: Span,
    /// The function that answers it with 0 or 1.
    pub function: u32,
    /// Where it compares two things, the functions that tell them, and their types.
    pub sides: Option<[(u32, Type); 2]>,
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
    /// The pack that names it and those that this one requires: whose words it is written in.
    pub packs: Vec<String>,
    /// Where it is named.
    pub span: Span,
}

/// Copies of a tile that others take the place of.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// `set/id`.
    pub name: String,
    /// How many.
    pub copies: usize,
    /// Where it is named.
    pub span: Span,
}

/// The start that a pack names.
#[derive(Clone, Debug)]
pub struct StartUse {
    /// A tile, a board of several cells, or nothing.
    pub kind: ast::StartKind,
    /// `set/id`.
    pub name: String,
    /// Where it is named.
    pub span: Span,
}

/// A tile that a pack adds to the start.
#[derive(Clone, Debug)]
pub struct StartTileUse {
    /// `set/id`.
    pub name: String,
    /// Cells east of the first one.
    pub x: i16,
    /// Cells south of the first one.
    pub y: i16,
    /// Quarter turns clockwise, 0..=3.
    pub rotation: u8,
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
