//! The machine by itself: operations written by hand, a host with nothing behind it.

use rota_bytecode::program::{Action, ChoiceSite, Function, Returns, Var};
use rota_bytecode::{Builtin, Effect, Op, Program, Sort, Type, verify};

use crate::{Answer, Fault, Host, Machine, NotOffered, Status, Stopped, Term, Watch};

/// Answers with the sum of the arguments, lists as many members as the first argument says.
#[derive(Default)]
struct Tiny {
    applied: Vec<(Effect, Vec<i64>)>,
    notes: Vec<Vec<Term>>,
    forced: Vec<(u16, i64)>,
}

impl Host for Tiny {
    fn ask(&self, _: Builtin, args: &[i64]) -> Result<i64, Fault> {
        Ok(args.iter().sum())
    }

    fn list(&self, _: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), Fault> {
        out.extend(10..10 + args.iter().sum::<i64>());
        Ok(())
    }

    fn count(&self, _: Builtin, args: &[i64]) -> Result<usize, Fault> {
        Ok(args[0] as usize)
    }

    fn nth(&self, _: Builtin, args: &[i64], index: usize) -> Option<i64> {
        (index < args[0] as usize).then_some(100 + index as i64)
    }

    fn get(&self, _: u16, key: i64) -> Result<i64, Fault> {
        Ok(key)
    }

    fn set(&mut self, _: u16, _: i64, value: i64) -> Result<(), Fault> {
        if value > 9 { Err(Fault::OutOfRange) } else { Ok(()) }
    }

    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, Fault> {
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

    fn forced(&mut self, _: u32, _: i64, action: u16, value: i64) {
        self.forced.push((action, value));
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
        secrecy: rota_bytecode::program::Secrecy::Open,
        actions: (0..3).map(|_| Action { name: String::new(), ty: Type::one(Sort::Piece) }).collect(),
    };
    program.choices = vec![choice(false), choice(true)];
    program.terms = vec!["tiles".into()];
    program.ranges = vec![(0, 9)];
    program.longs = vec![i64::MAX, i64::MIN];
    program.sites = vec![rota_bytecode::program::Site {
        span: Default::default(),
        rule: "r".into(),
        formula: "f".into(),
        asks: false,
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
    });
    for (params, slots, ops) in functions {
        let start = program.ops.len() as u32;
        let place = |op: &Op| match *op {
            Op::Jump(to) => Op::Jump(start + to),
            Op::JumpIf(to) => Op::JumpIf(start + to),
            Op::JumpIfNot(to) => Op::JumpIfNot(start + to),
            Op::JumpIs(number, to) => Op::JumpIs(number, start + to),
            Op::JumpIsNot(number, to) => Op::JumpIsNot(number, start + to),
            Op::Next(slot, to) => Op::Next(slot, start + to),
            Op::Enter(id, to) => Op::Enter(id, start + to),
            op => op,
        };
        program.ops.extend(ops.iter().map(place));
        program.functions.push(Function {
            name: format!("f{}", program.functions.len()),
            start,
            end: program.ops.len() as u32,
            params: *params,
            slots: *slots,
            returns: match () {
                () if ops.contains(&Op::ReturnList) => Returns::List,
                () if ops.contains(&Op::End) => Returns::Nothing,
                () => Returns::Value,
            },
            stack: 0,
        });
    }
    verify(&mut program).unwrap();
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

/// The result of an operation on two numbers; large ones are written as such.
fn binary(left: i64, right: i64, op: Op) -> Result<i64, Fault> {
    let number = |number: i64| match number {
        i64::MAX => Op::Long(0),
        i64::MIN => Op::Long(1),
        number => Op::Const(number as i32),
    };
    result(&[(0, 0, &[number(left), number(right), op, Op::Return])]).map_err(|stopped| {
        assert_eq!(stopped.pc, 2);
        stopped.fault
    })
}

#[test]
fn arithmetic_rounds_and_faults() {
    assert_eq!(binary(-7, 2, Op::DivideDown), Ok(-4));
    assert_eq!(binary(-7, 2, Op::DivideUp), Ok(-3));
    assert_eq!(binary(7, -2, Op::DivideDown), Ok(-4));
    assert_eq!(binary(7, 2, Op::DivideUp), Ok(4));
    assert_eq!(binary(8, 2, Op::DivideUp), Ok(4));
    assert_eq!(binary(8, 0, Op::DivideUp), Err(Fault::DivisionByZero));
    assert_eq!(binary(i64::MIN, -1, Op::DivideDown), Err(Fault::Overflow));
    assert_eq!(binary(i64::MAX, 1, Op::Add), Err(Fault::Overflow));
    assert_eq!(binary(i64::MIN, 1, Op::Subtract), Err(Fault::Overflow));
    assert_eq!(binary(i64::MAX, 2, Op::Multiply), Err(Fault::Overflow));
    assert_eq!(binary(i64::MAX, 2, Op::Term(0)), Err(Fault::Overflow));
    assert_eq!(binary(3, 3, Op::LessEqual), Ok(1));
    let fault = |ops: &[Op]| result(&[(0, 0, ops)]).unwrap_err();
    assert_eq!(fault(&[Op::Long(1), Op::Negate, Op::Return]), Stopped { fault: Fault::Overflow, pc: 1 });
    assert_eq!(fault(&[Op::Const(10), Op::Within(0), Op::Return]).fault, Fault::OutOfRange);
    assert_eq!(fault(&[Op::Const(-1), Op::Some, Op::Return]).fault, Fault::Missing);
    assert_eq!(fault(&[Op::Const(0), Op::Const(10), Op::Set(0), Op::Trap]).fault, Fault::OutOfRange);
    assert_eq!(fault(&[Op::Trap]).fault, Fault::NoResult);
}

#[test]
fn fuel_and_depth_end_what_does_not_end() {
    let program = program(&[(0, 0, &[Op::Jump(0)]), (0, 0, &[Op::Call(1), Op::Return])]);
    let mut machine = Machine::new();
    machine.fuel = 10;
    let (mut host, mut told) = (Tiny::default(), Told::default());
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Err(Stopped { fault: Fault::OutOfFuel, pc: 0 }));
    // A machine that was stopped has to be started anew.
    assert_eq!(machine.run(&program, &mut host), Err(Stopped { fault: Fault::Broken, pc: u32::MAX }));
    machine.fuel = 1000;
    machine.start(&program, 1);
    let too_deep = Err(Stopped { fault: Fault::TooDeep, pc: 1 });
    assert_eq!(machine.run_watched(&program, &mut host, &mut told), too_deep);
    let entered = told.steps.iter().filter(|step| **step == "enter 1").count();
    let left = told.steps.iter().filter(|step| **step == "leave").count();
    assert_eq!((entered, left), (crate::DEPTH, crate::DEPTH));
}

/// Writes down what it is told.
#[derive(Default)]
struct Told {
    ops: usize,
    steps: Vec<String>,
}

impl Watch for Told {
    fn op(&mut self, _: usize) {
        self.ops += 1;
    }

