//! How one says it: for each thing that rules can say, the smallest pack that says it.
//!
//! Each folder beside this file's own, `tests/say`, is a pack whose title is the question and whose `pack.rota` is the
//! answer. Its scenarios hold and notice every change; each has a page, and a list shows all of them.

use std::fs;

use rota::{Settings, censuses, mutate, run_scenarios, scenarios};
use rota_compile::OptLevel;
use rota_game::{Game, Greedy, Player, Setup, Uniform};
use rota_syntax::ast::ItemKind;
use rota_tests::render;
use rota_tests::shelf::{below, compile, load, names_in, root, settings, shelf};

const FOLDER: &str = "tests/say";

/// The title in the header of a pack.
fn title(pack: &str) -> String {
    let loaded = load(&shelf(), &[pack]);
    let own = loaded.packs.iter().filter(|found| found.name == pack);
    let items = own.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let mut titles = items.filter_map(|item| {
        let ItemKind::Pack { title, .. } = &item.kind else { return None };
        title.as_ref().map(|title| title.node.clone())
    });
    titles.next().unwrap_or_default()
}

#[test]
fn every_pack_holds_and_notices_every_change() {
    for pack in names_in(FOLDER) {
        let loaded = load(&shelf(), &[&pack]);
        let (problems, sources) = loaded.check(&Settings::new());
        assert!(problems.is_empty(), "{pack}:\n{}", render(&problems, &sources));
        let own = scenarios(&loaded, &pack);
        assert!(!own.is_empty(), "{pack} has no scenario");
        for outcome in run_scenarios(&loaded, &own, OptLevel::Full) {
            assert!(outcome.passed(), "{pack}:\n{}", render(&outcome.failures, &loaded.sources));
        }
        for census in censuses(&loaded, &pack) {
            assert!(census.failures.is_empty(), "{}", render(&census.failures, &loaded.sources));
        }
        let report = mutate(&loaded, &pack, 2);
        let missed: Vec<&str> = report.findings.iter().map(|found| found.description.as_str()).collect();
        assert!(report.tried > 0 && missed.is_empty(), "{pack} does not notice {missed:#?}");
    }
}

#[test]
fn the_pages_show_them_all() {
    let mut entries: Vec<(String, String)> =
        names_in(FOLDER).into_iter().map(|pack| (title(&pack), pack)).collect();
    entries.sort();
    let mut index = "# How do I say …\n\n\
        Each of these is the smallest pack that says it, with tests of its own; what the words mean stands under \
        [the language](language.md).\n\
        These pages are written from the packs in `tests/say`; a test fails when they differ.\n\n"
        .to_owned();
    let mut pages = Vec::new();
    for (title, pack) in &entries {
        let folder = root().join(FOLDER).join(pack);
        let rules = fs::read_to_string(folder.join("pack.rota")).unwrap_or_default();
        index.push_str(&format!("- [{title}](say/{pack}.md)\n"));
        let mut page = format!("# {title}\n\n```rota\n{rules}```\n");
        for set in below(&folder, "toml") {
            let tiles = fs::read_to_string(set).unwrap_or_default();
            page.push_str(&format!("\n```toml tiles requires={pack}\n{tiles}```\n"));
        }
        pages.push((format!("say/{pack}.md"), page));
    }
    let reference = root().join("docs/reference");
    pages.push(("say.md".to_owned(), index));
    for (name, page) in &pages {
        let path = reference.join(name);
        if std::env::var_os("ROTA_WRITE").is_some() {
            assert!(fs::write(&path, page).is_ok(), "{name} cannot be written");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(&written, page, "{name} differs; ROTA_WRITE=1 writes it");
    }
    assert_eq!(below(&reference.join("say"), "md").len() + 1, pages.len(), "a page has no pack");
}

#[test]
fn players_who_think_ahead_win_by_a_rule_where_they_can() {
    let opened = compile(&load(&shelf(), &["verdict"]), &settings(&[], &[]));
    let setup = Setup { players: 2, ..Setup::default() };
    let mut game = Game::new(opened.rules, &setup).expect("a game");
    let mut won = [0, 0];
    for seed in 0..30 {
        game.restart(seed);
        let (mut greedy, mut uniform) = (Greedy::new(seed), Uniform::new(seed));
        while let Some(decision) = game.decision() {
            let choice = if decision.who() == 0 { greedy.decide(&game) } else { uniform.decide(&game) };
            game.choose(choice).expect("it was offered");
        }
        assert!(game.is_won_by_rule() && game.fault().is_none());
        let winners = game.winners().expect("it is over");
        if let [only] = winners.as_slice() {
            won[*only] += 1;
        }
    }
    assert!(won[0] > 5 && won[0] > 3 * won[1], "{won:?}");
}
