//! What came of a message: scores, tokens, and everything that happened on the table.

use std::collections::BTreeMap;

use rota_game::{Event, PieceLocation};
use serde_json::Value;

use super::StepReplay;
use super::file::{StepEvent, StepRecording};
use crate::comparison::{Comparison, names};
use crate::mapping::{EventKind, Mapping};
use crate::replay::{laying_words, rotation, token_count};
use crate::transcript::Score;
use crate::verdict::Stop;

impl StepRecording {
    /// What sources of chance gave, by our names: the events of a recording tell it, those of the last scoring too.
    pub fn chance(&self, mapping: &Mapping) -> Result<Vec<(String, Vec<String>)>, String> {
        let mut given: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let events = self.start_events.iter().chain(self.steps.iter().flat_map(|step| &step.events));
        let events = events.chain(&self.ending.scored);
        for event in events {
            if let Some((source, own)) = mapping.chance(&event.name, &event.named) {
                given.entry(source).or_default().push(own);
            }
        }
        Ok(given.into_iter().map(|(source, given)| (source.to_owned(), given)).collect())
    }
}

impl<'a> StepReplay<'a> {
    /// Compares what happened since it was compared last with some events and scores.
    pub fn happened(
        &mut self,
        compare: Comparison,
        events: impl IntoIterator<Item = &'a StepEvent>,
        scored: &[StepEvent],
    ) -> Result<(), Stop> {
        let events: Vec<&StepEvent> = events.into_iter().collect();
        self.turns(compare, &events)?;
        self.tiles(compare, &events)?;
        self.figures(compare, &events)?;
        let mut scores = Vec::new();
        for event in events.iter().copied().chain(scored) {
            scores.extend(event.scores()?);
            if self.kind_of(event) == Some(EventKind::Auction) {
                scores.extend(auctioned(event)?);
            }
        }
        let end = self.replay.game.history().events().len();
        self.replay.scores(compare, &scores, self.replay.compared..end)?;
        self.replay.compared = end;
        self.received(compare, &events)
    }

    /// What an event tells of; everything else that happens follows from what was done or shows in what is offered
    /// next.
    fn kind_of(&self, event: &StepEvent) -> Option<EventKind> {
        self.replay.mapping.event(&event.name)
    }

    fn own_events(&self) -> &[Event] {
        self.replay.game.history().events().get(self.replay.compared..).unwrap_or_default()
    }

    /// Whose turns began.
    fn turns(&self, compare: Comparison, events: &[&StepEvent]) -> Result<(), Stop> {
        let told = events.iter().filter(|event| self.kind_of(event) == Some(EventKind::Turn));
        let told: Vec<usize> = told.map(|event| event.entry("player")).collect::<Result<_, _>>()?;
        let own = self.own_events().iter().filter_map(|event| {
            let Event::Turn { player, number: 2.. } = event else { return None };
            Some(usize::from(*player))
        });
        // Another part of a turn is a turn there, and the first of all is not told.
        let mut rest = told.iter();
        let mut own = own;
        let missing = own.find(|own| !rest.any(|seat| seat == own));
        match missing {
            Some(seat) => {
                Err(compare.differs("the turn", names(&seats(&told)), format!("seat {}", seat + 1)))
            }
            None => Ok(()),
        }
    }

    /// Tiles that were laid and discarded.
    fn tiles(&mut self, compare: Comparison, events: &[&StepEvent]) -> Result<(), Stop> {
        let mapping = self.replay.mapping;
        let (mut placed, mut discarded) = (Vec::new(), Vec::new());
        for event in events {
            let is_placed = match self.kind_of(event) {
                Some(EventKind::Lay) => true,
                Some(EventKind::Discard) => false,
                _ => continue,
            };
            let theirs: String = event.entry("tile")?;
            let (tile, turned) = mapping.tile(&theirs)?;
            if is_placed {
                let turned = rotation(event.entry("rotation")?, turned)?;
                placed.push(format!("{tile} {}", laying_words(&event.entry("position")?, turned)?));
            } else if !self.replay.lacks(&theirs) {
                discarded.push(tile.to_owned());
            }
        }
        let (mut laid, mut thrown) = (Vec::new(), Vec::new());
        for event in self.own_events() {
            if let Event::Placed { tile, cell, rotation, .. } = event {
                let place = rota_board::Placement { cell: *cell, rotation: *rotation };
                laid.push(format!(
                    "{} lay {}",
                    self.replay.name_of(*tile),
                    crate::replay::placement_words(place)
                ));
            } else if let Event::Discarded { tile } = event
                && self.replay.is_tile(*tile)
            {
                thrown.push(self.replay.name_of(*tile).to_owned());
            }
        }
        compare.same("tiles laid", &placed, &laid, |tiles| names(tiles))?;
        compare.same("tiles discarded", &discarded, &thrown, |tiles| names(tiles))
    }

