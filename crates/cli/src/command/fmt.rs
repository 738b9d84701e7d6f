//! `rota fmt`: rule files and tile files in the one way to write them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use rota::{Diagnostic, Sources, Text};
use rota_folder::{RULES, below, has_extension, is_read, write_atomically};
use serde::Serialize;
use serde_json::json;
use similar::TextDiff;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
use crate::layer::Origin;
use crate::problems::Problems;
use crate::text::counted;

/// The word that stands for the standard input.
const STANDARD_INPUT: &str = "-";

/// How many lines around a change are shown.
const CONTEXT: usize = 3;

/// Arguments of `rota fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArguments {
    /// Files, folders or packs, or `-` for the standard input; without any, all of `rulesets` and `tiles`
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write nothing: list what is not formatted, and exit with 1 if anything is
    #[arg(long, conflicts_with = "diff")]
    pub check: bool,
    /// Write nothing: show what would change, and exit with 1 if anything would
    #[arg(long)]
    pub diff: bool,
    /// What the standard input is called in messages; it holds rules unless this ends in `.toml`
    #[arg(long, value_name = "NAME")]
    pub stdin_path: Option<String>,
}

/// Formats texts where they lie, or says which are not formatted.
pub(crate) fn run(arguments: &FmtArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut outcome = Outcome::default();
    if arguments.paths.iter().any(|path| path.as_os_str() == STANDARD_INPUT) {
        if arguments.paths.len() > 1 {
            return Err(Failure::usage("`-` stands alone: the standard input is one text"));
        }
        let name = arguments.stdin_path.as_deref().unwrap_or("standard input");
        let input = console.read_all(name)?;
        let formatted = outcome.format(&input, arguments.diff);
        let is_wanted = !arguments.check && !arguments.diff && !console.is_json();
        if let Some(formatted) = formatted.filter(|_| is_wanted) {
            console.out.write_all(formatted.as_bytes())?;
            return Ok(Exit::Fine);
        }
        return outcome.say(arguments, console);
    }
    if arguments.stdin_path.is_some() {
        return Err(Failure::usage(
            "`--stdin-path` names the standard input, which is read where PATH is `-`",
        ));
    }
    let files = &mut Files::find()?;
    for path in chosen(files, &arguments.paths)? {
        let Some(text) = files.read_file(&path) else { continue };
        let Some(formatted) = outcome.format(&text, arguments.diff) else { continue };
        if arguments.check || arguments.diff || formatted == text.text {
            continue;
        }
        if let Err(error) = write_atomically(&path, formatted.as_bytes()) {
            let message = format!("`{}` cannot be written: {error}", text.name);
            outcome.problems.add(&Sources::new(), &[Diagnostic::error("files::unwritable", message)]);
            outcome.changed.pop();
        }
    }
    outcome.problems.add(&Sources::new(), &rota::PackSource::take_problems(files));
    outcome.say(arguments, console)
}

/// The files that paths name, each once; without any path, those of the home.
fn chosen(files: &mut Files, paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Failure> {
    if paths.is_empty() {
        let shelf = files.shelf();
        if shelf.is_empty() {
            return Err(Failure::advised(
                format!("no folder with `{RULES}` is here or above"),
                "name files, or begin a pack with `rota new NAME`",
            ));
        }
        return Ok(shelf.iter().flat_map(|folder| written_in(folder)).collect());
    }
    let mut chosen = BTreeSet::new();
    for path in paths {
        let path = match path {
            path if path.exists() => path.canonicalize()?,
            path => match files.resolve(&path.to_string_lossy())? {
                Resolved::Pack(pack) => files.folder(&pack).ok_or_else(|| built_in(path))?,
                Resolved::Composition(Origin::File(path)) => path,
                Resolved::Composition(Origin::Embedded(_)) => return Err(built_in(path)),
            },
        };
        let found = if path.is_dir() { written_in(&path) } else { vec![path.clone()] };
        if found.is_empty() || !found.iter().all(|file| is_read(file)) {
            return Err(Failure::advised(
                format!("`{}` is no file of rules or tiles, and no folder with any", files.shown_path(&path)),
                "rules are written in `.rota` files, tiles and compositions in `.toml` files",
            ));
        }
        chosen.extend(found);
    }
    Ok(chosen)
}

/// What is in the program is nobody's file.
fn built_in(path: &Path) -> Failure {
    Failure::usage(format!("`{}` is built into the program, as it was formatted", path.display()))
}

/// The files below a folder that can be formatted.
fn written_in(folder: &Path) -> Vec<PathBuf> {
    below(folder).into_iter().filter(|path| is_read(path)).collect()
}

/// What became of the texts so far.
#[derive(Default)]
struct Outcome {
    /// How many are sound.
    sound: usize,
    /// Those that are not formatted yet.
    changed: Vec<Changed>,
    problems: Problems,
}

/// A text that is not formatted.
#[derive(Serialize)]
struct Changed {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

impl Outcome {
    /// Formats a text, and notes whether that changes it; nothing where it has errors, which are noted instead.
    fn format(&mut self, text: &Text, with_diff: bool) -> Option<String> {
        let is_toml = has_extension(Path::new(&text.name), "toml");
        let formatted =
            if is_toml { rota_tiles::format(&text.text) } else { rota_syntax::format(&text.text) };
        match formatted {
            Ok(formatted) => {
                self.sound += 1;
                if formatted != text.text {
                    let diff = with_diff.then(|| diff(&text.name, &text.text, &formatted));
                    self.changed.push(Changed { file: text.name.clone(), diff });
                }
                Some(formatted)
            }
            Err(found) => {
                let mut sources = Sources::new();
                sources.add(text.name.clone(), text.text.clone());
                self.problems.add(&sources, &found);
                None
            }
        }
    }

    fn say(&self, arguments: &FmtArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
        let is_dry = arguments.check || arguments.diff;
        if console.is_json() {
            console.document(&json!({
                "schema_version": SCHEMA_VERSION,
                "files": self.sound,
                "changed": self.changed,
                "diagnostics": self.problems.to_json(),
            }))?;
        } else {
            for Changed { file, diff } in &self.changed {
                match diff {
                    Some(diff) => console.out.write_all(diff.as_bytes())?,
                    None => writeln!(console.out, "{file}")?,
                }
            }
            console.out.flush()?;
            console.draw(&self.problems)?;
            let (changed, same) = (self.changed.len(), self.sound - self.changed.len());
            let what = if is_dry { "not formatted" } else { "formatted" };
            let mut said = format!("{} {what}, {same} unchanged", counted(changed, "file"));
            if !self.problems.is_empty() {
                let skipped = self.problems.files().max(1);
                said = format!("{said}, {} skipped with errors", counted(skipped, "file"));
            }
            writeln!(console.err, "{said}")?;
        }
        Ok(if !self.problems.is_empty() && self.problems.are_in_arguments() {
            Exit::CouldNot
        } else if !self.problems.is_empty() || (is_dry && !self.changed.is_empty()) {
            Exit::Findings
        } else {
            Exit::Fine
        })
    }
}

/// The lines that differ, as `patch` reads them.
fn diff(name: &str, before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after).unified_diff().context_radius(CONTEXT).header(name, name).to_string()
}
