//! Effect summaries, an analysis of the whole program: what running a function may change, with all that it calls, and
//! which functions a game comes to.

use std::collections::BTreeSet;

use rota_bytecode::{Effect, EffectSet, Op, Program};

/// What may change while something runs (a mod set).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ModSet {
    /// Parts of the position.
    pub position: EffectSet,
    /// Variables.
    pub vars: BTreeSet<u16>,
    /// Any variable.
    pub all_vars: bool,
    /// Whether a player may be asked.
    pub asks: bool,
    /// Whether something may be offered.
    pub offers: bool,
}

impl ModSet {
    /// What an operation changes, calls aside.
    pub fn of(op: Op) -> ModSet {
        let mut changes = ModSet::default();
        if let Op::SetGlobal(_, var) | Op::SetGlobalImm(_, var) | Op::Set(_, _, var) = op {
            changes.vars.insert(var);
        }
        changes.asks = matches!(op, Op::Decide(..));
        changes.offers =
            matches!(op, Op::Decide(..) | Op::OfferOne(..) | Op::Offer(..) | Op::OfferCounted(..));
        if let Some(effect) = op.effect() {
            changes.position = effect.changes();
            changes.all_vars = matches!(effect, Effect::Reset | Effect::Again);
        }
        changes
    }

    pub fn join(&mut self, other: &ModSet) {
        self.position = self.position | other.position;
        self.vars.extend(&other.vars);
        self.all_vars |= other.all_vars;
        self.asks |= other.asks;
        self.offers |= other.offers;
    }
}

/// What passes need to know of the other functions.
pub(super) struct Summaries<'p> {
    program: &'p Program,
    mods: Vec<ModSet>,
    reached: Vec<bool>,
    called: Vec<bool>,
}

impl<'p> Summaries<'p> {
    pub fn of(program: &'p Program) -> Summaries<'p> {
        let mut mods = vec![ModSet::default(); program.functions.len()];
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for (number, function) in program.functions.iter().enumerate() {
                let mut all = ModSet::default();
                let ops = program.ops.get(function.start as usize..function.end as usize);
                for op in ops.unwrap_or_default() {
                    all.join(&ModSet::of(*op));
                    if let Op::Call(_, callee) = op
                        && let Some(callee) = mods.get(*callee as usize)
                    {
                        all.join(callee);
                    }
                }
                goes_on |= mods[number] != all;
                mods[number] = all;
            }
        }
        let mut called = vec![false; program.functions.len()];
        for op in &program.ops {
            if let Op::Call(_, callee) = op
                && let Some(called) = called.get_mut(*callee as usize)
            {
                *called = true;
            }
        }
        Summaries { program, mods, reached: reached(program), called }
    }

    /// Whether nothing runs when a function begins, and nothing is offered: it is called by none.
    pub fn is_entry(&self, function: usize) -> bool {
        !self.called.get(function).copied().unwrap_or(true)
    }

    /// Whether a game ever comes to a function.
    pub fn is_reached(&self, function: usize) -> bool {
        self.reached.get(function).copied().unwrap_or(false)
    }

    /// What an operation changes, with the function that it calls.
    pub fn mods(&self, op: Op) -> ModSet {
        if let Op::Call(_, callee) = op {
            return self.mods.get(callee as usize).cloned().unwrap_or_default();
        }
        ModSet::of(op)
    }

    /// How many arguments a function takes.
    pub fn params(&self, function: u32) -> u8 {
        let function = self.program.functions.get(function as usize);
        function.and_then(|function| u8::try_from(function.params).ok()).unwrap_or(u8::MAX)
    }

    /// A filtered query of the program.
    pub fn filtered(&self, number: i64) -> Option<&'p rota_bytecode::Query> {
        self.program.queries.get(usize::try_from(number).ok()?)
    }

    /// The number that an operation writes, where it writes one that the program knows.
    pub fn number(&self, op: Op) -> Option<i64> {
        if let Op::Const(_, number) = op {
            return Some(number.into());
        }
        let Op::LoadConst(_, index) = op else { return None };
        self.program.constants.get(index as usize).copied()
    }
}

/// The functions that phases run, those that they append, and all that these call.
fn reached(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.functions.len()];
    let mut next: Vec<u32> = [program.setup, program.turn, program.finale].into_iter().flatten().collect();
    while let Some(number) = next.pop() {
        let Some(seen) = reached.get_mut(number as usize).filter(|seen| !**seen) else { continue };
        *seen = true;
        let function = &program.functions[number as usize];
        let ops = program.ops.get(function.start as usize..function.end as usize);
        next.extend(ops.unwrap_or_default().iter().filter_map(|op| {
            if let Op::Call(_, callee) = op {
                return Some(*callee);
            }
            let Op::ApplyImm(_, Effect::Append | Effect::Again, step, _) = op else { return None };
            u32::try_from(*step).ok()
        }));
    }
    reached
}
