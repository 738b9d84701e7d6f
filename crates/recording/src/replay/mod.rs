//! A recorded game played again by our rules, from its first tile to its last.

mod ending;
mod offers;
mod scores;
mod unlisted;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rota_board::SegmentId;
use rota_bytecode::Sort;
use rota_game::{Choice, Decision, Event, Game, Record, Rules, Setup, StartTile};

use crate::comparison::{Comparison, names};
use crate::location::Location;
use crate::mapping::{Here, Mapping};
use crate::transcript::{Pointer, RecordedAction, Transcript, TurnLine};
use crate::verdict::{Counts, Difference, Stop};

pub(crate) use ending::{stowed_tiles, token_count};
pub(crate) use words::{laying_words, placement_words, text_of};

/// What is compared where tiles leave the game.
pub(crate) const DISCARDED: &str = "tiles discarded";

/// What is compared where something may be done.
const ON_OFFER: &str = "what is on offer";

/// A recorded game and ours, side by side.
#[derive(Debug)]
pub(crate) struct Replay<'a> {
    pub transcript: &'a Transcript,
    pub mapping: &'a Mapping,
    pub game: Game,
    /// What was compared so far.
    pub counts: Counts,
    /// How often each named difference from the rules was met.
    pub differences: BTreeMap<String, u64>,
    /// Tiles of which the other engine has more, and how many of them are still to come.
    lacking: BTreeMap<String, usize>,
    /// Our pieces for the numbers by which a recording told them where they stood.
    figures: BTreeMap<String, usize>,
    /// Points of each player by the scores compared so far.
    pub points: Vec<i64>,
    /// How many events of the history belong to turns that were compared.
    pub compared: usize,
}

