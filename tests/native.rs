//! The base game by hand: the rules of `rulesets/base` with their default options, written in Rust against the same
//! host that the machine runs on. It is the yardstick for what it costs that rules are data.
//!
//! It does what anyone would who knew these rules and no others: points are given as soon as they are counted,
//! nothing is asked that the base game never needs, and all lists reuse their memory.

use rota::CompiledGame;
use rota_bytecode::{Builtin, Effect};
use rota_game::{GameHost, Random};
use rota_vm::{Fault, Host};

/// The only bag.
const PILE: i64 = 0;
/// Seen by everybody; at no place; explained by nothing; of any kind.
const NONE: i64 = -1;
/// More than sit at a table of the base game.
const SEATS: usize = 8;

/// A decision, as the one who decides sees it.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// Where does the tile go? There are so many placements, and no pass.
    Placement(usize),
    /// Place a follower on one of these segments, or pass?
    Follower(&'a [i64]),
}

/// Decides as [`rota_game::Uniform`] does: from the same random numbers follow the same choices.
pub fn uniform(random: &mut Random, asked: Asked<'_>) -> Option<usize> {
    let (options, pass) = match asked {
        Asked::Placement(count) => (count, 0),
        Asked::Follower(segments) => (segments.len(), 1),
    };
    let number = random.below(options + pass);
    (number < options).then_some(number)
}

/// The kinds of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Field,
    City,
    Road,
    Monastery,
}

/// The kinds, the most frequent ones first, with their names.
const KINDS: [(Kind, &str); 4] =
    [(Kind::Field, "field"), (Kind::City, "city"), (Kind::Road, "road"), (Kind::Monastery, "monastery")];

/// The numbers that a composition gives to a kind of feature.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    kind: i64,
    complete: i64,
    unfinished: i64,
}

/// The rules, and the lists that they fill.
#[derive(Debug)]
pub struct Native {
    turn: Option<u32>,
    finale: Option<u32>,
    /// In the order of [`KINDS`].
    numbers: [Numbers; 4],
    pennants: i64,
    meeple: i64,
    features: Vec<i64>,
    pieces: Vec<i64>,
    segments: Vec<i64>,
    touching: Vec<i64>,
}

impl Native {
    /// The rules for a composition of the base pack alone; nothing where it lacks a word of that pack.
    #[must_use]
    pub fn new(opened: &CompiledGame) -> Option<Native> {
        let program = opened.rules.program();
        let reason = |name: String| number(&program.declared.reasons, |known| **known == name);
        let features = &opened.compiled.vocabulary.features;
        let mut numbers = Vec::new();
        for (_, name) in KINDS {
            let complete = reason(name.to_owned())?;
            numbers.push(Numbers {
                kind: number(features, |feature| feature.name == name)?,
                complete,
                unfinished: reason(format!("{name}_unfinished")).unwrap_or(complete),
            });
        }
        let city = features.iter().find(|feature| feature.name == "city")?;
        Some(Native {
            turn: program.turn,
            finale: program.finale,
            numbers: numbers.try_into().ok()?,
            pennants: number(&city.attrs, |attr| attr.name == "pennants")?,
            meeple: number(&program.declared.pieces, |piece| piece.name == "meeple")?,
            features: Vec::new(),
            pieces: Vec::new(),
            segments: Vec::new(),
            touching: Vec::new(),
        })
    }

