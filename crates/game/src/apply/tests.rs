//! Effects and questions one by one: what they change, what they refuse, and that a refusal changes nothing.

mod asking;
mod awards;
mod sets;
mod stocks;
#[path = "../../tests/toy/mod.rs"]
mod toy;

use std::sync::Arc;

use rota_board::{Border, Cell, Placement, Rotations};
use rota_bytecode::{Builtin, Effect};
use rota_vm::{Fault, Host};

use crate::bit_packing::{pack_border, pack_cell, pack_placement, unpack_cell, unpack_placement};
use crate::chance::Chance;
use crate::exec_context::ExecContext;
use crate::history::History;
use crate::layout::Layout;
use crate::position::{PlayerSet, Position, TileState};
use crate::rules::Rules;
use crate::setup::{Setup, initial_state};

/// A table with the start tile on it: segments 0 wall N, 1 track E W, 2 grass EL WR, 3 grass ER S WL.
struct Bench {
    rules: Arc<Rules>,
    layout: Layout,
    position: Position,
    chance: Chance,
    history: History,
}

impl Bench {
    fn new() -> Bench {
        let rules = toy::rules(&["pile"]);
        let initial = initial_state(&rules, &Setup { seed: 5, ..Setup::default() }).expect("a table");
        let (layout, position, chance) = (initial.layout, initial.position, initial.chance);
        Bench { rules, layout, position, chance, history: History::default() }
    }

    fn view(&mut self) -> ExecContext<'_> {
        ExecContext {
            rules: &self.rules,
            layout: &self.layout,
            chance: &self.chance,
            position: &mut self.position,
            history: &mut self.history,
            decider: None,
            counted: Default::default(),
        }
    }

    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault> {
        self.view().apply_effect(effect, args)
    }

    fn done(&mut self, effect: Effect, args: &[i64]) -> i64 {
        self.apply(effect, args).expect("it is allowed")
    }

    fn ask(&mut self, builtin: Builtin, args: &[i64]) -> i64 {
        assert_eq!(args.len(), builtin.arity());
        self.view().ask(builtin, args).expect("it has an answer")
    }

    fn list(&mut self, builtin: Builtin, args: &[i64]) -> Vec<i64> {
        assert_eq!(args.len(), builtin.arity());
        let mut out = vec![];
        self.view().list(builtin, args, &mut out).expect("it has an answer");
        out
    }

    /// Draws until the kind comes, and lays it.
    fn lay(&mut self, kind: &str, x: i16, y: i16, rotation: u8) -> i64 {
        let kind = self.rules.kind_named(kind).expect("a kind");
        let number = self.position.drawn[0];
        self.chance.fix_outcomes(0, number, &[kind]);
        let tile = self.done(Effect::Draw, &[0, -1]);
        let placement = pack_placement(Placement { cell: Cell::new(x, y), rotation });
        self.done(Effect::Place, &[tile, placement]);
        tile
    }
}

