//! Expressions: each writes one value to a slot, or decides a jump.

use rota_bytecode::{Builtin, Form, Op, Slot};
use rota_source::Span;

use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold};

use super::emit::{Emitter, Label, slot};
use super::escape::{allocates, uses_slot};
use super::fold::length_op;
use rota_check::tree::constant;

impl<'t> Emitter<'t> {
    /// Writes an expression; returns the slot that has its value: the one it is read from, or one of the lowering's
    /// own.
    pub fn value(&mut self, expr: &'t Expr) -> Slot {
        if let ExprKind::Load(from) = *expr.kind {
            return slot(from);
        }
        if let ExprKind::Some(inner) = &*expr.kind
            && constant(expr).is_none()
        {
            let value = self.value(inner);
            self.emit(expr.span, Op::CheckSome(value));
            return value;
        }
        let to = self.slot();
        self.value_into(expr, to);
        to
    }

    /// Writes an expression whose value goes to a slot.
    pub fn value_into(&mut self, expr: &'t Expr, to: Slot) {
        let span = expr.span;
        if let Some(known) = constant(expr) {
            return self.constant(span, known, to);
        }
        let slots = self.slots();
        match &*expr.kind {
            ExprKind::Const(value) => self.constant(span, *value, to),
            ExprKind::Load(from) => self.copy(span, slot(*from), to),
            ExprKind::Get { var, key: Some(key) } => {
                let key = self.value(key);
                self.emit(span, Op::Get(to, key, *var));
            }
            ExprKind::Get { var, key: None } => self.emit(span, Op::GetGlobal(to, *var)),
            ExprKind::Ask { builtin, args } if expr.ty.is_list() => self.ask_list(span, *builtin, args, to),
            ExprKind::Ask { builtin, args } => self.ask(span, *builtin, args, to),
            ExprKind::Call { function, args } => self.call(span, *function, args, to),
            ExprKind::Negate(inner) => self.unary(span, inner, |a| Op::Negate(to, a)),
            ExprKind::Not(inner) => self.unary(span, inner, |a| Op::Not(to, a)),
            ExprKind::Length(inner) => self.unary(span, inner, |a| length_op(inner)(to, a)),
            ExprKind::Some(inner) => {
                self.value_into(inner, to);
                self.emit(span, Op::CheckSome(to));
            }
            ExprKind::Within { value, least, most } => {
                self.value_into(value, to);
                self.within(span, to, *least, *most);
            }
            ExprKind::Binary { op, left, right } => self.binary(span, *op, left, right, to),
            ExprKind::Term { name, count, each } if self.keeps_terms(count) || self.keeps_terms(each) => {
                self.emit(span, Op::OpenTerms);
                let count = self.value(count);
                self.emit(span, Op::OpenTerms);
                let each = self.value(each);
                self.emit(span, Op::TermOver(to, count, each, *name));
            }
            ExprKind::Term { name, count, each } => {
                self.with_operands(span, count, each, |a, b| Op::Term(to, a, b, *name));
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.truth(expr, to),
            ExprKind::If { condition, then, otherwise } => {
                self.conditional(span, condition, then, otherwise, to);
            }
            ExprKind::Set(members) => self.set(expr, members, to),
            ExprKind::Contains { member, set } => {
                let op = if set.ty.is_mask() { Op::MaskContains } else { Op::Contains };
                self.with_operands(span, member, set, |a, b| op(to, a, b));
            }
            ExprKind::With { set, member } if set.ty.is_mask() => {
                let result = self.slot();
                self.value_into(set, result);
                let member = self.value(member);
                self.emit(span, Op::MaskInsert(result, member));
                self.copy(span, result, to);
            }
            ExprKind::With { set, member } => {
                self.with_operands(span, set, member, |a, b| Op::CopyPush(to, a, b))
            }
            ExprKind::Nth { set, index } => self.with_operands(span, set, index, |a, b| Op::Index(to, a, b)),
            ExprKind::NthOrNone { set, number } => {
                let op = if set.ty.is_mask() { Op::MaskNthOrNone } else { Op::NthOrNone };
                self.with_operands(span, set, number, |a, b| op(to, a, b));
            }
            ExprKind::Fold { .. } => self.fold(expr, to),
        }
        self.free_slots(slots);
    }

    /// Writes arguments to slots in a row; returns the first. One argument that stands in a slot already stays there.
    pub fn arguments(&mut self, args: &'t [Expr]) -> Slot {
        if let [arg] = args {
            return self.value(arg);
        }
        let first = self.row(args.len());
        for (index, arg) in args.iter().enumerate() {
            self.value_into(arg, slot(usize::from(first) + index));
        }
        first
    }

    fn ask(&mut self, span: Span, builtin: Builtin, args: &'t [Expr], to: Slot) {
        let op = match args {
            _ if let Some(number) = self.query_without_params(builtin, args) => {
                Op::AskImm(to, builtin, number)
            }
            [arg, known] if let Some(known) = small(known) => {
                Op::AskSlotImm(to, builtin, self.value(arg), known, 0)
            }
            [left, right] => {
                let (left, right) = (self.value(left), self.value(right));
                Op::AskPair(to, builtin, left, right)
            }
            [known] if let Some(known) = small(known) => Op::AskImm(to, builtin, known),
            _ => Op::Ask(to, builtin, self.arguments(args)),
        };
        self.emit(span, op);
    }

    fn ask_list(&mut self, span: Span, builtin: Builtin, args: &'t [Expr], to: Slot) {
        let op = match args {
            _ if let Some(number) = self.query_without_params(builtin, args) => {
                Op::ListImm(to, builtin, number)
            }
            [known] if let Some(known) = small(known) => Op::ListImm(to, builtin, known),
            _ => Op::List(to, builtin, self.arguments(args)),
        };
        self.emit(span, op);
    }

    /// A call takes slots that nothing above is using, and hands its result back in the first of them.
    fn call(&mut self, span: Span, function: u32, args: &'t [Expr], to: Slot) {
        let beyond = args.len().max(1);
        let first = if self.is_top(to) {
            self.row(beyond - 1);
            to
        } else {
            self.row(beyond)
        };
        for (index, arg) in args.iter().enumerate() {
            self.value_into(arg, slot(usize::from(first) + index));
        }
        self.emit(span, Op::Call(first, function));
        self.copy(span, first, to);
    }

    /// Writes a condition: goes to `target` when its truth is `when`, else goes on behind it.
    pub fn branch(&mut self, condition: &'t Expr, when: bool, target: Label) {
        let span = condition.span;
        if let Some(known) = constant(condition) {
            if (known != 0) == when {
                self.jump(span, target, Op::Jump);
            }
            return;
        }
        match &*condition.kind {
            ExprKind::Not(inner) => self.branch(inner, !when, target),
            ExprKind::And(left, right) => self.branch_both(left, right, false, when, target),
            ExprKind::Or(left, right) => self.branch_both(left, right, true, when, target),
            ExprKind::If { condition, then, otherwise } => {
                let (other, end) = (self.label(), self.label());
                self.branch(condition, false, other);
                self.branch(then, when, target);
                self.jump(span, end, Op::Jump);
                self.bind(other);
                self.branch(otherwise, when, target);
                self.bind(end);
            }
            ExprKind::Binary { op, left, right } if self.compare(span, (*op, left, right), when, target) => {}
            ExprKind::Fold { fold: Fold::Any | Fold::All, .. } => {
                self.branch_on_fold(condition, when, target)
            }
            ExprKind::Get { var, key: None } => {
                let op = if when { Op::JumpGlobalNotEqual } else { Op::JumpGlobalEqual };
                self.jump(span, target, |target| op(0, *var, target));
            }
            ExprKind::Const(_) | ExprKind::Load(_) | ExprKind::Get { .. } => {
                self.branch_on_value(condition, when, target)
            }
            ExprKind::Ask { .. } | ExprKind::Call { .. } | ExprKind::Negate(_) => {
                self.branch_on_value(condition, when, target)
            }
            ExprKind::Binary { .. } | ExprKind::Term { .. } => self.branch_on_value(condition, when, target),
            ExprKind::Within { .. } | ExprKind::Some(_) | ExprKind::Set(_) => {
                self.branch_on_value(condition, when, target)
            }
            ExprKind::Length(_) | ExprKind::With { .. } | ExprKind::Nth { .. } => {
                self.branch_on_value(condition, when, target)
            }
            ExprKind::NthOrNone { .. } | ExprKind::Contains { .. } | ExprKind::Fold { .. } => {
                self.branch_on_value(condition, when, target)
            }
        }
    }

    /// A condition that has to be worked out first.
    fn branch_on_value(&mut self, condition: &'t Expr, when: bool, target: Label) {
        let slots = self.slots();
        let truth = self.value(condition);
        let op = if when { Op::JumpNotEqualImm } else { Op::JumpEqualImm };
        self.jump(condition.span, target, |target| op(truth, 0, target));
        self.free_slots(slots);
    }

    /// Two conditions of which the first settles both when its truth is `settles`.
    fn branch_both(&mut self, left: &'t Expr, right: &'t Expr, settles: bool, when: bool, target: Label) {
        if settles == when {
            self.branch(left, when, target);
            return self.branch(right, when, target);
        }
        let end = self.label();
        self.branch(left, settles, end);
        self.branch(right, when, target);
        self.bind(end);
    }

    /// A condition as a value.
    pub fn truth(&mut self, condition: &'t Expr, to: Slot) {
        let (span, otherwise, end) = (condition.span, self.label(), self.label());
        self.branch(condition, false, otherwise);
        self.constant(span, 1, to);
        self.jump(span, end, Op::Jump);
        self.bind(otherwise);
        self.constant(span, 0, to);
        self.bind(end);
    }

    fn conditional(
        &mut self,
        span: Span,
        condition: &'t Expr,
        then: &'t Expr,
        otherwise: &'t Expr,
        to: Slot,
    ) {
        let (other, end) = (self.label(), self.label());
        self.branch(condition, false, other);
        self.value_into(then, to);
        self.jump(span, end, Op::Jump);
        self.bind(other);
        self.value_into(otherwise, to);
        self.bind(end);
    }

    fn unary(&mut self, span: Span, inner: &'t Expr, op: impl FnOnce(Slot) -> Op) {
        let value = self.value(inner);
        self.emit(span, op(value));
    }

    fn with_operands(
        &mut self,
        span: Span,
        left: &'t Expr,
        right: &'t Expr,
        op: impl FnOnce(Slot, Slot) -> Op,
    ) {
        let (left, right) = (self.value(left), self.value(right));
        self.emit(span, op(left, right));
    }

    fn binary(&mut self, span: Span, op: BinaryOp, left: &'t Expr, right: &'t Expr, to: Slot) {
        match (op, small(left), small(right)) {
            (BinaryOp::Add, _, Some(known)) => self.unary(span, left, |a| Op::AddImm(to, a, known)),
            (BinaryOp::Add, Some(known), _) => self.unary(span, right, |a| Op::AddImm(to, a, known)),
            (BinaryOp::Subtract, _, Some(known)) if known != i32::MIN => {
                self.unary(span, left, |a| Op::AddImm(to, a, -known));
            }
            _ => self.with_operands(span, left, right, |a, b| match op {
                BinaryOp::Add => Op::Add(to, a, b),
                BinaryOp::Subtract => Op::Subtract(to, a, b),
                BinaryOp::Multiply => Op::Multiply(to, a, b),
                BinaryOp::DivideDown => Op::DivideFloor(to, a, b),
                BinaryOp::DivideUp => Op::DivideCeil(to, a, b),
                BinaryOp::Modulo => Op::Modulo(to, a, b),
                BinaryOp::Equal | BinaryOp::NotEqual => Op::Equal(to, a, b),
                BinaryOp::Less => Op::Less(to, a, b),
                BinaryOp::LessEqual => Op::Less(to, b, a),
            }),
        }
        if matches!(op, BinaryOp::NotEqual | BinaryOp::LessEqual) {
            self.emit(span, Op::Not(to, to));
        }
    }

    fn set(&mut self, expr: &'t Expr, members: &'t [Expr], to: Slot) {
        let (span, mask) = (expr.span, expr.ty.is_mask());
        // What grows member by member must not be what the members are made of.
        let set = if uses_slot(expr, to) { self.slot() } else { to };
        self.emit(span, if mask { Op::Const(set, 0) } else { Op::NewList(set) });
        // The list must stay on top while it grows.
        self.nesting += 1;
        let gathers = members.iter().any(|member| member.ty.form == Form::Many);
        for member in members {
            if gathers {
                self.add_members(member, set);
                continue;
            }
            let slots = self.slots();
            let value = self.value(member);
            if !mask && allocates(member) {
                self.emit(span, Op::FreeAbove(set));
            }
            self.emit(span, if mask { Op::MaskInsert(set, value) } else { Op::Push(set, value) });
            self.free_slots(slots);
        }
        self.nesting -= 1;
        self.copy(span, set, to);
    }

    /// The number of a filtered query that has no parameters: all that it needs stands in the operation.
    fn query_without_params(&self, builtin: Builtin, args: &[Expr]) -> Option<i32> {
        let number = args.get(1).filter(|_| builtin.asks_query()).and_then(small::<i32>)?;
        let query = self.program.queries.get(usize::try_from(number).ok()?)?;
        (query.params() == 0).then_some(number)
    }
}

/// A constant that fits into an operation as a small number.
pub(super) fn small<N: TryFrom<i64>>(expr: &Expr) -> Option<N> {
    constant(expr).and_then(|number| N::try_from(number).ok())
}