    /// Figures that were put, and those that had to leave.
    fn figures(&self, compare: Comparison, events: &[&StepEvent]) -> Result<(), Stop> {
        let mapping = self.replay.mapping;
        let (mut put, mut left) = (Vec::new(), Vec::new());
        for event in events {
            let (key, list) = match self.kind_of(event) {
                Some(EventKind::Put) => ("to", &mut put),
                Some(EventKind::Leave) => ("from", &mut left),
                _ => continue,
            };
            let kind = mapping.piece(&event.entry::<String>(&mapping.keys().piece)?)?;
            let seat = self.replay.game.rules().seat(event.entry("player")?);
            let place = event.named.get(key).unwrap_or(&Value::Null);
            if key == "to" && self.replay.is_at_rest(place) {
                continue;
            }
            list.push(format!("{seat} {} {}", kind.piece, self.replay.figure_place_words(kind, place)?));
        }
        let (mut own_put, mut own_left) = (Vec::new(), Vec::new());
        for event in self.own_events() {
            let (piece, from, to) = if let Event::Put { piece, from, at } = event {
                (*piece, *from, PieceLocation::Segment(*at))
            } else if let Event::Went { piece, from, to } = event {
                (*piece, *from, *to)
            } else if let Event::Moved { piece, from, to } = event
                && self.replay.is_told(*to)
            {
                (*piece, *from, PieceLocation::Space(*to))
            } else if let Event::Sent { piece, from, .. } = event {
                (*piece, *from, PieceLocation::Supply)
            } else {
                continue;
            };
            let Some(who) = self.replay.owned_words(piece) else { continue };
            own_put.extend(self.replay.location_words(to).map(|place| format!("{who} {place}")));
            own_left.extend(self.replay.location_words(from).map(|place| format!("{who} {place}")));
        }
        put.sort();
        own_put.sort();
        compare.same("figures put", &put, &own_put, |figures| names(figures))?;
        // Those that go home with a score are not told.
        match left.iter().find(|figure| !own_left.contains(figure)) {
            Some(figure) => Err(compare.differs("figures that left", figure, names(&own_left))),
            None => Ok(()),
        }
    }

    /// Tokens that players got.
    fn received(&mut self, compare: Comparison, events: &[&StepEvent]) -> Result<(), Stop> {
        let mapping = self.replay.mapping;
        let mut received: BTreeMap<(usize, &str), i64> = BTreeMap::new();
        for event in events.iter().filter(|event| self.kind_of(event) == Some(EventKind::Token)) {
            let token = mapping.token(&event.entry::<String>("token")?)?;
            *received.entry((event.entry("player")?, token)).or_default() += event.entry::<i64>("count")?;
        }
        let own = self.own_tokens();
        for ((seat, token), count) in received {
            let before = self.tokens.get(&(seat, token)).copied().unwrap_or(0);
            let after = own.get(&(seat, token)).copied().unwrap_or(0);
            // Who has the only one of its sort may get it again.
            if after != before + count && !(before == count && after == before) {
                let what = format!("tokens of seat {}", seat + 1);
                return Err(compare.differs(&what, format!("{} {token}", before + count), after));
            }
        }
        self.tokens = own;
        Ok(())
    }

    /// The tokens of all players.
    pub fn own_tokens(&self) -> BTreeMap<(usize, &'a str), i64> {
        let seats = 0..self.replay.points.len();
        let tokens = seats.flat_map(|seat| self.replay.mapping.tokens().map(move |token| (seat, token)));
        let counted = tokens.filter_map(|(seat, token)| {
            token_count(&self.replay.game, token, seat).map(|count| ((seat, token), count))
        });
        counted.collect()
    }
}

/// What an auction gave and cost: no score tells of it.
fn auctioned(event: &StepEvent) -> Result<Vec<Score>, String> {
    let points: i64 = event.entry("points")?;
    let score = |player, points| Score {
        player,
        points,
        name: event.name.clone(),
        items: vec![(None, event.name.clone(), points)],
        ptr: Value::Null,
    };
    let mut scores = vec![score(event.entry("auctioneer")?, -points)];
    if event.named.contains_key("bidder") {
        scores.push(score(event.entry("bidder")?, points));
    }
    Ok(scores)
}

fn seats(seats: &[usize]) -> Vec<String> {
    seats.iter().map(|seat| format!("seat {}", seat + 1)).collect()
}
