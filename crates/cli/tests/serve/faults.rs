//! What was answered is kept: through `kill -9`, through broken files, through a disk that takes nothing.

use std::fs;

use rota::Random;
use serde_json::json;

use crate::guest::{Server, how_many, some_option};

/// Games in which the server is killed; `ROTA_GAMES` says how many.
fn games() -> u64 {
    how_many("ROTA_GAMES", 8)
}

#[test]
fn no_move_that_was_answered_is_lost() {
    let mut server = Server::start("killed");
    let mut random = Random::new(5);
    for game in 0..games() {
        let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "here")], game);
        let mut page = server.by(&begun["here"]);
        let (mut view, moves) = (page.view(Some("ann")), random.below(12));
        for number in 0..moves {
            let seat = view["decision"]["player"].as_str().unwrap().to_owned();
            let seen = page.view(Some(&seat));
            view = page.choose(&seat, &some_option(&seen, number), &seen["at"]);
            assert!(view["type"] == "view", "{view}");
        }
        let before = page.view(None);
        // Something is asked whose answer nobody waits for: it is kept as a whole, or not at all.
        if let Some(seat) = before["decision"]["player"].as_str() {
            let words = some_option(&page.view(Some(seat)), 1);
            page.send(json!({ "type": "choose", "seat": seat, "words": words }).to_string());
        }
        server = server.killed_and_started();
        let after = server.by(&begun["here"]).view(None);
        let known = |name: &str| before[name].as_array().unwrap().len();
        assert!(after["events"].as_array().unwrap().len() >= known("events"), "game {game}");
        let told = |view: &serde_json::Value| view["events"].as_array().unwrap()[..known("events")].to_vec();
        assert_eq!(told(&after), told(&before), "game {game}");
        assert_eq!(
            after["tiles"].as_array().unwrap()[..known("tiles")],
            before["tiles"].as_array().unwrap()[..]
        );
    }
    assert_eq!(
        server.owner().ask(&json!({ "type": "tables" }))["tables"].as_array().unwrap().len() as u64,
        games()
    );
    assert_eq!(server.errors(), "");
}

#[test]
fn a_broken_table_is_told_and_the_others_go_on() {
    let mut server = Server::start("cut");
    let seats = [("ann", "here"), ("ben", "here")];
    let links: Vec<_> = (0..4).map(|seed| server.begin(&["base"], &seats, seed)).collect();
    let mut page = server.by(&links[0]["here"]);
    let view = page.view(Some("ann"));
    page.choose("ann", &some_option(&view, 1), &view["at"]);
    let whole = fs::read(server.table(1).join("game.save")).unwrap();
    server.kill();
    fs::write(server.table(2).join("game.save"), &whole[..whole.len() / 2]).unwrap();
    fs::write(server.table(3).join("game.save"), b"").unwrap();
    fs::write(server.table(4).join("table.toml"), b"seats = 7").unwrap();
    let server = server.started();
    assert_eq!(server.by(&links[0]["here"]).view(None)["at"], 0);
    for number in 2..=4_u64 {
        assert!(server.errors().contains(&format!("table {number} is left alone")), "{}", server.errors());
        assert!(server.table(number).join("game.save").exists());
    }
    assert_eq!(server.begin(&["base"], &seats, 9)["table"], 5);
}

#[test]
fn a_move_that_cannot_be_kept_is_not_made() {
    let server = Server::start("full");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 1);
    let mut page = server.by(&begun["here"]);
    let view = page.view(Some("ann"));
    // The folder of the table is gone for a while: nothing can be written there.
    let (table, aside) = (server.table(1), server.folder.join("aside"));
    fs::rename(&table, &aside).unwrap();
    let choose = json!({ "type": "choose", "seat": "ann", "words": some_option(&view, 1) });
    assert_eq!(page.refused(&choose), ["serve::not-kept"]);
    fs::rename(&aside, &table).unwrap();
    // Whatever became of the socket, the table stands as before and goes on.
    let mut page = server.by(&begun["here"]);
    let after = page.view(Some("ann"));
    assert_eq!((&after["tiles"], &after["decision"]), (&view["tiles"], &view["decision"]));
    assert_eq!(page.ask(&choose)["type"], "view");
}

#[test]
fn two_servers_do_not_share_tables() {
    let server = Server::start("shared");
    let other = std::process::Command::new(env!("CARGO_BIN_EXE_rota"))
        .args(["serve", "--port", "0", "--tables"])
        .arg(server.folder.join("tables"))
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("serve::folder"));
}
