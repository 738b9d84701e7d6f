//! The board: random boards against a naive one, and the cases that are easy to get wrong.

#[path = "board/halves.rs"]
mod halves;
#[path = "board/lockstep.rs"]
mod lockstep;
#[path = "board/naive.rs"]
mod naive;
#[path = "board/shapes.rs"]
mod shapes;

use std::collections::BTreeSet;

use lockstep::{Lockstep, distinct_of};
use rota_board::{
    BlockPart, Board, BoardDelta, Bounds, Catalog, CatalogError, Cell, EdgeId, EdgeKind, FeatureKindId,
    MAX_COORDINATE, MAX_TILES, Neighbourhood, Placement, Port, Refusal, Rotations, SegmentId, SegmentShape,
    ShapeId, SideThird, TileId, TileShape, side,
};
use shapes::*;

/// Lays a tile that must fit and returns it with what changed.
fn lay(board: &mut Board, catalog: &Catalog, shape: u16, x: i16, y: i16, turns: u8) -> BoardDelta {
    let mut delta = BoardDelta::new();
    let result = board.place(catalog, ShapeId(shape), Cell::new(x, y), turns, &mut delta);
    assert_eq!(result.ok(), delta.placed);
    assert!(delta.placed.is_some(), "{result:?}");
    delta
}

fn at(board: &Board, catalog: &Catalog, x: i16, y: i16, name: &str) -> SegmentId {
    let tile = board.tile_at(Cell::new(x, y)).unwrap_or(TileId(u16::MAX));
    let segment = board.segment_at(catalog, tile, port_at(name));
    segment.unwrap_or(SegmentId(u16::MAX))
}

fn random_boards(seeds: std::ops::Range<u64>) {
    let mut catalog = familiar();
    let mut distinct = distinct_of(&catalog);
    let mut copy = Board::new(&catalog);
    for seed in seeds {
        let mut random = Random(seed);
        if seed % 20 == 10 {
            let count = 4 + random.below(6);
            let edges = if random.chance(50) { many_edges() } else { edges() };
            let mut shapes: Vec<TileShape> = (0..count).map(|_| random_shape(&mut random, &edges)).collect();
            let familiar = familiar_shapes();
            shapes.push(familiar[random.below(familiar.len())].clone());
            catalog = catalog_of(edges, shapes);
            distinct = distinct_of(&catalog);
            for (shape, distinct) in distinct.iter().enumerate() {
                let count = catalog.distinct_rotations(ShapeId(shape as u16));
                assert_eq!(*distinct, (0..count).collect::<Vec<u8>>());
            }
        } else if seed % 20 == 0 {
            catalog = familiar();
            distinct = distinct_of(&catalog);
        }
        // On some boards roads are laid across tiles that lie; the other kinds cannot be.
        if seed % 20 == 5 {
            let kinds = [ROAD, CLOISTER, HEDGE, CITY].map(FeatureKindId);
            catalog = catalog.with_additions(&kinds).unwrap_or_else(|error| unreachable!("{error}"));
            distinct = distinct_of(&catalog);
            copy = Board::new(&catalog);
        }
        // Some boards know sides that may meet though they differ: a few, or all of a group.
        let kinds = catalog.edges().len() - 1;
        let mut meetings = BTreeSet::new();
        for _ in 0..random.below(3) {
            let (one, other) = (1 + random.below(kinds) as u8, 1 + random.below(kinds) as u8);
            meetings.insert((one.min(other), one.max(other)));
        }
        let groups = [0, 1, 2, 3][random.below(4)];
        for (one, other) in (1..=kinds as u8).flat_map(|other| (1..=other).map(move |one| (one, other))) {
            if groups != 0 && one % groups == other % groups {
                meetings.insert((one, other));
            }
        }
        let pairs: Vec<(EdgeId, EdgeId)> =
            meetings.iter().map(|(one, other)| (EdgeId(*one), EdgeId(*other))).collect();
        let catalog =
            catalog.clone().with_compatible_edges(&pairs).unwrap_or_else(|error| unreachable!("{error}"));
        let mut both = Lockstep::new(&catalog, &distinct, &meetings);
        for _ in 0..12 + random.below(29) {
            both.step(&mut random);
        }
        both.compare(&mut random);
        copy.clone_from(&both.board);
        assert_eq!(copy, both.board);
        assert_eq!(format!("{copy:?}"), format!("{:?}", both.board.clone()));
    }
}

