//! Names of recordings and ours: read from the file that each pack brings.

use std::collections::BTreeMap;

use rota::Text;
use rota_source::Diagnostic;
use serde::Deserialize;

/// What recordings call the things of some packs.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    /// Each pack that brings a file, with what it says.
    files: Vec<(String, File)>,
    keys: Keys,
}

/// The file of one pack. Names of the recordings stand on the left.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct File {
    keys: Option<Keys>,
    tiles: BTreeMap<String, TileEntry>,
    features: BTreeMap<String, String>,
    pieces: BTreeMap<String, PieceEntry>,
    returns: BTreeMap<String, String>,
    reasons: BTreeMap<String, String>,
    terms: BTreeMap<String, String>,
    spread: Vec<String>,
    tokens: BTreeMap<String, String>,
    sets: BTreeMap<String, SetEntry>,
    elements: BTreeMap<String, OptionEntry>,
    rules: BTreeMap<String, OptionEntry>,
    messages: BTreeMap<String, MoveKind>,
    offers: BTreeMap<String, MoveKind>,
    phases: BTreeMap<String, Phase>,
}

/// What a message of a saved game does, or what an offer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MoveKind {
    /// Lays the tile.
    Lay,
    /// Puts a figure somewhere.
    Put,
    /// Takes a figure back.
    TakeBack,
    /// Does nothing where something could be done.
    Pass,
    /// Confirms what was done after the tile was laid.
    Confirm,
}

/// Where in a turn a saved game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// A tile is to be laid.
    Lay,
    /// Something may be done once it lies.
    Act,
    /// What was done is to be confirmed.
    Confirm,
    /// The game is over.
    Over,
}

/// Names inside the recordings that are words of the game and not of the format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keys {
    /// In a turn: what was done after the tile was laid.
    pub taken: String,
    /// In what was done: the figure that was put.
    pub piece: String,
    /// In an offer to take a figure back: which one.
    pub standing: String,
    /// In a turn: the figures left to each player.
    pub supplies: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum TileEntry {
    Alike(String),
    Turned { tile: String, turned: u8 },
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceEntry {
    /// Our kind of piece.
    pub piece: String,
    /// Our actions that put it.
    pub actions: Vec<String>,
    /// What it is called in the numbers of figures.
    pub id: String,
}

/// A tile set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SetEntry {
    /// The options that it means.
    pub options: BTreeMap<String, String>,
    /// The options where it is not in play and its pack is, for other things that the pack brings.
    pub absent: BTreeMap<String, String>,
}

/// An element or a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OptionEntry {
    /// The option that it sets; none where it changes nothing.
    pub option: Option<String>,
    /// Our values for theirs; where this is empty they are the same.
    pub values: BTreeMap<String, String>,
    /// The value where a recording does not name it.
    pub absent: Option<String>,
    /// Whether it belongs to the sets of the pack: here they are not played without it.
    pub needed: bool,
}

impl Mapping {
    /// Reads the files of packs, each with the name of its pack.
    ///
    /// # Errors
    /// All files that cannot be read or contradict another.
    pub fn read(files: impl IntoIterator<Item = (String, Text)>) -> Result<Mapping, Vec<Diagnostic>> {
        let mut mapping = Mapping::default();
        let mut diagnostics = Vec::new();
        for (pack, text) in files {
            if let Err(diagnostic) = mapping.add(&pack, &text) {
                diagnostics.push(diagnostic);
            }
        }
        if diagnostics.is_empty() { Ok(mapping) } else { Err(diagnostics) }
    }

