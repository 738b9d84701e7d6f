//! Comparisons: as conditions they are one jump.

use rota_bytecode::{Op, Slot};
use rota_source::Span;

use rota_check::tree::{BinaryOp, Expr, ExprKind};

use super::emit::{Emitter, Label};
use super::expression::small;
use rota_check::tree::constant;

/// How a left operand relates to a right one.
#[derive(Clone, Copy)]
enum Relation {
    Equal,
    NotEqual,
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// A jump that compares a slot with a number.
type JumpBy = fn(Slot, i16, u32) -> Op;

impl Relation {
    /// The relation of an operator, or what holds where it does not.
    fn of(op: BinaryOp, when: bool) -> Option<Relation> {
        Some(match (op, when) {
            (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => Relation::Equal,
            (BinaryOp::Equal, false) | (BinaryOp::NotEqual, true) => Relation::NotEqual,
            (BinaryOp::Less, true) => Relation::Below,
            (BinaryOp::Less, false) => Relation::AtLeast,
            (BinaryOp::LessEqual, true) => Relation::AtMost,
            (BinaryOp::LessEqual, false) => Relation::Above,
            _ => return None,
        })
    }

    /// The same seen from the right operand.
    fn mirrored(self) -> Relation {
        match self {
            Relation::Below => Relation::Above,
            Relation::AtMost => Relation::AtLeast,
            Relation::Above => Relation::Below,
            Relation::AtLeast => Relation::AtMost,
            Relation::Equal => Relation::Equal,
            Relation::NotEqual => Relation::NotEqual,
        }
    }

    fn jump(self, left: Slot, right: Slot, to: u32) -> Op {
        match self {
            Relation::Equal => Op::JumpEqual(left, right, to),
            Relation::NotEqual => Op::JumpNotEqual(left, right, to),
            Relation::Below => Op::JumpLess(left, right, to),
            Relation::AtMost => Op::JumpLessEqual(left, right, to),
            Relation::Above => Op::JumpLess(right, left, to),
            Relation::AtLeast => Op::JumpLessEqual(right, left, to),
        }
    }

    /// The jump where the right operand is a number, and the number it compares with, if that fits.
    fn jump_by(self, right: i64) -> Option<(JumpBy, i16)> {
        let (jump, number): (JumpBy, _) = match self {
            Relation::Equal => (Op::JumpEqualImm, right),
            Relation::NotEqual => (Op::JumpNotEqualImm, right),
            Relation::Below => (Op::JumpLessImm, right),
            Relation::AtMost => (Op::JumpLessImm, right.checked_add(1)?),
            Relation::Above => (Op::JumpGreaterImm, right),
            Relation::AtLeast => (Op::JumpGreaterImm, right.checked_sub(1)?),
        };
        Some((jump, i16::try_from(number).ok()?))
    }
}

/// The jump that compares a variable of the game with a number, where one will do.
fn of_variable(relation: Relation, left: &Expr, right: &Expr) -> Option<impl FnOnce(u32) -> Op + use<>> {
    let jump = match relation {
        Relation::Equal => Op::JumpGlobalEqual,
        Relation::NotEqual => Op::JumpGlobalNotEqual,
        Relation::Below | Relation::AtMost | Relation::Above | Relation::AtLeast => return None,
    };
    let (var, number) = match (&*left.kind, &*right.kind) {
        (ExprKind::Get { var, key: None }, _) => (*var, small(right)?),
        (_, ExprKind::Get { var, key: None }) => (*var, small(left)?),
        _ => return None,
    };
    Some(move |target| jump(number, var, target))
}

impl<'t> Emitter<'t> {
    /// Writes a comparison as a condition: goes to `target` when its truth is `when`. Returns false where the
    /// operator compares nothing.
    pub fn compare(
        &mut self,
        span: Span,
        (op, left, right): (BinaryOp, &'t Expr, &'t Expr),
        when: bool,
        target: Label,
    ) -> bool {
        let Some(relation) = Relation::of(op, when) else { return false };
        let slots = self.slots();
        if let Some(jump) = of_variable(relation, left, right) {
            self.jump(span, target, jump);
            return true;
        }
        let by_number = match (constant(left), constant(right)) {
            (_, Some(number)) => relation.jump_by(number).map(|jump| (jump, left)),
            (Some(number), None) => relation.mirrored().jump_by(number).map(|jump| (jump, right)),
            (None, None) => None,
        };
        if let Some(((jump, bound), other)) = by_number {
            let other = self.value(other);
            self.jump(span, target, |target| jump(other, bound, target));
        } else {
            let (left, right) = (self.value(left), self.value(right));
            self.jump(span, target, |target| relation.jump(left, right, target));
        }
        self.free_slots(slots);
        true
    }
}
