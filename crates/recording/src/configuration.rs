//! Which packs a recording was played with, and under which options.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::mapping::{Mapping, OptionEntry};
use crate::transcript::Transcript;

/// Packs with the options that a recording was played under.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Configuration {
    /// The packs, by name.
    pub packs: Vec<String>,
    /// The options with their values as written in rules.
    pub options: BTreeMap<String, String>,
    /// How many copies of each tile set are in play.
    pub copies: usize,
}

impl Configuration {
    /// Works out what a recording was played with.
    pub(crate) fn of(transcript: &Transcript, mapping: &Mapping) -> Result<Configuration, String> {
        let mut configuration = Configuration { copies: 1, ..Configuration::default() };
        for (number, (name, count)) in transcript.sets.iter().enumerate() {
            let (pack, entry) = mapping.set(name)?;
            configuration.add_pack(pack);
            for (option, value) in &entry.options {
                configuration.set(option, value)?;
            }
            let copies = usize::try_from(*count).unwrap_or(0);
            if copies == 0 || (number > 0 && copies != configuration.copies) {
                return Err(format!("{count} copies of set `{name}`"));
            }
            configuration.copies = copies;
        }
        for name in transcript.elements.keys() {
            let (pack, entry) = mapping.element(name)?;
            if !entry.switch {
                configuration.add_pack(pack);
            }
        }
        for name in transcript.rules_set.keys() {
            mapping.rule(name)?;
        }
        for pack in configuration.packs.clone() {
            let absent = mapping.sets_of(&pack).filter(|(name, _)| !transcript.sets.contains_key(*name));
            // What a set that is in play says goes before what holds without another one.
            let absent = absent.flat_map(|(_, entry)| &entry.absent);
            let silent: Vec<_> =
                absent.filter(|(option, _)| !configuration.options.contains_key(*option)).collect();
            for (option, value) in silent {
                configuration.set(option, value)?;
            }
            let has_set = mapping.sets_of(&pack).any(|(name, _)| transcript.sets.contains_key(name));
            for (name, entry) in mapping.options_of(&pack) {
                let value = transcript.elements.get(name).or_else(|| transcript.rules_set.get(name));
                if entry.needed && has_set && value.is_none() {
                    return Err(format!("`{name}` is switched off, which `{pack}` cannot do"));
                }
                configuration.choose(name, entry, value)?;
            }
        }
        Ok(configuration)
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
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
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
