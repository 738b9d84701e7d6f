//! What bags, decks and dice give in a scenario, and which copies of tiles lie on its table.

use std::collections::BTreeSet;
use std::sync::Arc;

use rota_game::{Rules, StartTile};
use rota_source::{Diagnostic, joined};
use rota_syntax::ast::Name;

use super::setting::kind_named;
use super::unknown;

/// A die with more faces than so many has its first and its last told.
const MOST_TOLD: usize = 8;

/// What the next rolls of a die give.
pub(super) fn rolls(rules: &Rules, name: &Name, faces: &[Name]) -> Result<(String, Vec<String>), Diagnostic> {
    let declared = &rules.program().declared;
    let dice = &declared.dice;
    let die = dice.iter().find(|die| die.name == name.node);
    let die = die.ok_or_else(|| unknown("die", name, dice.iter().map(|die| die.name.as_str())))?;
    let distinct: BTreeSet<i32> = die.faces.iter().copied().collect();
    let known: Vec<String> = distinct.into_iter().map(|face| declared.face(die, face)).collect();
    if let Some(face) = faces.iter().find(|face| !known.contains(&face.node)) {
        let message = format!("`{}` never gives {}", die.name, face.node);
        let gives = match known.as_slice() {
            [first, .., last] if known.len() > MOST_TOLD => format!("{first} to {last}"),
            _ => joined(&known),
        };
        return Err(Diagnostic::error("scenario::setup", message).at(face.span, format!("it gives {gives}")));
    }
    Ok((name.node.clone(), faces.iter().map(|face| face.node.clone()).collect()))
}

/// A bag that holds these tiles, and the order in which it gives them.
type Pile = (Arc<Rules>, (String, Vec<String>));

/// Fills a bag or a deck, or puts these tiles before all that it holds anyway.
pub(super) fn pile(
    rules: &Arc<Rules>,
    of: Option<&Name>,
    wanted: &[(Name, i64)],
    and_so_on: bool,
) -> Result<Pile, Diagnostic> {
    let (stock, declared) = (rules.stock(), &rules.program().declared);
    let place = match of {
        Some(name) => declared
            .draw_piles()
            .position(|stack| stack == name.node)
            .ok_or_else(|| unknown("bag or deck", name, declared.draw_piles()))?,
        None => 0,
    };
    let holds_cards = place >= declared.bags.len();
    let mut names = Vec::new();
    for (tile, count) in wanted {
        let kind = if holds_cards { card_named(rules, tile)? } else { kind_named(rules, tile)? };
        let name = stock.kinds.get(kind as usize).map(|kind| kind.name.clone()).unwrap_or_default();
        for _ in 0..(*count).clamp(0, 1000) {
            names.push((name.clone(), kind));
        }
    }
    let kinds: Vec<u32> = names.iter().map(|(_, kind)| *kind).collect();
    let bag_name = declared.draw_piles().nth(place).unwrap_or_default().to_owned();
    // Scenarios may ask for more copies than the set holds, so the bag gets tiles of its own.
    let with_bag = if and_so_on {
        rules.with_more_in_bag(place, &missing(rules, place, &kinds))
    } else {
        rules.with_bag(place, &kinds)
    };
    let rules = with_bag.map_err(|error| Diagnostic::error("scenario::setup", error.to_string()))?;
    Ok((Arc::new(rules), (bag_name, names.into_iter().map(|(name, _)| name).collect())))
}

/// The kinds of which a bag holds too few.
fn missing(rules: &Rules, place: usize, wanted: &[u32]) -> Vec<u32> {
    let stock = rules.stock();
    let bag = stock.bags.get(place).into_iter().flatten();
    let mut held: Vec<u32> = bag.filter_map(|tile| Some(stock.tiles.get(*tile as usize)?.kind)).collect();
    let mut missing = Vec::new();
    for kind in wanted {
        match held.iter().position(|known| known == kind) {
            Some(place) => drop(held.swap_remove(place)),
            None => missing.push(*kind),
        }
    }
    missing
}

/// Finds a kind of card.
pub(super) fn card_named(rules: &Rules, name: &Name) -> Result<u32, Diagnostic> {
    let cards = rules.stock().kinds.iter().zip(0..).filter(|(kind, _)| kind.shape.is_none());
    let mut found = cards.filter(|(kind, _)| kind.name == name.node);
    let known = || rules.program().declared.cards.iter().map(String::as_str);
    found.next().map(|(_, number)| number).ok_or_else(|| unknown("card", name, known()))
}

/// Which copies of tiles a scenario lays.
pub(super) struct Copies {
    /// The kind of each tile, and whether it is one that a bag must keep.
    tiles: Vec<(u32, Bagged)>,
    /// The kinds of the tiles that are added.
    pub more: Vec<u32>,
}

/// Whether a tile may be laid in a scenario.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bagged {
    /// It is in no bag.
    No,
    /// It is in a bag, and may be taken out of it.
    Loosely,
    /// It is in a bag that a scenario filled.
    Firmly,
}

impl Copies {
    pub fn new(rules: &Rules, settled: &[&String]) -> Copies {
        let stock = rules.stock();
        let mut tiles: Vec<(u32, Bagged)> =
            rules.given_tiles().iter().map(|tile| (tile.kind, Bagged::No)).collect();
        for (bag, name) in stock.bags.iter().zip(rules.program().declared.draw_piles()) {
            let is_settled = settled.iter().any(|settled| *settled == name);
            let bagged = if is_settled { Bagged::Firmly } else { Bagged::Loosely };
            for tile in bag {
                if let Some(tile) = tiles.get_mut(*tile as usize) {
                    tile.1 = bagged;
                }
            }
        }
        Copies { tiles, more: Vec::new() }
    }

    /// A copy of a kind: one that is in no bag, or else one from a bag, or else one of its own.
    pub fn take(&mut self, lays: &[StartTile], kind: u32) -> u32 {
        let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let free = |bagged: Bagged| {
            let mut copies = self.tiles.iter().enumerate().filter(|(_, tile)| **tile == (kind, bagged));
            let free = copies.find(|(place, _)| !lays.iter().any(|lay| lay.tile == number(*place)));
            free.map(|(place, _)| number(place))
        };
        free(Bagged::No).or_else(|| free(Bagged::Loosely)).unwrap_or_else(|| {
            self.more.push(kind);
            self.tiles.push((kind, Bagged::No));
            number(self.tiles.len() - 1)
        })
    }
}
