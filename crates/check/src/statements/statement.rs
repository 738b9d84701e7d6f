//! Statements.

use rota_bytecode::{Effect, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, StatementKind as Written};

use crate::build::{constant, run};
use crate::changes::acts;
use crate::checker::Checker;
use crate::expressions::types::UNKNOWN;
use crate::scope::Purity;
use crate::statements::pieces::{MOVE_TARGETS, PUT_TARGETS};
use crate::tree::{Statement, StatementKind};

const SEGMENT: Type = Type::one(Sort::Segment);

impl Checker<'_> {
    /// Checks a block in a scope of its own.
    pub(crate) fn block(&mut self, block: &ast::Block) -> Vec<Statement> {
        let mark = self.scope.mark();
        let checked = self.statements(&block.statements);
        self.scope.restore(mark);
        checked
    }

    /// Checks statements; what follows a `choose` without a block belongs to it, for nothing follows where
    /// nothing is chosen.
    pub(crate) fn statements(&mut self, statements: &[ast::Statement]) -> Vec<Statement> {
        let mut checked = Vec::new();
        let mut before: Option<&ast::Statement> = None;
        for (position, statement) in statements.iter().enumerate() {
            self.check_reachable(before.replace(statement), statement);
            if let Written::Choose(choose) = &statement.kind {
                let mark = self.scope.mark();
                let rest = statements.get(position + 1..).unwrap_or_default();
                checked.extend(self.choose(statement.span, choose, rest));
                self.scope.restore(mark);
                if choose.body.is_none() {
                    break;
                }
                continue;
            }
            self.statement(statement, &mut checked);
        }
        checked
    }

    fn statement(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) {
        let span = statement.span;
        if self.scope.purity == Purity::Answers && acts(&statement.kind) {
            Diagnostic::error("types::effect-in-value", "a value only answers; it changes nothing")
                .at(self.first_word(span), "this would change the game")
                .help("move it into a rule")
                .report(self.diagnostics);
            return;
        }
        let kinds = self.statement_kind(statement);
        if acts(&statement.kind) && !matches!(statement.kind, Written::Set { .. }) {
            self.forget_changed(std::slice::from_ref(statement));
        }
        out.extend(kinds.into_iter().flatten().map(|kind| Statement { span, kind }));
    }

    /// What a statement becomes; `None` where it has an error.
    fn statement_kind(&mut self, statement: &ast::Statement) -> Option<Vec<StatementKind>> {
        let span = statement.span;
        let one = |kind: StatementKind| Some(vec![kind]);
        match &statement.kind {
            Written::Let { name, value } => {
                let value = self.refined_expr(value, None);
                if let Some(value) = value.as_ref().filter(|value| value.ty.sort == Sort::Nothing) {
                    Diagnostic::error("types::let-none", "what kind of thing is missing here is not known")
                        .at(value.span, "none of what?")
                        .help("declare a variable of the type instead: `var name : tile? = none`")
                        .report(self.diagnostics);
                }
                let value = value.filter(|value| value.ty.sort != Sort::Nothing);
                let ty = value.as_ref().map_or(UNKNOWN, |value| value.ty);
                let slot = self.scope.reserve(1);
                self.local(name, ty, slot, true);
                self.noted(name);
                let value = value?;
                self.learn_member(&value, slot);
                one(StatementKind::Store { slot, value })
            }
            Written::Set { target, value } => self.set_statement(statement, target, value),
            Written::If { condition, then, otherwise } => {
                let condition = self.expect_condition(condition);
                let (then, otherwise) = self.branches(condition.as_ref(), then, otherwise.as_ref());
                one(StatementKind::If { condition: condition?, then, otherwise })
            }
            Written::Each { binding, body } => {
                let mark = self.scope.mark();
                let (bound, checked) = self.apart(|checker| {
                    let bound = checker.bind_loop(binding, &body.statements);
                    checker.scope.loops += 1;
                    let checked = checker.block(body);
                    checker.scope.loops -= 1;
                    (bound, checked)
                });
                self.forget_changed(&body.statements);
                self.scope.restore(mark);
                let bound = bound?;
                one(StatementKind::Each {
                    slot: bound.slot,
                    set: bound.set,
                    from: bound.from,
                    filter: bound.filter,
                    body: checked,
                })
            }
            Written::Repeat { times, body } => {
                let times = self.expect(times, Type::one(Sort::Int));
                self.forget_changed(&body.statements);
                self.scope.loops += 1;
                let body = self.apart(|checker| checker.block(body));
                self.scope.loops -= 1;
                one(StatementKind::Repeat { times: times?, body })
            }
            Written::While { condition, body } => one(self.repeat_while(condition, body, span)?),
            // `statements` takes every choice.
            Written::Choose(_) => None,
            Written::Award { points, to, reason, at } => {
                self.award(Effect::Award, points, to, reason, at.as_ref(), span)
            }
            Written::Score { points, to, reason, at } => {
                self.award(Effect::Score, points, to, reason, at.as_ref(), span)
            }
            Written::Give => Some(self.give(span)),
            Written::Cancel { award } => {
                self.perform_on(Effect::CancelAward, &[(award, Type::one(Sort::Award))], span)
            }
            Written::Pay { amount, of, from, to, reason, at } => {
                let [of, from, to, at] = [of, from, to, at].map(Option::as_ref);
                self.pay((amount, of), [from, to], (reason, at), span)
            }
            Written::Put { piece, of, on } => self.move_piece(PUT_TARGETS, piece, of.as_ref(), on, span),
            Written::Move { piece, of, to } => self.move_piece(MOVE_TARGETS, piece, of.as_ref(), to, span),
            Written::Send { piece, reason } => {
                let piece = self.expect(piece, Type::one(Sort::Piece));
                let reason = match reason {
                    Some(reason) => self.reason(reason, Form::Maybe),
                    None => Some(constant(-1, Type::maybe(Sort::Reason), span)),
                };
                one(self.perform(Effect::Send, vec![piece?, reason?], span))
            }
            Written::Draw { name, bag, unseen, seen_by } => {
                one(self.draw(name, bag, (*unseen, seen_by.as_ref()), span)?)
            }
            Written::Show { tile, to } => one(self.show(tile, to.as_ref(), span)?),
            Written::Roll { name, die } => {
                let die = self.expr(die, None);
                let words = die.as_ref().filter(|die| die.ty.sort == Sort::Die).and_then(|die| die.ty.detail);
                let die = die.and_then(|die| self.coerce(die, Type::one(Sort::Die).with_detail(words)));
                let face = match words {
                    Some(_) => Type::one(Sort::Words).with_detail(words),
                    None => Type::one(Sort::Int),
                };
                let slot = self.result_slot(name, face);
                one(self.perform_into(Effect::Roll, vec![die?], slot, face, span))
            }
            Written::Stack { tile, under, bag } => one(self.stack(tile, *under, bag, span)?),
            Written::Fill { row } => one(self.fill_row(row, span)?),
            Written::Take { tile, bag } => one(self.drawn_and_stack(Effect::Fetch, tile, bag, span)?),
            Written::Shuffle { tile, bag } => one(self.drawn_and_stack(Effect::Shuffle, tile, bag, span)?),
            Written::Discard { what } => self.discard(what, span),
            Written::Place { tile, at } => {
                let at = (at, Type::one(Sort::Placement));
                self.perform_on(Effect::Place, &[(tile, Type::one(Sort::Tile)), at], span)
            }
            Written::Add { kind, at } => one(self.add_segment(kind, at, span)?),
            Written::Link { from, to } => {
                self.perform_on(Effect::Link, &[(from, SEGMENT), (to, SEGMENT)], span)
            }
            Written::Cut { from, to } => {
                self.perform_on(Effect::Cut, &[(from, SEGMENT), (to, SEGMENT)], span)
            }
            Written::Close { segment, side } => self.end_of(Effect::Close, segment, side.as_ref(), span),
            Written::Reopen { segment, side } => self.end_of(Effect::Reopen, segment, side.as_ref(), span),
            Written::Append { step, player } => self.append(step, player.as_ref()),
            Written::Run { step } => {
                let function = self.step_function(step)?;
                one(run(span, function, Vec::new()))
            }
            Written::Do { name, args } => self.do_procedure(name, args, span),
            Written::EndGame(ending) => one(self.end_game(ending)?),
            Written::Stop if self.scope.stoppable => one(StatementKind::Stop),
            Written::Stop => {
                self.misplaced(span, "`stop` ends a rule", "a value ends with `return`");
                None
            }
            Written::Leave if self.scope.loops > 0 => one(StatementKind::Leave),
            Written::Leave => {
                self.misplaced(
                    span,
                    "`leave` ends a loop, and there is none around it",
                    "use `stop` to end the rule",
                );
                None
            }
            Written::Return { value } => match self.scope.result {
                Some(UNKNOWN) => {
                    self.expr(value, None);
                    None
                }
                Some(result) => {
                    let value = self.expect(value, result)?;
                    one(StatementKind::Return(value))
                }
                None => {
                    self.misplaced(span, "`return` gives the result of a value", "use `stop` to end a rule");
                    None
                }
            },
        }
    }

    fn misplaced(&mut self, span: Span, message: &str, help: &str) {
        let word = self.first_word(span);
        Diagnostic::error("types::misplaced", message)
            .at(word, "not here")
            .help(help)
            .report(self.diagnostics);
    }
}
