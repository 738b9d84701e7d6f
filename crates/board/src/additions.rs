//! Segments added to tiles that lie: straight across, over whatever is there, so that two sides show something else.
//!
//! What a shape becomes by that is another shape, known before a game; each tile leaves room for one more segment.

use crate::board::{Board, SegmentId, Tile, TileId};
use crate::catalog::{Catalog, EdgeId, EdgeKind, FeatureKindId, SegmentShape, ShapeId, TileShape};
use crate::delta::{BoardDelta, Joined, Refusal};
use crate::features::{Segment, bits};
use crate::geometry::Cell;
use crate::placements::Placement;
use crate::ports::{Port, SideThird};
use crate::shape_tables::ABSENT;

/// Stands for no feature: the root of the room that a tile leaves for one more segment.
pub(crate) const NO_ROOT: SegmentId = SegmentId(u16::MAX);

impl Catalog {
    /// Lets segments of these kinds be [added](Board::add_segment) to tiles: every shape gets a shape for each
    /// direction in which one can cross it. A kind that is a site or a layer is left out.
    ///
    /// # Errors
    /// As for [`Catalog::new`], where there are too many shapes by that.
    pub fn with_additions(mut self, kinds: &[FeatureKindId]) -> Result<Self, crate::CatalogError> {
        let features = self.features().len();
        let mut becomes = vec![[None; 2]; self.given_shapes().len() * features];
        for kind in kinds {
            let crosses = |kind: &crate::FeatureKind| kind.site.is_none() && !kind.is_layer;
            if !self.features().get(usize::from(kind.0)).is_some_and(crosses) {
                continue;
            }
            for number in 0..self.given_shapes().len() {
                for axis in 0..2 {
                    // Half a tile reaches from no side of its cell to the one across.
                    let given = Some(&self.shapes()[number]).filter(|shape| !shape.is_half());
                    let shape = given.and_then(|given| self.crossed(given, *kind, axis));
                    if let Some(shape) = shape {
                        let crossed = self.push_shape(shape)?;
                        becomes[number * features + usize::from(kind.0)][usize::from(axis)] = Some(crossed);
                    }
                }
            }
        }
        if becomes.iter().flatten().any(Option::is_some) {
            (self.tables.crossed, self.tables.spare) = (becomes, 1);
        }
        Ok(self)
    }

    /// The segments that a tile of a shape has, and those that may be [added](Board::add_segment) to it.
    pub fn segments_of(&self, shape: ShapeId) -> impl Iterator<Item = &SegmentShape> {
        let shapes = std::iter::once(shape).chain(self.tables.crossings(shape));
        shapes.filter_map(|shape| self.shapes().get(usize::from(shape.0))).flat_map(|shape| &shape.segments)
    }

    /// The most segments that a tile of a shape may come to have.
    #[must_use]
    pub fn room_for(&self, shape: ShapeId) -> usize {
        self.shapes().get(usize::from(shape.0)).map_or(0, |shape| shape.segments.len() + self.tables.spare)
    }

    /// A shape with a segment of a kind from north to south (0) or from east to west (1), where both sides belong to
    /// one segment as a whole and a kind of edge shows the new one between halves of it.
    fn crossed(&self, shape: &TileShape, kind: FeatureKindId, axis: u8) -> Option<TileShape> {
        if shape.segments.len() >= 16 {
            return None;
        }
        let mut crossed = shape.clone();
        let mut ports = 0;
        for side in [axis, axis + 2] {
            let before = self.edges()[usize::from(shape.edges[usize::from(side)].0)];
            let ground = before.middle.filter(|ground| before.halves.is_none() && *ground != kind)?;
            let split = EdgeKind::split(kind, ground);
            let after = self.edges().iter().position(|edge| *edge == split)?;
            crossed.edges[usize::from(side)] = EdgeId(after as u8);
            let [left, middle, right] = [SideThird::Left, SideThird::Middle, SideThird::Right]
                .map(|part| Port::new(side, part).bit());
            let owner = crossed.segments.iter_mut().find(|segment| segment.ports & middle != 0)?;
            owner.ports = owner.ports & !middle | left | right;
            ports |= middle;
        }
        let attrs = &self.features()[usize::from(kind.0)].attrs;
        crossed.segments.push(SegmentShape {
            feature: kind,
            ports,
            attrs: attrs.iter().map(|attr| attr.default).collect(),
            ..SegmentShape::default()
        });
        Some(crossed)
    }
}

