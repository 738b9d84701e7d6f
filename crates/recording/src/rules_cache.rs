//! Rules for the configurations of recordings.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rota::{Library, PackSource, Settings};
use rota_game::Rules;
use rota_source::Severity;

use crate::configuration::Configuration;

/// The rules of every configuration that was asked for, each compiled only once: recordings share few of them.
pub struct RulesCache<'s> {
    source: &'s dyn PackSource,
    library: RefCell<Library>,
    opened: RefCell<BTreeMap<Configuration, Result<Arc<Rules>, String>>>,
}

impl<'s> RulesCache<'s> {
    /// Opens packs of a source.
    #[must_use]
    pub fn new(source: &'s dyn PackSource) -> RulesCache<'s> {
        RulesCache { source, library: RefCell::default(), opened: RefCell::default() }
    }

    /// The rules that a recording was played by.
    ///
    /// # Errors
    /// The first problem of its packs, in words.
    pub(crate) fn open(&self, configuration: &Configuration) -> Result<Arc<Rules>, String> {
        if let Some(known) = self.opened.borrow().get(configuration) {
            return known.clone();
        }
        let opened = self.compile(configuration);
        self.opened.borrow_mut().insert(configuration.clone(), opened.clone());
        opened
    }

    fn compile(&self, configuration: &Configuration) -> Result<Arc<Rules>, String> {
        let mut settings = Settings::new().copies(configuration.copies);
        for (option, value) in &configuration.options {
            rota_syntax::parse_expression(value, 0).map_err(|diagnostic| {
                format!("option `{option}` cannot be `{value}`: {}", diagnostic.message())
            })?;
            settings = settings.option(option, value);
        }
        let packs = self.library.borrow_mut().load(self.source, &configuration.packs);
        // A recording lays its own start. Where packs name several, a board is taken: its cells are in no bag.
        let started = |pack: &String| packs.compile(&settings.clone().start(pack)).ok();
        let largest = || {
            let opened = configuration.packs.iter().filter_map(started);
            opened.max_by_key(|opened| opened.rules.stock().start.len())
        };
        let opened = packs.compile(&settings).or_else(|error| largest().ok_or(error));
        opened.map(|compiled| compiled.rules).map_err(|error| {
            let error =
                error.diagnostics().iter().find(|diagnostic| diagnostic.severity() == Severity::Error);
            let message = error.map_or("unknown reason", |diagnostic| diagnostic.message());
            format!("the packs do not open: {message}")
        })
    }
}

impl fmt::Debug for RulesCache<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RulesCache").finish_non_exhaustive()
    }
}
