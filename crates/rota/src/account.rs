//! Where points come from: every score of a game with its formula, its rule and the move that led to it.

use rota_board::{Cell, SegmentId};
use rota_game::{DecisionOutcome, Event, Game};
use rota_source::Span;

/// A score with all that explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The turn, counted from 1; 0 before the first.
    pub turn: u32,
    /// How many moves were made before; see [`Session`](crate::Session) for what a move is.
    pub moves: usize,
    /// What led to it.
    pub cause: Cause,
    /// The seat of the player, counted from 0.
    pub player: usize,
    /// How many points; below 0 where the player paid them.
    pub points: i64,
    /// Whom the player paid, or who paid the player, where it is no score.
    pub payment: Option<Payment>,
    /// Whether the player got them; otherwise a rule took them away before they were given.
    pub is_given: bool,
    /// The declared reason.
    pub reason: String,
    /// The canonical words of a segment of the feature it is for.
    pub at: Option<String>,
    /// The formula with its values, or as written where nothing in it was counted.
    pub formula: String,
    /// What the formula counted.
    pub terms: Vec<Term>,
    /// The formula as written.
    pub written: String,
    /// The rule, or the action.
    pub rule: String,
    /// The statement that gave the points.
    pub span: Span,
}

/// Who stands at the other end of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// The points went to this player, or to nobody.
    To(Option<usize>),
    /// The points came from this player.
    From(usize),
}

/// Something that a formula counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// How many.
    pub count: i64,
    /// Of what.
    pub name: String,
    /// Points for each.
    pub each: i64,
}

/// What led to a score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the doc comment of a variant says what its fields are")]
pub enum Cause {
    /// The beginning of the game.
    Beginning,
    /// The beginning of a turn of this player.
    Turn { player: usize },
    /// A step that ran once more.
    Again { step: String },
    /// A tile of this kind came out of a bag.
    Drawn { tile: String, bag: String },
    /// A die gave a number.
    Rolled { die: String, value: i32 },
    /// A player answered a decision with these canonical words; the prompt is that of the decision, or its name.
    Decided { player: usize, prompt: String, words: String },
    /// A player laid a tile of this kind.
    Laid { player: usize, tile: String, cell: Cell, rotation: u8 },
    /// The end of the game.
    End,
}

impl Account {
    /// What the terms add up to; nothing where the formula counted nothing.
    #[must_use]
    pub fn counted(&self) -> Option<i64> {
        let products = self.terms.iter().map(|term| term.count.saturating_mul(term.each));
        let sum = products.fold(0, i64::saturating_add);
        let sum = if matches!(self.payment, Some(Payment::To(_))) { sum.saturating_neg() } else { sum };
        (!self.terms.is_empty()).then_some(sum)
    }
}

