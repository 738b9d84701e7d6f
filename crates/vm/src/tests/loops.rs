//! Walks and countdowns: what they take, what they free, what they cost.

use super::*;

/// A list of `count` members from 10 on in slot 1, walked over with its members in slot 3; slot 0 is what is handed
/// back, slot 4 how much list space was in use before.
fn walk(count: i32, tidy: Reclaim, round: &[Op], after: &[Op]) -> Vec<Op> {
    let behind = 5 + round.len() as u32;
    let start = [Op::Mark(4), Op::Const(1, count), Op::List(1, LIST, 1), Op::ForEach(1, 3, behind)];
    [&start, round, &[Op::ForNext(1, 3, tidy, 4)], after, &[Op::Return(0)]].concat()
}

fn walked(count: i32, tidy: Reclaim, round: &[Op], after: &[Op]) -> i64 {
    result(&[(0, 7, &walk(count, tidy, round, after))]).unwrap()
}

#[test]
fn a_walk_takes_each_member_once() {
    for tidy in [Reclaim::Keep, Reclaim::Free] {
        assert_eq!(walked(3, tidy, &[Op::Add(0, 0, 3)], &[]), 10 + 11 + 12);
        assert_eq!(walked(0, tidy, &[Op::Trap], &[]), 0);
        // Behind it the last member stands where it was taken to.
        assert_eq!(walked(3, tidy, &[], &[Op::Copy(0, 3)]), 12);
    }
}

#[test]
fn a_walk_can_ask_for_its_set() {
    let walked = |walk: Op| {
        let ops =
            [Op::Const(5, 2), walk, Op::Add(0, 0, 3), Op::ForNext(1, 3, Reclaim::Free, 2), Op::Return(0)];
        result(&[(0, 6, &ops)])
    };
    assert_eq!(walked(Op::ForEachImm(1, 3, LIST, 3, 4)), Ok(10 + 11 + 12));
    assert_eq!(walked(Op::ForEachImm(1, 3, LIST, 0, 4)), Ok(0));
    assert_eq!(walked(Op::ForEachImm(1, 3, Builtin::Hand, 3, 4)), Ok(0), "it is about nothing");
    assert_eq!(walked(Op::ForEachSlotImm(1, 3, LIST, 5, 7, 4)), Ok(10 + 11));
    assert_eq!(walked(Op::ForEachSlotImm(1, 3, Builtin::FeatureTouching, 5, 1, 4)), Ok(10 + 11 + 12));
    assert_eq!(walked(Op::ForEachSlotImm(1, 3, Builtin::FeatureTouching, 5, -2, 4)), Ok(0));
}

#[test]
fn a_walk_can_begin_anew() {
    // The same list twice: `Walk` forgets how many were taken.
    let ops = [
        Op::Const(4, 2),
        Op::Const(1, 3),
        Op::List(1, LIST, 1),
        Op::ForEach(1, 3, 6),
        Op::Add(0, 0, 3),
        Op::ForNext(1, 3, Reclaim::Keep, 4),
        Op::DecrementJump(4, 3),
        Op::Return(0),
    ];
    assert_eq!(result(&[(0, 5, &ops)]), Ok(2 * (10 + 11 + 12)));
}

#[test]
fn a_tidy_walk_trims_each_round_and_frees_the_list() {
    // Each round leaves two cells behind; slot 0 keeps the most that was in use at the start of a round.
    let most =
        [Op::Mark(5), Op::JumpLessEqual(5, 0, 7), Op::Copy(0, 5), Op::Const(5, 2), Op::List(5, LIST, 5)];
    assert_eq!(walked(3, Reclaim::Free, &most, &[]), 3, "the list itself");
    assert_eq!(walked(3, Reclaim::Keep, &most, &[]), 3 + 2 + 2);
    let left = [Op::Mark(0), Op::Subtract(0, 0, 4)];
    assert_eq!(walked(3, Reclaim::Free, &most, &left), 0);
    assert_eq!(walked(3, Reclaim::Keep, &most, &left), 3 + 3 * 2);
    // What there was before stays.
    let before =
        [Op::Const(0, 4), Op::List(0, LIST, 0), Op::Const(1, 3), Op::List(1, LIST, 1), Op::ForEach(1, 3, 6)];
    let ops = [&before[..], &[Op::ForNext(1, 3, Reclaim::Free, 5), Op::Mark(0), Op::Return(0)]].concat();
    assert_eq!(result(&[(0, 4, &ops)]), Ok(4));
}

