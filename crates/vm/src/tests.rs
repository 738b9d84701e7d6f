//! The machine by itself: operations written by hand, a host with nothing behind it.

use std::collections::VecDeque;

use rota_bytecode::program::{Action, ChoiceSite, Function, Returns, Var};
use rota_bytecode::{Builtin, Effect, Op, Program, Reclaim, Slot, Sort, Type, verify};

use crate::{Answer, Fault, Host, Machine, NotOffered, Pending, Reply, Status, Stopped, Term, Tracer};

mod loops;
mod waiting;

/// Answers with the sum of the arguments, lists as many members as the first argument says, decides as it was told.
#[derive(Default)]
struct Tiny {
    applied: Vec<(Effect, Vec<i64>)>,
    notes: Vec<Vec<Term>>,
    replies: VecDeque<Reply>,
    asked: Vec<Pending>,
    decided: Vec<(Answer, bool)>,
}

impl Host for Tiny {
    fn ask(&self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        Ok(args[..builtin.arity()].iter().sum())
    }

    fn list(&self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        out.extend(10..10 + args[..builtin.arity()].iter().sum::<i64>());
        Ok(())
    }

    fn count(&self, _: Builtin, args: &[i64]) -> Result<usize, &'static Fault> {
        Ok(args[0] as usize)
    }

    fn nth(&self, _: Builtin, args: &[i64], index: usize) -> Option<i64> {
        (index < args[0] as usize).then_some(100 + index as i64)
    }

    fn get(&self, _: u16, key: i64) -> Result<i64, &'static Fault> {
        Ok(key)
    }

    fn set(&mut self, _: u16, _: i64, value: i64) -> Result<(), &'static Fault> {
        if value > 9 { Err(&Fault::OutOfRange) } else { Ok(()) }
    }

    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault> {
        self.applied.push((effect, args.to_vec()));
        Ok(77)
    }

    fn keeps_notes(&self) -> bool {
        true
    }

    fn note(&mut self, _: u32, terms: &[Term]) -> i64 {
        self.notes.push(terms.to_vec());
        self.notes.len() as i64
    }

    fn decide(&mut self, pending: &Pending) -> Reply {
        self.asked.push(*pending);
        self.replies.pop_front().unwrap_or(Reply::Later)
    }

    fn decided(&mut self, _: &Pending, answer: Answer, forced: bool) {
        self.decided.push((answer, forced));
    }
}

/// Makes a verified program of functions: arguments, slots, operations.
fn program(functions: &[(u16, u16, &[Op])]) -> Program {
    let mut program = Program { reactions: 70, ..Program::default() };
    let choice = |pass| ChoiceSite {
        span: Default::default(),
        name: "step".into(),
        prompt: String::new(),
        pass,
        merges_alike: false,
        secrecy: rota_bytecode::program::Secrecy::Open,
        actions: (0..3).map(|_| Action { name: String::new(), ty: Type::one(Sort::Piece) }).collect(),
    };
    program.choices = vec![choice(false), choice(true)];
    program.terms = vec!["tiles".into()];
    program.ranges = vec![(0, 9)];
    program.constants = vec![i64::MAX, i64::MIN];
    program.sites = vec![rota_bytecode::program::ScoreSite {
        span: Default::default(),
        rule: "r".into(),
        formula: "f".into(),
    }];
    let owner = rota_bytecode::program::Owner::Game;
    program.declared.vars.push(Var {
        name: "v".into(),
        ty: Type::one(Sort::Int),
        owner,
        merge: rota_bytecode::vocabulary::Merge::Agree,
        init: 0,
        range: None,
        secret: false,
        title: String::new(),
    });
    for (params, slots, ops) in functions {
        let start = program.ops.len() as u32;
        let place = |mut op: Op| {
            if let Some(target) = op.target() {
                op.set_target(target + start).unwrap();
            }
            op
        };
        program.ops.extend(ops.iter().copied().map(place));
        program.functions.push(Function {
            name: format!("f{}", program.functions.len()),
            span: Default::default(),
            start,
            end: program.ops.len() as u32,
            params: *params,
            slots: *slots,
            returns: match () {
                () if ops.iter().any(|op| matches!(op, Op::ReturnList(_))) => Returns::List,
                () if ops.contains(&Op::End) => Returns::Nothing,
                () => Returns::Value,
            },
        });
    }
    assert_eq!(verify(&program), Ok(()));
    program
}

