//! Compositions by name: packs in some variants, a start, options. A file may hold one, as TOML.
//!
//! ```toml
//! title = "Islands with ferries"
//! packs = ["islands@large", "ferries"]
//! start = "islands"
//!
//! [options]
//! fare = 3
//! ```

mod parsing;
mod schema;

use std::fmt;

use rota_source::{Diagnostic, SourceFile};
use rota_syntax::ast::Name;

use crate::settings::Settings;

pub use parsing::is_composition;
pub use schema::composition_schema;

/// What a game is put together from. Names keep the places where they are written; those from elsewhere have
/// the default span.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Composition {
    /// The title shown to people, where it has one.
    pub title: Option<String>,
    /// The packs that are asked for; those they require come along.
    pub packs: Vec<PackChoice>,
    /// Start and options.
    rest: Settings,
}

/// A pack in some variants.
#[derive(Clone, Debug)]
pub struct PackChoice {
    /// The pack.
    pub pack: Name,
    /// The variants, in the order in which they make their changes.
    pub variants: Vec<Name>,
}

impl Composition {
    /// Reads the text of a composition file.
    ///
    /// Shape: what could be read; no packs where some of them could not, so that nothing follows from that.
    /// Whether packs, variants, options and start exist is not known here.
    /// Errors: every diagnostic has a code `composition::…` and points into `source`, but for the one about a
    /// text that is too long.
    #[must_use]
    pub fn parse(source: &SourceFile) -> (Composition, Vec<Diagnostic>) {
        parsing::parse(source)
    }

    /// Adds a pack, or its variants to those of the pack where that is there already.
    pub fn add(&mut self, choice: PackChoice) {
        match self.packs.iter_mut().find(|known| known.pack.node == choice.pack.node) {
            Some(known) => known.variants.extend(choice.variants),
            None => self.packs.push(choice),
        }
    }

    /// Returns which start is taken where packs name several: a pack, or the start as a pack names it.
    #[must_use]
    pub fn start_name(&self) -> Option<&str> {
        self.rest.start_name()
    }

    /// Returns the options that it sets, with their values as one would type them.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rest.options()
    }

    /// What its packs are compiled with.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let mut settings = self.rest.clone();
        for variant in self.packs.iter().flat_map(|choice| &choice.variants) {
            settings.loaded_variant(variant.clone());
        }
        settings
    }
}

/// The packs with their variants, as one writes them on a command line.
impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, PackChoice { pack, variants }) in self.packs.iter().enumerate() {
            write!(f, "{}{}", if place > 0 { " " } else { "" }, pack.node)?;
            variants.iter().try_for_each(|variant| write!(f, "@{}", variant.node))?;
        }
        Ok(())
    }
}
