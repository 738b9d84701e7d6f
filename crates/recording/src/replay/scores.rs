//! Points: what was scored, how it was counted, and what each player has.

use std::ops::Range;

use rota_game::Payment;

use super::Replay;
use crate::comparison::{Comparison, numbers};
use crate::mapping::TermEntry;
use crate::transcript::{Pointer, Score, TurnLine};
use crate::verdict::Stop;

/// How many of something where that is told, its name, and the points for all of them.
type RecordedItem = (Option<i64>, String, i64);

/// A score in our names.
#[derive(Debug)]
struct ScoreEntry {
    player: usize,
    points: i64,
    reason: String,
    /// How many of something, its name, the points for all of them; in order of names.
    items: Vec<RecordedItem>,
    /// The root of its feature.
    at: Option<rota_board::SegmentId>,
}

impl ScoreEntry {
    /// Whether a recorded score says the same of points; what it does not say is not compared.
    fn same(&self, recorded: &ScoreEntry) -> bool {
        let items = self.items.len() == recorded.items.len()
            && self.items.iter().zip(&recorded.items).all(|(own, other)| {
                own.1 == other.1 && own.2 == other.2 && (other.0.is_none() || own.0 == other.0)
            });
        items
            && (self.player, self.points, &self.reason)
                == (recorded.player, recorded.points, &recorded.reason)
            && (recorded.at.is_none() || self.at == recorded.at)
    }

    fn words(&self, replay: &Replay<'_>) -> String {
        let items = self.items.iter().map(|(count, name, points)| match count {
            Some(count) => format!("{count} {name} {points}"),
            None => format!("{name} {points}"),
        });
        let items: Vec<String> = items.collect();
        let at = self.at.map(|segment| format!(" at {}", replay.game.segment_words(segment)));
        format!(
            "{} to seat {} as {}{} ({})",
            self.points,
            self.player + 1,
            self.reason,
            at.unwrap_or_default(),
            items.join(" + ")
        )
    }
}

impl Replay<'_> {
    /// Compares scores, in any order, with those of some events, and adds them to the points.
    pub fn scores(
        &mut self,
        compare: Comparison,
        scores: &[Score],
        events: Range<usize>,
    ) -> Result<(), Stop> {
        let mut own = self.own_scores(events);
        for score in &own {
            if let Some(points) = self.points.get_mut(score.player) {
                *points += score.points;
            }
        }
        let mut missing = Vec::new();
        for score in scores.iter().filter(|score| score.points != 0) {
            let recorded = self.recorded_score(score)?;
            match own.iter().position(|own| own.same(&recorded)) {
                Some(place) => {
                    own.remove(place);
                    self.counts.items += recorded.items.len() as u64;
                }
                None => missing.push(recorded),
            }
        }
        if missing.is_empty() && own.is_empty() {
            return Ok(());
        }
        let words = |scores: &[ScoreEntry]| {
            let words: Vec<String> = scores.iter().map(|score| score.words(self)).collect();
            if words.is_empty() { "nothing more".to_owned() } else { format!("also {}", words.join(", ")) }
        };
        Err(compare.differs("scores", words(&missing), words(&own)))
    }

    /// Compares the points after the tile of a turn in which nobody was asked anything then: some of the scores
    /// of the turn, the first ones, must come to them.
    pub fn points_on_the_way(
        &mut self,
        compare: Comparison,
        line: &TurnLine,
        before: usize,
    ) -> Result<(), Stop> {
        let mut points = self.points.clone();
        let mut reached = points == line.points_after_tile;
        for score in self.own_scores(self.compared..self.end_of_turn(before)) {
            if let Some(points) = points.get_mut(score.player) {
                *points += score.points;
            }
            reached |= points == line.points_after_tile;
        }
        if !reached {
            let expected = numbers(&line.points_after_tile);
            return Err(compare.differs("points after the tile", expected, numbers(&self.points)));
        }
        self.counts.totals += points.len() as u64;
        Ok(())
    }

    fn own_scores(&self, events: Range<usize>) -> Vec<ScoreEntry> {
        let events = self.game.history().events().get(events).unwrap_or_default();
        let scores = events.iter().flat_map(|event| self.game.scores(event));
        let given = scores.filter(|score| score.is_given && score.points != 0);
        let entries = given.map(|score| {
            // For who pays, each term counts against him.
            let sign = if matches!(score.payment, Some(Payment::To(_))) { -1 } else { 1 };
            let items = score.terms.into_iter().map(|term| {
                (Some(term.count), term.name, term.count.saturating_mul(term.each).saturating_mul(sign))
            });
            let mut items: Vec<_> = items.collect();
            // Points that are counted from nothing are an item without a number and without a name.
            let counted: i64 = items.iter().map(|(_, _, points)| points).sum();
            items.push((None, String::new(), score.points.saturating_sub(counted)));
            ScoreEntry {
                player: score.player,
                points: score.points,
                reason: score.reason,
                items: sorted(items),
                at: score.at.map(|at| self.game.position().board().find(at)),
            }
        });
        entries.collect()
    }

    /// The items of a recorded score by our terms. What makes others worth more becomes part of those.
    fn counted(&self, score: &Score) -> Result<Vec<RecordedItem>, String> {
        let mut items: Vec<RecordedItem> = Vec::new();
        let mut raising = Vec::new();
        for (count, name, points) in &score.items {
            match self.mapping.term(&score.name, name)? {
                // What has no name here is counted from nothing.
                TermEntry::Alike(term) => {
                    items.push((count.filter(|_| !term.is_empty()), term.clone(), *points));
                }
                TermEntry::Numbered { term, number } => {
                    items.push((Some(count.unwrap_or(*number)), term.clone(), *points));
                }
                entry @ (TermEntry::Raising { .. } | TermEntry::Shared { .. }) => {
                    raising.push((entry, *count, name, *points));
                }
            }
        }
        for (entry, count, name, points) in raising {
            let raised = match entry {
                TermEntry::Raising { raises } => raise(&mut items, raises, count, points),
                TermEntry::Shared { each } => share(&mut items, each, points),
                TermEntry::Alike(_) | TermEntry::Numbered { .. } => None,
            };
            raised
                .ok_or_else(|| format!("item `{name}` of `{}` raises nothing that is counted", score.name))?;
        }
        Ok(items)
    }

    fn recorded_score(&self, score: &Score) -> Result<ScoreEntry, String> {
        let placed = |pointer: &Pointer| {
            !self.mapping.is_on_tile(&pointer.feature)
                && !self.mapping.is_placeless(&score.name)
                && self.mapping.space(&pointer.location).is_none()
        };
        let at = match Pointer::read(&score.ptr).filter(placed) {
            Some(pointer) => self.segment(&pointer)?,
            None => None,
        };
        Ok(ScoreEntry {
            player: score.player,
            points: score.points,
            reason: self.mapping.reason(&score.name)?.to_owned(),
            items: sorted(self.counted(score)?),
            at: at.map(|at| self.game.position().board().find(at)),
        })
    }
}

