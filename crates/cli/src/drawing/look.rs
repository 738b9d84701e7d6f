//! How kinds of features and players look: signs and colours, all derived from what packs declare.

use clap::builder::styling::{AnsiColor, Style};
use rota::Opened;
use rota::board::FeatureKindId;
use rota::bytecode::vocabulary::{Attr, AttrValues};

use crate::players::Seat;

/// Signs for areas that fill whole sides; further kinds are drawn with their letter.
const AREAS: [char; 4] = ['▒', '░', '▓', '#'];
const AREA_COLORS: [AnsiColor; 3] = [AnsiColor::Yellow, AnsiColor::Cyan, AnsiColor::Magenta];
const GROUNDS: [char; 3] = ['·', ',', '\''];
const LINE_COLORS: [AnsiColor; 3] = [AnsiColor::White, AnsiColor::Blue, AnsiColor::Magenta];
const SEAT_COLORS: [AnsiColor; 6] = [
    AnsiColor::Red,
    AnsiColor::Blue,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
];

/// How many letters of a word are written on a tile.
const MARK: usize = 2;

/// How a kind of feature is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// As a line of this sort, from the middle of a side.
    Line(usize),
    /// As what lies on both sides of lines.
    Ground,
    /// As an area.
    Area,
    /// As a letter inside its tile.
    Inside,
}

/// A kind of feature as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct KindLook {
    pub shape: Shape,
    pub sign: char,
    pub style: Style,
    /// The letters of its attributes, in order.
    pub attrs: Vec<char>,
    name: String,
    attr_names: Vec<String>,
}

/// How everything is drawn in one composition with its players.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(super) kinds: Vec<KindLook>,
    seats: Vec<(char, Style)>,
    /// A letter for each kind of piece; empty where one kind is all there is.
    pieces: Vec<char>,
    /// The attributes of whole tiles, in order of declaration.
    marks: Vec<Attr>,
    legend: Vec<String>,
}

impl Look {
    /// Settles the signs.
    pub fn new(opened: &Opened, seats: &[Seat]) -> Look {
        let mut letters = Letters::default();
        let mut kinds: Vec<KindLook> = Vec::new();
        for (index, feature) in opened.compiled.vocabulary.features.iter().enumerate() {
            let shape = shape_of(opened, index, feature.site.is_some(), &kinds);
            let same = kinds.iter().filter(|kind| kind.shape.is_like(shape)).count();
            let color =
                |colors: &[AnsiColor]| colors.get(same % colors.len()).copied().unwrap_or(AnsiColor::White);
            let sign = match shape {
                Shape::Line(sort) => LINES.get(sort).map_or('─', |lines| lines.sign()),
                Shape::Ground => GROUNDS.get(same).copied().unwrap_or('.'),
                Shape::Area => AREAS.get(same).copied().unwrap_or_else(|| letters.lower(&feature.name)),
                Shape::Inside => letters.upper(&feature.name),
            };
            let style = match shape {
                Shape::Line(_) => color(&LINE_COLORS).on_default().bold(),
                Shape::Ground => AnsiColor::Green.on_default(),
                Shape::Area => color(&AREA_COLORS).on_default(),
                Shape::Inside => AnsiColor::White.on_default().bold(),
            };
            let attrs = feature.attrs.iter().map(|attr| letters.lower(&attr.name)).collect();
            let attr_names = feature.attrs.iter().map(|attr| attr.name.clone()).collect();
            kinds.push(KindLook { shape, sign, style, attrs, name: feature.name.clone(), attr_names });
        }
        let seats: Vec<(char, Style)> = (0..)
            .zip(seats)
            .map(|(index, seat)| (letters.upper(&seat.name), seat_style(&seat.name, index)))
            .collect();
        let declared = opened.rules.program().declared.pieces.iter();
        let in_play = declared.clone().filter(|kind| kind.count > 0).count();
        // Pieces stand beside a player's letter, so their own need not differ from any other.
        let mut piece_letters = Letters::default();
        let pieces = if in_play > 1 {
            declared.map(|kind| piece_letters.lower(&kind.name)).collect()
        } else {
            Vec::new()
        };
        let marks = opened.compiled.vocabulary.tile_attrs.clone();
        let mut look = Look { kinds, seats, pieces, marks, legend: Vec::new() };
        look.legend = look.legend(opened);
        look
    }

    /// What each sign means, a line of it.
    pub fn explain(&self) -> String {
        self.legend.join("  ")
    }

    /// The colour of a seat.
    pub fn seat_style(&self, seat: usize) -> Style {
        self.seats.get(seat).map(|(_, style)| *style).unwrap_or_default()
    }

