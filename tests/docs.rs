//! The documentation is tested: every block of code in it, every link, every page that is written from a table.
//!
//! Pages are found by their ending. The words behind the three backticks say what a block is:
//!
//! | words | the block |
//! |---|---|
//! | `rota` | items: opened as a pack on top of the base game, or as it is where it begins with `pack`; its scenarios must hold |
//! | `rota statements` | statements: opened inside a rule that binds `f`, `s`, `m`, `p`, `a` and `t` |
//! | `rota expressions` | one expression a line, in the same place |
//! | `rota … requires=NAME` | with this example pack in place of the base game alone |
//! | `rota … error=CODE` | must be refused with this code and no other |
//! | `… from=FILE` | lines of this file, blanks aside; a line `…` stands for what is left out |
//! | `toml tiles` | tiles: loaded with the words of the base game, or of the pack that `requires=` names |
//! | `sh run` | commands: each line that begins with `rota` is run; `answers=a,b` is what is typed, `_` for a space |
//! | `sh run differs` | commands that find a difference, and exit with 1 |
//! | `text shown` | a part of what the block before has written, word for word; a line `…` stands for what is left out |
//! | `toml composition` | a composition file: its packs are opened |
//! | `toml`, `sh`, `text`, `rust`, `json` | not tried |
//!
//! A block that stands word for word in a pack or a tile set is a quotation; it is tried where it stands.
//! The blocks of the tutorial are followed one by one in an empty folder, by `crates/cli/tests/alone/tutorial.rs`.
#![allow(clippy::panic, reason = "a test that cannot go on stops")]

mod cookbook;
mod reference;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use rota::{PackSource, PackText, Settings, Text};
use rota_bytecode::BUILTINS;
use rota_cli::{Exit, Input};
use rota_source::{Diagnostic, Severity, Sources};
use rota_tests::render;
use rota_tests::shelf::{below, listed, root, shelf};

/// The repository's packs, the packs of the documentation, and perhaps one that a block writes down.
#[derive(Default)]
struct Library {
    written: Option<(String, String)>,
}

impl PackSource for Library {
    fn pack(&self, name: &str) -> Option<PackText> {
        if let Some((_, text)) = self.written.as_ref().filter(|(written, _)| written == name) {
            let rules = vec![Text { name: format!("{name}.rota"), text: text.clone() }];
            return Some(PackText { name: name.to_owned(), rules, tiles: Vec::new() });
        }
        shelf().pack(name).or_else(|| example(name))
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        shelf().tiles(set)
    }

    fn names(&self) -> Vec<String> {
        shelf().names()
    }
}

fn examples() -> Vec<String> {
    let folders = listed(&root().join("docs/examples")).into_iter().filter(|path| path.is_dir());
    folders.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
}

fn example(name: &str) -> Option<PackText> {
    let folder = root().join("docs/examples").join(name);
    let text = |path: &PathBuf| Some(Text { name: shown(path), text: fs::read_to_string(path).ok()? });
    let rules: Vec<Text> = below(&folder, "rota").iter().filter_map(text).collect();
    let sets = below(&folder, "toml");
    let tiles = sets.iter().filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), text(path)?)));
    (!rules.is_empty()).then(|| PackText { name: name.to_owned(), rules, tiles: tiles.collect() })
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All pages, those in folders included.
fn pages() -> Vec<PathBuf> {
    let mut pages = below(&root().join("docs"), "md");
    pages.push(root().join("README.md"));
    pages
}

/// A block of code on a page.
struct Block {
    /// Page and line, for messages.
    place: String,
    /// The words behind the backticks.
    tags: Vec<String>,
    text: String,
}

impl Block {
    fn tag(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag == name)
    }

    fn setting(&self, name: &str) -> Option<&str> {
        self.tags.iter().find_map(|tag| tag.strip_prefix(name)?.strip_prefix('='))
    }
}

