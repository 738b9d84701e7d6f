//! The tiles of packs: all of them are drawn, as games draw them, and those of a pack with mistakes as far as they go.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use rota::{Game, PackSource, Player, Settings, Setup, Uniform};
use rota_picture::drawings;
use rota_protocol::Engine;
use rota_tests::shelf::{PUBLISHED, Written, compile, load, shelf};
use serde_json::{Value, json};

use super::hamlet;
use super::wire::Wire;

fn tiles_of(source: impl PackSource, pack: &str) -> Value {
    Wire::new(Engine::new(source)).ask(&json!({ "type": "tiles", "pack": pack }))
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

fn names(view: &Value) -> Vec<&str> {
    view["tiles"].as_array().unwrap().iter().map(|tile| tile["name"].as_str().unwrap()).collect()
}

/// A shelf with one pack in which a text is another one.
fn changed(file: &str, old: &str, new: &str) -> Written {
    let mut written = hamlet();
    let pack = written.packs.get_mut("hamlet").unwrap();
    let tiles = pack.tiles.iter_mut().map(|(_, text)| text);
    let text = pack.rules.iter_mut().chain(tiles).find(|text| text.name == file).unwrap();
    assert!(text.text.contains(old), "{old}");
    text.text = text.text.replacen(old, new, 1);
    written
}

/// Each part of the border belongs to one segment, as the letters of the edges have it.
fn look_at_border(name: &str, tile: &Value, parts: &BTreeMap<char, &[&str]>, layers: &BTreeSet<&str>) {
    let mut wanted: Vec<String> = Vec::new();
    let sides = words(&tile["edges"]).into_iter().chain(tile["long_edge"].as_str()).zip("NESWD".chars());
    for (letter, side) in sides {
        let letter = letter.chars().next().filter(|letter| *letter != '.');
        let parts = letter.map_or(&[][..], |letter| parts[&letter]);
        wanted.extend(parts.iter().map(|part| format!("{side}{part}")));
    }
    let segments = tile["segments"].as_array().unwrap().iter();
    let own = segments.filter(|segment| !layers.contains(segment["kind"].as_str().unwrap()));
    let mut told: Vec<&str> = own.flat_map(|segment| words(&segment["ports"])).collect();
    wanted.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, wanted, "{name}");
}

fn look_at_contacts(name: &str, tile: &Value) {
    let segments = tile["segments"].as_array().unwrap();
    for (number, segment) in segments.iter().enumerate() {
        for other in segment["contacts"].as_array().unwrap() {
            let back = &segments[other.as_u64().unwrap() as usize]["contacts"];
            assert!(back.as_array().unwrap().contains(&json!(number)), "{name}: {segment}");
        }
    }
}

fn look_at_places(name: &str, tile: &Value, texts: &BTreeMap<String, String>) {
    let cut = |place: &Value| {
        let at = |field: &str| place[field].as_u64().unwrap() as usize;
        &texts[place["file"].as_str().unwrap()][at("start")..at("end")]
    };
    let own = tile["name"].as_str().unwrap();
    let text = cut(&tile["place"]);
    let told = own.split_once('@').map_or_else(|| format!("\"{own}\""), |(_, at)| at.replace(',', ", "));
    assert!(text.contains(&told), "{name}: {text}");
    assert_eq!(text.matches("edges").count() + text.matches("like").count(), 1, "{name}: {text}");
    for segment in tile["segments"].as_array().unwrap() {
        let (text, kind) = (cut(&segment["place"]), segment["kind"].as_str().unwrap());
        assert!(text.starts_with('{') && text.ends_with('}') && text.contains(kind), "{name}: {text}");
    }
}

