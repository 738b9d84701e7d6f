//! Tiles changed on purpose: counts, sides, segments joined and parted, contacts, attributes.

use rota_board::{Port, SegmentShape, TileShape};
use rota_bytecode::vocabulary::{Attr, AttrValues, Vocabulary};
use rota_source::Span;
use rota_tiles::{TileKind, TileSet, may_touch, place_word};

use crate::Mutation;

/// A change of one tile set.
#[derive(Clone, Debug)]
pub struct TileEdit {
    /// The set.
    pub set: String,
    /// The id of the tile, block or cell.
    pub id: String,
    change: TileChange,
}

/// What changes on a tile. Segments and attributes are told by their places.
#[derive(Clone, Debug)]
enum TileChange {
    /// So many copies more in this printing, or in all.
    Count { printing: Option<usize>, by: i16 },
    /// East and west exchanged.
    Mirror,
    /// Two sides exchanged with all that lies there.
    Sides(usize, usize),
    /// Two segments become one.
    Join(usize, usize),
    /// A segment loses a port, and what is there becomes one by itself.
    Part(usize, u32),
    /// A segment inside the tile is not there.
    Without(usize),
    /// Two segments touch that do not, or the other way round.
    Contact(usize, usize),
    /// A segment has one open end less inside.
    Ends(usize),
    /// An attribute of a segment, or of the tile.
    Attribute { segment: Option<usize>, attr: usize, value: i32 },
}

/// Ports of one side: its left half, its middle, its right half.
const PORTS: usize = 3;

/// The number of the long side of a half tile.
const LONG: usize = rota_board::side::DIAGONAL as usize;

const SIDES: [&str; 4] = ["N", "E", "S", "W"];

impl TileEdit {
    /// One more of the first tile of a set that any printing has, or of its first block; of the first that is only
    /// laid at the start, where there is no other.
    pub(crate) fn one_more(set: &str) -> TileEdit {
        TileEdit {
            set: set.to_owned(),
            id: String::new(),
            change: TileChange::Count { printing: None, by: 1 },
        }
    }

    /// Makes the change on a set that may be loaded with more words than the one it was found in.
    pub fn apply(&self, set: &mut TileSet) {
        if let TileChange::Count { printing, by } = self.change {
            let kinds = set.kinds.iter_mut().map(|kind| (&kind.id, &mut kind.counts));
            let boards = set.boards.iter_mut().map(|board| (&board.id, &mut board.counts));
            let mut all: Vec<_> = kinds.chain(boards).collect();
            let is_it = |(id, counts): &(&String, &mut Vec<u16>)| match self.id.as_str() {
                "" => counts.iter().any(|count| *count > 0),
                wanted => *id == wanted,
            };
            let first = all.iter().position(is_it).or(self.id.is_empty().then_some(0));
            let Some((_, counts)) = first.and_then(|first| all.get_mut(first)) else { return };
            for (place, count) in counts.iter_mut().enumerate() {
                if printing.is_none_or(|printing| printing == place) {
                    *count = count.saturating_add_signed(by);
                }
            }
            return;
        }
        let cells = set.boards.iter_mut().flat_map(|board| &mut board.cells).map(|(_, _, kind)| kind);
        if let Some(kind) = set.kinds.iter_mut().chain(cells).find(|kind| kind.id == self.id) {
            self.change.apply(kind);
        }
    }
}

