//! `rota editions`: what there is to choose of packs, and the compositions that are published.

mod document;
mod page;

use clap::Args;
use rota::{Composition, Editions, Library, LoadedPacks};
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
use crate::layer::Origin;
use crate::packs::compose;
use crate::problems::Problems;

/// Arguments of `rota editions`.
#[derive(Debug, Args)]
pub(crate) struct EditionsArguments {
    /// Packs: names or paths, or composition files; without any, all packs and published compositions
    #[arg(value_name = "PACK")]
    pub packs: Vec<String>,
}

/// A pack and what to write on a command line to name it.
struct Named {
    given: String,
    editions: Editions,
}

impl Named {
    /// The line to type for the pack in a variant, or as it is.
    fn line(&self, variant: Option<&str>) -> String {
        let variant = variant.map_or(String::new(), |variant| format!("@{variant}"));
        format!("rota play {}{variant}", self.given)
    }
}

/// A composition file that was read, and what to write on a command line to name it.
struct NamedComposition {
    given: String,
    origin: Origin,
    packs: LoadedPacks,
    composition: Composition,
}

impl NamedComposition {
    fn line(&self) -> String {
        format!("rota play {}", self.given)
    }

    /// The options that it sets, with their values as they are written.
    fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.composition.options()
    }

    /// Whether it names one of these packs.
    fn names_any(&self, packs: &[String]) -> bool {
        self.composition.packs.iter().any(|choice| packs.contains(&choice.pack.node))
    }
}

/// Shows the editions, variants and options of packs, and the published compositions with them.
pub(crate) fn run(arguments: &EditionsArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut files = Files::find()?;
    let mut library = Library::default();
    let mut asked = Requested::default();
    if arguments.packs.is_empty() {
        rota::PackSource::names(&files).into_iter().for_each(|pack| asked.alone(pack.clone(), pack));
    }
    for given in &arguments.packs {
        asked.add(given, &mut library, &mut files)?;
    }
    let mut problems = Problems::default();
    let mut packs = Vec::new();
    for (given, pack) in asked.packs {
        let loaded = library.load(&files, [&pack]);
        match rota::editions(&loaded, &pack) {
            Ok(editions) => packs.extend(editions.map(|editions| Named { given, editions })),
            Err(error) => problems.add(error.sources(), error.diagnostics()),
        }
    }
    let mut compositions = asked.compositions;
    for (given, origin) in files.composition_files() {
        if compositions.iter().all(|known| known.origin != origin) {
            let (packs, composition) = compose(&mut library, &mut files, &origin, Vec::new());
            let further = NamedComposition { given, origin, packs, composition };
            compositions.extend(further.names_any(&asked.alone).then_some(further));
        }
    }
    compositions.iter().for_each(|one| problems.add(&one.packs.sources, &one.packs.diagnostics));
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "packs": packs.iter().map(document::pack).collect::<Vec<_>>(),
            "compositions": compositions
                .iter()
                .map(|one| document::composition(one, &files.shown(&one.origin)))
                .collect::<Vec<_>>(),
            "diagnostics": problems.to_json(),
        }))?;
    } else {
        for (place, pack) in packs.iter().enumerate() {
            if place > 0 {
                writeln!(console.out, "\n")?;
            }
            page::pack(pack, console.out)?;
        }
        if !packs.is_empty() && !compositions.is_empty() {
            writeln!(console.out, "\n")?;
        }
        page::compositions(&compositions, console.out)?;
        console.draw(&problems)?;
    }
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Findings })
}

/// What the arguments name.
#[derive(Default)]
struct Requested {
    /// Packs as they were given, and by their names.
    packs: Vec<(String, String)>,
    /// The packs that do not only belong to a composition, by their names.
    alone: Vec<String>,
    compositions: Vec<NamedComposition>,
}

impl Requested {
    fn pack(&mut self, given: String, pack: String) {
        if self.packs.iter().all(|(_, known)| *known != pack) {
            self.packs.push((given, pack));
        }
    }

    fn alone(&mut self, given: String, pack: String) {
        self.alone.push(pack.clone());
        self.pack(given, pack);
    }

    fn add(&mut self, given: &str, library: &mut Library, files: &mut Files) -> Result<(), Failure> {
        if let Some((pack, _)) = given.split_once('@') {
            let help = format!("leave the variant away: `rota editions {pack}` shows them all");
            return Err(Failure::advised("a pack is told with all its variants, not with one", help));
        }
        match files.resolve(given)? {
            Resolved::Pack(pack) => self.alone(given.to_owned(), pack),
            Resolved::Composition(origin) => {
                let (packs, composition) = compose(library, files, &origin, Vec::new());
                // A pack that is not there is told with the file that names it.
                let named = composition.packs.iter().map(|choice| &choice.pack.node);
                let found = named.filter(|name| packs.packs.iter().any(|pack| pack.name == **name));
                found.for_each(|pack| self.pack(pack.clone(), pack.clone()));
                let given = given.to_owned();
                self.compositions.push(NamedComposition { given, origin, packs, composition });
            }
        }
        Ok(())
    }
}
