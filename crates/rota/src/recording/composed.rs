//! Which packs a recording was played with, under which options, and how they are opened.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rota_game::Rules;
use rota_source::{Severity, Span, Spanned};
use serde_json::Value;

use super::mapping::{Mapping, OptionEntry};
use super::transcript::Transcript;
use crate::library::Library;
use crate::open::Settings;
use crate::read::PackSource;

/// Packs with the options that a recording was played under.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Composed {
    /// The packs, by name.
    pub packs: Vec<String>,
    /// The options with their values as written in rules.
    pub options: BTreeMap<String, String>,
    /// How many copies of each tile set are in play.
    pub copies: usize,
}

impl Composed {
    /// Works out what a recording was played with.
    pub(super) fn of(transcript: &Transcript, mapping: &Mapping) -> Result<Composed, String> {
        let mut composed = Composed { copies: 1, ..Composed::default() };
        for (number, (name, count)) in transcript.sets.iter().enumerate() {
            let (pack, entry) = mapping.set(name)?;
            composed.add_pack(pack);
            for (option, value) in &entry.options {
                composed.set(option, value)?;
            }
            let copies = usize::try_from(*count).unwrap_or(0);
            if copies == 0 || (number > 0 && copies != composed.copies) {
                return Err(format!("{count} copies of set `{name}`"));
            }
            composed.copies = copies;
        }
        for name in transcript.elements.keys() {
            let (pack, _) = mapping.element(name)?;
            composed.add_pack(pack);
        }
        for name in transcript.rules_set.keys() {
            mapping.rule(name)?;
        }
        for pack in composed.packs.clone() {
            let absent = mapping.sets_of(&pack).filter(|(name, _)| !transcript.sets.contains_key(*name));
            for (option, value) in absent.flat_map(|(_, entry)| &entry.absent) {
                composed.set(option, value)?;
            }
            for (name, entry) in mapping.options_of(&pack) {
                let value = transcript.elements.get(name).or_else(|| transcript.rules_set.get(name));
                composed.choose(name, entry, value)?;
            }
        }
        Ok(composed)
    }

    fn add_pack(&mut self, pack: &str) {
        if !self.packs.iter().any(|known| known == pack) {
            self.packs.push(pack.to_owned());
        }
    }

    fn choose(&mut self, name: &str, entry: &OptionEntry, value: Option<&Value>) -> Result<(), String> {
        let Some(option) = &entry.option else { return Ok(()) };
        let Some(value) = value else {
            return entry.absent.as_ref().map_or(Ok(()), |absent| self.set(option, absent));
        };
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if entry.values.is_empty() {
            return self.set(option, &text);
        }
        let ours = entry.values.get(&text).ok_or_else(|| format!("`{name}` is `{text}`"))?;
        self.set(option, ours)
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let before = self.options.insert(option.to_owned(), value.to_owned());
        match before {
            Some(before) if before != value => Err(format!("option `{option}` is both {before} and {value}")),
            _ => Ok(()),
        }
    }
}

/// Opens compositions, each only once: recordings share few of them.
pub struct Opener<'s> {
    shelf: &'s dyn PackSource,
    library: RefCell<Library>,
    opened: RefCell<BTreeMap<Composed, Result<Arc<Rules>, String>>>,
}

impl<'s> Opener<'s> {
    /// Opens what lies on a shelf.
    #[must_use]
    pub fn new(shelf: &'s dyn PackSource) -> Opener<'s> {
        Opener { shelf, library: RefCell::default(), opened: RefCell::default() }
    }

    /// Opens a composition.
    ///
    /// # Errors
    /// The first problem of its packs, in words.
    pub fn open(&self, composed: &Composed) -> Result<Arc<Rules>, String> {
        if let Some(known) = self.opened.borrow().get(composed) {
            return known.clone();
        }
        let opened = self.compile(composed);
        self.opened.borrow_mut().insert(composed.clone(), opened.clone());
        opened
    }

    fn compile(&self, composed: &Composed) -> Result<Arc<Rules>, String> {
        let mut settings = Settings { copies: composed.copies, ..Settings::default() };
        for (option, value) in &composed.options {
            let value = rota_syntax::parse_expression(value, 0).map_err(|diagnostic| {
                format!("option `{option}` cannot be `{value}`: {}", diagnostic.message())
            })?;
            settings.options.push((Spanned::new(option.clone(), Span::default()), value));
        }
        let reading = self.library.borrow_mut().read(self.shelf, &composed.packs);
        reading.open(&settings).map(|opened| opened.rules).map_err(|diagnostics| {
            let error = diagnostics.iter().find(|diagnostic| diagnostic.severity() == Severity::Error);
            let message = error.map_or("unknown reason", |diagnostic| diagnostic.message());
            format!("the packs do not open: {message}")
        })
    }
}

impl fmt::Debug for Opener<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Opener").field("opened", &self.opened.borrow().len()).finish_non_exhaustive()
    }
}
