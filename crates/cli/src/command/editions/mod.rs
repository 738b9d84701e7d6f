//! `rota editions`: what there is to choose of packs.

mod document;
mod page;

use clap::Args;
use rota::Editions;
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::packs::read;
use crate::problems::Problems;

/// Arguments of `rota editions`.
#[derive(Debug, Args)]
pub(crate) struct EditionsArguments {
    /// Packs: names or paths; without any, all packs
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

/// Shows the editions, variants and options of packs.
pub(crate) fn run(arguments: &EditionsArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut files = Files::find()?;
    let mut given = arguments.packs.clone();
    if given.is_empty() {
        files.expect_home()?;
        given = rota::Shelf::names(&files);
    }
    let mut asked: Vec<(String, String)> = Vec::new();
    for given in given {
        if let Some((pack, _)) = given.split_once('@') {
            let help = format!("leave the variant away: `rota editions {pack}` shows them all");
            return Err(Failure::advised("a pack is told with all its variants, not with one", help));
        }
        let pack = files.admit(&given)?;
        if asked.iter().all(|(_, known)| *known != pack) {
            asked.push((given, pack));
        }
    }
    let mut problems = Problems::default();
    let mut packs = Vec::new();
    for (given, pack) in asked {
        let reading = read(&files, std::slice::from_ref(&pack));
        match rota::editions(&reading, &pack) {
            Ok(editions) => packs.extend(editions.map(|editions| Named { given, editions })),
            Err(found) => problems.add(&reading.sources, &found),
        }
    }
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "packs": packs.iter().map(document::pack).collect::<Vec<_>>(),
            "diagnostics": problems.to_json(),
        }))?;
    } else {
        for (place, pack) in packs.iter().enumerate() {
            if place > 0 {
                writeln!(console.out, "\n")?;
            }
            page::pack(pack, console.out)?;
        }
        console.draw(&problems)?;
    }
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Findings })
}
