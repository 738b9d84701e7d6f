//! Variables of the game that are read again and again between two writes: they are read once, into a slot.

use std::collections::BTreeSet;

use crate::lower::{Part, constant, walk};
use crate::simplify::{FULL, blocks, expressions};
use crate::traits::reads;
use crate::tree::{BinaryOp, Expr, ExprKind, Function, Statement, StatementKind};
use rota_bytecode::Effect;

/// Reads each variable of the game once where it stays as it is.
pub(crate) fn read_once(function: &mut Function) {
    let mut read = BTreeSet::new();
    walk(&function.body, &mut |part| {
        if let Part::Expr(Expr { kind, .. }) = part
            && let ExprKind::Get { var, key: None } = **kind
        {
            read.insert(var);
        }
    });
    for var in read {
        Reader { var, slots: &mut function.slots }.block(&mut function.body);
    }
}

struct Reader<'f> {
    var: u16,
    slots: &'f mut u16,
}

impl Reader<'_> {
    /// Looks for statements in a row that leave the variable as it is; looks into those that do not.
    fn block(&mut self, statements: &mut Vec<Statement>) {
        let mut start = 0;
        while start < statements.len() {
            let end = (start..statements.len()).find(|at| self.writes(&statements[*at..=*at]));
            let end = end.unwrap_or(statements.len());
            let more = self.row(statements, start, end);
            if let Some(writer) = statements.get_mut(end + more) {
                blocks(&mut writer.kind, &mut |block| self.block(block));
            }
            start = end + more + 1;
        }
    }

    /// Returns how many statements were added to a row in which nothing writes the variable.
    fn row(&mut self, statements: &mut Vec<Statement>, start: usize, end: usize) -> usize {
        let row = &mut statements[start..end];
        let reading: Vec<usize> = (0..row.len()).filter(|at| self.count(&row[*at..=*at]) > 0).collect();
        let Some(first) = reading.first().copied() else { return 0 };
        let mut always = 0;
        expressions(&mut row[first].kind, &mut |expr| always += reads(expr, self.var));
        if reading.len() == 1 && always == 0 {
            // It may be that none of the reads is reached.
            blocks(&mut row[first].kind, &mut |block| self.block(block));
            return 0;
        }
        if self.count(row) < 2 || *self.slots >= FULL {
            return 0;
        }
        let slot = *self.slots;
        *self.slots += 1;
        let mut value = None;
        for statement in &mut *row {
            every(statement, &mut |expr| put(expr, self.var, slot, &mut value));
            certain(statement, slot);
        }
        let Some(value) = value else { return 0 };
        let (span, kind) = (row[first].span, StatementKind::Store { slot, value });
        statements.insert(start + first, Statement { span, kind });
        1
    }

    fn count(&self, statements: &[Statement]) -> usize {
        let mut count = 0;
        walk(statements, &mut |part| {
            if let Part::Expr(Expr { kind, .. }) = part {
                count += usize::from(matches!(**kind, ExprKind::Get { var, key: None } if var == self.var));
            }
        });
        count
    }

    /// Whether statements may write the variable: what they run may.
    fn writes(&self, statements: &[Statement]) -> bool {
        let mut writes = false;
        walk(statements, &mut |part| {
            if let Part::Statement(Statement { kind, .. }) = part {
                writes |= match kind {
                    StatementKind::Set { var, .. } => *var == self.var,
                    StatementKind::Do { effect, args, .. } => {
                        *effect == Effect::Reset
                            && args.first().and_then(constant).is_none_or(|var| var == i64::from(self.var))
                    }
                    StatementKind::Run(_) => true,
                    _ => false,
                };
            }
        });
        writes
    }
}

/// Reads a slot in place of a variable; `value` is what was read.
fn put(expr: &mut Expr, var: u16, slot: u16, value: &mut Option<Expr>) {
    if matches!(*expr.kind, ExprKind::Get { var: read, key: None } if read == var) {
        value.get_or_insert_with(|| expr.clone());
        *expr.kind = ExprKind::Load(slot);
    }
    for part in expr.parts_mut() {
        put(part, var, slot, value);
    }
}

/// Leaves out the question whether a slot holds anything where a condition has just said so.
fn certain(statement: &mut Statement, slot: u16) {
    expressions(&mut statement.kind, &mut |expr| certain_expr(expr, slot));
    match &mut statement.kind {
        StatementKind::If { condition, then, .. } if says(condition, slot) => {
            for statement in then {
                every(statement, &mut |expr| known(expr, slot));
            }
        }
        StatementKind::Choose { groups, .. } => {
            for group in
                groups.iter_mut().filter(|group| group.when.as_ref().is_some_and(|when| says(when, slot)))
            {
                [&mut group.set].into_iter().chain(&mut group.filter).for_each(|expr| known(expr, slot));
                group.body.iter_mut().for_each(|statement| every(statement, &mut |expr| known(expr, slot)));
            }
        }
        _ => {}
    }
    blocks(&mut statement.kind, &mut |block| block.iter_mut().for_each(|inner| certain(inner, slot)));
}

fn certain_expr(expr: &mut Expr, slot: u16) {
    if let ExprKind::And(left, right) = &mut *expr.kind
        && says(left, slot)
    {
        known(right, slot);
    }
    expr.parts_mut().for_each(|part| certain_expr(part, slot));
}

/// Whether a condition does not hold unless a slot holds something.
fn says(condition: &Expr, slot: u16) -> bool {
    match &*condition.kind {
        ExprKind::And(left, right) => says(left, slot) || says(right, slot),
        ExprKind::Binary { op: BinaryOp::NotEqual, left, right } => {
            matches!(*left.kind, ExprKind::Load(read) if read == slot) && constant(right) == Some(-1)
        }
        _ => false,
    }
}

/// Takes a slot as holding something.
fn known(expr: &mut Expr, slot: u16) {
    if let ExprKind::Some(inner) = &*expr.kind
        && matches!(*inner.kind, ExprKind::Load(read) if read == slot)
    {
        *expr.kind = ExprKind::Load(slot);
    }
    expr.parts_mut().for_each(|part| known(part, slot));
}

/// Visits all expressions that stand in a statement or in those inside it.
fn every(statement: &mut Statement, visit: &mut dyn FnMut(&mut Expr)) {
    expressions(&mut statement.kind, visit);
    blocks(&mut statement.kind, &mut |block| block.iter_mut().for_each(|inner| every(inner, visit)));
}
