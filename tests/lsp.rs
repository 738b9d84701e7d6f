//! The language server from outside: a client in memory that does what editors do.
#![expect(clippy::expect_used, clippy::panic, reason = "a test stops where its own preparation fails")]

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/dependents.rs"]
mod dependents;
#[path = "lsp/editors.rs"]
mod editors;
#[path = "lsp/tile_files.rs"]
mod tile_files;

use std::fs;

use rota_lsp::Ended;
use rota_tests::folder::Folder;
use rota_tests::shelf::root;
use serde_json::{Value, json};

use client::{Client, offset, under};

/// A pack of the user's own, that builds on the base game of the home.
const HAMLET: &str = "pack hamlet 1.0.0 \"Hamlets é 🐑\" language 2
requires base ^1.0

# How much a hamlet is worth.
# It counts tiles.
option hamlet_points : int 1..5 = 2 \"points é🐑 of a hamlet\"

reason hamlet

value hamlets(f : city) : int = f.tiles

rule hamlet_scores at count {
  each city f in closed where hamlets(f) < 3 {
    score hamlets(f) each hamlet_points pts to active as hamlet at f
  }
}
";

fn hamlet(name: &str) -> (Folder, Client) {
    let folder = Folder::with(name, &[("hamlet/pack.rota", HAMLET)]);
    let client = Client::new(folder.path(), Some(root()));
    (folder, client)
}

const FILE: &str = "hamlet/pack.rota";

#[test]
fn unsaved_text_is_what_is_checked() {
    let (_folder, mut client) = hamlet("lsp-unsaved");
    client.open(FILE, HAMLET);
    assert_eq!(client.codes(FILE, HAMLET), []);
    let broken = HAMLET.replace("f.tiles", "f.tils");
    client.change(FILE, &broken);
    let expected = [("names::unknown-field".to_owned(), "tils".to_owned())];
    assert_eq!(client.codes(FILE, &broken), expected);
    let message = client.diagnostics(FILE)[0]["message"].as_str().expect("a message").to_owned();
    assert!(message.contains("did you mean `tiles`?"), "{message}");
    client.change(FILE, HAMLET);
    assert_eq!(client.codes(FILE, HAMLET), []);
    assert_eq!(client.end(), Ended::Exit);
}

#[test]
fn what_is_wrong_elsewhere_is_told_there_and_taken_back() {
    let other = "rule other at count { score 1 pts to active as hamlit }\n";
    let folder = Folder::with("lsp-elsewhere", &[(FILE, HAMLET), ("hamlet/other.rota", other)]);
    let mut client = Client::new(folder.path(), Some(root()));
    client.open(FILE, HAMLET);
    assert_eq!(client.diagnostics(FILE).len(), 0);
    client.wait_for("hamlet/other.rota", &["names::unknown-reason"]);
    fs::write(folder.path().join("hamlet/other.rota"), other.replace("hamlit", "hamlet")).expect("written");
    client.change(FILE, &format!("{HAMLET}\n"));
    assert_eq!(client.diagnostics(FILE).len(), 0);
    // The variants are looked at after the rules, and had said the same.
    client.wait_for("hamlet/other.rota", &[]);
}

#[test]
fn a_name_is_explained() {
    let (_folder, mut client) = hamlet("lsp-hover");
    client.open(FILE, HAMLET);
    let cases: [(&str, &[&str]); 6] = [
        ("hamlet_|points pts", &["option hamlet_points : int 1..5", "It counts tiles.", "pack `hamlet`"]),
        ("hamlets(f) <", &["value hamlets(f : city) : int"]),
        ("f.ti|les", &["feature.tiles", ": int"]),
        ("f in closed", &["f : city"]),
        ("closed", &["closed : set feature"]),
        ("city f in", &["feature city", "pack `base`"]),
    ];
    for (word, said) in cases {
        let hover = client.ask_at("textDocument/hover", FILE, HAMLET, word);
        let text = hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing is said of {word}"));
        for said in said {
            assert!(text.contains(said), "{word}: {text}");
        }
    }
    let nothing = client.ask_at("textDocument/hover", FILE, HAMLET, "\n\nreason");
    assert_eq!(nothing, Value::Null);
}