impl<'a> Replay<'a> {
    /// Sets up the same game.
    pub fn new(
        transcript: &'a Transcript,
        mapping: &'a Mapping,
        rules: Arc<Rules>,
    ) -> Result<Replay<'a>, String> {
        Replay::with_chance(transcript, mapping, rules, Vec::new())
    }

    /// Sets up the same game, with what other sources of chance than the bags of tiles give.
    pub fn with_chance(
        transcript: &'a Transcript,
        mapping: &'a Mapping,
        rules: Arc<Rules>,
        chance: Vec<(String, Vec<String>)>,
    ) -> Result<Replay<'a>, String> {
        let (drawn, lacking) = drawn(transcript, mapping, &rules)?;
        let rules = if transcript.nothing_more { with_drawn_alone(&rules, &drawn)? } else { rules };
        let setup = Setup {
            players: transcript.players,
            any_number: transcript.any_number,
            record: Record::Full,
            ask_forced: true,
            distinct_placements: false,
            draws: drawn.into_iter().chain(chance).collect(),
            start: Some(start(transcript, mapping, &rules)?),
            ..Setup::default()
        };
        let game = Game::new(rules, &setup).map_err(|error| error.to_string())?;
        let points = vec![0; usize::from(transcript.players)];
        let (counts, differences, figures) = (Counts::default(), BTreeMap::new(), BTreeMap::new());
        Ok(Replay { transcript, mapping, game, counts, differences, lacking, figures, points, compared: 0 })
    }

    /// Plays the game and compares it up to the first difference.
    pub fn run(&mut self) -> Result<(), Stop> {
        for line in &self.transcript.turns {
            self.turn(line)?;
        }
        self.ending()
    }

    fn turn(&mut self, line: &'a TurnLine) -> Result<(), Stop> {
        let compare = Comparison { turn: Some(line.turn) };
        self.drawn(compare, line)?;
        let before = self.game.history().events().len();
        let placement = self.placements(compare, line)?;
        self.choose(compare, "the placement taken", placement)?;
        match (&line.actions, self.after_tile()) {
            (Some(actions), Some(decision)) => {
                let points = self.game.points();
                compare.same_numbers("points after the tile", &line.points_after_tile, points)?;
                let seats = points.len() as u64;
                let (choice, options) = self.deployments(compare, line, actions, decision)?;
                self.counts.totals += seats;
                self.counts.deployments += options;
                self.choose(compare, "what was done after the tile", choice)?;
            }
            (None, None) => self.points_on_the_way(compare, line, before)?,
            (Some(_), None) => {
                return Err(compare.differs(
                    "the decision after the tile",
                    "one that was asked",
                    self.standing(),
                ));
            }
            (None, Some(decision)) => {
                let texts: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
                return Err(compare.differs("the decision after the tile", "none", names(&texts)));
            }
        }
        if let (None, RecordedAction::Done(_) | RecordedAction::Pass) =
            (&line.actions, line.taken(&self.mapping.keys().taken))
        {
            return Err(Stop::Unsupported(format!("turn {} takes what was not offered", line.turn)));
        }
        if let Some(decision) = self.after_tile() {
            return Err(compare.differs(
                "the next decision",
                "none in this turn",
                format!("`{}`", decision.site().name),
            ));
        }
        let end = self.end_of_turn(before);
        self.scores(compare, &line.scored, self.compared..end)?;
        self.compared = end;
        compare.same_numbers("points after the turn", &line.points, &self.points)?;
        self.counts.totals += self.points.len() as u64;
        if let Some(supplies) = line.supplies(&self.mapping.keys().supplies)? {
            self.supplies(compare, &supplies)?;
        }
        match &line.tokens {
            Some(tokens) => self.tokens(compare, tokens),
            None => Ok(()),
        }
    }

    /// Compares who is on turn, what was drawn and what was thrown away before.
    fn drawn(&mut self, compare: Comparison, line: &TurnLine) -> Result<(), Stop> {
        let (tile, _) = self.mapping.tile(&line.tile)?;
        let history = self.game.history().events();
        let (mut drawn, mut discarded) = (None, Vec::new());
        for event in history.get(self.compared..).unwrap_or_default() {
            if let Event::Drawn { tile, .. } = event
                && self.is_tile(*tile)
            {
                drawn = Some(*tile);
            } else if let Event::Discarded { tile } = event
                && self.is_tile(*tile)
            {
                discarded.push(self.name_of(*tile));
            }
        }
        let thrown = line.discarded_before.iter().map(|tile| self.mapping.tile(tile).map(|(tile, _)| tile));
        let thrown: Vec<&str> = thrown.collect::<Result<_, _>>()?;
        compare.same(DISCARDED, &thrown, &discarded, |tiles| names(tiles))?;
        let Some(decision) = self.game.decision().filter(is_placement) else {
            return Err(compare.differs("the tile", format!("`{tile}` to be laid"), self.standing()));
        };
        let drawn = drawn.map_or("none", |tile| self.name_of(tile));
        compare.same("the tile drawn", &tile, &drawn, |tile| format!("`{tile}`"))?;
        compare.same("the player on turn", &line.player, &decision.who(), |seat| format!("seat {}", seat + 1))
    }

    pub fn choose(&mut self, compare: Comparison, what: &str, choice: Choice) -> Result<(), Stop> {
        self.game.choose(choice).map_err(|refused| compare.differs(what, "allowed", refused))?;
        match self.game.fault() {
            Some(fault) => Err(compare.differs(what, "no fault", fault)),
            None => Ok(()),
        }
    }

    /// The decision that waits, if it is not that of the next tile.
    fn after_tile(&self) -> Option<Decision<'_>> {
        self.game.decision().filter(|decision| !is_placement(decision))
    }

    /// Compares everything on offer; a named difference may explain what is only on one side.
    pub fn same_offers(
        &mut self,
        compare: Comparison,
        tile: Option<&str>,
        expected: &BTreeSet<String>,
        got: &BTreeSet<String>,
    ) -> Result<(), Stop> {
        if expected == got {
            return Ok(());
        }
        let explained = self.mapping.differences().find(|(_, entry)| {
            let related = match entry.here {
                Here::More => expected.is_subset(got),
                Here::Less => got.is_subset(expected),
                Here::Apart => false,
            };
            let tiles = &entry.tiles;
            let is_about = tiles.is_empty() || tile.is_some_and(|tile| tiles.iter().any(|own| own == tile));
            entry.what == ON_OFFER && related && is_about
        });
        match explained {
            Some((name, _)) => {
                *self.differences.entry(name.to_owned()).or_default() += 1;
                Ok(())
            }
            None => compare.same_set(ON_OFFER, expected, got),
        }
    }

    /// Whether a tile that was discarded is one more than we have; each such tile is asked for once.
    pub fn lacks(&mut self, theirs: &str) -> bool {
        let Some(left) = self.lacking.get_mut(theirs).filter(|left| **left > 0) else { return false };
        *left -= 1;
        let name = spare(self.mapping, theirs).unwrap_or_default();
        *self.differences.entry(name.to_owned()).or_default() += 1;
        true
    }

    /// The named difference by which games go apart where one was met.
    pub fn departure(&self, met: &Difference) -> Option<&'a str> {
        let mut differences = self.mapping.differences().filter(|(_, entry)| entry.here == Here::Apart);
        let found = differences.find(|(_, entry)| {
            let is_recorded = entry.recorded.as_ref().is_none_or(|recorded| *recorded == met.expected);
            entry.what == met.what && is_recorded && (entry.tiles.is_empty() || self.touch(&entry.tiles))
        });
        found.map(|(name, _)| name)
    }

    /// Whether two of some tiles lie side by side.
    fn touch(&self, theirs: &[String]) -> bool {
        let is_one =
            |own: &str| theirs.iter().any(|name| self.mapping.tile(name).is_ok_and(|(name, _)| name == own));
        let cells: Vec<rota_board::Cell> =
            self.laid().filter(|(name, _)| is_one(name)).map(|(_, tile)| tile.cell).collect();
        cells.iter().any(|cell| (0..4).any(|side| cells.contains(&cell.beside(side))))
    }

    /// Where the game stands, in words.
    pub fn standing(&self) -> String {
        match (self.game.decision(), self.game.fault()) {
            (_, Some(fault)) => format!("a fault, {fault}"),
            (Some(decision), None) => format!("the decision `{}`", decision.site().name),
            (None, None) => "the end of the game".to_owned(),
        }
    }

    /// The number of events up to the end of the turn whose tile was laid after event number `before`.
    pub fn end_of_turn(&self, before: usize) -> usize {
        let events = self.game.history().events();
        let mut marks = events.iter().enumerate().skip(before).filter_map(|(place, event)| {
            matches!(event, Event::Turn { .. } | Event::Again { .. } | Event::Ending).then_some(place)
        });
        // A step that ran again may belong to the turn; the last mark before the next tile begins a new one.
        let mark = if self.game.is_over() { marks.next() } else { marks.next_back() };
        mark.unwrap_or(events.len())
    }

    /// The full name of a tile of the stock.
    pub fn name_of(&self, tile: u16) -> &str {
        &self.game.rules().kind_of(usize::from(tile)).name
    }

    /// Whether it is no card: what becomes of those shows in what is done with them.
    pub fn is_tile(&self, tile: u16) -> bool {
        self.game.rules().kind_of(usize::from(tile)).shape.is_some()
    }

    /// Finds the segment that a recording points at; nothing where there is none.
    pub fn segment(&self, pointer: &Pointer) -> Result<Option<SegmentId>, String> {
        let own = self.mapping.place(&pointer.location);
        let name = own.map_or_else(|| self.mapping.feature(&pointer.feature), Ok)?;
        let rules = self.game.rules();
        let kind = rules.names().features.iter().position(|feature| feature == name);
        let kind = kind.and_then(|kind| u8::try_from(kind).ok()).map(rota_board::FeatureKindId);
        let kind = kind.ok_or_else(|| format!("feature `{name}` is in none of the packs"))?;
        let location = match own {
            Some(_) => Location::Inside(0),
            None => Location::read(&pointer.location)
                .ok_or_else(|| format!("location `{}` cannot be read", pointer.location))?,
        };
        let cell = rota_board::Cell::new(pointer.position.0, pointer.position.1);
        Ok(location.segment(rules.catalog(), self.game.position().board(), cell, kind))
    }
}