impl TileChange {
    fn apply(&self, kind: &mut TileKind) {
        let shape = &mut kind.shape;
        match *self {
            TileChange::Count { .. } => {}
            // Half a tile is mirrored over its short diagonal: its two other sides change places.
            TileChange::Mirror if shape.is_half() => {
                moved(shape, |side, third| (if side == LONG { LONG } else { 5 - side }, PORTS - 1 - third))
            }
            TileChange::Mirror => moved(shape, |side, third| ((4 - side) % 4, PORTS - 1 - third)),
            TileChange::Sides(one, other) => moved(shape, |side, third| match side {
                _ if side == one => (other, third),
                _ if side == other => (one, third),
                _ => (side, third),
            }),
            TileChange::Join(one, other) => {
                let Some(gone) = shape.segments.get(other).cloned() else { return };
                for segment in &mut shape.segments {
                    if segment.touches & (1 << other) != 0 {
                        segment.touches |= 1 << one;
                    }
                }
                if let Some(segment) = shape.segments.get_mut(one) {
                    segment.ports |= gone.ports;
                    segment.touches |= gone.touches;
                    segment.ends = segment.ends.max(gone.ends);
                    for (value, more) in segment.attrs.iter_mut().zip(&gone.attrs) {
                        *value = (*value).max(*more);
                    }
                }
                take_out(shape, other);
            }
            TileChange::Part(one, ports) => {
                let new = shape.segments.len();
                let Some(segment) = shape.segments.get_mut(one) else { return };
                segment.ports &= !ports;
                let parted = SegmentShape { ports, ..segment.clone() };
                for beside in shape.segments.iter_mut().filter(|beside| beside.touches & (1 << one) != 0) {
                    beside.touches |= 1 << new;
                }
                shape.segments.push(parted);
            }
            TileChange::Without(one) => take_out(shape, one),
            TileChange::Contact(one, other) => {
                for (from, to) in [(one, other), (other, one)] {
                    if let Some(segment) = shape.segments.get_mut(from) {
                        segment.touches ^= 1 << to;
                    }
                }
            }
            TileChange::Ends(one) => {
                if let Some(segment) = shape.segments.get_mut(one) {
                    segment.ends = segment.ends.saturating_sub(1);
                }
            }
            TileChange::Attribute { segment, attr, value } => {
                let attrs = match segment {
                    Some(segment) => shape.segments.get_mut(segment).map(|segment| &mut segment.attrs),
                    None => Some(&mut kind.attrs),
                };
                if let Some(attr) = attrs.and_then(|attrs| attrs.get_mut(attr)) {
                    *attr = value;
                }
            }
        }
    }
}

/// Moves every side and every port where `to` says.
fn moved(shape: &mut TileShape, to: impl Fn(usize, usize) -> (usize, usize)) {
    let before = shape.clone();
    for (side, edge) in before.edges.iter().enumerate() {
        if let Some(place) = shape.edges.get_mut(to(side, 0).0) {
            *place = *edge;
        }
    }
    for segment in &mut shape.segments {
        segment.ports = ports_of(segment).fold(0, |all, port| {
            let from = usize::from(port.side());
            let place = Port::along(port.side()).iter().position(|other| *other == port).unwrap_or(0);
            let (side, third) = if port.is_over() { (to(from, 0).0, place) } else { to(from, place) };
            let side = u8::try_from(side).unwrap_or(0);
            all | Port::along(side).get(third).map_or(0, |port| port.bit())
        });
    }
}

/// The ports of a segment.
fn ports_of(segment: &SegmentShape) -> impl Iterator<Item = Port> + use<> {
    let ports = segment.ports;
    Port::ALL.into_iter().filter(move |port| ports & port.bit() != 0)
}

/// Whether two shapes are the same but for how they are turned.
fn is_turned(one: &TileShape, other: &TileShape) -> bool {
    let sorted = |shape: &TileShape| {
        let segments = shape.segments.iter();
        let name = |place: usize| {
            let segment = shape.segments.get(place);
            segment.map(|one| (one.feature, one.ports, one.ends, one.attrs.clone()))
        };
        let beside = |touches: u16| (0..16).filter(move |place| touches & (1 << place) != 0).map(name);
        let mut all: Vec<_> = segments
            .enumerate()
            .map(|(place, segment)| {
                let mut beside: Vec<_> = beside(segment.touches).collect();
                beside.sort();
                (name(place), beside)
            })
            .collect();
        all.sort();
        (shape.edges, shape.diagonal, all)
    };
    if one.is_half() || other.is_half() {
        return sorted(one) == sorted(other);
    }
    let mut other = other.clone();
    (0..4).any(|_| {
        moved(&mut other, |side, third| ((side + 1) % 4, third));
        sorted(one) == sorted(&other)
    })
}

/// Takes a segment out; those behind it move up.
fn take_out(shape: &mut TileShape, gone: usize) {
    if gone >= shape.segments.len() {
        return;
    }
    shape.segments.remove(gone);
    for segment in &mut shape.segments {
        let before = segment.touches & ((1 << gone) - 1);
        segment.touches = before | (segment.touches >> 1 & !((1 << gone) - 1));
    }
}

/// Lists the changes worth trying on the tiles of a set: each count one off in each printing, tiles in a mirror, turned
/// and with two sides exchanged, segments joined, parted and taken away, contacts and attributes changed.
pub fn tile_mutations(set: &TileSet, vocabulary: &Vocabulary) -> Vec<Mutation> {
    let mut all = Vec::new();
    for kind in &set.kinds {
        all.extend(counts(set, &kind.id, &kind.counts, kind.span));
        all.extend(looks(set, kind, vocabulary));
    }
    for board in &set.boards {
        if board.counts.iter().any(|count| *count > 0) {
            all.extend(counts(set, &board.id, &board.counts, board.span));
        }
        for (_, _, kind) in &board.cells {
            all.extend(looks(set, kind, vocabulary));
        }
    }
    all
}

