//! The words that options can have: what a scenario says of an option must be made of them, and be said where the
//! question is asked that could offer it.

use std::sync::Arc;

use rota_bytecode::program::{Action, ChoiceSite};
use rota_bytecode::{Sort, Type};
use rota_game::Rules;
use rota_source::{Diagnostic, Span, meant};
use rota_syntax::ast::{Item, ItemKind, Name};

use super::options::name_of;
use super::setting::kind_named;
use super::unknown;
use crate::load::LoadedPacks;

/// What a segment reaches.
const PORTS: [&str; 26] = [
    "NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR", "NEL", "NE", "NER", "SEL", "SE",
    "SER", "SWL", "SW", "SWR", "NWL", "NW", "NWR", "inside", "of",
];

/// What stands in the texts of options beside the words that packs declare.
const FIXED: [&str; 18] = [
    "pass", "none", "yes", "no", "on", "in", "at", "to", "turned", "tile", "corner", "side", "keep",
    "supply", "hidden", "card", "award", "out",
];

/// An action that a pack declares, in force or not.
#[derive(Clone, Debug)]
pub(crate) struct DeclaredAction {
    name: String,
    /// The steps in whose menus it stands.
    steps: Vec<String>,
}

/// All actions that packs declare.
pub(super) fn declared_actions(packs: &LoadedPacks) -> Arc<[DeclaredAction]> {
    let guests: Vec<String> = packs.guests.iter().map(|guest| guest.name.clone()).collect();
    // Beside guests some are written with their packs.
    let together = packs.packs_with(&guests);
    let all = packs.packs.iter().chain(&packs.guests).chain(together.iter());
    all.flat_map(|pack| &pack.files)
        .flat_map(|file| &file.items)
        .flat_map(Item::with_brought)
        .filter_map(action)
        .collect()
}

/// The action that an item declares.
fn action(item: &Item) -> Option<DeclaredAction> {
    let ItemKind::Action { name, steps, .. } = &item.kind else { return None };
    let steps = steps.iter().map(|step| step.node.clone()).collect();
    Some(DeclaredAction { name: name.node.clone(), steps })
}

/// What the options of a composition can be made of.
pub(crate) struct Vocabulary<'k> {
    pub rules: &'k Rules,
    pub seats: &'k [String],
    pub actions: &'k [DeclaredAction],
}

