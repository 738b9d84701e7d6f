//! The sets that variables hold.

use super::*;

#[test]
fn sets_hold_what_is_put_into_them_once_and_in_order() {
    let mut bench = Bench::new();
    let numbers = 6;
    let members = |bench: &mut Bench, player| bench.list(Builtin::VarMembers, &[numbers, player]);
    for member in [7, -2, 7, 3] {
        bench.done(Effect::Include, &[numbers, 1, member]);
    }
    bench.done(Effect::Include, &[numbers, 0, 5]);
    assert_eq!((members(&mut bench, 0), members(&mut bench, 1)), (vec![5], vec![-2, 3, 7]));
    assert_eq!([3, 5].map(|member| bench.ask(Builtin::VarHolds, &[member, numbers, 1])), [1, 0]);
    let copy = bench.position.clone();
    bench.done(Effect::Exclude, &[numbers, 1, 3]);
    bench.done(Effect::Exclude, &[numbers, 1, 5]);
    assert_eq!((members(&mut bench, 0), members(&mut bench, 1)), (vec![5], vec![-2, 7]));
    bench.done(Effect::Clear, &[numbers, 1]);
    assert_eq!((members(&mut bench, 0), members(&mut bench, 1)), (vec![5], vec![]));
    bench.position.clone_from(&copy);
    assert_eq!(members(&mut bench, 1), [-2, 3, 7]);
    // No value of its own is kept for a set, and what nobody has is missing.
    assert_eq!(bench.view().get(6, 1), Err(&Fault::Missing));
    bench.done(Effect::Reset, &[numbers]);
    assert_eq!(bench.position.sets, Default::default());
    let kept = (0..i64::MAX).find(|member| bench.apply(Effect::Include, &[numbers, 0, *member]).is_err());
    assert_eq!(kept, Some(1 << 14));
}
