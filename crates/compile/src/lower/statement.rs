//! Statements.

use rota_bytecode::Op;
use rota_bytecode::program::Returns;

use crate::tree::{Expr, Statement, StatementKind};

use super::constant::constant;
use super::emit::{Emitter, Enclosing};

impl<'t> Emitter<'t> {
    /// Writes statements one after another.
    pub fn block(&mut self, statements: &'t [Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'t Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Store { slot, value } => {
                self.value(value);
                self.emit(span, Op::Store(*slot));
            }
            StatementKind::Set { var, key, value } => {
                if let Some(key) = key {
                    self.value(key);
                }
                self.value(value);
                self.emit(span, if key.is_some() { Op::Set(*var) } else { Op::SetGame(*var) });
            }
            StatementKind::If { condition, then, otherwise } => {
                self.if_statement(statement, condition, then, otherwise);
            }
            StatementKind::Each { .. } => self.each(statement),
            StatementKind::Repeat { times, body } => self.repeat(statement, times, body),
            StatementKind::Leave => self.leave(statement),
            StatementKind::Stop => self.stop(statement),
            StatementKind::Scope(body) => {
                let exit = self.label();
                self.enclosing.push(Enclosing::Scope(exit));
                self.block(body);
                self.enclosing.pop();
                self.bind(exit);
            }
            StatementKind::Return(value) => self.return_value(statement, value),
            StatementKind::Run(value) => {
                self.value(value);
                if !self.is_procedure(value) {
                    self.emit(span, Op::Pop);
                }
            }
            StatementKind::Do { effect, args, result } => {
                self.values(args);
                self.emit(span, Op::Do(*effect));
                self.result(statement, effect.has_result(), *result);
            }
            StatementKind::Terms => self.emit(span, Op::Terms),
            StatementKind::Note { site, slot } => {
                self.emit(span, Op::Note(*site));
                self.emit(span, Op::Store(*slot));
            }
            StatementKind::Reaction { id, body } => {
                let skip = self.label();
                self.enter(span, *id, skip);
                self.enclosing.push(Enclosing::Reaction(*id));
                self.block(body);
                self.enclosing.pop();
                self.emit(span, Op::Exit(*id));
                self.bind(skip);
            }
            StatementKind::Choose { .. } => self.choose(statement),
        }
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
            self.jump(statement.span, Op::Jump, end);
        }
        self.bind(other);
        self.block(otherwise);
        self.bind(end);
    }

    fn result(&mut self, statement: &Statement, has_result: bool, slot: Option<u16>) {
        let span = statement.span;
        if !has_result && slot.is_some() {
            self.emit(span, Op::Const(0));
        }
        match slot {
            Some(slot) => self.emit(span, Op::Store(slot)),
            None if has_result => self.emit(span, Op::Pop),
            None => {}
        }
    }

    fn leave(&mut self, statement: &Statement) {
        for index in (0..self.enclosing.len()).rev() {
            match self.enclosing.get(index) {
                Some(Enclosing::Reaction(id)) => self.emit(statement.span, Op::Exit(*id)),
                Some(Enclosing::Loop { exit, .. }) => return self.jump(statement.span, Op::Jump, *exit),
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
                Some(Enclosing::Reaction(id)) => self.emit(span, Op::Exit(*id)),
                // The mark of the outermost loop that is left lies deepest.
                Some(Enclosing::Loop { mark, .. }) => freed = mark.or(freed),
                Some(Enclosing::Scope(exit)) => {
                    let exit = *exit;
                    if let Some(mark) = freed {
                        self.emit(span, Op::Release(mark));
                    }
                    return self.jump(span, Op::Jump, exit);
                }
                None => {}
            }
        }
        self.emit(span, Op::Trap);
    }

    fn return_value(&mut self, statement: &'t Statement, value: &'t Expr) {
        self.value(value);
        for index in (0..self.enclosing.len()).rev() {
            if let Some(Enclosing::Reaction(id)) = self.enclosing.get(index) {
                self.emit(statement.span, Op::Exit(*id));
            }
        }
        let is_list = self.returns == Returns::List;
        self.emit(statement.span, if is_list { Op::ReturnList } else { Op::Return });
    }
}
