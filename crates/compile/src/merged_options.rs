//! Which decisions may offer pieces, tiles or cards that nothing tells apart as one, an analysis of the checked tree.
//!
//! What the position tells apart, the game sees for itself; what rules keep in their slots it does not see. So a
//! decision merges nothing while a slot of the rule, or of one that called it, keeps a thing of the sort and is read
//! again. Nor are tiles and cards merged where a rule asks for one by its place among others.

use std::collections::BTreeSet;

use rota_bytecode::Sort;
use rota_bytecode::program::{ChoiceSite, Secrecy};
use rota_check::tree::{Expr, ExprKind, Fold, Function, Node, Statement, StatementKind, Tree, walk};
use rota_source::Span;

/// Notes for each decision of a tree whether it merges its options.
pub(crate) fn mark_merged(tree: &mut Tree) {
    let offers = |site: &ChoiceSite, is_it: &dyn Fn(Sort) -> bool| {
        site.actions.iter().any(|action| is_it(action.ty.sort))
    };
    // Those who are asked at once may want two that are alike.
    let can_merge = |site: &ChoiceSite| site.secrecy != Secrecy::AtOnce && offers(site, &Sort::has_copies);
    let mut merges: Vec<bool> = tree.choices.iter().map(can_merge).collect();
    if !merges.contains(&true) {
        return;
    }
    let timelines: Vec<Timeline> = tree.functions.iter().map(Timeline::of).collect();
    let ordered = sorts_in_order(&tree.functions);
    for (timeline, held) in timelines.iter().zip(held_by_callers(&timelines)) {
        for stop in &timeline.stops {
            let Reached::Choice { number, .. } = stop.reached else { continue };
            let kept: Vec<Sort> =
                timeline.held_at(stop).chain(held.iter().chain(&ordered).copied()).collect();
            let site = tree.choices.get(number as usize);
            if let Some(merges) = merges.get_mut(number as usize) {
                *merges &= site.is_some_and(|site| !offers(site, &|sort| kept.contains(&sort)));
            }
        }
    }
    for (site, merges) in tree.choices.iter_mut().zip(merges) {
        site.merges_alike = merges;
    }
}

/// For each function the sorts of what those keep that call it, and read again afterwards.
fn held_by_callers(timelines: &[Timeline]) -> Vec<BTreeSet<Sort>> {
    let mut held = vec![BTreeSet::new(); timelines.len()];
    let mut grows = true;
    while std::mem::take(&mut grows) {
        for (caller, timeline) in timelines.iter().enumerate() {
            for stop in &timeline.stops {
                let Reached::Call(callee) = stop.reached else { continue };
                let above: Vec<Sort> = held.get(caller).into_iter().flatten().copied().collect();
                let Some(held) = held.get_mut(callee as usize) else { continue };
                let before = held.len();
                held.extend(timeline.held_at(stop).chain(above));
                grows |= held.len() > before;
            }
        }
    }
    held
}

/// Tiles, and cards, where a rule asks for one by its place. A choice of several goes through a set by numbers itself.
fn sorts_in_order(functions: &[Function]) -> BTreeSet<Sort> {
    let (mut chosen, mut asked) = (BTreeSet::new(), Vec::new());
    for function in functions {
        walk(&function.body, &mut |node| match node {
            Node::Statement(Statement { kind: StatementKind::Choose { .. }, span }) => {
                chosen.insert((span.start, span.end));
            }
            Node::Statement(_) => {}
            Node::Expr(expr) => {
                if let ExprKind::Nth { set, .. }
                | ExprKind::NthOrNone { set, .. }
                | ExprKind::Fold { fold: Fold::First, set, .. } = &*expr.kind
                {
                    asked.push((expr.span, set.ty.sort));
                }
            }
        });
    }
    let by_rules = asked.into_iter().filter(|(span, _)| !chosen.contains(&(span.start, span.end)));
    by_rules.map(|(_, sort)| sort).filter(|sort| matches!(sort, Sort::Tile | Sort::Card)).collect()
}

