//! Lists: where folds build them, and who frees them.

use super::*;

/// The operations that free down to a mark or free a list.
fn freeing(ops: &[Op]) -> Vec<Op> {
    ops.iter().copied().filter(|op| matches!(op, Op::Release(_) | Op::Free(_))).collect()
}

fn tidy(ops: &[Op]) -> usize {
    ops.iter().filter(|op| matches!(op, Op::ForNext(_, _, Reclaim::Free, _))).count()
}

#[test]
fn a_list_that_outlives_its_round_is_not_freed() {
    let written = |body: Vec<Statement>| {
        let written = ops(body);
        (freeing(&written).len(), tidy(&written))
    };
    // Freed at each round; at the end of the function everything is.
    assert_eq!(written(vec![each(pieces(), vec![store(1, pieces())])]), (0, 1));
    // The inner loop frees at its end too, for there may be another round of the outer one.
    assert_eq!(written(vec![each(pieces(), vec![each(pieces(), vec![store(1, pieces())])])]), (0, 2));
    let kept = vec![store(1, pieces()), each(pieces(), vec![store(1, pieces())])];
    assert_eq!(written(kept), (0, 0));
    let read_first =
        vec![each(pieces(), vec![store(2, expr(PIECES, ExprKind::Load(1))), store(1, pieces())])];
    assert_eq!(written(read_first), (0, 0));
    // A list that was there before the loop is not the loop's to free, but what its rounds leave behind is.
    let shared = vec![store(1, pieces()), each(expr(PIECES, ExprKind::Load(1)), vec![store(2, pieces())])];
    assert_eq!(written(shared), (1, 0));
}

#[test]
fn leaving_a_loop_frees_its_list_where_it_stands_in_another() {
    let leave = || statement(StatementKind::Leave);
    let freed = |body| {
        let written = ops(body);
        let freed = written.windows(2).filter_map(|pair| match pair {
            [Op::Free(list), Op::Jump(_)] => Some(*list),
            _ => None,
        });
        freed.collect::<Vec<Slot>>()
    };
    // By itself: the end of the function frees everything.
    assert_eq!(freed(vec![each(pieces(), vec![leave()])]), []);
    // Slots of a loop over pieces: stamp, list with its count, whether the piece moved.
    assert_eq!(freed(vec![each(pieces(), vec![each(pieces(), vec![leave()])])]), [9]);
    let deep = each(pieces(), vec![each(pieces(), vec![each(pieces(), vec![leave()]), leave()])]);
    assert_eq!(freed(vec![deep]), [13, 9]);
}

#[test]
fn stopping_frees_the_lists_of_the_loops_it_leaves() {
    let stop = |loops: &dyn Fn(Statement) -> Statement| {
        // In a loop a scope, in it the loops that are left.
        let scope = statement(StatementKind::Scope(vec![loops(statement(StatementKind::Stop))]));
        let written = ops(vec![each(pieces(), vec![scope])]);
        let freed = written.windows(2).filter_map(|pair| match pair {
            [op @ (Op::Free(_) | Op::Release(_)), Op::Jump(_)] => Some(*op),
            _ => None,
        });
        freed.collect::<Vec<_>>()
    };
    // Two loops: the second one's list is freed with the first one's.
    let twice = |stop| each(pieces(), vec![each(pieces(), vec![stop])]);
    assert_eq!(stop(&twice), [Op::Free(9)]);
    // A loop that counts around a loop over pieces: what it noted at its start lies deepest.
    let counted = |stop| {
        let body = vec![store(1, pieces()), each(pieces(), vec![stop])];
        statement(StatementKind::Repeat { times: load(2), body })
    };
    assert_eq!(stop(&counted), [Op::Release(9)]);
    // Where the outer one has nothing to free, the inner one's list is still freed.
    let inner = |stop| {
        statement(StatementKind::Repeat { times: load(2), body: vec![each(number_set(), vec![stop])] })
    };
    assert_eq!(stop(&inner).len(), 1);
}

/// Numbers, for a loop that needs no stamp.
fn number_set() -> Expr {
    let ty = Type::many(Sort::Int);
    expr(ty, ExprKind::Ask { builtin: Builtin::Numbers, args: vec![number(1), number(3)] })
}

