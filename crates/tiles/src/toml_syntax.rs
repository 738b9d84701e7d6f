//! TOML itself: parsing with recovery, and how its own errors are told.

use std::ops::Range;

use rota_source::{Diagnostic, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// After this many errors of syntax the rest is hardly news.
const MOST: usize = 50;

/// What is left of a file after parsing.
pub(crate) struct Parsed<'a> {
    /// The keys and values that could be made out.
    pub(crate) root: DeTable<'a>,
    /// What is not TOML.
    pub(crate) errors: Vec<Diagnostic>,
    /// Where each header table begins, in ascending order, in local offsets.
    starts: Vec<usize>,
    /// Local offsets of the errors.
    broken: Vec<usize>,
}

impl Parsed<'_> {
    /// Says whether a local offset lies in a part, from one header to the next, that is broken. What seems
    /// wrong there may only be what recovery made of it.
    pub(crate) fn is_broken(&self, offset: usize) -> bool {
        let part = |offset: usize| self.starts.partition_point(|start| *start <= offset);
        self.broken.iter().any(|broken| part(*broken) == part(offset))
    }
}

/// Parses a text that begins at `origin` of the common space.
pub(crate) fn parse(text: &str, origin: u32) -> Parsed<'_> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let root = root.into_inner();
    let mut starts = Vec::new();
    collect_starts(&root, text, &mut starts);
    starts.sort_unstable();
    let mut parsed = Parsed { errors: Vec::new(), starts, broken: Vec::new(), root };
    for error in errors.iter().take(MOST) {
        let range = error.span().unwrap_or(0..0);
        let span = Span::new(range.clone()).shifted(origin);
        let diagnostic = if error.message() == "duplicate key" {
            let key = text.get(range.clone()).unwrap_or("").trim_matches(['"', '\'']);
            let search = Search { key, second: range.start, starts: &parsed.starts };
            let first = search.in_table(&parsed.root, 0..text.len(), false);
            if first.as_ref().is_some_and(|first| first.inline) {
                // The lost value would be missed elsewhere.
                parsed.broken.push(range.start);
            }
            let diagnostic = Diagnostic::error("tiles::duplicate-key", format!("`{key}` is written twice"))
                .at(span, "the second time");
            // The table of a header that comes twice is gone; its line is still there.
            let place = first.map(|first| first.range).or_else(|| earlier_header(text, &range));
            match place {
                Some(place) => diagnostic.at(Span::new(place).shifted(origin), "the first time"),
                None => diagnostic,
            }
        } else {
            parsed.broken.push(range.start);
            let before = text.get(..range.start).unwrap_or("").trim_end_matches([' ', '\t']);
            if range.is_empty() && before.ends_with('=') {
                Diagnostic::error("tiles::syntax", "this is not TOML: a key without a value")
                    .at(span, "the value belongs here")
            } else {
                Diagnostic::error("tiles::syntax", format!("this is not TOML: {}", error.message()))
                    .at(span, "cannot be read")
            }
        };
        parsed.errors.push(diagnostic);
    }
    parsed
}

/// Finds the first line with the same header as the one around `second`; gives the same part of it.
fn earlier_header(text: &str, second: &Range<usize>) -> Option<Range<usize>> {
    let start = text.get(..second.start)?.rfind('\n').map_or(0, |at| at + 1);
    let end = start + text.get(start..)?.find(']')? + 1;
    let header = text.get(start..end).filter(|line| line.starts_with('[') && second.end <= end)?;
    let mut at = 0;
    for line in text.get(..start)?.split_inclusive('\n') {
        if line.starts_with(header) {
            return Some(at + (second.start - start)..at + (second.end - start));
        }
        at += line.len();
    }
    None
}

/// The members of a list; anything else by itself.
fn listed<'t, 'a>(value: &'t Spanned<DeValue<'a>>) -> &'t [Spanned<DeValue<'a>>] {
    if let DeValue::Array(items) = value.get_ref() { items } else { std::slice::from_ref(value) }
}

/// Collects where header tables begin: those whose span is a header, not braces.
fn collect_starts(table: &DeTable<'_>, text: &str, starts: &mut Vec<usize>) {
    for (_, value) in table {
        for item in listed(value) {
            let start = item.span().start;
            if let DeValue::Table(inner) = item.get_ref()
                && text.get(start..).is_some_and(|rest| rest.starts_with('['))
            {
                starts.push(start);
                collect_starts(inner, text, starts);
            }
        }
    }
}

/// The search for the key that a second one repeats: in the smallest table around it.
struct Search<'s> {
    key: &'s str,
    /// Where the second key begins.
    second: usize,
    starts: &'s [usize],
}

/// The key that was repeated.
struct First {
    range: Range<usize>,
    /// Whether its table is one in braces.
    inline: bool,
}

impl Search<'_> {
    fn in_table(&self, table: &DeTable<'_>, extent: Range<usize>, inline: bool) -> Option<First> {
        let here = extent.contains(&self.second);
        if inline && !here {
            return None;
        }
        let mut first = None;
        for (name, value) in table {
            if here && first.is_none() && name.get_ref() == self.key && name.span().start < self.second {
                first = Some(First { range: name.span(), inline });
            }
            for item in listed(value) {
                let DeValue::Table(inner) = item.get_ref() else { continue };
                let mut extent = item.span();
                let is_header = self.starts.binary_search(&extent.start).is_ok();
                if is_header {
                    // A table under a header reaches to the next one.
                    let next = self.starts.partition_point(|start| *start <= extent.start);
                    extent.end = self.starts.get(next).copied().unwrap_or(usize::MAX);
                }
                if let Some(found) = self.in_table(inner, extent, !is_header) {
                    return Some(found);
                }
            }
        }
        first
    }
}