/// Adds to an item of the same term that is worth as much for each, or as one of its own.
fn join(items: &mut Vec<RecordedItem>, (count, term, points): RecordedItem) {
    let alike = items.iter_mut().find_map(|(all, own, sum)| {
        let (all, count) = (all.as_mut()?, count?);
        (*own == term && points * *all == *sum * count).then_some((all, count, sum))
    });
    match alike {
        Some((all, count, sum)) => {
            *all += count;
            *sum += points;
        }
        None => items.push((count, term, points)),
    }
}

/// Makes so many of what is counted under a term worth more: they stand apart then.
fn raise(items: &mut Vec<RecordedItem>, raised: &str, count: Option<i64>, points: i64) -> Option<()> {
    let count = count?;
    let (all, sum) = items.iter_mut().find_map(|(all, term, sum)| {
        let all = all.as_mut().filter(|all| term == raised && **all > 0 && **all >= count)?;
        Some((all, sum))
    })?;
    let each = *sum / *all;
    *all -= count;
    *sum -= each * count;
    items.push((Some(count), raised.to_owned(), each * count + points));
    Some(())
}

/// Shares points out over what is counted under some terms.
fn share(items: &mut [RecordedItem], terms: &[String], points: i64) -> Option<()> {
    let is_raised = |(_, term, _): &&mut RecordedItem| terms.contains(term);
    let counted: i64 = items.iter_mut().filter(is_raised).filter_map(|(count, ..)| *count).sum();
    let each = points.checked_div(counted).filter(|each| each * counted == points)?;
    items.iter_mut().filter(is_raised).for_each(|(count, _, sum)| *sum += count.unwrap_or(0) * each);
    Some(())
}

/// Items in order of names, those together that are worth as much for each, without those that are worth nothing.
fn sorted(all: Vec<RecordedItem>) -> Vec<RecordedItem> {
    let mut items = Vec::new();
    for item in all.into_iter().filter(|(_, _, points)| *points != 0) {
        join(&mut items, item);
    }
    items.sort_by(|one, other| (&one.1, one.2, one.0).cmp(&(&other.1, other.2, other.0)));
    items
}
