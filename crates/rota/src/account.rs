//! Where points come from: every score of a game and the move that led to it.

use rota_board::Cell;
use rota_bytecode::program::ChoiceSite;
use rota_game::{DecisionOutcome, Event, Game, Score, VisibleEvent};
use rota_vm::Answer;

/// A score and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The turn, counted from 1; 0 before the first.
    pub turn: u32,
    /// How many moves were made before; see [`Session`](crate::Session) for what a move is.
    pub moves: usize,
    /// What led to it.
    pub cause: Cause,
    /// The score with all that explains it.
    pub score: Score,
}

/// What led to a score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the doc comment of a variant says what its fields are")]
pub enum Cause {
    /// The beginning of the game.
    Beginning,
    /// The beginning of a turn of this player.
    Turn { player: usize },
    /// A step that ran once more: for whose turn it was, or for another player.
    Again { step: String, player: Option<usize> },
    /// A tile of this kind came out of a bag; one without a name where it is not shown.
    Drawn { tile: String, bag: String },
    /// A die gave a number or a word.
    Rolled { die: String, value: String },
    /// A player answered a decision with these canonical words, empty where they are not shown; the prompt is that of
    /// the decision, or its name.
    Decided { player: usize, prompt: String, words: String },
    /// A player laid a tile of this kind.
    Laid { player: usize, tile: String, cell: Cell, rotation: u8 },
    /// The end of the game.
    End,
}

/// Lists every score of a game, in order, those included that a rule took away. The history must be a full one.
///
/// What led to a score is, where an action of a menu gave it, that action; else the tile that was laid last in the same
/// part of the turn; where none was, the last decision, or else what was drawn. Behind the last turn it is the end of
/// the game.
#[must_use]
pub fn accounts(game: &Game) -> Vec<Account> {
    explained(game, game.history().events().iter().copied().map(VisibleEvent::Event))
}

/// Lists them as a seat may know them, or as an onlooker may: what led to a score is told without the words or the tile
/// where these are not shown, and every choice that is not shown counts as a move.
#[must_use]
pub fn accounts_seen_by(game: &Game, who: Option<u8>) -> Vec<Account> {
    explained(game, game.seen_by(who).events())
}

fn explained(game: &Game, events: impl Iterator<Item = VisibleEvent>) -> Vec<Account> {
    let (mut turn, mut moves, mut cause) = (0, 0, Cause::Beginning);
    let mut accounts = Vec::new();
    // The action of a menu that was taken last, and what it is as a cause.
    let mut taken: Option<(String, Cause)> = None;
    let rules = game.rules();
    let text = |words| game.history().text(words).to_owned();
    for seen in events {
        let event = match seen {
            VisibleEvent::Event(event) => event,
            VisibleEvent::HiddenChoice { choice, who } => {
                (moves, taken) = (moves + 1, None);
                if !matches!(cause, Cause::Laid { .. } | Cause::End) {
                    let site = rules.program().choices.get(choice as usize);
                    cause = site.map_or(cause, |site| decided(site, who, String::new()));
                }
                continue;
            }
            VisibleEvent::HiddenDraw { bag, .. } => {
                if !matches!(cause, Cause::Laid { .. } | Cause::Decided { .. } | Cause::End) {
                    let bag = rules.program().declared.draw_pile(bag).to_owned();
                    cause = Cause::Drawn { tile: String::new(), bag };
                }
                continue;
            }
            VisibleEvent::HiddenReturn { .. } | VisibleEvent::HiddenStack { .. } => continue,
            VisibleEvent::HiddenStow { .. } | VisibleEvent::HiddenShow { .. } => continue,
        };
        if matches!(event, Event::Turn { .. } | Event::Again { .. } | Event::Ending) {
            taken = None;
        }
        if let Event::Decided { choice, who, answer: Answer::Option { action, .. }, words, .. } = event
            && let Some(site) = rules.program().choices.get(choice as usize)
            && let Some(action) = site.actions.get(usize::from(action)).filter(|own| !own.name.is_empty())
        {
            taken = Some((format!("action {}", action.name), decided(site, who, text(words))));
        }
        match event {
            Event::Turn { number, player } => {
                turn = number;
                cause = Cause::Turn { player: usize::from(player) };
            }
            Event::Again { function, player } => {
                let function = rules.program().functions.get(function as usize);
                let step = function.map(|function| function.name.clone()).unwrap_or_default();
                cause = Cause::Again { step, player: player.map(usize::from) };
            }
            Event::Ending => cause = Cause::End,
            Event::Drawn { bag, tile, .. } => {
                if !matches!(cause, Cause::Laid { .. } | Cause::Decided { .. } | Cause::End) {
                    let bag = rules.program().declared.draw_pile(bag).to_owned();
                    let tile = rules.kind_of(usize::from(tile)).name.clone();
                    cause = Cause::Drawn { tile, bag };
                }
            }
            Event::Rolled { die, value, .. } => {
                let (die, value) = rules.program().declared.rolled(die, value);
                cause = Cause::Rolled { die: die.to_owned(), value };
            }
            Event::Decided { taken: DecisionOutcome::Forced, .. } => {}
            Event::Decided { choice, who, words, .. } => {
                moves += 1;
                if !matches!(cause, Cause::Laid { .. } | Cause::End) {
                    let site = rules.program().choices.get(choice as usize);
                    cause = site.map_or(cause, |site| decided(site, who, text(words)));
                }
            }
            Event::Placed { player, tile, cell, rotation } => {
                let (player, tile) = (usize::from(player), rules.kind_of(usize::from(tile)).name.clone());
                cause = Cause::Laid { player, tile, cell, rotation };
            }
            Event::Scored { .. } | Event::Cancelled { .. } | Event::Paid { .. } | Event::PaidStock { .. } => {
                let scores = game.scores(&event).into_iter();
                accounts.extend(scores.map(|score| {
                    let own = taken.as_ref().filter(|(action, _)| *action == score.rule);
                    let cause = own.map_or(&cause, |(_, own)| own).clone();
                    Account { turn, moves, cause, score }
                }));
            }
            Event::Won { .. } | Event::Fetched { .. } | Event::Shuffled { .. } | Event::Discarded { .. } => {}
            Event::Stowed { .. }
            | Event::LinedUp { .. }
            | Event::Stacked { .. }
            | Event::Shown { .. }
            | Event::Hid { .. }
            | Event::Forgotten { .. } => {}
            Event::Put { .. } | Event::Moved { .. } | Event::Went { .. } | Event::Sent { .. } => {}
            Event::Added { .. } => {}
            Event::Linked { .. } | Event::Cut { .. } | Event::Revealed => {}
            Event::Closed(_) | Event::Reopened(_) => {}
        }
    }
    accounts
}

/// A decision as the cause of what follows from it.
fn decided(site: &ChoiceSite, who: u8, words: String) -> Cause {
    let prompt = if site.prompt.is_empty() { &site.name } else { &site.prompt };
    Cause::Decided { player: usize::from(who), prompt: prompt.clone(), words }
}