fn make(set: &TileSet, id: &str, span: Span, description: String, change: TileChange) -> Mutation {
    let edit = TileEdit { set: set.name.clone(), id: id.to_owned(), change };
    Mutation { tiles: Some(edit), ..Mutation::nothing(description, Vec::new(), span) }
}

fn counts(set: &TileSet, id: &str, counts: &[u16], span: Span) -> Vec<Mutation> {
    let mut all = Vec::new();
    for (place, (printing, count)) in set.printings.iter().zip(counts).enumerate() {
        let printed = if set.printings.len() > 1 { format!(" in `{}`", printing.id) } else { String::new() };
        for (by, what) in [(1, "more"), (-1, "less")] {
            if by > 0 || *count > 0 {
                let change = TileChange::Count { printing: Some(place), by };
                all.push(make(set, id, span, format!("with one `{id}` {what}{printed}"), change));
            }
        }
    }
    all
}

fn looks(set: &TileSet, kind: &TileKind, vocabulary: &Vocabulary) -> Vec<Mutation> {
    let (shape, id) = (&kind.shape, &kind.id);
    let mut changes = vec![(format!("with `{id}` in a mirror"), TileChange::Mirror)];
    let first = if shape.is_half() { 2 } else { 0 };
    for (one, from) in SIDES.iter().enumerate().skip(first) {
        for (other, to) in SIDES.iter().enumerate().skip(one + 1) {
            changes
                .push((format!("with {from} and {to} of `{id}` exchanged"), TileChange::Sides(one, other)));
        }
    }
    // What is only turned is the same tile.
    changes.retain(|(_, change)| {
        let mut other = kind.clone();
        change.apply(&mut other);
        !is_turned(shape, &other.shape)
    });
    for (one, segment) in shape.segments.iter().enumerate() {
        let name = name(segment, vocabulary);
        for (other, beside) in shape.segments.iter().enumerate().skip(one + 1) {
            let also = self::name(beside, vocabulary);
            if segment.feature == beside.feature {
                changes
                    .push((format!("with {name} and {also} of `{id}` joined"), TileChange::Join(one, other)));
            }
            if may_touch(segment, beside, vocabulary) {
                let apart = if segment.touches & (1 << other) != 0 { "apart" } else { "touching" };
                changes.push((
                    format!("with {name} and {also} of `{id}` {apart}"),
                    TileChange::Contact(one, other),
                ));
            }
        }
        let mut ports = ports_of(segment);
        if ports.next().is_none() {
            changes.push((format!("without {name} of `{id}`"), TileChange::Without(one)));
        }
        for port in ports {
            let change = TileChange::Part(one, port.bit());
            changes.push((format!("with {name} of `{id}` parted at {}", place_word(port)), change));
        }
        if segment.ends > 0 {
            changes.push((format!("with an end less of {name} of `{id}`"), TileChange::Ends(one)));
        }
        let feature = vocabulary.features.get(usize::from(segment.feature.0));
        let attrs = feature.map_or(&[][..], |feature| &feature.attrs);
        changes.extend(attributes(&segment.attrs, attrs, Some(one), &format!("{name} of `{id}`")));
    }
    changes.extend(attributes(&kind.attrs, &vocabulary.tile_attrs, None, &format!("`{id}`")));
    changes.into_iter().map(|(text, change)| make(set, id, kind.span, text, change)).collect()
}

/// Each attribute with another value: the next there is, or the first behind the last.
fn attributes(values: &[i32], attrs: &[Attr], segment: Option<usize>, of: &str) -> Vec<(String, TileChange)> {
    let mut all = Vec::new();
    for (place, (now, attr)) in values.iter().zip(attrs).enumerate() {
        let (least, most) = match &attr.values {
            AttrValues::Bool => (0, 1),
            AttrValues::Int(least, most) => (*least, *most),
            AttrValues::Words(_) | AttrValues::Stock { .. } => {
                let values = || attr.values.choices().map(|(_, value)| value);
                (values().min().unwrap_or(0), values().max().unwrap_or(0))
            }
        };
        let value = if *now < most { now + 1 } else { least };
        if value != *now {
            let change = TileChange::Attribute { segment, attr: place, value };
            all.push((format!("with another `{}` on {of}", attr.name), change));
        }
    }
    all
}

/// A segment in words: `city N`.
fn name(segment: &SegmentShape, vocabulary: &Vocabulary) -> String {
    let kind = vocabulary.features.get(usize::from(segment.feature.0));
    let kind = kind.map_or("", |kind| kind.name.as_str());
    match ports_of(segment).next() {
        Some(port) => format!("{kind} {}", place_word(port)),
        None => kind.to_owned(),
    }
}
