//! The children of expressions and statements, and walks over all that is in them. Whoever looks at a tree without
//! caring for each kind of node goes through here: a new kind is told of in one place.

use rota_bytecode::{Builtin, Effect};

use super::{Expr, ExprKind, Group, Statement, StatementKind, constant};

/// Writes the children of each kind of node down once, for trees that are read and for trees that are changed.
macro_rules! children {
    ($operands:ident, $exprs:ident, $blocks:ident $(, $mutable:tt)?) => {
        impl Expr {
            /// Returns the operands in the order in which they are evaluated.
            pub fn $operands(& $($mutable)? self) -> impl Iterator<Item = & $($mutable)? Expr> {
                let mut many: & $($mutable)? [Expr] = & $($mutable)? [];
                let few: [Option<& $($mutable)? Expr>; 3] = match & $($mutable)? *self.kind {
                    ExprKind::Const(_) | ExprKind::Load(_) => [None, None, None],
                    ExprKind::Get { key, .. } => [key.into(), None, None],
                    ExprKind::Ask { args, .. } | ExprKind::Call { args, .. } | ExprKind::Set(args) => {
                        many = args;
                        [None, None, None]
                    }
                    ExprKind::Negate(inner)
                    | ExprKind::Not(inner)
                    | ExprKind::Some(inner)
                    | ExprKind::Length(inner)
                    | ExprKind::Within { value: inner, .. } => [Some(inner), None, None],
                    ExprKind::Binary { left: first, right: second, .. }
                    | ExprKind::And(first, second)
                    | ExprKind::Or(first, second)
                    | ExprKind::Term { count: first, each: second, .. }
                    | ExprKind::Contains { member: first, set: second }
                    | ExprKind::With { set: first, member: second }
                    | ExprKind::NthOrNone { set: first, number: second }
                    | ExprKind::Nth { set: first, index: second } => [Some(first), Some(second), None],
                    ExprKind::If { condition, then, otherwise } => [Some(condition), Some(then), Some(otherwise)],
                    ExprKind::Fold { set, filter, body, .. } => [Some(set), filter.into(), body.into()],
                };
                few.into_iter().flatten().chain(many)
            }
        }

        impl StatementKind {
            /// Returns the expressions that stand directly in a statement, in the order in which they are evaluated.
            pub fn $exprs(& $($mutable)? self) -> impl Iterator<Item = & $($mutable)? Expr> {
                let mut many: & $($mutable)? [Expr] = & $($mutable)? [];
                let mut choices: & $($mutable)? [Group] = & $($mutable)? [];
                let few: [Option<& $($mutable)? Expr>; 3] = match self {
                    StatementKind::Store { value, .. }
                    | StatementKind::Return(value)
                    | StatementKind::Run(value)
                    | StatementKind::If { condition: value, .. }
                    | StatementKind::Repeat { times: value, .. } => [Some(value), None, None],
                    StatementKind::Set { key, value, .. } => [key.into(), Some(value), None],
                    StatementKind::Each { set, from, filter, .. } => [Some(set), from.into(), filter.into()],
                    StatementKind::Do { args, .. } => {
                        many = args;
                        [None, None, None]
                    }
                    StatementKind::Choose { who, groups, .. } => {
                        choices = groups;
                        [Some(who), None, None]
                    }
                    StatementKind::Leave
                    | StatementKind::Stop
                    | StatementKind::Terms
                    | StatementKind::Note { .. }
                    | StatementKind::Scope(_)
                    | StatementKind::Inlined { .. }
                    | StatementKind::Reaction { .. } => [None, None, None],
                };
                let offered = choices.into_iter().flat_map(|Group { when, set, filter, .. }| {
                    when.into_iter().chain([set]).chain(filter)
                });
                few.into_iter().flatten().chain(many).chain(offered)
            }

            /// Returns the blocks that stand directly in a statement, in the order in which they are written.
            pub fn $blocks(& $($mutable)? self) -> impl Iterator<Item = & $($mutable)? Vec<Statement>> {
                let mut choices: & $($mutable)? [Group] = & $($mutable)? [];
                let few: [Option<& $($mutable)? Vec<Statement>>; 2] = match self {
                    StatementKind::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
                    StatementKind::Each { body, .. }
                    | StatementKind::Repeat { body, .. }
                    | StatementKind::Scope(body)
                    | StatementKind::Inlined { body, .. }
                    | StatementKind::Reaction { body, .. } => [Some(body), None],
                    StatementKind::Choose { groups, otherwise, .. } => {
                        choices = groups;
                        [Some(otherwise), None]
                    }
                    StatementKind::Store { .. }
                    | StatementKind::Set { .. }
                    | StatementKind::Leave
                    | StatementKind::Stop
                    | StatementKind::Return(_)
                    | StatementKind::Run(_)
                    | StatementKind::Do { .. }
                    | StatementKind::Terms
                    | StatementKind::Note { .. } => [None, None],
                };
                choices.into_iter().map(|Group { body, .. }| body).chain(few.into_iter().flatten())
            }
        }
    };
}

