//! What an editor asks: what may stand at a place, what a name is and where it is declared, and that no place and no edit
//! does harm.

use rota::{PackSource, Random};
use rota_protocol::Engine;
use serde_json::{Value, json};

use super::hamlet;
use super::wire::Wire;

/// The files of the pack, each as the engine is told of it.
fn files() -> Vec<Value> {
    let pack = hamlet().pack("hamlet").unwrap();
    let rules = pack
        .rules
        .into_iter()
        .map(|text| json!({ "type": "put", "file": text.name, "text": text.text, "pack": "hamlet" }));
    let tiles = pack.tiles.into_iter().map(|(set, text)| {
        json!({ "type": "put", "file": text.name, "text": text.text, "pack": "hamlet", "set": set })
    });
    rules.chain(tiles).collect()
}

fn put_of(file: &str) -> Value {
    files().into_iter().find(|put| put["file"] == file).unwrap()
}

fn text_of(file: &str) -> String {
    put_of(file)["text"].as_str().unwrap().to_owned()
}

fn ask<S: PackSource>(wire: &mut Wire<S>, what: &str, file: &str, at: usize) -> Value {
    wire.ask(&json!({ "type": what, "file": file, "at": at }))
}

/// A file, a text in it, what stands there instead, with a mark, and what may stand there and what may not.
type Proposed = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const PROPOSED: [Proposed; 10] = [
    ("hamlet/turn.rota", "score f.tiles", "score f.|", &["tiles", "pieces"], &["fetch", "placements"]),
    ("hamlet/turn.rota", "as path at f", "as pa| at f", &["path"], &["fetch"]),
    ("hamlet/turn.rota", "put walker of", "put w| of", &["walker"], &["fetch"]),
    ("hamlet/turn.rota", "rule go_home at rest", "rule go_home at |", &["rest", "pay", "walk"], &["found"]),
    ("hamlet/turn.rota", "rule last at", "ru| last at", &["rule", "value"], &["found"]),
    ("hamlet/turn.rota", "discard t", "discard |", &["t", "found"], &[]),
    ("hamlet/turn.rota", "# Whoever lays", "# Whoever |lays", &[], &["rule", "found"]),
    ("hamlet/hamlet.toml", "count = 3", "|", &["count", "id", "edges"], &["walkers"]),
    ("hamlet/hamlet.toml", "{ path = \"N\" }", "{ |", &["path", "green", "name"], &["walker"]),
    ("hamlet/hamlet.toml", "\"NR EL\"", "\"NR |\"", &[], &["path", "count"]),
];

#[test]
fn what_may_stand_at_a_place_is_proposed() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    for (file, old, new, wanted, others) in PROPOSED {
        let text = text_of(file);
        assert!(text.contains(old), "{old}");
        let at = text.find(old).unwrap() + new.find('|').unwrap();
        let mut put = put_of(file);
        put["text"] = json!(text.replacen(old, &new.replace('|', ""), 1));
        wire.ask(&put);
        let items = ask(&mut wire, "complete", file, at)["items"].as_array().unwrap().clone();
        let labels: Vec<&str> = items.iter().map(|item| item["label"].as_str().unwrap()).collect();
        let missing: Vec<&&str> = wanted.iter().filter(|label| !labels.contains(label)).collect();
        assert!(missing.is_empty(), "{new}: no {missing:?} in {labels:?}");
        assert!(!others.iter().any(|label| labels.contains(label)), "{new}: {labels:?}");
        for item in &items {
            let (from, to) = (item["from"].as_u64().unwrap() as usize, item["to"].as_u64().unwrap() as usize);
            assert!(from <= at && at <= to, "{new}: {item}");
        }
        wire.ask(&put_of(file));
    }
}

/// A file, a mark in it, what is said of the name there, and in which file it is declared with what behind it.
const NAMED: [(&str, &str, &str, &str, &str); 9] = [
    ("hamlet/turn.rota", "|found.placements", "var found : tile?", "hamlet/turn.rota", "found : tile?"),
    ("hamlet/turn.rota", "f.ti|les each", "feature.tiles", "", ""),
    ("hamlet/turn.rota", "put walk|er of", "piece of pack `hamlet`", "hamlet/pack.rota", "walker each"),
    ("hamlet/turn.rota", "order turn|", "turn", "hamlet/turn.rota", "turn {"),
    ("hamlet/pack.rota", "start hamlet/cro|ss", "hamlet/cross", "hamlet/hamlet.toml", "cross\""),
    ("hamlet/pack.rota", "each walkers|", "walkers each player has", "hamlet/pack.rota", "walkers : int"),
    ("hamlet/hamlet.toml", "{ pa|th = \"N\" }", "feature path", "hamlet/pack.rota", "path\nedge"),
    ("hamlet/hamlet.toml", "edges = \"P|GPG\"", "edge G", "hamlet/pack.rota", "G = green"),
    ("hamlet/hamlet.toml", "coun|t = 3", "Copies", "", ""),
];

#[test]
fn names_are_told_and_found() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    files().iter().for_each(|put| drop(wire.ask(put)));
    for (file, mark, said, declared_in, begins) in NAMED {
        let (text, fragment) = (text_of(file), mark.replace('|', ""));
        let at =
            text.find(&fragment).unwrap_or_else(|| unreachable!("no {fragment}")) + mark.find('|').unwrap();
        let hover = ask(&mut wire, "hover", file, at);
        let told = hover["text"].as_str().unwrap_or_default();
        assert!(told.contains(said), "{mark}: {hover}");
        let (from, to) = (hover["from"].as_u64().unwrap() as usize, hover["to"].as_u64().unwrap() as usize);
        assert!(from <= at && at <= to && from < to, "{mark}: {hover}");
        let defined = ask(&mut wire, "definition", file, at);
        let Some(place) = defined["places"].get(0) else {
            assert!(declared_in.is_empty(), "{mark} is declared nowhere");
            continue;
        };
        assert_eq!(place["file"], declared_in, "{mark}");
        let start = place["start"].as_u64().unwrap() as usize;
        let origin = text_of(declared_in);
        assert!(origin[start..].starts_with(begins), "{mark}: {}", &origin[start..]);
        let line = origin[..start].matches('\n').count() + 1;
        assert_eq!(place["line"], line, "{mark}");
    }
}

