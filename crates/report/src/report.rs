//! All there is to tell: for programs, and what of it people read first.

use rota_batch::Seat;
use serde_json::{Map, Value, json};

use crate::alternatives;
use crate::claims::{Claim, Claims, FALSE_ALARMS};
use crate::figures::Figures;
use crate::part::{Compared, Gathered};
use crate::plan::{About, Alternatives, CompiledSide, Plan, Side};
use crate::section::Section;
use crate::sums::Sums;

/// The version of the document of a report.
pub const SCHEMA_VERSION: u32 = 1;

/// How many findings are told of each part.
const FOUND: usize = 6;

/// All there is to tell.
#[derive(Debug)]
pub struct Report {
    /// What was played, as one can write it again.
    pub title: String,
    /// The packs with their versions.
    pub packs: Vec<String>,
    /// The other rules that it was held against, as they were given.
    against: Vec<String>,
    seats: Vec<Seat>,
    games: u64,
    seed: u64,
    /// What is told, part by part.
    pub sections: Vec<Section>,
    claims: Claims,
}

impl Report {
    /// Tells what was gathered. `own` is the side that is told of.
    #[must_use]
    pub fn new(plan: &Plan, own: &CompiledSide<'_>, gathered: &Gathered) -> Report {
        let (mut claims, mut sections) = (Claims::default(), Vec::new());
        let others = || plan.others().iter().zip(&gathered.compared);
        let about = |about: About| others().filter(move |(side, _)| side.about == about);
        let packs = &plan.packs;
        let sums = &gathered.sums;
        if let Some(compiled) = &own.compiled {
            let rules = &compiled.rules;
            let sums = &sums.clone().unwrap_or_else(|| Sums::new(rules, plan.seats.len()));
            sections = Figures { rules, packs, seats: &plan.seats, sums }.sections(&mut claims);
        }
        for (side, compared) in about(About::Against) {
            sections.push(crate::against::section(&side.title, &compared.changes, &mut claims));
        }
        for what in [Alternatives::Choices, Alternatives::Rules, Alternatives::Tiles] {
            let played: Vec<(&Side, &Compared)> = about(About::Alternative(what)).collect();
            if !played.is_empty() {
                sections.push(alternatives::section(what, packs, &played, &mut claims));
            }
        }
        let version = |pack: &rota::Pin| format!("{} {}", pack.name, pack.version);
        Report {
            title: plan.own().title.clone(),
            packs: packs.pins().iter().map(version).collect(),
            against: about(About::Against).map(|(side, _)| side.title.clone()).collect(),
            seats: plan.seats.clone(),
            games: sums.as_ref().map_or(0, |sums| sums.games),
            seed: plan.seed,
            sections,
            claims,
        }
    }

    /// All figures for programs.
    #[must_use]
    pub fn document(&self) -> Value {
        let seats = self.seats.iter();
        let seats = seats.map(|seat| json!({ "name": seat.name, "player": seat.kind.to_string() }));
        let mut sections: Map<String, Value> = Map::new();
        let mut against = Vec::new();
        for section in &self.sections {
            match section.key {
                "against" => against.push(section.document()),
                key => {
                    sections.insert(key.to_owned(), section.document());
                }
            }
        }
        let against = self.against.iter().zip(against);
        let against = against.map(|(given, rows)| json!({ "given": given, "measures": rows }));
        json!({
            "schema_version": SCHEMA_VERSION,
            "composition": self.title,
            "packs": self.packs,
            "games": self.games,
            "seed": self.seed,
            "players": seats.collect::<Vec<_>>(),
            "looked_for": self.claims.tried(),
            "false_alarms": FALSE_ALARMS,
            "found": self.claims.found().into_iter().map(Claim::document).collect::<Vec<_>>(),
            "sections": sections,
            "against": against.collect::<Vec<_>>(),
        })
    }

    /// What games were played, in words.
    #[must_use]
    pub fn subject(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(Seat::to_string).collect();
        format!("{}, seed {}, {}", counted(self.games, "game"), self.seed, seats.join(", "))
    }

    /// How findings are to be taken.
    #[must_use]
    pub fn caution(&self) -> String {
        format!(
            "Looked for: {}. Where nothing differs at all, 1 of 20 reports finds something; all holds for these players.",
            counted(self.claims.tried(), "difference")
        )
    }

    /// What was found, the surest first, and of how many more there is no room.
    #[must_use]
    pub fn findings(&self) -> (Vec<String>, usize) {
        let found = self.claims.found();
        let mut told: Vec<String> = Vec::new();
        for section in ["seats", "reasons", "against", "choices", "without_rules", "without_tiles", "tiles"] {
            let about = found.iter().filter(|claim| claim.about == section);
            told.extend(about.take(FOUND).map(|claim| claim.told()));
        }
        let more = found.len() - told.len();
        (told, more)
    }
}

/// How many there are of something.
fn counted(count: impl TryInto<u64>, word: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