children!(operands, exprs, blocks);
children!(operands_mut, exprs_mut, blocks_mut, mut);

/// What a walk over statements comes by.
#[derive(Clone, Copy, Debug)]
pub enum Node<'t> {
    /// A statement, after its expressions and before the statements inside it.
    Statement(&'t Statement),
    /// An expression, after its operands.
    Expr(&'t Expr),
}

/// Walks over statements and all that is in them, in the order in which they are evaluated.
pub fn walk<'t>(statements: &'t [Statement], visit: &mut dyn FnMut(Node<'t>)) {
    for statement in statements {
        statement.kind.exprs().for_each(|expr| walk_expr(expr, &mut |expr| visit(Node::Expr(expr))));
        visit(Node::Statement(statement));
        statement.kind.blocks().for_each(|block| walk(block, visit));
    }
}

/// Walks over an expression and all that is in it: each comes after its operands.
pub fn walk_expr<'t>(expr: &'t Expr, visit: &mut dyn FnMut(&'t Expr)) {
    expr.operands().for_each(|operand| walk_expr(operand, visit));
    visit(expr);
}

/// Walks over an expression and all that is in it, to change it: each comes after its operands.
pub fn walk_expr_mut(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    expr.operands_mut().for_each(|operand| walk_expr_mut(operand, visit));
    visit(expr);
}

impl Expr {
    /// The variable that an expression reads by itself, or whose set it asks about.
    #[must_use]
    pub fn variable(&self) -> Option<u16> {
        if let ExprKind::Get { var, .. } = *self.kind {
            return Some(var);
        }
        let ExprKind::Ask { builtin: Builtin::VarMembers, args } = &*self.kind else { return None };
        named_variable(args)
    }

    /// How often an expression reads a slot.
    #[must_use]
    pub fn reads(&self, slot: u16) -> usize {
        let own = usize::from(matches!(*self.kind, ExprKind::Load(read) if read == slot));
        own + self.operands().map(|operand| operand.reads(slot)).sum::<usize>()
    }

    /// Whether two expressions are the same question about the same things; says no where it does not know.
    #[must_use]
    pub fn same_as(&self, other: &Expr) -> bool {
        let alike = match (&*self.kind, &*other.kind) {
            (ExprKind::Const(one), ExprKind::Const(other)) => one == other,
            (ExprKind::Load(one), ExprKind::Load(other)) => one == other,
            (ExprKind::Get { var: one, key }, ExprKind::Get { var: other, key: its }) => {
                one == other && key.is_some() == its.is_some()
            }
            (ExprKind::Ask { builtin: one, args }, ExprKind::Ask { builtin: other, args: its }) => {
                one == other && args.len() == its.len()
            }
            (ExprKind::Call { function: one, .. }, ExprKind::Call { function: other, .. }) => one == other,
            (ExprKind::Binary { op: one, .. }, ExprKind::Binary { op: other, .. }) => one == other,
            (ExprKind::Not(_), ExprKind::Not(_))
            | (ExprKind::And(..), ExprKind::And(..))
            | (ExprKind::Or(..), ExprKind::Or(..))
            | (ExprKind::If { .. }, ExprKind::If { .. }) => true,
            _ => false,
        };
        alike && self.operands().zip(other.operands()).all(|(one, other)| one.same_as(other))
    }
}

impl StatementKind {
    /// The variable that a statement writes by itself, or whose set it changes.
    #[must_use]
    pub fn variable(&self) -> Option<u16> {
        if let StatementKind::Set { var, .. } = self {
            return Some(*var);
        }
        let StatementKind::Do { effect: Effect::Include | Effect::Exclude | Effect::Clear, args, .. } = self
        else {
            return None;
        };
        named_variable(args)
    }
}

/// The variable whose set is asked about or changed: it is named first.
fn named_variable(args: &[Expr]) -> Option<u16> {
    args.first().and_then(constant).and_then(|var| u16::try_from(var).ok())
}
