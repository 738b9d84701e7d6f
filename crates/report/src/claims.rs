//! What a report may claim: differences that chance would hardly show, with the number of things that were tried taken
//! into account.

#![expect(clippy::float_arithmetic, reason = "statistics are for people to read")]

use serde_json::{Value, json};

use rota_batch::{Sample, Slope};

use crate::section::around;

/// In which part of the reports on games in which nothing differs something is claimed all the same.
pub(crate) const FALSE_ALARMS: f64 = 0.05;

/// With fewer games in which something happened nothing is said of it.
const LEAST: u64 = 30;

/// A difference that was looked for.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    /// Where it belongs: the key of a section.
    pub about: &'static str,
    /// What is different; its figure follows.
    pub words: String,
    /// The difference between the ends of its 95 % interval.
    pub interval: [f64; 3],
    /// With which probability chance alone shows so much.
    chance: f64,
}

/// All that was looked for.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    tried: Vec<Claim>,
}

impl Claims {
    /// Looks whether the mean of a sample is something else than 0; it is told in parts of `scale`. `observed` is how many
    /// observations say anything.
    pub fn try_mean(
        &mut self,
        about: &'static str,
        words: String,
        sample: Sample,
        scale: f64,
        observed: u64,
    ) {
        if observed >= LEAST {
            let interval = sample.around_mean().map(|value| value / scale);
            self.tried.push(Claim { about, words, interval, chance: sample.chance() });
        }
    }

    /// Looks whether a slope is something else than level.
    pub fn try_slope(&mut self, about: &'static str, words: String, slope: Slope) {
        if slope.count() >= LEAST {
            self.tried.push(Claim { about, words, interval: slope.around(), chance: slope.chance() });
        }
    }

    /// How much was looked for.
    pub fn tried(&self) -> usize {
        self.tried.len()
    }

    /// What may be claimed, the surest first. Where nothing at all differs, there is anything in one of twenty reports; and
    /// of many claims one of twenty is wrong in the mean (Benjamini and Hochberg, 1995).
    pub fn found(&self) -> Vec<&Claim> {
        let mut sorted: Vec<&Claim> = self.tried.iter().collect();
        sorted.sort_by(|one, other| one.chance.total_cmp(&other.chance));
        let bound = |place: usize| FALSE_ALARMS * (place + 1) as f64 / sorted.len() as f64;
        let last = sorted.iter().enumerate().rposition(|(place, claim)| claim.chance <= bound(place));
        sorted.truncate(last.map_or(0, |last| last + 1));
        sorted
    }
}

impl Claim {
    pub fn document(&self) -> Value {
        let [low, value, high] = self.interval;
        json!({
            "about": self.about,
            "claim": self.words,
            "value": value,
            "interval_95": [low, high],
            "chance": self.chance,
        })
    }

    pub fn told(&self) -> String {
        format!("{}: {}", self.words, around(self.interval))
    }
}
