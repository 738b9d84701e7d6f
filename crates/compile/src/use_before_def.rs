//! Use-before-definition analysis: slots that count on being 0 where a function begins.

use std::collections::BTreeSet;

use rota_check::tree::{Expr, ExprKind, Statement, StatementKind};

/// The slots that statements may read before they have written them. Rules that people write have none: a name stands
/// behind what it means.
pub(crate) fn used_before_defined(statements: &[Statement]) -> BTreeSet<u16> {
    let mut analysis = UseBeforeDef::default();
    analysis.block(statements);
    analysis.found
}

#[derive(Default)]
struct UseBeforeDef {
    /// Defined on every way to where we are.
    defined: BTreeSet<u16>,
    found: BTreeSet<u16>,
}

impl UseBeforeDef {
    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// A block that may not run to its end: what it defines is forgotten behind it.
    fn nested_block<'t>(&mut self, slot: Option<u16>, filter: Option<&'t Expr>, statements: &'t [Statement]) {
        let outside = self.defined.clone();
        self.defined.extend(slot);
        self.exprs(filter);
        self.block(statements);
        self.defined = outside;
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Store { slot, value } => {
                self.expr(value);
                self.defined.insert(*slot);
            }
            StatementKind::Note { slot, .. } => drop(self.defined.insert(*slot)),
            StatementKind::Do { args, result, .. } => {
                self.exprs(args);
                self.defined.extend(result);
            }
            StatementKind::Each { slot, set, from, filter, body } => {
                self.exprs([set].into_iter().chain(from));
                self.nested_block(Some(*slot), filter.as_ref(), body);
            }
            StatementKind::Choose { who, groups, otherwise, .. } => {
                self.expr(who);
                for group in groups {
                    self.exprs(group.when.iter().chain([&group.set]));
                    self.nested_block(Some(group.slot), group.filter.as_ref(), &group.body);
                }
                self.nested_block(None, None, otherwise);
            }
            StatementKind::Set { .. } | StatementKind::Return(_) | StatementKind::Run(_) => {
                self.parts(&statement.kind)
            }
            StatementKind::If { .. } | StatementKind::Repeat { .. } => self.parts(&statement.kind),
            StatementKind::Scope(_) | StatementKind::Inlined { .. } => self.parts(&statement.kind),
            StatementKind::Reaction { .. } => self.parts(&statement.kind),
            StatementKind::Leave | StatementKind::Stop | StatementKind::Terms => {}
        }
    }

    /// A statement that defines nothing by itself.
    fn parts(&mut self, kind: &StatementKind) {
        self.exprs(kind.exprs());
        kind.blocks().for_each(|block| self.nested_block(None, None, block));
    }

    fn exprs<'t>(&mut self, exprs: impl IntoIterator<Item = &'t Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Load(slot) = *expr.kind
            && !self.defined.contains(&slot)
        {
            self.found.insert(slot);
        }
        let ExprKind::Fold { slot, set, filter, body, .. } = &*expr.kind else {
            return self.exprs(expr.operands());
        };
        self.expr(set);
        let is_new = self.defined.insert(*slot);
        self.exprs(filter.iter().chain(body));
        if is_new {
            self.defined.remove(slot);
        }
    }
}
