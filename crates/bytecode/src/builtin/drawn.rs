//! Questions about what is drawn: tiles and cards, their bags, decks and keeps.

use super::Builtin;
use super::info::{BuiltinInfo, field};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const DRAWN: &[BuiltinInfo] = &[
    field(Builtin::BagTiles, Sort::Bag, "tiles", Type::many(Sort::Tile))
        .reads(EffectSet::TILES)
        .doc("The tiles left in it, in an order that says nothing of the order of drawing.")
        .example("first(t in pile.tiles where not any(t.placements))"),
    field(Builtin::BagCount, Sort::Bag, "count", Type::one(Sort::Int))
        .reads(EffectSet::TILES)
        .never_negative()
        .doc("How many tiles are left in it.")
        .example("pile.count = 0"),
    field(Builtin::BagDiscarded, Sort::Bag, "discarded", Type::many(Sort::Tile))
        .reads(EffectSet::TILES)
        .doc("The tiles out of it that were thrown away.")
        .example("count(pile.discarded)"),
    field(Builtin::DeckCards, Sort::Deck, "cards", Type::many(Sort::Card))
        .reads(EffectSet::TILES)
        .doc("The cards left in it, in an order that says nothing of the order of drawing.")
        .example("any(c in gifts.cards where c is lantern)"),
    field(Builtin::DeckCount, Sort::Deck, "count", Type::one(Sort::Int))
        .reads(EffectSet::TILES)
        .never_negative()
        .doc("How many cards are left in it.")
        .example("gifts.count = 0"),
    field(Builtin::DeckDiscarded, Sort::Deck, "discarded", Type::many(Sort::Card))
        .reads(EffectSet::TILES)
        .doc("The cards out of it that were thrown away.")
        .example("count(gifts.discarded)"),
    field(Builtin::TileKeeper, Sort::Tile, "keeper", Type::maybe(Sort::Player))
        .reads(EffectSet::TILES)
        .doc("The player in whose keep it is, if it is in one.")
        .example("t.keeper = active"),
    field(Builtin::PlayerTiles, Sort::Player, "tiles", Type::many(Sort::Tile))
        .reads(EffectSet::TILES)
        .doc("The tiles in the player's keep, in the order in which they came there.")
        .example("count(active.tiles)"),
    field(Builtin::PlayerCards, Sort::Player, "cards", Type::many(Sort::Card))
        .reads(EffectSet::TILES)
        .doc("The cards in the player's keep, in the order in which they came there.")
        .example("count(active.cards)"),
    field(Builtin::CardKeeper, Sort::Card, "keeper", Type::maybe(Sort::Player))
        .reads(EffectSet::TILES)
        .doc("The player in whose keep it is, if it is in one.")
        .example("c.keeper = active"),
    field(Builtin::CardDeck, Sort::Card, "deck", Type::one(Sort::Deck))
        .reads(EffectSet::TILES)
        .doc("The deck it came from, or went back to: packs tell their own cards by it.")
        .example("c.deck = gifts"),
    field(Builtin::CardSeenBy, Sort::Card, "seen_by", Type::many(Sort::Player))
        .reads(EffectSet::TILES)
        .doc("The players who see it: all of them where it lies open, nobody while it is in a deck, but for those who know where it was stacked.")
        .example("active in c.seen_by"),
];
