//! A tile by itself, for somebody else who puts it where it belongs: at a table, or beside the text that describes it.

use rota_board::TileShape;
use rota_bytecode::vocabulary::Vocabulary;
use schemars::JsonSchema;
use serde::Serialize;

use crate::geometry::{Path, Point, SPAN};
use crate::layout::TileLayout;
use crate::palette::INK;
use crate::svg::{FAMILY, Svg, data};
use crate::tile::{Theme, define_half};

/// A kind of tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TileDrawing {
    /// What turns with the tile: north up, from its north-western corner on.
    #[serde(rename = "base")]
    pub body: String,
    /// What stands upright over that, from the north-western corner of the cell on: one drawing for each number of quarter
    /// turns clockwise.
    pub upright: [String; 4],
    /// Whether it fills half of its cell: the south-western one while it is not turned.
    #[serde(rename = "half")]
    pub is_half: bool,
    /// Its segments, in the order of its file.
    pub segments: Vec<SegmentDrawing>,
}

/// A segment of a tile that is not turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SegmentDrawing {
    /// The kind of feature.
    pub kind: String,
    /// Where a piece stands: this place turns with the tile.
    pub at: [i32; 2],
    /// How far to the east and to the south of there the piece stands however the tile is turned, so that it leaves a mark
    /// to be seen.
    #[serde(skip_serializing_if = "is_nothing")]
    pub aside: i32,
    /// Whether pieces lie on it, turned by a quarter counter-clockwise, so that they are not taken for ones on what is
    /// beside it.
    pub lies: bool,
    /// The part of it that is seen, as the `d` of a path: to point at, and to light up. Holes run the other way round.
    pub outline: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_nothing(units: &i32) -> bool {
    *units == 0
}

/// What the drawings of all tiles share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileCommons {
    /// How many units a tile has across.
    pub units: i32,
    /// The colour of texts and of whatever names none.
    pub ink: &'static str,
    /// The families of the font, the first one first.
    pub font: &'static str,
    /// Elements that parts refer to by their ids: they belong once into a `defs`.
    pub defs: String,
}

/// Draws tiles one by one, as tables and sheets show them.
pub struct TileArtist<'v> {
    pub(crate) theme: Theme<'v>,
}

impl<'v> TileArtist<'v> {
    /// Draws what these words name.
    #[must_use]
    pub fn new(vocabulary: &'v Vocabulary) -> TileArtist<'v> {
        TileArtist { theme: Theme::new(vocabulary) }
    }

    /// What all drawings of this artist share.
    #[must_use]
    pub fn commons(&self) -> TileCommons {
        let mut defs = Svg::default();
        self.theme.define_common(&mut defs);
        define_half(&mut defs, "half");
        TileCommons { units: SPAN, ink: INK, font: FAMILY, defs: defs.into_text() }
    }

    /// Draws a tile with the attributes that hold for all of it, in the order in which they are declared.
    #[must_use]
    pub fn draw(&self, shape: &TileShape, attrs: &[i32]) -> TileDrawing {
        self.theme.tile_drawing(shape, attrs)
    }
}

impl Theme<'_> {
    pub fn tile_drawing(&self, shape: &TileShape, attrs: &[i32]) -> TileDrawing {
        let layout = self.layout(shape, attrs);
        let kind =
            |segment: usize| shape.segments.get(segment).map_or(0, |segment| usize::from(segment.feature.0));
        let mut body = Svg::default();
        let clip = if layout.is_half { "half" } else { "tile" };
        body.raw(format_args!("<g clip-path=\"url(#{clip})\">"));
        self.body(&mut body, &layout);
        body.raw(format_args!("</g>"));
        // What is written keeps off all places where pieces may come to stand; on half a tile there is no other corner.
        let places = if layout.is_half { 0 } else { layout.anchors.len() };
        let upright = [0, 1, 2, 3].map(|rotation| {
            let stands = (0..places).filter_map(|segment| layout.stand(segment, rotation));
            let stands: Vec<Point> = stands.collect();
            let mut svg = Svg::default();
            self.upright(&mut svg, &layout, Point::default(), rotation, &kind, &stands);
            svg.into_text()
        });
        let segments =
            (0..shape.segments.len()).map(|segment| self.segment_drawing(&layout, segment, kind(segment)));
        TileDrawing { body: body.into_text(), upright, is_half: layout.is_half, segments: segments.collect() }
    }

    fn segment_drawing(&self, layout: &TileLayout, segment: usize, kind: usize) -> SegmentDrawing {
        let anchor = layout.anchors.get(segment).copied().unwrap_or_default();
        let outline = |points: &Vec<Point>| closed(points);
        SegmentDrawing {
            kind: self.feature_name(kind),
            at: [anchor.x, anchor.y],
            aside: layout.aside(segment),
            lies: self.style(kind).is_ground(),
            outline: layout.outlines(segment).iter().map(outline).collect(),
        }
    }

    pub fn feature_name(&self, kind: usize) -> String {
        self.vocabulary.features.get(kind).map(|kind| kind.name.clone()).unwrap_or_default()
    }
}

/// The `d` of a path through some points and back.
pub(crate) fn closed(points: &[Point]) -> String {
    let mut path = Path::through(points);
    path.close();
    data(&path)
}
