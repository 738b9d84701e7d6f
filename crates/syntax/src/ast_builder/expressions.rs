//! Expressions: the row of operands and operators becomes a tree here.

use std::iter::Peekable;

use pest::iterators::{Pair, Pairs};
use rota_source::{Diagnostic, Span, Spanned};

use super::{AstBuilder, BuildTable, Built, Parts, only};
use crate::ast::{BinaryOp, Expr, ExprKind, Fold, Tested, UnaryOp};
use crate::constructs::Group;
use crate::grammar::Rule;
use crate::operators::{self, COMPARE, MULTIPLY, NOT, OR, Operator, Strength};

type Row<'i> = Peekable<std::vec::IntoIter<Pair<'i, Rule>>>;

impl AstBuilder<'_> {
    pub(crate) fn expression(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let inner = only(pair);
        if inner.as_rule() == Rule::operation {
            return self.tree(row(inner.into_inner()).peekable());
        }
        let span = self.span(&inner);
        let mut parts = Parts::of(inner);
        let kind = ExprKind::If {
            condition: self.operand(&mut parts)?,
            then: self.operand(&mut parts)?,
            otherwise: self.operand(&mut parts)?,
        };
        Ok(Expr { span, kind: Box::new(kind) })
    }

    /// Cuts `a and b = c` into `a and b` and `c`, for a condition that took the body along.
    pub(super) fn cut_at_last_equals(&self, pair: &Pair<'_, Rule>) -> Built<Option<(Expr, Expr)>> {
        let inner = only(pair.clone());
        if inner.as_rule() != Rule::operation {
            return Ok(None);
        }
        let mut left: Vec<_> = row(inner.into_inner()).collect();
        let Some(last) = left.iter().rposition(|part| part.as_rule() == Rule::equals) else {
            return Ok(None);
        };
        let mut right = left.split_off(last).into_iter();
        let _equals = right.next();
        Ok(Some((self.tree(left.into_iter().peekable())?, self.tree(right.peekable())?)))
    }

    fn tree(&self, mut row: Row<'_>) -> Built<Expr> {
        let tree = self.climb(&mut row, OR)?;
        match row.next() {
            None => Ok(tree),
            Some(next) => Err(self.stray(&next)),
        }
    }

    /// Reads the row as long as its operators bind at least as strongly as `least`.
    fn climb(&self, row: &mut Row<'_>, least: Strength) -> Built<Expr> {
        let mut left = self.prefixed(row, least)?;
        loop {
            let Some(next) = row.peek() else { return Ok(left) };
            let rule = next.as_rule();
            let Some(strength) = strength(rule).filter(|strength| *strength >= least) else {
                return Ok(left);
            };
            let Some(operator) = row.next() else { return Ok(left) };
            left = if rule == Rule::kind_test {
                self.kind_test(left, operator)?
            } else {
                self.binary(left, &operator, row, strength)?
            };
            if strength == COMPARE
                && let Some(second) =
                    row.peek().filter(|next| self::strength(next.as_rule()) == Some(COMPARE))
            {
                return Err(self.chained(second));
            }
        }
    }

    fn prefixed(&self, row: &mut Row<'_>, least: Strength) -> Built<Expr> {
        let Some(first) = row.next() else {
            return Err(Diagnostic::error("syntax::expected", "expected an expression"));
        };
        let (start, rule) = (self.span(&first), first.as_rule());
        let (op, operand) = if rule == Rule::minus {
            (UnaryOp::Negate, self.prefixed(row, MULTIPLY)?)
        } else if rule != Rule::kw_not {
            return self.postfix(first);
        } else if least <= NOT {
            (UnaryOp::Not, self.climb(row, NOT)?)
        } else {
            return Err(self.strong_not(&first));
        };
        Ok(Expr { span: start.to(operand.span), kind: Box::new(ExprKind::Unary { op, operand }) })
    }

    fn binary(
        &self,
        left: Expr,
        operator: &Pair<'_, Rule>,
        row: &mut Row<'_>,
        strength: Strength,
    ) -> Built<Expr> {
        let right = self.climb(row, strength + 1)?;
        let mut span = left.span.to(right.span);
        let op = match operators::of_rule(operator.as_rule()) {
            Some(Operator { op, rule, .. }) if *rule != Rule::slash => *op,
            _ => {
                let Some(rounding) = row.next_if(|next| next.as_rule() == Rule::rounding) else {
                    return Err(self.unrounded(operator, span));
                };
                span = span.to(self.span(&rounding));
                let up = only_last(rounding) == Rule::kw_up;
                if up { BinaryOp::DivideUp } else { BinaryOp::DivideDown }
            }
        };
        Ok(Expr { span, kind: Box::new(ExprKind::Binary { op, left, right }) })
    }

    fn kind_test(&self, operand: Expr, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = operand.span.to(self.span(&pair));
        let mut parts = Parts::of(pair);
        let _is = parts.has(Rule::kw_is);
        let negated = parts.has(Rule::kw_not);
        let tested = self.postfix(parts.need(Rule::kind_value, self)?)?;
        let kind = if let ExprKind::Name(word) = &*tested.kind {
            Tested::Word(Spanned::new(word.clone(), tested.span))
        } else {
            Tested::Value(tested)
        };
        Ok(Expr { span, kind: Box::new(ExprKind::Is { operand, kind, negated }) })
    }

    pub(super) fn postfix(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let mut parts = Parts::of(pair);
        let kind = parts.take(Rule::kind_primary).map(Ok);
        let mut expr = self.primary(kind.unwrap_or_else(|| parts.need(Rule::primary, self))?)?;
        while let Some(field) = parts.inner.next_if(|next| next.as_rule() == Rule::field) {
            let span = expr.span.to(self.span(&field));
            let mut field = Parts::of(field);
            let name = self.needed(&mut field, Rule::any_word)?;
            let args = self.args(&mut field)?.unwrap_or_default();
            expr = Expr { span, kind: Box::new(ExprKind::Field { receiver: expr, name, args }) };
        }
        if let Some(points) = parts.inner.next_if(|next| next.as_rule() == Rule::kw_pts) {
            let span = expr.span.to(self.span(&points));
            expr = Expr { span, kind: Box::new(ExprKind::Points(expr)) };
        }
        Ok(expr)
    }

    fn primary(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let inner = only(pair);
        let (span, rule) = (self.span(&inner), inner.as_rule());
        let kind = self.build(&[PRIMARIES], rule, &mut Parts::of(inner))?;
        Ok(Expr { span, kind: Box::new(kind) })
    }

    pub(super) fn args(&self, parts: &mut Parts<'_>) -> Built<Option<Vec<Expr>>> {
        parts.optional(Rule::args, |args| args.all(Rule::expression, |arg| self.expression(arg)))
    }

    fn fold(&self, parts: &mut Parts<'_>) -> Built<ExprKind> {
        let name = self.needed(parts, Rule::fold_name)?;
        let (fold, wanted) = match name.as_str() {
            "count" => (Fold::Count, None),
            "any" => (Fold::Any, None),
            "first" => (Fold::First, None),
            "sum" => (Fold::Sum, Some(Rule::per_member)),
            "all" => (Fold::All, Some(Rule::per_member)),
            "max" => (Fold::Max, Some(Rule::per_member)),
            "min" => (Fold::Min, Some(Rule::per_member)),
            "least" => (Fold::Least, Some(Rule::by_member)),
            _ => (Fold::Most, Some(Rule::by_member)),
        };
        let binding = self.binding(parts.need(Rule::binding, self)?)?;
        let body = parts.take(Rule::per_member).or_else(|| parts.take(Rule::by_member));
        if body.as_ref().map(Pair::as_rule) != wanted {
            return Err(self.fold_body(&name, &parts.whole, body.as_ref(), wanted));
        }
        let body = body.map(|body| self.operand(&mut Parts::of(body))).transpose()?;
        Ok(ExprKind::Fold { fold: Spanned::new(fold, name.span), binding, body })
    }
}