#[test]
fn a_declaration_is_found_in_its_pack() {
    let (_folder, mut client) = hamlet("lsp-definition");
    client.open(FILE, HAMLET);
    let found = client.ask_at("textDocument/definition", FILE, HAMLET, "hamlets(f) each");
    assert_eq!(
        (found["uri"].as_str(), under(HAMLET, &found["range"])),
        (Some(&*client.uri(FILE)), "hamlets")
    );
    let found = client.ask_at("textDocument/definition", FILE, HAMLET, "active as");
    assert_eq!(found, Value::Null, "a word of the language stands nowhere");
    let found = client.ask_at("textDocument/definition", FILE, HAMLET, "f.tiles");
    assert_eq!(offset(HAMLET, &found["range"]["start"]), HAMLET.find("f : city").expect("it"));
    let city = fs::read_to_string(root().join("rulesets/base/city.rota")).expect("a file");
    let found = client.ask_at("textDocument/definition", FILE, HAMLET, "city f in");
    let uri = found["uri"].as_str().expect("a file");
    assert!(uri.contains("/rulesets/base/"), "{uri}");
    let text = fs::read_to_string(rota_lsp::path_of(uri).expect("a path")).expect("a file");
    assert_eq!(under(&text, &found["range"]), "city");
    assert!(text.contains("feature city") || city.contains("feature city"));
}

#[test]
fn columns_are_those_of_utf_16() {
    let (_folder, mut client) = hamlet("lsp-columns");
    let text = HAMLET.replace("of a hamlet\"", "of a hamlet\" for é🐑");
    client.open(FILE, &text);
    let found = client.diagnostics(FILE);
    assert_eq!(found.len(), 1, "{found:?}");
    let column =
        text.lines().nth(5).expect("a line").encode_utf16().position(|unit| unit == 0xE9 || unit == 0xD83D);
    assert!(found[0]["range"]["start"]["character"].as_u64() > column.map(|at| at as u64), "{found:?}");
    assert_eq!(under(&text, &found[0]["range"]).chars().next(), Some('é'));
}

#[test]
fn clients_that_can_count_bytes_do() {
    let folder = Folder::with("lsp-bytes", &[(FILE, HAMLET)]);
    let can = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let mut client = Client::with(folder.path(), Some(root()), can);
    let text = HAMLET.replace("of a hamlet\"", "of a hamlet\" for é🐑");
    client.open(FILE, &text);
    let found = client.diagnostics(FILE);
    let line = text.lines().nth(5).expect("a line");
    assert_eq!(found[0]["range"]["start"]["character"], line.rfind('é').expect("it"));
}

#[test]
fn formatting_is_the_smallest_edit_and_none_for_errors() {
    let (_folder, mut client) = hamlet("lsp-format");
    let untidy = HAMLET.replace("reason hamlet", "reason   hamlet");
    client.open(FILE, &untidy);
    let params = json!({ "textDocument": { "uri": client.uri(FILE) }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", params.clone());
    assert_eq!(under(&untidy, &edits[0]["range"]), "  ");
    assert_eq!((edits.as_array().map(Vec::len), &edits[0]["newText"]), (Some(1), &json!("")));
    client.change(FILE, HAMLET);
    assert_eq!(client.ask("textDocument/formatting", params.clone()), Value::Null);
    client.change(FILE, &untidy.replace("rule hamlet_scores at count {", "rule hamlet_scores count {"));
    assert_eq!(client.ask("textDocument/formatting", params), Value::Null);
}

#[test]
fn a_range_is_formatted_by_itself() {
    let (_folder, mut client) = hamlet("lsp-range");
    let untidy = HAMLET.replace("reason hamlet", "reason   hamlet").replace("= f.tiles", "=   f.tiles");
    client.open(FILE, &untidy);
    let of = |word: &str, end: &str| {
        json!({ "textDocument": { "uri": client.uri(FILE) }, "options": { "tabSize": 2, "insertSpaces": true },
            "range": { "start": client::place_of(&untidy, word), "end": client::place_of(&untidy, end) } })
    };
    let (second, none) = (of("value", "f.tiles"), of("# How much", "# It counts"));
    let edits = client.ask("textDocument/rangeFormatting", second);
    assert_eq!(under(&untidy, &edits[0]["range"]), "  ");
    let at = offset(&untidy, &edits[0]["range"]["start"]);
    assert!(untidy[..at].ends_with("int = "), "{edits}");
    assert_eq!(edits.as_array().map(Vec::len), Some(1));
    assert_eq!(client.ask("textDocument/rangeFormatting", none), Value::Null);
}

#[test]
fn all_uses_are_found() {
    let (_folder, mut client) = hamlet("lsp-references");
    client.open(FILE, HAMLET);
    let mut params = json!({ "textDocument": { "uri": client.uri(FILE) },
        "position": client::place_of(HAMLET, "hamlets(f) <"), "context": { "includeDeclaration": true } });
    let found = client.ask("textDocument/references", params.clone());
    let words: Vec<&str> =
        found.as_array().expect("a list").iter().map(|one| under(HAMLET, &one["range"])).collect();
    assert_eq!(words, ["hamlets"; 3]);
    params["context"]["includeDeclaration"] = json!(false);
    assert_eq!(client.ask("textDocument/references", params).as_array().map(Vec::len), Some(2));
}

#[test]
fn the_outline_has_what_is_declared() {
    let (_folder, mut client) = hamlet("lsp-outline");
    let text = format!("{HAMLET}\nvariant small \"Small\" {{ set hamlet_points = 1 add reason tiny }}\n");
    client.open(FILE, &text);
    let params = json!({ "textDocument": { "uri": client.uri(FILE) } });
    let found = client.ask("textDocument/documentSymbol", params);
    let names: Vec<(&str, &str)> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["detail"].as_str().unwrap_or(""), one["name"].as_str().unwrap_or("")))
        .collect();
    assert!(
        names.contains(&("option", "hamlet_points")) && names.contains(&("rule", "hamlet_scores")),
        "{names:?}"
    );
    let variant = found.as_array().expect("a list").last().expect("a variant");
    assert_eq!((&variant["name"], &variant["children"][1]["name"]), (&json!("small"), &json!("tiny")));
    assert_eq!(under(&text, &variant["selectionRange"]), "small");
}

