//! A server of one's own, and somebody at the other end of a socket.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// So long something may take, on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// A server in a process of its own, with a folder for its tables. Both go when the test ends.
pub struct Server {
    child: Child,
    pub folder: PathBuf,
    pub port: u16,
    /// What is in the link of its owner.
    pub owner: String,
    /// What is in the link to its studio, where it has one.
    pub studio: String,
}

impl Server {
    pub fn start(name: &str) -> Server {
        Server::at(Server::place(name), 0, None)
    }

    /// A server with a studio over the folder `studio`, with these files beside its tables.
    pub fn with_studio(name: &str, studio: &str, files: &[(&str, &str)]) -> Server {
        let place = Server::place(name);
        fs::create_dir_all(place.join(studio)).unwrap();
        for (file, text) in files {
            fs::create_dir_all(place.join(file).parent().unwrap()).unwrap();
            fs::write(place.join(file), text).unwrap();
        }
        Server::at(place, 0, Some(studio))
    }

    /// An empty folder of its own.
    pub fn place(name: &str) -> PathBuf {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rota-serve-{}-{number}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn at(folder: PathBuf, port: u16, studio: Option<&str>) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rota"))
            .args(["serve", "--port", &port.to_string(), "--tables"])
            .arg(folder.join("tables"))
            .args(studio.into_iter().flat_map(|studio| ["--studio", studio]))
            .current_dir(&folder)
            .env_remove("ROTA_HOME")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(fs::OpenOptions::new().create(true).append(true).open(folder.join("errors")).unwrap())
            .spawn()
            .unwrap();
        let (mut said, mut line, mut second) =
            (BufReader::new(child.stdout.take().unwrap()), String::new(), String::new());
        said.read_line(&mut line).unwrap();
        let errors = fs::read_to_string(folder.join("errors")).unwrap();
        let link =
            line.trim().strip_prefix("open http://127.0.0.1:").unwrap_or_else(|| panic!("{line}{errors}"));
        let (port, owner) = link.split_once("/#").unwrap();
        if studio.is_some() {
            said.read_line(&mut second).unwrap();
            assert!(second.starts_with(&format!("studio http://127.0.0.1:{port}/studio#")), "{second}");
        }
        let studio = second.trim().split_once('#').map_or("", |(_, token)| token);
        Server {
            child,
            port: port.parse().unwrap(),
            owner: owner.to_owned(),
            studio: studio.to_owned(),
            folder,
        }
    }

