//! Proves that a program cannot lead the machine astray, and finds out how deep its stacks grow.

use std::fmt;

use crate::builtin::COUNTED_ARGS;
use crate::op::Op;
use crate::program::{Function, Program, Returns};

/// What is wrong with a program: a mistake of the compiler, never of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function's name; empty for the program as a whole.
    pub function: String,
    /// The operation.
    pub pc: u32,
    /// What is wrong.
    pub problem: Problem,
}

/// A way in which a program can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The function's operations do not lie in the program, or it has more arguments than slots.
    Extent,
    /// A phase runs a function that does not exist or takes arguments.
    Phase,
    /// Spans are not in ascending order.
    Spans,
    /// A jump leaves the function.
    Jump,
    /// A slot the function does not have.
    Slot,
    /// An index into the table of this name leads past its end.
    Index(&'static str),
    /// A set is counted that has to be written down.
    Counted,
    /// A list is returned as a plain value, or the other way round.
    Result,
    /// Takes from an empty stack.
    Underflow,
    /// Paths meet with stacks of different depth.
    Join,
    /// The stack grows too deep.
    Depth,
    /// Runs past the end of the function.
    End,
}

/// Verifies a program and fills in [`Function::stack`].
///
/// Afterwards every jump stays in its function, every slot and index exists, no path takes more from the
/// stack than it put there, and every path ends by returning or with a trap.
///
/// Errors: everything found.
pub fn verify(program: &mut Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    let mut report = |function: &str, pc, problem| {
        errors.push(VerifyError { function: function.to_owned(), pc, problem });
    };
    for phase in [program.setup, program.turn, program.finale].into_iter().flatten() {
        if program.functions.get(phase as usize).is_none_or(|function| function.params != 0) {
            report("", 0, Problem::Phase);
        }
    }
    if !program.spans.is_sorted_by_key(|(first, _)| *first) {
        report("", 0, Problem::Spans);
    }
    let mut stacks = Vec::new();
    for function in &program.functions {
        let mut report = |pc, problem| report(&function.name, pc, problem);
        stacks.push(verify_function(program, function, &mut report));
    }
    for (function, stack) in program.functions.iter_mut().zip(stacks) {
        function.stack = stack;
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn verify_function(program: &Program, function: &Function, report: &mut dyn FnMut(u32, Problem)) -> u16 {
    let range = function.start as usize..function.end as usize;
    let Some(ops) = program.ops.get(range).filter(|_| function.params <= function.slots) else {
        report(function.start, Problem::Extent);
        return 0;
    };
    let mut sound = true;
    for (pc, op) in (function.start..).zip(ops) {
        if let Some(problem) = misfit(program, function, *op) {
            report(pc, problem);
            sound = false;
        }
    }
    // The depth of the stack means nothing where targets and callees do not exist.
    if !sound {
        return 0;
    }
    match deepest(program, function, ops) {
        Ok(stack) => stack,
        Err((index, problem)) => {
            report(function.start.saturating_add(u32::try_from(index).unwrap_or(u32::MAX)), problem);
            0
        }
    }
}

/// What an operation refers to that is not there.
fn misfit(program: &Program, function: &Function, op: Op) -> Option<Problem> {
    let jump = |target: u32| (!(function.start..function.end).contains(&target)).then_some(Problem::Jump);
    let slot = |slot: u16| (slot >= function.slots).then_some(Problem::Slot);
    let index = |index: u32, len: usize, table| (index as usize >= len).then_some(Problem::Index(table));
    match op {
        Op::Long(long) => index(long, program.longs.len(), "longs"),
        Op::Within(range) => index(range, program.ranges.len(), "ranges"),
        Op::Term(name) => index(name, program.terms.len(), "terms"),
        Op::Note(site) => index(site, program.sites.len(), "sites"),
        Op::Decide(choice) => index(choice, program.choices.len(), "choices"),
        Op::Call(callee) => index(callee, program.functions.len(), "functions"),
        Op::Get(var) | Op::Set(var) | Op::GetGame(var) | Op::SetGame(var) => {
            index(u32::from(var), program.declared.vars.len(), "variables")
        }
        Op::Exit(id) => index(u32::from(id), usize::from(program.reactions), "reactions"),
        Op::Enter(id, target) => {
            index(u32::from(id), usize::from(program.reactions), "reactions").or_else(|| jump(target))
        }
        Op::Next(list, target) => slot(list).or_else(|| jump(target)),
        Op::Jump(target) | Op::JumpIf(target) | Op::JumpIfNot(target) => jump(target),
        Op::JumpIs(_, target) | Op::JumpIsNot(_, target) => jump(target),
        Op::Mark(at)
        | Op::Load(at)
        | Op::Store(at)
        | Op::Push(at)
        | Op::Include(at)
        | Op::Gain(at)
        | Op::Gather(at)
        | Op::Unite(at)
        | Op::Trim(at)
        | Op::Release(at) => slot(at),
        Op::OfferCounted(_, builtin) => {
            (!builtin.is_counted() || builtin.arity() > COUNTED_ARGS).then_some(Problem::Counted)
        }
        Op::Return => (function.returns != Returns::Value).then_some(Problem::Result),
        Op::ReturnList => (function.returns != Returns::List).then_some(Problem::Result),
        Op::End => (function.returns != Returns::Nothing).then_some(Problem::Result),
        _ => None,
    }
}

/// Follows every path and returns the deepest the stack grows, or where a path goes wrong.
fn deepest(program: &Program, function: &Function, ops: &[Op]) -> Result<u16, (usize, Problem)> {
    let mut depths: Vec<Option<u32>> = vec![None; ops.len()];
    let mut open = vec![(0, 0)];
    let mut most = 0;
    while let Some((index, depth)) = open.pop() {
        let (Some(op), Some(known)) = (ops.get(index), depths.get_mut(index)) else {
            return Err((index, Problem::End));
        };
        match *known {
            Some(before) if before == depth => continue,
            Some(_) => return Err((index, Problem::Join)),
            None => *known = Some(depth),
        }
        let (takes, gives) = effect(program, *op);
        let left = depth.checked_sub(takes).ok_or((index, Problem::Underflow))?;
        let local = |target: u32| (target - function.start) as usize;
        match *op {
            Op::Return | Op::ReturnList | Op::End | Op::Trap => {}
            Op::Jump(target) => open.push((local(target), left)),
            // Nothing is pushed on the way out of a loop.
            Op::Next(_, target) => open.extend([(local(target), left), (index + 1, left + gives)]),
            Op::JumpIf(target)
            | Op::JumpIfNot(target)
            | Op::JumpIs(_, target)
            | Op::JumpIsNot(_, target)
            | Op::Enter(_, target) => {
                open.extend([(local(target), left), (index + 1, left)]);
            }
            _ => open.push((index + 1, left + gives)),
        }
        most = most.max(left + gives);
        u16::try_from(most).map_err(|_| (index, Problem::Depth))?;
    }
    Ok(u16::try_from(most).unwrap_or(u16::MAX))
}

/// How many values an operation takes from the stack and how many it puts there.
fn effect(program: &Program, op: Op) -> (u32, u32) {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    match op {
        Op::Const(_) | Op::Long(_) | Op::Load(_) | Op::Empty | Op::Note(_) | Op::Next(..) => (0, 1),
        Op::GetGame(_) => (0, 1),
        Op::JumpIs(..) | Op::JumpIsNot(..) | Op::SetGame(_) => (1, 0),
        Op::Store(_) | Op::Pop | Op::JumpIf(_) | Op::JumpIfNot(_) => (1, 0),
        Op::Gain(_) | Op::Gather(_) | Op::Unite(_) => (1, 0),
        Op::Push(_) | Op::Include(_) | Op::Offer(_) | Op::Return | Op::ReturnList => (1, 0),
        Op::Add | Op::Subtract | Op::Multiply | Op::DivideDown | Op::DivideUp | Op::Term(_) => (2, 1),
        Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual => (2, 1),
        Op::Seats | Op::With | Op::Nth | Op::Contains | Op::ContainsMask => (2, 1),
        Op::Negate | Op::Not | Op::Within(_) | Op::Some | Op::Get(_) => (1, 1),
        Op::Length | Op::CountMask => (1, 1),
        Op::Set(_) => (2, 0),
        Op::Call(callee) => {
            let callee = program.functions.get(callee as usize);
            let gives = callee.is_none_or(|callee| callee.returns != Returns::Nothing);
            (callee.map_or(0, |callee| u32::from(callee.params)), u32::from(gives))
        }
        Op::Ask(builtin) | Op::List(builtin) => (count(builtin.arity()), 1),
        Op::OfferCounted(_, builtin) => (count(builtin.arity()), 0),
        Op::Do(effect) => (count(effect.arity()), u32::from(effect.has_result())),
        Op::Decide(_) => (1, 2),
        Op::Jump(_) | Op::Mark(_) | Op::Trim(_) | Op::Release(_) | Op::Terms | Op::End => (0, 0),
        Op::Enter(..) | Op::Exit(_) | Op::Trap => (0, 0),
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.function.is_empty() {
            return self.problem.fmt(f);
        }
        write!(f, "{} at {:04} of {}", self.problem, self.pc, self.function)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Problem::Extent => "a function outside the program",
            Problem::Phase => "a phase without a function to run",
            Problem::Spans => "spans out of order",
            Problem::Jump => "a jump out of the function",
            Problem::Slot => "a slot the function does not have",
            Problem::Index(table) => return write!(f, "an index past the end of the {table}"),
            Problem::Counted => "a set counted that is none to count",
            Problem::Result => "another kind of result returned than the function says",
            Problem::Underflow => "a value taken from an empty stack",
            Problem::Join => "paths that meet with different stacks",
            Problem::Depth => "a stack too deep",
            Problem::End => "a path that runs past the end",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::Builtin;
    use crate::effect::Effect;

    /// Verifies one function with two slots; returns its stack or the first problem with its place.
    fn checked(ops: &[Op]) -> Result<u16, (u32, Problem)> {
        let function = Function {
            name: "rule r".into(),
            end: u32::try_from(ops.len()).unwrap(),
            params: 1,
            slots: 2,
            ..Function::default()
        };
        let mut program = Program { ops: ops.to_vec(), functions: vec![function], ..Program::default() };
        match verify(&mut program) {
            Ok(()) => Ok(program.functions[0].stack),
            Err(errors) => Err((errors[0].pc, errors[0].problem)),
        }
    }

    #[test]
    fn finds_the_depth_of_the_stack() {
        assert_eq!(checked(&[Op::Const(1), Op::Const(2), Op::Add, Op::Return]), Ok(2));
        // A call takes its argument and leaves its result.
        assert_eq!(checked(&[Op::Const(1), Op::Call(0), Op::Return]), Ok(1));
        assert_eq!(checked(&[Op::Const(0), Op::Next(0, 4), Op::Add, Op::Jump(1), Op::Return]), Ok(2));
        let args = [Op::Const(0); 5];
        assert_eq!(checked(&[&args[..], &[Op::Do(Effect::Award), Op::Trap]].concat()), Ok(5));
        assert_eq!(
            checked(&[Op::Const(3), Op::Ask(Builtin::PlayerSupply), Op::Return]),
            Err((1, Problem::Underflow))
        );
    }

    #[test]
    fn effects_and_questions_take_what_their_tables_say() {
        let takes = |op: Op, least: usize, gives: &[Op]| {
            let after = |count: usize| checked(&[&vec![Op::Const(0); count][..], &[op], gives].concat());
            assert!(after(least).is_ok(), "{op:?} takes {least}");
            let short = after(least.wrapping_sub(1).min(8));
            assert!(least == 0 || short.is_err_and(|(_, problem)| problem == Problem::Underflow), "{op:?}");
        };
        let (value, nothing) = ([Op::Return], [Op::Const(0), Op::Return]);
        takes(Op::Do(Effect::Draw), 2, &value);
        takes(Op::Do(Effect::Roll), 1, &value);
        takes(Op::Do(Effect::Take), 2, &value);
        for effect in [Effect::Move, Effect::Fetch, Effect::Shuffle, Effect::Put] {
            takes(Op::Do(effect), 2, &nothing);
        }
        for (builtin, least) in [
            (Builtin::PieceSpace, 1),
            (Builtin::SpaceAhead, 2),
            (Builtin::SpaceBeside, 1),
            (Builtin::NeutralPiece, 1),
            (Builtin::SupplyOf, 2),
        ] {
            takes(Op::Ask(builtin), least, &value);
        }
        for (builtin, least) in [
            (Builtin::Hand, 0),
            (Builtin::BagTiles, 1),
            (Builtin::SpacePieces, 1),
            (Builtin::TrackSpaces, 1),
            (Builtin::Numbers, 2),
            (Builtin::FeatureTouching, 2),
        ] {
            takes(Op::List(builtin), least, &[Op::Pop, Op::Const(0), Op::Return]);
        }
    }

    #[test]
    fn every_built_in_stands_in_one_table() {
        let mut numbers: Vec<usize> = Builtin::all().map(|builtin| builtin as usize).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..numbers.len()).collect::<Vec<_>>());
    }

    #[test]
    fn refuses_what_leads_astray() {
        let refused = |ops: &[Op]| checked(ops).unwrap_err();
        assert_eq!(refused(&[Op::Jump(9)]), (0, Problem::Jump));
        assert_eq!(refused(&[Op::Const(0), Op::JumpIf(2)]), (1, Problem::Jump));
        assert_eq!(refused(&[Op::Const(0)]), (1, Problem::End));
        assert_eq!(refused(&[]), (0, Problem::End));
        assert_eq!(refused(&[Op::Pop, Op::Trap]), (0, Problem::Underflow));
        assert_eq!(refused(&[Op::Load(2), Op::Return]), (0, Problem::Slot));
        assert_eq!(refused(&[Op::Empty, Op::ReturnList]), (1, Problem::Result));
        assert_eq!(refused(&[Op::Long(0), Op::Return]), (0, Problem::Index("longs")));
        assert_eq!(refused(&[Op::Call(1), Op::Return]), (0, Problem::Index("functions")));
        assert_eq!(refused(&[Op::Get(0), Op::Return]), (0, Problem::Index("variables")));
        assert_eq!(refused(&[Op::Enter(0, 1), Op::Trap]), (0, Problem::Index("reactions")));
        assert_eq!(refused(&[Op::OfferCounted(0, Builtin::Closed), Op::Trap]), (0, Problem::Counted));
    }

    #[test]
    fn paths_must_meet_with_the_same_stack() {
        let ops = [Op::Load(0), Op::JumpIfNot(3), Op::Const(1), Op::Const(2), Op::Return];
        assert_eq!(checked(&ops), Err((3, Problem::Join)));
        // What cannot be reached need not make sense.
        assert_eq!(checked(&[Op::Trap, Op::Pop]), Ok(0));
    }

    #[test]
    fn phases_run_functions_without_arguments() {
        let mut program = Program { turn: Some(0), ..Program::default() };
        let errors = verify(&mut program).unwrap_err();
        assert_eq!(errors[0].problem, Problem::Phase);
        assert_eq!(errors[0].to_string(), "a phase without a function to run");
    }
}
