//! The words that the packs of a composition declare: what tile files may say and rules may name.

use std::borrow::Cow;

pub use rota_board::{Bounds, Cell, MAX_COORDINATE, MAX_TILES, Merge, Neighbourhood};
use rota_source::{Diagnostic, Span, joined};

/// A terrain that a side of a tile may show, written as one letter in tile files.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The letter in `edges = "…"`.
    pub letter: char,
    /// Index into [`Vocabulary::features`] of the feature in the middle of the side, or on all of it where it has
    /// no halves.
    pub middle: Option<usize>,
    /// The features on the left and the right half, as seen from the middle of the tile.
    pub halves: Option<[usize; 2]>,
    /// Where it is declared.
    pub span: Span,
}

impl Edge {
    /// The features on the left half, in the middle and on the right half; on a whole side the one of it each time.
    #[must_use]
    pub fn shown(&self) -> [Option<usize>; 3] {
        match self.halves {
            Some([left, right]) => [Some(left), self.middle, Some(right)],
            None => [self.middle; 3],
        }
    }

    /// Whether the left half shows something else than the right one.
    #[must_use]
    pub fn is_unlike(&self) -> bool {
        self.halves.is_some_and(|[left, right]| left != right)
    }

    /// Whether everything that one of two sides shows goes on in the other: they are of one letter, or one shows
    /// unlike halves and the other the same the other way round.
    #[must_use]
    pub fn continues(&self, other: &Edge) -> bool {
        let [left, middle, right] = self.shown();
        if self.is_unlike() { other.shown() == [right, middle, left] } else { self.letter == other.letter }
    }
}

/// A kind of feature.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name, the key in tile files.
    pub name: String,
    /// For a feature that lies inside its tile and is completed by the tiles around it.
    pub site: Option<Neighbourhood>,
    /// Whether its segments lie over the sides of their tiles, whatever those show.
    pub is_layer: bool,
    /// The attributes its segments may carry, in order of declaration.
    pub attrs: Vec<Attr>,
    /// Kinds (indices into [`Vocabulary::features`]) that a segment of this kind may adjoin on its tile.
    pub adjoins: Vec<usize>,
    /// The colour that its pack wants it drawn in.
    pub color: Option<Color>,
    /// The character that its pack wants to stand for it where only characters can be drawn.
    pub sign: Option<char>,
    /// Where it is declared.
    pub span: Span,
}

/// The colours that a pack can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum Color {
    White,
    Grey,
    Black,
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
    Brown,
}

impl Color {
    /// All of them, by the words for them.
    pub const NAMED: [(&str, Color); 10] = [
        ("white", Color::White),
        ("grey", Color::Grey),
        ("black", Color::Black),
        ("red", Color::Red),
        ("orange", Color::Orange),
        ("yellow", Color::Yellow),
        ("green", Color::Green),
        ("blue", Color::Blue),
        ("purple", Color::Purple),
        ("brown", Color::Brown),
    ];
}

/// The values an attribute may take in a tile file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttrValues {
    /// `true` or `false`; kept as 1 or 0.
    Bool,
    /// A whole number between the two, both included.
    Int(i32, i32),
    /// One of these words; kept as its index.
    Words(Vec<String>),
    /// One of these goods; kept as its number.
    Stock {
        /// What they are called.
        kinds: Vec<String>,
        /// Whether there may be none, which goes by [`NOTHING`] and is kept as -1.
        optional: bool,
    },
}

/// What a tile file writes where there are no goods.
pub const NOTHING: &str = "none";

impl AttrValues {
    /// A value in words, `yes` and `no` for those of a truth.
    #[must_use]
    pub fn words(&self, value: i64) -> String {
        match self {
            AttrValues::Bool => if value == 0 { "no" } else { "yes" }.to_owned(),
            AttrValues::Int(..) => value.to_string(),
            AttrValues::Words(_) | AttrValues::Stock { .. } => self.word(value).to_owned(),
        }
    }

    /// The word for a value, where values have words; nothing otherwise.
    #[must_use]
    pub fn word(&self, value: i64) -> &str {
        self.choices().find(|(_, known)| i64::from(*known) == value).map_or("", |(word, _)| word)
    }

    /// The words that a file may write, each with what it is kept as; none for truths and numbers.
    pub fn choices(&self) -> impl Iterator<Item = (&str, i32)> {
        let (words, optional) = match self {
            AttrValues::Bool | AttrValues::Int(..) => (&[][..], false),
            AttrValues::Words(words) => (words.as_slice(), false),
            AttrValues::Stock { kinds, optional } => (kinds.as_slice(), *optional),
        };
        optional.then_some((NOTHING, -1)).into_iter().chain(words.iter().map(String::as_str).zip(0..))
    }

    /// The goods that it may be.
    fn stock(&self) -> &[String] {
        if let AttrValues::Stock { kinds, .. } = self { kinds } else { &[] }
    }
}

/// An attribute that tile files may give to a tile or a segment.
#[derive(Clone, Debug)]
pub struct Attr {
    /// Its name, the key in tile files.
    pub name: String,
    /// What it may be.
    pub values: AttrValues,
    /// Its value where the file says nothing.
    pub default: i32,
    /// How it joins; tiles never join, so theirs is [`Merge::Agree`].
    pub merge: Merge,
    /// Whether pictures show no mark of it.
    pub unseen: bool,
    /// Where it is declared.
    pub span: Span,
}

