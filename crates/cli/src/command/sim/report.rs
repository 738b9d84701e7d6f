//! What many games have in common, as text and as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use rota::Rules;
use rota_batch::{Sample, Seat, Totals, rate, ratio};
use serde_json::{Map, Value, json};

use crate::console::SCHEMA_VERSION;
use crate::text::counted;

/// Everything there is to tell.
pub(super) struct Report<'a> {
    pub title: String,
    pub rules: &'a Rules,
    pub seats: &'a [Seat],
    pub totals: &'a Totals,
    pub seed: u64,
    pub threads: usize,
    /// Time of all processors together.
    pub processor: Duration,
    /// Time on the clock.
    pub wall: Duration,
}

impl Report<'_> {
    /// How many games were played to their end.
    pub fn games(&self) -> u64 {
        self.totals.turns.count()
    }

    /// The decisions by name; those of one name belong together.
    fn decisions(&self) -> BTreeMap<&str, Sample> {
        let mut decisions: BTreeMap<&str, Sample> = BTreeMap::new();
        for (site, sample) in self.rules.program().choices.iter().zip(&self.totals.decisions) {
            decisions.entry(site.name.as_str()).or_default().join(*sample);
        }
        decisions
    }

    fn kinds(&self) -> impl Iterator<Item = (&str, Sample)> {
        let kinds = self.rules.program().declared.pieces.iter().zip(&self.totals.put_by_kind);
        kinds.map(|(kind, sample)| (kind.name.as_str(), *sample))
    }

    fn reasons(&self) -> impl Iterator<Item = (&str, i128)> {
        let reasons = self.rules.program().declared.reasons.iter().zip(&self.totals.reasons);
        reasons.map(|(reason, sum)| (reason.as_str(), *sum))
    }

    /// All figures. Per game, except where a key says otherwise.
    pub fn document(&self) -> Value {
        let totals = self.totals;
        let seats = self.seats.iter().zip(&totals.points).zip(&totals.wins).map(|((seat, points), wins)| {
            json!({ "name": seat.name, "player": seat.kind.to_string(), "mean": points.mean(), "sd": points.sd(), "wins": wins.mean() })
        });
        let by_kind: Map<String, Value> =
            self.kinds().map(|(kind, put)| (kind.to_owned(), document(put))).collect();
        let decisions: Map<String, Value> = self
            .decisions()
            .into_iter()
            .map(|(name, asked)| {
                (name.to_owned(), json!({ "mean_options": asked.mean(), "count": asked.count() }))
            })
            .collect();
        let reasons: Map<String, Value> = self
            .reasons()
            .map(|(reason, sum)| (reason.to_owned(), json!(ratio(sum, self.games()))))
            .collect();
        json!({
            "schema_version": SCHEMA_VERSION,
            "composition": self.title,
            "games": self.games(),
            "seed": self.seed,
            "threads": self.threads,
            "seats": seats.collect::<Vec<_>>(),
            "turns": document(totals.turns),
            "tiles_placed": document(totals.placed),
            "tiles_discarded": document(totals.discarded),
            "pieces_put": { "mean": totals.put.mean(), "sd": totals.put.sd(), "by_kind": by_kind },
            "decisions": decisions,
            "points_by_reason": reasons,
            "games_per_cpu_second": rate(self.games(), self.processor),
            "wall_seconds": self.wall.as_secs_f64(),
        })
    }

    /// The same for people.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = usize::try_from(self.games()).unwrap_or(usize::MAX);
        writeln!(out, "{}, {}, seed {}\n", self.title, counted(games, "game"), self.seed)?;
        head(out, "points", "mean", "sd")?;
        for (seat, points) in self.seats.iter().zip(&self.totals.points) {
            line(out, &seat.to_string(), *points)?;
        }
        head(out, "\nwins", "in a game", "")?;
        for (seat, wins) in self.seats.iter().zip(&self.totals.wins) {
            writeln!(out, "  {:<24}{:>10.2}", seat.to_string(), wins.mean())?;
        }
        head(out, "\nin a game", "mean", "sd")?;
        line(out, "turns", self.totals.turns)?;
        line(out, "tiles placed", self.totals.placed)?;
        line(out, "tiles discarded", self.totals.discarded)?;
        line(out, "pieces put", self.totals.put)?;
        for (kind, put) in self.kinds().filter(|(_, put)| put.mean() > 0.0) {
            line(out, &format!("  {kind}"), put)?;
        }
        head(out, "\ndecisions", "options", "in a game")?;
        for (name, asked) in self.decisions().into_iter().filter(|(_, asked)| asked.count() > 0) {
            let often = ratio(i128::from(asked.count()), self.games());
            writeln!(out, "  {name:<24}{:>10.2}{often:>10.2}", asked.mean())?;
        }
        head(out, "\npoints by reason", "in a game", "")?;
        for (reason, sum) in self.reasons().filter(|(_, sum)| *sum != 0) {
            writeln!(out, "  {reason:<24}{:>10.2}", ratio(sum, self.games()))?;
        }
        writeln!(
            out,
            "\n{:.2} seconds on {}, {:.0} games per second of processor time",
            self.wall.as_secs_f64(),
            counted(self.threads, "thread"),
            rate(self.games(), self.processor),
        )
    }
}

fn head(out: &mut dyn Write, title: &str, first: &str, second: &str) -> io::Result<()> {
    // The title may begin with an empty line, which takes no room in the column.
    let width = 26 + title.chars().take_while(|letter| *letter == '\n').count();
    writeln!(out, "{}", format!("{title:<width$}{first:>10}{second:>10}").trim_end())
}

fn line(out: &mut dyn Write, name: &str, sample: Sample) -> io::Result<()> {
    writeln!(out, "  {name:<24}{:>10.2}{:>10.2}", sample.mean(), sample.sd())
}

fn document(sample: Sample) -> Value {
    json!({ "mean": sample.mean(), "sd": sample.sd() })
}
