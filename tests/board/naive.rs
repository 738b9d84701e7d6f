//! The board again, without any increments: everything is found anew from where the tiles lie.

use std::collections::{BTreeMap, BTreeSet};

use rota_board::{
    Catalog, Cell, FeatureAttr, Merge, Neighbourhood, Placement, Refusal, SegmentShape, TileShape,
};

/// A port's point on a plane where a cell measures four by four.
type Point = (i32, i32);

#[derive(Clone)]
pub struct Laid {
    pub shape: usize,
    pub cell: Cell,
    pub rotation: u8,
    pub first: usize,
}

#[derive(Clone)]
pub struct Naive<'catalog> {
    pub catalog: &'catalog Catalog,
    pub tiles: Vec<Laid>,
    /// What lies in a cell: a tile, or one half tile or two.
    pub cells: BTreeMap<(i16, i16), Vec<usize>>,
    /// For each segment its tile and its place in the shape.
    pub segments: Vec<(usize, usize)>,
    pub occupants: Vec<u32>,
    /// The kinds of edges that may meet though they differ.
    pub meetings: BTreeSet<(u8, u8)>,
    /// Segments that ended by rule, each with the cell beyond; for a site its own cell.
    pub ended: BTreeSet<(usize, (i16, i16))>,
    pub links: BTreeSet<(usize, usize)>,
    /// Links that use up an end of either segment; the same two may have several.
    pub end_links: Vec<(usize, usize)>,
    /// Segments whose open ends inside a rule has ended.
    pub ended_inside: BTreeSet<usize>,
    pub cuts: BTreeSet<(usize, usize)>,
}

/// The features of a moment: for each segment the lowest segment of its feature, and the sum of
/// what each one adds to the open ports.
#[derive(Clone, Default)]
pub struct Features {
    pub lowest: Vec<usize>,
    pub open: Vec<u32>,
}

/// The point of a port on the unturned tile, by walking round the tile.
fn port_point(port: usize) -> Point {
    // A long side goes from the north-western corner to the south-eastern one.
    if port > 15 {
        return [(1, 1), (2, 2), (3, 3)][port - 16];
    }
    // What lies over a side is taken to lie on its middle.
    let (side, along) = if port < 12 { (port / 3, [1, 2, 3][port % 3]) } else { (port - 12, 2) };
    match side {
        0 => (along, 0),
        1 => (4, along),
        2 => (4 - along, 4),
        _ => (0, 4 - along),
    }
}

fn turned((x, y): Point, rotation: u8) -> Point {
    (0..rotation).fold((x, y), |(x, y), _| (4 - y, x))
}

fn points(ports: u32, rotation: u8) -> BTreeSet<Point> {
    (0..19).filter(|port| ports >> port & 1 == 1).map(|port| turned(port_point(port), rotation)).collect()
}

/// The middle of each side of a tile, and the step to the cell beyond; the other half lies in the same cell.
const SIDES: [(Point, (i16, i16)); 5] =
    [((2, 0), (0, -1)), ((4, 2), (1, 0)), ((2, 4), (0, 1)), ((0, 2), (-1, 0)), ((2, 2), (0, 0))];

/// The edge with a point in its middle, if the shape has one there.
fn edge_at(shape: &TileShape, rotation: u8, middle: Point) -> Option<u8> {
    let unturned = turned(middle, (4 - rotation) % 4);
    match SIDES.iter().position(|(own, _)| *own == unturned) {
        Some(4) => shape.diagonal,
        Some(side) => Some(shape.edges[side]).filter(|_| shape.diagonal.is_none() || side > 1),
        None => None,
    }
    .map(|edge| edge.0)
}

/// The edges by the point in their middle. A half tile has none at two sides of its cell.
fn edge_points(shape: &TileShape, rotation: u8) -> BTreeMap<Point, u8> {
    let all = SIDES.into_iter().filter_map(|(middle, _)| Some((middle, edge_at(shape, rotation, middle)?)));
    all.collect()
}

/// The middle of the side on which a point lies.
fn middle_of(point: Point) -> Point {
    match point {
        (x @ (0 | 4), _) => (x, 2),
        (_, y @ (0 | 4)) => (2, y),
        _ => (2, 2),
    }
}

