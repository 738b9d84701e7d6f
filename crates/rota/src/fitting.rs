//! How likely a tile fits somewhere: tables that grow at random, asked at every tile.

use std::sync::Arc;

use rota_board::{Board, BoardDelta, Cell, Placement, Rotations};
use rota_game::{Game, Random, Rules, Setup, SetupError};

/// How often tiles were held against tables, and how often they fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FitCount {
    /// How many tiles were asked for, each copy at each table counted.
    pub asked: u64,
    /// How many of these had a place.
    pub fitting: u64,
    /// How many placements they had, all together: cells and rotations that can be told apart.
    pub placements: u64,
}

impl FitCount {
    /// Adds copies of a tile that all have so many placements.
    fn add(&mut self, copies: u64, placements: u64) {
        self.asked += copies;
        self.fitting += if placements > 0 { copies } else { 0 };
        self.placements += copies * placements;
    }

    /// Adds what was counted elsewhere.
    pub fn join(&mut self, other: FitCount) {
        self.asked += other.asked;
        self.fitting += other.fitting;
        self.placements += other.placements;
    }
}

/// How likely tiles fit somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fitting {
    /// While the first third of the tiles is laid, the second, and the last.
    pub thirds: [FitCount; 3],
    /// By the number of the kind in the stock; kinds that lie in no bag were not asked for.
    pub kinds: Vec<FitCount>,
    /// How many tiles were laid on all tables, and how many of them found no place when they were drawn.
    pub drawn: u64,
    /// See `drawn`.
    pub set_aside: u64,
}

impl Fitting {
    /// At all tables and at all times.
    #[must_use]
    pub fn all(&self) -> FitCount {
        let mut all = FitCount::default();
        self.thirds.iter().for_each(|third| all.join(*third));
        all
    }
}

/// Grows so many tables and counts which tiles fit.
///
/// A table begins as a game does. Then all tiles of all bags are drawn in an order that chance settles, and each is
/// laid in one of its placements, all of them equally likely; one without any is set aside. Before each draw, every tile
/// that any bag holds at the beginning is held against the table. The board alone is asked: whether sides fit, and not
/// what rules allow besides. The same seed gives the same counts.
///
/// # Errors
/// No game can begin with these rules.
pub fn fitting(rules: &Arc<Rules>, tables: u32, seed: u64) -> Result<Fitting, SetupError> {
    let (least, _) = rules.program().declared.players;
    let game = Game::new(rules.clone(), &Setup { players: least.max(1), ..Setup::default() })?;
    let bags = rules.stock().bags.iter().take(rules.program().declared.bags.len());
    let tiles: Vec<usize> = bags.flatten().map(|tile| *tile as usize).collect();
    let mut copies = vec![0_u64; rules.stock().kinds.len()];
    for tile in &tiles {
        let kind = rules.stock().tiles.get(*tile).map(|tile| tile.kind as usize);
        kind.and_then(|kind| copies.get_mut(kind)).into_iter().for_each(|count| *count += 1);
    }
    let mut fitting = Fitting { kinds: vec![FitCount::default(); copies.len()], ..Fitting::default() };
    for table in 0..u64::from(tables) {
        let mut grown = Table {
            rules,
            board: game.position().board().clone(),
            delta: BoardDelta::default(),
            random: Random::new(seed.wrapping_add(table)),
        };
        grown.grow(tiles.clone(), &copies, &mut fitting);
    }
    Ok(fitting)
}

/// A table that grows.
struct Table<'r> {
    rules: &'r Rules,
    board: Board,
    delta: BoardDelta,
    random: Random,
}

impl Table<'_> {
    fn grow(&mut self, mut tiles: Vec<usize>, copies: &[u64], fitting: &mut Fitting) {
        self.board.offer_first(self.rules.catalog(), [Cell::new(0, 0)]);
        let count = tiles.len();
        // A kind goes by one of its tiles.
        let kinds: Vec<(usize, usize)> = (0..copies.len())
            .filter_map(|kind| Some((kind, *tiles.iter().find(|tile| self.kind(**tile) == Some(kind))?)))
            .collect();
        for turn in 0..count {
            let third = turn * fitting.thirds.len() / count;
            for (kind, tile) in &kinds {
                let placements = self.placements(*tile);
                let held = copies.get(*kind).copied().unwrap_or(0);
                fitting.thirds.get_mut(third).into_iter().for_each(|third| third.add(held, placements));
                fitting.kinds.get_mut(*kind).into_iter().for_each(|kind| kind.add(held, placements));
            }
            let drawn = tiles.swap_remove(self.random.below(tiles.len()));
            fitting.drawn += 1;
            if !self.lay(drawn) {
                fitting.set_aside += 1;
            }
        }
    }

    fn kind(&self, tile: usize) -> Option<usize> {
        self.rules.stock().tiles.get(tile).map(|tile| tile.kind as usize)
    }

    fn placements(&self, tile: usize) -> u64 {
        let catalog = self.rules.catalog();
        let count = match (self.rules.block_of(tile), self.rules.shape_of(tile)) {
            (Some(block), _) => self.board.block_placements(catalog, block, 0).count(),
            (None, Some(shape)) => self.board.count_placements(catalog, shape, Rotations::Distinct),
            (None, None) => 0,
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// Lays a tile in any of its placements; whether it had one.
    fn lay(&mut self, tile: usize) -> bool {
        let count = usize::try_from(self.placements(tile)).unwrap_or(usize::MAX);
        if count == 0 {
            return false;
        }
        let number = self.random.below(count);
        let (rules, catalog) = (self.rules, self.rules.catalog());
        self.delta.clear();
        match (rules.block_of(tile), rules.shape_of(tile)) {
            (Some(block), _) => {
                let placement = self.board.block_placements(catalog, block, 0).nth(number);
                let Some((Placement { cell, rotation }, _)) = placement else { return false };
                self.board.place_block(catalog, block, cell, rotation, 0, &mut self.delta).is_ok()
            }
            (None, Some(shape)) => {
                let placement = self.board.nth_placement(catalog, shape, Rotations::Distinct, number);
                let Some(Placement { cell, rotation }) = placement else { return false };
                self.board.place(catalog, shape, cell, rotation, &mut self.delta).is_ok()
            }
            (None, None) => false,
        }
    }
}