#[test]
fn all_tiles_of_published_packs_are_drawn() {
    let (mut seen, mut drawn_alike, mut longest) = (0, 0, 0.0_f32);
    let mut wire = Wire::new(Engine::new(shelf()));
    for pack in PUBLISHED {
        let packs = load(&shelf(), &[pack]);
        let opened = compile(&packs, &Settings::new().seats(["ann", "ben"]));
        let vocabulary = &opened.compiled.vocabulary;
        let parts = vocabulary.edges.iter().map(|edge| {
            let parts: &[&str] = match (edge.halves, edge.middle) {
                (Some(_), Some(_)) => &["L", "", "R"],
                (Some(_), None) => &["L", "R"],
                (None, _) => &[""],
            };
            (edge.letter, parts)
        });
        let parts: BTreeMap<char, &[&str]> = parts.collect();
        let layers = vocabulary.features.iter().filter(|feature| feature.is_layer);
        let layers: BTreeSet<&str> = layers.map(|feature| feature.name.as_str()).collect();
        let texts =
            packs.sets.iter().map(|(_, file)| (file.name.to_string(), file.text.to_string())).collect();
        let before = Instant::now();
        let view = wire.ask(&json!({ "type": "tiles", "pack": pack }));
        longest = longest.max(before.elapsed().as_secs_f32());
        assert_eq!(view["problems"], json!([]), "{pack}");
        let game =
            Game::new(opened.rules.clone(), &Setup { players: 2, seed: 4, ..Setup::default() }).unwrap();
        let drawings = serde_json::to_value(drawings(&game, vocabulary)).unwrap();
        for field in ["units", "ink", "font"] {
            assert_eq!(view[field], drawings[field], "{pack}");
        }
        // Tiles for two packs together are drawn by the words of both.
        let defs = |of: &Value| of["defs"].as_str().unwrap().to_owned();
        assert!(defs(&view) == defs(&drawings) || pack == "tunnel", "{pack}");
        let mut told = BTreeSet::new();
        for tile in view["tiles"].as_array().unwrap() {
            let name = format!("{}/{}", tile["set"].as_str().unwrap(), tile["name"].as_str().unwrap());
            look_at_border(&name, tile, &parts, &layers);
            look_at_contacts(&name, tile);
            look_at_places(&name, tile, &texts);
            let drawing = &drawings["tiles"][&name];
            // Where a board lies around a gap, what is on its tiles is drawn with the track in there.
            drawn_alike += usize::from(*drawing == tile["drawing"]);
            assert!(drawing.is_null() || drawing["segments"] == tile["drawing"]["segments"], "{name}");
            assert_eq!(
                tile["segments"].as_array().unwrap().len(),
                tile["drawing"]["segments"].as_array().unwrap().len(),
                "{name}"
            );
            seen += 1;
            assert!(told.insert(name.clone()), "{name} is there twice");
        }
        // All that plays and is of a set that is shown is there.
        let sets: BTreeSet<&str> = told.iter().filter_map(|name| name.split('/').next()).collect();
        assert!(!sets.is_empty(), "{pack} has no tiles");
        for set in opened.sets.iter().filter(|set| sets.contains(set.name.as_str())) {
            for kind in &set.kinds {
                assert!(told.contains(&format!("{}/{}", set.name, kind.id)), "{}/{}", set.name, kind.id);
            }
        }
    }
    println!("{seen} tiles, {drawn_alike} as in a game; the longest answer after {longest} s");
    assert!(seen > 600 && drawn_alike > 500, "{seen}, {drawn_alike}");
}

/// A segment goes by the words by which a game knows it on a tile that is not turned.
#[test]
fn segments_are_called_as_in_games() {
    let mut told = BTreeSet::new();
    for pack in ["base", "hills_and_sheep", "german_castles", "halflings", "river", "wheel_of_fortune"] {
        let opened = compile(&load(&shelf(), &[pack]), &Settings::new().seats(["ann", "ben"]));
        let setup = Setup { players: 2, seed: 4, ..Setup::default() };
        let mut game = Game::new(opened.rules.clone(), &setup).unwrap();
        let mut uniform = Uniform::new(4);
        while game.decision().is_some() {
            let choice = uniform.decide(&game);
            game.choose(choice).unwrap();
        }
        let view = tiles_of(shelf(), pack);
        let board = game.position().board();
        for segment in board.all_segments() {
            let laid = board.segment_tile(segment);
            let cell = board.tile(laid).cell;
            if board.tile(laid).rotation != 0 || board.tiles_in(cell).count() > 1 {
                continue;
            }
            let kind = &game.rules().kind_of(game.position().stock_tile(laid)).name;
            let shown = view["tiles"].as_array().unwrap().iter().find(|tile| {
                *kind == format!("{}/{}", tile["set"].as_str().unwrap(), tile["name"].as_str().unwrap())
            });
            if let Some(shown) = shown {
                let named = &shown["segments"][usize::from(board.segment_place(segment))]["name"];
                let words = game.segment_words(segment);
                let words = words.strip_suffix(&format!(" of {},{}", cell.x, cell.y)).unwrap();
                assert_eq!(named.as_str(), Some(words), "{pack}: {kind}");
                told.insert(words.to_owned());
            }
        }
    }
    for words in ["city N", "road E W", "field NR EL", "monastery inside"] {
        assert!(told.iter().any(|known| known.starts_with(words)), "{words}: {told:?}");
    }
    assert!(told.len() > 50, "{told:?}");
    // The long side of half a tile has one word in files and another one at the table.
    let view = tiles_of(shelf(), "halflings");
    let half = view["tiles"].as_array().unwrap().iter().find(|tile| tile["long_edge"] == "C").unwrap();
    let segments = half["segments"].as_array().unwrap().iter();
    let mut at_long = segments.filter(|segment| words(&segment["ports"]).contains(&"D"));
    assert!(at_long.next().unwrap()["name"].as_str().unwrap().ends_with(" NE"), "{half}");
    assert_eq!((&half["edges"][0], &half["edges"][1]), (&json!(""), &json!("")));
}

