//! The tutorial, followed to the letter: the page is read, and each step of it done in an empty folder.
//!
//! The words behind the three backticks say what a block is:
//!
//! | words | the block |
//! |---|---|
//! | `… file=PATH` | what the file holds from now on |
//! | `… append=PATH` | what comes to its end |
//! | `diff file=PATH` | lines that stand in it once, with what goes (`-`) and what comes (`+`) |
//! | `sh follow` | commands: each line is typed; the last one ends with `exit=N`; `answers=a,b` are typed at it |
//! | `text shown` | what the commands above write; a line `…` stands for what is left out between the lines shown |
//!
//! A picture is compared with the file of its name that the commands above have drawn.
#![expect(clippy::panic, reason = "a page that cannot be followed stops the test")]

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

use super::Person;

const LEFT_OUT: &str = "…";

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// A newcomer at the page.
struct Reader {
    person: Person,
    /// What the commands of the last block have written.
    written: Vec<String>,
}

impl Reader {
    /// Does what a block says, and returns the block as it should stand on the page.
    fn follow(&mut self, tags: &str, body: Vec<String>) -> Vec<String> {
        let setting = |name: &str| tags.split(' ').find_map(|tag| tag.strip_prefix(name)?.strip_prefix('='));
        let text: String = body.iter().map(|line| format!("{line}\n")).collect();
        match (tags.split(' ').next().unwrap_or_default(), setting("file"), setting("append")) {
            ("diff", Some(file), None) => self.change(file, &body),
            ("rota" | "toml", Some(file), None) => self.person.write(file, &text),
            ("rota" | "toml", None, Some(file)) => {
                let before = self.read(file);
                self.person.write(file, &format!("{before}{text}"));
            }
            ("sh", None, None) if tags.contains(" follow") => {
                let exit = setting("exit").map_or(0, |exit| exit.parse().unwrap());
                self.written.clear();
                for (number, line) in body.iter().enumerate() {
                    let exit = if number + 1 == body.len() { exit } else { 0 };
                    self.type_in(line, setting("answers").unwrap_or_default(), exit);
                }
            }
            ("text", None, None) if tags == "text shown" => return self.shown(&body),
            _ => panic!("nobody can follow a block of `{tags}`"),
        }
        body
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.person.work().join(file)).unwrap()
    }

    fn change(&self, file: &str, lines: &[String]) {
        let side = |left_out: char| -> String {
            let kept = lines.iter().filter(|line| !line.starts_with(left_out));
            kept.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
        };
        let (before, text) = (side('+'), self.read(file));
        assert_eq!(text.matches(&before).count(), 1, "{file} holds not once:\n{before}\nbut:\n{text}");
        self.person.write(file, &text.replace(&before, &side('-')));
    }

    fn type_in(&mut self, line: &str, answers: &str, exit: i32) {
        // One pipe for both, so that all is in the order in which a terminal shows it.
        let (mut reader, writer) = std::io::pipe().unwrap();
        let mut child = self
            .person
            .command(line.strip_prefix("rota ").unwrap())
            .stdin(Stdio::piped())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(answers.replace(',', "\n").as_bytes()).unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(exit), "{line}\n{text}");
        self.written.extend(text.lines().map(|line| line.trim_end().to_owned()));
    }

    /// What was written, without as many lines as are left out between those that the page shows.
    fn shown(&self, body: &[String]) -> Vec<String> {
        let Some(first) = body.iter().position(|line| line == LEFT_OUT) else { return self.written.clone() };
        let last = body.len() - first - 1;
        assert!(first + last < self.written.len(), "nothing is left out of {body:?}");
        let (begin, end) = (&self.written[..first], &self.written[self.written.len() - last..]);
        [begin, &[LEFT_OUT.to_owned()], end].concat()
    }

    /// Compares a picture on the page with the one that was drawn.
    fn look_at(&self, picture: &str) {
        let name = picture.strip_prefix("../pictures/").unwrap();
        let drawn = fs::read(self.person.work().join(name)).unwrap();
        let path = docs().join("pictures").join(name);
        if std::env::var_os("ROTA_WRITE").is_some() {
            fs::write(&path, &drawn).unwrap();
        }
        assert!(fs::read(path).is_ok_and(|held| held == drawn), "{name} differs; ROTA_WRITE=1 writes it");
    }
}

#[test]
fn the_tutorial_is_followed_to_the_letter() {
    let path = docs().join("tutorial/README.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut reader = Reader { person: Person::new("tutorial"), written: Vec::new() };
    let mut followed = Vec::new();
    let mut lines = page.lines().map(str::to_owned);
    while let Some(line) = lines.next() {
        followed.push(line.clone());
        if let Some(tags) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| line != "```").collect();
            followed.extend(reader.follow(tags, body));
            followed.push("```".to_owned());
        } else if let Some((_, picture)) = line.strip_prefix("![").and_then(|line| line.split_once("](")) {
            reader.look_at(picture.strip_suffix(')').unwrap());
        }
    }
    let followed = followed.join("\n") + "\n";
    if std::env::var_os("ROTA_WRITE").is_some() {
        fs::write(&path, &followed).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap();
    let differs = page.lines().zip(followed.lines()).enumerate().find(|(_, (then, now))| then != now);
    assert_eq!(page, followed, "the page differs, first in {differs:?}; ROTA_WRITE=1 writes it");
}
