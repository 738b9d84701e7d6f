//! The start of a composition: which tiles of the stock lie on the table before the first turn.

use std::sync::Arc;

use rota_board::{BlockPart, Board, BoardDelta, Catalog, Cell, Refusal};
use rota_check::{StartTileUse, StartUse};
use rota_compile::Compiled;
use rota_game::StartTile;
use rota_source::{Diagnostic, Span, correction, nearest, suggestion};
use rota_syntax::ast::StartKind;
use rota_tiles::TileSet;

use crate::stock::StockBuilder;

impl StockBuilder<'_> {
    /// Lays the start, a tile taken out of the bag or a board of several cells, and the tiles that packs add to it.
    pub fn lay_start(
        &mut self,
        compiled: &Compiled,
        sets: &[Arc<TileSet>],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match &compiled.start {
            None if compiled.start_tiles.is_empty() => diagnostics.extend(no_start(compiled)),
            None => {}
            Some(start) => diagnostics.extend(match start.kind {
                StartKind::Empty => None,
                StartKind::Board => self.lay_board(start, sets).err(),
                StartKind::Tile => self
                    .lay_tile(&start.name, start.span, StartTile { tile: 0, x: 0, y: 0, rotation: 0 })
                    .err(),
            }),
        }
        for StartTileUse { name, x, y, rotation, span } in &compiled.start_tiles {
            let lay = StartTile { tile: 0, x: *x, y: *y, rotation: *rotation };
            diagnostics.extend(self.lay_tile(name, *span, lay).err());
        }
        diagnostics.extend(self.outside(compiled));
    }

    /// Lays all cells of a board.
    fn lay_board(&mut self, start: &StartUse, sets: &[Arc<TileSet>]) -> Result<(), Diagnostic> {
        let boards = || sets.iter().flat_map(|set| set.boards.iter().map(move |board| (set, board)));
        let found = boards().find(|(set, board)| format!("{}/{}", set.name, board.id) == start.name);
        let Some((set, board)) = found else {
            let known = boards().map(|(set, board)| format!("{}/{}", set.name, board.id));
            return Err(unknown("board", &start.name, start.span, known));
        };
        for (x, y, kind) in &board.cells {
            let index = self.add_kind(&format!("{}/{}", set.name, kind.id), kind);
            let tile = self.add_tile(index);
            self.start.push((StartTile { tile, x: *x, y: *y, rotation: 0 }, start.span));
        }
        Ok(())
    }

    /// Takes a tile of this name out of its bag and lays it.
    fn lay_tile(&mut self, name: &str, span: Span, lay: StartTile) -> Result<(), Diagnostic> {
        let is_it = |tile: &u32| {
            let kind = self.tiles.get(*tile as usize).and_then(|tile| self.kinds.get(tile.kind as usize));
            kind.is_some_and(|kind| kind.name == name)
        };
        let places = self.bags.iter().enumerate();
        let place = places.filter_map(|(bag, tiles)| Some((bag, tiles.iter().position(is_it)?))).next();
        let tile = place.and_then(|(bag, place)| Some(self.bags.get_mut(bag)?.remove(place)));
        let Some(tile) = tile else {
            return Err(unknown("tile", name, span, self.kinds.iter().map(|kind| kind.name.clone())));
        };
        self.start.push((StartTile { tile, ..lay }, span));
        Ok(())
    }

    /// What a tile of the start covers, a block in several cells.
    fn parts(&self, lay: &StartTile) -> Vec<BlockPart> {
        let kind_of = |kind: u32| self.kinds.get(kind as usize);
        let tile = self.tiles.get(lay.tile as usize);
        let Some(kind) = tile.and_then(|tile| kind_of(tile.kind)) else { return Vec::new() };
        let others = kind.parts.iter().filter_map(|part| {
            Some(BlockPart { shape: kind_of(part.kind)?.shape?, east: part.east, south: part.south })
        });
        let first = kind.shape.map(|shape| BlockPart { shape, east: 0, south: 0 });
        first.into_iter().chain(others).collect()
    }

    /// Says what lies beyond the border of the board, with the first cell of it that does.
    fn outside(&self, compiled: &Compiled) -> Option<Diagnostic> {
        let border = compiled.vocabulary.border?;
        let mut cells = self.start.iter().flat_map(|(lay, span)| {
            let first = Cell::new(lay.x, lay.y);
            self.parts(lay).into_iter().map(move |part| (part.cell(first, lay.rotation), *span))
        });
        let (Cell { x, y }, span) = cells.find(|(cell, _)| !border.contains(*cell))?;
        let message = format!("the start covers the cell {x},{y}, which lies beyond the border of the board");
        let (least, greatest) = (border.least, border.greatest);
        Some(Diagnostic::error("packs::start-outside", message).at(span, "does not lie inside").help(format!(
            "the board is {}..{} by {}..{}; the first cell of the game is 0,0, the second number counts to the south",
            least.x, greatest.x, least.y, greatest.y
        )))
    }

    /// Lays the start on an empty board, and says what cannot lie there.
    pub fn try_start(&self, catalog: &Catalog) -> Vec<Diagnostic> {
        let (mut board, mut delta) = (Board::new(catalog), BoardDelta::new());
        // Where each tile of the board is named.
        let mut named: Vec<Span> = Vec::new();
        let mut problems = Vec::new();
        for (lay, span) in &self.start {
            let (parts, cell) = (self.parts(lay), Cell::new(lay.x, lay.y));
            let Err(refusal) = board.place_block(catalog, &parts, cell, lay.rotation, 0, &mut delta) else {
                named.extend(parts.iter().map(|_| *span));
                continue;
            };
            let own = parts.iter().map(|part| part.cell(cell, lay.rotation));
            let cells: Vec<Cell> = if refusal == Refusal::Occupied {
                own.collect()
            } else {
                own.flat_map(|cell| (0..4).map(move |side| cell.beside(side))).collect()
            };
            let met = cells.into_iter().filter_map(|cell| board.tile_at(cell));
            let mut others: Vec<Span> =
                met.filter_map(|tile| named.get(usize::from(tile.0)).copied()).collect();
            others.sort_unstable();
            others.dedup();
            problems.push(cannot_lie(cell, refusal, *span, &others));
        }
        problems
    }
}

