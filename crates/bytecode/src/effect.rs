//! Everything a rule can do. Each effect has one row: what it takes, changes and hands back, and what a reaction to it
//! sees. An effect without a row does not compile.

mod rows;

use crate::effect_set::EffectSet;
use crate::types::Type;
pub use rows::HOOKS;
use rows::INTERNAL;

/// Declares the effects and counts them.
macro_rules! effects {
    ($($(#[$doc:meta])+ $name:ident),+ $(,)?) => {
        /// A change that the host makes to the position.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Effect {
            $($(#[$doc])+ $name),+
        }

        /// How many there are.
        const COUNT: usize = [$(Effect::$name),+].len();
    };
}

effects! {
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
    /// Puts a piece on a side.
    Straddle,
    /// Gives a piece to a player to keep.
    Keep,
    /// Sends a piece back to its supply, for a reason or for none, as -1.
    Send,
    /// Takes a piece out of the game.
    Remove,
    /// A piece leaves the segment on which it stands: what other effects bring about, and nothing by itself.
    Leave,
    /// All points of one scoring have reached a player.
    Scoring,
    /// Takes points from a player and gives them to another. One of the two may be nobody, as -1. Behind its payload
    /// stands the note that explains it.
    Pay,
    /// Takes goods from a player and gives them to another, as `Pay` does with points. Nobody has less than none.
    PayStock,
    /// Draws a tile from a bag, seen by a set of players or by all for -1.
    Draw,
    /// Takes a known tile out of a bag.
    Fetch,
    /// Puts a drawn tile back into a bag.
    Shuffle,
    /// Gives a tile that is drawn or thrown away into the keep of a player.
    Stow,
    /// Lays a tile open into a row.
    LineUp,
    /// Puts a tile on top of a bag, or under it.
    Stack,
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
    /// Lays a card open into a row.
    LineUpCard,
    /// Puts a card on top of a deck, or under it.
    StackCard,
    /// Shows a drawn card to a set of players.
    ShowCard,
    /// Rolls a die.
    Roll,
    /// Takes a drawn tile out of the game.
    Discard,
    /// Lays a tile.
    Place,
    /// Adds a segment to a laid tile, straight across. Behind its payload stands the kind.
    Add,
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
    /// Changes the points of a waiting award, and what explains them.
    SetAwardPoints,
    /// Changes who gets a waiting award.
    SetAwardTo,
    /// Takes a waiting award away.
    CancelAward,
    /// Takes an award off those that wait, because it is being given, and tells whether it waited: what was cancelled
    /// does not.
    GiveAward,
    /// Lets the note of changed points go on from the note that explains what they were, and hands back the note that
    /// explains them now.
    Retell,
    /// Gives all awards that wait, in the order in which they were made.
    GiveAwards,
    /// Makes an award that is given at once, and hands back which it is.
    Single,
    /// Gives the points of an award, and keeps in it what reached whom.
    ScoreAward,
    /// Adds up what one player got for one feature.
    SumUp,
    /// Tells whether the rules that react to scorings were not told of one, and that they are now.
    Tell,
    /// Takes a piece of a kind from a player's supply, to be put somewhere.
    Take,
    /// Runs a step once more when it is over, or after this turn where it is over already; for the same player.
    Append,
    /// Leaves the step that was appended last to another player.
    Entrust,
    /// Lets another player go on: the one given, or else who does the part of the turn that has begun last.
    Seat,
    /// Shows all what players chose at once.
    Uncover,
    /// Begins another part of the turn, if the function that has just ended is to run once more.
    Again,
    /// Ends the game after this turn.
    EndGame,
    /// Ends what is running, and the game but for its final steps.
    EndNow,
    /// Ends what is running, and the game; these players have won.
    Win,
    /// Sets all values of a variable back to the start.
    Reset,
    /// Adds a member to the set of a variable, where it does not hold it yet.
    Include,
    /// Takes a member out of the set of a variable, where it holds it.
    Exclude,
    /// Takes all members out of the set of a variable.
    Clear,
}

/// All that checker, compiler, game and reference page know of an effect.
#[derive(Clone, Copy, Debug)]
pub struct EffectInfo {
    /// The effect.
    pub effect: Effect,
    /// The word after `before`, `instead` or `after`; empty where rules cannot react to it.
    pub name: &'static str,
    /// The names a reaction sees, in the order of the effect's arguments.
    pub payload: &'static [(&'static str, Type)],
    /// The effects that bring it about, where it is no deed of its own: rules can only follow it.
    pub causes: &'static [Effect],
    /// What an `after` reaction calls what the effect hands back to the rule that caused it.
    pub result: Option<(&'static str, Type)>,
    /// One or two sentences for the reference page.
    pub doc: &'static str,
    /// How many values it takes: those of the payload, and what stands behind them.
    pub arity: u8,
    /// Whether it hands a value back.
    pub has_result: bool,
    /// What it changes, variables aside.
    pub changes: EffectSet,
    /// What it depends on beyond what it is told.
    pub reads: EffectSet,
}

/// An effect that rules can react to.
const fn hook(
    effect: Effect,
    name: &'static str,
    payload: &'static [(&'static str, Type)],
    changes: EffectSet,
) -> EffectInfo {
    EffectInfo { name, payload, ..internal(effect, payload.len() as u8, changes) }
}

