//! Names of recordings and ours: read from the file that each pack brings.

mod file;

use std::collections::BTreeMap;

use rota::Text;
use rota_source::Diagnostic;
use serde_json::Value;

pub(crate) use file::{
    ChanceEntry, DifferenceEntry, EventKind, Here, MessageEntry, MessageKeys, MoveEntry, MoveKind, OfferKeys,
};
use file::{File, Keys, OfferEntry, TileEntry};
pub(crate) use file::{OptionEntry, Phase, PieceEntry, SetEntry, TermEntry};

/// What recordings call the things of some packs.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    /// Each pack that brings a file, with what it says.
    files: Vec<(String, File)>,
    keys: Keys,
    /// Our tiles that are in play for some of theirs under the options of a recording, and how often each is turned.
    instead: BTreeMap<String, (String, u8)>,
    /// The phases in which somebody may be asked who can do nothing, of the packs of a recording, and our decisions there.
    idle: BTreeMap<String, String>,
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

    /// The same for some packs under options: there a tile may be another one of ours, and their idle phases hold.
    pub(crate) fn under(&self, packs: &[String], options: &BTreeMap<String, String>) -> Mapping {
        let mut own = self.clone();
        let mut instead = BTreeMap::new();
        for (pack, file) in &self.files {
            let is_in_play = packs.contains(pack);
            for (name, entry) in file.instead.iter().filter(|_| is_in_play) {
                let holds = |(option, value)| options.get(option) == Some(value);
                if entry.under.iter().all(holds) {
                    instead.insert(name.clone(), (entry.tile.clone(), entry.turned));
                }
            }
        }
        own.instead = instead;
        let in_play = self.files.iter().filter(|(pack, _)| packs.contains(pack));
        let idle = in_play.flat_map(|(_, file)| &file.idle);
        own.idle = idle.map(|(phase, decision)| (phase.clone(), decision.clone())).collect();
        own
    }

    /// Our tile, and how often it is turned when theirs is not.
    pub(crate) fn tile(&self, name: &str) -> Result<(&str, u8), String> {
        if let Some((tile, turned)) = self.instead.get(name) {
            return Ok((tile, *turned));
        }
        Ok(match self.find("tile", name, |file| &file.tiles)? {
            TileEntry::Alike(tile) => (tile, 0),
            TileEntry::Turned { tile, turned } => (tile, *turned),
        })
    }

    /// Whether a tile of theirs is laid over another one, which nobody sees, where some elements are in play.
    pub(crate) fn covers(&self, name: &str, elements: &BTreeMap<String, Value>) -> bool {
        let covering = self.files.iter().flat_map(|(_, file)| &file.covering);
        let mut in_play = covering.filter(|(element, _)| elements.contains_key(*element));
        in_play.any(|(_, tiles)| tiles.iter().any(|tile| tile == name))
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

    /// The first of the actions that put the same figure or do the same: all of them offer places for it.
    pub(crate) fn first_action<'a>(&'a self, action: &'a str) -> &'a str {
        let mut pieces = self.files.iter().flat_map(|(_, file)| file.pieces.values());
        let piece = pieces.find(|piece| piece.actions.iter().any(|own| own == action));
        let own = piece
            .map(|piece| &piece.actions)
            .or_else(|| self.moves_of(action).next().map(|entry| &entry.actions));
        own.and_then(|actions| actions.first()).map_or(action, String::as_str)
    }

    /// Whether some move is done, or some figure put, by this action or question of ours.
    pub(crate) fn is_move(&self, action: &str) -> bool {
        let mut pieces =
            self.files.iter().flat_map(|(_, file)| file.pieces.values().flat_map(|entry| &entry.actions));
        self.moves_of(action).next().is_some() || pieces.any(|own| own == action)
    }

    /// Whether a kind of piece of ours is a figure to recordings: what they take for tokens is none.
    pub(crate) fn is_figure(&self, piece: &str) -> bool {
        self.files.iter().any(|(_, file)| file.pieces.values().any(|entry| entry.piece == piece))
    }

    pub(crate) fn returned(&self, name: &str) -> Result<&str, String> {
        self.find("return", name, |file| &file.returns).map(String::as_str)
    }

    pub(crate) fn reason(&self, name: &str) -> Result<&str, String> {
        self.find("reason", name, |file| &file.reasons).map(String::as_str)
    }

    /// What an item of a score is here: what is said of this score comes before what is said of all.
    pub(crate) fn term(&self, score: &str, item: &str) -> Result<&TermEntry, String> {
        let of_score = self.find("item", &format!("{score}/{item}"), |file| &file.terms);
        of_score.or_else(|_| self.find("item", item, |file| &file.terms))
    }

    /// Whether the place that recordings tell with a score is not what its points are for.
    pub(crate) fn is_placeless(&self, score: &str) -> bool {
        self.files.iter().any(|(_, file)| file.placeless.iter().any(|name| name == score))
    }

    /// Whether a figure that belongs to nobody stands in a feature, wherever in it.
    pub(crate) fn is_roaming(&self, figure: &str) -> bool {
        self.files.iter().any(|(_, file)| file.roaming.iter().any(|name| name == figure))
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

    /// Whether what is put on a feature of this name stands on the tile here.
    pub(crate) fn is_on_tile(&self, feature: &str) -> bool {
        self.files.iter().any(|(_, file)| file.on_tile.iter().any(|name| name == feature))
    }

    /// Our space for what recordings call a location.
    pub(crate) fn space(&self, location: &str) -> Option<&str> {
        self.find("location", location, |file| &file.spaces).ok().map(String::as_str)
    }

    /// Whether an action or question of ours is for a place, and the kind of figure that goes there is asked after it.
    pub(crate) fn kind_follows(&self, action: &str) -> bool {
        self.files.iter().any(|(_, file)| file.kind_follows.iter().any(|own| own == action))
    }

    /// Our feature for what recordings call a location, whatever the feature is there.
    pub(crate) fn place(&self, location: &str) -> Option<&str> {
        self.find("location", location, |file| &file.places).ok().map(String::as_str)
    }

    /// Whether recordings have a name for a space of ours.
    pub(crate) fn is_space(&self, name: &str) -> bool {
        self.files.iter().any(|(_, file)| file.spaces.values().any(|space| space == name))
    }

    /// Whether a figure that is told to go to a feature of this name stays where it is in that feature here.
    pub(crate) fn is_at_rest(&self, feature: &str) -> bool {
        self.files.iter().any(|(_, file)| file.at_rest.iter().any(|name| name == feature))
    }

    /// Our kind of a figure that belongs to nobody.
    pub(crate) fn figure(&self, name: &str) -> Result<&str, String> {
        self.find("figure", name, |file| &file.figures).map(String::as_str)
    }

    /// What is done by this name.
    pub(crate) fn move_entry(&self, name: &str) -> Result<&MoveEntry, String> {
        self.find("move", name, |file| &file.moves)
    }

    /// Whether recordings do without offering it what an action of ours does.
    pub(crate) fn is_unlisted(&self, action: &str) -> bool {
        self.moves_of(action).any(|entry| entry.unlisted)
    }

    /// Whether what an action of ours asks one after the other is one place to recordings.
    pub(crate) fn is_apart(&self, action: &str) -> bool {
        self.moves_of(action).any(|entry| entry.apart)
    }

    /// What is done by this action or question of ours.
    fn moves_of(&self, action: &str) -> impl Iterator<Item = &MoveEntry> {
        let moves = self.files.iter().flat_map(|(_, file)| file.moves.values());
        moves.filter(move |entry| entry.actions.iter().any(|own| own == action))
    }

    /// What a message does, and the keys of one that does a move.
    pub(crate) fn message(&self, name: &str) -> Result<(MoveKind, Option<&MessageKeys>), String> {
        Ok(match self.find("message", name, |file| &file.messages)? {
            MessageEntry::Plain(kind) => (*kind, None),
            MessageEntry::Choice(keys) => (MoveKind::Choose, Some(keys)),
        })
    }

    /// What an offer of this name is for, and how it says which move.
    pub(crate) fn offer(&self, name: &str) -> Result<(MoveKind, Option<&OfferKeys>), String> {
        Ok(match self.find("action", name, |file| &file.offers)? {
            OfferEntry::Plain(kind) => (*kind, None),
            OfferEntry::Choice(keys) => (MoveKind::Choose, Some(keys)),
        })
    }

    /// What an event of this name tells, if it is compared.
    pub(crate) fn event(&self, name: &str) -> Option<EventKind> {
        self.find("event", name, |file| &file.events).ok().copied()
    }

    /// The source of chance that an event of this name tells of with a value, and our name for it.
    pub(crate) fn chance(&self, event: &str, told: &BTreeMap<String, Value>) -> Option<(&str, String)> {
        let entries = self.files.iter().filter_map(|(_, file)| file.chance.get(event));
        entries
            .filter_map(|entry| {
                let value = told.get(&entry.key).unwrap_or(&Value::Null);
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let own = if entry.values.is_empty() { Some(&text) } else { entry.values.get(&text) };
                own.map(|own| (entry.source.as_str(), own.clone()))
            })
            .next()
    }

    /// The source of chance that a message draws from, where it is no bag of tiles.
    pub(crate) fn drawn_by(&self, message: &str) -> Option<&ChanceEntry> {
        let mut entries = self.files.iter().flat_map(|(_, file)| file.chance.values());
        entries.find(|entry| entry.messages.iter().any(|name| name == message))
    }

    /// Whether messages draw from a source of ours.
    pub(crate) fn is_drawn_by_messages(&self, source: &str) -> bool {
        let mut entries = self.files.iter().flat_map(|(_, file)| file.chance.values());
        entries.any(|entry| entry.source == source && !entry.messages.is_empty())
    }

    /// The named differences between the other engine and the rules.
    pub(crate) fn differences(&self) -> impl Iterator<Item = (&str, &DifferenceEntry)> {
        self.files.iter().flat_map(|(_, file)| &file.differences).map(|(name, entry)| (name.as_str(), entry))
    }

    /// Where a game stands that is in a phase of this name.
    pub(crate) fn phase(&self, name: &str) -> Result<Phase, String> {
        self.find("phase", name, |file| &file.phases).copied()
    }

    /// Our decision in a phase of this name, where somebody may be asked there who can do nothing.
    pub(crate) fn asked_in_idle(&self, phase: &str) -> Option<&str> {
        self.idle.get(phase).map(String::as_str)
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
