//! Tiles: each kind is drawn once, north up, and used wherever one lies.

use rota_board::TileShape;
use rota_bytecode::vocabulary::{Color, Vocabulary};

use crate::geometry::{BLANK, Path, Point, SPAN, along, half_start, inward};
use crate::layout::{EndForm, TileLayout, layout};
use crate::palette::{self, BARE, INK, Paint};
use crate::styles::{FeatureStyle, Letters, feature_styles};
use crate::svg::{Svg, data};
use crate::symbols;

/// How wide a line is, and how wide with what surrounds it.
pub(crate) const LINE: (i32, i32) = (21, 28);

/// The outline of a tile, and of one that fills half of its cell.
const WHOLE: &str = "M0,0H240V240H0z";
const HALVED: &str = "M0,0L240,240H0z";

/// What is scattered in the open, around a place.
const TUFTS: &str = "m-6,3l-2,-7m5,7l2,-10m2,10l5,-7";
const ROOFS: &str = "m-8,1l8,-8l8,8zm3,0v7h10v-7z";
const WAVES: &str = "m-10,0q5,-6 10,0t10,0";

/// How everything is drawn that the packs of a composition declare.
pub(crate) struct Theme<'v> {
    pub vocabulary: &'v Vocabulary,
    pub feature_styles: Vec<FeatureStyle>,
    /// A letter for each kind of feature that is drawn as a mark.
    pub letters: Vec<Option<char>>,
}

