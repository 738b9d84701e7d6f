//! What scenarios ask, and what they give, as functions.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_syntax::ast;

use crate::build::constant;
use crate::checker::Checker;
use crate::output::{CompiledQuestion, Question, QuestionKind, QuestionPart};
use crate::scope::{Purity, Scope};
use crate::tree::{BinaryOp, Expr, ExprKind, Statement, StatementKind};

const TRUTH: Type = Type::one(Sort::Bool);

impl Checker<'_> {
    /// Makes functions of what a scenario asks or gives.
    pub(crate) fn check_question(&mut self, question: &Question<'_>) -> CompiledQuestion {
        self.seats = Some(question.players.to_vec());
        let compiled = match question.asked {
            QuestionKind::Condition(expr) => self.condition_asked(expr),
            QuestionKind::Given(statement) => self.given(statement),
        };
        self.seats = None;
        compiled
    }

    /// A function of the whole, and of each of its parts those that show why it does not hold.
    fn condition_asked(&mut self, expr: &ast::Expr) -> CompiledQuestion {
        let span = expr.span;
        let function = self.reserve("expect".to_owned(), span, Some(TRUTH));
        self.scope = Scope::function("expect", Purity::Answers, Some(TRUTH));
        self.scope.assumes = true;
        let answer = self.expect_condition(expr).unwrap_or_else(|| constant(0, TRUTH, span));
        let mut conjuncts = Vec::new();
        conjuncts_of(&answer, &mut conjuncts);
        let is_one = conjuncts.len() == 1;
        self.answer_with(function, answer);
        let parts = conjuncts.into_iter().map(|part| {
            let sides = compared(&part).filter(|sides| sides.iter().all(|side| side.ty.form != Form::Many));
            // `a > b` is kept as `b < a`.
            let as_written = |[left, right]: [Expr; 2]| {
                if left.span.start <= right.span.start { [left, right] } else { [right, left] }
            };
            let sides =
                sides.map(|sides| as_written(sides).map(|side| (self.function_of(side.clone()), side.ty)));
            let span = part.span;
            let function = if is_one { function } else { self.function_of(part) };
            QuestionPart { span, function, sides }
        });
        CompiledQuestion { function, parts: parts.collect() }
    }

    /// A function that does what is given. The effects are the bare ones: what is given did not happen.
    fn given(&mut self, statement: &ast::Statement) -> CompiledQuestion {
        let function = self.reserve("given".to_owned(), statement.span, None);
        self.scope = Scope::function("given", Purity::Acts, None);
        self.scope.assumes = true;
        let wrappers = std::mem::take(&mut self.wrappers);
        let body = self.statements(std::slice::from_ref(statement));
        self.wrappers = wrappers;
        self.fill(function, 0, body);
        CompiledQuestion { function, parts: Vec::new() }
    }

    /// A function that tells an expression of the question at hand.
    fn function_of(&mut self, expr: Expr) -> u32 {
        let function = self.reserve("expect".to_owned(), expr.span, Some(expr.ty));
        self.answer_with(function, expr);
        function
    }

    fn answer_with(&mut self, function: u32, answer: Expr) {
        let span = answer.span;
        self.fill(function, 0, vec![Statement { span, kind: StatementKind::Return(answer) }]);
    }
}

/// The conditions that `and` joins.
fn conjuncts_of(answer: &Expr, found: &mut Vec<Expr>) {
    if let ExprKind::And(left, right) = &*answer.kind {
        conjuncts_of(left, found);
        conjuncts_of(right, found);
    } else {
        found.push(answer.clone());
    }
}

/// The two sides of a comparison.
fn compared(answer: &Expr) -> Option<[Expr; 2]> {
    if let ExprKind::Not(inner) = &*answer.kind {
        compared(inner)
    } else if let ExprKind::Binary { op, left, right } = &*answer.kind {
        let compares =
            matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual);
        compares.then(|| [left.clone(), right.clone()])
    } else if let ExprKind::Ask { builtin: Builtin::SameFeature, args } = &*answer.kind {
        Some([args.first()?.clone(), args.get(1)?.clone()])
    } else {
        None
    }
}
