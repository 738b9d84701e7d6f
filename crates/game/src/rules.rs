//! What a game is played with: the program, the shapes and the tiles. Nothing in it changes.

use std::fmt;
use std::sync::Arc;

use rota_board::{BlockPart, Catalog, ShapeId};
use rota_bytecode::program::{MOST_PLAYERS, Secrecy};
use rota_bytecode::{Effect, Op, Program};

use crate::blocks::Blocks;
use crate::printed::{few, few_of_kinds};

/// Stands for nobody's among the owners of pieces.
pub(crate) const NEUTRAL: u8 = u8::MAX;

/// The most players at a table: a set of players is a mask that fits a byte.
pub const MAX_PLAYERS: u8 = MOST_PLAYERS as u8;

/// The most tiles of a composition: the board has to be able to hold them all.
pub const MAX_TILES: usize = rota_board::MAX_TILES;

/// A kind of tile: all tiles of it look the same.
#[derive(Clone, Debug)]
pub struct TileKindInfo {
    /// The full name, as in scenarios and saves.
    pub name: String,
    /// Its shape in the catalog; none for a card.
    pub shape: Option<ShapeId>,
    /// Its attributes, in the order in which the packs declare them; for a card the number of its kind.
    pub attrs: Vec<i64>,
    /// The further tiles of a block that a tile of this kind leads; none for an ordinary tile.
    pub parts: Vec<BlockPartInfo>,
    /// What is printed on a card beside its name: attributes that are not what they are as a rule, and their values
    /// in words.
    pub printed: Vec<(String, String)>,
}

impl TileKindInfo {
    /// The name, and what is printed beside it: `gate (toll 2, narrow)`.
    #[must_use]
    pub fn with_printed(&self) -> String {
        let words = |(name, value): &(String, String)| match value.as_str() {
            "yes" => name.clone(),
            value => format!("{name} {value}"),
        };
        let printed: Vec<String> = self.printed.iter().map(words).collect();
        if printed.is_empty() { self.name.clone() } else { format!("{} ({})", self.name, printed.join(", ")) }
    }
}

/// A tile that is laid together with the one that leads its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockPartInfo {
    /// Index into [`Stock::kinds`].
    pub kind: u32,
    /// Cells east of the leading tile, while the block is not turned.
    pub east: i16,
    /// Cells south of it.
    pub south: i16,
}

/// One tile of the composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileInfo {
    /// Index into [`Stock::kinds`].
    pub kind: u32,
}

/// A tile that lies on the table before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartTile {
    /// Index into [`Stock::tiles`].
    pub tile: u32,
    /// Cells east of the origin.
    pub x: i16,
    /// Cells south of the origin.
    pub y: i16,
    /// Quarter turns clockwise, 0 to 3.
    pub rotation: u8,
}

/// The tiles of a composition and where they are before the game.
#[derive(Clone, Debug, Default)]
pub struct Stock {
    /// The kinds of tiles.
    pub kinds: Vec<TileKindInfo>,
    /// The tiles, one entry for each copy. A tile in no bag and not in the start layout is out of the game.
    /// Of a block only the leading tile is given; [`Rules::new`] puts the others behind all that are given.
    pub tiles: Vec<TileInfo>,
    /// The tiles in each bag and the cards in each deck, as indices into `tiles`: one list for each bag of the
    /// program, and behind them one for each deck.
    pub bags: Vec<Vec<u32>>,
    /// What lies on the table, in the order of laying.
    pub start: Vec<StartTile>,
}

/// Words that only texts need.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The kinds of features, in the order of the catalog.
    pub features: Vec<String>,
    /// The letters of the kinds of edges, in the order of the catalog.
    pub edges: Vec<char>,
    /// What the players are called in texts, one word each. PlayerSet without a name are called by number.
    pub seats: Vec<String>,
}

