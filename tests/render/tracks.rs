//! Tracks beside the land in pictures: every space and every slot has a place of its own.

use std::collections::BTreeMap;
use std::fs;

use rota::{CompiledGame, PackText, Settings, Text};
use rota_bytecode::program::TrackShape;
use rota_game::{Game, PieceLocation, Player, Setup, Uniform};
use rota_picture::table;
use rota_tests::shelf::{Written, compile, load, root, settings, shelf};

use super::{number, snapshot};

/// A pack with rings and lines, a hole for a ring, and many slots, which only this test knows.
fn loops(change: impl Fn(String) -> String) -> CompiledGame {
    let folder = root().join("tests/render/loops");
    let text =
        |name: &str| Text { name: name.to_owned(), text: fs::read_to_string(folder.join(name)).unwrap() };
    let mut rules = text("pack.rota");
    rules.text = change(rules.text);
    let tiles = vec![("loops".to_owned(), text("loops.toml"))];
    let mut written = Written::default();
    written
        .packs
        .insert("loops".to_owned(), PackText { name: "loops".to_owned(), rules: vec![rules], tiles });
    compile(&load(&written, &["loops"]), &Settings::default())
}

fn begun(opened: &CompiledGame) -> Game {
    Game::new(opened.rules.clone(), &Setup { players: 2, seed: 4, ..Setup::default() }).unwrap()
}

fn drawn(opened: &CompiledGame, game: &Game) -> String {
    table(game, &opened.compiled.vocabulary, 120).svg().to_owned()
}

/// What is drawn under a title, which must be there once, up to the next title.
fn titled<'s>(svg: &'s str, title: &str) -> &'s str {
    let parts: Vec<&str> = svg.split(&format!("<title>{title}</title>")).collect();
    assert_eq!(parts.len(), 2, "{title}");
    parts[1].split("<title>").next().unwrap()
}

/// Where a name stands: the middle of its base line.
fn middle_of_text(part: &str, name: &str) -> (i32, i32) {
    let text = part.split("<text").find(|text| text.contains(&format!(">{name}</text>"))).unwrap();
    (number(text, " x=\"").unwrap(), number(text, " y=\"").unwrap())
}

/// Looks at a table: each space with its name, each slot with a circle, and as many pieces as stand there.
fn look(opened: &CompiledGame, game: &Game) -> String {
    let (svg, declared) = (drawn(opened, game), &game.rules().program().declared);
    let mut circles: BTreeMap<(i32, i32), i32> = BTreeMap::new();
    let mut names: BTreeMap<(i32, i32), &str> = BTreeMap::new();
    for (index, space) in declared.spaces.iter().enumerate() {
        let (track, name) = (&declared.tracks[usize::from(space.track)], space.name.replace('_', " "));
        let name = if track.is_numbered { space.number.to_string() } else { name };
        let standing = game.position().pieces().iter();
        let standing = standing.filter(|piece| piece.location == PieceLocation::Space(index as u16)).count();
        let part = if track.shape == TrackShape::Slots {
            let part = titled(&svg, &name);
            let circle = part.split("<circle").nth(1).unwrap();
            let place = (number(circle, " cx=\"").unwrap(), number(circle, " cy=\"").unwrap());
            assert_eq!(circles.insert(place, number(circle, " r=\"").unwrap()), None, "{name} is taken");
            part
        } else {
            let part = titled(&svg, &format!("{}: {name}", track.name));
            // Words that are turned are told from where they are turned.
            if !part.contains("rotate(") {
                assert_eq!(names.insert(middle_of_text(part, &name), &space.name), None, "{name} is taken");
            }
            part
        };
        let part = part.split("</g>").next().unwrap();
        assert_eq!(part.matches("<use href=\"#p").count(), standing, "pieces on {name}");
    }
    let circles: Vec<((i32, i32), i32)> = circles.into_iter().collect();
    for (index, ((x, y), reach)) in circles.iter().enumerate() {
        for ((ox, oy), other) in &circles[index + 1..] {
            let square = (x - ox).pow(2) + (y - oy).pow(2);
            assert!(square >= (reach + other).pow(2), "slots at {x},{y} and {ox},{oy} overlap");
        }
        let is_clear = |(tx, ty): &(i32, i32)| (tx - x).pow(2) + (ty - 6 - y).pow(2) > reach.pow(2);
        assert!(names.keys().all(is_clear), "a name lies over the slot at {x},{y}");
    }
    svg
}

