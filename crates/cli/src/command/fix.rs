//! `rota fix`: packs of an older version of the language are brought up to date.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use rota::{Diagnostic, LANGUAGE, Migrated, PackSource, Sources, migrate};
use rota_folder::write_atomically;
use serde_json::{Value, json};
use similar::TextDiff;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
use crate::problems::Problems;
use crate::text::counted;

/// How many lines around a change are shown.
const CONTEXT: usize = 3;

/// Arguments of `rota fix`.
#[derive(Debug, Args)]
pub(crate) struct FixArguments {
    /// Packs: names, or paths to their folders or to files in them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Write nothing: say what would be done, and exit with 1 if anything would
    #[arg(long, conflicts_with = "diff")]
    pub check: bool,
    /// Write nothing: show what would change, and exit with 1 if anything would
    #[arg(long)]
    pub diff: bool,
}

/// Brings packs up to date where they lie, or says what that would change.
pub(crate) fn run(arguments: &FixArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut files = Files::find()?;
    let packs = chosen(&mut files, &arguments.paths)?;
    let is_dry = arguments.check || arguments.diff;
    let migrated: Vec<(String, Migrated)> =
        packs.into_iter().map(|pack| (pack.clone(), migrate(&files, &pack))).collect();
    let mut problems = Problems::default();
    for (_, one) in &migrated {
        problems.add(&one.sources, &one.left);
    }
    // What could not be read might have changed what is done to the rest.
    let unread = files.take_problems();
    problems.add(&Sources::new(), &unread);
    if !is_dry && unread.is_empty() {
        for (text, new) in migrated.iter().flat_map(|(_, one)| &one.files) {
            let path = std::path::Path::new(&text.name);
            if let Err(error) = write_atomically(path, new.as_bytes()) {
                let message = format!("`{}` cannot be written: {error}", text.name);
                return Err(Diagnostic::error("files::unwritable", message).into());
            }
        }
    }
    if console.is_json() {
        let packs = migrated.iter().map(|(pack, one)| to_json(pack, one));
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "language": LANGUAGE,
            "packs": packs.collect::<Vec<_>>(),
            "left": problems.to_json(),
        }))?;
    } else {
        for (pack, one) in &migrated {
            tell(pack, one, arguments.diff, console)?;
        }
        console.out.flush()?;
        console.draw(&problems)?;
        if !problems.is_empty() {
            let (errors, _) = problems.counts();
            let whose = "what was not done is for you: docs/reference/versions.md says what changed";
            writeln!(console.err, "{} left: {whose}", counted(errors, "place"))?;
        }
    }
    let would_change = is_dry && migrated.iter().any(|(_, one)| !one.files.is_empty());
    Ok(if !unread.is_empty() {
        Exit::CouldNot
    } else if !problems.is_empty() || would_change {
        Exit::Findings
    } else {
        Exit::Fine
    })
}

/// The packs that paths name, each once.
fn chosen(files: &mut Files, paths: &[PathBuf]) -> Result<BTreeSet<String>, Failure> {
    let mut packs = BTreeSet::new();
    for path in paths {
        let shown = path.to_string_lossy();
        let pack = match path.is_file().then(|| files.pack_of(path)).flatten() {
            Some(folder) => files.admit_folder(&folder)?,
            None => match files.resolve(&shown)? {
                Resolved::Pack(pack) => pack,
                Resolved::Composition(_) => {
                    let message = format!("`{shown}` is a composition file");
                    return Err(Failure::advised(message, "name its packs: the language is theirs"));
                }
            },
        };
        if files.folder(&pack).is_none() {
            return Err(Failure::usage(format!("`{shown}` is built into the program, and up to date there")));
        }
        packs.insert(pack);
    }
    Ok(packs)
}

/// Tells what was done to a pack, as the lines that differ or place by place.
fn tell(pack: &str, migrated: &Migrated, as_diff: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    if as_diff {
        for (text, new) in &migrated.files {
            let diff = TextDiff::from_lines(&text.text, new);
            let diff = diff.unified_diff().context_radius(CONTEXT).header(&text.name, &text.name).to_string();
            console.out.write_all(diff.as_bytes())?;
        }
        return Ok(());
    }
    for place in &migrated.done {
        writeln!(console.out, "{}:{}: {} ({})", place.file, place.line, place.text, place.migration.id)?;
    }
    let (from, to) = (migrated.from.unwrap_or_default(), migrated.to);
    let edits = counted(migrated.done.len(), "edit");
    match (from == to, migrated.left.is_empty()) {
        (true, true) => writeln!(console.out, "{pack}: language {to}, nothing to do")?,
        (true, false) => writeln!(console.out, "{pack}: {edits}, still language {to}: something is left")?,
        (false, _) => writeln!(console.out, "{pack}: {edits}, language {from} to {to}")?,
    }
    Ok(())
}

fn to_json(pack: &str, migrated: &Migrated) -> Value {
    let done = migrated.done.iter().map(|place| {
        json!({ "file": place.file, "line": place.line, "change": place.migration.id, "text": place.text })
    });
    json!({
        "pack": pack,
        "from": migrated.from,
        "to": migrated.to,
        "files": migrated.files.iter().map(|(text, _)| &text.name).collect::<Vec<_>>(),
        "done": done.collect::<Vec<_>>(),
    })
}
