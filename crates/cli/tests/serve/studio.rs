//! The studio: packs of a folder are played, checked and written, and what others save there is heard of.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::guest::{Guest, Server, some_option};

/// The pack of a small game.
pub const HAMLET: [(&str, &str); 3] = [
    ("mods/hamlet/pack.rota", include_str!("../../../../tests/session/hamlet/pack.rota")),
    ("mods/hamlet/turn.rota", include_str!("../../../../tests/session/hamlet/turn.rota")),
    ("mods/hamlet/hamlet.toml", include_str!("../../../../tests/session/hamlet/hamlet.toml")),
];

/// A pack that builds on one that is in the program.
pub const INN: &str = "pack inn 1.0.0 \"Inn\" language 2\nrequires base ^1.0\n";

/// A rule that names nothing that there is, in its third line.
const WRONG: &str = "pack inn 1.0.0 \"Inn\" language 2\nrequires base ^1.0\nmodify no_such_thing = 1\n";

fn file<'f>(files: &'f Value, name: &str) -> Option<&'f Value> {
    files["files"].as_array().unwrap().iter().find(|file| file["file"] == name)
}

/// The names of all files.
pub fn names(files: &Value) -> Vec<&str> {
    files["files"].as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap()).collect()
}

/// Where the first problem of a pack lies: its file and line; nothing where all is well.
fn problem(author: &mut Guest, pack: &str) -> Option<(String, u64)> {
    let checked = author.ask(&json!({ "type": "check", "pack": pack }));
    let problem = checked["problems"].as_array().unwrap_or_else(|| panic!("{checked}")).first()?.clone();
    let label = &problem["labels"][0];
    Some((
        label["file"].as_str().unwrap_or_else(|| panic!("{problem}")).to_owned(),
        label["line"].as_u64().unwrap(),
    ))
}

/// Saves a file as editors do, so that nobody finds it half written.
fn save(server: &Server, file: &str, text: &str) {
    let path = server.folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path.with_extension("part"), text).unwrap();
    fs::rename(path.with_extension("part"), path).unwrap();
}

/// Plays some moves at a table of the studio.
fn play(author: &mut Guest, packs: &[&str]) {
    let opened = author.ask(&json!({ "type": "open", "packs": packs, "players": ["ann", "ben"], "seed": 7 }));
    assert!(opened["type"] == "opened", "{opened}");
    let table = &opened["table"];
    for number in 0..6 {
        let seen = author.ask(&json!({ "type": "view", "table": table }));
        let seat = &seen["decision"]["player"];
        let view = author.ask(&json!({ "type": "view", "table": table, "seat": seat }));
        let words = some_option(&view, number);
        let choose =
            json!({ "type": "choose", "table": table, "seat": seat, "words": words, "at": view["at"] });
        let made = author.ask(&choose);
        assert!(made["type"] == "view", "{made}");
    }
}

#[test]
fn packs_of_the_folder_are_played() {
    let server =
        Server::with_studio("studio", "mods", &[HAMLET.as_slice(), &[("mods/inn/inn.rota", INN)]].concat());
    let mut author = server.author();
    assert_eq!(author.entered, json!({ "type": "entered", "as": "studio", "folder": "mods", "id": 1 }));
    let files = author.ask(&json!({ "type": "files" }));
    assert_eq!(names(&files), ["hamlet/hamlet.toml", "hamlet/pack.rota", "hamlet/turn.rota", "inn/inn.rota"]);
    let of = |name: &str, pack: &str, set: Option<&str>, text: &str| {
        let path = server.folder.canonicalize().unwrap().join("mods").join(name);
        json!({ "file": name, "pack": pack, "set": set, "text": text, "path": path })
    };
    assert_eq!(
        file(&files, "hamlet/hamlet.toml"),
        Some(&of("hamlet/hamlet.toml", "hamlet", Some("hamlet"), HAMLET[2].1))
    );
    assert_eq!(file(&files, "inn/inn.rota"), Some(&of("inn/inn.rota", "inn", None, INN)));
    assert_eq!(files["new_pack"], "");
    play(&mut author, &["hamlet"]);
    play(&mut author, &["base", "inn"]);
    // What is put counts for the engine alone, until it is taken away.
    author.ask(&json!({ "type": "put", "file": "inn/inn.rota", "pack": "inn", "text": WRONG }));
    assert_eq!(problem(&mut author, "inn"), Some(("inn/inn.rota".to_owned(), 3)));
    author.ask(&json!({ "type": "take", "file": "inn/inn.rota" }));
    assert_eq!(problem(&mut author, "inn"), None);
    assert_eq!(fs::read_to_string(server.folder.join("mods/inn/inn.rota")).unwrap(), INN);
    // Whoever comes in later finds the same engine.
    assert_eq!(server.author().ask(&json!({ "type": "view", "table": 1 }))["type"], "view");
    assert_eq!(server.errors(), "");
}

