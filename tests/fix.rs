//! Packs of an older version of the language: what becomes of them, and the page that says so.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rota::{
    LANGUAGE, Library, MemorySource, Migrated, Migration, OptLevel, PackSource, Severity, migrate, migrations,
};
use rota_cli::Exit;
use rota_embedded::Embedded;
use rota_tests::command::rota_words;
use rota_tests::folder::Folder;
use rota_tests::shelf::root;

/// The packs of the fixtures: those that were written from the docs alone as they were then, and one more.
fn packs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fix/packs");
    let mut packs: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    packs.sort();
    packs
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_str().unwrap().to_owned()
}

/// A pack of the fixtures before the base game of today, with other texts where some are given.
fn source(folder: &Path, texts: &[(String, String)]) -> MemorySource {
    let mut source = MemorySource::new();
    let embedded = Embedded::new();
    source.add_pack(embedded.pack("base").unwrap());
    source.add_tiles("base", embedded.tiles("base").unwrap().text);
    let pack = name(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rota")) {
        let shown = name(file);
        let called = format!("{pack}/{shown}");
        let new = texts.iter().find(|(known, _)| *known == called).map(|(_, text)| text.clone());
        source.add_rules(&pack, &shown, new.unwrap_or_else(|| fs::read_to_string(file).unwrap()));
    }
    source
}

fn texts(migrated: &Migrated) -> Vec<(String, String)> {
    migrated.files.iter().map(|(old, new)| (old.name.clone(), new.clone())).collect()
}

/// What is told of a pack: each edit, what is left, and the lines that differ.
fn told(migrated: &Migrated) -> String {
    let mut told = format!("language {} to {}\n\n", migrated.from.unwrap(), migrated.to);
    for place in &migrated.done {
        writeln!(told, "{}:{}: {} ({})", place.file, place.line, place.text, place.migration.id).unwrap();
    }
    writeln!(told, "\n{}", rota_tests::render(&migrated.left, &migrated.sources)).unwrap();
    for (old, new) in &migrated.files {
        let diff = similar::TextDiff::from_lines(&old.text, new);
        told.push_str(&diff.unified_diff().context_radius(0).header(&old.name, &old.name).to_string());
    }
    told
}

fn comments(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.split_once('#')).map(|(_, comment)| comment).collect()
}

#[test]
fn old_packs_come_over_and_behave_the_same() {
    let mut whole = Vec::new();
    for folder in packs() {
        let pack = name(&folder);
        let migrated = migrate(&source(&folder, &[]), &pack);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("fix"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(pack.clone(), told(&migrated)));
        for (old, new) in &migrated.files {
            assert_eq!(comments(&old.text), comments(new), "{pack}: no comment goes, and none moves");
        }
        let new = source(&folder, &texts(&migrated));
        let again = migrate(&new, &pack);
        assert!(
            again.files.is_empty() && again.done.is_empty(),
            "{pack}: a second run changes {:?}",
            again.done
        );
        assert_eq!(migrated.to == LANGUAGE, migrated.left.is_empty(), "{pack}: the version moves last");
        if migrated.left.is_empty() {
            let loaded = Library::default().load(&new, [&pack]);
            let problems = loaded.check_variants(&pack);
            let is_wrong = problems
                .iter()
                .any(|one| one.severity() == Severity::Error || one.code() == "packs::older-language");
            assert!(!is_wrong, "{pack}: {problems:?}");
            let scenarios = rota::scenarios(&loaded, &pack);
            assert!(!scenarios.is_empty(), "{pack} shows nothing");
            let outcomes = rota::run_scenarios(&loaded, &scenarios, OptLevel::default());
            assert!(outcomes.iter().all(|outcome| outcome.failures.is_empty()), "{pack}");
            whole.push(pack);
        }
    }
    assert!(whole.len() >= 5, "only {whole:?} come over as a whole");
}