/// A composition ready to be played. Many games share one.
#[derive(Clone, Debug)]
pub struct Rules {
    program: Arc<Program>,
    catalog: Arc<Catalog>,
    stock: Stock,
    names: Names,
    segments: usize,
    /// The shape of each tile, which is also found by way of its kind, but is asked for all the time.
    shapes: Vec<Option<ShapeId>>,
    /// For each attribute its value of every tile, which is also found by way of the tile's kind.
    attrs: Vec<Vec<Option<i64>>>,
    /// For each query what it may find, where that is a few tiles at most; see [`Rules::few`].
    few: Vec<Option<Vec<u16>>>,
    /// For each kind of feature the tiles that have one, where they are few.
    few_of_kinds: Vec<Option<Vec<u16>>>,
    /// For each space the one that it lies beside, -1 for none.
    beside: Vec<i64>,
    /// For each kind the bag or deck that its tiles come from, also where another was put in its place.
    sources: Vec<Option<u16>>,
    blocks: Blocks,
    knows_secrets: bool,
    names_winners: bool,
}

impl Rules {
    /// Joins the parts of a composition; others may share its program and its catalog.
    ///
    /// # Errors
    /// Refuses tables that refer to entries which do not exist, a tile in two places, and more tiles or
    /// segments than a board holds.
    pub fn new(
        program: impl Into<Arc<Program>>,
        catalog: impl Into<Arc<Catalog>>,
        stock: Stock,
        names: Names,
    ) -> Result<Rules, RulesError> {
        let (program, catalog) = (program.into(), catalog.into());
        check(&program, &catalog, &stock)?;
        let mut stock = stock;
        let blocks = Blocks::new(&mut stock)?;
        let segments_of = |tile: &TileInfo| {
            let shape = stock.kinds.get(tile.kind as usize).and_then(|kind| kind.shape);
            shape.map_or(0, |shape| catalog.room_for(shape))
        };
        let segments = stock.tiles.iter().map(segments_of).sum();
        if segments > rota_board::MAX_SEGMENTS || stock.tiles.len() > MAX_TILES {
            return Err(RulesError::TooMuch);
        }
        let kinds: Vec<&TileKindInfo> =
            stock.tiles.iter().filter_map(|tile| stock.kinds.get(tile.kind as usize)).collect();
        let shapes: Vec<Option<ShapeId>> = kinds.iter().map(|kind| kind.shape).collect();
        let attrs = 0..kinds.iter().map(|kind| kind.attrs.len()).max().unwrap_or(0);
        let of_all = |attr| kinds.iter().map(|kind| kind.attrs.get(attr).copied()).collect();
        let attrs: Vec<Vec<Option<i64>>> = attrs.map(of_all).collect();
        let few = program.queries.iter().map(|query| few(query, &attrs, &shapes, &catalog)).collect();
        let few_of_kinds = few_of_kinds(&shapes, &catalog);
        let beside = program.declared.spaces.iter().map(|space| space.beside.map_or(-1, i64::from)).collect();
        let sources = sources(&stock);
        let knows_secrets = program.declared.vars.iter().any(|var| var.secret)
            || program.choices.iter().any(|site| site.secrecy != Secrecy::Open);
        let names_winners = program.ops.iter().any(|op| matches!(op, Op::Apply(_, Effect::Win, _)));
        Ok(Rules {
            program,
            catalog,
            stock,
            names,
            segments,
            shapes,
            attrs,
            few,
            few_of_kinds,
            beside,
            sources,
            blocks,
            knows_secrets,
            names_winners,
        })
    }

    /// Whether players may choose something that others do not see, or keep it in a variable.
    pub(crate) fn knows_secrets(&self) -> bool {
        self.knows_secrets
    }

