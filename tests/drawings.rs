//! The parts that a page draws a table with: complete, and in agreement with one another, whatever is played.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;

use resvg::usvg::roxmltree;
use rota::{CompiledGame, Game, PackSource, Player, Settings, Setup, Uniform, compose};
use rota_bytecode::program::TrackShape;
use rota_picture::{Drawings, SeatColor, drawings, seat_colors};
use rota_tests::shelf::{compile, compositions, load, shelf};

/// A place on a tile.
type At = [i32; 2];

fn begun(opened: &CompiledGame, players: u8) -> Game {
    let (least, most) = opened.rules.program().declared.players;
    let setup = Setup { players: players.clamp(least, most), seed: 4, ..Setup::default() };
    Game::new(opened.rules.clone(), &setup).unwrap()
}

/// The corners of each part of an outline.
fn corners(outline: &str) -> Vec<Vec<At>> {
    let parts = outline.split('M').skip(1).map(|part| part.strip_suffix('Z').unwrap());
    let corner = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        [x.parse().unwrap(), y.parse().unwrap()]
    };
    parts.map(|part| part.split('L').map(corner).collect()).collect()
}

/// Whether a place lies within an uneven number of outlines.
fn is_within(outlines: &[Vec<At>], [x, y]: At) -> bool {
    let mut within = false;
    for outline in outlines {
        for ([ax, ay], [bx, by]) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let is_crossed = (*ay > y) != (*by > y);
            let side = (x - ax) * (by - ay) - (y - ay) * (bx - ax);
            within ^= is_crossed && (side < 0) == (by > ay);
        }
    }
    within
}

/// Twice the area within outlines, where holes run the other way round.
fn doubled_area(outlines: &[Vec<At>]) -> i32 {
    let pairs = |outline: &'_ Vec<At>| -> i32 {
        let next = outline.iter().cycle().skip(1);
        outline.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
    };
    outlines.iter().map(pairs).sum()
}

/// What stands behind a word in a text, each time up to an end.
fn behind<'t>(text: &'t str, word: &str, end: char) -> BTreeSet<&'t str> {
    text.split(word).skip(1).filter_map(move |part| part.split(end).next()).collect()
}

/// Every piece of SVG.
fn parts(drawn: &Drawings) -> Vec<&str> {
    let tiles = drawn.tiles.values().flat_map(|tile| tile.upright.iter().chain([&tile.body]));
    let crossings = drawn.crossings.values().map(|crossing| &crossing.svg);
    let pieces = drawn.pieces.values().map(|piece| &piece.svg);
    let tracks = drawn.tracks.iter().map(|track| &track.svg);
    tiles.chain(crossings).chain(pieces).chain(tracks).map(String::as_str).collect()
}

