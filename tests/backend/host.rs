//! A host that makes everything up: answers are scrambled from the question, the seed and what happened so far.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rota_bytecode::program::InlinedRange;
use rota_bytecode::{Builtin, Condition, Effect, Operand, Program, Query, Source};
use rota_check::tree::Tree;
use rota_vm::{Answer, Fault, Host, Pending, Term, Tracer};

/// The questions whether a set has any member, with the question that lists it.
const SETS_BEHIND: [(Builtin, Builtin); 3] = [
    (Builtin::TileFits, Builtin::TilePlacements),
    (Builtin::ClosedAny, Builtin::Closed),
    (Builtin::OccupiedAny, Builtin::Occupied),
];

/// What a host was made to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Apply(Effect, Vec<i64>),
    Set(u16, i64, i64),
    Note(u32, Vec<(u32, i64, i64)>),
    Ran(u32),
    Decided(Pending, Answer),
}

/// Writes into the log of a host which rules were run; every other one is not watched.
pub struct Runs {
    log: Rc<RefCell<Vec<Event>>>,
    counted: Vec<bool>,
    /// What was written out in place of a call.
    inlined: Vec<InlinedRange>,
}

impl Runs {
    pub fn new(host: &MockHost, tree: &Tree, inlined: &[InlinedRange]) -> Runs {
        let counted = tree.functions.iter().map(|function| function.counted && host.seed.is_multiple_of(2));
        Runs { log: Rc::clone(&host.log), counted: counted.collect(), inlined: inlined.to_vec() }
    }
}

impl Tracer for Runs {
    fn op(&mut self, pc: usize) {
        let begins: Vec<u32> =
            self.inlined.iter().filter(|part| part.start as usize == pc).map(|part| part.function).collect();
        begins.into_iter().for_each(|function| self.enter(function, 0));
    }

    fn enter(&mut self, function: u32, _: usize) {
        if self.counted[function as usize] {
            self.log.borrow_mut().push(Event::Ran(function));
        }
    }
}

/// The host.
#[derive(Clone, Debug, Default)]
pub struct MockHost {
    seed: u64,
    pub log: Rc<RefCell<Vec<Event>>>,
    vars: BTreeMap<(u16, i64), i64>,
    moved: BTreeMap<i64, i64>,
    moves: i64,
    /// The filtered queries of the program that runs.
    queries: Vec<Query>,
}

/// Scrambles a number.
pub fn scramble(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The value of an operand in a query that is asked with these arguments.
fn bound(operand: Operand, args: &[i64]) -> i64 {
    match operand {
        Operand::Const(number) => number,
        Operand::First => args[0],
        Operand::Second => args[2],
    }
}

fn refused_in(mixed: u64, odds: u64) -> Result<(), &'static Fault> {
    if mixed.is_multiple_of(odds) { Err(&Fault::Refused("the mock says no")) } else { Ok(()) }
}

impl MockHost {
    pub fn new(seed: u64) -> MockHost {
        MockHost { seed, ..MockHost::default() }
    }

    /// One for a program, whose queries it answers.
    pub fn of(program: &Program, seed: u64) -> MockHost {
        MockHost { queries: program.queries.clone(), ..MockHost::new(seed) }
    }

    /// A number that follows from what is asked or done, and from so many things that happened before.
    fn mixed(&self, what: u64, args: &[i64], happened: usize) -> u64 {
        let start = scramble(self.seed ^ what.wrapping_mul(977) ^ (happened as u64) << 32);
        args.iter().fold(start, |mixed, arg| scramble(mixed ^ *arg as u64))
    }

    /// The same for a question: what changed nothing that its answer depends on did not happen.
    fn about(&self, builtin: Builtin, args: &[i64]) -> u64 {
        let matters = |event: &&Event| matches!(event, Event::Apply(effect, _) if effect.changes().meets(builtin.reads()));
        self.mixed(builtin as u64, args, self.log.borrow().iter().filter(matters).count())
    }

