//! The tile sets of two expansions: what every printing holds, which tiles are those of the base game, and what
//! lies around the wheel.
//!
//! They are read with the words of a pack of this test, so that no rule of a published pack is in the way.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on stops")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rota::{CompiledGame, PackSource, PackText, Settings, Text};
use rota_board::{
    Board, BoardDelta, Cell, FeatureKindId, Neighbourhood, Port, SegmentId, SegmentShape, SideThird,
    TileShape, side,
};
use rota_game::{Game, Rules, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::shelf::{Written, compile, load, shelf};
use rota_tiles::{SetInPlay, TileKind, TileSet, check_reachable};

const PACK: &str = r#"
pack expansions 1.0.0 "Tests: the words of both sets"
requires base ^1.0
attr tile.icon : int 0..3 = 0
feature tent site 4
tiles wheel printing big_box
tiles fortune_teller printing second
start board wheel/board
"#;

/// The kinds of the wheel: number, sides, where the shape is from (a tile of the base game, or another
/// expansion), and the copies in the box of its own without an icon and with icon 1, 2 and 3.
const KINDS: &str = "
    01 CCCC C       1 0 0 0
    02 CCCF R       2 0 0 0
    03 CCCF Q       1 0 0 0
    04 CCCF inns    1 0 0 0
    05 CCCR S       2 0 0 0
    06 CCCR T       1 0 0 0
    07 CCFF N       0 2 0 0
    08 CCFF M       2 0 0 0
    09 CCFF I       2 0 0 0
    10 CCFR inns    1 0 0 0
    11 CCRF inns    1 0 0 0
    12 CCRR P       2 0 0 0
    13 CCRR O       2 0 0 0
    14 CFCF H       2 0 0 0
    15 CFCF F       2 0 0 0
    16 CFCF G       1 0 0 0
    17 CFFF E       4 0 0 0
    18 CFFR king    1 0 0 0
    19 CFRF inns    1 0 0 0
    20 CFRR K       2 0 0 0
    21 CRFF traders 1 0 0 0
    22 CRFR D       4 0 0 0
    23 CRRF J       2 0 0 0
    24 CRRR L       2 0 0 0
    25 CRRR king    1 0 0 0
    26 FFFF B       4 0 0 0
    27 FFFR A       2 0 0 0
    28 FFRR V       1 0 0 0
    29 FFRR V       0 4 2 1
    30 FRFR inns    1 0 0 0
    31 FRFR U       0 3 3 2
    32 FRRR W       4 0 0 0
    33 RRRR X       0 1 0 0
    34 RRRR inns    0 1 0 0";

/// The tiles that Big Box 5 adds to its base game.
const TWELVE: [&str; 12] = ["04", "10", "11", "18", "19", "21", "22", "25", "29.3", "30", "31.1", "34"];

fn opened() -> CompiledGame {
    let mut written = Written::default();
    let base = shelf().pack("base").expect("the base pack");
    let rules = vec![Text { name: "expansions.rota".to_owned(), text: PACK.to_owned() }];
    let own = PackText { name: "expansions".to_owned(), rules, tiles: Vec::new() };
    for pack in [base, own] {
        written.packs.insert(pack.name.clone(), pack);
    }
    for set in ["base", "wheel", "fortune_teller"] {
        written.sets.insert(set.to_owned(), shelf().tiles(set).expect("a published set"));
    }
    compile(&load(&written, &["expansions"]), &Settings::default())
}

fn set<'a>(opened: &'a CompiledGame, name: &str) -> &'a TileSet {
    opened.sets.iter().find(|set| set.name == name).expect("a set in play")
}

fn kind<'a>(set: &'a TileSet, id: &str) -> &'a TileKind {
    &set.kinds[set.kind(id).unwrap_or_else(|| panic!("no tile {id}"))]
}

fn copies(set: &TileSet, kind: &TileKind, printing: &str) -> u16 {
    kind.counts[set.printing(printing).expect("a printing")]
}

fn total(set: &TileSet, printing: &str) -> u16 {
    set.kinds.iter().map(|kind| copies(set, kind, printing)).sum()
}