    /// Adds the file of a pack.
    ///
    /// # Errors
    /// A text that is no such file, or that says of a name something else than the file of another pack.
    pub fn add(&mut self, pack: &str, text: &Text) -> Result<(), Diagnostic> {
        let file: File = toml::from_str(&text.text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1;
            let message = format!("`{}`, line {line}: {}", text.name, error.message());
            Diagnostic::error("recordings::mapping", message)
        })?;
        if let Some(name) = self.files.iter().find_map(|(_, other)| other.contradicted(&file)) {
            let message = format!("`{}` says of `{name}` something else than another pack", text.name);
            return Err(Diagnostic::error("recordings::contradiction", message));
        }
        if let Some(keys) = &file.keys {
            if self.keys != Keys::default() && self.keys != *keys {
                let message = format!("`{}` has other `[keys]` than another pack", text.name);
                return Err(Diagnostic::error("recordings::contradiction", message));
            }
            self.keys = keys.clone();
        }
        self.files.push((pack.to_owned(), file));
        Ok(())
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Our tile, and how often it is turned when theirs is not.
    pub(crate) fn tile(&self, name: &str) -> Result<(&str, u8), String> {
        Ok(match self.find("tile", name, |file| &file.tiles)? {
            TileEntry::Alike(tile) => (tile, 0),
            TileEntry::Turned { tile, turned } => (tile, *turned),
        })
    }

    pub(crate) fn feature(&self, name: &str) -> Result<&str, String> {
        self.find("feature", name, |file| &file.features).map(String::as_str)
    }

    pub(crate) fn piece(&self, name: &str) -> Result<&PieceEntry, String> {
        self.find("figure", name, |file| &file.pieces)
    }

    /// The figure that is called so in the numbers of figures.
    pub(crate) fn piece_of_id(&self, id: &str) -> Result<&PieceEntry, String> {
        let mut pieces = self.files.iter().flat_map(|(_, file)| file.pieces.values());
        pieces.find(|piece| piece.id == id).ok_or_else(|| format!("figure `{id}` is unknown"))
    }

    /// The first of the actions that put the same figure: all of them offer places for it.
    pub(crate) fn first_action<'a>(&'a self, action: &'a str) -> &'a str {
        let mut pieces = self.files.iter().flat_map(|(_, file)| file.pieces.values());
        let piece = pieces.find(|piece| piece.actions.iter().any(|own| own == action));
        piece.and_then(|piece| piece.actions.first()).map_or(action, String::as_str)
    }

    pub(crate) fn returned(&self, name: &str) -> Result<&str, String> {
        self.find("return", name, |file| &file.returns).map(String::as_str)
    }

    pub(crate) fn reason(&self, name: &str) -> Result<&str, String> {
        self.find("reason", name, |file| &file.reasons).map(String::as_str)
    }

    pub(crate) fn term(&self, name: &str) -> Result<&str, String> {
        self.find("item", name, |file| &file.terms).map(String::as_str)
    }

    /// Whether an item is a sum of so many points more for each of what the others of its score count.
    pub(crate) fn is_spread(&self, item: &str) -> bool {
        self.files.iter().any(|(_, file)| file.spread.iter().any(|name| name == item))
    }

    pub(crate) fn token(&self, name: &str) -> Result<&str, String> {
        self.find("token", name, |file| &file.tokens).map(String::as_str)
    }

