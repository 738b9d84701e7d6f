//! Everything a rule can do, and what a reaction to it sees: one table, as for the built-ins.

use crate::types::{Sort, Type};

/// A change that the host makes to the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Effect {
    /// Gives points to a player at once. Behind its payload stands the note that explains it.
    Score,
    /// Puts a piece on a segment.
    Put,
    /// Puts a piece on a space of a track or in a slot.
    Move,
    /// Puts a piece on a tile as a whole.
    Stand,
    /// Puts a piece on a corner.
    Perch,
    /// Gives a piece to a player to keep.
    Keep,
    /// Sends a piece back to its supply, for a reason or for none, as -1.
    Send,
    /// Takes a piece out of the game.
    Remove,
    /// Takes points from a player and gives them to another, or to nobody for -1. Behind its payload stands the
    /// note that explains it.
    Pay,
    /// Draws a tile from a bag, seen by a set of players or by all for -1.
    Draw,
    /// Takes a known tile out of a bag.
    Fetch,
    /// Puts a drawn tile back into a bag.
    Shuffle,
    /// Gives a tile that is drawn or thrown away into the keep of a player.
    Stow,
    /// Shows a drawn tile to a set of players.
    Show,
    /// Draws a card from a deck, as a tile from a bag.
    DrawCard,
    /// Takes a known card out of a deck.
    FetchCard,
    /// Puts a card back into a deck.
    ShuffleCard,
    /// Throws a card away.
    DiscardCard,
    /// Gives a card into the keep of a player.
    StowCard,
    /// Shows a drawn card to a set of players.
    ShowCard,
    /// Rolls a die.
    Roll,
    /// Takes a drawn tile out of the game.
    Discard,
    /// Lays a tile.
    Place,
    /// Joins two segments.
    Link,
    /// Cuts the joint between two segments.
    Cut,
    /// Ends a segment wherever it is open.
    Close,
    /// Takes that back where nothing lies.
    Reopen,
    /// Adds an award to those that wait to be given.
    Award,
    /// Changes the points of a waiting award.
    SetAwardPoints,
    /// Changes who gets a waiting award.
    SetAwardTo,
    /// Takes a waiting award away.
    CancelAward,
    /// Takes an award off those that wait, because it is being given.
    GiveAward,
    /// Gives all awards that wait, in the order in which they were made.
    GiveAwards,
    /// Takes a piece of a kind from a player's supply, to be put somewhere.
    Take,
    /// Runs a step once more when it is over, or after this turn where it is over already; for the same player.
    Append,
    /// Shows all what players chose at once.
    Uncover,
    /// Begins another part of the turn, if the function that has just ended is to run once more.
    Again,
    /// Ends the game after this turn.
    EndGame,
    /// Sets all values of a variable back to the start.
    Reset,
}

/// What an effect is to a rule that reacts to it.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The effect.
    pub effect: Effect,
    /// The word after `before`, `instead` or `after`.
    pub name: &'static str,
    /// The names a reaction sees, in the order of the effect's arguments.
    pub payload: &'static [(&'static str, Type)],
    /// What the effect hands back to the rule that caused it, and what an `after` reaction calls it.
    pub result: Option<(&'static str, Type)>,
    /// One or two sentences for the reference page.
    pub doc: &'static str,
}