#[test]
fn random_boards_agree_with_the_naive_one() {
    random_boards(0..5000);
}

#[test]
fn more_random_boards_agree_with_the_naive_one() {
    random_boards(5000..10000);
}

#[test]
fn a_loop_of_road_closes() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    // A bend joins south and west; one turn makes that west and north.
    lay(&mut board, &catalog, ROAD_BEND, 1, 0, 0);
    lay(&mut board, &catalog, ROAD_BEND, 0, 0, 3);
    lay(&mut board, &catalog, ROAD_BEND, 0, 1, 2);
    assert_eq!(board.open(at(&board, &catalog, 1, 0, "S")), 2);
    let delta = lay(&mut board, &catalog, ROAD_BEND, 1, 1, 1);
    let road = at(&board, &catalog, 0, 0, "E");
    // The field inside the loop closes as well: it has no way out.
    let inside = at(&board, &catalog, 0, 0, "ER");
    assert_eq!(delta.closed, [board.find(road), board.find(inside)]);
    assert_eq!(board.tiles_of(road), 4);
    assert!(board.is_complete(road));
    assert!(delta.joined.is_empty());
}

#[test]
fn two_segments_of_a_tile_count_as_one_tile_when_joined_elsewhere() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    // Both caps of the first tile come together by way of corners and a full city.
    lay(&mut board, &catalog, TWO_CAPS, 0, 0, 0);
    lay(&mut board, &catalog, CITY_CORNER, 0, -1, 1);
    lay(&mut board, &catalog, CITY_CORNER, 0, 1, 0);
    lay(&mut board, &catalog, CITY_CORNER, 1, -1, 2);
    lay(&mut board, &catalog, CITY_CORNER, 1, 1, 3);
    let (north, south) = (at(&board, &catalog, 0, 0, "N"), at(&board, &catalog, 0, 0, "S"));
    assert!(!board.same_feature(north, south));
    assert_eq!((board.tiles_of(north), board.tiles_of(south)), (3, 3));
    let delta = lay(&mut board, &catalog, TWO_CAPS, 1, 0, 0);
    assert!(!board.same_feature(north, south), "two caps keep two cities apart");
    assert_eq!(delta.closed.len(), 2);

    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, TWO_CAPS, 0, 0, 0);
    lay(&mut board, &catalog, CITY_CORNER, 0, -1, 1);
    lay(&mut board, &catalog, CITY_CORNER, 0, 1, 0);
    lay(&mut board, &catalog, CITY_CORNER, 1, -1, 2);
    lay(&mut board, &catalog, CITY_CORNER, 1, 1, 3);
    let delta = lay(&mut board, &catalog, CITY_BAND, 1, 0, 1);
    let (north, south) = (at(&board, &catalog, 0, 0, "N"), at(&board, &catalog, 0, 0, "S"));
    assert_eq!(board.find(north), board.find(south));
    assert_eq!(board.tiles_of(north), 6);
    assert_eq!(board.size(north), 7);
    assert_eq!(board.attr(north, 0), Some(7));
    assert_eq!(board.attr(north, 3), None);
    assert_eq!(delta.joined.len(), 1);
    assert_eq!(delta.joined[0].feature, board.find(north));
    assert!(delta.closed.contains(&board.find(north)));
}

#[test]
fn a_site_closes_with_its_eighth_neighbour() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, MONASTERY, 0, 0, 0);
    let site = SegmentId(1);
    let ring = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    for (laid, (x, y)) in ring.into_iter().enumerate() {
        assert_eq!(board.open(site), 8 - laid as u32);
        let delta = lay(&mut board, &catalog, MONASTERY, x, y, 0);
        assert_eq!(delta.closed.contains(&site), laid == 7);
    }
    assert!(board.is_complete(site));
    assert_eq!(board.neighbours(Cell::new(0, 0), Neighbourhood::Eight), 8);
}

