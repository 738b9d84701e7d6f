//! Who uses which built-in: a word of the language that one pack alone needs is not a word of the language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use rota::{CompiledGame, LoadedPacks};
use rota_bytecode::builtin::INTERNAL;
use rota_bytecode::{BUILTINS, Builtin, BuiltinInfo, Condition, Op, Operand, Program, Query, Source};
use rota_check::occurrences::Symbol;
use rota_compile::OptLevel;
use rota_ide::{Subject, Workbench, World};
use rota_tests::shelf::{load, names_in, root, settings, shelf};
use serde::Deserialize;

/// What one pack alone uses, and which published expansions need it: by the name of the built-in.
#[derive(Deserialize)]
struct Needed {
    needed: BTreeMap<String, Vec<String>>,
}

/// Where packs lie: the published ones, and who else stands behind a word that none of these uses.
const FOLDERS: [&str; 5] =
    ["rulesets", "rulesets/examples", "rulesets/frozen", "rulesets/games", "tests/probes"];

/// Stands before the name of a word that a scenario asks of something that is not told.
const PERHAPS: &str = "perhaps ";

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

/// The built-ins that stand in each pack of a folder, and those that the compiler asks for its rules whatever its
/// options switch off: the composition is opened once with every value of every option.
fn users(folder: &str) -> Users {
    let mut users = Users::new();
    for pack in names_in(folder) {
        let reading = load(&shelf(), &[&pack]);
        read(folder, &pack, &mut users);
        // What the compiler asks instead is seen once it has done so.
        if let Ok(opened) = reading.compile(&settings(&[], &[])) {
            note(folder, &reading, &opened, &mut users);
        }
        let as_written =
            |options: &[(&str, &str)]| reading.compile(&settings(&[], options).opt_level(OptLevel::None));
        let Ok(opened) = as_written(&[]) else { continue };
        note(folder, &reading, &opened, &mut users);
        for option in &opened.options {
            for value in values(&option.choices) {
                // Some values need others beside them, and then other openings show the same rules.
                if let Ok(opened) = as_written(&[(&option.name, &value)]) {
                    note(folder, &reading, &opened, &mut users);
                }
            }
        }
    }
    users
}

/// Notes the words that are written in a pack; what its scenarios expect asks questions of the game, too.
fn read(folder: &str, pack: &str, users: &mut Users) {
    let (shelf, open) = (shelf(), BTreeMap::new());
    let analysis =
        Workbench::new().analysis(&World { shelf: &shelf, open: &open }, &Subject::Pack(pack.to_owned()));
    let own = format!("{folder}/{pack}/");
    for name in analysis.names.iter() {
        let Symbol::Builtin(builtin) = name.symbol else { continue };
        let file = analysis.packs.sources.file_at(name.span.start);
        if !file.is_some_and(|file| file.name.starts_with(&own)) {
            continue;
        }
        let info = builtin.info();
        let is_meant =
            |one: &&BuiltinInfo| (one.name, one.receiver.is_some()) == (info.name, info.receiver.is_some());
        let meant: Vec<&BuiltinInfo> = BUILTINS.iter().filter(is_meant).collect();
        // Of whom a scenario asks it is not told: what several sorts know is kept apart from what is certain.
        let certain = if meant.len() == 1 { "" } else { PERHAPS };
        for one in meant {
            let name = format!("{certain}{}", one.listed_name());
            users.entry(name).or_default().insert(pack.to_owned());
        }
    }
}

/// Notes for every question of a program the pack in whose file it is asked.
fn note(folder: &str, reading: &LoadedPacks, opened: &CompiledGame, users: &mut Users) {
    let program = opened.rules.program();
    for (op, number) in program.ops.iter().zip(0u32..) {
        let Some(builtin) = op.builtin() else { continue };
        let file = reading.sources.file_at(program.span(number).start);
        let own = file.and_then(|file| file.name.strip_prefix(folder)?.strip_prefix('/'));
        let pack = own.and_then(|own| own.split('/').next());
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
        Condition::OwnAttrNot(0, 0),
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
    ];
    let sources = Builtin::all().filter_map(Source::of).map(source_name);
    sources.chain(conditions.map(condition_name))
}

#[test]
fn every_builtin_has_users() {
    let text = fs::read_to_string(root().join("tests/users/needed.toml")).unwrap_or_default();
    let needed = toml::from_str::<Needed>(&text).map(|needed| needed.needed).unwrap_or_default();
    let [published, others @ ..] = FOLDERS.map(users);
    let (mut page, mut wrong) = (PAGE.to_owned(), Vec::new());
    let words: Vec<String> = BUILTINS.iter().map(BuiltinInfo::listed_name).collect();
    let internal: Vec<String> =
        INTERNAL.iter().map(BuiltinInfo::listed_name).chain(parts_of_queries()).collect();
    for (names, heading) in [(&words, ""), (&internal, INTERNAL_HEADING)] {
        page.push_str(heading);
        for name in names {
            let packs = published.get(name).cloned().unwrap_or_default();
            let among_others = |name: &str| -> BTreeSet<&str> {
                others.iter().filter_map(|users| users.get(name)).flatten().map(String::as_str).collect()
            };
            let certain = among_others(name);
            let others = if certain.is_empty() { among_others(&format!("{PERHAPS}{name}")) } else { certain };
            let cited = needed.get(name);
            if heading.is_empty() && packs.is_empty() && others.is_empty() {
                wrong.push(format!("`{name}` is used by nobody"));
            }
            match (packs.len(), cited) {
                (0 | 1, None) => wrong.push(format!("`{name}` is used by {packs:?} alone and cites nobody")),
                (0 | 1, Some(cited)) if cited.len() < 3 => {
                    wrong.push(format!("`{name}` cites {cited:?} only"));
                }
                (2.., Some(_)) => wrong.push(format!("`{name}` is used by {packs:?} and needs no citation")),
                _ => {}
            }
            let others = if packs.is_empty() {
                others.into_iter().collect::<Vec<_>>().join(", ")
            } else {
                String::new()
            };
            let packs = packs.into_iter().collect::<Vec<_>>().join(", ");
            let cited = cited.map(|cited| cited.join(", ")).unwrap_or_default();
            let _ = writeln!(page, "| `{name}` | {packs} | {others} | {cited} |");
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
Where fewer do, three published expansions are named that need it.
Where none does, whole other games, examples or packs that tried the language stand behind it; what nobody uses is taken out.

| word | packs | others | needed by |
|---|---|---|---|
";

/// The head of the second table.
const INTERNAL_HEADING: &str = "
## What the compiler asks

Rules cannot name these: the compiler asks them for operators, declared words and filters.
The same holds for them, and for what a filtered query may be made of.

| question | packs | others | needed by |
|---|---|---|---|
";