    /// Refuses a question now and then, unless it is about nothing that could be missing.
    fn refuses(&self, builtin: Builtin, args: &[i64], odds: u64) -> Result<(), &'static Fault> {
        if builtin.info().narrows && args.len() == 1 {
            return Ok(());
        }
        if builtin.info().refuses_none && args.first() == Some(&-1) {
            return Err(&Fault::Missing);
        }
        refused_in(self.about(builtin, args).rotate_left(17), odds)
    }

    /// Refuses what is done now and then.
    fn hinders(&self, what: u64, args: &[i64], odds: u64) -> Result<(), &'static Fault> {
        refused_in(self.mixed(what ^ 0xFA, args, self.log.borrow().len()), odds)
    }

    /// The answer to a question, where it is answered.
    fn answer(&self, builtin: Builtin, args: &[i64]) -> i64 {
        if let Some((_, set)) = SETS_BEHIND.into_iter().find(|(any, _)| *any == builtin) {
            return i64::from(!self.members(set, args).is_empty());
        }
        if builtin.asks_query() {
            return self.query_answer(builtin, args);
        }
        if let (Builtin::VarHolds, [member, set @ ..]) = (builtin, args) {
            return i64::from(self.members(Builtin::VarMembers, set).contains(member));
        }
        let mixed = self.about(builtin, args);
        let range = |below: u64, least: i64| (mixed % below) as i64 + least;
        if builtin == Builtin::PieceStamp {
            self.moves
        } else if builtin == Builtin::PieceFresh {
            i64::from(self.moved.get(&args[0]).copied().unwrap_or(0) <= args[1])
        } else if builtin == Builtin::Players {
            0b11111
        } else if builtin == Builtin::FeatureComplete {
            range(2, 0)
        } else if matches!(builtin, Builtin::Active | Builtin::PlayerNext) {
            range(5, 0)
        } else if builtin == Builtin::PieceOwner {
            range(6, -1)
        } else if builtin.info().is_never_negative {
            range(9, 0)
        } else {
            range(12, -3)
        }
    }

    /// What is asked of the members of a query.
    fn query_answer(&self, builtin: Builtin, args: &[i64]) -> i64 {
        let members = self.members(Builtin::QueryList, args);
        if builtin == Builtin::QueryAny {
            return i64::from(!members.is_empty());
        } else if builtin == Builtin::QueryCount {
            return members.len() as i64;
        } else if builtin == Builtin::QueryFirst {
            return members.first().copied().unwrap_or(-1);
        }
        let owners: Vec<i64> =
            members.iter().map(|piece| self.answer(Builtin::PieceOwner, &[*piece])).collect();
        let held = |player: i64| owners.iter().filter(|owner| **owner == player).count();
        let most = (0..5).map(held).max().unwrap_or(0).max(1);
        (0..5).filter(|player| held(*player) == most).map(|player| 1 << player).sum()
    }

    /// The query that is asked; of damaged numbers any.
    fn query(&self, args: &[i64]) -> &Query {
        const ANY: &Query = &Query { source: Source::Laid, of: Operand::Const(0), conditions: Vec::new() };
        usize::try_from(args[1]).ok().and_then(|number| self.queries.get(number)).unwrap_or(ANY)
    }

    /// The set that a query filters, with what it is asked of.
    fn source(&self, args: &[i64]) -> (Builtin, Vec<i64>) {
        let query = self.query(args);
        let source = query.source.question();
        (source, [bound(query.of, args)][..source.arity()].to_vec())
    }

    /// Whether a member meets a condition of a query.
    fn meets(&self, member: i64, condition: Condition, args: &[i64]) -> bool {
        let about = |more: &[i64]| {
            let told: Vec<i64> = std::iter::once(member).chain(more.iter().copied()).collect();
            self.answer(condition.question(), &told)
        };
        match condition {
            Condition::Owner(wanted) | Condition::Beside(wanted) => about(&[]) == bound(wanted, args),
            Condition::PieceKind(kinds) | Condition::FeatureKind(kinds) => about(&[kinds]) != 0,
            Condition::OnSegment | Condition::OnTile => about(&[]) != -1,
            Condition::OffSegment => about(&[]) == -1,
            Condition::Other(other) => member != bound(other, args),
            Condition::TileAttr(attr, value) => about(&[attr]) == value,
            Condition::TileAttrNot(attr, value) => about(&[attr]) != value,
            Condition::OwnAttrNot(attr, value) => {
                let segment = self.answer(Builtin::SegmentOwn, &[member]);
                self.answer(condition.question(), &[segment, attr]) != value
            }
            Condition::Neighbours(count) => {
                let cell = self.answer(Builtin::PlacementCell, &[member]);
                self.members(condition.question(), &[cell]).len() as i64 == count
            }
            Condition::Free => about(&[]) == 0,
            Condition::Unoccupied(_) => self.members(condition.question(), &[member]).is_empty(),
        }
    }

    fn members(&self, builtin: Builtin, args: &[i64]) -> Vec<i64> {
        if builtin == Builtin::QueryList {
            let query = self.query(args);
            let (source, of) = self.source(args);
            let meets = |member: &i64| query.conditions.iter().all(|one| self.meets(*member, *one, args));
            return self.members(source, &of).into_iter().filter(meets).collect();
        }
        if builtin == Builtin::LaidSegments {
            let mut segments = Vec::new();
            for tile in self.members(Builtin::Laid, &[]) {
                let own = self.members(Builtin::TileSegments, &[tile]);
                segments.extend(own.into_iter().filter(|one| !segments.contains(one)).collect::<Vec<_>>());
            }
            return segments;
        }
        if let (Builtin::Closed | Builtin::Occupied, [kind]) = (builtin, args)
            && *kind != -1
        {
            return self
                .members(builtin, &[-1])
                .into_iter()
                .filter(|one| scramble(*one as u64) % 4 == *kind as u64)
                .collect();
        }
        let mixed = self.about(builtin, args);
        // Mostly nothing was completed; the board is never empty.
        let count = if builtin == Builtin::Closed {
            (mixed % 7).saturating_sub(3)
        } else {
            mixed % 7 + u64::from(builtin == Builtin::Features)
        };
        (0..count).map(|index| (mixed >> 8 & 3) as i64 + index as i64 * 2).collect()
    }
}