#[test]
fn a_countdown_goes_back_while_anything_is_left() {
    let rounds = |times: i64| {
        let ops = [number(1, times), Op::AddImm(0, 0, 1), Op::DecrementJump(1, 1), Op::Return(0)];
        result(&[(0, 2, &ops)])
    };
    assert_eq!(rounds(4), Ok(4));
    assert_eq!(rounds(1), Ok(1));
    // Whoever does not look before goes around once.
    assert_eq!(rounds(0), Ok(1));
    assert_eq!(rounds(i64::MIN), Ok(1));
    // The fuel ends it.
    assert_eq!(rounds(i64::MAX), Err(Stopped { fault: Fault::OutOfFuel, pc: 2 }));
}

/// The least fuel with which a program comes to its end, and where it stops with one less.
fn least_fuel(functions: &[(u16, u16, &[Op])]) -> (u64, Option<u32>) {
    let program = program(functions);
    let mut machine = Machine::new();
    let mut stopped = None;
    for fuel in 0.. {
        machine.fuel = fuel;
        machine.start(&program, 0);
        match machine.run(&program, &mut Tiny::default()) {
            Ok(_) => return (fuel, stopped),
            Err(at) => {
                assert_eq!(at.fault, Fault::OutOfFuel);
                stopped = Some(at.pc);
            }
        }
    }
    unreachable!("a program that ends needs so much and no more");
}

#[test]
fn rounds_and_calls_use_up_fuel() {
    // What goes forward costs nothing, however long it is.
    let straight = [&[Op::Const(0, 1); 500][..], &[Op::Return(0)]].concat();
    assert_eq!(least_fuel(&[(0, 1, &straight)]), (0, None));
    // A round costs as many operations as it goes back; a walk goes on to its first.
    for tidy in [Reclaim::Keep, Reclaim::Free] {
        let round = [Op::Add(0, 0, 3), Op::Add(0, 0, 3)];
        assert_eq!(least_fuel(&[(0, 7, &walk(5, tidy, &round, &[]))]), (4 * 3, Some(6)));
        assert_eq!(least_fuel(&[(0, 7, &walk(5, tidy, &[], &[]))]), (4, Some(4)));
        assert_eq!(least_fuel(&[(0, 7, &walk(0, tidy, &round, &[]))]), (0, None));
    }
    let counts = [Op::Const(0, 7), Op::Const(1, 0), Op::DecrementJump(0, 1), Op::Return(0)];
    assert_eq!(least_fuel(&[(0, 2, &counts)]), (6 * 2, Some(2)));
    // A call costs as many operations as the function has.
    let calls = [Op::Call(0, 1), Op::Call(0, 1), Op::Return(0)];
    assert_eq!(least_fuel(&[(0, 1, &calls), (0, 1, &straight)]), (2 * 501, Some(1)));
}

#[test]
fn fuel_is_new_after_each_decision() {
    let ops = [
        Op::Const(0, 2),
        Op::Const(1, 2),
        Op::List(1, LIST, 1),
        Op::Offer(1, 0),
        Op::Const(1, 0),
        Op::Decide(1, 1, 0),
        Op::DecrementJump(0, 1),
        Op::Return(1),
    ];
    let program = program(&[(0, 3, &ops)]);
    let mut machine = Machine::new();
    machine.fuel = 6;
    machine.start(&program, 0);
    for pick in [0, 1] {
        assert_eq!(machine.run(&program, &mut Tiny::default()), Ok(Status::Asks));
        machine.pick(&Tiny::default(), pick).unwrap();
    }
    assert_eq!(machine.run(&program, &mut Tiny::default()), Ok(Status::Done));
    assert_eq!(machine.result(), 11);
}
