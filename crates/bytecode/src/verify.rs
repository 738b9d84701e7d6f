//! Proves that a program cannot lead the machine astray.

use std::fmt;

use crate::op::{Op, SLOTS};
use crate::operands::{MachineOperand, Question, Table, Use, Wanted};
use crate::program::{Function, Program, Returns};
use crate::types::Form;

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
    /// The function's operations do not lie in the program, or it has more arguments than slots, or more slots
    /// than a function can have.
    Extent,
    /// A phase runs a function that does not exist or takes arguments.
    Phase,
    /// Spans are not in ascending order.
    Spans,
    /// A part does not lie in the program, or is one of a function that does not exist.
    InlinedRange,
    /// A jump leaves the function, or goes back where only a loop may.
    Jump,
    /// A slot the function does not have.
    Slot,
    /// An index into the table of this name leads past its end.
    Index(&'static str),
    /// A question is asked with another number of arguments than it takes.
    Arguments,
    /// A set is counted that has to be written down.
    Counted,
    /// A set is asked for as a value, or a value as a set.
    Answer,
    /// A list is returned as a plain value, or the other way round.
    Result,
    /// Runs past the end of the function.
    End,
}

/// Verifies a program.
///
/// Afterwards every slot, index and target exists, only loops go back, and every path ends by returning or with a
/// trap.
///
/// Errors: everything found.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
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
    for part in &program.inlined {
        let lies = part.start <= part.end && part.end as usize <= program.ops.len();
        if !lies || part.function as usize >= program.functions.len() {
            report("", part.start, Problem::InlinedRange);
        }
    }
    for function in &program.functions {
        verify_function(program, function, &mut |pc, problem| report(&function.name, pc, problem));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn verify_function(program: &Program, function: &Function, report: &mut dyn FnMut(u32, Problem)) {
    let range = function.start as usize..function.end as usize;
    let fits = function.params <= function.slots && usize::from(function.slots) <= SLOTS;
    let Some(ops) = program.ops.get(range).filter(|_| fits) else {
        return report(function.start, Problem::Extent);
    };
    for (pc, op) in (function.start..).zip(ops) {
        let at = Place { program, function, pc };
        if let Some(problem) = at.reach(*op).or_else(|| at.target(*op)).or_else(|| at.misfit(*op)) {
            report(pc, problem);
        }
    }
    if !ops.last().is_some_and(|op| matches!(op, Op::Return(_) | Op::ReturnList(_) | Op::End | Op::Trap)) {
        report(function.end.saturating_sub(1), Problem::End);
    }
}

/// An operation's place.
struct Place<'a> {
    program: &'a Program,
    function: &'a Function,
    pc: u32,
}

