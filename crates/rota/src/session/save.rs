//! What the file of a saved game holds: what the game was begun with, and what happened, by content.

use std::collections::BTreeMap;

use rota_source::{Diagnostic, Sources, Span};
use serde::{Deserialize, Serialize};

use super::parse;
use crate::error::Error;
use crate::load::LoadedPacks;
use crate::settings::Settings;

/// The version of the files written here. Those of a later one are refused, those of an earlier one are read.
pub const SAVE_VERSION: u32 = 1;

/// The longest text that is read as a save, in bytes.
pub const LONGEST_SAVE: usize = 8 << 20;

/// A saved game: everything that is needed to play it again up to where it stood.
///
/// Two saves are equal when their texts are.
#[derive(Clone, Debug)]
pub struct Save {
    /// What the game was begun with.
    pub head: Head,
    /// What happened, in order. It ends where a decision waits, or where the game ended.
    pub entries: Vec<Entry>,
    pub(super) places: Places,
    /// The text it was read from.
    pub(super) sources: Sources,
}

/// What a game is begun with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The packs as they were asked for: names, or paths to folders.
    pub packs: Vec<String>,
    /// Names of variants, in the order in which they apply.
    pub variants: Vec<String>,
    /// Options over all variants, as `NAME=VALUE`.
    pub options: Vec<String>,
    /// Which start is taken where packs name several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How many copies of each tile set are in play.
    pub copies: u16,
    /// What chance follows from.
    pub seed: u64,
    /// Who plays, in seat order; the first one begins.
    pub players: Vec<Seat>,
    /// What the packs were like, those that others require included, by name. A line of its own for each.
    #[serde(skip)]
    pub pins: Vec<Pin>,
}

/// A seat at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// What the player is called: one word.
    pub name: String,
    /// Who decides, in the word of whoever asks for decisions. Nothing here depends on it.
    pub kind: String,
}

/// What a pack was like; [`LoadedPacks::pins`](crate::LoadedPacks::pins) makes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// The pack.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 over its rule files and the tile sets it names, in hexadecimal. The order and the names of rule
    /// files do not matter, nor does how lines end.
    pub sha256: String,
    /// The beginning of the SHA-256 of each file, by its path in the pack's folder: it only tells what changed.
    /// A line of its own for each.
    #[serde(skip)]
    pub files: BTreeMap<String, String>,
}

/// A file of a pack, as [`Pin::files`] has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PinnedFile {
    pub name: String,
    pub sha256: String,
}

/// Something that happened and does not follow from the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Chance gave something.
    Chance(Chance),
    /// Somebody decided, or had nothing to decide.
    Decided(Decided),
}

/// What chance gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// The name of the bag, or of whatever else chance comes from.
    pub source: String,
    /// What it gave, in a word: the kind of a tile, a number, or the word on a die.
    pub gave: String,
}

/// A decision and how it was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The number of the move, counted from 1; nothing where there was one answer and nobody was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The name of the player.
    pub who: String,
    /// The step or rule that asked.
    pub asked: String,
    /// The canonical words of the answer.
    pub choice: String,
    /// Which of the options with these words it was, counted from 1: two pieces in one place read alike.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub nth: usize,
}

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_one(number: &usize) -> bool {
    *number == 1
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first line: the version.
    RotaSave(u32),
    Game(Head),
    Pack(Pin),
    /// A file of the pack in a line above.
    File(PinnedFile),
    Chance(Chance),
    Move(Decided),
    Forced(Decided),
    /// The last line: over everything before it.
    Sha256(String),
}

/// Where the parts of a save stand in its text; empty for one that was not read from a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub head: Option<Span>,
    pub pins: Vec<Span>,
    pub entries: Vec<Span>,
}

impl Save {
    /// A save of these parts.
    #[must_use]
    pub fn new(head: Head, entries: Vec<Entry>) -> Save {
        Save { head, entries, places: Places::default(), sources: Sources::new() }
    }

    /// Reads the text of a save.
    ///
    /// # Errors
    /// What is wrong with the text, which problems call by the name: it is no save, or one of a later version, or it
    /// was cut off, damaged or edited. Whether the game can be played is not looked at.
    pub fn parse(name: &str, text: &str) -> Result<Save, Error> {
        let mut sources = Sources::new();
        let read = match sources.add(name, text) {
            Some(file) => parse::read(file),
            None => Err(parse::too_long(name)),
        };
        match read {
            Ok(save) => Ok(Save { sources, ..save }),
            Err(problem) => Err(Error::new(vec![problem], sources)),
        }
    }

    /// The text it was read from, which [`Save::changes`] points into; none for a save that was made here.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    pub(super) fn error(&self, problem: Diagnostic) -> Error {
        Error::new(vec![problem], self.sources.clone())
    }

    /// The text of the save: one line of JSON for each fact. The same save always has the same text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        push(&mut text, &Line::RotaSave(SAVE_VERSION));
        push(&mut text, &Line::Game(self.head.clone()));
        for pin in &self.head.pins {
            push(&mut text, &Line::Pack(pin.clone()));
            for (name, sha256) in &pin.files {
                let file = PinnedFile { name: name.clone(), sha256: sha256.clone() };
                push(&mut text, &Line::File(file));
            }
        }
        for entry in &self.entries {
            push(
                &mut text,
                &match entry.clone() {
                    Entry::Chance(chance) => Line::Chance(chance),
                    Entry::Decided(decided) if decided.number.is_some() => Line::Move(decided),
                    Entry::Decided(decided) => Line::Forced(decided),
                },
            );
        }
        let sum = super::pin::sha256(&text);
        push(&mut text, &Line::Sha256(sum));
        text
    }

    /// How many moves were made: how many decisions somebody answered.
    #[must_use]
    pub fn moves(&self) -> usize {
        moves(&self.entries)
    }
}

impl Head {
    /// What a game of these packs is begun with. `packs` are those that `names` asked for, the seats of the settings
    /// are the players.
    #[must_use]
    pub fn new(names: &[&str], packs: &LoadedPacks, settings: &Settings, seed: u64) -> Head {
        let seats = settings.seat_names().iter();
        Head {
            packs: names.iter().map(|name| (*name).to_owned()).collect(),
            variants: settings.variants().map(str::to_owned).collect(),
            options: settings.options().map(|(name, value)| format!("{name}={value}")).collect(),
            start: settings.start_name().map(str::to_owned),
            copies: u16::try_from(settings.copy_count()).unwrap_or(u16::MAX),
            seed,
            players: seats.map(|name| Seat { name: name.clone(), kind: String::new() }).collect(),
            pins: packs.pins(),
        }
    }

    /// What its packs are compiled with.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::new().copies(usize::from(self.copies));
        settings = settings.seats(self.players.iter().map(|seat| seat.name.as_str()));
        settings = self.variants.iter().fold(settings, |settings, variant| settings.variant(variant));
        settings =
            self.options.iter().fold(settings, |settings, option| settings.option_argument("option", option));
        match &self.start {
            Some(start) => settings.start(start),
            None => settings,
        }
    }
}

impl PartialEq for Save {
    fn eq(&self, other: &Save) -> bool {
        self.head == other.head && self.entries == other.entries
    }
}

impl Eq for Save {}

impl Entry {
    /// The number of the move that this is, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        match self {
            Entry::Decided(decided) => decided.number,
            Entry::Chance(_) => None,
        }
    }
}

pub(super) fn moves(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.number().is_some()).count()
}

fn push(text: &mut String, line: &Line) {
    // Lines hold nothing that JSON cannot say, so this does not fail.
    text.push_str(&serde_json::to_string(line).unwrap_or_default());
    text.push('\n');
}
