//! Conditions: what they jump on, without making a truth first.

use super::*;

fn when(condition: Expr) -> Vec<Op> {
    let then = vec![store(3, number(1))];
    ops(vec![statement(StatementKind::If { condition, then, otherwise: vec![] })])
}

fn not(inner: Expr) -> Expr {
    expr(BOOL, ExprKind::Not(inner))
}

#[test]
fn what_an_option_switches_off_vanishes() {
    let off = less(number(3), number(2));
    let condition = expr(BOOL, ExprKind::And(load(0), not(number(1))));
    assert_eq!(when(off), [Op::End]);
    assert_eq!(when(number(1)), [Op::Const(3, 1), Op::End]);
    // The left operand is still evaluated, the branch is gone.
    assert_eq!(when(condition), [Op::JumpEqualImm(0, 0, 1), Op::End]);
}

#[test]
fn conditions_jump_without_making_a_truth() {
    let condition = expr(BOOL, ExprKind::Or(not(less(load(0), load(1))), load(2)));
    let expected = [Op::JumpLessEqual(1, 0, 2), Op::JumpEqualImm(2, 0, 3), Op::Const(3, 1), Op::End];
    assert_eq!(when(condition), expected);
    let both = expr(BOOL, ExprKind::And(less(load(0), load(1)), not(load(2))));
    let expected = [Op::JumpLessEqual(1, 0, 3), Op::JumpNotEqualImm(2, 0, 3), Op::Const(3, 1), Op::End];
    assert_eq!(when(both), expected);
    // As a value it is made in the slot it goes to.
    let expected = [Op::JumpLessEqual(1, 0, 4), Op::JumpNotEqualImm(2, 0, 4), Op::Const(3, 1), Op::Jump(5)];
    let written = ops(vec![store(3, expr(BOOL, ExprKind::And(less(load(0), load(1)), not(load(2)))))]);
    assert_eq!(written, [&expected[..], &[Op::Const(3, 0), Op::End]].concat());
    assert_eq!(ops(vec![store(3, less(load(0), load(1)))]), [Op::Less(3, 0, 1), Op::End]);
    let at_most = compared(BinaryOp::LessEqual, load(0), load(1));
    assert_eq!(ops(vec![store(3, at_most)]), [Op::Less(3, 1, 0), Op::Not(3, 3), Op::End]);
}

/// The jump past what is done where a comparison holds.
fn jump(op: BinaryOp, left: Expr, right: Expr) -> Op {
    let written = when(compared(op, left, right));
    assert_eq!(written[1..], [Op::Const(3, 1), Op::End], "one jump");
    written[0]
}

#[test]
fn comparisons_with_numbers_are_one_jump() {
    use BinaryOp::{Equal, Less, LessEqual, NotEqual};
    // With the number on the right: the jump is taken where it does not hold.
    assert_eq!(jump(Equal, load(1), number(7)), Op::JumpNotEqualImm(1, 7, 2));
    assert_eq!(jump(NotEqual, load(1), number(7)), Op::JumpEqualImm(1, 7, 2));
    assert_eq!(jump(Less, load(1), number(7)), Op::JumpGreaterImm(1, 6, 2));
    assert_eq!(jump(LessEqual, load(1), number(7)), Op::JumpGreaterImm(1, 7, 2));
    // With the number on the left.
    assert_eq!(jump(Equal, number(7), load(1)), Op::JumpNotEqualImm(1, 7, 2));
    assert_eq!(jump(NotEqual, number(7), load(1)), Op::JumpEqualImm(1, 7, 2));
    assert_eq!(jump(Less, number(7), load(1)), Op::JumpLessImm(1, 8, 2));
    assert_eq!(jump(LessEqual, number(7), load(1)), Op::JumpLessImm(1, 7, 2));
    // Turned round.
    assert_eq!(when(not(less(load(1), number(7))))[0], Op::JumpLessImm(1, 7, 2));
    assert_eq!(when(not(less(number(7), load(1))))[0], Op::JumpGreaterImm(1, 7, 2));
    // Two slots.
    assert_eq!(jump(Equal, load(1), load(2)), Op::JumpNotEqual(1, 2, 2));
    assert_eq!(jump(NotEqual, load(1), load(2)), Op::JumpEqual(1, 2, 2));
    assert_eq!(jump(Less, load(1), load(2)), Op::JumpLessEqual(2, 1, 2));
    assert_eq!(jump(LessEqual, load(1), load(2)), Op::JumpLess(2, 1, 2));
}

