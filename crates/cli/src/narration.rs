//! What happens in a game, in words and as JSON. Everything shown is what packs call it.

use std::io::{self, Write};

use rota::{Diagnostic, Event, Game, Payment, RuleFault, Score, Sources, VisibleEvent};
use rota_game::{Closure, DecisionOutcome, PieceLocation};
use serde_json::{Value, json};

use crate::drawing::Theme;
use crate::exit::Failure;
use crate::problems::short_place;

/// Tells events of one game.
pub(crate) struct Teller<'a> {
    /// The texts of the rules.
    pub sources: &'a Sources,
    /// The colours of the players.
    pub theme: &'a Theme,
}

/// What is drawn there: tiles from bags, cards from decks.
fn thing(game: &Game, stack: u16) -> &'static str {
    let bags = game.rules().program().declared.bags.len();
    if usize::from(stack) < bags { "tile" } else { "card" }
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
        let player = |seat: u8| self.player(game, usize::from(seat));
        match seen {
            VisibleEvent::Event(event) => self.tell(game, &event, decided, looks, out),
            VisibleEvent::HiddenDraw { bag, seen_by } => {
                let what = thing(game, bag);
                let seats: Vec<String> = seen_by.members().map(player).collect();
                match seats.as_slice() {
                    [] => writeln!(out, "  a {what} is drawn that nobody sees"),
                    [seat] => writeln!(out, "  {seat} draws a {what} that only {seat} sees"),
                    seats => writeln!(out, "  a {what} is drawn that only {} see", seats.join(" and ")),
                }
            }
            VisibleEvent::HiddenReturn { bag, seen_by } => {
                let what = thing(game, bag);
                let seats: Vec<String> = seen_by.members().map(player).collect();
                match seats.as_slice() {
                    [] => writeln!(out, "  a {what} that nobody has seen goes back"),
                    [seat] => writeln!(out, "  a {what} that only {seat} has seen goes back"),
                    seats => {
                        writeln!(out, "  a {what} that only {} have seen goes back", seats.join(" and "))
                    }
                }
            }
            VisibleEvent::HiddenStack { bag, under, .. } => {
                let (what, place) = (thing(game, bag), if under { "under" } else { "on" });
                writeln!(
                    out,
                    "  a {what} goes {place} {}, unseen",
                    game.rules().program().declared.draw_pile(bag)
                )
            }
            VisibleEvent::HiddenStow { player: keeper } => {
                writeln!(out, "  {} keeps it, unseen", player(keeper))
            }
            VisibleEvent::HiddenShow { seen_by } => {
                let seats: Vec<String> = seen_by.members().map(player).collect();
                writeln!(out, "  something is shown to {} alone", seats.join(" and "))
            }
            VisibleEvent::HiddenChoice { who, .. } => writeln!(out, "  {} decides, unseen", player(who)),
        }
    }

    /// Tells one event in a line of its own; `decided` says whether a decision has just announced it, `looks` whose
    /// eyes it is told to. All that anybody sees of what happens comes through here; for `None` it is told to
    /// nobody in particular.
    pub fn tell(
        &self,
        game: &Game,
        event: &Event,
        decided: bool,
        looks: Option<usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let program = game.rules().program();
        match event {
            Event::Turn { number, player } => {
                let player = usize::from(*player);
                let you = if looks == Some(player) { " (you)" } else { "" };
                writeln!(out, "turn {number}: {}{you}", self.player(game, player))
            }
            Event::Again { function, player } => {
                let function = program.functions.get(*function as usize);
                let name = function.map_or("", |function| function.name.as_str());
                match player {
                    Some(player) => writeln!(out, "  {name} of {}", self.player(game, usize::from(*player))),
                    None => writeln!(out, "  once more: {name}"),
                }
            }
            Event::Ending => writeln!(out, "the end"),
            Event::Drawn { bag, tile, .. } => {
                let bag = program.declared.draw_pile(*bag);
                writeln!(out, "  {} out of {bag}", game.rules().kind_of(usize::from(*tile)).name)
            }
            Event::Fetched { bag, tile } => {
                let bag = program.declared.draw_pile(*bag);
                writeln!(out, "  {} is taken from {bag}", game.rules().kind_of(usize::from(*tile)).name)
            }
            Event::Shuffled { bag, tile, .. } => {
                let bag = program.declared.draw_pile(*bag);
                writeln!(out, "  {} goes back into {bag}", game.rules().kind_of(usize::from(*tile)).name)
            }
            Event::Rolled { die, value, .. } => {
                let (die, face) = program.declared.rolled(*die, *value);
                writeln!(out, "  {die} gives {face}")
            }
            Event::Discarded { tile } => {
                writeln!(out, "  {} leaves the game", game.rules().kind_of(usize::from(*tile)).name)
            }
            Event::Decided { choice, who, taken, words, .. } => {
                let site = program.choices.get(*choice as usize);
                let prompt =
                    site.map_or("", |site| if site.prompt.is_empty() { &site.name } else { &site.prompt });
                let forced =
                    if *taken == DecisionOutcome::Forced { "  (nothing else is possible)" } else { "" };
                let player = self.player(game, usize::from(*who));
                writeln!(out, "  {player}: {prompt} {}{forced}", game.history().text(*words))
            }
            Event::Placed { .. } | Event::Put { .. } if decided => Ok(()),
            Event::Placed { tile, cell, rotation, .. } => {
                let name = &game.rules().kind_of(usize::from(*tile)).name;
                writeln!(out, "  {name} lies at {},{} turned {rotation}", cell.x, cell.y)
            }
            Event::Put { piece, at, .. } => {
                writeln!(out, "  {} goes to {}", self.piece(game, *piece), game.segment_words(*at))
            }
            Event::Moved { piece, to, .. } => {
                writeln!(out, "  {} goes to {}", self.piece(game, *piece), game.space_words(*to))
            }
            Event::Went { piece, from, to } => {
                let (piece, from) = (self.piece(game, *piece), game.location_words(*from));
                if let PieceLocation::Keep(player) = to {
                    let player = self.player(game, usize::from(*player));
                    writeln!(out, "  {player} gets {piece} from {from}")
                } else if *to == PieceLocation::Out {
                    writeln!(out, "  {piece} leaves the game from {from}")
                } else {
                    writeln!(out, "  {piece} goes to {}", game.location_words(*to))
                }
            }
            Event::Sent { piece, from, reason } => {
                let reason = reason.and_then(|reason| program.declared.reasons.get(usize::from(reason)));
                let reason = reason.map_or_else(String::new, |reason| format!(" as {reason}"));
                let piece = self.piece(game, *piece);
                writeln!(out, "  {piece} goes home from {}{reason}", game.location_words(*from))
            }
            Event::Paid { .. } | Event::PaidStock { .. } | Event::Scored { .. } | Event::Cancelled { .. } => {
                // A payment is told once, as what it is to who pays.
                game.scores(event).iter().take(1).try_for_each(|score| self.score(game, score, out))
            }
            Event::Won { .. } => {
                writeln!(out, "  {}", self.winners(game))
            }
            Event::Added { segment } => {
                writeln!(out, "  {} is added", game.segment_words(*segment))
            }
            Event::Linked { first, second } => {
                writeln!(out, "  {} joins {}", game.segment_words(*first), game.segment_words(*second))
            }
            Event::Stowed { player, tile, .. } => {
                let keeper = self.player(game, usize::from(*player));
                writeln!(out, "  {keeper} keeps {}", game.rules().kind_of(usize::from(*tile)).name)
            }
            Event::Stacked { bag, tile, under, .. } => {
                let (name, bag) =
                    (&game.rules().kind_of(usize::from(*tile)).name, program.declared.draw_pile(*bag));
                writeln!(out, "  {name} goes {} {bag}", if *under { "under" } else { "on" })
            }
            Event::LinedUp { row, tile } => {
                let row = program.declared.rows.get(usize::from(*row)).map_or("", |row| row.name.as_str());
                let name = &game.rules().kind_of(usize::from(*tile)).name;
                writeln!(out, "  {name} lies open in {row}")
            }
            Event::Shown { tile, .. } => {
                writeln!(out, "  {} is shown", game.rules().kind_of(usize::from(*tile)).name)
            }
            Event::Hid { player, .. } => {
                writeln!(out, "  {} keeps something secret", self.player(game, usize::from(*player)))
            }
            Event::Forgotten { .. } => Ok(()),
            Event::Revealed => writeln!(out, "  all have chosen"),
            Event::Cut { first, second } => {
                writeln!(out, "  {} parts from {}", game.segment_words(*first), game.segment_words(*second))
            }
            Event::Closed(closure) => writeln!(out, "  {} is closed", closure_words(game, *closure)),
            Event::Reopened(closure) => writeln!(out, "  {} is open again", closure_words(game, *closure)),
        }
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
                "stock": stock_json(&score),
                "reason": score.reason,
                key: value,
                "formula": score.formula,
                "rule": short_place(self.sources, score.span),
            })
        };
        given.map(document).collect()
    }

    fn score(&self, game: &Game, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let Score { reason, formula, .. } = score;
        let of = score.stock.as_ref().map_or_else(String::new, |stock| format!(" of {}", stock.name));
        let points = score.amount();
        let (player, place) = (self.player(game, score.player), short_place(self.sources, score.span));
        let at = score.at.map_or_else(String::new, |at| format!(" at {}", game.segment_words(at)));
        match score.payment {
            Some(Payment::To(to)) => {
                let to = to.map(|to| format!(" to {}", self.player(game, to))).unwrap_or_default();
                let points = points.saturating_neg();
                writeln!(out, "  {player} pays {points}{of}{to} as {reason}{at}: {formula} ({place})")
            }
            Some(Payment::From(_)) => {
                writeln!(out, "  {player} is paid {points}{of} as {reason}{at}: {formula} ({place})")
            }
            None => {
                let lost = if score.is_given { "" } else { " does not get" };
                writeln!(out, "  {player}{lost} {points} as {reason}{at}: {formula} ({place})")
            }
        }
    }

    /// Who has won a game that is over.
    pub fn winners(&self, game: &Game) -> String {
        let winners = game.winners().unwrap_or_default();
        match winners.as_slice() {
            [] => "nobody wins".to_owned(),
            [only] => format!("{} wins", self.player(game, *only)),
            several if several.len() == game.points().len() => "everybody wins".to_owned(),
            several => {
                let names: Vec<String> = several.iter().map(|seat| self.player(game, *seat)).collect();
                format!("{} win", names.join(", "))
            }
        }
    }

    /// A player by name, in the colour of the seat.
    pub fn player(&self, game: &Game, seat: usize) -> String {
        let style = self.theme.seat_style(seat);
        format!("{style}{}{style:#}", game.rules().seat(seat))
    }

    fn piece(&self, game: &Game, piece: u16) -> String {
        let Some(piece) = game.position().pieces().get(usize::from(piece)) else { return String::new() };
        let kind = game.rules().program().declared.pieces.get(usize::from(piece.kind));
        let kind = kind.map_or("", |kind| kind.name.as_str());
        match piece.owner() {
            Some(owner) => format!("{} {kind}", self.player(game, usize::from(owner))),
            None => kind.to_owned(),
        }
    }
}

/// The goods of a payment as JSON; null where it is points.
pub(crate) fn stock_json(score: &Score) -> Value {
    json!(score.stock.as_ref().map(|stock| json!({ "name": stock.name, "amount": stock.amount })))
}

/// At which side something happened, where it was one alone.
fn closure_words(game: &Game, closure: Closure) -> String {
    let side = |border| game.location_words(PieceLocation::Side(border));
    match closure {
        Closure::Segment(segment) => game.segment_words(segment),
        Closure::SegmentAt(segment, border) => {
            format!("{} at {}", game.segment_words(segment), side(border))
        }
        Closure::Side(border) => side(border),
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
