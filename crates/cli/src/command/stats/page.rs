//! The figures for people.

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::FitCount;
use rota_batch::{percent, ratio};

use super::{Counted, Stats};

const BOLD: Style = Style::new().bold();

/// How many kinds of tiles are shown that fit least often.
const HARDEST: usize = 8;

/// How wide the names of rows are.
const NAME: usize = 38;

/// A figure of a side: a count, and in hundredths of what.
type Cell = Option<(u64, u64)>;

/// Writes all figures, those of the other side beside them.
pub(super) fn tell(stats: &Stats, out: &mut dyn Write) -> io::Result<()> {
    let Stats { own, beside, .. } = stats;
    writeln!(out, "{BOLD}{}{BOLD:#}", own.title)?;
    if let Some(beside) = beside {
        writeln!(out, "beside: {}", beside.title)?;
    }
    let both = |cell: &dyn Fn(&Counted) -> Cell| [cell(own), beside.as_ref().and_then(cell)];
    head(out, "tiles", stats)?;
    line(out, "tiles", both(&|side| Some((side.figures.tiles, 0))))?;
    line(out, "kinds of tiles", both(&|side| Some((whole(side.tiles.len()), 0))))?;
    head(out, "sides, of all sides", stats)?;
    for side in &own.figures.sides {
        let cell = |other: &Counted| Some((other.figures.sides_with(side.letter), 4 * other.figures.tiles));
        line(out, &format!("{}  {}", side.letter, side.shown), both(&cell))?;
    }
    head(out, "tiles with a feature, of all tiles", stats)?;
    for feature in &own.figures.features {
        let cell = |side: &Counted| {
            let tiles = side.figures.feature(&feature.name).map_or(0, |feature| feature.tiles);
            Some((tiles, side.figures.tiles))
        };
        line(out, &feature.name, both(&cell))?;
        let cell = |side: &Counted| {
            let segments = side.figures.feature(&feature.name).map_or(0, |feature| feature.segments);
            Some((segments, 0))
        };
        line(out, "   segments", both(&cell))?;
    }
    if !own.figures.attributes.is_empty() {
        head(out, "tiles with an attribute, of all tiles", stats)?;
    }
    for (attribute, _) in &own.figures.attributes {
        let cell = |side: &Counted| Some((side.figures.tiles_with(attribute), side.figures.tiles));
        line(out, attribute, both(&cell))?;
    }
    fits(stats, out)
}

fn fits(stats: &Stats, out: &mut dyn Write) -> io::Result<()> {
    let Stats { own, beside, tables, seed } = stats;
    let both = |cell: &dyn Fn(&Counted) -> f64| [Some(cell(own)), beside.as_ref().map(cell)];
    let title = format!("a tile from a bag fits somewhere, % ({tables} tables, seed {seed})");
    writeln!(out, "\n{BOLD}{title}{BOLD:#}")?;
    let chance = |fit: FitCount| percent(fit.fitting, fit.asked);
    number(out, "at all times", both(&|side| chance(side.fitting.all())), 2)?;
    for (place, words) in ["first third of the tiles", "second third", "last third"].iter().enumerate() {
        let third = |side: &Counted| side.fitting.thirds.get(place).copied().unwrap_or_default();
        number(out, words, both(&|side| chance(third(side))), 2)?;
    }
    number(out, "placements of a tile", both(&|side| placements(side.fitting.all())), 1)?;
    let aside = |side: &Counted| percent(side.fitting.set_aside, side.fitting.drawn);
    number(out, "drawn and set aside, %", both(&aside), 2)?;
    let head = format!(
        "{:<NAME$}{:>8}{:>10}{:>12}",
        "tiles that fit least often", "copies", "fits, %", "placements"
    );
    writeln!(out, "\n{BOLD}{head}{BOLD:#}")?;
    for (name, copies, fit) in own.hardest().into_iter().take(HARDEST) {
        writeln!(
            out,
            "{:<NAME$}{copies:>8}{:>10.2}{:>12.1}",
            format!("  {name}"),
            chance(*fit),
            placements(*fit)
        )?;
    }
    Ok(())
}

/// The mean number of placements.
fn placements(fit: FitCount) -> f64 {
    ratio(fit.placements, fit.asked)
}

fn whole(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn head(out: &mut dyn Write, title: &str, stats: &Stats) -> io::Result<()> {
    let beside = if stats.beside.is_some() { format!("{:>18}", "beside") } else { String::new() };
    writeln!(out, "\n{BOLD}{title:<NAME$}{:>18}{beside}{BOLD:#}", "here")
}

/// A count on each side, with its share where it is one of a whole.
fn line(out: &mut dyn Write, name: &str, cells: [Cell; 2]) -> io::Result<()> {
    let cell = |(count, whole): (u64, u64)| match whole {
        0 => format!("{count:>8}{:>10}", ""),
        _ => format!("{count:>8}{:>8.1} %", percent(count, whole)),
    };
    let cells: String = cells.into_iter().flatten().map(cell).collect();
    writeln!(out, "{}", format!("{:<NAME$}{cells}", format!("  {name}")).trim_end())
}

fn number(out: &mut dyn Write, name: &str, cells: [Option<f64>; 2], places: usize) -> io::Result<()> {
    let cells: String = cells.into_iter().flatten().map(|cell| format!("{cell:>18.places$}")).collect();
    writeln!(out, "{:<NAME$}{cells}", format!("  {name}"))
}
