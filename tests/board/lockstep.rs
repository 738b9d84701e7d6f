//! Runs the board and the naive board side by side and compares them after every operation.

use std::collections::BTreeSet;

use rota_board::{
    BlockPart, Board, BoardDelta, Border, Catalog, Cell, FeatureKindId, Neighbourhood, Placement, Refusal,
    Rotations, SegmentId, ShapeId, side,
};

use crate::naive::{Features, Naive, distinct_rotations, ordered};
use crate::shapes::Random;

pub struct Lockstep<'catalog> {
    catalog: &'catalog Catalog,
    distinct: &'catalog [Vec<u8>],
    pub board: Board,
    naive: Naive<'catalog>,
    features: Features,
    delta: BoardDelta,
}

fn id(segment: usize) -> SegmentId {
    SegmentId(segment as u16)
}

/// The distinct rotations of each shape of a catalog.
pub fn distinct_of(catalog: &Catalog) -> Vec<Vec<u8>> {
    catalog.shapes().iter().map(distinct_rotations).collect()
}

impl<'catalog> Lockstep<'catalog> {
    pub fn new(
        catalog: &'catalog Catalog,
        distinct: &'catalog [Vec<u8>],
        meetings: &BTreeSet<(u8, u8)>,
    ) -> Self {
        Self {
            catalog,
            distinct,
            board: Board::new(catalog),
            naive: Naive::new(catalog, meetings),
            features: Features::default(),
            delta: BoardDelta::new(),
        }
    }

    /// One random operation, compared.
    pub fn step(&mut self, random: &mut Random) {
        self.delta.clear();
        let count = self.naive.segments.len();
        let mut one = random.below(count + 1);
        while one < count && !self.naive.is_there(one) {
            one = random.below(count + 1);
        }
        match random.below(100) {
            0..6 => self.add_segment(random),
            6..52 => self.place_somewhere(random),
            52..56 => self.place_loosely(random),
            56..60 => self.place_block(random),
            60..64 => {
                let shape = random.below(self.catalog.shapes().len());
                let cell = Cell::new(random.below(7) as i16 - 3, random.below(7) as i16 - 3);
                self.place(&[(shape, cell)], random.below(4) as u8, 0);
            }
            64..72 => {
                let same: Vec<usize> = (0..count)
                    .filter(|other| one < count && self.naive.kind(*other) == self.naive.kind(one))
                    .collect();
                let other = if random.chance(90) && !same.is_empty() {
                    same[random.below(same.len())]
                } else {
                    count
                };
                self.link(one, other);
            }
            72..84 => {
                let mut joints: Vec<_> = self.naive.borders().into_iter().collect();
                joints.extend(self.naive.links.iter().copied());
                joints.extend(self.naive.end_links.iter().copied());
                let (one, other) = if random.chance(95) && !joints.is_empty() {
                    joints[random.below(joints.len())]
                } else {
                    (one, count)
                };
                // A cut border is mended as often as it is found cut.
                if self.naive.cuts.contains(&ordered(one, other)) {
                    self.link(one, other);
                } else if random.chance(50) {
                    self.cut(one, other);
                } else {
                    self.cut(other, one);
                }
            }
            84..89 => self.close(one, random.chance(50).then(|| random.below(5) as u8)),
            89..93 => {
                let ended: Vec<usize> = self.naive.ended.iter().map(|(segment, _)| *segment).collect();
                let one = if ended.is_empty() { one } else { ended[random.below(ended.len())] };
                self.reopen(one, random.chance(50).then(|| random.below(5) as u8));
            }
            93..95 => self.close_border(random),
            _ => self.occupy(one, random.chance(70)),
        }
        self.features = self.naive.features();
        if random.chance(15) {
            self.compare(random);
        }
    }