#[test]
fn a_fix_is_offered_and_mends_the_text() {
    let (_folder, mut client) = hamlet("lsp-actions");
    let broken = HAMLET.replace("as hamlet", "as hamlt");
    client.open(FILE, &broken);
    let found = client.diagnostics(FILE).remove(0);
    let params = json!({ "textDocument": { "uri": client.uri(FILE) }, "range": found["range"],
        "context": { "diagnostics": [found] } });
    let actions = client.ask("textDocument/codeAction", params);
    let edit = &actions[0]["edit"]["documentChanges"][0]["edits"][0];
    let mut mended = broken.clone();
    let at = offset(&broken, &edit["range"]["start"])..offset(&broken, &edit["range"]["end"]);
    mended.replace_range(at, edit["newText"].as_str().expect("a text"));
    assert_eq!(mended, HAMLET, "{actions}");
    client.change(FILE, &mended);
    assert_eq!(client.codes(FILE, &mended), []);
}

#[test]
fn what_may_stand_there_is_proposed() {
    let (_folder, mut client) = hamlet("lsp-completion");
    let text = HAMLET.replace("f.tiles", "f.ti");
    client.open(FILE, &text);
    let found = client.ask_at("textDocument/completion", FILE, &text, "f.ti|\n");
    let tiles = found.as_array().expect("a list").iter().find(|one| one["label"] == "tiles").expect("tiles");
    assert_eq!(under(&text, &tiles["textEdit"]["range"]), "ti");
    assert!(tiles["detail"].as_str().expect("a type").ends_with(": int"), "{tiles}");
    let help = client.ask_at("textDocument/signatureHelp", FILE, HAMLET, "hamlets(|f) < 3");
    assert_eq!(help["signatures"][0]["label"], "hamlets(f : city) : int = f.ti");
    assert_eq!(help["signatures"][0]["parameters"][0]["label"], "f : city");
}

#[test]
fn a_name_is_renamed_in_all_files_of_the_user() {
    let (_folder, mut client) = hamlet("lsp-rename");
    client.open(FILE, HAMLET);
    let at = |word: &str, new: &str| {
        json!({ "textDocument": { "uri": client.uri(FILE) }, "position": client::place_of(HAMLET, word),
            "newName": new })
    };
    let (ours, theirs) = (at("hamlets(f) <", "villages"), at("city f in", "town"));
    let edit = client.ask("textDocument/rename", ours);
    let edits = edit["documentChanges"][0]["edits"].as_array().expect("edits").clone();
    assert_eq!(edits.len(), 3, "{edit}");
    assert!(
        edits.iter().all(|one| under(HAMLET, &one["range"]) == "hamlets" && one["newText"] == "villages")
    );
    let refused = format!("{:?}", client.response("textDocument/rename", theirs));
    assert!(refused.contains("not yours"), "{refused}");
    let place = client.ask_at("textDocument/prepareRename", FILE, HAMLET, "hamlets(f) <");
    assert_eq!(under(HAMLET, &place), "hamlets");
}

