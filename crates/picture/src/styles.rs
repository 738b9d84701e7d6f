//! What is drawn how: styles, letters and colours that follow from what packs declare.

use rota_bytecode::vocabulary::Vocabulary;

/// How a kind of feature is drawn. The number says how many kinds of the same style were declared before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureStyle {
    /// As a line, from the middle of a side.
    Line(usize),
    /// As what lies on both sides of lines.
    Ground(usize),
    /// As an area that fills whole sides.
    Area(usize),
    /// As a mark inside its tile.
    Inside(usize),
}

impl FeatureStyle {
    /// Whether it is drawn as a line.
    #[must_use]
    pub const fn is_line(self) -> bool {
        matches!(self, Self::Line(_))
    }

    /// Whether it is drawn as ground.
    #[must_use]
    pub const fn is_ground(self) -> bool {
        matches!(self, Self::Ground(_))
    }

    /// The same style for the kind that is declared after some others of it.
    const fn numbered(self, number: usize) -> FeatureStyle {
        match self {
            Self::Line(_) => Self::Line(number),
            Self::Ground(_) => Self::Ground(number),
            Self::Area(_) => Self::Area(number),
            Self::Inside(_) => Self::Inside(number),
        }
    }
}

/// The style of each kind of feature, in order of declaration: it follows from the sides that name the kind.
#[must_use]
pub fn feature_styles(vocabulary: &Vocabulary) -> Vec<FeatureStyle> {
    let edges = &vocabulary.edges;
    let mut feature_styles: Vec<FeatureStyle> = Vec::new();
    for (index, feature) in vocabulary.features.iter().enumerate() {
        let style = if feature.site.is_some() {
            FeatureStyle::Inside(0)
        } else if feature.is_layer
            || edges.iter().any(|edge| edge.halves.is_some() && edge.middle == Some(index))
        {
            FeatureStyle::Line(0)
        } else if edges.iter().any(|edge| edge.middle.is_some() && edge.halves == Some([index; 2])) {
            FeatureStyle::Ground(0)
        } else if edges.iter().any(|edge| edge.shown().contains(&Some(index))) {
            FeatureStyle::Area(0)
        } else {
            FeatureStyle::Inside(0)
        };
        let before = feature_styles.iter().filter(|other| other.numbered(0) == style).count();
        feature_styles.push(style.numbered(before));
    }
    feature_styles
}

/// Letters for names, each used once.
#[derive(Clone, Debug, Default)]
pub struct Letters(Vec<char>);

impl Letters {
    /// A capital letter of a name that nothing else has, or another one.
    pub fn upper(&mut self, name: &str) -> char {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase);
        self.take(letters.chain('A'..='Z'))
    }

    /// As [`Letters::upper`], a small letter.
    pub fn lower(&mut self, name: &str) -> char {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase);
        self.take(letters.chain('a'..='z'))
    }

    fn take(&mut self, mut letters: impl Iterator<Item = char>) -> char {
        let letter = letters.find(|letter| !self.0.contains(letter)).unwrap_or('?');
        self.0.push(letter);
        letter
    }
}

/// The colour of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatColor {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Magenta, pink, purple.
    Purple,
    /// Cyan.
    Cyan,
    /// White.
    White,
    /// Black, grey.
    Black,
}

impl SeatColor {
    /// In the order in which seats without a colour take them: the first six can be told apart by whoever sees no red
    /// or no green; purple would be taken for blue then, and green for red.
    const ALL: [Self; 8] = [
        Self::Red,
        Self::Blue,
        Self::Yellow,
        Self::Black,
        Self::Cyan,
        Self::White,
        Self::Purple,
        Self::Green,
    ];

    fn named(name: &str) -> Option<SeatColor> {
        Some(match name {
            "red" => Self::Red,
            "blue" => Self::Blue,
            "green" => Self::Green,
            "yellow" => Self::Yellow,
            "magenta" | "pink" | "purple" => Self::Purple,
            "cyan" => Self::Cyan,
            "white" => Self::White,
            "black" | "gray" | "grey" => Self::Black,
            _ => return None,
        })
    }
}

/// The colours of some seats: who is called by a colour has it, the others take what is left.
#[must_use]
pub fn seat_colors(names: &[String]) -> Vec<SeatColor> {
    let named: Vec<Option<SeatColor>> = names.iter().map(|name| SeatColor::named(name)).collect();
    let mut free = SeatColor::ALL.into_iter().filter(|color| !named.contains(&Some(*color)));
    named.iter().map(|color| color.or_else(|| free.next()).unwrap_or(SeatColor::Black)).collect()
}