/// Whether two rotations of a shape are the same but for the numbering of segments.
fn same_rotations(shape: &TileShape, one: u8, other: u8) -> bool {
    if edge_points(shape, one) != edge_points(shape, other) {
        return false;
    }
    let count = shape.segments.len();
    let portless: Vec<usize> = (0..count).filter(|place| shape.segments[*place].ports == 0).collect();
    let mut image = vec![0; count];
    for (place, segment) in shape.segments.iter().enumerate() {
        let mut others = 0..count;
        let here = points(segment.ports, one);
        let alike = |to: &SegmentShape| to.feature == segment.feature && points(to.ports, other) == here;
        match others.find(|to| alike(&shape.segments[*to])) {
            Some(to) => image[place] = to,
            None => return false,
        }
    }
    let mut orders = vec![vec![]];
    for _ in &portless {
        let longer = orders.iter().flat_map(|order: &Vec<usize>| {
            let rest = portless.iter().filter(|place| !order.contains(place));
            rest.map(|place| [order.as_slice(), &[*place]].concat())
        });
        orders = longer.collect();
    }
    orders.iter().any(|order| {
        for (from, to) in portless.iter().zip(order) {
            image[*from] = *to;
        }
        (0..count).all(|place| {
            let (from, to) = (&shape.segments[place], &shape.segments[image[place]]);
            let touches = (0..count)
                .filter(|other| from.touches >> other & 1 == 1)
                .fold(0_u16, |mask, other| mask | 1 << image[other]);
            from.feature == to.feature
                && from.attrs == to.attrs
                && from.ends == to.ends
                && touches == to.touches
        })
    })
}

/// The rotations of a shape that are not the same as a smaller one.
pub fn distinct_rotations(shape: &TileShape) -> Vec<u8> {
    (0..4).filter(|rotation| !(0..*rotation).any(|less| same_rotations(shape, less, *rotation))).collect()
}

