//! Half tiles: where they may lie, what they join and what they leave open.

use std::collections::BTreeSet;

use rota_board::{
    Board, BoardDelta, Bounds, Catalog, CatalogError, Cell, EdgeId, Neighbourhood, Placement, Port, Refusal,
    Rotations, SegmentId, ShapeId, TileShape, side,
};

use crate::shapes::*;
use crate::{at, lay};

const HERE: Cell = Cell::new(0, 0);

/// The rotations offered in a cell.
fn offered(board: &Board, shape: u16, cell: Cell) -> Vec<u8> {
    let catalog = familiar();
    let all: Vec<Placement> = board.placements(&catalog, ShapeId(shape), Rotations::All).collect();
    let distinct: Vec<Placement> = board.placements(&catalog, ShapeId(shape), Rotations::Distinct).collect();
    assert_eq!(all, distinct, "a half tile lies otherwise however it is turned");
    assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len());
    all.into_iter().filter(|at| at.cell == cell).map(|at| at.rotation).collect()
}

#[test]
fn a_half_lies_where_one_of_its_sides_goes_on() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, MEADOW, 0, 1, 0);
    // North of the meadow, a half with a field to the south and to the west: turned once or twice it has no side there.
    assert_eq!(offered(&board, HALF_ABBEY, HERE), [0, 3]);
    // A city to the south does not fit; turned by three quarters the city is in the east, and the field in the south.
    assert_eq!(offered(&board, HALF_CAP, HERE), [3]);
    assert_eq!(offered(&board, HALF_CITY, HERE), [0_u8; 0]);
    // Beside two tiles it may touch either of them alone.
    lay(&mut board, &catalog, MEADOW, -1, 0, 0);
    assert_eq!(offered(&board, HALF_ABBEY, HERE), [0, 1, 3]);
    lay(&mut board, &catalog, MEADOW, 1, 0, 0);
    assert_eq!(offered(&board, HALF_ABBEY, HERE), [0, 1, 2, 3]);
}

#[test]
fn the_other_half_meets_the_long_side() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, HALF_CITY, 0, 0, 0);
    for shape in 0..catalog.shapes().len() as u16 {
        let fits = [HALF_CITY, HALF_BOTH].contains(&shape);
        assert_eq!(offered_any(&board, shape), if fits { vec![2] } else { vec![] });
    }
    let mut delta = BoardDelta::new();
    let mut place = |shape, turns| board.place(&catalog, ShapeId(shape), HERE, turns, &mut delta).err();
    assert_eq!(place(HALF_CITY, 0), Some(Refusal::Occupied));
    assert_eq!(place(HALF_CITY, 1), Some(Refusal::Occupied));
    assert_eq!(place(MEADOW, 0), Some(Refusal::Occupied));
    assert_eq!(place(HALF_CAP, 2), Some(Refusal::Mismatch));
    assert_eq!(place(HALF_BOTH, 2), None);
    assert_eq!(place(HALF_BOTH, 2), Some(Refusal::Occupied));
    assert_eq!(board.halved_cells(), (1, 0));
}

/// The rotations offered in the cell at the origin, of any shape.
fn offered_any(board: &Board, shape: u16) -> Vec<u8> {
    let all = board.placements(&familiar(), ShapeId(shape), Rotations::All).collect::<Vec<_>>();
    all.into_iter().filter(|at| at.cell == HERE).map(|at| at.rotation).collect()
}

#[test]
fn a_gap_keeps_open_what_lies_at_it() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, CITY_CAP, 0, 1, 0);
    let city = at(&board, &catalog, 0, 1, "N");
    // The half has the city to the south, and a city at its long side and in the west.
    assert!(lay(&mut board, &catalog, HALF_CITY, 0, 0, 0).closed.is_empty());
    assert_eq!((board.open(city), board.tiles_of(city)), (2, 2));
    // The city of a tile beside the gap is as open as before, and counts as a neighbour.
    lay(&mut board, &catalog, CITY_CAP, 1, 0, 3);
    let beside = at(&board, &catalog, 1, 0, "W");
    assert_eq!((board.open(beside), board.neighbours(HERE, Neighbourhood::Four)), (1, 2));
    assert!(!board.same_feature(city, beside));
    // What completes the cell has a city at the long side, and one in the east, once turned.
    lay(&mut board, &catalog, HALF_BOTH, 0, 0, 2);
    assert!(board.is_complete(beside));
    assert_eq!(board.tiles_of(beside), 2);
    lay(&mut board, &catalog, CITY_CAP, -1, 0, 1);
    assert!(board.is_complete(city));
    assert_eq!(board.tiles_of(city), 3, "of the cell with two halves there is one");
}

