//! The census of a set: what one counts and sees who has the printed tiles in hand, checked against the file.
//!
//! A line holds the id of a tile, how many there are, and a walk around it, clockwise from the top left corner, where a
//! half tile has its long side: for each side its letter and a number for each segment that is met there. A segment that is met again keeps its
//! number. Where two segments follow one another and their kinds may adjoin, they touch; only what differs from that
//! is written, and behind the walk stands what no walk tells. A segment of a layer is called by its kind and the sides
//! it lies over, as `hedge:NS`.

use std::collections::BTreeMap;

use rota_board::{Port, SegmentShape, TileShape};
use rota_bytecode::vocabulary::{Attr, AttrValues, Vocabulary};
use rota_source::{Diagnostic, Span, meant};

use crate::segment_place::PORTS;
use crate::set::{TileKind, TileSet};
use crate::spanned_string::SpannedString;

/// The census of a set as written.
#[derive(Clone, Debug)]
pub struct Census {
    /// All of it.
    pub span: Span,
    /// Its lines, as words with their places.
    lines: Vec<Vec<(String, Span)>>,
}

impl Census {
    pub(crate) fn read(text: &SpannedString) -> Census {
        Census { span: text.span, lines: text.lines() }
    }
}

/// Something that has a line in a census.
struct Entry<'s> {
    id: &'s str,
    span: Span,
    /// Copies per printing, where it is in a bag.
    counts: &'s [u16],
    /// What it looks like; for a block its cells tell.
    kind: Option<&'s TileKind>,
}

/// Checks a set against its census, where it has one; a diagnostic for each line that says something else than the
/// file, for each tile without a line and each line without a tile.
pub fn check_census(set: &TileSet, vocabulary: &Vocabulary) -> Vec<Diagnostic> {
    let Some(census) = &set.census else { return Vec::new() };
    let entries = entries(set);
    let mut found = Vec::new();
    let mut told: BTreeMap<&str, Span> = BTreeMap::new();
    for line in &census.lines {
        let Some(((id, at), words)) = line.split_first() else { continue };
        let Some(entry) = entries.iter().find(|entry| entry.id == *id) else {
            let known = entries.iter().map(|entry| entry.id);
            found.push(
                differs(format!("the census counts `{id}`, and the file has no such tile"))
                    .at(*at, "not in the file")
                    .maybe_help(meant((id.as_str(), *at), known)),
            );
            continue;
        };
        if let Some(first) = told.insert(entry.id, *at) {
            let twice = differs(format!("the census counts `{id}` twice"));
            found.push(twice.at(*at, "once more").at(first, "counted here"));
        }
        let by_file = look(entry, vocabulary);
        if !says(words, &by_file) {
            let all = words.iter().fold(*at, |all, (_, span)| all.to(*span));
            found.push(
                differs(format!("the census and the file differ over `{id}`"))
                    .at(all, format!("by the file: {id} {}", by_file.text()))
                    .at(entry.span, "this one")
                    .help("look at what is printed, and mend the one that is wrong"),
            );
        }
    }
    for entry in entries.iter().filter(|entry| !told.contains_key(entry.id)) {
        found.push(
            differs(format!("the census does not count `{}`", entry.id))
                .at(entry.span, "no line of the census has it"),
        );
    }
    found
}

fn differs(message: String) -> Diagnostic {
    Diagnostic::error("tiles::census", message)
}

/// Tiles, blocks and the cells of boards, in order of the file.
fn entries(set: &TileSet) -> Vec<Entry<'_>> {
    fn tile(kind: &TileKind) -> Entry<'_> {
        Entry { id: &kind.id, span: kind.span, counts: &kind.counts, kind: Some(kind) }
    }
    let mut entries: Vec<Entry<'_>> = set.kinds.iter().map(tile).collect();
    for board in &set.boards {
        if board.counts.iter().any(|count| *count > 0) {
            entries.push(Entry { id: &board.id, span: board.span, counts: &board.counts, kind: None });
        }
        let cells = board.cells.iter().map(|(_, _, kind)| kind);
        entries.extend(cells.map(|kind| Entry { counts: &[], ..tile(kind) }));
    }
    entries
}