fn fold(fold: Fold, ty: Type, set: Expr, filter: Option<Expr>, body: Option<Expr>) -> Expr {
    expr(ty, ExprKind::Fold { fold, slot: 0, set, filter, body })
}

#[test]
fn a_fold_that_reads_the_slot_it_is_stored_to_is_built_beside_it() {
    let sum = |to, body| ops(vec![store(to, fold(Fold::Sum, INT, pieces(), None, Some(body)))]);
    let list = |slot: Slot| [Op::ListImm(slot, Builtin::FeaturePieces, 0), Op::ForEach(slot, 0, 5)];
    // Nothing inside reads slot 1: the sum grows there.
    let beside = [&[Op::Const(1, 0)], &list(4)[..], &[Op::Add(1, 1, 2)]].concat();
    assert_eq!(sum(1, load(2)), [&beside[..], &[Op::ForNext(4, 0, Reclaim::Free, 3), Op::End]].concat());
    // It does: the sum grows in a slot of its own and moves there at the end.
    let own = [&[Op::Const(4, 0)], &list(5)[..], &[Op::Add(4, 4, 1)]].concat();
    let end = [Op::ForNext(5, 0, Reclaim::Free, 3), Op::Copy(1, 4), Op::End];
    assert_eq!(sum(1, load(1)), [&own[..], &end].concat());
    // The member's own slot counts as read.
    let own = [&[Op::Const(4, 0)], &list(5)[..], &[Op::Add(4, 4, 2)]].concat();
    let end = [Op::ForNext(5, 0, Reclaim::Free, 3), Op::Copy(0, 4), Op::End];
    assert_eq!(sum(0, load(2)), [&own[..], &end].concat());
    // Also a set read from the slot it goes to.
    let again = fold(Fold::Set, PIECES, expr(PIECES, ExprKind::Load(1)), Some(less(load(0), load(2))), None);
    let written = ops(vec![store(1, pieces()), store(1, again)]);
    let expected = [
        Op::Copy(5, 1),
        Op::NewList(4),
        Op::ForEach(5, 0, 7),
        Op::JumpLessEqual(2, 0, 6),
        Op::Push(4, 0),
        Op::ForNext(5, 0, Reclaim::Keep, 4),
        Op::Copy(1, 4),
        Op::End,
    ];
    assert_eq!(written[1..], expected);
}

#[test]
fn a_set_that_holds_the_slot_it_is_stored_to_is_built_beside_it() {
    let players = Type::many(Sort::Player);
    let member = |slot| expr(Type::one(Sort::Player), ExprKind::Load(slot));
    let set = |to, members| ops(vec![store(to, expr(players, ExprKind::Set(members)))]);
    let built = [Op::Const(1, 0), Op::MaskInsert(1, 0), Op::MaskInsert(1, 2), Op::End];
    assert_eq!(set(1, vec![member(0), member(2)]), built);
    let beside = [Op::Const(4, 0), Op::MaskInsert(4, 0), Op::MaskInsert(4, 1), Op::Copy(1, 4), Op::End];
    assert_eq!(set(1, vec![member(0), member(1)]), beside);
}

#[test]
fn a_filtered_list_stays_on_top_while_it_grows() {
    // The filter makes a list of its own, which has to go before the next member is added.
    let longer = less(number(2), expr(INT, ExprKind::Length(pieces())));
    let filtered = fold(Fold::Set, PIECES, pieces(), Some(longer), None);
    let written = ops(vec![store(1, filtered)]);
    let pushes = written.windows(2).any(|pair| pair == [Op::FreeAbove(1), Op::Push(1, 0)]);
    let sweeps = written
        .windows(2)
        .any(|pair| matches!(pair, [Op::FreeAbove(1), Op::ForNext(_, 0, Reclaim::Keep, _)]));
    assert!(pushes && sweeps, "{written:?}");
    // Counted, it is freed at once.
    let counted = fold(
        Fold::Count,
        INT,
        pieces(),
        Some(less(number(2), fold(Fold::Count, INT, pieces(), None, None))),
        None,
    );
    let written = ops(vec![store(1, counted)]);
    let length = written.windows(2).find_map(|pair| match pair {
        [Op::Length(_, list), Op::Free(freed)] => Some(list == freed),
        _ => None,
    });
    assert_eq!((length, tidy(&written)), (Some(true), 1), "{written:?}");
}
