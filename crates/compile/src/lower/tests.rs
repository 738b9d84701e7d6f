//! Small trees and the operations they become.

use rota_bytecode::program::{Action, ChoiceSite};
use rota_bytecode::{Builtin, Effect, Op, Program, Reclaim, Slot, Sort, Type, verify};
use rota_source::Span;

use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold, Function, Group, Statement, StatementKind, Tree};

use super::lower;

mod conditions;
mod lists;

const INT: Type = Type::one(Sort::Int);
const BOOL: Type = Type::one(Sort::Bool);
const PIECES: Type = Type::many(Sort::Piece);

fn expr(ty: Type, kind: ExprKind) -> Expr {
    Expr { span: Span::default(), ty, kind: Box::new(kind) }
}

fn number(number: i64) -> Expr {
    expr(INT, ExprKind::Const(number))
}

fn load(slot: u16) -> Expr {
    expr(INT, ExprKind::Load(slot))
}

fn pieces() -> Expr {
    expr(PIECES, ExprKind::Ask { builtin: Builtin::FeaturePieces, args: vec![number(0)] })
}

fn compared(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(BOOL, ExprKind::Binary { op, left, right })
}

fn less(left: Expr, right: Expr) -> Expr {
    compared(BinaryOp::Less, left, right)
}

fn statement(kind: StatementKind) -> Statement {
    Statement { span: Span::default(), kind }
}

fn store(slot: u16, value: Expr) -> Statement {
    statement(StatementKind::Store { slot, value })
}

/// Lowers one rule with four slots and verifies it.
fn program(body: Vec<Statement>, result: Option<Type>) -> Program {
    let function = Function {
        name: "rule r".into(),
        span: Span { start: 7, end: 8 },
        params: 0,
        slots: 4,
        result,
        counted: false,
        body,
    };
    let site = ChoiceSite {
        span: Span::default(),
        name: "step".into(),
        prompt: String::new(),
        pass: false,
        merges_alike: false,
        secrecy: rota_bytecode::program::Secrecy::Open,
        actions: vec![Action { name: String::new(), ty: PIECES }],
    };
    let tree = Tree { functions: vec![function], choices: vec![site], reactions: 2, ..Tree::default() };
    let program = lower(&tree).unwrap();
    assert_eq!(verify(&program), Ok(()));
    program
}

fn ops(body: Vec<Statement>) -> Vec<Op> {
    program(body, None).ops
}

fn each(set: Expr, body: Vec<Statement>) -> Statement {
    statement(StatementKind::Each { slot: 0, set, from: None, filter: None, body })
}

#[test]
fn a_value_is_written_where_it_is_to_go() {
    let sum = |left, right| expr(INT, ExprKind::Binary { op: BinaryOp::Add, left, right });
    assert_eq!(ops(vec![store(1, sum(load(0), load(2)))]), [Op::Add(1, 0, 2), Op::End]);
    assert_eq!(ops(vec![store(1, sum(load(1), number(-3)))]), [Op::AddImm(1, 1, -3), Op::End]);
    assert_eq!(ops(vec![store(1, sum(number(5), load(2)))]), [Op::AddImm(1, 2, 5), Op::End]);
    assert_eq!(ops(vec![store(1, load(1))]), [Op::End]);
    // What stands between takes slots behind those of the rule.
    let nested = store(1, sum(sum(load(0), load(1)), sum(load(2), load(3))));
    assert_eq!(ops(vec![nested]), [Op::Add(4, 0, 1), Op::Add(5, 2, 3), Op::Add(1, 4, 5), Op::End]);
    // A constant too large for the operation takes a slot.
    let large = i64::from(i32::MAX) + 1;
    assert_eq!(
        ops(vec![store(1, sum(load(0), number(large)))]),
        [Op::LoadConst(4, 0), Op::Add(1, 0, 4), Op::End]
    );
    let less = |by| expr(INT, ExprKind::Binary { op: BinaryOp::Subtract, left: load(0), right: number(by) });
    assert_eq!(ops(vec![store(1, less(3))]), [Op::AddImm(1, 0, -3), Op::End]);
    let least = i64::from(i32::MIN);
    assert_eq!(ops(vec![store(1, less(least))]), [Op::Const(4, i32::MIN), Op::Subtract(1, 0, 4), Op::End]);
}

