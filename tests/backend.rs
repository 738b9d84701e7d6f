//! The machine against the slow evaluator: random trees must come to the same end by both ways.

#![expect(clippy::expect_used, reason = "a test may stop where the machine breaks its word")]

#[path = "backend/generate.rs"]
mod generate;
#[path = "backend/host.rs"]
mod host;

use std::collections::BTreeMap;

use rota_bytecode::{Form, Program, verify};
use rota_check::tree::{StatementKind, Tree};
use rota_compile::{OptLevel, lower, simplify};
use rota_source::Span;
use rota_tests::evaluator::{PendingChoice, Value, evaluate};
use rota_vm::{Answer, Fault, Machine, NoTracer, Status};

use host::{Event, MockHost, Runs, scramble};

const SEEDS: u64 = 6000;

/// A decision: which, who, whether to pass, the options.
type Question = (u32, u8, bool, Vec<(u16, i64)>);

/// Everything that can be seen of a run.
#[derive(Debug, Default, PartialEq, Eq)]
struct VisibleEvent {
    asked: Vec<Question>,
    result: Option<Value>,
    fault: Option<(Fault, Span)>,
    log: Vec<Event>,
}

/// Decides by the seed and by how many decisions came before.
fn decide(seed: u64, before: usize, pass: bool, options: &[(u16, i64)]) -> Answer {
    let pick = scramble(seed ^ before as u64) as usize % (options.len() + usize::from(pass));
    options
        .get(pick)
        .map_or(Answer::Pass, |(action, value)| Answer::Option { action: *action, value: *value })
}

fn evaluated(tree: &Tree, seed: u64, ask_forced: bool) -> VisibleEvent {
    let mut host = MockHost::new(seed);
    let mut runs = Runs::new(&host, tree, &[]);
    let mut seen = VisibleEvent::default();
    let main = tree.functions.len() as u32 - 1;
    let asked = &mut seen.asked;
    let mut decide = |_: &MockHost, question: &PendingChoice<'_>| {
        asked.push((question.choice, question.who, question.pass, question.options.to_vec()));
        decide(seed, asked.len(), question.pass, question.options)
    };
    let result = evaluate(tree, main, &mut host, ask_forced, &mut decide, &mut runs);
    match result {
        Ok(value) => seen.result = Some(value),
        Err(failed) => seen.fault = Some((failed.fault, failed.span)),
    }
    seen.log = host.log.take();
    seen
}

/// How the machine is treated at each decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Answered and run on.
    Plain,
    /// Written as numbers, read back, and copied over a machine that was used before.
    Restored,
}

/// Runs the last function of a program; the runs of its rules are told by the tree that it was made of.
fn ran(
    (tree, program): (&Tree, &Program),
    seed: u64,
    ask_forced: bool,
    care: Care,
    machine: &mut Machine,
) -> VisibleEvent {
    let mut host = MockHost::of(program, seed);
    let mut runs = Runs::new(&host, tree, &program.inlined);
    let mut spare = Machine::new();
    let mut seen = VisibleEvent::default();
    let main = program.functions.len() as u32 - 1;
    machine.ask_forced = ask_forced;
    machine.start(program, main);
    loop {
        match machine.run_traced(program, &mut host, &mut runs) {
            Ok(Status::Done) => {
                seen.result = Some(Value::Number(machine.result()));
                break;
            }
            Err(stopped) => {
                seen.fault = Some((stopped.fault, program.span(stopped.pc)));
                break;
            }
            Ok(Status::Asks) => {}
        }
        let options: Vec<(u16, i64)> = machine.options(&host).collect();
        let pending = *machine.decision().expect("it asks");
        assert_eq!(options.len(), pending.total);
        seen.asked.push((pending.choice, pending.who, pending.pass, options.clone()));
        let answer = decide(seed, seen.asked.len(), pending.pass, &options);
        if care == Care::Restored {
            let plain = machine.to_snapshot();
            let mut restored = Machine::from_snapshot(program, &plain).expect("its own numbers");
            restored.ask_forced = ask_forced;
            restored.fuel = machine.fuel;
            // What the other machine holds is from an earlier decision.
            spare.clone_from(&restored);
            std::mem::swap(machine, &mut spare);
            assert_eq!(machine.to_snapshot(), plain);
            assert_eq!(machine.decision(), Some(&pending));
        }
        machine.answer(&host, answer).expect("it was offered");
    }
    seen.log = host.log.take();
    seen
}

fn program_of(tree: &Tree, seed: u64) -> Program {
    // Rules are counted for every other seed.
    let writing = if seed.is_multiple_of(2) { OptLevel::Profile } else { OptLevel::Full };
    let program = lower(tree, writing).expect("small enough for the slots");
    let verified = verify(&program);
    assert!(verified.is_ok(), "seed {seed}: {verified:?}");
    program
}

#[test]
fn machine_and_evaluator_agree() {
    let mut machine = Machine::new();
    machine.fuel = 3_000_000;
    let (mut done, mut decisions, mut tired) = (0, 0, 0);
    let mut faults: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..SEEDS {
        let tree = generate::tree(seed);
        let program = program_of(&tree, seed);
        let ask_forced = seed % 5 == 0;
        let plain = ran((&tree, &program), seed, ask_forced, Care::Plain, &mut machine);
        let tires = |seen: &VisibleEvent| matches!(seen.fault, Some((Fault::OutOfFuel, _)));
        if tires(&plain) {
            tired += 1;
            continue;
        }
        let expected = evaluated(&tree, seed, ask_forced);
        if tires(&expected) {
            tired += 1;
            continue;
        }
        assert_eq!(plain, expected, "seed {seed}");
        let restored = ran((&tree, &program), seed, ask_forced, Care::Restored, &mut machine);
        assert_eq!(restored, expected, "seed {seed}, restored at every decision");
        done += u64::from(expected.result.is_some());
        decisions += expected.asked.len();
        if let Some((fault, _)) = expected.fault {
            *faults.entry(format!("{fault:?}")).or_default() += 1;
        }
    }
    // The trees must be worth running: most reach their end, many ask, all kinds of faults occur.
    let worth = done > SEEDS / 3 && decisions > SEEDS as usize / 4 && tired < SEEDS / 20 && faults.len() >= 6;
    assert!(worth, "done {done}, decisions {decisions}, out of fuel {tired}, faults {faults:?}");
}

