//! Which expressions are sets, as far as the text alone tells.

use std::collections::BTreeSet;

use rota_bytecode::{BUILTINS, Form};
use rota_compose::Pack;
use rota_syntax::ast::{BinaryOp, Expr, ExprKind, Fold, ItemKind, TypeKind};

/// Names of sets.
#[derive(Debug, Default)]
pub(super) struct SetNames(BTreeSet<String>);

impl SetNames {
    /// Gathers the values and variables of some packs that are sets.
    pub fn of(packs: &[Pack]) -> SetNames {
        let items = packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
        let name = |item: &ItemKind| {
            let (ItemKind::Value { name, ty, .. } | ItemKind::Var { name, ty, .. }) = item else {
                return None;
            };
            matches!(ty.kind, TypeKind::Set(_)).then(|| name.node.clone())
        };
        SetNames(items.filter_map(|item| name(&item.kind)).collect())
    }

    /// Adds a name where it is given to a set.
    pub fn name(&mut self, name: &str, value: &Expr, others: &SetNames) {
        if self.is_set(value, others) {
            self.0.insert(name.to_owned());
        }
    }

    /// Adds the parameters of a value or a procedure that are sets.
    pub fn params(&mut self, item: &ItemKind) {
        if let ItemKind::Value { params, .. } | ItemKind::Procedure { params, .. } = item {
            let sets = params.iter().filter(|param| matches!(param.ty.kind, TypeKind::Set(_)));
            self.0.extend(sets.map(|param| param.name.node.clone()));
        }
    }

    /// Whether an expression is a set, by these names and others.
    pub fn is_set(&self, expr: &Expr, others: &SetNames) -> bool {
        let knows = |name: &str| self.0.contains(name) || others.0.contains(name);
        if let ExprKind::Fold { fold, .. } = &*expr.kind {
            matches!(fold.node, Fold::Set | Fold::Most | Fold::Least)
        } else if let ExprKind::Name(name) = &*expr.kind {
            knows(name) || answers_sets(name, false)
        } else if let ExprKind::Call { name, .. } = &*expr.kind {
            knows(&name.node)
        } else if let ExprKind::Field { name, .. } = &*expr.kind {
            knows(&name.node) || answers_sets(&name.node, true)
        } else if let ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Subtract, left, right }
        | ExprKind::If { then: left, otherwise: right, .. } = &*expr.kind
        {
            self.is_set(left, others) || self.is_set(right, others)
        } else {
            matches!(&*expr.kind, ExprKind::Set(_) | ExprKind::Binary { op: BinaryOp::Range, .. })
        }
    }
}

/// Whether a word of the language asks for a set, whatever it is asked of.
fn answers_sets(word: &str, is_field: bool) -> bool {
    let mut meant =
        BUILTINS.iter().filter(|row| row.name == word && row.receiver.is_some() == is_field).peekable();
    meant.peek().is_some() && meant.all(|row| row.result.form == Form::Many)
}
