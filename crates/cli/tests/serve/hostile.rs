//! Guests who mean no good: each gets a clear answer or a closed socket, and a game beside them goes on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rota::Random;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::guest::{Guest, Server, how_many, some_option};

/// Messages that make no sense; `ROTA_HOSTILE` says how many.
fn messages() -> u64 {
    how_many("ROTA_HOSTILE", 1500)
}

/// A message that is nearly one.
fn odd(random: &mut Random) -> String {
    let kinds = [
        "view", "choose", "undo", "feature", "read", "drawings", "begin", "links", "enter", "save", "",
        "\u{0}",
    ];
    let values = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!("../../etc/passwd"),
        json!([[[[]]]]),
        json!({ "type": "segment", "x": 40_000, "y": 1, "segment": 70_000 }),
        json!({ "type": "segment", "x": -32_768, "y": 32_767, "segment": 0, "half": 255 }),
        json!("a".repeat(5000)),
        json!(u64::MAX),
        json!("ann"),
        json!(true),
    ];
    let mut message = json!({ "type": kinds[random.below(kinds.len())] });
    for field in ["seat", "since", "at", "words", "place", "file", "token", "open", "seats", "table", "id"] {
        if random.below(3) == 0 {
            message[field] = values[random.below(values.len())].clone();
        }
    }
    let mut text = message.to_string();
    match random.below(6) {
        0 => text.truncate(text.char_indices().nth(text.chars().count() / 2).map_or(0, |(place, _)| place)),
        1 => text = "[".repeat(random.below(20_000)),
        2 => {
            text = (0..random.below(200))
                .map(|_| char::from_u32(random.below(0x2000) as u32).unwrap_or('x'))
                .collect()
        }
        _ => {}
    }
    text
}

#[test]
fn senseless_messages_are_answered_and_change_nothing() {
    let server = Server::start("odd");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let (mut ann, mut random) = (server.by(&begun["here"]), Random::new(3));
    let mut answered = 0;
    let mut hostile = server.by(&begun["elsewhere"]["ben"]);
    for number in 0..messages() {
        hostile.send(odd(&mut random));
        match hostile.hear() {
            Some(said) => {
                answered += 1;
                assert!(said["type"].is_string(), "{said}");
                if said["type"] == "refused" {
                    assert!(said["problems"][0]["message"].as_str().unwrap().len() > 8, "{said}");
                }
            }
            None => hostile = server.by(&begun["elsewhere"]["ben"]),
        }
        // Others are not disturbed.
        if number.is_multiple_of(50) {
            let start = Instant::now();
            assert_eq!(ann.view(Some("ann"))["at"], 0);
            assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        }
        if number.is_multiple_of(40) {
            std::thread::sleep(Duration::from_millis(400));
        }
    }
    println!("{answered} of {} senseless messages were answered", messages());
    assert!(answered * 10 > messages() * 8, "{answered}");
    let view = ann.view(Some("ann"));
    assert_eq!(ann.choose("ann", &some_option(&view, 1), &view["at"])["type"], "view");
    assert_eq!(server.errors(), "");
}

#[test]
fn floods_and_bulk_are_cut_off() {
    let server = Server::start("flood");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let mut flooding = server.by(&begun["onlooker"]);
    let mut refused = 0;
    for _ in 0..5000 {
        if flooding.socket.send(Message::text(r#"{"type":"why"}"#)).is_err() {
            break;
        }
    }
    while let Some(said) = flooding.hear() {
        refused += u32::from(said["problems"][0]["code"] == "serve::too-fast");
    }
    assert!(refused > 0, "nothing was refused");
    // A message of a megabyte, and bytes that are no text.
    let mut bulky = server.by(&begun["onlooker"]);
    let _ = bulky.socket.send(Message::text("a".repeat(1 << 20)));
    assert!(bulky.hear().is_none());
    let mut binary = server.by(&begun["onlooker"]);
    binary.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(binary.closed(), Some(1003));
    let mut ann = server.by(&begun["here"]);
    assert_eq!(ann.view(Some("ann"))["at"], 0);
}

#[test]
fn whoever_reads_nothing_or_says_nothing_holds_up_nobody() {
    let server = Server::start("slow");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 1);
    // One asks much and reads nothing; some ask half; some say nothing at all.
    let mut slow = server.by(&begun["onlooker"]);
    for _ in 0..150 {
        slow.send(r#"{"type":"drawings"}"#);
    }
    let silent: Vec<Guest> = (0..20).map(|_| Guest::connect(server.port)).collect();
    let half: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.").unwrap();
            stream
        })
        .collect();
    let mut page = server.by(&begun["here"]);
    for number in 0..10 {
        let onlooker = page.view(None);
        let seat = onlooker["decision"]["player"].as_str().unwrap().to_owned();
        let view = page.view(Some(&seat));
        let start = Instant::now();
        assert_eq!(page.choose(&seat, &some_option(&view, number), &view["at"])["type"], "view");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
    // Half a request is let go of after a while.
    for mut stream in half {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
    }
    for mut guest in silent {
        let said: Option<Value> = guest.hear();
        assert!(said.is_none_or(|said| said["type"] == "refused"));
    }
}