fn feature(opened: &CompiledGame, name: &str) -> FeatureKindId {
    let place = opened.compiled.vocabulary.feature(name).expect("a declared feature");
    FeatureKindId(u8::try_from(place).expect("a small number"))
}

/// What is printed on the tile for the wheel.
fn icon(opened: &CompiledGame, kind: &TileKind) -> usize {
    let place = opened.compiled.vocabulary.tile_attrs.iter().position(|attr| attr.name == "icon");
    usize::try_from(kind.attrs[place.expect("declared above")]).expect("no negative icon")
}

fn pennants(opened: &CompiledGame, city: &SegmentShape) -> i32 {
    let attrs = &opened.compiled.vocabulary.features[usize::from(city.feature.0)].attrs;
    city.attrs[attrs.iter().position(|attr| attr.name == "pennants").expect("declared in the base game")]
}

/// The letters of the sides from the north on.
fn letters(opened: &CompiledGame, shape: &TileShape) -> String {
    shape.edges.iter().map(|edge| opened.rules.names().edges[usize::from(edge.0)]).collect()
}

/// A segment without regard to its place in the list: kind, ports, attributes, and what it adjoins.
type Segment = (u8, u32, Vec<i32>, BTreeSet<(u8, u32)>);

/// A shape without regard to how it is turned and in which order its segments are written.
fn form(shape: &TileShape) -> (Vec<u8>, Vec<Segment>) {
    let turned = |rotation: u8| {
        let mut edges: Vec<u8> = shape.edges.iter().map(|edge| edge.0).collect();
        edges.rotate_right(usize::from(rotation));
        let turn = |ports: u32| (ports << (3 * rotation) | ports >> (12 - 3 * rotation)) & 0xFFF;
        let name = |one: &SegmentShape| (one.feature.0, turn(one.ports));
        let mut segments: Vec<Segment> = Vec::new();
        for one in &shape.segments {
            let beside = (0..shape.segments.len()).filter(|other| one.touches >> other & 1 == 1);
            let beside = beside.map(|other| name(&shape.segments[other])).collect();
            segments.push((one.feature.0, turn(one.ports), one.attrs.clone(), beside));
        }
        segments.sort();
        (edges, segments)
    };
    (0..4).map(turned).min().expect("four rotations")
}

/// The shape in a mirror, left and right exchanged.
fn mirrored(shape: &TileShape) -> TileShape {
    let mut shape = shape.clone();
    shape.edges.swap(1, 3);
    for segment in &mut shape.segments {
        let ports = (0..12u16).filter(|port| segment.ports >> port & 1 == 1);
        let seen = ports.map(|port| (4 - port / 3) % 4 * 3 + 2 - port % 3);
        segment.ports = seen.fold(0, |mask, port| mask | 1 << port);
    }
    shape
}

/// The shape without the segments that lie inside.
fn landscape(opened: &CompiledGame, shape: &TileShape) -> TileShape {
    let mut shape = shape.clone();
    // `touches` speaks of places in the list, and these change.
    let kept: Vec<usize> =
        (0..shape.segments.len()).filter(|place| shape.segments[*place].ports != 0).collect();
    let moved = |touches: u16| {
        let kept = kept.iter().enumerate().filter(|(_, old)| touches >> **old & 1 == 1);
        kept.fold(0, |mask, (new, _)| mask | 1 << new)
    };
    shape.segments = kept
        .iter()
        .map(|place| SegmentShape {
            touches: moved(shape.segments[*place].touches),
            ..shape.segments[*place].clone()
        })
        .collect();
    // Where its roads end is gone with what they end at.
    for one in &mut shape.segments {
        let attrs = &opened.compiled.vocabulary.features[usize::from(one.feature.0)].attrs;
        if let Some(place) = attrs.iter().position(|attr| attr.name == "waymeet") {
            one.attrs[place] = attrs[place].default;
        }
    }
    shape
}