impl Vocabulary<'_> {
    /// Says which word of an option means nothing: what is misspelled is refused for ever, and would show nothing.
    pub fn unknown_word(&self, option: &Name) -> Option<Diagnostic> {
        option.node.split_whitespace().find_map(|word| {
            if is_number(word) || is_cell(word) || self.all().any(|known| known == word) {
                return None;
            }
            let word = Name::new(word.to_owned(), option.span);
            let of_several = match kind_named(self.rules, &word) {
                Ok(_) => return None,
                Err(problem) => problem.message().starts_with("several").then_some(problem),
            };
            Some(of_several.unwrap_or_else(|| {
                let message = format!("no option can have the word `{}`", word.node);
                Diagnostic::error("scenario::unknown", message)
                    .at(option.span, "this means nothing in these packs")
                    .maybe_help(meant(&word, self.all()))
            }))
        })
    }

    /// Says that no question goes by a name.
    pub fn unknown_question(&self, name: &Name) -> Option<Diagnostic> {
        let choices = self.rules.program().choices.iter().map(name_of);
        let declared = self.actions.iter().flat_map(|action| action.steps.iter().map(String::as_str));
        let mut known: Vec<&str> = choices.chain(declared).collect();
        known.sort_unstable();
        known.dedup();
        (!known.contains(&name.as_str())).then(|| unknown("question", name, known.into_iter()))
    }

    /// The words that mean something in some option.
    fn all(&self) -> impl Iterator<Item = &str> {
        let declared = &self.rules.program().declared;
        let names = self.rules.names().features.iter().chain(&declared.cards).chain(&declared.reasons);
        let lists = declared.words.iter().flatten();
        let pieces = declared.pieces.iter().map(|piece| &piece.name);
        let dice = declared.dice.iter().map(|die| &die.name);
        let stocks = declared.stocks.iter().map(|stock| &stock.name);
        let rows = declared.rows.iter().map(|row| &row.name);
        let kinds = self.rules.stock().kinds.iter().map(|kind| &kind.name);
        let actions = self.actions.iter().map(|action| &action.name);
        let all = names
            .chain(lists)
            .chain(pieces)
            .chain(dice)
            .chain(stocks)
            .chain(rows)
            .chain(kinds)
            .chain(actions)
            .chain(self.seats);
        let all = all.map(String::as_str).chain(declared.draw_piles()).chain(PORTS).chain(FIXED);
        all.chain(self.space_words()).chain(["the", "game"])
    }

    /// Whether a question could offer something of these words, in some game.
    pub fn could_offer(&self, site: &ChoiceSite, words: &str) -> bool {
        let of_action = |action: &Action| {
            let name: Vec<&str> = action.name.split_whitespace().collect();
            words.split_whitespace().all(|word| name.contains(&word) || self.has(action.ty, word))
        };
        // What another edition offers here is refused in this one.
        let mut elsewhere =
            self.actions.iter().filter(|action| action.steps.iter().any(|step| step == name_of(site)));
        // A menu that an action has to itself is asked as another question than all the rest of it.
        let sites = self.rules.program().choices.iter().filter(|other| other.span == site.span);
        words == "pass"
            || sites.flat_map(|site| &site.actions).any(of_action)
            || elsewhere.any(|action| words.split_whitespace().any(|word| word == action.name))
    }

    /// Whether the text of a value of a type can have this word.
    fn has(&self, ty: Type, word: &str) -> bool {
        let declared = &self.rules.program().declared;
        let any = |names: &[String]| names.iter().any(|name| name == word);
        match ty.sort {
            Sort::Int | Sort::Pts => is_number(word),
            Sort::Bool => matches!(word, "yes" | "no"),
            Sort::Words => {
                let list = ty.detail.and_then(|list| declared.words.get(usize::from(list)));
                word == "none" || list.is_some_and(|list| any(list))
            }
            Sort::Player => any(self.seats),
            Sort::Piece => self.is_of_piece(word),
            Sort::Kind => declared.pieces.iter().any(|piece| piece.name == word),
            Sort::Stock => declared.stocks.iter().any(|stock| stock.name == word),
            Sort::Tile | Sort::Card => self.is_of_tile(word),
            Sort::Placement => word == "turned" || is_number(word) || is_cell(word),
            Sort::Cell => is_cell(word),
            Sort::Corner => word == "corner" || is_cell(word),
            Sort::Side => matches!(word, "side" | "N" | "E" | "S" | "W" | "of") || is_cell(word),
            Sort::Segment | Sort::Feature => self.is_of_segment(word),
            Sort::Award => {
                let is_of_award = matches!(word, "to" | "at" | "award") || is_number(word);
                is_of_award || any(&declared.reasons) || any(self.seats) || self.is_of_segment(word)
            }
            Sort::Reason => any(&declared.reasons),
            Sort::Bag | Sort::Deck => declared.draw_piles().any(|pile| pile == word),
            Sort::Row => declared.rows.iter().any(|row| row.name == word),
            Sort::Die => declared.dice.iter().any(|die| die.name == word),
            Sort::Space => self.space_words().any(|known| known == word),
            Sort::Nothing => false,
        }
    }

    fn is_of_segment(&self, word: &str) -> bool {
        PORTS.contains(&word) || is_cell(word) || self.rules.names().features.iter().any(|kind| kind == word)
    }

    fn is_of_piece(&self, word: &str) -> bool {
        let fixed = ["on", "in", "out", "the", "game", "supply", "tile", "corner", "side", "keep"];
        let is_piece = self.rules.program().declared.pieces.iter().any(|piece| piece.name == word);
        let is_named = is_piece || self.seats.iter().any(|seat| seat == word);
        is_named
            || fixed.contains(&word)
            || self.is_of_segment(word)
            || self.space_words().any(|known| known == word)
    }

    fn is_of_tile(&self, word: &str) -> bool {
        let stock = self.rules.stock();
        let is_named = stock.kinds.iter().any(|kind| kind.name == word);
        let is_row = self.rules.program().declared.rows.iter().any(|row| row.name == word);
        let is_there = is_row || is_cell(word) || self.seats.iter().any(|seat| seat == word);
        let is_short = || kind_named(self.rules, &Name::new(word.to_owned(), Span::default())).is_ok();
        matches!(word, "at" | "of" | "in" | "hidden" | "tile" | "card") || is_named || is_there || is_short()
    }

    /// The name of a slot has several words.
    fn space_words(&self) -> impl Iterator<Item = &str> {
        let spaces = self.rules.program().declared.spaces.iter();
        spaces.flat_map(|space| space.name.split_whitespace())
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

fn is_cell(word: &str) -> bool {
    word.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y))
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
