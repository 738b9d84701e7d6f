//! From SVG to PNG, with a font of our own, so that every machine draws the same letters.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

use crate::Picture;

/// DejaVu Sans with the Latin, Greek and Cyrillic letters of European languages; its licence lies beside it.
const FONT: &[u8] = include_bytes!("../font/DejaVuSans.ttf");

const FAMILY: &str = "DejaVu Sans";

/// The most pixels of a PNG: four bytes are needed for each.
pub const MOST_PIXELS: u64 = 100_000_000;

/// Why a picture cannot be made of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// It would have more than [`MOST_PIXELS`].
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The SVG was refused. That does not happen to a picture of this crate.
    Refused(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge { width, height } => {
                write!(f, "the picture would be {width} by {height} pixels, which is too large for a PNG")
            }
            PngError::Refused(why) => write!(f, "the picture cannot be drawn: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

pub(crate) fn png(picture: &Picture) -> Result<Vec<u8>, PngError> {
    let (width, height) = (picture.width(), picture.height());
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PngError::TooLarge { width, height });
    }
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: FAMILY.to_owned(),
        // Pictures hold no pictures, and a text in them must not be able to name a file.
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    let tree =
        Tree::from_str(picture.svg(), &options).map_err(|error| PngError::Refused(error.to_string()))?;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Refused(error.to_string()))
}
