//! What two numbers come to, worked out in twice the width, where nothing overflows on the way.

use rota_check::tree::BinaryOp;
use rota_vm::Fault;

/// What an operator makes of two numbers.
pub(super) fn binary(op: BinaryOp, left: i64, right: i64) -> Result<i64, &'static Fault> {
    let divide = |up: bool| {
        if right == 0 {
            return Err(&Fault::DivisionByZero);
        }
        // In 128 bits nothing overflows on the way.
        let (left, right) = (i128::from(left), i128::from(right));
        let down = left.div_euclid(right) - i128::from(right < 0 && left.rem_euclid(right) != 0);
        let quotient = down + i128::from(up && left.rem_euclid(right) != 0);
        i64::try_from(quotient).map_err(|_| &Fault::Overflow)
    };
    match op {
        BinaryOp::Add => left.checked_add(right).ok_or(&Fault::Overflow),
        BinaryOp::Subtract => left.checked_sub(right).ok_or(&Fault::Overflow),
        BinaryOp::Multiply => left.checked_mul(right).ok_or(&Fault::Overflow),
        BinaryOp::DivideDown => divide(false),
        BinaryOp::DivideUp => divide(true),
        // What is left of the division rounded down; it fits where the quotient does not.
        BinaryOp::Modulo if right == 0 => Err(&Fault::DivisionByZero),
        BinaryOp::Modulo => {
            let (left, right) = (i128::from(left), i128::from(right));
            let least = left.rem_euclid(right);
            let rest = if right < 0 && least != 0 { least + right } else { least };
            i64::try_from(rest).map_err(|_| &Fault::Overflow)
        }
        BinaryOp::Equal => Ok(i64::from(left == right)),
        BinaryOp::NotEqual => Ok(i64::from(left != right)),
        BinaryOp::Less => Ok(i64::from(left < right)),
        BinaryOp::LessEqual => Ok(i64::from(left <= right)),
    }
}
