//! The checker from outside: what it says about every slip it knows, and that no text harms it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]
#![allow(clippy::print_stdout, reason = "the scores of the mutants are for people to read")]

#[path = "check/codes.rs"]
mod codes;
#[path = "check/messages.rs"]
mod messages;
#[path = "check/mutants.rs"]
mod mutants;
#[path = "check/shelf.rs"]
mod shelf;

use std::fs;
use std::path::{Path, PathBuf};

use rota::{Error, LoadedPacks, Settings, Text, compose, load, scenarios};
use rota_source::{Diagnostic, Sources};

use shelf::Texts;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Compares with the snapshot beside the fixture.
fn compare(folder: &Path, name: &str, kind: &str, result: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_suffix("");
    settings.set_omit_expression(true);
    settings.remove_input_file();
    settings.set_description(kind);
    settings.bind(|| insta::assert_snapshot!(name, result));
}

/// What a fixture says about how it is to be opened: `# open with variant rich`, `# open with start hills`,
/// `# open with luck = 3`.
///
/// Settings are a text of their own, as those of a command line are.
fn settings_of(text: &str) -> Settings {
    let lines = text.lines().filter_map(|line| line.strip_prefix("# open with "));
    lines.fold(Settings::new(), |settings, line| match (line.split_once(' '), line.split_once(" = ")) {
        (Some(("variant", name)), _) => settings.variant(name),
        (Some(("start", name)), _) => settings.start(name),
        (_, Some((name, value))) => settings.option(name, value),
        _ => settings,
    })
}

/// All that is said about packs: on the way from texts to rules, and then by their scenarios.
fn problems(reading: &LoadedPacks, settings: &Settings) -> (Vec<Diagnostic>, Sources) {
    let opened = reading.compile(settings);
    let (plain, sources) = reading.check(settings);
    let told = opened.as_ref().map_or_else(Error::diagnostics, |opened| &opened.diagnostics);
    let drawn = |told| rota_tests::render(told, &sources);
    assert_eq!(drawn(&plain), drawn(told), "those who only want to know what is wrong hear the same");
    match opened {
        Err(error) => error.into_parts(),
        Ok(opened) => {
            let mut problems = opened.diagnostics;
            let scenarios = scenarios(reading, "probe");
            problems.extend(scenarios.iter().flat_map(|scenario| scenario.run(reading).failures));
            let all = reading.check_variants("probe");
            // Fixtures are in the language of today unless they say otherwise.
            let says_so = |one: &Diagnostic| opened.sources.text(one.labels()[0].span) == "1";
            problems.extend(all.into_iter().filter(|one| match one.code() {
                "packs::older-language" => says_so(one),
                code => code == "allow::unused",
            }));
            (problems, opened.sources)
        }
    }
}

/// What the house asks of every message.
fn well_put(problem: &Diagnostic, name: &str) {
    let message = problem.message();
    let begins = message.chars().next().unwrap();
    assert!(begins.is_lowercase() || !begins.is_alphabetic(), "{name}: `{message}` begins with a capital");
    let words = problem.labels().iter().map(|label| label.text.as_str()).chain([message]);
    for words in words.chain(problem.advice()) {
        assert!(!words.ends_with('.') && !words.contains('\n'), "{name}: {words}");
        assert!(!words.contains("Some("), "{name}: {words}");
        // Between backticks stands what packs declare, perhaps with the pack before it.
        assert!(!words.split('`').step_by(2).any(|own| own.contains("::")), "{name}: {words}");
    }
    // What a mismatch or a failed scenario calls for depends on what was meant.
    let plain = ["types::mismatch"].contains(&problem.code()) || problem.code().starts_with("scenario::");
    assert!(plain || problem.advice().is_some(), "{name}: no help with `{message}`");
}