#[test]
fn a_site_laid_into_a_hole_closes_at_once() {
    let catalog = familiar();
    for (shape, corners) in [(MONASTERY, true), (PLAZA, false)] {
        let mut board = Board::new(&catalog);
        for (x, y) in [(-1, 0), (0, -1), (1, 0), (0, 1)] {
            lay(&mut board, &catalog, MEADOW, x, y, 0);
        }
        for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
            if corners {
                lay(&mut board, &catalog, MEADOW, x, y, 0);
            }
        }
        let delta = lay(&mut board, &catalog, shape, 0, 0, 0);
        let tile = board.tile(delta.placed.unwrap_or(TileId(0)));
        assert_eq!(delta.closed, [tile.segment(1)]);
    }
}

#[test]
fn a_drawing_is_complete_and_never_closes() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    let delta = lay(&mut board, &catalog, PLAZA, 0, 0, 0);
    assert!(delta.closed.is_empty());
    assert!(board.is_complete(SegmentId(2)));
    assert_eq!(board.kind(SegmentId(2)), FeatureKindId(DRAWING));
}

#[test]
fn nothing_is_laid_against_a_blank_edge() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, RIM, 0, 0, 0);
    let north = Cell::new(0, -1);
    for shape in 0..catalog.shapes().len() as u16 {
        for rotation in 0..4 {
            // Two blank edges meet in a layout; in play they do not.
            let half_elsewhere = catalog.shapes()[usize::from(shape)].is_half() && [1, 2].contains(&rotation);
            let meets = shape == RIM && rotation == 2 || half_elsewhere;
            assert_eq!(board.can_place(&catalog, ShapeId(shape), north, rotation), meets);
            assert!(!board.fits(&catalog, ShapeId(shape), north, rotation));
        }
        let mut offers = board.placements(&catalog, ShapeId(shape), Rotations::All);
        assert!(offers.all(|offer| offer.cell != north));
    }
    // The blank edge of a new tile does not go beside any other edge either.
    let rim = ShapeId(RIM);
    assert!(!board.can_place(&catalog, rim, Cell::new(1, 0), 3));
    assert!(board.can_place(&catalog, rim, Cell::new(1, 0), 2));
    assert!(board.can_place(&catalog, rim, Cell::new(5, 5), 3));
    assert!(!board.fits(&catalog, rim, Cell::new(5, 5), 3));
}

#[test]
fn the_first_tile_lies_where_it_is_offered() {
    let catalog = familiar();
    let border = Bounds { least: Cell::new(-1, 0), greatest: Cell::new(1, 40) };
    let catalog = catalog.with_border(border).expect("a border");
    let mut board = Board::new(&catalog);
    assert_eq!(board.count_placements(&catalog, ShapeId(MEADOW), Rotations::All), 0);
    // What lies beyond the border is left out, and what is said twice is one.
    board.offer_first(&catalog, [Cell::new(5, 5), Cell::new(0, 0)]);
    board.offer_first(&catalog, border.cells().chain([Cell::new(0, 0), Cell::new(2, 0)]));
    assert_eq!(board.frontier().collect::<Vec<_>>(), border.cells().collect::<Vec<_>>());
    for rotations in [Rotations::All, Rotations::Distinct] {
        let offered = board.placements(&catalog, ShapeId(MEADOW), rotations);
        assert!(offered.clone().map(|offer| offer.cell).eq(border.cells().flat_map(|cell| {
            let count =
                if rotations == Rotations::All { 4 } else { catalog.distinct_rotations(ShapeId(MEADOW)) };
            std::iter::repeat_n(cell, count.into())
        })));
        assert_eq!(offered.count(), board.count_placements(&catalog, ShapeId(MEADOW), rotations));
    }
    let road = BlockPart { shape: ShapeId(ROAD_STRAIGHT), east: 0, south: 0 };
    assert_eq!(board.block_placements(&catalog, &[road, BlockPart { south: 1, ..road }], 0).count(), {
        let (upright, flat) = (3 * 40, 2 * 41);
        2 * (upright + flat)
    });
    let mut expected = Board::new(&catalog);
    lay(&mut expected, &catalog, ROAD_STRAIGHT, 0, 39, 0);
    lay(&mut board, &catalog, ROAD_STRAIGHT, 0, 39, 0);
    let beside = |board: &Board| board.frontier().collect::<Vec<_>>();
    assert_eq!(beside(&board), beside(&expected));
    assert!(border.cells().all(|cell| {
        board.fits(&catalog, ShapeId(MEADOW), cell, 0) == expected.fits(&catalog, ShapeId(MEADOW), cell, 0)
    }));
    // Once a tile lies nothing more is offered.
    board.offer_first(&catalog, border.cells());
    assert_eq!(beside(&board), beside(&expected));
}

