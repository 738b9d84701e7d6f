//! Making the tree smaller before it is lowered: options are constants and switch whole parts off, short
//! values are written out where they are asked, and steps become part of the turn.
//!
//! What rules do does not change; only a fault may be missed where the value that would have caused it is
//! not looked at any more.

use rota_bytecode::Effect;
use rota_bytecode::op::SLOTS;
use rota_bytecode::program::{Owner, Var};

use crate::if_conversion::convert_ifs;
use crate::inline::inline_calls;
use crate::purity::{is_pure, is_trivial, mentions, size};
use crate::pushdown::{as_mask, between, folded, narrow, neutral_space, version_set};
use rota_check::tree::constant;
use rota_check::tree::{BinaryOp, Expr, ExprKind, Function, Group, Statement, StatementKind, Tree};

/// Values larger than this stay functions.
pub(crate) const SHORT: usize = 48;

/// Taking in others must leave a function half of the slots that it can have: it needs more than those that are
/// named.
pub(crate) const FULL: u16 = (SLOTS / 2) as u16;

/// Makes a tree smaller that then does the same.
#[must_use]
pub fn simplify(mut tree: Tree) -> Tree {
    let functions = std::mem::take(&mut tree.functions);
    let done = vec![State::Waiting; functions.len()];
    let starts = tree.declared.vars.iter().map(start).collect();
    let mut simplifier = Simplifier { functions, done, starts };
    for index in 0..simplifier.functions.len() {
        simplifier.function(index);
    }
    let mut functions = simplifier.functions;
    for phase in [tree.setup, tree.turn, tree.finale].into_iter().flatten() {
        inline_calls(&mut functions, phase);
    }
    Tree { functions, ..tree }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// Being worked on: a call of it would be a circle.
    Open,
    Done,
}

struct Simplifier {
    functions: Vec<Function>,
    done: Vec<State>,
    /// What resetting each variable comes to, where it is no more than writing one value.
    starts: Vec<Option<i64>>,
}

impl Simplifier {
    fn function(&mut self, index: usize) {
        if self.done.get(index) != Some(&State::Waiting) {
            return;
        }
        self.mark(index, State::Open);
        if let Some(function) = self.functions.get_mut(index) {
            // While it is open nobody looks at its body.
            let (body, mut slots) = (std::mem::take(&mut function.body), function.slots);
            let body = convert_ifs(self.block(body, &mut slots));
            if let Some(function) = self.functions.get_mut(index) {
                (function.body, function.slots) = (body, slots);
            }
        }
        self.mark(index, State::Done);
    }

    fn mark(&mut self, index: usize, state: State) {
        if let Some(place) = self.done.get_mut(index) {
            *place = state;
        }
    }

    fn block(&mut self, statements: Vec<Statement>, slots: &mut u16) -> Vec<Statement> {
        let mut out = Vec::with_capacity(statements.len());
        for statement in statements {
            self.statement(statement, slots, &mut out);
        }
        out
    }

