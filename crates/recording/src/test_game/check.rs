//! Whether an assertion holds in our game.

use rota_game::{Choice, Decision, Event, Game, unpack_placement};
use serde_json::Value;

use super::condition::Condition;
use super::play::TestReplay;
use crate::comparison::names;
use crate::mapping::{MoveKind, Phase};
use crate::replay::placement_words;
use crate::replay::{rotation, token_count};
use crate::transcript::Pointer;
use crate::verdict::Stop;

impl TestReplay<'_> {
    /// Checks an assertion.
    ///
    /// # Errors
    /// What our game has in its place, or why it cannot be checked.
    pub fn check(&self, text: &str) -> Result<(), Stop> {
        let compare = self.comparison();
        match Condition::read(text)? {
            Condition::Points { player, points } => {
                let seat = self.saved.seat(player)?;
                let got = self.settled(|game| game.points().get(seat).copied().unwrap_or(0))?;
                compare.same(&format!("points of {player}"), &points, &got, i64::to_string)
            }
            Condition::Scored { player, reason, points } => self.scored(player, reason, points),
            Condition::Pass(may) => {
                let got = self.asked().is_some_and(|decision| decision.may_pass());
                compare.same("a pass", &may, &got, allowed)
            }
            Condition::Phase(name) => {
                let phase = self.replay.mapping.phase(name)?;
                compare.same("the phase", &phase, &self.phase(), |phase| phase_words(*phase).to_owned())
            }
            Condition::Offer { what, of } => self.offered(what, of),
            Condition::Options { what, of, list } => self.options(what, of, list),
            Condition::Undo(may) => self.undo(may),
            Condition::Token { player, token, measure, count } => {
                let (seat, name) = (self.saved.seat(player)?, self.replay.mapping.token(token)?);
                if measure != "count" {
                    return Err(Stop::Unsupported(format!("tokens are counted here and have no {measure}")));
                }
                let got = self.settled(|game| token_count(game, name, seat))?;
                let got = got.ok_or_else(|| format!("`{name}` is in none of the packs"))?;
                compare.same(&format!("`{name}` of {player}"), &count, &got, i64::to_string)
            }
        }
    }

    /// What a game says both before and after what is to be confirmed.
    fn settled<T: PartialEq>(&self, say: impl Fn(&Game) -> T) -> Result<T, Stop> {
        let said = say(&self.replay.game);
        match &self.unconfirmed {
            Some(unconfirmed) if say(&unconfirmed.after) != said => Err(Stop::Unsupported(
                "it is changed by what is still to be confirmed, and our game asks for no confirmation"
                    .to_owned(),
            )),
            _ => Ok(said),
        }
    }

    /// A score of no points is no score here: nothing must have been scored for such a thing then.
    fn scored(&self, player: &str, reason: &str, points: i64) -> Result<(), Stop> {
        let seat = self.saved.seat(player)?;
        let reasons = self.replay.mapping.reasons(reason)?;
        self.settled(|game| game.points().to_vec())?;
        let declared = &self.replay.game.rules().program().declared;
        let events = self.replay.game.history().events().iter();
        let own = events.filter_map(|event| {
            let Event::Scored { player, points, reason, .. } = event else { return None };
            let reason = declared.reasons.get(usize::from(*reason))?;
            let counts = usize::from(*player) == seat && *points != 0 && reasons.contains(&reason.as_str());
            counts.then_some(*points)
        });
        let own: Vec<i64> = own.collect();
        if own.contains(&points) || (points == 0 && own.is_empty()) {
            return Ok(());
        }
        if points == 0 {
            let why = "a score of 0 is no score here, and the player has others for the same";
            return Err(Stop::Unsupported(why.to_owned()));
        }
        let got: Vec<String> = own.iter().map(i64::to_string).collect();
        let what = format!("points of {player} at once for {reason}");
        Err(self.comparison().differs(&what, points, names(&got)))
    }

    fn phase(&self) -> Phase {
        match (&self.unconfirmed, self.replay.game.is_over(), self.asked()) {
            (Some(_), ..) => Phase::Confirm,
            (None, true, _) => Phase::Over,
            (None, false, Some(_)) => Phase::Act,
            (None, false, None) => Phase::Lay,
        }
    }

    fn offered(&self, what: &str, of: Option<&str>) -> Result<(), Stop> {
        let mapping = self.replay.mapping;
        let (kind, keys) = mapping.offer(what)?;
        let is_offered = match (kind, of) {
            (MoveKind::Lay, Some(tile)) => self.to_lay().is_some() && self.drawn() == mapping.tile(tile)?.0,
            (MoveKind::Lay, None) => self.to_lay().is_some(),
            (MoveKind::Put, Some(_)) | (MoveKind::TakeBack, Some(_)) => {
                !self.own_options(&self.prefix(kind, of.unwrap_or_default())?).is_empty()
            }
            (MoveKind::Choose, _) => {
                let name = of.or_else(|| keys?.only.as_deref()).unwrap_or(what);
                let entry = mapping.move_entry(name)?;
                if entry.actions.is_empty() && entry.values.is_empty() {
                    // What is on offer is not compared.
                    return if self.asked().is_some() { Ok(()) } else { Err(self.nothing_offered(what)) };
                }
                !self.own_options(&self.prefix(kind, name)?).is_empty()
            }
            (MoveKind::Confirm, None) => self.unconfirmed.is_some(),
            _ => return Err(Stop::Unsupported(format!("`{what}` is on offer for something else here"))),
        };
        if is_offered {
            return Ok(());
        }
        Err(self.nothing_offered(&of.map_or(what.to_owned(), |of| format!("{what} for {of}"))))
    }

    fn nothing_offered(&self, expected: &str) -> Stop {
        self.comparison().differs("what is on offer", expected, self.offers())
    }

    /// Everything that is on offer, in words.
    fn offers(&self) -> String {
        if self.to_lay().is_some() {
            return format!("a place for `{}`", self.drawn());
        }
        match self.asked() {
            Some(decision) => {
                let texts: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
                names(&texts)
            }
            None => self.standing(),
        }
    }

    fn options(&self, what: &str, of: Option<&str>, list: &str) -> Result<(), Stop> {
        let mapping = self.replay.mapping;
        let (kind, keys) = mapping.offer(what)?;
        let of = of.or_else(|| keys?.only.as_deref());
        let of = of.ok_or_else(|| format!("it does not say which options of `{what}`"))?;
        let entries = list.split(';').map(str::trim).filter(|entry| !entry.is_empty());
        let mut expected: Vec<String> = Vec::new();
        let got = match kind {
            MoveKind::Lay => {
                let (tile, turned) = mapping.tile(of)?;
                for entry in entries {
                    expected.extend(placements(entry, turned)?);
                }
                match self.to_lay() {
                    Some(decision) if self.drawn() == tile => placed(decision),
                    _ => Vec::new(),
                }
            }
            MoveKind::Put | MoveKind::TakeBack | MoveKind::Choose => {
                for entry in entries {
                    expected.push(self.option_words(kind, of, entry)?);
                }
                self.own_options(&self.prefix(kind, of)?)
            }
            MoveKind::Pass | MoveKind::Confirm => {
                return Err(Stop::Unsupported(format!("`{what}` has no options here")));
            }
        };
        expected.sort();
        if expected == got {
            return Ok(());
        }
        let only = |one: &[String], other: &[String]| {
            let mut other = other.to_vec();
            let mut only = one.to_vec();
            only.retain(|word| {
                other.iter().position(|known| known == word).map(|place| other.remove(place)).is_none()
            });
            if only.is_empty() { "nothing more".to_owned() } else { format!("also {}", names(&only)) }
        };
        let what = format!("options of {what} for {of}");
        Err(self.comparison().differs(&what, only(&expected, &got), only(&got, &expected)))
    }

    /// The words of an option as an assertion writes it: `{City,N,[0,-1]}`, `{0.small.1,City,N,[0,-1]}`, `[0,-1]`.
    fn option_words(&self, kind: MoveKind, of: &str, entry: &str) -> Result<String, String> {
        let unreadable = || format!("the option `{entry}` cannot be read");
        if kind == MoveKind::Choose && entry.starts_with('[') {
            let position: Value = serde_json::from_str(entry).map_err(|_| unreadable())?;
            return self.replay.move_words(of, Some(&position));
        }
        let inner = entry.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(unreadable)?;
        let (names, position) = inner.split_once(",[").ok_or_else(unreadable)?;
        let position: Value = serde_json::from_str(&format!("[{position}")).map_err(|_| unreadable())?;
        let names: Vec<&str> = names.split(',').collect();
        let pointer = |feature: &str, location: &str| {
            let pointer =
                serde_json::json!({ "position": position, "location": location, "feature": feature });
            Pointer::read(&pointer).map(|_| pointer).ok_or_else(unreadable)
        };
        match (kind, names.as_slice()) {
            (MoveKind::TakeBack, [number, feature, location]) => {
                let key = &self.replay.mapping.keys().standing;
                let offer = standing_at(key, &Value::from(*number), &pointer(feature, location)?);
                self.replay.returned_words(of, &offer, key)
            }
            (MoveKind::Choose, [number, feature, location]) => {
                let key = &self.replay.mapping.keys().standing;
                let offer = standing_at(key, &Value::from(*number), &pointer(feature, location)?);
                self.replay.move_words(of, Some(&offer))
            }
            (MoveKind::Choose, [feature, location]) => {
                self.replay.move_words(of, Some(&pointer(feature, location)?))
            }
            (MoveKind::Put, [feature, location]) => self.replay.put_words(of, &pointer(feature, location)?),
            _ => Err(unreadable()),
        }
    }

    /// What all options begin with that put a figure or take one back for a reason.
    fn prefix(&self, kind: MoveKind, of: &str) -> Result<String, String> {
        let mapping = self.replay.mapping;
        let first = |actions: &[String]| actions.first().cloned().unwrap_or_default();
        let action = match kind {
            MoveKind::TakeBack => mapping.returned(of)?.to_owned(),
            MoveKind::Choose => first(&mapping.move_entry(of)?.actions),
            MoveKind::Put | MoveKind::Lay | MoveKind::Pass | MoveKind::Confirm => {
                first(&mapping.piece(of)?.actions)
            }
        };
        Ok(format!("{action} "))
    }

    /// Our options once the tile lies that begin so, in order of their words; each only once.
    fn own_options(&self, prefix: &str) -> Vec<String> {
        let Some(decision) = self.asked() else { return Vec::new() };
        let words = decision.choices().map(|choice| self.replay.own_words(decision, choice));
        let mut words: Vec<String> = words.filter(|words| words.starts_with(prefix)).collect();
        words.sort();
        words.dedup();
        words
    }

    /// A move can be taken back as long as chance has given nothing since; so it is in a game that is saved.
    fn undo(&self, may: bool) -> Result<(), Stop> {
        let events = self.replay.game.history().events().iter().rev();
        let mut last = events.filter_map(|event| {
            let is_decision = matches!(event, Event::Decided { .. });
            let is_chance = matches!(event, Event::Drawn { .. } | Event::Rolled { .. });
            (is_decision || is_chance).then_some(is_decision)
        });
        let ours = last.next().unwrap_or(false);
        let is_confirmed = ours && self.last == Some(MoveKind::Confirm);
        if matches!(self.phase(), Phase::Confirm | Phase::Over) || is_confirmed {
            let why = "a turn that is confirmed stays so there; our game asks for no confirmation";
            return Err(Stop::Unsupported(why.to_owned()));
        }
        if self.was_unlisted && !ours {
            let why = "the tile was drawn there before what was done without an offer, and here behind it";
            return Err(Stop::Unsupported(why.to_owned()));
        }
        self.comparison().same("taking back", &may, &ours, allowed)
    }
}

