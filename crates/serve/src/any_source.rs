//! The packs that are played, wherever they come from.

use rota::{Diagnostic, PackSource, PackText, Text};

/// A source of packs whose type nobody need know.
pub(crate) struct AnySource(pub Box<dyn PackSource + Send>);

impl PackSource for AnySource {
    fn pack(&self, name: &str) -> Option<PackText> {
        self.0.pack(name)
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.0.tiles(set)
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn compositions(&self) -> Vec<(String, Text)> {
        self.0.compositions()
    }

    fn whereabouts(&self, name: &str) -> Vec<(String, String)> {
        self.0.whereabouts(name)
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.0.take_problems()
    }
}
