//! The colours of pictures.

use rota_bytecode::vocabulary::Color;

use crate::styles::{FeatureStyle, SeatColor};

/// Texts and outlines.
pub(crate) const INK: &str = "#2b2419";

/// Texts of less weight.
pub(crate) const FAINT: &str = "#7a6d5a";

/// Behind everything.
pub(crate) const PAPER: &str = "#f3ecdc";

/// Where things lie beside the table.
pub(crate) const CARD: &str = "#fffaf0";

/// A tile without any ground.
pub(crate) const BARE: &str = "#d8ccb0";

/// The frame of the tile that was laid last.
pub(crate) const LAST: &str = "#e8352c";

/// The colours that something is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    /// Its body.
    pub fill: &'static str,
    /// What surrounds it.
    pub rim: &'static str,
    /// What is scattered on it.
    pub detail: &'static str,
}

const fn paint(fill: &'static str, rim: &'static str, detail: &'static str) -> Paint {
    Paint { fill, rim, detail }
}

const LINES: [Paint; 3] = [
    paint("#f8f0d8", "#8d7a55", "#d9c9a0"),
    paint("#86bfe3", "#3a759f", "#c9e4f4"),
    paint("#b9b9bd", "#55555c", "#dcdce0"),
];
const GROUNDS: [Paint; 3] = [
    paint("#97bf6b", "#4f7d36", "#7ba953"),
    paint("#dcc88e", "#97803f", "#c5ae70"),
    paint("#b7c7bd", "#5f7a6b", "#9db0a4"),
];
const AREAS: [Paint; 3] = [
    paint("#cd9f6b", "#5e432b", "#b07a49"),
    paint("#78afd0", "#2f6488", "#5d98bd"),
    paint("#b79cc4", "#5b3f6b", "#9d80ac"),
];
const INSIDES: [Paint; 4] = [
    paint("#f1e6cc", "#5b4632", "#b4503a"),
    paint("#5f9a4a", "#2f5a24", "#f0a3bf"),
    paint("#c9cdd2", "#4a4f57", "#8d949d"),
    paint("#f0cf72", "#7d5c12", "#d89f2a"),
];
const BADGES: [&str; 6] = ["#2f6fb5", "#8a3fa0", "#1f7f78", "#a3561d", "#5a5f66", "#a32745"];

/// The colours of a kind of feature: those that its pack has named, or else what follows from its style.
pub(crate) fn paint_of(style: FeatureStyle, color: Option<Color>) -> Paint {
    color.map_or_else(|| styled(style), named)
}

const fn named(color: Color) -> Paint {
    match color {
        Color::White => paint("#f7f4ec", "#8f8a7d", "#d6d1c3"),
        Color::Grey => paint("#b9b9bd", "#55555c", "#8f8f96"),
        Color::Black => paint("#56534f", "#1f1c19", "#7d7973"),
        Color::Red => paint("#d9826f", "#7c2a1d", "#b85c48"),
        Color::Orange => paint("#eab069", "#8f5312", "#d08f42"),
        Color::Yellow => paint("#ecd98a", "#937a1c", "#d3ba58"),
        Color::Green => paint("#97bf6b", "#4f7d36", "#7ba953"),
        Color::Blue => paint("#86bfe3", "#2f6488", "#5d98bd"),
        Color::Purple => paint("#b79cc4", "#5b3f6b", "#9d80ac"),
        Color::Brown => paint("#cd9f6b", "#5e432b", "#b07a49"),
    }
}

fn styled(style: FeatureStyle) -> Paint {
    let (paints, number): (&[Paint], usize) = match style {
        FeatureStyle::Line(number) => (&LINES, number),
        FeatureStyle::Ground(number) => (&GROUNDS, number),
        FeatureStyle::Area(number) => (&AREAS, number),
        FeatureStyle::Inside(number) => (&INSIDES, number),
    };
    paints.get(number % paints.len()).copied().unwrap_or(paint(BARE, INK, FAINT))
}

/// The colours of the badge of an attribute.
pub(crate) fn badge(number: usize) -> Paint {
    let fill = BADGES.get(number % BADGES.len()).copied().unwrap_or(BARE);
    paint(fill, "#ffffff", "#ffffff")
}

/// The colour of a seat, and the colour of letters on it.
pub(crate) const fn seat(color: SeatColor) -> (&'static str, &'static str) {
    match color {
        SeatColor::Red => ("#d8342b", "#ffffff"),
        SeatColor::Blue => ("#2a62c9", "#ffffff"),
        SeatColor::Green => ("#2f9440", "#ffffff"),
        SeatColor::Yellow => ("#f4cf1d", "#2b2419"),
        SeatColor::Purple => ("#b03ac0", "#ffffff"),
        SeatColor::Cyan => ("#22b6c4", "#2b2419"),
        SeatColor::White => ("#f7f7f4", "#2b2419"),
        SeatColor::Black => ("#3a3a3c", "#ffffff"),
    }
}

/// The colour of what belongs to nobody.
pub(crate) const NEUTRAL: (&str, &str) = ("#8b8378", "#ffffff");
