//! A program: operations and the tables they refer to.

use std::collections::BTreeSet;
use std::fmt;

use rota_source::Span;

use crate::builtin::Builtin;
use crate::effect_set::EffectSet;
use crate::op::Op;
use crate::query::Query;
use crate::types::Type;
use crate::vocabulary::Merge;

/// What the compiler makes of a composition and the machine runs.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All operations; functions are ranges of it.
    pub ops: Vec<Op>,
    /// Where operations come from: `(first operation, span)`, ascending.
    pub spans: Vec<(u32, Span)>,
    /// The functions.
    pub functions: Vec<Function>,
    /// Where functions were written out in place of a call, in the order in which they begin; an inner one comes
    /// behind the one it lies in.
    pub inlined: Vec<InlinedRange>,
    /// Constants too large for an operation.
    pub constants: Vec<i64>,
    /// Ranges that `Within` checks.
    pub ranges: Vec<(i64, i64)>,
    /// Filtered queries.
    pub queries: Vec<Query>,
    /// Names of terms.
    pub terms: Vec<String>,
    /// Statements that give points, or change them before they are given.
    pub sites: Vec<ScoreSite>,
    /// Decisions.
    pub choices: Vec<ChoiceSite>,
    /// Functions that run the phases, where the composition has anything to run there.
    pub setup: Option<u32>,
    /// One turn.
    pub turn: Option<u32>,
    /// The end of the game.
    pub finale: Option<u32>,
    /// How many reactions there are.
    pub reactions: u16,
    /// The tiles of which rules ask how they were turned.
    pub turned: TilesAsked,
    /// What the packs declare.
    pub declared: Declared,
}

/// The tiles of which something is asked, as far as that is known before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TilesAsked {
    /// Those that have one of these values: the number of an attribute and what it is. Without any it is none.
    With(BTreeSet<(i64, i64)>),
    /// It may be any.
    Any,
}

impl Default for TilesAsked {
    fn default() -> TilesAsked {
        TilesAsked::With(BTreeSet::new())
    }
}

impl TilesAsked {
    /// Whether a tile with these attributes, in the order of their declaration, may be one of them.
    pub fn contains(&self, attrs: &[i64]) -> bool {
        let TilesAsked::With(pairs) = self else { return true };
        pairs.iter().any(|(attr, value)| {
            usize::try_from(*attr).ok().and_then(|attr| attrs.get(attr)).is_some_and(|own| own == value)
        })
    }

    /// Adds others. Returns whether there are any that were none of them.
    pub fn join(&mut self, others: &TilesAsked) -> bool {
        let before = self.clone();
        match (&mut *self, others) {
            (TilesAsked::With(pairs), TilesAsked::With(others)) => pairs.extend(others),
            (own, TilesAsked::Any) => *own = TilesAsked::Any,
            (TilesAsked::Any, TilesAsked::With(_)) => {}
        }
        *self != before
    }
}

/// A function: a rule, a step, a value, an effect with its reactions.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// As shown in a disassembly: `rule complete_road`, `step score`.
    pub name: String,
    /// Its declaration.
    pub span: Span,
    /// First operation.
    pub start: u32,
    /// One past the last operation.
    pub end: u32,
    /// How many arguments it takes.
    pub params: u16,
    /// How many slots it has, arguments included: at most [`SLOTS`](crate::op::SLOTS).
    pub slots: u16,
    /// What it hands back.
    pub returns: Returns,
}

/// Operations that were written out in place of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlinedRange {
    /// The function that would have been called.
    pub function: u32,
    /// First operation. Where the program was written to be counted, it runs once each time and no loop goes back to it.
    pub start: u32,
    /// One past the last operation.
    pub end: u32,
}

/// What a function hands back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returns {
    /// A plain value.
    #[default]
    Value,
    /// A list in the list space.
    List,
    /// Nothing, as a rule or a step.
    Nothing,
}

/// A statement that gives points, or changes them before they are given.
#[derive(Clone, Debug)]
pub struct ScoreSite {
    /// The statement.
    pub span: Span,
    /// The rule or action it stands in.
    pub rule: String,
    /// The formula as written.
    pub formula: String,
}

/// A decision as written.
#[derive(Clone, Debug)]
pub struct ChoiceSite {
    /// The statement or menu.
    pub span: Span,
    /// The step of a menu, or the rule a choice stands in.
    pub name: String,
    /// The words the player sees.
    pub prompt: String,
    /// Whether the player may pass.
    pub pass: bool,
    /// Who sees what is chosen.
    pub secrecy: Secrecy,
    /// Whether pieces, tiles or cards that nothing tells apart are offered as one.
    pub merges_alike: bool,
    /// The names of its actions; a single choice has one with an empty name.
    pub actions: Vec<Action>,
}