fn blocks(page: &Path) -> Vec<Block> {
    let text = read(page);
    let mut found = Vec::new();
    if page.starts_with(root().join("docs/tutorial")) {
        return found;
    }
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(tags), None) => {
                let tags = tags.split_whitespace().map(str::to_owned).collect();
                open = Some(Block {
                    place: format!("{}:{}", shown(page), number + 1),
                    tags,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: the last block does not end", shown(page));
    found
}

/// Every file of rules and tiles that a page may quote.
fn quotable() -> Vec<String> {
    let folders = ["rulesets", "tiles", "docs/examples", "tests/say"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| [below(folder, "rota"), below(folder, "toml")].concat());
    files.map(|path| format!("\n{}", read(&path))).collect()
}

/// Where the statements and expressions of a block stand.
fn in_rule(body: &str) -> String {
    let (body, leaves) = (body.replace('\n', "\n    "), body.contains("leave"));
    let (begin, end) = if leaves { ("repeat up to 2 {", "}") } else { ("", "") };
    format!(
        "rule example at settle when kept and placed {{
  choose active city f among features, s among f.segments, m among f.pieces, p among players,
    a among awards, t among placed.cell.around {{ {begin}\n    {body}\n  {end} }}\n}}\n"
    )
}

/// The pack that a block is, by name and text.
fn pack_of(block: &Block) -> (String, String) {
    let mut text = block.text.clone();
    if block.tag("statements") {
        text = in_rule(&text);
    } else if block.tag("expressions") {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let lines = lines.filter(|line| !line.is_empty()).enumerate();
        let lets: Vec<String> =
            lines.map(|(number, line)| format!("let answer_{number} = {line}\n")).collect();
        text = in_rule(&lets.concat());
    }
    let header = text.lines().find_map(|line| line.strip_prefix("pack "));
    if let Some(name) = header.and_then(|rest| rest.split_whitespace().next()) {
        return (name.to_owned(), text);
    }
    let required = block.setting("requires").unwrap_or("base");
    ("example".to_owned(), format!("pack example 1.0.0\nrequires {required} ^1.0\n{text}"))
}

/// Tries a block of rules and returns what is wrong with it, drawn.
fn try_rules(block: &Block) -> Result<(), String> {
    let (name, text) = pack_of(block);
    let library = Library { written: Some((name.clone(), text)) };
    let reading = rota::load(&library, std::slice::from_ref(&name));
    let (problems, sources) = reading.check(&Settings::new());
    judge(block, &problems, &sources)?;
    if block.setting("error").is_none() {
        for scenario in rota::scenarios(&reading, &name) {
            let outcome = scenario.run(&reading);
            if !outcome.passed() {
                return Err(format!(
                    "scenario {:?} fails:\n{}",
                    scenario.title,
                    render(&outcome.failures, &reading.sources)
                ));
            }
        }
    }
    Ok(())
}

fn try_tiles(block: &Block) -> Result<(), String> {
    let pack = block.setting("requires").unwrap_or("base").to_owned();
    let reading = rota::load(&Library::default(), std::slice::from_ref(&pack));
    let opened =
        reading.compile(&Settings::new()).map_err(|error| render(error.diagnostics(), error.sources()))?;
    let printings = if block.text.contains("[printings]") { "" } else { "[printings]\nonly = \"Only\"\n" };
    let mut sources = Sources::new();
    let Some(source) = sources.add("example.toml", format!("{printings}{}", block.text)) else {
        return Err("too long".to_owned());
    };
    let (_, problems) = rota_tiles::load(&source.clone(), "example", &opened.compiled.vocabulary);
    judge(block, &problems, &sources)
}

fn try_composition(block: &Block) -> Result<(), String> {
    let text = Text { name: "example.toml".to_owned(), text: block.text.clone() };
    let (reading, composition) = rota::compose(&Library::default(), text);
    let opened = reading.compile(&composition.settings());
    let problems = opened.err().map(rota::Error::into_parts).unwrap_or_default();
    judge(block, &problems.0, &problems.1)
}

/// Whether the errors are those that the block announces.
fn judge(block: &Block, problems: &[Diagnostic], sources: &Sources) -> Result<(), String> {
    let errors: Vec<&Diagnostic> = problems.iter().filter(|one| one.severity() == Severity::Error).collect();
    match block.setting("error") {
        None if errors.is_empty() => Ok(()),
        Some(code) if !errors.is_empty() && errors.iter().all(|error| error.code() == code) => Ok(()),
        None => Err(render(problems, sources)),
        Some(code) => Err(format!("expected {code}, found\n{}", render(problems, sources))),
    }
}

