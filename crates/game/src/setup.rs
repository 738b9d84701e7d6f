//! How a game begins: who plays, what lies on the table, what is drawn.

use std::fmt;
use std::sync::Arc;

use rota_board::{BoardDelta, Border, Cell, Rotations, SegmentId};
use rota_bytecode::Effect;
use rota_vm::Fault;

use crate::bit_packing::{pack_border, pack_cell};
use crate::chance::Chance;
use crate::exec_context::ExecContext;
use crate::history::{History, Record};
use crate::layout::Layout;
use crate::piece::{Piece, PieceLocation};
use crate::position::{PlayerSet, Position, TileState};
use crate::profile::Clock;
use crate::questions::{Questions, handle};
use crate::refusals::refused;
use crate::rules::{MAX_PLAYERS, NEUTRAL, Rules, StartTile};
use crate::stocks::stock_place;
use crate::text::{SIDE_WORDS, write_segment};

/// A game that runs for more turns than this is stopped, unless the setup says otherwise.
pub const TURN_LIMIT: u32 = 10_000;

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many players, within the bounds that the packs declare.
    pub players: u8,
    /// Whether those bounds are left out of account: one player alone may try things out.
    pub any_number: bool,
    /// The seat that begins, counted from 0.
    pub first: u8,
    /// What chance follows from.
    pub seed: u64,
    /// How much of the game is kept.
    pub record: Record,
    /// The clock by which the game's rules are profiled, if they are. How often rules ran is told rightly only where
    /// the program was written to be counted.
    pub profile: Option<Clock>,
    /// Whether it is kept from the beginning which functions run, where the game is profiled; see
    /// [`Game::end_call_log`](crate::Game::end_call_log).
    pub call_log: bool,
    /// Whether a decision with one option and no pass is asked all the same.
    pub ask_forced: bool,
    /// Whether a rotation that nobody can tell from a smaller one is left out of the placements.
    pub distinct_placements: bool,
    /// What bags and dice give first: the name of a bag and the names of kinds of tiles, or the name of a die
    /// and numbers, in order.
    pub draws: Vec<(String, Vec<String>)>,
    /// What lies on the table, in place of the start layout. Tiles that are in a bag are taken out of it.
    pub start: Option<Vec<StartTile>>,
    /// Pieces that stand on the table.
    pub standing: Vec<StartPiece>,
    /// What players have from the start, by seat; the others have none.
    pub points: Vec<(u8, i64)>,
    /// Tiles and cards in the keeps of players, by their number in the stock; everybody sees them. What is in a
    /// bag is taken out of it.
    pub keeps: Vec<(u32, u8)>,
    /// Goods that players have from the start: index into the declared kinds, seat, and how many. They come out of the
    /// common supply.
    pub stocks: Vec<(u8, u8, u32)>,
    /// Tiles and cards that lie in rows, by their number in the stock and the index of the declared row, the longest
    /// first. What is in a bag is taken out of it.
    pub rows: Vec<(u32, u16)>,
    /// Functions of the program that run before the first turn, behind what the rules set up themselves: what is given
    /// there did not happen.
    pub given: Vec<u32>,
    /// A game with more turns than this, or more turn parts in one turn, is stopped with a fault.
    pub turn_limit: u32,
}

