//! Where a tile may follow.

use crate::board::Board;
use crate::catalog::{Catalog, ShapeId};
use crate::edge_matching::EdgeMatcher;
use crate::fit_table;
use crate::frontier::FrontierCell;
use crate::geometry::{Cell, Neighbourhood};

/// Which rotations of a shape are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotations {
    /// Only those that can be told apart: a rotation that leaves the same board as a smaller one
    /// is left out, unless [the catalog](Catalog::with_rotations_told) tells them apart.
    Distinct,
    /// All four.
    All,
}

/// A cell and a rotation in which a tile fits there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The cell.
    pub cell: Cell,
    /// Quarter turns clockwise, 0..=3.
    pub rotation: u8,
}

/// The placements of a shape; see [`Board::placements`].
#[derive(Clone, Debug)]
pub struct Placements<'board> {
    board: &'board Board,
    edges: [u32; 4],
    /// The rotations on offer, one bit each: where nothing lies beside a cell the blank edges of the others would fit.
    offered: u32,
    matching: EdgeMatcher<'board>,
    /// What fits is looked up here by what a cell needs, where every side has to fit and the table has the shape.
    row: Option<&'board [u8]>,
    /// The place of the next cell in the frontier.
    next: usize,
    cell: Cell,
    /// The rotations not yet offered in the current cell, one bit each.
    rotations: u32,
    /// How many neighbours a cell has to have, where that is asked.
    neighbours: Option<u8>,
    /// What is offered behind that: all that there is, where it is a half tile.
    halves: std::vec::IntoIter<Placement>,
}

impl Placements<'_> {
    /// Only those in cells with so many tiles beside them, where a number is asked for.
    #[must_use]
    pub fn beside(mut self, neighbours: Option<u8>) -> Self {
        if let Some(wanted) = neighbours
            && self.halves.len() > 0
        {
            let is_meant = |at: &Placement| self.board.neighbours(at.cell, Neighbourhood::Four) == wanted;
            self.halves = self.halves.filter(is_meant).collect::<Vec<_>>().into_iter();
        }
        Placements { neighbours, ..self }
    }

    /// How many tiles there are beside an empty cell. A half tile may lie there with none of its sides.
    fn beside_cell(&self, empty: &FrontierCell) -> u8 {
        match self.board.halved.is_empty() {
            true => empty.neighbours(),
            false => self.board.neighbours(empty.cell, Neighbourhood::Four),
        }
    }
}

impl Iterator for Placements<'_> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        while self.rotations == 0 {
            let Some(empty) = self.board.frontier.cells.get(self.next) else { return self.halves.next() };
            if self.neighbours.is_some_and(|wanted| wanted != self.beside_cell(empty)) {
                self.next += 1;
                continue;
            }
            self.cell = empty.cell;
            self.rotations = match self.row {
                Some(row) => {
                    u32::from(fit_table::rotations(row.get(usize::from(empty.code)).copied().unwrap_or(0)))
                }
                None => {
                    // Mapped as an array, this would be three calls for each rotation.
                    let mut fits = 0;
                    for (edges, rotation) in self.edges.iter().zip(0..) {
                        fits |= u32::from(self.matching.fits(*edges, empty)) << rotation;
                    }
                    fits & self.offered
                }
            };
            self.next += 1;
        }
        let rotation = self.rotations.trailing_zeros() as u8;
        self.rotations &= self.rotations - 1;
        Some(Placement { cell: self.cell, rotation })
    }
}

impl Board {
    /// The placements of a shape beside what has been laid, in frontier order and for each cell in
    /// order of rotation. A shape that is not in the catalog has none.
    #[must_use]
    pub fn placements<'board>(
        &'board self,
        catalog: &'board Catalog,
        shape: ShapeId,
        rotations: Rotations,
    ) -> Placements<'board> {
        self.placements_with_misfits(catalog, shape, rotations, 0)
    }

    /// The same where so many sides need not fit. No side may lie against a blank one.
    #[must_use]
    pub fn placements_with_misfits<'board>(
        &'board self,
        catalog: &'board Catalog,
        shape: ShapeId,
        rotations: Rotations,
        misfits: u8,
    ) -> Placements<'board> {
        let is_half = catalog.tables.is_half(shape);
        let halves = if is_half { self.half_placements(catalog, shape, misfits) } else { Vec::new() };
        let edges = offered_edges(catalog, shape, rotations);
        let offered = edges.map(|edges| u32::from(edges != 0));
        Placements {
            board: self,
            edges,
            offered: offered[0] | offered[1] << 1 | offered[2] << 2 | offered[3] << 3,
            matching: EdgeMatcher::new(&catalog.tables.compatibility, misfits),
            row: catalog.tables.fit_table.row(shape, rotations).filter(|_| misfits == 0),
            next: if is_half { usize::MAX } else { 0 },
            cell: Cell::default(),
            rotations: 0,
            neighbours: None,
            halves: halves.into_iter(),
        }
    }

    /// How many placements [`Board::placements`] offers.
    #[must_use]
    pub fn count_placements(&self, catalog: &Catalog, shape: ShapeId, rotations: Rotations) -> usize {
        let row = catalog.tables.fit_table.row(shape, rotations);
        let known = row.map(|row| self.entries(row).map(fit_table::count).sum());
        // By its row, half a tile fits nowhere.
        match known {
            Some(known) if known > 0 || !catalog.tables.is_half(shape) => known,
            _ => self.placements(catalog, shape, rotations).count(),
        }
    }

    /// The placement with a number, counted from zero in the order of [`Board::placements`].
    #[must_use]
    pub fn nth_placement(
        &self,
        catalog: &Catalog,
        shape: ShapeId,
        rotations: Rotations,
        number: usize,
    ) -> Option<Placement> {
        let Some(row) = catalog.tables.fit_table.row(shape, rotations) else {
            return self.nth_of_all(catalog, shape, rotations, number);
        };
        let mut left = number;
        let found = self.entries(row).position(|entry| match left.checked_sub(fit_table::count(entry)) {
            Some(beyond) => {
                left = beyond;
                false
            }
            None => true,
        });
        let Some(found) = found else {
            return self.nth_of_all(catalog, shape, rotations, number);
        };
        let empty = self.frontier.cells.get(found)?;
        let fits = fit_table::rotations(*row.get(usize::from(empty.code))?);
        let behind = (0..left).fold(fits, |fits, _| fits & fits.wrapping_sub(1));
        Some(Placement { cell: empty.cell, rotation: behind.trailing_zeros() as u8 })
    }

    /// The same by going through them, for what has no row: half tiles, and shapes among too many kinds of edges.
    #[cold]
    #[inline(never)]
    fn nth_of_all(
        &self,
        catalog: &Catalog,
        shape: ShapeId,
        rotations: Rotations,
        number: usize,
    ) -> Option<Placement> {
        self.placements(catalog, shape, rotations).nth(number)
    }

    /// For each cell of the frontier the entry of a row that says what fits there. What lies beyond the row is
    /// beside a blank edge.
    fn entries(&self, row: &[u8]) -> impl Iterator<Item = u8> {
        self.frontier.cells.iter().map(|empty| row.get(usize::from(empty.code)).copied().unwrap_or(0))
    }
}

/// The edges of each rotation on offer; all blank for those that are not.
fn offered_edges(catalog: &Catalog, shape: ShapeId, rotations: Rotations) -> [u32; 4] {
    let info = catalog.tables.shapes.get(usize::from(shape.0));
    info.map_or([0; 4], |info| info.offered[usize::from(rotations == Rotations::All)])
}
