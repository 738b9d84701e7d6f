//! What many watched games have in common. All sums are whole numbers, so that the order of adding does not matter.

use std::collections::BTreeMap;

use rota::Rules;
use rota_batch::{Sample, Slope};
use serde::{Deserialize, Serialize};

use crate::watched::{PARTS, Watched};

/// A game that was won is shared among its winners in so many parts: any number of them up to 16 divides it.
pub(crate) const WHOLE: i64 = 720_720;

/// At how many places of a game it is looked who is ahead: after each tenth but the last.
pub(crate) const TENTHS: usize = 9;

/// What was seen of all games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sums {
    pub games: u64,
    pub seats: Vec<Seat>,
    pub margin: Sample,
    pub turns: Sample,
    /// How many games had so many turns.
    pub lengths: BTreeMap<usize, u64>,
    pub decisions: Sample,
    pub placed: Sample,
    pub discarded: Sample,
    pub reasons: Vec<Reason>,
    pub sites: Vec<Site>,
    pub changes_of_lead: Sample,
    /// After how many thousandths of the turns the winner was ahead for good.
    pub decided: Sample,
    /// After each tenth: 1 where who was ahead won, 0 where not.
    pub ahead_wins: [Sample; TENTHS],
    /// By kind of tile.
    pub tiles: Vec<Tile>,
    /// By function of the program.
    pub functions: Vec<Function>,
    /// By statement that gives points: all that it gave.
    pub statements: Vec<i128>,
}

/// What a seat had.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Seat {
    pub points: Sample,
    /// Its points times the number of seats, less the points of all.
    pub ahead: Sample,
    /// Its part of the game that was won, of [`WHOLE`], times the number of seats, less the whole.
    pub won: Sample,
}

/// What was given for a reason.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Reason {
    /// The points of all seats in a game.
    pub points: Sample,
    /// By seat: its points times the number of seats, less the points of all.
    pub ahead: Vec<Sample>,
    /// In how many games anything was given.
    pub games: u64,
    /// The points of winners in a game, where not all win.
    pub winners: i128,
    /// By part of the game and, behind them, at its end.
    pub parts: [i128; PARTS + 1],
}

/// What was asked.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Site {
    pub options: Sample,
    /// How often there was one option only.
    pub only_one: u64,
    pub stake: Sample,
}

/// What drawing a kind of tile did.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tile {
    pub drawn: u64,
    /// How many points more than the others one has who draws one more of them.
    pub value: Slope,
}

/// How often a function ran.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Function {
    pub calls: u64,
    pub games: u64,
}

impl Sums {
    /// Nothing seen yet.
    pub fn new(rules: &Rules, seats: usize) -> Sums {
        let program = rules.program();
        let reason = Reason { ahead: vec![Sample::default(); seats], ..Reason::default() };
        Sums {
            seats: vec![Seat::default(); seats],
            reasons: vec![reason; program.declared.reasons.len()],
            sites: vec![Site::default(); program.choices.len()],
            tiles: vec![Tile::default(); rules.stock().kinds.len()],
            functions: vec![Function::default(); program.functions.len()],
            statements: vec![0; program.sites.len()],
            ..Sums::default()
        }
    }

    /// Takes in a game.
    pub fn add(&mut self, game: &Watched) {
        self.games += 1;
        self.margin.add(game.margin());
        self.turns.add(game.turns() as u64);
        *self.lengths.entry(game.turns()).or_default() += 1;
        self.decisions.add(game.asked.len() as u64);
        self.placed.add(game.placed);
        self.discarded.add(game.discarded);
        self.add_seats(game);
        self.add_reasons(game);
        self.add_lead(game);
        self.add_tiles(game);
        for asked in &game.asked {
            let Some(site) = self.sites.get_mut(asked.site) else { continue };
            site.options.add(asked.options as u64);
            site.only_one += u64::from(asked.options == 1);
            asked.stake.into_iter().for_each(|stake| site.stake.add(stake));
        }
        for (function, calls) in self.functions.iter_mut().zip(&game.calls) {
            function.calls += calls;
            function.games += u64::from(*calls > 0);
        }
    }

    fn add_seats(&mut self, game: &Watched) {
        let all: i64 = game.points.iter().sum();
        let winners = game.winners.len() as i64;
        let count = game.seats() as i64;
        for ((number, seat), points) in self.seats.iter_mut().enumerate().zip(&game.points) {
            seat.points.add(*points);
            seat.ahead.add(points * count - all);
            let part = if game.winners.contains(&number) { WHOLE / winners } else { 0 };
            seat.won.add(if winners == 0 { 0 } else { part * count - WHOLE });
        }
    }

