//! What is drawn over the tiles: pieces on sides, links, ends of segments, what is remembered of places.

use rota::{Remembered, Target};
use rota_board::{Port, SegmentId};
use rota_game::{Game, PieceLocation};
use rota_picture::{sheet, table};
use rota_tests::shelf::{compile, load, settings, shelf};

use super::{number, tables};

/// The pictures of a game by random players, at every stage of it.
fn drawn(pack: &str) -> Vec<(Game, String)> {
    let (opened, games) = tables(&[pack], 2, &["ann", "ben"]);
    let draw = |game: &Game| table(game, &opened.compiled.vocabulary, 60).svg().to_owned();
    games.into_iter().map(|game| (game.fork(), draw(&game))).collect()
}

/// How many elements there are of a class, and how many of them are expected.
fn hold(pack: &str, class: &str, expected: impl Fn(&Game) -> usize) {
    let mut most = 0;
    for (game, svg) in drawn(pack) {
        let count = svg.matches(&format!("class=\"{class}\"")).count();
        assert_eq!(count, expected(&game), "{pack}, turn {}", game.position().turn());
        most = most.max(count);
    }
    assert!(most > 0, "{pack} shows no {class}");
}

#[test]
fn pieces_on_sides_are_bars_along_them() {
    let on_sides = |game: &Game| {
        let pieces = game.position().pieces().iter();
        pieces.filter(|piece| matches!(piece.location, PieceLocation::Side(_))).count()
    };
    hold("hurdles", "bar", on_sides);
    for (game, svg) in drawn("hurdles") {
        let bars = svg.split("class=\"bar\"").skip(1).map(|bar| bar.split("/>").next().unwrap());
        let bars = bars
            .map(|bar| [" x=\"", " y=\"", " width=\"", " height=\""].map(|word| number(bar, word).unwrap()));
        let mut middles: Vec<(i32, i32)> =
            bars.map(|[x, y, wide, high]| (x + wide / 2, y + high / 2)).collect();
        middles.sort_unstable();
        // The board begins at -3,-3, and a ruler stands before it.
        let at = |cell: i16| (i32::from(cell) + 3) * 240 + 30 + 64;
        let sides = game.position().pieces().iter().filter_map(|piece| {
            let PieceLocation::Side(border) = piece.location else { return None };
            Some((border.cells()[0].0, border.is_western()))
        });
        let middle = |(cell, is_western): (rota_board::Cell, bool)| match is_western {
            true => (at(cell.x), at(cell.y) + 120),
            false => (at(cell.x) + 120, at(cell.y)),
        };
        let mut expected: Vec<(i32, i32)> = sides.map(middle).collect();
        expected.sort_unstable();
        assert_eq!(middles, expected);
    }
}

#[test]
fn what_rules_have_joined_is_joined_in_the_picture() {
    hold("round2_roads", "link", |game| game.position().board().links().count());
}

#[test]
fn a_stroke_ends_what_a_rule_has_closed() {
    // One for each part of a side that a segment has.
    let closed = |game: &Game| {
        let (board, catalog) = (game.position().board(), game.rules().catalog());
        let segments = (0..board.segment_count() as u16).map(SegmentId);
        let sides = segments.flat_map(|segment| (0..4).map(move |side| (segment, side)));
        let ended = sides.filter(|(segment, side)| board.has_ended(*segment, *side));
        let parts = ended.map(|(segment, side)| {
            let ports = Port::at(side).into_iter();
            let laid = board.segment_tile(segment);
            ports.filter(|port| board.segment_at(catalog, laid, *port) == Some(segment)).count()
        });
        parts.sum()
    };
    hold("hurdles", "end", closed);
}

#[test]
fn what_is_remembered_of_a_place_is_written_there() {
    let is_on_table =
        |held: &&Remembered<'_>| !matches!(held.at, None | Some(Target::Hand(_) | Target::Space(_)));
    let placed = |game: &Game| game.seen_by(None).remembered().iter().filter(is_on_table).count();
    hold("wolves", "held", placed);
    hold("masks", "held", placed);
    // What lies beside the table has it there.
    let beside = drawn("brewers").into_iter().filter(|(game, svg)| {
        let remembered = game.seen_by(None).remembered();
        let coins = remembered.iter().filter(|held| matches!(held.at, Some(Target::Hand(_))));
        let coins: Vec<String> = coins.map(Remembered::words).collect();
        assert!(coins.iter().all(|words| svg.contains(&format!(">{words}</text>"))), "{coins:?}");
        !coins.is_empty()
    });
    assert!(beside.count() > 1);
}

#[test]
fn tiles_without_ground_have_no_gaps_between_their_areas() {
    for pack in ["quilt", "brewers"] {
        let opened = compile(&load(&shelf(), &[pack]), &settings(&[], &[]));
        let set = &opened.sets[0];
        let picture = sheet(set, &opened.compiled.vocabulary, None, 60);
        assert!(!picture.svg().contains("#d8ccb0"), "{pack}");
    }
}
