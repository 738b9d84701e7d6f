//! `rota test`: the scenarios that packs carry.

use std::collections::BTreeSet;

use clap::Args;
use rota::{
    Diagnostic, Library, LoadedPacks, MutationReport, OptLevel, Outcome, Scenario, Settings, Span,
    short_place,
};
use rota_protocol::Location;
use serde_json::{Value, json};

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::Layer;
use crate::packs::chosen;
use crate::problems::Problems;
use crate::text::counted;
use crate::threads::processors;

/// Arguments of `rota test`.
#[derive(Debug, Args)]
pub(crate) struct TestArguments {
    /// Packs: names or paths, or a composition file with some; without any, all packs
    #[arg(value_name = "PACK")]
    pub packs: Vec<String>,
    /// Run only scenarios that have all these words in title, file or ids
    #[arg(long, value_name = "WORDS")]
    pub filter: Option<String>,
    /// Show all options where a message would show the first twelve
    #[arg(long)]
    pub all_options: bool,
    /// Also change every rule and every tile on purpose, to find those that no scenario would miss
    #[arg(long)]
    pub mutate: bool,
    /// How many changes are tried at once; by default as many as there are processors
    #[arg(long, default_value_t = processors())]
    pub threads: usize,
}

/// Runs the scenarios.
pub(crate) fn run(arguments: &TestArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut files = Files::find()?;
    let packs = chosen(&mut files, &arguments.packs)?;
    let layer = files.nearest_layer();
    if arguments.packs.is_empty() && layer != Layer::Here && !console.is_json() {
        writeln!(console.err, "the packs {}:", files.describe(layer))?;
    }
    let mut count = Count::default();
    let mut documents = Vec::new();
    let mut library = Library::default();
    library.parse_ahead(&files, &packs, processors());
    for pack in &packs {
        let loaded = library.load(&files, [pack]);
        loaded.compile(&Settings::new().opt_level(OptLevel::None))?;
        documents.push(run_pack(arguments, pack, &loaded, &mut count, console)?);
    }
    if let (0, Some(filter)) = (count.passed + count.failed, &arguments.filter) {
        return Err(Failure::usage(format!("no scenario has `{filter}` in its title, file or ids")));
    }
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "passed": count.passed,
            "failed": count.failed,
            "unproved": count.unproved,
            "packs": documents,
        }))?;
    } else {
        writeln!(
            console.out,
            "{}: {} passed, {} failed",
            counted(count.passed + count.failed, "scenario"),
            count.passed,
            count.failed
        )?;
    }
    Ok(if count.failed + count.unproved > 0 { Exit::Findings } else { Exit::Fine })
}

/// How it went so far.
#[derive(Default)]
struct Count {
    passed: usize,
    failed: usize,
    /// Changes that went unnoticed.
    unproved: usize,
}

fn run_pack(
    arguments: &TestArguments,
    pack: &str,
    packs: &LoadedPacks,
    count: &mut Count,
    console: &mut Console<'_>,
) -> Result<Value, Failure> {
    let mut documents = Vec::new();
    let mut covered = BTreeSet::new();
    let mut scenarios = rota::scenarios(packs, pack);
    let filter = arguments.filter.as_deref();
    scenarios.retain(|scenario| fits(packs, &scenario.title, scenario.span, &scenario.ids, filter));
    if arguments.all_options {
        scenarios.iter_mut().for_each(Scenario::tell_all_options);
    }
    for (scenario, outcome) in scenarios.iter().zip(rota::run_scenarios(packs, &scenarios, OptLevel::None)) {
        if outcome.passed() {
            count.passed += 1;
            covered.extend(scenario.ids.iter().cloned());
        } else {
            count.failed += 1;
        }
        documents.push(tell(packs, pack, scenario, &outcome, console)?);
    }
    for census in rota::censuses(packs, pack) {
        let title = format!("the census of tiles {}", census.set);
        if !fits(packs, &title, census.span, &[], filter) {
            continue;
        }
        *(if census.failures.is_empty() { &mut count.passed } else { &mut count.failed }) += 1;
        let told = Told { title: &title, ids: &[], span: census.span };
        documents.push(told.tell(packs, pack, &census.failures, console)?);
    }
    if !console.is_json() && !covered.is_empty() {
        let covered: Vec<&str> = covered.iter().map(String::as_str).collect();
        writeln!(console.out, "{pack} covers {}", covered.join(", "))?;
    }
    let mut document = json!({ "pack": pack, "scenarios": documents, "covered": covered });
    if arguments.mutate {
        let report = rota::mutate(packs, pack, arguments.threads);
        count.unproved += report.findings.len();
        tell_mutations(packs, pack, &report, console)?;
        if let Some(entries) = document.as_object_mut() {
            entries.insert("mutation".to_owned(), mutation_json(packs, &report));
        }
    }
    Ok(document)
}