/// A piece that stands on the table from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPiece {
    /// Index into the declared kinds of pieces.
    pub kind: u16,
    /// The seat of its owner; nothing for a neutral piece.
    pub player: Option<u8>,
    /// The segment, the space, the tile, the corner, the side or the player's keep where it is, in the words of
    /// decisions: `city N of 0,0`, `tile 0,0`, `corner 0,0`, `side N of 0,0`, `keep of red`.
    pub on: String,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            players: 2,
            any_number: false,
            first: 0,
            seed: 0,
            record: Record::Off,
            profile: None,
            call_log: false,
            ask_forced: false,
            distinct_placements: true,
            draws: Vec::new(),
            start: None,
            standing: Vec::new(),
            points: Vec::new(),
            keeps: Vec::new(),
            stocks: Vec::new(),
            rows: Vec::new(),
            given: Vec::new(),
            turn_limit: TURN_LIMIT,
        }
    }
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Too few or too many players for the packs.
    Players {
        /// How many were asked for.
        given: u8,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The seat that is to begin does not exist.
    NoSuchSeat(u8),
    /// No row has this number.
    NoSuchRow(u16),
    /// No bag and no die has this name.
    NoSuchBag(String),
    /// No kind of tile has this name.
    NoSuchKind(String),
    /// The die never gives this: its name, and what was asked for.
    NoSuchFace(String, String),
    /// A tile of the start layout is not one of the stock, or lies on the table already.
    NoSuchTile(u32),
    /// A tile of the start layout cannot lie where it is to lie; the reason in the board's words.
    CannotLie(StartTile, &'static str),
    /// The words name no place on the table, or several.
    NoSuchSegment(String),
    /// The piece does not exist, or no more of its kind are in supply.
    NoSuchPiece(StartPiece),
    /// A player cannot have so many goods of this kind.
    TooFew(String),
    /// A piece cannot stand where it is to stand; the reason in the words of a refusal.
    CannotStand(StartPiece, &'static str),
}

impl fmt::Display for SetupError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Players { given, least, most } => {
                write!(formatter, "{given} players, where {least} to {most} can play")
            }
            SetupError::NoSuchRow(row) => write!(formatter, "there is no row {row}"),
            SetupError::NoSuchSeat(seat) => write!(formatter, "there is no seat {}", u32::from(*seat) + 1),
            SetupError::NoSuchBag(name) => write!(formatter, "there is no bag or die `{name}`"),
            SetupError::NoSuchKind(name) => write!(formatter, "there is no tile `{name}`"),
            SetupError::NoSuchFace(die, face) => {
                write!(formatter, "the die `{die}` never gives `{face}`")
            }
            SetupError::NoSuchTile(tile) => write!(formatter, "tile {tile} is not there to be laid"),
            SetupError::CannotLie(lay, why) => {
                write!(formatter, "tile {} cannot lie at {},{}: {why}", lay.tile, lay.x, lay.y)
            }
            SetupError::NoSuchSegment(words) => {
                write!(formatter, "`{words}` does not name one place")
            }
            SetupError::NoSuchPiece(stand) => {
                write!(formatter, "there is no piece left to stand on `{}`", stand.on)
            }
            SetupError::TooFew(stock) => {
                write!(formatter, "there is not so much `{stock}` in the common supply")
            }
            SetupError::CannotStand(stand, why) => {
                write!(formatter, "no piece can stand on `{}`: {why}", stand.on)
            }
        }
    }
}

impl std::error::Error for SetupError {}

/// What a setup amounts to.
#[derive(Debug)]
pub(crate) struct InitialState {
    /// What it was set up with: a copy of the game may be played with the hidden tiles dealt again.
    pub rules: Arc<Rules>,
    pub layout: Layout,
    pub position: Position,
    pub chance: Chance,
    /// What is given before the first turn.
    pub given: Vec<u32>,
}

impl Setup {
    /// Says whether a game can begin with this, without beginning one.
    ///
    /// # Errors
    /// Those of [`Game::new`](crate::Game::new).
    pub fn check(&self, rules: &Arc<Rules>) -> Result<(), SetupError> {
        initial_state(rules, self).map(|_| ())
    }
}

/// Sets the table, lays the start layout and puts the first pieces.
pub(crate) fn initial_state(rules: &Arc<Rules>, setup: &Setup) -> Result<InitialState, SetupError> {
    let declared = &rules.program().declared;
    let (least, most) = if setup.any_number { (1, MAX_PLAYERS) } else { declared.players };
    let most = most.min(MAX_PLAYERS);
    if setup.players < least.max(1) || setup.players > most {
        return Err(SetupError::Players { given: setup.players, least, most });
    }
    if setup.first >= setup.players {
        return Err(SetupError::NoSuchSeat(setup.first));
    }
    let rotations = if setup.distinct_placements { Rotations::Distinct } else { Rotations::All };
    let layout = Layout::new(rules, setup.players, rotations);
    let mut position = Position::new(rules, &layout);
    position.active = setup.first;
    position.on_turn = setup.first;
    for lay in setup.start.as_ref().unwrap_or(&rules.stock().start) {
        lay_first(rules, &mut position, *lay)?;
    }
    let catalog = rules.catalog();
    match catalog.border() {
        // On an empty table the first tile may lie anywhere within the border; without one any cell is like another.
        Some(border) => position.board.offer_first(catalog, border.cells()),
        None => position.board.offer_first(catalog, [Cell::default()]),
    }
    let chance = chance(rules, setup)?;
    for stand in &setup.standing {
        stand_first(rules, &layout, &chance, &mut position, stand)?;
    }
    for (tile, keeper) in &setup.keeps {
        if usize::from(*keeper) >= position.points.len() {
            return Err(SetupError::NoSuchSeat(*keeper));
        }
        hold_first(rules, &mut position, *tile, TileState::Stowed(*keeper, PlayerSet::ALL))?;
    }
    for (tile, row) in &setup.rows {
        if usize::from(*row) >= declared.rows.len() {
            return Err(SetupError::NoSuchRow(*row));
        }
        hold_first(rules, &mut position, *tile, TileState::Row(*row))?;
    }
    for (stock, seat, count) in &setup.stocks {
        have_first(rules, &mut position, *stock, *seat, *count)?;
    }
    for (seat, points) in &setup.points {
        *position.points.get_mut(usize::from(*seat)).ok_or(SetupError::NoSuchSeat(*seat))? = *points;
    }
    // What lies there from the start did not happen in any turn.
    position.delta = BoardDelta::new();
    Ok(InitialState { rules: Arc::clone(rules), layout, position, chance, given: setup.given.clone() })
}

