//! `rota pack build`: one file of a pack.

use std::path::{Path, PathBuf};

use clap::Args;
use rota::{Diagnostic, Library, LoadedPacks, PackSource, Severity, Sources};
use rota_archive::Manifest;
use rota_folder::write_atomically;
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
use crate::text::counted;

/// Arguments of `rota pack build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// A pack: its name, or a path to its folder
    #[arg(value_name = "PACK")]
    pub pack: String,
    /// The file to write; without it `NAME-VERSION.zip` here
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Checks the pack and writes it.
pub(crate) fn run(arguments: &BuildArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut files = Files::find()?;
    let name = match files.resolve(&arguments.pack)? {
        Resolved::Pack(name) => name,
        Resolved::Composition(_) => {
            let message = format!("`{}` is a composition file", arguments.pack);
            return Err(Failure::advised(message, "hand the file on as it is, and build each of its packs"));
        }
    };
    let loaded = Library::default().load(&files, [&name]);
    let found = rota::problems_of(&loaded, &name);
    let found = [found.0, found.1].concat();
    if found.iter().any(|one| one.severity() == Severity::Error) {
        return Err(Failure::found(&found, &loaded.sources));
    }
    let texts = gather(&files, &loaded, &name)?;
    let Some(manifest) = Manifest::of(&loaded, &name, &texts) else {
        return Err(Failure::usage(format!("pack `{name}` has no header")));
    };
    let bytes =
        rota_archive::write(&manifest, &texts).map_err(|found| Failure::found(&found, &Sources::new()))?;
    let output = arguments.output.clone();
    let output = output.unwrap_or_else(|| PathBuf::from(format!("{name}-{}.zip", manifest.version)));
    may_write(&output)?;
    write_atomically(&output, &bytes).map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", output.display());
        Failure::from(Diagnostic::error("files::unwritable", message))
    })?;
    let sum = rota_archive::sha256(&bytes);
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "file": super::shown(&output),
            "sha256": sum,
            "bytes": bytes.len(),
            "manifest": manifest,
        }))?;
        return Ok(Exit::Fine);
    }
    writeln!(
        console.out,
        "{}: {name} {}, {}, {} bytes, sha256 {sum}",
        output.display(),
        manifest.version,
        counted(manifest.files.len(), "file"),
        bytes.len()
    )?;
    for (required, range) in &manifest.requires {
        writeln!(console.out, "it requires {required} {range}")?;
    }
    for brought in &manifest.tested_with {
        writeln!(console.out, "its scenarios play with {brought}")?;
    }
    writeln!(console.out, "whoever gets the file types: rota pack add {}", output.display())?;
    Ok(Exit::Fine)
}

/// Refuses to write over anything but an archive.
fn may_write(output: &Path) -> Result<(), Failure> {
    let is_zip = |path: &Path| {
        use std::io::Read;
        let mut start = [0; 2];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *b"PK"
    };
    if output.exists() && !is_zip(output) {
        let message = format!("`{}` exists and is no archive", output.display());
        return Err(Failure::advised(message, "take another name; only archives are written over"));
    }
    Ok(())
}

/// The files of a pack by their paths in its folder, with the tile sets that it names and that lie beside it.
fn gather(files: &Files, loaded: &LoadedPacks, name: &str) -> Result<rota_archive::Files, Failure> {
    let Some(pack) = files.pack(name) else {
        return Err(Failure::usage(format!("there is no pack `{name}`")));
    };
    let place = files.layer_of(name).map(|layer| files.place_in(layer, name)).unwrap_or_default();
    let inside =
        |path: &str| path.strip_prefix(&place).map_or(path, |rest| rest.trim_start_matches('/')).to_owned();
    let own = pack.tiles.iter().map(|(_, text)| text);
    let texts = pack.rules.iter().chain(own).cloned();
    let mut gathered: rota_archive::Files = texts.map(|text| (inside(&text.name), text.text)).collect();
    gathered.extend(files.recordings_of(name).map(|text| (inside(&text.name), text.text)));
    let pins = loaded.pins();
    let names_it = |pack: &str, set: &str| {
        pins.iter().any(|pin| pin.name == pack && pin.files.contains_key(&format!("{set}.toml")))
    };
    for (set, file) in &loaded.sets {
        let is_carried = pack.tiles.iter().any(|(own, _)| own == set);
        // What a pack that is required brings need not come twice.
        let is_brought = pins.iter().any(|pin| pin.name != name && names_it(&pin.name, set));
        if names_it(name, set) && !is_carried && !is_brought {
            gathered.insert(format!("tiles/{set}.toml"), file.text.to_string());
        }
    }
    Ok(gathered)
}
