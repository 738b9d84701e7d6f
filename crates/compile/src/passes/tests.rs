//! What the passes make of small functions.

use rota_bytecode::program::{ChoiceSite, Function, InlinedRange, Returns, ScoreSite, Secrecy};
use rota_bytecode::{Builtin, Effect, Op, Program, Reclaim, verify};
use rota_source::Span;

use super::cfg::{Cfg, Loop};
use super::optimize;

/// A program whose turn is one function without parameters.
fn program(slots: u16, ops: &[Op]) -> Program {
    let end = u32::try_from(ops.len()).unwrap();
    let functions = vec![Function { end, slots, returns: Returns::Nothing, ..Function::default() }];
    let mut program = Program { ops: ops.to_vec(), functions, turn: Some(0), ..Program::default() };
    program.spans = (0..end).map(|at| (at, Span { start: at, end: at + 1 })).collect();
    program.declared.vars.resize_with(2, || rota_bytecode::program::Var {
        name: String::new(),
        ty: rota_bytecode::Type::one(rota_bytecode::Sort::Int),
        owner: rota_bytecode::program::Owner::Game,
        merge: rota_bytecode::vocabulary::Merge::Agree,
        init: 0,
        range: None,
        secret: false,
        title: String::new(),
    });
    program.choices.push(ChoiceSite {
        span: Span::default(),
        name: String::new(),
        prompt: String::new(),
        pass: false,
        merges_alike: false,
        secrecy: Secrecy::Open,
        actions: Vec::new(),
    });
    program.sites.push(ScoreSite { span: Span::default(), rule: String::new(), formula: String::new() });
    program
}

/// What becomes of the operations.
fn optimized(slots: u16, ops: &[Op]) -> Vec<Op> {
    let mut program = program(slots, ops);
    optimize(&mut program, false);
    assert_eq!(verify(&program), Ok(()));
    program.ops
}

#[test]
fn blocks_end_at_jumps_and_begin_where_they_lead() {
    let ops = [
        Op::ForEachImm(3, 2, Builtin::Closed, 0, 5),
        Op::JumpEqualImm(2, 0, 3),
        Op::OfferOne(2, 0),
        Op::ClearTerms,
        Op::ForNext(3, 2, Reclaim::Free, 1),
        Op::End,
    ];
    let cfg = Cfg::of(&ops);
    let ranges: Vec<_> = cfg.blocks.iter().map(|block| block.ops.clone()).collect();
    assert_eq!(ranges, [0..1, 1..2, 2..3, 3..5, 5..6]);
    let edges: Vec<_> = cfg.blocks.iter().map(|block| block.successors.clone()).collect();
    assert_eq!(edges, [vec![1, 4], vec![2, 3], vec![3], vec![4, 1], vec![]]);
    assert_eq!(cfg.blocks[1].predecessors, [0, 3]);
    assert_eq!(cfg.loops(), [Loop { head: 1, latch: 4 }]);
}

const MOVES: Op = Op::ApplyPair(9, Effect::Move, 8, 9);
const SCORES: Op = Op::Apply(9, Effect::Score, 5);

fn asks(d: u8) -> Op {
    Op::AskImm(d, Builtin::PieceCorner, 1)
}

#[test]
fn what_was_asked_is_asked_again_only_when_it_may_have_changed() {
    let ops = |change: Op| [asks(8), Op::OfferOne(8, 0), change, asks(9), Op::OfferOne(9, 0), Op::End];
    let expected = [asks(8), Op::OfferOne(8, 0), SCORES, Op::OfferOne(8, 0), Op::End];
    assert_eq!(optimized(10, &ops(SCORES)), expected);
    assert_eq!(optimized(10, &ops(MOVES)).len(), 6, "the piece may have gone elsewhere");
    // Where the slot is used for something else it gets one of its own, below all others.
    let used = [Op::Mark(1), Op::OfferOne(1, 1)];
    let ops = [&[asks(1), Op::OfferOne(1, 0)], &used[..], &[asks(2), Op::OfferOne(2, 0), Op::End]].concat();
    let expected =
        [asks(0), Op::OfferOne(0, 0), Op::Mark(2), Op::OfferOne(2, 1), Op::OfferOne(0, 0), Op::End];
    assert_eq!(optimized(3, &ops), expected);
    // Who is on turn does not change while the turn runs: that is asked at its beginning.
    let active = |d| Op::Ask(d, Builtin::Active, 0);
    let ops =
        [Op::JumpGlobalEqual(0, 0, 3), active(1), Op::OfferOne(1, 0), active(2), Op::OfferOne(2, 0), Op::End];
    let expected = [active(0), Op::JumpGlobalEqual(0, 0, 3), Op::OfferOne(0, 0), Op::OfferOne(0, 0), Op::End];
    assert_eq!(optimized(3, &ops), expected);
}