/// Who sees what is chosen, beside the one who chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Secrecy {
    /// Everybody, at once.
    #[default]
    Open,
    /// Everybody, once all who are asked with this one have chosen.
    AtOnce,
    /// Nobody.
    Secret,
}

/// One way to answer a decision.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name, empty for a plain choice.
    pub name: String,
    /// What is chosen.
    pub ty: Type,
}

/// The words and figures that the packs declare and the engine needs at run time.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Fewest and most players.
    pub players: (u8, u8),
    /// Kinds of pieces.
    pub pieces: Vec<PieceKind>,
    /// Traits of pieces, by bit.
    pub traits: Vec<String>,
    /// Names of bags of tiles. Tile sets say which one they go into; without a word it is the first.
    pub bags: Vec<String>,
    /// Decks of cards. As sources of chance they are counted behind the bags.
    pub decks: Vec<Deck>,
    /// Kinds of cards.
    pub cards: Vec<String>,
    /// The attributes of each kind of card.
    pub card_attrs: Vec<Vec<i64>>,
    /// Rows of tiles or cards that lie open.
    pub rows: Vec<Row>,
    /// Dice.
    pub dice: Vec<Die>,
    /// Kinds of goods.
    pub stocks: Vec<StockKind>,
    /// Tracks and rows of slots.
    pub tracks: Vec<Track>,
    /// All spaces of all tracks, track by track.
    pub spaces: Vec<Space>,
    /// Names of reasons.
    pub reasons: Vec<String>,
    /// Lists of words.
    pub words: Vec<Vec<String>>,
    /// Variables.
    pub vars: Vec<Var>,
    /// Names of steps in the order of play, each before those of the steps inside of it.
    pub steps: Vec<String>,
    /// The kinds of features that rules add to tiles.
    pub additions: Vec<u8>,
}

impl Declared {
    /// What a die shows where it gives a value: the number, or a word.
    pub fn face(&self, die: &Die, value: i32) -> String {
        let words = die.words.and_then(|list| self.words.get(usize::from(list)));
        let word = words.and_then(|words| words.get(usize::try_from(value).ok()?));
        word.cloned().unwrap_or_else(|| value.to_string())
    }

    /// The name of the die of this number, and what it shows.
    pub fn rolled(&self, die: u16, value: i32) -> (&str, String) {
        let die = self.dice.get(usize::from(die));
        die.map_or_else(Default::default, |die| (die.name.as_str(), self.face(die, value)))
    }
}

/// The most players of any game.
pub const MOST_PLAYERS: usize = 8;

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// Its name.
    pub name: String,
    /// Its traits, one bit each.
    pub traits: u32,
    /// Whether it belongs to no player.
    pub neutral: bool,
    /// How many, where one plays, where two play and so on: for each player, or in all for a neutral one.
    pub counts: [u16; MOST_PLAYERS],
    /// The space where all of them stand at the start, as an index into [`Declared::spaces`]; otherwise they
    /// are in supply.
    pub on: Option<u16>,
}

impl PieceKind {
    /// How many there are where so many play: for each player, or in all for a neutral one.
    pub fn count(&self, players: usize) -> u16 {
        players.checked_sub(1).and_then(|place| self.counts.get(place)).copied().unwrap_or(0)
    }

    /// The largest count there is, however many play.
    pub fn most(&self) -> u16 {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

/// A deck of cards.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The kinds of its cards, as indices into [`Declared::cards`], and how many of each.
    pub cards: Vec<(u16, u16)>,
}

/// A row of tiles or cards that lie open.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The bag or the deck that it is filled from, counted as sources of chance are.
    pub source: u16,
    /// Whether cards lie there.
    pub is_of_cards: bool,
    /// How many it is filled up to.
    pub room: u16,
}

/// A die.
#[derive(Clone, Debug)]
pub struct Die {
    /// Its name.
    pub name: String,
    /// What it gives, a number for each face; equal ones stand as often as it has them.
    pub faces: Vec<i32>,
    /// The list of words that the numbers are places in, as an index into [`Declared::words`].
    pub words: Option<u16>,
}