    /// All tokens that the packs map, ours.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flat_map(|(_, file)| file.tokens.values()).map(String::as_str)
    }

    /// A tile set with the pack that says what it means.
    pub(crate) fn set(&self, name: &str) -> Result<(&str, &SetEntry), String> {
        self.find_with_pack("set", name, |file| &file.sets)
    }

    /// An element with the pack that says what it means.
    pub(crate) fn element(&self, name: &str) -> Result<(&str, &OptionEntry), String> {
        self.find_with_pack("element", name, |file| &file.elements)
    }

    /// A rule with the pack that says what it means.
    pub(crate) fn rule(&self, name: &str) -> Result<(&str, &OptionEntry), String> {
        self.find_with_pack("rule", name, |file| &file.rules)
    }

    /// What a message does.
    pub(crate) fn message(&self, name: &str) -> Result<MoveKind, String> {
        self.find("message", name, |file| &file.messages).copied()
    }

    /// What an offer of this name is for.
    pub(crate) fn offer(&self, name: &str) -> Result<MoveKind, String> {
        self.find("action", name, |file| &file.offers).copied()
    }

    /// Where a game stands that is in a phase of this name.
    pub(crate) fn phase(&self, name: &str) -> Result<Phase, String> {
        self.find("phase", name, |file| &file.phases).copied()
    }

    /// All tiles that the packs map: their name and ours.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().flat_map(|(_, file)| &file.tiles).map(|(name, entry)| match entry {
            TileEntry::Alike(tile) | TileEntry::Turned { tile, .. } => (name.as_str(), tile.as_str()),
        })
    }

    /// Our reasons for points that are called so up to the first dot.
    pub(crate) fn reasons(&self, name: &str) -> Result<Vec<&str>, String> {
        let all = self.files.iter().flat_map(|(_, file)| &file.reasons);
        let own = all.filter(|(known, _)| known.split('.').next() == Some(name));
        let own: Vec<&str> = own.map(|(_, reason)| reason.as_str()).collect();
        if own.is_empty() { Err(format!("reason `{name}` is unknown")) } else { Ok(own) }
    }

    /// All sets of a pack, each with its name.
    pub(crate) fn sets_of(&self, pack: &str) -> impl Iterator<Item = (&str, &SetEntry)> {
        let files = self.files.iter().filter(move |(owner, _)| owner == pack);
        files.flat_map(|(_, file)| &file.sets).map(|(name, entry)| (name.as_str(), entry))
    }

    /// All elements and rules of a pack, each with its name.
    pub(crate) fn options_of(&self, pack: &str) -> impl Iterator<Item = (&str, &OptionEntry)> {
        let files = self.files.iter().filter(move |(owner, _)| owner == pack);
        let entries = files.flat_map(|(_, file)| file.elements.iter().chain(&file.rules));
        entries.map(|(name, entry)| (name.as_str(), entry))
    }

    fn find<'a, T>(
        &'a self,
        what: &str,
        name: &str,
        table: fn(&File) -> &BTreeMap<String, T>,
    ) -> Result<&'a T, String> {
        self.find_with_pack(what, name, table).map(|(_, entry)| entry)
    }

    fn find_with_pack<'a, T>(
        &'a self,
        what: &str,
        name: &str,
        table: fn(&File) -> &BTreeMap<String, T>,
    ) -> Result<(&'a str, &'a T), String> {
        let mut files = self.files.iter();
        let found = files.find_map(|(pack, file)| table(file).get(name).map(|entry| (pack.as_str(), entry)));
        found.ok_or_else(|| format!("{what} `{name}` is unknown"))
    }
}

impl File {
    /// A name of which both files speak differently.
    fn contradicted<'a>(&self, other: &'a File) -> Option<&'a str> {
        fn differing<'a, T: PartialEq>(
            ours: &BTreeMap<String, T>,
            theirs: &'a BTreeMap<String, T>,
        ) -> Option<&'a str> {
            let mut both =
                theirs.iter().filter(|(name, entry)| ours.get(*name).is_some_and(|own| own != *entry));
            both.next().map(|(name, _)| name.as_str())
        }
        None.or_else(|| differing(&self.tiles, &other.tiles))
            .or_else(|| differing(&self.features, &other.features))
            .or_else(|| differing(&self.pieces, &other.pieces))
            .or_else(|| differing(&self.returns, &other.returns))
            .or_else(|| differing(&self.reasons, &other.reasons))
            .or_else(|| differing(&self.terms, &other.terms))
            .or_else(|| differing(&self.tokens, &other.tokens))
            .or_else(|| differing(&self.sets, &other.sets))
            .or_else(|| differing(&self.elements, &other.elements))
            .or_else(|| differing(&self.rules, &other.rules))
            .or_else(|| differing(&self.messages, &other.messages))
            .or_else(|| differing(&self.offers, &other.offers))
            .or_else(|| differing(&self.phases, &other.phases))
    }
}