    fn enter(&mut self, function: u32) {
        self.steps.push(format!("enter {function}"));
    }

    fn resume(&mut self, function: u32) {
        self.steps.push(format!("resume {function}"));
    }

    fn leave(&mut self) {
        self.steps.push("leave".to_owned());
    }
}

#[test]
fn while_a_decision_waits_nothing_goes_on() {
    let asking = question(2, 2, 3, 0);
    let program = program(&[(0, 0, &[Op::Call(1), Op::Return]), (0, 1, &asking.ops)]);
    let (mut host, mut told) = (Tiny::default(), Told::default());
    let mut machine = Machine::new();
    machine.start(&program, 0);
    assert_eq!(machine.run_watched(&program, &mut host, &mut told), Ok(Status::Asks));
    assert_eq!(std::mem::take(&mut told.steps), ["enter 0", "enter 1", "leave", "leave"]);
    // One who asks again is told nothing new.
    assert_eq!(machine.run_watched(&program, &mut host, &mut told), Ok(Status::Asks));
    assert!(told.steps.is_empty());
    machine.pick(&host, 1).unwrap();
    assert_eq!(machine.run_watched(&program, &mut host, &mut told), Ok(Status::Done));
    assert_eq!(told.steps, ["resume 0", "resume 1", "leave", "leave"]);
    assert_eq!(told.ops, program.ops.len());
}

#[test]
fn calls_pass_arguments_and_clear_slots() {
    let main = [
        Op::Const(5),
        Op::Const(3),
        Op::Call(1),
        Op::Const(8),
        Op::Const(2),
        Op::Call(1),
        Op::Add,
        Op::Return,
    ];
    let callee = [
        Op::Load(0),
        Op::Load(1),
        Op::Subtract,
        Op::Load(2),
        Op::Add,
        Op::Const(9),
        Op::Store(2),
        Op::Return,
    ];
    assert_eq!(result(&[(0, 0, &main), (2, 3, &callee)]), Ok(2 + 6));
}

#[test]
fn lists_are_freed_and_moved_down() {
    // The callee makes two lists and returns the second, which has to move down over the first.
    let main = [
        Op::Const(2),
        Op::List(Builtin::FeaturePieces),
        Op::Pop,
        Op::Const(3),
        Op::Call(1),
        Op::Store(0),
        Op::Mark(1),
        Op::Load(1),
        Op::Load(0),
        Op::Length,
        Op::Subtract,
        Op::Return,
    ];
    let callee = [
        Op::Const(4),
        Op::List(Builtin::FeaturePieces),
        Op::Pop,
        Op::Load(0),
        Op::List(Builtin::FeaturePieces),
        Op::ReturnList,
    ];
    assert_eq!(result(&[(0, 2, &main), (1, 1, &callee)]), Ok(2));
    // Its sum: 10 + 11 + 12.
    let sum = [
        Op::Const(3),
        Op::List(Builtin::FeaturePieces),
        Op::Store(0),
        Op::Const(0),
        Op::Next(0, 7),
        Op::Add,
        Op::Jump(4),
        Op::Return,
    ];
    assert_eq!(result(&[(0, 1, &sum)]), Ok(33));
    // Growing a list that is not on top is refused.
    let buried =
        [Op::Empty, Op::Store(0), Op::Const(1), Op::List(Builtin::FeaturePieces), Op::Push(0), Op::Trap];
    assert_eq!(result(&[(0, 1, &buried)]).unwrap_err(), Stopped { fault: Fault::Broken, pc: 4 });
    let trimmed = [
        Op::Empty,
        Op::Store(0),
        Op::Const(1),
        Op::List(Builtin::FeaturePieces),
        Op::Pop,
        Op::Trim(0),
        Op::Const(7),
        Op::Push(0),
        Op::Const(7),
        Op::Load(0),
        Op::Contains,
        Op::Return,
    ];
    assert_eq!(result(&[(0, 1, &trimmed)]), Ok(1));
}

#[test]
fn seats_begin_where_they_are_told() {
    let seats = |mask, from| {
        let ops = [Op::Const(mask), Op::Const(from), Op::Seats, Op::ReturnList];
        let program = program(&[(0, 0, &ops)]);
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
        Op::Enter(69, 4),
        Op::Enter(69, 4),
        Op::Const(1),
        Op::Return,
        Op::Exit(69),
        Op::Enter(69, 8),
        Op::Const(2),
        Op::Return,
        Op::Const(3),
        Op::Return,
    ];
    assert_eq!(result(&[(0, 0, &ops)]), Ok(2));
}

#[test]
fn terms_reach_the_note() {
    let ops = [
        Op::Const(9),
        Op::Const(9),
        Op::Term(0),
        Op::Terms,
        Op::Const(3),
        Op::Const(2),
        Op::Term(0),
        Op::Note(0),
        Op::Add,
        Op::Add,
        Op::Return,
    ];
    let program = program(&[(0, 0, &ops)]);
    let mut machine = Machine::new();
    let mut host = Tiny::default();
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Done));
    assert_eq!(machine.result(), 81 + 6 + 1);
    assert_eq!(host.notes, [[Term { name: 0, count: 3, each: 2 }]]);
}

