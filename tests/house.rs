//! The rules of the house that no compiler keeps: who may know whom, who may touch the world, and that no word
//! of any game stands in the engine.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

#[path = "rename/declared.rs"]
mod declared;
#[path = "house/tokens.rs"]
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rota_bytecode::{BUILTINS, HOOKS};
use rota_tests::shelf::{PUBLISHED, below, listed, load, published, root, shelf};

use tokens::{Token, tokens};

/// What each crate may know of the others.
const ARROWS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("syntax", &["source"]),
    ("bytecode", &["board", "source"]),
    ("compose", &["syntax", "source"]),
    ("check", &["compose", "syntax", "bytecode", "source"]),
    ("compile", &["check", "compose", "syntax", "bytecode", "source"]),
    ("mutate", &["board", "compose", "syntax", "tiles", "bytecode", "source"]),
    ("board", &[]),
    ("tiles", &["board", "bytecode", "source"]),
    ("vm", &["bytecode"]),
    ("game", &["board", "bytecode", "source", "vm"]),
    (
        "rota",
        &[
            "source", "syntax", "bytecode", "compose", "check", "compile", "mutate", "board", "tiles", "vm",
            "game",
        ],
    ),
    ("archive", &["rota"]),
    ("embedded", &["rota"]),
    ("ide", &["rota", "bytecode", "check", "compose", "source", "syntax", "tiles"]),
    ("lsp", &["folder", "ide", "lsp", "rota", "source"]),
    ("folder", &["rota"]),
    ("protocol", &["rota", "board", "game", "ide", "picture", "source"]),
    ("report", &["batch", "game", "picture", "rota"]),
    ("serve", &["folder", "protocol", "rota", "source"]),
    ("wasm", &["embedded", "protocol"]),
    ("batch", &["game", "rota", "source"]),
    ("python", &["batch", "bytecode", "embedded", "folder", "protocol", "report", "rota"]),
    ("picture", &["rota", "tiles", "game", "board", "bytecode"]),
    ("recording", &["rota", "board", "bytecode", "game", "source", "syntax"]),
    (
        "cli",
        &[
            "archive",
            "batch",
            "embedded",
            "folder",
            "folder",
            "lsp",
            "picture",
            "protocol",
            "recording",
            "report",
            "rota",
            "serve",
            "tiles",
            "game",
            "board",
            "bytecode",
            "syntax",
            "source",
        ],
    ),
];

/// Files that are longer than 600 lines, and why.
const LONG: &[(&str, &str)] = &[];

/// Files that show the language by examples, and so speak of some game.
const EXAMPLES: &[(&str, &str)] = &[(
    "crates/syntax/src/constructs.rs",
    "a line for each form of the language, shown when one is written wrong",
)];