#[test]
fn the_grid_grows_with_a_long_line() {
    let catalog = familiar();
    // The same board serves again and again: nothing of the line before may be left.
    let mut board = Board::new(&catalog);
    for (step_x, step_y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        board.clear();
        let turns = u8::from(step_x != 0);
        for place in 0..300 {
            lay(&mut board, &catalog, ROAD_STRAIGHT, place * step_x, place * step_y, turns);
        }
        for place in -20..320 {
            for across in -20..20 {
                let x = place * step_x + across * step_y;
                let y = place * step_y + across * step_x;
                let laid = across == 0 && (0..300).contains(&place);
                let expected = laid.then_some(TileId(place as u16));
                assert_eq!(board.tile_at(Cell::new(x, y)), expected);
            }
        }
        assert_eq!(board.tiles_of(SegmentId(0)), 300);
        assert_eq!(board.open(SegmentId(0)), 2);
        assert_eq!(board.frontier().len(), 602);
        let all = board.count_placements(&catalog, ShapeId(ROAD_STRAIGHT), Rotations::All);
        // At the two ends the road goes on in two rotations; beside it there are only fields.
        assert_eq!(all, 2 * 2 + 600 * 2);
    }
}

#[test]
fn the_world_ends_at_the_limit() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    for (x, y) in [
        (MAX_COORDINATE, MAX_COORDINATE),
        (-MAX_COORDINATE, -MAX_COORDINATE),
        (MAX_COORDINATE, -MAX_COORDINATE),
        (-MAX_COORDINATE, MAX_COORDINATE),
    ] {
        lay(&mut board, &catalog, MEADOW, x, y, 0);
    }
    assert_eq!(board.frontier().len(), 8);
    let mut delta = BoardDelta::new();
    for (x, y) in [(MAX_COORDINATE + 1, 0), (0, -MAX_COORDINATE - 1), (i16::MAX, i16::MIN)] {
        let cell = Cell::new(x, y);
        let result = board.place(&catalog, ShapeId(MEADOW), cell, 0, &mut delta);
        assert_eq!(result, Err(Refusal::OutOfRange));
        assert_eq!(board.tile_at(cell), None);
    }
    assert_eq!(board.bounds().map(|bounds| bounds.greatest), Some(Cell::new(MAX_COORDINATE, MAX_COORDINATE)));
    board.clear();
    assert_eq!(board, Board::new(&catalog));
}

#[test]
fn nothing_lies_beyond_a_border() {
    let border =
        |west, north, east, south| Bounds { least: Cell::new(west, north), greatest: Cell::new(east, south) };
    let catalog = familiar().with_border(border(-1, 0, 1, 1)).unwrap_or_else(|error| unreachable!("{error}"));
    assert_eq!(catalog.border(), Some(border(-1, 0, 1, 1)));
    assert_eq!(border(-1, 0, 1, 1).cells().nth(3), Some(Cell::new(-1, 1)), "row by row");
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, MEADOW, 0, 0, 0);
    let frontier: Vec<Cell> = board.frontier().collect();
    assert_eq!(frontier, [Cell::new(1, 0), Cell::new(0, 1), Cell::new(-1, 0)]);
    for (x, y) in [(0, -1), (2, 0), (-2, 0), (0, 2), (2001, 0)] {
        let cell = Cell::new(x, y);
        let result = board.place(&catalog, ShapeId(MEADOW), cell, 0, &mut BoardDelta::new());
        assert_eq!(result, Err(Refusal::BeyondBorder));
        assert_eq!(board.misfits(&catalog, ShapeId(MEADOW), cell, 0), None);
    }
    // A block lies inside with all its cells.
    let block = [0, 1].map(|east| BlockPart { shape: ShapeId(MEADOW), east, south: 0 });
    let placements: Vec<Placement> =
        board.block_placements(&catalog, &block, 0).map(|(placement, _)| placement).collect();
    assert!(!placements.is_empty());
    for Placement { cell, rotation } in placements {
        assert!(block.iter().all(|part| border(-1, 0, 1, 1).contains(part.cell(cell, rotation))));
    }
    for wrong in [border(1, 0, 0, 0), border(0, 1, 0, 0), border(-2001, 0, 0, 0)] {
        assert!(matches!(familiar().with_border(wrong), Err(CatalogError::Border)));
    }
}

