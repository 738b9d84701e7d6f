//! Bytes that no browser sends: broken frames, broken requests. Each is let go of, and a game beside them goes on.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::guest::{Guest, Server, some_option};
use crate::kills::answered;

/// A frame as a client has to send it, with a mask that changes nothing.
fn frame(first: u8, bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match u16::try_from(bytes.len()) {
        Ok(length @ 0..126) => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((bytes.len() as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(bytes);
    frame
}

/// The beginning of a frame that says how long it is, and has nothing in it yet.
fn promise(length: u64) -> Vec<u8> {
    [&[0x81, 0xff][..], &length.to_be_bytes(), &[0; 4]].concat()
}

fn broken_frames() -> Vec<(&'static str, Vec<u8>)> {
    let endless: Vec<u8> = (0..80).flat_map(|part| frame(u8::from(part == 0), &[b'a'; 1024])).collect();
    vec![
        ("without a mask", vec![0x81, 2, b'h', b'i']),
        ("of a kind that there is not", frame(0x83, b"x")),
        ("with bits that mean nothing", frame(0xf1, b"x")),
        ("bytes that are no text", frame(0x81, &[0xff, 0xfe, 0x80])),
        ("the longest", promise(i64::MAX as u64)),
        ("longer than the longest", promise(u64::MAX)),
        ("a gigabyte", promise(1 << 30)),
        ("a long ping", frame(0x89, &[0; 126])),
        ("a ping in parts", frame(0x09, b"x")),
        ("what goes on with nothing", frame(0x80, b"x")),
        ("a text in a text", [frame(0x01, b"a"), frame(0x81, b"b")].concat()),
        ("a text without an end", endless),
        ("an end of one byte", frame(0x88, &[3])),
        ("an end that is no number", frame(0x88, &[0, 1])),
    ]
}

/// A socket by hand, before anything is said over it.
fn socket(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    let head = format!(
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.port
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"));
    stream
}

/// Somebody has come in over a socket by hand.
fn entered(server: &Server, link: &Value) -> TcpStream {
    let mut stream = socket(server);
    let token = link.as_str().unwrap().split_once('#').unwrap().1;
    stream
        .write_all(&frame(0x81, json!({ "type": "enter", "token": token }).to_string().as_bytes()))
        .unwrap();
    stream
}

/// What comes until the other side ends it; nothing where it does not.
fn to_the_end(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
        // One who is cut off has no less been let go of.
        Ok(_) | Err(_) => Some(all),
    }
}

/// A game that is played on meanwhile.
struct Beside {
    ends: Arc<AtomicBool>,
    playing: JoinHandle<(u32, Duration)>,
}

impl Beside {
    fn begin(server: &Server) -> Beside {
        let begun = server.begin(&["base"], &[("ann", "here"), ("bot", "uniform")], 5);
        let (mut page, ends) = (server.by(&begun["here"]), Arc::new(AtomicBool::new(false)));
        let told = Arc::clone(&ends);
        let playing = thread::spawn(move || {
            let (mut moves, mut longest) = (0, Duration::ZERO);
            // On a busy machine what it is played beside may be over before it has begun.
            while moves == 0 || !told.load(Ordering::Relaxed) {
                let start = Instant::now();
                let view = answered(&mut page, json!({ "type": "view", "seat": "ann" })).unwrap();
                if view["decision"]["player"] == "ann" {
                    let choose = json!({ "type": "choose", "seat": "ann", "words": some_option(&view, 1) });
                    let made = answered(&mut page, choose).unwrap();
                    assert!(made["type"] == "view", "{made}");
                    moves += 1;
                }
                longest = longest.max(start.elapsed());
                // At such a pace a game lasts as long as what goes on beside it.
                thread::sleep(Duration::from_millis(100));
            }
            (moves, longest)
        });
        Beside { ends, playing }
    }

    /// Ends it; it was not held up.
    fn end(self) {
        self.ends.store(true, Ordering::Relaxed);
        let (moves, longest) = self.playing.join().unwrap();
        println!("{moves} moves beside it, the longest took {longest:?}");
        assert!(moves > 0 && longest < Duration::from_secs(5), "{moves} moves, {longest:?}");
    }
}

#[test]
fn broken_frames_end_a_socket_and_nothing_else() {
    let server = Server::start("frames");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let beside = Beside::begin(&server);
    for (what, bytes) in broken_frames() {
        for mut stream in [socket(&server), entered(&server, &begun["onlooker"])] {
            let _ = stream.write_all(&bytes);
            assert!(to_the_end(&mut stream).is_some(), "{what}: the socket stays open");
        }
    }
    // What costs nothing to send is not free either.
    let mut pings = entered(&server, &begun["onlooker"]);
    let _ = pings.write_all(&frame(0x89, b"").repeat(2000));
    assert!(to_the_end(&mut pings).is_some(), "pings without an end are answered");
    // Parts without anything in them are no message: whoever sends them waits, and others do not.
    let mut parts = entered(&server, &begun["onlooker"]);
    let _ = parts.write_all(&[frame(0x01, b""), frame(0x00, b"").repeat(50_000)].concat());
    let mut ann = server.by(&begun["here"]);
    assert_eq!(ann.view(Some("ann"))["at"], 0);
    beside.end();
    assert_eq!(server.errors(), "");
}

#[test]
fn a_message_may_be_so_long_and_so_deep() {
    let server = Server::start("deep");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let mut ben = server.by(&begun["elsewhere"]["ben"]);
    let padded = |length: usize| {
        let text = r#"{"type":"choose","seat":"ben","words":""}"#;
        text.replace(r#""words":""#, &format!(r#""words":"{}"#, "a".repeat(length - text.len())))
    };
    assert_eq!(padded(1000).len(), 1000);
    ben.send(padded(64 << 10));
    assert_eq!(ben.hear().unwrap()["type"], "refused");
    // Nested as deep as fits, closed again and not.
    for (open, shut) in [("[", "]"), (r#"{"a":"#, "}"), ("[", "")] {
        for depth in [100, 127, 128, 129, 9000] {
            let nested = format!("{}1{}", open.repeat(depth), shut.repeat(depth));
            for message in [
                format!(r#"{{"type":"choose","seat":"ben","words":{nested}}}"#),
                format!(r#"{{"type":"view","id":{nested}}}"#),
                nested.clone(),
            ] {
                ben.send(message);
                assert_eq!(ben.hear().unwrap()["type"], "refused", "{depth} times {open}");
            }
        }
    }
    assert_eq!(ben.view(Some("ben"))["at"], 0);
    ben.send(padded((64 << 10) + 1));
    assert!(matches!(ben.closed(), Some(1009) | None));
    let mut first = Guest::connect(server.port);
    first.send(format!(r#"{{"type":"enter","token":{}{}}}"#, "[".repeat(9000), "]".repeat(9000)));
    assert_eq!(first.hear().unwrap()["problems"][0]["code"], "serve::not-entered");
    assert_eq!(first.closed(), Some(4401));
    assert_eq!(server.errors(), "");
}

#[test]
fn broken_requests_are_refused_with_all_guards() {
    let server = Server::start("requests");
    let beside = Beside::begin(&server);
    let own = format!("127.0.0.1:{}", server.port);
    let with = |first: &str, more: &str| {
        format!("{first}\r\nHost: {own}\r\nConnection: close\r\n{more}\r\n").into_bytes()
    };
    let many: String = (0..2000).map(|number| format!("X-{number}: 1\r\n")).collect();
    // Those that are read as requests are refused in words, with what keeps a browser from doing more.
    let refused = [
        with("GET /nothing HTTP/1.1", ""),
        with("GET /page/../../etc/passwd HTTP/1.1", ""),
        with("GET /page//etc/passwd HTTP/1.1", ""),
        with("GET /page/%2fetc%2fpasswd HTTP/1.1", ""),
        with("GET /page/%00 HTTP/1.1", ""),
        with("GET /page/..%5c..%5cCargo.toml HTTP/1.1", ""),
        with("GET /page/.%2e/.%2e/Cargo.toml HTTP/1.1", ""),
        with("GET /page/package.json HTTP/1.1", ""),
        with("GET /t/-1 HTTP/1.1", ""),
        with("GET /t/99999999999 HTTP/1.1", ""),
        with("GET /t/1/game.save HTTP/1.1", ""),
        with("GET /socket HTTP/1.1", ""),
        with("DELETE /t/1 HTTP/1.1", ""),
        with("PUT /page/main.js HTTP/1.1", "Content-Length: 0\r\n"),
        with("OPTIONS / HTTP/1.1", "Origin: http://evil.test\r\n"),
        with("GET http://evil.test/ HTTP/1.1", ""),
        with("GET / HTTP/1.1", "Host: evil.test\r\n"),
        with("GET / HTTP/1.1", &format!("Origin: http://{own}\r\nOrigin: http://evil.test\r\n")),
        b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_vec(),
    ];
    for request in &refused {
        let (shown, answer) = (String::from_utf8_lossy(request), ask(&server, request));
        let answer = answer.unwrap_or_else(|| panic!("{shown} waits")).to_lowercase();
        assert!(answer.starts_with("http/1.1 4"), "{shown}{answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        for guard in [
            "content-security-policy: default-src 'none'",
            "nosniff",
            "no-referrer",
            "cache-control: no-cache",
        ] {
            assert!(head.contains(guard), "{shown}{head} lacks {guard}");
        }
        assert!(!head.contains("access-control") && body.len() < 300, "{shown}{answer}");
        assert!(!body.contains("root:") && !body.contains("rota-serve"), "{shown}{answer}");
    }
    // Those that cannot be read end the connection, in words or not.
    let broken = [
        vec![0; 100],
        vec![0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"GET\r\n\r\n".to_vec(),
        with("GET / HTTP/9.9", ""),
        with(&format!("GET /{} HTTP/1.1", "a".repeat(200_000)), ""),
        with("GET / HTTP/1.1", &format!("X: {}\r\n", "a".repeat(200_000))),
        with("GET / HTTP/1.1", &many),
        with("GET / HTTP/1.1", "no colon\r\n"),
        with("GET / HTTP/1.1", "Content-Length: -1\r\n"),
    ];
    for request in &broken {
        let shown: String = String::from_utf8_lossy(request).chars().take(60).collect();
        let answer = ask(&server, request).unwrap_or_else(|| panic!("{shown} waits"));
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{shown}: {answer}");
    }
    beside.end();
    assert_eq!(server.errors(), "");
}

/// Sends bytes and hears what comes until the connection ends; nothing where it does not end.
fn ask(server: &Server, request: &[u8]) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    let _ = stream.write_all(request);
    to_the_end(&mut stream).map(|answer| String::from_utf8_lossy(&answer).into_owned())
}