/// Words of packs that stand in the engine for something else: the crates, and what they mean there.
const MEANS_ELSE: &[(&str, &[&str], &str)] = &[
    (
        "base",
        &[
            "check", "cli", "compile", "compose", "ide", "lsp", "picture", "protocol", "rota", "serve",
            "source", "syntax", "tiles", "vm",
        ],
        "where a text or a frame begins; a folder",
    ),
    ("city", &["bytecode", "check", "syntax"], "examples in the table of built-ins and in advice"),
    ("claimed", &["tiles"], "a side that some segment of the tile reaches"),
    (
        "field",
        &["bytecode", "check", "game", "lsp", "mutate", "protocol", "rota", "serve", "syntax"],
        "what stands behind a dot; a part of a structure; advice",
    ),
    ("finished", &["batch"], "a thread that is done"),
    (
        "kept",
        &["bytecode", "check", "compile", "recording", "serve"],
        "examples; members that pass a filter; a keep",
    ),
    ("market", &["check"], "an example in advice"),
    ("quarters", &["recording"], "of a turn, by which tiles are turned"),
    ("meeple", &["bytecode"], "an example in the table of built-ins"),
    ("ne", &["game", "rota"], "where the long side of a half tile looks to, as it lies"),
    ("nw", &["game", "rota"], "where the long side of a half tile looks to, as it lies"),
    ("se", &["game", "rota"], "where the long side of a half tile looks to, as it lies"),
    ("sw", &["game", "rota"], "where the long side of a half tile looks to, as it lies"),
    (
        "builder",
        &["cli", "rota", "serve", "syntax"],
        "what puts a tree or a stock together; a module of a library",
    ),
    (
        "part",
        &[
            "archive",
            "batch",
            "board",
            "bytecode",
            "check",
            "cli",
            "compile",
            "compose",
            "folder",
            "game",
            "mutate",
            "picture",
            "protocol",
            "python",
            "recording",
            "report",
            "rota",
            "serve",
            "syntax",
            "tiles",
        ],
        "a part of anything",
    ),
    ("road", &["bytecode", "check"], "examples in the table of built-ins and in advice"),
    (
        "second",
        &[
            "batch", "board", "bytecode", "check", "cli", "compile", "game", "mutate", "protocol", "python",
            "report", "rota", "syntax", "tiles", "vm",
        ],
        "the other of two; a second of time",
    ),
    ("six", &["cli"], "the composition of six large packs that is measured"),
    ("settle", &["check"], "to decide an option, a conflict, an outcome"),
    ("strength", &["syntax"], "how strongly an operator binds"),
    ("weight", &["check"], "an example in advice"),
    ("all_players", &["bytecode"], "the players as a set"),
    ("another_tile", &["rota", "tiles"], "one that is not this"),
    ("any_tile", &["bytecode"], "a rotation of any"),
    ("basic", &["compile"], "a basic block"),
    ("building", &["compile"], "making something"),
    ("by_kind", &["batch", "bytecode", "cli", "python"], "in order of kinds"),
    ("calls", &["check", "cli", "compile", "game", "protocol", "report", "rota"], "calls of procedures"),
    (
        "chosen",
        &["check", "cli", "compile", "compose", "game", "picture", "recording", "rota", "syntax", "tiles"],
        "what was taken of several",
    ),
    ("circle", &["check", "compose", "picture"], "things that wait for one another; a shape"),
    ("ferries", &["rota"], "an example"),
    (
        "figure",
        &["check", "cli", "mutate", "picture", "recording", "report"],
        "a number that is measured or shown; a piece of a recording",
    ),
    ("figures", &["cli", "mutate", "recording", "report"], "numbers that are shown; pieces of a recording"),
    (
        "fork",
        &["cli", "game", "picture", "protocol", "python", "recording", "report", "rota"],
        "to go on in two ways; a junction of roads",
    ),
    ("four", &["board", "bytecode", "check", "cli", "tiles"], "the number"),
    ("gold", &["check"], "an example"),
    ("grounds", &["cli", "picture"], "what lies below; colours"),
    (
        "is_over",
        &[
            "board",
            "cli",
            "game",
            "mutate",
            "picture",
            "protocol",
            "python",
            "recording",
            "rota",
            "serve",
            "tiles",
        ],
        "what is above; the end of a game",
    ),
    ("left_alone", &["serve"], "a table that cannot be opened"),
    ("not_played", &["serve"], "by somebody with another link"),
    ("tower", &["serve"], "a library for services"),
    (
        "letters",
        &["archive", "check", "cli", "ide", "picture", "recording", "syntax", "tiles"],
        "what words are made of",
    ),
    ("machine", &["bytecode", "check", "game", "vm"], "what runs programs"),
    ("marker", &["bytecode"], "what marks a place"),
    ("means", &["archive", "cli", "rota", "syntax", "tiles"], "what is meant"),
    (
        "meant",
        &[
            "board", "check", "cli", "compose", "game", "mutate", "protocol", "rota", "serve", "source",
            "tiles",
        ],
        "what somebody had in mind",
    ),
    (
        "message",
        &[
            "archive",
            "batch",
            "check",
            "cli",
            "compile",
            "compose",
            "folder",
            "ide",
            "lsp",
            "protocol",
            "python",
            "recording",
            "rota",
            "serve",
            "source",
            "syntax",
            "tiles",
        ],
        "what is told",
    ),
    ("messages", &["recording", "serve"], "what recordings are made of"),
    ("mouth", &["picture"], "an end that is drawn"),
    (
        "moved",
        &[
            "board",
            "bytecode",
            "check",
            "compile",
            "compose",
            "game",
            "ide",
            "mutate",
            "picture",
            "protocol",
            "recording",
            "rota",
        ],
        "put elsewhere",
    ),
    ("next_player", &["bytecode", "mutate"], "whoever comes then"),
    ("north_west", &["bytecode"], "a direction"),
    (
        "nothing",
        &[
            "archive",
            "batch",
            "board",
            "bytecode",
            "check",
            "cli",
            "compile",
            "compose",
            "game",
            "lsp",
            "mutate",
            "picture",
            "protocol",
            "python",
            "recording",
            "report",
            "rota",
            "serve",
            "source",
            "syntax",
            "tiles",
            "vm",
        ],
        "no thing",
    ),
    ("offer_points", &["recording"], "where something is on offer"),
    ("one_tile", &["tiles"], "a single one"),
    (
        "only",
        &[
            "batch",
            "board",
            "check",
            "cli",
            "compile",
            "compose",
            "game",
            "picture",
            "protocol",
            "recording",
            "report",
            "rota",
            "serve",
            "syntax",
            "tiles",
        ],
        "no other",
    ),
    ("optional", &["bytecode", "check", "lsp", "mutate", "rota", "syntax"], "what may be left out"),
    ("raised", &["python", "recording"], "made higher; an exception that is thrown"),
    (
        "rows",
        &[
            "board", "bytecode", "check", "cli", "compose", "game", "mutate", "picture", "protocol",
            "python", "report", "rota", "syntax",
        ],
        "lines of a table",
    ),
    ("spell", &["cli"], "how a word is written"),
    ("stands_at", &["syntax"], "where a step is"),
    ("stretch", &["compile", "picture"], "a run of operations; a line"),
    ("trap", &["bytecode", "compile", "vm"], "where the machine stops"),
    ("tree", &["check", "compile", "game", "picture", "rota", "syntax"], "what a parser or a search builds"),
    (
        "two",
        &[
            "archive",
            "batch",
            "bytecode",
            "check",
            "cli",
            "compose",
            "game",
            "picture",
            "protocol",
            "recording",
            "report",
            "rota",
            "syntax",
            "tiles",
        ],
        "the number",
    ),
    ("usual", &["board", "check", "cli", "compose", "serve"], "as it mostly is"),
    ("ways_from", &["bytecode"], "where one can go"),
    ("west", &["board", "bytecode", "check", "cli", "game", "picture", "protocol", "tiles"], "a direction"),
    ("worth", &["game", "protocol"], "what something would bring"),
    ("deal", &["batch", "cli", "game", "python"], "what chance has in store for a game"),
    ("dealt", &["game", "python"], "what chance has in store for a game"),
    ("exceptions", &["python"], "errors as Python has them"),
];

