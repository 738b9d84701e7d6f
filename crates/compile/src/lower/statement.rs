//! Statements.

use rota_bytecode::Op;
use rota_bytecode::program::Returns;

use rota_check::tree::{Expr, Statement, StatementKind};

use super::emit::{Emitter, Enclosing, slot};
use super::expression::small;
use rota_check::tree::constant;

impl<'t> Emitter<'t> {
    /// Writes statements one after another.
    pub fn block(&mut self, statements: &'t [Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'t Statement) {
        let (span, slots) = (statement.span, self.slots());
        match &statement.kind {
            StatementKind::Store { slot: to, value } => self.value_into(value, slot(*to)),
            StatementKind::Set { var, key: None, value } if let Some(number) = small(value) => {
                self.emit(span, Op::SetGlobalImm(number, *var));
            }
            StatementKind::Set { var, key, value } => {
                let key = key.as_ref().map(|key| self.value(key));
                let value = self.value(value);
                self.emit(span, key.map_or(Op::SetGlobal(value, *var), |key| Op::Set(key, value, *var)));
            }
            StatementKind::If { condition, then, otherwise } => {
                self.if_statement(statement, condition, then, otherwise);
            }
            StatementKind::Each { .. } => self.each(statement),
            StatementKind::Repeat { times, body } => self.repeat(statement, times, body),
            StatementKind::Leave => self.leave(statement),
            StatementKind::Stop => self.stop(statement),
            StatementKind::Scope(body) => self.scope(body),
            StatementKind::Inlined { function, body } => {
                let part = self.begin_inlined(*function);
                self.scope(body);
                self.end_inlined(part);
            }
            StatementKind::Return(value) => self.return_value(statement, value),
            StatementKind::Run(value) => {
                self.value(value);
            }
            StatementKind::Do { effect, args, result } => {
                let to = result.map_or_else(|| self.slot(), slot);
                let op = match args.as_slice() {
                    [known] if let Some(number) = small(known) => Op::ApplyImm(to, *effect, number, 0),
                    [left, right] if let (Some(left), Some(right)) = (small(left), small(right)) => {
                        Op::ApplyImm(to, *effect, left, right)
                    }
                    [left, right] => Op::ApplyPair(to, *effect, self.value(left), self.value(right)),
                    args => Op::Apply(to, *effect, self.arguments(args)),
                };
                self.emit(span, op);
                if !effect.has_result() && result.is_some() {
                    self.constant(span, 0, to);
                }
            }
            StatementKind::Terms => self.emit(span, Op::ClearTerms),
            StatementKind::Note { site, slot: to } => self.emit(span, Op::Note(slot(*to), *site)),
            StatementKind::Reaction { id, body } => {
                let skip = self.label();
                self.jump(span, skip, |target| Op::EnterReaction(*id, target));
                self.enclosing.push(Enclosing::Reaction(*id));
                self.block(body);
                self.enclosing.pop();
                self.emit(span, Op::ExitReaction(*id));
                self.bind(skip);
            }
            StatementKind::Choose { .. } => self.choose(statement),
        }
        self.free_slots(slots);
    }

    fn scope(&mut self, body: &'t [Statement]) {
        let exit = self.label();
        self.enclosing.push(Enclosing::Scope(exit));
        self.block(body);
        self.enclosing.pop();
        self.bind(exit);
    }

    fn if_statement(
        &mut self,
        statement: &'t Statement,
        condition: &'t Expr,
        then: &'t [Statement],
        otherwise: &'t [Statement],
    ) {
        if let Some(known) = constant(condition) {
            return self.block(if known == 0 { otherwise } else { then });
        }
        let (other, end) = (self.label(), self.label());
        self.branch(condition, false, other);
        self.block(then);
        if !otherwise.is_empty() {
            self.jump(statement.span, end, Op::Jump);
        }
        self.bind(other);
        self.block(otherwise);
        self.bind(end);
    }

    fn leave(&mut self, statement: &Statement) {
        for index in (0..self.enclosing.len()).rev() {
            match self.enclosing.get(index) {
                Some(Enclosing::Reaction(id)) => self.emit(statement.span, Op::ExitReaction(*id)),
                Some(Enclosing::Loop { exit, early, .. }) => {
                    let (exit, early) = (*exit, *early);
                    self.free(statement.span, early);
                    return self.jump(statement.span, exit, Op::Jump);
                }
                _ => {}
            }
        }
        // No loop: nothing the checker lets through.
        self.emit(statement.span, Op::Trap);
    }

    fn stop(&mut self, statement: &Statement) {
        let (span, mut freed) = (statement.span, None);
        for index in (0..self.enclosing.len()).rev() {
            match self.enclosing.get(index) {
                Some(Enclosing::Reaction(id)) => self.emit(span, Op::ExitReaction(*id)),
                // What the outermost loop that is left frees lies deepest.
                Some(Enclosing::Loop { early, outer, .. }) => freed = outer.or(*early).or(freed),
                Some(Enclosing::Scope(exit)) => {
                    let exit = *exit;
                    self.free(span, freed);
                    return self.jump(span, exit, Op::Jump);
                }
                None => {}
            }
        }
        self.emit(span, Op::Trap);
    }

    fn return_value(&mut self, statement: &'t Statement, value: &'t Expr) {
        let value = self.value(value);
        for index in (0..self.enclosing.len()).rev() {
            if let Some(Enclosing::Reaction(id)) = self.enclosing.get(index) {
                self.emit(statement.span, Op::ExitReaction(*id));
            }
        }
        let is_list = self.returns == Returns::List;
        self.emit(statement.span, if is_list { Op::ReturnList(value) } else { Op::Return(value) });
    }
}