/// A smaller tree does the same, but that a fault may be missed where nobody looks at its cause any more.
#[test]
fn simplifying_changes_nothing() {
    let mut machine = Machine::new();
    machine.fuel = 3_000_000;
    let (mut compared, mut shorter) = (0, 0);
    for seed in 0..SEEDS {
        let tree = generate::tree(seed);
        let expected = evaluated(&tree, seed, false);
        if expected.fault.is_some() {
            continue;
        }
        let (full, program) = (program_of(&tree, seed), program_of(&simplify(tree.clone()), seed));
        shorter += u32::from(program.ops.len() < full.ops.len());
        let found = ran((&tree, &program), seed, false, Care::Plain, &mut machine);
        if matches!(found.fault, Some((Fault::OutOfFuel, _))) {
            continue;
        }
        assert_eq!(found, expected, "seed {seed}");
        compared += 1;
    }
    assert!(compared > SEEDS / 2, "too few trees end without a fault: {compared}");
    assert!(shorter > 100, "nothing is simplified: {shorter}");
}

#[test]
fn values_agree() {
    // Each value function by itself, its arguments at their start.
    let mut machine = Machine::new();
    for seed in 0..SEEDS / 2 {
        let tree = generate::tree(seed);
        let program = program_of(&tree, seed);
        for index in 0..tree.functions.len() as u32 {
            let Some(ty) = tree.functions[index as usize].result else { continue };
            let mut host = MockHost::of(&program, seed);
            machine.start(&program, index);
            let outcome = machine.run(&program, &mut host);
            if matches!(outcome, Err(stopped) if stopped.fault == Fault::OutOfFuel) {
                continue;
            }
            let found = match outcome {
                Ok(_) if ty.form == Form::Many && !ty.is_mask() => {
                    Ok(Value::List(machine.result_list().to_vec()))
                }
                Ok(_) => Ok(Value::Number(machine.result())),
                Err(stopped) => Err((stopped.fault, program.span(stopped.pc))),
            };
            let mut host = MockHost::new(seed);
            let expected = evaluate(&tree, index, &mut host, false, &mut |_, _| Answer::Pass, &mut NoTracer)
                .map(|value| {
                    // A slot that was never written is the empty set.
                    let unwritten = value == Value::Number(0) && ty.form == Form::Many && !ty.is_mask();
                    if unwritten { Value::List(Vec::new()) } else { value }
                })
                .map_err(|failed| (failed.fault, failed.span));
            assert_eq!(found, expected, "seed {seed}, function {index}");
        }
    }
}

#[test]
fn damaged_numbers_do_no_harm() {
    let mut machine = Machine::new();
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..SEEDS / 4 {
        let tree = generate::tree(seed);
        let program = program_of(&tree, seed);
        let mut host = MockHost::of(&program, seed);
        machine.start(&program, program.functions.len() as u32 - 1);
        if machine.run(&program, &mut host) != Ok(Status::Asks) {
            continue;
        }
        let plain = machine.to_snapshot();
        for round in 0..60 {
            let mut damaged = plain.clone();
            let mixed = scramble(seed << 8 | round);
            let place = mixed as usize % damaged.len();
            let values = [-1, 0, 1, 2, 7, i64::MAX, i64::MIN, 1 << 32, mixed as i64];
            damaged[place] = values[(mixed >> 32) as usize % values.len()];
            if mixed.is_multiple_of(11) {
                damaged.truncate(place);
            }
            let Ok(mut other) = Machine::from_snapshot(&program, &damaged) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            other.fuel = 10_000;
            let mut host = host.clone();
            // Whatever it does, it must not panic.
            for _ in 0..20 {
                let _ = other.pick(&host, 0);
                if other.run(&program, &mut host) != Ok(Status::Asks) {
                    break;
                }
            }
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} refused, {accepted} accepted");
}

#[test]
fn endless_recursion_is_too_deep_for_both() {
    let mut tree = generate::tree(1);
    let span = Span { start: 1, end: 9 };
    let index = tree.functions.len() as u32;
    let call = rota_check::tree::ExprKind::Call { function: index, args: Vec::new() };
    let ty = rota_bytecode::Type::one(rota_bytecode::Sort::Int);
    let call = rota_check::tree::Expr { span, ty, kind: Box::new(call) };
    let body = vec![rota_check::tree::Statement { span, kind: StatementKind::Run(call) }];
    tree.functions.push(rota_check::tree::Function {
        name: "endless".into(),
        span,
        params: 0,
        slots: 0,
        result: None,
        counted: true,
        body,
    });
    let program = program_of(&tree, 1);
    let expected = evaluated(&tree, 2, false);
    assert_eq!(expected.fault, Some((Fault::TooDeep, span)));
    assert_eq!(ran((&tree, &program), 2, false, Care::Plain, &mut Machine::new()), expected);
}
