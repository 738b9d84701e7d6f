//! Goods that change hands.

use super::*;

const LESS: Result<i64, &Fault> = Err(&Fault::Refused("nobody pays less than nothing"));
const SHORT: Result<i64, &Fault> = Err(&Fault::Refused("there is not so much of it"));

#[test]
fn what_comes_to_an_end_goes_around_and_back() {
    let mut bench = Bench::new();
    bench.done(Effect::PayStock, &[4, 0, -1, 0, 0, -1, -1]);
    bench.done(Effect::PayStock, &[3, 0, 0, 1, 0, -1, -1]);
    bench.done(Effect::PayStock, &[2, 0, 1, -1, 0, -1, -1]);
    bench.done(Effect::PayStock, &[1, 0, 1, 1, 0, -1, -1]);
    assert_eq!(bench.ask(Builtin::PlayerStock, &[0, 0]), 1);
    assert_eq!(bench.ask(Builtin::PlayerStock, &[1, 0]), 1);
    assert_eq!(bench.ask(Builtin::CommonStock, &[0]), 3);
    assert_eq!(bench.apply(Effect::PayStock, &[4, 0, -1, 0, 0, -1, -1]), SHORT);
    assert_eq!(bench.ask(Builtin::CommonStock, &[0]), 3);
}

#[test]
fn nobody_owes_what_has_no_end() {
    let mut bench = Bench::new();
    bench.done(Effect::PayStock, &[1_000_000, 1, -1, 0, 0, -1, -1]);
    bench.done(Effect::PayStock, &[1_000_000, 1, 0, -1, 0, -1, -1]);
    assert_eq!(bench.apply(Effect::PayStock, &[1, 1, 0, 1, 0, -1, -1]), SHORT);
    assert_eq!(bench.apply(Effect::PayStock, &[1, 1, 0, 0, 0, -1, -1]), SHORT);
    assert_eq!(bench.apply(Effect::PayStock, &[-1, 1, -1, 0, 0, -1, -1]), LESS);
    bench.done(Effect::PayStock, &[i64::MAX, 1, -1, 0, 0, -1, -1]);
    assert_eq!(bench.apply(Effect::PayStock, &[1, 1, -1, 0, 0, -1, -1]), Err(&Fault::Overflow));
    assert_eq!(bench.ask(Builtin::PlayerStock, &[0, 1]), i64::MAX);
    let no_end = Err(&Fault::Refused("there is no end of this stock in the common supply"));
    assert_eq!(bench.view().ask(Builtin::CommonStock, &[1]), no_end);
}
