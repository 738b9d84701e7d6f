//! The scenarios that packs carry: all hold, every rule runs in one of them, and no change goes unnoticed.

#![expect(clippy::print_stdout, reason = "the counts are there to be read when a test fails")]

use std::collections::BTreeMap;
use std::fs;

use rota::{LoadedPacks, PackSource, PackText, Text, censuses, mutate, run_scenarios, scenarios};
use rota_compile::OptLevel;
use rota_game::{Game, Setup, SetupError};
use rota_source::Diagnostic;
use rota_syntax::ast::{Change, Item, ItemKind, Trigger};
use rota_tests::render;
use rota_tests::shelf::{Written, below, compile, load, published, root, settings, shelf};

/// The names of the rules that a pack brings, those of its variants included, wrong ones left out.
fn rules(reading: &LoadedPacks, pack: &str) -> Vec<String> {
    let packs = reading.packs.iter().filter(|found| found.name == pack);
    let items: Vec<&Item> = packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items).collect();
    let changed = items.iter().flat_map(|item| {
        let (ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. }) = &item.kind else {
            return &[][..];
        };
        changes
    });
    let changed = changed.filter_map(|change| match change {
        Change::Add(item) | Change::Replace(item) => Some(item),
        Change::Set { .. } | Change::Disable { .. } | Change::Move { .. } => None,
    });
    let rules = items.iter().copied().chain(changed).filter(|item| !item.wrong);
    let names = rules.filter_map(|item| {
        // What reacts to an effect is part of that effect and not counted; trying changes shows that it runs.
        let ItemKind::Rule { name, trigger: Trigger::Steps(_), .. } = &item.kind else { return None };
        Some(format!("rule {}", name.node))
    });
    names.collect()
}

/// Runs the scenarios of a pack, shows those that fail, and counts how often each rule ran.
fn run_all(reading: &LoadedPacks, pack: &str) -> (usize, Vec<Diagnostic>, BTreeMap<String, u64>) {
    let (mut failures, mut runs) = (Vec::new(), BTreeMap::new());
    let scenarios = scenarios(reading, pack);
    // As they are played, and once more so that runs can be counted.
    for writing in [OptLevel::Full, OptLevel::Profile] {
        runs.clear();
        for (scenario, outcome) in scenarios.iter().zip(run_scenarios(reading, &scenarios, writing)) {
            if !outcome.passed() {
                println!("{pack}: \"{}\" fails", scenario.title);
            }
            failures.extend(outcome.failures);
            for (rule, count) in outcome.runs {
                *runs.entry(rule).or_default() += count;
            }
        }
    }
    (scenarios.len(), failures, runs)
}

#[test]
fn scenarios_hold_and_run_every_rule() {
    for pack in published() {
        let reading = load(&shelf(), &[&pack]);
        let (count, failures, runs) = run_all(&reading, &pack);
        println!("{pack}: {count} scenarios");
        for (rule, runs) in &runs {
            println!("{runs:6} {rule}");
        }
        assert!(failures.is_empty(), "{pack}:\n{}", render(&failures, &reading.sources));
        let idle: Vec<String> = rules(&reading, &pack)
            .into_iter()
            .filter(|rule| runs.get(rule).is_none_or(|runs| *runs == 0))
            .collect();
        assert!(idle.is_empty(), "{pack}: no scenario runs {idle:?}");
    }
}

/// Whether a published pack names a tile set.
fn has_tiles(pack: &str) -> bool {
    let texts = below(&root().join("rulesets").join(pack), "rota");
    let texts = texts.iter().map(|path| std::fs::read_to_string(path).unwrap_or_default());
    texts.into_iter().any(|text| text.lines().any(|line| line.starts_with("tiles ")))
}

