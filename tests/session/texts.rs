//! The text of a save: what is refused and how, and what a changed pack does to it.

use std::fs;
use std::path::PathBuf;

use rota::{PackText, Pin, Session, Text};
use rota_game::Random;
use rota_source::Sources;
use rota_tests::chance::{pick, play_on};
use rota_tests::render;
use rota_tests::shelf::{Written, below, load, root, shelf};
use sha2::{Digest, Sha256};

use super::{HAMLET, Table, complaint, parse};

/// A short game, its lines and their text.
fn short(moves: usize) -> (Session, String) {
    let mut session = Table::new(HAMLET).begin(7);
    for _ in 0..moves {
        let choice = pick(&session).unwrap();
        session.choose(choice).unwrap();
    }
    let text = session.save().to_text();
    (session, text)
}

fn sum(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The lines of a save without the last one, changed, and then with the sum that belongs to them.
fn sealed(text: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    change(&mut lines);
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{body}{{\"sha256\":\"{}\"}}\n", sum(&body))
}

#[test]
fn a_save_is_read_as_it_was_written() {
    let (session, text) = short(20);
    let save = parse(&text).unwrap();
    assert_eq!(save, session.save());
    assert_eq!(save.to_text(), text);
    assert_eq!(sealed(&text, |_| {}), text);
    // How lines end does not matter, nor does it whether the last one does.
    assert_eq!(parse(&text.replace('\n', "\r\n")).unwrap(), save);
    assert_eq!(parse(text.trim_end()).unwrap(), save);
}

#[test]
fn the_text_of_a_save() {
    snapshot("text", &short(5).1);
}

/// What happens to files, and what can be wrong with lines whose sum is right.
fn spoilt() -> Vec<(&'static str, String)> {
    let (_, text) = short(3);
    let half = text.len() / 2;
    let cut = text[..half].rfind('\n').unwrap() + 1;
    let replace = |from: &'static str, to: &'static str| {
        sealed(&text, move |lines| {
            let place = lines.iter().position(|line| line.contains(from)).unwrap();
            lines[place] = lines[place].replacen(from, to, 1);
        })
    };
    vec![
        ("no text", String::new()),
        ("another text", "pack hamlet 1.0.0\n".to_owned()),
        ("another JSON", "{\"version\": 1}\n".to_owned()),
        ("only the first line", text.lines().next().unwrap().to_owned()),
        ("a later version", text.replacen("{\"rota_save\":1}", "{\"rota_save\":2}", 1)),
        ("cut off in a line", text[..cut + 10].to_owned()),
        ("cut off between lines", text[..cut].to_owned()),
        ("a letter is another one", text.replacen("turned", "turnip", 1)),
        ("a line that is no JSON", text.replacen("{\"move\":{\"number\":2,", "{\"move\":{\"number\":2", 1)),
        (
            "a line is missing",
            text.lines()
                .filter(|line| !line.contains("\"number\":2,"))
                .fold(String::new(), |text, line| text + line + "\n"),
        ),
        ("more behind the end", format!("{text}{text}")),
        ("a line of another kind", replace("{\"chance\"", "{\"luck\"")),
        ("a key of another kind", replace("\"gave\"", "\"given\"")),
        ("the game is missing", sealed(&text, |lines| drop(lines.remove(1)))),
        ("the game twice", sealed(&text, |lines| lines.push(lines[1].clone()))),
        ("a pack behind moves", sealed(&text, |lines| lines.push(lines[2].clone()))),
        ("a file of no pack", sealed(&text, |lines| drop(lines.remove(2)))),
        ("a move is missing", sealed(&text, |lines| lines.retain(|line| !line.contains("\"number\":2,")))),
        ("a number where none was asked", replace("{\"move\"", "{\"forced\"")),
        ("an unknown player", replace("\"who\":\"red\"", "\"who\":\"rex\"")),
        ("no players", replace("\"players\":[", "\"players\":[],\"players\":[")),
        ("players of one name", replace("\"name\":\"blue\"", "\"name\":\"red\"")),
        ("a name for the terminal", replace("\"name\":\"blue\"", "\"name\":\"\\u001b[2J\"")),
        ("words for the terminal", replace("\"asked\":\"", "\"asked\":\"\\u0007")),
        ("no copies", replace("\"copies\":1", "\"copies\":0")),
        ("too many copies", replace("\"copies\":1", "\"copies\":100000")),
        ("too long", text.clone() + &" ".repeat(rota::LONGEST_SAVE)),
        ("no packs", replace("\"packs\":[\"hamlet\"]", "\"packs\":[]")),
    ]
}

#[test]
fn what_is_no_save_is_refused_in_words() {
    let texts = spoilt().into_iter();
    let drawn: Vec<String> =
        texts.map(|(what, text)| format!("# {what}\n{}\n", complaint(&text).trim_end())).collect();
    snapshot("texts", &drawn.join("\n"));
}

#[test]
fn a_save_may_not_be_deep() {
    let deep = format!("{{\"rota_save\":1}}\n{}\n", "[".repeat(200_000));
    assert_eq!(parse(&deep).unwrap_err().diagnostics()[0].code(), "save::damaged");
}

#[test]
fn every_text_that_is_cut_off_is_refused() {
    let (_, text) = short(12);
    // Without its last end of line a save is whole.
    for end in 0..text.len() - 1 {
        assert!(parse(&text[..end]).is_err(), "{end} of {} bytes", text.len());
    }
}

/// A text with something done to it.
fn mutated(text: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        let to = at + random.below(bytes.len() - at + 1).min(60);
        match random.below(6) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..to)),
            2 => bytes.insert(at, random.bits() as u8),
            3 => {
                let part = bytes[at..to].to_vec();
                let into = random.below(bytes.len());
                bytes.splice(into..into, part);
            }
            4 => bytes[at] = b"{}[]\",:0123456789\n\\-eE"[random.below(22)],
            _ => bytes[at..to].fill(b'9'),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn no_text_harms_its_reader() {
    let (_, text) = short(12);
    let table = Table::new(HAMLET);
    let mut random = Random::new(1);
    let mut resumed = 0;
    for number in 0..8_000 {
        let bytes = match number % 20 {
            0 => (0..random.below(400)).map(|_| random.bits() as u8).collect(),
            _ => mutated(&text, &mut random),
        };
        let mutant = String::from_utf8_lossy(&bytes).into_owned();
        // A right sum brings the mutant past the first gate.
        for mutant in [sealed(&mutant, |_| {}), mutant] {
            match parse(&mutant) {
                Err(error) => assert!(!render(error.diagnostics(), error.sources()).is_empty()),
                // What can be read need not be playable with this table.
                Ok(save) if save.head.players.len() == 2 => {
                    let _ = save.changes(&table.reading.pins());
                    match Session::resume(&save, &table.opened) {
                        Ok(_) => resumed += 1,
                        Err(error) => assert!(!render(error.diagnostics(), error.sources()).is_empty()),
                    }
                }
                Ok(_) => {}
            }
        }
    }
    println!("{resumed} of 16000 mutants could be played");
    assert!(resumed > 100, "the mutants never come to be played");
}

/// The small pack in memory, so that it can be changed.
pub fn hamlet() -> Written {
    let folder = root().join("tests/session/hamlet");
    let text = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        Text { name: format!("packs/hamlet/{name}"), text: fs::read_to_string(path).unwrap() }
    };
    let rules = below(&folder, "rota").iter().map(text).collect();
    let mut written = Written::default();
    let pack = PackText { name: "hamlet".to_owned(), rules, tiles: Vec::new() };
    written.packs.insert("hamlet".to_owned(), pack);
    written.sets.insert("hamlet".to_owned(), text(&folder.join("hamlet.toml")));
    written
}