#[test]
fn a_refused_effect_changes_nothing() {
    let mut bench = Bench::new();
    let laid = bench.lay("toy/cap", 0, -1, 2);
    let drawn = bench.done(Effect::Draw, &[0, 1]);
    let in_bag = if drawn == 40 { 41 } else { 40 };
    bench.done(Effect::Put, &[0, 0]);
    bench.done(Effect::Move, &[7, 5]);
    bench.done(Effect::Remove, &[2]);
    let nowhere = pack_cell(Cell::new(9, 9));
    bench.done(Effect::Award, &[3, 1, 0, 0, -1]);
    bench.done(Effect::Award, &[4, 0, 1, -1, -1]);
    bench.done(Effect::CancelAward, &[1]);
    bench.done(Effect::GiveAward, &[1]);
    bench.done(Effect::Score, &[i64::MAX, 0, 0, -1, -1]);
    let far = pack_placement(Placement { cell: Cell::new(7, 7), rotation: 0 });
    let taken = pack_placement(Placement { cell: Cell::new(0, 0), rotation: 0 });
    let refused: &[(Effect, &[i64])] = &[
        (Effect::Score, &[1, 0, 0, -1, -1]),
        (Effect::Score, &[1, 2, 0, -1, -1]),
        (Effect::Score, &[1, -1, 0, -1, -1]),
        (Effect::Score, &[1, 1, 2, -1, -1]),
        (Effect::Score, &[1, 1, 0, 900, -1]),
        (Effect::Award, &[1, 1, -1, 0, -1]),
        (Effect::SetAwardPoints, &[1, 5, -1]),
        (Effect::SetAwardTo, &[0, 7]),
        (Effect::CancelAward, &[1]),
        (Effect::CancelAward, &[2]),
        (Effect::GiveAward, &[-1]),
        (Effect::Take, &[0, 5]),
        (Effect::Take, &[2, 0]),
        (Effect::Take, &[1, 0]),
        (Effect::Put, &[0, 77]),
        (Effect::Put, &[-1, 0]),
        (Effect::Move, &[-1, 0]),
        (Effect::Move, &[1, 7]),
        (Effect::Move, &[1, -1]),
        (Effect::Move, &[1, 5]),
        (Effect::Send, &[3, -1]),
        (Effect::Send, &[1, 2]),
        (Effect::Stand, &[1, drawn]),
        (Effect::Stand, &[1, -1]),
        (Effect::Stand, &[99, laid]),
        (Effect::Perch, &[1, nowhere]),
        (Effect::Perch, &[1, -1]),
        (Effect::Keep, &[1, 2]),
        (Effect::Keep, &[1, -1]),
        (Effect::Remove, &[2]),
        (Effect::Put, &[2, 0]),
        (Effect::Stand, &[2, laid]),
        (Effect::Move, &[2, 0]),
        (Effect::Keep, &[2, 0]),
        (Effect::Send, &[2, -1]),
        (Effect::Pay, &[-1, 0, 1, 0, -1, -1]),
        (Effect::Pay, &[1, 2, -1, 0, -1, -1]),
        (Effect::Pay, &[1, 1, 2, 0, -1, -1]),
        (Effect::Pay, &[1, 1, -1, 2, -1, -1]),
        (Effect::Pay, &[1, 1, 0, 0, -1, -1]),
        (Effect::Send, &[99, -1]),
        (Effect::Draw, &[1, -1]),
        (Effect::Draw, &[-1, -1]),
        (Effect::Draw, &[0, 1 << 2]),
        (Effect::Draw, &[0, -2]),
        (Effect::Stow, &[laid, 0]),
        (Effect::Stow, &[in_bag, 0]),
        (Effect::Stow, &[drawn, 2]),
        (Effect::Show, &[in_bag, 1]),
        (Effect::Show, &[drawn, 1 << 2]),
        (Effect::Fetch, &[drawn, 0]),
        (Effect::Fetch, &[laid, 0]),
        (Effect::Fetch, &[-1, 0]),
        (Effect::Fetch, &[in_bag, 1]),
        (Effect::Shuffle, &[laid, 0]),
        (Effect::Shuffle, &[in_bag, 0]),
        (Effect::Shuffle, &[drawn, 1]),
        (Effect::Roll, &[2]),
        (Effect::Roll, &[-1]),
        (Effect::Discard, &[laid]),
        (Effect::Discard, &[in_bag]),
        (Effect::Place, &[drawn, far]),
        (Effect::Place, &[drawn, taken]),
        (Effect::Place, &[drawn, -1]),
        (Effect::Place, &[laid, far]),
        (Effect::Link, &[0, 1]),
        (Effect::Link, &[0, 0]),
        (Effect::Cut, &[2, 3]),
        (Effect::Close, &[900, -1]),
        (Effect::Reopen, &[-1, -1]),
        (Effect::Append, &[9]),
        (Effect::Append, &[-1]),
        (Effect::Reset, &[7]),
        (Effect::Include, &[7, 0, 1]),
        (Effect::Include, &[6, -1, 1]),
        (Effect::Entrust, &[0]),
        (Effect::Seat, &[2]),
        (Effect::Seat, &[-1]),
        (Effect::ScoreAward, &[1, 0, 0, -1, -1, 900]),
        (Effect::ScoreAward, &[]),
        (Effect::Tell, &[900]),
        (Effect::Score, &[1]),
    ];
    let before = format!("{:?}", bench.position);
    for (effect, args) in refused {
        assert!(bench.apply(*effect, args).is_err(), "{effect:?} {args:?}");
        assert_eq!(format!("{:?}", bench.position), before, "{effect:?} {args:?}");
    }
    assert_eq!(bench.apply(Effect::Score, &[1, 0, 0, -1, -1]), Err(&Fault::Overflow));
}