#[test]
fn the_box_of_the_wheel_holds_72_tiles_of_34_kinds() {
    let opened = opened();
    let (base, wheel) = (set(&opened, "base"), set(&opened, "wheel"));
    let (mut kinds, mut seen, mut origins) = (0, 0, BTreeMap::<&str, u16>::new());
    let (mut shapes, mut icons) = (BTreeSet::new(), [0; 4]);
    for line in KINDS.lines().filter(|line| !line.trim().is_empty()) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [number, sides, origin, counts @ ..] = columns.as_slice() else { panic!("{line}") };
        let counts: Vec<u16> = counts.iter().map(|count| count.parse().expect("a number")).collect();
        let mut found = [0; 4];
        for kind in wheel.kinds.iter().filter(|kind| kind.id.split('.').next() == Some(number)) {
            assert_eq!(letters(&opened, &kind.shape), *sides, "sides of {}", kind.id);
            let turned = (0..4).map(|first| format!("{}{}", &sides[first..], &sides[..first]));
            assert_eq!(turned.min().as_deref(), Some(*sides), "{} is turned otherwise", kind.id);
            if let Some(model) = base.kind(origin) {
                assert_eq!(form(&kind.shape), form(&base.kinds[model].shape), "shape of {}", kind.id);
            }
            let (icon, own) = (icon(&opened, kind), copies(wheel, kind, "box_2009"));
            found[icon] += own;
            assert_eq!(copies(wheel, kind, "icons"), if icon > 0 { own } else { 0 }, "{}", kind.id);
            seen += 1;
        }
        assert_eq!(found.as_slice(), counts, "copies of {number}");
        let copies: u16 = found.iter().sum();
        assert!(copies > 0, "{number} is not in the box");
        let is_base = base.kind(origin).is_some();
        *origins.entry(if is_base { "base" } else { origin }).or_default() += copies;
        if is_base {
            shapes.insert(*origin);
        }
        icons = [0, 1, 2, 3].map(|icon: usize| icons[icon] + found[icon]);
        kinds += 1;
    }
    assert_eq!((kinds, seen), (34, wheel.kinds.len()), "kinds that the table does not name");
    assert_eq!(origins, BTreeMap::from([("base", 63), ("inns", 6), ("traders", 1), ("king", 2)]));
    assert_eq!(shapes.len(), 24, "every shape of the base game");
    assert_eq!(icons, [53, 11, 5, 3]);
    assert_eq!(icons[1] + 2 * icons[2] + 3 * icons[3], 30);
    assert_eq!(["box_2009", "icons", "big_box"].map(|printing| total(wheel, printing)), [72, 19, 84]);
}

#[test]
fn shapes_from_other_expansions_are_as_described() {
    // Number, cities, roads, roads that end on the tile, fields, pairs of a field and a city, monasteries.
    let table = [
        ("04", [3, 0, 0, 1, 3, 0]),
        ("10", [1, 1, 1, 2, 2, 0]),
        ("11", [1, 1, 1, 2, 2, 0]),
        ("18", [1, 1, 1, 2, 2, 0]),
        ("19", [1, 1, 1, 2, 2, 0]),
        ("21", [1, 1, 1, 2, 2, 0]),
        ("25", [1, 2, 1, 3, 2, 0]),
        ("30", [0, 2, 2, 2, 0, 1]),
        ("34", [0, 2, 0, 3, 0, 0]),
    ];
    let opened = opened();
    let wheel = set(&opened, "wheel");
    let shape = |id: &str| &kind(wheel, id).shape;
    for (id, expected) in table {
        let of = |name: &str| {
            let wanted = feature(&opened, name);
            shape(id).segments.iter().filter(move |one| one.feature == wanted)
        };
        let ends = of("road").filter(|road| road.ports.count_ones() == 1).count();
        let near = of("field").map(|field| field.touches.count_ones() as usize).sum();
        let [cities, roads, fields] = ["city", "road", "field"].map(|name| of(name).count());
        let found = [cities, roads, ends, fields, near, of("monastery").count()];
        assert_eq!(found, expected, "{id}");
        assert!(of("city").all(|city| pennants(&opened, city) == 0), "{id} has no pennant");
    }
    for (one, other) in [("10", "11"), ("18", "21"), ("20", "23")] {
        assert_eq!(form(&mirrored(shape(one))), form(shape(other)), "{one} and {other}");
        assert_ne!(form(shape(one)), form(shape(other)));
    }
    // Inside the bend of 25 lies its one field that does not reach the city.
    let apart = shape("25").segments.iter().filter(|one| one.feature == feature(&opened, "field"));
    let apart: Vec<u32> = apart.filter(|one| one.touches == 0).map(|one| one.ports).collect();
    assert_eq!(
        apart,
        [Port::new(side::EAST, SideThird::Right).bit() | Port::new(side::SOUTH, SideThird::Left).bit()]
    );
}

