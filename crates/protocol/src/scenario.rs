//! A game as a scenario: the same draws and the same choices, so that the same position follows.

use std::collections::BTreeMap;
use std::fmt::Write;

use rota::{Decided, Diagnostic, Entry, Event, Game, Head, PieceLocation, Save, Session};

use crate::problem::Refusal;
use crate::table::PlayedPacks;

/// So many options at most are written down at the end; more of them would say little.
const MOST_OPTIONS: usize = 24;

/// The text of a scenario in which the game is played again up to where it stands. `guests` are the packs that play
/// beside the one whose scenario it is.
///
/// Errors: no scenario can say what the game was begun with.
pub(crate) fn whole(session: &Session, title: &str, guests: &[String]) -> Result<String, Refusal> {
    let mut text = ScenarioText::begin(session.head(), title, guests)?;
    text.chance(session, session.entries());
    text.moves(session, 0);
    Ok(text.end(session.game()))
}

/// The text of a scenario that lays out how the game stood at the beginning of a turn, and plays so many of the last
/// moves at least; nothing where the game began no later. Whether it comes to the same has to be tried: not all that
/// rules remember can be laid out.
///
/// Errors: as for [`whole`].
pub(crate) fn laid(
    save: &Save,
    played: &PlayedPacks,
    title: &str,
    moves: usize,
    guests: &[String],
) -> Result<Option<String>, Refusal> {
    let most = save.moves().saturating_sub(moves);
    let (all, _) = Session::replay_as_far(save, &played.compiled, usize::MAX, None)?;
    let Some(turn) = turns(&all).into_iter().rfind(|turn| turn.moves <= most).filter(|turn| turn.moves > 0)
    else {
        return Ok(None);
    };
    let (before, _) = Session::replay_as_far(save, &played.compiled, turn.moves, None)?;
    let mut text = ScenarioText::begin(&save.head, title, guests)?;
    text.table(before.game());
    text.line(&format!("{} begins", all.game().rules().seat(usize::from(turn.player))));
    text.chance(&all, all.entries().get(turn.entries..).unwrap_or_default());
    text.moves(&all, turn.events);
    Ok(Some(text.end(all.game())))
}

/// The beginning of a turn.
struct Turn {
    player: u8,
    /// How many moves, entries and events lie before it.
    moves: usize,
    entries: usize,
    events: usize,
}

/// The turns of a game, in order.
fn turns(session: &Session) -> Vec<Turn> {
    let mut entries = session.entries().iter().enumerate();
    let (mut moves, mut behind) = (0, 0);
    let mut turns = Vec::new();
    for (events, event) in session.game().history().events().iter().enumerate() {
        if let Event::Turn { player, .. } = event {
            turns.push(Turn { player: *player, moves, entries: behind, events });
        }
        let is_decided = matches!(event, Event::Decided { .. });
        let mut next = || entries.find_map(|(place, entry)| Some((place, decision(entry)?)));
        if let Some((place, decided)) = is_decided.then(&mut next).flatten() {
            behind = place + 1;
            moves = decided.number.unwrap_or(moves);
        }
    }
    turns
}

fn decision(entry: &Entry) -> Option<&Decided> {
    match entry {
        Entry::Decided(decided) => Some(decided),
        Entry::Chance(_) => None,
    }
}

/// The text as it is being written.
struct ScenarioText(String);

impl ScenarioText {
    fn begin(head: &Head, title: &str, guests: &[String]) -> Result<ScenarioText, Refusal> {
        if head.copies > 1 {
            let message = "no scenario can lay several copies of each tile set";
            return Err(Diagnostic::error("protocol::no-scenario", message).into());
        }
        let title = title.replace(['"', '\\', '\n'], "'");
        let mut text = ScenarioText(format!("scenario \"{title}\" {{\n"));
        guests.iter().for_each(|guest| text.line(&format!("with {guest}")));
        let names: Vec<&str> = head.players.iter().map(|seat| seat.name.as_str()).collect();
        text.line(&format!("players {}", names.join(" ")));
        head.variants.iter().for_each(|variant| text.line(&format!("variant {variant}")));
        for option in &head.options {
            if let Some((name, value)) = option.split_once('=') {
                text.line(&format!("option {} = {}", name.trim(), value.trim()));
            }
        }
        head.start.iter().for_each(|start| text.line(&format!("start {start}")));
        Ok(text)
    }

