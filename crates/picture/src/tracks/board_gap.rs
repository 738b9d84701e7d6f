//! A gap amid the land for a ring: laid tiles that are blank on all sides and show nothing.

use std::collections::BTreeSet;

use rota::{Cell, TileId};
use rota_bytecode::program::TrackShape;

use crate::geometry::{Point, SPAN};
use crate::palette::BARE;
use crate::scene::Scene;
use crate::svg::Svg;

use super::ring_track::{self, Sector};
use super::{OnSpace, Space, spaces, tracks};

/// From a ring to the edge of its gap.
const MARGIN: i32 = 8;

/// A gap with a ring in it.
pub(crate) struct BoardGap<'a> {
    /// The track that lies there.
    pub track: usize,
    /// The tiles that make it.
    pub tiles: BTreeSet<TileId>,
    /// The north-western cell of the square that the ring takes, and how many cells that is across.
    pub square: (Cell, i16),
    spaces: Vec<Space<'a>>,
    sectors: Vec<Sector>,
    reach: i32,
}

impl<'a> BoardGap<'a> {
    /// Finds the gap with the most room among some tiles on the table and the first ring, if its words can be read
    /// there.
    pub fn find(scene: &Scene<'a>, laid: impl Iterator<Item = TileId>) -> Option<BoardGap<'a>> {
        let (track, ring) = tracks(scene).find(|(_, track)| track.shape == TrackShape::Ring)?;
        let board = scene.game.position().board();
        let shapes = scene.game.rules().catalog().shapes();
        let is_bare = |tile: &TileId| {
            let shape = shapes.get(usize::from(board.tile(*tile).shape.0));
            shape.is_some_and(|shape| shape.segments.is_empty() && shape.edges.iter().all(|edge| edge.0 == 0))
        };
        let bare: BTreeSet<Cell> = laid.filter(is_bare).map(|tile| board.tile(tile).cell).collect();
        let is_square = |cell: Cell, size: i16| {
            let mut cells = (0..size).flat_map(|x| (0..size).map(move |y| cell.offset(x, y)));
            cells.all(|cell| bare.contains(&cell))
        };
        let size = |cell: Cell| (1_i16..).take_while(|size| is_square(cell, *size)).last().unwrap_or(0);
        // Of holes of one size, the first.
        let squares = bare.iter().rev().map(|cell| (size(*cell), *cell));
        let (size, cell) = squares.max_by_key(|(size, _)| *size)?;
        let reach = i32::from(size) * SPAN / 2 - MARGIN;
        let spaces = spaces(scene, ring);
        let sectors = ring_track::sectors(&spaces, reach)?;
        let mut tiles = BTreeSet::new();
        let mut open = vec![cell];
        while let Some(next) = open.pop() {
            let Some(tile) = board.tile_at(next).filter(|_| bare.contains(&next)) else { continue };
            if tiles.insert(tile) {
                open.extend([(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(x, y)| next.offset(x, y)));
            }
        }
        Some(BoardGap { track, tiles, square: (cell, size), spaces, sectors, reach })
    }

    /// Draws a tile of the gap, which shows nothing of itself.
    pub fn ground(svg: &mut Svg, at: Point) {
        let Point { x, y } = at;
        svg.raw(format_args!("<path d=\"M{x},{y}h{SPAN}v{SPAN}h-{SPAN}z\" fill=\"{BARE}\"/>\n"));
    }

    /// How many units the square has across that the ring takes.
    pub fn across(&self) -> i32 {
        i32::from(self.square.1) * SPAN
    }

    /// Draws the ring, where the square that it takes begins at a corner.
    pub fn draw(&self, svg: &mut Svg, corner: Point, on_space: OnSpace<'_>) {
        let middle = corner.along(Point::new(1, 1), self.across() / 2);
        ring_track::draw(svg, &self.spaces, &self.sectors, (middle, self.reach), on_space);
    }
}
