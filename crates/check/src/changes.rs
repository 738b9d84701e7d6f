//! What statements may change: locals, variables, the position.

use rota_bytecode::{BUILTINS, Builtin, EffectSet, Sort};
use rota_source::Span;
use rota_syntax::ast::{self, ExprKind as Ast, StatementKind as Written};
use rota_syntax::visit::Visit;

use crate::checker::Checker;
use crate::tree::{Expr, ExprKind};

/// What some statements may change, each with the first statement that does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Something happens in the game, and rules that react to it may change anything there.
    position: Option<Span>,
    slots: Vec<(u16, Span)>,
    variables: Vec<(u16, Span)>,
}

impl Changes {
    /// Returns the statement that may change the answer to a question.
    pub(crate) fn of(&self, question: &Expr) -> Option<Span> {
        let set = |all: &[(u16, Span)], index: u16| {
            all.iter().find(|(set, _)| *set == index).map(|(_, span)| *span)
        };
        let own = match &*question.kind {
            ExprKind::Load(slot) => set(&self.slots, *slot),
            _ if let Some(var) = question.variable() => set(&self.variables, var).or(self.position),
            ExprKind::Call { .. } => self.variables.first().map(|(_, span)| *span).or(self.position),
            // What lies on the table stays where it lies, and something was laid last until the next turn begins.
            ExprKind::Ask { builtin: Builtin::TileCell | Builtin::Placed, .. } => None,
            ExprKind::Ask { builtin, .. } if builtin.reads() != EffectSet::NOTHING => self.position,
            ExprKind::Ask { .. }
            | ExprKind::Get { .. }
            | ExprKind::Const(_)
            | ExprKind::Term { .. }
            | ExprKind::Fold { .. } => None,
            ExprKind::Negate(_) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => None,
            ExprKind::Binary { .. } | ExprKind::If { .. } | ExprKind::Within { .. } => None,
            ExprKind::Set(_) | ExprKind::Length(_) | ExprKind::With { .. } | ExprKind::Nth { .. } => None,
            ExprKind::Some(_) | ExprKind::NthOrNone { .. } | ExprKind::Contains { .. } => None,
        };
        own.or_else(|| question.operands().find_map(|operand| self.of(operand)))
    }
}

impl Checker<'_> {
    /// Returns what statements may change, those inside them included.
    pub(crate) fn changes(&self, statements: &[ast::Statement]) -> Changes {
        let mut found = Writes { checker: self, changes: Changes::default() };
        statements.iter().for_each(|statement| found.statement(statement));
        found.changes
    }
}

struct Writes<'c, 'a> {
    checker: &'c Checker<'a>,
    changes: Changes,
}

impl Visit for Writes<'_, '_> {
    fn statement(&mut self, statement: &ast::Statement) {
        let span = statement.span;
        // To ask changes nothing; what is done then is a statement of its own.
        let asks = matches!(statement.kind, Written::Choose(_));
        if let Written::Set { target, .. } = &statement.kind {
            self.set(target, span);
        } else if !asks && acts(&statement.kind) {
            self.changes.position.get_or_insert(span);
        }
        self.walk_statement(statement);
    }
}

impl Writes<'_, '_> {
    fn set(&mut self, target: &ast::Expr, span: Span) {
        let name = if let Ast::Name(name) = &*target.kind {
            if let Some(local) = self.checker.scope.find(name) {
                return self.changes.slots.push((local.slot, span));
            }
            name
        } else if let Ast::Field { name, .. } = &*target.kind {
            &name.node
        } else {
            return;
        };
        // What is asked of an award is set by an effect.
        if BUILTINS.iter().any(|entry| entry.receiver == Some(Sort::Award) && entry.name == name) {
            self.changes.position.get_or_insert(span);
        }
        let named = (0..).zip(&self.checker.declared.vars).filter(|(_, var)| var.name == *name);
        self.changes.variables.extend(named.map(|(index, _)| (index, span)));
    }
}

/// Whether a statement changes the game or asks somebody.
pub(crate) fn acts(kind: &Written) -> bool {
    match kind {
        Written::Let { .. } | Written::If { .. } | Written::Each { .. } | Written::Repeat { .. } => false,
        Written::While { .. } => false,
        Written::Leave | Written::Return { .. } | Written::Stop => false,
        // Whether its target is a local is known only when it is checked.
        Written::Set { target, .. } => !matches!(&*target.kind, Ast::Name(_)),
        Written::Choose(_) | Written::Award { .. } | Written::Score { .. } | Written::Give => true,
        Written::Pay { .. } => true,
        Written::Cancel { .. } | Written::Put { .. } | Written::Send { .. } | Written::Draw { .. } => true,
        Written::Show { .. } | Written::Fill { .. } | Written::Stack { .. } => true,
        Written::Move { .. } | Written::Take { .. } | Written::Shuffle { .. } | Written::Roll { .. } => true,
        Written::Discard { .. } | Written::Place { .. } | Written::Link { .. } | Written::Cut { .. } => true,
        Written::Close { .. } | Written::Reopen { .. } | Written::Add { .. } => true,
        Written::Append { .. } | Written::Run { .. } | Written::Do { .. } => true,
        Written::EndGame(_) => true,
    }
}