#[test]
fn what_others_save_is_heard_of() {
    let server = Server::with_studio("saves", "mods", &[("mods/inn/inn.rota", INN)]);
    let (mut ann, mut ben) = (server.author(), server.author());
    assert_eq!(problem(&mut ann, "inn"), None);
    save(&server, "mods/inn/inn.rota", WRONG);
    for author in [&mut ann, &mut ben] {
        author.wait_for_files();
        assert_eq!(problem(author, "inn"), Some(("inn/inn.rota".to_owned(), 3)));
    }
    // What is written by one of them, too.
    let write = json!({ "type": "write", "file": "inn/inn.rota", "pack": "inn", "set": null, "text": INN, "was": WRONG });
    assert_eq!(ann.ask(&write)["type"], "done");
    for author in [&mut ann, &mut ben] {
        author.wait_for_files();
        assert_eq!(problem(author, "inn"), None);
    }
    // A pack that somebody puts there, and one that goes.
    save(&server, "mods/hut/hut.rota", &INN.replace("inn", "hut"));
    ben.wait_for_files();
    assert_eq!(ben.ask(&json!({ "type": "shelf", "packs": ["hut"] }))["packs"][0]["name"], "hut");
    fs::remove_dir_all(server.folder.join("mods/hut")).unwrap();
    ben.wait_for_files();
    let files = ben.ask(&json!({ "type": "files" }));
    assert_eq!(names(&files), ["inn/inn.rota"]);
    // What was saved while nobody was there is known to the next one.
    drop((ann, ben));
    save(&server, "mods/inn/more.rota", "# nothing yet\n");
    let files = server.author().ask(&json!({ "type": "files" }));
    assert_eq!(names(&files), ["inn/inn.rota", "inn/more.rota"]);
    assert_eq!(server.errors(), "");
}

#[test]
fn a_folder_is_a_pack_a_home_or_empty() {
    let server = Server::with_studio("pack", "mods/inn", &[("mods/inn/inn.rota", INN)]);
    let mut author = server.author();
    assert_eq!(author.entered["folder"], "inn");
    let files = author.ask(&json!({ "type": "files" }));
    assert_eq!((names(&files), &files["new_pack"]), (vec!["inn/inn.rota"], &Value::Null));
    let more = json!({ "type": "write", "file": "inn/more.rota", "pack": "inn", "text": "# more\n" });
    assert_eq!(author.ask(&more)["type"], "done");
    let beside = json!({ "type": "write", "file": "hut/hut.rota", "text": INN });
    assert_eq!(author.refused(&beside), ["serve::not-written"]);
    play(&mut author, &["base", "inn"]);

    let files = [
        ("home/rulesets/hamlet/pack.rota", HAMLET[0].1),
        ("home/rulesets/hamlet/turn.rota", HAMLET[1].1),
        ("home/tiles/hamlet.toml", HAMLET[2].1),
    ];
    let server = Server::with_studio("home", "home", &files);
    let mut author = server.author();
    let files = author.ask(&json!({ "type": "files" }));
    assert_eq!(
        names(&files),
        ["rulesets/hamlet/pack.rota", "rulesets/hamlet/turn.rota", "tiles/hamlet.toml"]
    );
    let set = file(&files, "tiles/hamlet.toml").unwrap();
    assert_eq!(
        (&set["pack"], &set["set"], &files["new_pack"]),
        (&Value::Null, &json!("hamlet"), &json!("rulesets/"))
    );
    play(&mut author, &["hamlet"]);
    let new = json!({ "type": "write", "file": "rulesets/inn/inn.rota", "text": INN });
    assert_eq!(author.ask(&new)["type"], "done");
    assert_eq!(problem(&mut author, "inn"), None);

    let server = Server::with_studio("empty", "mods", &[]);
    let mut author = server.author();
    assert_eq!(author.ask(&json!({ "type": "files" }))["files"], json!([]));
    let new = json!({ "type": "write", "file": "inn/inn.rota", "pack": "inn", "text": INN });
    assert_eq!(author.ask(&new)["type"], "done");
    author.wait_for_files();
    assert_eq!(author.ask(&json!({ "type": "shelf", "packs": ["inn"] }))["packs"][0]["name"], "inn");
    play(&mut author, &["base", "inn"]);
}

