//! Who uses which built-in: a word of the language that one pack alone needs is not a word of the language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use rota::{CompiledGame, LoadedPacks};
use rota_bytecode::builtin::INTERNAL;
use rota_bytecode::{BUILTINS, Builtin, BuiltinInfo, Condition, Op, Operand, Program, Query, Source};
use rota_compile::OptLevel;
use rota_tests::shelf::{below, load, published, root, settings, shelf};
use serde::Deserialize;

/// What one pack alone uses, and which published expansions need it: by the name of the built-in.
#[derive(Deserialize)]
struct Needed {
    needed: BTreeMap<String, Vec<String>>,
}

/// Which packs use what, by its name on the page.
type Users = BTreeMap<String, BTreeSet<String>>;

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
fn users() -> Users {
    let mut users = Users::new();
    for pack in published() {
        let reading = load(&shelf(), &[&pack]);
        ask(&pack, &mut users);
        // What the compiler asks instead is seen once it has done so.
        if let Ok(opened) = reading.compile(&settings(&[], &[])) {
            note(&reading, &opened, &mut users);
        }
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
fn ask(pack: &str, users: &mut Users) {
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
        for entry in BUILTINS.iter().filter(|entry| entry.receiver.is_none()) {
            if expected().any(|line| stands_alone(line, entry.name)) {
                users.entry(entry.listed_name()).or_default().insert(pack.to_owned());
            }
        }
    }
}

/// Notes for every question of a program the pack in whose file it is asked.
fn note(reading: &LoadedPacks, opened: &CompiledGame, users: &mut Users) {
    let program = opened.rules.program();
    for (op, number) in program.ops.iter().zip(0u32..) {
        let Some(builtin) = op.builtin() else { continue };
        let file = reading.sources.file_at(program.span(number).start);
        let pack = file.and_then(|file| file.name.strip_prefix("rulesets/")?.split('/').next());
        let Some(pack) = pack else { continue };
        let mut names = vec![builtin.info().listed_name()];
        if let Some(query) = asked(program, number) {
            names.push(source_name(query.source));
            names.extend(query.conditions.iter().map(|condition| condition_name(*condition)));
        }
        for name in names {
            users.entry(name).or_default().insert(pack.to_owned());
        }
    }
}

/// The filtered query that an operation asks.
fn asked(program: &Program, number: u32) -> Option<&Query> {
    let op = program.ops[number as usize];
    let (Op::Ask(_, builtin, first) | Op::List(_, builtin, first)) = op else { return program.query(op) };
    // The number of the query stands behind the first argument.
    let mut before = program.ops[..number as usize].iter().rev();
    let number = before.find_map(|op| {
        let Op::Const(slot, number) = op else { return None };
        (*slot == first + 1).then_some(*number)
    });
    number.filter(|_| builtin.asks_query()).and_then(|number| program.queries.get(number as usize))
}

fn source_name(source: Source) -> String {
    format!("query of {}", source.question().info().listed_name())
}

fn condition_name(condition: Condition) -> String {
    format!("query where {}", condition.to_string().split(' ').next().unwrap_or_default())
}

/// All that a filtered query may be made of.
fn parts_of_queries() -> impl Iterator<Item = String> {
    let player = Operand::First;
    let conditions = [
        Condition::FeatureKind(0),
        Condition::Unoccupied(0),
        Condition::PieceKind(0),
        Condition::Owner(player),
        Condition::OnSegment,
        Condition::OffSegment,
        Condition::OnTile,
        Condition::Other(player),
        Condition::TileAttr(0, 0),
        Condition::TileAttrNot(0, 0),
        Condition::Neighbours(0),
        Condition::Free,
        Condition::Beside(player),
        Condition::Tiled(true),
        Condition::Tiled(false),
    ];
    let sources = Builtin::all().filter_map(Source::of).map(source_name);
    sources.chain(conditions.map(condition_name))
}

#[test]
fn every_builtin_has_users() {
    let text = fs::read_to_string(root().join("tests/users/needed.toml")).unwrap_or_default();
    let needed = toml::from_str::<Needed>(&text).map(|needed| needed.needed).unwrap_or_default();
    let users = users();
    let (mut page, mut wrong) = (PAGE.to_owned(), Vec::new());
    let words: Vec<String> = BUILTINS.iter().map(BuiltinInfo::listed_name).collect();
    let internal: Vec<String> =
        INTERNAL.iter().map(BuiltinInfo::listed_name).chain(parts_of_queries()).collect();
    for (names, heading) in [(&words, ""), (&internal, INTERNAL_HEADING)] {
        page.push_str(heading);
        for name in names {
            let packs = users.get(name).cloned().unwrap_or_default();
            let cited = needed.get(name);
            match (packs.len(), cited) {
                (0 | 1, None) => wrong.push(format!("`{name}` is used by {packs:?} alone and cites nobody")),
                (0 | 1, Some(cited)) if cited.len() < 3 => {
                    wrong.push(format!("`{name}` cites {cited:?} only"));
                }
                (2.., Some(_)) => wrong.push(format!("`{name}` is used by {packs:?} and needs no citation")),
                _ => {}
            }
            let packs = packs.into_iter().collect::<Vec<_>>().join(", ");
            let cited = cited.map(|cited| cited.join(", ")).unwrap_or_default();
            let _ = writeln!(page, "| `{name}` | {packs} | {cited} |");
        }
    }
    for name in needed.keys().filter(|known| !words.contains(known) && !internal.contains(known)) {
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

/// The head of the second table.
const INTERNAL_HEADING: &str = "
## What the compiler asks

Rules cannot name these: the compiler asks them for operators, declared words and filters.
The same holds for them, and for what a filtered query may be made of.

| question | packs | needed by |
|---|---|---|
";
