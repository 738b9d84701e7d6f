//! What a host answers, and what it refuses to.

use super::*;

#[test]
fn nothing_that_a_rule_may_ask_makes_the_host_panic() {
    let mut bench = Bench::new();
    bench.lay("toy/well", 0, 1, 0);
    bench.done(Effect::Put, &[3, 2]);
    let odd = [-1, 0, 1, 5, 63, 64, 4000, i64::MAX, i64::MIN, pack_cell(Cell::new(0, 0))];
    let before = format!("{:?}", bench.position);
    for builtin in Builtin::all() {
        for first in odd {
            for second in odd {
                let args = [first, second, first];
                let args = &args[..builtin.arity()];
                let mut out = vec![];
                let one = bench.view().ask(builtin, args).is_ok();
                let many = bench.view().list(builtin, args, &mut out).is_ok();
                assert!(!(one && many), "{builtin:?} has one kind of answer");
                let _ = bench.view().count(builtin, args);
                let _ = bench.view().nth(builtin, args, 3);
                let _ = bench.view().position(builtin, args, first);
            }
        }
        // Valid arguments of some kind always get an answer.
        let args = [0, 0, 0];
        let mut out = vec![];
        let row = [pack_cell(Cell::new(0, 0)), 1, 0];
        let cell = [pack_cell(Cell::new(0, 0))];
        let placement = [pack_placement(Placement { cell: Cell::new(0, 0), rotation: 0 })];
        let plain = bench.view().ask(builtin, &args[..builtin.arity()]).is_ok()
            || bench.view().list(builtin, &args[..builtin.arity()], &mut out).is_ok()
            || bench.view().list(builtin, &cell, &mut out).is_ok()
            || bench.view().list(builtin, &row, &mut out).is_ok()
            || bench.view().ask(builtin, &placement).is_ok()
            || bench.view().ask(builtin, &[1]).is_ok();
        let of_award = matches!(
            builtin,
            Builtin::AwardPoints
                | Builtin::AwardTo
                | Builtin::AwardReason
                | Builtin::AwardAt
                | Builtin::AwardNote
        );
        assert!(plain || of_award, "{builtin:?} is never answered");
    }
    assert_eq!(format!("{:?}", bench.position), before);
}

#[test]
fn what_refuses_none_refuses_it() {
    let mut bench = Bench::new();
    bench.lay("toy/well", 0, 1, 0);
    for builtin in Builtin::all().filter(|builtin| builtin.info().refuses_none) {
        let args = [-1, 0, 0];
        let args = &args[..builtin.arity()];
        assert!(bench.view().ask(builtin, args).is_err(), "{builtin:?}");
        assert!(bench.view().list(builtin, args, &mut vec![]).is_err(), "{builtin:?}");
        assert!(bench.view().count(builtin, args).is_err(), "{builtin:?}");
    }
}

#[test]
fn a_count_is_remembered_until_something_changes() {
    let mut bench = Bench::new();
    let first = bench.lay("toy/well", 0, 1, 0);
    let drawn = bench.done(Effect::Draw, &[0, -1]);
    let mut view = bench.view();
    assert_eq!(view.ask(Builtin::TileFits, &[drawn]), Ok(1));
    let before = view.count(Builtin::TilePlacements, &[drawn]).expect("it is drawn");
    assert_eq!(view.questions().count(Builtin::TilePlacements, &[drawn]), Ok(before));
    assert_eq!(
        view.count(Builtin::TilePlacements, &[first]),
        view.questions().count(Builtin::TilePlacements, &[first])
    );
    let place = view.nth(Builtin::TilePlacements, &[drawn], 0).expect("it fits");
    view.apply(Effect::Place, &[drawn, place]).expect("it was offered");
    assert_eq!(view.counted.get(), None);
}
