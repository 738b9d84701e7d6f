//! What each thing that there is to choose of a composition changes: a variant, another value of an option.

use rota::{OptionInfo, Settings, editions};

use super::against::{Measured, changes};
use super::claims::Claims;
use super::section::{Cell, Section, columns};
use crate::exit::Failure;
use crate::packs::PackSelection;
use crate::problems::SET;

/// The measures that are told of each choice, with the names of their columns; what all else becomes is told by
/// `--against`.
const TOLD: [(&str, &str, &str); 4] = [
    ("points of all seats", "points", "points of all"),
    ("points of the first over the second", "margin", "first over second"),
    ("turns", "turns", "turns"),
    ("decisions", "decisions", "decisions"),
];

/// Something that there is to choose.
pub(super) struct Choice {
    /// As it is written on a command line.
    pub words: String,
    pub settings: Settings,
}

/// All variants and all other values of options of the packs that were asked for; of numbers, the next ones.
///
/// Errors: what is wrong with the packs.
pub(super) fn choices(selection: &PackSelection) -> Result<Vec<Choice>, Failure> {
    let mut choices = Vec::new();
    for pack in selection.names() {
        let Some(found) = editions(&selection.packs, pack)? else { continue };
        for variant in &found.variants {
            let settings = selection.settings.clone().variant(&variant.name);
            choices.push(Choice { words: format!("{pack}@{}", variant.name), settings });
        }
        for option in &found.options {
            for value in other_values(option) {
                let words = format!("{}={value}", option.name);
                let settings = selection.settings.clone().option_argument(SET, &words);
                choices.push(Choice { words, settings });
            }
        }
    }
    Ok(choices)
}

/// What an option may be beside what it is.
fn other_values(option: &OptionInfo) -> Vec<String> {
    let ends = option.choices.split_once("..").and_then(|(low, high)| {
        Some((low.parse::<i64>().ok()?, high.parse::<i64>().ok()?, option.value.parse::<i64>().ok()?))
    });
    match ends {
        Some((low, high, value)) => {
            let next = [value - 1, value + 1].into_iter().filter(|next| (low..=high).contains(next));
            next.map(|next| next.to_string()).collect()
        }
        None => {
            let words = option.choices.split(", ").filter(|word| *word != option.value);
            words.map(str::to_owned).collect()
        }
    }
}

/// What the choices change; nothing stands for one that cannot be played in this composition.
pub(super) fn section(
    own: &Measured,
    choices: &[(String, Option<Measured>)],
    claims: &mut Claims,
) -> Section {
    let mut rows = Vec::new();
    for (words, measured) in choices {
        let mut row = vec![Cell::Words(words.clone())];
        let changes = measured.as_ref().map(|measured| changes(own, measured));
        for (name, ..) in TOLD {
            let change = changes.as_ref().and_then(|changes| changes.iter().find(|known| known.name == name));
            row.push(change.map_or(Cell::Nothing, |change| Cell::Difference(change.interval())));
            if let Some(change) = change {
                claims.try_mean(
                    "choices",
                    format!("{words}: change of {name}"),
                    change.paired.change,
                    100.0,
                    change.changed,
                );
            }
        }
        rows.push(row);
    }
    let [points, margin, turns, decisions] = TOLD.map(|(_, key, title)| (key, title));
    Section {
        key: "choices",
        title: "What there is to choose",
        meaning:
            "The same seeds with each variant and each other value of an option, of numbers the next ones: by how much \
                  a game becomes another one. What changes nothing makes no difference to these players."
                .to_owned(),
        columns: columns([("choice", "with"), points, margin, turns, decisions]),
        rows,
        picture: None,
        is_long: false,
    }
}
