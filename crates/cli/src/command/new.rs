//! `rota new`: a pack to begin with, which checks, tests and plays at once.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rota::Diagnostic;
use rota_embedded::Embedded;
use rota_folder::{RULES, TILES, has_extension};
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::Layer;

/// What the pack of a template is called; the name of the new one takes its place wherever it stands.
const TEMPLATE: &str = "mypack";

/// Arguments of `rota new`.
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// What the pack is to be called: lower-case letters, digits and `_`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// What it is about
    #[arg(long, value_enum, default_value = "piece", value_name = "KIND")]
    pub like: Kind,
    /// The folder that gets `rulesets/NAME` and `tiles/NAME.toml`; without it the one with `rulesets` here or above,
    /// or else this one
    #[arg(long, value_name = "FOLDER")]
    pub at: Option<PathBuf>,
}

/// What a new pack is about: the names of the templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Tiles, and what comes on them
    Tiles,
    /// A piece of each player, with an action that puts it
    Piece,
    /// Something that happens when a tile is laid
    Event,
    /// Points that a feature pays
    Scoring,
    /// Two editions of one pack
    Edition,
}

/// Writes the files of the pack and says what to type next.
pub(crate) fn run(arguments: &NewArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let files = Files::find()?;
    let name = &arguments.name;
    check_name(name, &files)?;
    let here = std::env::current_dir()?;
    let folder = match &arguments.at {
        Some(folder) => folder.clone(),
        None => files.home().map_or_else(|| here.clone(), Path::to_owned),
    };
    for taken in [folder.join(RULES).join(name), folder.join(TILES).join(format!("{name}.toml"))] {
        if fs::symlink_metadata(&taken).is_ok() {
            let message = format!("`{}` is there already", files.shown_path(&taken));
            return Err(Failure::advised(
                message,
                "nothing is written over: take another name, or another `--at`",
            ));
        }
    }
    let texts = texts(arguments.like, name);
    let mut written = Vec::new();
    for (file, text) in &texts {
        let path = folder.join(file);
        write_new(&path, text).map_err(|error| {
            let message = format!("`{}` cannot be written: {error}", files.shown_path(&path));
            Failure::from(Diagnostic::error("files::unwritable", message))
        })?;
        written.push(files.shown_path(&path));
    }
    let next: Vec<String> = next(&arguments.at, name);
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "pack": name,
            "files": written,
            "next": next,
        }))?;
        return Ok(Exit::Fine);
    }
    writeln!(console.out, "a pack `{name}`, which is yours to change:")?;
    for file in written {
        writeln!(console.out, "  {file}")?;
    }
    writeln!(console.out, "\nit plays as it is; next:")?;
    for line in next {
        writeln!(console.out, "  {line}")?;
    }
    Ok(Exit::Fine)
}

/// The lines to type next.
fn next(at: &Option<PathBuf>, name: &str) -> Vec<String> {
    let elsewhere = at.iter().map(|folder| format!("cd {}", folder.display()));
    let lines = ["check", "test", "play", "pack build"].map(|command| format!("rota {command} {name}"));
    elsewhere.chain(lines).collect()
}

/// The files of a template, made out to a name: each with its path in the folder.
fn texts(kind: Kind, name: &str) -> Vec<(String, String)> {
    let template = kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let made_out = |text: &str| {
        let text = text.replace(&title(TEMPLATE), &title(name)).replace(TEMPLATE, name);
        text.replace(&TEMPLATE.to_uppercase(), &name.to_uppercase())
    };
    let mut texts = Vec::new();
    for (path, text) in Embedded::new().template(&template) {
        let text = made_out(text);
        // Where lines are broken depends on how long the name is.
        let is_rules = has_extension(Path::new(path), "rota");
        let formatted = is_rules.then(|| rota_syntax::format(&text).ok()).flatten();
        texts.push((made_out(path), formatted.unwrap_or(text)));
    }
    texts
}

/// A name as a title: `town_walls` is `Town walls`.
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Writes a file that is not there yet, with the folders above it.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

/// Refuses a name that no pack can have, or that one has already.
fn check_name(name: &str, files: &Files) -> Result<(), Failure> {
    let taken = |name: &str| {
        let pack = files.layer_of(name).map(|layer| ("pack", files.place_in(layer, name)));
        let sets = [Layer::Here, Layer::Embedded].into_iter().flat_map(|layer| files.tile_sets_in(layer));
        let set = sets.into_iter().find(|(set, _)| set == name);
        pack.or_else(|| set.map(|(_, origin)| ("tile set", files.shown(&origin))))
    };
    let offer = |name: &str| {
        let free = std::iter::once(name.to_owned()).chain((2..100).map(|number| format!("{name}_{number}")));
        let mut free = free.filter(|name| objection(name).is_none() && taken(name).is_none());
        free.next().map(|name| format!("`rota new {name}` will do"))
    };
    if let Some(objection) = objection(name) {
        let help = offer(&corrected(name)).unwrap_or_else(|| "as in `rota new town_walls`".to_owned());
        return Err(Failure::advised(format!("a pack cannot be called `{name}`: {objection}"), help));
    }
    if let Some((what, place)) = taken(name) {
        let message = format!("there is a {what} `{name}` already: {place}");
        return Err(Failure::advised(message, offer(name).unwrap_or_default()));
    }
    Ok(())
}

/// Why a pack cannot have this name: nobody could write its header, or hand it on to every system.
fn objection(name: &str) -> Option<String> {
    let first = name.chars().next();
    let allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if let Some(wrong) = name.chars().find(|letter| !allowed(*letter)) {
        return Some(format!("`{wrong}` is no lower-case letter from a to z, digit or `_`"));
    }
    if !first.is_some_and(|first| first.is_ascii_lowercase()) {
        return Some("it does not begin with a letter".to_owned());
    }
    if name.len() > rota_archive::LONGEST_NAME {
        return Some(format!("it is longer than {} letters", rota_archive::LONGEST_NAME));
    }
    if rota_archive::is_reserved(name) {
        return Some("it means a device where Windows runs".to_owned());
    }
    // The parser has the last word: it knows which words are those of the language.
    let (file, found) = rota_syntax::parse(&format!("pack {name} 0.1.0\nrequires {name} ^0.1\n"), 0);
    let is_wrong = !found.is_empty() || file.items.len() != 2;
    is_wrong.then(|| "it is a word of the language".to_owned())
}

/// A name of what can stay of a wrong one.
fn corrected(name: &str) -> String {
    let lower = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    let lower: String = lower.collect();
    let words: Vec<&str> = lower.split('_').filter(|word| !word.is_empty()).collect();
    let joined = words.join("_");
    let plain: String =
        joined.trim_start_matches(|letter: char| !letter.is_ascii_lowercase()).chars().take(40).collect();
    let plain = plain.trim_end_matches('_').to_owned();
    match objection(&plain) {
        None => plain,
        Some(_) if plain.is_empty() => "new_pack".to_owned(),
        Some(_) => format!("{plain}_pack"),
    }
}
