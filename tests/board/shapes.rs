//! Tile shapes for the board tests: a handful of familiar ones, and random ones.

use rota_board::{
    Catalog, EdgeId, EdgeKind, FeatureAttr, FeatureKind, FeatureKindId, Merge, Neighbourhood, Port,
    SegmentShape, SideThird, TileShape, side,
};

pub const CITY: u8 = 0;
pub const ROAD: u8 = 1;
pub const FIELD: u8 = 2;
pub const CLOISTER: u8 = 3;
pub const WELL: u8 = 4;
pub const DRAWING: u8 = 5;
pub const HEDGE: u8 = 6;

/// The familiar shapes, by their place in the catalog of [`familiar`].
pub const CITY_CAP: u16 = 0;
pub const ROAD_STRAIGHT: u16 = 1;
pub const ROAD_BEND: u16 = 2;
pub const JUNCTION: u16 = 3;
pub const MONASTERY: u16 = 4;
pub const TWO_CAPS: u16 = 5;
pub const CITY_BAND: u16 = 6;
pub const CITY_CORNER: u16 = 7;
pub const PLAZA: u16 = 8;
pub const RIM: u16 = 9;
pub const MEADOW: u16 = 10;
pub const CROSSING: u16 = 11;
pub const CITY_FULL: u16 = 12;
pub const HALF_CITY: u16 = 13;
pub const HALF_CAP: u16 = 14;
pub const HALF_ROAD: u16 = 15;
pub const HALF_ABBEY: u16 = 16;
pub const HALF_BOTH: u16 = 17;

/// Small, fast and the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 16) as usize % bound.max(1)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

pub fn edges() -> Vec<EdgeKind> {
    let (city, road, field) = (FeatureKindId(CITY), FeatureKindId(ROAD), FeatureKindId(FIELD));
    vec![
        EdgeKind::BLANK,
        EdgeKind::whole(field),
        EdgeKind::whole(city),
        EdgeKind::split(road, field),
        EdgeKind { middle: None, halves: Some([field; 2]) },
        EdgeKind { middle: None, halves: Some([field, city]) },
        EdgeKind { middle: None, halves: Some([city, field]) },
    ]
}

/// More kinds than are counted out one by one for what fits where.
pub fn many_edges() -> Vec<EdgeKind> {
    let (city, road) = (FeatureKindId(CITY), FeatureKindId(ROAD));
    let halves = EdgeKind { middle: None, halves: Some([city; 2]) };
    edges().into_iter().chain([EdgeKind::whole(road), EdgeKind::split(road, city), halves]).collect()
}

pub fn features() -> Vec<FeatureKind> {
    let attr = |merge| FeatureAttr { merge, default: 2 };
    let plain = |merges: Vec<Merge>| FeatureKind {
        attrs: merges.into_iter().map(attr).collect(),
        ..FeatureKind::default()
    };
    let site = |around| FeatureKind { site: Some(around), ..FeatureKind::default() };
    vec![
        plain(vec![Merge::Sum, Merge::Any, Merge::Agree]),
        plain(vec![Merge::Max, Merge::All]),
        plain(vec![]),
        site(Neighbourhood::Eight),
        site(Neighbourhood::Four),
        plain(vec![Merge::Agree]),
        FeatureKind { is_layer: true, ..plain(vec![Merge::Sum]) },
    ]
}

pub fn port(name: &str) -> u32 {
    port_at(name).bit()
}

pub fn port_at(name: &str) -> Port {
    let side = name.chars().next().and_then(|letter| "NESW".find(letter));
    let part = match name.chars().nth(1) {
        Some('L') => SideThird::Left,
        Some('R') => SideThird::Right,
        _ => SideThird::Middle,
    };
    match side {
        Some(side) => Port::new(side as u8, part),
        None => Port::of_diagonal(part),
    }
}

fn attrs(kind: u8, value: i32) -> Vec<i32> {
    features()[usize::from(kind)].attrs.iter().map(|_| value).collect()
}

