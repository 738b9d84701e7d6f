//! Points with all that explains them: what was counted, by which formula, and which rule gave them.

use std::fmt::Write;

use rota_board::SegmentId;
use rota_source::Span;

use crate::game::Game;
use crate::history::{Event, Note};

/// Points of one player that were given, paid or taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The seat of the player, counted from 0.
    pub player: usize,
    /// How many points; below 0 where the player paid them, 0 where it is about goods.
    pub points: i64,
    /// The goods, where it is about these.
    pub stock: Option<StockAmount>,
    /// Whom the player paid, or who paid the player, where it is no score.
    pub payment: Option<Payment>,
    /// Whether the player got them; otherwise a rule took them away before they were given.
    pub is_given: bool,
    /// The declared reason.
    pub reason: String,
    /// A segment of the feature it is for.
    pub at: Option<SegmentId>,
    /// The formula with its values: its terms, and what rules made of them where that is something else. Terms
    /// that count nothing are left out where another counts something. Without terms it is the points.
    pub formula: String,
    /// What the formula counted.
    pub terms: Vec<ScoreTerm>,
    /// The formula as written.
    pub written: String,
    /// The rule, or the action.
    pub rule: String,
    /// The statement that gave the points.
    pub span: Span,
    /// What rules made of them before the player got them, in the order in which they did.
    pub changes: Vec<ScoreChange>,
}

/// What a rule made of points that another one gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreChange {
    /// How many they were behind it, or how many goods.
    pub points: i64,
    /// What it set them to, as written.
    pub written: String,
    /// The rule, or the action.
    pub rule: String,
    /// The statement.
    pub span: Span,
}

/// Who stands at the other end of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// The points went to this player, or to nobody.
    To(Option<usize>),
    /// The points came from this player, or from nobody.
    From(Option<usize>),
}

/// Goods that a player got or paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockAmount {
    /// What they are called.
    pub name: String,
    /// How many; below 0 where the player paid them.
    pub amount: i64,
}

/// Something that a formula counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreTerm {
    /// How many.
    pub count: i64,
    /// Of what; nothing where figures stand on both sides.
    pub name: String,
    /// Points for each.
    pub each: i64,
}

impl Score {
    /// How many points, or goods.
    #[must_use]
    pub fn amount(&self) -> i64 {
        self.stock.as_ref().map_or(self.points, |stock| stock.amount)
    }

    /// What the terms add up to; nothing where the formula counted nothing.
    #[must_use]
    pub fn counted(&self) -> Option<i64> {
        let sum = sum(&self.terms);
        let sum = if matches!(self.payment, Some(Payment::To(_))) { sum.saturating_neg() } else { sum };
        (!self.terms.is_empty()).then_some(sum)
    }

    /// The terms in words, as in `3 tiles each 2 + 1 pennants each 2`; empty where the formula counted nothing.
    #[must_use]
    pub fn terms_in_words(&self) -> String {
        words_of(&self.terms)
    }
}

impl Game {
    /// What an event is to the points of players, with all that explains it; the history must be a full one.
    /// A payment concerns who pays, and behind that who is paid: they may be one and the same. Other events
    /// than scores, payments and awards that were taken away are nothing.
    #[must_use]
    pub fn scores(&self, event: &Event) -> Vec<Score> {
        match *event {
            Event::Scored { player, points, reason, at, note } => {
                vec![Score { at, ..self.score(player, points, None, (reason, note)) }]
            }
            Event::Cancelled { player, points, reason, at, note } => {
                let score = self.score(player, points, None, (reason, note));
                vec![Score { at, is_given: false, ..score }]
            }
            Event::Paid { from, to, points, reason, at, note } => {
                self.shares((from, to), points, (reason, at, note))
            }
            Event::PaidStock { from, to, amount, stock, reason, at, note } => {
                let kind = self.rules().program().declared.stocks.get(usize::from(stock));
                let name = kind.map_or("", |kind| kind.name.as_str());
                let shares = self.shares((from, to), amount, (reason, at, note)).into_iter();
                let of_stock = |score: Score| Score {
                    points: 0,
                    stock: Some(StockAmount { name: name.to_owned(), amount: score.points }),
                    formula: format!("{amount} {name}"),
                    terms: Vec::new(),
                    ..score
                };
                shares.map(of_stock).collect()
            }
            Event::Turn { .. } | Event::Again { .. } | Event::Ending | Event::Drawn { .. } => Vec::new(),
            Event::Won { .. } => Vec::new(),
            Event::Fetched { .. } | Event::Shuffled { .. } | Event::Stowed { .. } => Vec::new(),
            Event::LinedUp { .. } | Event::Stacked { .. } => Vec::new(),
            Event::Shown { .. } | Event::Rolled { .. } | Event::Discarded { .. } => Vec::new(),
            Event::Placed { .. } | Event::Put { .. } | Event::Moved { .. } => Vec::new(),
            Event::Went { .. } | Event::Sent { .. } | Event::Linked { .. } => Vec::new(),
            Event::Added { .. } => Vec::new(),
            Event::Cut { .. } | Event::Closed(_) | Event::Reopened(_) => Vec::new(),
            Event::Hid { .. } | Event::Forgotten { .. } | Event::Revealed => Vec::new(),
            Event::Decided { .. } => Vec::new(),
        }
    }