#[test]
fn errors_are_explained() {
    insta::glob!("check/err/*.rota", |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let mut texts = Texts::published();
        texts.add("probe", &format!("{name}.rota"), &text);
        let reading = load(&texts, &["probe".to_owned()]);
        let settings = settings_of(&text);
        let (problems, sources) = problems(&reading, &settings);
        compare(path.parent().unwrap(), name, "diagnostics", &rota_tests::render(&problems, &sources));
        assert!(!problems.is_empty(), "nothing is wrong with {name}");
        for problem in &problems {
            well_put(problem, name);
            for label in problem.labels() {
                let label = sources.text(label.span);
                assert!(!label.contains('\n'), "{name}: a label over several lines: {label}");
            }
        }
    });
}

#[test]
fn compositions_are_explained() {
    insta::glob!("check/compositions/*/probe.rota", |path: &Path| {
        let folder = path.parent().unwrap();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let mut texts = Texts::published();
        texts.add_folder(folder);
        let text = fs::read_to_string(path).unwrap();
        let reading = load(&texts, &["probe".to_owned()]);
        let settings = settings_of(&text);
        let (problems, sources) = problems(&reading, &settings);
        compare(folder, name, "diagnostics", &rota_tests::render(&problems, &sources));
        assert!(!problems.is_empty(), "nothing is wrong with {name}");
        problems.iter().for_each(|problem| well_put(problem, name));
    });
}

#[test]
fn composition_files_are_explained() {
    insta::glob!("check/files/*.toml", |path: &Path| {
        let folder = path.parent().unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let mut texts = Texts::published();
        texts.add_folder(folder);
        let text = Text { name: format!("{name}.toml"), text: fs::read_to_string(path).unwrap() };
        let (reading, composition) = compose(&texts, text);
        let (problems, sources) = reading.compile(&composition.settings()).unwrap_err().into_parts();
        compare(folder, name, "diagnostics", &rota_tests::render(&problems, &sources));
        for problem in &problems {
            well_put(problem, name);
            assert!(!problem.labels().is_empty(), "{name}: no place for `{}`", problem.message());
        }
    });
}

#[test]
fn a_composition_file_has_its_limits() {
    let compose = |text: String| compose(&Texts::published(), Text { name: "long.toml".to_owned(), text });
    let code = |text: String| {
        let (reading, composition) = compose(text);
        let error = reading.compile(&composition.settings()).unwrap_err();
        let problems = error.diagnostics();
        assert!(problems.len() <= 50, "{} problems", problems.len());
        problems.iter().for_each(|problem| well_put(problem, "long.toml"));
        problems.first().unwrap().code()
    };
    assert_eq!(code(format!("packs = [\"base\"] #{}", "-".repeat(9_000))), "composition::too-long");
    let many: String = (0..600).map(|number| format!("key{number} = 1\n")).collect();
    assert_eq!(code(many), "composition::unknown-key");
    assert_eq!(code(format!("packs = {}", "[".repeat(8_000))), "composition::syntax");
    let deep = "(".repeat(8_000);
    assert_eq!(code(format!("packs = [\"base\"]\noptions.small_city = \"{deep}\"")), "composition::no-value");
    // What is written in other ways is the same composition.
    for text in [
        "packs = [\"base@first_revision\"]\n[options]\nabbots = 1",
        "options = { abbots = 0x1 }\r\n'packs' = [\"\"\"base@first_revision\"\"\"]\r\ntitle = ' '\n",
    ] {
        let (reading, composition) = compose(text.to_owned());
        assert_eq!(composition.to_string(), "base@first_revision");
        assert_eq!(composition.title, None);
        let opened = reading.compile(&composition.settings()).unwrap();
        let value = |name: &str| opened.options.iter().find(|option| option.name == name).unwrap();
        assert_eq!((value("abbots").value.as_str(), value("field_rule").value.as_str()), ("1", "by_city"));
    }
}

#[test]
fn the_base_pack_is_clean() {
    let reading = load(&Texts::published(), &["base".to_owned()]);
    let (problems, sources) = reading.check(&Settings::new());
    assert!(problems.is_empty(), "{}", rota_tests::render(&problems, &sources));
}