#[test]
fn numbers_that_do_not_fit_a_jump_take_a_slot() {
    use BinaryOp::{Equal, Less, LessEqual};
    let (least, most) = (i64::from(i16::MIN), i64::from(i16::MAX));
    assert_eq!(jump(Equal, load(1), number(most)), Op::JumpNotEqualImm(1, i16::MAX, 2));
    assert_eq!(jump(Equal, load(1), number(least)), Op::JumpNotEqualImm(1, i16::MIN, 2));
    // One step past the limit still fits where the jump compares with the number beside it.
    assert_eq!(jump(Less, load(1), number(most + 1)), Op::JumpGreaterImm(1, i16::MAX, 2));
    assert_eq!(jump(Less, number(least - 1), load(1)), Op::JumpLessImm(1, i16::MIN, 2));
    let takes_a_slot = |op, left, right, expected: [Op; 2]| {
        assert_eq!(when(compared(op, left, right))[..2], expected);
    };
    let number_of = |number: i64| Op::Const(4, number as i32);
    let (high, low) = (most + 1, least - 1);
    takes_a_slot(Equal, load(1), number(high), [number_of(high), Op::JumpNotEqual(1, 4, 3)]);
    takes_a_slot(LessEqual, load(1), number(high), [number_of(high), Op::JumpLess(4, 1, 3)]);
    takes_a_slot(LessEqual, number(low), load(1), [number_of(low), Op::JumpLess(1, 4, 3)]);
    takes_a_slot(Less, load(1), number(least), [number_of(least), Op::JumpLessEqual(4, 1, 3)]);
    takes_a_slot(Less, number(most), load(1), [number_of(most), Op::JumpLessEqual(1, 4, 3)]);
    takes_a_slot(Less, load(1), number(i64::MIN), [Op::LoadConst(4, 0), Op::JumpLessEqual(4, 1, 3)]);
    takes_a_slot(Less, number(i64::MAX), load(1), [Op::LoadConst(4, 0), Op::JumpLessEqual(1, 4, 3)]);
}

/// Whether any or all pieces pass: slot 0 is the piece, the body asks about slot 1.
fn search(fold: Fold) -> Expr {
    let (passes, is_all) = (less(load(0), load(1)), fold == Fold::All);
    let (filter, body) = if is_all { (None, Some(passes)) } else { (Some(passes), None) };
    expr(BOOL, ExprKind::Fold { fold, slot: 0, set: pieces(), filter, body })
}

#[test]
fn searches_jump_without_making_a_truth() {
    let list = [Op::ListImm(4, Builtin::FeaturePieces, 0), Op::ForEach(4, 0, 4)];
    let next = Op::ForNext(4, 0, Reclaim::Free, 2);
    let done = [Op::Const(3, 1), Op::End];
    // One that passes goes to what is done, the end of the walk past it.
    let any = [Op::JumpLess(0, 1, 5), next, Op::Jump(6)];
    assert_eq!(when(search(Fold::Any)), [&list, &any[..], &done].concat());
    let none = [Op::JumpLess(0, 1, 5), next];
    assert_eq!(when(not(search(Fold::Any))), [&list, &none[..], &done].concat());
    // One that fails goes past it, the end of the walk to what is done.
    let all = [Op::JumpLessEqual(1, 0, 5), next];
    assert_eq!(when(search(Fold::All)), [&list, &all[..], &done].concat());
    let some = [Op::JumpLessEqual(1, 0, 5), next, Op::Jump(6)];
    assert_eq!(when(not(search(Fold::All))), [&list, &some[..], &done].concat());
}

#[test]
fn a_search_in_a_loop_frees_its_list_whichever_way_it_ends() {
    let looped = |fold, turned: bool| {
        let condition = if turned { not(search(fold)) } else { search(fold) };
        let then = vec![store(3, number(1))];
        let body = vec![statement(StatementKind::If { condition, then, otherwise: vec![] })];
        ops(vec![statement(StatementKind::Repeat { times: load(2), body })])
    };
    for (fold, turned) in [(Fold::Any, false), (Fold::Any, true), (Fold::All, false), (Fold::All, true)] {
        let written = looped(fold, turned);
        // By itself at its end, by hand where it is left before.
        let list = written.iter().find_map(|op| {
            let Op::ForNext(list, _, Reclaim::Free, _) = op else { return None };
            Some(*list)
        });
        let freed = written.windows(2).filter_map(|pair| match pair {
            [Op::Free(list), Op::Jump(_)] => Some(*list),
            _ => None,
        });
        assert_eq!(freed.collect::<Vec<Slot>>(), [list.unwrap()], "{written:?}");
    }
}
