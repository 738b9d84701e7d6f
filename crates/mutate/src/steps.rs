//! Steps and rules in another order.

use rota_compose::{EditKind, category, full_name, precedence, rule_name};
use rota_syntax::ast::{Anchor, Item, ItemKind, OrderClause, Precedence, Side, Step, Trigger};

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
            exchanged: Some((format!("step {}", first.name.node), format!("step {}", second.name.node))),
            ..altered(item, description, second.name.span, change)
        });
    });
    found
}

/// Each `before` of an item as `after`, and the other way round.
pub(super) fn turned_round(item: &Item) -> Vec<Mutation> {
    let clauses = precedence(item).map_or(&[][..], |order| &order.clauses);
    let turned = clauses.iter().enumerate().filter_map(|(index, clause)| {
        let (word, side) = match clause.side {
            Side::Before => ("after", Side::After),
            Side::After | Side::Instead => ("before", Side::Before),
        };
        let anchor = clause.anchors.first()?;
        let mut other = item.clone();
        order_of(&mut other)?.clauses.get_mut(index)?.side = side;
        let description = format!("with `{word} {}` for {}", anchor.name, heading_of(item));
        Some(altered(item, description, anchor.name.span, EditKind::Replace(item.span, other)))
    });
    turned.collect()
}

/// A rule behind the one that follows it in the same place.
pub(super) fn postponed(item: &Item, next: &Item) -> Option<Mutation> {
    let (name, successor) = (rule_name(item)?, rule_name(next)?);
    let mut other = item.clone();
    let anchors = vec![Anchor { name: successor.clone(), is_pack: false }];
    order_of(&mut other)?.clauses.push(OrderClause { side: Side::After, anchors });
    let description = format!("with {} after `{successor}`", heading_of(item));
    Some(Mutation {
        exchanged: Some((format!("rule {name}"), format!("rule {successor}"))),
        ..altered(item, description, name.span, EditKind::Replace(item.span, other))
    })
}

/// Whether two items of one file are rules that run in one place, one after the other.
pub(super) fn share_a_place(one: &Item, other: &Item) -> bool {
    let (ItemKind::Rule { trigger, .. }, ItemKind::Rule { trigger: its, .. }) = (&one.kind, &other.kind)
    else {
        return false;
    };
    match (trigger, its) {
        (Trigger::Steps(steps), Trigger::Steps(others)) => {
            steps.iter().any(|step| others.iter().any(|other| step.node == other.node))
        }
        (Trigger::Effect { side, effect, .. }, Trigger::Effect { side: its, effect: other, .. }) => {
            (side.node, &effect.node) == (its.node, &other.node)
        }
        (Trigger::Steps(_), Trigger::Effect { .. }) | (Trigger::Effect { .. }, Trigger::Steps(_)) => false,
    }
}

fn order_of(item: &mut Item) -> Option<&mut Precedence> {
    if let ItemKind::Rule { order, .. } | ItemKind::Modify { order, .. } | ItemKind::Step { order, .. } =
        &mut item.kind
    {
        Some(order)
    } else {
        None
    }
}

fn heading_of(item: &Item) -> String {
    format!("{} `{}`", category(item), full_name(item))
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