    fn line(&mut self, words: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "  {words}");
    }

    /// What lies, stands and is kept.
    fn table(&mut self, game: &Game) {
        let (rules, position) = (game.rules(), game.position());
        let start = &rules.stock().start;
        if !start.is_empty() {
            self.line("lay start");
        }
        for (tile, laid) in position.board().tiles().iter().zip(0_u16..).skip(start.len()) {
            let name = &rules.kind_of(position.stock_tile(rota::TileId(laid))).name;
            let turned =
                if tile.rotation == 0 { String::new() } else { format!(" turned {}", tile.rotation) };
            self.line(&format!("lay {name} at {},{}{turned}", tile.cell.x, tile.cell.y));
        }
        let kinds = &rules.program().declared.pieces;
        let mut stands: Vec<(String, usize)> = Vec::new();
        for piece in position.pieces() {
            if matches!(piece.location, PieceLocation::Supply | PieceLocation::Out) {
                continue;
            }
            let kind = kinds.get(usize::from(piece.kind)).map_or("", |kind| kind.name.as_str());
            let owner = piece.owner().map(|owner| format!(" of {}", rules.seat(usize::from(owner))));
            let words =
                format!("{kind}|{} on {}", owner.unwrap_or_default(), game.location_words(piece.location));
            match stands.iter_mut().find(|(known, _)| *known == words) {
                Some((_, count)) => *count += 1,
                None => stands.push((words, 1)),
            }
        }
        for (words, count) in stands {
            let times = if count == 1 { String::new() } else { format!(" x {count}") };
            self.line(&format!("stand {}", words.replacen('|', &times, 1)));
        }
        for (seat, points) in game.points().iter().enumerate() {
            let name = rules.seat(seat);
            if *points != 0 {
                self.line(&format!("points {name} {points}"));
            }
            let keeps: Vec<&str> =
                position.stowed(seat).map(|tile| rules.kind_of(tile).name.as_str()).collect();
            keeps.iter().for_each(|thing| self.line(&format!("keep {thing} of {name}")));
            for share in game.stocks_of(Some(seat)).filter(|share| share.count > 0) {
                self.line(&format!("keep {} x {} of {name}", share.name, share.count));
            }
        }
        for (row, number) in rules.program().declared.rows.iter().zip(0..) {
            let things: Vec<&str> =
                position.row(number).map(|tile| rules.kind_of(tile).name.as_str()).collect();
            if !things.is_empty() {
                self.line(&format!("row {} {}", row.name, things.join(", ")));
            }
        }
    }

    /// What chance gave.
    fn chance(&mut self, session: &Session, entries: &[Entry]) {
        let declared = &session.game().rules().program().declared;
        let mut gave: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for entry in entries {
            if let Entry::Chance(chance) = entry {
                gave.entry(&chance.source).or_default().push(&chance.gave);
            }
        }
        for (source, gave) in gave {
            let gave = gave.join(", ");
            match declared.draw_piles().position(|pile| pile == source) {
                Some(0) => self.line(&format!("pile {gave}, ..")),
                Some(_) => self.line(&format!("pile {source} {gave}, ..")),
                None => self.line(&format!("die {source} {gave}")),
            }
        }
    }

    /// The moves from an event on, and what players got by the last of them.
    fn moves(&mut self, session: &Session, from: usize) {
        let game = session.game();
        let events = game.history().events();
        let is_decided = |event: &Event| matches!(event, Event::Decided { .. });
        let before = events.iter().take(from).filter(|event| is_decided(event)).count();
        let made = session.entries().iter().filter_map(decision).skip(before);
        for decided in made {
            self.line(&format!("{} takes {}", decided.who, decided.choice));
        }
        let last = events.iter().rposition(is_decided).map_or(events.len(), |last| last + 1);
        let is_scored = |event: &&Event| matches!(event, Event::Scored { .. });
        let scored = events.iter().skip(last.max(from)).filter(is_scored);
        for score in scored.flat_map(|event| game.scores(event)) {
            let by = score.terms_in_words();
            let by = if by.is_empty() { String::new() } else { format!(" by \"{by}\"") };
            let (player, points) = (game.rules().seat(score.player), score.amount());
            self.line(&format!("expect {player} scores {points} as {}{by}", score.reason));
        }
    }

    /// Who decides and what is offered then, the points, and the end of the text.
    fn end(mut self, game: &Game) -> String {
        match game.decision() {
            Some(decision) => {
                self.line(&format!("expect {} decides", game.rules().seat(decision.who())));
                let choices = decision.choices().take(MOST_OPTIONS + 1).map(|choice| decision.text(choice));
                let options: Vec<String> = choices.collect();
                if options.len() <= MOST_OPTIONS {
                    self.line("expect options {");
                    options.iter().for_each(|option| self.line(&format!("  {option}")));
                    self.line("}");
                }
            }
            None => self.line("expect game over"),
        }
        for (seat, points) in game.points().iter().enumerate() {
            self.line(&format!("expect {}.points = {points} pts", game.rules().seat(seat)));
        }
        self.0.push_str("}\n");
        self.0
    }
}