/// An offer in the form that a recording has: an object that points somewhere and names a figure.
fn standing_at(key: &str, number: &Value, pointer: &Value) -> Value {
    let mut offer = serde_json::Map::new();
    offer.insert(key.to_owned(), number.clone());
    offer.insert("featurePointer".to_owned(), pointer.clone());
    Value::Object(offer)
}

fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Lay => "a tile to lay",
        Phase::Act => "something to do after the tile",
        Phase::Confirm => "a turn to confirm",
        Phase::Over => "the end of the game",
    }
}

fn allowed(may: &bool) -> String {
    if *may { "allowed" } else { "not allowed" }.to_owned()
}

/// The placements that an assertion writes as `[0,-1] - [0,180]`, in words.
fn placements(entry: &str, turned: u8) -> Result<Vec<String>, String> {
    let read = || {
        let (position, rotations) = entry.split_once(" - ")?;
        let (x, y) = serde_json::from_str(position.trim()).ok()?;
        let rotations: Vec<u16> = serde_json::from_str(rotations.trim()).ok()?;
        Some((rota_board::Cell::new(x, y), rotations))
    };
    let (cell, rotations) = read().ok_or_else(|| format!("the option `{entry}` cannot be read"))?;
    let words = rotations.into_iter().map(|degrees| {
        let rotation = rotation(degrees, turned)?;
        Ok(placement_words(rota_board::Placement { cell, rotation }))
    });
    words.collect()
}

/// The placements on offer, in order of their words.
fn placed(decision: Decision<'_>) -> Vec<String> {
    let choices = decision.choices().filter_map(|choice| match choice {
        Choice::Option { value, .. } => unpack_placement(value).map(placement_words),
        Choice::Pass => None,
    });
    let mut words: Vec<String> = choices.collect();
    words.sort();
    words
}
