//! Plays random placements with a base-like tile set and prints how long they take.
#![expect(clippy::print_stdout, reason = "printing is what this example is for")]
#![expect(clippy::expect_used, reason = "an example may stop when its own data is wrong")]

use std::hint::black_box;
use std::time::Instant;

use rota_board::{
    Board, Catalog, Cell, EdgeId, EdgeKind, Facts, FeatureKind, FeatureKindId, Merge, Part, Placement, Port,
    Rotations, SegmentShape, ShapeId, Surroundings, TileShape,
};

const CITY: u8 = 0;
const ROAD: u8 = 1;
const FIELD: u8 = 2;
const CLOISTER: u8 = 3;

const GAMES: usize = 400;
const ROUNDS: usize = 50;
const TIMES: usize = 4000;

/// A shape from a line such as `"CRFR"` and its segments: a kind and its ports as `"N"`, `"NL"`.
fn shape(edges: &str, segments: &[(u8, &str)]) -> TileShape {
    let edge = |letter| match letter {
        'F' => EdgeId(1),
        'C' => EdgeId(2),
        _ => EdgeId(3),
    };
    let mut sides = edges.chars().map(edge);
    let edges = [(); 4].map(|()| sides.next().unwrap_or_default());
    let count = segments.len();
    let segments = segments.iter().map(|(kind, ports)| SegmentShape {
        feature: FeatureKindId(*kind),
        ports: ports.split_whitespace().map(port).fold(0, |all, bit| all | bit),
        // Fields touch the cities of their tile.
        touches: if *kind == FIELD {
            (0..count).filter(|other| segments[*other].0 == CITY).fold(0, |all, other| all | 1 << other)
        } else {
            0
        },
        attrs: if *kind == CITY { vec![1] } else { Vec::new() },
    });
    TileShape { edges, segments: segments.collect() }
}

fn port(name: &str) -> u16 {
    let side = name.chars().next().and_then(|letter| "NESW".find(letter));
    let part = match name.chars().nth(1) {
        Some('L') => Part::Left,
        Some('R') => Part::Right,
        _ => Part::Middle,
    };
    Port::new(side.unwrap_or_default() as u8, part).bit()
}

fn catalog() -> Catalog {
    let (city, road, field) = (FeatureKindId(CITY), FeatureKindId(ROAD), FeatureKindId(FIELD));
    let edges =
        vec![EdgeKind::BLANK, EdgeKind::whole(field), EdgeKind::whole(city), EdgeKind::split(road, field)];
    let mut features = vec![FeatureKind::default(); 4];
    features[usize::from(CITY)].attrs = vec![Merge::Sum];
    features[usize::from(CLOISTER)].site = Some(Surroundings::Eight);
    let shapes = vec![
        shape("FFFF", &[(FIELD, "N E S W"), (CLOISTER, "")]),
        shape("FFRF", &[(FIELD, "N E W SL SR"), (CLOISTER, ""), (ROAD, "S")]),
        shape("CCCC", &[(CITY, "N E S W")]),
        shape("CFFF", &[(CITY, "N"), (FIELD, "E S W")]),
        shape("CRFR", &[(CITY, "N"), (ROAD, "E W"), (FIELD, "EL WR"), (FIELD, "ER S WL")]),
        shape("CFCF", &[(CITY, "N"), (CITY, "S"), (FIELD, "E W")]),
        shape("FCFC", &[(CITY, "E W"), (FIELD, "N"), (FIELD, "S")]),
        shape("CCFF", &[(CITY, "N E"), (FIELD, "S W")]),
        shape("RFRF", &[(ROAD, "N S"), (FIELD, "NR E SL"), (FIELD, "NL W SR")]),
        shape("FFRR", &[(ROAD, "S W"), (FIELD, "N E SL WR"), (FIELD, "SR WL")]),
        shape(
            "FRRR",
            &[(ROAD, "E"), (ROAD, "S"), (ROAD, "W"), (FIELD, "N EL WR"), (FIELD, "ER SL"), (FIELD, "SR WL")],
        ),
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
        shape("CCFC", &[(CITY, "N E W"), (FIELD, "S")]),
    ];
    Catalog::new(edges, features, shapes).expect("the shapes match their edges")
}

/// How often each shape is in the set, 72 tiles in all.
const COPIES: [usize; 13] = [4, 2, 1, 5, 10, 3, 3, 10, 8, 9, 4, 1, 12];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound.max(1)
    }
}

fn play(catalog: &Catalog, random: &mut Random, facts: &mut Facts) -> Vec<(ShapeId, Placement)> {
    let copies = COPIES.iter().zip(0..);
    let mut stack: Vec<ShapeId> =
        copies.flat_map(|(copies, shape)| std::iter::repeat_n(ShapeId(shape), *copies)).collect();
    let mut board = Board::new(catalog);
    let start = Placement { cell: Cell::default(), rotation: 0 };
    let mut moves = vec![(ShapeId(4), start)];
    let _ = board.place(catalog, ShapeId(4), start.cell, 0, facts);
    while !stack.is_empty() {
        let shape = stack.swap_remove(random.below(stack.len()));
        let count = board.count_placements(catalog, shape, Rotations::Distinct);
        let number = random.below(count);
        let chosen = board.nth_placement(catalog, shape, Rotations::Distinct, number);
        if let Some(chosen) = chosen {
            let _ = board.place(catalog, shape, chosen.cell, chosen.rotation, facts);
            moves.push((shape, chosen));
        }
    }
    moves
}

/// Prints the best of several rounds: the machine may be busy with something else in the others.
fn measure(what: &str, times: usize, mut round: impl FnMut()) {
    let mut best = u128::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_nanos());
    }
    let tenths = best * 10 / times.max(1) as u128;
    println!("{what:<28}{:>6}.{} ns", tenths / 10, tenths % 10);
}

fn main() {
    let catalog = catalog();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut facts = Facts::new();
    let games: Vec<_> = (0..GAMES).map(|_| play(&catalog, &mut random, &mut facts)).collect();
    let placed: usize = games.iter().map(Vec::len).sum();

    let mut board = Board::new(&catalog);
    measure("placing a tile", placed, || {
        for game in &games {
            board.clear();
            for (shape, at) in game {
                facts.clear();
                let _ = board.place(&catalog, *shape, at.cell, at.rotation, &mut facts);
            }
            black_box(&board);
        }
    });

    board.clear();
    for (shape, at) in games[0].iter().take(54) {
        let _ = board.place(&catalog, *shape, at.cell, at.rotation, &mut facts);
    }
    let (tiles, segments) = (board.tiles().len(), board.segment_count());
    println!("{tiles} tiles, {segments} segments, {} cells", board.frontier().len());

    let mut copy = board.clone();
    measure("copying that board", TIMES, || {
        for _ in 0..TIMES {
            copy.clone_from(black_box(&board));
            black_box(&copy);
        }
    });
    measure("counting placements", TIMES, || {
        for time in 0..TIMES {
            let shape = black_box(ShapeId((time % COPIES.len()) as u16));
            black_box(board.count_placements(&catalog, shape, Rotations::Distinct));
        }
    });
    measure("finding the nth placement", TIMES, || {
        for time in 0..TIMES {
            let shape = black_box(ShapeId((time % COPIES.len()) as u16));
            black_box(board.nth_placement(&catalog, shape, Rotations::All, time % 40));
        }
    });
}
