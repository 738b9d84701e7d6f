//! Where a tile may follow.

use crate::board::Board;
use crate::catalog::{Catalog, ShapeId};
use crate::edge_matching::EdgeMatcher;
use crate::fit_table;
use crate::frontier::Frontier;
use crate::geometry::Cell;

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
    frontier: &'board Frontier,
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
}

impl Placements<'_> {
    /// Only those in cells with so many tiles beside them, where a number is asked for.
    #[must_use]
    pub fn beside(self, neighbours: Option<u8>) -> Self {
        Placements { neighbours, ..self }
    }
}

impl Iterator for Placements<'_> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        while self.rotations == 0 {
            let empty = self.frontier.cells.get(self.next)?;
            if self.neighbours.is_some_and(|wanted| wanted != empty.neighbours()) {
                self.next += 1;
                continue;
            }
            self.cell = empty.cell;
            self.rotations = match self.row {
                Some(row) => {
                    u32::from(fit_table::rotations(row.get(usize::from(empty.code)).copied().unwrap_or(0)))
                }
                None => {
                    let fits = self.edges.map(|edges| u32::from(self.matching.fits(edges, empty)));
                    (fits[0] | fits[1] << 1 | fits[2] << 2 | fits[3] << 3) & self.offered
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
        let edges = offered_edges(catalog, shape, rotations);
        let offered = edges.map(|edges| u32::from(edges != 0));
        Placements {
            frontier: &self.frontier,
            edges,
            offered: offered[0] | offered[1] << 1 | offered[2] << 2 | offered[3] << 3,
            matching: EdgeMatcher::new(&catalog.tables.compatibility, misfits),
            row: catalog.tables.fit_table.row(shape, rotations).filter(|_| misfits == 0),
            next: 0,
            cell: Cell::default(),
            rotations: 0,
            neighbours: None,
        }
    }

    /// How many placements [`Board::placements`] offers.
    #[must_use]
    pub fn count_placements(&self, catalog: &Catalog, shape: ShapeId, rotations: Rotations) -> usize {
        match catalog.tables.fit_table.row(shape, rotations) {
            Some(row) => self.entries(row).map(fit_table::count).sum(),
            None => self.placements(catalog, shape, rotations).count(),
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
            return self.placements(catalog, shape, rotations).nth(number);
        };
        let mut left = number;
        let found = self.entries(row).position(|entry| match left.checked_sub(fit_table::count(entry)) {
            Some(beyond) => {
                left = beyond;
                false
            }
            None => true,
        });
        let empty = self.frontier.cells.get(found?)?;
        let fits = fit_table::rotations(*row.get(usize::from(empty.code))?);
        let behind = (0..left).fold(fits, |fits, _| fits & fits.wrapping_sub(1));
        Some(Placement { cell: empty.cell, rotation: behind.trailing_zeros() as u8 })
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
