//! A game that is watched while it is played: all that reports tell is counted from this.

use rota::{Event, Game, RuleFault};
use rota_batch::Decider;

/// In how many parts a game is told; behind them comes the scoring at its end.
pub(crate) const PARTS: usize = 5;

/// Options that are tried to see how much they differ; of more, as many from the first on.
const TRIED: usize = 64;

/// How many decisions a game may have that maybe does not end.
const ENDLESS: usize = 5_000;

/// How a game ended.
pub(crate) enum Ended {
    Fine(Watched),
    /// A rule stopped it.
    Stopped(RuleFault),
    /// It went on for ever, as far as one can see.
    Never,
}

/// What was seen of a game.
#[derive(Debug)]
pub(crate) struct Watched {
    pub points: Vec<i64>,
    pub winners: Vec<usize>,
    /// At the beginning of each turn: the points of each seat if the game ended with that turn and nobody chose anything
    /// more.
    pub standings: Vec<Vec<i64>>,
    pub asked: Vec<WatchedDecision>,
    pub scores: Vec<Scored>,
    /// What was drawn by chance: the number of the tile's kind, and the seat on turn.
    pub draws: Vec<(usize, usize)>,
    pub placed: u32,
    pub discarded: u32,
    /// By function of the program: how often it ran.
    pub calls: Vec<u64>,
}

/// A decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WatchedDecision {
    /// Its number among those of the program.
    pub site: usize,
    /// How many options it had, to pass among them.
    pub options: usize,
    /// By how many hundredths of a point the best option is better than the mean one, by the lead if the game ended with
    /// this turn; nothing where that was not tried.
    pub stake: Option<i64>,
}

/// Points that a seat got or, below 0, paid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub seat: usize,
    pub points: i64,
    pub reason: usize,
    /// The part of the game; [`PARTS`] stands for its end.
    pub part: usize,
    /// The number of the statement that gave them.
    pub statement: Option<usize>,
}

impl Watched {
    /// Plays a game to its end and watches it. `tries` says whether options are tried to see how much they differ, on
    /// `copy`; `may_be_endless` whether it is given up where it goes on and on.
    pub fn play(
        game: &mut Game,
        deciders: &mut [Decider],
        copy: &mut Game,
        tries: bool,
        may_be_endless: bool,
    ) -> Ended {
        let (mut standings, mut asked) = (Vec::new(), Vec::new());
        while let Some(decision) = game.decision() {
            if may_be_endless && asked.len() >= ENDLESS {
                return Ended::Never;
            }
            let options = decision.option_count() + usize::from(decision.may_pass());
            let stake = (tries && options > 1).then(|| stake(game, copy)).flatten();
            asked.push(WatchedDecision { site: decision.choice() as usize, options, stake });
            let turn = game.position().turn() as usize;
            if standings.len() < turn {
                copy.copy_from(game);
                copy.conclude();
                // A turn in which nobody is asked stands as the next one does.
                standings.resize(turn, copy.points().to_vec());
            }
            let Some(decider) = deciders.get_mut(decision.who()) else { break };
            let choice = decider.decide(game);
            if game.choose(choice).is_err() {
                break;
            }
        }
        match game.fault() {
            Some(fault) => Ended::Stopped(fault.clone()),
            None => Ended::Fine(Watched::read(game, standings, asked)),
        }
    }