    /// Adds a segment to some tile, and holds what is offered for it against what is found by trying.
    fn add_segment(&mut self, random: &mut Random) {
        let kind = random.below(self.catalog.features().len()) as u8;
        let Some(laid) = self.naive.tiles.get(random.below(self.naive.tiles.len())) else { return };
        let (shape, cell, rotation) = (laid.shape, laid.cell, laid.rotation);
        let own = Placement { cell, rotation };
        self.compare_additions(kind, shape, own);
        let other = ShapeId(random.below(self.catalog.shapes().len()) as u16);
        let loose: Vec<Placement> =
            self.board.placements_with_misfits(self.catalog, other, Rotations::All, 2).take(40).collect();
        if let Some(would) = loose.get(random.below(loose.len())) {
            self.compare_additions(kind, usize::from(other.0), *would);
        }
        let cell = if random.chance(95) { cell } else { Cell::new(9, 9) };
        let at = Placement { cell, rotation: random.below(4) as u8 };
        let (expected, before) = (self.naive.addition(kind, at), self.board.clone());
        let result = self.board.add_segment(self.catalog, FeatureKindId(kind), at, &mut self.delta);
        let (tile, crossed) = match expected {
            Ok(expected) => expected,
            Err(refusal) => {
                assert_eq!((result, &self.board), (Err(refusal), &before));
                return;
            }
        };
        let new = self.naive.tiles[tile].first + self.naive.shape_of(tile).segments.len();
        assert_eq!(result, Ok(id(new)));
        self.naive.tiles[tile].shape = crossed;
        let after = self.naive.features();
        let lowest = |handle: &SegmentId| after.lowest[usize::from(handle.0)];
        let others = after.members(after.lowest[new]).into_iter().filter(|one| *one != new);
        let others: BTreeSet<usize> = others.map(|one| self.features.lowest[one]).collect();
        let extended: Vec<usize> = self.delta.extended.iter().map(lowest).collect();
        assert_eq!(extended, if others.is_empty() { vec![] } else { vec![after.lowest[new]] });
        assert_eq!(self.delta.joined.len(), others.len().saturating_sub(1));
        for joined in &self.delta.joined {
            assert_eq!(self.board.find(joined.absorbed), joined.feature);
            assert_ne!(joined.feature, id(new));
        }
        let closed: Vec<usize> = self.delta.closed.iter().map(lowest).collect();
        assert_eq!(closed, if after.open_of(new) == 0 { vec![after.lowest[new]] } else { vec![] });
        self.compare(random);
    }

    /// A tile lies so or would: what can be added so that it fits, found by trying everything.
    fn compare_additions(&self, kind: u8, shape: usize, at: Placement) {
        let Placement { cell, rotation } = at;
        let offered = self.board.additions(self.catalog, FeatureKindId(kind), ShapeId(shape as u16), at);
        let mut expected = vec![];
        if let Some(unfit) = self.naive.unfit(shape, cell, rotation) {
            for direction in 0..2 {
                let crossed = self.naive.crossed(shape, kind, usize::from((direction + rotation) % 2));
                let fits = |crossed| self.naive.unfit(crossed, cell, rotation) == Some(vec![]);
                if crossed.is_some_and(fits)
                    && self.naive.goes_on(kind, Placement { cell, rotation: direction })
                {
                    expected.push(Placement { cell, rotation: direction });
                }
            }
            if let [side] = unfit[..] {
                // As if it lay there: what is beside it, once crossed, fits it and all others.
                let mut would = self.naive.clone();
                let there = would.cells.entry((cell.x, cell.y)).or_default();
                if there.iter().all(|tile| would.tiles[*tile].rotation != rotation) {
                    there.push(would.tiles.len());
                }
                would.tiles.push(crate::naive::Laid { shape, cell, rotation, first: usize::MAX });
                let beside = Placement { cell: cell.beside(side), rotation: side % 2 };
                if side < side::DIAGONAL && would.addition(kind, beside).is_ok() {
                    expected.push(beside);
                }
            }
        }
        assert_eq!(offered, expected);
    }