/// Offers `listed` members under action 0 and `counted` under action 1; returns 1000 × action + value.
fn question(who: i32, listed: i32, counted: i32, choice: u32) -> Program {
    program(&[(
        0,
        1,
        &[
            Op::Const(who),
            Op::Const(listed),
            Op::List(Builtin::FeaturePieces),
            Op::Offer(0),
            Op::Const(counted),
            Op::OfferCounted(1, Builtin::TilePlacements),
            Op::Decide(choice),
            Op::Const(1000),
            Op::Multiply,
            Op::Add,
            Op::Return,
        ],
    )])
}

#[test]
fn decisions_suspend_and_go_on() {
    let program = question(2, 2, 3, 0);
    let mut host = Tiny::default();
    let mut machine = Machine::new();
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Asks));
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Asks));
    let pending = *machine.decision().unwrap();
    assert_eq!((pending.choice, pending.who, pending.total, pending.pass), (0, 2, 5, false));
    let options: Vec<_> = machine.options(&host).collect();
    assert_eq!(options, [(0, 10), (0, 11), (1, 100), (1, 101), (1, 102)]);
    assert_eq!(machine.position(&host, 1, 101), Some(3));
    assert_eq!(machine.option(&host, 5), None);
    for answer in
        [Answer::Pass, Answer::Option { action: 0, value: 100 }, Answer::Option { action: 2, value: 10 }]
    {
        assert_eq!(machine.answer(&host, answer), Err(NotOffered));
    }
    let copy = machine.clone();
    let restored = Machine::from_plain(&program, &machine.to_plain()).unwrap();
    for mut machine in [machine, copy, restored] {
        machine.answer(&host, Answer::Option { action: 1, value: 102 }).unwrap();
        assert_eq!(machine.answer(&host, Answer::Pass), Err(NotOffered));
        assert_eq!(machine.run(&program, &mut host), Ok(Status::Done));
        assert_eq!(machine.result(), 1102);
        assert_eq!(machine.run(&program, &mut host), Ok(Status::Done));
    }
    let mut machine = Machine::new();
    machine.start(&program, 0);
    machine.run(&program, &mut host).unwrap();
    assert_eq!(machine.pick(&host, 1), Ok((0, 11)));
    machine.run(&program, &mut host).unwrap();
    assert_eq!(machine.result(), 11);
}