    /// The letters of a piece and their colour.
    pub(super) fn piece(&self, owner: Option<u8>, kind: u8) -> (String, Style) {
        let seat = owner.and_then(|owner| self.seats.get(usize::from(owner)));
        let (letter, style) = seat.copied().unwrap_or(('*', Style::new()));
        let mut text = String::from(letter);
        text.extend(self.pieces.get(usize::from(kind)));
        (text, style.invert().bold())
    }

    /// What is written on a tile for its attributes; nothing where they are as on most tiles.
    pub(super) fn mark(&self, attrs: &[i64]) -> String {
        let marked = self.marks.iter().zip(attrs).filter(|(attr, value)| i64::from(attr.default) != **value);
        let texts = marked.map(|(attr, value)| match &attr.values {
            AttrValues::Bool => attr.name.chars().take(1).collect(),
            AttrValues::Int(..) => value.to_string(),
            AttrValues::Words(words) => {
                let word = usize::try_from(*value).ok().and_then(|value| words.get(value));
                word.map_or(String::new(), |word| word.chars().take(MARK).collect())
            }
        });
        texts.collect::<Vec<String>>().concat()
    }

    pub(super) fn kind(&self, kind: FeatureKindId) -> Option<&KindLook> {
        self.kinds.get(usize::from(kind.0))
    }

    fn legend(&self, opened: &Opened) -> Vec<String> {
        let mut legend = Vec::new();
        for kind in &self.kinds {
            legend.push(format!("{}{}{:#} {}", kind.style, kind.sign, kind.style, kind.name));
            legend.extend(
                kind.attrs.iter().zip(&kind.attr_names).map(|(letter, name)| format!("{letter} {name}")),
            );
        }
        let declared = &opened.rules.program().declared.pieces;
        for (seat, (letter, style)) in self.seats.iter().enumerate() {
            let style = style.invert().bold();
            legend.push(format!("{style}{letter}{style:#} {}", opened.rules.seat(seat)));
        }
        legend
            .extend(self.pieces.iter().zip(declared).map(|(letter, kind)| format!("{letter} {}", kind.name)));
        legend
    }
}

impl Shape {
    fn is_like(self, other: Shape) -> bool {
        matches!((self, other), (Shape::Line(_), Shape::Line(_))) || self == other
    }
}

fn shape_of(opened: &Opened, index: usize, is_site: bool, before: &[KindLook]) -> Shape {
    let edges = &opened.compiled.vocabulary.edges;
    let lines = before.iter().filter(|kind| matches!(kind.shape, Shape::Line(_))).count();
    if is_site {
        Shape::Inside
    } else if edges.iter().any(|edge| edge.flanks.is_some() && edge.middle == index) {
        Shape::Line(lines.min(LINES.len() - 1))
    } else if edges.iter().any(|edge| edge.flanks == Some(index)) {
        Shape::Ground
    } else if edges.iter().any(|edge| edge.middle == index) {
        Shape::Area
    } else {
        Shape::Inside
    }
}

/// A player who is called by a colour has it.
fn seat_style(name: &str, seat: usize) -> Style {
    let color = match name {
        "red" => AnsiColor::Red,
        "blue" => AnsiColor::Blue,
        "green" => AnsiColor::Green,
        "yellow" => AnsiColor::Yellow,
        "magenta" | "pink" | "purple" => AnsiColor::Magenta,
        "cyan" => AnsiColor::Cyan,
        "white" => AnsiColor::BrightWhite,
        "black" | "gray" | "grey" => AnsiColor::BrightBlack,
        _ => SEAT_COLORS.get(seat % SEAT_COLORS.len()).copied().unwrap_or(AnsiColor::White),
    };
    color.on_default()
}

/// Letters that are taken.
#[derive(Clone, Debug, Default)]
struct Letters(Vec<char>);

impl Letters {
    fn upper(&mut self, name: &str) -> char {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase);
        self.take(letters.chain('A'..='Z'))
    }

    fn lower(&mut self, name: &str) -> char {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase);
        self.take(letters.chain('a'..='z'))
    }

    fn take(&mut self, mut letters: impl Iterator<Item = char>) -> char {
        let letter = letters.find(|letter| !self.0.contains(letter)).unwrap_or('?');
        self.0.push(letter);
        letter
    }
}

/// The strokes of one sort of line, by the sides they lead to: north 1, east 2, south 4, west 8.
pub(super) struct Lines([char; 16]);

impl Lines {
    fn sign(&self) -> char {
        self.stroke(0b1010)
    }

    /// The stroke that leads to these sides.
    pub fn stroke(&self, sides: usize) -> char {
        self.0.get(sides & 15).copied().unwrap_or(' ')
    }
}

/// All sorts of lines.
pub(super) const LINES: [Lines; 3] = [
    Lines([' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼']),
    Lines([' ', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬']),
    Lines([' ', '┃', '━', '┗', '┃', '┃', '┏', '┣', '━', '┛', '━', '┻', '┓', '┫', '┳', '╋']),
];