    fn add_reasons(&mut self, game: &Watched) {
        let count = game.seats();
        let mut points = vec![vec![0; count]; self.reasons.len()];
        for score in &game.scores {
            let Some(reason) = self.reasons.get_mut(score.reason) else { continue };
            if let Some(sum) = points.get_mut(score.reason).and_then(|seats| seats.get_mut(score.seat)) {
                *sum += score.points;
            }
            if let Some(part) = reason.parts.get_mut(score.part) {
                *part += i128::from(score.points);
            }
            if game.winner().is_some() && game.winners.contains(&score.seat) {
                reason.winners += i128::from(score.points);
            }
            if let Some(sum) = score.statement.and_then(|statement| self.statements.get_mut(statement)) {
                *sum += i128::from(score.points);
            }
        }
        for (reason, points) in self.reasons.iter_mut().zip(points) {
            let all: i64 = points.iter().sum();
            reason.points.add(all);
            reason.games += u64::from(points.iter().any(|points| *points != 0));
            for (ahead, points) in reason.ahead.iter_mut().zip(points) {
                ahead.add(points * count as i64 - all);
            }
        }
    }

    fn add_lead(&mut self, game: &Watched) {
        self.changes_of_lead.add(game.changes_of_lead() as u64);
        if let Some(turn) = game.decided_at() {
            self.decided.add((turn * 1000 / game.turns().max(1)) as u64);
        }
        if game.winner().is_none() {
            return;
        }
        for (tenth, sample) in (1..).zip(&mut self.ahead_wins) {
            if let Some(leader) = game.leader(game.turns() * tenth / (TENTHS + 1)) {
                sample.add(i64::from(game.winners.contains(&leader)));
            }
        }
    }

    fn add_tiles(&mut self, game: &Watched) {
        let count = game.seats() as i64;
        let all: i64 = game.points.iter().sum();
        let mut drawn: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for (kind, seat) in &game.draws {
            let seats = drawn.entry(*kind).or_insert_with(|| vec![0; game.seats()]);
            seats.get_mut(*seat).into_iter().for_each(|drawn| *drawn += 1);
        }
        for (kind, seats) in drawn {
            let Some(tile) = self.tiles.get_mut(kind) else { continue };
            let sum: i64 = seats.iter().sum();
            tile.drawn += sum as u64;
            let pairs = seats.iter().zip(&game.points);
            tile.value.add(pairs.map(|(drawn, points)| (drawn * count - sum, points * count - all)));
        }
    }

    /// Takes in what was seen of other games.
    pub fn join(&mut self, other: &Sums) {
        self.games += other.games;
        for (own, theirs) in self.seats.iter_mut().zip(&other.seats) {
            own.points.join(theirs.points);
            own.ahead.join(theirs.ahead);
            own.won.join(theirs.won);
        }
        for (length, games) in &other.lengths {
            *self.lengths.entry(*length).or_default() += games;
        }
        for (own, theirs) in self.reasons.iter_mut().zip(&other.reasons) {
            own.points.join(theirs.points);
            own.ahead.iter_mut().zip(&theirs.ahead).for_each(|(own, theirs)| own.join(*theirs));
            own.games += theirs.games;
            own.winners += theirs.winners;
            own.parts.iter_mut().zip(theirs.parts).for_each(|(own, theirs)| *own += theirs);
        }
        for (own, theirs) in self.sites.iter_mut().zip(&other.sites) {
            own.options.join(theirs.options);
            own.only_one += theirs.only_one;
            own.stake.join(theirs.stake);
        }
        for (own, theirs) in self.tiles.iter_mut().zip(&other.tiles) {
            own.drawn += theirs.drawn;
            own.value.join(theirs.value);
        }
        for (own, theirs) in self.functions.iter_mut().zip(&other.functions) {
            own.calls += theirs.calls;
            own.games += theirs.games;
        }
        self.statements.iter_mut().zip(&other.statements).for_each(|(own, theirs)| *own += theirs);
        self.ahead_wins.iter_mut().zip(other.ahead_wins).for_each(|(own, theirs)| own.join(theirs));
        let pairs = [
            (&mut self.margin, other.margin),
            (&mut self.turns, other.turns),
            (&mut self.decisions, other.decisions),
            (&mut self.placed, other.placed),
            (&mut self.discarded, other.discarded),
            (&mut self.changes_of_lead, other.changes_of_lead),
            (&mut self.decided, other.decided),
        ];
        pairs.into_iter().for_each(|(own, theirs)| own.join(theirs));
    }
}
