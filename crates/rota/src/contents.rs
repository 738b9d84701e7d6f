//! What plays under some settings: the items in force, the options, the order of play and the tiles.

use rota_board::{Catalog, Port, SegmentShape, TileShape, side};
use rota_bytecode::vocabulary::{Attr, Vocabulary};
use rota_check::OptionInfo;
use rota_compile::OptLevel;
use rota_compose::{Selection, bare, category, full_name};
use rota_game::Rules;
use rota_source::{Sources, Span};
use rota_syntax::format_without_comments;
use rota_tiles::place_word;

use crate::compile::{Build, CompiledGame, words_of};
use crate::error::Error;
use crate::load::LoadedPacks;
use crate::settings::Settings;

/// What plays under some settings.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Contents {
    /// The items in force, in order of composition.
    pub items: Vec<ItemInForce>,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// The names of the steps in order of play, each before those of the steps inside of it.
    pub steps: Vec<String>,
    /// The kinds of tiles that lie in a bag or on the table at the start, in order of the sets.
    pub tiles: Vec<TileInPlay>,
}

/// An item that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemInForce {
    /// What it is, in a word for people: `rule`.
    pub category: &'static str,
    /// Its name; of those that several packs have with its pack, as in `islands::ferry`.
    pub name: String,
    /// The pack that brings it.
    pub pack: String,
    /// The variant that added it or put it in the place of another.
    pub by: Option<String>,
    /// The ids of the statements that it encodes.
    pub ids: Vec<String>,
    /// Where it is written.
    pub span: Span,
    /// Its text as the formatter writes it, without comments.
    pub text: String,
}

/// A kind of tile that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TileInPlay {
    /// Its full name, `set/id`.
    pub name: String,
    /// How many copies lie in each bag, by the name of the bag; bags without any are left out.
    pub bags: Vec<(String, usize)>,
    /// How many copies lie on the table at the start.
    pub at_start: usize,
    /// The letters of its sides: north, east, south, west.
    pub sides: String,
    /// Its segments, sorted by their kinds and places.
    pub segments: Vec<SegmentInPlay>,
    /// The attributes of the whole tile that are not as usual, with their values in words.
    pub attributes: Vec<(String, String)>,
    /// Which of these are declared `unseen`: who sees the tile sees what they say.
    pub unseen: Vec<String>,
}

/// A segment of a kind of tile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SegmentInPlay {
    /// The kind of feature that it is a part of.
    pub feature: String,
    /// Its places in the words of tile files, `N WR`; `inside` where it has none.
    pub places: String,
    /// The segments before it that it adjoins, as `city N`.
    pub touches: Vec<String>,
    /// How many open ends it has inside the tile.
    pub ends: u8,
    /// Its attributes that are not as usual, with their values in words.
    pub attributes: Vec<(String, String)>,
    /// Which of these are declared `unseen`.
    pub unseen: Vec<String>,
}

/// Says what plays when packs are compiled with some settings.
///
/// # Errors
/// All that is wrong with packs, tile sets and settings together.
pub fn contents(packs: &LoadedPacks, settings: &Settings) -> Result<Contents, Error> {
    let compiled = packs.compile(&settings.clone().opt_level(OptLevel::None))?;
    let placed = settings.placed(&packs.sources).map_err(|(found, sources)| Error::new(found, sources))?;
    let build = Build { variants: placed.variants, options: placed.options, ..Build::default() };
    Ok(Contents {
        items: items_in_force(packs, &build),
        steps: compiled.rules.program().declared.steps.clone(),
        tiles: tiles(&compiled),
        options: compiled.options,
    })
}

/// The items of packs and their guests that are in force.
pub(crate) fn items_in_force(packs: &LoadedPacks, build: &Build<'_>) -> Vec<ItemInForce> {
    let all = packs.packs_with(&build.guests);
    let selection = Selection { packs: &all, variants: &build.variants, options: &build.options, edit: None };
    let in_force = selection.in_force(&mut Vec::new());
    let items = in_force.entries.iter().map(|entry| ItemInForce {
        category: category(entry.item),
        name: full_name(entry.item).into_owned(),
        pack: in_force.pack_name(entry.pack).to_owned(),
        by: entry.by.map(|variant| variant.node.clone()),
        ids: entry.item.ids.iter().map(|id| id.node.clone()).collect(),
        span: entry.item.span,
        text: canonical(&packs.sources, entry.item.span),
    });
    items.collect()
}