/// The effects that rules can react to.
pub const HOOKS: &[Hook] = &[
    Hook {
        effect: Effect::Score,
        name: "score",
        payload: &[
            ("amount", Type::one(Sort::Pts)),
            ("who", Type::one(Sort::Player)),
            ("reason", Type::one(Sort::Reason)),
            ("feature", Type::maybe(Sort::Feature)),
        ],
        result: None,
        doc: "Points reach a player. A `before` reaction may set `amount` and `who`.",
    },
    Hook {
        effect: Effect::Put,
        name: "put",
        payload: &[("piece", Type::one(Sort::Piece)), ("segment", Type::one(Sort::Segment))],
        result: None,
        doc: "A piece is put on a segment.",
    },
    Hook {
        effect: Effect::Move,
        name: "move",
        payload: &[("piece", Type::one(Sort::Piece)), ("space", Type::one(Sort::Space))],
        result: None,
        doc: "A piece comes to a space of a track or into a slot.",
    },
    Hook {
        effect: Effect::Stand,
        name: "stand",
        payload: &[("piece", Type::one(Sort::Piece)), ("tile", Type::one(Sort::Tile))],
        result: None,
        doc: "A piece is put on a tile as a whole.",
    },
    Hook {
        effect: Effect::Perch,
        name: "perch",
        payload: &[("piece", Type::one(Sort::Piece)), ("corner", Type::one(Sort::Corner))],
        result: None,
        doc: "A piece is put on a corner.",
    },
    Hook {
        effect: Effect::Keep,
        name: "keep",
        payload: &[("piece", Type::one(Sort::Piece)), ("player", Type::one(Sort::Player))],
        result: None,
        doc: "A piece moves to a player, who keeps it.",
    },
    Hook {
        effect: Effect::Send,
        name: "send",
        payload: &[("piece", Type::one(Sort::Piece)), ("reason", Type::maybe(Sort::Reason))],
        result: None,
        doc: "A piece goes home to its supply; `reason` is what the rule names with `as`, if it names one.",
    },
    Hook {
        effect: Effect::Remove,
        name: "remove",
        payload: &[("piece", Type::one(Sort::Piece))],
        result: None,
        doc: "A piece leaves the game.",
    },
    Hook {
        effect: Effect::Pay,
        name: "pay",
        payload: &[
            ("amount", Type::one(Sort::Pts)),
            ("who", Type::one(Sort::Player)),
            ("receiver", Type::maybe(Sort::Player)),
            ("reason", Type::one(Sort::Reason)),
        ],
        result: None,
        doc: "A player pays points to another one, or to nobody. It is no score: reactions to `score` do not see it.",
    },
    Hook {
        effect: Effect::Draw,
        name: "draw",
        payload: &[("bag", Type::one(Sort::Bag))],
        result: Some(("tile", Type::one(Sort::Tile))),
        doc: "A tile is drawn. An `after` reaction sees it as `tile`.",
    },
    Hook {
        effect: Effect::Fetch,
        name: "take",
        payload: &[("tile", Type::one(Sort::Tile)), ("bag", Type::one(Sort::Bag))],
        result: None,
        doc: "A known tile is taken out of a bag, not left to chance.",
    },
    Hook {
        effect: Effect::Shuffle,
        name: "shuffle",
        payload: &[("tile", Type::one(Sort::Tile)), ("bag", Type::one(Sort::Bag))],
        result: None,
        doc: "A drawn tile goes back into a bag; where it comes out again is left to chance.",
    },
    Hook {
        effect: Effect::Stow,
        name: "stow",
        payload: &[("tile", Type::one(Sort::Tile)), ("player", Type::one(Sort::Player))],
        result: None,
        doc: "A tile comes into the keep of a player.",
    },
    Hook {
        effect: Effect::Show,
        name: "show",
        payload: &[("tile", Type::one(Sort::Tile)), ("players", Type::many(Sort::Player))],
        result: None,
        doc: "A drawn tile is shown to players.",
    },
    Hook {
        effect: Effect::DrawCard,
        name: "draw_card",
        payload: &[("deck", Type::one(Sort::Deck))],
        result: Some(("card", Type::one(Sort::Card))),
        doc: "A card is drawn. An `after` reaction sees it as `card`.",
    },
    Hook {
        effect: Effect::FetchCard,
        name: "take_card",
        payload: &[("card", Type::one(Sort::Card)), ("deck", Type::one(Sort::Deck))],
        result: None,
        doc: "A known card is taken out of a deck, not left to chance.",
    },
    Hook {
        effect: Effect::ShuffleCard,
        name: "shuffle_card",
        payload: &[("card", Type::one(Sort::Card)), ("deck", Type::one(Sort::Deck))],
        result: None,
        doc: "A card goes back into a deck; where it comes out again is left to chance.",
    },
    Hook {
        effect: Effect::DiscardCard,
        name: "discard_card",
        payload: &[("card", Type::one(Sort::Card))],
        result: None,
        doc: "A card is thrown away.",
    },
    Hook {
        effect: Effect::StowCard,
        name: "stow_card",
        payload: &[("card", Type::one(Sort::Card)), ("player", Type::one(Sort::Player))],
        result: None,
        doc: "A card comes into the keep of a player.",
    },
    Hook {
        effect: Effect::ShowCard,
        name: "show_card",
        payload: &[("card", Type::one(Sort::Card)), ("players", Type::many(Sort::Player))],
        result: None,
        doc: "A drawn card is shown to players.",
    },
    Hook {
        effect: Effect::Roll,
        name: "roll",
        payload: &[("die", Type::one(Sort::Die))],
        result: Some(("number", Type::one(Sort::Int))),
        doc: "A die is rolled. An `after` reaction sees what it gave as `number`.",
    },
    Hook {
        effect: Effect::Discard,
        name: "discard",
        payload: &[("tile", Type::one(Sort::Tile))],
        result: None,
        doc: "A drawn tile leaves the game.",
    },
    Hook {
        effect: Effect::Place,
        name: "place",
        payload: &[("tile", Type::one(Sort::Tile)), ("placement", Type::one(Sort::Placement))],
        result: None,
        doc: "A tile is laid.",
    },
    Hook {
        effect: Effect::Link,
        name: "link",
        payload: &[("one", Type::one(Sort::Segment)), ("other", Type::one(Sort::Segment))],
        result: None,
        doc: "Two segments become one feature.",
    },
    Hook {
        effect: Effect::Cut,
        name: "cut",
        payload: &[("one", Type::one(Sort::Segment)), ("other", Type::one(Sort::Segment))],
        result: None,
        doc: "The joint between two segments is cut.",
    },
    Hook {
        effect: Effect::Close,
        name: "close",
        payload: &[("segment", Type::one(Sort::Segment))],
        result: None,
        doc: "A segment ends wherever it is open.",
    },
    Hook {
        effect: Effect::Reopen,
        name: "reopen",
        payload: &[("segment", Type::one(Sort::Segment))],
        result: None,
        doc: "A segment that was closed goes on where nothing has been laid since.",
    },
];