#[test]
fn programs_are_as_they_were() {
    insta::glob!("check/bytecode/*.rota", |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let mut texts = Texts::published();
        texts.add("probe", &format!("{name}.rota"), &text);
        let reading = load(&texts, &["probe".to_owned()]);
        let opened = reading.compile(&Settings::new());
        let opened = opened.unwrap_or_else(|error| panic!("{error}"));
        let program = opened.rules.program();
        let listing = rota_bytecode::disassemble(program, Some(&reading.sources), "");
        let own = format!("  ; {name}.rota:");
        // Only what begins in the fixture is shown; line 1 is where things without a place are said to be.
        let is_own = |one: &&str| {
            one.lines()
                .nth(1)
                .is_some_and(|line| line.starts_with(&own) && !line.starts_with(&format!("{own}1 ")))
        };
        let listing: Vec<String> = listing.split("\n\n").filter(is_own).map(from_zero).collect();
        compare(path.parent().unwrap(), name, "program", &listing.join("\n\n"));
    });
}

/// Counts the operations of a function from zero and leaves its number out: what stands before it does not
/// matter.
fn from_zero(listing: &str) -> String {
    let number = |word: &str| word.parse::<usize>().ok().filter(|_| word.len() == 4);
    let first = listing.lines().find_map(|line| number(line.split_whitespace().next()?)).unwrap_or(0);
    let mut shown = String::new();
    for (index, line) in listing.lines().enumerate() {
        let words = line.split(' ').filter(|word| index > 0 || !word.starts_with('#'));
        let is_code = index > 0 && !line.starts_with("  ;");
        // An operation's place stands first, and where it goes on behind an arrow.
        let mut is_place = is_code;
        let words = words.map(|word| {
            let place = number(word).filter(|_| is_place);
            is_place = is_code && (word == "->" || is_place && word.is_empty());
            place.map_or_else(|| word.to_owned(), |place| format!("{:04}", place - first))
        });
        shown.push_str(&words.collect::<Vec<_>>().join(" "));
        shown.push('\n');
    }
    shown.truncate(shown.trim_end().len());
    shown
}

#[test]
fn every_name_of_an_effect_can_be_written() {
    for hook in rota_bytecode::HOOKS {
        let names = hook.payload.iter().map(|(name, _)| *name).chain(hook.result.map(|(name, _)| name));
        let lines: String = names.map(|name| format!("  let seen_{name} = {name}\n")).collect();
        let rules =
            format!("pack probe 1.0.0\nrequires base ^1.0\nrule watch after {} {{\n{lines}}}\n", hook.name);
        let mut texts = Texts::published();
        texts.add("probe", "probe.rota", &rules);
        let reading = load(&texts, &["probe".to_owned()]);
        let error = reading.compile(&Settings::new()).err().map(|error| error.to_string());
        assert_eq!(error, None);
    }
}

#[test]
fn a_rule_can_be_too_large() {
    let shown_with = |more: &str, names: u32| {
        let lines: String = (0..names).map(|name| format!("  let n{name} = turn + {name}\n")).collect();
        let used: String = (0..names).map(|name| format!("  set all = all + n{name}\n")).collect();
        let rule = format!("rule hoard at score {{\n{lines}{used}{more}}}\n");
        let rules = format!("pack large 1.0.0\nrequires base ^1.0\nvar all : int\n{rule}");
        let mut texts = Texts::published();
        texts.add("large", "large.rota", &rules);
        let reading = load(&texts, &["large".to_owned()]);
        let (found, sources) = problems(&reading, &Settings::new());
        found.iter().for_each(|problem| well_put(problem, "large"));
        rota_tests::render(&found, &sources)
    };
    let shown = |names: u32| shown_with("", names);
    assert_eq!(shown(250), "");
    // What can never run takes no room.
    let deep = format!("{}turn{}", "turn + (".repeat(20), ")".repeat(20));
    assert_ne!(shown_with(&format!("  set all = {deep}\n"), 250), "");
    assert_eq!(shown_with(&format!("  if false {{ set all = {deep} }}\n"), 250), "");
    compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("check"), "too-large", "diagnostics", &shown(300));
    // As many as a file can hold.
    assert_eq!(shown(16_100), shown(300));
}