fn result(functions: &[(u16, u16, &[Op])]) -> Result<i64, Stopped> {
    let program = program(functions);
    let mut machine = Machine::new();
    machine.start(&program, 0);
    machine.run(&program, &mut Tiny::default()).map(|status| {
        assert_eq!(status, Status::Done);
        machine.result()
    })
}

/// Writes a number to a slot; large ones stand in the table.
fn number(slot: Slot, number: i64) -> Op {
    match number {
        i64::MAX => Op::LoadConst(slot, 0),
        i64::MIN => Op::LoadConst(slot, 1),
        number => Op::Const(slot, number as i32),
    }
}

/// The result of an operation on two numbers.
fn binary(left: i64, right: i64, op: fn(Slot, Slot, Slot) -> Op) -> Result<i64, Fault> {
    let ops = [number(0, left), number(1, right), op(2, 0, 1), Op::Return(2)];
    result(&[(0, 3, &ops)]).map_err(|stopped| {
        assert_eq!(stopped.pc, 2);
        stopped.fault
    })
}

#[test]
fn arithmetic_rounds_and_faults() {
    assert_eq!(binary(-7, 2, Op::DivideFloor), Ok(-4));
    assert_eq!(binary(-7, 2, Op::DivideCeil), Ok(-3));
    assert_eq!(binary(7, -2, Op::DivideFloor), Ok(-4));
    assert_eq!(binary(7, 2, Op::DivideCeil), Ok(4));
    assert_eq!(binary(8, 2, Op::DivideCeil), Ok(4));
    assert_eq!(binary(8, 0, Op::DivideCeil), Err(Fault::DivisionByZero));
    assert_eq!(binary(i64::MIN, -1, Op::DivideFloor), Err(Fault::Overflow));
    let modulo = |left, right| binary(left, right, Op::Modulo);
    assert_eq!(
        [(7, 3), (-7, 3), (7, -3), (-7, -3), (6, 3)].map(|(a, b)| modulo(a, b)),
        [1, 2, -2, -1, 0].map(Ok)
    );
    assert_eq!([modulo(i64::MIN, -1), modulo(3, 0)], [Ok(0), Err(Fault::DivisionByZero)]);
    assert_eq!(binary(i64::MAX, 1, Op::Add), Err(Fault::Overflow));
    assert_eq!(binary(i64::MAX, 0, |d, a, _| Op::AddImm(d, a, 1)), Err(Fault::Overflow));
    assert_eq!(binary(i64::MIN, 1, Op::Subtract), Err(Fault::Overflow));
    assert_eq!(binary(i64::MAX, 2, Op::Multiply), Err(Fault::Overflow));
    assert_eq!(binary(i64::MAX, 2, |d, a, b| Op::Term(d, a, b, 0)), Err(Fault::Overflow));
    assert_eq!(binary(7, 0, |d, a, _| Op::AddImm(d, a, -9)), Ok(-2));
    assert_eq!(binary(3, 3, Op::Equal), Ok(1));
    assert_eq!(binary(3, 3, Op::Less), Ok(0));
    assert_eq!(binary(2, 3, Op::Less), Ok(1));
    let fault = |ops: &[Op]| result(&[(0, 2, ops)]).unwrap_err();
    let negate = [Op::LoadConst(0, 1), Op::Negate(0, 0), Op::Return(0)];
    assert_eq!(fault(&negate), Stopped { fault: Fault::Overflow, pc: 1 });
    assert_eq!(fault(&[Op::Const(0, 10), Op::CheckRange(0, 0), Op::Return(0)]).fault, Fault::OutOfRange);
    assert_eq!(fault(&[Op::Const(0, -1), Op::CheckSome(0), Op::Return(0)]).fault, Fault::Missing);
    assert_eq!(fault(&[Op::Const(1, 10), Op::Set(0, 1, 0), Op::Trap]).fault, Fault::OutOfRange);
    assert_eq!(fault(&[Op::Trap]).fault, Fault::NoResult);
}

