//! A small game for the tests, written as operations: walls, tracks, grass and wells, pegs that stand on them.
//!
//! A turn draws a tile (throwing away those that fit nowhere), lays it, may put a peg on a free feature of it,
//! scores a point a tile for every peg on a completed feature and sends the pegs home. At the end every peg
//! still standing scores a point a tile. The game ends when the bag is empty. A flag stands beside the table,
//! on the first of three seasons; no turn moves it.

#![allow(dead_code, reason = "every test file uses a part of it")]
#![allow(clippy::expect_used, reason = "a test may stop when its own data is wrong")]

use std::sync::Arc;

use rota_board::{
    Catalog, EdgeId, EdgeKind, FeatureAttr, FeatureKind, FeatureKindId, Merge, Neighbourhood, Port,
    SegmentShape, ShapeId, SideThird, TileShape,
};
use rota_bytecode::program::{
    Action, ChoiceSite, Die, Function, Owner, PieceKind, Row, ScoreSite, Space, StockKind, Track, TrackShape,
    Var,
};
use rota_bytecode::{
    Builtin, Condition, Declared, Effect, Op, Operand, Program, Query, Reclaim, Slot, Sort, Source, Type,
    verify,
};
use rota_game::{Names, Rules, StartTile, Stock, TileInfo, TileKindInfo};

pub const WALL: u8 = 0;
pub const TRACK: u8 = 1;
pub const GRASS: u8 = 2;
pub const WELL: u8 = 3;

