//! What must hold in every position of every game, whatever its rules are.

use std::collections::BTreeMap;

use rota_board::SegmentId;
use rota_bytecode::program::TrackShape;
use rota_game::{Event, Game, PieceLocation, PlayerSet, Record, TileState};

/// Finds what does not add up in a game as it stands; nothing when all is well.
pub fn audit(game: &Game) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(fault) = game.fault() {
        wrong.push(format!("a rule stopped: {fault}"));
    }
    points(game, &mut wrong);
    stocks(game, &mut wrong);
    pieces(game, &mut wrong);
    spaces(game, &mut wrong);
    others(game, &mut wrong);
    tiles(game, &mut wrong);
    if game.history().record() == Record::Full {
        told(game, &mut wrong);
    }
    wrong
}

/// Every point on the table was scored or paid.
fn points(game: &Game, wrong: &mut Vec<String>) {
    let history = game.history();
    let reasons = game.rules().program().declared.reasons.len();
    for (seat, points) in game.points().iter().enumerate() {
        if history.record() >= Record::Statistics {
            let sum: i64 = (0..reasons).map(|reason| history.statistics().points(reason, seat)).sum();
            if sum != *points {
                wrong.push(format!("seat {seat} has {points} points and {sum} in the statistics"));
            }
        }
        if history.record() == Record::Full {
            let own = |player: u8| usize::from(player) == seat;
            let scored = history.events().iter().map(|event| {
                if let Event::Scored { player, points, .. } = event {
                    return if own(*player) { *points } else { 0 };
                }
                let Event::Paid { from, to, points, .. } = event else { return 0 };
                let got = if to.is_some_and(own) { *points } else { 0 };
                if from.is_some_and(own) { got - points } else { got }
            });
            let sum: i64 = scored.sum();
            if sum != *points {
                wrong.push(format!("seat {seat} has {points} points and {sum} in the events"));
            }
        }
    }
}

/// All goods came from somewhere: what players have was paid to them, and what is left of those that come to an end is
/// what nobody has. Nobody begins with any.
fn stocks(game: &Game, wrong: &mut Vec<String>) {
    for (number, kind) in game.rules().program().declared.stocks.iter().enumerate() {
        let own = |seat: Option<u8>| {
            let share = game.stocks().find(|share| share.player == seat && share.name == kind.name);
            share.map_or(0, |share| share.count)
        };
        let seats = 0..game.points().len() as u8;
        if let Some(count) = kind.count {
            let left = i64::from(count) - seats.clone().map(|seat| own(Some(seat))).sum::<i64>();
            if left != own(None) {
                wrong.push(format!("{left} {} should be left, there are {}", kind.name, own(None)));
            }
        }
        for seat in seats.filter(|_| game.history().record() == Record::Full) {
            let paid = game.history().events().iter().map(|event| {
                let Event::PaidStock { from, to, amount, stock, .. } = event else { return 0 };
                let amount = if usize::from(*stock) == number { *amount } else { 0 };
                let got = if *to == Some(seat) { amount } else { 0 };
                if *from == Some(seat) { got - amount } else { got }
            });
            let sum: i64 = paid.sum();
            if sum != own(Some(seat)) {
                wrong.push(format!(
                    "seat {seat} has {} {} and {sum} in the events",
                    own(Some(seat)),
                    kind.name
                ));
            }
        }
    }
}

/// Every piece is in exactly one place, and the features know who stands on them.
fn pieces(game: &Game, wrong: &mut Vec<String>) {
    let position = game.position();
    let board = position.board();
    let mut standing = position.standing().to_vec();
    standing.sort_unstable();
    let placed = (0u16..).zip(position.pieces()).filter(|(_, piece)| piece.stands());
    let placed: Vec<u16> = placed.map(|(number, _)| number).collect();
    if standing != placed {
        wrong.push(format!("pieces {standing:?} are listed as standing, {placed:?} stand"));
    }
    let declared = &game.rules().program().declared.pieces;
    for (kind, entry) in (0u8..).zip(declared) {
        let seats = (0u8..).take(game.points().len()).map(Some);
        let owners: Vec<Option<u8>> = if entry.neutral { vec![None] } else { seats.collect() };
        for owner in owners {
            let own = position.pieces().iter().filter(|piece| piece.kind == kind && piece.owner() == owner);
            let (all, home) = own.fold((0u16, 0u16), |(all, home), piece| {
                (all + 1, home + u16::from(piece.location == PieceLocation::Supply))
            });
            let meant = entry.count(game.points().len());
            if all != meant || home != game.supply(kind, owner) {
                let supply = game.supply(kind, owner);
                wrong.push(format!(
                    "{} of {owner:?}: {all} of {meant}, {home} home, supply {supply}",
                    entry.name
                ));
            }
        }
    }
    // Counted by the root of each feature, and compared with what the board keeps.
    let mut counted = vec![0u32; board.segment_count()];
    for segment in position.pieces().iter().filter_map(|piece| piece.on()) {
        if let Some(count) = counted.get_mut(usize::from(board.find(segment).0)) {
            *count += 1;
        }
    }
    for (segment, count) in (0u16..).zip(&counted) {
        let segment = SegmentId(segment);
        if board.find(segment) == segment && u64::from(*count) != u64::from(board.occupants(segment)) {
            wrong.push(format!(
                "{} pieces stand on {segment:?}, {} are counted",
                count,
                board.occupants(segment)
            ));
        }
    }
}