#[test]
fn jumps_compare_with_numbers_and_slots() {
    let jumps = |left: i64, right: i64, jump: &dyn Fn(u32) -> Op| {
        let ops = [number(0, left), number(1, right), jump(5), Op::Const(2, 0), Op::Return(2)];
        let ops = [&ops[..], &[Op::Const(2, 1), Op::Return(2)]].concat();
        result(&[(0, 3, &ops)]) == Ok(1)
    };
    let least = i64::from(i16::MIN);
    assert!(
        jumps(-1, 0, &|to| Op::JumpEqualImm(0, -1, to)) && !jumps(-1, 0, &|to| Op::JumpEqualImm(0, 1, to))
    );
    assert!(
        jumps(-1, 0, &|to| Op::JumpNotEqualImm(0, 1, to))
            && !jumps(1, 0, &|to| Op::JumpNotEqualImm(0, 1, to))
    );
    assert!(jumps(least - 1, 0, &|to| Op::JumpLessImm(0, i16::MIN, to)));
    assert!(!jumps(least, 0, &|to| Op::JumpLessImm(0, i16::MIN, to)));
    assert!(jumps(32768, 0, &|to| Op::JumpGreaterImm(0, i16::MAX, to)));
    assert!(!jumps(32767, 0, &|to| Op::JumpGreaterImm(0, i16::MAX, to)));
    for (left, right) in [(1, 2), (2, 2), (2, 1), (i64::MIN, i64::MAX)] {
        assert_eq!(jumps(left, right, &|to| Op::JumpEqual(0, 1, to)), left == right);
        assert_eq!(jumps(left, right, &|to| Op::JumpNotEqual(0, 1, to)), left != right);
        assert_eq!(jumps(left, right, &|to| Op::JumpLess(0, 1, to)), left < right);
        assert_eq!(jumps(left, right, &|to| Op::JumpLessEqual(0, 1, to)), left <= right);
    }
}

#[test]
fn jumps_ask() {
    // Slot 0 holds 5; the host answers with the sum of what it is asked.
    let jumps = |jump: Op| {
        let ops = [Op::Const(0, 5), jump, Op::Return(1), Op::Const(1, 1), Op::Return(1)];
        result(&[(0, 2, &ops)]) == Ok(1)
    };
    for (k, is) in [(2, true), (3, false), (-2, false)] {
        assert_eq!(jumps(Op::JumpAskEqual(Builtin::SupplyOf, 0, [-3, 9, k], 3)), is);
        assert_eq!(jumps(Op::JumpAskNotEqual(Builtin::SupplyOf, 0, [-3, 9, k], 3)), !is);
        assert_eq!(jumps(Op::JumpAskImmEqual(Builtin::BagCount, [2, k], 3)), is);
        assert_eq!(jumps(Op::JumpAskImmNotEqual(Builtin::BagCount, [2, k], 3)), !is);
    }
    assert!(jumps(Op::JumpAskEqual(Builtin::PieceSpace, 0, [1, 1, 5], 3)), "one argument");
    assert!(jumps(Op::JumpAskEqual(Builtin::CellAt, 0, [1, 1, 7], 3)), "three");
    assert!(jumps(Op::JumpAskImmEqual(Builtin::Turn, [9, 0], 3)), "none");
}

#[test]
fn questions_take_slots_and_numbers() {
    let asked = |ops: &[Op]| {
        let ops = [&[Op::Const(0, 5), Op::Const(1, 7)], ops, &[Op::Return(2)]].concat();
        result(&[(0, 4, &ops)])
    };
    assert_eq!(asked(&[Op::Ask(2, Builtin::SupplyOf, 0)]), Ok(12));
    assert_eq!(asked(&[Op::AskPair(2, Builtin::SupplyOf, 1, 1)]), Ok(14));
    assert_eq!(asked(&[Op::AskSlotImm(2, Builtin::SupplyOf, 0, -3, 0)]), Ok(2));
    // The mock answers with the key: a variable of the game has 0.
    assert_eq!(asked(&[Op::Get(2, 1, 0)]), Ok(7));
    assert_eq!(asked(&[Op::GetGlobal(2, 0)]), Ok(0));
    assert_eq!(asked(&[Op::SetGlobal(1, 0), Op::Copy(2, 1)]), Ok(7));
}

