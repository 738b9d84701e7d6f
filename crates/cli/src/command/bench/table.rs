//! The figures of all rounds as a table, for people and as JSON.

#![expect(clippy::float_arithmetic, reason = "ratios are for people to read")]

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::probe::Measured;
use crate::console::SCHEMA_VERSION;

/// How long the longest bar of a chart is.
const BAR: f64 = 20.0;

/// A figure that is made of what probes found; they are named by their number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Figure {
    /// Games in a second of processor time.
    Games(usize),
    /// Tiles in a second of processor time.
    Tiles(usize),
    /// Nanoseconds that a tile takes. It is drawn as a bar as well.
    Tile(usize),
    /// Nanoseconds that it takes once.
    Nanoseconds(usize),
    /// Milliseconds that it takes once.
    Milliseconds(usize),
    /// Megabytes that it takes at the most.
    Megabytes(usize),
    /// Games of one against those of the other.
    GameRatio(usize, usize),
    /// Tiles of one against those of the other.
    TileRatio(usize, usize),
    /// Games of one against those of the other, by the clock.
    Clock(usize, usize),
}

impl Figure {
    fn of(self, round: &[Measured]) -> f64 {
        let found = |probe: usize| round.get(probe).copied().unwrap_or_default();
        match self {
            Figure::Games(probe) => found(probe).rate,
            Figure::Tiles(probe) => found(probe).tiles,
            Figure::Tile(probe) => 1e9 / found(probe).tiles,
            Figure::Nanoseconds(probe) => 1e9 / found(probe).rate,
            Figure::Milliseconds(probe) => 1e3 / found(probe).rate,
            Figure::Megabytes(probe) => found(probe).memory,
            Figure::GameRatio(one, other) => found(one).rate / found(other).rate,
            Figure::TileRatio(one, other) => found(one).tiles / found(other).tiles,
            Figure::Clock(one, other) => found(one).clock / found(other).clock,
        }
    }
}

/// What a figure should be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    AtLeast(f64),
    AtMost(f64),
}

impl Target {
    fn is_met(self, figure: f64) -> bool {
        match self {
            Target::AtLeast(least) => figure >= least,
            Target::AtMost(most) => figure <= most,
        }
    }

    fn document(self) -> Value {
        match self {
            Target::AtLeast(least) => json!({ "at_least": least }),
            Target::AtMost(most) => json!({ "at_most": most }),
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    /// What it is about: a composition.
    pub group: String,
    /// What programs call it.
    pub key: String,
    /// What people read.
    pub name: String,
    pub figure: Figure,
    pub target: Option<Target>,
}

/// Everything there is to tell.
pub(super) struct BenchTable<'a> {
    pub rows: &'a [Row],
    /// What each probe found, round by round.
    pub rounds: &'a [Vec<Measured>],
    /// How long each figure was measured in a round.
    pub seconds: Duration,
}

impl BenchTable<'_> {
    /// The figures of all rounds, the smallest first.
    fn sorted(&self, row: &Row) -> Vec<f64> {
        let mut figures: Vec<f64> = self.rounds.iter().map(|round| row.figure.of(round)).collect();
        figures.sort_by(f64::total_cmp);
        figures
    }

    /// The figure in the middle, the smallest and the largest.
    fn spread(&self, row: &Row) -> (f64, f64, f64) {
        let figures = self.sorted(row);
        let at = |place: usize| figures.get(place).copied().unwrap_or_default();
        (at(figures.len() / 2), at(0), at(figures.len().saturating_sub(1)))
    }

    /// The groups in order, each with its rows.
    fn groups(&self) -> Vec<(&str, Vec<&Row>)> {
        let mut groups: Vec<(&str, Vec<&Row>)> = Vec::new();
        for row in self.rows {
            match groups.iter_mut().find(|(group, _)| *group == row.group) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((&row.group, vec![row])),
            }
        }
        groups
    }

    /// All figures.
    pub fn document(&self) -> Value {
        let row = |row: &Row| {
            let (median, least, most) = self.spread(row);
            json!({
                "of": row.group,
                "key": row.key,
                "name": row.name,
                "median": median,
                "least": least,
                "most": most,
                "target": row.target.map(Target::document),
                "met": row.target.map(|target| target.is_met(median)),
            })
        };
        json!({
            "schema_version": SCHEMA_VERSION,
            "rounds": self.rounds.len(),
            "seconds": self.seconds.as_secs_f64(),
            "rows": self.groups().iter().flat_map(|(_, rows)| rows).map(|one| row(one)).collect::<Vec<_>>(),
        })
    }

    /// The same for people, with bars for the time that a tile takes.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        for (place, (group, rows)) in self.groups().into_iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{group:<42}{:>10}{:>10}{:>10}", "median", "least", "most")?;
            let longest = rows.iter().filter(|row| is_charted(row)).map(|row| self.spread(row).0);
            let longest = longest.fold(f64::MIN_POSITIVE, f64::max);
            for row in rows {
                let (median, least, most) = self.spread(row);
                let figures = [median, least, most].map(|figure| format!("{:>10}", shown(figure))).concat();
                let remark = match row.target {
                    Some(target) => wanted(target, median),
                    None if is_charted(row) => "█".repeat((median / longest * BAR).round() as usize),
                    None => String::new(),
                };
                writeln!(out, "{}", format!("  {:<40}{figures}  {remark}", row.name).trim_end())?;
            }
        }
        let rounds = self.rounds.len();
        writeln!(out, "\nmedians of {rounds} rounds, {} s for each figure", self.seconds.as_secs_f64())
    }
}

fn is_charted(row: &Row) -> bool {
    matches!(row.figure, Figure::Tile(_))
}

/// What was aimed at, and whether the figure is there.
fn wanted(target: Target, figure: f64) -> String {
    let (sign, bound) = match target {
        Target::AtLeast(least) => ('≥', least),
        Target::AtMost(most) => ('≤', most),
    };
    let met = if target.is_met(figure) { "met" } else { "missed" };
    format!("{sign} {}: {met}", shown(bound))
}

/// A figure with as many digits as mean anything.
fn shown(figure: f64) -> String {
    match figure {
        figure if figure >= 100.0 => format!("{figure:.0}"),
        figure if figure >= 10.0 => format!("{figure:.1}"),
        figure => format!("{figure:.2}"),
    }
}
