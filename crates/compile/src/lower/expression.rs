//! Expressions: each leaves one value on the stack, or decides a jump.

use rota_bytecode::{Form, Op};

use crate::tree::{BinaryOp, Expr, ExprKind};

use super::constant::constant;
use super::emit::{Emitter, Label, is_list};
use super::escape::leaves;

impl<'t> Emitter<'t> {
    /// Writes an expression: its value is pushed.
    pub fn value(&mut self, expr: &'t Expr) {
        let span = expr.span;
        if let Some(known) = constant(expr) {
            return self.constant(span, known);
        }
        match &*expr.kind {
            ExprKind::Const(value) => self.constant(span, *value),
            ExprKind::Load(slot) => self.emit(span, Op::Load(*slot)),
            ExprKind::Get { var, key } => match key {
                Some(key) => {
                    self.value(key);
                    self.emit(span, Op::Get(*var));
                }
                None => self.emit(span, Op::GetGame(*var)),
            },
            ExprKind::Ask { builtin, args } => {
                self.values(args);
                self.emit(span, if is_list(expr.ty) { Op::List(*builtin) } else { Op::Ask(*builtin) });
            }
            ExprKind::Call { function, args } => {
                self.values(args);
                self.emit(span, Op::Call(*function));
            }
            ExprKind::Negate(inner) => self.unary(expr, inner, Op::Negate),
            ExprKind::Not(inner) => self.unary(expr, inner, Op::Not),
            ExprKind::Some(inner) => self.unary(expr, inner, Op::Some),
            ExprKind::Length(inner) => self.unary(expr, inner, length_op(inner)),
            ExprKind::Within { value, least, most } => {
                self.value(value);
                self.within(span, *least, *most);
            }
            ExprKind::Binary { op, left, right } => self.binary(expr, left, right, binary_op(*op)),
            ExprKind::Term { name, count, each } => self.binary(expr, count, each, Op::Term(*name)),
            ExprKind::And(left, right) => self.short_circuit(expr, left, right, false),
            ExprKind::Or(left, right) => self.short_circuit(expr, left, right, true),
            ExprKind::If { condition, then, otherwise } => self.conditional(expr, condition, then, otherwise),
            ExprKind::Set(members) => self.set(expr, members),
            ExprKind::Contains { member, set } => {
                let op = if set.ty.is_mask() { Op::ContainsMask } else { Op::Contains };
                self.binary(expr, member, set, op);
            }
            ExprKind::With { set, member } if set.ty.is_mask() => {
                let slots = self.slots();
                let result = self.slot();
                self.value(set);
                self.emit(span, Op::Store(result));
                self.value(member);
                self.emit(span, Op::Include(result));
                self.emit(span, Op::Load(result));
                self.free_slots(slots);
            }
            ExprKind::With { set, member } => self.binary(expr, set, member, Op::With),
            ExprKind::Nth { set, index } => self.binary(expr, set, index, Op::Nth),
            ExprKind::Fold { .. } => self.fold(expr),
        }
    }

    /// Writes expressions one after another.
    pub fn values(&mut self, exprs: &'t [Expr]) {
        for expr in exprs {
            self.value(expr);
        }
    }

    /// Writes a condition: goes to `target` when its truth is `when`, else goes on behind it.
    pub fn branch(&mut self, condition: &'t Expr, when: bool, target: Label) {
        let span = condition.span;
        if let Some(known) = constant(condition) {
            if (known != 0) == when {
                self.jump(span, Op::Jump, target);
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
                self.jump(span, Op::Jump, end);
                self.bind(other);
                self.branch(otherwise, when, target);
                self.bind(end);
            }
            ExprKind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right } => {
                let (other, number) = match (small(left), small(right)) {
                    (_, Some(number)) => (left, number),
                    (Some(number), _) => (right, number),
                    (None, None) => return self.tested(condition, when, target),
                };
                self.value(other);
                self.jump_compared(span, number, (*op == BinaryOp::Equal) == when, target);
            }
            _ => self.tested(condition, when, target),
        }
    }

    /// A condition whose value is worked out before the jump.
    fn tested(&mut self, condition: &'t Expr, when: bool, target: Label) {
        let span = condition.span;
        self.value(condition);
        self.jump(span, if when { Op::JumpIf } else { Op::JumpIfNot }, target);
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

    fn short_circuit(&mut self, expr: &'t Expr, left: &'t Expr, right: &'t Expr, settles: bool) {
        let (settled, end) = (self.label(), self.label());
        self.branch(left, settles, settled);
        self.value(right);
        self.jump(expr.span, Op::Jump, end);
        self.bind(settled);
        self.constant(expr.span, i64::from(settles));
        self.bind(end);
    }

    fn conditional(&mut self, expr: &'t Expr, condition: &'t Expr, then: &'t Expr, otherwise: &'t Expr) {
        let (other, end) = (self.label(), self.label());
        self.branch(condition, false, other);
        self.value(then);
        self.jump(expr.span, Op::Jump, end);
        self.bind(other);
        self.value(otherwise);
        self.bind(end);
    }

    fn unary(&mut self, expr: &'t Expr, inner: &'t Expr, op: Op) {
        self.value(inner);
        self.emit(expr.span, op);
    }

    fn binary(&mut self, expr: &'t Expr, left: &'t Expr, right: &'t Expr, op: Op) {
        self.value(left);
        self.value(right);
        self.emit(expr.span, op);
    }

    fn set(&mut self, expr: &'t Expr, members: &'t [Expr]) {
        let (span, slots, mask) = (expr.span, self.slots(), expr.ty.is_mask());
        let set = self.slot();
        self.emit(span, if mask { Op::Const(0) } else { Op::Empty });
        self.emit(span, Op::Store(set));
        // The list must stay on top while it grows.
        self.nesting += 1;
        let gathers = members.iter().any(|member| member.ty.form == Form::Many);
        for member in members {
            if gathers {
                self.gather(member, set);
                continue;
            }
            self.value(member);
            if !mask && leaves(member) {
                self.emit(span, Op::Trim(set));
            }
            self.emit(span, if mask { Op::Include(set) } else { Op::Push(set) });
        }
        self.nesting -= 1;
        self.emit(span, Op::Load(set));
        self.free_slots(slots);
    }
}

/// A constant that fits into a jump.
fn small(expr: &Expr) -> Option<i16> {
    constant(expr).and_then(|number| i16::try_from(number).ok())
}

/// The operation that counts the members of a set.
pub(super) fn length_op(set: &Expr) -> Op {
    if set.ty.is_mask() { Op::CountMask } else { Op::Length }
}

fn binary_op(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Subtract => Op::Subtract,
        BinaryOp::Multiply => Op::Multiply,
        BinaryOp::DivideDown => Op::DivideDown,
        BinaryOp::DivideUp => Op::DivideUp,
        BinaryOp::Equal => Op::Equal,
        BinaryOp::NotEqual => Op::NotEqual,
        BinaryOp::Less => Op::Less,
        BinaryOp::LessEqual => Op::LessEqual,
    }
}