#[test]
fn fuel_and_depth_end_what_does_not_end() {
    let program = program(&[
        (0, 1, &[Op::Const(0, i32::MAX), Op::DecrementJump(0, 1), Op::Return(0)]),
        (0, 1, &[Op::Call(0, 1), Op::Return(0)]),
    ]);
    let mut machine = Machine::new();
    machine.fuel = 10;
    let (mut host, mut told) = (Tiny::default(), Told::default());
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Err(Stopped { fault: Fault::OutOfFuel, pc: 1 }));
    // A machine that was stopped has to be started anew.
    assert_eq!(machine.run(&program, &mut host), Err(Stopped { fault: Fault::Broken, pc: u32::MAX }));
    machine.fuel = 1000;
    machine.start(&program, 1);
    let too_deep = Err(Stopped { fault: Fault::TooDeep, pc: 3 });
    assert_eq!(machine.run_traced(&program, &mut host, &mut told), too_deep);
    // Only those that came to run are told.
    let entered = told.steps.iter().filter(|step| **step == "enter 1").count();
    let left = told.steps.iter().filter(|step| **step == "leave").count();
    assert_eq!((entered, left), (crate::MAX_CALL_DEPTH, crate::MAX_CALL_DEPTH));
}

/// Writes down what it is told.
#[derive(Default)]
struct Told {
    ops: usize,
    steps: Vec<String>,
}

impl Tracer for Told {
    fn op(&mut self, _: usize) {
        self.ops += 1;
    }

    fn enter(&mut self, function: u32, _: usize) {
        self.steps.push(format!("enter {function}"));
    }

    fn resume(&mut self, function: u32) {
        self.steps.push(format!("resume {function}"));
    }

    fn leave(&mut self, _: usize) {
        self.steps.push("leave".to_owned());
    }
}

#[test]
fn while_a_decision_waits_nothing_goes_on() {
    let asking = waiting::question(2, 2, 3, 0);
    let (inner, slots) = (&asking.functions[0], asking.functions[0].slots);
    let ops = &asking.ops[inner.start as usize..inner.end as usize];
    let program = program(&[(0, 1, &[Op::Call(0, 1), Op::Return(0)]), (0, slots, ops)]);
    let (mut host, mut told) = (Tiny::default(), Told::default());
    let mut machine = Machine::new();
    machine.start(&program, 0);
    assert_eq!(machine.run_traced(&program, &mut host, &mut told), Ok(Status::Asks));
    assert_eq!(std::mem::take(&mut told.steps), ["enter 0", "enter 1", "leave", "leave"]);
    // One who asks again is told nothing new.
    assert_eq!(machine.run_traced(&program, &mut host, &mut told), Ok(Status::Asks));
    assert!(told.steps.is_empty());
    machine.pick(&host, 1).unwrap();
    assert_eq!(machine.run_traced(&program, &mut host, &mut told), Ok(Status::Done));
    assert_eq!(told.steps, ["resume 0", "resume 1", "leave", "leave"]);
    assert_eq!(told.ops, program.ops.len());
    // The same within one run.
    let mut told = Told::default();
    host.replies.push_back(Reply::Number(1));
    machine.start(&program, 0);
    assert_eq!(machine.run_traced(&program, &mut host, &mut told), Ok(Status::Done));
    let within = ["enter 0", "enter 1", "leave", "leave", "resume 0", "resume 1", "leave", "leave"];
    assert_eq!((told.steps, told.ops), (within.map(str::to_owned).to_vec(), program.ops.len()));
}