#[test]
fn a_refusal_changes_nothing() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, CITY_CAP, 0, 0, 0);
    lay(&mut board, &catalog, MEADOW, 0, 1, 0);
    let before = (board.clone(), format!("{board:?}"));
    let mut delta = BoardDelta::new();
    let mut refused = |shape, x, y, expected| {
        let result = board.place(&catalog, ShapeId(shape), Cell::new(x, y), 0, &mut delta);
        assert_eq!(result, Err(expected));
    };
    refused(MEADOW, 0, 0, Refusal::Occupied);
    refused(MEADOW, 0, -1, Refusal::Mismatch);
    refused(MEADOW, 2001, 0, Refusal::OutOfRange);
    refused(99, 1, 0, Refusal::UnknownShape);
    let (city, field, far) = (SegmentId(0), SegmentId(1), SegmentId(99));
    let meadow = SegmentId(2);
    let results = [
        board.link(&catalog, city, city, &mut delta),
        board.link(&catalog, city, field, &mut delta),
        board.link(&catalog, city, far, &mut delta),
        board.link(&catalog, field, meadow, &mut delta),
        board.cut(&catalog, city, field, &mut delta),
        board.vacate(city),
        board.occupy(far),
        board.close(&catalog, far, &mut delta),
        board.reopen(&catalog, far),
    ];
    let expected = [
        Refusal::SameSegment,
        Refusal::KindsDiffer,
        Refusal::UnknownSegment,
        Refusal::AlreadyJoined,
        Refusal::KindsDiffer,
        Refusal::NotOccupied,
        Refusal::UnknownSegment,
        Refusal::UnknownSegment,
        Refusal::UnknownSegment,
    ];
    assert_eq!(results, expected.map(Err));
    assert_eq!((format!("{board:?}"), &board), (before.1, &before.0));
    assert!(delta.placed.is_none() && delta.closed.is_empty() && delta.joined.is_empty());
}

#[test]
fn a_full_board_refuses() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    let mut delta = BoardDelta::new();
    // Tiles apart from each other make the longest frontier.
    for place in 0..MAX_TILES as i16 {
        let (x, y) = (place % 91 * 2, place / 91 * 2);
        lay(&mut board, &catalog, MEADOW, x, y, 0);
    }
    let last = board.place(&catalog, ShapeId(MEADOW), Cell::new(-9, -9), 0, &mut delta);
    assert_eq!(last, Err(Refusal::TooManyTiles));

    let mut board = Board::new(&catalog);
    let mut laid = 0;
    let last = loop {
        let (x, y) = (laid % 91 * 2, laid / 91 * 2);
        let cell = Cell::new(x, y);
        match board.place(&catalog, ShapeId(CROSSING), cell, 0, &mut delta) {
            Ok(_) => laid += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((last, laid), (Refusal::TooManyTiles, 8191));
    assert_eq!(board.segment_count(), 65528);
}

#[test]
fn a_cut_loop_stays_whole_until_the_second_cut() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, ROAD_BEND, 1, 0, 0);
    lay(&mut board, &catalog, ROAD_BEND, 0, 0, 3);
    lay(&mut board, &catalog, ROAD_BEND, 0, 1, 2);
    lay(&mut board, &catalog, ROAD_BEND, 1, 1, 1);
    let road = |x, y, side| at(&board, &catalog, x, y, side);
    let (east, west, low) = (road(1, 0, "W"), road(0, 0, "E"), road(1, 1, "N"));
    let mut delta = BoardDelta::new();
    assert_eq!(board.cut(&catalog, east, west, &mut delta), Ok(()));
    assert!(delta.split.is_empty());
    assert_eq!(board.cut(&catalog, west, east, &mut delta), Err(Refusal::NotJoined));
    assert_eq!(board.cut(&catalog, east, low, &mut delta), Ok(()));
    assert_eq!(delta.split.len(), 1);
    assert_eq!((board.tiles_of(east), board.tiles_of(low)), (1, 3));
    // The whole was complete before, so its parts do not become so.
    assert!(delta.closed.is_empty() && board.is_complete(east));
    assert_eq!(board.link(&catalog, east, low, &mut delta), Ok(()));
    assert_eq!(board.tiles_of(low), 4);
    assert_eq!(delta.joined.len(), 1);
    assert_eq!(board.cuts().len(), 1);
}

