//! Operators between two operands: how they are written, and how strongly they bind.

use crate::ast::BinaryOp;
use crate::grammar::Rule;

/// How strongly a form of expression binds; operands weaker than their place need parentheses.
pub(crate) type Strength = u8;

pub(crate) const ANY: Strength = 0;
pub(crate) const OR: Strength = 1;
pub(crate) const AND: Strength = 2;
pub(crate) const NOT: Strength = 3;
pub(crate) const COMPARE: Strength = 4;
pub(crate) const RANGE: Strength = 5;
pub(crate) const ADD: Strength = 6;
pub(crate) const MULTIPLY: Strength = 7;
pub(crate) const NEGATE: Strength = 8;
pub(crate) const POINTS: Strength = 9;
pub(crate) const PRIMARY: Strength = 10;

/// An operator.
#[derive(Debug)]
pub(crate) struct Operator {
    /// What it is in the tree.
    pub op: BinaryOp,
    /// Its rule of the grammar.
    pub rule: Rule,
    /// How it is written.
    pub text: &'static str,
    /// How strongly it binds.
    pub strength: Strength,
}

const fn row(op: BinaryOp, rule: Rule, text: &'static str, strength: Strength) -> Operator {
    Operator { op, rule, text, strength }
}

/// All of them. A division is rounded down or up, which is written behind it.
static OPERATORS: [Operator; 18] = [
    row(BinaryOp::Or, Rule::infix_or, "or", OR),
    row(BinaryOp::And, Rule::kw_and, "and", AND),
    row(BinaryOp::Equal, Rule::equals, "=", COMPARE),
    row(BinaryOp::NotEqual, Rule::unequal, "!=", COMPARE),
    row(BinaryOp::Less, Rule::less, "<", COMPARE),
    row(BinaryOp::LessEqual, Rule::at_most, "<=", COMPARE),
    row(BinaryOp::Greater, Rule::greater, ">", COMPARE),
    row(BinaryOp::GreaterEqual, Rule::at_least, ">=", COMPARE),
    row(BinaryOp::In, Rule::kw_in, "in", COMPARE),
    row(BinaryOp::NotIn, Rule::not_in, "not in", COMPARE),
    row(BinaryOp::Range, Rule::dots, "..", RANGE),
    row(BinaryOp::Add, Rule::plus, "+", ADD),
    row(BinaryOp::Subtract, Rule::minus, "-", ADD),
    row(BinaryOp::Multiply, Rule::star, "*", MULTIPLY),
    row(BinaryOp::DivideDown, Rule::slash, "/", MULTIPLY),
    row(BinaryOp::DivideUp, Rule::slash, "/", MULTIPLY),
    row(BinaryOp::Modulo, Rule::kw_mod, "mod", MULTIPLY),
    row(BinaryOp::Each, Rule::infix_each, "each", MULTIPLY),
];

/// Returns the operator of a rule of the grammar, where it is one.
pub(crate) fn of_rule(rule: Rule) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.rule == rule)
}

/// Returns how an operator of the tree is written, and how strongly it binds.
pub(crate) fn written(op: BinaryOp) -> (&'static str, Strength) {
    let operator = OPERATORS.iter().find(|operator| operator.op == op);
    operator.map_or(("", PRIMARY), |operator| (operator.text, operator.strength))
}