    /// A payment as it is to who pays, and to who is paid.
    fn shares(
        &self,
        (from, to): (Option<u8>, Option<u8>),
        points: i64,
        (reason, at, note): (u16, Option<SegmentId>, Option<u32>),
    ) -> Vec<Score> {
        let (payer, receiver) = (from.map(usize::from), to.map(usize::from));
        let score = |player, points, payment| Score {
            at,
            ..self.score(player, points, Some(payment), (reason, note))
        };
        let paid = from.map(|from| score(from, points.saturating_neg(), Payment::To(receiver)));
        let got = to.map(|to| score(to, points, Payment::From(payer)));
        paid.into_iter().chain(got).collect()
    }

    fn score(
        &self,
        player: u8,
        points: i64,
        payment: Option<Payment>,
        (reason, note): (u16, Option<u32>),
    ) -> Score {
        let program = self.rules().program();
        let site_of = |note: &Note| program.sites.get(note.site as usize);
        let mut note = note.and_then(|note| self.history().note(note));
        let mut changes = Vec::new();
        while let Some((last, change)) = note.and_then(|note| Some((note, note.change?))) {
            changes.extend(site_of(last).map(|site| ScoreChange {
                points: change.points,
                written: site.formula.clone(),
                rule: site.rule.clone(),
                span: site.span,
            }));
            note = self.history().note(change.before);
        }
        changes.reverse();
        let site = note.and_then(site_of);
        let terms = note.map(|note| self.history().terms(note)).unwrap_or_default();
        let empty = terms.iter().all(|term| term.count == 0);
        let mut counted: Vec<ScoreTerm> = Vec::new();
        for term in terms.iter().filter(|term| empty || term.count != 0) {
            let name = program.terms.get(term.name as usize).map_or("", String::as_str);
            // Things that are worth the same are told together.
            match counted.iter_mut().find(|known| known.each == term.each && known.name == name) {
                Some(known) => known.count = known.count.saturating_add(term.count),
                None => {
                    counted.push(ScoreTerm { count: term.count, name: name.to_owned(), each: term.each });
                }
            }
        }
        let terms = counted;
        // The formula of a payment is what was paid, to both of them.
        let told = if payment.is_some() { points.saturating_abs() } else { points };
        let formula = if terms.is_empty() { format!("{told} pts") } else { formula(&terms, told) };
        Score {
            player: usize::from(player),
            points,
            stock: None,
            payment,
            is_given: true,
            reason: program.declared.reasons.get(usize::from(reason)).cloned().unwrap_or_default(),
            at: None,
            formula,
            terms,
            written: site.map(|site| site.formula.clone()).unwrap_or_default(),
            rule: site.map(|site| site.rule.clone()).unwrap_or_default(),
            span: site.map(|site| site.span).unwrap_or_default(),
            changes,
        }
    }
}

fn sum(terms: &[ScoreTerm]) -> i64 {
    terms.iter().map(|term| term.count.saturating_mul(term.each)).fold(0, i64::saturating_add)
}

/// Terms in words.
fn words_of(terms: &[ScoreTerm]) -> String {
    let mut out = String::new();
    for ScoreTerm { count, name, each } in terms {
        // What is taken off what stands before it is told without its sign.
        let (sign, each) = match (out.as_str(), *each < 0) {
            ("", _) => ("", each.to_string()),
            (_, false) => (" + ", each.to_string()),
            (_, true) => (" - ", each.unsigned_abs().to_string()),
        };
        let space = if name.is_empty() { "" } else { " " };
        // Writing to a string does not fail.
        let _ = write!(out, "{sign}{count}{space}{name} each {each}");
    }
    out
}

/// The same, and what they came to where that is something else.
fn formula(terms: &[ScoreTerm], points: i64) -> String {
    let words = words_of(terms);
    if sum(terms) == points { words } else { format!("{words}, changed to {points}") }
}
