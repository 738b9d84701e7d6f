//! Whole games: people here and elsewhere, programs between them, onlookers beside them.

use serde_json::{Value, json};

use crate::guest::{Guest, Server, some_option};

/// Plays to the end, each seat over its own socket; returns the last view.
pub fn play(seats: &mut [(&str, &mut Guest)], watching: &mut Guest) -> Value {
    for number in 0.. {
        let onlooker = watching.view(None);
        if onlooker["over"] == true {
            assert!(onlooker["decision"].is_null() && onlooker["fault"].is_null(), "{onlooker}");
            return onlooker;
        }
        let asked = onlooker["decision"]["player"].as_str().unwrap().to_owned();
        let Some((name, guest)) = seats.iter_mut().find(|(name, _)| *name == asked) else {
            // It is a program's turn.
            watching.wait_for(onlooker["at"].as_u64().unwrap() + 1);
            continue;
        };
        let view = guest.view(Some(name));
        if view["at"] != onlooker["at"] {
            continue;
        }
        let made = guest.choose(name, &some_option(&view, number), &view["at"]);
        assert!(made["type"] == "view", "{made}");
        watching.wait_for(made["at"].as_u64().unwrap());
    }
    Value::Null
}

#[test]
fn two_people_play_a_whole_game() {
    let server = Server::start("two");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 7);
    let (mut ann, mut ben, mut eve) =
        (server.by(&begun["here"]), server.by(&begun["elsewhere"]["ben"]), server.by(&begun["onlooker"]));
    assert_eq!(ann.entered["seats"], json!(["ann"]));
    assert_eq!(ben.entered["seats"], json!(["ben"]));
    assert_eq!(eve.entered["as"], "onlooker");
    assert_eq!(ann.refused(&json!({ "type": "save" })), ["serve::not-over"]);
    let end = play(&mut [("ann", &mut ann), ("ben", &mut ben)], &mut eve);
    assert!(!end["winners"].as_array().unwrap().is_empty());
    // The save of the game is what lies on the disk, and is for everybody now.
    let saved = ben.ask(&json!({ "type": "save" }));
    let kept = std::fs::read_to_string(server.table(1).join("game.save")).unwrap();
    assert_eq!(saved["save"], json!(kept));
    let tables = server.owner().ask(&json!({ "type": "tables" }));
    assert_eq!(tables["tables"][0]["over"], true);
}

#[test]
fn programs_play_on_by_themselves() {
    let server = Server::start("programs");
    let begun = server.begin(&["base"], &[("ann", "here"), ("bot", "uniform"), ("gus", "greedy")], 3);
    let (mut ann, mut eve) = (server.by(&begun["here"]), server.by(&begun["onlooker"]));
    let end = play(&mut [("ann", &mut ann)], &mut eve);
    assert_eq!(end["players"].as_array().unwrap().len(), 3);
    // Without anybody it goes to its end as well.
    let begun = server.begin(&["base"], &[("bot", "uniform"), ("gus", "greedy")], 3);
    let mut eve = server.by(&begun["onlooker"]);
    while eve.view(None)["over"] == false {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(begun["here"].is_null(), "{begun}");
}

#[test]
fn several_seats_share_a_page_and_take_moves_back() {
    let server = Server::start("here");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 7);
    let mut page = server.by(&begun["here"]);
    assert_eq!(page.entered["seats"], json!(["ann", "ben"]));
    let view = page.view(Some("ann"));
    let made = page.choose("ann", &some_option(&view, 1), &view["at"]);
    assert_eq!(made["may_undo"], true);
    // A move that was not seen is not made twice.
    assert_eq!(page.refused(&json!({ "type": "undo", "seat": "ann", "at": 0 })), ["protocol::stale"]);
    let back = page.ask(&json!({ "type": "undo", "seat": "ann", "at": made["at"] }));
    assert_eq!(back["decision"], view["decision"]);
    assert_eq!(page.refused(&json!({ "type": "redo", "seat": "ben" })), ["protocol::not-back"]);
    let again = page.ask(&json!({ "type": "redo", "seat": "ann" }));
    assert_eq!(again["tiles"].as_array().unwrap().len(), 1);
}

#[test]
fn only_whoever_is_asked_hears_what_a_program_considers() {
    let server = Server::start("considers");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 7);
    let (mut ann, mut ben, mut eve) =
        (server.by(&begun["here"]), server.by(&begun["elsewhere"]["ben"]), server.by(&begun["onlooker"]));
    let view = ann.view(Some("ann"));
    let asks = |seat: &str| json!({ "type": "consider", "seat": seat, "at": view["at"] });
    let found = ann.ask(&asks("ann"));
    assert_eq!((&found["player"], &found["playouts"]), (&json!("ann"), &json!(2_000)), "{found}");
    let offered: Vec<&Value> =
        view["decision"]["options"].as_array().unwrap().iter().map(|option| &option["words"]).collect();
    let weighed = found["choices"].as_array().unwrap();
    assert!(
        !weighed.is_empty() && weighed.iter().all(|choice| offered.contains(&&choice["words"])),
        "{found}"
    );
    // To have it considered changes nothing, and is answered alike.
    let again = ann.view(Some("ann"));
    assert_eq!((&again["at"], &again["decision"]), (&view["at"], &view["decision"]));
    assert_eq!(ann.ask(&asks("ann"))["choices"], found["choices"]);
    assert_eq!(ben.refused(&asks("ben")), ["protocol::not-asked"]);
    assert_eq!(ben.refused(&asks("ann")), ["serve::not-seated"]);
    assert_eq!(ben.refused(&json!({ "type": "consider" })), ["protocol::not-asked"]);
    assert_eq!(eve.refused(&json!({ "type": "consider" })), ["serve::not-seated"]);
    // How much of the machine that takes is not for the page to say.
    let endless = json!({ "type": "consider", "seat": "ann", "playouts": 4_000_000 });
    assert_eq!(ann.refused(&endless), ["serve::request"]);
    ann.choose("ann", &some_option(&view, 0), &view["at"]);
    assert_eq!(ann.refused(&asks("ann")), ["protocol::stale"]);
}

#[test]
fn a_page_finds_what_it_draws_and_explains_with() {
    let server = Server::start("draws");
    let shelf = server.owner().ask(&json!({ "type": "shelf" }));
    assert!(
        shelf["packs"].as_array().unwrap().len() > 40
            && shelf["compositions"].as_array().unwrap().len() > 100
    );
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "uniform")], 7);
    let mut page = server.by(&begun["here"]);
    let drawings = page.ask(&json!({ "type": "drawings" }));
    let view = page.view(Some("ann"));
    for tile in view["unseen"].as_object().unwrap().keys() {
        assert!(drawings["tiles"][tile]["base"].as_str().unwrap().contains('<'), "{tile}");
    }
    let place = json!({ "type": "segment", "x": 0, "y": 0, "segment": 0 });
    let feature = page.ask(&json!({ "type": "feature", "place": place }));
    assert!(feature["segments"].as_array().unwrap().contains(&place), "{feature}");
}