impl<'v> Theme<'v> {
    pub fn new(vocabulary: &'v Vocabulary) -> Theme<'v> {
        let feature_styles = feature_styles(vocabulary);
        let mut letters = Letters::default();
        let kinds = vocabulary.features.iter().zip(&feature_styles);
        let letters = kinds.map(|(feature, style)| match style {
            FeatureStyle::Inside(_) => Some(letters.upper(&feature.name)),
            FeatureStyle::Line(_) | FeatureStyle::Ground(_) | FeatureStyle::Area(_) => None,
        });
        Theme { vocabulary, letters: letters.collect(), feature_styles }
    }

    pub fn layout(&self, shape: &TileShape, attrs: &[i32]) -> TileLayout {
        layout(shape, attrs, self.vocabulary, &self.feature_styles)
    }

    pub fn style(&self, kind: usize) -> FeatureStyle {
        self.feature_styles.get(kind).copied().unwrap_or(FeatureStyle::Inside(0))
    }

    /// The colour that its pack names for a kind.
    fn color(&self, kind: usize) -> Option<Color> {
        self.vocabulary.features.get(kind)?.color
    }

    /// The colours of a kind.
    pub fn paint(&self, kind: usize) -> Paint {
        palette::paint_of(self.style(kind), self.color(kind))
    }

    /// The number of an attribute of features among all of them.
    pub fn attr_number(&self, kind: usize, attr: usize) -> usize {
        let before = self.vocabulary.features.iter().take(kind);
        before.map(|feature| feature.attrs.len()).sum::<usize>() + attr
    }

    /// Defines what all tiles share: their border, and the marks of all kinds that are drawn as marks.
    pub fn define_common(&self, svg: &mut Svg) {
        svg.raw(format_args!("<clipPath id=\"tile\"><path d=\"{WHOLE}\"/></clipPath>\n"));
        for (kind, letter) in self.letters.iter().enumerate() {
            if let Some(letter) = letter {
                svg.raw(format_args!("<g id=\"m{kind}\">"));
                self.mark(svg, kind, *letter);
                svg.raw(format_args!("</g>\n"));
            }
        }
    }

    fn mark(&self, svg: &mut Svg, kind: usize, letter: char) {
        let style = self.style(kind);
        let number = match style {
            FeatureStyle::Inside(number) => number,
            FeatureStyle::Line(_) | FeatureStyle::Ground(_) | FeatureStyle::Area(_) => usize::MAX,
        };
        symbols::mark(svg, number, self.paint(kind), letter);
    }

    /// Defines a tile as it lies north up: all of it that turns with it.
    pub fn define(&self, svg: &mut Svg, id: usize, layout: &TileLayout) {
        if layout.is_half {
            let clip = format!("half{id}");
            define_half(svg, &clip);
            svg.raw(format_args!("<g id=\"t{id}\" clip-path=\"url(#{clip})\">"));
        } else {
            svg.raw(format_args!("<g id=\"t{id}\" clip-path=\"url(#tile)\">"));
        }
        self.body(svg, layout);
        svg.raw(format_args!("</g>\n"));
    }

    /// Draws all of a tile that turns with it, north up, to be clipped by its outline.
    pub fn body(&self, svg: &mut Svg, layout: &TileLayout) {
        let outline = if layout.is_half { HALVED } else { WHOLE };
        let ground = layout.ground.map_or(BARE, |kind| self.paint(kind).fill);
        svg.raw(format_args!("<path d=\"{outline}\" fill=\"{ground}\"/>\n"));
        self.areas(svg, layout);
        self.details(svg, layout);
        self.boundaries(svg, layout);
        self.lines(svg, layout);
        self.line_ends(svg, layout);
        self.blanks(svg, layout);
        svg.raw(format_args!(
            "<path d=\"{outline}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" \
             stroke-opacity=\".45\"/>\n"
        ));
    }

    /// Draws what stands upright on a tile however it lies, from the tile's north-western corner on. Notes keep off
    /// the places of `pieces`, which are told from that corner.
    pub fn upright(
        &self,
        svg: &mut Svg,
        layout: &TileLayout,
        corner: Point,
        rotation: u8,
        kind_of: &dyn Fn(usize) -> usize,
        pieces: &[Point],
    ) {
        let place = |at: Point| {
            let at = at.turned(rotation);
            Point::new(corner.x + at.x, corner.y + at.y)
        };
        for mark in &layout.inside {
            let (Point { x, y }, kind) = (place(mark.at), kind_of(mark.segment));
            let scale = symbols::scale(mark.reach);
            svg.raw(format_args!(
                "<use href=\"#m{kind}\" transform=\"translate({x},{y})scale({scale})\"/>\n"
            ));
        }
        for badge in &layout.badges {
            let declared =
                self.vocabulary.features.get(badge.kind).and_then(|kind| kind.attrs.get(badge.attr));
            let words = declared.map(|attr| symbols::badge_words(attr, badge.value)).unwrap_or_default();
            let paint = palette::badge(self.attr_number(badge.kind, badge.attr));
            symbols::badge(svg, place(badge.at), paint, &words);
        }
        for (note, at) in layout.labels.iter().zip(label_places(layout, rotation, pieces)) {
            let at = Point::new(corner.x + at.x, corner.y + at.y);
            symbols::label(svg, at, &note.words, note.wide, rotation);
        }
    }

    fn areas(&self, svg: &mut Svg, layout: &TileLayout) {
        for area in &layout.areas {
            let style = self.style(area.kind);
            let paint = self.paint(area.kind);
            svg.raw(format_args!("<path d=\"{}\" fill=\"{}\"/>\n", data(&area.path), paint.fill));
            let rims: String = area.rims.iter().map(data).collect();
            if rims.is_empty() || style.is_ground() {
                continue;
            }
            svg.raw(format_args!(
                "<path d=\"{rims}\" fill=\"none\" stroke=\"{}\" stroke-width=\"10\"/>\
                 <path d=\"{rims}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"8 6\"/>\n",
                paint.rim, paint.fill
            ));
        }
    }

    /// Draws what is scattered in the open.
    fn details(&self, svg: &mut Svg, layout: &TileLayout) {
        for (kind, style) in self.feature_styles.iter().enumerate() {
            // Where a colour is named it says what is scattered as well: what is blue is water, what is green grows.
            let form = match (style, self.color(kind)) {
                (FeatureStyle::Line(_) | FeatureStyle::Inside(_), _) => continue,
                (_, Some(Color::Green)) => TUFTS,
                (_, Some(Color::Blue)) => WAVES,
                (FeatureStyle::Ground(_), _) => TUFTS,
                (FeatureStyle::Area(0), _) => ROOFS,
                (FeatureStyle::Area(_), None) => WAVES,
                (FeatureStyle::Area(_), Some(_)) => continue,
            };
            let own = layout.open.iter().filter(|(own, _)| *own == kind);
            let path: String = own.map(|(_, at)| format!("M{},{}{form}", at.x, at.y)).collect();
            if !path.is_empty() {
                let paint = self.paint(kind);
                svg.raw(format_args!(
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
                    paint.detail
                ));
            }
        }
    }

    fn boundaries(&self, svg: &mut Svg, layout: &TileLayout) {
        let rim = layout.ground.map_or(INK, |kind| self.paint(kind).rim);
        let path: String = layout.boundaries.iter().map(|at| format!("M{},{}h0", at.x, at.y)).collect();
        if !path.is_empty() {
            svg.raw(format_args!(
                "<path class=\"hedge\" d=\"{path}\" stroke=\"{rim}\" stroke-width=\"8\" stroke-linecap=\"round\"/>\n"
            ));
        }
    }

    fn lines(&self, svg: &mut Svg, layout: &TileLayout) {
        let (inner, outer) = LINE;
        let (over, level): (Vec<_>, Vec<_>) = layout.lines.iter().partition(|line| line.is_over);
        // All rims come first, so that none of them runs across a line of the same level.
        for line in &level {
            stroke(svg, &line.path, self.paint(line.kind).rim, outer);
        }
        for line in &level {
            stroke(svg, &line.path, self.paint(line.kind).fill, inner);
        }
        for line in over {
            self.line_over(svg, line.kind, &line.path);
        }
    }

    /// Draws a line that passes over whatever is below it.
    pub fn line_over(&self, svg: &mut Svg, kind: usize, path: &Path) {
        let (paint, (inner, outer)) = (self.paint(kind), LINE);
        stroke(svg, path, paint.rim, outer + 4);
        stroke(svg, path, paint.fill, inner);
    }

    fn line_ends(&self, svg: &mut Svg, layout: &TileLayout) {
        for line_end in &layout.line_ends {
            let paint = self.paint(line_end.kind);
            let (Point { x, y }, reach) = (line_end.at, line_end.reach());
            let (fill, wide) = match line_end.form {
                EndForm::Junction => (paint.detail, 5),
                EndForm::Gate => (INK, 4),
                EndForm::Mouth => (INK, 6),
                EndForm::Open => (paint.fill, 4),
            };
            svg.raw(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{wide}\"/>\n",
                reach - wide / 2,
                paint.rim
            ));
            if line_end.form == EndForm::Junction {
                svg.raw(format_args!(
                    "<path d=\"M{x},{y}m-9,3v-7l5,-6l5,6v7zm9,6v-6l4,-5l4,5v6z\" fill=\"{}\"/>\n",
                    paint.rim
                ));
            }
        }
    }

