//! Machines that wait for a player: what is offered, where the answer lands, how they are put away and restored.

use super::*;

/// Offers `listed` members under action 0 and `counted` under action 1; returns 1000 × action + value.
pub(super) fn question(who: i32, listed: i32, counted: i32, choice: u32) -> Program {
    program(&[(
        0,
        4,
        &[
            Op::Const(0, who),
            Op::Const(1, listed),
            Op::List(1, LIST, 1),
            Op::Offer(1, 0),
            Op::Const(1, counted),
            Op::OfferCounted(1, Builtin::TilePlacements, 1),
            Op::Decide(1, 0, choice),
            Op::Const(3, 1000),
            Op::Multiply(2, 2, 3),
            Op::Add(1, 1, 2),
            Op::Return(1),
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
    let restored = Machine::from_snapshot(&program, &machine.to_snapshot()).unwrap();
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
        (status, machine.result(), host.decided)
    };
    let only = (Answer::Option { action: 1, value: 100 }, true);
    assert_eq!(run(&question(0, 0, 1, 0), false), (Ok(Status::Done), 1100, vec![only]));
    assert_eq!(run(&question(0, 0, 1, 0), true), (Ok(Status::Asks), 0, vec![]));
    // A pass is a choice as long as there is something to pass on.
    assert_eq!(run(&question(0, 1, 0, 1), false), (Ok(Status::Asks), 0, vec![]));
    assert_eq!(run(&question(0, 0, 0, 1), true), (Ok(Status::Done), -2001, vec![]));
    let missing = Stopped { fault: Fault::Missing, pc: 6 };
    assert_eq!(run(&question(-1, 2, 2, 0), false).0, Err(missing));
}

/// Runs a question on a host that replies like this, from the beginning and once more where it waits.
fn replied(program: &Program, replies: &[Reply]) -> (Vec<Result<Status, Stopped>>, i64, Tiny) {
    let mut host = Tiny { replies: replies.iter().copied().collect(), ..Tiny::default() };
    let mut machine = Machine::new();
    machine.start(program, 0);
    let runs = (0..2).map(|_| machine.run(program, &mut host)).collect();
    (runs, machine.result(), host)
}

#[test]
fn a_host_decides_while_the_machine_runs() {
    let (done, asks) = (Ok(Status::Done), Ok(Status::Asks));
    let chosen = |action, value| vec![(Answer::Option { action, value }, false)];
    let (open, passable) = (question(2, 2, 3, 0), question(2, 2, 3, 1));
    let (runs, result, host) = replied(&open, &[Reply::Number(4)]);
    assert_eq!((runs, result, host.decided), (vec![done, done], 1102, chosen(1, 102)));
    assert_eq!(host.asked, [Pending { choice: 0, who: 2, total: 5, pass: false }]);
    let (runs, result, host) = replied(&passable, &[Reply::Pass]);
    assert_eq!((runs, result, host.decided), (vec![done, done], -1001, vec![(Answer::Pass, false)]));
    // One who waits is asked again, and so is one who named what is not offered.
    for first in [Reply::Later, Reply::Pass, Reply::Number(5), Reply::Number(usize::MAX)] {
        let (runs, result, host) = replied(&open, &[first, Reply::Number(1)]);
        assert_eq!((runs, result, host.decided), (vec![asks, done], 11, chosen(0, 11)), "{first:?}");
        assert_eq!(host.asked.len(), 2);
    }
    let (runs, _, host) = replied(&open, &[Reply::Pass, Reply::Pass]);
    assert_eq!((runs, host.decided), (vec![asks, asks], vec![]));
}

#[test]
fn fuel_begins_anew_when_a_host_has_decided() {
    // A loop before the question and the same behind it.
    let round = [Op::Const(3, 10), Op::DecrementJump(3, 1)];
    let ask = [Op::Const(0, 2), Op::Const(1, 2), Op::List(1, LIST, 1), Op::Offer(1, 0), Op::Decide(1, 0, 0)];
    let again = [Op::Const(3, 10), Op::DecrementJump(3, 8), Op::Return(1)];
    let program = program(&[(0, 4, &[&round[..], &ask, &again].concat())]);
    let run = |fuel, replies: &[Reply]| {
        let mut host = Tiny { replies: replies.iter().copied().collect(), ..Tiny::default() };
        let mut machine = Machine::new();
        machine.fuel = fuel;
        machine.start(&program, 0);
        machine.run(&program, &mut host)
    };
    assert_eq!(run(9, &[Reply::Number(1)]), Ok(Status::Done));
    assert_eq!(run(9, &[Reply::Later]), Ok(Status::Asks));
    assert_eq!(run(8, &[Reply::Number(1)]), Err(Stopped { fault: Fault::OutOfFuel, pc: 1 }));
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
fn options_can_be_offered_one_by_one() {
    let offers = [
        Op::Const(0, 30),
        Op::OfferOne(0, 0),
        Op::Const(0, 31),
        Op::OfferOne(0, 0),
        Op::OfferOne(0, 1),
        Op::Const(0, 2),
        Op::List(1, LIST, 0),
        Op::Offer(1, 1),
        Op::OfferOne(0, 1),
        Op::Const(0, 1),
        Op::OfferCounted(0, Builtin::TilePlacements, 1),
        Op::OfferOne(0, 1),
        Op::Decide(1, 0, 0),
        Op::Return(1),
    ];
    let program = program(&[(0, 3, &offers)]);
    let (mut machine, mut host) = (Machine::new(), Tiny::default());
    machine.start(&program, 0);
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Asks));
    let expected = [(0, 30), (0, 31), (1, 31), (1, 10), (1, 11), (1, 2), (1, 100), (1, 1)];
    let restored = Machine::from_snapshot(&program, &machine.to_snapshot()).unwrap();
    for mut machine in [machine, restored] {
        assert_eq!(machine.options(&host).collect::<Vec<_>>(), expected);
        for (place, (action, value)) in (0..).zip(expected) {
            assert_eq!(machine.position(&host, action, value), Some(place));
        }
        machine.answer(&host, Answer::Option { action: 1, value: 2 }).unwrap();
        machine.run(&program, &mut host).unwrap();
        assert_eq!(machine.result(), 2);
    }
    // An option by itself leaves no choice.
    let alone = [Op::Const(0, 30), Op::OfferOne(0, 2), Op::Const(0, 0), Op::Decide(1, 0, 0), Op::Return(2)];
    assert_eq!(result(&[(0, 3, &alone)]), Ok(2));
}

/// Three functions inside one another, with the slots of each beginning among those of the one before. The innermost
/// asks in a walk over a list and adds up the answers; each of the others adds what it kept.
fn nested() -> Program {
    let outer = [
        Op::Const(0, 1000),
        Op::Const(1, 3),
        Op::List(1, LIST, 1),
        Op::Const(3, 5),
        Op::Call(3, 1),
        Op::Length(1, 1),
        Op::Add(0, 0, 1),
        Op::Add(0, 0, 3),
        Op::Return(0),
    ];
    // Its result goes to a slot other than the one it is called with.
    let middle = [
        Op::Const(4, 100),
        Op::Const(5, 2),
        Op::Call(5, 2),
        Op::Add(4, 4, 5),
        Op::Add(4, 4, 0),
        Op::Return(4),
    ];
    // Slots: 0 how many and then the sum, 1 list and its count, 3 member, 4 options, 5 answer and action.
    let inner = [
        Op::List(1, LIST, 0),
        Op::ForEach(1, 3, 8),
        Op::Const(4, 2),
        Op::List(4, LIST, 4),
        Op::Offer(4, 0),
        Op::Decide(5, 6, 0),
        Op::Add(0, 0, 5),
        Op::ForNext(1, 3, Reclaim::Free, 2),
        Op::Return(0),
    ];
    program(&[(0, 4, &outer), (1, 6, &middle), (1, 7, &inner)])
}

#[test]
fn calls_inside_one_another_go_on_where_they_were() {
    let program = nested();
    let mut machine = Machine::new();
    let mut host = Tiny::default();
    machine.start(&program, 0);
    for pick in [0, 1] {
        assert_eq!(machine.run(&program, &mut host), Ok(Status::Asks));
        let numbers = machine.to_snapshot();
        // Through numbers, and over a machine that did something else.
        let mut other = Machine::new();
        other.start(&program, 2);
        other.run(&program, &mut host).unwrap();
        other.clone_from(&Machine::from_snapshot(&program, &numbers).unwrap());
        assert_eq!(other.to_snapshot(), numbers);
        machine = other;
        machine.pick(&host, pick).unwrap();
        // Answered and not yet run on, it can be put away as well.
        machine = Machine::from_snapshot(&program, &machine.to_snapshot()).unwrap();
    }
    assert_eq!(machine.run(&program, &mut host), Ok(Status::Done));
    assert_eq!(machine.result(), 1000 + 3 + 100 + 5 + 2 + 10 + 11);
}

#[test]
fn frames_that_do_not_follow_from_calls_are_refused() {
    let program = nested();
    let mut machine = Machine::new();
    machine.start(&program, 0);
    machine.run(&program, &mut Tiny::default()).unwrap();
    let numbers = machine.to_snapshot();
    // Layout, phase, result, choice, who, then how many frames, each with function, pc, base, mark.
    assert_eq!(numbers[5], 3);
    assert_eq!(numbers[6..18], [0, 5, 0, 0, 1, 12, 3, 3, 2, 21, 8, 3]);
    // The first function, where it goes on, where the others' slots begin, what the last one freed down to.
    for (place, wrong) in [(6, 1), (7, 4), (7, 6), (12, 4), (16, 7), (16, 9), (14, 1), (17, 2), (17, 99)] {
        let mut damaged = numbers.clone();
        damaged[place] = wrong;
        assert!(Machine::from_snapshot(&program, &damaged).is_err(), "{wrong} at {place}");
    }
    // One slot less than the functions need.
    let mut short = numbers.clone();
    short[18] -= 1;
    short.remove(19);
    assert!(Machine::from_snapshot(&program, &short).is_err());
}

#[test]
fn numbers_of_another_program_are_refused() {
    let asking = question(0, 2, 2, 0);
    let mut machine = Machine::new();
    machine.start(&asking, 0);
    machine.run(&asking, &mut Tiny::default()).unwrap();
    let numbers = machine.to_snapshot();
    assert!(
        Machine::from_snapshot(&program(&[(0, 1, &[Op::Const(0, 0), Op::Return(0)])]), &numbers).is_err()
    );
    assert!(Machine::from_snapshot(&asking, &[]).is_err());
    assert!(Machine::from_snapshot(&asking, &[&numbers[..], &[0]].concat()).is_err());
    assert!(
        Machine::from_snapshot(&asking, &Machine::new().to_snapshot()).is_err(),
        "no room for its reactions"
    );
}
