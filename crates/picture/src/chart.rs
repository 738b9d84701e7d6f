//! Figures as bars, in the colours of the tiles.

use rota_bytecode::vocabulary::Vocabulary;

use crate::Picture;
use crate::geometry::Point;
use crate::palette::{CARD, FAINT, INK, PAPER};
use crate::svg::{Align, Svg, shortened, width};
use crate::tile::Theme;

/// Around everything.
const MARGIN: i32 = 60;

/// From one bar to the next.
const ROW: i32 = 52;

/// How high a bar is, and how high the one beside it.
const BAR: (i32, i32) = (24, 10);

/// The room for the words before a bar, for the bar, and for the figures behind it.
const LABEL: i32 = 580;
const LENGTH: i32 = 720;
const FIGURE: i32 = 280;

/// The size of the words.
const SIZE: i32 = 26;

/// The colour of bars that stand for no kind of feature.
const PLAIN: (&str, &str) = ("#b59f74", "#6b5836");

/// Figures to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What they are of.
    pub title: String,
    /// What the thin bars beside them are of, where there are any.
    pub beside: Option<String>,
    /// The groups of bars, from top to bottom.
    pub groups: Vec<Bars>,
}

/// Bars that belong together.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// What they show.
    pub title: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

/// A share as a bar.
#[derive(Clone, Debug, Default)]
pub struct Bar {
    /// What it is a share of.
    pub label: String,
    /// The kind of feature in whose colours it is drawn, by its number in the vocabulary.
    pub feature: Option<usize>,
    /// The share in thousandths; what is more is drawn as the whole.
    pub share: u32,
    /// The share that it is held beside.
    pub beside: Option<u32>,
}

/// Draws figures. `pixels` is how many a tile would have across beside words of this size.
#[must_use]
pub fn chart(chart: &Chart, vocabulary: &Vocabulary, pixels: u32) -> Picture {
    let theme = Theme::new(vocabulary);
    let mut svg = Svg::default();
    let inner = LABEL + LENGTH + FIGURE;
    let mut y = MARGIN + 44;
    let size = if width(&chart.title, 44) > inner { 30 } else { 44 };
    svg.text(Point::new(MARGIN, y), size, Align::Start, INK, &shortened(&chart.title, size, inner));
    if let Some(beside) = &chart.beside {
        y += 42;
        let words = shortened(&format!("thin bars: {beside}"), SIZE, inner);
        svg.text(Point::new(MARGIN, y), SIZE, Align::Start, FAINT, &words);
    }
    for group in &chart.groups {
        y += 76;
        svg.text(Point::new(MARGIN, y), 34, Align::Start, INK, &shortened(&group.title, 34, inner));
        y += 18;
        for bar in &group.bars {
            draw(bar, &theme, &mut svg, Point::new(MARGIN, y));
            y += ROW;
        }
    }
    Picture::new(svg, &chart.title, (inner + 2 * MARGIN, y + MARGIN), pixels, PAPER)
}

fn draw(bar: &Bar, theme: &Theme<'_>, svg: &mut Svg, at: Point) {
    let (fill, rim) = bar.feature.map_or(PLAIN, |kind| {
        let paint = theme.paint(kind);
        (paint.fill, paint.rim)
    });
    let (left, top, foot) = (at.x + LABEL, at.y + 8, at.y + 30);
    let label = shortened(&bar.label, SIZE, LABEL - 24);
    svg.text(Point::new(left - 20, foot), SIZE, Align::End, INK, &label);
    let (high, thin) = BAR;
    svg.raw(format_args!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{LENGTH}\" height=\"{high}\" fill=\"{CARD}\"/>\
         <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{high}\" fill=\"{fill}\" stroke=\"{rim}\" \
         stroke-width=\"3\"/>\n",
        length(bar.share)
    ));
    let mut words = percent(bar.share);
    if let Some(beside) = bar.beside {
        svg.raw(format_args!(
            "<rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{thin}\" fill=\"{FAINT}\"/>\n",
            top + high,
            length(beside)
        ));
        words = format!("{words}  ({})", percent(beside));
    }
    svg.text(Point::new(left + LENGTH + 16, foot), SIZE, Align::Start, INK, &words);
}

/// How long the bar of a share is.
fn length(share: u32) -> i32 {
    i32::try_from(share.min(1000)).unwrap_or(1000) * LENGTH / 1000
}

fn percent(share: u32) -> String {
    format!("{}.{} %", share / 10, share % 10)
}
