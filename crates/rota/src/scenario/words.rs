//! The words that options can have: what a scenario says of an option must be made of them.

use std::collections::BTreeSet;

use rota_game::Rules;
use rota_source::{Diagnostic, Span, did_you_mean};
use rota_syntax::ast::{Change, Item, ItemKind, LineKind, Name};

use super::Scenario;
use super::setting::kind_named;
use crate::load::LoadedPacks;

/// What stands in the texts of options beside the words that packs declare.
const FIXED: &str = "pass none yes no NL N NR EL E ER SL S SR WL W WR inside of on in at to turned tile corner keep \
                     supply out the game hidden card award";

/// The words of all options that some packs can offer to players of these names.
pub(super) fn known_words<'k>(
    packs: &'k LoadedPacks,
    rules: &'k Rules,
    seats: &'k [Name],
) -> BTreeSet<&'k str> {
    let all = packs.packs.iter().chain(&packs.guests);
    let items = all.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let mut known: BTreeSet<&str> = declared(rules);
    known.extend(items.flat_map(actions));
    known.extend(seats.iter().map(|seat| seat.node.as_str()));
    known
}

impl Scenario {
    /// Says which words of its options no option can have: what is misspelled is refused for ever, and would
    /// show nothing.
    pub(super) fn unknown_words(&self, rules: &Rules, known: &BTreeSet<&str>) -> Vec<Diagnostic> {
        let options = self.lines.iter().filter_map(|line| {
            let (LineKind::Takes { option, .. }
            | LineKind::Offered { option }
            | LineKind::Refused { option }) = &line.kind
            else {
                return None;
            };
            Some(option)
        });
        options.filter_map(|option| unknown_word(rules, known, option)).collect()
    }
}

/// The first word of an option that means nothing.
fn unknown_word(rules: &Rules, known: &BTreeSet<&str>, option: &Name) -> Option<Diagnostic> {
    option.node.split_whitespace().find_map(|word| {
        if known.contains(word) || is_figure(word) {
            return None;
        }
        let word = Name::new(word.to_owned(), option.span);
        let of_several = match kind_named(rules, &word) {
            Ok(_) => return None,
            Err(problem) => problem.message().starts_with("several").then_some(problem),
        };
        Some(of_several.unwrap_or_else(|| {
            Diagnostic::error("scenario::unknown", format!("no option can have the word `{}`", word.node))
                .at(option.span, "this means nothing in these packs")
                .maybe_help(did_you_mean(&word.node, known.iter().copied()))
        }))
    })
}

/// A number, or a cell.
fn is_figure(word: &str) -> bool {
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    is_number(word) || word.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y))
}

/// The words that the packs declare, but for the names of actions.
fn declared(rules: &Rules) -> BTreeSet<&str> {
    let declared = &rules.program().declared;
    let names = rules.names().features.iter().chain(&declared.cards).chain(&declared.reasons);
    let lists = declared.words.iter().flatten();
    let pieces = declared.pieces.iter().map(|piece| &piece.name);
    let spaces = declared.spaces.iter().map(|space| &space.name);
    let dice = declared.dice.iter().map(|die| &die.name);
    let kinds = rules.stock().kinds.iter().map(|kind| &kind.name);
    let all = names.chain(lists).chain(pieces).chain(spaces).chain(dice).chain(kinds).map(String::as_str);
    // The name of a slot has several words.
    all.chain(declared.draw_piles()).chain([FIXED]).flat_map(str::split_whitespace).collect()
}

/// The actions that an item declares, or brings in.
fn actions(item: &Item) -> Vec<&str> {
    if let ItemKind::Action { name, .. } = &item.kind {
        return vec![name.as_str()];
    }
    let (ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. }) = &item.kind else {
        return Vec::new();
    };
    let items = changes.iter().filter_map(|change| match change {
        Change::Add(item) | Change::Replace(item) => Some(item),
        Change::Set { .. } | Change::Disable { .. } | Change::Move { .. } => None,
    });
    items.flat_map(actions).collect()
}

/// The words with the set of each tile that only one set has; nothing where this changes nothing.
pub(super) fn with_sets(rules: &Rules, words: &str) -> Option<String> {
    let whole = words.split_whitespace().map(|word| {
        let name = Name::new(word.to_owned(), Span::default());
        let kind = kind_named(rules, &name).ok().and_then(|kind| rules.stock().kinds.get(kind as usize));
        kind.map_or(word, |kind| kind.name.as_str())
    });
    let whole = whole.collect::<Vec<_>>().join(" ");
    (whole != words).then_some(whole)
}
