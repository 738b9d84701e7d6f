//! A game as a text: who draws, lays and decides what, and why points are given.

use std::fmt::Write;

use rota_game::{Event, Game, Score, TileState};
use rota_vm::Answer;

use super::{SEATS, SEED};

/// How often the points of the table are told.
const EVERY: u32 = 6;

/// The text in the making.
pub struct Script {
    out: String,
    /// How many events are told.
    told: usize,
    /// Whether all that is offered is listed.
    listed: bool,
    /// The points told so far: those of the game may be ahead.
    points: [i64; SEATS.len()],
}

impl Script {
    /// The head: what is played, by whom, with what on the table.
    pub fn new(title: &str, game: &Game, options: &[rota_check::OptionInfo], listed: bool) -> Script {
        let mut out =
            format!("{title}, 3 players: ann and cid choose at random, bob takes what gains most.\n");
        let options: Vec<String> =
            options.iter().map(|option| format!("{} = {}", option.name, option.value)).collect();
        let _ = writeln!(out, "options: {}", options.join(", "));
        let _ = writeln!(out, "seed {SEED}");
        for (number, state) in game.position().tiles().iter().enumerate() {
            if let TileState::Laid(tile) = state {
                let cell = game.position().board().tile(*tile).cell;
                let _ = writeln!(out, "{} lies at {},{}", game.rules().kind_of(number).name, cell.x, cell.y);
            }
        }
        Script { out, told: 0, listed, points: [0; SEATS.len()] }
    }

    /// What happened since the last time.
    pub fn tell(&mut self, game: &Game) {
        let events: Vec<Event> = game.history().events().iter().skip(self.told).copied().collect();
        self.told += events.len();
        for event in events {
            self.event(game, event);
        }
    }

    /// The decision that waits and what is chosen.
    pub fn decide(&mut self, game: &Game, choice: Answer) {
        let Some(decision) = game.decision() else { return };
        let words = decision.text(choice);
        let count = decision.option_count();
        let who = SEATS[decision.who()];
        if decision.site().prompt.contains("does the tile go") {
            self.line(&format!("  lays it at {words} ({count} placements)"));
            return;
        }
        if self.listed {
            let offered: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
            self.line(&format!("  {who} may {}", offered.join(" | ")));
        }
        self.line(&format!("  {who}: {words}"));
    }

    /// The text with the standings.
    pub fn end(mut self, game: &Game) -> String {
        let mut standings: Vec<(i64, &str)> = game.points().iter().copied().zip(SEATS).collect();
        standings.sort_by_key(|(points, seat)| (-points, *seat));
        self.line("\nStandings");
        for (points, seat) in standings {
            self.line(&format!("  {seat} {points}"));
        }
        self.out
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn points(&mut self) {
        let points: Vec<String> =
            SEATS.iter().zip(self.points).map(|(seat, points)| format!("{seat} {points}")).collect();
        self.line(&format!("  == {}", points.join(", ")));
    }

    fn event(&mut self, game: &Game, event: Event) {
        let rules = game.rules();
        let kind = |tile: u16| rules.kind_of(usize::from(tile)).name.clone();
        match event {
            Event::Turn { number, player } => {
                if number > 1 && (number - 1).is_multiple_of(EVERY) {
                    self.points();
                }
                self.line(&format!("\n{number}. {}", SEATS[usize::from(player)]));
            }
            Event::Again { function, player } => {
                let step = &rules.program().functions[function as usize].name;
                let player =
                    player.map_or(String::new(), |player| format!("{} ", SEATS[usize::from(player)]));
                self.line(&format!("  {player}goes on with {step}"));
            }
            Event::Drawn { tile, .. } => self.line(&format!("  draws {}", kind(tile))),
            Event::Discarded { tile } => self.line(&format!("  discards {}", kind(tile))),
            Event::Fetched { tile, .. } => self.line(&format!("  takes {}", kind(tile))),
            Event::Shuffled { tile, .. } => self.line(&format!("  puts back {}", kind(tile))),
            Event::Rolled { value, .. } => self.line(&format!("  rolls {value}")),
            Event::Moved { piece, to, .. } => {
                let (owner, kind) = owner_and_kind(game, piece);
                self.line(&format!("  {owner}{kind} comes to {}", game.space_words(to)));
            }
            Event::Ending => self.line("\nThe end"),
            Event::Scored { .. } => {
                let score = game.scores(&event).remove(0);
                let Score { player, points, reason, at, formula, rule, .. } = score;
                self.points[player] += points;
                let at = at.map_or_else(String::new, |at| format!(" at {}", game.segment_words(at)));
                let name = SEATS[player];
                self.line(&format!("  {name} scores {points} as {reason}{at}: {formula} ({rule})"));
            }
            Event::Sent { piece, from, .. } => {
                let (owner, kind) = owner_and_kind(game, piece);
                self.line(&format!("  {owner}{kind} goes home from {}", game.location_words(from)));
            }
            // What was decided is told where it is asked.
            Event::Decided { .. } | Event::Placed { .. } | Event::Put { .. } | Event::Went { .. } => {}
            Event::LinedUp { .. }
            | Event::Stacked { .. }
            | Event::Stowed { .. }
            | Event::Shown { .. }
            | Event::Paid { .. }
            | Event::PaidStock { .. }
            | Event::Cancelled { .. } => {}
            Event::Added { .. }
            | Event::Linked { .. }
            | Event::Cut { .. }
            | Event::Closed { .. }
            | Event::Reopened { .. } => {}
            Event::Hid { .. } | Event::Forgotten { .. } | Event::Revealed | Event::Won { .. } => {}
        }
    }
}

fn owner_and_kind(game: &Game, piece: u16) -> (String, String) {
    let piece = game.position().pieces()[usize::from(piece)];
    let owner = piece.owner().map_or(String::new(), |owner| format!("{} ", SEATS[usize::from(owner)]));
    (owner, game.rules().program().declared.pieces[usize::from(piece.kind)].name.clone())
}