/// What stands alone, or in brackets of its own.
const PRIMARIES: BuildTable<ExprKind> = &[
    (Rule::int, |ast, parts| Ok(ExprKind::Int(ast.int(&parts.whole)?.node))),
    (Rule::boolean, |_, parts| Ok(ExprKind::Bool(parts.whole.as_str().trim() == "true"))),
    (Rule::nothing, |_, _| Ok(ExprKind::None)),
    // The parentheses belong to the place, so that a diagnostic does not cut them in half.
    (Rule::group, |ast, parts| Ok(*ast.operand(parts)?.kind)),
    (Rule::set, |ast, parts| Ok(ExprKind::Set(parts.all(Rule::expression, |item| ast.expression(item))?))),
    (Rule::set_fold, |ast, parts| {
        let start = ast.span(&parts.whole).start;
        let fold = Spanned::new(Fold::Set, Span { start, end: start + 1 });
        let binding = ast.binding(parts.need(Rule::binding, ast)?)?;
        let body = ast.inner_expression(parts, Rule::per_member)?;
        Ok(ExprKind::Fold { fold, binding, body })
    }),
    (Rule::fold, |ast, parts| ast.fold(parts)),
    (Rule::call, |ast, parts| {
        let name = ast.needed(parts, Rule::word)?;
        Ok(match ast.args(parts)? {
            Some(args) => ExprKind::Call { name, args },
            None => ExprKind::Name(name.node),
        })
    }),
];