#[test]
fn pieces_move_between_supply_and_segments() {
    let mut bench = Bench::new();
    assert_eq!(bench.done(Effect::Take, &[0, 1]), 7);
    assert_eq!(bench.ask(Builtin::PlayerSupply, &[1, 0]), 7);
    let stamp = bench.ask(Builtin::PieceStamp, &[]);
    bench.done(Effect::Put, &[7, 0]);
    assert_eq!(bench.ask(Builtin::PieceFresh, &[7, stamp]), 0);
    assert_eq!(bench.ask(Builtin::PieceFresh, &[6, stamp]), 1);
    let stamp = bench.ask(Builtin::PieceStamp, &[]);
    assert_eq!(bench.ask(Builtin::PieceFresh, &[7, stamp]), 1);
    assert_eq!(bench.done(Effect::Take, &[0, 1]), 8);
    assert_eq!(bench.ask(Builtin::PlayerSupply, &[1, 0]), 6);
    bench.done(Effect::Put, &[0, 0]);
    bench.done(Effect::Put, &[7, 1]);
    assert_eq!(bench.ask(Builtin::PlayerSupply, &[1, 0]), 6);
    assert_eq!(bench.list(Builtin::FeaturePieces, &[0]), [0]);
    assert_eq!(bench.list(Builtin::FeaturePieces, &[1]), [7]);
    assert_eq!(bench.list(Builtin::FeaturePieces, &[2]), [0; 0]);
    assert_eq!(bench.list(Builtin::Occupied, &[-1]), [0, 1]);
    assert_eq!(bench.list(Builtin::Occupied, &[i64::from(toy::TRACK)]), [1]);
    assert_eq!(bench.list(Builtin::PlayerPieces, &[1]), [7]);
    assert_eq!((bench.ask(Builtin::PieceOwner, &[7]), bench.ask(Builtin::PieceOn, &[7])), (1, 1));
    bench.done(Effect::Send, &[7, -1]);
    assert_eq!((bench.ask(Builtin::PlayerSupply, &[1, 0]), bench.ask(Builtin::PieceOn, &[7])), (7, -1));
    for piece in 0..7 {
        bench.done(Effect::Put, &[piece, 3]);
    }
    assert_eq!(bench.apply(Effect::Take, &[0, 0]), Err(&Fault::Refused("no such piece is left in supply")));
}

#[test]
fn pieces_move_to_spaces_and_back() {
    let mut bench = Bench::new();
    let flag = bench.ask(Builtin::NeutralPiece, &[1]);
    assert_eq!(
        (flag, bench.ask(Builtin::PieceSpace, &[flag]), bench.ask(Builtin::PieceOn, &[flag])),
        (14, 0, -1)
    );
    assert_eq!(bench.list(Builtin::SpacePieces, &[0]), [flag]);
    bench.done(Effect::Move, &[flag, 2]);
    assert_eq!(bench.list(Builtin::SpacePieces, &[0]), [0; 0]);
    // Any number stand on a space, one in a slot.
    bench.done(Effect::Move, &[3, 2]);
    assert_eq!(bench.list(Builtin::SpacePieces, &[2]), [flag, 3]);
    assert_eq!((bench.ask(Builtin::PlayerSupply, &[0, 0]), bench.ask(Builtin::SupplyOf, &[0, 0b1])), (6, 6));
    assert_eq!(bench.ask(Builtin::SupplyOf, &[0, 0b10]), 0);
    bench.done(Effect::Move, &[3, 6]);
    let full = Err(&Fault::Refused("a piece stands in the slot"));
    assert_eq!(bench.apply(Effect::Move, &[4, 6]), full);
    assert_eq!(bench.list(Builtin::PlayerPieces, &[0]), [3]);
    // From a space to the land, from the land to a space, and home.
    bench.done(Effect::Put, &[3, 1]);
    assert_eq!((bench.ask(Builtin::PieceSpace, &[3]), bench.ask(Builtin::PieceOn, &[3])), (-1, 1));
    bench.done(Effect::Move, &[3, 5]);
    assert_eq!(bench.list(Builtin::FeaturePieces, &[1]), [0; 0]);
    bench.done(Effect::Put, &[4, 1]);
    bench.done(Effect::Send, &[3, -1]);
    assert_eq!((bench.ask(Builtin::PlayerSupply, &[0, 0]), bench.ask(Builtin::PieceSpace, &[3])), (6, -1));
    assert_eq!(bench.apply(Effect::Send, &[3, -1]), Err(&Fault::Refused("the piece is in supply already")));
}

