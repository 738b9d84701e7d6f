//! Tile files and composition files in the editor: what their words mean, where that is declared, how they are written.

use rota_tests::folder::Folder;
use rota_tests::shelf::root;
use serde_json::{Value, json};

use crate::client::Client;
use crate::under;

const RULES: &str = r#"pack lanes 1.0.0 "Lanes"
players 2..4
# How much a tile of a lane is worth.
option worth_of : int 1..5 = 1 "points for each tile of a lane"
option weather : { wet, dry } = dry "what it is like"
tiles lanes
start lanes/end
bag sack of tiles
# Where carts go.
feature lane
feature pond site round
# What it is covered with.
attr lane.kind : { paved, muddy } = paved
attr tile.steep : bool = false
# A side with a lane in its middle.
edge L = lane
trait walker
piece scout is walker each 5
reason lane_done
order turn { build, earn }
rule build at build {
  if sack.count = 0 { end game stop }
  draw t from sack
  choose active p among t.placements "where?"
  place t at p
}
rule earn at earn {
  each lane f in closed where f.kind = paved {
    score worth_of pts to active as lane_done at f
  }
}
# When it rains.
variant rain "Rain" {
  set weather = wet
}
"#;

const TILES: &str = r#"title = "Lanes"
printings = { only = "As drawn" }
tile = [
  { id = "end", count = 9, edges = "LLLL", segments = [{ lane = "N" }, { lane = "E", kind = "muddy" }, { lane = "S" }, { lane = "W" }] },
  { id = "up", count = 1, like = "end", steep = true },
]
"#;

const EVENING: &str = "title = \"Evening\"\npacks = [\"lanes@rain\"]\nstart = \"lanes\"\n\n[options]\nworth_of = 2\nweather = \"wet\"\n";

const RULE_FILE: &str = "lanes/pack.rota";
const TILE_FILE: &str = "lanes/lanes.toml";
const COMPOSITION: &str = "evening.toml";

fn open(name: &str) -> (Folder, Client) {
    let folder = Folder::with(name, &[(RULE_FILE, RULES), (TILE_FILE, TILES), (COMPOSITION, EVENING)]);
    let mut client = Client::new(folder.path(), Some(root()));
    client.open(TILE_FILE, TILES);
    client.open(COMPOSITION, EVENING);
    (folder, client)
}

#[test]
fn words_of_tile_files_are_explained() {
    let (_folder, mut client) = open("lsp-tile-hover");
    let cases: [(&str, &str, &[&str]); 11] = [
        ("la|ne = \"N\"", "lane", &["feature lane", "Where carts go.", "pack `lanes`"]),
        ("ki|nd =", "kind", &["attr lane.kind", "What it is covered with."]),
        ("mu|ddy", "muddy", &["word of `kind`"]),
        ("\"LL|LL\"", "L", &["edge L = lane", "A side with a lane"]),
        ("ste|ep", "steep", &["attr tile.steep : bool"]),
        ("like = \"e|nd\"", "end", &["lanes/end", "a kind of tile"]),
        ("id = \"u|p\"", "up", &["lanes/up"]),
        ("cou|nt = 9", "count", &["Copies: one number for every printing"]),
        ("li|ke =", "like", &["The id of a tile of this file"]),
        ("print|ings", "printings", &["The printings of this set"]),
        ("ti|tle", "title", &["The title of the set"]),
    ];
    for (word, marked, said) in cases {
        let hover = client.ask_at("textDocument/hover", TILE_FILE, TILES, word);
        let text = hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing is said of {word}"));
        said.iter().for_each(|said| assert!(text.contains(said), "{word}: {text}"));
        assert_eq!(under(TILES, &hover["range"]), marked, "{word}");
    }
    let nothing = client.ask_at("textDocument/hover", TILE_FILE, TILES, "As dr|awn");
    assert_eq!(nothing, Value::Null);
}

#[test]
fn words_of_composition_files_are_explained() {
    let (_folder, mut client) = open("lsp-composition-hover");
    let cases = [
        ("\"la|nes@", "pack lanes 1.0.0"),
        ("@ra|in", "When it rains."),
        ("worth|_of", "How much a tile of a lane is worth."),
        ("\"we|t", "word of `weather`"),
        ("pa|cks", "The packs, each with its variants"),
        ("st|art =", "Which start is taken"),
    ];
    for (word, said) in cases {
        let hover = client.ask_at("textDocument/hover", COMPOSITION, EVENING, word);
        let text = hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing is said of {word}"));
        assert!(text.contains(said), "{word}: {text}");
    }
}

#[test]
fn words_of_tile_files_lead_to_the_rules() {
    let (_folder, mut client) = open("lsp-tile-definition");
    // The word, the file and the text that its declaration begins.
    let cases = [
        (TILE_FILE, "la|ne = \"N\"", RULE_FILE, "lane\nfeature pond"),
        (TILE_FILE, "ki|nd =", RULE_FILE, "kind : { paved"),
        (TILE_FILE, "mu|ddy", RULE_FILE, "muddy } ="),
        (TILE_FILE, "ste|ep", RULE_FILE, "steep : bool"),
        (TILE_FILE, "\"LL|LL\"", RULE_FILE, "L = lane"),
        (TILE_FILE, "like = \"e|nd\"", TILE_FILE, "end\", count"),
        (COMPOSITION, "\"la|nes@", RULE_FILE, "lanes 1.0.0"),
        (COMPOSITION, "@ra|in", RULE_FILE, "rain \"Rain\""),
        (COMPOSITION, "worth|_of", RULE_FILE, "worth_of : int"),
        (COMPOSITION, "\"we|t", RULE_FILE, "wet, dry"),
    ];
    for (file, word, to, begins) in cases {
        let text = if file == COMPOSITION { EVENING } else { TILES };
        let found = client.ask_at("textDocument/definition", file, text, word);
        assert_eq!(found["uri"].as_str(), Some(&*client.uri(to)), "{word}");
        let target = if to == RULE_FILE { RULES } else { TILES };
        let at = crate::offset(target, &found["range"]["start"]);
        assert!(target[at..].starts_with(begins), "{word}: {}", &target[at..at + 12]);
    }
    let nowhere = client.ask_at("textDocument/definition", TILE_FILE, TILES, "cou|nt = 9");
    assert_eq!(nowhere, Value::Null, "a key of the format is declared nowhere");
}

#[test]
fn tile_and_composition_files_are_formatted() {
    let (_folder, mut client) = open("lsp-tile-format");
    for (file, text, untidy) in [(TILE_FILE, TILES, "count=9"), (COMPOSITION, EVENING, "worth_of=2")] {
        let tidy = untidy.replace('=', " = ");
        assert!(text.contains(&tidy));
        let params = json!({ "textDocument": { "uri": client.uri(file) }, "options": { "tabSize": 2, "insertSpaces": true } });
        client.change(file, &text.replace(&tidy, untidy));
        let edits = client.ask("textDocument/formatting", params.clone());
        let edit = &edits[0];
        assert_eq!(
            (under(&text.replace(&tidy, untidy), &edit["range"]), &edit["newText"]),
            ("=", &json!(" = "))
        );
        client.change(file, text);
        assert_eq!(client.ask("textDocument/formatting", params.clone()), Value::Null);
        client.change(file, &text.replace(&tidy, "= ="));
        assert_eq!(client.ask("textDocument/formatting", params), Value::Null, "it has errors");
    }
}
