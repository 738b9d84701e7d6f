//! Counting what tiles show.

use std::collections::BTreeMap;

use rota::TileInPlay;
use rota_bytecode::vocabulary::{Edge, Vocabulary};

/// What some tiles show, each copy counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// How many tiles there are.
    pub tiles: u64,
    /// How many sides show each letter, in order of declaration; letters that no tile has are left out.
    pub sides: Vec<SideCount>,
    /// What is there of each kind of feature, in order of declaration.
    pub features: Vec<Feature>,
    /// On how many tiles each attribute has each of its values that are not as usual: `city.pennants 1`.
    pub attributes: Vec<(String, u64)>,
}

/// How many sides show a letter.
#[derive(Clone, Debug)]
pub(super) struct SideCount {
    pub letter: char,
    /// What such a side shows from left to right: `field road field`.
    pub shown: String,
    /// The kind of feature in its middle, by its number among those that are declared.
    pub kind: Option<usize>,
    pub count: u64,
}

/// What is there of a kind of feature.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    pub name: String,
    /// Its number among those that are declared.
    pub kind: usize,
    /// How many tiles have a segment of it.
    pub tiles: u64,
    /// How many segments of it there are.
    pub segments: u64,
}

impl Figures {
    /// Counts what tiles show.
    pub fn of(tiles: &[TileInPlay], vocabulary: &Vocabulary) -> Figures {
        let copies = |tile: &TileInPlay| u64::try_from(tile.count()).unwrap_or(u64::MAX);
        let sum = |count: &dyn Fn(&TileInPlay) -> u64| -> u64 {
            tiles.iter().map(|tile| copies(tile) * count(tile)).sum()
        };
        let sides = vocabulary.edges.iter().map(|edge| {
            let count =
                sum(&|tile| counted(tile.sides.chars().filter(|letter| *letter == edge.letter).count()));
            let kind = edge.middle.or(edge.halves.map(|[left, _]| left));
            SideCount { letter: edge.letter, shown: shown(edge, vocabulary), kind, count }
        });
        let features = vocabulary.features.iter().enumerate().map(|(kind, feature)| {
            let own = |tile: &TileInPlay| {
                counted(tile.segments.iter().filter(|segment| segment.feature == feature.name).count())
            };
            let (tiles, segments) = (sum(&|tile| own(tile).min(1)), sum(&own));
            Feature { name: feature.name.clone(), kind, tiles, segments }
        });
        let mut attributes: BTreeMap<String, u64> = BTreeMap::new();
        for tile in tiles {
            let whole = tile.attributes.iter().map(|(name, value)| format!("{name} {value}"));
            let of_segments = tile.segments.iter().flat_map(|segment| {
                let named = |(name, value): &(String, String)| format!("{}.{name} {value}", segment.feature);
                segment.attributes.iter().map(named).collect::<Vec<_>>()
            });
            let mut found: Vec<String> = whole.chain(of_segments).collect();
            found.sort_unstable();
            found.dedup();
            found.into_iter().for_each(|one| *attributes.entry(one).or_default() += copies(tile));
        }
        Figures {
            tiles: sum(&|_| 1),
            sides: sides.filter(|side| side.count > 0).collect(),
            features: features.filter(|feature| feature.segments > 0).collect(),
            attributes: attributes.into_iter().collect(),
        }
    }

    /// How many sides show a letter.
    pub fn sides_with(&self, letter: char) -> u64 {
        self.sides.iter().find(|side| side.letter == letter).map_or(0, |side| side.count)
    }

    /// What is there of a kind of feature, by its name.
    pub fn feature(&self, name: &str) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.name == name)
    }

    /// On how many tiles an attribute has a value.
    pub fn tiles_with(&self, attribute: &str) -> u64 {
        self.attributes.iter().find(|(known, _)| known == attribute).map_or(0, |(_, count)| *count)
    }
}

fn counted(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// What a side shows from left to right: `field road field`.
fn shown(edge: &Edge, vocabulary: &Vocabulary) -> String {
    let mut names: Vec<&str> = Vec::new();
    for kind in edge.shown().into_iter().flatten() {
        let name = vocabulary.features.get(kind).map_or("", |feature| feature.name.as_str());
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    names.join(" ")
}
