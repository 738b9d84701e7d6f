//! A machine as a row of numbers and back.

use rota_bytecode::{Op, Program};

use crate::frames::Frame;
use crate::machine::{MAX_CALL_DEPTH, Phase};
use crate::offers::{Group, Source};
use crate::{Machine, Pending, Term};

/// The first number: changes when the layout does.
const LAYOUT: i64 = 2;

/// More options than this under one action are a sign of a damaged row.
const MOST_OPTIONS: usize = 1 << 24;

/// The numbers are not those of a machine that runs this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSnapshot;

impl Machine {
    /// Writes the machine as plain numbers. Fuel and `ask_forced` belong to the one who runs the machine and
    /// are not written.
    pub fn to_snapshot(&self) -> Vec<i64> {
        let registers = self.registers.get(..self.top).unwrap_or(&self.registers);
        let phase = PHASES.iter().position(|phase| *phase == self.phase).unwrap_or(0);
        let mut numbers = vec![LAYOUT, phase as i64, self.result];
        numbers.extend([i64::from(self.pending.choice), i64::from(self.pending.who)]);
        put(&mut numbers, self.frames.len(), self.frames.iter().flat_map(frame_numbers));
        put(&mut numbers, registers.len(), registers.iter().copied());
        put(&mut numbers, self.lists.top(), self.lists.cells.iter().copied());
        put(&mut numbers, self.terms.all.len(), self.terms.all.iter().flat_map(term_numbers));
        put(&mut numbers, self.offers.groups.len(), self.offers.groups.iter().flat_map(group_numbers));
        put(&mut numbers, self.offers.values.len(), self.offers.values.iter().copied());
        put(&mut numbers, self.offers.numbers.len(), self.offers.numbers.iter().copied());
        let words = &self.reactions.words;
        put(&mut numbers, words.len(), words.iter().map(|word| *word as i64));
        numbers
    }

    /// Reads what [`Machine::to_snapshot`] wrote.
    ///
    /// Errors: the numbers do not fit the program. Numbers that fit but were tampered with may lead to a
    /// fault later, never to a panic; the values of slots and options are the host's to judge.
    pub fn from_snapshot(program: &Program, numbers: &[i64]) -> Result<Machine, InvalidSnapshot> {
        read(program, numbers).ok_or(InvalidSnapshot)
    }
}

/// The phases by their number in the row.
const PHASES: [Phase; 5] = [Phase::Idle, Phase::Fresh, Phase::Asking, Phase::Ready, Phase::Done];

fn put(numbers: &mut Vec<i64>, count: usize, more: impl Iterator<Item = i64>) {
    numbers.push(count as i64);
    numbers.extend(more);
}

fn frame_numbers(frame: &Frame) -> [i64; 4] {
    [frame.function, frame.pc, frame.base, frame.mark].map(i64::from)
}

fn term_numbers(term: &Term) -> [i64; 3] {
    [i64::from(term.name), term.count, term.each]
}

fn group_numbers(group: &Group) -> [i64; 6] {
    let (action, count) = (i64::from(group.action), group.count as i64);
    match group.source {
        Source::Listed { start } => [action, count, 0, start as i64, 0, 0],
        Source::Counted { pc, args: [first, second], .. } => [action, count, 1, i64::from(pc), first, second],
    }
}

/// The numbers not read yet.
struct Row<'a>(&'a [i64]);

impl<'a> Row<'a> {
    fn one(&mut self) -> Option<i64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Reads a count and so many records of `width` numbers.
    fn records(&mut self, width: usize) -> Option<std::slice::ChunksExact<'a, i64>> {
        let numbers = usize::try_from(self.one()?).ok()?.checked_mul(width)?;
        let (records, rest) = self.0.split_at_checked(numbers)?;
        self.0 = rest;
        Some(records.chunks_exact(width))
    }
}

fn read(program: &Program, numbers: &[i64]) -> Option<Machine> {
    let mut row = Row(numbers);
    if row.one()? != LAYOUT {
        return None;
    }
    let mut machine = Machine::new();
    machine.phase = *PHASES.get(usize::try_from(row.one()?).ok()?)?;
    machine.result = row.one()?;
    let (choice, who) = (u32::try_from(row.one()?).ok()?, u8::try_from(row.one()?).ok()?);
    machine.frames = row.records(4)?.map(read_frame).collect::<Option<_>>()?;
    machine.registers = row.records(1)?.flatten().copied().collect();
    machine.top = machine.registers.len();
    machine.lists.cells = row.records(1)?.flatten().copied().collect();
    machine.terms.all = row.records(3)?.map(|term| read_term(program, term)).collect::<Option<_>>()?;
    machine.offers.groups = row.records(6)?.map(|group| read_group(program, group)).collect::<Option<_>>()?;
    machine.offers.values = row.records(1)?.flatten().copied().collect();
    machine.offers.numbers = row.records(1)?.flatten().copied().collect();
    machine.reactions.words = row.records(1)?.flatten().map(|word| *word as u64).collect();
    let pass = program.choices.get(choice as usize).is_some_and(|choice| choice.pass);
    machine.pending = Pending { choice, who, total: machine.offers.total(), pass };
    machine.answer = machine.frames.last().map_or(0, |frame| answer(program, frame));
    (row.0.is_empty() && fits(program, &machine)).then_some(machine)
}

