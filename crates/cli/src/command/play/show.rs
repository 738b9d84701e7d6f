//! A game being shown: what happens in it, how it stands, how it came out.

use std::cmp::Reverse;

use rota::Session;
use rota::{CompiledGame, Event, Game, PlayerSet, VisibleEvent};
use rota_batch::Seat;
use rota_bytecode::program::Secrecy;
use serde_json::{Value, json};

use crate::console::{Console, SCHEMA_VERSION};
use crate::drawing::{self, Marks};
use crate::exit::Failure;
use crate::narration::{self, Teller};
use crate::packs::PackSelection;
use crate::standings::Eyes;
use crate::standings_json;

/// Shows one game to one person, or to everybody.
pub(super) struct Show<'a> {
    /// Tells what happens.
    pub teller: Teller<'a>,
    /// The seat of the one person at the table; nothing where there is none, or more than one.
    pub looks: Option<usize>,
    /// Whether several people look, each of whom may know other things.
    pub is_shared: bool,
    /// Whether anything is shown before the end.
    pub is_shown: bool,
    /// Whether the table is drawn after each turn.
    pub draws_turns: bool,
    /// How many events were told.
    told: usize,
    /// Whether the last event was a decision.
    decided: bool,
    /// Whether the next turn that is told began long ago: the table as it was then is no longer there.
    is_late: bool,
    /// Whether the table was drawn as it was before the final scoring.
    drew_ending: bool,
}

