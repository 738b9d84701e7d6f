//! Everything on offer at a message, and the words for it.

use std::collections::{BTreeMap, BTreeSet};

use rota_game::{Choice, Decision, unpack_placement};
use serde_json::Value;

use super::StepReplay;
use super::file::{Offered, OfferedItem};
use crate::comparison::Comparison;
use crate::mapping::{Mapping, MoveKind, OfferKeys};
use crate::replay::{laying_words, rotation};
use crate::verdict::Stop;

impl StepReplay<'_> {
    /// Compares all that is on offer.
    pub fn offers(
        &mut self,
        compare: Comparison,
        offered: &Offered,
        own: &BTreeMap<String, Choice>,
    ) -> Result<(), Stop> {
        let mut expected = BTreeSet::new();
        let mut compared = true;
        for item in &offered.items {
            compared &= self.offered(item, &mut expected)?;
        }
        if !compared {
            return Ok(());
        }
        let may_pass = self.replay.game.decision().is_some_and(|decision| decision.may_pass());
        let may = |pass: &bool| if *pass { "allowed" } else { "not allowed" }.to_owned();
        // Where nothing is left but to confirm, who confirms passes.
        let can_pass = offered.can_pass || offered.confirms(self.replay.mapping);
        compare.same("a pass", &can_pass, &may_pass, may)?;
        let listed = own.iter().filter(|(_, choice)| self.is_listed(**choice));
        let listed: Vec<(String, Choice)> = listed.map(|(words, choice)| (words.clone(), *choice)).collect();
        let mut got = BTreeSet::new();
        for (words, choice) in listed {
            got.extend(self.with_next(words, choice)?);
        }
        let laying = got.iter().filter(|words| own.get(*words).is_some_and(|choice| self.lays(*choice)));
        let laying = laying.count() as u64;
        self.replay.same_offers(compare, offered.tile(), &expected, &got)?;
        self.replay.counts.placements += laying;
        self.replay.counts.deployments += got.len() as u64 - laying;
        Ok(())
    }

    /// Whether recordings say that this is on offer.
    fn is_listed(&self, choice: Choice) -> bool {
        let action = self.replay.game.decision().and_then(|decision| self.replay.asked(decision, choice));
        action.is_none_or(|action| !self.replay.mapping.is_unlisted(action))
    }

    /// Words of several choices with the one in front that ours asks for first, where they are one place to recordings.
    pub fn as_asked(&mut self, mut words: Vec<String>) -> Result<Vec<String>, Stop> {
        let own = self.replay.own_options();
        let all = together(words.clone());
        for (place, first) in words.iter().enumerate() {
            if let Some(choice) = own.get(first)
                && self.with_next(first.clone(), *choice)?.contains(&all)
            {
                words.swap(0, place);
                return Ok(words);
            }
        }
        Ok(words)
    }

    /// The words for an option: together with each that is asked next, where both are one place to recordings.
    fn with_next(&mut self, words: String, choice: Choice) -> Result<Vec<String>, Stop> {
        let asked = self.replay.game.decision().and_then(|decision| self.replay.asked(decision, choice));
        if !asked.is_some_and(|action| self.replay.mapping.is_apart(action)) {
            return Ok(vec![words]);
        }
        // Tried on a copy: what comes next depends on what is chosen now.
        let copy = self.replay.game.fork();
        let standing = std::mem::replace(&mut self.replay.game, copy);
        let chosen = self.replay.game.choose(choice);
        let next = self.replay.own_options();
        let pairs = next.into_keys().map(|next| together(vec![words.clone(), next])).collect();
        self.replay.game = standing;
        chosen.map_err(|refused| Stop::from(refused.to_string()))?;
        Ok(pairs)
    }

    fn lays(&self, choice: Choice) -> bool {
        let sort = self.replay.game.decision().and_then(|decision| sort_of(decision, choice));
        let Choice::Option { value, .. } = choice else { return false };
        sort == Some(rota_bytecode::Sort::Placement) && unpack_placement(value).is_some()
    }

    /// Adds the words for each option of an offer. Says whether the recording names them.
    fn offered(&self, item: &OfferedItem, words: &mut BTreeSet<String>) -> Result<bool, Stop> {
        let mapping = self.replay.mapping;
        // What has no name waits for nothing but to be confirmed.
        let Some(name) = &item.name else { return Ok(true) };
        let (kind, keys) = mapping.offer(name)?;
        let options = item.options.as_deref();
        match kind {
            MoveKind::Lay => {
                let (_, turned) = mapping.tile(&item.text("tileId")?)?;
                for option in options.unwrap_or_default() {
                    for degrees in option["rotations"].as_array().into_iter().flatten() {
                        let degrees = degrees.as_u64().and_then(|degrees| u16::try_from(degrees).ok());
                        let degrees = degrees.ok_or_else(|| format!("`{option}` is no place for a tile"))?;
                        words.insert(laying_words(&option["position"], rotation(degrees, turned)?)?);
                    }
                }
            }
            MoveKind::Put => {
                let figure = item.text(&mapping.keys().piece)?;
                for option in options.unwrap_or_default() {
                    words.insert(self.replay.put_words(&figure, option)?);
                }
            }
            MoveKind::TakeBack => {
                let source = item.text("source")?;
                for option in options.unwrap_or_default() {
                    words.insert(self.replay.returned_words(&source, option, &mapping.keys().standing)?);
                }
            }
            MoveKind::Pass | MoveKind::Confirm => {}
            MoveKind::Choose => return Ok(self.moves(item, keys.unwrap_or(&OfferKeys::default()), words)?),
        }
        Ok(true)
    }

    fn moves(
        &self,
        item: &OfferedItem,
        keys: &OfferKeys,
        words: &mut BTreeSet<String>,
    ) -> Result<bool, String> {
        let at = keys.at.as_ref().and_then(|key| item.named.get(key));
        let name = match (&keys.only, &keys.name) {
            (Some(only), _) => Some(only.clone()),
            (None, Some(key)) => item.text(key)?.split('.').next().map(str::to_owned),
            (None, None) => None,
        };
        let Some(name) = name else {
            for option in item.options.iter().flatten() {
                let name = option.as_str().ok_or_else(|| format!("`{option}` is no name of a move"))?;
                words.insert(self.replay.move_words(name, at)?);
            }
            return Ok(true);
        };
        let entry = self.replay.mapping.move_entry(&name)?;
        match &item.options {
            Some(options) => {
                for option in options {
                    words.insert(together(self.replay.choices_words(&name, option)?));
                }
            }
            None if entry.values.is_empty() && entry.actions.is_empty() => return Ok(false),
            None if entry.values.is_empty() => {
                words.insert(self.replay.move_words(&name, at)?);
            }
            None => words.extend(entry.values.values().cloned()),
        }
        Ok(true)
    }
}