#[test]
fn arguments_stand_in_a_row_where_the_call_begins() {
    let ask = |builtin, args| expr(INT, ExprKind::Ask { builtin, args });
    let supply = |args| vec![store(1, ask(Builtin::SupplyOf, args))];
    assert_eq!(ops(supply(vec![load(0), load(2)])), [Op::AskPair(1, Builtin::SupplyOf, 0, 2), Op::End]);
    assert_eq!(
        ops(supply(vec![load(0), number(3)])),
        [Op::AskSlotImm(1, Builtin::SupplyOf, 0, 3, 0), Op::End]
    );
    let one = |arg| ops(vec![store(1, ask(Builtin::PieceSpace, vec![arg]))]);
    assert_eq!(one(load(2)), [Op::Ask(1, Builtin::PieceSpace, 2), Op::End]);
    assert_eq!(one(number(2)), [Op::AskImm(1, Builtin::PieceSpace, 2), Op::End]);
    let put = |args| ops(vec![statement(StatementKind::Do { effect: Effect::Put, args, result: None })]);
    assert_eq!(put(vec![load(2), load(0)]), [Op::ApplyPair(4, Effect::Put, 2, 0), Op::End]);
    // The rule calls itself, with a call among the arguments of the call.
    let call = |args| expr(INT, ExprKind::Call { function: 0, args });
    let written = ops(vec![store(1, call(vec![load(2), call(vec![load(3)])]))]);
    let inner = [Op::Copy(5, 3), Op::Call(5, 0)];
    assert_eq!(written, [&[Op::Copy(4, 2)], &inner[..], &[Op::Call(4, 0), Op::Copy(1, 4), Op::End]].concat());
}

#[test]
fn a_rule_has_as_many_slots_as_operations_can_name() {
    let tree = |slots| {
        let body = vec![store(0, call_of(load(1)))];
        let function = Function {
            name: "rule r".into(),
            span: Span { start: 7, end: 8 },
            params: 0,
            slots,
            result: None,
            counted: false,
            body,
        };
        Tree { functions: vec![function], ..Tree::default() }
    };
    let program = lower(&tree(255)).unwrap();
    assert_eq!((program.functions[0].slots, verify(&program)), (256, Ok(())));
    for slots in [256, 257, u16::MAX] {
        let large = tree(slots);
        let refused = lower(&large).unwrap_err();
        assert_eq!(refused.iter().map(|function| function.slots).collect::<Vec<_>>(), [slots]);
    }
}

/// Needs one slot of its own.
fn call_of(arg: Expr) -> Expr {
    expr(INT, ExprKind::Call { function: 0, args: vec![arg] })
}

#[test]
fn nothing_is_written_behind_a_return() {
    let body = vec![statement(StatementKind::Return(number(1))), store(0, number(2))];
    assert_eq!(program(body, Some(INT)).ops, [Op::Const(4, 1), Op::Return(4)]);
    // A value that may end without a result traps at its declaration.
    let program = program(Vec::new(), Some(INT));
    assert_eq!(program.ops, [Op::Trap]);
    assert_eq!(program.span(0), Span { start: 7, end: 8 });
}

#[test]
fn loops_over_pieces_skip_those_that_moved() {
    let written = ops(vec![each(pieces(), vec![statement(StatementKind::Leave)])]);
    let expected = [
        Op::ListImm(5, Builtin::FeaturePieces, 0),
        Op::ForEach(5, 0, 6),
        Op::Ask(4, Builtin::PieceStamp, 0),
        Op::AskPair(7, Builtin::PieceFresh, 0, 4),
        // `Leave` goes where the loop ends anyway.
        Op::JumpNotEqualImm(7, 0, 6),
        Op::ForNext(5, 0, Reclaim::Free, 3),
        Op::End,
    ];
    assert_eq!(written, expected);
}