/// Finds the one segment that words mean, as decisions do.
pub(crate) fn segment_named(questions: Questions<'_>, words: &str) -> Option<SegmentId> {
    let segments = questions.position.board.all_segments();
    let texts = segments.map(|segment| {
        let mut text = String::new();
        write_segment(questions, segment, &mut text);
        (segment, text)
    });
    let fitting = crate::text_match::matches(words, texts);
    match fitting.as_slice() {
        [(segment, _)] => Some(*segment),
        _ => None,
    }
}

fn chance(rules: &Rules, setup: &Setup) -> Result<Chance, SetupError> {
    let declared = &rules.program().declared;
    let dice = &declared.dice;
    // The decks stand behind the bags, and the dice behind the decks.
    let sources = declared.draw_piles().chain(dice.iter().map(|die| die.name.as_str()));
    let mut chance = Chance::new(setup.seed, sources);
    for (name, kinds) in &setup.draws {
        if let Some((index, die)) = dice.iter().enumerate().find(|(_, die)| die.name == *name) {
            let face = |text: &String| {
                let place = die.faces.iter().position(|face| declared.face(die, *face) == *text);
                let face = place.and_then(|place| u32::try_from(place).ok());
                face.ok_or_else(|| SetupError::NoSuchFace(name.clone(), text.clone()))
            };
            let faces: Vec<u32> = kinds.iter().map(face).collect::<Result<_, _>>()?;
            chance.fix_outcomes(declared.draw_piles().count() + index, 0, &faces);
            continue;
        }
        let bag = declared.draw_piles().position(|bag| bag == name);
        let bag = bag.ok_or_else(|| SetupError::NoSuchBag(name.clone()))?;
        let numbers = kinds
            .iter()
            .map(|kind| rules.kind_named(kind).ok_or_else(|| SetupError::NoSuchKind(kind.clone())));
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>()?;
        chance.fix_outcomes(bag, 0, &numbers);
    }
    Ok(chance)
}

fn lay_first(rules: &Rules, position: &mut Position, lay: StartTile) -> Result<(), SetupError> {
    let tile = lay.tile as usize;
    match position.tile(tile) {
        None | Some(TileState::Laid(_)) => return Err(SetupError::NoSuchTile(lay.tile)),
        Some(TileState::Bag | TileState::Stacked(_)) => {
            for bag in &mut position.bags {
                bag.retain(|other| usize::from(*other) != tile);
            }
        }
        Some(TileState::Hand(_) | TileState::Stowed(..) | TileState::Row(_) | TileState::Out) => {}
    }
    let (catalog, cell) = (rules.catalog(), Cell::new(lay.x, lay.y));
    let shape = rules.kind_of(tile).shape.ok_or(SetupError::NoSuchTile(lay.tile))?;
    let (board, delta) = (&mut position.board, &mut position.delta);
    let laid = match rules.block_of(tile) {
        Some(block) => board.place_block(catalog, block, cell, lay.rotation, 0, delta),
        None => board.place(catalog, shape, cell, lay.rotation, delta),
    };
    let laid = laid.map_err(|refusal| {
        let Fault::Refused(why) = refused(refusal) else {
            return SetupError::CannotLie(lay, "the board refused");
        };
        SetupError::CannotLie(lay, why)
    })?;
    position.lay(rules, tile, laid);
    Ok(())
}