/// The operands and operators of a row, without the rules that group them.
fn row(pairs: Pairs<'_, Rule>) -> std::vec::IntoIter<Pair<'_, Rule>> {
    let mut row = Vec::new();
    for pair in pairs {
        let rule = pair.as_rule();
        if rule == Rule::tail {
            row.extend(self::row(pair.into_inner()));
        } else if matches!(rule, Rule::prefix | Rule::infix) {
            row.extend(pair.into_inner());
        } else {
            row.push(pair);
        }
    }
    row.into_iter()
}

fn strength(rule: Rule) -> Option<Strength> {
    if rule == Rule::kind_test { Some(COMPARE) } else { Some(operators::of_rule(rule)?.strength) }
}

/// The mistakes that the grammar lets through, so that they can be named here.
impl AstBuilder<'_> {
    fn stray(&self, pair: &Pair<'_, Rule>) -> Diagnostic {
        Diagnostic::error("syntax::stray-rounding", "`rounded` without a division before it")
            .at(self.span(pair), "only a division is rounded")
            .help("for example: let half = n / 2 rounded down")
    }

    fn chained(&self, pair: &Pair<'_, Rule>) -> Diagnostic {
        Diagnostic::error("syntax::chained-comparison", "a comparison cannot be compared again")
            .at(self.span(pair), "the second comparison")
            .help("join two comparisons with `and`: 1 < n and n < 5; or put one into parentheses")
    }

    fn strong_not(&self, pair: &Pair<'_, Rule>) -> Diagnostic {
        Diagnostic::error("syntax::not-after-operator", "`not` cannot follow this operator")
            .at(self.span(pair), "`not` denies a whole comparison")
            .help("put it into parentheses: a = (not b); or write a != b")
    }

    fn unrounded(&self, operator: &Pair<'_, Rule>, whole: Span) -> Diagnostic {
        Diagnostic::error("syntax::missing-rounding", "this division does not say how it is rounded")
            .at(self.span(operator), "division of whole numbers")
            .at(Span { start: whole.end, end: whole.end }, "expected `rounded down` or `rounded up`")
            .help("for example: let half = n / 2 rounded down")
    }

    fn fold_body(
        &self,
        name: &str,
        whole: &Pair<'_, Rule>,
        body: Option<&Pair<'_, Rule>>,
        wanted: Option<Rule>,
    ) -> Diagnostic {
        let place = body.map_or_else(|| self.span(whole), |body| self.span(body));
        let (message, label) = match wanted {
            None => (format!("`{name}` takes no value for each member"), "this part is not needed"),
            Some(Rule::by_member) => (
                format!("`{name}` does not say what is compared"),
                "expected `by` and an expression before `)`",
            ),
            Some(_) => {
                (format!("`{name}` does not say of what"), "expected `:` and an expression before `)`")
            }
        };
        Diagnostic::error("syntax::fold-body", message).at(place, label).maybe_help(Group::Fold.example(name))
    }
}

/// The rule of the last pair inside.
fn only_last(pair: Pair<'_, Rule>) -> Rule {
    let rule = pair.as_rule();
    pair.into_inner().next_back().map_or(rule, |last| last.as_rule())
}