#[test]
fn big_box_5_is_a_base_game_and_twelve_tiles() {
    let opened = opened();
    let (base, wheel) = (set(&opened, "base"), set(&opened, "wheel"));
    let mut shapes: BTreeMap<_, u16> = BTreeMap::new();
    let (mut icons, mut added) = ([0; 4], [0; 4]);
    for kind in &wheel.kinds {
        let twelfth = u16::from(TWELVE.contains(&kind.id.as_str()));
        let rest = copies(wheel, kind, "big_box").checked_sub(twelfth).expect("one of the twelve");
        *shapes.entry(form(&kind.shape)).or_default() += rest;
        icons[icon(&opened, kind)] += rest;
        added[icon(&opened, kind)] += twelfth;
    }
    assert_eq!((icons, added), ([56, 9, 5, 2], [9, 2, 0, 1]));
    shapes.retain(|_, copies| *copies > 0);
    let first = base.kinds.iter().filter(|kind| copies(base, kind, "first") > 0);
    let first: BTreeMap<_, u16> =
        first.map(|kind| (form(&kind.shape), copies(base, kind, "first"))).collect();
    assert_eq!(first.len(), 24);
    assert_eq!(shapes, first);
}

#[test]
fn the_fortune_teller_has_eight_tiles_with_a_tent() {
    // Number, sides, and the tile of the same landscape.
    let table = [
        ("01", "CFRR", "base", "K"),
        ("02", "CFCF", "base", "H"),
        ("03", "FFRR", "base", "V"),
        ("04", "FFFR", "base", "A"),
        ("05", "FRFR", "base", "U"),
        ("06", "CCFF", "base", "N"),
        ("07", "CRFR", "base", "D"),
        ("08", "CRFF", "wheel", "21"),
    ];
    let opened = opened();
    let tents = set(&opened, "fortune_teller");
    let [tent, garden] = ["tent", "garden"].map(|name| feature(&opened, name));
    let mut seen = BTreeMap::new();
    for kind in &tents.kinds {
        let number = kind.id.split('.').next().expect("a first part");
        let row = table.iter().find(|(own, ..)| *own == number);
        let (_, sides, other, model) = row.unwrap_or_else(|| panic!("{} is not in the table", kind.id));
        let own = letters(&opened, &kind.shape).repeat(2);
        assert!(own.contains(sides), "sides of {}", kind.id);
        let model = &self::kind(set(&opened, other), model).shape;
        assert_eq!(
            form(&landscape(&opened, &kind.shape)),
            form(&landscape(&opened, model)),
            "landscape of {}",
            kind.id
        );
        let inside = kind.shape.segments.iter().filter(|one| one.ports == 0);
        let inside: Vec<FeatureKindId> = inside.map(|one| one.feature).collect();
        let has_garden = copies(tents, kind, "second") == 1 && number == "05";
        assert_eq!(inside, if has_garden { vec![tent, garden] } else { vec![tent] }, "{}", kind.id);
        assert!(kind.shape.segments.iter().all(|one| one.ports != 0 || one.touches == 0));
        let printings = ["first", "second"].map(|printing| copies(tents, kind, printing));
        let copies = seen.entry(number).or_insert([0, 0]);
        *copies = [copies[0] + printings[0], copies[1] + printings[1]];
    }
    assert_eq!(seen.len(), 8);
    assert!(seen.values().all(|copies| *copies == [1, 1]), "{seen:?}");
}

