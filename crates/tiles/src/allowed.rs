//! `allow = "…"`: warnings that are not given where what they warn of is so.

use rota_source::Diagnostic;

use crate::planarity::{UNDIVIDED, UNTOUCHED};
use crate::toml_reader::{Fields, TomlReader, near_or_all};

/// The warning that no printing holds a tile.
pub(crate) const NEVER_IN_PLAY: &str = "never-in-play";

/// The warning that nothing can lie against a tile.
pub(crate) const UNREACHABLE: &str = "unreachable";

/// All warnings about tiles: their codes, without the part before the colons.
const WARNINGS: [&str; 4] = [NEVER_IN_PLAY, UNDIVIDED, UNREACHABLE, UNTOUCHED];

/// Warnings that a tile or cell allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed(Vec<&'static str>);

impl Allowed {
    /// Whether a warning is not to be given.
    pub(crate) fn has(&self, warning: &str) -> bool {
        self.0.contains(&warning)
    }

    /// What either allows.
    pub(crate) fn and(&self, other: &Allowed) -> Allowed {
        Allowed(self.0.iter().chain(&other.0).copied().collect())
    }
}

/// Reads the warnings that a tile or cell allows.
pub(crate) fn read_allowed<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>) -> Allowed {
    let value = fields.table.get("allow");
    let words =
        value.and_then(|value| reader.string(value, "`allow`")).map_or(Vec::new(), |text| text.words());
    let mut allowed = Allowed::default();
    for (word, span) in words {
        if let Some(known) = WARNINGS.into_iter().find(|known| *known == word) {
            allowed.0.push(known);
        } else {
            reader.report(
                Diagnostic::error("tiles::unknown-warning", format!("there is no warning `{word}`"))
                    .at(span, "nothing is allowed by this")
                    .help(near_or_all((word.as_str(), span), &WARNINGS, "warnings are")),
            );
        }
    }
    allowed
}
