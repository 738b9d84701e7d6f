//! Where a tile may follow.

use std::slice;

use crate::board::Board;
use crate::catalog::{Catalog, ShapeId};
use crate::frontier::Frontier;
use crate::geometry::Cell;
use crate::matching::Matching;

/// Which rotations of a shape are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotations {
    /// Only those that can be told apart: a rotation that leaves the same board as a smaller one
    /// is left out.
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
    cells: slice::Iter<'board, Cell>,
    signatures: slice::Iter<'board, u32>,
    masks: slice::Iter<'board, u32>,
    edges: [u32; 4],
    matching: Matching<'board>,
    cell: Cell,
    /// The rotations not yet offered in the current cell, one bit each.
    rotations: u32,
}

impl Iterator for Placements<'_> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        while self.rotations == 0 {
            let (cell, signature) = (self.cells.next()?, self.signatures.next()?);
            self.cell = *cell;
            self.rotations = fitting(self.matching, self.edges, *signature, *self.masks.next()?);
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
        self.loose_placements(catalog, shape, rotations, 0)
    }

    /// The same where so many sides need not fit. No side may lie against a blank one.
    #[must_use]
    pub fn loose_placements<'board>(
        &'board self,
        catalog: &'board Catalog,
        shape: ShapeId,
        rotations: Rotations,
        misfits: u8,
    ) -> Placements<'board> {
        let Frontier { cells, signatures, masks } = &self.frontier;
        Placements {
            cells: cells.iter(),
            signatures: signatures.iter(),
            masks: masks.iter(),
            edges: offered_edges(catalog, shape, rotations),
            matching: Matching::new(&catalog.tables.meetings, misfits),
            cell: Cell::default(),
            rotations: 0,
        }
    }

    /// How many placements [`Board::placements`] offers.
    #[must_use]
    pub fn count_placements(&self, catalog: &Catalog, shape: ShapeId, rotations: Rotations) -> usize {
        let edges = offered_edges(catalog, shape, rotations);
        let cells = self.signatures_and_masks();
        let matching = Matching::new(&catalog.tables.meetings, 0);
        if !matching.is_plain() {
            let counts =
                cells.map(|(signature, mask)| fitting(matching, edges, signature, mask).count_ones());
            return counts.sum::<u32>() as usize;
        }
        let counts =
            cells.map(|(signature, mask)| edges.map(|edges| u32::from((edges ^ signature) & mask == 0)));
        // Summing in 32 bits lets the compiler take several cells at a time.
        let sums = counts.fold([0_u32; 4], |sums, counts| {
            [sums[0] + counts[0], sums[1] + counts[1], sums[2] + counts[2], sums[3] + counts[3]]
        });
        sums.iter().sum::<u32>() as usize
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
        let edges = offered_edges(catalog, shape, rotations);
        let left = u32::try_from(number).ok()?;
        let matching = Matching::new(&catalog.tables.meetings, 0);
        if matching.is_plain() {
            self.nth_fitting(left, move |signature, mask| equal(edges, signature, mask))
        } else {
            self.nth_fitting(left, move |signature, mask| fitting(matching, edges, signature, mask))
        }
    }

    #[inline]
    fn nth_fitting(&self, mut left: u32, fitting: impl Fn(u32, u32) -> u32) -> Option<Placement> {
        let cells = self.signatures_and_masks().zip(&self.frontier.cells);
        for ((signature, mask), cell) in cells {
            let mut fitting = fitting(signature, mask);
            let count = fitting.count_ones();
            if left < count {
                for _ in 0..left {
                    fitting &= fitting - 1;
                }
                return Some(Placement { cell: *cell, rotation: fitting.trailing_zeros() as u8 });
            }
            left -= count;
        }
        None
    }

    /// Whether a tile of the shape fits anywhere beside what has been laid.
    #[must_use]
    pub fn has_placement(&self, catalog: &Catalog, shape: ShapeId) -> bool {
        let edges = offered_edges(catalog, shape, Rotations::Distinct);
        let matching = Matching::new(&catalog.tables.meetings, 0);
        if matching.is_plain() {
            return self
                .signatures_and_masks()
                .any(move |(signature, mask)| equal(edges, signature, mask) != 0);
        }
        self.signatures_and_masks().any(|(signature, mask)| fitting(matching, edges, signature, mask) != 0)
    }

    fn signatures_and_masks(&self) -> impl Iterator<Item = (u32, u32)> {
        let signatures = self.frontier.signatures.iter().copied();
        signatures.zip(self.frontier.masks.iter().copied())
    }
}

/// The edges of each rotation on offer. A rotation not on offer is all blank, which fits no cell
/// that has a neighbour; so the loops need not know how many there are.
fn offered_edges(catalog: &Catalog, shape: ShapeId, rotations: Rotations) -> [u32; 4] {
    let mut edges = [0; 4];
    let tables = &catalog.tables;
    if let Some(info) = tables.shapes.get(usize::from(shape.0)) {
        let count = match rotations {
            Rotations::Distinct => info.distinct,
            Rotations::All => 4,
        };
        let rotations = 0..count;
        for (edges, rotation) in edges.iter_mut().zip(rotations) {
            *edges = tables.turned(shape, rotation).edges;
        }
    }
    edges
}

/// The rotations that fit a cell, one bit each.
#[inline]
fn fitting(matching: Matching<'_>, edges: [u32; 4], signature: u32, mask: u32) -> u32 {
    if matching.is_plain() {
        return equal(edges, signature, mask);
    }
    let fits = edges.map(|edges| u32::from(matching.fits(edges, signature, mask)));
    fits[0] | fits[1] << 1 | fits[2] << 2 | fits[3] << 3
}

/// The rotations whose edges equal those beside a cell, one bit each.
#[inline]
fn equal(edges: [u32; 4], signature: u32, mask: u32) -> u32 {
    let fits = edges.map(|edges| u32::from((edges ^ signature) & mask == 0));
    fits[0] | fits[1] << 1 | fits[2] << 2 | fits[3] << 3
}