#[test]
fn pieces_come_to_tiles_corners_and_players_and_leave_the_game() {
    let mut bench = Bench::new();
    let (start, flag) = (bench.list(Builtin::Laid, &[])[0], 14);
    let corners = bench.list(Builtin::CellCorners, &[pack_cell(Cell::new(0, 0))]);
    assert_eq!(corners, [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| pack_cell(Cell::new(x, y))));
    bench.done(Effect::Stand, &[flag, start]);
    bench.done(Effect::Put, &[0, 1]);
    bench.done(Effect::Perch, &[8, corners[2]]);
    assert_eq!(bench.list(Builtin::TilePieces, &[start]), [flag, 0]);
    assert_eq!([flag, 0, 8].map(|piece| bench.ask(Builtin::PieceTile, &[piece])), [start, start, -1]);
    assert_eq!([flag, 0, 8].map(|piece| bench.ask(Builtin::PieceCorner, &[piece])), [-1, -1, corners[2]]);
    assert_eq!(bench.list(Builtin::CornerPieces, &[corners[2]]), [8]);
    assert_eq!(bench.list(Builtin::Occupied, &[-1]), [1], "on a tile and on a corner is on no feature");
    assert_eq!(bench.list(Builtin::PlayerPieces, &[1]), [8]);
    // A captor keeps what is another's; it stands on no land any longer, and goes home to its owner.
    bench.done(Effect::Keep, &[8, 0]);
    bench.done(Effect::Keep, &[0, 1]);
    assert_eq!(
        (bench.list(Builtin::PlayerKeeps, &[0]), bench.list(Builtin::PlayerKeeps, &[1])),
        (vec![8], vec![0])
    );
    assert_eq!((bench.ask(Builtin::PieceKeeper, &[8]), bench.ask(Builtin::PieceKeeper, &[1])), (0, -1));
    assert_eq!(bench.list(Builtin::FeaturePieces, &[1]), [0; 0]);
    assert_eq!(bench.list(Builtin::CornerPieces, &[corners[2]]), [0; 0]);
    bench.done(Effect::Send, &[8, 1]);
    assert_eq!(
        (bench.ask(Builtin::PlayerSupply, &[1, 0]), bench.list(Builtin::PlayerKeeps, &[0])),
        (7, vec![])
    );
    bench.done(Effect::Send, &[flag, -1]);
    assert_eq!((bench.ask(Builtin::CommonSupply, &[1]), bench.ask(Builtin::SupplyOf, &[-1, 0b10])), (1, 1));
    assert_eq!(bench.done(Effect::Take, &[1, -1]), flag);
    // What is out of the game comes from anywhere and goes nowhere.
    bench.done(Effect::Remove, &[flag]);
    bench.done(Effect::Remove, &[0]);
    assert_eq!((bench.ask(Builtin::CommonSupply, &[1]), bench.ask(Builtin::PlayerSupply, &[0, 0])), (0, 6));
    let gone = Err(&Fault::Refused("the piece is out of the game"));
    assert_eq!(bench.apply(Effect::Send, &[0, -1]), gone);
    assert_eq!(bench.apply(Effect::Stand, &[flag, start]), gone);
}

#[test]
fn corners_know_the_tiles_and_segments_that_reach_them() {
    let mut bench = Bench::new();
    let corner = |x, y| pack_cell(Cell::new(x, y));
    let start = bench.list(Builtin::Laid, &[])[0];
    // The wall has the whole north side and ends where the grass begins.
    assert_eq!(bench.list(Builtin::CornerSegments, &[corner(0, 0)]), [2, 0]);
    assert_eq!(bench.list(Builtin::CornerSegments, &[corner(1, 0)]), [0, 2]);
    assert_eq!(bench.list(Builtin::CornerSegments, &[corner(1, 1)]), [3]);
    assert_eq!(bench.list(Builtin::CornerSegments, &[corner(0, 1)]), [3]);
    assert_eq!(bench.list(Builtin::CornerSegments, &[corner(5, 5)]), [0; 0]);
    let tile = bench.lay("toy/straight", 1, 0, 1);
    assert_eq!(bench.list(Builtin::CornerTiles, &[corner(1, 0)]), [tile, start], "clockwise");
    assert_eq!(bench.list(Builtin::CornerTiles, &[corner(1, 1)]), [start, tile]);
    assert_eq!(bench.list(Builtin::CornerTiles, &[corner(2, 0)]), [tile]);
}

