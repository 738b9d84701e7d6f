//! What somebody has before them who makes packs: the engine, and files to begin with.

use rota_embedded::Embedded;
use rota_protocol::Engine;
use serde::Serialize;

/// An engine over the packs in the program.
pub struct Desk {
    engine: Engine<Embedded>,
    embedded: Embedded,
}

/// The files of a pack to begin with.
#[derive(Serialize)]
#[serde(tag = "type", rename = "files")]
struct Files<'t> {
    files: Vec<File<'t>>,
}

/// A file, with what `put` is to be told of it.
#[derive(Serialize)]
struct File<'t> {
    file: &'t str,
    pack: Option<&'t str>,
    set: Option<&'t str>,
    text: &'t str,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

impl Desk {
    /// Begins without tables, and without any text over the packs in the program.
    #[must_use]
    pub fn new() -> Desk {
        let embedded = Embedded::new();
        Desk { engine: Engine::new(embedded.clone()), embedded }
    }

    /// Answers a request of the protocol.
    pub fn answer(&mut self, line: &[u8]) -> String {
        self.engine.answer_line(line)
    }

    /// Tells the files of a template of `rota new`, as JSON: `{"type":"files","files":[…]}`. There are none where no
    /// template has this name.
    #[must_use]
    pub fn template(&self, name: &str) -> String {
        let files = self.embedded.template(name).map(|(path, text)| File::at(path, text)).collect();
        // Texts alone always are JSON.
        serde_json::to_string(&Files { files }).unwrap_or_default()
    }
}

impl<'t> File<'t> {
    /// A text by its path in the folder of a new pack: what it belongs to follows from where it lies.
    fn at(file: &'t str, text: &'t str) -> File<'t> {
        let (pack, name) = match file.strip_prefix("rulesets/").and_then(|below| below.split_once('/')) {
            Some((pack, name)) => (Some(pack), name),
            None => (None, file.strip_prefix("tiles/").unwrap_or(file)),
        };
        File { file, pack, set: name.strip_suffix(".toml"), text }
    }
}
