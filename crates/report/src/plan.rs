//! What a report is made from: the rules that it tells of, others that the same games are played by, and who plays.

use std::ops::Range;

use rota::{
    CompiledGame, Error, Game, LoadedPacks, OptLevel, OptionInfo, Record, Removal, Settings, Setup,
    SetupError, Sources, editions,
};
use rota_batch::{Batch, Seat};

use crate::against::{measure, measures};
use crate::part::{Halt, Part, Stopped};
use crate::sums::Sums;
use crate::watched::{Ended, Watched};

/// In one of so many games options are tried to see how much they differ: to try all costs more than to play.
const STAKES_IN: u64 = 4;

/// What a report is made from.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The packs that are told of, with all that they require.
    pub(crate) packs: LoadedPacks,
    own: Side,
    others: Vec<Side>,
    pub(crate) seats: Vec<Seat>,
    pub(crate) seed: u64,
}

/// Rules by which games are played.
#[derive(Clone, Debug)]
pub struct Side {
    /// What it is called, as it is written on a command line where that is possible.
    pub title: String,
    pub(crate) about: About,
    /// Nothing where they are those that are told of.
    packs: Option<LoadedPacks>,
    settings: Settings,
    removal: Option<Removal>,
}

/// What a side is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// To be told of.
    Own,
    /// To be compared in every measure.
    Against,
    /// To see what it changes.
    Alternative(Alternatives),
}

/// What may be tried one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// Each variant, and each other value of an option; of numbers, the next ones.
    Choices,
    /// To be without each rule, action and modifier.
    Rules,
    /// To be without each kind of tile and card.
    Tiles,
}

/// A side that can be played.
#[derive(Debug)]
pub struct CompiledSide<'p> {
    plan: &'p Plan,
    side: &'p Side,
    /// Nothing for an alternative that cannot be compiled.
    pub(crate) compiled: Option<CompiledGame>,
}

/// Why a side cannot be played.
#[derive(Debug)]
pub enum Unplayable {
    /// The packs are not right.
    Packs(Error),
    /// They are not for so many players.
    Setup(SetupError),
}

impl Plan {
    /// A report on packs with settings, for these players.
    #[must_use]
    pub fn new(title: &str, packs: LoadedPacks, settings: Settings, seats: &[Seat], seed: u64) -> Plan {
        let title = title.to_owned();
        let own = Side { title, about: About::Own, packs: None, settings, removal: None };
        Plan { packs, own, others: Vec::new(), seats: seats.to_vec(), seed }
    }

    /// Also compares with other rules, in every measure.
    pub fn against(&mut self, title: &str, packs: LoadedPacks, settings: Settings) {
        let (title, packs) = (title.to_owned(), Some(packs));
        self.others.push(Side { title, about: About::Against, packs, settings, removal: None });
    }

    /// Also tells what each alternative of some packs changes.
    ///
    /// # Errors
    /// What is wrong with the packs.
    pub fn try_each(&mut self, what: Alternatives, names: &[String]) -> Result<(), Error> {
        let (packs, settings) = (&self.packs, &self.own.settings);
        let mut sides = Vec::new();
        let side = |title, settings, removal| Side {
            title,
            about: About::Alternative(what),
            packs: None,
            settings,
            removal,
        };
        let without = |removal: Removal| side(removal.name.clone(), settings.clone(), Some(removal));
        for name in names {
            match what {
                Alternatives::Choices => {
                    let choices = choices(packs, name, settings)?.into_iter();
                    sides.extend(choices.map(|(title, settings)| side(title, settings, None)));
                }
                Alternatives::Rules => {
                    sides.extend(packs.removable_rules(name, settings).into_iter().map(without));
                }
                Alternatives::Tiles => {
                    let compiled = packs.compile(settings)?;
                    sides.extend(packs.removable_kinds(name, &compiled).into_iter().map(without));
                }
            }
        }
        self.others.extend(sides);
        Ok(())
    }

    /// The side that is told of.
    #[must_use]
    pub fn own(&self) -> &Side {
        &self.own
    }

    /// The other sides.
    #[must_use]
    pub fn others(&self) -> &[Side] {
        &self.others
    }