    /// Plays a game from where it was set up to its end.
    ///
    /// # Errors
    /// What the host refuses, which is nothing as long as it knows the rules of the base game.
    pub fn play<D>(&mut self, bare: &mut GameHost, mut decide: D) -> Result<(), &'static Fault>
    where
        D: FnMut(&GameHost, Asked<'_>) -> Option<usize>,
    {
        while let Some(function) = bare.next_function() {
            if self.turn == Some(function) {
                self.turn(bare, &mut decide)?;
            } else if self.finale == Some(function) {
                self.finale(bare)?;
            }
        }
        Ok(())
    }

    fn turn<H: Host, D>(&mut self, host: &mut H, decide: &mut D) -> Result<(), &'static Fault>
    where
        D: FnMut(&H, Asked<'_>) -> Option<usize>,
    {
        let drawn = draw(host)?;
        if host.ask(Builtin::BagCount, &[PILE])? == 0 {
            host.apply(Effect::EndGame, &[])?;
        }
        let Some((tile, placements)) = drawn else { return Ok(()) };
        let number = decide(host, Asked::Placement(placements)).ok_or(&Fault::Missing)?;
        let placement = host.nth(Builtin::TilePlacements, &[tile], number).ok_or(&Fault::Missing)?;
        host.apply(Effect::Place, &[tile, placement])?;
        self.deploy(host, tile, decide)?;
        self.score(host)
    }

    /// Offers the segments of the tile on whose features nobody stands.
    fn deploy<H: Host, D>(&mut self, host: &mut H, tile: i64, decide: &mut D) -> Result<(), &'static Fault>
    where
        D: FnMut(&H, Asked<'_>) -> Option<usize>,
    {
        let active = host.ask(Builtin::Active, &[])?;
        if host.ask(Builtin::PlayerSupply, &[active, self.meeple])? == 0 {
            return Ok(());
        }
        self.segments.clear();
        host.list(Builtin::TileSegments, &[tile], &mut self.segments)?;
        let mut free = 0;
        for place in 0..self.segments.len() {
            let segment = self.segments[place];
            self.look_for_pieces(host, segment)?;
            if self.pieces.is_empty() {
                self.segments[free] = segment;
                free += 1;
            }
        }
        self.segments.truncate(free);
        if self.segments.is_empty() {
            return Ok(());
        }
        let Some(number) = decide(host, Asked::Follower(&self.segments)) else { return Ok(()) };
        let segment = *self.segments.get(number).ok_or(&Fault::Missing)?;
        let piece = host.apply(Effect::Take, &[self.meeple, active])?;
        host.apply(Effect::Put, &[piece, segment])?;
        Ok(())
    }

    /// Scores what the tile completed, and sends home who stands there. Farmers stay.
    fn score<H: Host>(&mut self, host: &mut H) -> Result<(), &'static Fault> {
        self.features.clear();
        host.list(Builtin::Closed, &[NONE], &mut self.features)?;
        for place in 0..self.features.len() {
            let feature = self.features[place];
            self.look_for_pieces(host, feature)?;
            if self.pieces.is_empty() {
                continue;
            }
            let (kind, numbers) = self.kind(host, feature)?;
            let points = match kind {
                Kind::Field => continue,
                Kind::City => 2 * self.city_points(host, feature)?,
                Kind::Road => host.ask(Builtin::FeatureTiles, &[feature])?,
                Kind::Monastery => 9,
            };
            self.give(host, points, numbers.complete, feature)?;
            for piece in &self.pieces {
                host.apply(Effect::Send, &[*piece, NONE])?;
            }
        }
        Ok(())
    }

    /// Scores everything on which somebody still stands.
    fn finale<H: Host>(&mut self, host: &mut H) -> Result<(), &'static Fault> {
        self.features.clear();
        host.list(Builtin::Occupied, &[NONE], &mut self.features)?;
        for place in 0..self.features.len() {
            let feature = self.features[place];
            let (kind, numbers) = self.kind(host, feature)?;
            let points = match kind {
                Kind::Field => 3 * self.complete_cities(host, feature)?,
                Kind::City => self.city_points(host, feature)?,
                Kind::Road => host.ask(Builtin::FeatureTiles, &[feature])?,
                Kind::Monastery => 1 + host.ask(Builtin::FeatureAround, &[feature])?,
            };
            self.look_for_pieces(host, feature)?;
            self.give(host, points, numbers.unfinished, feature)?;
        }
        Ok(())
    }

    /// Gives points to all who have most of the pieces just looked for.
    fn give<H: Host>(&self, host: &mut H, points: i64, reason: i64, at: i64) -> Result<(), &'static Fault> {
        let mut counts = [0; SEATS];
        for piece in &self.pieces {
            let owner = host.ask(Builtin::PieceOwner, &[*piece])?;
            let count = usize::try_from(owner).ok().and_then(|owner| counts.get_mut(owner));
            *count.ok_or(&Fault::Missing)? += 1;
        }
        let most = counts.into_iter().max().unwrap_or(0);
        for (seat, count) in (0..).zip(counts) {
            if count == most {
                host.apply(Effect::Score, &[points, seat, reason, at, NONE])?;
            }
        }
        Ok(())
    }

    /// A point for each tile and each pennant.
    fn city_points<H: Host>(&self, host: &H, city: i64) -> Result<i64, &'static Fault> {
        let pennants = host.ask(Builtin::FeatureAttr, &[city, self.pennants])?;
        Ok(host.ask(Builtin::FeatureTiles, &[city])? + pennants)
    }

    fn complete_cities<H: Host>(&mut self, host: &H, field: i64) -> Result<i64, &'static Fault> {
        let [_, city, ..] = self.numbers;
        self.touching.clear();
        host.list(Builtin::FeatureTouching, &[field, city.kind], &mut self.touching)?;
        let complete = self.touching.iter().map(|city| host.ask(Builtin::FeatureComplete, &[*city]));
        complete.sum()
    }

    fn kind<H: Host>(&self, host: &H, feature: i64) -> Result<(Kind, Numbers), &'static Fault> {
        for ((kind, _), numbers) in KINDS.into_iter().zip(self.numbers) {
            if host.ask(Builtin::IsFeatureKind, &[feature, numbers.kind])? != 0 {
                return Ok((kind, numbers));
            }
        }
        Err(&Fault::Missing)
    }

    fn look_for_pieces<H: Host>(&mut self, host: &H, feature: i64) -> Result<(), &'static Fault> {
        self.pieces.clear();
        host.list(Builtin::FeaturePieces, &[feature], &mut self.pieces)
    }
}

/// Draws until a tile fits somewhere; also says how many placements it has. Nothing once the pile is empty.
fn draw<H: Host>(host: &mut H) -> Result<Option<(i64, usize)>, &'static Fault> {
    while host.ask(Builtin::BagCount, &[PILE])? > 0 {
        let tile = host.apply(Effect::Draw, &[PILE, NONE])?;
        let placements = host.count(Builtin::TilePlacements, &[tile])?;
        if placements > 0 {
            return Ok(Some((tile, placements)));
        }
        host.apply(Effect::Discard, &[tile])?;
    }
    Ok(None)
}

fn number<T>(all: &[T], is_it: impl Fn(&&T) -> bool) -> Option<i64> {
    let place = all.iter().position(|one| is_it(&one));
    place.and_then(|place| i64::try_from(place).ok())
}
