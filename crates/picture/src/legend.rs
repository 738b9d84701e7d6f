//! What the colours and signs of a picture mean.

use std::collections::BTreeSet;

use crate::geometry::Point;
use crate::palette::{self, INK};
use crate::plan::Plan;
use crate::roles::Role;
use crate::signs;
use crate::svg::{Align, Svg, width};
use crate::tile::Style;

/// The size of the words.
const SIZE: i32 = 26;

/// The height of an entry.
pub(crate) const ROW: i32 = 56;

/// How much room a swatch takes.
const SWATCH: i32 = 60;

/// A sign and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    Kind(usize),
    Attr(usize, usize),
}

/// The signs that some plans show, in order of declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Legend {
    signs: BTreeSet<Sign>,
}

impl Legend {
    /// Notes what a plan shows; `kinds` are those of its segments.
    pub fn note(&mut self, plan: &Plan, kinds: impl Iterator<Item = usize>) {
        self.signs.extend(kinds.map(Sign::Kind));
        self.signs.extend(plan.badges.iter().map(|badge| Sign::Attr(badge.kind, badge.attr)));
    }

    /// Draws the entries into some width, and returns how high they are.
    pub fn draw(&self, svg: &mut Svg, style: &Style<'_>, at: Point, wide: i32) -> i32 {
        let (mut x, mut y) = (0, 0);
        for sign in &self.signs {
            let words = words(style, *sign);
            let needed = SWATCH + width(&words, SIZE) + 36;
            if x > 0 && x + needed > wide {
                (x, y) = (0, y + ROW);
            }
            draw_sign(svg, style, *sign, Point::new(at.x + x + 24, at.y + y + ROW / 2));
            let line = Point::new(at.x + x + SWATCH, at.y + y + ROW / 2 + SIZE / 3);
            svg.text(line, SIZE, Align::Start, INK, &words);
            x += needed;
        }
        if self.signs.is_empty() { 0 } else { y + ROW }
    }
}

fn words(style: &Style<'_>, sign: Sign) -> String {
    let kind = |kind: usize| style.vocabulary.features.get(kind);
    let name = match sign {
        Sign::Kind(index) => kind(index).map(|kind| kind.name.as_str()),
        Sign::Attr(index, attr) => {
            kind(index).and_then(|kind| kind.attrs.get(attr)).map(|attr| attr.name.as_str())
        }
    };
    signs::plain(name.unwrap_or_default())
}

fn draw_sign(svg: &mut Svg, style: &Style<'_>, sign: Sign, at: Point) {
    let Point { x, y } = at;
    match sign {
        Sign::Attr(kind, attr) => {
            signs::badge(svg, at, palette::badge(style.attr_number(kind, attr)), "");
        }
        Sign::Kind(kind) => {
            let role = style.role(kind);
            let paint = palette::paint_of(role);
            let (left, top) = (x - 20, y - 20);
            match role {
                Role::Inside(_) => svg.raw(format_args!(
                    "<use href=\"#m{kind}\" transform=\"translate({x},{y})scale({})\"/>\n",
                    signs::scale(23)
                )),
                Role::Line(_) => svg.raw(format_args!(
                    "<path d=\"M{left},{y}h40\" stroke=\"{}\" stroke-width=\"24\"/>\
                     <path d=\"M{left},{y}h40\" stroke=\"{}\" stroke-width=\"17\"/>\n",
                    paint.rim, paint.fill
                )),
                Role::Ground(_) | Role::Area(_) => svg.raw(format_args!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"40\" height=\"40\" fill=\"{}\" stroke=\"{}\" \
                     stroke-width=\"4\"/>\n",
                    paint.fill, paint.rim
                )),
            }
        }
    }
}