#[test]
fn each_change_that_is_made_is_needed() {
    let done: Vec<(String, Migrated)> =
        packs().iter().map(|folder| (name(folder), migrate(&source(folder, &[]), &name(folder)))).collect();
    for migration in migrations().iter().filter(|migration| !migration.does.is_empty()) {
        let uses =
            done.iter().find(|(_, one)| one.done.iter().any(|place| place.migration.id == migration.id));
        let (pack, _) = uses.unwrap_or_else(|| panic!("no fixture shows {}", migration.id));
        // Without it, the pack that shows it does not check.
        let folder = packs().into_iter().find(|folder| name(folder) == *pack).unwrap();
        let problems = Library::default().load(&source(&folder, &[]), [pack]).check_variants(pack);
        assert!(problems.iter().any(|one| one.severity() == Severity::Error), "{pack} was right before");
    }
}

/// The page of versions, from the table.
fn page() -> String {
    let mut page = String::from(
        "# Versions of the language\n\n\
         The header of a pack names the [version](language/packs.md#pack) of the language that it is written in; without one it is version 1.\n\
         [`rota fix`](cli/fix.md) brings a pack up to date and tells what it could not.\n\
         This page is written from the table of changes that it works by.\n",
    );
    for version in (2..=LANGUAGE).rev() {
        writeln!(page, "\n## Version {version}").unwrap();
        for one in migrations().iter().filter(|one| one.since == version) {
            let Migration { id, change, before, after, does, asks, .. } = one;
            let (does, asks) = match (does.is_empty(), asks.is_empty()) {
                (true, _) => ("nothing; it tells what no longer holds".to_owned(), *asks),
                (false, true) => ((*does).to_owned(), "nothing"),
                (false, false) => ((*does).to_owned(), *asks),
            };
            writeln!(
                page,
                "\n### `{id}`\n\n{change}\n\n```text\n{before}\n```\n\nIs now:\n\n```text\n{after}\n```\n\n\
                 *By itself:* {does}\n\n*For a person:* {asks}"
            )
            .unwrap();
        }
    }
    page.push_str("\n## Version 1\n\nThe language of the first packs, whose headers name no version.\n");
    page
}

#[test]
fn the_page_of_versions_tells_of_every_change() {
    let path = root().join("docs/reference/versions.md");
    if std::env::var_os("ROTA_WRITE").is_some() {
        fs::write(&path, page()).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), page(), "ROTA_WRITE=1 writes it");
}

#[test]
fn the_command_writes_where_packs_lie_and_only_then() {
    let folder = Folder::new("fix");
    let from = packs().into_iter().find(|folder| name(folder) == "round1_points").unwrap();
    let to = folder.path().join("round1_points");
    fs::create_dir(&to).unwrap();
    for file in ["pack.rota", "scenarios.rota"] {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
    let pack = to.to_str().unwrap();
    let read = || fs::read_to_string(to.join("pack.rota")).unwrap();
    let before = read();
    for dry in ["--check", "--diff"] {
        let outcome = rota_words(&["fix", pack, dry], "");
        assert_eq!((outcome.exit, read()), (Exit::Findings, before.clone()), "{dry}: {}", outcome.err);
    }
    assert!(rota_words(&["fix", pack, "--diff"], "").out.contains("+    if not debtor.creditor { stop }"));
    let outcome = rota_words(&["fix", pack], "");
    assert_eq!(outcome.exit, Exit::Fine, "{}{}", outcome.out, outcome.err);
    assert!(read().contains(&format!("language {LANGUAGE}")), "{}", read());
    let again = rota_words(&["fix", pack], "");
    assert_eq!(again.exit, Exit::Fine);
    assert!(again.out.contains("nothing to do"), "{}", again.out);
    // What is in the program is nobody's to change.
    assert_eq!(rota_words(&["fix", "/no/such/pack"], "").exit, Exit::CouldNot);
    // A file that cannot be read stops all.
    fs::write(to.join("pack.rota"), &before).unwrap();
    fs::write(to.join("more.rota"), [0xff, 0xfe, b'\n']).unwrap();
    let outcome = rota_words(&["fix", pack], "");
    assert_ne!(outcome.exit, Exit::Fine);
    assert_eq!(read(), before);
}