impl Host for MockHost {
    fn ask(&self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        let args = &args[..builtin.arity()];
        // What is about nothing is known at all times.
        if builtin.arity() == 0 {
            return Ok(self.answer(builtin, args));
        }
        // Whether a set has any member follows from its members.
        let asked = SETS_BEHIND.into_iter().find(|(any, _)| *any == builtin).map_or(builtin, |(_, set)| set);
        if asked.asks_query() {
            let (source, of) = self.source(args);
            self.refuses(source, &of, 1500)?;
        } else if let (Builtin::VarHolds, [_, set @ ..]) = (builtin, args) {
            self.refuses(Builtin::VarMembers, set, 1500)?;
        } else {
            self.refuses(asked, args, 1500)?;
        }
        Ok(self.answer(builtin, args))
    }

    fn list(&self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let args = &args[..builtin.arity()];
        if let (Builtin::SegmentReach, [from, set]) = (builtin, args) {
            // What a set holds counts, and not where it lies.
            let (start, end) = rota_vm::list_bounds(*set);
            let written = if start == end { Some(&[][..]) } else { out.get(start..end) };
            let given = written.ok_or(&Fault::Broken)?.to_vec();
            let told: Vec<i64> = std::iter::once(*from).chain(given.iter().copied()).collect();
            self.refuses(builtin, &told, 1500)?;
            let mixed = self.about(builtin, &told);
            out.extend(
                std::iter::once(*from)
                    .chain(given.iter().copied().filter(|one| mixed >> (one & 31) & 1 == 0)),
            );
            return Ok(());
        }
        if builtin == Builtin::QueryList {
            let (source, of) = self.source(args);
            self.refuses(source, &of, 1500)?;
        } else {
            self.refuses(builtin, args, 1500)?;
        }
        out.extend(self.members(builtin, args));
        Ok(())
    }

    fn count(&self, builtin: Builtin, args: &[i64]) -> Result<usize, &'static Fault> {
        self.refuses(builtin, args, 1500)?;
        Ok(self.members(builtin, args).len())
    }

    fn nth(&self, builtin: Builtin, args: &[i64], index: usize) -> Option<i64> {
        self.members(builtin, args).get(index).copied()
    }

    fn get(&self, var: u16, key: i64) -> Result<i64, &'static Fault> {
        // A variable of the game is always there.
        if key != 0 {
            self.hinders(u64::from(var), &[key], 3000)?;
        }
        Ok(self.vars.get(&(var, key)).copied().unwrap_or(0))
    }

    fn set(&mut self, var: u16, key: i64, value: i64) -> Result<(), &'static Fault> {
        if value.unsigned_abs() > 100_000 {
            return Err(&Fault::OutOfRange);
        }
        self.log.borrow_mut().push(Event::Set(var, key, value));
        self.vars.insert((var, key), value);
        Ok(())
    }

    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault> {
        assert_eq!(args.len(), effect.arity());
        self.hinders(effect as u64, args, 800)?;
        let result = self.mixed(effect as u64, args, self.log.borrow().len()) % 20;
        if matches!(effect, Effect::Put | Effect::Stand | Effect::Keep | Effect::Move | Effect::Send) {
            self.moves += 1;
            self.moved.insert(args[0], self.moves);
        }
        self.log.borrow_mut().push(Event::Apply(effect, args.to_vec()));
        Ok(result as i64)
    }

    fn keeps_notes(&self) -> bool {
        !self.seed.is_multiple_of(3)
    }

    fn note(&mut self, site: u32, terms: &[Term]) -> i64 {
        let terms = terms.iter().map(|term| (term.name, term.count, term.each)).collect();
        self.log.borrow_mut().push(Event::Note(site, terms));
        self.log.borrow().len() as i64
    }

    fn decided(&mut self, pending: &Pending, answer: Answer, _forced: bool) {
        self.log.borrow_mut().push(Event::Decided(*pending, answer));
    }
}
