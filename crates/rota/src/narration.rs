//! What happens in a game, in words: a line for each event. Everything that is told is what packs call it.

use rota_game::{
    Closure, DecisionOutcome, Event, Game, Payment, PieceLocation, PlayerSet, Score, VisibleEvent,
};
use rota_source::{Sources, Span};

/// Tells events of one game.
#[derive(Clone, Copy)]
pub struct Narrator<'a> {
    /// The game.
    pub game: &'a Game,
    /// The texts of its rules.
    pub sources: &'a Sources,
    /// How a player is called, by the seat: the bare name, or one in a colour.
    pub name: &'a dyn Fn(usize) -> String,
    /// The seat that it is told to; nothing where it is told to nobody in particular.
    pub told_to: Option<usize>,
}

impl Narrator<'_> {
    /// Tells an event as it is seen, as [`Narrator::tell`] does.
    #[must_use]
    pub fn tell_seen(&self, seen: VisibleEvent, decided: bool) -> Option<String> {
        let names = |seats: PlayerSet| seats.members().map(|seat| self.player(seat)).collect::<Vec<_>>();
        let told = match seen {
            VisibleEvent::Event(event) => return self.tell(&event, decided),
            VisibleEvent::HiddenDraw { bag, seen_by } => {
                let what = self.thing(bag);
                match names(seen_by).as_slice() {
                    [] => format!("a {what} is drawn that nobody sees"),
                    [seat] => format!("{seat} draws a {what} that only {seat} sees"),
                    seats => format!("a {what} is drawn that only {} see", seats.join(" and ")),
                }
            }
            VisibleEvent::HiddenReturn { bag, seen_by } => {
                let what = self.thing(bag);
                match names(seen_by).as_slice() {
                    [] => format!("a {what} that nobody has seen goes back"),
                    [seat] => format!("a {what} that only {seat} has seen goes back"),
                    seats => format!("a {what} that only {} have seen goes back", seats.join(" and ")),
                }
            }
            VisibleEvent::HiddenStack { bag, under, .. } => {
                let (what, place) = (self.thing(bag), if under { "under" } else { "on" });
                format!("a {what} goes {place} {}, unseen", self.pile(bag))
            }
            VisibleEvent::HiddenStow { player } => format!("{} keeps it, unseen", self.player(player)),
            VisibleEvent::HiddenShow { seen_by } => {
                format!("something is shown to {} alone", names(seen_by).join(" and "))
            }
            VisibleEvent::HiddenChoice { who, .. } => format!("{} decides, unseen", self.player(who)),
        };
        Some(told)
    }

    /// Tells one event in a line; `decided` says whether a decision has just announced it. Nothing for what is not
    /// told. All that anybody reads of what happens comes through here.
    #[must_use]
    pub fn tell(&self, event: &Event, decided: bool) -> Option<String> {
        let declared = &self.game.rules().program().declared;
        let told = match event {
            Event::Turn { number, player } => {
                let you = if self.told_to == Some(usize::from(*player)) { " (you)" } else { "" };
                format!("turn {number}: {}{you}", self.player(*player))
            }
            Event::Again { function, player } => {
                let function = self.game.rules().program().functions.get(*function as usize);
                let name = function.map_or("", |function| function.name.as_str());
                match player {
                    Some(player) => format!("{name} of {}", self.player(*player)),
                    None => format!("once more: {name}"),
                }
            }
            Event::Ending => "the end".to_owned(),
            Event::Drawn { bag, tile, .. } => format!("{} out of {}", self.kind(*tile), self.pile(*bag)),
            Event::Fetched { bag, tile } => {
                format!("{} is taken from {}", self.kind(*tile), self.pile(*bag))
            }
            Event::Shuffled { bag, tile, .. } => {
                format!("{} goes back into {}", self.kind(*tile), self.pile(*bag))
            }
            Event::Rolled { die, value, .. } => {
                let (die, face) = declared.rolled(*die, *value);
                format!("{die} gives {face}")
            }
            Event::Discarded { tile } => format!("{} leaves the game", self.kind(*tile)),
            Event::Decided { choice, who, taken, words, .. } => {
                let site = self.game.rules().program().choices.get(*choice as usize);
                let prompt =
                    site.map_or("", |site| if site.prompt.is_empty() { &site.name } else { &site.prompt });
                let is_forced = *taken == DecisionOutcome::Forced;
                let forced = if is_forced { "  (nothing else is possible)" } else { "" };
                let words = self.game.history().text(*words);
                format!("{}: {prompt} {words}{forced}", self.player(*who))
            }
            Event::Placed { .. } | Event::Put { .. } if decided => return None,
            Event::Placed { tile, cell, rotation, .. } => {
                format!("{} lies at {},{} turned {rotation}", self.kind(*tile), cell.x, cell.y)
            }
            Event::Put { piece, at, .. } => {
                format!("{} goes to {}", self.piece(*piece), self.game.segment_words(*at))
            }
            Event::Moved { piece, to, .. } => {
                format!("{} goes to {}", self.piece(*piece), self.game.space_words(*to))
            }
            Event::Went { piece, from, to } => self.went(*piece, *from, *to),
            Event::Sent { piece, from, reason } => {
                let reason = reason.and_then(|reason| declared.reasons.get(usize::from(reason)));
                let reason = reason.map_or_else(String::new, |reason| format!(" as {reason}"));
                let from = self.game.location_words(*from);
                format!("{} goes home from {from}{reason}", self.piece(*piece))
            }
            Event::Paid { .. } | Event::PaidStock { .. } | Event::Scored { .. } | Event::Cancelled { .. } => {
                // A payment is told once, as what it is to who pays.
                return self.game.scores(event).first().map(|score| self.score(score));
            }
            Event::Won { .. } => self.winners(),
            Event::Added { segment } => format!("{} is added", self.game.segment_words(*segment)),
            Event::Linked { first, second } => {
                let [first, second] = [first, second].map(|segment| self.game.segment_words(*segment));
                format!("{first} joins {second}")
            }
            Event::Cut { first, second } => {
                let [first, second] = [first, second].map(|segment| self.game.segment_words(*segment));
                format!("{first} parts from {second}")
            }
            Event::Stowed { player, tile, .. } => {
                format!("{} keeps {}", self.player(*player), self.kind(*tile))
            }
            Event::Stacked { bag, tile, under, .. } => {
                let place = if *under { "under" } else { "on" };
                format!("{} goes {place} {}", self.kind(*tile), self.pile(*bag))
            }
            Event::LinedUp { row, tile } => {
                let row = declared.rows.get(usize::from(*row)).map_or("", |row| row.name.as_str());
                format!("{} lies open in {row}", self.kind(*tile))
            }
            Event::Shown { tile, .. } => format!("{} is shown", self.kind(*tile)),
            Event::Hid { player, .. } => format!("{} keeps something secret", self.player(*player)),
            Event::Forgotten { .. } => return None,
            Event::Revealed => "all have chosen".to_owned(),
            Event::Closed(closure) => format!("{} is closed", self.closure(*closure)),
            Event::Reopened(closure) => format!("{} is open again", self.closure(*closure)),
        };
        Some(told)
    }

    /// Who has won a game that is over.
    #[must_use]
    pub fn winners(&self) -> String {
        let winners = self.game.winners().unwrap_or_default();
        match winners.as_slice() {
            [] => "nobody wins".to_owned(),
            [only] => format!("{} wins", (self.name)(*only)),
            several if several.len() == self.game.points().len() => "everybody wins".to_owned(),
            several => {
                let names: Vec<String> = several.iter().map(|seat| (self.name)(*seat)).collect();
                format!("{} win", names.join(", "))
            }
        }
    }

    fn went(&self, piece: u16, from: PieceLocation, to: PieceLocation) -> String {
        let (piece, from) = (self.piece(piece), self.game.location_words(from));
        if let PieceLocation::Keep(player) = to {
            format!("{} gets {piece} from {from}", self.player(player))
        } else if to == PieceLocation::Out {
            format!("{piece} leaves the game from {from}")
        } else {
            format!("{piece} goes to {}", self.game.location_words(to))
        }
    }

    fn score(&self, score: &Score) -> String {
        let Score { reason, formula, .. } = score;
        let of = score.stock.as_ref().map_or_else(String::new, |stock| format!(" of {}", stock.name));
        let points = score.amount();
        let (player, place) = ((self.name)(score.player), short_place(self.sources, score.span));
        let at = score.at.map_or_else(String::new, |at| format!(" at {}", self.game.segment_words(at)));
        match score.payment {
            Some(Payment::To(to)) => {
                let to = to.map(|to| format!(" to {}", (self.name)(to))).unwrap_or_default();
                let points = points.saturating_neg();
                format!("{player} pays {points}{of}{to} as {reason}{at}: {formula} ({place})")
            }
            Some(Payment::From(_)) => {
                format!("{player} is paid {points}{of} as {reason}{at}: {formula} ({place})")
            }
            None => {
                let lost = if score.is_given { "" } else { " does not get" };
                format!("{player}{lost} {points} as {reason}{at}: {formula} ({place})")
            }
        }
    }

    fn player(&self, seat: u8) -> String {
        (self.name)(usize::from(seat))
    }

    fn piece(&self, piece: u16) -> String {
        let Some(piece) = self.game.position().pieces().get(usize::from(piece)) else { return String::new() };
        let kind = self.game.rules().program().declared.pieces.get(usize::from(piece.kind));
        let kind = kind.map_or("", |kind| kind.name.as_str());
        match piece.owner() {
            Some(owner) => format!("{} {kind}", self.player(owner)),
            None => kind.to_owned(),
        }
    }

    fn kind(&self, tile: u16) -> &str {
        &self.game.rules().kind_of(usize::from(tile)).name
    }

    fn pile(&self, bag: u16) -> &str {
        self.game.rules().program().declared.draw_pile(bag)
    }

    /// What is drawn there: tiles from bags, cards from decks.
    fn thing(&self, stack: u16) -> &'static str {
        let bags = self.game.rules().program().declared.bags.len();
        if usize::from(stack) < bags { "tile" } else { "card" }
    }

    /// At which side something happened, where it was one alone.
    fn closure(&self, closure: Closure) -> String {
        let side = |border| self.game.location_words(PieceLocation::Side(border));
        match closure {
            Closure::Segment(segment) => self.game.segment_words(segment),
            Closure::SegmentAt(segment, border) => {
                format!("{} at {}", self.game.segment_words(segment), side(border))
            }
            Closure::Side(border) => side(border),
        }
    }
}

/// Finds a span the short way: file and line.
#[must_use]
pub fn short_place(sources: &Sources, span: Span) -> String {
    sources.place(span.start).map_or_else(String::new, |place| format!("{}:{}", place.file, place.line))
}
