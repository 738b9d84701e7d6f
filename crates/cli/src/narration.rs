//! What happens in a game, in words and as JSON. Everything shown is what packs call it.

use std::io::{self, Write};

use rota::{
    Diagnostic, Event, Game, Narrator, Payment, RuleFault, Score, Sources, VisibleEvent, short_place,
};
use rota_game::DecisionOutcome;
use rota_protocol::Stock;
use serde_json::{Value, json};

use crate::drawing::Theme;
use crate::exit::Failure;

/// Tells events of one game.
pub(crate) struct Teller<'a> {
    /// The texts of the rules.
    pub sources: &'a Sources,
    /// The colours of the players.
    pub theme: &'a Theme,
}

impl Teller<'_> {
    /// Tells an event as it is seen, as [`Teller::tell`] does.
    pub fn tell_seen(
        &self,
        game: &Game,
        seen: VisibleEvent,
        decided: bool,
        looks: Option<usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let told = self.narrator(game, looks, &|seat| self.player(game, seat)).tell_seen(seen, decided);
        let is_heading = matches!(seen, VisibleEvent::Event(Event::Turn { .. } | Event::Ending));
        let indent = if is_heading { "" } else { "  " };
        told.map_or(Ok(()), |told| writeln!(out, "{indent}{told}"))
    }

    /// Tells one event in a line of its own; `decided` says whether a decision has just announced it, `looks` whose
    /// eyes it is told to; for `None` it is told to nobody in particular.
    pub fn tell(
        &self,
        game: &Game,
        event: &Event,
        decided: bool,
        looks: Option<usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.tell_seen(game, VisibleEvent::Event(*event), decided, looks, out)
    }

    fn narrator<'n>(
        &'n self,
        game: &'n Game,
        looks: Option<usize>,
        name: &'n dyn Fn(usize) -> String,
    ) -> Narrator<'n> {
        Narrator { game, sources: self.sources, name, told_to: looks }
    }

    /// A decision as JSON; nothing for other events.
    pub fn choice(&self, game: &Game, event: &Event, turn: u32) -> Option<Value> {
        let Event::Decided { choice, who, taken, words, .. } = event else { return None };
        let site = game.rules().program().choices.get(*choice as usize)?;
        Some(json!({
            "turn": turn,
            "player": game.rules().seat(usize::from(*who)),
            "decision": site.name,
            "prompt": site.prompt,
            "choice": game.history().text(*words),
            "forced": *taken == DecisionOutcome::Forced,
        }))
    }

    /// The points of players in an event as JSON, as they are to each of those whom it concerns.
    pub fn scores_json(&self, game: &Game, event: &Event, turn: u32) -> Vec<Value> {
        let given = game.scores(event).into_iter().filter(|score| score.is_given);
        let document = |score: Score| {
            let (key, value) = match score.payment {
                Some(Payment::To(to)) => ("paid_to", json!(to.map(|to| game.rules().seat(to)))),
                Some(Payment::From(from)) => ("paid_by", json!(from.map(|from| game.rules().seat(from)))),
                None => ("at", json!(score.at.map(|at| game.segment_words(at)))),
            };
            json!({
                "turn": turn,
                "player": game.rules().seat(score.player),
                "points": score.points,
                "stock": score.stock.as_ref().map(Stock::of),
                "reason": score.reason,
                key: value,
                "formula": score.formula,
                "rule": short_place(self.sources, score.span),
            })
        };
        given.map(document).collect()
    }

    /// Who has won a game that is over.
    pub fn winners(&self, game: &Game) -> String {
        self.narrator(game, None, &|seat| self.player(game, seat)).winners()
    }

    /// A player by name, in the colour of the seat.
    pub fn player(&self, game: &Game, seat: usize) -> String {
        let style = self.theme.seat_style(seat);
        format!("{style}{}{style:#}", game.rules().seat(seat))
    }
}

/// A rule that stopped a game, as a problem of the files; `game` says which one.
pub(crate) fn fault(fault: &RuleFault, sources: &Sources, game: &str) -> Failure {
    let diagnostic = Diagnostic::error("game::fault", format!("a rule stopped: {fault}"))
        .at(fault.span, "it stopped here")
        .help(format!("it happened in {game}"));
    Failure::found(&[diagnostic], sources)
}

/// The names of those who have won; null before a game is over.
pub(crate) fn winners_json(game: &Game) -> Value {
    let names = |seats: Vec<usize>| seats.into_iter().map(|seat| game.rules().seat(seat)).collect::<Vec<_>>();
    json!(game.winners().map(names))
}