    /// Whether a rule may say who has won, whatever the points are.
    pub(crate) fn names_winners(&self) -> bool {
        self.names_winners
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The shapes of the tiles.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The tiles.
    #[must_use]
    pub fn stock(&self) -> &Stock {
        &self.stock
    }

    /// The same composition with a bag or deck, by its number, that holds exactly these kinds of tiles or cards, in
    /// copies of its own.
    ///
    /// # Errors
    /// Refuses kinds that do not exist, and more tiles or segments than a board holds.
    pub fn with_bag(&self, place: usize, kinds: &[u32]) -> Result<Rules, RulesError> {
        self.with_more(Some((place, false)), kinds)
    }

    /// The same composition with a bag or deck, by its number, that holds these kinds of tiles or cards more.
    ///
    /// # Errors
    /// Refuses kinds that do not exist, and more tiles or segments than a board holds.
    pub fn with_more_in_bag(&self, place: usize, kinds: &[u32]) -> Result<Rules, RulesError> {
        self.with_more(Some((place, true)), kinds)
    }

    /// The same rules with these tiles more, which are in no bag.
    ///
    /// # Errors
    /// Refuses kinds that do not exist, and more tiles or segments than a board holds.
    pub fn with_tiles(&self, kinds: &[u32]) -> Result<Rules, RulesError> {
        self.with_more(None, kinds)
    }

    /// With more tiles, in a bag where one is named; whether that keeps what it holds is told with it.
    fn with_more(&self, bag: Option<(usize, bool)>, kinds: &[u32]) -> Result<Rules, RulesError> {
        let mut stock = self.stock.clone();
        stock.tiles = self.given_tiles().to_vec();
        let first = stock.tiles.len();
        stock.tiles.extend(kinds.iter().map(|kind| TileInfo { kind: *kind }));
        if let Some((place, keeps)) = bag
            && let Some(bag) = stock.bags.get_mut(place)
        {
            if !keeps {
                bag.clear();
            }
            bag.extend((first..stock.tiles.len()).map(|tile| u32::try_from(tile).unwrap_or(u32::MAX)));
        }
        let mut rules = Rules::new(self.program.clone(), self.catalog.clone(), stock, self.names.clone())?;
        for (own, before) in rules.sources.iter_mut().zip(&self.sources) {
            *own = before.or(*own);
        }
        Ok(rules)
    }

    /// The bag or deck that tiles or cards of a kind come from; nothing where they are in none.
    pub(crate) fn source_of(&self, kind: u32) -> Option<u16> {
        self.sources.get(kind as usize).copied().flatten()
    }

    /// The tiles as they were given: without those that are laid together with one that leads them.
    #[must_use]
    pub fn given_tiles(&self) -> &[TileInfo] {
        &self.stock.tiles[..self.blocks.first.len()]
    }

    /// The block that a tile leads, the tile itself first; nothing for any other tile.
    #[must_use]
    #[inline]
    pub fn block_of(&self, tile: usize) -> Option<&[BlockPart]> {
        // Most compositions have no blocks, and this is asked at every placement.
        if self.blocks.leaders.is_empty() {
            return None;
        }
        let kind = self.stock.tiles[tile].kind;
        self.blocks.parts.get(kind as usize).filter(|parts| !parts.is_empty()).map(Vec::as_slice)
    }

    /// The tiles that are laid together with a tile, the one that leads first. The tile must be one of the
    /// stock.
    pub fn parts_of(&self, tile: usize) -> impl Iterator<Item = usize> + use<> {
        let given = self.blocks.first.len();
        let leader = if tile < given { tile } else { self.blocks.leaders[tile - given] as usize };
        let count = self.block_of(leader).map_or(0, |parts| parts.len() - 1);
        let first = self.blocks.first[leader] as usize;
        std::iter::once(leader).chain(first..first + count)
    }

    /// The words for texts.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// How many segments all tiles have together.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.segments
    }

    /// The kind of a tile. The tile must be one of the stock.
    #[must_use]
    pub fn kind_of(&self, tile: usize) -> &TileKindInfo {
        &self.stock.kinds[self.stock.tiles[tile].kind as usize]
    }

    /// The shape of a tile; none for a card. The tile must be one of the stock.
    #[must_use]
    pub fn shape_of(&self, tile: usize) -> Option<ShapeId> {
        self.shapes[tile]
    }

    /// The values of an attribute, one for each tile; none for a number that is no attribute's.
    pub(crate) fn attr(&self, attr: i64) -> &[Option<i64>] {
        let attr = usize::try_from(attr).ok().and_then(|attr| self.attrs.get(attr));
        attr.map_or(&[], Vec::as_slice)
    }

    /// The tiles that a query of those on the table may find, or of their segments, where what it asks of them is
    /// printed and few have it.
    pub(crate) fn few(&self, query: usize) -> Option<&[u16]> {
        self.few.get(query)?.as_deref()
    }

    /// The tiles with a segment of a kind of feature, where they are few.
    pub(crate) fn few_of_kind(&self, kind: usize) -> Option<&[u16]> {
        self.few_of_kinds.get(kind)?.as_deref()
    }

    /// For each space the one that it lies beside, -1 for none.
    pub(crate) fn beside(&self) -> &[i64] {
        &self.beside
    }

