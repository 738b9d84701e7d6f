//! How kinds of features and players look: signs and colours, as packs say them or derived from what they declare.

use clap::builder::styling::{AnsiColor, Color, Style};
use rota::CompiledGame;
use rota_batch::Seat;
use rota_board::FeatureKindId;
use rota_bytecode::vocabulary::{Attr, AttrValues, Color as FeatureColor};
use rota_picture::{FeatureStyle, Letters, SeatColor, feature_styles, seat_colors};

use crate::players;

/// Signs for areas that fill whole sides; further kinds are drawn with their letter.
const AREAS: [char; 4] = ['▒', '░', '▓', '#'];
const AREA_COLORS: [AnsiColor; 3] = [AnsiColor::Yellow, AnsiColor::Cyan, AnsiColor::Magenta];
const GROUNDS: [char; 3] = ['·', ',', '\''];
const LINE_COLORS: [AnsiColor; 3] = [AnsiColor::White, AnsiColor::Blue, AnsiColor::Magenta];

/// Stands for the owner of a piece that has none.
const NEUTRAL: char = '*';

/// How many letters of a word are written on a tile.
const MARK: usize = 2;

/// A kind of feature as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct KindTheme {
    pub role: FeatureStyle,
    pub sign: char,
    pub style: Style,
    /// The letters of its attributes, in order; none for those that are not shown.
    pub attrs: Vec<Option<char>>,
    name: String,
    attr_names: Vec<String>,
}

/// How everything is drawn in one composition with its players.
#[derive(Clone, Debug)]
pub(crate) struct Theme {
    pub(super) kinds: Vec<KindTheme>,
    seats: Vec<(char, Style)>,
    /// A letter for each kind of piece; empty where one kind is all there is.
    pieces: Vec<char>,
    /// The attributes of whole tiles, in order of declaration.
    marks: Vec<Attr>,
    legend: Vec<String>,
}

impl Theme {
    /// Settles the signs.
    pub fn new(opened: &CompiledGame, seats: &[Seat]) -> Theme {
        let mut letters = Letters::default();
        let mut kinds: Vec<KindTheme> = Vec::new();
        let vocabulary = &opened.compiled.vocabulary;
        for (feature, role) in vocabulary.features.iter().zip(feature_styles(vocabulary)) {
            let color = |colors: &[AnsiColor], number: usize| {
                colors.get(number % colors.len()).copied().unwrap_or(AnsiColor::White)
            };
            let (sign, style) = match role {
                FeatureStyle::Line(number) => {
                    (lines(number).sign(), color(&LINE_COLORS, number).on_default().bold())
                }
                FeatureStyle::Ground(number) => {
                    (GROUNDS.get(number).copied().unwrap_or('.'), AnsiColor::Green.on_default())
                }
                FeatureStyle::Area(number) => {
                    let sign = AREAS.get(number).copied().unwrap_or_else(|| letters.lower(&feature.name));
                    (sign, color(&AREA_COLORS, number).on_default())
                }
                FeatureStyle::Inside(_) => {
                    (letters.upper(&feature.name), AnsiColor::White.on_default().bold())
                }
            };
            let sign = feature.sign.unwrap_or(sign);
            let style = feature.color.map_or(style, |color| style.fg_color(Some(color_of(color))));
            let mut letter = |attr: &Attr| (!attr.unseen).then(|| letters.lower(&attr.name));
            let attrs = feature.attrs.iter().map(&mut letter).collect();
            let attr_names = feature.attrs.iter().map(|attr| attr.name.clone()).collect();
            kinds.push(KindTheme { role, sign, style, attrs, name: feature.name.clone(), attr_names });
        }
        let names = players::names(seats);
        let seats: Vec<(char, Style)> = names
            .iter()
            .zip(seat_colors(&names))
            .map(|(name, hue)| (letters.upper(name), seat_style_of(hue)))
            .collect();
        let declared = opened.rules.program().declared.pieces.iter();
        let in_play = declared.clone().filter(|kind| kind.most() > 0).count();
        // Pieces stand beside a player's letter, so their own need not differ from any other.
        let mut piece_letters = Letters::default();
        let pieces = if in_play > 1 {
            declared.map(|kind| piece_letters.lower(&kind.name)).collect()
        } else {
            Vec::new()
        };
        let marks = opened.compiled.vocabulary.tile_attrs.clone();
        let mut theme = Theme { kinds, seats, pieces, marks, legend: Vec::new() };
        theme.legend = theme.legend(opened);
        theme
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
        let (letter, style) = seat.copied().unwrap_or((NEUTRAL, Style::new()));
        let mut text = String::from(letter);
        text.extend(self.pieces.get(usize::from(kind)));
        (text, style.invert().bold())
    }