/// What is asked is about the texts as they are, and not about those of an earlier question.
#[test]
fn answers_follow_edits() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    let file = "hamlet/turn.rota";
    let mut put = put_of(file);
    let text = text_of(file);
    wire.ask(&put);
    let at = text.find("found.placements").unwrap();
    assert!(ask(&mut wire, "hover", file, at)["text"].as_str().unwrap().contains("var found"));
    put["text"] = json!(format!("# é\n{}", text.replace("found", "tile_found")));
    wire.ask(&put);
    let before = text[..at].matches("found").count() * "tile_".len() + "# é\n".len();
    let hover = ask(&mut wire, "hover", file, at + before);
    assert!(hover["text"].as_str().unwrap().contains("var tile_found"), "{hover}");
    // What the text declares is seen from another one, and goes with it.
    let camp = |text: &str| json!({ "type": "put", "file": "camp.rota", "pack": "camp", "text": text });
    let camps = "pack camp 1.0.0 \"Camps\" language 2\nrequires hamlet ^1.0\nmodify hamlet_size = it + 1\n";
    wire.ask(&camp(camps));
    let at = camps.find("hamlet_size").unwrap();
    assert_eq!(ask(&mut wire, "definition", "camp.rota", at)["places"], json!([]));
    put["text"] = json!(format!("{text}\nvalue hamlet_size : int = 3\n"));
    wire.ask(&put);
    let places = ask(&mut wire, "definition", "camp.rota", at)["places"].clone();
    assert_eq!((&places[0]["file"], &places[0]["line"]), (&json!(file), &json!(text.lines().count() + 2)));
    wire.ask(&json!({ "type": "take", "file": file }));
    assert_eq!(ask(&mut wire, "definition", "camp.rota", at)["places"], json!([]));
}

/// What is written wrong stays, and what is right is written once and for all.
#[test]
fn texts_are_formatted() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    for mut put in files() {
        let file = put["file"].as_str().unwrap().to_owned();
        let text = text_of(&file);
        let ugly = text.replace(" = ", "=");
        for (given, wanted) in [(&text, &text), (&ugly, &text)] {
            put["text"] = json!(given);
            wire.ask(&put);
            let formatted = wire.ask(&json!({ "type": "format", "file": file }));
            assert_eq!(formatted["text"].as_str().unwrap(), wanted, "{file}");
        }
        let broken = format!("{ugly}\n{{ \"");
        put["text"] = json!(broken);
        wire.ask(&put);
        let formatted = wire.ask(&json!({ "type": "format", "file": file }));
        assert_eq!(formatted["text"].as_str().unwrap(), broken, "{file}");
    }
}

/// Changes a text somewhere: takes some of it out, or puts something in.
fn edit(text: &mut String, random: &mut Random) {
    const PIECES: [&str; 12] =
        ["{", "}", "(", "\"", "#", "é🐑", " f.", "\r\n\t", " = ", "[[tile]]\n", "rule odd at ", "::"];
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    if random.below(3) == 0 {
        let rest = &text[at..];
        let end = rest.char_indices().nth(random.below(12)).map_or(rest.len(), |(end, _)| end);
        text.replace_range(at..at + end, "");
    } else {
        text.insert_str(at, PIECES[random.below(PIECES.len())]);
    }
}

#[test]
fn no_place_and_no_edit_does_harm() {
    let mut engine = Engine::new(hamlet());
    let mut random = Random::new(17);
    let mut puts = files();
    let (mut told, mut proposed) = (0, 0);
    for round in 0..1000 {
        if round % 40 == 0 {
            puts = files();
            puts.iter().for_each(|put| drop(engine.answer_line(put.to_string())));
        }
        let place = random.below(puts.len());
        let file = puts[place]["file"].as_str().unwrap().to_owned();
        let mut text = puts[place]["text"].as_str().unwrap().to_owned();
        if round % 4 == 0 {
            edit(&mut text, &mut random);
            puts[place]["text"] = json!(text);
            engine.answer_line(puts[place].to_string());
        }
        let at = random.below(text.len() + text.len() / 20 + 2);
        for what in ["complete", "hover", "definition"] {
            // Completion reads the text anew each time; every few places will do.
            if what == "complete" && round % 3 != 0 {
                continue;
            }
            let line = json!({ "type": what, "file": file, "at": at }).to_string();
            let answer: Value = serde_json::from_str(&engine.answer_line(&line)).unwrap();
            assert!(answer["type"] != "refused", "{line}: {answer}");
            told += usize::from(answer["text"].is_string());
            proposed += answer["items"].as_array().map_or(0, Vec::len);
        }
        let format = json!({ "type": "format", "file": file }).to_string();
        assert!(engine.answer_line(format).contains("\"type\":\"formatted\""));
        if round % 10 == 0 {
            let tiles: Value =
                serde_json::from_str(&engine.answer_line(r#"{"type":"tiles","pack":"hamlet"}"#)).unwrap();
            assert_eq!(tiles["type"], "tiles", "{tiles}");
        }
    }
    assert!(told > 200 && proposed > 2000, "{told}, {proposed}");
}