#[test]
fn one_broken_tile_hides_no_other() {
    let whole = tiles_of(hamlet(), "hamlet");
    assert_eq!(
        (names(&whole), whole["problems"].clone()),
        (vec!["cross", "straight", "bend", "end"], json!([]))
    );
    let lines = |tile: &Value| {
        let line = |field: &str| tile["place"][field].as_u64().unwrap();
        line("line")..=line("end_line")
    };
    // What is broken, how, the tiles that are left, and a code.
    let cases = [
        ("edges = \"PGPG\"", "edges = \"PGXG\"", vec!["cross", "bend", "end"], "tiles::unknown-edge"),
        ("{ path = \"S W\" }", "{ path = \"S\" }", vec!["cross", "straight", "end"], "tiles::unclaimed"),
        ("count = 5", "count = 5000", vec!["cross", "bend", "end"], "tiles::count-out-of-range"),
        ("count = 5\n", "count =\n", vec!["cross", "bend", "end"], "tiles::syntax"),
        ("{ path = \"N\" }", "{ lane = \"N\" }", vec!["straight", "bend", "end"], "tiles::unknown-feature"),
    ];
    for (old, new, left, code) in cases {
        let view = tiles_of(changed("hamlet/hamlet.toml", old, new), "hamlet");
        assert_eq!(names(&view), left, "{new}");
        let problems = view["problems"].as_array().unwrap();
        let found = problems.iter().find(|problem| problem["code"] == code);
        let found = found.unwrap_or_else(|| unreachable!("{new}: {problems:?}"));
        assert_eq!(found["severity"], "error", "{new}");
        let line = found["labels"][0]["line"].as_u64().unwrap();
        // It lies in the tile that is broken; those that are left look as before.
        for tile in whole["tiles"].as_array().unwrap() {
            let same = view["tiles"].as_array().unwrap().iter().find(|same| same["name"] == tile["name"]);
            assert_eq!(lines(tile).contains(&line), same.is_none(), "{new}: {found}");
            assert!(same.is_none_or(|same| same["drawing"] == tile["drawing"]), "{new}");
        }
    }
    // A warning hides nothing, and lies in the tile that it is about.
    let view = tiles_of(changed("hamlet/hamlet.toml", "count = 5", "count = 0"), "hamlet");
    assert_eq!((names(&view).len(), &view["problems"][0]["code"]), (4, &json!("tiles::never-in-play")));
    let line = view["problems"][0]["labels"][0]["line"].as_u64().unwrap();
    assert!(lines(&view["tiles"][1]).contains(&line));
}

#[test]
fn tiles_are_shown_whatever_is_wrong_with_rules() {
    let whole = tiles_of(hamlet(), "hamlet");
    let cases = [
        ("hamlet/turn.rota", "draw t from sack", "draw t form sack"),
        ("hamlet/turn.rota", "score f.tiles", "score f.tails"),
        ("hamlet/turn.rota", "rule build", "{ \" rule build"),
        ("hamlet/pack.rota", "option walkers : int 1..3", "option walkers : int 1..wlakers"),
        ("hamlet/pack.rota", "bag sack of tiles", "bga sack of tiles"),
        ("hamlet/pack.rota", "tiles hamlet", "tiles"),
        ("hamlet/pack.rota", "start hamlet/cross", "requires castles ^1.0"),
    ];
    for (file, old, new) in cases {
        let view = tiles_of(changed(file, old, new), "hamlet");
        assert_eq!((&view["tiles"], &view["problems"]), (&whole["tiles"], &json!([])), "{new}");
    }
    // What tiles could not be read without is told.
    let view = tiles_of(changed("hamlet/pack.rota", "edge P = green path green", "edge P = green"), "hamlet");
    assert!(names(&view).is_empty() && view["problems"].as_array().unwrap().len() > 3, "{view}");
    let view = tiles_of(changed("hamlet/pack.rota", "feature path", "feture path"), "hamlet");
    let problems = view["problems"].as_array().unwrap();
    let files: BTreeSet<&str> = problems.iter().filter_map(|one| one["labels"][0]["file"].as_str()).collect();
    assert_eq!(files, BTreeSet::from(["hamlet/hamlet.toml", "hamlet/pack.rota"]), "{problems:?}");
}

