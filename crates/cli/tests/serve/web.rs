//! What browsers ask for: the page, under the names of the server alone.

use crate::guest::Server;

#[test]
fn the_page_comes_with_its_guards() {
    let server = Server::start("page");
    let get = |path: &str, more: &str| {
        server.http(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{more}\r\n",
            server.port
        ))
    };
    for path in ["/", "/t/1", "/t/999"] {
        let answer = get(path, "");
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
        for guard in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "content-type: text/html",
            "etag: ",
        ] {
            assert!(head.contains(guard), "{path} lacks {guard}: {head}");
        }
    }
    // What the page is made of comes with its kind, and not twice.
    let script = get("/page/main.js", "");
    assert!(script.contains("text/javascript"), "{script}");
    let tag = script
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("etag: ").map(str::to_owned))
        .unwrap();
    assert!(get("/page/main.js", &format!("If-None-Match: {tag}\r\n")).starts_with("HTTP/1.1 304"));
    for path in [
        "/page/",
        "/page/nothing.js",
        "/page/../src/lib.rs",
        "/page/%2e%2e/src/lib.rs",
        "/page/..%2fsrc/lib.rs",
        "/etc/passwd",
        "/tables/1/game.save",
    ] {
        assert!(get(path, "").starts_with("HTTP/1.1 40"), "{path}: {}", get(path, ""));
    }
    assert!(
        server
            .http(&format!(
                "POST / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                server.port
            ))
            .starts_with("HTTP/1.1 405")
    );
}

#[test]
fn strangers_are_not_answered() {
    let server = Server::start("strangers");
    let ask = |host: &str, origin: &str, path: &str| {
        let origin = if origin.is_empty() { String::new() } else { format!("Origin: {origin}\r\n") };
        let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let more = if path == "/socket" { upgrade } else { "Connection: close\r\n" };
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{origin}{more}\r\n");
        if path != "/socket" {
            return server.http(&head);
        }
        // A socket that is let in stays open: its first line is enough.
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
        let mut first = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut first).unwrap();
        String::from_utf8_lossy(&first).into_owned()
    };
    let port = server.port;
    let own = format!("127.0.0.1:{port}");
    for path in ["/", "/page/main.js", "/socket"] {
        for host in ["evil.test", &format!("evil.test:{port}"), "127.0.0.1", "127.0.0.1:1", "[::1]:1", ""] {
            let answer = ask(host, "", path);
            assert!(answer.starts_with("HTTP/1.1 4"), "{path} as {host}: {answer}");
        }
        for origin in
            ["http://evil.test", &format!("http://127.0.0.1:{}", port ^ 1), "null", &format!("ftp://{own}")]
        {
            let answer = ask(&own, origin, path);
            assert!(answer.starts_with("HTTP/1.1 403"), "{path} from {origin}: {answer}");
        }
        for (host, origin) in
            [(&own, ""), (&own, format!("http://{own}").as_str()), (&format!("localhost:{port}"), "")]
        {
            let answer = ask(host, origin, path);
            assert!(
                answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 101"),
                "{path}: {answer}"
            );
        }
    }
}
