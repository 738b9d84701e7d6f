//! Packs that build on an open one are looked at as well, though nobody has them open.

use rota_tests::folder::Folder;
use rota_tests::shelf::root;
use serde_json::json;

use crate::client::Client;
use crate::{FILE, HAMLET};

/// Builds on the hamlets; nothing of it is open.
const MARKET: &str =
    "pack market 1.0.0 \"Markets\"\nrequires hamlet ^1.0\n\nmodify hamlets(f : city) = it + 1\n";
const OTHER: &str = "market/pack.rota";

/// Has nothing to do with them, and is wrong.
const SWAMP: &str = "pack swamp 1.0.0 \"Swamps\"\nrequires base ^1.0\n\nreason swamp\nreason swamp\n";

fn folder(name: &str) -> Folder {
    Folder::with(name, &[(FILE, HAMLET), (OTHER, MARKET), ("swamp/pack.rota", SWAMP)])
}

#[test]
fn what_an_edit_breaks_elsewhere_is_told_and_taken_back() {
    let folder = folder("lsp-dependents");
    let mut client = Client::new(folder.path(), Some(root()));
    client.open(FILE, HAMLET);
    let renamed = HAMLET.replace("hamlets(", "villages(");
    client.change(FILE, &renamed);
    assert_eq!(client.codes(FILE, &renamed), [], "the pack itself is sound");
    client.wait_for(OTHER, &["names::unknown-value"]);
    let told = client.told(OTHER).expect("told").clone();
    assert_eq!(crate::under(MARKET, &told[0]["range"]), "hamlets");
    client.change(FILE, HAMLET);
    client.wait_for(OTHER, &[]);
    assert_eq!(client.told("swamp/pack.rota"), None, "it does not build on what is open");
}

#[test]
fn what_is_closed_without_saving_breaks_nothing() {
    let folder = folder("lsp-closed");
    let mut client = Client::new(folder.path(), Some(root()));
    client.open(FILE, &HAMLET.replace("hamlets(", "villages("));
    client.wait_for(OTHER, &["names::unknown-value"]);
    client.close(FILE);
    client.wait_for(OTHER, &[]);
    assert_eq!(
        client.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": client.uri(FILE) },
        "position": { "line": 0, "character": 0 } })
        ),
        json!(null)
    );
}

#[test]
fn an_open_pack_is_told_once_with_all_that_is_wrong() {
    let folder = folder("lsp-both-open");
    let mut client = Client::new(folder.path(), Some(root()));
    client.open(OTHER, MARKET);
    client.open(FILE, &HAMLET.replace("hamlets(", "villages("));
    client.wait_for(OTHER, &["names::unknown-value"]);
    client.change(FILE, HAMLET);
    client.wait_for(OTHER, &[]);
}
