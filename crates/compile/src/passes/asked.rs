//! What operations ask, and what is known of the answers.

use rota_bytecode::Op;
use rota_bytecode::builtin::MOST_ARGS;

use super::body::written;
use super::dataflow::{Question, State};
use super::split::Fact;
use super::value_numbering::Follow;

impl Follow<'_> {
    /// Whether the answer to what an operation asks for is a set without members, for all that is known.
    pub(super) fn has_none(&mut self, op: Op, state: &State) -> bool {
        let asked = self.question_of_any(op, state);
        let is_none = |question| {
            let any = state.answers.get(&question)?;
            state.is(*any, 0, &self.values)
        };
        asked.into_iter().flatten().any(|question| is_none(question) == Some(true))
    }

    /// The questions whether what an operation asks for has any members, and whether there would be any of all kinds.
    fn question_of_any(&mut self, op: Op, state: &State) -> [Option<Question>; 2] {
        let question = self.question(op, state);
        let any = |question: Question| Some(Question { builtin: question.builtin.any()?, ..question });
        let of_all = question.filter(|question| question.builtin.narrows()).map(|mut question| {
            question.args[question.builtin.arity() - 1] = Some(self.values.constant(-1));
            question
        });
        [question.and_then(any), of_all.and_then(any)]
    }

    /// What an operation would do less for if it were known.
    pub(super) fn fact(&mut self, op: Op, state: &mut State) -> Option<Fact> {
        match op {
            Op::Decide(..) => (!state.nothing_offered).then_some(Fact::NothingOffered),
            Op::List(..) | Op::ListSlotImm(..) | Op::ListImm(..) => {
                let [_, of_all] = self.question_of_any(op, state);
                let any = *state.answers.get(&of_all?)?;
                state.is(any, 0, &self.values).is_none().then_some(Fact::Is(any, 0))
            }
            _ => {
                let (value, number, _) = self.condition(op, state)?;
                state.is(value, number, &self.values).is_none().then_some(Fact::Is(value, number))
            }
        }
    }

    /// Whether an operation asks for what stands already where it writes it.
    pub(super) fn is_answered(&mut self, op: Op, state: &State) -> bool {
        let (Some(question), Some(slot)) = (self.question(op, state), written(op)) else { return false };
        state.answers.get(&question).is_some_and(|value| state.holds(slot, *value))
    }

    /// The question that an operation asks, with what it is about.
    pub(super) fn question(&mut self, op: Op, state: &State) -> Option<Question> {
        let builtin = op.builtin()?;
        let (mut args, values) = ([None; MOST_ARGS], &mut self.values);
        let mut slot = |slot| Some(state.get(slot, values));
        match op {
            Op::Ask(_, _, first) | Op::List(_, _, first) => {
                for (arg, place) in args.iter_mut().zip(0..).take(builtin.arity()) {
                    *arg = slot(first.wrapping_add(place));
                }
            }
            Op::AskPair(_, _, a, b) => [args[0], args[1]] = [slot(a), slot(b)],
            Op::AskSlotImm(_, _, a, n, m) | Op::ListSlotImm(_, _, a, n, m) => {
                let numbers = [n, m].map(|number| Some(values.constant(number.into())));
                args = [Some(state.get(a, values)), numbers[0], numbers[1]];
            }
            Op::AskImm(_, _, n) | Op::ListImm(_, _, n) => args[0] = Some(values.constant(n.into())),
            _ => return None,
        }
        args[builtin.arity()..].fill(None);
        Some(Question { builtin, args })
    }
}
