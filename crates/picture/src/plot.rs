//! Figures with their intervals: rows of dots, columns, and a line over time. They are told apart by their forms, so that
//! they can be read in black and white.

use std::fmt::Write as _;

use crate::Picture;
use crate::geometry::Point;
use crate::palette::{CARD, FAINT, INK, PAPER};
use crate::svg::{Align, Svg, shortened};

/// Around everything.
const MARGIN: i32 = 40;

/// The room for words before a row, and for figures behind it.
const LABEL: i32 = 440;
const FIGURE: i32 = 170;

/// How wide and how high figures are drawn.
const LENGTH: i32 = 800;
const HEIGHT: i32 = 360;

/// From one row to the next.
const ROW: i32 = 44;

/// How many pixels a tile would have across, which is what words are measured by.
const PIXELS: u32 = 130;

/// The size of words.
const SIZE: i32 = 24;

/// About how many marks an axis has.
const MARKS: i64 = 5;

/// A figure between the ends of its interval, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// Its lower end.
    pub low: i64,
    /// The figure itself.
    pub middle: i64,
    /// Its upper end.
    pub high: i64,
}

impl Interval {
    /// A figure and the ends of its interval: `[low, middle, high]`.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "what is drawn was counted elsewhere")]
    pub fn new(ends: [f64; 3]) -> Interval {
        // A figure that no picture could show becomes the largest that one can.
        let [low, middle, high] = ends.map(|value| (value * 100.0).round().clamp(-1e12, 1e12) as i64);
        Interval { low, middle, high }
    }
}

/// Figures to be drawn.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What they show.
    pub title: String,
    /// How they are drawn.
    pub form: PlotForm,
}

/// How figures are drawn.
#[derive(Clone, Debug)]
pub enum PlotForm {
    /// A row for each: a dot on its interval, full where the interval does not hold 0.
    Dots(Vec<(String, Interval)>),
    /// A column for each, from left to right.
    Columns(Vec<(String, i64)>),
    /// A line through all of them, from left to right, in a band of their intervals.
    Line {
        /// The figures, each with what stands below it.
        points: Vec<(String, Interval)>,
        /// What they are held against.
        beside: Option<(String, i64)>,
    },
}

/// Draws figures.
#[must_use]
pub fn plot(plot: &Plot) -> Picture {
    let mut svg = Svg::default();
    let (width, height) = match &plot.form {
        PlotForm::Dots(rows) => dots(rows, &mut svg),
        PlotForm::Columns(columns) => draw_columns(columns, &mut svg),
        PlotForm::Line { points, beside } => line(points, beside.as_ref(), &mut svg),
    };
    Picture::new(svg, &plot.title, (width, height), PIXELS, PAPER)
}

/// From figures to places on an axis.
struct Axis {
    low: i64,
    high: i64,
    step: i64,
    length: i32,
}

impl Axis {
    /// An axis on which all of these have a place, and 0.
    fn over(all: impl Iterator<Item = i64>, length: i32) -> Axis {
        let (low, high) = all.fold((0, 0), |(low, high), figure| (figure.min(low), figure.max(high)));
        let wanted = ((high - low) / MARKS).max(1);
        let mut power = 1;
        while power * 10 <= wanted {
            power *= 10;
        }
        let step = [power, 2 * power, 5 * power].into_iter().find(|step| *step >= wanted);
        let step = step.unwrap_or(10 * power);
        let high = high.div_euclid(step) + i64::from(high.rem_euclid(step) > 0);
        let high = if high == 0 && low == 0 { 1 } else { high };
        Axis { low: low.div_euclid(step) * step, high: high * step, step, length }
    }

    /// How far a figure is from the beginning of the axis.
    fn at(&self, figure: i64) -> i32 {
        let span = (self.high - self.low).max(1);
        let figure = figure.clamp(self.low, self.high);
        i32::try_from((figure - self.low) * i64::from(self.length) / span).unwrap_or(self.length)
    }

    fn marks(&self) -> impl Iterator<Item = i64> + '_ {
        let steps = (self.high - self.low) / self.step;
        (0..=steps).map(|number| self.low + number * self.step)
    }

    /// A figure with as many digits as the marks of this axis need.
    fn words(&self, figure: i64) -> String {
        match self.step % 100 {
            0 => (figure / 100).to_string(),
            _ => hundredths(figure),
        }
    }
}

fn dots(rows: &[(String, Interval)], svg: &mut Svg) -> (i32, i32) {
    let ends = rows.iter().flat_map(|(_, row)| [row.low, row.high]);
    let axis = Axis::over(ends, LENGTH);
    let (left, top) = (MARGIN + LABEL, MARGIN);
    let foot = top + ROW * i32::try_from(rows.len()).unwrap_or(0);
    for mark in axis.marks() {
        let x = left + axis.at(mark);
        let (color, width) = if mark == 0 { (INK, 3) } else { (FAINT, 1) };
        svg.raw(format_args!(
            "<path d=\"M{x},{top}V{foot}\" stroke=\"{color}\" stroke-width=\"{width}\"/>\n"
        ));
        svg.text(Point::new(x, foot + 34), SIZE, Align::Middle, FAINT, &axis.words(mark));
    }
    // Where none could be below 0, no sign says that it is not.
    let is_signed = rows.iter().any(|(_, row)| row.low < 0);
    let mut y = top + ROW / 2;
    for (label, row) in rows {
        let [low, middle, high] = [row.low, row.middle, row.high].map(|figure| left + axis.at(figure));
        let is_clear = row.low > 0 || row.high < 0;
        let fill = if is_clear { INK } else { CARD };
        svg.text(Point::new(left - 20, y + 8), SIZE, Align::End, INK, &shortened(label, SIZE, LABEL - 20));
        svg.raw(format_args!(
            "<path d=\"M{low},{y}H{high}M{low},{}v16M{high},{}v16\" stroke=\"{INK}\" stroke-width=\"3\"/>\
             <circle cx=\"{middle}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"3\"/>\n",
            y - 8,
            y - 8
        ));
        let sign = if is_signed && row.middle > 0 { "+" } else { "" };
        let figure = format!("{sign}{}", hundredths(row.middle));
        svg.text(Point::new(left + LENGTH + 24, y + 8), SIZE, Align::Start, INK, &figure);
        y += ROW;
    }
    (left + LENGTH + FIGURE + MARGIN, foot + 34 + MARGIN)
}