/// What a line of the census has to say.
struct Look {
    counts: Vec<String>,
    walk: Vec<String>,
    /// In order of the alphabet.
    beside: Vec<String>,
}

impl Look {
    fn text(&self) -> String {
        let mut counts = self.counts.clone();
        // The same number in each printing is written once.
        counts.dedup();
        let counts = if counts.len() == 1 { &counts } else { &self.counts };
        let words = [counts, &self.walk, &self.beside].into_iter().flatten();
        words.map(String::as_str).collect::<Vec<&str>>().join(" ")
    }
}

/// Whether the words of a line behind its id say what the file does.
fn says(words: &[(String, Span)], look: &Look) -> bool {
    let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let is_count = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counts = words.iter().take_while(|word| is_count(word)).count();
    let (counts, words) = words.split_at(counts);
    let counted = match counts {
        [one] => look.counts.iter().all(|count| count == one) && !look.counts.is_empty(),
        all => all == look.counts,
    };
    let (walk, beside) = words.split_at(look.walk.len().min(words.len()));
    let mut beside: Vec<String> = beside.iter().map(|word| in_order(word)).collect();
    beside.sort();
    counted && walk == look.walk && beside == look.beside
}

/// Two segments that touch may be named in either order.
fn in_order(word: &str) -> String {
    for sign in ['~', '|'] {
        if let Some((left, right)) = word.split_once(sign) {
            return pair(left, right, sign);
        }
    }
    word.to_owned()
}

fn pair(left: &str, right: &str, sign: char) -> String {
    let (first, second) = if left < right { (left, right) } else { (right, left) };
    format!("{first}{sign}{second}")
}

fn look(entry: &Entry<'_>, vocabulary: &Vocabulary) -> Look {
    let counts = entry.counts.iter().map(u16::to_string).collect();
    let Some(kind) = entry.kind else { return Look { counts, walk: Vec::new(), beside: Vec::new() } };
    let (walk, met) = walk(&kind.shape, vocabulary);
    let labels = labels(&kind.shape, &met, vocabulary);
    let mut beside = attributes("", &kind.attrs, &vocabulary.tile_attrs);
    beside.extend(contacts(&kind.shape, &met, &labels, vocabulary));
    for (index, (segment, label)) in kind.shape.segments.iter().zip(&labels).enumerate() {
        if !met.contains(&Some(index)) {
            beside.push(label.clone());
        }
        if segment.ends > 0 {
            beside.push(format!("{label}.ends={}", segment.ends));
        }
        let attrs = vocabulary.features.get(usize::from(segment.feature.0)).map(|feature| &feature.attrs);
        beside.extend(attributes(&format!("{label}."), &segment.attrs, attrs.map_or(&[], Vec::as_slice)));
    }
    beside.sort();
    Look { counts, walk, beside }
}

/// The sides as words, and what was met on the way: places of segments, nothing on a blank side.
fn walk(shape: &TileShape, vocabulary: &Vocabulary) -> (Vec<String>, Vec<Option<usize>>) {
    let mut met: Vec<Option<usize>> = Vec::new();
    let mut words = Vec::new();
    for (side, edge) in shape.sides() {
        let edge = usize::from(edge.0).checked_sub(1).and_then(|edge| vocabulary.edges.get(edge));
        let Some(edge) = edge else {
            met.push(None);
            words.push(".".to_owned());
            continue;
        };
        let is_held = |third: &usize| match *third {
            1 => edge.middle.is_some(),
            _ => edge.halves.is_some(),
        };
        let thirds = Port::along(side).iter().take(PORTS).enumerate().filter(|(third, _)| is_held(third));
        let first = met.len();
        met.extend(thirds.map(|(_, port)| at_port(shape, *port)));
        let numbers = met.iter().skip(first).map(|segment| segment.map_or('?', |one| number(one, &met)));
        words.push(std::iter::once(edge.letter).chain(numbers).collect());
    }
    (words, met)
}