impl Place<'_> {
    /// Slots the function does not have.
    fn reach(&self, mut op: Op) -> Option<Problem> {
        let mut most = 0;
        op.slots(&mut |usage, first| {
            let count = match usage {
                Use::Read | Use::Write | Use::Change => 1,
                Use::Pair | Use::Begin | Use::Proceed | Use::Fill => 2,
                Use::Row(count) => usize::from(count),
                Use::Call(callee) => self.program.functions.get(callee as usize).map_or(0, |callee| {
                    usize::from(callee.params.max(u16::from(callee.returns != Returns::Nothing)))
                }),
            };
            most = most.max(usize::from(*first) + count);
        });
        (most > usize::from(self.function.slots)).then_some(Problem::Slot)
    }

    /// A target that the operation must not go to.
    fn target(&self, op: Op) -> Option<Problem> {
        let target = op.target()?;
        let goes_back = matches!(op, Op::ForNext(..) | Op::DecrementJump(..));
        let allowed =
            if goes_back { self.function.start..self.pc + 1 } else { self.pc + 1..self.function.end };
        (!allowed.contains(&target)).then_some(Problem::Jump)
    }

    /// What else an operation refers to that is not there, or is not what it is taken for.
    fn misfit(&self, mut op: Op) -> Option<Problem> {
        let mut found = None;
        op.operands(&mut |operand| {
            let problem = match operand {
                MachineOperand::Entry(table, index) => self.entry(table, index),
                MachineOperand::Question(question) => self.question(&question),
                MachineOperand::Change(effect, room) => {
                    (!room.contains(&effect.arity())).then_some(Problem::Arguments)
                }
                MachineOperand::Slot(..) | MachineOperand::Target(_) | MachineOperand::ShortTarget(_) => None,
            };
            found = found.or(problem);
        });
        let returns = [
            (matches!(op, Op::Return(_)), Returns::Value),
            (matches!(op, Op::ReturnList(_)), Returns::List),
            (matches!(op, Op::End), Returns::Nothing),
        ];
        let is_other = |(is, returns): (bool, Returns)| is && returns != self.function.returns;
        found.or(returns.into_iter().any(is_other).then_some(Problem::Result))
    }

    fn entry(&self, table: Table, index: u32) -> Option<Problem> {
        let program = self.program;
        let (len, name) = match table {
            Table::Constants => (program.constants.len(), "constants"),
            Table::Ranges => (program.ranges.len(), "ranges"),
            Table::Terms => (program.terms.len(), "terms"),
            Table::Sites => (program.sites.len(), "sites"),
            Table::Choices => (program.choices.len(), "choices"),
            Table::Functions => (program.functions.len(), "functions"),
            Table::Variables => (program.declared.vars.len(), "variables"),
            Table::Reactions => (usize::from(program.reactions), "reactions"),
        };
        (index as usize >= len).then_some(Problem::Index(name))
    }

    fn question(&self, question: &Question) -> Option<Problem> {
        let info = question.builtin.info();
        let is_list = info.result.form == Form::Many && !info.result.is_mask();
        let answers = match question.wanted {
            Wanted::Value => !is_list,
            Wanted::Set => is_list,
            Wanted::Count => info.is_counted,
        };
        if !answers {
            let counted = question.wanted == Wanted::Count;
            return Some(if counted { Problem::Counted } else { Problem::Answer });
        }
        if let Some(number) = question.query {
            let query = usize::try_from(number).ok().and_then(|number| self.program.queries.get(number));
            let Some(query) = query else { return Some(Problem::Index("queries")) };
            return (query.params() > question.params).then_some(Problem::Arguments);
        }
        (!question.room.contains(&question.builtin.arity())).then_some(Problem::Arguments)
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
            Problem::InlinedRange => "a part outside the program or of no function",
            Problem::Jump => "a jump out of the function or back",
            Problem::Slot => "a slot the function does not have",
            Problem::Index(table) => return write!(f, "an index past the end of the {table}"),
            Problem::Arguments => "another number of arguments than the question takes",
            Problem::Counted => "a set counted that is none to count",
            Problem::Answer => "a set asked for as a value, or a value as a set",
            Problem::Result => "another kind of result returned than the function says",
            Problem::End => "a path that runs past the end",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::Builtin;
    use crate::effect::Effect;
    use crate::op::Reclaim;
    use crate::program::InlinedRange;
    use crate::query::{Condition, Operand, Query, Source};

    /// Verifies one function with so many slots; returns the first problem with its place.
    fn checked_with(slots: u16, ops: &[Op]) -> Result<(), (u32, Problem)> {
        let function = Function {
            name: "rule r".into(),
            end: u32::try_from(ops.len()).unwrap(),
            params: 1,
            slots,
            ..Function::default()
        };
        let program = Program { ops: ops.to_vec(), functions: vec![function], ..Program::default() };
        verify(&program).map_err(|errors| (errors[0].pc, errors[0].problem))
    }

    fn checked(ops: &[Op]) -> Result<(), (u32, Problem)> {
        checked_with(2, ops)
    }

    #[test]
    fn effects_and_questions_take_what_their_tables_say() {
        let takes = |op: Op, least: u16| {
            assert!(checked_with(least.max(1), &[op, Op::Return(0)]).is_ok(), "{op:?} takes {least}");
            let short = checked_with(least.max(2) - 1, &[op, Op::Return(0)]);
            assert!(least < 2 || short == Err((0, Problem::Slot)), "{op:?}");
        };
        for effect in [Effect::Draw, Effect::Take, Effect::Move, Effect::Fetch, Effect::Shuffle, Effect::Put]
        {
            takes(Op::Apply(0, effect, 0), 2);
        }
        takes(Op::Apply(0, Effect::Roll, 0), 1);
        takes(Op::Apply(0, Effect::Award, 0), 5);
        takes(Op::Ask(0, Builtin::PieceSpace, 0), 1);
        for builtin in [Builtin::SpaceAhead, Builtin::SupplyOf, Builtin::IsFeatureKind] {
            takes(Op::Ask(0, builtin, 0), 2);
            assert_eq!(checked(&[Op::AskPair(0, builtin, 1, 0), Op::Return(0)]), Ok(()));
            assert_eq!(checked(&[Op::AskSlotImm(0, builtin, 1, 7, 0), Op::Return(0)]), Ok(()));
        }
        takes(Op::List(0, Builtin::Numbers, 0), 2);
        takes(Op::List(0, Builtin::Hand, 0), 0);
    }

    #[test]
    fn only_loops_go_back() {
        let around = |last: Op| checked(&[Op::ForEach(0, 0, 2), last, Op::Return(0)]);
        assert_eq!(around(Op::ForNext(0, 1, Reclaim::Keep, 0)), Ok(()));
        assert_eq!(around(Op::DecrementJump(0, 1)), Ok(()));
        assert_eq!(around(Op::DecrementJump(0, 2)), Err((1, Problem::Jump)));
        assert_eq!(around(Op::Jump(1)), Err((1, Problem::Jump)));
        assert_eq!(around(Op::JumpEqualImm(0, 0, 0)), Err((1, Problem::Jump)));
        assert_eq!(around(Op::JumpLess(0, 1, 2)), Ok(()));
        assert_eq!(around(Op::JumpLess(0, 1, 3)), Err((1, Problem::Jump)));
    }

    #[test]
    fn refuses_what_leads_astray() {
        let refused = |ops: &[Op]| checked(ops).unwrap_err();
        assert_eq!(refused(&[Op::Jump(9), Op::Trap]), (0, Problem::Jump));
        assert_eq!(refused(&[Op::Const(0, 1)]), (0, Problem::End));
        assert_eq!(refused(&[]), (0, Problem::End));
        assert_eq!(refused(&[Op::Copy(2, 0), Op::Return(0)]), (0, Problem::Slot));
        assert_eq!(refused(&[Op::ForEach(1, 0, 1), Op::Trap]), (0, Problem::Slot));
        assert_eq!(refused(&[Op::Call(2, 0), Op::Trap]), (0, Problem::Slot));
        assert_eq!(refused(&[Op::NewList(0), Op::ReturnList(0)]), (1, Problem::Result));
        assert_eq!(refused(&[Op::LoadConst(0, 0), Op::Return(0)]), (0, Problem::Index("constants")));
        assert_eq!(refused(&[Op::Call(0, 1), Op::Return(0)]), (0, Problem::Index("functions")));
        assert_eq!(refused(&[Op::GetGlobal(0, 0), Op::Return(0)]), (0, Problem::Index("variables")));
        assert_eq!(refused(&[Op::EnterReaction(0, 1), Op::Trap]), (0, Problem::Index("reactions")));
        assert_eq!(refused(&[Op::OfferCounted(0, Builtin::Closed, 0), Op::Trap]), (0, Problem::Counted));
        let asks = Op::AskPair(0, Builtin::PieceSpace, 0, 1);
        assert_eq!(refused(&[asks, Op::Trap]), (0, Problem::Arguments));
        assert_eq!(refused(&[Op::Ask(0, Builtin::FeatureTouching, 0), Op::Trap]), (0, Problem::Answer));
        assert_eq!(refused(&[Op::ListImm(0, Builtin::Turn, 0), Op::Trap]), (0, Problem::Answer));
        assert_eq!(checked_with(257, &[Op::Trap]), Err((0, Problem::Extent)));
    }

    #[test]
    fn queries_are_asked_with_as_many_parameters_as_they_have() {
        let of_player = Query {
            source: Source::FeaturePieces,
            of: Operand::First,
            conditions: vec![Condition::Owner(Operand::Second)],
        };
        let everywhere = Query { source: Source::Laid, of: Operand::Const(0), conditions: Vec::new() };
        let checked = |op: Op| {
            let function = Function { end: 2, params: 1, slots: 4, ..Function::default() };
            let program = Program {
                ops: vec![op, Op::Trap],
                functions: vec![function],
                queries: vec![everywhere.clone(), of_player.clone()],
                ..Program::default()
            };
            verify(&program).map_err(|errors| errors[0].problem)
        };
        assert_eq!(checked(Op::ListImm(0, Builtin::QueryList, 0)), Ok(()));
        assert_eq!(checked(Op::ListImm(0, Builtin::QueryList, 1)), Err(Problem::Arguments));
        assert_eq!(checked(Op::ForEachSlotImm(0, 2, Builtin::QueryList, 0, 1, 1)), Err(Problem::Arguments));
        assert_eq!(checked(Op::ListSlotImm(0, Builtin::QueryList, 0, 1, 3)), Ok(()));
        assert_eq!(checked(Op::AskSlotImm(0, Builtin::QueryCount, 0, 1, 3)), Ok(()));
        assert_eq!(checked(Op::AskImm(0, Builtin::QueryCount, 2)), Err(Problem::Index("queries")));
    }

    #[test]
    fn phases_run_functions_without_arguments() {
        let program = Program { turn: Some(0), ..Program::default() };
        let errors = verify(&program).unwrap_err();
        assert_eq!(errors[0].problem, Problem::Phase);
        assert_eq!(errors[0].to_string(), "a phase without a function to run");
        let part = InlinedRange { function: 0, start: 0, end: 1 };
        let program = Program { inlined: vec![part], ..Program::default() };
        assert_eq!(verify(&program).unwrap_err()[0].problem, Problem::InlinedRange);
    }
}