#[test]
fn calls_pass_arguments_and_clear_slots() {
    let main = [
        Op::Const(0, 4),
        Op::Const(1, 5),
        Op::Const(2, 3),
        Op::Call(1, 1),
        // The next call's slots hold what the first one left there.
        Op::Const(2, 8),
        Op::Const(3, 2),
        Op::Call(2, 1),
        Op::Multiply(3, 0, 1),
        Op::Add(3, 3, 2),
        Op::Return(3),
    ];
    let callee = [Op::Subtract(3, 0, 1), Op::Add(3, 3, 2), Op::Const(2, 9), Op::Const(1, 9), Op::Return(3)];
    assert_eq!(result(&[(0, 4, &main), (2, 4, &callee)]), Ok(4 * 2 + 6));
}

#[test]
fn a_call_keeps_the_slots_below_it() {
    // Each one works in as many slots as there can be, those of its caller above the call among them.
    let nested = |own: i32, ops: &[Op]| {
        let fill = (1..=255).map(|slot| Op::Const(slot, own));
        fill.chain(ops.iter().copied()).collect::<Vec<_>>()
    };
    let main = nested(1, &[Op::Call(200, 1), Op::Add(0, 199, 200), Op::Return(0)]);
    let middle = nested(10, &[Op::Call(255, 2), Op::Add(0, 254, 255), Op::Return(0)]);
    let last = nested(100, &[Op::Return(255)]);
    assert_eq!(result(&[(0, 256, &main), (0, 256, &middle), (0, 256, &last)]), Ok(111));
}

const LIST: Builtin = Builtin::FeaturePieces;

#[test]
fn lists_are_freed_and_moved_down() {
    // The callee makes two lists and returns the second, which has to move down over the first.
    let main = [
        Op::Const(0, 2),
        Op::List(0, LIST, 0),
        Op::Const(0, 3),
        Op::Call(0, 1),
        Op::Mark(1),
        Op::Length(0, 0),
        Op::Subtract(0, 1, 0),
        Op::Return(0),
    ];
    let callee = [Op::Const(1, 4), Op::List(1, LIST, 1), Op::List(0, LIST, 0), Op::ReturnList(0)];
    assert_eq!(result(&[(0, 2, &main), (1, 2, &callee)]), Ok(2));
    // Growing a list that is not on top is refused.
    let buried = [Op::NewList(0), Op::Const(1, 1), Op::List(1, LIST, 1), Op::Push(0, 1), Op::Trap];
    assert_eq!(result(&[(0, 2, &buried)]).unwrap_err(), Stopped { fault: Fault::Broken, pc: 3 });
    let trimmed = [
        Op::NewList(0),
        Op::Const(1, 1),
        Op::List(1, LIST, 1),
        Op::FreeAbove(0),
        Op::Const(1, 7),
        Op::Push(0, 1),
        Op::Contains(1, 1, 0),
        Op::Return(1),
    ];
    assert_eq!(result(&[(0, 2, &trimmed)]), Ok(1));
    let freed = [
        Op::Const(0, 2),
        Op::List(1, LIST, 0),
        Op::List(2, LIST, 0),
        Op::List(0, LIST, 0),
        Op::Free(2),
        Op::Mark(0),
        Op::Return(0),
    ];
    assert_eq!(result(&[(0, 3, &freed)]), Ok(2), "the list and what lies above it");
}