/// Pieces on tiles, corners and sides stand where tiles lie; those that are kept are kept by somebody.
fn others(game: &Game, wrong: &mut Vec<String>) {
    let position = game.position();
    for (number, piece) in position.pieces().iter().enumerate() {
        let is_there = match piece.location {
            PieceLocation::Tile(tile) => matches!(position.tile(usize::from(tile)), Some(TileState::Laid(_))),
            PieceLocation::Corner(cell) => [(-1, -1), (0, -1), (0, 0), (-1, 0)]
                .into_iter()
                .any(|(x, y)| position.board().tile_at(cell.offset(x, y)).is_some()),
            PieceLocation::Side(border) => {
                border.cells().into_iter().any(|(cell, _)| position.board().tile_at(cell).is_some())
            }
            PieceLocation::Keep(player) => usize::from(player) < game.points().len(),
            PieceLocation::Supply
            | PieceLocation::Segment(_)
            | PieceLocation::Space(_)
            | PieceLocation::Out => true,
        };
        if !is_there {
            wrong.push(format!("piece {number} stands on {:?}, where nothing is", piece.location));
        }
    }
}

/// Pieces beside the land stand on spaces that there are, one at most in each slot.
fn spaces(game: &Game, wrong: &mut Vec<String>) {
    let declared = &game.rules().program().declared;
    let mut there = vec![0u16; declared.spaces.len()];
    for space in game.position().pieces().iter().filter_map(|piece| piece.space()) {
        match there.get_mut(usize::from(space)) {
            Some(count) => *count += 1,
            None => wrong.push(format!("a piece stands on space {space}, which is not there")),
        }
    }
    for (space, count) in declared.spaces.iter().zip(there) {
        let track = declared.tracks.get(usize::from(space.track));
        if count > 1 && track.is_none_or(|track| track.shape == TrackShape::Slots) {
            wrong.push(format!("{count} pieces stand in the slot `{}`", space.name));
        }
    }
}

