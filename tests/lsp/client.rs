//! A client in memory: opens files, changes them, asks, and waits for what it is told.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, Response};
use rota_lsp::{Ended, Options, serve, uri_of};
use serde_json::{Value, json};

/// How long an answer may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with its client.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<Ended>>,
    next: Cell<i32>,
    version: i32,
    root: PathBuf,
    /// The diagnostics of each file as it was last told.
    told: BTreeMap<String, Value>,
}

impl Client {
    /// A client that has a folder open, with capabilities of its own.
    pub fn with(root: &Path, home: Option<PathBuf>, capabilities: Value) -> Client {
        let (server, connection) = Connection::memory();
        let server = std::thread::spawn(move || serve(&server, Options { home }));
        let mut client = Client {
            connection,
            server: Some(server),
            next: Cell::new(0),
            version: 0,
            root: root.to_owned(),
            told: BTreeMap::new(),
        };
        let root = json!([{ "uri": uri_of(root), "name": "work" }]);
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities,
            "workspaceFolders": root });
        let greeting = client.ask("initialize", params);
        assert_eq!(greeting["serverInfo"]["name"], "rota");
        client.say("initialized", json!({}));
        client
    }

    /// A client as most editors are.
    pub fn new(root: &Path, home: Option<PathBuf>) -> Client {
        Client::with(root, home, json!({}))
    }

    pub fn uri(&self, file: &str) -> String {
        uri_of(&self.root.join(file))
    }

    pub fn say(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    /// Asks and waits for the answer.
    pub fn response(&mut self, method: &str, params: Value) -> Response {
        let id = self.next.get();
        self.next.set(id + 1);
        let message = Request { id: id.into(), method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
        loop {
            match self.receive() {
                Message::Response(response) if response.id == id.into() => return response,
                Message::Response(other) => panic!("nobody asked for {other:?}"),
                Message::Notification(_) | Message::Request(_) => {}
            }
        }
    }

    /// Asks and waits for an answer that is none of an error.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        match response.response_result {
            Ok(value) => value,
            Err(error) => panic!("{method}: {error:?}"),
        }
    }

    fn receive(&mut self) -> Message {
        let message = self.connection.receiver.recv_timeout(PATIENCE).expect("the server answers");
        if let Message::Notification(told) = &message
            && told.method == "textDocument/publishDiagnostics"
        {
            let file = told.params["uri"].as_str().unwrap_or_default().to_owned();
            self.told.insert(file, told.params.clone());
        }
        message
    }

    pub fn open(&mut self, file: &str, text: &str) {
        self.version += 1;
        self.say(
            "textDocument/didOpen",
            json!({ "textDocument": {
                "uri": self.uri(file), "languageId": "rota", "version": self.version, "text": text } }),
        );
    }

    pub fn change(&mut self, file: &str, text: &str) {
        self.version += 1;
        self.say(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": self.uri(file), "version": self.version },
                "contentChanges": [{ "text": text }] }),
        );
    }

    /// Waits for the diagnostics of the present state of a file.
    pub fn diagnostics(&mut self, file: &str) -> Vec<Value> {
        let uri = self.uri(file);
        loop {
            let told = self.told.get(&uri).filter(|told| told["version"] == self.version);
            if let Some(told) = told {
                return told["diagnostics"].as_array().expect("a list").clone();
            }
            self.receive();
        }
    }

    pub fn close(&mut self, file: &str) {
        self.say("textDocument/didClose", json!({ "textDocument": { "uri": self.uri(file) } }));
    }

    /// Waits until the codes that are told of another file are these.
    pub fn wait_for(&mut self, file: &str, codes: &[&str]) {
        let code = |one: &Value| one["code"].as_str().unwrap_or_default().to_owned();
        let is_told = |told: &Value| {
            told.as_array().is_some_and(|all| all.iter().map(code).collect::<Vec<_>>() == codes)
        };
        while !self.told(file).is_some_and(is_told) {
            self.receive();
        }
    }

    /// What was last told of another file, open or not.
    pub fn told(&self, file: &str) -> Option<&Value> {
        self.told.get(&self.uri(file)).map(|told| &told["diagnostics"])
    }

    /// The codes of diagnostics with the text they stand under.
    pub fn codes(&mut self, file: &str, text: &str) -> Vec<(String, String)> {
        let found = self.diagnostics(file);
        let code = |one: &Value| one["code"].as_str().expect("a code").to_owned();
        found.iter().map(|one| (code(one), under(text, &one["range"]).to_owned())).collect()
    }

    /// Asks something about a place in a file: where the word stands in its text.
    pub fn ask_at(&mut self, method: &str, file: &str, text: &str, word: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": place_of(text, word) });
        self.ask(method, params)
    }

    /// Ends the session as an editor does.
    pub fn end(mut self) -> Ended {
        self.ask("shutdown", Value::Null);
        self.say("exit", Value::Null);
        self.server.take().expect("a server").join().expect("no panic")
    }
}

/// Where a word stands first, in lines and UTF-16 columns; a `|` in the word says where in it.
pub fn place_of(text: &str, word: &str) -> Value {
    let inside = word.find('|').unwrap_or(0);
    let word = word.replace('|', "");
    let at = text.find(&word).unwrap_or_else(|| panic!("no `{word}`")) + inside;
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// The text of a range on one line, columns in UTF-16.
pub fn under<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// The offset of a place in UTF-16.
pub fn offset(text: &str, place: &Value) -> usize {
    let line = usize::try_from(place["line"].as_u64().expect("a line")).expect("a line");
    let mut left = place["character"].as_u64().expect("a column");
    let start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let mut at = start;
    for letter in text[start..].chars() {
        if left == 0 {
            break;
        }
        left -= letter.len_utf16() as u64;
        at += letter.len_utf8();
    }
    at
}