#[test]
fn a_folder_that_is_none_is_refused() {
    let place = Server::place("none");
    fs::write(place.join("file"), "").unwrap();
    fs::create_dir(place.join("no word")).unwrap();
    fs::write(place.join("no word/inn.rota"), INN).unwrap();
    for folder in ["nothing", "file", "no word"] {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_rota"));
        serve.args(["serve", "--port", "0", "--tables", "tables", "--studio", folder]).current_dir(&place);
        let ended = serve.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.code() == Some(2) && ended.stdout.is_empty(), "{folder}: {ended:?}");
        assert!(said.contains(&format!("`{folder}` cannot be a studio")), "{said}");
    }
    assert!(!place.join("tables").exists());
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn links_to_the_studio_and_to_tables_are_apart() {
    let server = Server::with_studio("apart", "mods", &[]);
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let guest = begun["elsewhere"]["ben"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    for (path, token) in [
        ("/socket", &server.studio),
        ("/studio/socket", &server.owner),
        ("/studio/socket", &guest),
        ("/studio/socket", &String::new()),
    ] {
        let mut stranger = Guest::enter_at(server.port, path, token);
        assert_eq!(stranger.entered["problems"][0]["code"], "serve::not-entered", "{path}");
        assert_eq!(stranger.closed(), Some(4401), "{path}");
    }
    // At the desk and at a table nobody asks for files.
    for mut guest in [server.owner(), server.by(&begun["here"])] {
        assert_eq!(guest.refused(&json!({ "type": "files" })).len(), 1);
        assert_eq!(guest.refused(&json!({ "type": "write", "file": "inn/inn.rota", "text": INN })).len(), 1);
    }
    // In the studio nobody asks for tables of the desk.
    let mut author = server.author();
    for asks in [
        json!({ "type": "tables" }),
        json!({ "type": "links", "table": 1 }),
        json!({ "type": "view", "table": 1 }),
    ] {
        assert_eq!(author.refused(&asks).len(), 1, "{asks}");
    }
    let get = |server: &Server, path: &str, host: &str, more: &str| {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {host}:{}\r\nConnection: close\r\n{more}\r\n", server.port);
        server.http(&head)
    };
    let page = get(&server, "/studio", "127.0.0.1", "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("content-security-policy"), "{page}");
    for path in ["/studio", "/studio/socket"] {
        assert!(get(&server, path, "evil.test", "").starts_with("HTTP/1.1 421"), "{path}");
        let foreign = get(&server, path, "127.0.0.1", "Origin: http://evil.test\r\n");
        assert!(foreign.starts_with("HTTP/1.1 403"), "{path}: {foreign}");
    }
    let without = Server::start("without");
    for path in ["/studio", "/studio/socket", "/studio/"] {
        assert!(get(&without, path, "127.0.0.1", "").starts_with("HTTP/1.1 404"), "{path}");
    }
}