    /// Ends it as a loss of power would, and starts it again in the same place.
    pub fn killed_and_started(mut self) -> Server {
        self.kill();
        let (folder, port) = (self.folder.clone(), self.port);
        self.folder.clear();
        Server::at(folder, port, None)
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again after [`Server::kill`].
    pub fn started(mut self) -> Server {
        let (folder, port) = (self.folder.clone(), self.port);
        self.folder.clear();
        Server::at(folder, port, None)
    }

    /// What it has said is wrong.
    pub fn errors(&self) -> String {
        fs::read_to_string(self.folder.join("errors")).unwrap()
    }

    pub fn table(&self, number: u64) -> PathBuf {
        self.folder.join("tables").join(number.to_string())
    }

    pub fn owner(&self) -> Guest {
        Guest::enter(self.port, &self.owner)
    }

    /// Comes into the studio.
    pub fn author(&self) -> Guest {
        Guest::enter_at(self.port, "/studio/socket", &self.studio)
    }

    /// Begins a game; returns the links as they were told, with `table`.
    pub fn begin(&self, packs: &[&str], seats: &[(&str, &str)], seed: u64) -> Value {
        let seats: Vec<Value> = seats.iter().map(|(name, by)| json!({ "name": name, "by": by })).collect();
        let start = packs.contains(&"wheel_of_fortune").then_some("wheel_of_fortune");
        let open = json!({ "packs": packs, "seed": seed, "start": start });
        let begun = self.owner().ask(&json!({ "type": "begin", "open": open, "seats": seats }));
        assert!(begun["type"] == "begun", "{begun}");
        begun
    }

    /// Comes in by a link.
    pub fn by(&self, link: &Value) -> Guest {
        Guest::enter(self.port, link.as_str().unwrap().split_once('#').unwrap().1)
    }

    /// Answers a request as a browser would send it: the whole answer.
    pub fn http(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.folder.as_os_str().is_empty() {
            return;
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Somebody at the other end of a socket.
pub struct Guest {
    pub socket: WebSocket<TcpStream>,
    /// What was said on coming in.
    pub entered: Value,
    next: u64,
    /// What was heard unasked and not yet looked at.
    heard: Vec<Value>,
    /// Every text that came.
    pub told: Vec<String>,
}

impl Guest {
    /// A socket that has said nothing yet.
    pub fn connect(port: u16) -> Guest {
        Guest::connect_to(port, "/socket")
    }

    pub fn connect_to(port: u16, path: &str) -> Guest {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        Guest { socket, entered: Value::Null, next: 1, heard: Vec::new(), told: Vec::new() }
    }

    pub fn enter(port: u16, token: &str) -> Guest {
        Guest::enter_at(port, "/socket", token)
    }

    pub fn enter_at(port: u16, path: &str, token: &str) -> Guest {
        let mut guest = Guest::connect_to(port, path);
        guest.entered = guest.ask(&json!({ "type": "enter", "token": token }));
        guest
    }

    pub fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).unwrap();
    }

    /// The next text; nothing once the socket is closed.
    pub fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.told.push(text.as_str().to_owned());
                    return Some(serde_json::from_str(text.as_str()).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The code with which the socket is closed; nothing where it was cut.
    pub fn closed(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Asks and waits for the answer with the same id.
    pub fn ask(&mut self, message: &Value) -> Value {
        let id = self.next;
        self.next += 1;
        let mut message = message.clone();
        message["id"] = json!(id);
        self.send(message.to_string());
        loop {
            let heard = self.hear().unwrap_or_else(|| panic!("closed instead of answering {message}"));
            if heard["id"] != json!(id) {
                self.heard.push(heard);
            } else if heard["problems"][0]["code"] == "serve::too-fast" {
                // People do not ask so fast: a moment later it is answered.
                std::thread::sleep(Duration::from_millis(250));
                self.send(message.to_string());
            } else {
                return heard;
            }
        }
    }

    /// The codes of what is refused.
    pub fn refused(&mut self, message: &Value) -> Vec<String> {
        let answer = self.ask(message);
        assert!(answer["type"] == "refused", "{message}: {answer}");
        let problems = answer["problems"].as_array().unwrap();
        problems.iter().map(|problem| problem["code"].as_str().unwrap().to_owned()).collect()
    }

    /// Waits until it is told that the table has come to a change.
    pub fn wait_for(&mut self, at: u64) {
        let until = Instant::now() + LONGEST;
        let is_there = |heard: &Value| heard["type"] == "changed" && heard["at"].as_u64() >= Some(at);
        while !self.heard.iter().any(is_there) {
            assert!(Instant::now() < until, "change {at} was not told");
            let heard = self.hear().unwrap();
            self.heard.push(heard);
        }
        self.heard.clear();
    }

    /// Waits until it is told that a file was saved.
    pub fn wait_for_files(&mut self) {
        while !self.heard.iter().any(|heard| heard["type"] == "files_changed") {
            let heard = self.hear().unwrap();
            self.heard.push(heard);
        }
        self.heard.clear();
    }

    /// What a seat sees.
    pub fn view(&mut self, seat: Option<&str>) -> Value {
        let mut look = json!({ "type": "view" });
        if let Some(seat) = seat {
            look["seat"] = json!(seat);
        }
        let view = self.ask(&look);
        assert!(view["type"] == "view", "{view}");
        view
    }

    /// Makes a move by its words.
    pub fn choose(&mut self, seat: &str, words: &Value, at: &Value) -> Value {
        self.ask(&json!({ "type": "choose", "seat": seat, "words": words, "at": at }))
    }
}

/// How much is tried, where a variable of the environment does not say something else.
pub fn how_many(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// The words of some option of the decision that waits, or a pass.
pub fn some_option(view: &Value, number: usize) -> Value {
    let decision = &view["decision"];
    let options = decision["options"].as_array().unwrap_or_else(|| panic!("nothing is offered: {decision}"));
    if options.is_empty() || (decision["may_pass"] == true && number.is_multiple_of(3)) {
        return json!("pass");
    }
    options[number % options.len()]["words"].clone()
}