#[test]
fn every_block_does_what_its_page_says() {
    let quotable = quotable();
    let mut failures = Vec::new();
    let mut tried = 0;
    for block in pages().iter().flat_map(|page| blocks(page)) {
        let is_quotation = quotable.iter().any(|file| file.contains(&format!("\n{}", block.text)));
        let outcome = match block.tags.first().map(String::as_str) {
            Some("rota" | "toml") if block.setting("from").is_some() => {
                cookbook::quote(&block, block.setting("from").unwrap_or_default())
            }
            Some("rota" | "toml") if is_quotation && block.setting("error").is_none() => Ok(()),
            Some("rota") => try_rules(&block),
            Some("toml") if block.tag("tiles") => try_tiles(&block),
            Some("toml") if block.tag("composition") => try_composition(&block),
            // Those in Python are run by the tests of its package.
            Some("toml" | "sh" | "text" | "rust" | "json" | "python") => Ok(()),
            _ => Err("says not what it is: rota, toml, sh, text, rust, json or python".to_owned()),
        };
        tried += 1;
        failures.extend(outcome.err().map(|why| format!("{}: {why}", block.place)));
    }
    assert!(tried > 20, "only {tried} blocks were found");
    assert!(failures.is_empty(), "{} of {tried} blocks:\n\n{}", failures.len(), failures.join("\n"));
}

/// Runs the commands of a block as if in the folder of the repository, and returns what they wrote.
fn run(block: &Block) -> Result<String, String> {
    let answers = block.setting("answers").unwrap_or_default().replace('_', " ").replace(',', "\n");
    let mut written = Vec::new();
    for line in block.text.lines().filter(|line| line.starts_with("rota ")) {
        let words = line.split('#').next().unwrap_or_default().split_whitespace().map(OsString::from);
        let input = Input { lines: Box::new(answers.as_bytes()), is_typed: false };
        let mut err = Vec::new();
        let exit = rota_cli::run_with(words, input, &mut written, &mut err);
        let wanted = if block.tag("differs") { Exit::Findings } else { Exit::Fine };
        if exit != wanted {
            return Err(format!("`{line}` exits with {exit:?}: {}", String::from_utf8_lossy(&err)));
        }
    }
    String::from_utf8(written).map_err(|error| error.to_string())
}

/// The files that the commands of a block write.
fn saved(block: &Block) -> Vec<PathBuf> {
    let words: Vec<&str> = block.text.split_whitespace().collect();
    words
        .windows(2)
        .filter(|pair| ["--save", "-o"].contains(&pair[0]))
        .map(|pair| root().join(pair[1]))
        .collect()
}

/// Whether a text holds all lines of another one, but for those that `…` stands for.
fn shows(written: &str, wanted: &str) -> bool {
    let text = format!("\n{written}");
    let mut rest = text.as_str();
    wanted.split("…\n").all(|part| {
        let at = rest.find(&format!("\n{part}")).filter(|_| !part.is_empty());
        // The end of its last line begins what comes next.
        rest = at.and_then(|at| rest.get(at + part.len()..)).unwrap_or(rest);
        at.is_some() || part.is_empty()
    })
}

