//! The program by itself: in an empty folder, with an empty home, and without the tree that it was built in.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "alone/tutorial.rs"]
mod tutorial;

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
    assert!(ann.rota("render tiles/base.toml -o base.svg").contains("pixels"));
    assert!(ann.refused("render tiles/bsae.toml -o base.svg").1.contains("cannot be read"));
}

#[test]
fn what_is_checked_where_nothing_is_named_is_said() {
    let ann = Person::new("check");
    let checked = ann.rota("check");
    assert!(checked.contains("no problem\n") && checked.contains("built into rota"), "{checked}");
    assert!(ann.rota("check --format json").contains("\"layer\": \"built_in\""));
    ann.write("rulesets/own/own.rota", "pack own 1.0.0 \"Own\" language 2\nrequires base ^1.0\n");
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

const KINDS: [&str; 5] = ["tiles", "piece", "event", "scoring", "edition"];

#[test]
fn a_new_pack_of_every_kind_is_sound_proved_and_formatted() {
    let ann = Person::new("kinds");
    for kind in KINDS {
        let name = format!("town_{kind}");
        let told = ann.rota(&format!("new {name} --like {kind}"));
        // What it says to type next is what a newcomer does next.
        for line in
            [format!("rota check {name}"), format!("rota test {name}"), format!("rota pack build {name}")]
        {
            assert!(told.contains(&line), "{told}");
        }
        assert_eq!(ann.rota(&format!("check {name}")), "1 pack, 2 tile sets: no problem\n");
        let tested = ann.rota(&format!("test {name} --mutate"));
        assert!(!tested.contains("MISSED") && tested.contains("census"), "{tested}");
        assert!(ann.rota(&format!("play {name} --auto --quiet --seed 3")).contains("1. "));
        for file in ["pack.rota", "scenarios.rota"] {
            let text = fs::read_to_string(ann.work().join("rulesets").join(&name).join(file)).unwrap();
            assert!(
                text.lines().filter(|line| line.starts_with("# ")).count() >= 3,
                "{file} teaches nothing"
            );
            assert!(!text.to_lowercase().contains("mypack"), "{text}");
            assert_eq!(rota_syntax::format(&text).unwrap(), text, "{kind}/{file}");
        }
    }
    // All of them at one table, for a newcomer does that, too.
    let all = KINDS.map(|kind| format!("town_{kind}")).join(" ");
    assert!(ann.rota(&format!("play {all} --auto --quiet")).contains("1. "));
    assert_eq!(ann.rota("check"), "5 packs, 6 tile sets: no problem\n");
}

#[test]
fn a_name_that_no_pack_can_have_is_refused_with_one_that_it_can_have() {
    let ann = Person::new("names");
    ann.rota("new towers");
    for (name, why, offered) in [
        ("Towers", "`T` is no lower-case letter", "`rota new towers_2` will do"),
        ("9lives", "does not begin with a letter", "`rota new lives` will do"),
        ("con", "means a device", "`rota new con_pack` will do"),
        ("base", "(built in) rulesets/base", "`rota new base_2` will do"),
        ("river_forks", "a tile set `river_forks` already", "`rota new river_forks_2` will do"),
        ("towers", "there is a pack `towers` already: rulesets/towers", "`rota new towers_2` will do"),
        ("../up", "is no lower-case letter", "`rota new up` will do"),
    ] {
        let (exit, told) = ann.refused(&format!("new {name}"));
        assert_eq!(exit, 2, "{name}");
        assert!(told.contains(why) && told.contains(offered), "{name}: {told}");
    }
    let (_, told) = ann.refused("new towers_3 --like tower");
    assert!(told.contains("possible values: tiles, piece, event, scoring, edition"), "{told}");
    let names: Vec<String> = fs::read_dir(ann.work().join("rulesets"))
        .unwrap()
        .map(|one| one.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, ["towers"], "what is refused writes nothing");
}

#[test]
fn a_new_pack_is_never_written_over_anything() {
    let ann = Person::new("over");
    ann.write("elsewhere/rulesets/walls/notes.txt", "mine");
    ann.write("other/tiles/walls.toml", "mine");
    for folder in ["elsewhere", "other"] {
        let (exit, told) = ann.refused(&format!("new walls --at {folder}"));
        assert!(exit == 2 && told.contains("is there already"), "{told}");
    }
    assert_eq!(fs::read_to_string(ann.work().join("elsewhere/rulesets/walls/notes.txt")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(ann.work().join("other/tiles/walls.toml")).unwrap(), "mine");
    assert!(ann.rota("new walls --at third").contains("cd third"));
    assert!(ann.work().join("third/tiles/walls.toml").is_file());
}

#[test]
fn from_inside_a_pack_the_next_one_comes_beside_it() {
    let ann = Person::new("inside");
    ann.rota("new walls");
    let output = ann.command("new moats").current_dir(ann.work().join("rulesets/walls")).output().unwrap();
    assert!(output.status.success());
    assert!(ann.work().join("rulesets/moats/pack.rota").is_file());
}

/// All that lies below a folder, but for folders.
fn below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(below(&path)),
            false => found.push(path.file_name().unwrap().to_string_lossy().into_owned()),
        }
    }
    found.sort();
    found
}