/// Says that a tile of the start cannot lie where it is to lie, because of what others have laid.
fn cannot_lie(Cell { x, y }: Cell, refusal: Refusal, span: Span, others: &[Span]) -> Diagnostic {
    let (message, help, label) = if refusal == Refusal::Occupied {
        (
            format!("two tiles lie at {x},{y} before the first turn"),
            "lay one of them elsewhere, or leave it out under a condition: `start adds TILE at X,Y when …`",
            "lies there first",
        )
    } else {
        (
            format!("the tile at {x},{y} does not fit what lies beside it before the first turn"),
            "turn it, `start adds TILE at X,Y turned 1`, or lay it elsewhere",
            "lies beside it",
        )
    };
    let diagnostic = Diagnostic::error("packs::start-conflict", message).at(span, "cannot lie there");
    others.iter().fold(diagnostic, |diagnostic, other| diagnostic.at(*other, label)).help(help)
}

/// Says that nothing lies on the table, where that may have been forgotten.
fn no_start(compiled: &Compiled) -> Option<Diagnostic> {
    let message = "nothing lies on the table at the start";
    let diagnostic = Diagnostic::warning("packs::no-start", message);
    Some(diagnostic.at(compiled.tiles.first()?.span, "these tiles would lie beside it").help(
        "name a tile or a board, `start SET/TILE`, whose condition, where it has one, must hold; where the table is \
         empty on purpose: `start none`",
    ))
}

/// Says that there is no tile or board of this name to start with.
fn unknown(kind: &str, name: &str, span: Span, known: impl Iterator<Item = String>) -> Diagnostic {
    let known: Vec<String> = known.collect();
    Diagnostic::error("packs::unknown-start", format!("there is no {kind} `{name}` in this composition"))
        .at(span, "named here")
        .help(match nearest(name, &known) {
            Some(near) if near == name => {
                "the printing in play has no copy of it left: take another tile, or another printing"
                    .to_owned()
            }
            Some(near) => suggestion(near),
            None => format!("write set and {kind}, as in `base/D`; the set must be named by `tiles …`"),
        })
        .maybe_fix(correction((name, span), &known))
}
