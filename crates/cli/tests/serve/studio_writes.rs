//! What the studio writes, and what it does not, whatever it is sent.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tungstenite::Message;

use crate::guest::Server;
use crate::studio::{INN, names};

/// All that lies below a folder, but for the tables: names with their texts, or where they lead.
fn all_below(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = match fs::read_link(&path) {
                Ok(to) => to.display().to_string(),
                Err(_) if path.is_dir() => {
                    folders.extend((!path.ends_with("tables")).then(|| path.clone()));
                    String::new()
                }
                Err(_) => String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned(),
            };
            found.insert(path.display().to_string(), text);
        }
    }
    found
}

#[test]
fn hostile_writes_touch_nothing() {
    let files = [
        ("mods/inn/inn.rota", INN),
        ("mods/inn/notes.md", "notes"),
        ("mods/inn/deep/rules.rota", "# deep\n"),
        ("mods/stuff/part/part.rota", "# a pack further below\n"),
        ("outside/out/out.rota", INN),
        ("outside/empty/notes.md", "notes"),
        ("outside/secret.toml", "secret = true\n"),
    ];
    let server = Server::with_studio("hostile", "mods", &files);
    let (mods, outside) = (server.folder.join("mods"), server.folder.join("outside"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(outside.join("out"), mods.join("out")).unwrap();
        symlink(outside.join("empty"), mods.join("empty")).unwrap();
        symlink(outside.join("nowhere"), mods.join("nowhere")).unwrap();
        symlink(outside.join("secret.toml"), mods.join("inn/secret.toml")).unwrap();
        symlink(outside.join("new.rota"), mods.join("inn/new.rota")).unwrap();
    }
    fs::create_dir(mods.join("inn/folder.rota")).unwrap();
    fs::write(mods.join("inn/bytes.rota"), [0xff, 0xfe]).unwrap();
    let before = all_below(&server.folder);
    let absolute = |path: &Path| path.display().to_string();
    let long = "a".repeat(300);
    let hostile = [
        "",
        ".",
        "..",
        "/",
        "inn",
        "inn/",
        "inn/.rota",
        "inn/x",
        "inn/x.",
        "inn/x.md",
        "inn/notes.md",
        "inn/x.rota.md",
        "inn/x.ROTA",
        "inn/x.y.rota",
        "inn/x y.rota",
        "inn/x\u{0}.rota",
        "inn/x.rota\u{0}",
        "inn\u{0}/x.rota",
        "inn/x\n.rota",
        "inn/\u{202e}x.rota",
        "inn/x.rota/",
        "inn/x.rota ",
        " inn/x.rota",
        "inn//x.rota",
        "inn/./x.rota",
        "./inn/x.rota",
        "/inn/x.rota",
        "inn/deep/x.rota",
        "inn/new/new.rota",
        "inn/../x.rota",
        "inn/../inn/x.rota",
        "inn/../../outside/x.rota",
        "../outside/secret.toml",
        "../outside/new/new.rota",
        "../mods/inn/inn.rota",
        "../mods/new/new.rota",
        "inn\\x.rota",
        "..\\outside\\x.rota",
        "inn\\..\\..\\x.rota",
        "C:\\x.rota",
        "C:/x/x.rota",
        "C:x/C:x.rota",
        "\\\\?\\C:\\x.rota",
        "file:///etc/x.rota",
        "~/x.rota",
        "$HOME/x.rota",
        "%2e%2e/x.rota",
        "inn/nul.rota",
        "inn/com1.toml",
        "con/con.rota",
        "inn/folder.rota",
        "inn/bytes.rota",
        // Only the first file of a new pack can be new, and it has the name of the pack.
        "new.rota",
        "new/other.rota",
        "new/new.toml",
        "new/new/new.rota",
        "rulesets/rulesets.rota",
        // A folder with packs in it does not become one.
        "stuff/stuff.rota",
        "stuff/part/part.rota",
        "stuff/part/x.rota",
        // What links lead to lies outside.
        "out/out.rota",
        "out/x.rota",
        "empty/empty.rota",
        "nowhere/nowhere.rota",
        "inn/secret.toml",
        "inn/new.rota",
    ];
    let more = [
        absolute(&mods.join("inn/x.rota")),
        absolute(&outside.join("secret.toml")),
        absolute(&outside.join("new/new.rota")),
        format!("inn/{long}.rota"),
        format!("{long}/{long}.rota"),
        format!("{}x.rota", "inn/".repeat(9000)),
    ];
    let mut author = server.author();
    for file in hostile.into_iter().map(str::to_owned).chain(more) {
        let shown: String = file.chars().take(80).collect();
        let write = json!({ "type": "write", "file": file, "text": "hostile" });
        assert_eq!(author.refused(&write), ["serve::not-written"], "{shown}");
        assert!(all_below(&server.folder) == before, "{shown} was written");
        // What can be removed is listed; that which lies elsewhere is not removed either.
        assert_eq!(
            author.refused(&json!({ "type": "remove", "file": file })),
            ["serve::not-written"],
            "{shown}"
        );
        assert!(all_below(&server.folder) == before, "{shown} was removed");
    }
    let whole = "a".repeat((2 << 20) + 1);
    for (file, pack, set, text) in [
        ("inn/inn.rota", json!("base"), Value::Null, "x"),
        ("inn/inn.rota", Value::Null, json!("inn"), "x"),
        ("inn/x.toml", json!("inn"), json!("y"), "x"),
        ("new/new.rota", json!("inn"), Value::Null, "x"),
        ("inn/inn.rota", json!("inn"), Value::Null, whole.as_str()),
    ] {
        let write = json!({ "type": "write", "file": file, "pack": pack, "set": set, "text": text });
        assert_eq!(author.refused(&write), ["serve::not-written"], "{file} {pack} {set}");
    }
    for odd in [
        json!({ "type": "write" }),
        json!({ "type": "write", "file": "inn/x.rota" }),
        json!({ "type": "write", "file": ["inn/x.rota"], "text": "x" }),
        json!({ "type": "write", "file": "inn/x.rota", "text": 7 }),
        json!({ "type": "write", "file": "inn/x.rota", "text": "x", "path": "/etc/x.rota" }),
        json!({ "type": "files", "folder": "/etc" }),
        json!({ "type": "remove" }),
    ] {
        assert_eq!(author.refused(&odd), ["serve::request"], "{odd}");
    }
    assert!(all_below(&server.folder) == before, "something was written");
    assert_eq!(server.errors(), "");
}

#[test]
fn what_somebody_else_has_saved_is_not_lost() {
    let server = Server::with_studio("was", "mods", &[("mods/inn/inn.rota", INN)]);
    let mut author = server.author();
    let path = server.folder.join("mods/inn/inn.rota");
    let write = |text: &str, was: Value| json!({ "type": "write", "file": "inn/inn.rota", "pack": "inn", "set": null, "text": text, "was": was });
    fs::write(&path, format!("{INN}# theirs\n")).unwrap();
    for was in [INN, ""] {
        assert_eq!(author.refused(&write("mine", json!(was))), ["serve::changed"]);
    }
    let remove = |was: Value| json!({ "type": "remove", "file": "inn/inn.rota", "was": was });
    assert_eq!(author.refused(&remove(json!(INN))), ["serve::changed"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{INN}# theirs\n"));
    assert_eq!(author.ask(&write(INN, json!(format!("{INN}# theirs\n"))))["type"], "done");
    // Without `was`, whatever stands there goes.
    assert_eq!(author.ask(&write("# mine\r\n\u{e9}", Value::Null))["type"], "done");
    assert_eq!(fs::read_to_string(&path).unwrap(), "# mine\r\n\u{e9}");
    // A file that is gone is another one, too; one that is new has been nothing.
    let set = |was: &str| json!({ "type": "write", "file": "inn/inn.toml", "text": "# tiles\n", "was": was });
    assert_eq!(author.refused(&set("# tiles of before\n")), ["serve::changed"]);
    assert_eq!(author.ask(&set(""))["type"], "done");
    let files = author.ask(&json!({ "type": "files" }));
    assert_eq!(names(&files), ["inn/inn.rota", "inn/inn.toml"]);
    assert_eq!((&files["files"][1]["pack"], &files["files"][1]["set"]), (&json!("inn"), &json!("inn")));
    for file in ["inn/inn.toml", "inn/inn.rota"] {
        assert_eq!(author.ask(&json!({ "type": "remove", "file": file }))["type"], "done");
        author.wait_for_files();
    }
    assert_eq!(author.ask(&json!({ "type": "files" }))["files"], json!([]));
    // The folder stays, and a pack can be begun there again.
    let again = json!({ "type": "write", "file": "inn/inn.rota", "text": INN, "was": "" });
    assert_eq!(author.ask(&again)["type"], "done");
    let left: Vec<_> =
        fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["inn.rota"]);
}

#[test]
fn a_message_may_be_as_long_as_a_pack() {
    let server = Server::with_studio("long", "mods", &[("mods/inn/inn.rota", INN)]);
    let mut author = server.author();
    let text = format!("{INN}{}", "# so it goes on\n".repeat(100_000));
    assert_eq!(author.ask(&json!({ "type": "write", "file": "inn/inn.rota", "text": text }))["type"], "done");
    assert_eq!(author.ask(&json!({ "type": "put", "file": "x", "text": text }))["type"], "done");
    assert_eq!(author.ask(&json!({ "type": "files" }))["files"][0]["text"], text);
    // The connection may be cut before all of it is sent.
    let _ = author.socket.send(Message::text("a".repeat((4 << 20) + 1)));
    while author.hear().is_some() {}
    assert_eq!(server.author().ask(&json!({ "type": "files" }))["type"], "files");
    // Whatever is no message is answered as the engine does it.
    let mut author = server.author();
    for odd in ["", "[]", "{", r#"{"type":7}"#, r#"{"type":"enter","token":"1"}"#, r#"{"type":"files"#] {
        author.send(odd);
        assert_eq!(author.hear().unwrap()["type"], "refused", "{odd}");
    }
    assert_eq!(server.errors(), "");
}
