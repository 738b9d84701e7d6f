//! What there is to play, with all that can be chosen: packs with their editions, and published compositions.

use rota::{Composition, Library, PackSource, Published, Sources, Variant, editions};
use rota_ide::World;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Choosable;
use crate::problem::Problem;

/// All there is to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShelfView {
    /// The packs.
    pub packs: Vec<ShelfPack>,
    /// The published compositions.
    pub compositions: Vec<ShelfComposition>,
    /// What is wrong with packs and compositions that cannot be played; those are not listed.
    pub problems: Vec<Problem>,
}

/// A pack that can be played, alone or with what it requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShelfPack {
    /// Its name.
    pub name: String,
    /// Its title, or its name where it has none.
    pub title: String,
    /// How many may play it alone: the fewest and the most.
    pub players: [u8; 2],
    /// The packs that it cannot be played without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// The edition that it is without any variant, where it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Printed>,
    /// Its variants, in the order of its files.
    pub variants: Vec<ShelfVariant>,
    /// Its options, as they are without any variant.
    pub options: Vec<Choosable>,
}

/// A variant of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShelfVariant {
    /// Its name.
    pub name: String,
    /// Its title, or its name where it has none.
    pub title: String,
    /// The edition that it is, where it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Printed>,
    /// The variant whose changes it makes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// All that is not as without it, a line each.
    pub changes: Vec<String>,
}

/// What is known of a printed edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Printed {
    /// The year it came out.
    pub year: i64,
    /// Who published it.
    pub publisher: String,
    /// Where its rules are written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A published composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShelfComposition {
    /// The name of its file.
    pub name: String,
    /// Its title, or its name where it has none.
    pub title: String,
    /// Its packs with their variants, as on a command line: `base@first wind_roses`.
    pub packs: String,
    /// The text of the file: what `open` takes.
    pub text: String,
}

/// Tells all packs of a shelf, or those that are named, with the published compositions.
pub(crate) fn shelf(world: &World<'_>, named: &[String]) -> ShelfView {
    let mut shelf = ShelfView { packs: Vec::new(), compositions: Vec::new(), problems: Vec::new() };
    let mut library = Library::default();
    let names = if named.is_empty() { world.names() } else { named.to_vec() };
    for name in names {
        let packs = library.load(world, [&name]);
        match editions(&packs, &name) {
            Ok(Some(found)) => {
                let pack = packs.packs.iter().find(|pack| pack.name == name);
                let required = pack.into_iter().flat_map(|pack| pack.requirements());
                shelf.packs.push(ShelfPack {
                    title: found.title,
                    players: [*found.players.start(), *found.players.end()],
                    requires: required.map(|(name, _)| name.node.clone()).collect(),
                    published: found.published.map(Printed::from),
                    variants: found.variants.into_iter().map(ShelfVariant::from).collect(),
                    options: found.options.iter().map(Choosable::from).collect(),
                    name,
                });
            }
            Ok(None) => shelf.problems.extend(Problem::all(&packs.diagnostics, &packs.sources)),
            Err(error) => shelf.problems.extend(Problem::all(error.diagnostics(), error.sources())),
        }
    }
    for (name, text) in world.compositions() {
        let mut sources = Sources::new();
        // A text that does not fit is told when it is opened.
        let Some(file) = sources.add(text.name, text.text.as_str()).cloned() else { continue };
        let (composition, found) = Composition::parse(&file);
        if !found.is_empty() {
            shelf.problems.extend(Problem::all(&found, &sources));
            continue;
        }
        let packs = composition.to_string();
        let title = composition.title.unwrap_or_else(|| name.clone());
        shelf.compositions.push(ShelfComposition { name, title, packs, text: text.text });
    }
    shelf
}

impl From<Published> for Printed {
    fn from(Published { year, publisher, source }: Published) -> Printed {
        Printed { year, publisher, source }
    }
}

impl From<Variant> for ShelfVariant {
    fn from(variant: Variant) -> ShelfVariant {
        ShelfVariant {
            changes: variant.changes.iter().map(ToString::to_string).collect(),
            published: variant.published.map(Printed::from),
            name: variant.name,
            title: variant.title,
            from: variant.from,
        }
    }
}