/// Whether a decision asks where a tile goes.
pub(crate) fn is_placement(decision: &Decision<'_>) -> bool {
    decision.site().actions.iter().all(|action| action.ty.sort == Sort::Placement)
}

/// The named difference by which the other engine has one more of a tile than there are.
fn spare<'m>(mapping: &'m Mapping, theirs: &str) -> Option<&'m str> {
    let is_about = |tiles: &[String]| tiles.iter().any(|tile| tile == theirs);
    let mut differences = mapping.differences();
    differences.find(|(_, entry)| entry.what == DISCARDED && is_about(&entry.tiles)).map(|(name, _)| name)
}

/// What each bag gives, by our names, and the tiles of which our bags hold fewer than were drawn: those are left out
/// where a named difference says so, the last of them first.
#[expect(clippy::type_complexity, reason = "two lists that belong together")]
fn drawn(
    transcript: &Transcript,
    mapping: &Mapping,
    rules: &Rules,
) -> Result<(Vec<(String, Vec<String>)>, BTreeMap<String, usize>), String> {
    let stock = rules.stock();
    let bags = rules.program().declared.bags.iter();
    let mut drawn: Vec<(String, Vec<String>)> = bags.map(|bag| (bag.clone(), Vec::new())).collect();
    let holds = |bag: usize, name: &str| {
        let tiles = stock.bags.get(bag).into_iter().flatten();
        tiles.filter(|tile| rules.kind_of(**tile as usize).name == name).count()
    };
    let mut lacking: BTreeMap<String, usize> = BTreeMap::new();
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    for theirs in &transcript.draw_order {
        let (name, _) = mapping.tile(theirs)?;
        // What is in no bag is told when the game is set up.
        let bag = (0..drawn.len()).find(|bag| holds(*bag, name) > 0).unwrap_or(0);
        let before = taken.entry(name).or_default();
        *before += 1;
        if *before > holds(bag, name) && spare(mapping, theirs).is_some() {
            *lacking.entry(theirs.clone()).or_default() += 1;
        } else if let Some((_, tiles)) = drawn.get_mut(bag) {
            tiles.push(name.to_owned());
        }
    }
    drawn.retain(|(_, tiles)| !tiles.is_empty());
    Ok((drawn, lacking))
}