fn crates() -> Vec<(String, PathBuf)> {
    let folders = listed(&root().join("crates")).into_iter().filter(|path| path.is_dir());
    folders.filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path.clone()))).collect()
}

/// The sources of a crate without those that are only tests.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let files = below(&folder.join("src"), "rs");
    let files = files.into_iter().filter(|path| {
        let parts = path
            .strip_prefix(folder)
            .unwrap_or(path)
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned());
        !parts.into_iter().any(|part| part == "tests" || part == "tests.rs")
    });
    let sources: Vec<(String, String)> = files
        .map(|path| {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            (name, fs::read_to_string(&path).expect("a source"))
        })
        .collect();
    assert!(!sources.is_empty(), "{} has no sources", folder.display());
    sources
}

/// The names of the tables under a heading of a manifest.
fn dependencies(manifest: &str, heading: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', '=', ' ']).next()).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

#[test]
fn crates_know_only_whom_they_may() {
    let crates = crates();
    assert_eq!(crates.len(), ARROWS.len(), "a crate without its arrows");
    for (name, folder) in &crates {
        let (_, allowed) =
            ARROWS.iter().find(|(known, _)| known == name).expect("a crate without its arrows");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let known = dependencies(&manifest, "[dependencies]");
        for other in known
            .iter()
            .filter_map(|known| known.strip_prefix("rota-").or((known == "rota").then_some("rota")))
        {
            assert!(allowed.contains(&other), "{name} may not know {other}");
        }
    }
}

/// Where a crate reaches for files, the clock, other programs or the terminal.
fn touches(folder: &Path) -> Vec<String> {
    const WORLD: [&str; 7] = ["fs", "env", "time", "process", "net", "stdout", "stdin"];
    let mut found = Vec::new();
    for (file, source) in sources(folder) {
        let mut std = 0;
        for (line, token) in tokens(&source) {
            let Token::Word(word) = token else { continue };
            // Behind `std` on the same line, so that `use std::{fmt, fs}` is seen too.
            if std == line && WORLD.contains(&word.as_str()) || word == "println" || word == "eprintln" {
                found.push(format!("{file}:{line}: {word}"));
            }
            if word == "std" {
                std = line;
            }
        }
    }
    found
}

#[test]
fn a_crate_is_built_for_its_own_tests_where_it_has_some() {
    for (name, folder) in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let is_test = |path: &PathBuf| fs::read_to_string(path).expect("a source").contains("#[test]");
        let has_tests = below(&folder.join("src"), "rs").iter().any(is_test);
        let is_built = !manifest.contains("[lib]\ntest = false\n");
        assert_eq!(
            is_built, has_tests,
            "{name}: where its library is not built for tests, none in it is run"
        );
    }
}

