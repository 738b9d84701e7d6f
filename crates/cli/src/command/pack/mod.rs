//! `rota pack`: packs that are handed on.

mod add;
mod build;
mod install;
mod needs;

use std::path::Path;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::command::packs::layered;
use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::Layer;

/// Arguments of `rota pack`.
#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with a pack.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Make one file of a pack, to be handed on
    Build(build::BuildArguments),
    /// Check a pack in such a file, and put it among your packs
    Add(add::AddArguments),
    /// List your packs: those that were added
    List,
    /// Take a pack out of yours
    Remove(RemoveArguments),
}

/// Arguments of `rota pack remove`.
#[derive(Debug, Args)]
pub(crate) struct RemoveArguments {
    /// A pack that was added
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// Does it.
pub(crate) fn run(arguments: &PackArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    match &arguments.action {
        Action::Build(arguments) => build::run(arguments, console),
        Action::Add(arguments) => add::run(arguments, console),
        Action::List => list(console),
        Action::Remove(arguments) => remove(arguments, console),
    }
}

/// Lists the packs that were added.
fn list(console: &mut Console<'_>) -> Result<Exit, Failure> {
    let files = Files::find()?;
    let packs = layered(&files, Layer::Installed);
    if console.is_json() {
        let packs = packs.iter().map(|pack| {
            json!({ "pack": pack.name, "version": pack.version, "title": pack.title, "at": pack.place })
        });
        console.document(&json!({ "schema_version": SCHEMA_VERSION, "packs": packs.collect::<Vec<_>>() }))?;
    } else if packs.is_empty() {
        writeln!(console.out, "no pack was added yet; `rota packs` lists all that can be played")?;
    } else {
        for pack in packs {
            writeln!(console.out, "{} {}  {}  [{}]", pack.name, pack.version, pack.title, pack.place)?;
        }
    }
    Ok(Exit::Fine)
}

/// Takes a pack out of those that were added.
fn remove(arguments: &RemoveArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let files = Files::find()?;
    let name = &arguments.name;
    let known = files.packs_in(Layer::Installed);
    // Only a name that is listed is ever made a path of.
    let folder = files.installed_folder().filter(|_| known.contains(name));
    let Some(folder) = folder.map(|folder| folder.join(name)) else {
        let help = rota_source::did_you_mean(name, &known).unwrap_or_else(|| match known.as_slice() {
            [] => "no pack was added yet".to_owned(),
            _ => format!("packs that were added: {}", known.join(", ")),
        });
        return Err(Failure::advised(format!("no pack `{name}` was added"), help));
    };
    let dependents = needs::dependents(&files, name);
    install::remove(&folder)?;
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "removed": name,
            "required_by": dependents,
        }))?;
        return Ok(Exit::Fine);
    }
    writeln!(console.out, "removed {name}")?;
    for dependent in dependents {
        writeln!(console.err, "{dependent} requires {name}, and cannot be played without it")?;
    }
    Ok(Exit::Fine)
}

/// A path as a command line has it, for messages.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