#[test]
fn sides_know_what_lies_beside_them_from_either_cell() {
    let mut bench = Bench::new();
    let side = |x, y, side| pack_border(Border::new(Cell::new(x, y), side));
    let cell = |x, y| pack_cell(Cell::new(x, y));
    assert_eq!(bench.list(Builtin::CellSides, &[cell(0, 0)]), [0, 1, 2, 3].map(|number| side(0, 0, number)));
    assert_eq!([side(0, 0, 1), side(0, 0, 2)], [side(1, 0, 3), side(0, 1, 0)], "one seen from two cells");
    let around = [side(0, -1, 3), side(0, 0, 0), side(0, 0, 3), side(-1, 0, 0)];
    assert_eq!(bench.list(Builtin::CornerSides, &[cell(0, 0)]), around, "clockwise from the north");
    assert_eq!(bench.list(Builtin::SideCells, &[side(0, 0, 1)]), [cell(0, 0), cell(1, 0)]);
    assert_eq!(bench.list(Builtin::SideCorners, &[side(0, 0, 1)]), [cell(1, 0), cell(1, 1)]);
    assert_eq!(bench.list(Builtin::SideCorners, &[side(0, 0, 2)]), [cell(0, 1), cell(1, 1)]);
    let start = bench.list(Builtin::Laid, &[])[0];
    assert_eq!(bench.list(Builtin::SideTiles, &[side(0, 0, 1)]), [start]);
    assert_eq!(bench.list(Builtin::SideSegments, &[side(0, 0, 0)]), [0]);
    let tile = bench.lay("toy/straight", 1, 0, 1);
    assert_eq!(bench.list(Builtin::SideTiles, &[side(1, 0, 3)]), [start, tile], "the western one first");
    let both = bench.list(Builtin::SideSegments, &[side(0, 0, 1)]);
    for segment in both.iter().copied() {
        assert!(bench.list(Builtin::SegmentSides, &[segment]).contains(&side(0, 0, 1)));
        let across = bench.list(Builtin::SegmentAgainst, &[segment]);
        assert!(!across.is_empty() && across.iter().all(|other| both.contains(other)), "{across:?}");
        let far = bench.apply(Effect::Close, &[segment, side(5, 5, 0)]);
        assert_eq!(far, Err(&Fault::Refused("the segment does not reach the side")));
    }
    assert_eq!(bench.ask(Builtin::PieceSide, &[8]), -1);
    bench.done(Effect::Straddle, &[8, side(0, 0, 2)]);
    assert_eq!(bench.ask(Builtin::PieceSide, &[8]), side(0, 1, 0));
    assert_eq!(bench.list(Builtin::SidePieces, &[side(0, 1, 0)]), [8]);
    let bare = Err(&Fault::Refused("no tile lies at the side"));
    assert_eq!(bench.apply(Effect::Straddle, &[8, side(5, 5, 0)]), bare);
    assert_eq!(bench.apply(Effect::Straddle, &[8, -1]), Err(&Fault::Missing));
}

#[test]
fn payments_go_from_one_to_another_and_below_nothing() {
    let mut bench = Bench::new();
    bench.done(Effect::Pay, &[3, 0, 1, 0, -1, -1]);
    bench.done(Effect::Pay, &[2, 1, -1, 0, -1, -1]);
    assert_eq!(bench.position.points, [-3, 1]);
    bench.done(Effect::Pay, &[9, 1, 1, 0, -1, -1]);
    assert_eq!(bench.position.points, [-3, 1]);
    bench.position.points[0] = i64::MIN;
    assert_eq!(bench.apply(Effect::Pay, &[1, 0, 1, 0, -1, -1]), Err(&Fault::Overflow));
    assert_eq!(bench.position.points, [i64::MIN, 1]);
}