fn read_frame(numbers: &[i64]) -> Option<Frame> {
    let &[function, pc, base, mark] = numbers else { return None };
    let word = |number| u32::try_from(number).ok();
    Some(Frame { function: word(function)?, pc: word(pc)?, base: word(base)?, mark: word(mark)? })
}

fn read_term(program: &Program, numbers: &[i64]) -> Option<Term> {
    let &[name, count, each] = numbers else { return None };
    let name = u32::try_from(name).ok()?;
    program.terms.get(name as usize)?;
    Some(Term { name, count, each })
}

fn read_group(program: &Program, numbers: &[i64]) -> Option<Group> {
    let &[action, count, kind, at, first, second] = numbers else { return None };
    let action = u16::try_from(action).ok()?;
    let count = usize::try_from(count).ok().filter(|count| (1..=MOST_OPTIONS).contains(count))?;
    if kind == 0 {
        return Some(Group { action, count, source: Source::Listed { start: usize::try_from(at).ok()? } });
    }
    let pc = u32::try_from(at).ok()?;
    let Op::OfferCounted(_, builtin, offered) = *program.ops.get(pc as usize)? else { return None };
    let source = Source::Counted { pc, builtin, args: [first, second] };
    (offered == action).then_some(Group { action, count, source })
}

/// Whether the parts of a machine that was read fit together and fit the program.
fn fits(program: &Program, machine: &Machine) -> bool {
    machine.reactions.words.len() == usize::from(program.reactions).div_ceil(64)
        && frames_fit(program, machine).is_some()
        && offers_fit(program, machine)
}

fn frames_fit(program: &Program, machine: &Machine) -> Option<()> {
    let Some(last) = machine.frames.last() else {
        let nothing_runs = matches!(machine.phase, Phase::Idle | Phase::Done) && machine.top == 0;
        return nothing_runs.then_some(());
    };
    let mut mark = 0;
    for (index, frame) in machine.frames.iter().enumerate() {
        let entry = program.functions.get(frame.function as usize)?;
        // Each function's slots begin among those of the one that calls it, the last one's end at the top.
        let follows = match machine.frames.get(index + 1) {
            Some(next) => op_before(program, frame).is_some_and(|op| {
                matches!(op, Op::Call(first, function) if function == next.function
                    && next.base.checked_sub(frame.base) == Some(u32::from(first)))
            }),
            None => frame.top(program) == machine.top,
        };
        let fits = follows
            && (entry.start..entry.end).contains(&frame.pc)
            && (mark..=machine.lists.top()).contains(&(frame.mark as usize));
        if !fits {
            return None;
        }
        mark = frame.mark as usize;
    }
    let stands = match machine.phase {
        Phase::Fresh => program.functions.get(last.function as usize)?.start == last.pc,
        Phase::Asking => {
            matches!(op_before(program, last)?, Op::Decide(.., choice) if choice == machine.pending.choice)
        }
        Phase::Ready => matches!(op_before(program, last), Some(Op::Decide(..))),
        Phase::Idle | Phase::Done => false,
    };
    (stands && machine.frames.len() <= MAX_CALL_DEPTH).then_some(())
}

/// Where the answer to the decision that a function stands at goes.
fn answer(program: &Program, frame: &Frame) -> usize {
    let slot = match op_before(program, frame) {
        Some(Op::Decide(slot, ..)) => slot,
        _ => 0,
    };
    frame.base as usize + usize::from(slot)
}

fn op_before(program: &Program, frame: &Frame) -> Option<Op> {
    program.ops.get((frame.pc as usize).checked_sub(1)?).copied()
}

fn offers_fit(program: &Program, machine: &Machine) -> bool {
    let offers = &machine.offers;
    if machine.phase != Phase::Asking {
        return offers.groups.is_empty();
    }
    let actions =
        program.choices.get(machine.pending.choice as usize).map_or(0, |choice| choice.actions.len());
    let listed = |group: &Group| match group.source {
        Source::Listed { start } => start.saturating_add(group.count) <= offers.values.len(),
        Source::Counted { .. } => true,
    };
    !offers.groups.is_empty()
        && offers.groups.iter().all(|group| usize::from(group.action) < actions && listed(group))
        && machine.pending.who < crate::decide::PLAYERS
}