#[test]
fn a_pack_is_made_by_one_and_played_by_another() {
    let (ann, ben) = (Person::new("ann"), Person::new("ben"));
    ann.rota("new towers --like event");
    assert_eq!(ann.rota("check"), "1 pack, 2 tile sets: no problem\n");
    assert!(ann.rota("test towers --mutate").contains("3 passed, 0 failed"));
    let played = typed(&ann, "play towers --seed 3", "1\n1\nleave\n");
    assert!(played.contains("left at move"), "{played}");
    let built = ann.rota("pack build towers");
    assert!(built.contains("towers 0.1.0") && built.contains("it requires base ^1.0"), "{built}");
    let file = ann.work().join("towers-0.1.0.zip");
    let bytes = fs::read(&file).unwrap();
    // The same pack has the same bytes, wherever it is built and whatever was there.
    ann.rota("pack build rulesets/towers -o again.zip");
    assert_eq!(fs::read(ann.work().join("again.zip")).unwrap(), bytes);

    fs::write(ben.work().join("towers.zip"), &bytes).unwrap();
    let added = ben.rota("pack add towers.zip");
    assert!(
        added.contains("towers 0.1.0 is among your packs") && added.contains("next: rota play towers"),
        "{added}"
    );
    let own = ben.home.join("data/rota/packs/towers");
    assert_eq!(below(&own), ["manifest.json", "pack.rota", "scenarios.rota", "towers.toml"]);
    assert!(ben.rota("packs").contains("yours, in "), "{}", ben.rota("packs"));
    assert!(ben.rota("pack list").starts_with("towers 0.1.0  Towers  ["));
    assert!(ben.rota("check").contains("so these were the packs yours, in"), "{}", ben.rota("check"));
    assert!(ben.rota("test towers --mutate").contains("3 passed, 0 failed"));
    assert!(ben.rota("sim towers --games 20").contains("20 games"));
    assert!(ben.rota("play towers --auto --seed 3").contains("welcome"));
    // What he has is the pack: built again it is the same file, and a game goes on where it was begun.
    ben.rota("pack build towers -o again.zip");
    assert_eq!(fs::read(ben.work().join("again.zip")).unwrap(), bytes);
    ann.rota("play towers --auto --quiet --seed 3 --save game.save");
    fs::copy(ann.work().join("game.save"), ben.work().join("game.save")).unwrap();
    assert!(ben.rota("why game.save").contains("welcome"));

    assert_eq!(ben.rota("pack remove towers"), "removed towers\n");
    assert_eq!(below(&ben.home.join("data")), Vec::<String>::new());
    let (exit, told) = ben.refused("why game.save");
    assert!(exit == 2 && told.contains("pack `towers` 0.1.0, which is not here"), "{told}");
    assert!(told.contains("rota pack add"), "{told}");
}