fn shape(edges: &str, segments: &[(u8, &str)]) -> TileShape {
    let mut sides = edges.chars().map(|letter| match letter {
        'F' => EdgeId(1),
        'C' => EdgeId(2),
        'R' => EdgeId(3),
        _ => EdgeId(0),
    });
    // A half tile has three sides: the long one, the southern and the western one.
    let diagonal = if edges.len() == 3 { sides.next() } else { None };
    let absent = if diagonal.is_some() { 2 } else { 0 };
    let mut of_cell = [EdgeId::default(); 4];
    of_cell.iter_mut().skip(absent).for_each(|edge| *edge = sides.next().unwrap_or_default());
    let touching = |place: usize| {
        let joins = |other: usize| {
            let kinds = (segments[place].0, segments[other].0);
            matches!(kinds, (FIELD, CITY) | (CITY, FIELD))
        };
        let others = (0..segments.len()).filter(|other| joins(*other));
        others.fold(0, |mask, other| mask | 1 << other)
    };
    TileShape {
        edges: of_cell,
        diagonal,
        segments: (0..segments.len())
            .map(|place| SegmentShape {
                feature: FeatureKindId(segments[place].0),
                ports: segments[place]
                    .1
                    .split(' ')
                    .filter(|name| !name.is_empty())
                    .fold(0, |mask, name| mask | port(name)),
                touches: touching(place),
                ends: 0,
                attrs: attrs(segments[place].0, 1),
            })
            .collect(),
    }
}

pub fn familiar_shapes() -> Vec<TileShape> {
    vec![
        shape("CFFF", &[(CITY, "N"), (FIELD, "E S W")]),
        shape("RFRF", &[(ROAD, "N S"), (FIELD, "NR E SL"), (FIELD, "NL W SR")]),
        shape("FFRR", &[(ROAD, "S W"), (FIELD, "N E SL WR"), (FIELD, "SR WL")]),
        shape(
            "FRRR",
            &[(ROAD, "E"), (ROAD, "S"), (ROAD, "W"), (FIELD, "N EL WR"), (FIELD, "ER SL"), (FIELD, "SR WL")],
        ),
        shape("FFFF", &[(FIELD, "N E S W"), (CLOISTER, "")]),
        shape("CFCF", &[(CITY, "N"), (CITY, "S"), (FIELD, "E W")]),
        shape("FCFC", &[(CITY, "E W"), (FIELD, "N"), (FIELD, "S")]),
        shape("CCFF", &[(CITY, "N E"), (FIELD, "S W")]),
        shape("FFFF", &[(FIELD, "N E S W"), (WELL, ""), (DRAWING, "")]),
        shape("BFFF", &[(FIELD, "E S W")]),
        shape("FFFF", &[(FIELD, "N E S W")]),
        shape(
            "RRRR",
            &[
                (ROAD, "N"),
                (ROAD, "E"),
                (ROAD, "S"),
                (ROAD, "W"),
                (FIELD, "NR EL"),
                (FIELD, "ER SL"),
                (FIELD, "SR WL"),
                (FIELD, "WR NL"),
            ],
        ),
        shape("CCCC", &[(CITY, "N E S W")]),
        shape("CCC", &[(CITY, "D S W")]),
        shape("FCF", &[(CITY, "S"), (FIELD, "D W")]),
        shape("RFR", &[(ROAD, "D W"), (FIELD, "WR DL"), (FIELD, "WL DR S")]),
        shape("FFF", &[(FIELD, "D S W"), (CLOISTER, "")]),
        shape("CFC", &[(CITY, "D"), (CITY, "W"), (FIELD, "S")]),
    ]
}

pub fn catalog_of(edges: Vec<EdgeKind>, shapes: Vec<TileShape>) -> Catalog {
    match Catalog::new(edges, features(), shapes) {
        Ok(catalog) => catalog,
        Err(error) => unreachable!("{error}"),
    }
}

pub fn familiar() -> Catalog {
    catalog_of(edges(), familiar_shapes())
}

