//! `kill -9` while people play and the owner gives links out: what was answered is there afterwards.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use rota::Random;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::guest::{Guest, Server, how_many, some_option};

/// How often the server is killed; `ROTA_GAMES` says how many times.
fn games() -> u64 {
    how_many("ROTA_GAMES", 20)
}

/// The answer to a message; nothing once nobody answers any more.
pub fn answered(guest: &mut Guest, mut message: Value) -> Option<Value> {
    message["id"] = json!("fast");
    loop {
        guest.socket.send(Message::text(message.to_string())).ok()?;
        let answer = std::iter::from_fn(|| guest.hear()).find(|heard| heard["id"] == "fast")?;
        if answer["problems"][0]["code"] != "serve::too-fast" {
            return Some(answer);
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// What two who play were answered.
#[derive(Default)]
struct Played {
    moves: u64,
    tiles: Vec<Value>,
}

/// Plays as fast as it is answered, until it no longer is.
fn play_on(mut seats: [(&'static str, Guest); 2]) -> Played {
    let mut played = Played::default();
    let mut asked = 0;
    while let Some(view) = {
        let (name, guest) = &mut seats[asked];
        answered(guest, json!({ "type": "view", "seat": name }))
    } {
        let Some(player) = view["decision"]["player"].as_str() else { break };
        if player != seats[asked].0 {
            asked = 1 - asked;
            continue;
        }
        played.tiles.clone_from(view["tiles"].as_array().unwrap());
        let words = some_option(&view, usize::try_from(played.moves).unwrap());
        let choose = json!({ "type": "choose", "seat": player, "words": words, "at": view["at"] });
        let Some(made) = answered(&mut seats[asked].1, choose) else { break };
        assert!(made["type"] == "view", "{made}");
        played.moves += 1;
        // What was known before is not told again.
        played.tiles.truncate(usize::try_from(made["tiles_from"].as_u64().unwrap()).unwrap());
        played.tiles.extend(made["tiles"].as_array().unwrap().iter().cloned());
    }
    played
}

/// What the owner was answered.
#[derive(Default)]
struct Arranged {
    /// The tables with a link that leads there.
    links: BTreeMap<u64, Value>,
    /// Links that lead nowhere any more.
    old: Vec<Value>,
    /// The table about which something was asked that was not answered.
    doubtful: Option<u64>,
}

/// Begins games, renews their links and puts every other one away, until nothing is answered any more.
fn arrange(mut owner: Guest) -> Arranged {
    let mut arranged = Arranged::default();
    let begin = json!({ "type": "begin", "open": { "packs": ["base"] },
        "seats": [{ "name": "ann", "by": "here" }, { "name": "ben", "by": "here" }] });
    while let Some(begun) = answered(&mut owner, begin.clone()) {
        let table = begun["table"].as_u64().unwrap();
        arranged.links.insert(table, begun["onlooker"].clone());
        arranged.doubtful = Some(table);
        let Some(renewed) = answered(&mut owner, json!({ "type": "links", "table": table })) else { break };
        arranged.old.extend(arranged.links.insert(table, renewed["onlooker"].clone()));
        if table.is_multiple_of(2) {
            let Some(done) = answered(&mut owner, json!({ "type": "close", "table": table })) else { break };
            assert_eq!(done["type"], "done");
            arranged.old.extend(arranged.links.remove(&table));
        }
        arranged.doubtful = None;
    }
    arranged
}

#[test]
fn nothing_that_was_answered_is_lost_at_any_moment() {
    let mut server = Server::start("any-moment");
    let mut random = Random::new(11);
    let (mut moves, mut tables) = (0, 0);
    for game in 0..games() {
        let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], game);
        let table = begun["table"].as_u64().unwrap();
        let (ann, ben) = (server.by(&begun["here"]), server.by(&begun["elsewhere"]["ben"]));
        let owner = server.owner();
        let playing = thread::spawn(move || play_on([("ann", ann), ("ben", ben)]));
        let arranging = thread::spawn(move || arrange(owner));
        thread::sleep(Duration::from_millis(random.below(300) as u64));
        server.kill();
        let (played, arranged) = (playing.join().unwrap(), arranging.join().unwrap());
        server = server.started();

        // The move that was on its way is made as a whole or not at all.
        let mut owner = server.owner();
        let rows = owner.ask(&json!({ "type": "tables" }))["tables"].as_array().unwrap().clone();
        let row = rows.iter().find(|row| row["table"] == json!(table)).unwrap();
        let made = row["moves"].as_u64().unwrap();
        assert!(made == played.moves || made == played.moves + 1, "game {game}: {} of {made}", played.moves);
        let mut page = server.by(&begun["here"]);
        let view = page.view(Some("ann"));
        assert_eq!(view["tiles"].as_array().unwrap()[..played.tiles.len()], played.tiles[..], "game {game}");
        // Links open what they opened, and the game goes on.
        assert_eq!(server.by(&begun["onlooker"]).entered["as"], "onlooker");
        let mut ben = server.by(&begun["elsewhere"]["ben"]);
        // Unless it had come to its end before the server did.
        if let Some(player) = view["decision"]["player"].as_str() {
            let guest = if player == "ann" { &mut page } else { &mut ben };
            let seen = guest.view(Some(player));
            assert_eq!(guest.choose(player, &some_option(&seen, 1), &seen["at"])["type"], "view");
        }

        for (table, link) in &arranged.links {
            if arranged.doubtful != Some(*table) {
                assert_eq!(server.by(link).entered["table"], json!(table), "game {game}");
            }
        }
        for link in &arranged.old {
            assert_eq!(server.by(link).entered["type"], "refused", "game {game}: {link} leads on");
        }
        moves += played.moves;
        tables += arranged.links.len() + arranged.old.len();
        // A start looks at every table: few are to be there at the next one.
        for row in &rows {
            assert_eq!(owner.ask(&json!({ "type": "close", "table": row["table"] }))["type"], "done");
        }
    }
    println!("killed {} times: {moves} moves and {tables} links were answered before", games());
    assert!(moves > games() && tables > 0, "{moves} moves, {tables} links");
    assert_eq!(server.errors(), "");
}