#[test]
fn another_version_comes_only_where_it_is_asked_for() {
    let ann = Person::new("versions");
    ann.rota("new towers");
    ann.rota("pack build towers");
    let rules = fs::read_to_string(ann.work().join("rulesets/towers/pack.rota")).unwrap();
    ann.write(
        "rulesets/towers/pack.rota",
        &rules.replace("0.1.0", "0.2.0").replace("each 2 pts", "each 3 pts"),
    );
    let (exit, told) = ann.refused("test towers");
    assert_eq!(exit, 1, "{told}");
    ann.rota("pack build towers");
    fs::rename(ann.work().join("rulesets"), ann.work().join("away")).unwrap();
    ann.rota("pack add towers-0.1.0.zip");
    ann.rota("play towers --auto --quiet --save game.save");
    let (exit, told) = ann.refused("pack add towers-0.2.0.zip");
    assert_eq!(exit, 2);
    assert!(
        told.contains("pack `towers` 0.1.0 was added before") && told.contains("`--replace` puts 0.2.0"),
        "{told}"
    );
    assert!(ann.rota("pack list").starts_with("towers 0.1.0"));
    ann.rota("pack add towers-0.2.0.zip --replace");
    assert!(ann.rota("pack list").starts_with("towers 0.2.0"));
    assert_eq!(
        fs::read_dir(ann.home.join("data/rota/packs")).unwrap().count(),
        1,
        "nothing of the old one stays"
    );
    let (exit, told) = ann.refused("play --resume game.save --auto");
    assert!(exit == 1 && told.contains("version 0.2.0 was 0.1.0; changed: `pack.rota`"), "{told}");
}

#[test]
fn what_a_pack_needs_is_told_with_its_version_and_where_it_may_come_from() {
    let ann = Person::new("needs");
    ann.write("rulesets/moon/moon.rota", "pack moon 1.3.0 \"Moon\"\nrequires base ^1.0\n");
    ann.write("rulesets/sun/sun.rota", "pack sun 1.0.0 \"Sun\"\nrequires moon ^1.2\nrequires base ^1.0\n");
    ann.rota("pack build sun");
    ann.rota("pack build moon");
    ann.write("rulesets/moon/moon.rota", "pack moon 1.1.0 \"Moon\"\nrequires base ^1.0\n");
    ann.rota("pack build moon");
    fs::rename(ann.work().join("rulesets"), ann.work().join("away")).unwrap();
    let (_, told) = ann.refused("pack add sun-1.0.0.zip");
    assert!(told.contains("`sun` requires `moon` ^1.2, and there is no such pack here"), "{told}");
    assert!(
        told.contains("get `moon` ^1.2 from where this pack comes from: `rota pack add moon-VERSION.zip`"),
        "{told}"
    );
    ann.rota("pack add moon-1.1.0.zip");
    let (exit, told) = ann.refused("pack add sun-1.0.0.zip");
    assert!(exit == 2 && told.contains("`sun` requires `moon` ^1.2, and here is 1.1.0: "), "{told}");
    assert!(told.contains("--replace"), "{told}");
    ann.rota("pack add moon-1.3.0.zip --replace");
    ann.rota("pack add sun-1.0.0.zip");
    let output = ann.try_rota("pack remove moon");
    assert!(String::from_utf8_lossy(&output.stderr).contains("sun requires moon"));
    let (_, told) = ann.refused("pack remove moon");
    assert!(
        told.contains("no pack `moon` was added") && told.contains("packs that were added: sun"),
        "{told}"
    );
    let (_, told) = ann.refused("pack remove ../sun");
    assert!(told.contains("no pack `../sun` was added"), "{told}");
}

#[test]
fn every_published_pack_can_be_handed_on() {
    let ann = Person::new("published");
    for pack in ["base", "river", "wheel_of_fortune", "brewers"] {
        ann.rota(&format!("pack build {pack} -o {pack}.zip"));
        let added = ann.rota(&format!("pack add {pack}.zip"));
        assert!(added.contains("is among your packs"), "{added}");
        assert!(ann.rota(&format!("test {pack}")).ends_with(" 0 failed\n"));
    }
    let listed = ann.rota("packs");
    assert!(listed.lines().any(|line| line.contains("hides (built in) rulesets/river 1.0.0")), "{listed}");
    assert!(ann.rota("play inns_and_traders --auto --quiet").contains("1. "));
}