impl Board {
    /// Adds a segment of a kind to the tile in a cell: from north to south, or with an odd rotation from east to
    /// west. What is there stays as it is.
    ///
    /// # Errors
    /// Refuses a cell without a tile, a tile that cannot be crossed so or has been crossed, and a neighbour against
    /// which the changed side would not fit, or beside which the new segment would end.
    pub fn add_segment(
        &mut self,
        catalog: &Catalog,
        kind: FeatureKindId,
        at: Placement,
        delta: &mut BoardDelta,
    ) -> Result<SegmentId, Refusal> {
        let (id, shape) = self.crossable(catalog, kind, at, None)?;
        let before = self.tile(id);
        let tile = Tile { shape, count: before.count + 1, ..before };
        self.tiles[usize::from(id.0)] = tile;
        let place = u16::from(before.count);
        let (info, new) = (catalog.tables.segment(shape, place), tile.segment(place));
        let first_attr = self.attrs.len() as u32;
        self.attrs.extend_from_slice(catalog.tables.attrs_of(info));
        self.segments[new.index()] =
            Segment { tile: id.0, root: new, next: new, first_attr, ..info.template };
        for sibling in bits(info.template.siblings) {
            self.segments[tile.segment(sibling).index()].siblings |= 1 << place;
        }
        for side in crossed_sides(at) {
            self.change_side(catalog, before, tile, side);
        }
        let mut beside = Vec::with_capacity(2);
        self.for_each_border_neighbour(catalog, new, |across| beside.push(across));
        for across in beside {
            let (own, theirs) = (self.find(new), self.find(across));
            if own == new {
                self.absorb(catalog, theirs, new);
                delta.extended.push(theirs);
            } else if own != theirs {
                let (feature, absorbed) = self.union(catalog, own, theirs, NO_ROOT);
                delta.joined.push(Joined { feature, absorbed });
            }
        }
        let root = self.find(new);
        if self.open(root) == 0 && !delta.closed.contains(&root) {
            delta.closed.push(root);
        }
        Ok(new)
    }

    /// Where a segment of a kind can be added so that all sides of a tile fit: across the tile itself, or where a side
    /// of it does not fit as it lies, across the tile beside it there. The tile may lie or be about to; the rotation
    /// of what is found is 0 from north to south and 1 from east to west.
    #[must_use]
    pub fn additions(
        &self,
        catalog: &Catalog,
        kind: FeatureKindId,
        shape: ShapeId,
        at: Placement,
    ) -> Vec<Placement> {
        let Placement { cell, rotation } = at;
        let rotation = rotation & 3;
        if usize::from(shape.0) >= catalog.shapes().len()
            || !self.long_side_fits(catalog, shape, Placement { cell, rotation })
        {
            return Vec::new();
        }
        let edges = catalog.tables.rotated(shape, rotation).edges;
        let Some(unfit) = self.unfit_sides(catalog, edges, cell) else { return Vec::new() };
        let across_it = (0..2).filter(|direction| {
            let crossed = catalog.tables.crossed(shape, kind, direction + rotation);
            crossed.is_some_and(|crossed| {
                let edges = catalog.tables.rotated(crossed, rotation).edges;
                self.unfit_sides(catalog, edges, cell) == Some(0)
            }) && self.goes_on(catalog, kind, Placement { cell, rotation: *direction })
        });
        let mut found: Vec<Placement> =
            across_it.map(|direction| Placement { cell, rotation: direction }).collect();
        if unfit.count_ones() == 1 {
            let side = unfit.trailing_zeros() as u8;
            let beside = Placement { cell: cell.beside(side), rotation: side & 1 };
            let own = (edges >> (side * 8)) as u8;
            let fits = |(_, crossed): (TileId, ShapeId)| {
                let rotation =
                    self.tile_facing(beside.cell, side ^ 2).map_or(0, |tile| self.tile(tile).rotation);
                let needed = catalog.tables.rotated(crossed, rotation).needed;
                shows(catalog, own, kind)
                    && catalog.tables.compatibility.fits(own, (needed >> ((side ^ 2) * 8)) as u8)
            };
            if self.crossable(catalog, kind, beside, Some(cell)).is_ok_and(fits) {
                found.push(beside);
            }
        }
        found
    }

