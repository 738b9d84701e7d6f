//! The scores and payments that a scenario expects.

use rota_game::{Event, Payment, Score};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{ScoreKind, ScoreLine};

use super::stage::Stage;

impl Stage<'_> {
    /// A score since the last `takes` that no line expected.
    pub fn no_scores(&mut self, span: Span) {
        let events = self.game.history().events();
        let is_score = |index: &usize| matches!(events.get(*index), Some(Event::Scored { .. }));
        if let Some(text) = self.untold().into_iter().find(is_score).map(|index| self.score_text(index)) {
            self.fail(span, format!("{text}, though no score was expected"), "expected none here");
        }
    }

    /// Where some scores were expected, no other may have happened.
    pub fn all_scores_told(&mut self, span: Span) {
        if self.told.is_empty() {
            return;
        }
        if let Some(text) = self.untold().first().map(|index| self.score_text(*index)) {
            self.fail(span, format!("{text}, which no line expects"), "before this");
        }
    }

    /// Looks for a score or a payment that no line has told of yet.
    pub fn scores(&mut self, line: &ScoreLine, span: Span) {
        let wanted = match self.wanted(line) {
            Ok(wanted) => wanted,
            Err(failure) => return self.failures.push(failure),
        };
        let untold = self.untold();
        let fits = |index: &&usize| self.score(**index).is_some_and(|score| self.fits(&score, &wanted, line));
        let mut fitting = untold.iter().filter(fits).copied();
        let before = self.told.last().copied().filter(|_| line.later);
        let found = match before {
            Some(before) => fitting.find(|index| *index > before),
            None => fitting.next(),
        };
        if let Some(index) = found {
            return self.told.push(index);
        }
        let early = before.and_then(|_| untold.iter().find(fits).copied());
        let (verb, nothing) = match line.kind {
            ScoreKind::Scores => ("score", "nobody scored"),
            ScoreKind::Pays { .. } => ("pay", "nobody paid"),
            ScoreKind::IsPaid => ("be paid", "nobody was paid"),
        };
        let label =
            format!("expected {} to {verb} {}{}", line.player.node, line.amount, of_stock(line.of.as_ref()));
        if let Some(early) = early {
            self.told.insert(0, early);
            let label = format!("{label} after that of the line before");
            return self.fail(span, format!("{}, but earlier", self.score_text(early)), label);
        }
        let found: Vec<String> = untold.iter().map(|index| self.score_text(*index)).collect();
        let found = if found.is_empty() { nothing.to_owned() } else { found.join("; ") };
        self.fail(span, found, label);
    }

    fn wanted(&self, line: &ScoreLine) -> Result<Wanted, Diagnostic> {
        let player = self.seat(&line.player)?;
        let (payment, amount) = match &line.kind {
            ScoreKind::Scores => (None, line.amount),
            ScoreKind::Pays { to } => {
                let to = to.as_ref().map(|to| self.seat(to)).transpose()?;
                (Some(Payment::To(to)), line.amount.saturating_neg())
            }
            ScoreKind::IsPaid => (Some(Payment::From(None)), line.amount),
        };
        Ok(Wanted { player, amount, payment })
    }

    fn fits(&self, score: &Score, wanted: &Wanted, line: &ScoreLine) -> bool {
        let names = |words: &str| score.at.is_some_and(|at| self.game.names_feature(words, at));
        (score.player, score.amount(), score.payment) == (wanted.player, wanted.amount, wanted.payment)
            && score.stock.as_ref().map(|stock| &stock.name) == line.of.as_ref().map(|of| &of.node)
            && line.reason.as_ref().is_none_or(|name| score.reason == name.node)
            && line.at.as_ref().is_none_or(|words| names(&words.node))
            && line.formula.as_ref().is_none_or(|text| score.formula == text.node)
    }

    /// Scores and payments since the last `takes` that no line expected.
    fn untold(&self) -> Vec<usize> {
        let events = self.game.history().events().iter().enumerate().skip(self.since);
        let scores = events.filter(|(_, event)| is_score_or_payment(event));
        scores.map(|(index, _)| index).filter(|index| !self.told.contains(index)).collect()
    }

    /// A score or a payment by the number of its event, as it is to who scored or paid, or was paid by nobody.
    fn score(&self, index: usize) -> Option<Score> {
        self.game.scores(self.game.history().events().get(index)?).into_iter().next()
    }

    fn score_text(&self, index: usize) -> String {
        let Some(score) = self.score(index) else { return String::new() };
        let amount = score.amount();
        let Score { player, stock, payment, reason, at, formula, .. } = score;
        let of = of_stock(stock.map(|stock| stock.name));
        let what = match payment {
            Some(Payment::To(to)) => {
                let to = to.map_or_else(String::new, |to| format!(" to {}", self.name_of(to)));
                format!("{} paid {}{of}{to}", self.name_of(player), amount.saturating_neg())
            }
            Some(Payment::From(_)) => format!("{} was paid {amount}{of}", self.name_of(player)),
            None => format!("{} scored {amount}", self.name_of(player)),
        };
        let at = at.map_or_else(String::new, |at| format!(" at {}", self.game.segment_words(at)));
        format!("{what} as {reason}{at} by \"{formula}\"")
    }
}

fn is_score_or_payment(event: &Event) -> bool {
    matches!(event, Event::Scored { .. } | Event::Paid { .. } | Event::PaidStock { .. })
}

/// Which goods, where it is about these.
fn of_stock(name: Option<impl std::fmt::Display>) -> String {
    name.map_or_else(String::new, |name| format!(" of {name}"))
}

/// The score or payment that a line expects, with seats for names.
struct Wanted {
    player: usize,
    amount: i64,
    payment: Option<Payment>,
}