/// The same rules with nothing in the bags but what is drawn from them; a bag that nothing is drawn from is as it was.
fn with_drawn_alone(rules: &Arc<Rules>, drawn: &[(String, Vec<String>)]) -> Result<Arc<Rules>, String> {
    let mut own = Arc::clone(rules);
    for (place, bag) in rules.program().declared.bags.iter().enumerate() {
        let Some((_, tiles)) = drawn.iter().find(|(name, _)| name == bag) else { continue };
        let kinds =
            tiles.iter().map(|name| rules.kind_named(name).ok_or_else(|| format!("no tile `{name}`")));
        let kinds: Vec<u32> = kinds.collect::<Result<_, _>>()?;
        own = Arc::new(own.with_bag(place, &kinds).map_err(|error| error.to_string())?);
    }
    Ok(own)
}

/// Our rotation for one in degrees.
pub(crate) fn rotation(degrees: u16, turned: u8) -> Result<u8, String> {
    let quarters =
        u8::try_from(degrees / 90).ok().filter(|quarters| *quarters < 4 && degrees.is_multiple_of(90));
    quarters.map(|quarters| (quarters + turned) % 4).ok_or_else(|| format!("a rotation of {degrees} degrees"))
}

/// The start layout. Tiles that start the game anyway are taken before those in a bag, and those before the rest.
pub(crate) fn start(
    transcript: &Transcript,
    mapping: &Mapping,
    rules: &Rules,
) -> Result<Vec<StartTile>, String> {
    let stock = rules.stock();
    let bags = stock.bags.iter().flatten().copied();
    let mut free: Vec<u32> = stock.start.iter().map(|lay| lay.tile).chain(bags).collect();
    let rest = (0..stock.tiles.len()).filter_map(|tile| u32::try_from(tile).ok());
    let rest: Vec<u32> = rest.filter(|tile| !free.contains(tile)).collect();
    free.extend(rest);
    let mut lays = Vec::new();
    for start in &transcript.start {
        let (name, turned) = mapping.tile(&start.tile)?;
        let found = free.iter().position(|tile| rules.kind_of(*tile as usize).name == name);
        let place = found.ok_or_else(|| format!("no tile `{name}` is left to start with"))?;
        let (tile, rotation) = (free.remove(place), rotation(start.rotation, turned)?);
        lays.push(StartTile { tile, x: start.x, y: start.y, rotation });
    }
    Ok(lays)
}