/// An effect that rules cannot react to.
const fn internal(effect: Effect, arity: u8, changes: EffectSet) -> EffectInfo {
    let reads = changes.without(EffectSet::POINTS);
    EffectInfo {
        effect,
        name: "",
        payload: &[],
        causes: &[],
        result: None,
        doc: "",
        arity,
        has_result: false,
        changes,
        reads,
    }
}

impl EffectInfo {
    const fn takes_more(self, more: u8) -> EffectInfo {
        EffectInfo { arity: self.arity + more, ..self }
    }

    const fn follows(self, causes: &'static [Effect]) -> EffectInfo {
        EffectInfo { causes, ..self }
    }

    const fn gives(self, name: &'static str, ty: Type) -> EffectInfo {
        EffectInfo { result: Some((name, ty)), has_result: true, ..self }
    }

    const fn gives_value(self) -> EffectInfo {
        EffectInfo { has_result: true, ..self }
    }

    const fn reads(self, reads: EffectSet) -> EffectInfo {
        EffectInfo { reads, ..self }
    }

    const fn doc(self, doc: &'static str) -> EffectInfo {
        EffectInfo { doc, ..self }
    }
}

/// The rows by the number of the effect.
static ROWS: [EffectInfo; COUNT] = {
    assert!(HOOKS.len() + INTERNAL.len() == COUNT, "an effect has no row, or two");
    let (mut rows, mut found, mut index) = ([HOOKS[0]; COUNT], [false; COUNT], 0);
    while index < COUNT {
        let row = if index < HOOKS.len() { HOOKS[index] } else { INTERNAL[index - HOOKS.len()] };
        let number = row.effect as usize;
        assert!(!found[number], "an effect has two rows, so that another one has none");
        (rows[number], found[number], index) = (row, true, index + 1);
    }
    rows
};

impl Effect {
    /// Returns its row.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "there is a row for each")]
    pub fn info(self) -> &'static EffectInfo {
        &ROWS[self as usize]
    }

    /// Returns how many values it takes.
    #[inline]
    pub fn arity(self) -> usize {
        usize::from(self.info().arity)
    }

    /// Returns whether it hands a value back.
    #[inline]
    pub fn has_result(self) -> bool {
        self.info().has_result
    }

    /// Returns what it changes, variables aside.
    pub fn changes(self) -> EffectSet {
        self.info().changes
    }

    /// Returns what it depends on beyond what it is told.
    pub fn reads(self) -> EffectSet {
        self.info().reads
    }

    /// Returns what a reaction to it sees, where rules can react to it.
    pub fn hook(self) -> Option<&'static EffectInfo> {
        Some(self.info()).filter(|info| !info.name.is_empty())
    }
}