    fn blanks(&self, svg: &mut Svg, layout: &TileLayout) {
        for side in &layout.blank {
            let from = half_start(side * 2);
            let to = from.along(along(*side), SPAN);
            let (inner_to, inner_from) = (to.along(inward(*side), BLANK), from.along(inward(*side), BLANK));
            let mut strip = Path::through(&[from, to, inner_to, inner_from]);
            strip.close();
            svg.raw(format_args!("<path d=\"{}\" fill=\"{INK}\" fill-opacity=\".7\"/>\n", data(&strip)));
        }
    }
}

/// Defines what half tiles are clipped by.
pub(crate) fn define_half(svg: &mut Svg, id: &str) {
    svg.raw(format_args!("<clipPath id=\"{id}\"><path d=\"{HALVED}\"/></clipPath>\n"));
}

fn stroke(svg: &mut Svg, path: &Path, color: &str, wide: i32) {
    svg.raw(format_args!(
        "<path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{wide}\"/>\n",
        data(path)
    ));
}

/// Where the middles of labels are on a tile as it lies: in the place that was planned, or in the next corner where
/// less is in the way.
fn label_places(layout: &TileLayout, rotation: u8, pieces: &[Point]) -> Vec<Point> {
    let pieces = pieces.iter().map(|at| (*at, symbols::PIECE_REACH));
    let marks = layout.inside.iter().map(|mark| (mark.at.turned(rotation), mark.reach * 4 / 5));
    let badges = layout.badges.iter().map(|badge| (badge.at.turned(rotation), symbols::BADGE_REACH));
    let obstacles: Vec<(Point, i32)> = pieces.chain(marks).chain(badges).collect();
    let mut places: Vec<Point> = Vec::new();
    for (index, note) in layout.labels.iter().enumerate() {
        let (across, down) = (note.wide / 2, symbols::LABEL_HIGH / 2);
        let corners =
            [across + 6, SPAN - across - 6].map(|x| [down + 6, SPAN - down - 6].map(|y| Point::new(x, y)));
        let planned = note.at.turned(rotation);
        let mut corners: Vec<Point> = corners.as_flattened().to_vec();
        if note.is_aside {
            corners.push(planned);
        }
        corners.sort_by_key(|at| (at.distance(planned), *at));
        let is_over = |at: &Point, other: Point, room: (i32, i32)| {
            (at.x - other.x).abs() < across + room.0 && (at.y - other.y).abs() < down + room.1
        };
        let in_the_way = |at: &&Point| {
            let labels = layout.labels.iter().zip(&places).take(index);
            let labels = labels.filter(|(other, place)| {
                is_over(at, **place, (other.wide / 2 + 4, symbols::LABEL_HIGH / 2 + 4))
            });
            labels.count()
                + obstacles.iter().filter(|(other, reach)| is_over(at, *other, (*reach, *reach))).count()
        };
        places.extend(corners.iter().min_by_key(in_the_way));
    }
    places
}