/// A kind of goods.
#[derive(Clone, Debug)]
pub struct StockKind {
    /// Its name.
    pub name: String,
    /// How many there are in the common supply; nothing where there is no end of them.
    pub count: Option<u32>,
}

/// What comes after the last space of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackShape {
    /// Nothing: pieces stay there.
    Line,
    /// The first space.
    Ring,
    /// Each space stands by itself, beside a space of another track, and holds one piece.
    Slots,
}

/// A row of spaces beside the land.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// How its spaces follow one another.
    pub shape: TrackShape,
    /// Index of its first space in [`Declared::spaces`].
    pub first: u16,
    /// How many spaces it has.
    pub count: u16,
    /// Whether its spaces have numbers for names.
    pub is_numbered: bool,
}

/// A place beside the land where pieces stand.
#[derive(Clone, Debug)]
pub struct Space {
    /// Its words: its name on a track, the words of the slot.
    pub name: String,
    /// Its track, as an index into [`Declared::tracks`].
    pub track: u16,
    /// For a slot: the space it lies beside, as an index into [`Declared::spaces`].
    pub beside: Option<u16>,
    /// Its number on a track of numbers; otherwise its place on the track or beside its space, counted from 1.
    pub number: i32,
    /// What its attributes are.
    pub attrs: Vec<i64>,
}

/// What a variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// There is one.
    Game,
    /// One for each player.
    Player,
    /// One for each piece.
    Piece,
    /// One for each tile.
    Tile,
    /// One for each card.
    Card,
    /// One for each segment.
    Segment,
    /// One for each segment, read for a feature as what its segments have together.
    Feature,
    /// One for each cell, also where nothing lies.
    Cell,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Owner::Game => "game",
            Owner::Player => "player",
            Owner::Piece => "piece",
            Owner::Tile => "tile",
            Owner::Card => "card",
            Owner::Segment => "segment",
            Owner::Feature => "feature",
            Owner::Cell => "cell",
        })
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it belongs to.
    pub owner: Owner,
    /// For one of a feature: how the values of its segments become one.
    pub merge: Merge,
    /// Its value at the start and after a reset.
    pub init: i64,
    /// The values it may take, where its type says so.
    pub range: Option<(i64, i64)>,
    /// Whether only the player it belongs to may see it.
    pub secret: bool,
    /// What it is called at the table; empty where it is not shown there.
    pub title: String,
}

impl Declared {
    /// The names of all that is drawn from: the bags and behind them the decks.
    pub fn draw_piles(&self) -> impl Iterator<Item = &str> {
        self.bags.iter().map(String::as_str).chain(self.decks.iter().map(|deck| deck.name.as_str()))
    }

    /// The name of a bag or a deck by its number among all of them; nothing for a number that is none's.
    pub fn draw_pile(&self, number: u16) -> &str {
        self.draw_piles().nth(usize::from(number)).unwrap_or_default()
    }
}

impl Program {
    /// Adds an operation and where it comes from.
    pub fn push(&mut self, span: Span, op: Op) {
        if self.spans.last().is_none_or(|(_, last)| *last != span) {
            self.spans.push((u32::try_from(self.ops.len()).unwrap_or(u32::MAX), span));
        }
        self.ops.push(op);
    }

    /// Returns the filtered query that an operation asks, where the operation itself says which one.
    pub fn query(&self, op: Op) -> Option<&Query> {
        self.queries.get(usize::try_from(op.question()?.query?).ok()?)
    }

    /// Returns what the answer to the question of an operation depends on; nothing where it asks none.
    pub fn reads(&self, op: Op) -> EffectSet {
        let asked = || op.builtin().map_or(EffectSet::NOTHING, Builtin::reads);
        self.query(op).map_or_else(asked, Query::reads)
    }

    /// Returns where an operation comes from.
    pub fn span(&self, pc: u32) -> Span {
        let after = self.spans.partition_point(|(first, _)| *first <= pc);
        after
            .checked_sub(1)
            .and_then(|index| self.spans.get(index))
            .map(|(_, span)| *span)
            .unwrap_or_default()
    }

    /// Returns the function that an operation does the work of: the one whose call it was written out for, or the one
    /// that holds it.
    pub fn function_at(&self, pc: u32) -> Option<&Function> {
        let part = self.inlined.iter().rev().find(|part| (part.start..part.end).contains(&pc));
        match part {
            Some(part) => self.functions.get(part.function as usize),
            None => self.functions.iter().find(|function| (function.start..function.end).contains(&pc)),
        }
    }
}
