//! Small trees and the operations they become.

use rota_bytecode::program::{Action, ChoiceSite};
use rota_bytecode::{Builtin, Op, Program, Sort, Type, verify};
use rota_source::Span;

use crate::tree::{BinaryOp, Expr, ExprKind, Fold, Function, Group, Statement, StatementKind, Tree};

use super::lower;

const INT: Type = Type::one(Sort::Int);
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

fn less(left: Expr, right: Expr) -> Expr {
    expr(Type::one(Sort::Bool), ExprKind::Binary { op: BinaryOp::Less, left, right })
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
        secrecy: rota_bytecode::program::Secrecy::Open,
        actions: vec![Action { name: String::new(), ty: PIECES }],
    };
    let tree = Tree { functions: vec![function], choices: vec![site], reactions: 2, ..Tree::default() };
    let mut program = lower(&tree);
    verify(&mut program).unwrap();
    program
}

fn ops(body: Vec<Statement>) -> Vec<Op> {
    program(body, None).ops
}

#[test]
fn what_an_option_switches_off_vanishes() {
    let off = less(number(3), number(2));
    let condition = expr(off.ty, ExprKind::And(load(0), expr(off.ty, ExprKind::Not(number(1)))));
    let then = vec![store(1, number(9))];
    let with = |condition| {
        ops(vec![statement(StatementKind::If { condition, then: then.clone(), otherwise: vec![] })])
    };
    assert_eq!(with(off), [Op::End]);
    assert_eq!(with(number(1)), [Op::Const(9), Op::Store(1), Op::End]);
    // The left operand is still evaluated, the branch is gone.
    assert_eq!(with(condition), [Op::Load(0), Op::JumpIfNot(2), Op::End]);
}

#[test]
fn conditions_jump_without_making_a_truth() {
    let not = expr(Type::one(Sort::Bool), ExprKind::Not(less(load(0), load(1))));
    let condition = expr(not.ty, ExprKind::Or(not, load(2)));
    let then = vec![store(3, number(1))];
    let expected = [
        Op::Load(0),
        Op::Load(1),
        Op::Less,
        Op::JumpIfNot(6),
        Op::Load(2),
        Op::JumpIfNot(8),
        Op::Const(1),
        Op::Store(3),
        Op::End,
    ];
    assert_eq!(ops(vec![statement(StatementKind::If { condition, then, otherwise: vec![] })]), expected);
}

#[test]
fn nothing_is_written_behind_a_return() {
    let body = vec![statement(StatementKind::Return(number(1))), store(0, number(2))];
    assert_eq!(program(body, Some(INT)).ops, [Op::Const(1), Op::Return]);
    // A value that may end without a result traps at its declaration.
    let program = program(Vec::new(), Some(INT));
    assert_eq!(program.ops, [Op::Trap]);
    assert_eq!(program.span(0), Span { start: 7, end: 8 });
}

fn each(set: Expr, body: Vec<Statement>) -> Statement {
    statement(StatementKind::Each { slot: 0, set, from: None, filter: None, body })
}

#[test]
fn loops_over_pieces_skip_those_that_moved() {
    let written = ops(vec![each(pieces(), vec![statement(StatementKind::Leave)])]);
    let expected = [
        Op::Const(0),
        Op::List(Builtin::FeaturePieces),
        Op::Store(4),
        Op::Ask(Builtin::PieceStamp),
        Op::Store(5),
        // `Leave` goes where the loop ends anyway.
        Op::Next(4, 11),
        Op::Store(0),
        Op::Load(0),
        Op::Load(5),
        Op::Ask(Builtin::PieceFresh),
        Op::JumpIfNot(5),
        Op::End,
    ];
    assert_eq!(written, expected);
}

