//! `rota stats`: what the tiles of a composition show, and how likely they fit.

mod chart;
mod document;
mod figures;
mod page;

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use rota::{CompiledGame, FitCount, Fitting, TileInPlay};
use rota_source::{did_you_mean, joined};

use crate::arguments::CompositionArguments;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::packs::PackSelection;
use crate::picture_file::{Form, write, write_beside};
use crate::players;

use figures::Figures;

/// How many pixels a tile would have across, which is what the words of a chart are measured by.
const PIXELS: u32 = 120;

/// Arguments of `rota stats`.
#[derive(Debug, Args)]
pub(crate) struct StatsArguments {
    #[command(flatten)]
    pub composition: CompositionArguments,
    /// Count only the tiles of this set; how likely tiles fit is told of the whole composition all the same
    #[arg(long, value_name = "SET")]
    pub tiles: Option<String>,
    /// What the figures are held beside: packs with variants and options, with commas between them; without it, the
    /// required packs that stand on their own
    #[arg(long, value_name = "PACK,…")]
    pub beside: Option<String>,
    /// How many tables are laid to see how likely tiles fit
    #[arg(long, value_name = "N", default_value = "100")]
    pub tables: NonZero<u32>,
    /// What chance follows from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Also draw the figures: a picture by its ending `.svg` or `.png`; `-` writes only SVG, to the standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What is counted of a composition.
struct Counted {
    title: String,
    /// The tiles that are counted.
    tiles: Vec<TileInPlay>,
    figures: Figures,
    fitting: Fitting,
    /// Of each kind of tile that was asked for its name, how many copies lie in bags, and how often it fitted.
    kinds: Vec<(String, usize, FitCount)>,
    compiled: CompiledGame,
}

/// Both sides, where there is something to compare with.
struct Stats {
    own: Counted,
    beside: Option<Counted>,
    tables: u32,
    seed: u64,
}

/// Counts, and shows what was counted.
pub(crate) fn run(arguments: &StatsArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let form = arguments.output.as_deref().map(Form::of).transpose()?;
    if form == Some(Form::Stream) && console.is_json() {
        return Err(Failure::advised(
            "`--output -` and `--format json` write to the same place",
            "name a file for the picture",
        ));
    }
    let selection = PackSelection::read(&arguments.composition)?;
    let beside = match &arguments.beside {
        Some(given) => Some(PackSelection::read(&CompositionArguments::listed(given)?)?),
        None => grounds(&selection)?,
    };
    let own = Counted::new(&selection, arguments, arguments.tiles.as_deref(), console)?;
    let beside = beside.map(|beside| Counted::new(&beside, arguments, None, console)).transpose()?;
    let stats = Stats { own, beside, tables: arguments.tables.get(), seed: arguments.seed };
    let picture = form.map(|form| {
        let vocabulary = &stats.own.compiled.compiled.vocabulary;
        (form, rota_picture::chart(&chart::chart(&stats), vocabulary, PIXELS))
    });
    if let (Some((Form::Stream, picture)), Some(output)) = (&picture, &arguments.output) {
        return write(picture, "figures", Form::Stream, output, console);
    }
    match console.is_json() {
        true => console.document(&document::document(&stats, arguments.output.as_deref()))?,
        false => page::tell(&stats, console.out)?,
    }
    if let (Some((form, picture)), Some(output)) = (&picture, &arguments.output) {
        write_beside(picture, *form, output, console)?;
    }
    Ok(Exit::Fine)
}

/// The packs that all others stand on: those that require none, unless they are what was asked for.
fn grounds(selection: &PackSelection) -> Result<Option<PackSelection>, Failure> {
    let asked = selection.names();
    let grounds = selection.packs.packs.iter().filter(|pack| pack.requirements().next().is_none());
    let grounds: Vec<String> = grounds.map(|pack| pack.name.clone()).collect();
    let is_plain = selection.settings.options().next().is_none() && selection.variants().is_empty();
    if grounds.is_empty() || (is_plain && grounds.iter().map(String::as_str).eq(asked.iter().copied())) {
        return Ok(None);
    }
    // A pack from elsewhere goes by the path that it was given as.
    let given = grounds.into_iter().map(|pack| {
        let place = asked.iter().position(|asked| *asked == pack);
        place.and_then(|place| selection.given.get(place)).cloned().unwrap_or(pack)
    });
    let arguments = CompositionArguments { packs: given.collect(), start: None, set: Vec::new() };
    PackSelection::read(&arguments).map(Some)
}

impl Counted {
    fn new(
        selection: &PackSelection,
        arguments: &StatsArguments,
        set: Option<&str>,
        console: &mut Console<'_>,
    ) -> Result<Counted, Failure> {
        let compiled = selection.compile(&[], 1, console)?;
        let mut tiles = rota::contents(&selection.packs, &selection.settings)?.tiles;
        if let Some(set) = set {
            let known: Vec<&str> = compiled.sets.iter().map(|set| set.name.as_str()).collect();
            if !known.contains(&set) {
                let help = did_you_mean(set, known.iter().copied())
                    .unwrap_or_else(|| format!("sets in play: {}", joined(&known)));
                return Err(Failure::advised(format!("no tile set `{set}` is in play"), help));
            }
            tiles.retain(|tile| set_of(&tile.name) == set);
        }
        let fitting = rota::fitting(&compiled.rules, arguments.tables.get(), arguments.seed)
            .map_err(players::refused)?;
        let asked = compiled.rules.stock().kinds.iter().zip(&fitting.kinds);
        let asked = asked.filter(|(_, count)| count.asked > 0);
        let kinds = asked.filter(|(kind, _)| set.is_none_or(|set| set_of(&kind.name) == set));
        let kinds = kinds.map(|(kind, fit)| {
            let tile = tiles.iter().find(|tile| tile.name == kind.name);
            let copies = tile.map_or(0, |tile| tile.bags.iter().map(|(_, count)| count).sum());
            (kind.name.clone(), copies, *fit)
        });
        let kinds = kinds.collect();
        let figures = Figures::of(&tiles, &compiled.compiled.vocabulary);
        let title = match set {
            Some(set) => format!("{}, tiles of {set}", selection.title()),
            None => selection.title(),
        };
        Ok(Counted { title, tiles, figures, fitting, kinds, compiled })
    }

    fn count(&self) -> usize {
        self.tiles.iter().map(TileInPlay::count).sum()
    }

    /// The kinds of tiles by how seldom they fit; of those that fit as often, the one with fewer placements first.
    fn hardest(&self) -> Vec<&(String, usize, FitCount)> {
        let mut kinds: Vec<&(String, usize, FitCount)> = self.kinds.iter().collect();
        // Shares of different wholes, held against each other without dividing.
        let less = |one: u64, whole: u64, other: u64, of: u64| {
            (u128::from(one) * u128::from(of)).cmp(&(u128::from(other) * u128::from(whole)))
        };
        kinds.sort_by(|(.., one), (.., other)| {
            less(one.fitting, one.asked, other.fitting, other.asked)
                .then_with(|| less(one.placements, one.asked, other.placements, other.asked))
        });
        kinds
    }
}

/// The set of a tile.
fn set_of(tile: &str) -> &str {
    tile.split_once('/').map_or("", |(set, _)| set)
}