/// The text of an item as the formatter writes it; as it stands where the formatter cannot read it alone.
pub(crate) fn canonical(sources: &Sources, span: Span) -> String {
    let text = sources.text(span);
    format_without_comments(text).unwrap_or_else(|_| text.to_owned()).trim_end().to_owned()
}

/// The kinds of tiles that lie in bags or on the table at the start.
fn tiles(compiled: &CompiledGame) -> Vec<TileInPlay> {
    let rules = &compiled.rules;
    let (stock, vocabulary) = (rules.stock(), &compiled.compiled.vocabulary);
    let mut tiles: Vec<TileInPlay> = Vec::new();
    for (number, info) in (0_u32..).zip(&stock.kinds) {
        let is_it = |tile: &u32| stock.tiles.get(*tile as usize).is_some_and(|tile| tile.kind == number);
        let Some(shape) = info.shape.and_then(|shape| shape_of(rules.catalog(), usize::from(shape.0))) else {
            continue;
        };
        let bags = rules.program().declared.bags.iter().zip(&stock.bags);
        let bags = bags.map(|(bag, tiles)| (bag.clone(), tiles.iter().filter(|tile| is_it(tile)).count()));
        let bags: Vec<(String, usize)> = bags.filter(|(_, count)| *count > 0).collect();
        let at_start = stock.start.iter().filter(|laid| is_it(&laid.tile)).count();
        if bags.is_empty() && at_start == 0 {
            continue;
        }
        if let Some(known) = tiles.iter_mut().find(|known| known.name == info.name) {
            // A set that is named twice, for two bags.
            known.bags.extend(bags);
            known.at_start += at_start;
            continue;
        }
        tiles.push(TileInPlay {
            name: info.name.clone(),
            bags,
            at_start,
            sides: sides(rules, shape),
            segments: segments(shape, vocabulary),
            attributes: attributes(&vocabulary.tile_attrs, info.attrs.iter().copied()),
            unseen: unseen(&vocabulary.tile_attrs, info.attrs.iter().copied()),
        });
    }
    tiles
}

fn shape_of(catalog: &Catalog, shape: usize) -> Option<&TileShape> {
    catalog.shapes().get(shape)
}

fn sides(rules: &Rules, shape: &TileShape) -> String {
    shape.sides().filter_map(|(_, edge)| rules.names().edges.get(usize::from(edge.0))).collect()
}

fn segments(shape: &TileShape, vocabulary: &Vocabulary) -> Vec<SegmentInPlay> {
    let feature = |segment: &SegmentShape| vocabulary.features.get(usize::from(segment.feature.0));
    let name = |segment: &SegmentShape| feature(segment).map_or("", |feature| &feature.name);
    let mut order: Vec<(usize, &SegmentShape)> = shape.segments.iter().enumerate().collect();
    order.sort_by_key(|(_, segment)| (segment.feature.0, segment.ports, &segment.attrs));
    let described = order.iter().enumerate().map(|(place, (_, segment))| {
        let before = order.iter().take(place).filter(|(other, _)| segment.touches & (1 << other) != 0);
        let kind = feature(segment);
        let attrs = kind.map_or(&[][..], |kind| &kind.attrs);
        SegmentInPlay {
            feature: name(segment).to_owned(),
            places: places(segment.ports),
            touches: before.map(|(_, other)| format!("{} {}", name(other), places(other.ports))).collect(),
            ends: segment.ends,
            attributes: attributes(attrs, segment.attrs.iter().map(|value| i64::from(*value))),
            unseen: unseen(attrs, segment.attrs.iter().map(|value| i64::from(*value))),
        }
    });
    described.collect()
}

