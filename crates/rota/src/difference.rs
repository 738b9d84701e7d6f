//! What is different between two compositions: rule by rule, option by option, tile by tile.

use rota_check::OptionInfo;

use crate::contents::{Contents, ItemInForce, TileInPlay};

/// A thing that is not the same on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pair<T> {
    /// Only the first has it.
    OnlyFirst(T),
    /// Only the second has it.
    OnlySecond(T),
    /// Both have it, each in its own way.
    Changed(T, T),
}

impl<T> Pair<T> {
    /// What the first has, and what the second has.
    pub fn sides(&self) -> (Option<&T>, Option<&T>) {
        match self {
            Pair::OnlyFirst(first) => (Some(first), None),
            Pair::OnlySecond(second) => (None, Some(second)),
            Pair::Changed(first, second) => (Some(first), Some(second)),
        }
    }
}

/// All that is not the same: in order of the first, and behind it what only the second has.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Difference {
    /// The options that have another value, or that only one of them has.
    pub options: Vec<Pair<OptionInfo>>,
    /// The items whose texts differ. Comments, layout and the pack that says it make no difference.
    pub items: Vec<Pair<ItemInForce>>,
    /// The steps of both in order of play, where those differ.
    pub steps: Option<[Vec<String>; 2]>,
    /// The kinds of tiles that differ in number or in what is on them.
    pub tiles: Vec<Pair<TileInPlay>>,
}

impl Difference {
    /// Whether both are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.options.is_empty() && self.items.is_empty() && self.steps.is_none() && self.tiles.is_empty()
    }
}

/// Holds what plays in two compositions against each other.
#[must_use]
pub fn difference(first: &Contents, second: &Contents) -> Difference {
    let steps = (first.steps != second.steps).then(|| [first.steps.clone(), second.steps.clone()]);
    Difference {
        options: pairs(
            &first.options,
            &second.options,
            &[|one: &OptionInfo, other: &OptionInfo| one.name == other.name],
        )
        .into_iter()
        .filter(is_set_otherwise)
        .collect(),
        items: pairs(&first.items, &second.items, &SAME_ITEM).into_iter().filter(says_otherwise).collect(),
        steps,
        tiles: pairs(
            &first.tiles,
            &second.tiles,
            &[|one: &TileInPlay, other: &TileInPlay| one.name == other.name],
        )
        .into_iter()
        .filter(|pair| !matches!(pair, Pair::Changed(one, other) if one == other))
        .collect(),
    }
}

/// Whether two things are the same one.
type Same<T> = fn(&T, &T) -> bool;

/// When two items are the same one. Of some kinds several have one name, as of changes to a value: those that say
/// the same belong together before those that only come from the same pack, and these before all others.
const SAME_ITEM: [Same<ItemInForce>; 4] = [
    |one, other| named_alike(one, other) && one.text == other.text && one.pack == other.pack,
    |one, other| named_alike(one, other) && one.text == other.text,
    |one, other| named_alike(one, other) && one.pack == other.pack,
    named_alike,
];

fn named_alike(one: &ItemInForce, other: &ItemInForce) -> bool {
    (one.category, &one.name) == (other.category, &other.name)
}

/// Whether an option is there on one side only, or has another value.
fn is_set_otherwise(pair: &Pair<OptionInfo>) -> bool {
    !matches!(pair, Pair::Changed(one, other) if one.value == other.value)
}

fn says_otherwise(pair: &Pair<ItemInForce>) -> bool {
    !matches!(pair, Pair::Changed(one, other) if one.text == other.text)
}

/// Finds for each thing the same one on the other side: by the first of the ways that finds one, each of them once.
fn pairs<T: Clone>(first: &[T], second: &[T], same: &[Same<T>]) -> Vec<Pair<T>> {
    let mut partners: Vec<Option<usize>> = vec![None; first.len()];
    let mut taken = vec![false; second.len()];
    for same in same {
        for (one, partner) in first.iter().zip(&mut partners).filter(|(_, partner)| partner.is_none()) {
            let free = second.iter().zip(&mut taken).enumerate().filter(|(_, (_, taken))| !**taken);
            let mut fitting = free.filter(|(_, (other, _))| same(one, other));
            if let Some((place, (_, taken))) = fitting.next() {
                *partner = Some(place);
                *taken = true;
            }
        }
    }
    let own =
        first.iter().zip(&partners).map(|(one, partner)| match partner.and_then(|place| second.get(place)) {
            Some(other) => Pair::Changed(one.clone(), other.clone()),
            None => Pair::OnlyFirst(one.clone()),
        });
    let left = second.iter().zip(&taken).filter(|(_, taken)| !**taken);
    own.chain(left.map(|(other, _)| Pair::OnlySecond(other.clone()))).collect()
}
