//! Who uses which built-in: a word of the language that one pack alone needs is not a word of the language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use rota::{CompiledGame, LoadedPacks};
use rota_bytecode::{BUILTINS, Builtin, Entry, Receiver};
use rota_compile::OptLevel;
use rota_tests::shelf::{below, load, published, root, settings, shelf};
use serde::Deserialize;

/// What one pack alone uses, and which published expansions need it: by the name of the built-in.
#[derive(Deserialize)]
struct Needed {
    needed: BTreeMap<String, Vec<String>>,
}

/// What a built-in is called on the page: `tile.cell`, `active`.
fn name(entry: &Entry) -> String {
    match entry.receiver {
        Receiver::None => entry.name.to_owned(),
        Receiver::On(sort) => format!("{sort}.{}", entry.name),
    }
}

/// Every value an option may have, as a player writes it.
fn values(choices: &str) -> Vec<String> {
    if let Some((least, most)) = choices.split_once("..") {
        return vec![least.trim().to_owned(), most.trim().to_owned()];
    }
    let words = choices.trim_matches(|letter| "{ }".contains(letter)).split(',');
    words.map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// The built-ins that stand in the rules of each pack, whatever its options switch off: the composition is
/// opened once with every value of every option.
fn users() -> BTreeMap<Builtin, BTreeSet<String>> {
    let mut users: BTreeMap<Builtin, BTreeSet<String>> = BTreeMap::new();
    for pack in published() {
        let reading = load(&shelf(), &[&pack]);
        ask(&pack, &mut users);
        let as_written =
            |options: &[(&str, &str)]| reading.compile(&settings(&[], options).opt_level(OptLevel::None));
        let Ok(opened) = as_written(&[]) else { continue };
        note(&reading, &opened, &mut users);
        for option in &opened.options {
            for value in values(&option.choices) {
                // Some values need others beside them, and then other openings show the same rules.
                if let Ok(opened) = as_written(&[(&option.name, &value)]) {
                    note(&reading, &opened, &mut users);
                }
            }
        }
    }
    users
}

/// Notes the words that stand alone in what the scenarios of a pack expect: they ask questions of the game, too.
fn ask(pack: &str, users: &mut BTreeMap<Builtin, BTreeSet<String>>) {
    // A word of its own: no part of another, and not asked of something.
    let stands_alone = |line: &str, name: &str| {
        line.match_indices(name).any(|(at, _)| {
            let part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let before = line[..at].chars().next_back();
            let after = line[at + name.len()..].chars().next();
            !before.is_some_and(|letter| part(letter) || letter == '.') && !after.is_some_and(part)
        })
    };
    for path in below(&root().join("rulesets").join(pack), "rota") {
        let text = fs::read_to_string(path).unwrap_or_default();
        let expected = || text.lines().filter_map(|line| line.trim().strip_prefix("expect "));
        for entry in BUILTINS.iter().filter(|entry| entry.receiver == Receiver::None) {
            if expected().any(|line| stands_alone(line, entry.name)) {
                users.entry(entry.builtin).or_default().insert(pack.to_owned());
            }
        }
    }
}

/// Notes for every question in the rules the pack in whose file it is asked. They are looked at as they are written,
/// before the compiler asks something else instead.
fn note(reading: &LoadedPacks, opened: &CompiledGame, users: &mut BTreeMap<Builtin, BTreeSet<String>>) {
    let program = opened.rules.program();
    for (op, number) in program.ops.iter().zip(0u32..) {
        let Some(builtin) = op.builtin() else { continue };
        let after = program.spans.partition_point(|(first, _)| *first <= number);
        let span = after.checked_sub(1).and_then(|place| program.spans.get(place));
        let file = span.and_then(|(_, span)| reading.sources.file_at(span.start));
        let pack = file.and_then(|file| file.name.strip_prefix("rulesets/")?.split('/').next());
        if let Some(pack) = pack {
            users.entry(builtin).or_default().insert(pack.to_owned());
        }
    }
}

#[test]
fn every_builtin_has_users() {
    let text = fs::read_to_string(root().join("tests/users/needed.toml")).unwrap_or_default();
    let needed = toml::from_str::<Needed>(&text).map(|needed| needed.needed).unwrap_or_default();
    let users = users();
    let (mut page, mut wrong) = (PAGE.to_owned(), Vec::new());
    for entry in BUILTINS {
        let name = name(entry);
        let packs = users.get(&entry.builtin).cloned().unwrap_or_default();
        let cited = needed.get(&name);
        match (packs.len(), cited) {
            (0 | 1, None) => wrong.push(format!("`{name}` is used by {packs:?} alone and cites nobody")),
            (0 | 1, Some(cited)) if cited.len() < 3 => wrong.push(format!("`{name}` cites {cited:?} only")),
            (2.., Some(_)) => wrong.push(format!("`{name}` is used by {packs:?} and needs no citation")),
            _ => {}
        }
        let packs = packs.into_iter().collect::<Vec<_>>().join(", ");
        let cited = cited.map(|cited| cited.join(", ")).unwrap_or_default();
        let _ = writeln!(page, "| `{name}` | {packs} | {cited} |");
    }
    for name in needed.keys().filter(|known| !BUILTINS.iter().any(|entry| self::name(entry) == **known)) {
        wrong.push(format!("`{name}` is cited and is no built-in"));
    }
    let path = root().join("docs/reference/users.md");
    if std::env::var_os("ROTA_WRITE").is_some() {
        assert!(fs::write(&path, &page).is_ok(), "the page cannot be written");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page, "docs/reference/users.md differs; ROTA_WRITE=1 writes it");
}

/// The head of the page.
const PAGE: &str = "# Who uses which built-in word

This page is written by a test, which fails when it differs.

A built-in word is part of the language when two published packs use it.
Where only one does, three published expansions are named that need it.
Examples and tests do not count.

| word | packs | needed by |
|---|---|---|
";