pub fn ordered(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

impl<'catalog> Naive<'catalog> {
    pub fn new(catalog: &'catalog Catalog, meetings: &BTreeSet<(u8, u8)>) -> Self {
        Self {
            catalog,
            tiles: vec![],
            cells: BTreeMap::new(),
            segments: vec![],
            occupants: vec![],
            meetings: meetings.clone(),
            ended: BTreeSet::new(),
            links: BTreeSet::new(),
            end_links: vec![],
            ended_inside: BTreeSet::new(),
            cuts: BTreeSet::new(),
        }
    }

    pub fn shape_of(&self, tile: usize) -> &TileShape {
        &self.catalog.shapes()[self.tiles[tile].shape]
    }

    /// The kind of a segment; a number of none for the room that a tile leaves for one more.
    pub fn kind(&self, segment: usize) -> usize {
        let (tile, place) = self.segments[segment];
        self.shape_of(tile).segments.get(place).map_or(usize::MAX, |segment| usize::from(segment.feature.0))
    }

    /// Whether a number is that of a segment, and not of room for one.
    pub fn is_there(&self, segment: usize) -> bool {
        self.kind(segment) != usize::MAX
    }

    pub fn site(&self, segment: usize) -> Option<Neighbourhood> {
        self.catalog.features().get(self.kind(segment))?.site
    }

    pub fn ports(&self, segment: usize) -> u32 {
        let (tile, place) = self.segments[segment];
        self.shape_of(tile).segments.get(place).map_or(0, |segment| segment.ports)
    }

    /// The open ends of a segment inside its tile.
    pub fn ends_inside(&self, segment: usize) -> usize {
        let (tile, place) = self.segments[segment];
        let used = self.end_links.iter().filter(|(one, other)| *one == segment || *other == segment).count();
        let all = self.shape_of(tile).segments.get(place).map_or(0, |segment| usize::from(segment.ends));
        if self.ended_inside.contains(&segment) { 0 } else { all - used }
    }

    /// The cells around a cell in reading order.
    pub fn around(cell: Cell, neighbourhood: Neighbourhood) -> Vec<(i16, i16)> {
        let mut cells = vec![];
        for y in -1..=1_i16 {
            for x in -1..=1_i16 {
                let near = x.abs() + y.abs();
                if near == 1 || (near == 2 && neighbourhood == Neighbourhood::Eight) {
                    cells.push((cell.x + x, cell.y + y));
                }
            }
        }
        cells
    }

    pub fn check(&self, shape: usize, cell: Cell, rotation: u8, most: u8) -> Result<u8, Refusal> {
        let mut misfits = 0;
        if cell.x.abs() > 2000 || cell.y.abs() > 2000 {
            return Err(Refusal::OutOfRange);
        }
        // Two halves fill a cell where each has the corner that the other one has not.
        match self.cells.get(&(cell.x, cell.y)).map(Vec::as_slice) {
            None => {}
            Some([other])
                if self.catalog.shapes()[shape].diagonal.is_some()
                    && self.shape_of(*other).diagonal.is_some()
                    && (self.tiles[*other].rotation + 2) % 4 == rotation => {}
            Some(_) => return Err(Refusal::Occupied),
        }
        for (middle, own) in edge_points(&self.catalog.shapes()[shape], rotation) {
            let Some((_, theirs)) = self.facing(cell, middle, None) else { continue };
            if own != theirs && own.min(theirs) == 0 {
                return Err(Refusal::Mismatch);
            }
            let meet = self.meetings.contains(&(own.min(theirs), own.max(theirs)));
            misfits += u8::from(!self.continues(own, theirs) && !meet);
        }
        if misfits > most { Err(Refusal::Mismatch) } else { Ok(misfits) }
    }

    /// Whether all that one kind of edge shows goes on in another.
    fn continues(&self, own: u8, theirs: u8) -> bool {
        let [own_kind, their_kind] = [own, theirs].map(|edge| self.catalog.edges()[usize::from(edge)]);
        match own_kind.halves {
            Some([left, right]) if left != right => {
                (their_kind.middle, their_kind.halves) == (own_kind.middle, Some([right, left]))
            }
            _ => own == theirs,
        }
    }

    /// What lies against a side in a cell, given by its middle, but for one tile: another tile, and the edge it shows.
    pub fn facing(&self, cell: Cell, middle: Point, but_for: Option<usize>) -> Option<(usize, u8)> {
        let (_, (east, south)) = SIDES.into_iter().find(|(own, _)| *own == middle)?;
        let across = (middle.0 - 4 * i32::from(east), middle.1 - 4 * i32::from(south));
        let there = self.cells.get(&(cell.x + east, cell.y + south))?;
        let shown = |tile: usize| edge_at(self.shape_of(tile), self.tiles[tile].rotation, across);
        let mut others = there.iter().filter(|tile| but_for != Some(**tile));
        others.find_map(|tile| Some((*tile, shown(*tile)?)))
    }

    /// The same for a side of the cell by its number, or the long side of a half tile.
    pub fn beyond(&self, cell: Cell, side: u8, but_for: Option<usize>) -> Option<usize> {
        let (middle, _) = SIDES[usize::from(side)];
        self.facing(cell, middle, but_for).map(|(tile, _)| tile)
    }

    /// The tile in a cell that has a side of it.
    pub fn at_side(&self, cell: Cell, side: u8) -> Option<usize> {
        let (middle, _) = SIDES[usize::from(side)];
        let mut there = self.cells.get(&(cell.x, cell.y))?.iter().copied();
        there.find(|tile| edge_at(self.shape_of(*tile), self.tiles[*tile].rotation, middle).is_some())
    }

    /// How many sides do not fit where the shape may follow: beside a tile, and blank against none.
    pub fn misfits(&self, shape: usize, cell: Cell, rotation: u8) -> Option<u8> {
        let mut beside = 0;
        for (middle, edge) in edge_points(&self.catalog.shapes()[shape], rotation) {
            if self.facing(cell, middle, None).is_some() {
                beside += 1;
                if edge == 0 {
                    return None;
                }
            }
        }
        self.check(shape, cell, rotation, 5).ok().filter(|_| beside > 0)
    }

    pub fn place(&mut self, shape: usize, cell: Cell, rotation: u8) {
        let tile = self.tiles.len();
        self.tiles.push(Laid { shape, cell, rotation, first: self.segments.len() });
        self.cells.entry((cell.x, cell.y)).or_default().push(tile);
        // Where segments may be added there is room for one behind those of the tile.
        let room = usize::from(self.catalog.shapes().len() > self.catalog.given_shapes().len());
        let segments = self.shape_of(tile).segments.len();
        let room = if segments == 0 { 0 } else { room };
        for place in 0..segments + room {
            self.segments.push((tile, place));
            self.occupants.push(0);
        }
    }

    /// What a shape becomes when a kind crosses it between two sides of the unturned tile that face each other.
    pub fn crossed(&self, shape: usize, kind: u8, axis: usize) -> Option<usize> {
        let given = self.catalog.given_shapes().get(shape).filter(|shape| shape.diagonal.is_none())?;
        let mut expected = given.clone();
        let mut ports = 0;
        for side in [axis, axis + 2] {
            let edges = self.catalog.edges();
            let ground = edges[usize::from(given.edges[side].0)];
            let ground = ground.middle.filter(|own| ground.halves.is_none() && own.0 != kind)?;
            let strip = edges.iter().position(|edge| {
                edge.middle.map(|own| own.0) == Some(kind) && edge.halves == Some([ground, ground])
            })?;
            expected.edges[side] = rota_board::EdgeId(strip as u8);
            let middle = 0b010 << (side * 3);
            let owner = expected.segments.iter_mut().find(|segment| segment.ports & middle != 0)?;
            owner.ports = owner.ports ^ middle | 0b101 << (side * 3);
            ports |= middle;
        }
        let feature = rota_board::FeatureKindId(kind);
        let attrs =
            self.catalog.features()[usize::from(kind)].attrs.iter().map(|attr| attr.default).collect();
        expected.segments.push(SegmentShape { feature, ports, attrs, ..SegmentShape::default() });
        self.catalog.shapes().iter().position(|shape| *shape == expected)
    }

    /// The sides of a shape that do not fit against what lies around a cell; none where a blank one is against another.
    pub fn unfit(&self, shape: usize, cell: Cell, rotation: u8) -> Option<Vec<u8>> {
        let mut unfit = vec![];
        let own = edge_points(&self.catalog.shapes()[shape], rotation);
        // The tile may be the one that lies there.
        let there = self.cells.get(&(cell.x, cell.y)).into_iter().flatten();
        let itself = there.copied().find(|tile| self.tiles[*tile].rotation == rotation);
        for (side, (middle, _)) in (0..).zip(SIDES) {
            let Some(own) = own.get(&middle) else { continue };
            let Some((_, theirs)) = self.facing(cell, middle, itself) else { continue };
            match (*own, theirs) {
                (0, 0) => {}
                (0, _) | (_, 0) => return None,
                (own, theirs)
                    if self.continues(own, theirs)
                        || self.meetings.contains(&(own.min(theirs), own.max(theirs))) => {}
                _ => unfit.push(side),
            }
        }
        Some(unfit)
    }

    /// What the tile in a cell becomes when a kind crosses it, if the sides by that fit.
    pub fn addition(&self, kind: u8, at: Placement) -> Result<(usize, usize), Refusal> {
        let tile = self.cells.get(&(at.cell.x, at.cell.y)).ok_or(Refusal::NoTile)?[0];
        let laid = &self.tiles[tile];
        let axis = usize::from((at.rotation + laid.rotation) % 2);
        let crossed = self.crossed(laid.shape, kind, axis).ok_or(Refusal::NotCrossable)?;
        let unfit = self.unfit(crossed, at.cell, laid.rotation);
        let touched = unfit.is_none_or(|unfit| unfit.iter().any(|side| side % 2 == at.rotation % 2));
        if touched || !self.goes_on(kind, at) { Err(Refusal::Mismatch) } else { Ok((tile, crossed)) }
    }

    /// Whether a segment across a cell has its like or an empty cell at both its ends.
    pub fn goes_on(&self, kind: u8, at: Placement) -> bool {
        [at.rotation % 2, at.rotation % 2 + 2].into_iter().all(|side| {
            self.beyond(at.cell, side, None).is_none_or(|beyond| {
                let laid = &self.tiles[beyond];
                let edge =
                    self.catalog.shapes()[laid.shape].edges[usize::from((side + 2 + 4 - laid.rotation) % 4)];
                self.catalog.edges()[usize::from(edge.0)].middle.map(|own| own.0) == Some(kind)
            })
        })
    }

    /// The empty cells beside a tile where the shape may follow, for some rotations.
    pub fn placements(&self, shape: usize, rotations: &[u8], most: u8) -> BTreeSet<Placement> {
        let mut found = BTreeSet::new();
        for tile in &self.tiles {
            let own = [(tile.cell.x, tile.cell.y)];
            for (x, y) in Self::around(tile.cell, Neighbourhood::Four).into_iter().chain(own) {
                let cell = Cell::new(x, y);
                for rotation in rotations {
                    let rotation = *rotation;
                    if self.misfits(shape, cell, rotation).is_some_and(|misfits| misfits <= most) {
                        found.insert(Placement { cell, rotation });
                    }
                }
            }
        }
        found
    }

    /// For each segment the points where it has a port, and the cell beyond.
    fn ends(&self) -> Vec<(usize, Point, (i16, i16))> {
        let mut ends = Vec::with_capacity(self.tiles.len() * 12);
        for segment in 0..self.segments.len() {
            let laid = &self.tiles[self.segments[segment].0];
            let ports = self.ports(segment);
            for port in (0..19).filter(|port| ports >> port & 1 == 1) {
                let (x, y) = turned(port_point(port), laid.rotation);
                let beyond = match (x, y) {
                    (_, 0) => (laid.cell.x, laid.cell.y - 1),
                    (4, _) => (laid.cell.x + 1, laid.cell.y),
                    (_, 4) => (laid.cell.x, laid.cell.y + 1),
                    (0, _) => (laid.cell.x - 1, laid.cell.y),
                    _ => (laid.cell.x, laid.cell.y),
                };
                ends.push((segment, (x, y), beyond));
            }
        }
        ends
    }

    /// Whether nothing lies against the end of a segment.
    fn is_open(&self, (segment, point, _): &(usize, Point, (i16, i16))) -> bool {
        let (tile, _) = self.segments[*segment];
        self.facing(self.tiles[tile].cell, middle_of(*point), Some(tile)).is_none()
    }

    /// All borders where two segments of a kind meet and neither has ended, cut or not.
    pub fn borders(&self) -> BTreeSet<(usize, usize)> {
        let goes_on = |one, other| {
            let beyond = |segment: usize| self.cell_of(segment);
            !self.ended.contains(&(one, beyond(other))) && !self.ended.contains(&(other, beyond(one)))
        };
        self.against().into_iter().filter(|(one, other)| goes_on(*one, *other)).collect()
    }

    pub fn cell_of(&self, segment: usize) -> (i16, i16) {
        let cell = self.tiles[self.segments[segment].0].cell;
        (cell.x, cell.y)
    }

    /// All pairs of a kind that lie against each other, joined or not.
    pub fn against(&self) -> BTreeSet<(usize, usize)> {
        let mut shown: Vec<(Point, usize)> = Vec::with_capacity(self.tiles.len() * 12);
        for (segment, (x, y), _) in self.ends() {
            let (tile, _) = self.segments[segment];
            let laid = &self.tiles[tile];
            let (left, top) = (i32::from(laid.cell.x) * 4, i32::from(laid.cell.y) * 4);
            let middle = middle_of((x, y));
            let Some(edge) = edge_at(self.shape_of(tile), laid.rotation, middle) else { continue };
            // On a whole side the one segment lies at all three points.
            let whole = self.catalog.edges()[usize::from(edge)].halves.is_none();
            let here = if x % 4 == 0 { y } else { x };
            let along = if whole { 1..=3 } else { here..=here };
            for step in along {
                let (x, y) = match middle {
                    (2, 2) => (step, if laid.rotation.is_multiple_of(2) { step } else { 4 - step }),
                    (2, y) => (step, y),
                    (x, _) => (x, step),
                };
                shown.push(((left + x, top + y), segment));
            }
        }
        shown.sort_unstable();
        let mut borders = BTreeSet::new();
        for (place, (here, one)) in shown.iter().enumerate() {
            for (_, other) in shown[place + 1..].iter().take_while(|(there, _)| here == there) {
                if self.kind(*one) == self.kind(*other) && self.segments[*one].0 != self.segments[*other].0 {
                    borders.insert(ordered(*one, *other));
                }
            }
        }
        borders
    }

    /// Ends a segment wherever it is open, or takes that back where it still can be.
    pub fn close(&mut self, segment: usize, at: Option<u8>, ends: bool) {
        let cell = self.tiles[self.segments[segment].0].cell;
        let beyond: Vec<(i16, i16)> = match self.site(segment) {
            Some(_) => at.is_none().then_some((cell.x, cell.y)).into_iter().collect(),
            None => {
                let own = self.ends().into_iter().filter(|(other, _, _)| *other == segment);
                own.filter(|end| self.is_open(end)).map(|(_, _, beyond)| beyond).collect()
            }
        };
        let meant = |beyond: &(i16, i16)| {
            at.is_none_or(|side| {
                let (_, (east, south)) = SIDES[usize::from(side)];
                *beyond == (cell.x + east, cell.y + south)
            })
        };
        if at.is_none() {
            let is_open = self.ends_inside(segment) > 0;
            match ends {
                true if is_open => _ = self.ended_inside.insert(segment),
                true => {}
                false => _ = self.ended_inside.remove(&segment),
            }
        }
        for cell in beyond.into_iter().filter(meant) {
            if ends {
                self.ended.insert((segment, cell));
            } else {
                self.ended.remove(&(segment, cell));
            }
        }
    }

    pub fn features(&self) -> Features {
        let count = self.segments.len();
        let mut unmatched = vec![0_i32; count];
        let mut joints: Vec<Vec<usize>> = vec![vec![]; count];
        for end in self.ends() {
            let (segment, _, beyond) = end;
            let open = self.is_open(&end) && !self.ended.contains(&(segment, beyond));
            unmatched[segment] += i32::from(open);
        }
        for (one, other) in self.borders() {
            if !self.cuts.contains(&(one, other)) {
                joints[one].push(other);
                joints[other].push(one);
            }
        }
        for (one, other) in self.links.iter().chain(&self.end_links) {
            joints[*one].push(*other);
            joints[*other].push(*one);
        }
        for (segment, unmatched) in unmatched.iter_mut().enumerate() {
            if let Some(neighbourhood) = self.site(segment) {
                let cell = self.tiles[self.segments[segment].0].cell;
                let around = Self::around(cell, neighbourhood);
                let empty = around.iter().filter(|cell| !self.cells.contains_key(*cell));
                let waits = !self.ended.contains(&(segment, (cell.x, cell.y)));
                *unmatched = if waits { empty.count() as i32 } else { 0 };
            }
            *unmatched += self.ends_inside(segment) as i32;
        }
        let mut lowest = vec![usize::MAX; count];
        let mut open = vec![0; count];
        for start in 0..count {
            if lowest[start] != usize::MAX {
                continue;
            }
            let mut stack = vec![start];
            lowest[start] = start;
            while let Some(segment) = stack.pop() {
                open[start] += unmatched[segment] as u32;
                for other in &joints[segment] {
                    if lowest[*other] == usize::MAX {
                        lowest[*other] = start;
                        stack.push(*other);
                    }
                }
            }
        }
        Features { lowest, open }
    }

    pub fn attr(&self, members: &[usize], attr: usize) -> i32 {
        let values: Vec<i32> = members
            .iter()
            .map(|segment| {
                let (tile, place) = self.segments[*segment];
                self.shape_of(tile).segments[place].attrs[attr]
            })
            .collect();
        let FeatureAttr { merge, default } = self.catalog.features()[self.kind(members[0])].attrs[attr];
        match merge {
            Merge::Sum => values.iter().sum(),
            Merge::Any => values.iter().any(|value| *value != 0).into(),
            Merge::All => values.iter().all(|value| *value != 0).into(),
            Merge::Max => values.iter().copied().max().unwrap_or_default(),
            Merge::Agree if values.iter().all(|value| *value == values[0]) => values[0],
            Merge::Agree => default,
        }
    }
}

impl Features {
    pub fn members(&self, lowest: usize) -> Vec<usize> {
        (0..self.lowest.len()).filter(|segment| self.lowest[*segment] == lowest).collect()
    }

    /// The open ports of the segment's feature.
    pub fn open_of(&self, segment: usize) -> u32 {
        self.open[self.lowest[segment]]
    }
}