#[test]
fn known_variables_are_not_read() {
    let (get, set) = (Op::GetGlobal(1, 0), Op::SetGlobalImm(7, 0));
    assert_eq!(optimized(2, &[set, get, Op::OfferOne(1, 0), Op::End])[1], Op::Const(1, 7));
    let ops = [set, Op::JumpGlobalNotEqual(7, 0, 3), Op::OfferOne(0, 0), Op::End];
    assert_eq!(optimized(1, &ops), [set, Op::OfferOne(0, 0), Op::End], "a condition that is known");
    // What a player does in the meantime leaves variables alone; a reset does not.
    let reset = Op::ApplyImm(0, Effect::Reset, 0, 0);
    let ops = [set, reset, Op::JumpGlobalNotEqual(7, 0, 4), Op::OfferOne(0, 0), Op::End];
    assert_eq!(optimized(1, &ops), ops);
}

#[test]
fn jumps_go_past_what_is_known() {
    // Who comes from the first condition knows the answer to the second.
    let ops = [
        Op::GetGlobal(1, 0),
        Op::JumpEqualImm(1, -1, 3),
        Op::OfferOne(1, 0),
        Op::JumpEqualImm(1, -1, 5),
        Op::OfferOne(1, 1),
        Op::End,
    ];
    let expected =
        [Op::GetGlobal(1, 0), Op::JumpEqualImm(1, -1, 4), Op::OfferOne(1, 0), Op::OfferOne(1, 1), Op::End];
    assert_eq!(optimized(2, &ops), expected);
    // Nobody goes past the beginning of a part: there somebody counts.
    let mut program = program(2, &ops);
    program.inlined = vec![InlinedRange { function: 0, start: 3, end: 5 }];
    optimize(&mut program, true);
    assert_eq!(program.ops, ops);
    assert_eq!(program.inlined, [InlinedRange { function: 0, start: 3, end: 5 }]);
}

#[test]
fn what_nobody_reads_is_not_written() {
    let ops = [Op::Const(0, 4), Op::Copy(1, 0), Op::Const(2, 5), Op::OfferOne(1, 0), Op::End];
    assert_eq!(optimized(3, &ops), [Op::Const(0, 4), Op::OfferOne(0, 0), Op::End]);
    // A round may read what the one before it wrote.
    let ops = [
        Op::ForEachImm(3, 2, Builtin::Closed, 0, 4),
        Op::OfferOne(1, 0),
        Op::Copy(1, 2),
        Op::ForNext(3, 2, Reclaim::Free, 1),
        Op::End,
    ];
    assert_eq!(optimized(5, &ops), ops);
    // Questions about something may fault: they are asked.
    let ops = [Op::AskImm(0, Builtin::PieceSpace, 3), Op::End];
    assert_eq!(optimized(1, &ops), ops);
}

#[test]
fn a_loop_forgets_what_its_rounds_change() {
    let around = |change: Op| {
        let ops = [
            asks(7),
            Op::OfferOne(7, 0),
            Op::ForEachImm(5, 4, Builtin::Closed, 0, 7),
            asks(8),
            Op::OfferOne(8, 0),
            change,
            Op::ForNext(5, 4, Reclaim::Free, 3),
            Op::End,
        ];
        optimized(10, &ops).iter().filter(|op| matches!(op, Op::AskImm(..))).count()
    };
    assert_eq!(around(Op::ApplyImm(9, Effect::CancelAward, 0, 0)), 1);
    assert_eq!(around(MOVES), 2);
}

