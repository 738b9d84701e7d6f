//! Where a half tile fits: by the two sides that it has, and against the other half of a cell.

use crate::board::{Board, TileId};
use crate::catalog::{Catalog, ShapeId};
use crate::delta::Refusal;
use crate::edge_matching::EdgeMatcher;
use crate::frontier::FrontierCell;
use crate::geometry::{Cell, side};
use crate::placements::Placement;

/// What a half tile in some rotation needs of a cell.
#[derive(Clone, Copy, Debug)]
struct HalfNeeds {
    /// What lies beside the two sides that it has.
    beside: FrontierCell,
    /// The half tile that it completes the cell with.
    other: Option<TileId>,
}

impl Board {
    /// What a half tile in some rotation needs of a cell; nothing where it can never lie there.
    fn half_needs(&self, cell: Cell, rotation: u8) -> Option<HalfNeeds> {
        let entry = self.grid.get(cell);
        if let Some(place) = entry.frontier() {
            let mut beside = self.frontier.cells[usize::from(place)];
            let absent = (0..4).filter(|side| !side::is_of_half(*side, rotation));
            beside.signature = absent.fold(beside.signature, |sides, side| sides & !(0xFF << (side * 8)));
            return Some(HalfNeeds { beside, other: None });
        }
        let Some(first) = entry.tile() else {
            return Some(HalfNeeds { beside: FrontierCell::new(cell), other: None });
        };
        let halved = self.halved_cell(first).filter(|halved| halved.second.is_none())?;
        let is_complement = self.tile(first).rotation ^ 2 == rotation;
        is_complement.then_some(HalfNeeds { beside: halved.gap, other: Some(first) })
    }

    /// How many sides of a half tile do not fit, the long one among them; nothing where it cannot lie there, which
    /// blank sides say as in [`EdgeMatcher::misfits`].
    fn half_misfits_of(
        &self,
        catalog: &Catalog,
        shape: ShapeId,
        rotation: u8,
        needs: &HalfNeeds,
        blanks: bool,
    ) -> Option<u8> {
        let matching = EdgeMatcher::new(&catalog.tables.compatibility, 0);
        let edges = catalog.tables.rotated(shape, rotation).edges;
        let beside = matching.misfits(edges, &needs.beside, blanks)?;
        let Some(other) = needs.other else { return Some(beside) };
        match self.long_edges(catalog, shape, other)? {
            (0, 0) if blanks => Some(beside),
            (0, _) | (_, 0) => None,
            (own, needed) => Some(beside + u8::from(!catalog.tables.compatibility.fits(own, needed))),
        }
    }

    /// The edge of the long side of a half tile, and the one that is needed against the other half.
    fn long_edges(&self, catalog: &Catalog, shape: ShapeId, other: TileId) -> Option<(u8, u8)> {
        let own = catalog.tables.long_side(shape)?;
        let theirs = catalog.tables.long_side(self.tile(other).shape)?;
        Some((own.edge, theirs.needed))
    }

    /// Whether the long side of a half tile, which lies or is about to, fits the other half of its cell; what has no
    /// such side fits.
    pub(crate) fn long_side_fits(&self, catalog: &Catalog, shape: ShapeId, at: Placement) -> bool {
        if !catalog.tables.is_half(shape) {
            return true;
        }
        let other = self.tiles_in(at.cell).find(|tile| self.tile(*tile).rotation != at.rotation);
        let edges = other.and_then(|other| self.long_edges(catalog, shape, other));
        edges.is_none_or(|edges| match edges {
            (0, 0) => true,
            (0, _) | (_, 0) => false,
            (own, needed) => catalog.tables.compatibility.fits(own, needed),
        })
    }

    /// [`Board::misfits`] for a half tile: one of its sides lies against a side that is there.
    #[cold]
    pub(crate) fn half_misfits(
        &self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
    ) -> Option<u8> {
        if !catalog.tables.limits.contains(cell) {
            return None;
        }
        let needs = self.half_needs(cell, rotation)?;
        // The first tile of all may lie wherever it is offered.
        let meets = needs.other.is_some() || needs.beside.signature != 0 || self.tiles.is_empty();
        let is_offered = needs.other.is_some() || self.grid.get(cell).frontier().is_some();
        if !meets || !is_offered {
            return None;
        }
        self.half_misfits_of(catalog, shape, rotation, &needs, false)
    }

    /// [`Board::check_cell`] for a half tile.
    #[cold]
    pub(crate) fn check_half(
        &self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
        most: u8,
    ) -> Result<u8, Refusal> {
        let needs = self.half_needs(cell, rotation).ok_or(Refusal::Occupied)?;
        let misfits = self.half_misfits_of(catalog, shape, rotation, &needs, true);
        misfits.filter(|misfits| *misfits <= most).ok_or(Refusal::Mismatch)
    }

    /// The placements of a half tile where at most so many sides do not fit: in the cells of the frontier, then in
    /// those with one half tile.
    #[cold]
    pub(crate) fn half_placements(&self, catalog: &Catalog, shape: ShapeId, most: u8) -> Vec<Placement> {
        let gaps = self.halved.iter().filter(|halved| halved.second.is_none()).map(|halved| halved.gap.cell);
        let cells = self.frontier.cells.iter().map(|empty| empty.cell).chain(gaps);
        let all = cells.flat_map(|cell| (0..4).map(move |rotation| Placement { cell, rotation }));
        let fits = |at: &Placement| {
            let misfits = self.half_misfits(catalog, shape, at.cell, at.rotation);
            misfits.is_some_and(|misfits| misfits <= most)
        };
        all.filter(fits).collect()
    }
}
