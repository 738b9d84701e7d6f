//! Decks, bags that tile sets go into, and variables that only their owners see.

use rota_bytecode::program::{Deck, Owner, Row};
use rota_bytecode::{Sort, Type};
use rota_source::{Diagnostic, Span, joined};
use rota_syntax::ast::{self, DeckCard, Name};

use crate::checker::{Checker, undeclared};
use crate::usage::Kind;

/// Nobody shuffles more.
const MOST_CARDS: i64 = 1000;

/// A row of more is no row any more.
const LONGEST_ROW: i64 = 100;

impl Checker<'_> {
    /// `deck gifts { lantern 3, wagon 2 }`: two decks may have cards of one kind.
    pub(crate) fn declare_deck(&mut self, name: &Name, cards: &[DeckCard]) {
        let mut held: Vec<(u16, u16)> = Vec::new();
        for DeckCard { kind: card, count, .. } in cards {
            if count.node > MOST_CARDS {
                Diagnostic::error(
                    "names::too-many",
                    format!("a deck has at most {MOST_CARDS} cards of a kind"),
                )
                .at(count.span, "more than that")
                .help("leave some of them away")
                .report(self.diagnostics);
            }
            let known = self.declared.cards.iter().position(|known| *known == card.node);
            let kind = known.unwrap_or_else(|| {
                self.declared.cards.push(card.node.clone());
                self.declared.cards.len() - 1
            });
            let kind = u16::try_from(kind).unwrap_or(u16::MAX);
            if held.iter().any(|(other, _)| *other == kind) {
                Diagnostic::error("names::duplicate", format!("`{card}` stands in this deck twice"))
                    .at(card.span, "again here")
                    .help("say once how many there are")
                    .report(self.diagnostics);
            }
            held.push((kind, u16::try_from(count.node.clamp(0, MOST_CARDS)).unwrap_or(0)));
        }
        self.declared.decks.push(Deck { name: name.node.clone(), cards: held });
    }

    /// `lantern 3 (cost = 2)`: what a kind has in one deck, it has in all.
    pub(crate) fn declare_card_attributes(&mut self, cards: &[DeckCard]) {
        let known = self.vocabulary.card_attrs.clone();
        let usual: Vec<i64> = known.iter().map(|attr| i64::from(attr.default)).collect();
        self.declared.card_attrs.resize(self.declared.cards.len(), usual);
        for card in cards {
            for (name, place, value) in self.attribute_values(&known, &card.attrs, ("cards", "card")) {
                let kind = self.declared.cards.iter().position(|kind| *kind == card.kind.node);
                let own = kind.and_then(|kind| self.declared.card_attrs.get_mut(kind));
                let Some(own) = own.and_then(|own| own.get_mut(place)) else { continue };
                let before = std::mem::replace(own, value);
                let usual = known.get(place).map(|attr| i64::from(attr.default));
                if Some(before) != usual && before != value {
                    let message = format!("`{}` has another `{name}` elsewhere", card.kind);
                    Diagnostic::error("names::duplicate", message)
                        .at(name.span, "a kind of card is the same in all decks")
                        .help("say it once, or let the kinds have two names")
                        .report(self.diagnostics);
                }
            }
        }
    }

    /// `row market of gifts 3`
    pub(crate) fn declare_row(&mut self, name: &Name, of: &Name, room: &ast::Expr) {
        let source = self.declared.draw_piles().position(|pile| pile == of.node);
        match source {
            Some(_) => self.usage.mark(Kind::Bag, &of.node),
            None => {
                let known: Vec<String> = self.declared.draw_piles().map(str::to_owned).collect();
                undeclared("names::unknown-bag", format!("there is no bag or deck `{of}`"), of)
                    .suggest(of, &known, || format!("declare it: `bag {of} of tiles`"))
                    .report(self.diagnostics);
            }
        }
        let room = self.constant_of(room, Type::one(Sort::Int), Some((1, LONGEST_ROW))).unwrap_or(1);
        let number = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
        let row = Row {
            name: name.node.clone(),
            source: number(source.unwrap_or(0)),
            is_of_cards: source.is_some_and(|source| source >= self.declared.bags.len()),
            room: u16::try_from(room).unwrap_or(1),
        };
        self.declared.rows.push(row);
    }

    /// The number of a kind of card.
    pub(crate) fn card_kind(&mut self, word: &Name) -> Option<usize> {
        let found = self.declared.cards.iter().position(|card| *card == word.node);
        if found.is_none() {
            let known = self.declared.cards.iter();
            Diagnostic::error("names::unknown-card", format!("unknown card `{word}`"))
                .at(word.span, "no deck of this composition has it")
                .suggest(word, known.clone(), || match known.len() {
                    1.. => format!("the cards are {}", joined(known)),
                    0 => format!("declare a deck: `deck gifts {{ {word} 3 }}`"),
                })
                .report(self.diagnostics);
        }
        found
    }

    /// The number of the bag that the tiles of a set go into.
    pub(crate) fn bag_of_set(&mut self, into: Option<&Name>) -> usize {
        let Some(name) = into else { return 0 };
        if let Some(bag) = self.declared.bags.iter().position(|bag| *bag == name.node) {
            return bag;
        }
        let known = self.declared.bags.iter();
        undeclared("names::unknown-bag", format!("there is no bag `{name}`"), name)
            .suggest(name, known, || format!("declare it: `bag {name} of tiles`"))
            .report(self.diagnostics);
        0
    }

    /// `secret`: the variable declared last is seen by its owner alone.
    pub(crate) fn keep_secret(&mut self, name: &Name, secret: Span) {
        let Some(var) = self.declared.vars.last_mut().filter(|var| var.name == name.node) else { return };
        var.secret = var.owner == Owner::Player;
        if !var.secret {
            Diagnostic::error("names::secret-owner", "only what belongs to a player is kept secret by one")
                .at(secret, "whose secret is it?")
                .help(format!("write `var {name} : … secret on player`"))
                .report(self.diagnostics);
        }
    }
}
