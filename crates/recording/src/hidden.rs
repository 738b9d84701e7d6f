//! Tiles that are drawn unseen and lie under others: a recording tells of none of them which it is.

use std::collections::{BTreeMap, VecDeque};

use rota_game::Rules;

use crate::mapping::Mapping;
use crate::replay::start;
use crate::transcript::Transcript;

/// What the first bag holds, as recordings call it, once the start is laid.
pub(crate) fn bag(transcript: &Transcript, mapping: &Mapping, rules: &Rules) -> Result<Vec<String>, String> {
    let laid: Vec<u32> = start(transcript, mapping, rules)?.iter().map(|lay| lay.tile).collect();
    let mut names = BTreeMap::new();
    for (theirs, ours) in mapping.tiles() {
        names.entry(ours).or_insert(theirs);
    }
    let tiles = rules.stock().bags.first().into_iter().flatten().filter(|tile| !laid.contains(tile));
    let known = tiles.filter_map(|tile| names.get(rules.kind_of(*tile as usize).name.as_str()));
    Ok(known.map(|name| (*name).to_owned()).collect())
}

/// Puts a hidden tile behind each that is laid over one, in the order of drawing: one that is never drawn, or the one
/// that would be drawn last.
pub(crate) fn add(transcript: &mut Transcript, mapping: &Mapping, mut bag: Vec<String>) {
    // Several of theirs may be one of ours.
    let own = |theirs: &str| mapping.tile(theirs).map(|(tile, _)| tile.to_owned()).ok();
    for tile in &transcript.draw_order {
        if let Some(place) = bag.iter().position(|other| own(other) == own(tile)) {
            bag.swap_remove(place);
        }
    }
    let mut drawn: VecDeque<String> = std::mem::take(&mut transcript.draw_order).into();
    while let Some(tile) = drawn.pop_front() {
        let covers = mapping.covers(&tile, &transcript.elements);
        transcript.draw_order.push(tile);
        if covers {
            transcript.draw_order.extend(bag.pop().or_else(|| drawn.pop_back()));
        }
    }
}
