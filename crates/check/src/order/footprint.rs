//! What statements depend on and what they change, with all that they run: whether two may change places.

use std::collections::BTreeSet;

use rota_bytecode::EffectSet;

use crate::tree::{ExprKind, Function, Node, Statement, StatementKind, walk};

/// What statements read and write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    changes: EffectSet,
    reads: EffectSet,
    sets: BTreeSet<u16>,
    gets: BTreeSet<u16>,
    /// Slots that both find: what a reaction sees of its effect.
    stores: BTreeSet<u16>,
    loads: BTreeSet<u16>,
}

impl Footprint {
    /// Returns that of some statements, which share the first slots of their function with others.
    pub(crate) fn of(functions: &[Function], statements: &[Statement], shared: u16) -> Footprint {
        let mut found = Footprint::default();
        let mut called = BTreeSet::new();
        let mut open = found.add(statements, shared);
        while let Some(function) = open.pop() {
            if called.insert(function)
                && let Some(function) = functions.get(function as usize)
            {
                open.extend(found.add(&function.body, 0));
            }
        }
        found
    }

    /// Adds what statements do themselves and returns the functions that they call.
    fn add(&mut self, statements: &[Statement], shared: u16) -> Vec<u32> {
        let mut called = Vec::new();
        walk(statements, &mut |node| match node {
            Node::Expr(expr) => {
                if let Some(var) = expr.variable() {
                    self.gets.insert(var);
                } else if let ExprKind::Ask { builtin, .. } = &*expr.kind {
                    self.reads = self.reads | builtin.reads();
                } else if let ExprKind::Call { function, .. } = &*expr.kind {
                    called.push(*function);
                } else if let ExprKind::Load(slot) = &*expr.kind {
                    self.loads.extend(Some(*slot).filter(|slot| *slot < shared));
                }
            }
            Node::Statement(statement) => {
                if let Some(var) = statement.kind.variable() {
                    self.sets.insert(var);
                } else if let StatementKind::Do { effect, .. } = &statement.kind {
                    self.changes = self.changes | effect.changes();
                    self.reads = self.reads | effect.reads();
                } else if let StatementKind::Choose { .. } = &statement.kind {
                    // Who decides sees everything.
                    self.reads = EffectSet::ALL;
                } else if let StatementKind::Store { slot, .. } = &statement.kind {
                    self.stores.extend(Some(*slot).filter(|slot| *slot < shared));
                }
            }
        });
        called
    }

    /// Returns whether these statements change nothing on which others depend.
    pub(crate) fn leaves(&self, other: &Footprint) -> bool {
        !self.changes.meets(other.reads)
            && self.sets.is_disjoint(&other.gets)
            && self.stores.is_disjoint(&other.loads)
    }

    /// Returns whether statements with these footprints come to the same in either order.
    pub(crate) fn commutes_with(&self, other: &Footprint) -> bool {
        // Points and awards are only ever added: two rules that give some come to the same sums.
        let sums = EffectSet::POINTS.and(EffectSet::AWARDS);
        let both = self.changes.without(sums).meets(other.changes);
        self.leaves(other)
            && other.leaves(self)
            && !both
            && self.sets.is_disjoint(&other.sets)
            && self.stores.is_disjoint(&other.stores)
    }
}