/// The words for what is chosen one after the other, in an order of their own.
fn together(mut words: Vec<String>) -> String {
    words.sort();
    words.join(" and ")
}

impl Offered {
    /// Whether nothing is on offer but to confirm what was done.
    fn confirms(&self, mapping: &Mapping) -> bool {
        let kind = |item: &OfferedItem| mapping.offer(item.name.as_deref()?).ok().map(|(kind, _)| kind);
        !self.items.is_empty() && self.items.iter().all(|item| kind(item) == Some(MoveKind::Confirm))
    }

    /// The tile that is to be laid.
    fn tile(&self) -> Option<&str> {
        self.items.iter().find_map(|item| item.named.get("tileId")?.as_str())
    }
}

impl OfferedItem {
    fn text(&self, key: &str) -> Result<String, String> {
        let text = self.named.get(key).and_then(Value::as_str);
        let name = self.name.as_deref().unwrap_or_default();
        text.map(str::to_owned).ok_or_else(|| format!("offer `{name}` has no `{key}`"))
    }
}

fn sort_of(decision: Decision<'_>, choice: Choice) -> Option<rota_bytecode::Sort> {
    let Choice::Option { action, .. } = choice else { return None };
    decision.site().actions.get(usize::from(action)).map(|action| action.ty.sort)
}