    fn place_somewhere(&mut self, random: &mut Random) {
        let shape = random.below(self.catalog.shapes().len());
        let id = ShapeId(shape as u16);
        let count = self.board.count_placements(self.catalog, id, Rotations::All);
        let number = random.below(count);
        match self.board.nth_placement(self.catalog, id, Rotations::All, number) {
            Some(Placement { cell, rotation }) => {
                assert!(self.board.fits(self.catalog, id, cell, rotation));
                self.place(&[(shape, cell)], rotation, 0);
            }
            None if self.naive.tiles.is_empty() => self.place(&[(shape, Cell::new(0, 0))], 1, 0),
            None => {}
        }
    }

    fn place_loosely(&mut self, random: &mut Random) {
        let shape = random.below(self.catalog.shapes().len());
        let (number, most) = (ShapeId(shape as u16), 1 + random.below(3) as u8);
        let placements = self.board.placements_with_misfits(self.catalog, number, Rotations::All, most);
        let offered: BTreeSet<Placement> = placements.collect();
        assert_eq!(offered, self.naive.placements(shape, &[0, 1, 2, 3], most));
        let offered: Vec<Placement> = offered.into_iter().collect();
        if let Some(Placement { cell, rotation }) = offered.get(random.below(offered.len())) {
            self.place(&[(shape, *cell)], *rotation, most);
        }
    }