#[test]
fn ends_close_and_reopen_by_rule() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, ROAD_STRAIGHT, 0, 0, 0);
    let road = SegmentId(0);
    let mut delta = BoardDelta::new();
    assert_eq!(board.close(&catalog, road, &mut delta), Ok(()));
    assert_eq!((delta.closed.as_slice(), board.open(road)), ([road].as_slice(), 0));
    // What is laid there ends as well, and does not join.
    let placed = lay(&mut board, &catalog, ROAD_STRAIGHT, 0, -1, 0);
    let above = at(&board, &catalog, 0, -1, "S");
    assert!(placed.closed.is_empty() && !board.same_feature(road, above));
    assert_eq!(board.open(above), 1);
    // Reopened, it goes on at the end where nothing lies.
    assert_eq!(board.reopen(&catalog, road), Ok(()));
    assert_eq!((board.open(road), board.open(above)), (1, 1));
    lay(&mut board, &catalog, ROAD_STRAIGHT, 0, 1, 0);
    assert_eq!((board.tiles_of(road), board.open(road)), (2, 1));
}

#[test]
fn one_end_closes_and_reopens_by_itself() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, ROAD_STRAIGHT, 0, 0, 0);
    let road = SegmentId(0);
    let mut delta = BoardDelta::new();
    assert_eq!(board.close_at(&catalog, road, side::NORTH, &mut delta), Ok(()));
    assert_eq!((board.open(road), delta.closed.len()), (1, 0));
    // It has no end there, or none any more.
    assert_eq!(board.close_at(&catalog, road, side::EAST, &mut delta), Ok(()));
    assert_eq!(board.close_at(&catalog, road, side::NORTH, &mut delta), Ok(()));
    assert_eq!(board.reopen_at(&catalog, road, side::SOUTH), Ok(()));
    assert_eq!(board.open(road), 1);
    lay(&mut board, &catalog, ROAD_STRAIGHT, 0, 1, 0);
    assert_eq!((board.tiles_of(road), board.open(road)), (2, 1));
    assert_eq!(board.reopen_at(&catalog, road, side::NORTH), Ok(()));
    assert_eq!(board.open(road), 2);
    // The last end that closes completes the feature, and what is closed already counts once.
    assert_eq!(board.close_at(&catalog, road, side::NORTH, &mut delta), Ok(()));
    let below = at(&board, &catalog, 0, 1, "S");
    assert_eq!(board.close(&catalog, below, &mut delta), Ok(()));
    assert_eq!((delta.closed.len(), board.open(road)), (1, 0));
    assert_eq!((board.close(&catalog, road, &mut delta), delta.closed.len()), (Ok(()), 1));
    assert_eq!(board.close_at(&catalog, SegmentId(99), 0, &mut delta), Err(Refusal::UnknownSegment));
}

#[test]
fn sides_that_may_meet_join_what_is_alike_and_end_the_rest() {
    let (field, road) = (EdgeId(1), EdgeId(3));
    let catalog =
        familiar().with_compatible_edges(&[(field, road)]).unwrap_or_else(|error| unreachable!("{error}"));
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, ROAD_STRAIGHT, 0, 0, 0);
    let delta = lay(&mut board, &catalog, MEADOW, 0, -1, 0);
    let (stump, meadow) = (at(&board, &catalog, 0, 0, "N"), at(&board, &catalog, 0, -1, "S"));
    assert_eq!(board.open(stump), 1);
    // Both fields beside the road go on in the meadow and are one now.
    assert_eq!((board.size(meadow), delta.joined.len()), (3, 1));
    assert!(delta.closed.is_empty());
    // The other end of the road meets a city only where a rule lets sides be that do not fit.
    let (cap, below) = (ShapeId(CITY_CAP), Cell::new(0, 1));
    assert!(!board.fits(&catalog, cap, below, 0));
    assert_eq!(board.misfits(&catalog, cap, below, 0), Some(1));
    let mut delta = BoardDelta::new();
    assert!(board.place_adjacent(&catalog, cap, below, 0, 1, &mut delta).is_ok());
    let city = at(&board, &catalog, 0, 1, "N");
    assert_eq!((board.open(stump), board.open(city)), (0, 0));
    assert_eq!(delta.closed, [board.find(city), board.find(stump)]);
    let unknown = familiar().with_compatible_edges(&[(field, EdgeId(9))]);
    assert_eq!(unknown.err(), Some(CatalogError::Compatibility));
}

