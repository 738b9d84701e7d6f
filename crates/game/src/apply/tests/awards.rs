//! Awards: how they wait, change hands, and are given.

use super::*;

#[test]
fn awards_wait_are_given_and_are_cancelled() {
    let mut bench = Bench::new();
    for points in [3, 4, 5] {
        bench.done(Effect::Award, &[points, 0, 0, 0, -1]);
    }
    bench.done(Effect::SetAwardPoints, &[0, 6, -1]);
    bench.done(Effect::SetAwardTo, &[0, 1]);
    assert_eq!((bench.ask(Builtin::AwardPoints, &[0]), bench.ask(Builtin::AwardTo, &[0])), (6, 1));
    bench.done(Effect::CancelAward, &[1]);
    bench.done(Effect::GiveAward, &[0]);
    assert_eq!(bench.list(Builtin::Awards, &[]), [2]);
    assert_eq!((bench.ask(Builtin::AwardPoints, &[0]), bench.ask(Builtin::AwardPoints, &[1])), (6, 0));
    assert!(bench.apply(Effect::GiveAward, &[0]).is_err());
}

#[test]
fn all_awards_that_wait_are_given_together() {
    let mut bench = Bench::new();
    bench.done(Effect::GiveAwards, &[]);
    for (points, to) in [(3, 0), (4, 1), (5, 0), (0, 1), (7, 0)] {
        bench.done(Effect::Award, &[points, to, 1, 0, -1]);
    }
    bench.done(Effect::CancelAward, &[2]);
    bench.done(Effect::GiveAward, &[0]);
    bench.done(Effect::GiveAwards, &[]);
    assert_eq!(bench.position.points(), [7, 4]);
    assert!(bench.list(Builtin::Awards, &[]).is_empty());
    // Where one cannot be given none is.
    bench.done(Effect::Award, &[1, 1, 0, 0, -1]);
    bench.done(Effect::Award, &[i64::MAX, 0, 0, 0, -1]);
    assert_eq!(bench.apply(Effect::GiveAwards, &[]), Err(&Fault::Overflow));
    assert_eq!(bench.position.points(), [7, 4]);
    assert_eq!(bench.list(Builtin::Awards, &[]), [5, 6]);
}

#[test]
fn what_a_player_gets_for_one_feature_is_told_once_as_a_sum() {
    let mut bench = Bench::new();
    for (number, (points, to, at)) in (0..).zip([(3, 0, 0), (4, 1, 0), (5, 0, 0), (1, 0, -1), (2, 0, -1)]) {
        assert_eq!(bench.apply(Effect::Single, &[9, 0, 0, at, -1]), Ok(number));
        // What rules made of it counts.
        bench.done(Effect::ScoreAward, &[points, to, 0, at, -1, number]);
    }
    assert_eq!(bench.position.points(), [11, 4]);
    // The last one is told by itself.
    assert_eq!(bench.apply(Effect::Tell, &[4]), Ok(1));
    bench.done(Effect::SumUp, &[]);
    assert_eq!(bench.list(Builtin::Scorings, &[]), [0, 1, 3]);
    assert_eq!([0, 1, 3].map(|award| bench.ask(Builtin::AwardPoints, &[award])), [8, 4, 1]);
    let told = [0, 1, 2, 3, 4, 0].map(|award| bench.apply(Effect::Tell, &[award]));
    assert_eq!(told, [1, 1, 0, 1, 0, 0].map(Ok));
    assert!(bench.list(Builtin::Scorings, &[]).is_empty());
    assert!(bench.apply(Effect::GiveAward, &[0]).is_err());
}