/// Where a function stops for a while, and others go on.
struct Stop {
    time: usize,
    /// When the outermost loop began that it stands in, or else the stop itself.
    since: usize,
    reached: Reached,
}

enum Reached {
    Choice { number: u32, span: Span, slots: Vec<u16> },
    Call(u32),
}

/// What a function does with slots, in the order in which it stands there.
#[derive(Default)]
struct Timeline {
    time: usize,
    loop_began: Option<usize>,
    /// What is bound within the expression that is looked at.
    bound: Vec<u16>,
    /// When a slot is written; with the place of the statement, but for what is chosen.
    writes: Vec<(usize, u16, Option<Span>)>,
    reads: Vec<(usize, u16, Sort)>,
    stops: Vec<Stop>,
}

impl Timeline {
    fn of(function: &Function) -> Timeline {
        let writes = (0..function.params).map(|slot| (0, slot, None)).collect();
        let mut timeline = Timeline { writes, ..Timeline::default() };
        timeline.block(&function.body);
        timeline
    }

    /// The sorts of what is kept at a stop and read again, but for what the choice itself keeps.
    fn held_at<'t>(&'t self, stop: &'t Stop) -> impl Iterator<Item = Sort> + 't {
        let again = self.reads.iter().filter(|(time, ..)| *time >= stop.since);
        again.filter(|(_, slot, _)| self.is_written(*slot, stop)).map(|(.., sort)| *sort)
    }

    fn is_written(&self, slot: u16, stop: &Stop) -> bool {
        let is_own = |by: Option<Span>| match &stop.reached {
            Reached::Choice { span, slots, .. } => slots.contains(&slot) || by == Some(*span),
            Reached::Call(_) => false,
        };
        let in_loop = stop.since < stop.time;
        self.writes
            .iter()
            .any(|(time, written, by)| *written == slot && (*time < stop.time || in_loop) && !is_own(*by))
    }

    fn block(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let span = Some(statement.span);
        if let StatementKind::Choose { choice, groups, .. } = &statement.kind {
            let slots = groups.iter().map(|group| group.slot).collect();
            self.stop(Reached::Choice { number: *choice, span: statement.span, slots });
            self.writes.extend(groups.iter().map(|group| (self.time, group.slot, None)));
        }
        let is_loop = matches!(statement.kind, StatementKind::Each { .. } | StatementKind::Repeat { .. });
        let before = self.loop_began;
        if is_loop {
            self.loop_began = before.or(Some(self.time));
        }
        if let StatementKind::Each { slot, set, .. } = &statement.kind {
            // The loop itself knows which it has come to.
            self.writes.push((self.time, *slot, span));
            self.read(*slot, set.ty.sort);
        }
        statement.kind.exprs().for_each(|expr| self.expr(expr));
        if let StatementKind::Store { slot, .. } | StatementKind::Do { result: Some(slot), .. } =
            &statement.kind
        {
            self.writes.push((self.time, *slot, span));
        }
        statement.kind.blocks().for_each(|block| self.block(block));
        self.loop_began = before;
    }

    fn expr(&mut self, expr: &Expr) {
        let bound = self.bound.len();
        if let ExprKind::Load(slot) = &*expr.kind
            && !self.bound.contains(slot)
        {
            self.read(*slot, expr.ty.sort);
        }
        if let ExprKind::Fold { slot, .. } = &*expr.kind {
            self.bound.push(*slot);
        }
        expr.operands().for_each(|operand| self.expr(operand));
        self.bound.truncate(bound);
        if let ExprKind::Call { function, .. } = &*expr.kind {
            self.stop(Reached::Call(*function));
        }
    }

    fn read(&mut self, slot: u16, sort: Sort) {
        if sort.has_copies() {
            self.time += 1;
            self.reads.push((self.time, slot, sort));
        }
    }

    fn stop(&mut self, reached: Reached) {
        self.time += 1;
        let since = self.loop_began.unwrap_or(self.time);
        self.stops.push(Stop { time: self.time, since, reached });
    }
}
