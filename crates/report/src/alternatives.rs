//! What each alternative changes: a variant, another value of an option, to be without a rule or a kind of tile.

use std::cmp::Reverse;

use rota::{LoadedPacks, short_place};
use rota_picture::Interval;

use crate::claims::Claims;
use crate::figures::dots;
use crate::part::{Compared, Halt};
use crate::plan::{Alternatives, Side};
use crate::section::{Cell, Column, Section, columns};

/// The measures that are told of each alternative, with the names of their columns; what all else becomes is told by
/// `--against`.
const TOLD: [(&str, &str, &str); 4] = [
    ("points of all seats", "points", "points of all"),
    ("points of the first over the second", "margin", "first over second"),
    ("turns", "turns", "turns"),
    ("decisions", "decisions", "decisions"),
];

/// How many alternatives are drawn: those that change most.
const DRAWN: usize = 20;

/// How a section of alternatives is headed.
struct Heading {
    key: &'static str,
    title: &'static str,
    column: Column,
    meaning: &'static str,
}

impl Alternatives {
    fn heading(self) -> Heading {
        let (key, title, (column, words), meaning) = match self {
            Alternatives::Choices => (
                "choices",
                "What there is to choose",
                ("choice", "with"),
                "The same seeds with each variant and each other value of an option, of numbers the next ones: by how much a \
                 game becomes another one. What changes nothing makes no difference to these players.",
            ),
            Alternatives::Rules => (
                "without_rules",
                "Without each rule",
                ("rule", "without"),
                "The same seeds without one of the rules: by how much a game becomes another one. A rule that changes nothing \
                 is not used by these players, or not needed; that of which the most hangs is the heart of the game.",
            ),
            Alternatives::Tiles => (
                "without_tiles",
                "Without each kind of tile and card",
                ("tile", "without"),
                "The same seeds without all tiles and cards of a kind: by how much a game becomes another one. Where a tile is \
                 missing, all that is drawn later comes otherwise, so small changes do not show.",
            ),
        };
        Heading { key, title, column: Column { key: column, title: words }, meaning }
    }
}

/// What some alternatives change. What is left out stands in the order of what it changes, the most first; behind it what
/// changes nothing, and what could not be played.
pub(crate) fn section(
    what: Alternatives,
    packs: &LoadedPacks,
    played: &[(&Side, &Compared)],
    claims: &mut Claims,
) -> Section {
    let Heading { key, title, column, meaning } = what.heading();
    let (mut rows, mut drawn) = (Vec::new(), Vec::new());
    for (side, compared) in played {
        let mut row = vec![Cell::Words(side.title.clone())];
        if what == Alternatives::Rules {
            let place = side.place().map(|span| short_place(&packs.sources, span));
            row.push(place.map_or(Cell::Nothing, Cell::Words));
        }
        let but = match compared.halt {
            Some(halt) => Some(halt.words()),
            None => compared.changes.iter().all(|change| change.changed == 0).then_some("changes nothing"),
        };
        let mut size = 0;
        for (measure, column, _) in TOLD {
            let change = compared.changes.iter().find(|change| but.is_none() && change.name == measure);
            row.push(change.map_or(Cell::Nothing, |change| Cell::Difference(change.interval())));
            let Some(change) = change else { continue };
            let name = match what {
                Alternatives::Choices => side.title.clone(),
                Alternatives::Rules | Alternatives::Tiles => format!("without {}", side.title),
            };
            // That less is asked where something is left out is no finding.
            if what == Alternatives::Choices || ["points", "margin"].contains(&column) {
                let words = format!("{name}: change of {measure}");
                claims.try_mean(key, words, change.paired.change, 100.0, change.changed);
            }
            if column == "points" {
                let interval = Interval::new(change.interval());
                size = interval.middle.abs();
                drawn.push((side.title.clone(), interval));
            }
        }
        row.push(but.map_or(Cell::Nothing, |but| Cell::Words(but.to_owned())));
        rows.push(((compared.halt.is_some(), but.is_some(), Reverse(size)), row));
    }
    if what != Alternatives::Choices {
        rows.sort_by_key(|(order, _)| *order);
    }
    drawn.sort_by_key(|(_, interval)| Reverse(interval.middle.abs()));
    drawn.truncate(DRAWN);
    let mut all = vec![column];
    if what == Alternatives::Rules {
        all.extend(columns([("place", "where")]));
    }
    all.extend(TOLD.map(|(_, key, title)| Column { key, title }));
    all.extend(columns([("but", "but")]));
    Section {
        key,
        title,
        meaning: meaning.to_owned(),
        columns: all,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
        picture: dots("Change of the points of all seats, the largest", drawn),
        is_long: what != Alternatives::Choices,
    }
}

impl Halt {
    fn words(self) -> &'static str {
        match self {
            Halt::Unfit => "does not go with the rest",
            Halt::Stopped => "a rule stops",
            Halt::Endless => "does not end",
        }
    }
}
