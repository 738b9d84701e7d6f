//! How a match ended, for people and for programs.

use std::io::{self, Write};

use rota_batch::{Pair, Seat, Standing, percent};
use rota_picture::{Interval, Plot, PlotForm};
use serde_json::{Value, json};

use crate::arguments::SCHEMA_VERSION;
use crate::text::counted;

/// What there is to tell.
pub(super) struct Report {
    pub title: String,
    pub seats: Vec<Seat>,
    pub standing: Standing,
    pub seed: u64,
}

/// Several matches for programs.
pub(super) fn document(reports: &[Report]) -> Value {
    let matches: Vec<Value> = reports.iter().map(Report::document).collect();
    json!({ "schema_version": SCHEMA_VERSION, "matches": matches })
}

/// Matches for people, one after the other.
pub(super) fn tell(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    for (place, report) in reports.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        report.tell(out)?;
    }
    Ok(())
}

/// By how many points the first of each two players is ahead of the second, match by match.
pub(super) fn plot(reports: &[Report]) -> Plot {
    let rows = reports.iter().flat_map(|report| {
        let kind =
            |player: usize| report.seats.get(player).map_or(String::new(), |seat| seat.kind.to_string());
        let pairs = report.standing.pairs.iter();
        pairs.map(move |pair| {
            (format!("{} - {}", kind(pair.first), kind(pair.second)), Interval::new(pair.lead()))
        })
    });
    let title = reports.first().map_or_else(String::new, |report| report.title.clone());
    Plot { title: format!("{title}: points ahead in a game"), form: PlotForm::Dots(rows.collect()) }
}

impl Report {
    pub fn document(&self) -> Value {
        let standing = &self.standing;
        let players = self.seats.iter().enumerate().map(|(player, seat)| {
            json!({
                "name": seat.name,
                "player": seat.kind.to_string(),
                "points": standing.mean_points(player),
                "wins": standing.wins.get(player),
            })
        });
        let name = |player: usize| self.seats.get(player).map(|seat| seat.name.as_str());
        let pairs = standing.pairs.iter().map(|pair| {
            let [share_low, share, share_high] = pair.share();
            let [lead_low, lead, lead_high] = pair.lead();
            let [rating_low, rating, rating_high] = pair.rating();
            json!({
                "first": name(pair.first),
                "second": name(pair.second),
                "better": pair.decided().and_then(name),
                "ahead": { "share": share, "interval_95": [share_low, share_high] },
                "lead": { "points": lead, "interval_95": [lead_low, lead_high] },
                "rating": { "difference": rating, "interval_95": [rating_low, rating_high] },
            })
        });
        json!({
            "schema_version": SCHEMA_VERSION,
            "composition": self.title,
            "seed": self.seed,
            "deals": standing.deals(),
            "games": standing.games(),
            "decided": standing.is_decided(),
            "players": players.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
        })
    }

    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let standing = &self.standing;
        let count = |number: u64, what: &str| counted(usize::try_from(number).unwrap_or(usize::MAX), what);
        let (games, deals) = (count(standing.games(), "game"), count(standing.deals(), "deal"));
        writeln!(out, "{}: {games}, {deals} from every seat, seed {}", self.title, self.seed)?;
        let names: Vec<String> = self.seats.iter().map(Seat::to_string).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 2;
        writeln!(out, "\n  {:<width$}{:>8}{:>16}", "", "points", "won")?;
        for (player, name) in names.iter().enumerate() {
            let wins = standing.wins.get(player).copied().unwrap_or(0);
            let (points, share) = (standing.mean_points(player), percent(wins, standing.games()));
            writeln!(out, "  {name:<width$}{points:>8.1}{:>16}", format!("{wins} = {share:.1} %"))?;
        }
        standing.pairs.iter().try_for_each(|pair| self.tell_pair(pair, &names, out))
    }

    fn tell_pair(&self, pair: &Pair, names: &[String], out: &mut dyn Write) -> io::Result<()> {
        let name = |player: usize| names.get(player).map_or("", String::as_str);
        let better = match pair.decided() {
            Some(player) => format!("{} is better", name(player)),
            None => "not decided".to_owned(),
        };
        writeln!(out, "\n{} against {}: {better}", name(pair.first), name(pair.second))?;
        let [low, share, high] = pair.share().map(percent_of);
        writeln!(out, "  ahead in {share:>7.1} % of games  95 % interval {low:.1} to {high:.1} %")?;
        let [low, lead, high] = pair.lead();
        writeln!(out, "  ahead by {lead:>+7.1} points      95 % interval {low:+.1} to {high:+.1}")?;
        let [low, rating, high] = pair.rating();
        writeln!(out, "  rated    {rating:>+7.0} (Elo)       95 % interval {low:+.0} to {high:+.0}")
    }
}

/// In hundredths.
#[expect(clippy::float_arithmetic, reason = "statistics are for people to read")]
fn percent_of(share: f64) -> f64 {
    share * 100.0
}
