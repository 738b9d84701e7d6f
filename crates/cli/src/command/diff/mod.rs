//! `rota diff`: what is different between two editions, compositions or versions of a pack.

mod document;
mod games;
mod page;
mod unified;

use std::num::NonZero;

use clap::Args;
use rota::{Contents, Difference, ItemInForce, LoadedPacks, OptionInfo, Pair, Settings};
use rota_batch::Seat;
use rota_syntax::ast::ItemKind;

use crate::arguments::{BatchArguments, CompositionArguments};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::packs::PackSelection;

use games::Plan;

/// Arguments of `rota diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// One side: packs with variants behind `@`, a composition file, and `OPTION=VALUE`, with commas between them
    #[arg(value_name = "A")]
    pub first: String,
    /// The other side, written in the same way
    #[arg(value_name = "B")]
    pub second: String,
    /// Also play so many games of both, from the same seeds, and show what becomes of the points
    #[arg(long, value_name = "N")]
    pub games: Option<NonZero<u64>>,
    #[command(flatten)]
    pub batch: BatchArguments,
}

/// One of the two sides.
struct Side {
    /// As it was given.
    given: String,
    packs: LoadedPacks,
    settings: Settings,
    /// The packs and variants, behind the title of a composition.
    title: String,
    /// The variants with their titles, and the years of those that are printed editions.
    editions: Vec<String>,
}

/// What is different, and on which sides.
struct Compared<'c> {
    sides: &'c [Side; 2],
    contents: &'c [Contents; 2],
    difference: Difference,
}

/// Compares the two sides.
pub(crate) fn run(arguments: &DiffArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let sides = [Side::read(&arguments.first)?, Side::read(&arguments.second)?];
    let [first, second] = &sides;
    let contents = [first.contents()?, second.contents()?];
    let [one, other] = &contents;
    let compared = Compared { sides: &sides, contents: &contents, difference: rota::difference(one, other) };
    let games = match arguments.games {
        Some(games) => {
            let seats = Seat::parse(&arguments.batch.players)?;
            let threads = arguments.batch.threads();
            let plan = Plan { seats: &seats, games: games.get(), seed: arguments.batch.seed, threads };
            Some(plan.play(&sides, console)?)
        }
        None => None,
    };
    if console.is_json() {
        console.document(&document::document(&compared, games.as_ref()))?;
    } else {
        page::write(&compared, console.out)?;
        if let Some(games) = &games {
            games.tell(console.out)?;
        }
    }
    Ok(if compared.difference.is_empty() { Exit::Fine } else { Exit::Findings })
}

impl Compared<'_> {
    /// The items that ask for an option, on the side that has it.
    fn readers(&self, option: &Pair<OptionInfo>) -> Vec<&ItemInForce> {
        let [one, other] = self.contents;
        match option {
            Pair::OnlyFirst(option) | Pair::Changed(option, _) => one.readers(option),
            Pair::OnlySecond(option) => other.readers(option),
        }
    }
}

impl Side {
    /// Reads a side: words with commas between them, those with `=` being options.
    fn read(given: &str) -> Result<Side, Failure> {
        let selection = PackSelection::read(&CompositionArguments::listed(given)?)?;
        let title = selection.title();
        let variants = selection.composition.packs.iter().flat_map(|choice| &choice.variants);
        let editions = variants.filter_map(|variant| edition(&selection.packs, variant)).collect();
        let PackSelection { packs, settings, .. } = selection;
        Ok(Side { given: given.to_owned(), packs, settings, title, editions })
    }

    fn contents(&self) -> Result<Contents, Failure> {
        Ok(rota::contents(&self.packs, &self.settings)?)
    }
}

/// A variant with its title, and with the year where it is a printed edition; nothing where it has no title.
fn edition(packs: &LoadedPacks, variant: &str) -> Option<String> {
    let items = packs.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    items.into_iter().find_map(|item| {
        let ItemKind::Variant { name, title: Some(title), edition, .. } = &item.kind else { return None };
        let year = edition.as_ref().map(|edition| format!(" ({})", edition.year.node));
        (name.node == variant).then(|| format!("{variant}: {}{}", title.node, year.unwrap_or_default()))
    })
}
