//! What must hold in every position of every game, whatever its rules are.

use rota_board::SegmentId;
use rota_game::{Event, Game, Record, Spot, TileState};

/// Finds what does not add up in a game as it stands; nothing when all is well.
pub fn audit(game: &Game) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(fault) = game.fault() {
        wrong.push(format!("a rule stopped: {fault}"));
    }
    points(game, &mut wrong);
    pieces(game, &mut wrong);
    tiles(game, &mut wrong);
    wrong
}

/// Every point on the table was scored.
fn points(game: &Game, wrong: &mut Vec<String>) {
    let history = game.history();
    let reasons = game.rules().program().declared.reasons.len();
    for (seat, points) in game.points().iter().enumerate() {
        if history.record() >= Record::Tally {
            let sum: i64 = (0..reasons).map(|reason| history.tally().points(reason, seat)).sum();
            if sum != *points {
                wrong.push(format!("seat {seat} has {points} points and {sum} in the tally"));
            }
        }
        if history.record() == Record::Full {
            let scored = history.events().iter().filter_map(|event| match event {
                Event::Scored { player, points, .. } if usize::from(*player) == seat => Some(*points),
                _ => None,
            });
            let sum: i64 = scored.sum();
            if sum != *points {
                wrong.push(format!("seat {seat} has {points} points and {sum} in the events"));
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
    let placed = (0u16..).zip(position.pieces()).filter(|(_, piece)| piece.spot != Spot::Supply);
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
                (all + 1, home + u16::from(piece.spot == Spot::Supply))
            });
            if all != entry.count || home != game.supply(kind, owner) {
                let supply = game.supply(kind, owner);
                wrong.push(format!(
                    "{} of {owner:?}: {all} of {}, {home} home, supply {supply}",
                    entry.name, entry.count
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

/// Every tile is in exactly one place.
fn tiles(game: &Game, wrong: &mut Vec<String>) {
    let position = game.position();
    let mut bagged: Vec<u16> = position.bags().iter().flatten().copied().collect();
    bagged.sort_unstable();
    let states = (0u16..).zip(position.tiles());
    let known = states.filter(|(_, state)| **state == TileState::Bag).map(|(tile, _)| tile);
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
