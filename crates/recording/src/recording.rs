//! Whole recordings: a game a line, compared from its first tile to its last.

use crate::configuration::Configuration;
use crate::mapping::Mapping;
use crate::replay::Replay;
use crate::rules_cache::RulesCache;
use crate::transcript::Transcript;
use crate::verdict::{Counts, Stop, Verdict};

/// A recording and how it compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The recording's name.
    pub id: String,
    /// How it compares.
    pub verdict: Verdict,
    /// What was compared, up to the first difference.
    pub counts: Counts,
}

/// Compares a recorded game, one line of JSON, with the same game played by our rules.
#[must_use]
pub fn verify(line: &str, mapping: &Mapping, rules: &RulesCache<'_>) -> Report {
    let mut counts = Counts::default();
    let transcript: Transcript = match serde_json::from_str(line) {
        Ok(transcript) => transcript,
        Err(error) => {
            let verdict = Verdict::Unsupported(format!("this is no recording that can be read: {error}"));
            return Report { id: String::new(), verdict, counts };
        }
    };
    let verdict = compare(&transcript, mapping, rules, &mut counts);
    let verdict = verdict.map_or_else(Verdict::from, |()| Verdict::Agrees);
    Report { id: transcript.id, verdict, counts }
}

fn compare(
    transcript: &Transcript,
    mapping: &Mapping,
    rules: &RulesCache<'_>,
    counts: &mut Counts,
) -> Result<(), Stop> {
    let rules = rules.open(&Configuration::of(transcript, mapping)?)?;
    let mut replay = Replay::new(transcript, mapping, rules)?;
    let compared = replay.run();
    *counts = replay.counts;
    compared
}
