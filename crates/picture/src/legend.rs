//! What the colours and symbols of a picture mean.

use std::collections::BTreeSet;

use crate::geometry::Point;
use crate::layout::TileLayout;
use crate::palette::{self, INK};
use crate::styles::FeatureStyle;
use crate::svg::{Align, Svg, width};
use crate::symbols;
use crate::tile::Theme;

/// The size of the words.
const SIZE: i32 = 26;

/// The height of an entry.
pub(crate) const ROW: i32 = 56;

/// How much room a swatch takes.
const SWATCH: i32 = 60;

/// A symbol and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    Kind(usize),
    Attr(usize, usize),
}

/// The entries that some layouts show, in order of declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Legend {
    entries: BTreeSet<Entry>,
}

impl Legend {
    /// Notes what a layout shows; `kinds` are those of its segments.
    pub fn note(&mut self, layout: &TileLayout, kinds: impl Iterator<Item = usize>) {
        self.entries.extend(kinds.map(Entry::Kind));
        self.entries.extend(layout.badges.iter().map(|badge| Entry::Attr(badge.kind, badge.attr)));
    }

    /// Draws the entries into some width, and returns how high they are.
    pub fn draw(&self, svg: &mut Svg, theme: &Theme<'_>, at: Point, wide: i32) -> i32 {
        let (mut x, mut y) = (0, 0);
        for entry in &self.entries {
            let words = words(theme, *entry);
            let needed = SWATCH + width(&words, SIZE) + 36;
            if x > 0 && x + needed > wide {
                (x, y) = (0, y + ROW);
            }
            draw_entry(svg, theme, *entry, Point::new(at.x + x + 24, at.y + y + ROW / 2));
            let line = Point::new(at.x + x + SWATCH, at.y + y + ROW / 2 + SIZE / 3);
            svg.text(line, SIZE, Align::Start, INK, &words);
            x += needed;
        }
        if self.entries.is_empty() { 0 } else { y + ROW }
    }
}

fn words(theme: &Theme<'_>, entry: Entry) -> String {
    let kind = |kind: usize| theme.vocabulary.features.get(kind);
    let name = match entry {
        Entry::Kind(index) => kind(index).map(|kind| kind.name.as_str()),
        Entry::Attr(index, attr) => {
            kind(index).and_then(|kind| kind.attrs.get(attr)).map(|attr| attr.name.as_str())
        }
    };
    symbols::readable(name.unwrap_or_default())
}

fn draw_entry(svg: &mut Svg, theme: &Theme<'_>, entry: Entry, at: Point) {
    let Point { x, y } = at;
    match entry {
        Entry::Attr(kind, attr) => {
            symbols::badge(svg, at, palette::badge(theme.attr_number(kind, attr)), "");
        }
        Entry::Kind(kind) => {
            let style = theme.style(kind);
            let paint = theme.paint(kind);
            let (left, top) = (x - 20, y - 20);
            match style {
                FeatureStyle::Inside(_) => svg.raw(format_args!(
                    "<use href=\"#m{kind}\" transform=\"translate({x},{y})scale({})\"/>\n",
                    symbols::scale(23)
                )),
                FeatureStyle::Line(_) => svg.raw(format_args!(
                    "<path d=\"M{left},{y}h40\" stroke=\"{}\" stroke-width=\"24\"/>\
                     <path d=\"M{left},{y}h40\" stroke=\"{}\" stroke-width=\"17\"/>\n",
                    paint.rim, paint.fill
                )),
                FeatureStyle::Ground(_) | FeatureStyle::Area(_) => svg.raw(format_args!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"40\" height=\"40\" fill=\"{}\" stroke=\"{}\" \
                     stroke-width=\"4\"/>\n",
                    paint.fill, paint.rim
                )),
            }
        }
    }
}
