//! Two worlds over the wire: two servers have the same games, but for a tile that somebody has drawn in secret. Nobody
//! else can tell them apart by a byte.

use std::fs;
use std::path::Path;

use rota::{Chance, Entry, Save};
use serde_json::{Value, json};

use crate::guest::{Guest, Server, how_many};
use crate::secrets::{begin, drawing_option};

const NAMES: [&str; 2] = ["ann", "ben"];

/// Games that are compared; `ROTA_GAMES` says how many.
fn games() -> u64 {
    how_many("ROTA_GAMES", 6)
}

/// A game that stands where a tile was just drawn in secret.
struct Drawn {
    links: Value,
    /// Who has drawn it.
    owner: usize,
    /// The kinds that it can be, for all that others know.
    others: Vec<String>,
}

/// Plays until a tile is drawn in secret, for the `nth` time; nothing where that does not happen.
fn play_to_secret(server: &Server, seed: u64, nth: u64) -> Option<Drawn> {
    let links = begin(server, seed);
    let mut guests: Vec<Guest> = NAMES.iter().map(|name| server.by(&links["elsewhere"][*name])).collect();
    let mut passed = 0;
    for number in 0..150 {
        let views: Vec<Value> =
            guests.iter_mut().zip(NAMES).map(|(guest, name)| guest.view(Some(name))).collect();
        let owner = NAMES.iter().position(|name| views[0]["decision"]["player"] == **name)?;
        let (own, other) = (&views[owner], &views[1 - owner]);
        if own["hand"] != other["hand"] {
            if passed == nth {
                let others = own["unseen"].as_object().unwrap().keys().cloned().collect();
                return Some(Drawn { links, owner, others });
            }
            passed += 1;
        }
        let words = drawing_option(own, number);
        let made = guests[owner].choose(NAMES[owner], &words, &own["at"]);
        assert!(made["type"] == "view", "{made}");
    }
    None
}

/// Puts another tile in the place of the last one that the pile gave.
fn swap(file: &Path, others: &[String]) -> bool {
    let save = Save::parse("save", &fs::read_to_string(file).unwrap()).unwrap();
    let mut entries = save.entries.clone();
    let last = entries.iter_mut().rev().find_map(|entry| match entry {
        Entry::Chance(Chance { source, gave }) if source == "pile" => Some(gave),
        Entry::Chance(_) | Entry::Decided(_) => None,
    });
    let Some(gave) = last else { return false };
    let Some(other) = others.iter().find(|other| *other != gave) else { return false };
    gave.clone_from(other);
    fs::write(file, Save::new(save.head.clone(), entries).to_text()).unwrap();
    true
}

/// All that somebody may say at a table.
fn said(seat: Option<&str>) -> Vec<Value> {
    let place = |x: i32| json!({ "type": "segment", "x": x, "y": 0, "segment": 0 });
    let mut said = vec![
        json!({ "type": "view" }),
        json!({ "type": "view", "since": 0 }),
        json!({ "type": "view", "since": 3 }),
        json!({ "type": "why" }),
        json!({ "type": "why", "player": "ann" }),
        json!({ "type": "why", "player": "ben" }),
        json!({ "type": "drawings" }),
        json!({ "type": "feature", "place": place(0) }),
        json!({ "type": "feature", "place": place(1) }),
        json!({ "type": "read", "file": "base/pack.rota" }),
        json!({ "type": "read", "file": "game.save" }),
        json!({ "type": "save" }),
        json!({ "type": "tables" }),
        json!({ "type": "choose", "words": "pass" }),
        json!({ "type": "choose", "words": "0" }),
        json!({ "type": "choose", "words": "on the moon", "at": 0 }),
        json!({ "type": "undo" }),
        json!({ "type": "redo" }),
        json!({ "type": "consider" }),
    ];
    for message in &mut said {
        if let Some(seat) = seat {
            message["seat"] = json!(seat);
        }
    }
    said
}

/// What somebody is told who comes by a link, as it came; nothing where the link leads nowhere.
fn told(server: &Server, link: &Value, seat: Option<&str>) -> Option<Vec<String>> {
    let mut guest = server.by(link);
    if guest.entered["type"] != "entered" {
        return None;
    }
    let mut told = guest.told.clone();
    for message in said(seat) {
        guest.ask(&message);
        told.extend(guest.told.last().cloned());
    }
    Some(told)
}

#[test]
fn what_was_drawn_in_secret_changes_no_byte_for_others() {
    let (mut here, mut there) = (Server::start("here"), Server::start("there"));
    let drawn: Vec<Drawn> = (0..games()).filter_map(|seed| play_to_secret(&here, seed, seed % 4)).collect();
    here.kill();
    there.kill();
    for game in &drawn {
        let number = game.links["table"].as_u64().unwrap();
        fs::create_dir_all(there.table(number)).unwrap();
        for name in ["game.save", "table.toml"] {
            fs::copy(here.table(number).join(name), there.table(number).join(name)).unwrap();
        }
        assert!(swap(&there.table(number).join("game.save"), &game.others), "nothing was drawn");
    }
    let (here, there) = (here.started(), there.started());
    let (mut games, mut bytes, mut told_apart) = (0, 0, 0);
    for game in &drawn {
        let other = NAMES[1 - game.owner];
        let links = [(&game.links["elsewhere"][other], Some(other)), (&game.links["onlooker"], None)];
        for (link, seat) in links {
            // Where moves were made since that follow from the tile, the other world is no game: it is left alone.
            let (Some(one), Some(two)) = (told(&here, link, seat), told(&there, link, seat)) else {
                continue;
            };
            let differ = one.iter().zip(&two).find(|(one, two)| one != two);
            assert!(differ.is_none(), "{}, seat {seat:?}: {differ:#?}", game.links["table"]);
            bytes += one.iter().map(String::len).sum::<usize>();
        }
        let own = NAMES[game.owner];
        let look = |server: &Server| {
            let mut guest = server.by(&game.links["elsewhere"][own]);
            (guest.entered["type"] == "entered").then(|| guest.view(Some(own)))
        };
        if let (Some(one), Some(two)) = (look(&here), look(&there)) {
            games += 1;
            told_apart += usize::from(one["hand"] != two["hand"]);
        }
    }
    println!("{games} games of {}, {bytes} bytes alike; {told_apart} owners tell them apart", drawn.len());
    assert!(games > 0 && told_apart == games && bytes > 100_000, "{games}, {told_apart}, {bytes}");
}
