//! Deals again what a seat does not know: tiles and cards, and what others have chosen in secret.

use std::sync::Arc;

use crate::game::Game;
use crate::imagine::Imagined;
use crate::players::Random;
use crate::rules::Rules;

/// The places of which a seat does not know what lies there, and that may hold one another's tiles.
#[derive(Debug)]
pub(crate) struct Unknown {
    /// Those that are drawn or in keeps, and behind them those that are in the bag.
    places: Vec<usize>,
    /// How many are drawn or in keeps.
    held: usize,
}

impl Game {
    /// Deals everything again that a seat does not know: what is still in bags and decks, and what is drawn or in
    /// keeps and not shown to it, each among what came out of the same bag; and what others have chosen in secret, for
    /// other choices after which the seat has seen the same. For a copy that the seat thinks on.
    ///
    /// Of cards that somebody was handed in secret the copy may have others of the same kind: the options of the game
    /// are told there by [`Decision::options_in`](crate::Decision::options_in).
    ///
    /// Nothing in the copy depends on what others have chosen in secret. Returns false where nothing was found that looks
    /// the same: then the copy still holds that, and the seat must not think on it.
    #[must_use]
    pub fn determinize(&mut self, who: Option<u8>, seed: u64) -> bool {
        let mut random = Random::new(seed);
        let unknown = self.unknown_to(who);
        let dealt = self.dealt_again(&unknown, &mut random);
        self.notes_secrets = false;
        let concealed = self
            .concealed
            .take()
            .filter(|concealed| concealed.hidden_from(who, &self.position).next().is_some());
        let found = match concealed {
            None => {
                self.rules = dealt;
                true
            }
            Some(concealed) => match Imagined::find(self, &concealed, who, &unknown, dealt, random) {
                None => false,
                Some(imagined) => {
                    self.copy_from(&imagined);
                    true
                }
            },
        };
        self.chance.reseed(seed);
        found
    }

    /// Puts what a seat does not know into an order that says nothing of where it lay: what is dealt from there by
    /// [`Game::determinize`] is the same in all games that look the same to the seat.
    pub fn sort_unknown(&mut self, who: Option<u8>) {
        for unknown in self.unknown_to(who) {
            unknown.sort(Arc::make_mut(&mut self.rules));
        }
    }

    /// Where tiles lie that a seat does not know, by the bag that they came out of; nothing where it knows all but what
    /// chance will give.
    fn unknown_to(&self, who: Option<u8>) -> Vec<Unknown> {
        let hidden = self.position.hidden_from(who);
        if hidden.is_empty() && !self.position.has_stacked() {
            return Vec::new();
        }
        let knows =
            |tile: &usize| self.position.tiles[*tile].known_to().is_some_and(|seats| seats.contains(who));
        let bags = self.position.bags().iter().enumerate().map(|(bag, left)| {
            let of_bag = hidden.iter().copied().filter(|tile| self.position.came_from(*tile) == Some(bag));
            let mut places: Vec<usize> = of_bag.collect();
            let held = places.len();
            places.extend(left.iter().map(|tile| usize::from(*tile)).filter(|tile| !knows(tile)));
            Unknown { places, held }
        });
        bags.filter(|unknown| unknown.places.len() > 1).collect()
    }

    /// What the game is played with, once others of the tiles that a seat does not know have come where each lies.
    fn dealt_again(&self, unknown: &[Unknown], random: &mut Random) -> Arc<Rules> {
        let mut rules = Arc::clone(&self.rules);
        for unknown in unknown {
            unknown.deal(Arc::make_mut(&mut rules), random);
        }
        rules
    }
}

impl Unknown {
    /// Gives the tile at each place in turn for one of those that are left.
    fn deal(&self, rules: &mut Rules, random: &mut Random) {
        for (number, place) in self.places.iter().enumerate().skip(1).rev() {
            rules.swap_kinds(*place, self.places[random.below(number + 1)]);
        }
    }

    /// Puts the tiles into an order that says nothing of where they lay.
    fn sort(&self, rules: &mut Rules) {
        let kind = |rules: &Rules, place: usize| rules.stock().tiles.get(place).map(|tile| tile.kind);
        for (number, place) in self.places.iter().enumerate() {
            let rest = self.places[number..].iter();
            if let Some(least) = rest.min_by_key(|other| kind(rules, **other)) {
                rules.swap_kinds(*place, *least);
            }
        }
    }

    /// Two of the places, of which the first is in somebody's hand or keep more often than not.
    pub(crate) fn pair(&self, random: &mut Random) -> (usize, usize) {
        let among = if self.held > 0 && random.below(4) > 0 { self.held } else { self.places.len() };
        let first = random.below(among);
        (self.places[first], self.places[random.below(self.places.len())])
    }
}