    /// The tile in a cell and what it becomes when it is crossed, if the changed sides fit against all neighbours but
    /// for the one in a cell.
    fn crossable(
        &self,
        catalog: &Catalog,
        kind: FeatureKindId,
        at: Placement,
        but_for: Option<Cell>,
    ) -> Result<(TileId, ShapeId), Refusal> {
        let id = self.tile_at(at.cell).ok_or(Refusal::NoTile)?;
        let tile = self.tile(id);
        let crossed = catalog.tables.crossed(tile.shape, kind, at.rotation + tile.rotation);
        let crossed = crossed.ok_or(Refusal::NotCrossable)?;
        let edges = catalog.tables.rotated(crossed, tile.rotation).edges;
        let unfit = self.unfit_sides(catalog, edges, at.cell).unwrap_or(u8::MAX);
        let counts = |side: &u8| but_for != Some(at.cell.beside(*side));
        if crossed_sides(at).into_iter().filter(counts).any(|side| unfit >> side & 1 != 0) {
            return Err(Refusal::Mismatch);
        }
        if !self.goes_on(catalog, kind, at) {
            return Err(Refusal::Mismatch);
        }
        Ok((id, crossed))
    }

    /// Whether something added so goes on at both sides: in its like, or in an empty cell. A side that fits everything
    /// would end it.
    fn goes_on(&self, catalog: &Catalog, kind: FeatureKindId, at: Placement) -> bool {
        crossed_sides(at).into_iter().all(|side| {
            let beyond = self.tile_facing(at.cell.beside(side), side ^ 2).map(|beyond| self.tile(beyond));
            beyond.is_none_or(|beyond| {
                let edges = catalog.tables.rotated(beyond.shape, beyond.rotation).edges;
                shows(catalog, (edges >> ((side ^ 2) * 8)) as u8, kind)
            })
        })
    }

    /// The sides with these edges that do not fit against the tiles beside a cell, one bit each; nothing where a blank
    /// side is against another one.
    fn unfit_sides(&self, catalog: &Catalog, edges: u32, cell: Cell) -> Option<u8> {
        let mut unfit = 0;
        for side in 0..4 {
            let Some(other) = self.tile_facing(cell.beside(side), side ^ 2) else { continue };
            let other = self.tile(other);
            let needed = catalog.tables.rotated(other.shape, other.rotation).needed;
            match ((edges >> (side * 8)) as u8, (needed >> ((side ^ 2) * 8)) as u8) {
                (0, 0) | (ABSENT, _) => {}
                (0, _) | (_, 0) => return None,
                (own, needed) if catalog.tables.compatibility.fits(own, needed) => {}
                _ => unfit |= 1 << side,
            }
        }
        Some(unfit)
    }

    /// Counts what is open at a side that shows a segment more, and tells the empty cell beside it.
    fn change_side(&mut self, catalog: &Catalog, before: Tile, tile: Tile, side: u8) {
        let rotated = |tile: Tile| catalog.tables.rotated(tile.shape, tile.rotation);
        let beyond = tile.cell.beside(side);
        if self.tile_facing(beyond, side ^ 2).is_some() || catalog.tables.is_closed(beyond) {
            self.match_port(tile.segment(u16::from(tile.count) - 1));
            return;
        }
        // Where there was one port of the ground there are two.
        let ground = rotated(before).owners[Port::new(side, SideThird::Middle).index()];
        let ground = tile.segment(u16::from(ground));
        if !self.has_ended(ground, side) {
            self.segments[ground.index()].unmatched += 1;
            self.root_of_mut(ground).open += 1;
        }
        let edge = |tile: Tile| rotated(tile).needed >> (side * 8) & 0xFF;
        let across = usize::from(side ^ 2);
        if let Some(place) = self.grid.get(beyond).frontier() {
            let [old, new] =
                [edge(before), edge(tile)].map(|edge| catalog.tables.fit_table.code(across, edge));
            self.frontier.cells[usize::from(place)].change(across, edge(tile), old ^ new);
        } else {
            self.change_in_gap(beyond, across, edge(tile));
        }
    }
}

/// Whether an edge shows a kind in its middle.
fn shows(catalog: &Catalog, edge: u8, kind: FeatureKindId) -> bool {
    catalog.edges().get(usize::from(edge)).is_some_and(|edge| edge.middle == Some(kind))
}

/// The two sides that something added so reaches.
const fn crossed_sides(at: Placement) -> [u8; 2] {
    let first = at.rotation & 1;
    [first, first + 2]
}
