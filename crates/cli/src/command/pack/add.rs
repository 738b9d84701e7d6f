//! `rota pack add`: a pack from a file that somebody else made.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use rota::{Diagnostic, Library, PackSource, PackText, Severity, Sources, Text};
use rota_archive::{Archive, LONGEST_ARCHIVE, MANIFEST, Manifest};
use serde_json::json;

use super::{install, needs};
use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::Layer;
use crate::problems::Problems;

/// Arguments of `rota pack add`.
#[derive(Debug, Args)]
pub(crate) struct AddArguments {
    /// A file that `rota pack build` has made
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Put it in the place of a pack of this name that was added before
    #[arg(long)]
    pub replace: bool,
}

/// Reads the archive, checks the pack in memory, and only then writes anything.
pub(crate) fn run(arguments: &AddArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let files = Files::find()?;
    let Some(folder) = files.installed_folder() else {
        return Err(Failure::advised("there is no folder for your data", "name one with ROTA_DATA"));
    };
    let shown = arguments.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = bytes(&arguments.file)?;
    let none = Sources::new();
    let archive = rota_archive::read(&shown, &bytes).map_err(|found| Failure::found(&found, &none))?;
    let name = archive.manifest.name.clone();
    let before = files.packs_in(Layer::Installed).contains(&name);
    if before && !arguments.replace {
        let installed = needs::version(files.source(Layer::Installed), &name).unwrap_or_default();
        let message = format!("pack `{name}` {installed} was added before");
        let help = format!("`--replace` puts {} in its place", archive.manifest.version);
        return Err(Failure::advised(message, help));
    }
    let found = needs::missing(&files, &archive.manifest);
    if !found.is_empty() {
        return Err(Failure::found(&found, &none));
    }
    check(&archive, &shown, &files, console)?;
    let mut texts = archive.files.clone();
    texts.insert(MANIFEST.to_owned(), archive.manifest.to_text());
    install::put(folder, &name, &texts)?;
    let place = folder.join(&name);
    let hider = files.layer_of(&name).filter(|layer| *layer == Layer::Here);
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "pack": name,
            "version": archive.manifest.version,
            "at": super::shown(&place),
            "replaced": before,
        }))?;
        return Ok(Exit::Fine);
    }
    writeln!(console.out, "{name} {} is among your packs: {}", archive.manifest.version, place.display())?;
    if let Some(hider) = hider {
        writeln!(console.err, "from here it is hidden by {}", files.place_in(hider, &name))?;
    }
    writeln!(console.out, "next: rota play {name}")?;
    Ok(Exit::Fine)
}

/// The bytes of a file, and no more than an archive may have.
fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let broken = |error: std::io::Error| {
        let message = format!("`{}` cannot be read: {error}", path.display());
        Failure::from(Diagnostic::error("files::unreadable", message))
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST_ARCHIVE as u64 + 1).read_to_end(&mut bytes))
        .map_err(broken)?;
    Ok(bytes)
}

/// The pack of an archive, before all that lies elsewhere.
struct Unpacked<'f> {
    pack: PackText,
    files: &'f Files,
}

impl PackSource for Unpacked<'_> {
    fn pack(&self, name: &str) -> Option<PackText> {
        if name == self.pack.name { Some(self.pack.clone()) } else { self.files.pack(name) }
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.files.tiles(set)
    }

    fn names(&self) -> Vec<String> {
        let mut names = self.files.names();
        names.push(self.pack.name.clone());
        names
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.files.take_problems()
    }
}

/// Finds everything that is wrong with the pack, as `rota check` does, and whether the manifest tells the truth.
fn check(archive: &Archive, shown: &str, files: &Files, console: &mut Console<'_>) -> Result<(), Failure> {
    let name = &archive.manifest.name;
    let source = Unpacked { pack: archive.pack(shown), files };
    let loaded = Library::default().load(&source, [name]);
    let (found, beside) = rota::problems_of(&loaded, name);
    let found = [found, beside].concat();
    if found.iter().any(|one| one.severity() == Severity::Error) {
        return Err(Failure::found(&found, &loaded.sources));
    }
    let truth = Manifest::of(&loaded, name, &archive.files);
    let truth = truth.map(|truth| Manifest { format: archive.manifest.format, ..truth });
    if let Some(lie) = truth.and_then(|truth| archive.manifest.difference(&truth)) {
        return Err(rota_archive::lie(shown, &lie).into());
    }
    if !console.is_json() {
        console.draw(&Problems::of(&loaded.sources, &found))?;
    }
    Ok(())
}