#[test]
fn what_packs_are_like_does_not_depend_on_order_names_or_line_ends() {
    let plain = load(&shelf(), &["wind_roses"]).pins();
    let names: Vec<&str> = plain.iter().map(|pin| pin.name.as_str()).collect();
    assert_eq!(names, ["base", "wind_roses"]);
    // The order in which packs are asked for decides nothing.
    assert_eq!(load(&shelf(), &["base", "wind_roses"]).pins(), plain);
    let mut other = hamlet();
    let rules = &mut other.packs.get_mut("hamlet").unwrap().rules;
    rules.reverse();
    for text in rules.iter_mut() {
        text.text = text.text.replace('\n', "\r\n");
        text.name = format!("/somewhere/else/{}", text.name);
    }
    assert_eq!(load(&other, &["hamlet"]).pins(), load(&hamlet(), &["hamlet"]).pins());
}

/// What changes in a pack, and whether the game goes on all the same.
type Changed = (&'static str, bool, fn(&mut PackText, &mut Text));

fn replace(pack: &mut PackText, from: &str, to: &str) {
    let text = pack.rules.iter_mut().find(|text| text.text.contains(from)).unwrap();
    text.text = text.text.replacen(from, to, 1);
}

const CHANGED: [Changed; 9] = [
    ("nothing has changed", true, |_, _| {}),
    ("a remark in a file", true, |pack, _| replace(pack, "order turn", "# In turn:\norder turn")),
    ("another version, another file, another set", true, |pack, set| {
        replace(pack, "hamlet 1.0.0", "hamlet 1.1.0");
        replace(pack, "rule last", "rule final_turn");
        let text = Text { name: "packs/hamlet/more.rota".to_owned(), text: "reason bread\n".to_owned() };
        pack.rules.push(text);
        set.text.push('\n');
    }),
    ("one file less", true, |pack, _| {
        let turn = pack.rules.pop().unwrap();
        pack.rules[0].text.push_str(&turn.text);
    }),
    ("nobody walks", false, |pack, _| replace(pack, "where s is path", "where s is green")),
    ("a shorter game", false, |pack, _| replace(pack, "sack.count = 0", "sack.count < 12")),
    ("somebody else is asked", false, |pack, _| replace(pack, "choose active p", "choose active.next p")),
    ("a tile has another name", false, |pack, set| {
        replace(pack, "tiles hamlet", "tiles hamlet # with corners");
        set.text = set.text.replace("id = \"bend\"", "id = \"corner\"");
    }),
    ("fewer tiles of a kind", false, |_, set| set.text = set.text.replace("count = 4", "count = 1")),
];

#[test]
fn a_changed_pack_is_told_and_the_game_played_as_far_as_it_holds() {
    let (session, text) = short(24);
    let mut drawn = String::new();
    for (what, holds, change) in CHANGED {
        let mut library = hamlet();
        change(library.packs.get_mut("hamlet").unwrap(), library.sets.get_mut("hamlet").unwrap());
        let save = parse(&text).unwrap();
        let table = Table::of(&library, HAMLET);
        let mut found = save.changes(&table.reading.pins());
        match Session::resume(&save, &table.opened) {
            Ok(mut resumed) => {
                assert!(holds, "{what}");
                assert_eq!(resumed.moves(), session.moves());
                play_on(&mut resumed);
            }
            Err(error) => {
                assert!(!holds, "{what}");
                found.extend(error.into_parts().0);
            }
        }
        drawn.push_str(&format!("# {what}\n{}\n\n", render(&found, save.sources()).trim_end()));
    }
    let beyond = Session::replay(&parse(&text).unwrap(), &Table::of(&hamlet(), HAMLET).opened, 99);
    drawn.push_str(&format!(
        "# a move that was never made\n{}",
        render(beyond.unwrap_err().diagnostics(), &Sources::new())
    ));
    snapshot("changes", &drawn);
}

#[test]
fn a_pack_more_or_less_is_told() {
    let (_, text) = short(1);
    let save = parse(&text).unwrap();
    let mut pins = save.head.pins.clone();
    assert_eq!(save.changes(&pins), []);
    let more = Pin { name: "village".to_owned(), ..Pin::default() };
    pins.push(more);
    let said =
        |pins: &[Pin]| save.changes(pins).iter().map(|one| one.message().to_owned()).collect::<Vec<_>>();
    assert_eq!(said(&pins), ["pack `village` was not part of the game when it was saved"]);
    assert_eq!(said(&pins[1..]).len(), 2);
}

/// Beside the fixtures of the checker: every code is shown there.
fn snapshot(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "../check/saves", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        insta::assert_snapshot!(name, text);
    });
}
