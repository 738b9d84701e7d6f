//! Ways that meet and go on together, although one of them knows what is asked a little later: what lies between is
//! there twice, and whoever knows asks no more.

use rota_bytecode::Op;

use super::body::Body;
use super::dataflow::{State, Value, Values};

/// How many operations may be there twice for one condition.
const MOST: usize = 12;

/// A way to a place: the jump that goes there, or nothing for what stands right before it, and what is known on it.
#[derive(Debug)]
pub(super) struct Edge {
    pub from: Option<usize>,
    pub state: State,
}

/// Something that an operation would do less for if it were known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// Whether a value is a number.
    Is(Value, i64),
    /// That nothing is offered.
    NothingOffered,
}

/// Operations that are to be there twice: once for some of those who come to the first, once for the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    first: usize,
    end: usize,
    some: Vec<Option<usize>>,
    others: Vec<Option<usize>>,
}

/// The places where ways met on the way to where one is.
#[derive(Debug, Default)]
pub(super) struct Joins {
    recent: Vec<Join>,
    /// The last operation at which offers changed.
    offered: Option<usize>,
    /// What was found.
    pub splits: Vec<Split>,
}

#[derive(Debug)]
struct Join {
    at: usize,
    edges: Vec<Edge>,
    /// What is known on all of them.
    state: State,
}

impl Joins {
    /// Ways meet at a place.
    pub fn add(&mut self, at: usize, edges: Vec<Edge>, state: State) {
        self.recent.retain(|join| join.at + MOST >= at);
        self.recent.push(Join { at, edges, state });
    }

    /// Offers change at a place.
    pub fn offer(&mut self, at: usize) {
        self.offered = Some(at);
    }

    /// Finds out whether something that is wanted at a place was known on some of the ways that met before.
    pub fn look_back(&mut self, at: usize, fact: Fact, values: &Values) {
        for join in self.recent.iter().rev().filter(|join| join.at < at && at <= join.at + MOST) {
            if fact == Fact::NothingOffered && self.offered.is_some_and(|offered| offered >= join.at) {
                continue;
            }
            let told: Vec<Option<bool>> =
                join.edges.iter().map(|edge| join.told(edge, fact, values)).collect();
            let Some(told_first) = told.iter().copied().find(Option::is_some) else { continue };
            let from = |some: bool| {
                let edges = join.edges.iter().zip(&told).filter(|(_, told)| (**told == told_first) == some);
                edges.map(|(edge, _)| edge.from).collect::<Vec<_>>()
            };
            let (some, others) = (from(true), from(false));
            if !others.is_empty() {
                self.splits.push(Split { first: join.at, end: at, some, others });
                return;
            }
        }
    }
}

impl Join {
    fn told(&self, edge: &Edge, fact: Fact, values: &Values) -> Option<bool> {
        match fact {
            Fact::Is(value, number) => {
                let there = edge.state.counterpart(value, &self.state).unwrap_or(value);
                edge.state.is(there, number, values)
            }
            Fact::NothingOffered => edge.state.nothing_offered.then_some(true),
        }
    }
}

/// Writes operations twice, as far as that adds no more than `room`. Returns whether there were any.
pub(super) fn split(body: &mut Body, mut splits: Vec<Split>, room: &mut usize) -> bool {
    // From the last on, so that the places of the others stay what they are.
    splits.sort_by_key(|split| std::cmp::Reverse((split.end, split.first)));
    let mut before = body.ops.len();
    for split in splits {
        let added = split.end - split.first + 2;
        if split.end <= before && added <= *room && split.leaves_loops_whole(body) {
            *room -= added;
            before = split.first;
            split.write(body);
        }
    }
    before < body.ops.len()
}

impl Split {
    /// Whether every loop that begins here ends here: nobody may come into the middle of one.
    fn leaves_loops_whole(&self, body: &Body) -> bool {
        let own = self.first..self.end;
        body.loops().iter().all(|known| own.contains(&known.first) == own.contains(&known.last))
    }

    /// The copy comes first, with a jump behind it, and so it is for those who come from right before. Where those who
    /// know are not among them, what they come to ends with a jump as well: only a jump goes past what is known.
    fn write(&self, body: &mut Body) {
        let (first, end) = (self.first as u32, self.end as u32);
        let with_copy = if self.others.contains(&None) { &self.others } else { &self.some };
        let behind = u32::from(with_copy == &self.others);
        let moved = |place: u32| match place {
            _ if place < first => place,
            _ if place < end => place + (end - first) + 1,
            _ => place + (end - first) + 1 + behind,
        };
        let mut copy = body.ops[self.first..self.end].to_vec();
        copy.push(Op::Jump(end));
        for op in &mut copy {
            if let Some(target) = op.target() {
                let _ = op.set_target(if (first..end).contains(&target) { target } else { moved(target) });
            }
        }
        for (at, op) in body.ops.iter_mut().enumerate() {
            if let Some(target) = op.target() {
                let to_copy = target == first && with_copy.contains(&Some(at));
                let _ = op.set_target(if to_copy { first } else { moved(target) });
            }
        }
        let mut origins = body.origins[self.first..self.end].to_vec();
        origins.extend(origins.last().copied());
        if behind == 1 {
            body.ops.insert(self.end, Op::Jump(moved(end)));
            body.origins.insert(self.end, body.origins[self.end - 1]);
        }
        body.ops.splice(self.first..self.first, copy);
        body.origins.splice(self.first..self.first, origins);
    }
}
