//! Saved test games of another engine: what was done, and in English what must hold after it.
//!
//! Such a game was begun on purpose and left somewhere, mostly long before its end. It is set up and played
//! again by our rules as a recording is. Then each of its assertions is read and checked by itself. What cannot
//! be read or has no counterpart here is named with its reason.

mod check;
mod condition;
mod draw_order;
mod file;
mod play;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rota_game::Rules;

use crate::configuration::Configuration;
use crate::hidden;
use crate::mapping::Mapping;
use crate::rules_cache::RulesCache;
use crate::transcript::Transcript;
use crate::verdict::{Stop, Verdict};

use draw_order::DrawOrder;
use file::SavedGame;
use play::{Draw, TestReplay};

/// A test game and how it compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestGameReport {
    /// What it says of itself.
    pub title: String,
    /// Why the game could not be played up to where it was left. Its assertions stay unchecked then.
    pub stopped: Option<Verdict>,
    /// What it asserts, in the order of the file.
    pub assertions: Vec<Assertion>,
}

/// Something that must hold where a test game was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// As written.
    pub text: String,
    /// The line of the file that it begins in, counted from 1; nothing where the file writes it otherwise.
    pub line: Option<usize>,
    /// Whether it holds here; nothing while it is unchecked.
    pub verdict: Option<Verdict>,
}

impl TestGameReport {
    /// How the whole compares: it differs where anything does, and agrees only where all that it asserts was
    /// checked.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if let Some(stopped) = &self.stopped {
            return stopped.clone();
        }
        let verdicts = || self.assertions.iter().filter_map(|assertion| assertion.verdict.as_ref());
        let differing = verdicts().find(|verdict| matches!(verdict, Verdict::Differs(_)));
        let unsupported = || verdicts().find(|verdict| matches!(verdict, Verdict::Unsupported(_)));
        let first = differing.or_else(unsupported).cloned();
        first.unwrap_or_else(|| match self.assertions.is_empty() {
            true => Verdict::Unsupported("it asserts nothing".to_owned()),
            false => Verdict::Agrees,
        })
    }
}

/// Plays a saved test game again, the whole text of its file, and checks what it asserts.
#[must_use]
pub fn verify_test_game(text: &str, mapping: &Mapping, rules: &RulesCache<'_>) -> TestGameReport {
    let saved: SavedGame = match serde_json::from_str(text) {
        Ok(saved) => saved,
        Err(error) => {
            let why = format!("this is no saved game that can be read: {error}");
            return TestGameReport {
                title: String::new(),
                stopped: Some(Verdict::Unsupported(why)),
                assertions: Vec::new(),
            };
        }
    };
    let assertions = saved.test.assertions.iter().map(|assertion| Assertion {
        text: assertion.clone(),
        line: line_of(text, assertion),
        verdict: None,
    });
    let title = saved.test.description.clone();
    let mut report = TestGameReport { title, stopped: None, assertions: assertions.collect() };
    if let Err(stop) = run(&saved, mapping, rules, &mut report.assertions) {
        report.stopped = Some(stop.into());
    }
    report
}

fn run(
    saved: &SavedGame,
    mapping: &Mapping,
    rules: &RulesCache<'_>,
    assertions: &mut [Assertion],
) -> Result<(), Stop> {
    let unknown = unknown(saved, mapping);
    if !unknown.is_empty() {
        return Err(Stop::Unsupported(unknown.join("; ")));
    }
    let mut transcript = saved.transcript()?;
    let configuration = Configuration::of(&transcript, mapping)?;
    let mapping = &mapping.under(&configuration.packs, &configuration.options);
    let mut rules = rules.open(&configuration)?;
    name_draws(saved, mapping, &mut transcript, &mut rules)?;
    // What a deck gives is known when the game has come so far; it is begun anew with each that is known.
    let mut given: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let replay = loop {
        let mut replay = TestReplay::new(saved, &transcript, mapping, Arc::clone(&rules), given.clone())?;
        let Some(Draw { source, number, kind }) = replay.play()? else { break replay };
        let known = given.entry(source).or_default();
        known.truncate(number);
        known.push(kind);
    };
    for assertion in assertions {
        let checked = replay.check(&assertion.text);
        assertion.verdict = Some(checked.map_or_else(Verdict::from, |()| Verdict::Agrees));
    }
    Ok(())
}

/// All sets, elements, rules and messages that no pack has a name for.
fn unknown(saved: &SavedGame, mapping: &Mapping) -> Vec<String> {
    let sets = saved.setup.sets.keys().filter_map(|name| mapping.set(name).err());
    let elements = saved.setup.elements.keys().filter_map(|name| mapping.element(name).err());
    let rules = saved.setup.rules.keys().filter_map(|name| mapping.rule(name).err());
    let messages: BTreeSet<&str> = saved.replay.iter().map(|message| message.name.as_str()).collect();
    let messages = messages.into_iter().filter_map(|name| mapping.message(name).err());
    sets.chain(elements).chain(rules).chain(messages).collect()
}

/// Names what is drawn, and leaves no other tiles in the bag where the game says when it ends.
///
/// What the other engine draws behind the last tile that is named is known for one bag alone.
fn name_draws(
    saved: &SavedGame,
    mapping: &Mapping,
    transcript: &mut Transcript,
    rules: &mut Arc<Rules>,
) -> Result<(), String> {
    let bag = hidden::bag(transcript, mapping, rules)?;
    let draws = DrawOrder::of(saved, mapping, bag.clone())?;
    transcript.draw_order = draws.order;
    hidden::add(transcript, mapping, bag);
    // The decks stand behind the bags. What is a token there is not drawn.
    let bags = rules.stock().bags.iter().take(rules.program().declared.bags.len());
    let is_drawn = |tile: &u32| mapping.tokens().all(|token| token != rules.kind_of(*tile as usize).name);
    if !draws.is_all && bags.filter(|bag| bag.iter().any(is_drawn)).count() > 1 {
        return Err("what is drawn next comes out of several bags".to_owned());
    }
    if draws.is_all {
        let kinds = transcript.draw_order.iter().map(|tile| {
            let (name, _) = mapping.tile(tile)?;
            rules.kind_named(name).ok_or_else(|| format!("tile `{name}` is in none of the packs"))
        });
        let kinds: Vec<u32> = kinds.collect::<Result<_, _>>()?;
        *rules = Arc::new(rules.with_bag(0, &kinds).map_err(|error| error.to_string())?);
    }
    Ok(())
}

/// The line that a text begins in as JSON writes it.
fn line_of(file: &str, text: &str) -> Option<usize> {
    let written = serde_json::to_string(text).ok()?;
    let start = file.find(&written)?;
    Some(file.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1)
}
