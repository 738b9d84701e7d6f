//! Texts that nobody means well by, given to the language server and to `rota check`: each is answered, none ends in a
//! panic, and nothing is written.
//!
//! `ROTA_HOSTILE` says how many; they come from chance, and are the same each time.
#![expect(clippy::expect_used, clippy::panic, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

#[path = "lsp/client.rs"]
#[expect(dead_code, reason = "it can ask more than is asked here")]
mod client;

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rota::Random;
use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::runs::{from_environment, on_threads};
use rota_tests::shelf::{below, root};

use client::{Client, offset};

/// How many panics there were, those that the server answers among them.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// So long no text may take, on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

const RULES: &str = "odd/pack.rota";
const TILES: &str = "odd/odd.toml";
const COMPOSITION: &str = "evening.toml";

/// A pack that is sound, with a set of its own.
const SOUND: &str = "pack odd 1.0.0 \"Odd\"\nrequires base ^1.0\ntiles odd\n";
const SOUND_TILES: &str = "title = \"Odd\"\nprintings = { only = \"Only\" }\n\n[[tile]]\nid = \"meadow\"\ncount = 1\n\
                           edges = \"FFFF\"\nsegments = [{ field = \"*\" }]\n";
const SOUND_COMPOSITION: &str = "title = \"Evening\"\npacks = [\"odd\"]\n";

/// All shipped files with this ending, by their texts.
fn shipped(ending: &str) -> Vec<String> {
    let folders = ["rulesets", "tiles"].map(|folder| below(&root().join(folder), ending));
    let texts = folders.iter().flatten().map(|path| fs::read_to_string(path).expect("a text"));
    texts.collect()
}

/// A text of one of the usual kinds of malice.
fn hostile(shipped: &[String], random: &mut Random) -> Vec<u8> {
    let some = shipped.get(random.below(shipped.len())).expect("a shipped file").clone().into_bytes();
    match random.below(6) {
        0 => (0..random.below(400)).map(|_| byte(random)).collect(),
        1 => some[..random.below(some.len())].to_vec(),
        2 => {
            const UNITS: [&str; 14] = [
                "(",
                "{ ",
                "[",
                "not ",
                "if a { ",
                "each f in s { ",
                "- ",
                "a.",
                "[[a]]\n",
                "a = { ",
                "\"",
                "{a=[",
                "choose a f among s else { ",
                "🐑",
            ];
            let unit = UNITS[random.below(UNITS.len())];
            let mut text = some[..random.below(some.len().min(300))].to_vec();
            text.extend(unit.repeat(random.below(4000)).into_bytes());
            text
        }
        3 => {
            let line = [" a", "\"é\"", "0", "= ", "#", ","][random.below(6)];
            let mut text = some[..random.below(some.len().min(300))].to_vec();
            text.extend(line.repeat(random.below(20_000)).into_bytes());
            text
        }
        _ => {
            let mut text = some;
            for _ in 0..=random.below(12) {
                let at = random.below(text.len());
                match random.below(3) {
                    0 => text[at] = byte(random),
                    1 => text.insert(at, byte(random)),
                    _ => drop(text.remove(at)),
                }
            }
            text
        }
    }
}

fn byte(random: &mut Random) -> u8 {
    u8::try_from(random.below(256)).expect("a byte")
}

#[test]
fn hostile_texts_are_answered() {
    let count = from_environment("ROTA_HOSTILE").unwrap_or(300);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(panic);
    }));
    let shipped = [shipped("rota"), shipped("toml")];
    let lengths = shipped.each_ref().map(Vec::len);
    assert!(lengths[0] > 100 && lengths[1] > 40, "{lengths:?}");
    let answered = on_threads(|thread| answer_texts(thread, count / 2, &shipped));
    let wrong: u64 = answered.iter().map(|(wrong, _)| wrong).sum();
    let longest = answered.iter().map(|(_, longest)| longest).max();
    println!("{count} texts, {wrong} of them wrong, the longest took {longest:?}");
    assert!(wrong * 2 > count, "{wrong} of {count}: they are hardly hostile");
}

/// Gives hostile texts to a server and to the command; returns how many were wrong, and the longest time that one took.
fn answer_texts(thread: u64, count: u64, [rules, tiles]: &[Vec<String>; 2]) -> (u64, Duration) {
    let sound = [(RULES, SOUND), (TILES, SOUND_TILES), (COMPOSITION, SOUND_COMPOSITION)];
    let folder = Folder::with(&format!("hostile_{thread}"), &sound);
    let mut client = Client::new(folder.path(), Some(root()));
    for (file, text) in sound {
        client.open(file, text);
    }
    assert_eq!(client.diagnostics(COMPOSITION), Vec::<serde_json::Value>::new());
    let mut random = Random::new(11 + thread);
    let (mut wrong, mut longest) = (0, Duration::ZERO);
    for ((file, before), number) in sound.into_iter().cycle().zip(0..count) {
        let bytes = hostile(if file == RULES { rules } else { tiles }, &mut random);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let start = Instant::now();

        // The server has the text in the editor; what lies on the disk is sound.
        client.change(file, &text);
        for found in client.diagnostics(file) {
            let (from, to) = (offset(&text, &found["range"]["start"]), offset(&text, &found["range"]["end"]));
            assert!(from <= to && to <= text.len(), "text {number}: {found}");
            assert!(found["message"].as_str().is_some_and(|said| said.len() > 8), "text {number}: {found}");
        }
        client.change(file, before);

        // The command finds the bytes on the disk, and leaves them there.
        let path = folder.path().join(file);
        fs::write(&path, &bytes).expect("it can be written");
        let checked = if file == COMPOSITION { COMPOSITION } else { "odd" };
        let outcome = rota(&format!("check {}", folder.file(checked)));
        assert!(fs::read(&path).expect("a file") == bytes, "text {number} was changed");
        if outcome.exit != Exit::Fine {
            wrong += 1;
            let said = outcome.out + &outcome.err;
            assert!(said.contains("::") || said.contains("error"), "text {number}: {said}");
        }
        fs::write(&path, before).expect("it can be written");
        longest = longest.max(start.elapsed());
        assert!(start.elapsed() < LONGEST, "text {number} took {:?}", start.elapsed());
        assert_eq!(PANICS.load(Ordering::Relaxed), 0, "text {number}");
    }
    assert_eq!(folder.names(), ["evening.toml", "odd"]);
    for (file, text) in sound {
        assert_eq!(fs::read_to_string(folder.path().join(file)).expect("a text"), text, "{file}");
    }
    client.change(COMPOSITION, SOUND_COMPOSITION);
    assert_eq!(client.diagnostics(COMPOSITION), Vec::<serde_json::Value>::new());
    (wrong, longest)
}