#[test]
fn every_printing_can_be_laid() {
    let opened = opened();
    for set in &opened.sets {
        for printing in 0..set.printings.len() {
            let warnings =
                check_reachable(&opened.compiled.vocabulary, &[SetInPlay { set, printing: Some(printing) }]);
            assert!(warnings.is_empty(), "{} {}: {warnings:?}", set.name, set.printings[printing].id);
        }
    }
    assert!(opened.diagnostics.is_empty());
}

/// The table at the start of a game.
fn table(rules: &Arc<Rules>) -> Board {
    let game = Game::new(Arc::clone(rules), &Setup::default()).expect("a game");
    game.position().board().clone()
}

/// The outer sides of a board of four by four, clockwise from the north-west corner.
fn rim() -> Vec<(Cell, u8)> {
    let along = |place: i16| {
        [
            (Cell::new(place, 0), side::NORTH),
            (Cell::new(3, place), side::EAST),
            (Cell::new(3 - place, 3), side::SOUTH),
            (Cell::new(0, 3 - place), side::WEST),
        ]
    };
    (0..4).flat_map(|facing| (0..4).map(move |place| along(place)[facing])).collect()
}

#[test]
fn the_rim_of_the_wheel_shows_its_landscape() {
    let opened = opened();
    let (board, catalog) = (table(&opened.rules), opened.rules.catalog());
    assert_eq!(board.tiles().len(), 16, "each square is a tile");
    let shape = |cell: Cell| {
        let laid = board.tile(board.tile_at(cell).expect("a square"));
        assert_eq!(laid.rotation, 0);
        &catalog.shapes()[usize::from(laid.shape.0)]
    };
    let shown = rim().into_iter().map(|(cell, facing)| shape(cell).edges[usize::from(facing)]);
    let shown: String = shown.map(|edge| opened.rules.names().edges[usize::from(edge.0)]).collect();
    assert_eq!(shown, "CFRFFFCFRFFCCFRF");

    // What lies at the rim, half by half: cities A to C, roads 1 to 3, fields X to Z. Of a side with a road the
    // left half, the road, the right half; of any other the whole.
    let expected = "A Z Z1X X  X X B X  X2Y Y Y C  C Y Y3Z Z".replace(' ', "");
    let mut ports = Vec::new();
    for (cell, facing) in rim() {
        let laid = board.tile_at(cell).expect("a square");
        let parts = [SideThird::Left, SideThird::Middle, SideThird::Right];
        ports.extend(
            parts.iter().filter_map(|part| board.segment_at(catalog, laid, Port::new(facing, *part))),
        );
    }
    assert_eq!(ports.len(), expected.len());
    let mut named: BTreeMap<char, SegmentId> = BTreeMap::new();
    for (name, segment) in expected.chars().zip(&ports) {
        let root = board.find(*segment);
        assert_eq!(*named.entry(name).or_insert(root), root, "{name} is in two parts");
    }
    let roots: BTreeSet<SegmentId> = named.values().copied().collect();
    assert_eq!(roots.len(), 9, "two of them are one");

    // Squares of each, what it adjoins, and that it is open at the rim and nowhere else.
    let squares = [
        ('A', "1", ""),
        ('B', "12", ""),
        ('C', "13", ""),
        ('1', "3", ""),
        ('2', "16", ""),
        ('3', "5", ""),
        ('X', "3 4 8 12 16", "B"),
        ('Y', "5 9 13 14 15 16", "C"),
        ('Z', "1 2 3 5", "A"),
    ];
    let mut segments = 0;
    for (name, expected_squares, cities) in squares {
        let root = named[&name];
        let kind = match name {
            'A'..='C' => "city",
            '1'..='3' => "road",
            _ => "field",
        };
        assert_eq!(board.kind(root), feature(&opened, kind), "{name}");
        let cells = board.segments(root).map(|one| board.tile(board.segment_tile(one)).cell);
        let cells: BTreeSet<i16> = cells.map(|cell| cell.y * 4 + cell.x + 1).collect();
        let cells: Vec<String> = cells.iter().map(i16::to_string).collect();
        assert_eq!(cells.join(" "), expected_squares, "{name}");
        let outward = expected.chars().filter(|own| *own == name).count();
        assert_eq!(board.open(root) as usize, outward, "{name} is open at the rim only");
        assert!(board.attrs(root).iter().all(|value| *value == 0), "{name} has no pennant");
        let mut touched = Vec::new();
        board.touching(catalog, root, feature(&opened, "city"), &mut touched);
        let touched = touched.iter().map(|city| named.iter().find(|(_, root)| *root == city));
        let touched: String = touched.map(|city| *city.expect("a city of the rim").0).collect();
        assert_eq!(touched, cities, "cities beside {name}");
        segments += usize::from(board.size(root));
    }
    assert_eq!(segments, board.segment_count(), "nothing else lies on the board");
}