    fn statement(&mut self, mut statement: Statement, slots: &mut u16, out: &mut Vec<Statement>) {
        expressions(&mut statement.kind, &mut |expr| self.expr(expr, slots));
        let span = statement.span;
        let kind = match statement.kind {
            StatementKind::If { condition, then, otherwise } => match constant(&condition) {
                Some(0) => return out.extend(self.block(otherwise, slots)),
                Some(_) => return out.extend(self.block(then, slots)),
                None => {
                    let (then, otherwise) = (self.block(then, slots), self.block(otherwise, slots));
                    if then.is_empty() && otherwise.is_empty() && is_pure(&condition) {
                        return;
                    }
                    StatementKind::If { condition, then, otherwise }
                }
            },
            StatementKind::Each { slot, set, from, filter, body } => {
                let body = self.block(body, slots);
                let never = filter.as_ref().and_then(constant) == Some(0);
                let idle = never || (body.is_empty() && filter.as_ref().is_none_or(is_pure));
                if idle && is_pure(&set) && from.as_ref().is_none_or(is_pure) {
                    return;
                }
                let (mut set, mut filter) = (set, filter.filter(selects));
                narrow(slot, &mut set, &mut filter, &body);
                StatementKind::Each { slot, set, from, filter, body }
            }
            StatementKind::Repeat { times, body } => {
                StatementKind::Repeat { times, body: self.block(body, slots) }
            }
            StatementKind::Scope(body) => {
                let body = self.block(body, slots);
                if body.is_empty() {
                    return;
                }
                StatementKind::Scope(body)
            }
            StatementKind::Reaction { id, body } => {
                StatementKind::Reaction { id, body: self.block(body, slots) }
            }
            StatementKind::Choose { choice, who, groups, otherwise } => {
                let groups = groups
                    .into_iter()
                    .map(|group| {
                        let (mut set, mut filter) = (group.set, group.filter.filter(selects));
                        narrow(group.slot, &mut set, &mut filter, &[]);
                        version_set(group.slot, &mut set, &mut filter);
                        Group { body: self.block(group.body, slots), set, filter, ..group }
                    })
                    .collect();
                StatementKind::Choose { choice, who, groups, otherwise: self.block(otherwise, slots) }
            }
            StatementKind::Run(call) if self.does_nothing(&call) => return,
            StatementKind::Do { effect: Effect::Reset, args, .. } if let Some(set) = self.restart(&args) => {
                set
            }
            other => other,
        };
        out.push(Statement { span, kind });
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
    fn does_nothing(&mut self, call: &Expr) -> bool {
        let ExprKind::Call { function, .. } = *call.kind else { return false };
        let index = function as usize;
        self.function(index);
        let settled = self.done.get(index) == Some(&State::Done);
        let is_empty =
            |callee: &Function| callee.params == 0 && callee.result.is_none() && callee.body.is_empty();
        settled && self.functions.get(index).is_some_and(is_empty)
    }

    fn expr(&mut self, expr: &mut Expr, slots: &mut u16) {
        for child in expr.parts_mut() {
            self.expr(child, slots);
        }
        if let ExprKind::Call { function, args } = &*expr.kind
            && let Some((mut body, params, more)) = self.short(*function as usize, args)
            && has_room(*slots, more)
        {
            let base = *slots;
            *slots = slots.saturating_add(more);
            substitute(&mut body, args, params, base);
            *expr = Expr { ty: expr.ty, ..body };
            // Its own calls were looked at when it was simplified; only its arguments are new.
            for child in expr.parts_mut() {
                settle(child);
            }
        }
        settle_one(expr);
    }

    /// The expression of a short value, with its numbers of parameters and of other slots.
    fn short(&mut self, index: usize, args: &[Expr]) -> Option<(Expr, u16, u16)> {
        self.function(index);
        let callee = self.functions.get(index)?;
        let [Statement { kind: StatementKind::Return(body), .. }] = callee.body.as_slice() else {
            return None;
        };
        // What the value does not ask for need not be plain: it is left out.
        let fits = |(slot, arg): (u16, &Expr)| is_trivial(arg) || (is_pure(arg) && !mentions(body, slot));
        let settled = self.done.get(index) == Some(&State::Done);
        (settled && (0..).zip(args).all(fits) && size(body) <= SHORT)
            .then(|| (body.clone(), callee.params, callee.slots.saturating_sub(callee.params)))
    }
}

/// The first value of a variable that has only one value, which everybody may know.
fn start(var: &Var) -> Option<i64> {
    (var.owner == Owner::Game && !var.secret).then_some(var.init)
}

/// Writes out what has become known, from the leaves up.
fn settle(expr: &mut Expr) {
    for child in expr.parts_mut() {
        settle(child);
    }
    settle_one(expr);
}

fn settle_one(expr: &mut Expr) {
    settle_fold(expr);
    if let Some(known) = known_branch(expr) {
        *expr = Expr { ty: expr.ty, ..known };
    }
    let is_number = expr.ty.form != rota_bytecode::Form::Many || expr.ty.is_mask();
    if is_number && let Some(value) = constant(expr) {
        *expr.kind = ExprKind::Const(value);
    }
}

/// What is left of a condition of which one half is known.
fn known_branch(expr: &Expr) -> Option<Expr> {
    let holds = |condition: &Expr| constant(condition).map(|value| value != 0);
    let left = match &*expr.kind {
        ExprKind::If { condition, then, otherwise } => {
            if holds(condition)? {
                then
            } else {
                otherwise
            }
        }
        ExprKind::And(left, right) if holds(left) == Some(true) => right,
        ExprKind::Or(left, right) if holds(left) == Some(false) => right,
        ExprKind::And(left, right) if constant(right) == Some(1) && is_truth(left) => left,
        ExprKind::Or(left, right) if constant(right) == Some(0) => left,
        _ => return None,
    };
    Some(left.clone())
}

/// Whether an expression comes to 0 or 1 whatever the game answers.
pub(crate) fn is_truth(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Not(_) | ExprKind::Contains { .. } => true,
        ExprKind::Binary { op, .. } => {
            matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual)
        }
        ExprKind::And(left, right) | ExprKind::Or(left, right) => is_truth(left) && is_truth(right),
        _ => false,
    }
}

/// A filter that lets everything pass is none, and a set of which nothing but its being empty matters may
/// not have to be written down.
fn settle_fold(expr: &mut Expr) {
    if let ExprKind::Fold { slot, set, filter, .. } = &mut *expr.kind {
        *filter = filter.take().filter(selects);
        narrow(*slot, set, filter, &[]);
    }
    if let ExprKind::Contains { set, .. } = &mut *expr.kind
        && !set.ty.is_mask()
    {
        as_mask(set);
    }
    if let Some(bounds) = between(expr) {
        *expr.kind = bounds;
    }
    if let Some(question) = folded(expr).or_else(|| neutral_space(expr)) {
        *expr.kind = question;
    } else if let ExprKind::Binary { op: BinaryOp::Less, left, right } = &*expr.kind
        && constant(left) == Some(0)
        && let ExprKind::Length(set) = &*right.kind
        && let ExprKind::Ask { builtin, args } = &*set.kind
        && let Some(builtin) = builtin.any()
    {
        *expr.kind = ExprKind::Ask { builtin, args: args.clone() };
    }
}

