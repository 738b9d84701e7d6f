//! What is told of features: who stands there, and that what all of them would bring is what the end would.

use std::collections::BTreeSet;
use std::sync::Arc;

use rota::{Head, Player, Uniform};
use rota_protocol::{Answer, FeatureView, Place, PlayedPacks, Table, Wish};
use rota_tests::shelf::{compile, load, settings, shelf};

fn begin(packs: &[&str], seed: u64) -> Table {
    let loaded = load(&shelf(), packs);
    let settings = settings(&[], &[]).seats(["ann", "ben"]);
    let compiled = compile(&loaded, &settings);
    let head = Head::new(packs, &loaded, &settings, seed);
    Table::begin(head, Arc::new(PlayedPacks::new(loaded, settings, compiled))).unwrap()
}

fn ask(table: &mut Table, place: Place) -> FeatureView {
    let answer = table.answer(None, &Wish::Feature { place }).unwrap();
    let Answer::Feature(feature) = answer else { unreachable!("{answer:?}") };
    feature
}

/// Every feature of the table, once.
fn features(table: &mut Table) -> Vec<FeatureView> {
    let (mut told, mut found) = (BTreeSet::new(), Vec::new());
    let board = table.session().game().position().board();
    let places: Vec<Place> = board
        .all_segments()
        .map(|segment| {
            let cell = board.tile(board.segment_tile(segment)).cell;
            Place::Segment { x: cell.x, y: cell.y, segment: board.segment_place(segment), half: None }
        })
        .collect();
    for place in places {
        if told.contains(&format!("{place:?}")) {
            continue;
        }
        let feature = ask(table, place);
        told.extend(feature.segments.iter().map(|segment| format!("{segment:?}")));
        found.push(feature);
    }
    found
}

#[test]
fn features_would_bring_what_the_end_would() {
    let (mut looked, mut brought) = (0, 0);
    for seed in 0..4 {
        let mut table = begin(&["base"], seed);
        let mut uniform = Uniform::new(seed);
        while table.session().game().decision().is_some() {
            if table.session().moves().is_multiple_of(19) {
                let game = table.session().game();
                let end = game.seen_by(None).ended_here().unwrap();
                let gained: Vec<i64> =
                    end.points().iter().zip(game.points()).map(|(then, now)| then - now).collect();
                let seats = ["ann", "ben"];
                let standing = game.position().standing().len();
                let all = features(&mut table);
                let worth = |name: &str| -> i64 {
                    let all = all.iter().flat_map(|feature| feature.worth.as_ref().unwrap());
                    all.filter(|worth| worth.player == name).map(|worth| worth.points).sum()
                };
                assert_eq!(seats.map(worth).to_vec(), gained);
                assert_eq!(all.iter().map(|feature| feature.pieces.len()).sum::<usize>(), standing);
                looked += all.len();
                brought += gained.iter().sum::<i64>();
            }
            let choice = uniform.decide(table.session().game());
            let decision = table.session().game().decision().unwrap();
            let (who, words) = (u8::try_from(decision.who()).ok(), decision.text(choice));
            table.answer(who, &Wish::Choose { words, at: None }).unwrap();
        }
    }
    assert!(looked > 600 && brought > 200, "{looked}, {brought}");
}