/// Lists every score of a game, in order, those included that a rule took away. The history must be a full one.
///
/// What led to a score is the tile that was laid last in the same part of the turn; where none was, the last
/// decision, or else what was drawn. Behind the last turn it is the end of the game.
#[must_use]
pub fn accounts(game: &Game) -> Vec<Account> {
    let (mut turn, mut moves, mut cause) = (0, 0, Cause::Beginning);
    let mut accounts = Vec::new();
    let rules = game.rules();
    for event in game.history().events() {
        match event {
            Event::Turn { number, player } => {
                turn = *number;
                cause = Cause::Turn { player: usize::from(*player) };
            }
            Event::Again { function } => {
                let function = rules.program().functions.get(*function as usize);
                cause =
                    Cause::Again { step: function.map(|function| function.name.clone()).unwrap_or_default() };
            }
            Event::Ending => cause = Cause::End,
            Event::Drawn { bag, tile, .. } => {
                if !matches!(cause, Cause::Laid { .. } | Cause::Decided { .. } | Cause::End) {
                    let bag = rules.program().declared.draw_pile(*bag).to_owned();
                    let tile = rules.kind_of(usize::from(*tile)).name.clone();
                    cause = Cause::Drawn { tile, bag };
                }
            }
            Event::Rolled { die, value, .. } => {
                let die = rules.program().declared.dice.get(usize::from(*die));
                let die = die.map(|die| die.name.clone()).unwrap_or_default();
                cause = Cause::Rolled { die, value: *value };
            }
            Event::Decided { taken: DecisionOutcome::Forced, .. } => {}
            Event::Decided { choice, who, words, .. } => {
                moves += 1;
                if !matches!(cause, Cause::Laid { .. } | Cause::End) {
                    let site = rules.program().choices.get(*choice as usize);
                    let prompt =
                        site.map(|site| if site.prompt.is_empty() { &site.name } else { &site.prompt });
                    cause = Cause::Decided {
                        player: usize::from(*who),
                        prompt: prompt.cloned().unwrap_or_default(),
                        words: game.history().text(*words).to_owned(),
                    };
                }
            }
            Event::Placed { player, tile, cell, rotation } => {
                let (player, tile) = (usize::from(*player), rules.kind_of(usize::from(*tile)).name.clone());
                cause = Cause::Laid { player, tile, cell: *cell, rotation: *rotation };
            }
            Event::Scored { .. } | Event::Cancelled { .. } | Event::Paid { .. } => {
                let shares = shares(event).into_iter().flatten();
                accounts.extend(shares.map(|share| account(game, share, turn, moves, &cause)));
            }
            Event::Fetched { .. } | Event::Shuffled { .. } | Event::Discarded { .. } => {}
            Event::Stowed { .. } | Event::Shown { .. } | Event::Hid { .. } | Event::Forgotten { .. } => {}
            Event::Put { .. } | Event::Moved { .. } | Event::Went { .. } | Event::Sent { .. } => {}
            Event::Linked { .. } | Event::Cut { .. } | Event::Revealed => {}
            Event::Closed { .. } | Event::Reopened { .. } => {}
        }
    }
    accounts
}

/// What an event is to one player's points.
struct Share {
    player: u8,
    points: i64,
    payment: Option<Payment>,
    is_given: bool,
    reason: u16,
    at: Option<SegmentId>,
    note: Option<u32>,
}

/// A payment concerns two players, who may be one and the same.
fn shares(event: &Event) -> [Option<Share>; 2] {
    match *event {
        Event::Scored { player, points, reason, at, note } => {
            [Some(Share { player, points, payment: None, is_given: true, reason, at, note }), None]
        }
        Event::Cancelled { player, points, reason, at, note } => {
            [Some(Share { player, points, payment: None, is_given: false, reason, at, note }), None]
        }
        Event::Paid { from, to, points, reason, note } => {
            let share = |player, points, payment| Share {
                player,
                points,
                payment: Some(payment),
                is_given: true,
                reason,
                at: None,
                note,
            };
            let paid = share(from, points.saturating_neg(), Payment::To(to.map(usize::from)));
            let got = |to| share(to, points, Payment::From(usize::from(from)));
            [Some(paid), to.map(got)]
        }
        _ => [None, None],
    }
}

fn account(game: &Game, share: Share, turn: u32, moves: usize, cause: &Cause) -> Account {
    let Share { player, points, payment, is_given, reason, at, note } = share;
    let program = game.rules().program();
    let explained = note.and_then(|note| game.history().note(note));
    let site = explained.and_then(|explained| program.sites.get(explained.site as usize));
    let terms = explained.map(|explained| game.history().terms(explained)).unwrap_or_default();
    let terms = terms.iter().filter(|term| term.count != 0).map(|term| Term {
        count: term.count,
        name: program.terms.get(term.name as usize).cloned().unwrap_or_default(),
        each: term.each,
    });
    Account {
        turn,
        moves,
        cause: cause.clone(),
        player: usize::from(player),
        points,
        payment,
        is_given,
        reason: program.declared.reasons.get(usize::from(reason)).cloned().unwrap_or_default(),
        at: at.map(|at| game.segment_words(at)),
        formula: note
            .map(|note| game.formula(note, if payment.is_some() { points.abs() } else { points }))
            .unwrap_or_default(),
        terms: terms.collect(),
        written: site.map(|site| site.formula.clone()).unwrap_or_default(),
        rule: site.map(|site| site.rule.clone()).unwrap_or_default(),
        span: site.map(|site| site.span).unwrap_or_default(),
    }
}