/// Whether a filter may leave anything out.
fn selects(filter: &Expr) -> bool {
    constant(filter).is_none_or(|value| value == 0)
}

pub(crate) fn returns(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { then, otherwise, .. } => then.iter().chain(otherwise).any(returns),
        StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => body.iter().any(returns),
        StatementKind::Scope(body)
        | StatementKind::Inlined { body, .. }
        | StatementKind::Reaction { body, .. } => body.iter().any(returns),
        StatementKind::Choose { groups, otherwise, .. } => {
            groups.iter().flat_map(|group| &group.body).chain(otherwise).any(returns)
        }
        StatementKind::Store { .. } | StatementKind::Set { .. } | StatementKind::Leave => false,
        StatementKind::Stop | StatementKind::Run(_) | StatementKind::Do { .. } => false,
        StatementKind::Terms | StatementKind::Note { .. } => false,
    }
}

/// Whether a function with so many slots can take in so many more.
pub(crate) fn has_room(slots: u16, more: u16) -> bool {
    more == 0 || slots.saturating_add(more) <= FULL
}

/// Writes arguments in place of parameters and moves the other slots up to `base`.
fn substitute(expr: &mut Expr, args: &[Expr], params: u16, base: u16) {
    if let ExprKind::Load(slot) = *expr.kind
        && slot < params
    {
        if let Some(arg) = args.get(usize::from(slot)) {
            expr.kind = arg.kind.clone();
        }
        return;
    }
    let moved = |slot: u16| slot.saturating_sub(params).saturating_add(base);
    shift_own(expr, &moved);
    for child in expr.parts_mut() {
        substitute(child, args, params, base);
    }
}

/// Moves the slots that an expression itself names.
fn shift_own(expr: &mut Expr, moved: &dyn Fn(u16) -> u16) {
    match &mut *expr.kind {
        ExprKind::Load(slot) => *slot = moved(*slot),
        ExprKind::Fold { slot, .. } => *slot = moved(*slot),
        _ => {}
    }
}

fn shift_expr(expr: &mut Expr, moved: &dyn Fn(u16) -> u16) {
    shift_own(expr, moved);
    for child in expr.parts_mut() {
        shift_expr(child, moved);
    }
}

pub(crate) fn shift_block(statements: &mut [Statement], moved: &dyn Fn(u16) -> u16) {
    for statement in statements {
        expressions(&mut statement.kind, &mut |expr| shift_expr(expr, moved));
        match &mut statement.kind {
            StatementKind::Store { slot, .. }
            | StatementKind::Note { slot, .. }
            | StatementKind::Do { result: Some(slot), .. }
            | StatementKind::Each { slot, .. } => *slot = moved(*slot),
            StatementKind::Choose { groups, .. } => {
                groups.iter_mut().for_each(|group| group.slot = moved(group.slot));
            }
            _ => {}
        }
        blocks(&mut statement.kind, &mut |block| shift_block(block, moved));
    }
}

/// Visits the blocks that stand directly in a statement.
pub(crate) fn blocks(kind: &mut StatementKind, visit: &mut dyn FnMut(&mut Vec<Statement>)) {
    match kind {
        StatementKind::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(visit),
        StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => visit(body),
        StatementKind::Scope(body)
        | StatementKind::Inlined { body, .. }
        | StatementKind::Reaction { body, .. } => visit(body),
        StatementKind::Choose { groups, otherwise, .. } => {
            groups.iter_mut().map(|group| &mut group.body).chain([otherwise]).for_each(visit);
        }
        _ => {}
    }
}

/// Visits the expressions that stand directly in a statement, in the order in which they are evaluated.
pub(crate) fn expressions(kind: &mut StatementKind, visit: &mut dyn FnMut(&mut Expr)) {
    match kind {
        StatementKind::Store { value, .. } | StatementKind::Return(value) | StatementKind::Run(value) => {
            visit(value);
        }
        StatementKind::Set { key, value, .. } => key.iter_mut().chain([value]).for_each(visit),
        StatementKind::If { condition, .. } => visit(condition),
        StatementKind::Each { set, from, filter, .. } => {
            [set].into_iter().chain(from).chain(filter).for_each(visit);
        }
        StatementKind::Repeat { times, .. } => visit(times),
        StatementKind::Do { args, .. } => args.iter_mut().for_each(visit),
        StatementKind::Choose { who, groups, .. } => {
            visit(who);
            for Group { when, set, filter, .. } in groups {
                when.iter_mut().chain([set]).chain(filter).for_each(&mut *visit);
            }
        }
        StatementKind::Leave | StatementKind::Stop => {}
        StatementKind::Scope(_) | StatementKind::Inlined { .. } => {}
        StatementKind::Terms | StatementKind::Note { .. } | StatementKind::Reaction { .. } => {}
    }
}