impl<'a> Show<'a> {
    /// Shows a game from its beginning.
    pub fn new(teller: Teller<'a>, people: &[usize], is_shown: bool) -> Show<'a> {
        Show {
            teller,
            looks: if let [one] = people { Some(*one) } else { None },
            is_shared: people.len() > 1,
            is_shown,
            draws_turns: people.is_empty(),
            told: 0,
            decided: false,
            is_late: false,
            drew_ending: false,
        }
    }

    /// Says what is played: packs, seed, players, the options that differ from what the packs say, the signs.
    pub fn begin(
        &self,
        session: &Session,
        seats: &[Seat],
        selection: &PackSelection,
        opened: &CompiledGame,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        if console.is_json() {
            return Ok(());
        }
        let players: Vec<String> = seats.iter().map(|seat| format!("{}={}", seat.name, seat.kind)).collect();
        let seed = session.head().seed;
        writeln!(console.out, "{}, seed {seed}, {}", selection.title(), players.join(","))?;
        for option in opened.options.iter().filter(|option| option.value != option.default) {
            writeln!(console.out, "  {} = {}: {}", option.name, option.value, option.doc)?;
        }
        if self.is_shown {
            writeln!(console.out, "{}\n", self.teller.theme.explain())?;
        }
        Ok(())
    }

    /// Tells what has happened since the last time; draws the table where a turn ends that nobody has watched, and to
    /// everybody where the last one does: the final scoring that follows is about that table.
    pub fn tell(&mut self, game: &Game, console: &mut Console<'_>) -> Result<(), Failure> {
        let events = game.history().events();
        let seen = if self.is_shown { self.seen(game) } else { Vec::new() };
        for (place, seen) in seen.into_iter().enumerate().skip(self.told) {
            let first = matches!(seen, VisibleEvent::Event(Event::Turn { number: ..=1, .. }));
            if seen == VisibleEvent::Event(Event::Ending) {
                self.draw(game.before_finale().as_ref().unwrap_or(game), console)?;
                self.drew_ending = true;
            } else if matches!(seen, VisibleEvent::Event(Event::Turn { .. })) && !first && self.draws_turns {
                let is_late = std::mem::take(&mut self.is_late);
                if !is_late {
                    self.draw(game, console)?;
                }
            }
            self.teller.tell_seen(game, seen, self.decided, self.looks, console.out)?;
            if seen == VisibleEvent::Event(Event::Revealed) {
                self.tell_uncovered(game, place, console)?;
            }
            self.decided = matches!(seen, VisibleEvent::Event(Event::Decided { .. }));
        }
        self.told = events.len();
        Ok(())
    }

    /// Draws a table and all that stands beside it.
    fn draw(&self, game: &Game, console: &mut Console<'_>) -> Result<(), Failure> {
        drawing::draw(game, self.teller.theme, &Marks::default(), console.out)?;
        self.teller.beside(game, self.eyes(), &Marks::default(), console.out)?;
        writeln!(console.out)?;
        Ok(())
    }

    /// Tells what players have chosen at once, as far as it was told that they chose and not what.
    fn tell_uncovered(&self, game: &Game, now: usize, console: &mut Console<'_>) -> Result<(), Failure> {
        let events = game.history().events().get(..now.min(self.told)).unwrap_or_default();
        let before = events.iter().rposition(|event| *event == Event::Revealed).map_or(0, |place| place + 1);
        for event in events.get(before..).unwrap_or_default() {
            let Event::Decided { choice, who, .. } = event else { continue };
            let site = game.rules().program().choices.get(*choice as usize);
            let chosen_at_once = site.is_some_and(|site| site.secrecy == Secrecy::AtOnce);
            if chosen_at_once && !self.draws_turns && self.looks != Some(usize::from(*who)) {
                self.teller.tell(game, event, false, self.looks, console.out)?;
            }
        }
        Ok(())
    }

    /// What happened, as those who look may know it; where only programs play, all of it.
    fn seen(&self, game: &Game) -> Vec<VisibleEvent> {
        if self.draws_turns {
            return game.history().events().iter().copied().map(unseen_by_all).collect();
        }
        game.seen_by(self.looks.and_then(|seat| u8::try_from(seat).ok())).events().collect()
    }

    /// Whose eyes the table between the turns is shown to.
    fn eyes(&self) -> Eyes {
        match self.looks {
            Some(seat) => Eyes::Seat(seat),
            None if self.draws_turns => Eyes::Everything,
            None => Eyes::Onlookers,
        }
    }

    /// Leaves out what has happened before this turn.
    pub fn skip_to_turn(&mut self, game: &Game) {
        let is_turn = |event: &Event| matches!(event, Event::Turn { .. } | Event::Ending);
        self.told = game.history().events().iter().rposition(is_turn).unwrap_or(0);
        self.is_late = true;
    }

    /// Leaves out all that has happened so far.
    pub fn skip_all(&mut self, game: &Game) {
        self.told = game.history().events().len();
    }

    /// Shows how the game came out; the table only where nobody has seen it yet.
    pub fn end(&self, game: &Game, console: &mut Console<'_>) -> Result<(), Failure> {
        if !self.is_shown {
            writeln!(console.out, "{}", self.teller.theme.explain())?;
        }
        if !self.drew_ending {
            writeln!(console.out)?;
            drawing::draw(game, self.teller.theme, &Marks::default(), console.out)?;
        }
        writeln!(console.out, "\nafter {} turns", game.position().turn())?;
        if game.is_won_by_rule() {
            writeln!(console.out, "{}, whatever points they have", self.teller.winners(game))?;
        }
        for (rank, seat, points) in ranking(game) {
            let rank = rank.map_or(String::new(), |rank| format!("{rank}. "));
            writeln!(console.out, "  {rank}{} {points}", self.teller.player(game, seat))?;
        }
        self.teller.holdings(game, self.eyes(), console.out)?;
        Ok(())
    }

    /// The whole game for programs; what somebody there may see is in it.
    pub fn document(&self, session: &Session, seats: &[Seat], selection: &PackSelection) -> Value {
        let game = session.game();
        let players = seats.iter().map(|seat| json!({ "name": seat.name, "player": seat.kind.to_string() }));
        let standings = ranking(game).into_iter();
        let standings = standings.map(|(rank, seat, points)| {
            json!({
                "rank": rank,
                "name": game.rules().seat(seat),
                "points": points,
                "stocks": standings_json::stocks(game, Some(seat)),
                "keeps": standings_json::keep(game, seat, self.eyes()),
            })
        });
        let tiles = game.position().board().tiles().iter().zip(0_u16..).map(|(tile, laid)| {
            let kind = game.rules().kind_of(game.position().stock_tile(rota::TileId(laid)));
            json!({ "tile": kind.name, "x": tile.cell.x, "y": tile.cell.y, "turned": tile.rotation })
        });
        let (mut turn, mut moves, mut scores) = (0, Vec::new(), Vec::new());
        for event in game.history().events() {
            if let Event::Turn { number, .. } = event {
                turn = *number;
            }
            moves.extend(self.teller.choice(game, event, turn));
            scores.extend(self.teller.scores_json(game, event, turn));
        }
        json!({
            "schema_version": SCHEMA_VERSION,
            "composition": selection.title(),
            "packs": selection.names(),
            "variants": selection.variants(),
            "seed": session.head().seed,
            "players": players.collect::<Vec<_>>(),
            "turns": game.position().turn(),
            "moves": moves,
            "scores": scores,
            "table": tiles.collect::<Vec<_>>(),
            "pieces": standings_json::pieces(game),
            "links": standings_json::links(game),
            "rows": standings_json::rows(game),
            "piles": standings_json::piles(game),
            "remembered": standings_json::remembered(game, self.eyes()),
            "winners": narration::winners_json(game),
            "final": standings.collect::<Vec<_>>(),
            "left": standings_json::stocks(game, None),
        })
    }
}

/// Rank, seat and points, best first; those who tie share a rank. Where a rule says who has won, points give no rank,
/// and the winners come first.
fn ranking(game: &Game) -> Vec<(Option<usize>, usize, i64)> {
    let (points, winners) = (game.points(), game.winners().unwrap_or_default());
    let by_rule = game.is_won_by_rule();
    let mut seats: Vec<usize> = (0..points.len()).collect();
    let points_of = |seat: usize| points.get(seat).copied().unwrap_or_default();
    seats.sort_by_key(|seat| (by_rule && !winners.contains(seat), Reverse(points_of(*seat))));
    let ranked = seats.into_iter().map(|seat| {
        let own = points_of(seat);
        let rank = points.iter().filter(|other| **other > own).count() + 1;
        ((!by_rule).then_some(rank), seat, own)
    });
    ranked.collect()
}

/// An event as one sees it who sees all that anybody does: what nobody sees stays hidden.
fn unseen_by_all(event: Event) -> VisibleEvent {
    if let Event::Drawn { bag, seen_by: PlayerSet::NOBODY, .. } = event {
        VisibleEvent::HiddenDraw { bag, seen_by: PlayerSet::NOBODY }
    } else if let Event::Shuffled { bag, seen_by: PlayerSet::NOBODY, .. } = event {
        VisibleEvent::HiddenReturn { bag, seen_by: PlayerSet::NOBODY }
    } else if let Event::Stacked { bag, under, seen_by: PlayerSet::NOBODY, .. } = event {
        VisibleEvent::HiddenStack { bag, under, seen_by: PlayerSet::NOBODY }
    } else if let Event::Stowed { player, seen_by: PlayerSet::NOBODY, .. } = event {
        VisibleEvent::HiddenStow { player }
    } else {
        VisibleEvent::Event(event)
    }
}
