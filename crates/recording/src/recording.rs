//! Whole recordings: a game a line, compared from its first tile to its last.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::configuration::Configuration;
use crate::hidden;
use crate::mapping::Mapping;
use crate::replay::Replay;
use crate::rules_cache::RulesCache;
use crate::steps::{StepRecording, StepReplay};
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
    /// How often the other engine was met to depart from the rules, by the names of these differences.
    pub differences: BTreeMap<String, u64>,
}

/// Compares a recorded game, one line of JSON, with the same game played by our rules.
#[must_use]
pub fn verify(line: &str, mapping: &Mapping, rules: &RulesCache<'_>) -> Report {
    let mut report = Report {
        id: String::new(),
        verdict: Verdict::Agrees,
        counts: Counts::default(),
        differences: BTreeMap::new(),
    };
    let compared = match serde_json::from_str::<Form>(line) {
        Ok(Form { steps: Some(_) }) => read(line).and_then(|recording: StepRecording| {
            report.id.clone_from(&recording.id);
            compare_steps(&recording, mapping, rules, &mut report)
        }),
        Ok(Form { steps: None }) => read(line).and_then(|transcript: Transcript| {
            report.id.clone_from(&transcript.id);
            compare(&transcript, mapping, rules, &mut report)
        }),
        Err(error) => Err(unreadable(&error)),
    };
    if let Err(stop) = compared {
        report.verdict = stop.into();
    }
    report
}

/// Which of the two forms a recording has.
#[derive(Deserialize)]
struct Form {
    steps: Option<IgnoredAny>,
}

fn read<T: DeserializeOwned>(line: &str) -> Result<T, Stop> {
    serde_json::from_str(line).map_err(|error| unreadable(&error))
}

fn unreadable(error: &serde_json::Error) -> Stop {
    Stop::Unsupported(format!("this is no recording that can be read: {error}"))
}

fn compare(
    transcript: &Transcript,
    mapping: &Mapping,
    rules: &RulesCache<'_>,
    report: &mut Report,
) -> Result<(), Stop> {
    let configuration = Configuration::of(transcript, mapping)?;
    let mapping = &mapping.under(&configuration.packs, &configuration.options);
    let mut replay = Replay::new(transcript, mapping, rules.open(&configuration)?)?;
    let compared = replay.run();
    conclude(compared, replay, report)
}

fn compare_steps(
    recording: &StepRecording,
    mapping: &Mapping,
    rules: &RulesCache<'_>,
    report: &mut Report,
) -> Result<(), Stop> {
    let unknown = recording.unknown(mapping);
    if !unknown.is_empty() {
        return Err(Stop::Unsupported(unknown.join("; ")));
    }
    let mut transcript = recording.transcript();
    let configuration = Configuration::of(&transcript, mapping)?;
    let mapping = &mapping.under(&configuration.packs, &configuration.options);
    let rules = rules.open(&configuration)?;
    let bag = hidden::bag(&transcript, mapping, &rules)?;
    hidden::add(&mut transcript, mapping, bag);
    let mut steps = StepReplay::new(recording, &transcript, mapping, rules)?;
    let compared = steps.run();
    conclude(compared, steps.replay, report)
}

/// Notes what was compared, and whether games went apart by a named difference where they differ.
fn conclude(compared: Result<(), Stop>, replay: Replay<'_>, report: &mut Report) -> Result<(), Stop> {
    let departure = match &compared {
        Err(Stop::Differs(at)) => replay.departure(at).map(|name| (name.to_owned(), at.clone())),
        Ok(()) | Err(Stop::Unsupported(_)) => None,
    };
    (report.counts, report.differences) = (replay.counts, replay.differences);
    let Some((name, at)) = departure else { return compared };
    *report.differences.entry(name.clone()).or_default() += 1;
    report.verdict = Verdict::Departs { name, at };
    Ok(())
}