#[test]
fn a_road_goes_over_the_diagonal() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    lay(&mut board, &catalog, ROAD_STRAIGHT, -1, 0, 1);
    let road = at(&board, &catalog, -1, 0, "E");
    lay(&mut board, &catalog, HALF_ROAD, 0, 0, 0);
    assert_eq!((board.open(road), board.tiles_of(road)), (2, 2));
    lay(&mut board, &catalog, HALF_ROAD, 0, 0, 2);
    assert_eq!((board.open(road), board.tiles_of(road), board.size(road)), (2, 2, 3));
    // The fields on both sides go on as well: the left of one half meets the right of the other.
    let [west, east] = ["WL", "ER"].map(|port| on(&board, &catalog, port));
    let [north, south] = ["WR", "EL"].map(|port| on(&board, &catalog, port));
    assert!(board.same_feature(north, south) && board.same_feature(west, east));
    assert!(!board.same_feature(north, west));
    // Cut at the long side they are two again.
    let [own, across] = ["W", "E"].map(|port| on(&board, &catalog, port));
    assert!(board.joined(&catalog, own, across));
    let mut delta = BoardDelta::new();
    assert_eq!(board.cut(&catalog, own, across, &mut delta), Ok(()));
    assert_eq!((board.tiles_of(own), board.tiles_of(across)), (2, 1));
    assert_eq!(delta.split.len(), 1);
}

/// What lies at a port of the cell at the origin, of whichever half has it.
fn on(board: &Board, catalog: &Catalog, port: &str) -> SegmentId {
    let port = port_at(port);
    let own = board.tile_facing(HERE, port.side()).and_then(|tile| board.segment_at(catalog, tile, port));
    own.unwrap_or(SegmentId(u16::MAX))
}

#[test]
fn a_site_counts_a_cell_once_and_with_its_first_half() {
    let catalog = familiar();
    let mut board = Board::new(&catalog);
    let center = lay(&mut board, &catalog, MONASTERY, 0, 0, 0).placed.expect("a tile");
    let site = board.tile(center).segment(1);
    let around = Neighbourhood::Eight;
    for cell in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)] {
        lay(&mut board, &catalog, MEADOW, cell.0, cell.1, 0);
    }
    assert_eq!(board.open(site), 1);
    let delta = lay(&mut board, &catalog, HALF_ABBEY, 1, 1, 1);
    assert_eq!((delta.closed, board.neighbours(HERE, around)), (vec![site], 8));
    // The site of the half has its own cell around it: three tiles lie beside the gap and the half.
    let half = board.tile_at(Cell::new(1, 1)).expect("a tile");
    assert_eq!(board.open(board.tile(half).segment(1)), 5);
    let delta = lay(&mut board, &catalog, HALF_ABBEY, 1, 1, 3);
    assert_eq!((delta.closed, board.neighbours(HERE, around)), (vec![], 8));
    assert_eq!(board.open(board.tile(delta.placed.expect("a tile")).segment(1)), 5);
}

#[test]
fn a_half_shows_two_sides_of_its_cell() {
    let lies = |rotation: u8| (0..4).filter(|own| side::is_of_half(*own, rotation)).collect::<Vec<u8>>();
    assert_eq!([0, 1, 2, 3].map(lies), [[2, 3], [0, 3], [0, 1], [1, 2]]);
    assert_eq!(side::opposite(side::DIAGONAL), side::DIAGONAL);
    let [left, middle, right] = ["DL", "D", "DR"].map(port_at);
    assert_eq!([left, middle, right].map(Port::opposite), [right, middle, left]);
    assert_eq!(left.rotated(3), left);
    assert!(left.is_of_diagonal() && !left.is_over() && left.side() == side::DIAGONAL);
}

#[test]
fn a_half_holds_together_as_a_whole_does() {
    let fault = |change: &dyn Fn(&mut TileShape)| {
        let mut shapes = familiar_shapes();
        change(&mut shapes[usize::from(HALF_CAP)]);
        Catalog::new(edges(), features(), shapes).err()
    };
    let shape = ShapeId(HALF_CAP);
    assert_eq!(fault(&|_| {}), None);
    // The other half may have the northern side.
    assert_eq!(fault(&|half| half.edges[0] = EdgeId(1)), Some(CatalogError::Half(shape)));
    assert_eq!(fault(&|half| half.diagonal = None), Some(CatalogError::Half(shape)));
    assert_eq!(fault(&|half| half.diagonal = Some(EdgeId(2))), Some(CatalogError::Ports(shape)));
    assert_eq!(
        fault(&|half| half.segments.resize(9, <_>::default())),
        Some(CatalogError::TooManySegments(shape))
    );
}

#[test]
fn a_closed_border_ends_the_short_sides_alone() {
    let border = Bounds { least: HERE, greatest: Cell::new(1, 1) };
    let catalog = familiar().with_border(border).expect("a border").with_closed_border();
    let mut board = Board::new(&catalog);
    // In the north-western corner of the world, a half with a city to the north, to the west and at the long side.
    lay(&mut board, &catalog, HALF_CITY, 0, 0, 1);
    let city = on(&board, &catalog, "W");
    assert_eq!(board.open(city), 1);
    let delta = lay(&mut board, &catalog, HALF_CITY, 0, 0, 3);
    assert!(delta.closed.is_empty());
    assert_eq!((board.open(city), board.tiles_of(city)), (2, 1));
}