/// Whether a scenario has all the words; letters count the same in either case.
fn fits(packs: &LoadedPacks, title: &str, span: Span, ids: &[String], filter: Option<&str>) -> bool {
    let Some(filter) = filter else { return true };
    let file = short_place(&packs.sources, span);
    let text = format!("{title} {file} {}", ids.join(" ")).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Tells how a scenario came out: a line, and why it failed.
fn tell(
    packs: &LoadedPacks,
    pack: &str,
    scenario: &Scenario,
    outcome: &Outcome,
    console: &mut Console<'_>,
) -> Result<Value, Failure> {
    let told = Told { title: &scenario.title, ids: &scenario.ids, span: scenario.span };
    told.tell(packs, pack, &outcome.failures, console)
}

/// Something that holds or does not.
struct Told<'t> {
    title: &'t str,
    ids: &'t [String],
    span: Span,
}

impl Told<'_> {
    fn tell(
        &self,
        packs: &LoadedPacks,
        pack: &str,
        failures: &[Diagnostic],
        console: &mut Console<'_>,
    ) -> Result<Value, Failure> {
        let mut problems = Problems::default();
        problems.add(&packs.sources, failures);
        let passed = failures.is_empty();
        if !console.is_json() {
            let ids =
                if self.ids.is_empty() { String::new() } else { format!("  ({})", self.ids.join(", ")) };
            let verdict = if passed { "ok    " } else { "FAILED" };
            writeln!(console.out, "{verdict} {pack}: {}{ids}", self.title)?;
            if !passed {
                // The line is to stand before its reasons where both streams meet.
                console.out.flush()?;
                console.draw(&problems)?;
            }
        }
        let at = Location::of(self.span, &packs.sources);
        Ok(json!({
            "title": self.title,
            "ids": self.ids,
            "file": at.file,
            "line": at.line,
            "passed": passed,
            "failures": problems.to_json(),
        }))
    }
}

/// Tells which changes went unnoticed.
fn tell_mutations(
    packs: &LoadedPacks,
    pack: &str,
    report: &MutationReport,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if console.is_json() {
        return Ok(());
    }
    for finding in &report.findings {
        let at = short_place(&packs.sources, finding.span);
        if finding.ids.is_empty() {
            writeln!(console.out, "MISSED {pack} {}: no scenario fails ({at})", finding.description)?;
        } else {
            let ids = finding.ids.join(", ");
            writeln!(
                console.out,
                "MISSED {pack} {}: no scenario for {ids} fails ({at})",
                finding.description
            )?;
        }
    }
    let noticed = report.tried - report.findings.len().min(report.tried);
    writeln!(console.out, "{pack}: {}, {noticed} noticed", counted(report.tried, "change"))?;
    if !report.proved.is_empty() {
        writeln!(console.out, "{pack} proves {}", report.proved.join(", "))?;
    }
    if !report.unproved.is_empty() {
        writeln!(console.out, "{pack} covers, but no change shows {}", report.unproved.join(", "))?;
    }
    Ok(())
}

fn mutation_json(packs: &LoadedPacks, report: &MutationReport) -> Value {
    let findings = report.findings.iter().map(|finding| {
        let at = Location::of(finding.span, &packs.sources);
        json!({ "description": finding.description, "ids": finding.ids, "file": at.file, "line": at.line })
    });
    json!({
        "tried": report.tried,
        "findings": findings.collect::<Vec<_>>(),
        "proved": report.proved,
        "unproved": report.unproved,
    })
}