#[test]
fn features_have_together_what_lies_on_their_segments() {
    let mut bench = Bench::new();
    let (steps, sign) = (3, 5);
    let set = |bench: &mut Bench, var, segment, value| bench.view().set(var, segment, value);
    let get = |bench: &mut Bench, var, segment| bench.view().get(var, segment).expect("a value");
    bench.lay("toy/straight", 1, 0, 1);
    let far = bench.list(Builtin::SegmentNeighbours, &[1])[0];
    bench.done(Effect::Cut, &[1, far]);
    assert_eq!(
        (get(&mut bench, steps, 1), get(&mut bench, steps, far), get(&mut bench, sign, 1)),
        (0, 0, -1)
    );
    set(&mut bench, steps, 1, 4).expect("a segment");
    set(&mut bench, steps, far, 5).expect("a segment");
    set(&mut bench, sign, 1, 7).expect("a segment");
    bench.done(Effect::Link, &[1, far]);
    // What is joined has both; the sign is that of all who have one.
    assert_eq!((get(&mut bench, steps, 1), get(&mut bench, steps, far)), (9, 9));
    assert_eq!(get(&mut bench, sign, far), 7);
    // What is set lies on the segment that was named.
    set(&mut bench, steps, far, 6).expect("a segment");
    set(&mut bench, sign, 1, 8).expect("a segment");
    assert_eq!(get(&mut bench, steps, 1), 6);
    bench.done(Effect::Cut, &[1, far]);
    assert_eq!((get(&mut bench, steps, 1), get(&mut bench, steps, far)), (0, 6));
    assert_eq!((get(&mut bench, sign, 1), get(&mut bench, sign, far)), (8, -1));
    bench.done(Effect::Reset, &[i64::from(steps)]);
    assert_eq!(get(&mut bench, steps, far), 0);
    assert_eq!(bench.view().get(steps, -1), Err(&Fault::Missing));
    assert_eq!(set(&mut bench, steps, 10_000, 1), Err(&Fault::Missing));
}

#[test]
fn cells_keep_what_is_set_on_them_and_no_more() {
    let mut bench = Bench::new();
    let grass = 4;
    let cell = |x: i16, y: i16| pack_cell(Cell::new(x, y));
    assert_eq!(bench.view().get(grass, cell(40, -3)), Ok(2));
    bench.view().set(grass, cell(40, -3), 9).expect("a cell");
    bench.view().set(grass, cell(0, 0), 1).expect("a cell");
    let copy = bench.position.clone();
    assert_eq!(
        (bench.view().get(grass, cell(40, -3)), bench.view().get(grass, cell(40, -2))),
        (Ok(9), Ok(2))
    );
    bench.done(Effect::Reset, &[i64::from(grass)]);
    assert_eq!(bench.view().get(grass, cell(40, -3)), Ok(2));
    bench.position.clone_from(&copy);
    assert_eq!(bench.view().get(grass, cell(40, -3)), Ok(9));
    assert_eq!(bench.view().get(grass, -1), Err(&Fault::Missing));
    let marked = (0..i16::MAX).find(|x| bench.view().set(grass, cell(*x, 7), 5).is_err());
    assert!(marked.is_some_and(|marked| marked > 10_000), "{marked:?}");
}

#[test]
fn spaces_follow_one_another_as_their_track_says() {
    let mut bench = Bench::new();
    assert_eq!(bench.list(Builtin::TrackSpaces, &[0]), [0, 1, 2]);
    assert_eq!(bench.list(Builtin::TrackSpaces, &[2]), [5, 6]);
    let ahead = |bench: &mut Bench, space, count| bench.ask(Builtin::SpaceAhead, &[space, count]);
    // A ring goes round, forwards and back; a line ends.
    assert_eq!([0, 1, 3, 5, -1, -4].map(|count| ahead(&mut bench, 1, count)), [1, 2, 1, 0, 0, 0]);
    assert_eq!([0, 1, 9, -9].map(|count| ahead(&mut bench, 3, count)), [3, 4, 4, 3]);
    assert_eq!(bench.view().ask(Builtin::SpaceAhead, &[0, i64::MAX]), Ok(1));
    assert_eq!(bench.view().ask(Builtin::SpaceAhead, &[1, i64::MAX]), Err(&Fault::Overflow));
    let alone = Err(&Fault::Refused("slots do not follow one another"));
    assert_eq!(bench.view().ask(Builtin::SpaceAhead, &[5, 1]), alone);
    assert_eq!([0, 5, 6].map(|space| bench.ask(Builtin::SpaceBeside, &[space])), [-1, 0, 2]);
}