#[test]
fn sets_grow_where_they_stand() {
    let ops = |last: &[Op]| {
        let start = [Op::NewList(0), Op::Const(1, 3), Op::List(2, LIST, 1), Op::ExtendUnique(0, 2)];
        [&start, last].concat()
    };
    let list = |last: &[Op]| {
        let program = program(&[(0, 4, &ops(&[last, &[Op::ReturnList(0)]].concat()))]);
        let mut machine = Machine::new();
        machine.start(&program, 0);
        machine.run(&program, &mut Tiny::default()).unwrap();
        machine.result_list().to_vec()
    };
    assert_eq!(list(&[]), [10, 11, 12]);
    assert_eq!(list(&[Op::PushUnique(0, 1), Op::Const(1, 11), Op::PushUnique(0, 1)]), [10, 11, 12, 3]);
    assert_eq!(list(&[Op::CopyPush(0, 0, 1)]), [10, 11, 12, 3]);
    let value = |last: &[Op]| result(&[(0, 4, &ops(&[last, &[Op::Return(3)]].concat()))]);
    assert_eq!(value(&[Op::Const(1, 2), Op::Index(3, 0, 1)]), Ok(12));
    let nth = |number: i32| value(&[Op::Const(1, number), Op::NthOrNone(3, 0, 1)]);
    assert_eq!([-1, 0, 1, 3, 4].map(nth), [-1, -1, 10, 12, -1].map(Ok));
    let seat = |number: i32| value(&[Op::Const(1, number), Op::Const(2, 0b1010), Op::MaskNthOrNone(3, 2, 1)]);
    assert_eq!([i32::MIN, 0, 1, 2, 3].map(seat), [-1, -1, 1, 3, -1].map(Ok));
    assert_eq!(value(&[Op::Index(3, 0, 1)]), Err(Stopped { fault: Fault::Missing, pc: 4 }));
    let mask = [Op::Const(2, 0b100), Op::MaskUnion(3, 2), Op::MaskInsert(3, 1)];
    assert_eq!(value(&mask), Ok(0b1100));
    assert_eq!(value(&[&mask[..], &[Op::MaskCount(3, 3)]].concat()), Ok(2));
    assert_eq!(value(&[&mask[..], &[Op::MaskContains(3, 1, 3)]].concat()), Ok(1));
    assert_eq!(
        value(&[Op::Const(1, 64), Op::MaskInsert(3, 1)]),
        Err(Stopped { fault: Fault::Missing, pc: 5 })
    );
}

#[test]
fn seats_begin_where_they_are_told() {
    let seats = |mask, from| {
        let ops = [Op::Const(0, mask), Op::Const(1, from), Op::MaskToList(0, 0, 1), Op::ReturnList(0)];
        let program = program(&[(0, 2, &ops)]);
        let mut machine = Machine::new();
        machine.start(&program, 0);
        machine.run(&program, &mut Tiny::default()).unwrap();
        machine.result_list().to_vec()
    };
    assert_eq!(seats(0b11011, 3), [3, 4, 0, 1]);
    assert_eq!(seats(0b11011, -1), [0, 1, 3, 4]);
    assert_eq!(seats(0b11011, 2), [3, 4, 0, 1]);
    assert_eq!(seats(0b11011, 5), [0, 1, 3, 4]);
    assert_eq!(seats(0, 0), []);
}

#[test]
fn reactions_run_once_at_a_time() {
    let ops = [
        Op::EnterReaction(69, 4),
        Op::EnterReaction(69, 4),
        Op::Const(0, 1),
        Op::Return(0),
        Op::ExitReaction(69),
        Op::EnterReaction(69, 8),
        Op::Const(0, 2),
        Op::Return(0),
        Op::Const(0, 3),
        Op::Return(0),
    ];
    assert_eq!(result(&[(0, 1, &ops)]), Ok(2));
}

#[test]
fn terms_reach_the_note() {
    let ops = [
        Op::Const(0, 9),
        Op::Term(0, 0, 0, 0),
        Op::ClearTerms,
        Op::Const(1, 3),
        Op::Const(2, 2),
        Op::Term(1, 1, 2, 0),
        Op::Note(2, 0),
        Op::Add(1, 1, 2),
        Op::Add(0, 0, 1),
        Op::Return(0),
    ];
    let program = program(&[(0, 3, &ops)]);
    let mut machine = Machine::new();
    let mut host = Tiny::default();
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Done));
    assert_eq!(machine.result(), 81 + 6 + 1);
    assert_eq!(host.notes, [[Term { name: 0, count: 3, each: 2 }]]);
}

/// The terms of a program that keeps 3 each 2 for the number of a term, and 1 each 7 for its price of 5.
fn nested(number: i32, each: i32) -> Vec<Term> {
    let ops = [
        Op::ClearTerms,
        Op::OpenTerms,
        Op::Const(0, 3),
        Op::Const(1, 2),
        Op::Term(2, 0, 1, 0),
        Op::Const(2, number),
        Op::OpenTerms,
        Op::Const(0, 1),
        Op::Const(1, 7),
        Op::Term(1, 0, 1, 0),
        Op::Const(1, each),
        Op::TermOver(0, 2, 1, 0),
        Op::Note(1, 0),
        Op::Return(0),
    ];
    let program = program(&[(0, 3, &ops)]);
    let (mut machine, mut host) = (Machine::new(), Tiny::default());
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Done));
    assert_eq!(machine.result(), i64::from(number) * i64::from(each));
    host.notes.remove(0)
}

