//! From the first move to the last, and what is saved then.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::guest::{Server, some_option};

#[test]
fn what_is_saved_at_the_end_is_the_game_that_was_played() {
    let server = Server::start("ending");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 12);
    let mut guests = [server.by(&begun["here"]), server.by(&begun["elsewhere"]["ben"])];
    let mut eve = server.by(&begun["onlooker"]);
    let save = json!({ "type": "save" });
    let mut at = 0;
    let mut view = guests[0].view(Some("ann"));
    for number in 0.. {
        let Some(player) = view["decision"]["player"].as_str().map(str::to_owned) else { break };
        if number % 20 == 0 {
            for guest in guests.iter_mut().chain([&mut eve]) {
                assert_eq!(guest.refused(&save), ["serve::not-over"]);
            }
        }
        let guest = &mut guests[usize::from(player == "ben")];
        let seen = guest.view(Some(&player));
        view = guest.choose(&player, &some_option(&seen, number), &seen["at"]);
        assert!(view["type"] == "view", "{view}");
        // Every move counts, and everybody is told of it.
        let now = view["at"].as_u64().unwrap();
        assert!(now > at, "{now} after {at}");
        at = now;
        guests.iter_mut().chain([&mut eve]).for_each(|guest| guest.wait_for(now));
    }
    let end = eve.view(None);
    assert!(end["over"] == true && end["winners"].as_array().is_some_and(|all| !all.is_empty()), "{end}");
    let saves: Vec<_> = guests.iter_mut().chain([&mut eve]).map(|guest| guest.ask(&save)).collect();
    assert!(saves.iter().all(|saved| saved["type"] == "saved" && saved["save"] == saves[0]["save"]));

    // The program takes it up and comes to the same points.
    fs::write(server.folder.join("end.save"), saves[0]["save"].as_str().unwrap()).unwrap();
    let players = "ann=uniform,ben=uniform";
    let told = rota(&server, &["play", "--auto", "--quiet", "--resume", "end.save", "--players", players]);
    for player in end["players"].as_array().unwrap() {
        let line = format!("{} {}", player["name"].as_str().unwrap(), player["points"]);
        assert!(told.lines().any(|told| told.ends_with(&line)), "{line} is not in {told}");
    }
    rota(&server, &["render", "end.save", "-o", "end.svg"]);
}

#[test]
fn a_save_of_the_page_is_explained() {
    let server = Server::start("explained");
    let begun = server.begin(&["base"], &[("bot", "uniform"), ("gus", "greedy")], 3);
    let mut eve = server.by(&begun["onlooker"]);
    while eve.view(None)["over"] == false {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let saved = eve.ask(&json!({ "type": "save" }));
    fs::write(server.folder.join("end.save"), saved["save"].as_str().unwrap()).unwrap();
    let why = rota(&server, &["why", "end.save"]);
    assert!(why.contains("bot") && why.contains("gus"), "{why}");
    rota(&server, &["play", "--resume", "end.save"]);
}

/// What the program says, in the folder of a server.
fn rota(server: &Server, arguments: &[&str]) -> String {
    let mut rota = Command::new(env!("CARGO_BIN_EXE_rota"));
    let output = rota.args(arguments).current_dir(&server.folder).stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}{errors}");
    told
}
