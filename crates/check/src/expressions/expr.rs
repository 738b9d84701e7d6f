//! Expressions: operators, literals, conditions.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, BinaryOp as Written, ExprKind as Ast, UnaryOp};

use crate::build::constant;
use crate::checker::Checker;
use crate::expressions::type_advice;
use crate::expressions::types::UNKNOWN;
use crate::tree::{BinaryOp, Expr, ExprKind};

const INT: Type = Type::one(Sort::Int);
const PTS: Type = Type::one(Sort::Pts);
const BOOL: Type = Type::one(Sort::Bool);

impl Checker<'_> {
    /// Checks an expression. What is wanted only helps with words that mean several things; use `expect` to
    /// insist on a type.
    pub(crate) fn expr(&mut self, written: &ast::Expr, want: Option<Type>) -> Option<Expr> {
        let found = self.expr_of(written, want);
        if self.notes.is_some() {
            self.note_expr(written, found.as_ref(), want);
        }
        found
    }

    fn expr_of(&mut self, written: &ast::Expr, want: Option<Type>) -> Option<Expr> {
        let span = written.span;
        match &*written.kind {
            Ast::Int(value) => Some(constant(*value, INT, span)),
            Ast::Bool(value) => Some(constant(i64::from(*value), BOOL, span)),
            Ast::None => Some(constant(-1, Type::maybe(Sort::Nothing), span)),
            Ast::Name(name) => self.name(name, span, want),
            Ast::Points(inner) => {
                let inner = self.expect(inner, INT)?;
                Some(Expr { span, ty: PTS, kind: inner.kind })
            }
            Ast::Field { receiver, name, args } => self.field(receiver, name, args, span),
            Ast::Call { name, args } => self.call(name, args, span),
            Ast::Unary { op: UnaryOp::Not, operand } => {
                let operand = self.expect_condition(operand)?;
                Some(Expr::new(span, BOOL, ExprKind::Not(operand)))
            }
            Ast::Unary { op: UnaryOp::Negate, operand } => {
                let operand = self.expr(operand, want)?;
                let operand = self.number(operand)?;
                let kind = || ExprKind::Negate(operand.clone());
                Some(negated_terms(&operand).unwrap_or_else(|| Expr::new(span, operand.ty, kind())))
            }
            Ast::Binary { op, left, right } => self.binary(*op, left, right, span),
            Ast::Is { operand, kind, negated } => {
                let test = self.is(operand, kind, span)?;
                Some(if *negated { negate(test) } else { test })
            }
            Ast::If { condition, then, otherwise } => {
                let condition = self.expect_condition(condition);
                let known = condition.as_ref();
                let (then, otherwise) = self.sides(known, then, otherwise, want);
                let (condition, then, otherwise) = (condition?, then?, otherwise?);
                let ty = if then.ty.sort == Sort::Nothing { otherwise.ty } else { then.ty };
                let (then, otherwise) = match (then.ty.form, otherwise.ty.form) {
                    (Form::Maybe, _) | (_, Form::Maybe) => {
                        let ty = ty.with_form(Form::Maybe);
                        (self.coerce(then, ty)?, self.coerce(otherwise, ty)?)
                    }
                    _ => (self.coerce(then, ty)?, self.coerce(otherwise, ty)?),
                };
                Some(Expr::new(span, then.ty, ExprKind::If { condition, then, otherwise }))
            }
            Ast::Set(members) => self.set(members, span, want),
            Ast::Fold { fold, binding, body } => self.fold(fold, binding, body.as_ref(), span),
        }
    }

    /// Checks both branches of a condition. The first says what the second may mean, unless it is an empty set.
    fn sides(
        &mut self,
        known: Option<&Expr>,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        want: Option<Type>,
    ) -> (Option<Expr>, Option<Expr>) {
        let says_nothing =
            |written: &ast::Expr| matches!(&*written.kind, Ast::Set(members) if members.is_empty());
        if want.is_none() && says_nothing(then) && !says_nothing(otherwise) {
            let otherwise = self.where_known(known, false, |checker| checker.refined_expr(otherwise, None));
            let Some(hint) = otherwise.as_ref().map(|otherwise| otherwise.ty) else { return (None, None) };
            let then = self.where_known(known, true, |checker| checker.refined_expr(then, Some(hint)));
            return (then, otherwise);
        }
        let then = self.where_known(known, true, |checker| checker.refined_expr(then, want));
        let hint = then.as_ref().map(|then| then.ty).or(want);
        let otherwise = self.where_known(known, false, |checker| checker.refined_expr(otherwise, hint));
        (then, otherwise)
    }

    /// Checks an expression and insists on a type.
    pub(crate) fn expect(&mut self, written: &ast::Expr, want: Type) -> Option<Expr> {
        if want == UNKNOWN {
            // What it should be is not known; what is wrong inside of it still is.
            self.expr(written, None);
            return None;
        }
        let expr = self.expr(written, Some(want))?;
        self.coerce(expr, want)
    }

    /// Checks an expression and gives it the type that is known of it here.
    pub(crate) fn refined_expr(&mut self, written: &ast::Expr, want: Option<Type>) -> Option<Expr> {
        self.expr(written, want).map(|expr| self.refined(expr))
    }

    /// Checks an expression that is asked whether it holds.
    pub(crate) fn expect_condition(&mut self, written: &ast::Expr) -> Option<Expr> {
        let expr = self.expr(written, Some(BOOL))?;
        self.condition(expr)
    }

    /// Insists on a number or points.
    pub(crate) fn number(&mut self, expr: Expr) -> Option<Expr> {
        if matches!(expr.ty.sort, Sort::Int | Sort::Pts) && expr.ty.form != Form::Many {
            let one = expr.ty.with_form(Form::One);
            return self.coerce(expr, one);
        }
        let found = self.describe(expr.ty);
        Diagnostic::error("types::not-a-number", format!("expected a number or points, found {found}"))
            .at(expr.span, format!("this is {found}"))
            .help(match (expr.ty.sort, expr.ty.form) {
                (_, Form::Many) => "count a set: `count(…)`",
                (Sort::Die, _) => "a die is rolled first: `roll n from …`",
                (_, Form::Maybe | Form::One) => "only numbers and points can be reckoned with",
            })
            .report(self.diagnostics);
        None
    }

    fn binary(&mut self, op: Written, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        match op {
            Written::Or if let Some(word) = self.alternative(left, right) => self.or_kind(left, word, span),
            Written::Or if self.report_torn_kinds(left, right) => None,
            Written::And | Written::Or => {
                let left = self.expect_condition(left);
                let right = self.where_known(left.as_ref(), op == Written::And, |checker| {
                    checker.expect_condition(right)
                });
                let (left, right) = (left?, right?);
                let kind =
                    if op == Written::And { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
                Some(Expr::new(span, BOOL, kind))
            }
            Written::Equal => self.equality(left, right, span),
            Written::NotEqual => self.equality(left, right, span).map(negate),
            Written::Less => self.order(BinaryOp::Less, left, right, span),
            Written::LessEqual => self.order(BinaryOp::LessEqual, left, right, span),
            Written::Greater => {
                // The left operand is still evaluated first: `a > b` is `not (a <= b)`.
                self.order(BinaryOp::LessEqual, left, right, span).map(negate)
            }
            Written::GreaterEqual => self.order(BinaryOp::Less, left, right, span).map(negate),
            Written::In => self.contains(left, right, span),
            Written::NotIn => self.contains(left, right, span).map(negate),
            Written::Add => self.sum(BinaryOp::Add, left, right, span),
            Written::Subtract => self.sum(BinaryOp::Subtract, left, right, span),
            Written::Multiply => self.product(left, right, span),
            Written::DivideDown => self.quotient(BinaryOp::DivideDown, left, right, span),
            Written::DivideUp => self.quotient(BinaryOp::DivideUp, left, right, span),
            Written::Modulo => self.remainder(left, right, span),
            Written::Range => {
                let (left, right) = self.bounds(left, right)?;
                let members = left.ty.with_form(Form::Many);
                let args = vec![left, right];
                if let [ExprKind::Const(low), ExprKind::Const(high)] = [&*args[0].kind, &*args[1].kind]
                    && low > high
                {
                    let unit = if members.sort == Sort::Pts { " pts" } else { "" };
                    Diagnostic::error(
                        "types::empty-range",
                        format!("nothing lies in {low}{unit}..{high}{unit}"),
                    )
                    .at(span, "the first number must not be larger")
                    .help(format!("turn them round: `{high}{unit}..{low}{unit}`"))
                    .report(self.diagnostics);
                    return None;
                }
                Some(Expr::ask(span, members, Builtin::Numbers, args))
            }
            Written::Each => {
                let count = self.expect(left, INT);
                let each = self.expect(right, PTS);
                let (count, each) = (count?, each?);
                // A figure counts nothing, whichever side it stands on: it says what each of the others is worth.
                let (name, count, each) = match (is_figure(left), is_figure(right)) {
                    (true, true) => (String::new(), count, each),
                    (true, false) => (self.term_name(right), each, count),
                    (false, _) => (self.term_name(left), count, each),
                };
                let name = self.term(&name);
                Some(Expr::new(span, PTS, ExprKind::Term { name, count, each }))
            }
        }
    }

    /// What a term counts: the last word of what is counted.
    pub(crate) fn term_name(&self, count: &ast::Expr) -> String {
        if let Ast::Name(name) = &*count.kind {
            name.clone()
        } else if let Ast::Fold { fold, binding, body } = &*count.kind {
            match body {
                Some(body) if !matches!(fold.node, ast::Fold::Set) => self.term_name(body),
                _ => self.members_name(binding),
            }
        } else if let Ast::Call { name, args } = &*count.kind
            && let ("count", [set]) = (name.node.as_str(), args.as_slice())
        {
            self.term_name(set)
        } else if let Ast::Call { name, .. } = &*count.kind
            && let Some(asks) = self.values.get(name.node.as_str()).and_then(|value| value.asks.as_ref())
        {
            asks.clone()
        } else if let Ast::Field { name, .. } | Ast::Call { name, .. } = &*count.kind {
            name.node.clone()
        } else if let Ast::Points(inner) | Ast::Unary { op: UnaryOp::Negate, operand: inner } = &*count.kind {
            self.term_name(inner)
        } else {
            self.sources.line_text(count.span)
        }
    }

    fn both(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<(Expr, Expr)> {
        // A bare word on the left takes its meaning from the right side.
        if let Ast::Name(_) = &*left.kind
            && let Ast::Name(_) = &*right.kind
            && let Some(known) = self.type_of_name(right)
            && self.type_of_name(left).is_none()
        {
            let (left, right) = (self.expr(left, Some(known)), self.expr(right, None));
            return Some((left?, right?));
        }
        let left = self.expr(left, None);
        if left.is_none() && matches!(&*right.kind, Ast::Name(_)) {
            // The left side would have said which list of words is meant.
            return None;
        }
        let right = self.expr(right, left.as_ref().map(|left| left.ty));
        Some((left?, right?))
    }

    /// The type of a word that needs no help to be understood.
    fn type_of_name(&self, written: &ast::Expr) -> Option<Type> {
        let Ast::Name(name) = &*written.kind else { return None };
        if let Some(local) = self.scope.find(name) {
            return Some(local.ty);
        }
        if let Some(option) = self.options.get(name) {
            return Some(option.ty);
        }
        let var = self.variable(rota_bytecode::program::Owner::Game, name)?;
        self.declared.vars.get(usize::from(var)).map(|var| var.ty)
    }

    fn equality(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (left, right) = self.both(left, right)?;
        if let Some(set) = [&left, &right].into_iter().find(|side| side.ty.form == Form::Many) {
            let set = set.span;
            Diagnostic::error("types::set-equality", "sets are not compared")
                .at(set, "this is a set")
                .help("compare `count(…)`, or ask `x in …`")
                .report(self.diagnostics);
            return None;
        }
        let of_features = |ty: Type| matches!(ty.sort, Sort::Feature | Sort::Segment);
        let same_sort = left.ty.sort == right.ty.sort
            && (left.ty.sort != Sort::Words || left.ty.detail == right.ty.detail);
        let comparable = same_sort
            || left.ty.sort == Sort::Nothing
            || right.ty.sort == Sort::Nothing
            || (of_features(left.ty) && of_features(right.ty));
        if !comparable {
            let (left_words, right_words) = (self.describe(left.ty), self.describe(right.ty));
            Diagnostic::error("types::mismatch", format!("{left_words} and {right_words} are never equal"))
                .at(left.span, format!("this is {left_words}"))
                .at(right.span, format!("this is {right_words}"))
                .help(type_advice::unequal(left.ty, right.ty))
                .report(self.diagnostics);
            return None;
        }
        let missing = |one: &Expr, other: &Expr| one.ty.sort == Sort::Nothing && other.ty.form == Form::One;
        if let Some(there) = match (missing(&left, &right), missing(&right, &left)) {
            (true, false) if right.ty.sort != Sort::Nothing => Some(&right),
            (false, true) if left.ty.sort != Sort::Nothing => Some(&left),
            _ => None,
        } {
            let words = self.describe(there.ty);
            Diagnostic::error("types::mismatch", format!("{words} is never none"))
                .at(there.span, format!("this is {words}"))
                .help(format!("only what may be missing, such as `{words}?`, is compared with `none`"))
                .report(self.diagnostics);
            return None;
        }
        let is_feature = left.ty.sort == Sort::Feature || right.ty.sort == Sort::Feature;
        let kind = if is_feature && left.ty.sort != Sort::Nothing && right.ty.sort != Sort::Nothing {
            ExprKind::Ask { builtin: Builtin::SameFeature, args: vec![left, right] }
        } else {
            ExprKind::Binary { op: BinaryOp::Equal, left, right }
        };
        Some(Expr::new(span, BOOL, kind))
    }

    fn alike(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<(Expr, Expr)> {
        let (left, right) = self.both(left, right)?;
        self.numbers(left, right)
    }

    /// Insists on two numbers, or on points and points.
    fn numbers(&mut self, left: Expr, right: Expr) -> Option<(Expr, Expr)> {
        let (left, right) = (self.number(left), self.number(right));
        let (left, right) = (left?, right?);
        if left.ty.sort != right.ty.sort {
            let (a, b) = (self.describe(left.ty), self.describe(right.ty));
            Diagnostic::error("types::mismatch", format!("{a} and {b} do not mix"))
                .at(left.span, format!("this is {a}"))
                .at(right.span, format!("this is {b}"))
                .help("a number becomes points with `pts`: `3 pts`, `(n + 1) pts`, or `n each 2 pts`")
                .report(self.diagnostics);
            return None;
        }
        Some((left, right))
    }

    /// The ends of a range: two numbers, or points and points.
    fn bounds(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<(Expr, Expr)> {
        let (left, right) = (self.expr(left, Some(INT)), self.expr(right, Some(INT)));
        let (left, right) = (left?, right?);
        let are_points = [&left, &right].map(|end| end.ty.sort == Sort::Pts);
        if are_points[0] != are_points[1] && [&left, &right].iter().all(|end| end.ty.sort != Sort::Nothing) {
            let (a, b) = (self.describe(left.ty), self.describe(right.ty));
            Diagnostic::error("types::mismatch", format!("no range leads from {a} to {b}"))
                .at(left.span, format!("this is {a}"))
                .at(right.span, format!("this is {b}"))
                .help("a range of points has points at both ends: `0 pts..5 pts`")
                .report(self.diagnostics);
            return None;
        }
        let want = if are_points[0] { PTS } else { INT };
        let (left, right) = (self.coerce(left, want), self.coerce(right, want));
        Some((left?, right?))
    }

    fn order(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (left, right) = self.alike(left, right)?;
        Some(Expr::new(span, BOOL, ExprKind::Binary { op, left, right }))
    }

    /// `A + B` and `A - B`: of numbers, of points, or of sets.
    fn sum(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (left, right) = self.both(left, right)?;
        let is_set = |side: &Expr| side.ty.form == Form::Many;
        let is_number = |side: &Expr| matches!(side.ty.sort, Sort::Int | Sort::Pts) && !is_set(side);
        if (is_set(&left) || is_set(&right)) && !is_number(&left) && !is_number(&right) {
            return self.sum_of_sets(op, left, right, span);
        }
        let (left, right) = self.numbers(left, right)?;
        // What is taken off is told as a term of its own, with the points that each costs.
        let (op, right) = match negated_terms(&right).filter(|_| op == BinaryOp::Subtract) {
            Some(terms) => (BinaryOp::Add, terms),
            None => (op, right),
        };
        Some(Expr::new(span, left.ty, ExprKind::Binary { op, left, right }))
    }

    fn product(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (left, right) = self.both(left, right)?;
        let (left, right) = (self.number(left), self.number(right));
        let (left, right) = (left?, right?);
        if left.ty.sort == Sort::Pts && right.ty.sort == Sort::Pts {
            Diagnostic::error("types::points-squared", "points times points is nothing a player can score")
                .at(right.span, "this is points")
                .at(left.span, "and this is points")
                .help("leave `pts` away on one side")
                .report(self.diagnostics);
            return None;
        }
        let ty = if left.ty.sort == Sort::Pts { left.ty } else { right.ty };
        Some(Expr::new(span, ty, ExprKind::Binary { op: BinaryOp::Multiply, left, right }))
    }

    fn quotient(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let left = self.expr(left, None).and_then(|left| self.number(left));
        // How often some points go into others is a number.
        let right = match &left {
            Some(left) if left.ty.sort == Sort::Pts => {
                self.expr(right, None).and_then(|right| self.number(right))
            }
            _ => self.expect(right, INT),
        };
        let (left, right) = (left?, right?);
        let ty = if right.ty.sort == Sort::Pts { INT } else { left.ty };
        Some(Expr::new(span, ty, ExprKind::Binary { op, left, right }))
    }

    /// What a division leaves: of points points, whatever they are divided by.
    fn remainder(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let division = self.quotient(BinaryOp::Modulo, left, right, span)?;
        let ExprKind::Binary { left, .. } = &*division.kind else { return Some(division) };
        Some(Expr { ty: left.ty, ..division })
    }
}

/// Whether an expression is made of figures alone.
fn is_figure(written: &ast::Expr) -> bool {
    if let Ast::Binary { left, right, .. } = &*written.kind {
        return is_figure(left) && is_figure(right);
    }
    if let Ast::Points(inner) | Ast::Unary { operand: inner, .. } = &*written.kind {
        return is_figure(inner);
    }
    matches!(*written.kind, Ast::Int(_))
}

/// The opposite of a truth.
pub(crate) fn negate(expr: Expr) -> Expr {
    Expr::new(expr.span, expr.ty, ExprKind::Not(expr))
}

/// The same terms with what each of them costs in place of what it is worth; nothing where there is anything else.
fn negated_terms(expr: &Expr) -> Option<Expr> {
    let kind = if let ExprKind::Term { name, count, each } = &*expr.kind {
        let cost = crate::tree::constant(each).and_then(i64::checked_neg).map(ExprKind::Const);
        let cost = cost.unwrap_or_else(|| ExprKind::Negate(each.clone()));
        let each = Expr::new(each.span, each.ty, cost);
        ExprKind::Term { name: *name, count: count.clone(), each }
    } else if let ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Subtract), left, right } =
        &*expr.kind
    {
        ExprKind::Binary { op: *op, left: negated_terms(left)?, right: negated_terms(right)? }
    } else {
        return None;
    };
    Some(Expr::new(expr.span, expr.ty, kind))
}