#[test]
fn every_command_that_is_shown_writes_what_is_shown() {
    assert!(std::env::set_current_dir(root()).is_ok(), "the repository is gone");
    let mut failures = Vec::new();
    let mut shown = 0;
    for page in pages() {
        let mut written = String::new();
        let mut files = Vec::new();
        for block in blocks(&page) {
            if block.tag("run") {
                files.extend(saved(&block));
                match run(&block) {
                    Ok(text) => written = text,
                    Err(why) => failures.push(format!("{}: {why}", block.place)),
                }
            }
            if block.tag("shown") {
                shown += 1;
                if !shows(&written, &block.text) {
                    failures.push(format!("{} is not what is written:\n{written}", block.place));
                }
            }
        }
        for file in files {
            let _ = fs::remove_file(file);
        }
    }
    assert!(shown > 3, "only {shown} blocks were found");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn how_to_get_the_program_is_said_once() {
    let mut places = Vec::new();
    for page in pages() {
        let text = read(&page);
        let lines = text.lines().filter(|line| line.contains("cargo install") || line.contains("cargo run"));
        let lines = lines.filter(|line| !line.contains("--example"));
        places.extend(lines.map(|line| format!("{}: {}", shown(&page), line.trim())));
    }
    let [install, without, set_up] = places.as_slice() else {
        panic!("pages write `rota …`, and docs/playing.md says how to get it: {places:#?}");
    };
    assert!(install.starts_with("docs/playing.md: cargo install"), "{install}");
    assert!(without.starts_with("docs/playing.md: Without installing"), "{without}");
    assert!(set_up.starts_with("README.md: cargo run --release -- play"), "{set_up}");
}

#[test]
fn every_example_pack_holds() {
    for name in examples() {
        let reading = rota::load(&Library::default(), std::slice::from_ref(&name));
        if let Err(error) = reading.compile(&Settings::new()) {
            panic!("{name}:\n{error}");
        }
        let scenarios = rota::scenarios(&reading, &name);
        assert!(!scenarios.is_empty(), "{name} shows nothing");
        for scenario in scenarios {
            let outcome = scenario.run(&reading);
            assert!(
                outcome.passed(),
                "{name}: {:?}\n{}",
                scenario.title,
                render(&outcome.failures, &reading.sources)
            );
        }
        let report = rota::mutate(&reading, &name, 2);
        assert!(report.findings.is_empty(), "{name}: {:#?}", report.findings);
    }
}

#[test]
fn every_example_of_a_built_in_is_understood() {
    let mut text =
        "pack example 1.0.0\nrequires base ^1.0\npiece token neutral 9\nstock spice 20\ndeck gifts { lantern 3 }\n\
         var visits : int on feature\nboard -9..9 by -9..9\n"
            .to_owned();
    for (number, entry) in BUILTINS.iter().enumerate() {
        text.push_str(&reference::example_rule(number, entry));
        assert!(
            entry.example.contains(entry.name),
            "the example of `{}` is about something else",
            entry.name
        );
    }
    let library = Library { written: Some(("example".to_owned(), text)) };
    let reading = rota::load(&library, &["example".to_owned()]);
    if let Err(error) = reading.compile(&Settings::new()) {
        panic!("{error}");
    }
}

#[test]
fn pages_from_tables_are_up_to_date() {
    let folder = root().join("docs/reference");
    for (name, page) in reference::pages() {
        let path = folder.join(name);
        if std::env::var_os("ROTA_WRITE").is_some() {
            assert!(fs::write(&path, &page).is_ok(), "{name} cannot be written");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        let differs = page.lines().zip(written.lines()).find(|(now, then)| now != then);
        assert_eq!(written, page, "{name} differs, first in {differs:?}; ROTA_WRITE=1 writes it");
    }
}

/// The targets of the links in a text, outside of its blocks.
fn links(text: &str) -> Vec<String> {
    let mut outside = String::new();
    for (number, part) in text.split("```").enumerate() {
        outside.push_str(if number % 2 == 0 { part } else { "" });
    }
    let targets = outside.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(str::to_owned).collect()
}

/// The anchors of a page, as hosts of Markdown make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    plain.map(|line| line.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

/// The options that the command line declares, from its source: `--seed`, `--all`.
fn declared_options() -> Vec<String> {
    let mut options = Vec::new();
    for path in below(&root().join("crates/cli/src"), "rs") {
        let text = read(&path);
        for part in text.split("#[arg(long").skip(1) {
            let field = part.split("pub ").nth(1).and_then(|rest| rest.split(':').next());
            options.extend(field.map(|name| format!("`--{}", name.trim().replace('_', "-"))));
        }
    }
    options
}

#[test]
fn the_pages_of_the_command_line_are_complete() {
    let mut page = read(&root().join("docs/reference/cli.md"));
    for path in below(&root().join("docs/reference/cli"), "md") {
        page.push_str(&read(&path));
    }
    let arguments = read(&root().join("crates/cli/src/command/mod.rs"));
    let (_, commands) = arguments.split_once("enum Command {").unwrap_or_default();
    let commands = commands.lines().take_while(|line| *line != "}").filter_map(|line| line.split('(').next());
    let commands =
        commands.map(str::trim).filter(|line| line.chars().all(char::is_alphabetic) && !line.is_empty());
    let commands: Vec<String> = commands.map(|name| format!("`rota {}", name.to_lowercase())).collect();
    assert!(commands.len() > 4, "only {commands:?} were found");
    let missing: Vec<String> =
        commands.into_iter().chain(declared_options()).filter(|word| !page.contains(word)).collect();
    assert!(missing.is_empty(), "the pages of the command line say nothing of {missing:?}");
}

#[test]
fn no_row_of_a_table_stands_there_twice() {
    let mut twice = Vec::new();
    for page in pages() {
        let (mut rows, mut is_code) = (BTreeSet::new(), false);
        for (number, line) in read(&page).lines().enumerate() {
            is_code ^= line.starts_with("```");
            if is_code || !line.starts_with('|') {
                rows.clear();
            } else if !rows.insert(line.to_owned()) {
                twice.push(format!("{}:{}: {line}", shown(&page), number + 1));
            }
        }
    }
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}

/// A page with a folder of its name beside it is a table of what is in there; two changes of it that meet may have
/// brought back what stands there by now.
#[test]
fn a_page_with_a_folder_only_tells_what_is_in_it() {
    let mut tables = 0;
    for page in pages().iter().filter(|page| page.with_extension("").is_dir()) {
        tables += 1;
        let lines = read(page).lines().count();
        let folder = page.with_extension("");
        assert!(lines < 120, "{} has {lines} lines: they belong to pages in {}", shown(page), shown(&folder));
    }
    assert!(tables >= 5, "only {tables} were found");
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = read(&page);
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let folder = page.parent().unwrap_or(&page);
            let target = if path.is_empty() { page.clone() } else { folder.join(path) };
            let is_there = target.exists();
            let has_anchor = anchor.is_empty()
                || anchors(&fs::read_to_string(&target).unwrap_or_default())
                    .iter()
                    .any(|known| known == anchor);
            if !is_there || !has_anchor {
                broken.push(format!("{}: {link}", shown(&page)));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The ids that a text names with one of these letters before the number: `IC-01`.
fn ids(text: &str, letters: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    let is_id = |word: &&str| {
        let number = word.strip_prefix(letters).and_then(|rest| rest.strip_prefix('-'));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    words.filter(is_id).map(str::to_owned).collect()
}

#[test]
fn statements_are_those_that_packs_encode() {
    let folder = root().join("docs/statements");
    let index = read(&folder.join("README.md"));
    let files = below(&folder, "md").into_iter().filter(|path| !path.ends_with("README.md"));
    let mut wrong = Vec::new();
    for path in files {
        let pack = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if !index.contains(&format!("[`{pack}`]({pack}.md)")) {
            wrong.push(format!("the index does not name `{pack}`"));
        }
        let text = read(&path);
        let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once('-'));
        let letters: BTreeSet<&str> =
            rows.map(|(letters, _)| letters).filter(|letters| is_caps(letters)).collect();
        let rules: String =
            below(&root().join("rulesets").join(pack), "rota").iter().map(|path| read(path)).collect();
        assert!(!letters.is_empty(), "{} has no statement", shown(&path));
        for letters in letters {
            let (told, encoded) = (ids(&text, letters), ids(&rules, letters));
            let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
                one.difference(other).cloned().collect::<Vec<_>>().join(", ")
            };
            if told != encoded {
                let (told, encoded) = (only(&told, &encoded), only(&encoded, &told));
                wrong
                    .push(format!("{}: not in the pack [{told}], not on the page [{encoded}]", shown(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_caps(letters: &str) -> bool {
    !letters.is_empty() && letters.bytes().all(|letter| letter.is_ascii_uppercase())
}