impl Effect {
    /// Returns how many arguments it takes.
    pub fn arity(self) -> usize {
        match self {
            Effect::Score | Effect::Award | Effect::Pay => 5,
            Effect::Stand | Effect::Perch | Effect::Keep | Effect::Send => 2,
            Effect::Put | Effect::Place | Effect::Link | Effect::Cut => 2,
            Effect::Move | Effect::Draw | Effect::Fetch | Effect::Shuffle | Effect::Stow | Effect::Show => 2,
            Effect::DrawCard | Effect::FetchCard | Effect::ShuffleCard => 2,
            Effect::StowCard | Effect::ShowCard => 2,
            Effect::SetAwardPoints | Effect::SetAwardTo | Effect::Take => 2,
            Effect::Roll | Effect::Discard | Effect::CancelAward | Effect::GiveAward => 1,
            Effect::Remove | Effect::Append | Effect::Again | Effect::Reset => 1,
            Effect::Close | Effect::Reopen | Effect::DiscardCard => 1,
            Effect::GiveAwards | Effect::EndGame | Effect::Uncover => 0,
        }
    }

    /// Returns whether it hands a value back.
    pub fn has_result(self) -> bool {
        matches!(self, Effect::Draw | Effect::DrawCard | Effect::Roll | Effect::Take | Effect::Again)
    }

    /// Returns what a reaction to it sees, where rules can react to it.
    pub fn hook(self) -> Option<&'static Hook> {
        HOOKS.iter().find(|hook| hook.effect == self)
    }
}