impl Attr {
    /// Renames it, and the goods that it may be.
    fn rename(&mut self, rename: impl Fn(&mut String)) {
        rename(&mut self.name);
        if let AttrValues::Stock { kinds, .. } = &mut self.values {
            kinds.iter_mut().for_each(rename);
        }
    }
}

/// Everything that tile files may name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Kinds of sides.
    pub edges: Vec<Edge>,
    /// Kinds of sides that may lie against each other though they differ, as places in `edges`.
    pub compatible_edges: Vec<(usize, usize)>,
    /// The cells in which tiles may lie, where the table has a border.
    pub border: Option<Bounds>,
    /// Whether what reaches the border ends there.
    pub has_closed_border: bool,
    /// Kinds of features.
    pub features: Vec<Feature>,
    /// Attributes of whole tiles.
    pub tile_attrs: Vec<Attr>,
    /// Attributes of cards, which decks give them.
    pub card_attrs: Vec<Attr>,
    /// Attributes of spaces, which tracks give them.
    pub space_attrs: Vec<Attr>,
}

impl Vocabulary {
    /// Finds a feature kind by name.
    pub fn feature(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|feature| feature.name == name)
    }

    /// Finds an edge by its letter.
    pub fn edge(&self, letter: char) -> Option<usize> {
        self.edges.iter().position(|edge| edge.letter == letter)
    }

    /// Why no segment of a kind can cross a tile that lies; nothing where one can.
    pub fn uncrossable(&self, kind: usize) -> Option<&'static str> {
        let feature = self.features.get(kind)?;
        let shows = |edge: &Edge| {
            let is_ground = |[left, right]: [usize; 2]| left == right && left != kind;
            edge.middle == Some(kind) && edge.halves.is_some_and(is_ground)
        };
        match feature.site {
            Some(_) => Some("this lies inside its tile"),
            None if feature.is_layer => Some("this lies over the sides"),
            None => (!self.edges.iter().any(shows)).then_some("no side shows it as a strip"),
        }
    }

    /// The same words as packs see them, own names first: what is theirs is written without its pack.
    #[must_use]
    pub fn seen_by(&self, packs: &[String]) -> Cow<'_, Vocabulary> {
        let mut names: Vec<&str> = self.features.iter().map(|feature| feature.name.as_str()).collect();
        let attrs = self.features.iter().flat_map(|feature| &feature.attrs).chain(&self.tile_attrs);
        names.extend(attrs.clone().map(|attr| attr.name.as_str()));
        names.extend(attrs.flat_map(|attr| attr.values.stock()).map(String::as_str));
        if !names.iter().any(|name| name.contains("::")) {
            return Cow::Borrowed(self);
        }
        // Where several of the packs have a name, it is the first one's.
        let rank = |name: &str| {
            let (owner, own) = name.split_once("::")?;
            Some((packs.iter().position(|pack| pack == owner)?, own.to_owned()))
        };
        let seen = |name: &mut String| {
            if let Some((own_rank, own)) = rank(name) {
                let before =
                    |other: &&str| rank(other).is_some_and(|(rank, word)| word == own && rank < own_rank);
                if !names.iter().any(before) {
                    *name = own;
                }
            }
        };
        let mut words = self.clone();
        for feature in &mut words.features {
            seen(&mut feature.name);
            feature.attrs.iter_mut().for_each(|attr| attr.rename(seen));
        }
        words.tile_attrs.iter_mut().for_each(|attr| attr.rename(seen));
        Cow::Owned(words)
    }

    /// Says that `word` is no feature kind, with the nearest one that is.
    pub fn unknown_feature(&self, word: &str, span: Span) -> Diagnostic {
        let known = || self.features.iter().map(|feature| feature.name.as_str());
        Diagnostic::error("tiles::unknown-feature", format!("unknown feature `{word}`"))
            .at(span, "no pack of this composition declares it")
            .suggest((word, span), known(), || match self.features.as_slice() {
                [] => format!("declare it: `feature {word}`"),
                _ => format!("the features are {}", joined(known())),
            })
    }
}

// Words are equal that say the same, wherever they are declared: what was made of them serves again when the text above
// them has moved. Nothing may be kept for such words that holds their `span`.

impl PartialEq for Edge {
    fn eq(&self, other: &Edge) -> bool {
        let Edge { letter, middle, halves, span: _ } = self;
        (letter, middle, halves) == (&other.letter, &other.middle, &other.halves)
    }
}

impl Eq for Edge {}

impl PartialEq for Feature {
    fn eq(&self, other: &Feature) -> bool {
        let Feature { name, site, is_layer, attrs, adjoins, color, sign, span: _ } = self;
        (name, site, is_layer, attrs) == (&other.name, &other.site, &other.is_layer, &other.attrs)
            && (adjoins, color, sign) == (&other.adjoins, &other.color, &other.sign)
    }
}

impl Eq for Feature {}

impl PartialEq for Attr {
    fn eq(&self, other: &Attr) -> bool {
        let Attr { name, values, default, merge, unseen, span: _ } = self;
        (name, values, default) == (&other.name, &other.values, &other.default)
            && (merge, unseen) == (&other.merge, &other.unseen)
    }
}

impl Eq for Attr {}