    /// What is written on a tile for its attributes; nothing where they are as on most tiles.
    pub(super) fn mark(&self, attrs: &[i64]) -> String {
        let marked = self.marks.iter().zip(attrs);
        let marked = marked.filter(|(attr, value)| !attr.unseen && i64::from(attr.default) != **value);
        let texts = marked.map(|(attr, value)| match &attr.values {
            AttrValues::Bool => attr.name.chars().take(1).collect(),
            AttrValues::Int(..) => value.to_string(),
            AttrValues::Words(_) | AttrValues::Stock { .. } => {
                attr.values.word(*value).chars().take(MARK).collect()
            }
        });
        texts.collect::<Vec<String>>().concat()
    }

    pub(super) fn kind(&self, kind: FeatureKindId) -> Option<&KindTheme> {
        self.kinds.get(usize::from(kind.0))
    }

    fn legend(&self, opened: &CompiledGame) -> Vec<String> {
        let mut legend = Vec::new();
        for kind in &self.kinds {
            legend.push(format!("{}{}{:#} {}", kind.style, kind.sign, kind.style, kind.name));
            legend.extend(
                kind.attrs
                    .iter()
                    .zip(&kind.attr_names)
                    .filter_map(|(letter, name)| Some(format!("{} {name}", (*letter)?))),
            );
        }
        let declared = &opened.rules.program().declared.pieces;
        for (seat, (letter, style)) in self.seats.iter().enumerate() {
            let style = style.invert().bold();
            legend.push(format!("{style}{letter}{style:#} {}", opened.rules.seat(seat)));
        }
        if declared.iter().any(|kind| kind.neutral) {
            legend.push(format!("{NEUTRAL} nobody"));
        }
        legend
            .extend(self.pieces.iter().zip(declared).map(|(letter, kind)| format!("{letter} {}", kind.name)));
        legend
    }
}

/// The nearest that a terminal has to a colour.
fn color_of(color: FeatureColor) -> Color {
    Color::Ansi(match color {
        FeatureColor::White => AnsiColor::BrightWhite,
        FeatureColor::Grey => AnsiColor::White,
        FeatureColor::Black => AnsiColor::BrightBlack,
        FeatureColor::Red => AnsiColor::Red,
        FeatureColor::Orange => AnsiColor::BrightRed,
        FeatureColor::Yellow => AnsiColor::BrightYellow,
        FeatureColor::Green => AnsiColor::Green,
        FeatureColor::Blue => AnsiColor::Blue,
        FeatureColor::Purple => AnsiColor::Magenta,
        FeatureColor::Brown => AnsiColor::Yellow,
    })
}

fn seat_style_of(hue: SeatColor) -> Style {
    let color = match hue {
        SeatColor::Red => AnsiColor::Red,
        SeatColor::Blue => AnsiColor::Blue,
        SeatColor::Green => AnsiColor::Green,
        SeatColor::Yellow => AnsiColor::Yellow,
        SeatColor::Purple => AnsiColor::Magenta,
        SeatColor::Cyan => AnsiColor::Cyan,
        SeatColor::White => AnsiColor::BrightWhite,
        SeatColor::Black => AnsiColor::BrightBlack,
    };
    color.on_default()
}

/// The strokes of a kind of lines; all kinds beyond the last sort share it.
pub(super) fn lines(number: usize) -> &'static Lines {
    let [one, other, last] = &LINES;
    match number {
        0 => one,
        1 => other,
        _ => last,
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
static LINES: [Lines; 3] = [
    Lines([' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼']),
    Lines([' ', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬']),
    Lines([' ', '┃', '━', '┗', '┃', '┃', '┏', '┣', '━', '┛', '━', '┻', '┓', '┫', '┳', '╋']),
];