    /// Finds a kind of tile by its full name.
    #[must_use]
    pub fn kind_named(&self, name: &str) -> Option<u32> {
        let place = self.stock.kinds.iter().position(|kind| kind.name == name);
        place.and_then(|place| u32::try_from(place).ok())
    }

    /// The word for a seat: its name, or its number counted from 1.
    #[must_use]
    pub fn seat(&self, player: usize) -> String {
        self.names.seats.get(player).cloned().unwrap_or_else(|| format!("{}", player + 1))
    }

    /// Exchanges the kinds of two tiles of a bag, with all that follows from them. Every table of `Rules` that has an
    /// entry for each tile is named here.
    pub(crate) fn swap_kinds(&mut self, one: usize, other: usize) {
        self.stock.tiles.swap(one, other);
        self.blocks.swap(one, other);
        self.shapes.swap(one, other);
        self.attrs.iter_mut().for_each(|of_all| of_all.swap(one, other));
        for tiles in self.few.iter_mut().chain(&mut self.few_of_kinds).flatten() {
            for tile in tiles.iter_mut() {
                match usize::from(*tile) {
                    place if place == one => *tile = other as u16,
                    place if place == other => *tile = one as u16,
                    _ => {}
                }
            }
            tiles.sort_unstable();
        }
    }
}

/// Why the parts of a composition do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// A kind of tile has a shape that the catalog does not have.
    UnknownShape,
    /// A tile has a kind that the stock does not have.
    UnknownKind,
    /// A bag or the start layout has a tile that the stock does not have.
    UnknownTile,
    /// A tile is in two places at once.
    TwicePlaced,
    /// The stock has more or fewer bags than the program.
    Bags,
    /// A block has a tile of a kind that the stock does not have, or one that leads a block itself.
    Blocks,
    /// More tiles or segments than a board holds, or more pieces than can be counted.
    TooMuch,
}

impl fmt::Display for RulesError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            RulesError::UnknownShape => "a kind of tile has an unknown shape",
            RulesError::UnknownKind => "a tile has an unknown kind",
            RulesError::UnknownTile => "a bag or the start layout has an unknown tile",
            RulesError::TwicePlaced => "a tile is in two places",
            RulesError::Bags => "the bags of the stock are not those of the program",
            RulesError::Blocks => "a block has an unknown tile or another block as a part",
            RulesError::TooMuch => "the composition has too many tiles, segments or pieces",
        })
    }
}

impl std::error::Error for RulesError {}

/// The first bag or deck that holds each kind.
fn sources(stock: &Stock) -> Vec<Option<u16>> {
    let mut sources = vec![None; stock.kinds.len()];
    for (bag, number) in stock.bags.iter().zip(0_u16..) {
        for tile in bag.iter().filter_map(|tile| stock.tiles.get(*tile as usize)) {
            if let Some(source) = sources.get_mut(tile.kind as usize) {
                source.get_or_insert(number);
            }
        }
    }
    sources
}

fn check(program: &Program, catalog: &Catalog, stock: &Stock) -> Result<(), RulesError> {
    let unknown = |shape: ShapeId| usize::from(shape.0) >= catalog.shapes().len();
    if stock.kinds.iter().any(|kind| kind.shape.is_some_and(unknown)) {
        return Err(RulesError::UnknownShape);
    }
    if stock.tiles.iter().any(|tile| tile.kind as usize >= stock.kinds.len()) {
        return Err(RulesError::UnknownKind);
    }
    if stock.bags.len() != program.declared.draw_piles().count() {
        return Err(RulesError::Bags);
    }
    let mut seen = vec![false; stock.tiles.len()];
    let placed = stock.bags.iter().flatten().copied().chain(stock.start.iter().map(|lay| lay.tile));
    for tile in placed {
        match seen.get_mut(tile as usize) {
            None => return Err(RulesError::UnknownTile),
            Some(true) => return Err(RulesError::TwicePlaced),
            Some(place) => *place = true,
        }
    }
    let pieces = &program.declared.pieces;
    let copies = |neutral: bool| if neutral { 1 } else { usize::from(MAX_PLAYERS) };
    let most: usize = pieces.iter().map(|kind| usize::from(kind.most()) * copies(kind.neutral)).sum();
    if most >= usize::from(u16::MAX) || pieces.len() > usize::from(u8::MAX) {
        return Err(RulesError::TooMuch);
    }
    Ok(())
}
