//! The checked tree: every name resolved, every type known, options folded, steps and reactions written out
//! as plain functions. Lowering turns it into operations; the slow evaluator of the tests walks it as it is.

#![expect(missing_docs, reason = "the doc comment of a variant says what its fields are")]

mod constant;
mod visit;

use rota_bytecode::program::Declared;
use rota_bytecode::{Builtin, Effect, Type};
use rota_source::Span;

pub use constant::constant;
pub use visit::{Node, walk, walk_expr, walk_expr_mut};

/// A checked composition.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// All functions; calls refer to them by index.
    pub functions: Vec<Function>,
    /// What runs once before the first turn.
    pub setup: Option<u32>,
    /// What runs each turn.
    pub turn: Option<u32>,
    /// What runs at the end of the game.
    pub finale: Option<u32>,
    /// Filtered queries; there are none before the tree is simplified.
    pub queries: Vec<rota_bytecode::Query>,
    /// Names of terms.
    pub terms: Vec<String>,
    /// Statements that give points, or change them before they are given.
    pub sites: Vec<rota_bytecode::program::ScoreSite>,
    /// Decisions.
    pub choices: Vec<rota_bytecode::program::ChoiceSite>,
    /// How many reactions there are.
    pub reactions: u16,
    /// What the packs declare.
    pub declared: Declared,
}

/// A rule, a step, a value, an effect with its reactions.
#[derive(Clone, Debug)]
pub struct Function {
    /// As shown in a disassembly: `rule complete_road`, `step score`.
    pub name: String,
    /// The declaration.
    pub span: Span,
    /// How many arguments it takes: they are the first slots.
    pub params: u16,
    /// How many slots it has, arguments included. Slots beyond the arguments start at 0.
    pub slots: u16,
    /// What it returns; a rule or step returns nothing, as the number 0.
    pub result: Option<Type>,
    /// Whether its runs are counted: rules, actions' bodies excluded.
    pub counted: bool,
    /// What it does.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Where it is written.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Writes a slot.
    Store { slot: u16, value: Expr },
    /// Writes a variable; `key` is none for one of the game (key 0).
    Set { var: u16, key: Option<Expr>, value: Expr },
    /// One of two branches.
    If { condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// Runs the body for each member of a list as it was at the start; members that fail the filter are
    /// skipped. `set` has form Many; a mask of players runs in seat order beginning with `from`.
    Each { slot: u16, set: Expr, from: Option<Expr>, filter: Option<Expr>, body: Vec<Statement> },
    /// Runs the body up to so many times.
    Repeat { times: Expr, body: Vec<Statement> },
    /// Ends the innermost `Each` or `Repeat`.
    Leave,
    /// Ends the innermost `Scope`.
    Stop,
    /// A part of a function that `Stop` ends; goes on behind it.
    Scope(Vec<Statement>),
    /// A function without result that was inlined in place of its call; `Stop` ends it.
    Inlined { function: u32, body: Vec<Statement> },
    /// Ends the function with a value.
    Return(Expr),
    /// Evaluates and forgets: a call for its effects.
    Run(Expr),
    /// Asks the host for a change; `result` is the slot for what it hands back.
    Do { effect: Effect, args: Vec<Expr>, result: Option<u16> },
    /// Forgets the terms kept so far: the points of an award are evaluated next.
    Terms,
    /// Keeps the explanation of a statement that gives points or changes them; `slot` gets its number, or -1.
    Note { site: u32, slot: u16 },
    /// Runs the body unless the reaction is already running further up.
    Reaction { id: u16, body: Vec<Statement> },
    /// Asks a player. The options of all groups are offered together; the group chosen gets the value in its
    /// slot and runs its body. `otherwise` runs on a pass and when there is no option.
    Choose { choice: u32, who: Expr, groups: Vec<Group>, otherwise: Vec<Statement> },
}

/// One way to answer a decision.
#[derive(Clone, Debug)]
pub struct Group {
    /// Offered only when this holds.
    pub when: Option<Expr>,
    /// What can be chosen, as it stands when the decision is asked.
    pub set: Expr,
    /// Which members; evaluated with the member in `slot`.
    pub filter: Option<Expr>,
    /// The chosen member.
    pub slot: u16,
    /// What then happens.
    pub body: Vec<Statement>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where it is written.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it is; boxed, so that the tree's enums stay small.
    pub kind: Box<ExprKind>,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number, or anything else that is known: a player's seat, a word, none as -1, a mask.
    Const(i64),
    /// Reads a slot.
    Load(u16),
    /// Reads a variable; `key` is none for one of the game.
    Get { var: u16, key: Option<Expr> },
    /// Asks the host: one value, or a set when the type has form Many (a mask for players).
    Ask { builtin: Builtin, args: Vec<Expr> },
    /// Runs a function.
    Call { function: u32, args: Vec<Expr> },
    /// Negates a number.
    Negate(Expr),
    /// Negates a truth.
    Not(Expr),
    /// Both operands are always evaluated, left first.
    Binary { op: BinaryOp, left: Expr, right: Expr },
    /// The right operand is evaluated only when the left holds.
    And(Expr, Expr),
    /// The right operand is evaluated only when the left does not hold.
    Or(Expr, Expr),
    /// `count × each`, kept as a named term.
    Term { name: u32, count: Expr, each: Expr },
    /// One of two values.
    If { condition: Expr, then: Expr, otherwise: Expr },
    /// Faults unless the number lies in the range.
    Within { value: Expr, least: i64, most: i64 },
    /// Faults when there is none: what a scenario expects may speak of what is not there.
    Some(Expr),
    /// The members written out: a list, or a mask for players.
    Set(Vec<Expr>),
    /// How many members.
    Length(Expr),
    /// The set and one member more, at its end.
    With { set: Expr, member: Expr },
    /// A member of a list by its place, counted from 0; faults when there are fewer.
    Nth { set: Expr, index: Expr },
    /// A member of a set by its number, counted from 1; -1 where there are not so many.
    NthOrNone { set: Expr, number: Expr },
    /// Whether the member is in the set.
    Contains { member: Expr, set: Expr },
    /// Runs over a set (in list order; players in seat order) and makes one result.
    Fold { fold: Fold, slot: u16, set: Expr, filter: Option<Expr>, body: Option<Expr> },
}

/// How the members of a set become one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// How many pass the filter.
    Count,
    /// The sum of the body.
    Sum,
    /// 1 as soon as one passes the filter; the rest is not looked at.
    Any,
    /// 1 unless one that passes the filter fails the body; the rest is not looked at.
    All,
    /// The largest body, 0 for no member.
    Max,
    /// The smallest body, 0 for no member.
    Min,
    /// The members with the largest body above zero: a set of the same kind.
    Most,
    /// The members with the smallest body: a set of the same kind.
    Least,
    /// The first that passes the filter, -1 for none.
    First,
    /// Those that pass the filter: a set of the same kind.
    Set,
}

/// An operator between two numbers; truths are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the operation of the same name in the machine")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    DivideDown,
    DivideUp,
    Modulo,
    Equal,
    NotEqual,
    Less,
    LessEqual,
}
