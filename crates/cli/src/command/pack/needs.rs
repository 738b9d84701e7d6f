//! What packs need of one another: what is missing for one, and who misses one.

use rota::{Diagnostic, Library, PackSource};
use rota_archive::{Manifest, missing_requirement};
use semver::{Version, VersionReq};

use crate::files::Files;
use crate::layer::Layer;

/// The version of a pack as a source has it; nothing where there is no such pack, or it says none.
pub(super) fn version(source: &dyn PackSource, name: &str) -> Option<String> {
    let loaded = Library::default().load(source, [name]);
    source.take_problems();
    let pack = loaded.packs.iter().find(|pack| pack.name == name)?;
    pack.version().map(|version| version.node.clone())
}

/// All packs that a pack needs and that are not here, or not in a version that will do.
pub(super) fn missing(files: &Files, manifest: &Manifest) -> Vec<Diagnostic> {
    let (name, mut found) = (&manifest.name, Vec::new());
    for (required, range) in &manifest.requires {
        let Some(layer) = files.layer_of(required) else {
            let message = format!("`{name}` requires `{required}` {range}, and there is no such pack here");
            found.push(missing_requirement(message).help(source(required, range)));
            continue;
        };
        // Only what is written as versions can be compared; what is not is told when the pack is checked.
        let here = version(files.source(layer), required).unwrap_or_default();
        let (Ok(wanted), Ok(version)) = (VersionReq::parse(range), Version::parse(&here)) else { continue };
        if !wanted.matches(&version) {
            let place = files.place_in(layer, required);
            let message = format!("`{name}` requires `{required}` {range}, and here is {here}: {place}");
            let help = match layer {
                Layer::Here => "another version of the pack must lie there".to_owned(),
                Layer::Installed => format!("{}, and add `--replace`", source(required, range)),
                Layer::Embedded => format!(
                    "a `rota` of another version brings another one; or else {}",
                    source(required, range)
                ),
            };
            found.push(missing_requirement(message).help(help));
        }
    }
    for brought in manifest.tested_with.iter().filter(|brought| files.layer_of(brought).is_none()) {
        let message =
            format!("the scenarios of `{name}` play with `{brought}`, and there is no such pack here");
        found.push(missing_requirement(message).help(source(brought, "")));
    }
    found
}

/// Where a pack that is missing may come from.
fn source(name: &str, range: &str) -> String {
    let version = if range.is_empty() { String::new() } else { format!(" {range}") };
    format!("get `{name}`{version} from where this pack comes from: `rota pack add {name}-VERSION.zip`")
}

/// The packs here that require a pack which was added, and which nothing stands in for, by name.
pub(super) fn dependents(files: &Files, name: &str) -> Vec<String> {
    // Another layer may have one of the same name.
    if [Layer::Here, Layer::Embedded]
        .into_iter()
        .any(|layer| files.packs_in(layer).iter().any(|other| other == name))
    {
        return Vec::new();
    }
    let mut library = Library::default();
    let names = [Layer::Here, Layer::Installed].into_iter().flat_map(|layer| files.packs_in(layer));
    let requires = |other: &String| {
        let loaded = library.load(files, [other]);
        let pack = loaded.packs.iter().find(|pack| pack.name == *other);
        pack.is_some_and(|pack| pack.requirements().any(|(required, _)| required.node == name))
    };
    let dependents = names.filter(|other| other != name).filter(requires);
    let dependents = dependents.collect();
    files.take_problems();
    dependents
}
