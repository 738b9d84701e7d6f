//! From the text of a tile file to its set, with all problems in one run.

use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Allowances, Diagnostic, SourceFile};

use crate::boards::read_boards;
use crate::census::Census;
use crate::counts::read_printings;
use crate::set::TileSet;
use crate::tiles::{Ids, read_tiles, read_title};
use crate::toml_reader::{Fields, TomlReader};
use crate::toml_syntax::{Parsed, parse};

/// Keys at the top of a file.
pub(crate) const KEYS: [&str; 5] = ["title", "census", "printings", "tile", "board"];

/// Reads a tile file and checks it against the words of a composition.
///
/// Shape: the set is there exactly when no diagnostic is an error; diagnostics stand in order of the text.
/// `set_name` is the first half of every full tile name, by custom the stem of the file's name.
/// Errors: every diagnostic has a code `tiles::…` and points into `source`.
pub fn load(
    source: &SourceFile,
    set_name: &str,
    vocabulary: &Vocabulary,
) -> (Option<TileSet>, Vec<Diagnostic>) {
    let (set, is_sound, diagnostics) = read(source, set_name, vocabulary);
    (is_sound.then_some(set), diagnostics)
}

/// The same for whoever wants to see the tiles of a file that has mistakes: the set is without those tiles and boards in
/// which there is one.
pub fn load_partly(
    source: &SourceFile,
    set_name: &str,
    vocabulary: &Vocabulary,
) -> (TileSet, Vec<Diagnostic>) {
    let (set, _, diagnostics) = read(source, set_name, vocabulary);
    (set, diagnostics)
}

/// Reads a file; says whether there is no mistake in it.
fn read(source: &SourceFile, set_name: &str, vocabulary: &Vocabulary) -> (TileSet, bool, Vec<Diagnostic>) {
    let parsed = parse(&source.text, source.base);
    let mut reader = TomlReader::new(&source.text, source.base, vocabulary, !parsed.errors.is_empty());
    let set = read_set(&mut reader, &parsed, set_name);
    let is_sound = reader.errors() == 0 && parsed.errors.is_empty();
    let mut diagnostics = reader.finish();
    diagnostics.retain(|diagnostic| {
        let offset = start_of(diagnostic).saturating_sub(source.base) as usize;
        !parsed.is_broken(offset)
    });
    diagnostics.extend(parsed.errors);
    diagnostics.extend(Allowances::of([source]).misfits());
    diagnostics.sort_by_key(start_of);
    (set, is_sound, diagnostics)
}

fn read_set<'a>(reader: &mut TomlReader<'a>, parsed: &'a Parsed<'a>, set_name: &str) -> TileSet {
    let root = Fields { table: &parsed.root, span: reader.span(0..0) };
    reader.refuse_others(root, &KEYS, "a tile file");
    let title = read_title(reader, root).unwrap_or_else(|| set_name.to_owned());
    let printings = if reader.is_malformed && !parsed.root.contains_key("printings") {
        None
    } else {
        reader.required(root, "printings", "the file", "[printings]")
    };
    let printings = printings.map_or(Vec::new(), |value| read_printings(reader, value));
    let census = parsed.root.get("census").and_then(|value| reader.string(value, "`census`"));
    let mut ids = Ids::new();
    let tiles = parsed.root.get("tile");
    let kinds = tiles.map_or(Vec::new(), |value| read_tiles(reader, value, &printings, &mut ids));
    let boards = parsed.root.get("board");
    let boards = boards.map_or(Vec::new(), |value| read_boards(reader, value, &printings, &mut ids));
    TileSet {
        name: set_name.to_owned(),
        title,
        census: census.as_ref().map(Census::read),
        printings,
        kinds,
        boards,
    }
}

fn start_of(diagnostic: &Diagnostic) -> u32 {
    diagnostic.labels().first().map_or(0, |label| label.span.start)
}