/// A shape with random edges and ports dealt to random segments; often more or less symmetric.
pub fn random_shape(random: &mut Random, kinds: &[EdgeKind]) -> TileShape {
    let mut pick = || {
        let weighted = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 5, 6, 7, 8, 9];
        let known = if kinds.len() > 7 { 15 } else { 12 };
        let blank_or_not = usize::from(!random.chance(15));
        EdgeId(weighted[blank_or_not + random.below(known - blank_or_not)])
    };
    let drawn = [pick(), pick(), pick(), pick()];
    let pattern = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 3], [0, 0, 1, 1]][random.below(4)];
    let mut edges = pattern.map(|place: usize| drawn[place]);
    let style = random.below(4);
    // A half tile has no northern and no eastern side, and a long one instead.
    let diagonal = random.chance(40).then(|| std::mem::take(&mut edges[1]));
    if diagonal.is_some() {
        edges[0] = EdgeId::default();
    }
    let long = diagonal.map(|edge| (edge, side::DIAGONAL));
    let mut segments: Vec<SegmentShape> = Vec::new();
    for (edge, side) in edges.iter().copied().zip(0..).chain(long) {
        for part in [SideThird::Left, SideThird::Middle, SideThird::Right] {
            let Some(kind) = kinds[usize::from(edge.0)].at(part) else {
                continue;
            };
            let same: Vec<usize> =
                (0..segments.len()).filter(|place| segments[*place].feature == kind).collect();
            let join = match style {
                0 => true,
                1 => false,
                _ => random.chance(60),
            };
            let at = if side == side::DIAGONAL { Port::of_diagonal(part) } else { Port::new(side, part) };
            let bit = at.bit();
            if join && !same.is_empty() {
                segments[same[random.below(same.len())]].ports |= bit;
            } else {
                segments.push(SegmentShape { feature: kind, ports: bit, ..SegmentShape::default() });
            }
        }
    }
    let most = if diagonal.is_some() { 8 } else { 16 };
    if segments.len() > most - 3 {
        return random_shape(random, kinds);
    }
    let hedges = [random.chance(40), random.chance(20), random.chance(20), random.chance(20)];
    let first = if diagonal.is_some() { 2 } else { 0 };
    for (side, _) in (0..).zip(pattern).skip(first).filter(|(_, place)| style < 3 && hedges[*place]) {
        let (feature, ports) = (FeatureKindId(HEDGE), Port::over(side).bit());
        // Three more may follow.
        let is_full = segments.len() >= most - 3;
        match segments.iter_mut().find(|segment| segment.feature == feature) {
            Some(hedge) if style == 0 || random.chance(50) => hedge.ports |= ports,
            _ if is_full => {}
            _ => segments.push(SegmentShape { feature, ports, ..SegmentShape::default() }),
        }
    }
    let portless = [CLOISTER, WELL, DRAWING, FIELD, CITY, DRAWING];
    for _ in 0..[0, 0, 1, 2, 3][random.below(5)] {
        segments.push(SegmentShape {
            feature: FeatureKindId(portless[random.below(6)]),
            ..SegmentShape::default()
        });
    }
    let count = segments.len();
    for (place, segment) in segments.iter_mut().enumerate() {
        let value = if style < 2 { 1 } else { random.below(3) as i32 - 1 };
        segment.attrs = attrs(segment.feature.0, value);
        let may_end = !matches!(segment.feature.0, CLOISTER | WELL);
        segment.ends = if style > 0 && may_end && random.chance(20) { 1 + random.below(2) as u8 } else { 0 };
        segment.touches = match style {
            0 => ((1_u32 << count) - 1) as u16 & !(1 << place),
            1 => 0,
            _ => random.below(1 << count) as u16 & !(1 << place),
        };
    }
    // The numbering of segments should not matter, so it is shuffled; touches are random anyway.
    if style >= 2 {
        for place in 1..count {
            segments.swap(place, random.below(place + 1));
        }
    }
    TileShape { edges, diagonal, segments }
}
