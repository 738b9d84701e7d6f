//! `rota ledger`: the statements of a ledger against packs.

mod report;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use rota::{
    Ledger, Library, LoadedPacks, Mention, OptLevel, PackSource, Settings, SourceFile, Sources, Statement,
    short_place,
};
use rota_folder::has_extension;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::packs::chosen;
use crate::threads::processors;

use report::Report;

/// Arguments of `rota ledger`.
#[derive(Debug, Args)]
pub(crate) struct LedgerArguments {
    /// A ledger: a file in TOML, or a page in Markdown with tables of statements
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Packs: names or paths, or a composition file with some; without any, all packs
    #[arg(value_name = "PACK")]
    pub packs: Vec<String>,
    /// Show only the statements that lack something
    #[arg(long)]
    pub missing: bool,
    /// Change nothing on purpose: quicker, and nothing is proved
    #[arg(long)]
    pub no_proof: bool,
    /// How many changes are tried at once; by default as many as there are processors
    #[arg(long, default_value_t = processors())]
    pub threads: usize,
}

/// How far a statement has come. Each step has those before it, except that what a scenario proves need not be
/// declared by an item: it may say that nothing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// No pack says anything for it.
    Missing,
    /// It speaks of a pack that is not here.
    Waits,
    /// Items declare it, and no scenario covers it.
    Declared,
    /// Scenarios cover it, and notice no change of what declares it.
    Covered,
    /// Its scenarios notice every change of what declares it.
    Proved,
}

impl State {
    /// From the best to the worst.
    const ALL: [State; 5] = [State::Proved, State::Covered, State::Declared, State::Waits, State::Missing];

    fn word(self) -> &'static str {
        match self {
            State::Missing => "missing",
            State::Waits => "waits",
            State::Declared => "declared",
            State::Covered => "covered",
            State::Proved => "proved",
        }
    }
}

/// What a pack says for a statement, and where.
struct Saying {
    pack: String,
    what: String,
    place: String,
}

/// A statement and what was found of it.
struct Row {
    statement: Statement,
    /// The packs it speaks of that are not here.
    lacks: Vec<String>,
    declared: Vec<Saying>,
    covered: Vec<Saying>,
    /// The packs that prove it.
    proved: Vec<String>,
    /// Changes that no scenario for it noticed, and where.
    unnoticed: Vec<Saying>,
}

impl Row {
    fn state(&self) -> State {
        match self {
            row if !row.proved.is_empty() && row.unnoticed.is_empty() => State::Proved,
            row if !row.covered.is_empty() => State::Covered,
            row if !row.declared.is_empty() => State::Declared,
            row if !row.lacks.is_empty() => State::Waits,
            _ => State::Missing,
        }
    }
}

/// Holds the statements of a ledger against packs.
pub(crate) fn run(arguments: &LedgerArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut files = Files::find()?;
    let ledger = read(&files, &arguments.file)?;
    let packs = chosen(&mut files, &arguments.packs)?;
    let mut rows = rows(ledger, &files.names());
    let mut library = Library::default();
    library.parse_ahead(&files, &packs, processors());
    for pack in &packs {
        let loaded = library.load(&files, [pack]);
        account(pack, &loaded, &mut rows, arguments)?;
    }
    let report = Report { rows: &rows, is_proof: !arguments.no_proof, only_lacking: arguments.missing };
    match console.is_json() {
        true => console.document(&report.document())?,
        false => report.tell(console.out)?,
    }
    Ok(if report.lacking().next().is_none() { Exit::Fine } else { Exit::Findings })
}

/// Reads a ledger by the ending of its name.
fn read(files: &Files, path: &Path) -> Result<Ledger, Failure> {
    let parse: fn(&SourceFile) -> _ = match path {
        path if has_extension(path, "toml") => Ledger::parse,
        path if has_extension(path, "md") => Ledger::parse_page,
        path => {
            let message = format!("`{}` does not say what kind of ledger it is", path.display());
            let help = "a ledger is a file in TOML (`.toml`), or a page with tables of statements (`.md`)";
            return Err(Failure::advised(message, help));
        }
    };
    if !path.is_file() {
        return Err(Failure::usage(format!("there is no file `{}`", path.display())));
    }
    let text = files.read_file(path);
    let mut sources = Sources::new();
    let source = text.and_then(|text| sources.add(text.name, text.text).cloned());
    let Some(source) = source else { return Err(Failure::found(&files.take_problems(), &sources)) };
    let (ledger, found) = parse(&source);
    if found.is_empty() { Ok(ledger) } else { Err(Failure::found(&found, &sources)) }
}

fn rows(ledger: Ledger, known: &[String]) -> Vec<Row> {
    let row = |statement: Statement| {
        let lacks = statement.needs.iter().filter(|pack| !known.contains(pack)).cloned().collect();
        let (declared, covered, proved, unnoticed) = Default::default();
        Row { statement, lacks, declared, covered, proved, unnoticed }
    };
    ledger.statements.into_iter().map(row).collect()
}

/// Notes what a pack says for the statements.
///
/// Errors: all that is wrong with the pack, where it says something for one of them.
fn account(
    pack: &str,
    packs: &LoadedPacks,
    rows: &mut [Row],
    arguments: &LedgerArguments,
) -> Result<(), Failure> {
    let mentions = rota::mentions(packs, pack);
    let ids: BTreeSet<String> = mentions.ids().into_iter().map(str::to_owned).collect();
    let wanted = rows.iter().map(|row| row.statement.id.node.clone()).filter(|id| ids.contains(id));
    let ids: BTreeSet<String> = wanted.collect();
    if ids.is_empty() {
        return Ok(());
    }
    packs.compile(&Settings::new().opt_level(OptLevel::None))?;
    let report = (!arguments.no_proof).then(|| rota::prove(packs, pack, &ids, arguments.threads));
    for row in rows.iter_mut().filter(|row| ids.contains(&row.statement.id.node)) {
        let id = &row.statement.id.node;
        let saying = |what: &str, span| Saying {
            pack: pack.to_owned(),
            what: what.to_owned(),
            place: short_place(&packs.sources, span),
        };
        let own = |all: &[Mention]| -> Vec<Saying> {
            let all = all.iter().filter(|mention| mention.id == *id);
            all.map(|mention| saying(&mention.what, mention.span)).collect()
        };
        row.declared.extend(own(&mentions.declared));
        row.covered.extend(own(&mentions.covered));
        if let Some(report) = &report {
            row.proved.extend(report.proved.contains(id).then(|| pack.to_owned()));
            // What no scenario of the pack is for may be proved by another pack.
            let covers = mentions.covered.iter().any(|mention| mention.id == *id);
            let missed = report.findings.iter().filter(|finding| covers && finding.ids.contains(id));
            row.unnoticed.extend(missed.map(|finding| saying(&finding.description, finding.span)));
        }
    }
    Ok(())
}