#[test]
fn tiles_are_taken_and_go_back() {
    let mut bench = Bench::new();
    let bag = bench.list(Builtin::BagTiles, &[0]);
    assert_eq!(bag, (1..72).collect::<Vec<i64>>());
    bench.done(Effect::Fetch, &[40, 0]);
    assert_eq!(bench.list(Builtin::Hand, &[]), [40]);
    let drawn = bench.done(Effect::Draw, &[0, 1 << 1]);
    assert_eq!(bench.position.tiles[drawn as usize], TileState::Hand(PlayerSet::of(1 << 1, 2)));
    assert_eq!(bench.position.tiles[40], TileState::Hand(PlayerSet::ALL));
    assert_eq!(bench.list(Builtin::Hand, &[]), if drawn < 40 { [drawn, 40] } else { [40, drawn] });
    assert_eq!(bench.ask(Builtin::BagCount, &[0]), 69);
    bench.done(Effect::Shuffle, &[40, 0]);
    bench.done(Effect::Shuffle, &[drawn, 0]);
    assert_eq!(bench.list(Builtin::Hand, &[]), [0; 0]);
    // What says nothing of the order of drawing is the same list again.
    assert_eq!(bench.list(Builtin::BagTiles, &[0]), bag);
}

#[test]
fn dice_give_every_number_and_no_other() {
    let mut bench = Bench::new();
    let mut given = [0; 4];
    for _ in 0..400 {
        let number = bench.done(Effect::Roll, &[0]);
        given[(number + 1) as usize] += 1;
    }
    assert!(given.iter().all(|times| (60..140).contains(times)), "{given:?}");
    // The die is the second source: the one behind the bag.
    bench.chance.fix_outcomes(1, 400, &[3, 0]);
    assert_eq!([bench.done(Effect::Roll, &[0]), bench.done(Effect::Roll, &[0])], [2, -1]);
    let drawn = bench.done(Effect::Draw, &[0, -1]);
    assert_eq!(drawn, Bench::new().done(Effect::Draw, &[0, -1]), "rolling changes no tile");
}

#[test]
fn a_die_gives_what_several_faces_show_more_often() {
    let mut bench = Bench::new();
    let given: Vec<i64> = (0..400).map(|_| bench.done(Effect::Roll, &[1])).collect();
    let ones = given.iter().filter(|given| **given == 1).count();
    assert!((260..340).contains(&ones), "{ones}");
    assert!(given.iter().all(|given| [1, 5].contains(given)), "{given:?}");
}

#[test]
fn facts_name_each_feature_once_and_by_kind() {
    let mut bench = Bench::new();
    bench.lay("toy/cap", 0, -1, 2);
    assert_eq!(bench.list(Builtin::Closed, &[-1]), [0]);
    assert_eq!(bench.list(Builtin::Closed, &[i64::from(toy::TRACK)]), [0; 0]);
    assert_eq!(bench.list(Builtin::Extended, &[-1]), [0]);
    bench.position.begin_part();
    assert_eq!(bench.list(Builtin::Closed, &[-1]), [0; 0]);
    assert_ne!(bench.ask(Builtin::Placed, &[]), -1, "an appended step still knows the tile of the turn");
    bench.position.begin_turn();
    assert_eq!(bench.ask(Builtin::Placed, &[]), -1);
    let walls = i64::from(toy::WALL);
    assert_eq!(bench.list(Builtin::Features, &[walls]), [0]);
    bench.done(Effect::Cut, &[0, 4]);
    assert_eq!(bench.list(Builtin::Features, &[walls]).len(), 2);
    assert_eq!(bench.list(Builtin::SegmentNeighbours, &[0]), [0; 0]);
    bench.done(Effect::Link, &[4, 0]);
    assert_eq!(bench.list(Builtin::SegmentNeighbours, &[0]), [4]);
    assert_eq!(bench.list(Builtin::Joined, &[-1]).len(), 1);
    assert_eq!(bench.ask(Builtin::SameFeature, &[0, 4]), 1);
    assert_eq!(
        (bench.ask(Builtin::SameFeature, &[-1, -1]), bench.ask(Builtin::SameFeature, &[0, -1])),
        (1, 0)
    );
}

#[test]
fn touching_is_found_from_either_side() {
    let mut bench = Bench::new();
    // The start tile's northern strip of grass says that it touches the wall, as does the other one.
    assert_eq!(bench.list(Builtin::FeatureTouching, &[2, -1]), [0]);
    assert_eq!(bench.list(Builtin::FeatureTouching, &[0, i64::from(toy::GRASS)]), [2, 3]);
    assert_eq!(bench.list(Builtin::FeatureTouching, &[0, i64::from(toy::TRACK)]), [0; 0]);
}

