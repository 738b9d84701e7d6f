//! `rota play`: one game, shown.

use clap::Args;
use rota::Opened;
use rota::game::{Event, Game, Random, Record, Setup};
use serde_json::{Value, json};

use crate::arguments::Composition;
use crate::console::{Console, SCHEMA_VERSION};
use crate::drawing::{self, Look};
use crate::exit::{Exit, Failure};
use crate::packs::Picked;
use crate::players::{self, Decider, Seat};
use crate::telling::{self, Teller};

/// Arguments of `rota play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub composition: Composition,
    /// Who plays: names and how they decide, `uniform` (any option) or `greedy` (what pays at once)
    #[arg(long, value_name = "NAME=PLAYER,…", default_value = "red=greedy,blue=uniform")]
    pub players: String,
    /// What chance follows from: the same seed gives the same game
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many copies of each tile set are in play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,
    /// Play to the end without asking; for now the only way
    #[arg(long)]
    pub auto: bool,
    /// Show only the end
    #[arg(long)]
    pub quiet: bool,
}

/// Plays the game.
pub(crate) fn run(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let seats = players::parse(&arguments.players)?;
    let picked = Picked::read(&arguments.composition)?;
    let opened = picked.open(&players::names(&seats), usize::from(arguments.copies), console)?;
    let setup = Setup {
        players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
        seed: arguments.seed,
        record: Record::Full,
        ask_forced: true,
        ..Setup::default()
    };
    let game = Game::new(opened.rules.clone(), &setup).map_err(players::refused)?;
    let look = Look::new(&opened, &seats);
    let teller = Teller { sources: &picked.reading.sources, look: &look };
    let mut show =
        Show { arguments, teller, told: 0, decided: false, turn: 0, moves: Vec::new(), scores: Vec::new() };
    show.play(game, &seats, &opened, &picked, console)
}

/// A game being shown.
struct Show<'a> {
    arguments: &'a PlayArguments,
    teller: Teller<'a>,
    /// How many events were told.
    told: usize,
    /// Whether the last event was a decision.
    decided: bool,
    turn: u32,
    moves: Vec<Value>,
    scores: Vec<Value>,
}

impl Show<'_> {
    fn play(
        &mut self,
        mut game: Game,
        seats: &[Seat],
        opened: &Opened,
        picked: &Picked,
        console: &mut Console<'_>,
    ) -> Result<Exit, Failure> {
        let seed = self.arguments.seed;
        let mut deciders = Decider::seat(seats, &mut Random::new(seed));
        if !console.is_json() {
            let players = seats.iter().map(|seat| format!("{}={}", seat.name, seat.kind));
            let players: Vec<String> = players.collect();
            writeln!(console.out, "{}, seed {seed}, {}", picked.title(), players.join(","))?;
            self.options(opened, console)?;
        }
        if self.is_shown(console) {
            writeln!(console.out, "{}\n", self.teller.look.explain())?;
        }
        self.tell(&game, console)?;
        while let Some(who) = game.decision().map(|decision| decision.who()) {
            let Some(decider) = deciders.get_mut(who) else { break };
            decider.step(&mut game);
            self.tell(&game, console)?;
        }
        if let Some(fault) = game.fault() {
            let game = format!("the game with `--seed {seed}`");
            return Err(telling::fault(fault, self.teller.sources, &game));
        }
        match console.is_json() {
            true => self.document(&game, seats, picked, console)?,
            false => self.end(&game, console)?,
        }
        Ok(Exit::Fine)
    }

    fn is_shown(&self, console: &Console<'_>) -> bool {
        !self.arguments.quiet && !console.is_json()
    }

    /// Shows which options differ from what the packs say.
    fn options(&self, opened: &Opened, console: &mut Console<'_>) -> Result<(), Failure> {
        for option in opened.options.iter().filter(|option| option.value != option.default) {
            writeln!(console.out, "  {} = {}: {}", option.name, option.value, option.doc)?;
        }
        Ok(())
    }

    /// Tells what has happened since the last time; where a turn ends, draws the table.
    fn tell(&mut self, game: &Game, console: &mut Console<'_>) -> Result<(), Failure> {
        let events = game.history().events();
        let shown = self.is_shown(console);
        for event in events.iter().skip(self.told) {
            let ends =
                matches!(event, Event::Ending) || matches!(event, Event::Turn { number, .. } if *number > 1);
            if ends && shown {
                drawing::draw(game, self.teller.look, console.out)?;
                self.teller.standings(game, console.out)?;
                writeln!(console.out)?;
            }
            if let Event::Turn { number, .. } = event {
                self.turn = *number;
            }
            if shown {
                self.teller.tell(game, event, self.decided, console.out)?;
            }
            self.moves.extend(self.teller.choice(game, event, self.turn));
            self.scores.extend(self.teller.score_json(game, event, self.turn));
            self.decided = matches!(event, Event::Decided { .. });
        }
        self.told = events.len();
        Ok(())
    }

    /// Shows how the game came out.
    fn end(&self, game: &Game, console: &mut Console<'_>) -> Result<(), Failure> {
        if self.arguments.quiet {
            writeln!(console.out, "{}", self.teller.look.explain())?;
        }
        writeln!(console.out)?;
        drawing::draw(game, self.teller.look, console.out)?;
        writeln!(console.out, "\nafter {} turns", game.position().turn())?;
        for (rank, seat, points) in ranking(game.points()) {
            let style = self.teller.look.seat_style(seat);
            writeln!(console.out, "  {rank}. {style}{}{style:#} {points}", game.rules().seat(seat))?;
        }
        Ok(())
    }

    fn document(
        &mut self,
        game: &Game,
        seats: &[Seat],
        picked: &Picked,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let players = seats.iter().map(|seat| json!({ "name": seat.name, "player": seat.kind.to_string() }));
        let standings = ranking(game.points()).into_iter();
        let standings = standings.map(
            |(rank, seat, points)| json!({ "rank": rank, "name": game.rules().seat(seat), "points": points }),
        );
        let tiles = game.position().board().tiles().iter().zip(0_u16..).map(|(tile, laid)| {
            let kind = game.rules().kind_of(game.position().stock_tile(rota::board::TileId(laid)));
            json!({ "tile": kind.name, "x": tile.cell.x, "y": tile.cell.y, "turned": tile.rotation })
        });
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "composition": picked.title(),
            "packs": picked.packs(),
            "variants": picked.variants(),
            "seed": self.arguments.seed,
            "players": players.collect::<Vec<_>>(),
            "turns": game.position().turn(),
            "moves": std::mem::take(&mut self.moves),
            "scores": std::mem::take(&mut self.scores),
            "table": tiles.collect::<Vec<_>>(),
            "final": standings.collect::<Vec<_>>(),
        }))?;
        Ok(())
    }
}

/// Rank, seat and points, best first; those who tie share a rank.
fn ranking(points: &[i64]) -> Vec<(usize, usize, i64)> {
    let mut ranking: Vec<(usize, usize, i64)> = points
        .iter()
        .enumerate()
        .map(|(seat, own)| (points.iter().filter(|other| *other > own).count() + 1, seat, *own))
        .collect();
    ranking.sort_unstable();
    ranking
}