fn draw_columns(columns: &[(String, i64)], svg: &mut Svg) -> (i32, i32) {
    let axis = Axis::over(columns.iter().map(|(_, figure)| *figure), HEIGHT);
    let frame = Frame::draw(&axis, svg);
    let count = i32::try_from(columns.len()).unwrap_or(1).max(1);
    let step = LENGTH / count;
    // Words that would lie on one another are left out.
    let every = (70 / step.max(1) + 1) as usize;
    for (number, (label, figure)) in columns.iter().enumerate() {
        let x = frame.left + LENGTH * i32::try_from(number).unwrap_or(0) / count;
        let high = axis.at(*figure) - axis.at(0);
        let (y, wide) = (frame.foot - axis.at(0) - high, (step - 4).max(2));
        svg.raw(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{FAINT}\" stroke=\"{INK}\" \
             stroke-width=\"2\"/>\n"
        ));
        if number % every == 0 {
            svg.text(Point::new(x + wide / 2, frame.foot + 34), SIZE, Align::Middle, FAINT, label);
        }
    }
    frame.size()
}

fn line(points: &[(String, Interval)], beside: Option<&(String, i64)>, svg: &mut Svg) -> (i32, i32) {
    let ends = points.iter().flat_map(|(_, point)| [point.low, point.high]);
    let axis = Axis::over(ends.chain(beside.map(|(_, figure)| *figure)), HEIGHT);
    let frame = Frame::draw(&axis, svg);
    let gaps = i32::try_from(points.len()).unwrap_or(1).saturating_sub(1).max(1);
    let x = |number: usize| frame.left + 40 + (LENGTH - 80) * i32::try_from(number).unwrap_or(0) / gaps;
    let y = |figure: i64| frame.foot - axis.at(figure);
    let mut band = String::new();
    let upper = points.iter().enumerate().map(|(number, (_, point))| (number, point.high));
    let lower = points.iter().enumerate().rev().map(|(number, (_, point))| (number, point.low));
    for (number, figure) in upper.chain(lower) {
        // Writing to a string does not fail.
        let _ = write!(band, "{},{} ", x(number), y(figure));
    }
    svg.raw(format_args!("<polygon points=\"{band}\" fill=\"{FAINT}\" fill-opacity=\"0.3\"/>\n"));
    if let Some((words, figure)) = beside {
        let (left, right, y) = (frame.left, frame.left + LENGTH, y(*figure));
        svg.raw(format_args!(
            "<path d=\"M{left},{y}H{right}\" stroke=\"{INK}\" stroke-width=\"2\" stroke-dasharray=\"10 8\"/>\n"
        ));
        svg.text(Point::new(right + 12, y + 8), SIZE, Align::Start, FAINT, words);
    }
    let mut path = String::new();
    for (number, (label, point)) in points.iter().enumerate() {
        let _ = write!(path, "{},{} ", x(number), y(point.middle));
        svg.text(Point::new(x(number), frame.foot + 34), SIZE, Align::Middle, FAINT, label);
    }
    svg.raw(format_args!(
        "<polyline points=\"{path}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"4\"/>\n"
    ));
    for (number, (_, point)) in points.iter().enumerate() {
        let (x, y) = (x(number), y(point.middle));
        svg.raw(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{INK}\"/>\n"));
    }
    frame.size()
}

/// Where something is drawn above an axis.
struct Frame {
    left: i32,
    foot: i32,
}

impl Frame {
    /// Draws the marks of an axis that goes up.
    fn draw(axis: &Axis, svg: &mut Svg) -> Frame {
        let frame = Frame { left: MARGIN + 120, foot: MARGIN + HEIGHT };
        for mark in axis.marks() {
            let (left, y) = (frame.left, frame.foot - axis.at(mark));
            let (color, width) = if mark == 0 { (INK, 3) } else { (FAINT, 1) };
            svg.raw(format_args!(
                "<path d=\"M{left},{y}h{LENGTH}\" stroke=\"{color}\" stroke-width=\"{width}\"/>\n"
            ));
            svg.text(Point::new(left - 16, y + 8), SIZE, Align::End, FAINT, &axis.words(mark));
        }
        frame
    }

    fn size(&self) -> (i32, i32) {
        (self.left + LENGTH + FIGURE + MARGIN, self.foot + 34 + MARGIN)
    }
}

fn hundredths(figure: i64) -> String {
    let sign = if figure < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", figure.unsigned_abs() / 100, figure.unsigned_abs() % 100)
}
