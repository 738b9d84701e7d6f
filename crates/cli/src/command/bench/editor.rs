//! An editor in which somebody types: how long a key takes to its diagnostics, and how much memory the server has.

#![expect(clippy::float_arithmetic, reason = "rates are for people to read")]

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use lsp_server::{Message, Notification, Request};
use rota_lsp::uri_of;
use serde_json::{Value, json};

use super::probe::Measured;
use crate::exit::Failure;

/// How many keys are typed in a round.
const KEYS: usize = 60;

/// How long somebody who types fast takes from key to key.
const BETWEEN_KEYS: Duration = Duration::from_millis(50);

/// So long nobody types at last, so that the server looks at everything else as well.
const REST: Duration = Duration::from_secs(3);

/// What is typed, again and again: a comment, and words that are wrong until they are gone again.
const TYPED: &str = "# a comment\nno such thing";

/// Where the system tells of a process how much memory it had at the most.
const STATUS: &str = "/proc/self/status";

/// Files that are open in an editor.
pub(super) struct Editor {
    /// The program whose `lsp` is started.
    pub program: PathBuf,
    /// The folder that is open.
    pub folder: PathBuf,
    /// The open files; it is typed in the last one.
    pub files: Vec<PathBuf>,
}

impl Editor {
    /// Whether the system tells how much memory a process had.
    pub fn knows_memory() -> bool {
        Path::new(STATUS).is_file()
    }

    /// Types for a while. The rate is that of the slowest twentieth of all keys.
    ///
    /// Errors: the server does not start, or is gone before it answers.
    pub fn run(&self) -> Result<Measured, Failure> {
        let mut session = Session::start(self)?;
        let mut text = String::new();
        for file in &self.files {
            text = fs::read_to_string(file)?;
            session.open(file, &text)?;
        }
        let Some(typed) = self.files.last() else { return Ok(Measured::default()) };
        session.wait_for(typed)?;
        let mut times = Vec::new();
        for key in 0..KEYS {
            sleep(BETWEEN_KEYS);
            let more: String = TYPED.chars().take(key % TYPED.len() + 1).collect();
            times.push(session.change(typed, &format!("{text}\n{more}"))?);
        }
        sleep(REST);
        session.change(typed, &text)?;
        times.sort();
        let slow = times.get(times.len() * 19 / 20).copied().unwrap_or_default().as_secs_f64();
        Ok(Measured {
            rate: 1.0 / slow.max(f64::MIN_POSITIVE),
            memory: session.memory(),
            ..Measured::default()
        })
    }
}

/// A server, and what it was told.
struct Session {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    version: i32,
}

impl Session {
    fn start(editor: &Editor) -> Result<Session, Failure> {
        let mut command = Command::new(&editor.program);
        let command = command.arg("lsp").current_dir(&editor.folder).stderr(Stdio::null());
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(to), Some(from)) = (server.stdin.take(), server.stdout.take()) else { return Err(gone()) };
        let mut session = Session { server, to, from: BufReader::new(from), version: 0 };
        let folder = json!([{ "uri": uri_of(&editor.folder), "name": "bench" }]);
        let params =
            json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folder });
        session.send(Request { id: 0.into(), method: "initialize".to_owned(), params })?;
        while !matches!(session.receive()?, Message::Response(_)) {}
        session.say("initialized", json!({}))?;
        Ok(session)
    }

    fn send(&mut self, message: impl Into<Message>) -> Result<(), Failure> {
        message.into().write(&mut self.to).map_err(Failure::from)
    }

    fn say(&mut self, method: &str, params: Value) -> Result<(), Failure> {
        self.send(Notification { method: method.to_owned(), params })
    }

    fn receive(&mut self) -> Result<Message, Failure> {
        Message::read(&mut self.from)?.ok_or_else(gone)
    }

    fn open(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        self.version += 1;
        let about =
            json!({ "uri": uri_of(file), "languageId": "rota", "version": self.version, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": about }))
    }

    /// Changes a text and tells how long it takes to its diagnostics.
    fn change(&mut self, file: &Path, text: &str) -> Result<Duration, Failure> {
        self.version += 1;
        let about = json!({ "uri": uri_of(file), "version": self.version });
        let params = json!({ "textDocument": about, "contentChanges": [{ "text": text }] });
        let start = Instant::now();
        self.say("textDocument/didChange", params)?;
        self.wait_for(file)?;
        Ok(start.elapsed())
    }

    /// Waits for the diagnostics of the present text of a file.
    fn wait_for(&mut self, file: &Path) -> Result<(), Failure> {
        let uri = uri_of(file);
        loop {
            if let Message::Notification(told) = self.receive()?
                && told.params.get("uri").and_then(Value::as_str) == Some(&uri)
                && told.params.get("version").and_then(Value::as_i64) == Some(i64::from(self.version))
            {
                return Ok(());
            }
        }
    }

    /// How many megabytes the server had at the most; 0 where nobody knows.
    fn memory(&self) -> f64 {
        let path = STATUS.replace("self", &self.server.id().to_string());
        let status = fs::read_to_string(path).unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let most = most.and_then(|most| most.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
        most.unwrap_or_default() * 1024.0 / 1e6
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It ends by itself with its input; where it cannot, it is nobody's any more.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn gone() -> Failure {
    Failure::usage("the language server ended before it answered")
}
