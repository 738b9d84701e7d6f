//! What players at a table have to know is shown to them: variables have titles.

use std::collections::BTreeSet;

use rota_tests::shelf::{compile, load, names_in, settings, shelf};

/// Variables that nobody at the table has to see, each with why.
const UNSEEN: [(&str, &str); 7] = [
    ("kept", "the tile in hand, which is drawn"),
    ("has_built", "holds for a turn: what happened in it was told"),
    ("has_consulted", "holds for a turn: what happened in it was told"),
    ("wheel_turned", "holds until the next tile"),
    ("bidders", "holds while tiles are sold: who bids and who passes is told"),
    ("buyer", "holds while tiles are sold: who bids and who passes is told"),
    ("latest", "which arm of each tile comes next; which arms are one road is shown"),
];

#[test]
fn every_variable_that_players_need_has_a_title() {
    let mut unseen = BTreeSet::new();
    for pack in ["rulesets", "rulesets/examples", "rulesets/frozen"].into_iter().flat_map(names_in) {
        let compiled = compile(&load(&shelf(), &[&pack]), &settings(&[], &[]));
        let vars = &compiled.rules.program().declared.vars;
        unseen.extend(vars.iter().filter(|var| var.title.is_empty()).map(|var| var.name.clone()));
    }
    assert_eq!(unseen, UNSEEN.iter().map(|(name, _)| (*name).to_owned()).collect());
}
