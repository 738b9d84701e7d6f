//! `rota packs`: all packs, where each comes from, and which one hides which.

use clap::Args;
use rota::{Library, LoadedPacks};
use serde_json::{Value, json};

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::Layer;

/// Arguments of `rota packs`.
#[derive(Debug, Args)]
pub(crate) struct PacksArguments {}

/// A pack as a layer has it.
pub(crate) struct Layered {
    /// Its name.
    pub name: String,
    /// Its version; `?` where it has no header.
    pub version: String,
    /// Its title; empty where it has none.
    pub title: String,
    layer: Layer,
    /// Where it lies, as people read it.
    pub place: String,
}

impl Layered {
    fn to_json(&self) -> Value {
        json!({ "version": self.version, "layer": self.layer.word(), "at": self.place })
    }
}

/// Lists the packs.
pub(crate) fn run(_: &PacksArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let files = Files::find()?;
    let packs: Vec<Layered> = Layer::ALL.into_iter().flat_map(|layer| layered(&files, layer)).collect();
    let sets = sets_before(&files);
    if console.is_json() {
        let packs = packs.iter().map(|pack| {
            let (hides, hidden) = (hides(&packs, pack), hider(&packs, pack).map(Layered::to_json));
            json!({
                "pack": pack.name,
                "version": pack.version,
                "title": pack.title,
                "layer": pack.layer.word(),
                "at": pack.place,
                "hides": hides.map(Layered::to_json).collect::<Vec<_>>(),
                "hidden_by": hidden,
            })
        });
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "packs": packs.collect::<Vec<_>>(),
            "tile_sets": sets.iter().map(|(set, at)| json!({ "set": set, "at": at })).collect::<Vec<_>>(),
        }))?;
        return Ok(Exit::Fine);
    }
    let width = |text: fn(&Layered) -> &str| packs.iter().map(|pack| text(pack).len()).max().unwrap_or(0);
    let (names, versions) = (width(|pack| &pack.name), width(|pack| &pack.version));
    for layer in Layer::ALL {
        let mut own = packs.iter().filter(|pack| pack.layer == layer).peekable();
        if own.peek().is_some() {
            writeln!(console.out, "{}:", files.describe(layer))?;
        }
        for pack in own {
            let Layered { name, version, title, place, .. } = pack;
            write!(console.out, "  {name:names$}  {version:versions$}  {title}  [{place}]")?;
            if let Some(hider) = hider(&packs, pack) {
                write!(console.out, "; hidden by {} {}", hider.place, hider.version)?;
            }
            for hidden in hides(&packs, pack) {
                write!(console.out, "; hides {} {}", hidden.place, hidden.version)?;
            }
            writeln!(console.out)?;
        }
    }
    for (set, place) in sets {
        writeln!(console.out, "tile set {set} [{place}] hides the one built in")?;
    }
    Ok(Exit::Fine)
}

/// The packs of a layer, by name.
pub(crate) fn layered(files: &Files, layer: Layer) -> Vec<Layered> {
    let source = files.source(layer);
    let mut library = Library::default();
    let packs = files.packs_in(layer).into_iter();
    let packs = packs.map(|name| {
        // What is wrong with a pack is not asked here; it is listed all the same.
        let loaded = library.load(source, [&name]);
        let (version, title) = header(&loaded, &name);
        Layered { place: files.place_in(layer, &name), name, version, title, layer }
    });
    let packs = packs.collect();
    source.take_problems();
    packs
}

/// Version and title of a pack; a version of `?` where it has no header.
fn header(loaded: &LoadedPacks, name: &str) -> (String, String) {
    let pack = loaded.packs.iter().find(|pack| pack.name == name);
    let version =
        pack.and_then(|pack| pack.version()).map_or_else(|| "?".to_owned(), |version| version.node.clone());
    (version, pack.and_then(|pack| pack.title()).unwrap_or_default().to_owned())
}

/// The packs that a pack hides.
fn hides<'p>(packs: &'p [Layered], pack: &'p Layered) -> impl Iterator<Item = &'p Layered> {
    packs.iter().filter(|other| other.name == pack.name && other.layer > pack.layer)
}

/// The pack that is found in the place of this one.
fn hider<'p>(packs: &'p [Layered], pack: &Layered) -> Option<&'p Layered> {
    packs.iter().find(|other| other.name == pack.name && other.layer < pack.layer)
}

/// The tile sets of the home that stand before one in the program, with their places.
fn sets_before(files: &Files) -> Vec<(String, String)> {
    let built_in = files.tile_sets_in(Layer::Embedded);
    let own = files.tile_sets_in(Layer::Here).into_iter();
    let before = own.filter(|(set, _)| built_in.iter().any(|(other, _)| other == set));
    before.map(|(set, origin)| (set, files.shown(&origin))).collect()
}