#[test]
fn a_term_tells_of_the_terms_that_made_its_number() {
    assert_eq!(nested(6, 5), [Term { name: 0, count: 3, each: 10 }]);
    // They are not all of it.
    assert_eq!(nested(7, 5), [Term { name: 0, count: 7, each: 5 }]);
}

#[test]
fn effects_hand_back_what_they_should() {
    let ops = [
        Op::Const(0, 4),
        Op::Const(1, -1),
        // What hands nothing back leaves every slot alone.
        Op::Apply(0, Effect::Send, 0),
        Op::Apply(2, Effect::Draw, 0),
        Op::Apply(1, Effect::Roll, 0),
        Op::Add(1, 1, 2),
        Op::Add(0, 0, 1),
        Op::Return(0),
    ];
    let program = program(&[(0, 3, &ops)]);
    let mut host = Tiny::default();
    let mut machine = Machine::new();
    machine.start(&program, 0);
    machine.run(&program, &mut host).unwrap();
    assert_eq!(machine.result(), 2 * 77 + 4);
    let applied = [(Effect::Send, vec![4, -1]), (Effect::Draw, vec![4, -1]), (Effect::Roll, vec![4])];
    assert_eq!(host.applied, applied);
}

#[test]
fn an_unverified_program_faults_instead_of_panicking() {
    let mut program = program(&[(0, 1, &[Op::Const(0, 0), Op::Return(0)])]);
    let walk = [Op::Const(0, 3), Op::List(255, LIST, 0), Op::ForEach(255, 0, 4)];
    // Far outside of the program: where a loop goes back to is reached only by a program that has one.
    let loops = [&walk[..], &[Op::ForNext(255, 0, Reclaim::Free, 99), Op::Trap]].concat();
    let counts = vec![Op::Const(0, 3), Op::DecrementJump(0, 99), Op::Trap];
    let deep = vec![Op::Call(255, 0), Op::Jump(99)];
    for (ops, fault) in [(loops, Fault::OutOfFuel), (counts, Fault::OutOfFuel), (deep, Fault::TooDeep)] {
        program.ops = ops;
        assert_eq!(stopped_by(&program), fault, "{:?}", program.ops);
    }
    let buried = [Op::NewList(0), Op::Const(1, 1), Op::List(1, LIST, 1), Op::Push(0, 1)];
    let of_none = [Op::LoadConst(0, 0), Op::Contains(0, 0, 0)];
    let single = [
        Op::Call(255, 9),
        Op::Jump(99),
        Op::LoadConst(0, 9),
        Op::CheckRange(0, 9),
        Op::Decide(255, 255, 9),
        Op::Ask(0, Builtin::SupplyOf, 255),
        Op::List(0, Builtin::SupplyOf, 255),
        Op::OfferCounted(255, Builtin::SupplyOf, 0),
        Op::Apply(0, Effect::Award, 255),
    ];
    for ops in single.iter().map(std::slice::from_ref).chain([&buried[..], &of_none]) {
        program.constants = vec![i64::MAX];
        program.ops = ops.to_vec();
        assert_eq!(stopped_by(&program), Fault::Broken, "{ops:?}");
    }
    // More slots than there can be, and fewer than arguments.
    for (params, slots) in [(0, 999), (9, 1)] {
        let (ops, function) = (vec![Op::Call(0, 0)], Function { params, slots, ..Function::default() });
        assert_eq!(
            stopped_by(&Program { ops, functions: vec![function], ..Program::default() }),
            Fault::Broken
        );
    }
}

/// The fault that ends the first function.
fn stopped_by(program: &Program) -> Fault {
    let mut machine = Machine::new();
    machine.start(program, 0);
    machine.run(program, &mut Tiny::default()).unwrap_err().fault
}