#[test]
fn a_loop_that_counts_goes_back_at_its_end() {
    let repeat = |body| ops(vec![statement(StatementKind::Repeat { times: load(1), body })]);
    let expected =
        [Op::Copy(4, 1), Op::JumpLessImm(4, 1, 4), Op::Const(2, 9), Op::DecrementJump(4, 2), Op::End];
    assert_eq!(repeat(vec![store(2, number(9))]), expected);
    // What a round leaves behind is freed before the next one.
    let expected = [
        Op::Mark(5),
        Op::Copy(4, 1),
        Op::JumpLessImm(4, 1, 6),
        Op::ListImm(2, Builtin::FeaturePieces, 0),
        Op::Release(5),
        Op::DecrementJump(4, 3),
        Op::Release(5),
        Op::End,
    ];
    assert_eq!(repeat(vec![store(2, pieces())]), expected);
}

#[test]
fn leaving_early_leaves_the_reaction() {
    let exits = |body: Statement, result: Option<Type>| {
        let body = vec![statement(StatementKind::Scope(vec![body]))];
        let reaction = statement(StatementKind::Reaction { id: 1, body });
        let program = program(vec![each(pieces(), vec![reaction])], result);
        program.ops.iter().filter(|op| matches!(op, Op::ExitReaction(1))).count()
    };
    assert_eq!(exits(statement(StatementKind::Return(number(0))), Some(INT)), 1);
    assert_eq!(exits(statement(StatementKind::Leave), None), 1);
    // The scope is inside: behind it the reaction ends as always.
    assert_eq!(exits(statement(StatementKind::Stop), None), 1);
}

/// A group of options that are placements.
fn placements(filter: Option<Expr>) -> Group {
    let set = ExprKind::Ask { builtin: Builtin::TilePlacements, args: vec![number(0)] };
    Group { when: None, set: expr(Type::many(Sort::Placement), set), filter, slot: 0, body: Vec::new() }
}

fn choose(groups: Vec<Group>) -> Vec<Op> {
    let otherwise = Vec::new();
    ops(vec![statement(StatementKind::Choose { choice: 0, who: number(1), groups, otherwise })])
}

#[test]
fn counted_sets_are_not_written_down() {
    let counted = |group| Op::OfferCounted(5, Builtin::TilePlacements, group);
    assert!(choose(vec![placements(None)]).contains(&counted(0)));
    let never = Group { when: Some(number(0)), ..placements(None) };
    let second = choose(vec![never, placements(None)]);
    assert!(second.contains(&counted(1)) && !second.contains(&counted(0)));
}

#[test]
fn filtered_options_are_offered_one_by_one() {
    let expected = [
        Op::Const(4, 1),
        Op::ListImm(5, Builtin::TilePlacements, 0),
        Op::ForEach(5, 0, 6),
        Op::JumpLessImm(0, 3, 5),
        Op::OfferOne(0, 0),
        Op::ForNext(5, 0, Reclaim::Free, 3),
        Op::Decide(5, 4, 0),
        Op::JumpNotEqualImm(6, 0, 9),
        Op::Copy(0, 5),
        Op::End,
    ];
    assert_eq!(choose(vec![placements(Some(expr(BOOL, ExprKind::Not(less(load(0), number(3))))))]), expected);
}

#[test]
fn folds_over_players_return_masks() {
    let players =
        expr(Type::many(Sort::Player), ExprKind::Ask { builtin: Builtin::Players, args: Vec::new() });
    let fold = |fold, filter, ty| {
        let kind = ExprKind::Fold { fold, slot: 0, set: players.clone(), filter, body: None };
        ops(vec![store(3, expr(ty, kind))])
    };
    let filtered = fold(Fold::Set, Some(load(0)), players.ty);
    assert!(filtered.contains(&Op::MaskInsert(3, 0)) && filtered.contains(&Op::Const(3, 0)));
    let count = [Op::Ask(4, Builtin::Players, 5), Op::MaskCount(3, 4), Op::End];
    assert_eq!(fold(Fold::Count, None, INT), count);
}