#[test]
fn what_leaves_no_choice_is_not_asked() {
    let run = |program: &Program, ask_forced| {
        let mut machine = Machine::new();
        machine.ask_forced = ask_forced;
        let mut host = Tiny::default();
        machine.start(program, 0);
        let status = machine.run(program, &mut host);
        (status, machine.result(), host.forced)
    };
    assert_eq!(run(&question(0, 0, 1, 0), false), (Ok(Status::Done), 1100, vec![(1, 100)]));
    assert_eq!(run(&question(0, 0, 1, 0), true), (Ok(Status::Asks), 0, vec![]));
    // A pass is a choice as long as there is something to pass on.
    assert_eq!(run(&question(0, 1, 0, 1), false), (Ok(Status::Asks), 0, vec![]));
    assert_eq!(run(&question(0, 0, 0, 1), true), (Ok(Status::Done), -2001, vec![]));
    let missing = Stopped { fault: Fault::Missing, pc: 6 };
    assert_eq!(run(&question(-1, 2, 2, 0), false).0, Err(missing));
}

#[test]
fn passing_is_answered_with_minus_one() {
    let program = question(0, 1, 0, 1);
    let mut host = Tiny::default();
    let mut machine = Machine::new();
    machine.start(&program, 0);
    machine.run(&program, &mut host).unwrap();
    machine.answer(&host, Answer::Pass).unwrap();
    machine.run(&program, &mut host).unwrap();
    assert_eq!(machine.result(), -1001);
}

#[test]
fn effects_hand_back_what_they_should() {
    let draw = [Op::Const(5), Op::Const(-1), Op::Do(Effect::Draw)];
    let roll = [Op::Const(6), Op::Do(Effect::Roll), Op::Add, Op::Return];
    let ops = [&[Op::Const(4), Op::Const(-1), Op::Do(Effect::Send)], &draw[..], &roll[..]].concat();
    let program = program(&[(0, 0, &ops)]);
    let mut host = Tiny::default();
    let mut machine = Machine::new();
    machine.start(&program, 0);
    machine.run(&program, &mut host).unwrap();
    assert_eq!(machine.result(), 2 * 77);
    let applied = [(Effect::Send, vec![4, -1]), (Effect::Draw, vec![5, -1]), (Effect::Roll, vec![6])];
    assert_eq!(host.applied, applied);
}

#[test]
fn numbers_of_another_program_are_refused() {
    let asking = question(0, 2, 2, 0);
    let mut machine = Machine::new();
    machine.start(&asking, 0);
    machine.run(&asking, &mut Tiny::default()).unwrap();
    let plain = machine.to_plain();
    assert!(Machine::from_plain(&program(&[(0, 0, &[Op::Const(0), Op::Return])]), &plain).is_err());
    assert!(Machine::from_plain(&asking, &[]).is_err());
    assert!(Machine::from_plain(&asking, &[&plain[..], &[0]].concat()).is_err());
    assert!(Machine::from_plain(&asking, &Machine::new().to_plain()).is_err(), "no room for its reactions");
}

#[test]
fn an_unverified_program_faults_instead_of_panicking() {
    let mut program = program(&[(0, 0, &[Op::Const(0), Op::Return])]);
    for op in
        [Op::Pop, Op::Load(9), Op::Call(9), Op::Add, Op::Jump(99), Op::Long(9), Op::Decide(9), Op::Trim(3)]
    {
        program.ops = vec![op, op, Op::Return];
        let mut machine = Machine::new();
        machine.start(&program, 0);
        let stopped = machine.run(&program, &mut Tiny::default()).unwrap_err();
        assert_eq!(stopped.fault, Fault::Broken, "{op:?}");
    }
}