#[test]
fn symmetric_shapes_offer_one_two_or_four_rotations() {
    let catalog = familiar();
    let expected = [
        (MEADOW, 1),
        (MONASTERY, 1),
        (CITY_FULL, 1),
        (CROSSING, 1),
        (ROAD_STRAIGHT, 2),
        (CITY_BAND, 2),
        (TWO_CAPS, 2),
        (CITY_CAP, 4),
        (JUNCTION, 4),
    ];
    for (shape, rotations) in expected {
        assert_eq!(catalog.distinct_rotations(ShapeId(shape)), rotations);
    }
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, MEADOW, 0, 0, 0);
    let count = |shape, rotations| board.count_placements(&catalog, ShapeId(shape), rotations);
    assert_eq!(count(MEADOW, Rotations::Distinct), 4);
    assert_eq!(count(MEADOW, Rotations::All), 16);
    assert_eq!(count(TWO_CAPS, Rotations::Distinct), 4);
    assert_eq!(count(TWO_CAPS, Rotations::All), 8);
    assert_eq!(count(CITY_CAP, Rotations::Distinct), 12);
    assert_eq!(count(99, Rotations::All), 0);
    // Equal edges do not make equal rotations when the segments or their attributes differ.
    let mut marked = familiar_shapes();
    marked[usize::from(TWO_CAPS)].segments[0].attrs[0] = 2;
    marked[usize::from(CITY_FULL)].segments[0].ports = port("N") | port("S");
    marked[usize::from(CITY_FULL)].segments.push(SegmentShape {
        ports: port("E") | port("W"),
        touches: 1,
        attrs: vec![1, 1, 1],
        ..SegmentShape::default()
    });
    let marked = catalog_of(edges(), marked);
    assert_eq!(marked.distinct_rotations(ShapeId(TWO_CAPS)), 4);
    assert_eq!(marked.distinct_rotations(ShapeId(CITY_FULL)), 2);
}

#[test]
fn half_edges_are_numbered_clockwise() {
    let halves: Vec<Port> = (0..8).map(Port::of_half_edge).collect();
    assert_eq!(halves[0], Port::new(0, SideThird::Left));
    assert_eq!(halves[3], Port::new(1, SideThird::Right));
    assert_eq!(halves[0].opposite(), Port::new(2, SideThird::Right));
    assert_eq!(halves[1].rotated(3), Port::new(3, SideThird::Right));
}

#[test]
fn a_catalog_must_hold_together() {
    let fault = |change: &dyn Fn(&mut TileShape)| {
        let mut shapes = familiar_shapes();
        change(&mut shapes[0]);
        Catalog::new(edges(), features(), shapes).err()
    };
    let ports = Some(CatalogError::Ports(ShapeId(0)));
    let unknown = Some(CatalogError::UnknownName(ShapeId(0)));
    assert_eq!(fault(&|_| {}), None);
    assert_eq!(fault(&|shape| shape.edges[0] = EdgeId(1)), ports);
    assert_eq!(fault(&|shape| shape.edges[0] = EdgeId(9)), unknown);
    assert_eq!(fault(&|shape| shape.segments[0].ports = 0), ports);
    assert_eq!(fault(&|shape| shape.segments[1].ports |= port("N")), ports);
    assert_eq!(fault(&|shape| shape.segments[1].touches = 4), unknown);
    assert_eq!(fault(&|shape| shape.segments[1].feature.0 = 77), unknown);
    let attributes = Some(CatalogError::Attributes(ShapeId(0)));
    assert_eq!(fault(&|shape| shape.segments[0].attrs.clear()), attributes);
    assert_eq!(fault(&|shape| shape.segments[0].attrs[0] = 40_000), attributes);
    let many = Some(CatalogError::TooManySegments(ShapeId(0)));
    let extra = SegmentShape::default();
    assert_eq!(fault(&|shape| shape.segments.resize(17, extra.clone())), many);
    let no_blank = Catalog::new(vec![EdgeKind::whole(FeatureKindId(CITY))], features(), vec![]);
    assert_eq!(no_blank.err(), Some(CatalogError::NoBlankEdge));
}
