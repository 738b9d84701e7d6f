//! The control-flow graph of a function: basic blocks, the edges between them, and loops.
//!
//! Blocks are known by their numbers, in the order in which they stand. Every edge goes to a later block but those that
//! close a loop.

use std::ops::Range;

use rota_bytecode::Op;

/// A block by its number.
pub(super) type BlockId = usize;

/// Operations that run one after another: only the first is jumped to, and only the last jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BasicBlock {
    pub ops: Range<usize>,
    pub successors: Vec<BlockId>,
    pub predecessors: Vec<BlockId>,
}

/// The blocks of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cfg {
    pub blocks: Vec<BasicBlock>,
}

/// A natural loop: the first operation of its head and the last that goes back there. All between them belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub head: usize,
    pub latch: usize,
}

impl Loop {
    /// Whether an edge would come into the middle of the loop from outside.
    pub fn is_broken_into(self, from: usize, to: usize) -> bool {
        let inner = self.head + 1..=self.latch;
        inner.contains(&to) && from != self.head && !inner.contains(&from)
    }
}

impl Cfg {
    /// Finds the blocks of operations whose targets count from the first of them.
    pub fn of(ops: &[Op]) -> Cfg {
        let mut leads = vec![false; ops.len()];
        let targets = ops.iter().filter_map(|op| op.target()).map(|target| target as usize);
        let behind =
            (1..).zip(ops).filter(|(_, op)| op.target().is_some() || op.is_terminator()).map(|(at, _)| at);
        for leader in targets.chain(behind).chain([0]) {
            if let Some(leads) = leads.get_mut(leader) {
                *leads = true;
            }
        }
        let mut starts: Vec<usize> = (0..ops.len()).filter(|at| leads[*at]).collect();
        starts.push(ops.len());
        let block = |start, end| BasicBlock { ops: start..end, successors: vec![], predecessors: vec![] };
        let mut cfg = Cfg { blocks: starts.windows(2).map(|ends| block(ends[0], ends[1])).collect() };
        for from in 0..cfg.blocks.len() {
            let Some(last) = cfg.blocks[from].ops.clone().next_back().map(|at| ops[at]) else { continue };
            let target = last.target().map(|target| cfg.block_at(target as usize));
            let next = (!last.is_terminator()).then_some(from + 1);
            for to in next.into_iter().chain(target).filter(|to| *to < starts.len() - 1) {
                cfg.blocks[from].successors.push(to);
                cfg.blocks[to].predecessors.push(from);
            }
        }
        cfg
    }

    /// The block that an operation stands in; one more than there are for what lies behind the last.
    pub fn block_at(&self, at: usize) -> BlockId {
        self.blocks.partition_point(|block| block.ops.end <= at)
    }

    /// Whether an operation is the first of its block.
    pub fn is_leader(&self, at: usize) -> bool {
        self.blocks.get(self.block_at(at)).is_some_and(|block| block.ops.start == at)
    }

    /// The loops, one for each head.
    pub fn loops(&self) -> Vec<Loop> {
        let mut loops = Vec::new();
        for (head, block) in self.blocks.iter().enumerate() {
            let latch = block.predecessors.iter().filter(|from| **from >= head).max();
            loops.extend(
                latch.map(|latch| Loop { head: block.ops.start, latch: self.blocks[*latch].ops.end - 1 }),
            );
        }
        loops
    }
}