#[test]
fn only_the_outermost_crates_touch_the_world() {
    for (name, folder) in crates() {
        let found = touches(&folder);
        // The language server knows how long a pause is, and a program how long it may think.
        assert_eq!(
            found.is_empty(),
            !["batch", "cli", "folder", "lsp", "python", "serve"].contains(&name.as_str()),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn lints_are_those_of_the_workspace() {
    let table = |manifest: &str, heading: &str| -> Vec<String> {
        let lines = manifest.lines().skip_while(|line| line.trim() != heading).skip(1);
        lines
            .take_while(|line| !line.starts_with('['))
            .map(str::to_owned)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect()
    };
    let workspace = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    for (name, folder) in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        if table(&manifest, "[lints]") == ["workspace = true"] {
            continue;
        }
        // A page calls functions by their names, and to give them names counts as unsafe; so does how Python calls what
        // PyO3 generates. Nothing else differs.
        assert!(["python", "wasm"].contains(&name.as_str()), "{name} has lints of its own");
        let forbidden = table(&workspace, "[workspace.lints.rust]").join("\n");
        let denied = forbidden.replace("unsafe_code = \"forbid\"", "unsafe_code = \"deny\"");
        assert_eq!(table(&manifest, "[lints.rust]").join("\n"), denied);
        assert_eq!(table(&manifest, "[lints.clippy]"), table(&workspace, "[workspace.lints.clippy]"));
        for (file, source) in sources(&folder) {
            let unsafe_words = source.matches("unsafe").count();
            let named =
                source.matches("#[unsafe(no_mangle)]").count() + source.matches("unsafe_code,").count();
            assert_eq!(unsafe_words, named, "{file} is unsafe for something else");
        }
    }
}

#[test]
fn what_is_pure_is_linted_alike() {
    // Of these files only the nearest counts, so that each crate has all of it.
    let lints = |name: &str| fs::read_to_string(root().join("crates").join(name).join("clippy.toml")).ok();
    let touch_the_world = ["batch", "cli", "folder", "lsp", "python", "serve"];
    for (name, _) in crates().iter().filter(|(name, _)| !touch_the_world.contains(&name.as_str())) {
        assert_eq!(lints(name), lints("board"), "{name}");
    }
}

#[test]
fn nothing_depends_on_hashing_or_rounding() {
    let mut wrong = Vec::new();
    for (name, folder) in crates() {
        let whole = ["board", "vm", "game", "compile", "bytecode"].contains(&name.as_str());
        for (file, source) in sources(&folder) {
            for (line, token) in tokens(&source) {
                let bad = match &token {
                    Token::Word(word) => {
                        ["HashMap", "HashSet", "RandomState"].contains(&word.as_str())
                            || (whole && ["f32", "f64"].contains(&word.as_str()))
                    }
                    Token::Number(number) => whole && number.contains('.'),
                    Token::Text(_) => false,
                };
                if bad {
                    wrong.push(format!("{file}:{line}: {token:?}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for (_, folder) in crates() {
        for path in below(&folder, "rs") {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            let source = fs::read_to_string(&path).expect("a source");
            if !source.starts_with("//! ") {
                wrong.push(format!("{name} does not begin with `//!`"));
            }
            let long = source.lines().count() > 600;
            if long != LONG.iter().any(|(known, _)| *known == name) {
                wrong.push(format!("{name} has {} lines", source.lines().count()));
            }
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
            if ["utils", "util", "common", "helpers", "helper", "misc"].contains(&stem) {
                wrong.push(format!("{name} says nothing by its name"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The words of the language: of its grammar, its built-ins and its effects.
fn language() -> BTreeSet<String> {
    let grammar = fs::read_to_string(root().join("crates/syntax/src/rules.pest")).expect("the grammar");
    let quoted = tokens(&grammar).into_iter().filter_map(|(_, token)| match token {
        Token::Text(text) => Some(text),
        Token::Word(_) | Token::Number(_) => None,
    });
    let builtins = BUILTINS.iter().map(|entry| entry.name.to_owned());
    let payload = HOOKS.iter().flat_map(|hook| hook.payload).map(|(name, _)| (*name).to_owned());
    let hooks = HOOKS.iter().map(|hook| hook.name.to_owned());
    let phases = ["setup", "turn", "final"].map(str::to_owned);
    quoted.chain(builtins).chain(payload).chain(hooks).chain(phases).collect()
}

/// The lower-case parts of a name: `FeatureTiles` and `feature_tiles` have two.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut before = '_';
    for next in name.chars() {
        if next == '_' || !next.is_alphanumeric() || (next.is_uppercase() && !before.is_uppercase()) {
            parts.push(String::new());
        }
        if next.is_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.extend(next.to_lowercase());
        }
        before = next;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[test]
fn what_is_played_all_at_once_is_all_that_is_published() {
    let mut listed = PUBLISHED;
    listed.sort_unstable();
    assert_eq!(published(), listed);
}

#[test]
fn no_word_of_a_game_stands_in_the_engine() {
    let language = language();
    let names = published();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut reading = load(&shelf(), &names);
    // What only their scenarios bring in are packs of anybody.
    reading.guests.clear();
    let sets: Vec<String> =
        reading.sets.iter().map(|(set, _)| set.clone()).filter(|set| reading.uses_tiles(set)).collect();
    reading.sets.retain(|(set, _)| sets.contains(set));
    let declared = declared::declared(&reading);
    let words: BTreeSet<String> =
        declared.words.union(&declared.steps).filter(|word| !language.contains(*word)).cloned().collect();
    assert!(words.contains("city") && words.contains("meeple") && words.contains("deploy"));
    let spread = |text: &str| format!(" {} ", parts(text).join(" "));
    let words: Vec<(&String, String)> =
        words.iter().map(|word| (word, format!(" {} ", word.replace('_', " ")))).collect();
    // Most texts stand in the sources many times.
    let mut met: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    let mut used: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, folder) in crates() {
        for (file, source) in sources(&folder) {
            if EXAMPLES.iter().any(|(known, _)| *known == file) {
                continue;
            }
            for (line, token) in tokens(&source) {
                let (Token::Word(text) | Token::Text(text)) = &token else { continue };
                let met = met.entry(text.clone()).or_insert_with(|| {
                    let spread = spread(text);
                    words.iter().filter(|(_, own)| spread.contains(own)).map(|(word, _)| *word).collect()
                });
                for word in met {
                    let known = MEANS_ELSE
                        .iter()
                        .find(|(known, crates, _)| known == *word && crates.contains(&name.as_str()));
                    match known {
                        Some((known, crates, _)) => {
                            let place = crates.iter().find(|place| **place == name).copied().unwrap_or("");
                            used.insert((known, place), true);
                        }
                        None => wrong.push(format!("`{word}` in {file}:{line}: {text}")),
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} words of games:\n{}", wrong.len(), wrong.join("\n"));
    for (word, crates, _) in MEANS_ELSE {
        for place in *crates {
            assert!(
                used.contains_key(&(*word, *place)),
                "`{word}` is not used in {place}: take it off the list"
            );
        }
    }
}
