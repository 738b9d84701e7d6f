//! What is drawn in a saved test game: what it names, what was laid, and what the other engine draws after that.
#![expect(
    clippy::float_arithmetic,
    reason = "the other engine draws by the bits of a number between 0 and 1"
)]

use std::collections::VecDeque;

use super::file::SavedGame;
use crate::mapping::{Mapping, MoveKind};

/// Ends the game where it stands in place of a tile.
const END: &str = "#END";

/// The tiles of a game in the order of drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawOrder {
    pub order: Vec<String>,
    /// Whether the game ends when all of them are drawn.
    pub is_all: bool,
}

impl DrawOrder {
    /// Works out what is drawn, with the names of all tiles in the bag.
    ///
    /// Tiles that are named before the one that was laid were drawn and fitted nowhere. What is drawn behind the
    /// last tile that was named or laid follows from the last number that the other engine was seeded with.
    pub fn of(saved: &SavedGame, mapping: &Mapping, mut bag: Vec<String>) -> Result<DrawOrder, String> {
        let annotations = saved.game_annotations.clone().unwrap_or_default();
        let mut named: VecDeque<String> = annotations.draw_order.into();
        let mut order: Vec<String> = Vec::new();
        let mut seed = saved.initial_random;
        for message in &saved.replay {
            seed = message.payload.get("random").and_then(serde_json::Value::as_f64).unwrap_or(seed);
            if mapping.message(&message.name)?.0 != MoveKind::Lay {
                continue;
            }
            let tile = message.entry("tileId")?.as_str().unwrap_or_default();
            match named.iter().position(|named| named == tile) {
                Some(place) => order.extend(named.drain(..=place)),
                None => order.push(tile.to_owned()),
            }
        }
        order.extend(named);
        let end = order.iter().position(|tile| tile == END);
        if let Some(end) = end {
            order.truncate(end);
        } else {
            for tile in &order {
                if let Some(place) = bag.iter().position(|other| other == tile) {
                    bag.swap_remove(place);
                }
            }
            order.extend(shuffled(bag, seed));
        }
        order.truncate(annotations.end_turn.unwrap_or(usize::MAX));
        Ok(DrawOrder { order, is_all: end.is_some() || annotations.end_turn.is_some() })
    }
}

/// The order in which the other engine draws all tiles of a bag.
fn shuffled(mut bag: Vec<String>, seed: f64) -> Vec<String> {
    bag.sort();
    let mut seed = Seed(seed);
    let mut order = Vec::new();
    while !bag.is_empty() {
        let place = seed.next(bag.len()).min(bag.len() - 1);
        order.push(bag.remove(place));
    }
    order
}

/// The other engine's generator: a number from 0 up to 1 that is drawn from and followed by another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed(pub f64);

impl Seed {
    pub fn next(&mut self, bound: usize) -> usize {
        const MASK: u64 = (1 << 48) - 1;
        let drawn = (self.0 * bound as f64) as usize;
        let next = 25_214_903_917_u64.wrapping_mul(self.0.to_bits() & MASK).wrapping_add(11) & MASK;
        self.0 = next as f64 / (MASK + 1) as f64;
        drawn
    }
}
