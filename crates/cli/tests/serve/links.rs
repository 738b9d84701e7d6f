//! Who may do what, by the link that they have.

use serde_json::json;

use crate::guest::{Guest, Server};

#[test]
fn a_link_leads_to_its_own_seats_and_no_further() {
    let server = Server::start("links");
    let first = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let second = server.begin(&["base"], &[("cay", "here"), ("dan", "elsewhere")], 2);
    let (mut ben, mut eve) = (server.by(&first["elsewhere"]["ben"]), server.by(&first["onlooker"]));
    let choose = |seat: &str| json!({ "type": "choose", "seat": seat, "words": "pass" });
    for seat in ["ann", "cay", "dan", "nobody"] {
        assert_eq!(ben.refused(&choose(seat)), ["serve::not-seated"], "{seat}");
        assert_eq!(ben.refused(&json!({ "type": "view", "seat": seat })), ["serve::not-seated"], "{seat}");
    }
    assert_eq!(eve.refused(&json!({ "type": "choose", "words": "pass" })), ["serve::not-seated"]);
    assert_eq!(eve.refused(&json!({ "type": "undo" })), ["serve::not-seated"]);
    for owners in
        [json!({ "type": "tables" }), json!({ "type": "shelf" }), json!({ "type": "close", "table": 1 })]
    {
        assert_eq!(ben.refused(&owners).len(), 1, "{owners}");
    }
    assert_eq!(server.by(&second["here"]).entered["table"], 2);
}

#[test]
fn a_wrong_link_opens_nothing() {
    let server = Server::start("wrong");
    server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 1);
    let cut: String = server.owner.chars().skip(1).collect();
    for token in ["", "0", cut.as_str(), &server.owner.to_uppercase(), "..%2f..", &"a".repeat(9000)] {
        let mut guest = Guest::connect(server.port);
        guest.send(json!({ "type": "enter", "token": token }).to_string());
        let said = guest.hear().unwrap();
        assert_eq!(said["problems"][0]["code"], "serve::not-entered", "{token}: {said}");
        assert_eq!(guest.closed(), Some(4401));
    }
    // Whoever says something else first does not come in either.
    let mut guest = Guest::connect(server.port);
    guest.send(r#"{"type":"tables"}"#);
    assert_eq!(guest.hear().unwrap()["type"], "refused");
    assert_eq!(guest.closed(), Some(4401));
}

#[test]
fn new_links_put_out_who_came_by_the_old_ones() {
    let server = Server::start("renew");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let (mut ben, mut owner) = (server.by(&begun["elsewhere"]["ben"]), server.owner());
    let links = owner.ask(&json!({ "type": "links", "table": 1 }));
    assert!(links["type"] == "begun" && links["elsewhere"]["ben"] != begun["elsewhere"]["ben"], "{links}");
    assert_eq!(ben.closed(), Some(4401));
    assert_eq!(server.by(&begun["here"]).entered["type"], "refused");
    let mut ben = server.by(&links["elsewhere"]["ben"]);
    assert_eq!(ben.entered["seats"], json!(["ben"]));
    // A table that was put away lets nobody in, and its number is not given again.
    assert_eq!(owner.ask(&json!({ "type": "close", "table": 1 }))["type"], "done");
    assert_eq!(ben.closed(), Some(4404));
    assert_eq!(server.by(&links["here"]).entered["type"], "refused");
    assert_eq!(owner.refused(&json!({ "type": "close", "table": 1 })), ["serve::no-table"]);
    assert_eq!(server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 1)["table"], 2);
}

#[test]
fn tokens_are_not_kept() {
    let server = Server::start("kept");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let mut kept = String::new();
    for file in std::fs::read_dir(server.table(1)).unwrap() {
        kept += &std::fs::read_to_string(file.unwrap().path()).unwrap();
    }
    for link in [&begun["here"], &begun["onlooker"], &begun["elsewhere"]["ben"]] {
        let token = link.as_str().unwrap().split_once('#').unwrap().1;
        assert!(token.len() >= 32 && !kept.contains(token), "{token}");
    }
}