/// A pack that has no tiles shows those of what it requires; one that has some shows these alone.
#[test]
fn packs_show_their_own_tiles() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    let camp = |rules: &str| {
        let text = format!("pack camp 1.0.0 \"Camps\" language 2\nrequires hamlet ^1.0\n{rules}");
        json!({ "type": "put", "file": "camp.rota", "pack": "camp", "text": text })
    };
    wire.ask(&camp(""));
    let tiles = json!({ "type": "tiles", "pack": "camp" });
    assert_eq!(names(&wire.ask(&tiles)), ["cross", "straight", "bend", "end"]);
    let set = "title = \"Camp\"\nprintings = { one = \"1\", two = \"2\" }\ntile = [\n  { id = \"tent\", count = { one = 1, two = 7 },\n    edges = \"GGG.\", segments = [{ green = \"N E S\" }] },\n  { id = \"two\", count = 1, like = \"tent\" },\n]\n";
    wire.ask(&json!({ "type": "put", "file": "camp.toml", "pack": "camp", "set": "camp", "text": set }));
    // It need not be named yet.
    let view = wire.ask(&tiles);
    let place = |place: &Value| (place["line"].as_u64().unwrap(), place["end_line"].as_u64().unwrap());
    let counts = |view: &Value| [view["tiles"][0]["count"].clone(), view["tiles"][1]["count"].clone()];
    assert_eq!((names(&view), counts(&view)), (vec!["tent", "two"], [json!(1), json!(1)]));
    assert_eq!(view["tiles"][0]["edges"], json!(["G", "G", "G", "."]));
    assert_eq!([place(&view["tiles"][0]["place"]), place(&view["tiles"][1]["place"])], [(4, 5), (6, 6)]);
    assert_eq!(place(&view["tiles"][1]["segments"][0]["place"]), (5, 5));
    wire.ask(&camp("tiles camp printing two\n"));
    assert_eq!(counts(&wire.ask(&tiles)), [json!(7), json!(1)]);
    // Words of a variant are known where tiles have need of them.
    wire.ask(&camp("tiles camp\nvariant wet \"Wet\" {\n  add feature lake\n  add edge L = lake\n}\n"));
    let lake = set.replace(
        "edges = \"GGG.\", segments = [{ green = \"N E S\" }]",
        "edges = \"L...\", segments = [{ lake = \"N\" }]",
    );
    wire.ask(&json!({ "type": "put", "file": "camp.toml", "pack": "camp", "set": "camp", "text": lake }));
    assert_eq!(names(&wire.ask(&tiles)), ["tent", "two"]);
}

/// A step of a scenario is told with what its table is drawn with.
#[test]
fn steps_are_drawn() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    let text = "pack camp 1.0.0 \"Camps\" language 2\nrequires hamlet ^1.0\nscenario \"builds\" {\n  players ann ben\n  pile hamlet/end, ..\n  ann takes 1,0 turned 1\n  ann takes pass\n}\n";
    wire.ask(&json!({ "type": "put", "file": "camp.rota", "pack": "camp", "text": text }));
    let step = |drawings: bool| json!({ "type": "step", "pack": "camp", "scenario": "builds", "lines": 1, "drawings": drawings });
    assert!(wire.ask(&step(false)).get("drawings").is_none());
    let stepped = wire.ask(&step(true));
    let table = wire.open(&["camp"], &json!({}), &["ann", "ben"], 1);
    let mut drawings = wire.ask(&json!({ "type": "drawings", "table": table }));
    let told = stepped["drawings"].as_object().unwrap();
    drawings.as_object_mut().unwrap().retain(|field, _| told.contains_key(field));
    assert_eq!(stepped["drawings"], drawings);
    assert_eq!(stepped["played"], 1);
}
