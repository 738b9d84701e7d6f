//! What lies on bags and under them: it is drawn without chance.

use crate::position::{PlayerSet, Position, TileState};

impl Position {
    /// Takes out of a bag what is drawn without chance: what lies on top, or what lies under it where nothing else is left.
    /// Returns it with those who know it.
    #[inline]
    pub(crate) fn draw_stacked(&mut self, bag: usize) -> Option<(u16, PlayerSet)> {
        let (under, on) = &mut self.stacked[bag];
        if *on > 0 {
            *on -= 1;
        } else if self.bags[bag].len() == usize::from(*under) {
            *under = under.checked_sub(1)?;
        } else {
            return None;
        }
        let tile = self.bags[bag].pop()?;
        Some((tile, self.tiles[usize::from(tile)].known_to().unwrap_or(PlayerSet::NOBODY)))
    }

    /// Takes a tile out of a bag wherever it is there; returns whether it was.
    pub(crate) fn take_out(&mut self, bag: usize, tile: usize) -> bool {
        let tiles = &mut self.bags[bag];
        let Some(place) = tiles.iter().position(|other| usize::from(*other) == tile) else { return false };
        let (under, on) = &mut self.stacked[bag];
        if place < usize::from(*under) {
            *under -= 1;
            tiles.remove(place);
        } else if place + usize::from(*on) >= tiles.len() {
            *on -= 1;
            tiles.remove(place);
        } else {
            // The last of those that chance draws from takes its place.
            let last = tiles.len() - usize::from(*on) - 1;
            tiles.swap(place, last);
            tiles.remove(last);
        }
        true
    }

    /// Puts a tile that is in no bag on one or under it.
    pub(crate) fn stack(&mut self, bag: usize, tile: usize, is_under: bool) {
        let (under, on) = &mut self.stacked[bag];
        if is_under {
            *under += 1;
            self.bags[bag].insert(0, tile as u16);
        } else {
            *on += 1;
            self.bags[bag].push(tile as u16);
        }
    }

    /// Leaves everything in a bag to chance.
    pub(crate) fn mix(&mut self, bag: usize) {
        if std::mem::take(&mut self.stacked[bag]) == (0, 0) {
            return;
        }
        for place in 0..self.bags[bag].len() {
            self.set_tile(usize::from(self.bags[bag][place]), TileState::Bag);
        }
    }

    /// What was stacked on a bag, the next first, and what was stacked under it, the last one last. The bag must be one
    /// of the game.
    pub fn stacked_in(&self, bag: usize) -> [impl Iterator<Item = usize>; 2] {
        let tiles = self.bags[bag].as_slice();
        let (under, on) = self.stacked[bag];
        let number = |tile: &u16| usize::from(*tile);
        let (below, above) = (&tiles[..usize::from(under)], &tiles[tiles.len() - usize::from(on)..]);
        [above.iter().rev().map(number), below.iter().rev().map(number)]
    }

    /// Whether something lies on a bag or under it.
    pub(crate) fn has_stacked(&self) -> bool {
        self.stacked.iter().any(|stacked| *stacked != (0, 0))
    }
}
