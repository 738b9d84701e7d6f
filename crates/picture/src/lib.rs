//! Pictures of tile sheets, tables and figures, as SVG and as PNG.
//!
//! Nothing here knows a game: how a kind of feature is drawn follows from the sides that name it, colours and signs
//! from the order in which packs declare things. A kind that splits sides is a line, what lies beside it is ground, a
//! kind that fills whole sides is an area, and one that lies inside its tile is a mark.
//!
//! All measures are whole numbers, so the same game gives the same SVG everywhere.

mod chart;
mod drawings;
mod geometry;
mod layout;
mod legend;
mod overlay;
mod palette;
mod panel;
mod plot;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sheet;
mod styles;
mod svg;
mod symbols;
mod table;
mod tile;
mod tile_drawing;
mod tracks;

use rota_board::TileShape;
use rota_bytecode::vocabulary::Vocabulary;

use geometry::SPAN;
use svg::Svg;
use tile::Theme;

pub use chart::{Bar, Bars, Chart, chart};
pub use drawings::{Crossing, Drawings, PieceDrawing, SeatDrawing, SpaceDrawing, TrackDrawing, drawings};
pub use plot::{Interval, Plot, PlotForm, plot};
#[cfg(feature = "png")]
pub use png::{MOST_PIXELS, PngError};
pub use sheet::sheet;
pub use styles::{FeatureStyle, Letters, SeatColor, feature_styles, seat_colors};
pub use svg::Escaped;
pub use table::table;
pub use tile_drawing::{SegmentDrawing, TileArtist, TileCommons, TileDrawing};

/// How many pixels a tile has across, unless somebody wants otherwise: texts on it can then be read.
pub const TILE_PIXELS: u32 = 120;

/// How many units a tile has across where places on it are told.
pub const TILE_UNITS: i32 = SPAN;

/// Where a piece stands on each segment of a tile that lies north up: units to the east and to the south of its
/// north-western corner, below [`TILE_UNITS`] each. No two segments of a tile share a place.
#[must_use]
pub fn anchors(shape: &TileShape, vocabulary: &Vocabulary) -> Vec<(i32, i32)> {
    let layout = Theme::new(vocabulary).layout(shape, &[]);
    layout.anchors.into_iter().map(|anchor| (anchor.x, anchor.y)).collect()
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    svg: String,
    width: u32,
    height: u32,
}

impl Picture {
    /// Finishes a picture of some units, at so many pixels for a tile.
    fn new(svg: Svg, title: &str, units: (i32, i32), pixels: u32, background: &str) -> Picture {
        let scaled = |units: i32| {
            let pixels = u64::from(units.unsigned_abs()) * u64::from(pixels.max(1));
            u32::try_from(pixels.div_ceil(u64::from(SPAN.unsigned_abs()))).unwrap_or(u32::MAX).max(1)
        };
        let (width, height) = (scaled(units.0), scaled(units.1));
        Picture { svg: svg.finish(title, (width, height), units, background), width, height }
    }

    /// The picture as SVG: the same text on every machine.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// Pixels across.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Pixels down.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The picture as PNG.
    ///
    /// # Errors
    /// The picture has more pixels than [`MOST_PIXELS`].
    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        png::png(self)
    }
}