#[test]
fn the_squares_of_the_wheel_count_as_tiles_around_a_monastery() {
    let opened = opened();
    let (mut board, catalog) = (table(&opened.rules), opened.rules.catalog());
    let middle = [(1, 1), (2, 1), (1, 2), (2, 2)].map(|(x, y)| Cell::new(x, y));
    for cell in middle {
        let laid = board.tile(board.tile_at(cell).expect("a square of the wheel"));
        assert_eq!(laid.segments().len(), 0, "nothing can stand there");
    }
    assert_eq!(board.neighbours(Cell::new(1, -1), Neighbourhood::Eight), 3);
    assert_eq!(board.neighbours(Cell::new(1, 0), Neighbourhood::Eight), 5, "rim and wheel alike");
    let mut delta = BoardDelta::new();
    let mut monastery = None;
    for (id, x, y, turns) in [
        ("26", 1, -1, 0),
        ("17", 0, -1, 2),
        ("27", 2, -1, 3),
        ("26", 0, -2, 0),
        ("17", 1, -2, 0),
        ("26", 2, -2, 0),
    ] {
        let number = opened.rules.kind_named(&format!("wheel/{id}")).expect("a tile");
        let shape = opened.rules.stock().kinds[number as usize].shape.expect("a shape");
        let cell = Cell::new(x, y);
        assert!(board.fits(catalog, shape, cell, turns), "{id} at {x},{y}");
        assert!(!monastery.is_some_and(|site| board.is_complete(site)), "complete too early");
        let laid = board.place(catalog, shape, cell, turns, &mut delta).expect("it fits");
        monastery = monastery.or(board.tile(laid).segments().next());
    }
    let monastery = monastery.expect("the first tile");
    assert_eq!(board.kind(monastery), feature(&opened, "monastery"));
    assert!(board.is_complete(monastery), "three squares of the rim and five tiles");
    // The cap closed city A, and the road from the monastery is complete between it and the rim.
    let done = |cell: Cell, facing: u8| {
        let laid = board.tile_at(cell).expect("a tile");
        let segment =
            board.segment_at(catalog, laid, Port::new(facing, SideThird::Middle)).expect("a segment");
        (board.is_complete(segment), board.tiles_of(segment))
    };
    assert_eq!(done(Cell::new(0, 0), side::NORTH), (true, 2));
    assert_eq!(done(Cell::new(2, 0), side::NORTH), (true, 2));
}

#[test]
fn random_games_around_the_wheel_add_up() {
    let rules = opened().rules;
    for seed in 0..20 {
        let mut game = Game::new(Arc::clone(&rules), &Setup { seed, ..Setup::default() }).expect("a game");
        let mut player = Uniform::new(seed);
        game.play(|pending| player.reply(pending));
        assert_eq!(audit(&game), Vec::<String>::new(), "seed {seed}");
        // Two sets, a base game and the board; a tile that fits nowhere goes out.
        assert!(game.position().board().tiles().len() > 150, "seed {seed}");
    }
}