fn look(name: &str, opened: &CompiledGame, game: &Game, drawn: &Drawings) {
    let (rules, vocabulary) = (game.rules(), &opened.compiled.vocabulary);
    let ids = behind(&drawn.defs, " id=\"", '"');
    for part in parts(drawn).into_iter().chain([drawn.defs.as_str()]) {
        let whole = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{part}</svg>");
        assert!(roxmltree::Document::parse(&whole).is_ok(), "{name}: {part}");
        let used: BTreeSet<&str> =
            behind(part, "href=\"#", '"').union(&behind(part, "url(#", ')')).copied().collect();
        assert!(used.is_subset(&ids), "{name}: {used:?} of {ids:?}");
        assert!(part == drawn.defs || !part.contains(" id="), "{name}: an id would be there twice");
    }
    let feature = |kind: usize| vocabulary.features[kind].name.as_str();
    for tile in &rules.stock().tiles {
        let info = &rules.stock().kinds[tile.kind as usize];
        let Some(shape) = info.shape else { continue };
        let shape = &rules.catalog().shapes()[usize::from(shape.0)];
        let drawing = &drawn.tiles[&info.name];
        let own: Vec<&str> =
            shape.segments.iter().map(|segment| feature(usize::from(segment.feature.0))).collect();
        let told: Vec<&str> = drawing.segments.iter().map(|segment| segment.kind.as_str()).collect();
        assert_eq!((told, drawing.is_half), (own, shape.is_half()), "{name}: {}", info.name);
    }
    for (tile, drawing) in &drawn.tiles {
        for (number, segment) in drawing.segments.iter().enumerate() {
            let outlines = corners(&segment.outline);
            let words = format!("{name}: {tile}, segment {number}, {} in {}", segment.kind, segment.outline);
            assert!(is_within(&outlines, segment.at), "{words}: {:?}", segment.at);
            assert!(doubled_area(&outlines) > 400, "{words}: too small to be pointed at");
            let mut places = outlines.iter().flatten();
            assert!(places.all(|[x, y]| (0..=240).contains(x) && (0..=240).contains(y)), "{words}");
        }
    }
    for crossing in drawn.crossings.values() {
        assert!(is_within(&corners(&crossing.segment.outline), crossing.segment.at));
    }
    let declared = &rules.program().declared;
    let tracks = declared.tracks.iter().filter(|track| track.shape != TrackShape::Slots);
    let mut tracks: Vec<&str> = tracks.map(|track| track.name.as_str()).collect();
    let mut told: Vec<&str> = drawn.tracks.iter().map(|track| track.name.as_str()).collect();
    tracks.sort_unstable();
    told.sort_unstable();
    assert_eq!(tracks, told, "{name}");
    let mut spaces: Vec<String> =
        (0..declared.spaces.len()).map(|space| game.space_words(space as u16)).collect();
    let mut told: Vec<&String> = drawn.tracks.iter().flat_map(|track| track.spaces.keys()).collect();
    spaces.sort_unstable();
    told.sort_unstable();
    assert_eq!(spaces.iter().collect::<Vec<_>>(), told, "{name}");
    for track in &drawn.tracks {
        for (space, place) in &track.spaces {
            let is_there = |at: i32, most: i32| at >= place.room && at + place.room <= most;
            assert!(
                is_there(place.at[0], track.wide) && is_there(place.at[1], track.high),
                "{name}: {space}"
            );
        }
    }
    let seats: BTreeSet<String> = (0..game.points().len()).map(|seat| rules.seat(seat)).collect();
    assert!(drawn.seats.keys().eq(&seats), "{name}");
    let owned: BTreeSet<&str> = drawn.pieces.keys().map(String::as_str).collect();
    let standing = game.position().pieces().iter();
    assert!(
        standing.clone().all(|piece| owned.contains(declared.pieces[usize::from(piece.kind)].name.as_str()))
    );
}

/// What is played: every pack by itself, with what it needs, and a third of the compositions that come with the program.
fn opened() -> Vec<(String, CompiledGame)> {
    let seats = ["ann", "ben", "cyd"];
    let packs = shelf().names().into_iter().map(|name| {
        let opened = compile(&load(&shelf(), &[&name]), &Settings::new().seats(seats));
        (name, opened)
    });
    let composed = compositions().into_iter().step_by(3).map(|text| {
        let name = text.name.clone();
        let (packs, composition) = compose(&shelf(), text);
        (name, compile(&packs, &composition.settings().seats(seats)))
    });
    packs.chain(composed).collect()
}

#[test]
fn the_parts_of_every_pack_are_complete_and_agree() {
    let mut seen = BTreeSet::new();
    for (name, opened) in opened() {
        let game = begun(&opened, 3);
        let drawn = drawings(&game, &opened.compiled.vocabulary);
        look(&name, &opened, &game, &drawn);
        seen.extend(drawn.tiles.values().filter(|tile| tile.is_half).map(|_| "half a tile"));
        seen.extend(drawn.tracks.iter().map(|track| if track.amid.is_some() { "amid" } else { "beside" }));
        seen.extend(drawn.crossings.keys().map(|_| "crossing"));
    }
    assert_eq!(seen.len(), 4, "only {seen:?}");
}

/// A page asks for them once, and tables that are opened alike share them.
#[test]
fn the_parts_are_the_same_all_through_a_game() {
    let opened = compile(&load(&shelf(), &["wheel_of_fortune"]), &Settings::new().seats(["ann", "ben"]));
    let mut game = begun(&opened, 2);
    let before = drawings(&game, &opened.compiled.vocabulary);
    let mut uniform = Uniform::new(5);
    while !game.is_over() {
        let choice = uniform.decide(&game);
        game.choose(choice).unwrap();
    }
    assert_eq!(drawings(&game, &opened.compiled.vocabulary), before);
}

/// Who is called by a colour has it, and the others take first what nobody takes for another one.
#[test]
fn seats_take_colours_that_are_told_apart() {
    use SeatColor::{Black, Blue, Cyan, Green, Purple, Red, White, Yellow};
    let colors =
        |names: &[&str]| seat_colors(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
    let all = [Red, Blue, Yellow, Black, Cyan, White, Purple, Green];
    assert_eq!(colors(&["a", "b", "c", "d", "e", "f", "g", "h"]), all);
    assert_eq!(colors(&["a", "green", "b", "blue", "c"]), [Red, Green, Yellow, Blue, Black]);
}
