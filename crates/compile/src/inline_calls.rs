//! Rules and steps written out where the phases call them, so that a turn is one function.

use rota_bytecode::{Sort, Type};
use rota_source::Span;

use crate::slots::{has_room, shift_block};
use crate::use_before_def::used_before_defined;
use rota_check::tree::{Expr, ExprKind, Function, Statement, StatementKind};

/// Writes out in a phase the rules and steps that it calls, and what those call. Steps that can be run by themselves
/// keep their calls: there they cost little, and each rule would be written out once more.
pub(crate) fn inline_calls(functions: &mut [Function], phase: u32) {
    let Some(function) = functions.get_mut(phase as usize) else { return };
    let (mut body, slots) = (std::mem::take(&mut function.body), function.slots);
    let mut writer = Writer { functions, open: vec![phase], slots };
    writer.block(&mut body, slots);
    let slots = writer.slots;
    if let Some(function) = functions.get_mut(phase as usize) {
        (function.body, function.slots) = (body, slots);
    }
}

struct Writer<'f> {
    functions: &'f [Function],
    /// What is being written out: a call of one of these would be a circle.
    open: Vec<u32>,
    /// How many slots the phase has come to need.
    slots: u16,
}

impl Writer<'_> {
    /// Looks through statements of a function or part that names so many slots, those around it included.
    fn block(&mut self, statements: &mut [Statement], named: u16) {
        for Statement { span, kind } in statements {
            match kind {
                StatementKind::Run(call) => {
                    if let Some(part) = self.part(call, *span, named) {
                        *kind = part;
                    }
                }
                other => other.blocks_mut().for_each(|block| self.block(block, named)),
            }
        }
    }

    /// What is written in place of a call; nothing where it has to stay one.
    fn part(&mut self, call: &Expr, span: Span, named: u16) -> Option<StatementKind> {
        let ExprKind::Call { function, .. } = *call.kind else { return None };
        let functions = self.functions;
        let callee = functions.get(function as usize)?;
        let fits = callee.params == 0 && callee.result.is_none() && has_room(named, callee.slots);
        if !fits || self.open.contains(&function) || callee.body.iter().any(returns) {
            return None;
        }
        // Parts follow one another, so all of them use the same slots: another may have used them before.
        let emptied = used_before_defined(&callee.body).into_iter().map(|slot| emptied(slot, span));
        let mut body: Vec<Statement> = emptied.chain(callee.body.iter().cloned()).collect();
        shift_block(&mut body, &|slot| slot.saturating_add(named));
        let named = named.saturating_add(callee.slots);
        self.slots = self.slots.max(named);
        self.open.push(function);
        self.block(&mut body, named);
        self.open.pop();
        Some(StatementKind::Inlined { function, body })
    }
}

fn emptied(slot: u16, span: Span) -> Statement {
    let (ty, kind) = (Type::one(Sort::Int), Box::new(ExprKind::Const(0)));
    Statement { span, kind: StatementKind::Store { slot, value: Expr { span, ty, kind } } }
}

fn returns(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Return(_)) || statement.kind.blocks().flatten().any(returns)
}