#[test]
fn what_belongs_together_is_one_operation() {
    let kind = Op::AskSlotImm(1, Builtin::IsFeatureKind, 0, 3, 0);
    let ops = [Op::GetGlobal(0, 0), kind, Op::JumpEqualImm(1, 0, 4), Op::OfferOne(0, 0), Op::End];
    let joined = Op::JumpAskEqual(Builtin::IsFeatureKind, 0, [3, 0, 0], 3);
    assert_eq!(optimized(2, &ops), [Op::GetGlobal(0, 0), joined, Op::OfferOne(0, 0), Op::End]);
    // The answer is needed once more.
    let ops = [Op::GetGlobal(0, 0), kind, Op::JumpEqualImm(1, 0, 4), Op::OfferOne(1, 0), Op::End];
    assert_eq!(optimized(2, &ops), ops);
    let ops = [
        Op::ListImm(1, Builtin::Closed, 2),
        Op::ForEach(1, 0, 3),
        Op::ForNext(1, 0, Reclaim::Free, 2),
        Op::End,
    ];
    let joined = Op::ForEachImm(1, 0, Builtin::Closed, 2, 2);
    assert_eq!(optimized(3, &ops), [joined, Op::ForNext(1, 0, Reclaim::Free, 1), Op::End]);
}

#[test]
fn a_part_keeps_an_operation_that_runs_once() {
    // All that the part does is known; somebody still counts it.
    let ops = [Op::Const(0, 1), Op::Const(1, 2), Op::OfferOne(0, 0), Op::End];
    let mut program = program(2, &ops);
    program.inlined = vec![InlinedRange { function: 0, start: 1, end: 2 }];
    optimize(&mut program, true);
    assert_eq!(program.inlined, [InlinedRange { function: 0, start: 1, end: 2 }]);
    assert_eq!(program.ops, ops);
}

#[test]
fn what_no_game_comes_to_stays_as_it_is() {
    let ops = [Op::Const(0, 4), Op::Copy(1, 0), Op::OfferOne(1, 0), Op::End];
    let mut program = program(2, &ops);
    program.turn = None;
    optimize(&mut program, true);
    assert_eq!(program.ops, ops);
}

/// A walk over the closed features of a kind that does something with each.
fn closed(kind: i32, first: u32, action: u16) -> [Op; 4] {
    [
        Op::ListImm(1, Builtin::Closed, kind),
        Op::ForEach(1, 0, first + 4),
        Op::OfferOne(0, action),
        Op::ForNext(1, 0, Reclaim::Free, first + 2),
    ]
}

#[test]
fn one_question_stands_before_walks_over_parts_of_one_set() {
    let ops = [&closed(0, 0, 0)[..], &closed(2, 4, 1), &closed(4, 8, 2), &[Op::ClearTerms, Op::End]].concat();
    let found = optimized(3, &ops);
    let none = Op::JumpAskImmEqual(Builtin::ClosedAny, [-1, 0], 10);
    assert_eq!((found[0], found[10], found.len()), (none, Op::ClearTerms, 12));
    let one = [&closed(0, 0, 0)[..], &[Op::ClearTerms, Op::End]].concat();
    assert!(
        !optimized(3, &one).iter().any(|op| matches!(op, Op::JumpAskImmEqual(..))),
        "one walk asks itself"
    );
    // A change between them may close something.
    let place = Op::Apply(9, Effect::Place, 7);
    let ops = [&closed(0, 0, 0)[..], &[place], &closed(2, 5, 1), &[Op::ClearTerms, Op::End]].concat();
    assert!(!optimized(10, &ops).iter().any(|op| matches!(op, Op::JumpAskImmEqual(..))));
}

#[test]
fn nobody_is_asked_to_choose_from_nothing() {
    let ops = [
        Op::Ask(1, Builtin::Active, 0),
        Op::AskImm(0, Builtin::BagCount, 0),
        Op::JumpEqualImm(0, 0, 4),
        Op::OfferOne(0, 0),
        Op::Decide(2, 1, 0),
        Op::JumpNotEqualImm(3, 0, 7),
        Op::OfferOne(2, 1),
        Op::ClearTerms,
        Op::End,
    ];
    assert_eq!(optimized(4, &ops)[2], Op::JumpEqualImm(0, 0, 7), "past the decision");
    // Who is to choose may be nobody, which is a fault.
    let mut unknown = ops;
    unknown[0] = Op::Ask(1, Builtin::Placed, 0);
    assert_eq!(optimized(4, &unknown)[2], Op::JumpEqualImm(0, 0, 4));
}
