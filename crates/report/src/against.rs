//! The same games by other rules, and what becomes of them.

use rota::Rules;
use rota_batch::Seat;
use rota_picture::Interval;

use crate::claims::Claims;
use crate::figures::dots;
use crate::part::Change;
use crate::section::{Cell, Section, columns};
use crate::watched::{Watched, told};

/// The names of what is measured of a game, in the order of [`measure`].
pub(crate) fn measures(rules: &Rules, seats: &[Seat]) -> Vec<String> {
    let all = ["points of all seats", "turns", "decisions", "tiles set aside", "changes of the lead"];
    let mut names: Vec<String> = all.iter().map(|name| (*name).to_owned()).collect();
    names.push("points of the first over the second".to_owned());
    names.extend(
        seats.iter().take(told(seats.len())).map(|seat| format!("points of {} over the mean", seat.name)),
    );
    names.extend(rules.program().declared.reasons.iter().map(|reason| format!("points as {reason}")));
    names
}

/// What is measured of a game, in hundredths.
pub(crate) fn measure(game: &Watched, reasons: usize) -> Vec<i64> {
    let all: i64 = game.points.iter().sum();
    let seats = i64::try_from(game.seats()).unwrap_or(1).max(1);
    let counted = |count: usize| i64::try_from(count).unwrap_or(i64::MAX / 100);
    let mut values = vec![
        all,
        counted(game.turns()),
        counted(game.asked.len()),
        i64::from(game.discarded),
        counted(game.changes_of_lead()),
        game.margin(),
    ];
    values.iter_mut().for_each(|value| *value *= 100);
    values.extend(game.points.iter().take(told(game.seats())).map(|points| points * 100 - all * 100 / seats));
    let mut by_reason = vec![0; reasons];
    for score in &game.scores {
        if let Some(sum) = by_reason.get_mut(score.reason) {
            *sum += score.points * 100;
        }
    }
    values.extend(by_reason);
    values
}

impl Change {
    /// By how much it is another one, between the ends of the 95 % interval.
    pub fn interval(&self) -> [f64; 3] {
        self.paired.change.around_mean().map(in_points)
    }
}

/// What is different in the games of another side; what may be claimed of it is noted.
pub(crate) fn section(title: &str, changes: &[Change], claims: &mut Claims) -> Section {
    let (mut cells, mut drawn) = (Vec::new(), Vec::new());
    for change in changes.iter().filter(|change| !change.paired.is_nothing()) {
        let words = format!("{title}: change of {}", change.name);
        claims.try_mean("against", words, change.paired.change, 100.0, change.changed);
        let [first, second] = change.paired.sides.map(|side| in_points(side.mean()));
        drawn.push((change.name.to_owned(), Interval::new(change.interval())));
        cells.push(vec![
            Cell::Words(change.name.to_owned()),
            Cell::Mean(first),
            Cell::Mean(second),
            Cell::Difference(change.interval()),
        ]);
    }
    Section {
        key: "against",
        title: "Against other rules",
        meaning: format!(
            "The same seeds by the rules of {}: what a game holds here, what it holds there, and by how much that is another \
             figure in the same game.",
            title
        ),
        columns: columns([("what", "in a game"), ("here", "here"), ("there", "there"), ("change", "change")]),
        rows: cells,
        picture: dots("Change in the same game", drawn),
        is_long: false,
    }
}

#[expect(clippy::float_arithmetic, reason = "statistics are for people to read")]
fn in_points(hundredths: f64) -> f64 {
    hundredths / 100.0
}
