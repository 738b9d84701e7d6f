//! What rules can ask of things that are drawn: tiles in keeps, and cards.

use super::{Builtin, Entry, field};
use crate::types::{Sort, Type};

/// The second part of the table.
pub(super) const DRAWN: &[Entry] = &[
    field(
        Builtin::TileKeeper,
        Sort::Tile,
        "keeper",
        Type::maybe(Sort::Player),
        "The player in whose keep it is, if it is in one.",
        "t.keeper = active",
    ),
    field(
        Builtin::PlayerTiles,
        Sort::Player,
        "tiles",
        Type::many(Sort::Tile),
        "The tiles in the player's keep, in the order in which they came there.",
        "count(active.tiles)",
    ),
    field(
        Builtin::PlayerCards,
        Sort::Player,
        "cards",
        Type::many(Sort::Card),
        "The cards in the player's keep, in the order in which they came there.",
        "count(active.cards)",
    ),
    field(
        Builtin::CardKeeper,
        Sort::Card,
        "keeper",
        Type::maybe(Sort::Player),
        "The player in whose keep it is, if it is in one.",
        "c.keeper = active",
    ),
    field(
        Builtin::CardDeck,
        Sort::Card,
        "deck",
        Type::one(Sort::Deck),
        "The deck it came from, or went back to: packs tell their own cards by it.",
        "c.deck = gifts",
    ),
    field(
        Builtin::CardSeenBy,
        Sort::Card,
        "seen_by",
        Type::many(Sort::Player),
        "The players who see it: all of them where it lies open, nobody while it is in a deck.",
        "active in c.seen_by",
    ),
    field(
        Builtin::BagDiscarded,
        Sort::Bag,
        "discarded",
        Type::many(Sort::Tile),
        "The tiles out of it that were thrown away.",
        "count(pile.discarded)",
    ),
    field(
        Builtin::DeckCards,
        Sort::Deck,
        "cards",
        Type::many(Sort::Card),
        "The cards left in it, in an order that says nothing of the order of drawing.",
        "any(c in gifts.cards where c is lantern)",
    ),
    field(
        Builtin::DeckCount,
        Sort::Deck,
        "count",
        Type::one(Sort::Int),
        "How many cards are left in it.",
        "gifts.count = 0",
    ),
    field(
        Builtin::DeckDiscarded,
        Sort::Deck,
        "discarded",
        Type::many(Sort::Card),
        "The cards out of it that were thrown away.",
        "count(gifts.discarded)",
    ),
];