#[test]
fn a_list_that_outlives_its_round_is_not_freed() {
    let frees = |body: Vec<Statement>| ops(body).iter().filter(|op| matches!(op, Op::Release(_))).count();
    // Freed at each round; at the end of the function everything is.
    assert_eq!(frees(vec![each(pieces(), vec![store(1, pieces())])]), 1);
    // The inner loop frees at its end too, for there may be another round of the outer one.
    assert_eq!(frees(vec![each(pieces(), vec![each(pieces(), vec![store(1, pieces())])])]), 3);
    let kept = vec![store(1, pieces()), each(pieces(), vec![store(1, pieces())])];
    assert_eq!(frees(kept), 0);
    let read_first =
        vec![each(pieces(), vec![store(2, expr(PIECES, ExprKind::Load(1))), store(1, pieces())])];
    assert_eq!(frees(read_first), 0);
}

#[test]
fn leaving_early_leaves_the_reaction() {
    let exits = |body: Statement, result: Option<Type>| {
        let body = vec![statement(StatementKind::Scope(vec![body]))];
        let reaction = statement(StatementKind::Reaction { id: 1, body });
        let program = program(vec![each(pieces(), vec![reaction])], result);
        program.ops.iter().filter(|op| matches!(op, Op::Exit(1))).count()
    };
    assert_eq!(exits(statement(StatementKind::Return(number(0))), Some(INT)), 1);
    assert_eq!(exits(statement(StatementKind::Leave), None), 1);
    // The scope is inside: behind it the reaction ends as always.
    assert_eq!(exits(statement(StatementKind::Stop), None), 1);
}

#[test]
fn stopping_frees_the_lists_of_the_loops_it_leaves() {
    let inner = each(pieces(), vec![each(pieces(), vec![statement(StatementKind::Stop)])]);
    // In a loop a scope, in it two loops: the second one's list is freed with the first one's.
    let scope = statement(StatementKind::Scope(vec![inner]));
    let written = ops(vec![each(pieces(), vec![scope])]);
    let stop = written.windows(2).find_map(|pair| match pair {
        [Op::Release(mark), Op::Jump(_)] => Some(*mark),
        _ => None,
    });
    assert_eq!(stop, Some(7), "the mark of the outer one of the two");
}

#[test]
fn counted_sets_are_not_written_down() {
    let placements = Type::many(Sort::Placement);
    let group = |filter| Group {
        when: None,
        set: expr(placements, ExprKind::Ask { builtin: Builtin::TilePlacements, args: vec![number(0)] }),
        filter,
        slot: 0,
        body: Vec::new(),
    };
    let choose = |groups| {
        ops(vec![statement(StatementKind::Choose {
            choice: 0,
            who: number(1),
            groups,
            otherwise: Vec::new(),
        })])
    };
    assert!(choose(vec![group(None)]).contains(&Op::OfferCounted(0, Builtin::TilePlacements)));
    let filtered = choose(vec![group(Some(load(0)))]);
    assert!(filtered.contains(&Op::List(Builtin::TilePlacements)) && filtered.contains(&Op::Offer(0)));
    let never = Group { when: Some(number(0)), ..group(None) };
    let second = choose(vec![never, group(None)]);
    assert!(second.contains(&Op::OfferCounted(1, Builtin::TilePlacements)));
    assert!(!second.contains(&Op::OfferCounted(0, Builtin::TilePlacements)));
}

#[test]
fn folds_over_players_return_masks() {
    let players =
        expr(Type::many(Sort::Player), ExprKind::Ask { builtin: Builtin::Players, args: Vec::new() });
    let fold = |fold, filter, ty| {
        let kind = ExprKind::Fold { fold, slot: 0, set: players.clone(), filter, body: None };
        ops(vec![store(3, expr(ty, kind))])
    };
    assert!(fold(Fold::Set, Some(load(0)), players.ty).iter().any(|op| matches!(op, Op::Include(_))));
    let count = [Op::Ask(Builtin::Players), Op::CountMask, Op::Store(3), Op::End];
    assert_eq!(fold(Fold::Count, None, INT), count);
}
