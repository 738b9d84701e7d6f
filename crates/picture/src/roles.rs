//! What is drawn how: roles, letters and colours that follow from what packs declare.

use rota::bytecode::vocabulary::Vocabulary;

/// How a kind of feature is drawn. The number says how many kinds of the same role were declared before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// As a line, from the middle of a side.
    Line(usize),
    /// As what lies on both sides of lines.
    Ground(usize),
    /// As an area that fills whole sides.
    Area(usize),
    /// As a mark inside its tile.
    Inside(usize),
}

impl Role {
    /// Whether it is drawn as a line.
    #[must_use]
    pub const fn is_line(self) -> bool {
        matches!(self, Role::Line(_))
    }

    /// Whether it is drawn as ground.
    #[must_use]
    pub const fn is_ground(self) -> bool {
        matches!(self, Role::Ground(_))
    }

    /// The same role for the kind that is declared after some others of it.
    const fn numbered(self, number: usize) -> Role {
        match self {
            Role::Line(_) => Role::Line(number),
            Role::Ground(_) => Role::Ground(number),
            Role::Area(_) => Role::Area(number),
            Role::Inside(_) => Role::Inside(number),
        }
    }
}

/// The role of each kind of feature, in order of declaration: it follows from the sides that name the kind.
#[must_use]
pub fn roles(vocabulary: &Vocabulary) -> Vec<Role> {
    let edges = &vocabulary.edges;
    let mut roles: Vec<Role> = Vec::new();
    for (index, feature) in vocabulary.features.iter().enumerate() {
        let role = if feature.site.is_some() {
            Role::Inside(0)
        } else if edges.iter().any(|edge| edge.flanks.is_some() && edge.middle == index) {
            Role::Line(0)
        } else if edges.iter().any(|edge| edge.flanks == Some(index)) {
            Role::Ground(0)
        } else if edges.iter().any(|edge| edge.middle == index) {
            Role::Area(0)
        } else {
            Role::Inside(0)
        };
        let before = roles.iter().filter(|other| other.numbered(0) == role).count();
        roles.push(role.numbered(before));
    }
    roles
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
pub enum Hue {
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

impl Hue {
    /// In the order in which seats without a colour take them.
    const ALL: [Hue; 8] =
        [Hue::Red, Hue::Blue, Hue::Green, Hue::Yellow, Hue::Purple, Hue::Cyan, Hue::Black, Hue::White];

    fn named(name: &str) -> Option<Hue> {
        Some(match name {
            "red" => Hue::Red,
            "blue" => Hue::Blue,
            "green" => Hue::Green,
            "yellow" => Hue::Yellow,
            "magenta" | "pink" | "purple" => Hue::Purple,
            "cyan" => Hue::Cyan,
            "white" => Hue::White,
            "black" | "gray" | "grey" => Hue::Black,
            _ => return None,
        })
    }
}

/// The colours of some seats: who is called by a colour has it, the others take what is left.
#[must_use]
pub fn hues(names: &[String]) -> Vec<Hue> {
    let named: Vec<Option<Hue>> = names.iter().map(|name| Hue::named(name)).collect();
    let mut free = Hue::ALL.into_iter().filter(|hue| !named.contains(&Some(*hue)));
    named.iter().map(|hue| hue.or_else(|| free.next()).unwrap_or(Hue::Black)).collect()
}