#[test]
fn every_space_and_slot_has_a_place_of_its_own() {
    for pack in ["wheel_of_fortune", "loops"] {
        let opened = match pack {
            "loops" => loops(|text| text),
            _ => compile(&load(&shelf(), &[pack]), &Settings::new().seats(["ann", "ben"])),
        };
        let (mut game, mut uniform, mut most) = (begun(&opened), Uniform::new(5), 0);
        let on_spaces = |piece: &&rota_game::Piece| matches!(piece.location, PieceLocation::Space(_));
        while !game.is_over() {
            let choice = uniform.decide(&game);
            game.choose(choice).unwrap();
            if game.position().turn() % 8 == 0 {
                look(&opened, &game);
            }
            most = most.max(game.position().pieces().iter().filter(on_spaces).count());
        }
        look(&opened, &game);
        most = most.max(game.position().pieces().iter().filter(on_spaces).count());
        assert!(most > 2, "{pack}: nobody stood beside the land");
    }
}

/// Rings of any number of spaces are drawn; where names do not fit into sectors, spaces become boxes.
#[test]
fn rings_of_any_size_are_drawn() {
    for count in [1, 2, 3, 5, 12, 30, 200] {
        let names: Vec<String> = (0..count).map(|number| format!("space_{number}")).collect();
        let ring = format!("ring {{ {} }}", names.join(", "));
        let opened = loops(|text| {
            let from = "ring { mon, tue, wed, thu, fri, sat, sun }";
            assert!(text.contains(from));
            text.replace(from, &ring).replace("3 on sun", "3 on space_0")
        });
        let svg = look(&opened, &begun(&opened));
        let is_boxes = svg.contains(&format!("week: after space {} comes space 0", count - 1));
        assert_eq!(is_boxes, count == 200, "{count}");
        for turn in svg.split("rotate(").skip(1).filter_map(|turn| turn.split(')').next()) {
            let degrees: Option<i32> = turn.parse().ok();
            assert!(degrees.is_none_or(|degrees| (-90..=90).contains(&degrees)), "turned by {turn}");
        }
    }
}

/// The ring lies where the board leaves a hole for it, and nothing of the hole's tiles is seen; without such a hole
/// it stands beside the table.
#[test]
fn the_first_ring_lies_in_a_hole_of_the_land() {
    let opened = loops(|text| text);
    let svg = drawn(&opened, &begun(&opened));
    let middle = |track: &str| {
        let ring = titled(&svg, track).split(" d=\"M").nth(1).unwrap();
        let (x, y) = ring.split('L').next().unwrap().split_once(',').unwrap();
        (x.parse::<i32>().unwrap(), y.parse::<i32>().unwrap())
    };
    let (left, top) = super::corner_of(&svg, rota_board::Cell::new(0, 0));
    assert_eq!(middle("mill: grind"), (left + 480, top + 480));
    assert!(middle("week: mon").0 > left + 720);
    for cell in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        let part = titled(&svg, &format!("loops/yard@{x},{y} at {x},{y}", x = cell.0, y = cell.1));
        assert!(!part.contains("<use"), "a tile is drawn at {cell:?}");
    }
    let beside = compile(&load(&shelf(), &["wheel_of_fortune"]), &settings(&[], &[("wheel_lies", "beside")]));
    let (svg, game) = (drawn(&beside, &begun(&beside)), begun(&beside));
    look(&beside, &game);
    assert!(svg.contains(">wheel</text>"), "the track is not named beside the table");
}

#[test]
fn a_table_with_tracks() {
    let opened = loops(|text| text);
    snapshot("tracks", &drawn(&opened, &begun(&opened)));
}