#[test]
fn tiles_are_what_their_censuses_say() {
    for pack in published() {
        let reading = load(&shelf(), &[&pack]);
        let found = censuses(&reading, &pack);
        if !has_tiles(&pack) {
            assert!(found.is_empty(), "{pack} has no tiles and a census");
            continue;
        }
        assert!(!found.is_empty(), "{pack} has tiles without a census");
        for census in found {
            assert!(census.failures.is_empty(), "{}", render(&census.failures, &reading.sources));
        }
    }
}

#[test]
fn no_change_goes_unnoticed() {
    for pack in published() {
        let reading = load(&shelf(), &[&pack]);
        let report = mutate(&reading, &pack, 2);
        println!("{pack}: {} changes, proves {}", report.tried, report.proved.join(", "));
        let findings = report.findings.iter().map(|finding| {
            let who = match finding.ids.as_slice() {
                [] => "no scenario fails".to_owned(),
                ids => format!("no scenario for {} fails", ids.join(", ")),
            };
            Diagnostic::error("scenario::unnoticed", format!("{}: {who}", finding.description))
                .at(finding.span, "changed here")
        });
        let findings: Vec<Diagnostic> = findings.collect();
        assert!(findings.is_empty(), "{pack}:\n{}", render(&findings, &reading.sources));
        assert_eq!(report.unproved, Vec::<String>::new(), "{pack}: ids of scenarios that no rule carries");
        assert!(report.tried > 0, "{pack} has nothing to be changed");
    }
}

#[test]
fn the_base_pack_proves_its_part_of_the_ledger() {
    let report = mutate(&load(&shelf(), &["base"]), "base", 2);
    let expected: Vec<String> = (1..=15).map(|number| format!("BASE-{number:02}")).collect();
    assert_eq!(report.proved, expected);
}

#[test]
fn two_to_five_play() {
    let rules = compile(&load(&shelf(), &["base"]), &settings(&[], &[])).rules;
    for players in 0..=8 {
        let game = Game::new(rules.clone(), &Setup { players, ..Setup::default() });
        match (2..=5).contains(&players) {
            true => assert_eq!(game.expect("a game").points().len(), usize::from(players)),
            false => {
                let refused = SetupError::Players { given: players, least: 2, most: 5 };
                assert_eq!(game.err(), Some(refused));
            }
        }
    }
}

/// How the scenarios of a small pack come out: those whose titles begin with `not so` have to fail.
#[test]
fn lines_say_what_they_mean() {
    let mut unlike = String::new();
    insta::glob!("scenarios/*.rota", |path: &std::path::Path| {
        let (text, name) = (fs::read_to_string(path).expect("a pack"), path.file_stem().expect("a name"));
        let name = name.to_str().expect("a name");
        let mut written = base();
        let rules = vec![Text { name: format!("{name}.rota"), text }];
        written
            .packs
            .insert("probe".to_owned(), PackText { name: "probe".to_owned(), rules, tiles: Vec::new() });
        let packs = load(&written, &["probe"]);
        let all = scenarios(&packs, "probe");
        let mut told = String::new();
        for (scenario, outcome) in all.iter().zip(run_scenarios(&packs, &all, OptLevel::Full)) {
            let failures = render(&outcome.failures, &packs.sources);
            if outcome.passed() == scenario.title.starts_with("not so") {
                unlike.push_str(&format!("{name}: {}\n{failures}\n", scenario.title));
            }
            if !outcome.passed() {
                told.push_str(&format!("# {}\n\n{}\n\n", scenario.title, failures.trim_end()));
            }
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_snapshot_suffix("");
        settings.set_omit_expression(true);
        settings.remove_input_file();
        settings.set_description("why scenarios fail");
        settings.bind(|| insta::assert_snapshot!(name, told));
    });
    assert!(unlike.is_empty(), "{unlike}");
}

/// The base game alone.
fn base() -> Written {
    let mut written = Written::default();
    written.packs.extend(shelf().pack("base").map(|pack| ("base".to_owned(), pack)));
    written.sets.extend(shelf().tiles("base").map(|set| ("base".to_owned(), set)));
    written
}
