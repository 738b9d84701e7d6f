//! Steps in another order, and whether that makes a difference at all.

use std::collections::BTreeSet;

use rota_bytecode::{EffectSet, Op, Program};
use rota_compose::EditKind;
use rota_syntax::ast::{Item, ItemKind, Step};

use crate::{Mutation, altered};

/// Each two neighbouring steps of an order, or inside a step, exchanged.
pub(super) fn exchanges(item: &Item) -> Vec<Mutation> {
    let (steps, place) = if let ItemKind::Order { phase, steps } = &item.kind {
        (steps, format!("order `{phase}`"))
    } else if let ItemKind::Step { step, .. } = &item.kind {
        (&step.steps, format!("step `{}`", step.name.node))
    } else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut path = Vec::new();
    each_pair(steps, &place, &mut path, &mut |path, place, first, second| {
        let mut other = item.clone();
        if let ItemKind::Order { steps, .. } | ItemKind::Step { step: Step { steps, .. }, .. } =
            &mut other.kind
        {
            exchange(steps, path);
        }
        let description = format!("with `{}` before `{}` in {place}", second.name.node, first.name.node);
        let change = EditKind::Replace(item.span, other);
        found.push(Mutation {
            exchanged: Some((first.name.node.clone(), second.name.node.clone())),
            ..altered(item, description, second.name.span, change)
        });
    });
    found
}

/// What is done with two steps in a row: the path to the first, where it is, and both.
type Pair<'p> = dyn FnMut(&[usize], &str, &Step, &Step) + 'p;

/// Shows each step with the one behind it; the path leads to the first of them, and `place` says where it is.
fn each_pair(steps: &[Step], place: &str, path: &mut Vec<usize>, show: &mut Pair<'_>) {
    for (index, step) in steps.iter().enumerate() {
        path.push(index);
        if let Some(next) = steps.get(index + 1) {
            show(path, place, step, next);
        }
        each_pair(&step.steps, &format!("step `{}`", step.name.node), path, show);
        path.pop();
    }
}

fn exchange(steps: &mut [Step], path: &[usize]) {
    match path {
        [] => {}
        [last] if last + 1 < steps.len() => steps.swap(*last, last + 1),
        [first, rest @ ..] => {
            if let Some(step) = steps.get_mut(*first) {
                exchange(&mut step.steps, rest);
            }
        }
    }
}

/// Returns whether two steps of a program come to the same in either order, because neither depends on
/// anything that the other changes. Where that cannot be told they do not.
pub fn commute(program: &Program, first: &str, second: &str) -> bool {
    let (first, second) = (Doing::of(program, first), Doing::of(program, second));
    let apart = |one: &Doing, other: &Doing| {
        !one.changes.meets(other.reads) && one.sets.intersection(&other.gets).next().is_none()
    };
    // Points are only ever added: two steps that give some come to the same sums.
    let both = first.changes.without(EffectSet::POINTS).meets(second.changes);
    apart(&first, &second) && apart(&second, &first) && !both && first.sets.is_disjoint(&second.sets)
}

/// What a step may do, with all that it runs.
#[derive(Default)]
struct Doing {
    changes: EffectSet,
    reads: EffectSet,
    sets: BTreeSet<u16>,
    gets: BTreeSet<u16>,
}

impl Doing {
    fn of(program: &Program, step: &str) -> Doing {
        let name = format!("step {step}");
        let mut doing = Doing::default();
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> =
            program.functions.iter().position(|function| function.name == name).into_iter().collect();
        while let Some(index) = open.pop() {
            let Some(function) = program.functions.get(index).filter(|_| seen.insert(index)) else {
                continue;
            };
            for op in program.ops.get(function.start as usize..function.end as usize).unwrap_or_default() {
                doing.reads = doing.reads | program.reads(*op);
                if let Some(effect) = op.effect() {
                    doing.changes = doing.changes | effect.changes();
                    doing.reads = doing.reads | effect.reads();
                }
                if let Op::Decide(..) = op {
                    // Who decides sees everything.
                    doing.reads = doing.reads | EffectSet::ALL;
                } else if let Op::Get(.., var)
                | Op::GetGlobal(_, var)
                | Op::JumpGlobalEqual(_, var, _)
                | Op::JumpGlobalNotEqual(_, var, _) = *op
                {
                    doing.gets.insert(var);
                } else if let Op::Set(.., var) | Op::SetGlobal(_, var) | Op::SetGlobalImm(_, var) = *op {
                    doing.sets.insert(var);
                } else if let Op::Call(_, callee) = *op {
                    open.push(callee as usize);
                }
            }
        }
        doing
    }
}