/// What the history tells leads to what lies there, and each source of chance was asked for one outcome after
/// the other.
fn told(game: &Game, wrong: &mut Vec<String>) {
    let (position, declared) = (game.position(), &game.rules().program().declared);
    let mut tiles: BTreeMap<u16, TileState> = BTreeMap::new();
    let mut pieces: BTreeMap<u16, PieceLocation> = BTreeMap::new();
    let mut stacked: BTreeMap<u16, u16> = BTreeMap::new();
    let mut outcomes = vec![0u32; declared.draw_piles().count() + declared.dice.len()];
    for event in game.history().events() {
        let source = match *event {
            Event::Drawn { bag, tile, number, seen_by } => {
                tiles.insert(tile, TileState::Hand(seen_by));
                number.map(|number| (usize::from(bag), number))
            }
            Event::Rolled { die, number, value } => {
                let die = usize::from(die);
                if declared.dice.get(die).is_none_or(|die| !die.faces.contains(&value)) {
                    wrong.push(format!("die {die} gave {value}"));
                }
                Some((declared.draw_piles().count() + die, number))
            }
            Event::Fetched { tile, .. } => {
                tiles.insert(tile, TileState::Hand(PlayerSet::ALL));
                None
            }
            Event::Shuffled { bag: mixed, tile, seen_by } => {
                for (other, bag) in &stacked {
                    if *bag == mixed && matches!(tiles.get(other), Some(TileState::Stacked(_))) {
                        tiles.insert(*other, TileState::Bag);
                    }
                }
                let before = tiles.insert(tile, TileState::Bag);
                let held = before.and_then(TileState::seen_by) == Some(seen_by);
                if !held && before != Some(TileState::Out) {
                    wrong.push(format!("tile {tile} went back without having been in hand"));
                }
                None
            }
            Event::Stowed { player, tile, seen_by } => {
                let before = tiles.insert(tile, TileState::Stowed(player, seen_by));
                let held = before.and_then(TileState::seen_by) == Some(seen_by);
                if !held && before != Some(TileState::Out) {
                    wrong.push(format!("tile {tile} was kept without having been in hand"));
                }
                None
            }
            Event::Stacked { bag, tile, seen_by, .. } => {
                stacked.insert(tile, bag);
                tiles.insert(tile, TileState::Stacked(seen_by));
                None
            }
            Event::LinedUp { row, tile } => {
                let before = tiles.insert(tile, TileState::Row(row));
                if before.is_none_or(|state| state.seen_by().is_none() && state != TileState::Out) {
                    wrong.push(format!("tile {tile} came into a row without having been in hand"));
                }
                None
            }
            Event::Shown { tile, seen_by } => {
                match tiles.get_mut(&tile) {
                    Some(TileState::Hand(seats) | TileState::Stowed(_, seats)) => *seats = seen_by,
                    _ => wrong.push(format!("tile {tile} was shown without having been in hand")),
                }
                None
            }
            Event::Discarded { tile } => {
                tiles.insert(tile, TileState::Out);
                None
            }
            Event::Placed { tile, .. } => {
                tiles.remove(&tile);
                None
            }
            Event::Put { piece, from, at } => {
                step(&mut pieces, piece, from, PieceLocation::Segment(at), wrong);
                None
            }
            Event::Moved { piece, from, to } => {
                step(&mut pieces, piece, from, PieceLocation::Space(to), wrong);
                None
            }
            Event::Went { piece, from, to } => {
                step(&mut pieces, piece, from, to, wrong);
                None
            }
            Event::Sent { piece, from, .. } => {
                step(&mut pieces, piece, from, PieceLocation::Supply, wrong);
                None
            }
            Event::Turn { .. } | Event::Again { .. } | Event::Ending | Event::Decided { .. } => None,
            Event::Won { .. } => None,
            Event::Scored { .. } | Event::Paid { .. } | Event::Cancelled { .. } => None,
            Event::PaidStock { .. } => None,
            Event::Added { .. } | Event::Linked { .. } | Event::Cut { .. } => None,
            Event::Closed { .. } | Event::Reopened { .. } => None,
            Event::Hid { .. } | Event::Forgotten { .. } | Event::Revealed => None,
        };
        if let Some((source, number)) = source
            && outcomes.get_mut(source).is_none_or(|next| std::mem::replace(next, number + 1) != number)
        {
            wrong.push(format!("outcome {number} of source {source} came out of turn"));
        }
    }
    for (tile, state) in tiles {
        if position.tile(usize::from(tile)) != Some(state) {
            wrong.push(format!("tile {tile} should be {state:?}, is {:?}", position.tile(usize::from(tile))));
        }
    }
    for (piece, location) in pieces {
        if position.pieces().get(usize::from(piece)).map(|piece| piece.location) != Some(location) {
            wrong.push(format!("piece {piece} should be on {location:?}"));
        }
    }
}

/// A piece goes from where it was to where it is.
fn step(
    pieces: &mut BTreeMap<u16, PieceLocation>,
    piece: u16,
    from: PieceLocation,
    to: PieceLocation,
    wrong: &mut Vec<String>,
) {
    if pieces.insert(piece, to).is_some_and(|before| before != from) {
        wrong.push(format!("piece {piece} came from {from:?}, where it was not"));
    }
}

/// Every tile is in exactly one place.
fn tiles(game: &Game, wrong: &mut Vec<String>) {
    let position = game.position();
    let mut bagged: Vec<u16> = position.bags().iter().flatten().copied().collect();
    bagged.sort_unstable();
    let states = (0u16..).zip(position.tiles());
    let known = states
        .filter(|(_, state)| matches!(state, TileState::Bag | TileState::Stacked(_)))
        .map(|(tile, _)| tile);
    if !known.eq(bagged.iter().copied()) {
        wrong.push("the bags do not hold the tiles that are in bags".to_owned());
    }
    let laid = position.tiles().iter().filter(|state| matches!(state, TileState::Laid(_))).count();
    if laid != position.board().tiles().len() {
        wrong.push(format!("{laid} tiles are laid, {} lie on the board", position.board().tiles().len()));
    }
    for (number, state) in position.tiles().iter().enumerate() {
        if let TileState::Laid(tile) = state
            && position.stock_tile(*tile) != number
        {
            wrong.push(format!("tile {number} lies where tile {} lies", position.stock_tile(*tile)));
        }
    }
    let hand = position.tiles().iter().filter(|state| matches!(state, TileState::Hand(_))).count();
    if game.is_over() && hand > 0 {
        wrong.push(format!("{hand} drawn tiles were neither laid nor discarded"));
    }
}
