//! What words of tile files and composition files mean: what packs declare, tiles, and the keys of the format.

use std::ops::Range;

use rota_check::occurrences::{Declaration, SymbolKind};

use crate::tile_words::{Word, words};
use crate::workbench::Analysis;

/// What a word means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Something that a pack declares: its number among the declarations.
    Declared(usize),
    /// A tile, with its set.
    Tile(String),
    /// A key of the format, and what is said of it.
    Key(String, String),
}

impl Analysis {
    /// Returns what stands at an offset of a tile file or a composition file, with its place.
    pub(crate) fn toml_meaning(&self, file: &str, offset: usize) -> Option<(Range<usize>, Meaning)> {
        if !file.ends_with(".toml") {
            return None;
        }
        let text = &*self.file(file)?.text;
        let all = words(text);
        let word = all.iter().find(|word| word.start <= offset && offset <= word.start + word.text.len())?;
        let own = word.start..word.start + word.text.len();
        let set = self.packs.sets.iter().find(|(_, known)| *known.name == *file);
        match set {
            Some((set, _)) => self.in_tiles(set, text, &all, word, offset),
            None => self.in_composition(text, word).map(|meaning| (own, meaning)),
        }
    }

    fn in_tiles(
        &self,
        set: &str,
        text: &str,
        all: &[Word<'_>],
        word: &Word<'_>,
        offset: usize,
    ) -> Option<(Range<usize>, Meaning)> {
        let own = word.start..word.start + word.text.len();
        if word.is_key {
            return self.key_of_tiles(text, all, word).map(|meaning| (own, meaning));
        }
        match word.of {
            "edges" => {
                let at = offset.min(own.end.saturating_sub(1));
                let letter = text.get(at..at + 1)?;
                let edge = self.declared_as(&[SymbolKind::Edge], letter, |_| true)?;
                Some((at..at + 1, Meaning::Declared(edge)))
            }
            "id" | "like" => {
                let quoted = quoted(text, word.start)?;
                let id = text.get(quoted.clone())?;
                Some((quoted, Meaning::Tile(format!("{set}/{id}"))))
            }
            "touches" | "over" => self
                .declared_as(&[SymbolKind::Feature], word.text, |_| true)
                .map(|index| (own, Meaning::Declared(index))),
            of => {
                let is_its = |declared: &Declaration| {
                    declared.kind == SymbolKind::Stock || declared.owner.as_deref() == Some(of)
                };
                let kinds = [SymbolKind::Word, SymbolKind::Stock];
                let found = self.declared_as(&kinds, word.text, is_its).filter(|_| word.is_whole);
                found.map(|index| (own, Meaning::Declared(index)))
            }
        }
    }

    fn key_of_tiles(&self, text: &str, all: &[Word<'_>], word: &Word<'_>) -> Option<Meaning> {
        let table = table_around(text, word.start);
        let depth = |at: usize| text.get(table.start..at).map_or(0, nesting);
        let keys = all.iter().filter(|key| key.is_key && table.contains(&key.start) && depth(key.start) == 0);
        let keys: Vec<&str> = keys.map(|key| key.text).collect();
        let feature = |name: &str| self.declared_as(&[SymbolKind::Feature], name, |_| true);
        let kind = keys.iter().copied().find(|key| feature(key).is_some());
        if let Some(index) = feature(word.text) {
            return Some(Meaning::Declared(index));
        }
        let owner = kind.unwrap_or("tile");
        let own = |declared: &Declaration| {
            declared.owner.as_deref().is_some_and(|of| rota_compose::bare(of) == owner)
        };
        if let Some(index) = self.declared_as(&[SymbolKind::Attribute], word.text, own) {
            return Some(Meaning::Declared(index));
        }
        let has = |key: &str| keys.contains(&key);
        let scope = match kind {
            Some(_) => "segment",
            None if has("inside") => "segment",
            None if has("at") => "cell",
            None if has("cell") => "board",
            None if has("id") => "tile",
            None => "",
        };
        key_of(&rota_tiles::schema(None), scope, word.text)
    }

    fn in_composition(&self, text: &str, word: &Word<'_>) -> Option<Meaning> {
        let before = text.get(..word.start)?;
        if word.is_key {
            let is_option =
                before.lines().rfind(|line| line.starts_with('[')).is_some() || word.of == "options";
            let option = self.declared_as(&[SymbolKind::Option], word.text, |_| true).filter(|_| is_option);
            let key = || key_of(&rota::composition_schema(), "", word.text);
            return option.map(Meaning::Declared).or_else(key);
        }
        let quoted = quoted(text, word.start);
        let whole = quoted.clone().and_then(|quoted| text.get(quoted)).unwrap_or(word.text);
        match word.of {
            "packs" => {
                let is_pack = quoted.is_some_and(|quoted| quoted.start == word.start);
                if is_pack {
                    return self.declared_as(&[SymbolKind::Pack], word.text, |_| true).map(Meaning::Declared);
                }
                let pack = whole.split('@').next().unwrap_or_default();
                let is_its = |declared: &Declaration| declared.pack == pack;
                self.declared_as(&[SymbolKind::Variant], word.text, is_its).map(Meaning::Declared)
            }
            "start" if whole.contains('/') => Some(Meaning::Tile(whole.to_owned())),
            "start" => self.declared_as(&[SymbolKind::Pack], word.text, |_| true).map(Meaning::Declared),
            of => {
                let is_its = |declared: &Declaration| declared.owner.as_deref() == Some(of);
                self.declared_as(&[SymbolKind::Word], word.text, is_its).map(Meaning::Declared)
            }
        }
    }

    /// The first declaration of one of these kinds under a word.
    fn declared_as(
        &self,
        kinds: &[SymbolKind],
        word: &str,
        is_it: impl Fn(&Declaration) -> bool,
    ) -> Option<usize> {
        let mut all = self.names.declarations.iter();
        all.position(|declared| kinds.contains(&declared.kind) && declared.word() == word && is_it(declared))
    }
}

/// The inside of the quotation marks around an offset; nothing where there are none on its line.
fn quoted(text: &str, at: usize) -> Option<Range<usize>> {
    let line = text.get(..at)?.rfind('\n').map_or(0, |line| line + 1);
    let before = text.get(line..at)?;
    if before.matches('"').count() % 2 == 0 {
        return None;
    }
    let start = line + before.rfind('"')? + 1;
    let end = text.get(start..)?.find(['"', '\n'])?;
    Some(start..start + end)
}

/// How many brackets are open at the end of a text that were opened in it.
fn nesting(text: &str) -> usize {
    text.bytes().fold(0_usize, |depth, byte| match byte {
        b'{' | b'[' => depth + 1,
        b'}' | b']' => depth.saturating_sub(1),
        _ => depth,
    })
}

/// The inside of the table around an offset: of the nearest braces, or else from a header to the next.
fn table_around(text: &str, at: usize) -> Range<usize> {
    let closes = |text: &str, open: u8, close: u8, is_back: bool| {
        let mut depth = 0_usize;
        let mut bytes: Vec<(usize, u8)> = text.bytes().enumerate().collect();
        if is_back {
            bytes.reverse();
        }
        bytes.into_iter().find(|(_, byte)| {
            if *byte == open {
                depth += 1;
            } else if *byte == close {
                if depth == 0 {
                    return true;
                }
                depth -= 1;
            }
            false
        })
    };
    let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at..).unwrap_or(""));
    let header = before.rfind("\n[").map_or(0, |line| line + 1);
    let start = closes(before.get(header..).unwrap_or(""), b'}', b'{', true);
    match start {
        Some((start, _)) => {
            let end = closes(behind, b'{', b'}', false).map_or(text.len(), |(end, _)| at + end);
            header + start + 1..end
        }
        None => {
            let start =
                before.get(header..).and_then(|rest| rest.find('\n')).map_or(header, |line| header + line);
            // Above the first header a table begins with the text.
            let start =
                if before.get(header..).is_some_and(|rest| rest.starts_with('[')) { start } else { 0 };
            start..behind.find("\n[").map_or(text.len(), |end| at + end)
        }
    }
}

/// What a schema says of a key of one of its tables; of the outermost where it is not named.
fn key_of(schema: &serde_json::Value, table: &str, key: &str) -> Option<Meaning> {
    let definitions = schema.get("definitions");
    let table = if table.is_empty() { Some(schema) } else { definitions.and_then(|all| all.get(table)) };
    let found = table?.get("properties")?.get(key)?;
    let reference = found.get("$ref").and_then(|name| name.as_str());
    let named = reference.and_then(|name| definitions?.get(name.rsplit('/').next()?));
    let said = found.get("description").or_else(|| named?.get("description"))?.as_str()?;
    Some(Meaning::Key(key.to_owned(), said.to_owned()))
}