    /// A block of two or three cells, one of them around a corner or off by itself.
    fn place_block(&mut self, random: &mut Random) {
        // A block is made of whole tiles.
        let shapes = self.catalog.shapes();
        let whole: Vec<usize> = (0..shapes.len()).filter(|shape| !shapes[*shape].is_half()).collect();
        if whole.is_empty() {
            return;
        }
        let mut pick = |east, south| {
            let shape = ShapeId(whole[random.below(whole.len())] as u16);
            BlockPart { shape, east, south }
        };
        let mut parts = vec![pick(0, 0), pick(1, 0), pick(1, 1), pick(0, -2)];
        parts.truncate(2 + random.below(3));
        let most = random.below(3) as u8;
        let cells_of = |placement: Placement| {
            let Placement { cell, rotation } = placement;
            parts
                .iter()
                .map(|part| (usize::from(part.shape.0), part.cell(cell, rotation)))
                .collect::<Vec<_>>()
        };
        let mut expected = BTreeSet::new();
        let around = || (-3..4).flat_map(|x| (-3..4).map(move |y| (x, y)));
        let leaders = self.naive.tiles.iter().flat_map(|tile| around().map(|(x, y)| tile.cell.offset(x, y)));
        for cell in leaders.collect::<BTreeSet<Cell>>() {
            for rotation in 0..4 {
                let placement = Placement { cell, rotation };
                if let Some(misfits) = self.naive_misfits(&cells_of(placement), rotation)
                    && misfits <= most
                {
                    expected.insert((placement, misfits));
                }
            }
        }
        let offered: Vec<(Placement, u8)> = self.board.block_placements(self.catalog, &parts, most).collect();
        assert_eq!(offered.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(offered.len(), expected.len());
        let Some((placement, misfits)) = offered.get(random.below(offered.len())) else { return };
        let Placement { cell, rotation } = *placement;
        if *misfits > 0 {
            let before = self.board.clone();
            let refused =
                self.board.place_block(self.catalog, &parts, cell, rotation, misfits - 1, &mut self.delta);
            assert_eq!((refused, &self.board), (Err(Refusal::Mismatch), &before));
        }
        self.place(&cells_of(*placement), rotation, *misfits);
    }

    /// How many sides of a block do not fit; none where it cannot follow.
    fn naive_misfits(&self, cells: &[(usize, Cell)], rotation: u8) -> Option<u8> {
        let mut misfits = None;
        for (shape, cell) in cells {
            if self.naive.cells.contains_key(&(cell.x, cell.y)) {
                return None;
            }
            if (0..4).any(|side| self.naive.beyond(*cell, side, None).is_some()) {
                misfits = Some(misfits.unwrap_or(0) + self.naive.misfits(*shape, *cell, rotation)?);
            }
        }
        misfits
    }

    /// Lays a tile, or several as a block.
    fn place(&mut self, tiles: &[(usize, Cell)], rotation: u8, most: u8) {
        let result = if let [(shape, cell)] = tiles {
            let (shape, cell) = (*shape, *cell);
            let expected = self.naive.check(shape, cell, rotation, most).map(|_| ());
            let id = ShapeId(shape as u16);
            let free = self.naive.check(shape, cell, rotation, 0).is_ok();
            assert_eq!(self.board.can_place(self.catalog, id, cell, rotation), free);
            let misfits = self.naive.misfits(shape, cell, rotation);
            assert_eq!(self.board.misfits(self.catalog, id, cell, rotation), misfits);
            assert_eq!(self.board.fits(self.catalog, id, cell, rotation), misfits == Some(0));
            let before = expected.is_err().then(|| self.board.clone());
            let delta = &mut self.delta;
            let result = if most == 0 {
                self.board.place(self.catalog, id, cell, rotation, delta)
            } else {
                self.board.place_adjacent(self.catalog, id, cell, rotation, most, delta)
            };
            assert_eq!(result.map(|_| ()), expected);
            if let Some(before) = before {
                assert_eq!(self.board, before);
                assert!(self.delta.placed.is_none() && self.delta.closed.is_empty());
                return;
            }
            result
        } else {
            let (_, leader) = tiles[0];
            // The offsets of the parts as they lie are those of a block that is not turned back.
            let part = |(shape, cell): &(usize, Cell)| {
                let (mut east, mut south) = (cell.x - leader.x, cell.y - leader.y);
                for _ in 0..rotation {
                    (east, south) = (south, -east);
                }
                BlockPart { shape: ShapeId(*shape as u16), east, south }
            };
            let parts: Vec<BlockPart> = tiles.iter().map(part).collect();
            let result =
                self.board.place_block(self.catalog, &parts, leader, rotation, most, &mut self.delta);
            assert!(result.is_ok());
            result
        };
        let first = self.naive.segments.len();
        for (shape, cell) in tiles {
            self.naive.place(*shape, *cell, rotation);
        }
        let after = self.naive.features();
        assert_eq!(self.delta.placed, result.ok());

        let new = first..after.lowest.len();
        let mut closed: Vec<usize> = vec![];
        let mut extended: Vec<usize> = vec![];
        for segment in new.clone() {
            let feature = after.lowest[segment];
            let reaches = self.naive.ports(segment) != 0 || self.naive.site(segment).is_some();
            if reaches && after.open_of(segment) == 0 && !closed.contains(&feature) {
                closed.push(feature);
            }
            if feature < first && !extended.contains(&feature) {
                extended.push(feature);
            }
        }
        let grown = closed.len();
        // What ended at the new tile, and sites whose neighbourhood it filled.
        for segment in 0..first {
            let closes = self.features.open_of(segment) != 0 && after.open_of(segment) == 0;
            if closes && self.naive.site(segment).is_none() && !closed.contains(&after.lowest[segment]) {
                closed.push(after.lowest[segment]);
            }
        }
        let ended = closed.len() > grown;
        for beside in tiles.iter().flat_map(|(_, cell)| Naive::around(*cell, Neighbourhood::Eight)) {
            let there = self.naive.cells.get(&beside).into_iter().flatten();
            let segments = there.flat_map(|tile| {
                let start = self.naive.tiles[*tile].first;
                start..start + self.naive.shape_of(*tile).segments.len()
            });
            for segment in segments {
                let closes = segment < first
                    && self.naive.site(segment).is_some()
                    && self.features.open_of(segment) != 0
                    && after.open_of(segment) == 0
                    && !closed.contains(&after.lowest[segment]);
                if closes {
                    closed.push(after.lowest[segment]);
                }
            }
        }
        if ended || tiles.len() > 1 {
            // Which of them is told first is of no importance.
            let lowest = |handle: &SegmentId| after.lowest[usize::from(handle.0)];
            let mut found: Vec<usize> = self.delta.closed.iter().map(lowest).collect();
            found.sort_unstable();
            closed.sort_unstable();
            assert_eq!(found, closed);
        } else {
            self.assert_handles(&self.delta.closed, &closed, &after);
        }
        if tiles.len() > 1 {
            let lowest = |handle: &SegmentId| after.lowest[usize::from(handle.0)];
            let found: BTreeSet<usize> = self.delta.extended.iter().map(lowest).collect();
            assert_eq!(found, extended.into_iter().collect());
        } else {
            self.assert_handles(&self.delta.extended, &extended, &after);
        }
        self.assert_joined(&after, first);
        assert!(self.delta.split.is_empty());
        self.features = after;
    }

    fn link(&mut self, one: usize, other: usize) {
        let pair = ordered(one, other);
        let joined = self.naive.links.contains(&pair)
            || (self.naive.borders().contains(&pair) && !self.naive.cuts.contains(&pair));
        let expected = self.check_pair(one, other);
        let uses_ends = expected.is_ok() && [one, other].iter().all(|one| self.naive.ends_inside(*one) > 0);
        let expected = match expected {
            Ok(()) if joined && !uses_ends => Err(Refusal::AlreadyJoined),
            other => other,
        };
        let result = self.board.link(self.catalog, id(one), id(other), &mut self.delta);
        assert_eq!(result, expected);
        if result.is_ok() {
            assert!(self.board.joined(self.catalog, id(one), id(other)));
            if uses_ends {
                self.naive.end_links.push(pair);
            } else if !self.naive.cuts.remove(&pair) {
                self.naive.links.insert(pair);
            }
            let after = self.naive.features();
            self.assert_joined(&after, after.lowest.len());
            let closes = uses_ends && after.open_of(one) == 0;
            let closed: Vec<usize> = closes.then_some(after.lowest[one]).into_iter().collect();
            self.assert_handles(&self.delta.closed, &closed, &after);
        } else {
            assert!(self.delta.closed.is_empty());
        }
        assert!(self.delta.split.is_empty());
    }

    fn cut(&mut self, one: usize, other: usize) {
        let pair = ordered(one, other);
        let end_link = self.naive.end_links.iter().position(|other| *other == pair);
        let linked = end_link.is_some() || self.naive.links.contains(&pair);
        let borders = self.naive.borders().contains(&pair) && !self.naive.cuts.contains(&pair);
        let expected = match self.check_pair(one, other) {
            Ok(()) if !linked && !borders => Err(Refusal::NotJoined),
            other => other,
        };
        let result = self.board.cut(self.catalog, id(one), id(other), &mut self.delta);
        assert_eq!(result, expected);
        if result.is_err() {
            return;
        }
        if let Some(place) = end_link {
            self.naive.end_links.remove(place);
        } else if !self.naive.links.remove(&pair) {
            self.naive.cuts.insert(pair);
        }
        let still = self.naive.end_links.contains(&pair)
            || self.naive.links.contains(&pair)
            || self.naive.borders().contains(&pair) && !self.naive.cuts.contains(&pair);
        assert_eq!(self.board.joined(self.catalog, id(one), id(other)), still);
        let after = self.naive.features();
        let (first, second) = (after.lowest[one], after.lowest[other]);
        if first == second {
            assert!(self.delta.split.is_empty() && self.delta.closed.is_empty());
            return;
        }
        let handles = [self.delta.split[0].first, self.delta.split[0].second];
        self.assert_handles(&handles, &[first, second], &after);
        let was_open = self.features.open_of(one) != 0;
        let closed: Vec<usize> =
            [first, second].into_iter().filter(|feature| was_open && after.open[*feature] == 0).collect();
        self.assert_handles(&self.delta.closed, &closed, &after);
    }

    fn check_pair(&self, one: usize, other: usize) -> Result<(), Refusal> {
        let count = self.naive.segments.len();
        if one >= count || other >= count {
            Err(Refusal::UnknownSegment)
        } else if one == other {
            Err(Refusal::SameSegment)
        } else if self.naive.kind(one) != self.naive.kind(other) {
            Err(Refusal::KindsDiffer)
        } else {
            Ok(())
        }
    }

    /// Closes a segment wherever it is open, or at one side.
    fn close(&mut self, segment: usize, at: Option<u8>) {
        let result = match at {
            None => self.board.close(self.catalog, id(segment), &mut self.delta),
            Some(side) => self.board.close_at(self.catalog, id(segment), side, &mut self.delta),
        };
        if segment >= self.naive.segments.len() {
            assert_eq!(result, Err(Refusal::UnknownSegment));
            return;
        }
        assert_eq!(result, Ok(()));
        self.naive.close(segment, at, true);
        let after = self.naive.features();
        let closes = self.features.open_of(segment) != 0 && after.open_of(segment) == 0;
        let closed: Vec<usize> = closes.then_some(after.lowest[segment]).into_iter().collect();
        self.assert_handles(&self.delta.closed, &closed, &after);
    }

    fn reopen(&mut self, segment: usize, at: Option<u8>) {
        let result = match at {
            None => self.board.reopen(self.catalog, id(segment)),
            Some(side) => self.board.reopen_at(self.catalog, id(segment), side),
        };
        if segment >= self.naive.segments.len() {
            assert_eq!(result, Err(Refusal::UnknownSegment));
            return;
        }
        assert_eq!(result, Ok(()));
        self.naive.close(segment, at, false);
    }

    /// Closes all that is at a side of some tile, or opens it again.
    fn close_border(&mut self, random: &mut Random) {
        let (tile, side) = (random.below(self.naive.tiles.len()), random.below(4) as u8);
        let Some(laid) = self.naive.tiles.get(tile) else { return };
        let cell = laid.cell;
        // Of a half tile, either may be the side of the other half, or of nobody.
        let (own, other) = (self.naive.at_side(cell, side), self.naive.beyond(cell, side, None));
        let closes = random.chance(60);
        let (border, delta) = (Border::new(cell, side), &mut self.delta);
        let result = match closes {
            true => self.board.close_border(self.catalog, border, delta),
            false => self.board.reopen_border(self.catalog, border, delta),
        };
        assert_eq!(result, if own.or(other).is_some() { Ok(()) } else { Err(Refusal::NoTile) });
        if let (Some(own), Some(other)) = (own, other) {
            let borders = self.naive.borders();
            for pair in self.naive.against() {
                let (one, another) = (self.naive.segments[pair.0].0, self.naive.segments[pair.1].0);
                if ordered(one, another) != ordered(own, other) {
                    continue;
                }
                let meets = borders.contains(&pair) && !self.naive.cuts.contains(&pair);
                match (closes, self.naive.links.contains(&pair) || meets) {
                    (true, true) => _ = self.naive.links.remove(&pair) || self.naive.cuts.insert(pair),
                    (false, false) => _ = self.naive.cuts.remove(&pair) || self.naive.links.insert(pair),
                    (true, false) | (false, true) => {}
                }
            }
        } else if let Some(tile) = own.or(other) {
            let side = if own.is_some() { side } else { (side + 2) % 4 };
            let start = self.naive.tiles[tile].first;
            for segment in start..start + self.naive.shape_of(tile).segments.len() {
                self.naive.close(segment, Some(side), closes);
            }
        }
        let after = self.naive.features();
        let was_open = |segment: &usize| self.features.open_of(*segment) != 0;
        let now_closed = |segment: &usize| after.open_of(*segment) == 0;
        let expected: BTreeSet<usize> = (0..self.naive.segments.len())
            .filter(|segment| closes && was_open(segment) && now_closed(segment))
            .map(|segment| after.lowest[segment])
            .collect();
        let lowest = |handle: &SegmentId| after.lowest[usize::from(handle.0)];
        assert_eq!(self.delta.closed.iter().map(lowest).collect::<BTreeSet<usize>>(), expected);
        self.compare(random);
    }

    fn occupy(&mut self, segment: usize, more: bool) {
        let known = segment < self.naive.segments.len();
        let result = if more { self.board.occupy(id(segment)) } else { self.board.vacate(id(segment)) };
        if !known {
            assert_eq!(result, Err(Refusal::UnknownSegment));
        } else if more {
            assert_eq!(result, Ok(()));
            self.naive.occupants[segment] += 1;
        } else if self.naive.occupants[segment] == 0 {
            assert_eq!(result, Err(Refusal::NotOccupied));
        } else {
            assert_eq!(result, Ok(()));
            self.naive.occupants[segment] -= 1;
        }
    }

    /// The handles are roots of the given features, in the given order.
    fn assert_handles(&self, handles: &[SegmentId], expected: &[usize], after: &Features) {
        let found: Vec<usize> = handles.iter().map(|handle| after.lowest[usize::from(handle.0)]).collect();
        assert_eq!(found, expected);
        for handle in handles {
            assert_eq!(self.board.find(*handle), *handle);
        }
    }

    /// The joined facts name exactly the old features that are one now.
    fn assert_joined(&self, after: &Features, first_new: usize) {
        let mut named: Vec<(usize, usize)> = vec![];
        for joined in &self.delta.joined {
            let (feature, absorbed) = (usize::from(joined.feature.0), usize::from(joined.absorbed.0));
            assert_eq!(self.board.find(joined.absorbed), joined.feature);
            for handle in [feature, absorbed] {
                named.push((after.lowest[feature], self.features.lowest[handle]));
            }
        }
        named.sort_unstable();
        let (entries, doubled) = (self.delta.joined.len(), named.len());
        named.dedup();
        let mut old: Vec<(usize, usize)> =
            (0..first_new).map(|segment| (after.lowest[segment], self.features.lowest[segment])).collect();
        old.sort_unstable();
        old.dedup();
        let merged = |pair: &(usize, usize)| old.iter().filter(|other| other.0 == pair.0).count() > 1;
        let expected: Vec<(usize, usize)> = old.iter().copied().filter(merged).collect();
        assert_eq!(named, expected);
        assert_eq!(doubled, entries * 2);
        let targets: BTreeSet<usize> = expected.iter().map(|pair| pair.0).collect();
        assert_eq!(entries, expected.len() - targets.len());
    }

    /// Compares all that can be asked.
    pub fn compare(&self, random: &mut Random) {
        let (board, naive) = (&self.board, &self.naive);
        let features = naive.features();
        assert_eq!(board.tiles().len(), naive.tiles.len());
        assert_eq!(board.segment_count(), naive.segments.len());
        assert_eq!(
            board.all_segments().count(),
            (0..naive.segments.len()).filter(|one| naive.is_there(*one)).count()
        );
        for segment in (0..naive.segments.len()).filter(|one| naive.is_there(*one)) {
            let lowest = features.lowest[segment];
            assert_eq!(board.find(id(segment)), board.find(id(lowest)));
            assert_eq!(u32::from(board.own_occupants(id(segment))), naive.occupants[segment]);
            assert_eq!(usize::from(board.open_ends(id(segment))), naive.ends_inside(segment));
            if lowest == segment {
                self.compare_feature(&features, segment);
            }
        }
        assert_eq!(board.links().count(), naive.links.len() + naive.end_links.len());
        assert_eq!(board.cuts().len(), naive.cuts.len());
        for (number, distinct) in self.distinct.iter().enumerate() {
            if random.chance(30) {
                self.compare_placements(number, Rotations::All, &[0, 1, 2, 3]);
                self.compare_placements(number, Rotations::Distinct, distinct);
            }
        }
        for x in -4..5 {
            for around in [Neighbourhood::Four, Neighbourhood::Eight] {
                let cell = Cell::new(x, x / 2);
                let cells = Naive::around(cell, around);
                let present = cells.iter().filter(|cell| naive.cells.contains_key(cell));
                assert_eq!(usize::from(board.neighbours(cell, around)), present.count());
            }
        }
        self.compare_halves();
        if let Some(bounds) = board.bounds() {
            let xs = || naive.cells.keys().map(|cell| cell.0);
            let ys = || naive.cells.keys().map(|cell| cell.1);
            assert_eq!(Some(bounds.least.x), xs().min());
            assert_eq!(Some(bounds.greatest.x), xs().max());
            assert_eq!(Some(bounds.least.y), ys().min());
            assert_eq!(Some(bounds.greatest.y), ys().max());
        }
    }

    /// Which of two half tiles has a side or a corner of its cell, and where the other one lies.
    fn compare_halves(&self) {
        let (board, naive) = (&self.board, &self.naive);
        let number = |tile: rota_board::TileId| usize::from(tile.0);
        for (cell, tiles) in &naive.cells {
            let cell = Cell::new(cell.0, cell.1);
            assert_eq!(board.tiles_in(cell).map(number).collect::<Vec<usize>>(), *tiles);
            let sides = [0, 1, 2, 3].map(|side| naive.at_side(cell, side));
            for (side, tile) in (0..).zip(sides) {
                assert_eq!(board.tile_facing(cell, side).map(number), tile);
                let before = sides[(usize::from(side) + 3) % 4];
                let at_corner = board.tiles_at_corner(cell, side).into_iter().flatten().map(number);
                let expected: BTreeSet<usize> = match (before, tile) {
                    (Some(one), Some(other)) => [one, other].into(),
                    (None, _) | (_, None) => [].into(),
                };
                assert_eq!(at_corner.collect::<BTreeSet<usize>>(), expected);
            }
            for (one, other) in tiles.iter().zip(tiles.iter().rev()) {
                let expected = Some(*other).filter(|other| other != one);
                assert_eq!(board.other_half(rota_board::TileId(*one as u16)).map(number), expected);
            }
        }
        let halved = naive.cells.values().filter(|tiles| naive.shape_of(tiles[0]).is_half());
        let (all, open) = board.halved_cells();
        assert_eq!(all, halved.clone().count());
        assert_eq!(open, halved.filter(|tiles| tiles.len() == 1).count());
    }

    fn compare_feature(&self, features: &Features, lowest: usize) {
        let (board, naive, handle) = (&self.board, &self.naive, id(lowest));
        let members = features.members(lowest);
        let mut found: Vec<usize> = board.segments(handle).map(|one| one.0.into()).collect();
        found.sort_unstable();
        assert_eq!(found, members);
        assert_eq!(usize::from(board.size(handle)), members.len());
        assert_eq!(board.open(handle), features.open[lowest]);
        let cells: BTreeSet<(i16, i16)> = members.iter().map(|one| naive.cell_of(*one)).collect();
        assert_eq!(usize::from(board.tiles_of(handle)), cells.len());
        let occupants: u32 = members.iter().map(|one| naive.occupants[*one]).sum();
        assert_eq!(board.occupants(handle), occupants);
        let attrs = (0..).map_while(|attr| board.attr(handle, attr));
        for (attr, value) in attrs.enumerate() {
            assert_eq!(value, naive.attr(&members, attr));
        }
        for kind in 0..self.catalog.features().len() {
            let mut expected = BTreeSet::new();
            for member in &members {
                let (tile, place) = naive.segments[*member];
                let shape = naive.shape_of(tile);
                for other in 0..shape.segments.len() {
                    let feature = features.lowest[naive.tiles[tile].first + other];
                    let adjoins = shape.segments[place].touches >> other & 1 == 1;
                    if adjoins && naive.kind(feature) == kind && feature != lowest {
                        expected.insert(board.find(id(feature)));
                    }
                }
            }
            let mut found = vec![];
            board.touching(self.catalog, handle, FeatureKindId(kind as u8), &mut found);
            assert_eq!(found.len(), expected.len());
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    fn compare_placements(&self, shape: usize, rotations: Rotations, turns: &[u8]) {
        let number = ShapeId(shape as u16);
        let offered: Vec<Placement> = self.board.placements(self.catalog, number, rotations).collect();
        let expected = self.naive.placements(shape, turns, 0);
        assert_eq!(offered.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(offered.len(), expected.len());
        let count = self.board.count_placements(self.catalog, number, rotations);
        assert_eq!(count, offered.len());
        for (place, placement) in offered.iter().map(Some).chain([None]).enumerate() {
            let nth = self.board.nth_placement(self.catalog, number, rotations, place);
            assert_eq!(nth.as_ref(), placement);
        }
    }
}
