//! Slots that count on being empty where a function begins.

use std::collections::BTreeSet;

use rota_check::tree::{Expr, ExprKind, Statement, StatementKind};

/// The slots that statements may read before they have written them. Rules that people write have none: a name stands
/// behind what it means.
pub(crate) fn used_before_defined(statements: &[Statement]) -> BTreeSet<u16> {
    let mut slots = Slots::default();
    slots.block(statements);
    slots.found
}

#[derive(Default)]
struct Slots {
    /// Written on every way to where we are.
    written: BTreeSet<u16>,
    found: BTreeSet<u16>,
}

impl Slots {
    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// Statements that may not run to their end: what they write is forgotten behind them.
    fn aside<'t>(&mut self, slot: Option<u16>, filter: Option<&'t Expr>, statements: &'t [Statement]) {
        let outside = self.written.clone();
        self.written.extend(slot);
        self.exprs(filter);
        self.block(statements);
        self.written = outside;
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Store { slot, value } => {
                self.expr(value);
                self.written.insert(*slot);
            }
            StatementKind::Note { slot, .. } => drop(self.written.insert(*slot)),
            StatementKind::Do { args, result, .. } => {
                self.exprs(args);
                self.written.extend(result);
            }
            StatementKind::Each { slot, set, from, filter, body } => {
                self.exprs([set].into_iter().chain(from));
                self.aside(Some(*slot), filter.as_ref(), body);
            }
            StatementKind::Choose { who, groups, otherwise, .. } => {
                self.expr(who);
                for group in groups {
                    self.exprs(group.when.iter().chain([&group.set]));
                    self.aside(Some(group.slot), group.filter.as_ref(), &group.body);
                }
                self.aside(None, None, otherwise);
            }
            other => {
                self.exprs(other.exprs());
                other.blocks().for_each(|block| self.aside(None, None, block));
            }
        }
    }

    fn exprs<'t>(&mut self, exprs: impl IntoIterator<Item = &'t Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Load(slot) if !self.written.contains(slot) => drop(self.found.insert(*slot)),
            ExprKind::Fold { slot, set, filter, body, .. } => {
                self.expr(set);
                let is_new = self.written.insert(*slot);
                self.exprs(filter.iter().chain(body));
                if is_new {
                    self.written.remove(slot);
                }
            }
            _ => self.exprs(expr.operands()),
        }
    }
}