    /// Compiles a side, for games in which it is counted which rules run.
    ///
    /// # Errors
    /// What is wrong with its packs, or with the number of players; an alternative that does not go with the rest is
    /// told as such instead.
    pub fn compile<'p>(&'p self, side: &'p Side) -> Result<CompiledSide<'p>, Unplayable> {
        let packs = side.packs.as_ref().unwrap_or(&self.packs);
        let seats = self.seats.iter().map(|seat| seat.name.clone());
        let settings = side.settings.clone().opt_level(OptLevel::Profile).seats(seats);
        let compiled = match &side.removal {
            Some(removal) => packs.compile_without(removal, &settings),
            None => packs.compile(&settings),
        };
        let begun = compiled.map_err(Unplayable::Packs).and_then(|compiled| {
            match Game::new(compiled.rules.clone(), &self.setup()) {
                Ok(_) => Ok(compiled),
                Err(refused) => Err(Unplayable::Setup(refused)),
            }
        });
        let compiled = match (begun, side.about) {
            (Ok(compiled), _) => Some(compiled),
            (Err(_), About::Alternative(_)) => None,
            (Err(why), About::Own | About::Against) => return Err(why),
        };
        Ok(CompiledSide { plan: self, side, compiled })
    }

    fn setup(&self) -> Setup {
        Setup {
            players: u8::try_from(self.seats.len()).unwrap_or(u8::MAX),
            record: Record::Full,
            ask_forced: true,
            // Only how often rules run is told.
            profile: Some(|| 0),
            ..Setup::default()
        }
    }
}

impl Side {
    /// Where the rule stands that it is without, as a place in the text of the packs.
    pub(crate) fn place(&self) -> Option<rota::Span> {
        self.removal.as_ref()?.span
    }
}

impl CompiledSide<'_> {
    /// The texts that a fault points into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        self.compiled.as_ref().map_or(&self.plan.packs.sources, |compiled| &compiled.sources)
    }

    /// Plays some games. An alternative that cannot be played, stops or does not end is told as such.
    ///
    /// # Errors
    /// A rule stopped a game.
    pub fn play(&self, numbers: Range<u64>) -> Result<Part, Stopped> {
        let is_own = self.side.about == About::Own;
        let Some(compiled) = &self.compiled else { return Ok(Part::halted(Halt::Unfit)) };
        let (rules, seats, setup) = (&compiled.rules, &self.plan.seats, self.plan.setup());
        let reasons = rules.program().declared.reasons.len();
        let mut part = Part::new(measures(rules, seats));
        let mut sums = is_own.then(|| Sums::new(rules, seats.len()));
        let games = numbers.clone();
        let batch = Batch { rules, setup: &setup, seats, games, seed: self.plan.seed, keeps_results: false };
        // It could be begun before.
        let Ok(mut game) = Game::new(rules.clone(), &setup) else { return Ok(Part::halted(Halt::Unfit)) };
        let mut copy = game.fork();
        for number in numbers {
            let mut deciders = batch.begin(&mut game, number);
            let tries = is_own && number % STAKES_IN == 0;
            let may_be_endless = self.side.removal.is_some();
            match Watched::play(&mut game, &mut deciders, &mut copy, tries, may_be_endless) {
                Ended::Fine(watched) => {
                    part.values.push(measure(&watched, reasons));
                    sums.iter_mut().for_each(|sums| sums.add(&watched));
                }
                Ended::Never => return Ok(Part::halted(Halt::Endless)),
                Ended::Stopped(_) if matches!(self.side.about, About::Alternative(_)) => {
                    return Ok(Part::halted(Halt::Stopped));
                }
                Ended::Stopped(fault) => return Err(Stopped { number, fault }),
            }
        }
        part.sums = sums;
        Ok(part)
    }
}

/// All variants and all other values of options of a pack, as they are written on a command line, and the settings with
/// each.
fn choices(packs: &LoadedPacks, pack: &str, settings: &Settings) -> Result<Vec<(String, Settings)>, Error> {
    let Some(found) = editions(packs, pack)? else { return Ok(Vec::new()) };
    let mut choices = Vec::new();
    for variant in &found.variants {
        choices.push((format!("{pack}@{}", variant.name), settings.clone().variant(&variant.name)));
    }
    for option in &found.options {
        for value in other_values(option) {
            let words = format!("{}={value}", option.name);
            choices.push((words, settings.clone().option(&option.name, &value)));
        }
    }
    Ok(choices)
}

/// What an option may be beside what it is.
fn other_values(option: &OptionInfo) -> Vec<String> {
    let ends = option.choices.split_once("..").and_then(|(low, high)| {
        Some((low.parse::<i64>().ok()?, high.parse::<i64>().ok()?, option.value.parse::<i64>().ok()?))
    });
    match ends {
        Some((low, high, value)) => {
            let next = [value - 1, value + 1].into_iter().filter(|next| (low..=high).contains(next));
            next.map(|next| next.to_string()).collect()
        }
        None => {
            let words = option.choices.split(", ").filter(|word| *word != option.value);
            words.map(str::to_owned).collect()
        }
    }
}
