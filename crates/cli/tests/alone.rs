//! The program by itself: in an empty folder, with an empty home, and without the tree that it was built in.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Somebody who has the program and nothing else: a home, and an empty folder in it. Both go when the test ends.
struct Person {
    home: PathBuf,
}

impl Person {
    fn new(name: &str) -> Person {
        let home = std::env::temp_dir().join(format!("rota-alone-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(home.join("work")).unwrap();
        Person { home: home.canonicalize().unwrap() }
    }

    fn work(&self) -> PathBuf {
        self.home.join("work")
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rota"));
        command.args(line.split_whitespace()).current_dir(self.work());
        command.env("HOME", &self.home).env("XDG_DATA_HOME", self.home.join("data"));
        command.env_remove("ROTA_HOME").env_remove("ROTA_DATA");
        command
    }

    fn try_rota(&self, line: &str) -> Output {
        self.command(line).stdin(Stdio::null()).output().unwrap()
    }

    /// What a command writes that must succeed.
    fn rota(&self, line: &str) -> String {
        let output = self.try_rota(line);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "rota {line}\n{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    /// The exit code of a command that must fail, and what is said of it; some lines are broken, so blanks are alike.
    fn refused(&self, line: &str) -> (i32, String) {
        let output = self.try_rota(line);
        assert!(!output.status.success(), "rota {line}");
        (output.status.code().unwrap(), plain(&String::from_utf8_lossy(&output.stderr)))
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.work().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// A message as one line, without what draws its frame.
fn plain(message: &str) -> String {
    message.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_packs_in_the_program_play_in_an_empty_folder() {
    let ann = Person::new("empty");
    assert!(ann.rota("play base --seed 7 --auto --quiet").contains("1. "));
    assert!(ann.rota("play inns_and_traders --auto --quiet").contains("1. "), "a composition");
    assert!(ann.rota("play brewers --auto --quiet").contains("1. "), "a whole game");
    assert!(ann.rota("sim base@first_revision --games 3").contains("3 games"));
    assert!(ann.rota("test fortune_teller").ends_with(" passed, 0 failed\n"));
    assert!(ann.rota("disasm base:complete_road").contains("complete_road"));
    assert!(ann.rota("editions river").contains("rota play river@second"));
    assert_eq!(fs::read_dir(ann.work()).unwrap().count(), 0, "nothing was written");
}

#[test]
fn what_is_checked_where_nothing_is_named_is_said() {
    let ann = Person::new("check");
    let checked = ann.rota("check");
    assert!(checked.contains("no problem\n") && checked.contains("built into rota"), "{checked}");
    assert!(ann.rota("check --format json").contains("\"layer\": \"built_in\""));
    ann.write("rulesets/own/own.rota", "pack own 1.0.0 \"Own\"\nrequires base ^1.0\n");
    assert_eq!(ann.rota("check"), "1 pack, 1 tile set: no problem\n");
    assert!(ann.rota("check --format json").contains("\"layer\": \"here\""));
}

#[test]
fn a_message_names_places_in_the_program_so_that_nobody_looks_for_a_file() {
    let ann = Person::new("places");
    ann.write("own/own.rota", "pack own 1.0.0 \"Own\"\nrequires base ^2.0\n");
    let (exit, told) = ann.refused("check own");
    assert_eq!(exit, 1);
    assert!(told.contains("[(built in) rulesets/base/pack.rota:2:11]"), "{told}");
    let played = ann.rota("play base --auto --seed 7");
    assert!(played.contains("((built in) rulesets/base/road.rota:"), "{played}");
}

#[test]
fn a_pack_here_hides_the_one_in_the_program() {
    let ann = Person::new("hides");
    ann.write("rulesets/cult/cult.rota", "pack cult 7.0.0 \"Another cult\"\nrequires base ^1.0\n");
    let listed = ann.rota("packs");
    let own = listed.lines().find(|line| line.contains("7.0.0")).unwrap();
    assert!(own.contains("[rulesets/cult]; hides (built in) rulesets/cult 1.0.0"), "{own}");
    let other = listed.lines().find(|line| line.contains("The Cult")).unwrap();
    assert!(other.contains("hidden by rulesets/cult 7.0.0"), "{other}");
    assert!(ann.rota("editions cult").starts_with("Another cult"), "{}", ann.rota("editions cult"));
    // What is not here is still found behind it.
    assert!(ann.rota("play cult tower --auto --quiet").contains("1. "));
    assert!(ann.rota("packs --format json").contains("\"hidden_by\": {"));
}

#[test]
fn a_folder_that_only_has_the_name_of_a_pack_does_not_hide_it() {
    let ann = Person::new("named");
    fs::create_dir(ann.work().join("base")).unwrap();
    assert!(ann.rota("play base --auto --quiet").contains("1. "));
}

/// Plays with answers from elsewhere.
fn typed(person: &Person, line: &str, answers: &str) -> String {
    let mut child = person.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "rota {line}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn people_play_in_an_empty_folder() {
    let ann = Person::new("people");
    let played = typed(&ann, "play base --seed 7 --save evening.save", "1\n1\nleave\n");
    assert!(played.contains("left at move"), "{played}");
    assert!(Path::new(&ann.work().join("evening.save")).is_file());
    assert!(ann.rota("why evening.save").contains("red"), "a save of packs in the program is read again");
}
