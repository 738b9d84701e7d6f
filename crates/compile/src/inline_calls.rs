//! Inlining of calls: rules, steps and short procedures stand where the phases call them, so that a turn is one function.

use rota_bytecode::{Sort, Type};
use rota_source::Span;

use crate::inline_values::MOST_PARTS;
use crate::purity::size;
use crate::slots::{has_room, shift_block};
use crate::use_before_def::used_before_defined;
use rota_check::tree::{Expr, ExprKind, Function, Statement, StatementKind};

/// Inlines in a phase the rules and steps that it calls, and what those call. Steps that can be run by themselves
/// keep their calls: there they cost little, and each rule would be inlined once more.
pub(crate) fn inline_calls(functions: &mut [Function], phase: u32) {
    let Some(function) = functions.get_mut(phase as usize) else { return };
    let (mut body, slots) = (std::mem::take(&mut function.body), function.slots);
    let mut inliner = Inliner { functions, open: vec![phase], slots };
    inliner.block(&mut body, slots);
    let slots = inliner.slots;
    if let Some(function) = functions.get_mut(phase as usize) {
        (function.body, function.slots) = (body, slots);
    }
}

struct Inliner<'f> {
    functions: &'f [Function],
    /// What is being inlined: a call of one of these would be a circle.
    open: Vec<u32>,
    /// How many slots the phase has come to need.
    slots: u16,
}

impl Inliner<'_> {
    /// Looks through statements of a function that names so many slots, those of the functions around it included.
    fn block(&mut self, statements: &mut [Statement], named: u16) {
        for Statement { span, kind } in statements {
            if let StatementKind::Run(call) = kind {
                if let Some(inlined) = self.inlined(call, *span, named) {
                    *kind = inlined;
                }
            } else {
                kind.blocks_mut().for_each(|block| self.block(block, named));
            }
        }
    }

    /// What is written in place of a call; nothing where it has to stay one.
    fn inlined(&mut self, call: &Expr, span: Span, named: u16) -> Option<StatementKind> {
        let ExprKind::Call { function, ref args } = *call.kind else { return None };
        let functions = self.functions;
        let callee = functions.get(function as usize)?;
        let fits = callee.result.is_none() && is_short(callee) && has_room(named, callee.slots);
        if !fits || self.open.contains(&function) || callee.body.iter().any(returns) {
            return None;
        }
        // Inlined functions follow one another, so all of them use the same slots: another may have written them.
        let unset = used_before_defined(&callee.body).into_iter().filter(|slot| *slot >= callee.params);
        let cleared = unset.map(|slot| cleared(slot, span));
        let mut body: Vec<Statement> = cleared.chain(callee.body.iter().cloned()).collect();
        shift_block(&mut body, &|slot| slot.saturating_add(named));
        // What the call gives is worked out in the slots of who calls.
        let given = (named..).zip(args).map(|(slot, value)| stored(slot, value.clone()));
        body.splice(0..0, given.collect::<Vec<_>>());
        let named = named.saturating_add(callee.slots);
        self.slots = self.slots.max(named);
        self.open.push(function);
        self.block(&mut body, named);
        self.open.pop();
        Some(StatementKind::Inlined { function, body })
    }
}

/// Slots of a function start at 0.
fn cleared(slot: u16, span: Span) -> Statement {
    let (ty, kind) = (Type::one(Sort::Int), Box::new(ExprKind::Const(0)));
    stored(slot, Expr { span, ty, kind })
}

fn stored(slot: u16, value: Expr) -> Statement {
    Statement { span: value.span, kind: StatementKind::Store { slot, value } }
}

/// Whether a function may be written more than once: it takes nothing, as rules and steps do, or is a procedure of a
/// few parts. What rules react to stays a function.
fn is_short(callee: &Function) -> bool {
    callee.params == 0 || parts(&callee.body).is_some_and(|parts| parts <= MOST_PARTS)
}

/// How many parts statements have; nothing where rules react in there.
fn parts(statements: &[Statement]) -> Option<usize> {
    let mut all = 0;
    for Statement { kind, .. } in statements {
        if matches!(kind, StatementKind::Reaction { .. }) {
            return None;
        }
        all += 1 + kind.exprs().map(size).sum::<usize>();
        for block in kind.blocks() {
            all += parts(block)?;
        }
    }
    Some(all)
}

fn returns(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Return(_)) || statement.kind.blocks().flatten().any(returns)
}