fn at_port(shape: &TileShape, port: Port) -> Option<usize> {
    shape.segments.iter().position(|segment| segment.ports & port.bit() != 0)
}

/// The number of a segment: how many others were met before it, and one; letters behind the 9.
fn number(segment: usize, met: &[Option<usize>]) -> char {
    let mut before: Vec<usize> = Vec::new();
    for other in met.iter().flatten().take_while(|other| **other != segment) {
        if !before.contains(other) {
            before.push(*other);
        }
    }
    u32::try_from(before.len() + 1).ok().and_then(|place| char::from_digit(place, 36)).unwrap_or('?')
}

fn lies_over(segment: &SegmentShape, side: u8) -> bool {
    segment.ports & Port::over(side).bit() != 0
}

/// What each segment is called: by its number on the walk, or by its kind where no walk meets it.
fn labels(shape: &TileShape, met: &[Option<usize>], vocabulary: &Vocabulary) -> Vec<String> {
    let label = |(index, segment): (usize, &SegmentShape)| match met.contains(&Some(index)) {
        true => number(index, met).to_string(),
        false => {
            let kind = vocabulary.features.get(usize::from(segment.feature.0));
            let over: String = (0..4)
                .zip("NESW".chars())
                .filter(|(side, _)| lies_over(segment, *side))
                .map(|(_, word)| word)
                .collect();
            let over = if over.is_empty() { over } else { format!(":{over}") };
            kind.map_or(String::new(), |kind| format!("{}{over}", kind.name))
        }
    };
    shape.segments.iter().enumerate().map(label).collect()
}

/// Which segments touch though they do not follow one another on the walk (`~`), and which do not though they do (`|`).
fn contacts(
    shape: &TileShape,
    met: &[Option<usize>],
    labels: &[String],
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let next = met.iter().cycle().skip(1);
    let followed: Vec<(usize, usize)> =
        met.iter().zip(next).filter_map(|(one, other)| Some(((*one)?, (*other)?))).collect();
    let mut words = Vec::new();
    for (one, (segment, label)) in shape.segments.iter().zip(labels).enumerate() {
        for (other, (beside, name)) in shape.segments.iter().zip(labels).enumerate().skip(one + 1) {
            let follows = followed.contains(&(one, other)) || followed.contains(&(other, one));
            let expected = follows && may_touch(segment, beside, vocabulary);
            let touches = segment.touches & (1 << other) != 0 || beside.touches & (1 << one) != 0;
            if touches != expected {
                words.push(pair(label, name, if touches { '~' } else { '|' }));
            }
        }
    }
    words
}

/// Returns whether the kinds of two segments may adjoin.
pub fn may_touch(one: &SegmentShape, other: &SegmentShape, vocabulary: &Vocabulary) -> bool {
    let adjoins = |one: &SegmentShape, other: &SegmentShape| {
        let feature = vocabulary.features.get(usize::from(one.feature.0));
        feature.is_some_and(|feature| feature.adjoins.contains(&usize::from(other.feature.0)))
    };
    adjoins(one, other) || adjoins(other, one)
}

/// The attributes that are not what they are where nothing is said, each behind `owner`.
fn attributes(owner: &str, values: &[i32], attrs: &[Attr]) -> Vec<String> {
    let other = values.iter().zip(attrs).filter(|(value, attr)| **value != attr.default);
    let word = |(value, attr): (&i32, &Attr)| {
        let name = &attr.name;
        match &attr.values {
            AttrValues::Bool if *value != 0 => format!("{owner}{name}"),
            AttrValues::Bool => format!("{owner}{name}=false"),
            AttrValues::Int(..) => format!("{owner}{name}={value}"),
            AttrValues::Words(_) | AttrValues::Stock { .. } => {
                format!("{owner}{name}={}", attr.values.word(i64::from(*value)))
            }
        }
    };
    other.map(word).collect()
}