/// Puts a tile or a card into a keep or a row; thrown away later, it lies where others of its kind come from.
fn hold_first(rules: &Rules, position: &mut Position, tile: u32, at: TileState) -> Result<(), SetupError> {
    let number = tile as usize;
    let is_elsewhere =
        |state| matches!(state, TileState::Laid(_) | TileState::Stowed(..) | TileState::Row(_));
    if position.tile(number).is_none_or(is_elsewhere) {
        return Err(SetupError::NoSuchTile(tile));
    }
    for bag in &mut position.bags {
        bag.retain(|other| usize::from(*other) != number);
    }
    let kind = rules.stock().tiles[number].kind;
    position.origin[number] = rules.source_of(kind);
    position.move_tile(number, at);
    Ok(())
}

/// Gives a player goods out of the common supply.
fn have_first(
    rules: &Rules,
    position: &mut Position,
    stock: u8,
    seat: u8,
    count: u32,
) -> Result<(), SetupError> {
    let players = position.points.len() as u8;
    if seat >= players {
        return Err(SetupError::NoSuchSeat(seat));
    }
    let kind = rules.program().declared.stocks.get(usize::from(stock));
    let kind = kind.ok_or_else(|| SetupError::TooFew(stock.to_string()))?;
    let [own, left] = [Some(seat), None].map(|player| stock_place(players, usize::from(stock), player));
    if kind.count.is_some() {
        let after = position.stocks[left] - i64::from(count);
        if after < 0 {
            return Err(SetupError::TooFew(kind.name.clone()));
        }
        position.stocks[left] = after;
    }
    position.stocks[own] += i64::from(count);
    Ok(())
}

/// The place that words mean, and the effect that brings a piece there.
fn place_named(questions: Questions<'_>, words: &str) -> Option<(Effect, i64)> {
    let rules = questions.rules;
    let spaces = &rules.program().declared.spaces;
    if let Some(space) = spaces.iter().position(|space| space.name == words) {
        return Some((Effect::Move, space as i64));
    }
    if let Some(cell) = words.strip_prefix("tile ") {
        let tile = questions.position.board.tile_at(cell_named(cell)?)?;
        return Some((Effect::Stand, questions.position.stock_tile(tile) as i64));
    }
    if let Some(corner) = words.strip_prefix("corner ") {
        return Some((Effect::Perch, pack_cell(cell_named(corner)?)));
    }
    if let Some(side) = words.strip_prefix("side ") {
        return Some((Effect::Straddle, pack_border(border_named(side)?)));
    }
    if let Some(player) = words.strip_prefix("keep of ") {
        let seats = 0..usize::from(questions.layout.players);
        let seat = seats.into_iter().find(|seat| rules.seat(*seat) == player)?;
        return Some((Effect::Keep, seat as i64));
    }
    segment_named(questions, words).map(|segment| (Effect::Put, handle(segment)))
}

/// A side by either of its cells: `N of 0,-1`.
fn border_named(words: &str) -> Option<Border> {
    let (word, cell) = words.split_once(" of ")?;
    let side = (0..).zip(SIDE_WORDS).find(|(_, side)| *side == word.trim())?.0;
    Some(Border::new(cell_named(cell)?, side))
}

/// A cell as decisions write it: `0,-1`.
fn cell_named(words: &str) -> Option<Cell> {
    let (x, y) = words.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn stand_first(
    rules: &Rules,
    layout: &Layout,
    chance: &Chance,
    position: &mut Position,
    stand: &StartPiece,
) -> Result<(), SetupError> {
    let place = place_named(Questions { rules, layout, position }, &stand.on);
    let (effect, on) = place.ok_or_else(|| SetupError::NoSuchSegment(stand.on.clone()))?;
    let owner = stand.player.unwrap_or(NEUTRAL);
    let is_meant = |piece: &Piece| u16::from(piece.kind) == stand.kind && piece.owner == owner;
    let in_supply =
        position.pieces.iter().position(|piece| is_meant(piece) && piece.location == PieceLocation::Supply);
    // A neutral piece may stand on a space from the start: then it is one that was not moved here yet.
    let waits = |piece: &Piece| is_meant(piece) && owner == NEUTRAL && piece.moved == 0;
    let piece = in_supply.or_else(|| position.pieces.iter().position(waits));
    let missing = || SetupError::NoSuchPiece(stand.clone());
    let piece = piece.ok_or_else(missing)?;
    // A history of its own: statistics count what players do.
    let mut history = History::default();
    let mut context = ExecContext::new(rules, layout, chance, position, &mut history);
    let put = context.apply_effect(effect, &[piece as i64, on]);
    put.map(|_| ()).map_err(|fault| {
        let Fault::Refused(why) = fault else { return missing() };
        SetupError::CannotStand(stand.clone(), why)
    })
}
