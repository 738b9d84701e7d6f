//! Tree simplification: options are constants and switch whole parts off, short values are inlined where they are
//! asked, and steps become part of the turn.
//!
//! What rules do does not change; only a fault may be missed where the value that would have caused it is
//! not looked at any more.

use rota_bytecode::program::{Owner, Var};
use rota_bytecode::{Builtin, Effect};
use rota_check::tree::{
    Expr, ExprKind, Function, Group, Statement, StatementKind, Tree, constant, walk_expr_mut,
};

use crate::call_order::callees_first;
use crate::fold_constants::{fold_node, selects};
use crate::if_conversion::convert_ifs;
use crate::inline_calls::inline_calls;
use crate::inline_values::inline_value;
use crate::purity::is_pure;
use crate::pushdown::{Queries, both, push_down, version_set};
use crate::set_sources::{filtered_set, guarded};
use crate::specialize::specialize;
use crate::unswitch::{cannot_fault, unswitch_fold, unswitch_set};

/// Makes a tree smaller that then does the same.
#[must_use]
pub fn simplify(mut tree: Tree) -> Tree {
    let starts: Vec<Option<i64>> = tree.declared.vars.iter().map(start).collect();
    specialize(&mut tree);
    let mut queries = std::mem::take(&mut tree.queries);
    let kinds = tree.declared.pieces.iter().zip(0..);
    let present = kinds.filter(|(kind, _)| kind.most() > 0).fold(0, |all, (_, index)| all | 1 << index);
    let mut done = vec![false; tree.functions.len()];
    for index in callees_first(&tree.functions) {
        let Some(function) = tree.functions.get_mut(index) else { continue };
        let (body, slots) = (std::mem::take(&mut function.body), function.slots);
        let mut simplifier = Simplifier {
            done: Done { functions: &tree.functions, is_done: &done },
            starts: &starts,
            present,
            queries: &mut queries,
            slots,
        };
        let (body, slots) = (convert_ifs(simplifier.block(body)), simplifier.slots);
        if let (Some(function), Some(done)) = (tree.functions.get_mut(index), done.get_mut(index)) {
            (function.body, function.slots, *done) = (body, slots, true);
        }
    }
    for phase in [tree.setup, tree.turn, tree.finale].into_iter().flatten() {
        inline_calls(&mut tree.functions, phase);
    }
    Tree { queries, ..tree }
}

/// The first value of a variable that has only one value, which everybody may know.
fn start(var: &Var) -> Option<i64> {
    (var.owner == Owner::Game && !var.secret && !var.ty.is_list()).then_some(var.init)
}

/// The functions that are simplified already: they can be inlined.
#[derive(Clone, Copy)]
pub(crate) struct Done<'f> {
    functions: &'f [Function],
    is_done: &'f [bool],
}

impl<'f> Done<'f> {
    /// The function that is called, once it is simplified.
    pub(crate) fn callee(self, call: &Expr) -> Option<&'f Function> {
        let ExprKind::Call { function, .. } = *call.kind else { return None };
        let index = function as usize;
        self.functions.get(index).filter(|_| self.is_done.get(index) == Some(&true))
    }
}

/// One function in the making.
struct Simplifier<'f> {
    done: Done<'f>,
    /// What resetting each variable comes to, where it is no more than writing one value.
    starts: &'f [Option<i64>],
    /// The kinds of which there are pieces at all, one bit each.
    present: i64,
    queries: &'f mut Queries,
    /// How many slots the function has come to need.
    slots: u16,
}

