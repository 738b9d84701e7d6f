//! Writing SVG: the few elements that pictures are made of.

use std::fmt::{self, Write};

use crate::geometry::Point;
use crate::palette::INK;

/// The family of the font, and what stands in for it where a viewer does not have it.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The elements of a picture in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    out: String,
}

/// Where the place of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Start,
    Middle,
    End,
}

impl Svg {
    /// Adds elements as they are.
    pub fn raw(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(text);
    }

    /// The elements as a text.
    pub fn into_text(self) -> String {
        self.out
    }

    /// Adds what others made.
    pub fn add(&mut self, other: &Svg) {
        self.out.push_str(&other.out);
    }

    /// Adds a text; `at` lies on its base line.
    pub fn text(&mut self, at: Point, size: i32, align: Align, fill: &str, text: &str) {
        let anchor = match align {
            Align::Start => "",
            Align::Middle => " text-anchor=\"middle\"",
            Align::End => " text-anchor=\"end\"",
        };
        let Point { x, y } = at;
        let text = Escaped(text);
        self.raw(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"{fill}\">{text}</text>\n"
        ));
    }

    /// Adds a text that is turned clockwise around a place, which lies on the middle of its base line.
    pub fn turned_text(&mut self, at: Point, degrees: i32, size: i32, fill: &str, text: &str) {
        let (Point { x, y }, text) = (at, Escaped(text));
        self.raw(format_args!(
            "<text transform=\"translate({x},{y})rotate({degrees})\" font-size=\"{size}\" text-anchor=\"middle\" \
             fill=\"{fill}\">{text}</text>\n"
        ));
    }

    /// Finishes a picture of some pixels that shows some units.
    pub fn finish(self, title: &str, pixels: (u32, u32), units: (i32, i32), background: &str) -> String {
        let ((width, height), (across, down)) = (pixels, units);
        let title = Escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {across} {down}\" font-family=\"{FAMILY}\" fill=\"{INK}\">\n<title>{title}</title>\n\
             <rect width=\"{across}\" height=\"{down}\" fill=\"{background}\"/>\n{}</svg>\n",
            self.out
        )
    }
}

/// A text in which nothing is taken for a part of the picture, or of the page, that it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML cannot write these at all.
                '\u{fffe}' | '\u{ffff}' => {}
                _ if letter.is_control() => f.write_char(' ')?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// About how wide a text is.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let letters = text.chars().map(|letter| match letter {
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | '\'' | '|' => 35,
        'm' | 'w' | 'M' | 'W' => 95,
        _ if letter.is_uppercase() => 72,
        _ => 62,
    });
    letters.fold(0, |sum: i32, letter| sum.saturating_add(letter)).saturating_mul(size) / 100
}

/// A text that is not wider than some room.
pub(crate) fn shortened(text: &str, size: i32, room: i32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while width(&short, size) > room - size && short.pop().is_some() {}
    short.push('…');
    short
}

/// The path through some places as the `d` of an element.
pub(crate) fn data(path: &crate::geometry::Path) -> String {
    let mut out = String::new();
    path.write(&mut out);
    out
}