/// Name, edges north to west, segments as kind, places, shields, and how many there are.
type Drawn = (&'static str, [u8; 4], &'static [(u8, &'static str, i32)], u32);

const TILES: &[Drawn] = &[
    (
        "toy/start",
        [2, 3, 1, 3],
        &[(WALL, "N", 0), (TRACK, "E W", 0), (GRASS, "EL WR", 0), (GRASS, "ER S WL", 0)],
        4,
    ),
    ("toy/cap", [2, 1, 1, 1], &[(WALL, "N", 0), (GRASS, "E S W", 0)], 6),
    ("toy/straight", [3, 1, 3, 1], &[(TRACK, "N S", 0), (GRASS, "NR E SL", 0), (GRASS, "SR W NL", 0)], 9),
    ("toy/bend", [1, 1, 3, 3], &[(TRACK, "S W", 0), (GRASS, "N E SL WR", 0), (GRASS, "SR WL", 0)], 10),
    ("toy/well", [1, 1, 1, 1], &[(WELL, "", 0), (GRASS, "N E S W", 0)], 4),
    ("toy/road_well", [1, 1, 3, 1], &[(WELL, "", 0), (TRACK, "S", 0), (GRASS, "N E SL SR W", 0)], 3),
    (
        "toy/junction",
        [1, 3, 3, 3],
        &[
            (TRACK, "E", 0),
            (TRACK, "S", 0),
            (TRACK, "W", 0),
            (GRASS, "N EL WR", 0),
            (GRASS, "ER SL", 0),
            (GRASS, "SR WL", 0),
        ],
        8,
    ),
    ("toy/corner", [2, 2, 1, 1], &[(WALL, "N E", 1), (GRASS, "S W", 0)], 8),
    ("toy/two_caps", [2, 1, 2, 1], &[(WALL, "N", 0), (WALL, "S", 0), (GRASS, "E W", 0)], 6),
    ("toy/band", [1, 2, 1, 2], &[(WALL, "E W", 0), (GRASS, "N", 0), (GRASS, "S", 0)], 5),
    ("toy/three", [2, 2, 1, 2], &[(WALL, "N E W", 0), (GRASS, "S", 0)], 8),
    ("toy/full", [2, 2, 2, 2], &[(WALL, "N E S W", 2)], 1),
];

/// Name, track, and for a slot the space it lies beside.
const SPACES: &[(&str, u16, Option<u16>)] = &[
    ("spring", 0, None),
    ("summer", 0, None),
    ("autumn", 0, None),
    ("low", 1, None),
    ("high", 1, None),
    ("seat spring", 2, Some(0)),
    ("seat autumn", 2, Some(2)),
];

/// The rules; `bags` names one bag or several: the first gets the tiles, the others a well each.
pub fn rules(bags: &[&str]) -> Arc<Rules> {
    rules_with(bags, program(bags))
}

/// The same with another program.
pub fn rules_with(bags: &[&str], program: Program) -> Arc<Rules> {
    let mut tiles = Vec::new();
    for (kind, drawn) in (0..).zip(TILES) {
        tiles.extend((0..drawn.3).map(|_| TileInfo { kind }));
    }
    let first: Vec<u32> = (1..tiles.len() as u32).collect();
    let mut filled = vec![first];
    for _ in bags.iter().skip(1) {
        filled.push((0..3).map(|number| tiles.len() as u32 + number).collect());
        tiles.extend([TileInfo { kind: 4 }, TileInfo { kind: 1 }, TileInfo { kind: 2 }]);
    }
    let kinds = TILES.iter().zip(0..).map(|(drawn, shape)| TileKindInfo {
        name: drawn.0.to_owned(),
        shape: Some(ShapeId(shape)),
        attrs: vec![i64::from(drawn.3)],
        parts: Vec::new(),
        printed: Vec::new(),
    });
    let stock = Stock {
        kinds: kinds.collect(),
        tiles,
        bags: filled,
        start: vec![StartTile { tile: 0, x: 0, y: 0, rotation: 0 }],
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let names = Names {
        features: words(&["wall", "track", "grass", "well"]),
        edges: vec!['-', 'G', 'W', 'T'],
        seats: words(&["red", "blue"]),
    };
    Arc::new(Rules::new(program, catalog(), stock, names).expect("the toy holds together"))
}

fn catalog() -> Catalog {
    let (wall, track, grass) = (FeatureKindId(WALL), FeatureKindId(TRACK), FeatureKindId(GRASS));
    let edges =
        vec![EdgeKind::BLANK, EdgeKind::whole(grass), EdgeKind::whole(wall), EdgeKind::split(track, grass)];
    let plain = || FeatureKind::default();
    let features = vec![
        FeatureKind { attrs: vec![FeatureAttr { merge: Merge::Sum, default: 0 }], ..FeatureKind::default() },
        plain(),
        plain(),
        FeatureKind { site: Some(Neighbourhood::Eight), ..FeatureKind::default() },
    ];
    let shapes = TILES.iter().map(|(_, edges, segments, _)| TileShape {
        edges: edges.map(EdgeId),
        diagonal: None,
        segments: segments.iter().map(|segment| shape(segment, segments)).collect(),
    });
    Catalog::new(edges, features, shapes.collect()).expect("the shapes hold together")
}

fn shape((kind, places, shields): &(u8, &str, i32), all: &[(u8, &str, i32)]) -> SegmentShape {
    let ports = places.split_whitespace().map(|place| {
        let side = ["N", "E", "S", "W"].iter().position(|side| place.starts_with(side)).expect("a side");
        let part = match place.get(1..) {
            Some("L") => SideThird::Left,
            Some("R") => SideThird::Right,
            _ => SideThird::Middle,
        };
        Port::new(side as u8, part).bit()
    });
    // Only the grass says that it touches walls: questions have to find it in both directions.
    let walls = all.iter().enumerate().filter(|(_, other)| *kind == GRASS && other.0 == WALL);
    SegmentShape {
        feature: FeatureKindId(*kind),
        ports: ports.fold(0, |mask, bit| mask | bit),
        touches: walls.fold(0, |mask, (place, _)| mask | 1 << place),
        ends: 0,
        attrs: if *kind == WALL { vec![*shields] } else { vec![] },
    }
}

/// Operations with labels to jump to.
#[derive(Default)]
pub struct Assembly {
    pub ops: Vec<Op>,
    labels: Vec<u32>,
}

impl Assembly {
    pub fn push(&mut self, ops: &[Op]) {
        self.ops.extend_from_slice(ops);
    }

    /// A mark that is set later; jumps name it until [`Assembly::finish`].
    pub fn mark(&mut self) -> u32 {
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    pub fn set(&mut self, mark: u32) {
        self.labels[mark as usize] = self.ops.len() as u32;
    }

    pub fn finish(self) -> Vec<Op> {
        let Assembly { mut ops, labels } = self;
        for op in &mut ops {
            if let Some(mark) = op.target() {
                op.set_target(labels[mark as usize]).expect("there is room");
            }
        }
        ops
    }
}

/// The program of the toy.
pub fn program(bags: &[&str]) -> Program {
    let mut code = Assembly::default();
    let mut functions = Vec::new();
    let mut function = |name: &str, code: &mut Assembly, write: &dyn Fn(&mut Assembly)| {
        let start = code.ops.len() as u32;
        write(code);
        code.push(&[Op::Const(0, 0), Op::Return(0)]);
        let end = code.ops.len() as u32;
        let name = name.to_owned();
        functions.push(Function { name, start, end, slots: 18, ..Function::default() });
    };
    function("turn", &mut code, &turn);
    function("finale", &mut code, &finale);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let action = |name: &str, ty| Action { name: name.to_owned(), ty };
    let choice = |name: &str, pass, actions| ChoiceSite {
        span: Default::default(),
        name: name.to_owned(),
        prompt: name.to_owned(),
        pass,
        merges_alike: false,
        secrecy: rota_bytecode::program::Secrecy::Open,
        actions,
    };
    let track = |name: &str, shape, first, count| Track {
        name: name.to_owned(),
        shape,
        first,
        count,
        is_numbered: false,
    };
    let var = |name: &str, owner, init| Var {
        name: name.to_owned(),
        ty: Type::one(Sort::Int),
        owner,
        merge: rota_bytecode::vocabulary::Merge::Agree,
        init,
        range: None,
        secret: false,
        title: String::new(),
    };
    let program = Program {
        ops: code.finish(),
        functions,
        queries: vec![Query {
            source: Source::FeaturePieces,
            of: Operand::First,
            conditions: vec![Condition::PieceKind(0b1)],
        }],
        terms: words(&["tiles"]),
        sites: vec![ScoreSite {
            span: Default::default(),
            rule: "closed".to_owned(),
            formula: "tiles".to_owned(),
        }],
        choices: vec![
            choice("lay", false, vec![action("", Type::one(Sort::Placement))]),
            choice("stand", true, vec![action("stand", Type::one(Sort::Segment))]),
        ],
        turn: Some(0),
        finale: Some(1),
        declared: Declared {
            players: (1, 5),
            pieces: vec![
                PieceKind { name: "peg".to_owned(), traits: 1, neutral: false, counts: [7; 8], on: None },
                PieceKind { name: "flag".to_owned(), traits: 0, neutral: true, counts: [1; 8], on: Some(0) },
            ],
            traits: words(&["small"]),
            bags: words(bags),
            decks: Vec::new(),
            cards: Vec::new(),
            card_attrs: Vec::new(),
            rows: vec![Row { name: "shelf".to_owned(), source: 0, is_of_cards: false, room: 3 }],
            stocks: vec![
                StockKind { name: "pebbles".to_owned(), count: Some(5) },
                StockKind { name: "shells".to_owned(), count: None },
            ],
            dice: vec![
                Die { name: "fate".to_owned(), faces: vec![-1, 0, 1, 2], words: None },
                Die { name: "slope".to_owned(), faces: vec![1, 1, 1, 5], words: None },
            ],
            tracks: vec![
                track("year", TrackShape::Ring, 0, 3),
                track("ladder", TrackShape::Line, 3, 2),
                track("seat", TrackShape::Slots, 5, 2),
            ],
            spaces: SPACES
                .iter()
                .map(|(name, track, beside)| Space {
                    name: (*name).to_owned(),
                    track: *track,
                    beside: *beside,
                    number: 1,
                    attrs: vec![2],
                })
                .collect(),
            reasons: words(&["closed", "standing"]),
            words: vec![],
            vars: vec![
                var("turns", Owner::Game, 0),
                var("laid", Owner::Player, 3),
                var("mark", Owner::Segment, 5),
                Var { merge: rota_bytecode::vocabulary::Merge::Sum, ..var("steps", Owner::Feature, 0) },
                var("grass", Owner::Cell, 2),
                var("sign", Owner::Feature, -1),
                Var { ty: Type::many(Sort::Int), ..var("numbers", Owner::Player, 0) },
            ],
            additions: vec![],
            steps: vec![],
        },
        ..Program::default()
    };
    assert_eq!(verify(&program), Ok(()), "the toy is sound");
    program
}

/// The slots; lists have one behind them for the members taken.
const TILE: Slot = 0;
const PLACEMENT: Slot = 1;
const CHOSEN: Slot = 1;
const ACTION: Slot = 2;
const LIST: Slot = 3;
const OPTIONS: Slot = 5;
const FEATURE: Slot = 6;
const INNER: Slot = 7;
const PIECE: Slot = 9;
const MARK: Slot = 10;
const ACTIVE: Slot = 11;
const LEFT: Slot = 12;
/// From here on: arguments, and what is worked out on the way.
const ROW: Slot = 13;

fn turn(code: &mut Assembly) {
    let [again, fits, nothing, done] = [(); 4].map(|()| code.mark());
    code.push(&[Op::Const(ROW, 0), Op::Ask(LEFT, Builtin::BagCount, ROW)]);
    code.push(&[Op::JumpEqualImm(LEFT, 0, nothing)]);
    code.set(again);
    code.push(&[Op::Const(ROW, 0), Op::Const(ROW + 1, -1), Op::Apply(TILE, Effect::Draw, ROW)]);
    code.push(&[Op::Ask(ROW, Builtin::TileFits, TILE), Op::JumpNotEqualImm(ROW, 0, fits)]);
    code.push(&[Op::Apply(ROW, Effect::Discard, TILE)]);
    code.push(&[Op::DecrementJump(LEFT, again), Op::Jump(nothing)]);

    code.set(fits);
    code.push(&[Op::OfferCounted(TILE, Builtin::TilePlacements, 0), Op::Ask(ACTIVE, Builtin::Active, ROW)]);
    code.push(&[Op::Decide(PLACEMENT, ACTIVE, 0), Op::Apply(ROW, Effect::Place, TILE)]);
    // var laid of active += 1
    code.push(&[Op::Ask(ACTIVE, Builtin::Active, ROW)]);
    code.push(&[Op::Get(ROW, ACTIVE, 1), Op::AddImm(ROW, ROW, 1), Op::Set(ACTIVE, ROW, 1)]);

    let [segment, next, behind, offered, passed] = [(); 5].map(|()| code.mark());
    code.push(&[Op::Mark(MARK), Op::AskSlotImm(ROW, Builtin::PlayerSupply, ACTIVE, 0, 0)]);
    code.push(&[Op::JumpEqualImm(ROW, 0, offered)]);
    code.push(&[Op::List(LIST, Builtin::TileSegments, TILE), Op::NewList(OPTIONS)]);
    code.push(&[Op::ForEach(LIST, FEATURE, behind)]);
    code.set(segment);
    code.push(&[
        Op::List(INNER, Builtin::FeaturePieces, FEATURE),
        Op::Length(ROW, INNER),
        Op::FreeAbove(OPTIONS),
    ]);
    code.push(&[Op::JumpNotEqualImm(ROW, 0, next), Op::Push(OPTIONS, FEATURE)]);
    code.set(next);
    code.push(&[Op::ForNext(LIST, FEATURE, Reclaim::Keep, segment)]);
    code.set(behind);
    code.push(&[Op::Offer(OPTIONS, 0)]);
    code.set(offered);
    code.push(&[Op::Decide(CHOSEN, ACTIVE, 1), Op::Release(MARK), Op::JumpLessImm(ACTION, 0, passed)]);
    code.push(&[Op::Const(ROW, 0), Op::Copy(ROW + 1, ACTIVE), Op::Apply(ROW, Effect::Take, ROW)]);
    code.push(&[Op::Copy(ROW + 1, CHOSEN), Op::Apply(ROW, Effect::Put, ROW)]);
    code.set(passed);
    score_each(code, Builtin::Closed, 0, true);
    code.push(&[Op::Const(ROW, 0), Op::Ask(ROW, Builtin::BagCount, ROW), Op::JumpNotEqualImm(ROW, 0, done)]);
    code.set(nothing);
    code.push(&[Op::Apply(ROW, Effect::EndGame, ROW)]);
    code.set(done);
}

fn finale(code: &mut Assembly) {
    score_each(code, Builtin::Occupied, 1, false);
}

/// A point a tile for every peg on the features of a set.
fn score_each(code: &mut Assembly, set: Builtin, reason: i32, home: bool) {
    let [feature, behind, piece, next_feature] = [(); 4].map(|()| code.mark());
    code.push(&[Op::ListImm(LIST, set, -1), Op::ForEach(LIST, FEATURE, behind)]);
    code.set(feature);
    code.push(&[Op::List(INNER, Builtin::FeaturePieces, FEATURE), Op::ForEach(INNER, PIECE, next_feature)]);
    code.set(piece);
    // The points, the player, the reason, the feature, the note.
    code.push(&[Op::ClearTerms, Op::Ask(ROW, Builtin::FeatureTiles, FEATURE), Op::Const(ROW + 1, 1)]);
    code.push(&[Op::Term(ROW, ROW, ROW + 1, 0), Op::Ask(ROW + 1, Builtin::PieceOwner, PIECE)]);
    code.push(&[Op::Const(ROW + 2, reason), Op::Copy(ROW + 3, FEATURE), Op::Note(ROW + 4, 0)]);
    code.push(&[Op::Apply(ROW, Effect::Score, ROW)]);
    if home {
        code.push(&[Op::Copy(ROW, PIECE), Op::Const(ROW + 1, -1), Op::Apply(ROW, Effect::Send, ROW)]);
    }
    code.push(&[Op::ForNext(INNER, PIECE, Reclaim::Free, piece)]);
    code.set(next_feature);
    code.push(&[Op::ForNext(LIST, FEATURE, Reclaim::Free, feature)]);
    code.set(behind);
}