impl Simplifier<'_> {
    fn block(&mut self, statements: Vec<Statement>) -> Vec<Statement> {
        let mut out = Vec::with_capacity(statements.len());
        for mut statement in statements {
            statement.kind.exprs_mut().for_each(|expr| self.expr(expr));
            self.statement(statement, &mut out);
        }
        out
    }

    fn statement(&mut self, statement: Statement, out: &mut Vec<Statement>) {
        let kind = match statement.kind {
            StatementKind::If { condition, then, otherwise } => match constant(&condition) {
                Some(0) => return out.extend(self.block(otherwise)),
                Some(_) => return out.extend(self.block(then)),
                None => {
                    let (then, otherwise) = (self.block(then), self.block(otherwise));
                    if then.is_empty() && otherwise.is_empty() && is_pure(&condition) {
                        return;
                    }
                    StatementKind::If { condition, then, otherwise }
                }
            },
            StatementKind::Each { slot, mut set, from, filter, body } => {
                let body = self.block(body);
                let never = filter.as_ref().and_then(constant) == Some(0);
                let idle = never || (body.is_empty() && filter.as_ref().is_none_or(is_pure));
                if idle && is_pure(&set) && from.as_ref().is_none_or(is_pure) {
                    return;
                }
                let mut filter = filter.filter(selects);
                push_down(self.queries, slot, &mut set, &mut filter, &body);
                StatementKind::Each { slot, set, from, filter, body }
            }
            StatementKind::Choose { choice, who, groups, otherwise } => {
                let groups = groups.into_iter().map(|group| self.group(group)).collect();
                StatementKind::Choose { choice, who, groups, otherwise: self.block(otherwise) }
            }
            StatementKind::Run(call) if self.does_nothing(&call) => return,
            StatementKind::Do { effect: Effect::Reset, args, .. } if let Some(set) = self.restart(&args) => {
                set
            }
            StatementKind::Scope(body) => match self.block(body) {
                body if body.is_empty() => return,
                body => StatementKind::Scope(body),
            },
            StatementKind::Repeat { times, body } => StatementKind::Repeat { times, body: self.block(body) },
            StatementKind::Inlined { function, body } => {
                StatementKind::Inlined { function, body: self.block(body) }
            }
            StatementKind::Reaction { id, body } => StatementKind::Reaction { id, body: self.block(body) },
            plain @ (StatementKind::Store { .. } | StatementKind::Set { .. }) => plain,
            plain @ (StatementKind::Leave | StatementKind::Stop | StatementKind::Return(_)) => plain,
            plain @ (StatementKind::Run(_) | StatementKind::Do { .. }) => plain,
            plain @ (StatementKind::Terms | StatementKind::Note { .. }) => plain,
        };
        out.push(Statement { kind, ..statement });
    }

    fn group(&mut self, group: Group) -> Group {
        let never = group.filter.as_ref().and_then(constant) == Some(0);
        let idle = never && is_pure(&group.set) && group.when.as_ref().is_none_or(is_pure);
        let mut when = if idle { group.filter.clone() } else { group.when };
        let (mut set, mut filter) = (group.set, group.filter.filter(selects));
        let swaps = when.as_ref().is_none_or(is_pure);
        if let Some((condition, members)) = guarded(&set).filter(|(guard, _)| swaps && is_pure(guard)) {
            // Where several have the same guard, it is asked first and once; what it spares leaves no trace. A guard that
            // may fault stays behind what shows that it can be asked.
            when = Some(match when {
                Some(when) if !cannot_fault(condition) => both(when, Some(condition.clone())),
                when => both(condition.clone(), when),
            });
            set = members.clone();
        }
        if let Some((members, chosen)) = filtered_set(&set, group.slot) {
            filter = Some(both(chosen, filter));
            set = members;
        }
        push_down(self.queries, group.slot, &mut set, &mut filter, &[]);
        version_set(self.queries, group.slot, &mut set, &mut filter);
        unswitch_set(self.queries, group.slot, &mut set, &mut filter, self.done);
        Group { when, set, filter, slot: group.slot, body: self.block(group.body) }
    }

    /// Writes the first value of a variable in place of resetting it.
    fn restart(&self, args: &[Expr]) -> Option<StatementKind> {
        let [of] = args else { return None };
        let var = u16::try_from(constant(of)?).ok()?;
        let start = self.starts.get(usize::from(var)).copied().flatten()?;
        let value = Expr { kind: Box::new(ExprKind::Const(start)), ..of.clone() };
        Some(StatementKind::Set { var, key: None, value })
    }

    /// Whether a call is one of a rule or step in which nothing is left to do.
    fn does_nothing(&self, call: &Expr) -> bool {
        self.done
            .callee(call)
            .is_some_and(|callee| callee.params == 0 && callee.result.is_none() && callee.body.is_empty())
    }

    /// Inlines values and folds constants, from the leaves up.
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(expr, &mut |expr| {
            self.forget_absent_pieces(expr);
            let callee = self.done.callee(expr);
            if !callee.is_some_and(|callee| inline_value(self.queries, expr, callee, &mut self.slots)) {
                fold_node(self.queries, expr);
                unswitch_fold(self.queries, expr, self.done);
            }
        });
    }

    /// Nothing is of a kind of which there are no pieces, as where an option leaves them out.
    fn forget_absent_pieces(&self, expr: &mut Expr) {
        if let ExprKind::Ask { builtin: Builtin::IsPieceKind, args } = &*expr.kind
            && let [piece, kinds] = args.as_slice()
            && is_pure(piece)
            && constant(kinds).is_some_and(|kinds| kinds & self.present == 0)
        {
            *expr.kind = ExprKind::Const(0);
        }
    }
}