/// The places of a segment: a side where its middle belongs to it, or else the halves that do.
fn places(ports: u32) -> String {
    let has = |port: &Port| ports & port.bit() != 0;
    let at = |side| {
        let all = Port::along(side).iter().copied();
        // The parts are the left half, the middle and the right half; what lies over the side comes behind.
        let halves = [0, 2].map(|half| all.clone().nth(half));
        let whole = all.filter(|port| !halves.contains(&Some(*port))).find(has);
        whole.map_or_else(|| halves.into_iter().flatten().filter(has).collect(), |whole| vec![whole])
    };
    let words: Vec<&str> = (0..=side::DIAGONAL).flat_map(at).map(place_word).collect();
    if words.is_empty() { "inside".to_owned() } else { words.join(" ") }
}

pub(crate) fn attributes(attrs: &[Attr], values: impl Iterator<Item = i64>) -> Vec<(String, String)> {
    unusual(attrs, values).map(|(attr, value)| (attr.name.clone(), attr.values.words(value))).collect()
}

fn unseen(attrs: &[Attr], values: impl Iterator<Item = i64>) -> Vec<String> {
    unusual(attrs, values).filter(|(attr, _)| attr.unseen).map(|(attr, _)| attr.name.clone()).collect()
}

/// The attributes whose values are not as usual.
fn unusual(attrs: &[Attr], values: impl Iterator<Item = i64>) -> impl Iterator<Item = (&Attr, i64)> {
    attrs.iter().zip(values).filter(|(attr, value)| i64::from(attr.default) != *value)
}

impl Contents {
    /// Returns the items that speak of an option, as far as words tell, but not the one that declares it.
    #[must_use]
    pub fn readers(&self, option: &OptionInfo) -> Vec<&ItemInForce> {
        let declares =
            |item: &ItemInForce| item.span.start <= option.span.start && option.span.end <= item.span.end;
        let speaks_of = |item: &ItemInForce| {
            // What stands in quotes is said to people.
            let rules = item.text.split('"').step_by(2);
            rules.flat_map(words_of).any(|word| word == bare(&option.name))
        };
        self.items.iter().filter(|item| !declares(item) && speaks_of(item)).collect()
    }
}

impl TileInPlay {
    /// How many copies there are: in all bags and on the table.
    #[must_use]
    pub fn count(&self) -> usize {
        self.bags.iter().map(|(_, count)| count).sum::<usize>() + self.at_start
    }

    /// Where its copies are, in words: `5 in pile`.
    #[must_use]
    pub fn copies(&self) -> String {
        let mut parts: Vec<String> =
            self.bags.iter().map(|(bag, count)| format!("{count} in {bag}")).collect();
        parts.extend((self.at_start > 0).then(|| format!("{} on the table at the start", self.at_start)));
        parts.join(", ")
    }

    /// What is on the tile, one thing a line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.lines_with(true)
    }

    /// What one sees on the tile, one thing a line: [`TileInPlay::lines`] without unseen attributes.
    #[must_use]
    pub fn seen_lines(&self) -> Vec<String> {
        self.lines_with(false)
    }

    fn lines_with(&self, all: bool) -> Vec<String> {
        let mut lines = vec![format!("sides {}", self.sides)];
        lines.extend(self.segments.iter().map(|segment| segment.line(all)));
        lines.extend(worded(&self.attributes, if all { &[] } else { &self.unseen }));
        lines
    }
}

/// Attributes in words, but for some.
fn worded(attributes: &[(String, String)], without: &[String]) -> impl Iterator<Item = String> {
    let told = attributes.iter().filter(|(name, _)| !without.contains(name));
    told.map(|(name, value)| format!("{name} {value}"))
}

impl SegmentInPlay {
    /// The segment in a line, with all of its attributes or without those that are unseen.
    fn line(&self, all: bool) -> String {
        let without: &[String] = if all { &[] } else { &self.unseen };
        let mut line = format!("{} {}", self.feature, self.places);
        let ends = (self.ends > 0).then(|| format!("ends {}", self.ends));
        let known: Vec<String> = worded(&self.attributes, without).chain(ends).collect();
        if !known.is_empty() {
            line.push_str(&format!(" ({})", known.join(", ")));
        }
        if !self.touches.is_empty() {
            line.push_str(&format!(", beside {}", self.touches.join(", ")));
        }
        line
    }
}