    /// Reads the history of a game that is over.
    fn read(game: &Game, standings: Vec<Vec<i64>>, asked: Vec<WatchedDecision>) -> Watched {
        let history = game.history();
        let turns = game.history().statistics().turns as usize;
        let mut watched = Watched {
            points: game.points().to_vec(),
            winners: game.winners().unwrap_or_default(),
            standings,
            asked,
            scores: Vec::new(),
            draws: Vec::new(),
            placed: history.statistics().placements.iter().sum(),
            discarded: history.statistics().discards,
            calls: game
                .profile()
                .map(|profile| profile.functions().iter().map(|function| function.calls).collect())
                .unwrap_or_default(),
        };
        let (mut part, mut on_turn) = (0, None);
        for event in history.events() {
            let statement = |note: Option<u32>| note.and_then(|note| Some(history.note(note)?.site as usize));
            let mut score = |seat: u8, points, reason, note| {
                let (seat, reason) = (usize::from(seat), usize::from(reason));
                watched.scores.push(Scored { seat, points, reason, part, statement: statement(note) });
            };
            if let Event::Scored { player, points, reason, note, .. } = *event {
                score(player, points, reason, note);
            } else if let Event::Paid { from, to, points, reason, note, .. } = *event {
                from.into_iter().for_each(|from| score(from, -points, reason, note));
                to.into_iter().for_each(|to| score(to, points, reason, note));
            } else if let Event::Turn { number, player } = *event {
                on_turn = Some(usize::from(player));
                part = (number as usize - 1) * PARTS / turns.max(1);
            } else if *event == Event::Ending {
                part = PARTS;
            } else if let (Event::Drawn { number: Some(_), tile, .. }, Some(seat)) = (event, on_turn) {
                watched.draws.push((game.rules().stock().tiles[usize::from(*tile)].kind as usize, seat));
            }
        }
        watched
    }

    pub fn seats(&self) -> usize {
        self.points.len()
    }

    /// How many turns there were in which somebody was asked, with those before the last of them.
    pub fn turns(&self) -> usize {
        self.standings.len()
    }

    /// Who is ahead of all others at the beginning of a turn, counted from 0.
    pub fn leader(&self, turn: usize) -> Option<usize> {
        sole_best(self.standings.get(turn)?)
    }

    /// Which seat was the first to win; nobody where all win or nobody does.
    pub fn winner(&self) -> Option<usize> {
        (self.winners.len() < self.seats()).then(|| self.winners.first().copied()).flatten()
    }

    /// How often somebody went ahead who had been behind another one.
    pub fn changes_of_lead(&self) -> usize {
        let leaders: Vec<usize> = (0..self.turns()).filter_map(|turn| self.leader(turn)).collect();
        leaders.windows(2).filter(|two| two.first() != two.last()).count()
    }

    /// The turn from which on the winner was ahead at the beginning of every turn, counted from 0; the number of turns
    /// where only the last one decided. Nothing where nobody won alone.
    pub fn decided_at(&self) -> Option<usize> {
        let winner = self.winner().filter(|_| self.winners.len() == 1)?;
        Some((0..self.turns()).rposition(|turn| self.leader(turn) != Some(winner)).map_or(0, |turn| turn + 1))
    }

    /// By how many points the first is ahead of the second.
    pub fn margin(&self) -> i64 {
        let mut sorted = self.points.clone();
        sorted.sort_unstable_by_key(|points| std::cmp::Reverse(*points));
        match sorted.as_slice() {
            [first, second, ..] => first - second,
            _ => 0,
        }
    }
}

/// How many of so many seats are told by how far each is ahead: of two, one says what the other does.
pub(crate) fn told(seats: usize) -> usize {
    if seats == 2 { 1 } else { seats }
}

/// Which place holds more than all others.
fn sole_best(points: &[i64]) -> Option<usize> {
    let most = points.iter().max()?;
    let mut best = points.iter().enumerate().filter(|(_, points)| *points == most);
    match (best.next(), best.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

/// By how many hundredths of a point the best option is better than the mean one.
fn stake(game: &Game, copy: &mut Game) -> Option<i64> {
    let decision = game.decision()?;
    let who = decision.who();
    let mut leads: Vec<i64> = Vec::new();
    for choice in decision.choices().take(TRIED) {
        copy.copy_from(game);
        if copy.choose(choice).is_err() {
            continue;
        }
        copy.conclude();
        if copy.fault().is_none() {
            leads.push(lead(copy.points(), who)?);
        }
    }
    let (best, count) = (*leads.iter().max()?, i64::try_from(leads.len()).ok()?);
    (best * 100 - leads.iter().sum::<i64>() * 100 / count).into()
}

/// How far a seat is ahead of the best of the others.
fn lead(points: &[i64], who: usize) -> Option<i64> {
    let others = points.iter().enumerate().filter(|(seat, _)| *seat != who);
    Some(points.get(who)? - others.map(|(_, points)| *points).max().unwrap_or(0))
}