#[test]
fn colours_folds_and_symbols_are_told() {
    let (_folder, mut client) = hamlet("lsp-colours");
    client.open(FILE, HAMLET);
    let params = json!({ "textDocument": { "uri": client.uri(FILE) } });
    let tokens = client.ask("textDocument/semanticTokens/full", params.clone());
    let data: Vec<u64> =
        tokens["data"].as_array().expect("numbers").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column, mut words) = (0, 0, Vec::new());
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let range = json!({ "start": { "line": line, "character": column },
            "end": { "line": line, "character": column + token[2] } });
        words.push((under(HAMLET, &range), token[3], token[4]));
    }
    for wanted in [("hamlet", 0, 1), ("hamlet_points", 5, 1), ("city", 1, 0), ("closed", 7, 2), ("f", 4, 0)] {
        assert!(words.contains(&wanted), "{wanted:?} is not in {words:?}");
    }
    let folds = client.ask("textDocument/foldingRange", params);
    let lines = |one: &Value| (one["startLine"].as_u64(), one["endLine"].as_u64());
    let folds: Vec<_> = folds.as_array().expect("a list").iter().map(lines).collect();
    assert_eq!(folds, [(Some(3), Some(4)), (Some(11), Some(14)), (Some(12), Some(13))]);
    let found = client.ask("workspace/symbol", json!({ "query": "hamscores" }));
    assert_eq!(found[0]["name"], "hamlet_scores");
}

#[test]
fn a_scenario_is_run_from_above_it() {
    let (_folder, mut client) = hamlet("lsp-lens");
    let scenario = "\nscenario \"a tile can be laid\" {\n  pile E, V\n  expect red decides\n}\n\n\
                    scenario \"it is over\" {\n  pile E, V\n  expect game over\n}\n";
    let text = format!("{HAMLET}{scenario}");
    client.open(FILE, &text);
    assert_eq!(client.codes(FILE, &text), []);
    let params = json!({ "textDocument": { "uri": client.uri(FILE) } });
    let lenses = client.ask("textDocument/codeLens", params).as_array().expect("a list").clone();
    let runs: Vec<&Value> =
        lenses.iter().filter(|one| one["command"]["command"] == "rota.runScenario").collect();
    assert_eq!(runs.len(), 2, "{lenses:?}");
    let run = |one: &Value| json!({ "command": one["command"]["command"], "arguments": one["command"]["arguments"] });
    assert_eq!(client.ask("workspace/executeCommand", run(runs[0])), json!({ "holds": true }));
    assert_eq!(client.ask("workspace/executeCommand", run(runs[1])), json!({ "holds": false }));
    let told = client.told(FILE).expect("told").clone();
    assert_eq!(told.as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(under(&text, &told[0]["range"]), "expect game over");
    // It is told until something changes.
    client.change(FILE, &format!("{text}\n"));
    assert_eq!(client.codes(FILE, &text), []);
}

#[test]
fn tile_files_are_known_too() {
    let tiles = "title = \"Hamlets\"\nprintings = { only = \"Only\" }\ntile = [\n  { id = \"A\", count = 1, edges = \"FFFF\", segments = [{ fild = \"*\" }] },\n]\n";
    let pack = HAMLET.replace("reason hamlet", "tiles hamlet_tiles\nreason hamlet");
    let folder = Folder::with("lsp-tiles", &[(FILE, &*pack), ("hamlet/hamlet_tiles.toml", tiles)]);
    let mut client = Client::new(folder.path(), Some(root()));
    let file = "hamlet/hamlet_tiles.toml";
    client.open(file, tiles);
    let codes = client.codes(file, tiles);
    assert!(codes.iter().any(|(_, text)| text == "fild"), "{codes:?}");
    let params = json!({ "textDocument": { "uri": client.uri(file) } });
    assert_eq!(client.ask("textDocument/documentSymbol", params)[0]["name"], "A");
    let found = client.ask_at("textDocument/completion", file, tiles, "fi|ld =");
    assert!(found.as_array().expect("a list").iter().any(|one| one["label"] == "field"), "{found}");
}

#[test]
fn odd_clients_are_answered() {
    let (_folder, mut client) = hamlet("lsp-odd");
    let unknown = client.response("textDocument/willDoMagic", json!({}));
    assert!(format!("{unknown:?}").contains("-32601"), "{unknown:?}");
    let wrong = client.response("textDocument/hover", json!({ "position": 3 }));
    assert!(format!("{wrong:?}").contains("-32602"), "{wrong:?}");
    client.say("textDocument/didChange", json!({ "nothing": true }));
    let far = json!({ "textDocument": { "uri": client.uri(FILE) }, "position": { "line": 900_000, "character": 7 } });
    assert_eq!(client.ask("textDocument/hover", far.clone()), Value::Null, "a file that is not open");
    client.open(FILE, HAMLET);
    assert_eq!(client.ask("textDocument/hover", far), Value::Null, "a place behind the end");
    // Neovim 0.7 says it twice.
    client.ask("shutdown", Value::Null);
    client.ask("shutdown", Value::Null);
    assert_eq!(client.end(), Ended::Exit);
}