#[test]
fn sites_cells_and_attributes() {
    let mut bench = Bench::new();
    let well = bench.lay("toy/well", 0, 1, 0);
    let segment = bench.list(Builtin::TileSegments, &[well])[0];
    assert_eq!(
        (bench.ask(Builtin::FeatureAround, &[segment]), bench.ask(Builtin::FeatureOpen, &[segment])),
        (1, 7)
    );
    assert_eq!(bench.ask(Builtin::FeatureAround, &[0]), 0);
    let cell = bench.ask(Builtin::TileCell, &[well]);
    assert_eq!(unpack_cell(cell), Some(Cell::new(0, 1)));
    assert_eq!(bench.list(Builtin::CellNeighbours, &[cell]), [0]);
    assert_eq!(bench.list(Builtin::CellAround, &[cell]), [0]);
    assert_eq!(bench.ask(Builtin::TileAttr, &[well, 0]), 4);
    bench.lay("toy/full", 0, -1, 0);
    assert_eq!(bench.ask(Builtin::FeatureAttr, &[0, 0]), 2);
    assert_eq!(bench.ask(Builtin::IsFeatureKind, &[segment, i64::from(toy::WELL)]), 1);
    assert_eq!(bench.ask(Builtin::IsFeatureKind, &[-1, 0]), 0);
    assert_eq!((bench.ask(Builtin::IsPieceKind, &[2, 1]), bench.ask(Builtin::IsPieceKind, &[2, 2])), (1, 0));
}

#[test]
fn an_empty_cell_between_joined_sites_is_open_once() {
    let mut bench = Bench::new();
    let [one, other] = [0, 1].map(|x| {
        let well = bench.lay("toy/well", x, 1, 0);
        bench.list(Builtin::TileSegments, &[well])[0]
    });
    assert_eq!([one, other].map(|site| bench.ask(Builtin::FeatureOpen, &[site])), [6, 6]);
    bench.done(Effect::Link, &[one, other]);
    assert_eq!(bench.ask(Builtin::FeatureOpen, &[one]), 9, "three cells are around both");
    bench.done(Effect::Close, &[other, -1]);
    assert_eq!(bench.ask(Builtin::FeatureOpen, &[one]), 6, "a closed one waits for no cell");
}

#[test]
fn variables_keep_one_value_for_each_owner() {
    let mut bench = Bench::new();
    let mut view = bench.view();
    view.set(1, 1, 8).expect("a player's");
    view.set(2, 3, 9).expect("a segment's");
    assert_eq!(
        (view.get(1, 0), view.get(1, 1), view.get(2, 3), view.get(0, 0)),
        (Ok(3), Ok(8), Ok(9), Ok(0))
    );
    assert_eq!(
        (view.get(1, 2), view.get(1, -1), view.get(0, 1)),
        (Err(&Fault::Missing), Err(&Fault::Missing), Err(&Fault::Missing))
    );
    assert_eq!(view.set(9, 0, 0), Err(&Fault::Missing));
    view.apply_effect(Effect::Reset, &[1]).expect("a variable");
    assert_eq!((view.get(1, 1), view.get(2, 3)), (Ok(3), Ok(9)));
}

#[test]
fn cells_and_placements_survive_packing() {
    for (x, y, rotation) in [(0, 0, 0), (-1, 2, 3), (2000, -2000, 1), (i16::MIN, i16::MAX, 2)] {
        let cell = Cell::new(x, y);
        let placement = Placement { cell, rotation };
        assert!(pack_cell(cell) >= 0 && pack_placement(placement) >= 0);
        assert_eq!(unpack_cell(pack_cell(cell)), Some(cell));
        assert_eq!(unpack_placement(pack_placement(placement)), Some(placement));
    }
    assert_eq!((unpack_cell(-1), unpack_placement(-1), unpack_cell(1 << 40)), (None, None, None));
}

#[test]
fn counted_placements_are_those_that_are_listed() {
    let mut bench = Bench::new();
    bench.lay("toy/bend", 1, 0, 0);
    for tile in 0..71 {
        let listed = bench.list(Builtin::TilePlacements, &[tile]);
        let view = bench.view();
        assert_eq!(view.count(Builtin::TilePlacements, &[tile]), Ok(listed.len()));
        for (place, placement) in listed.iter().enumerate() {
            assert_eq!(view.nth(Builtin::TilePlacements, &[tile], place), Some(*placement));
            assert_eq!(view.position(Builtin::TilePlacements, &[tile], *placement), Some(place));
        }
        assert_eq!(view.nth(Builtin::TilePlacements, &[tile], listed.len()), None);
    }
    assert_eq!(bench.layout.rotations, Rotations::Distinct);
}
