//! Pictures from outside: what is drawn of tile sets and games, and the command that writes it to files.
//!
//! The pictures of the documentation are drawn anew and compared; `ROTA_WRITE=1` writes them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "render/command.rs"]
mod command;
#[path = "render/overlay.rs"]
mod overlay;
#[path = "render/tracks.rs"]
mod tracks;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use resvg::tiny_skia::Pixmap;
use rota::{CompiledGame, PackSource, PackText, Settings, Text};
use rota_game::{Game, Player, Setup, Uniform};
use rota_picture::{Picture, TILE_UNITS, anchors, sheet, table};
use rota_tests::shelf::{Written, compile, listed, load, root, settings, shelf};
use rota_tiles::{TileKind, TileSet};

/// A pack with tiles of all sorts, which only this test knows.
fn odd() -> CompiledGame {
    let folder = root().join("tests/render/odd");
    let text =
        |name: &str| Text { name: name.to_owned(), text: fs::read_to_string(folder.join(name)).unwrap() };
    let tiles = vec![("odd".to_owned(), text("odd.toml"))];
    let pack = PackText { name: "odd".to_owned(), rules: vec![text("pack.rota")], tiles };
    let mut written = Written::default();
    written.packs.insert("odd".to_owned(), pack);
    compile(&load(&written, &["odd"]), &Settings::default())
}

/// A pack with the variants chosen in it and what options are set to.
type Chosen = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// Packs of which a variant, or an option, brings further tile sets.
const FURTHER: [Chosen; 5] = [
    ("river", &["second"], &[]),
    ("river", &[], &[("base_start", "behind_the_river")]),
    ("besiegers", &["cathars"], &[]),
    ("crop_circles", &["first_circles"], &[]),
    ("fishermen", &[], &[("second_river", "first")]),
];

/// The compositions whose sets are drawn: each pack of the house, and the odd one.
fn compositions() -> Vec<CompiledGame> {
    let names = shelf().names();
    let mut opened: Vec<CompiledGame> =
        names.iter().map(|name| compile(&load(&shelf(), &[name]), &Settings::default())).collect();
    let further = FURTHER
        .iter()
        .map(|(pack, variants, set)| compile(&load(&shelf(), &[pack]), &settings(variants, set)));
    opened.extend(further);
    opened.push(odd());
    let drawn: BTreeSet<&str> =
        opened.iter().flat_map(|one| &one.sets).map(|set| set.name.as_str()).collect();
    for published in
        listed(&root().join("tiles")).iter().filter(|path| path.extension().is_some_and(|own| own == "toml"))
    {
        let stem = published.file_stem().unwrap().to_str().unwrap();
        assert!(drawn.contains(stem), "no pack names the set `{stem}`, so nothing here draws it");
    }
    opened
}

/// All that is drawn of a set, in the order in which it is drawn.
fn kinds(set: &TileSet) -> Vec<&TileKind> {
    let cells = set.boards.iter().flat_map(|board| &board.cells).map(|(.., kind)| kind);
    set.kinds.iter().chain(cells).collect()
}

/// The number behind a word in a text: `x="`.
fn number(text: &str, word: &str) -> Option<i32> {
    text.split(word).nth(1)?.split('"').next()?.parse().ok()
}

/// The north-western corners of the tiles of a picture, by the numbers of their definitions.
fn corners(svg: &str) -> BTreeMap<usize, (i32, i32)> {
    let uses = svg.split("<use href=\"#t").skip(1);
    let corner = |part: &str| {
        let id = part.split('"').next()?.parse().ok()?;
        Some((id, (number(part, " x=\"")?, number(part, " y=\"")?)))
    };
    uses.filter_map(corner).collect()
}

/// Red, green, blue.
type Color = (u8, u8, u8);

/// Which tiles show which colour.
type Shown<'t> = BTreeMap<Color, Vec<&'t str>>;

fn pixels(picture: &Picture) -> Pixmap {
    Pixmap::decode_png(&picture.png().unwrap()).unwrap()
}

/// The colour that most of a small square has.
fn color(pixels: &Pixmap, (x, y): (i32, i32)) -> Color {
    let mut counts: BTreeMap<Color, usize> = BTreeMap::new();
    for (dx, dy) in (-6..=6).flat_map(|dx| (-6..=6).map(move |dy| (dx, dy))) {
        let pixel = pixels.pixel((x + dx) as u32, (y + dy) as u32).unwrap();
        *counts.entry((pixel.red(), pixel.green(), pixel.blue())).or_default() += 1;
    }
    *counts.iter().max_by_key(|(_, count)| **count).unwrap().0
}

#[test]
fn every_segment_of_every_tile_has_a_place_of_its_own_for_a_piece() {
    let mut tried = 0;
    for opened in compositions() {
        for set in &opened.sets {
            for kind in kinds(set) {
                let places = anchors(&kind.shape, &opened.compiled.vocabulary);
                let name = format!("{}/{}: {places:?}", set.name, kind.id);
                assert_eq!(places.len(), kind.shape.segments.len(), "{name}");
                for (index, (x, y)) in places.iter().enumerate() {
                    tried += 1;
                    let border = x.min(y).min(&(TILE_UNITS - x)).min(&(TILE_UNITS - y)).to_owned();
                    assert!(border >= 10, "{name} has a place at the border");
                    let others = places.iter().skip(index + 1);
                    let apart = others.map(|(ox, oy)| (x - ox).abs().max((y - oy).abs())).min();
                    assert!(
                        apart.is_none_or(|apart| apart >= 20),
                        "{name} has places that cannot be told apart"
                    );
                }
            }
        }
    }
    assert!(tried > 150, "only {tried} segments were found");
}

/// A piece on a segment stands on what is drawn of it: at its place, all segments of a kind have one colour, and
/// no other kind has it.
#[test]
fn places_for_pieces_lie_on_what_is_drawn_of_their_segments() {
    // Most compositions show the same tiles of the base game.
    let mut shown_before = BTreeSet::new();
    for opened in compositions() {
        let vocabulary = &opened.compiled.vocabulary;
        for set in &opened.sets {
            let picture = sheet(set, vocabulary, None, TILE_UNITS as u32);
            if !shown_before.insert(picture.svg().to_owned()) {
                continue;
            }
            let (drawn, corners) = (pixels(&picture), corners(picture.svg()));
            let kinds = kinds(set);
            assert_eq!(corners.len(), kinds.len(), "{}", set.name);
            let mut colors: BTreeMap<&str, Shown<'_>> = BTreeMap::new();
            for (kind, (left, top)) in kinds.iter().zip(corners.values()) {
                let places = anchors(&kind.shape, vocabulary);
                for (segment, (x, y)) in kind.shape.segments.iter().zip(places) {
                    let feature = &vocabulary.features[usize::from(segment.feature.0)];
                    // A mark has a letter in its middle and no colour of its own.
                    if segment.ports != 0 {
                        let color = color(&drawn, (left + x, top + y));
                        colors.entry(&feature.name).or_default().entry(color).or_default().push(&kind.id);
                    }
                }
            }
            let mut seen = BTreeSet::new();
            for (feature, colors) in &colors {
                assert_eq!(colors.len(), 1, "{}: {feature} has colours {colors:?}", set.name);
                let own = colors.keys().all(|color| seen.insert(*color));
                assert!(own, "{}: {feature} looks like another kind", set.name);
            }
        }
    }
}

/// Where two segments of the ground meet without anything between them, a hedge is drawn. The published sets need
/// few, but for boards: lines, areas and sites keep apart nearly all that is apart.
#[test]
fn published_tiles_show_what_is_apart_without_hedges() {
    let mut hedges = BTreeMap::new();
    for opened in compositions() {
        for set in &opened.sets {
            let tiles = TileSet { boards: Vec::new(), ..TileSet::clone(set) };
            let picture = sheet(&tiles, &opened.compiled.vocabulary, None, 120);
            hedges.insert(set.name.clone(), picture.svg().matches("class=\"hedge\"").count());
        }
    }
    assert!(hedges.remove("odd").unwrap() > 0, "two fields that touch are not told apart");
    assert_eq!(hedges.remove("inns_and_cathedrals"), Some(2), "wedge, pass");
    let four = "two_roads, wine_gate, grain_yard, cloth_gates";
    assert_eq!(hedges.remove("traders_and_builders"), Some(4), "{four}");
    assert_eq!(hedges.remove("king_and_robber"), Some(1), "corner_gates");
    assert_eq!(hedges.remove("river"), Some(1), "gate");
    assert_eq!(hedges.remove("river_two"), Some(1), "gate");
    assert_eq!(hedges.remove("princess_and_dragon"), Some(1), "princess_yard");
    assert_eq!(hedges.remove("tower"), Some(2), "street, side_gate");
    assert_eq!(hedges.remove("bridges_castles_and_bazaars"), Some(2), "wedge_gate");
    assert_eq!(hedges.remove("abbey_and_mayor"), Some(4), "outpost, two_gates, wall_east, wall");
    assert_eq!(hedges.remove("hills_and_sheep"), Some(2), "vineyard_cap, vineyard_strips");
    assert_eq!(hedges.remove("under_the_big_top"), Some(2), "ring_wall, ring_cities");
    assert_eq!(hedges.remove("river_springs"), Some(1), "spring.two_banks");
    assert_eq!(hedges.remove("crop_circles"), Some(1), "two_caps");
    assert_eq!(hedges.remove("festival"), Some(1), "pass");
    assert_eq!(hedges.remove("gq11"), Some(1), "corner");
    assert_eq!(hedges.remove("peasant_revolts"), Some(1), "strip");
    assert_eq!(hedges.remove("school"), Some(2), "west, east");
    assert_eq!(hedges.remove("spiel"), Some(1), "2020");
    assert_eq!(hedges.remove("tunnel"), Some(4), "three_gates, two_gates, corner, village");
    assert_eq!(hedges.remove("watchtowers"), Some(3), "pennants_between, cities_between, roads_wall");
    assert_eq!(hedges.remove("wells"), Some(2), "footbridge, underpass");
    assert!(hedges.values().all(|count| *count == 0), "{hedges:?}");
}

/// Every tenth decision of a game, and its end.
fn tables(packs: &[&str], players: u8, seats: &[&str]) -> (CompiledGame, Vec<Game>) {
    let loaded = load(&shelf(), packs);
    // Some packs are for fewer.
    let most = compile(&loaded, &Settings::new()).rules.program().declared.players.1;
    let players = players.min(most);
    let seats = seats.iter().copied().take(usize::from(players));
    let opened = compile(&loaded, &Settings::new().seats(seats));
    let mut game = Game::new(opened.rules.clone(), &Setup { players, seed: 4, ..Setup::default() }).unwrap();
    let mut uniform = Uniform::new(5);
    let mut games = Vec::new();
    for move_number in 0.. {
        if move_number % 10 == 0 || game.is_over() {
            games.push(game.fork());
        }
        if game.is_over() {
            break;
        }
        let choice = uniform.decide(&game);
        game.choose(choice).unwrap();
    }
    (opened, games)
}

#[test]
fn tables_are_drawn_at_every_stage_with_every_pack() {
    for pack in shelf().names() {
        let (opened, games) = tables(&[&pack], 3, &["red", "blue", "<b>"]);
        for game in games.iter().step_by(3) {
            let picture = table(game, &opened.compiled.vocabulary, 120);
            let svg = picture.svg();
            let stock = game.rules().stock();
            // A tile to which something was added looks unlike others of its kind.
            let laid =
                game.position().board().tiles().iter().zip(0..).map(|(tile, laid)| {
                    (game.position().stock_tile(rota_board::TileId(laid)), Some(tile.shape))
                });
            let rows = game.rules().program().declared.rows.iter().zip(0..);
            let rows = rows.filter(|(row, _)| !row.is_of_cards);
            let lying = rows.flat_map(|(_, row)| game.position().row(row));
            let lying = lying.map(|tile| (tile, game.rules().kind_of(tile).shape));
            let shown: BTreeSet<_> =
                laid.chain(lying).map(|(tile, shape)| (stock.tiles[tile].kind, shape)).collect();
            let defined = svg.matches("<g id=\"t").count();
            // A tile in hand is shown beside the table.
            assert!(
                defined == shown.len() || defined == shown.len() + 1,
                "{pack}: {defined} tiles are defined"
            );
            let on_land = |number: &&u16| game.position().pieces()[usize::from(**number)].on().is_some();
            let pieces = game.position().standing().iter().filter(on_land).count();
            let (_, after) = svg.split_once("</defs>").unwrap();
            let drawn = after.matches("<use href=\"#p").count();
            assert!(drawn >= pieces, "{pack}: {drawn} of {pieces} pieces are drawn");
            let has_pieces = !game.position().pieces().is_empty();
            assert_eq!(svg.contains("&lt;b&gt;"), has_pieces, "{pack}: a player is not named");
            assert!(!svg.contains("<b>"), "{pack}: a name is taken for a part");
            assert!(svg.len() < 120_000, "{pack}: {} bytes for one table", svg.len());
        }
        let last = pixels(&table(games.last().unwrap(), &opened.compiled.vocabulary, 30));
        assert!(last.width() > 100 && last.height() > 100);
    }
}

/// Where the tile in a cell is drawn: its north-western corner.
fn corner_of(svg: &str, cell: rota_board::Cell) -> (i32, i32) {
    let (_, after) = svg.split_once(&format!(" at {},{}</title>", cell.x, cell.y)).unwrap();
    let lies = after.split("/>").next().unwrap();
    match lies.split_once("translate(") {
        Some((_, at)) => {
            let (x, y) = at.split(')').next().unwrap().split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        }
        None => (number(lies, " x=\"").unwrap(), number(lies, " y=\"").unwrap()),
    }
}

/// A piece stands where its segment is on the tile as it lies, turned as the tile is.
#[test]
fn pieces_stand_on_their_segments_however_tiles_are_turned() {
    let (opened, games) = tables(&["base"], 4, &["ann", "ben", "cyd", "dot"]);
    let mut turned = [0; 4];
    for game in &games {
        let picture = table(game, &opened.compiled.vocabulary, 120);
        let (board, catalog) = (game.position().board(), game.rules().catalog());
        for number in game.position().standing() {
            let Some(segment) = game.position().pieces()[usize::from(*number)].on() else { continue };
            let tile = board.tile(board.segment_tile(segment));
            let shape = &catalog.shapes()[usize::from(tile.shape.0)];
            let place = usize::from(board.segment_place(segment));
            if shape.segments[place].ports == 0 {
                // Beside its mark, however the tile lies.
                continue;
            }
            let (mut x, mut y) = anchors(shape, &opened.compiled.vocabulary)[place];
            for _ in 0..tile.rotation {
                (x, y) = (TILE_UNITS - y, x);
            }
            let (left, top) = corner_of(picture.svg(), tile.cell);
            let drawn = format!("transform=\"translate({},{})", left + x, top + y);
            assert!(picture.svg().contains(&drawn), "no piece at {:?}: {drawn}", tile.cell);
            turned[usize::from(tile.rotation)] += 1;
        }
    }
    assert!(turned.iter().all(|count| *count > 5), "{turned:?}");
}

#[test]
fn a_picture_is_the_same_every_time_and_not_blank() {
    let (opened, games) = tables(&["base"], 2, &["ann", "ben"]);
    let draw = || table(&games[7], &opened.compiled.vocabulary, 60);
    let picture = draw();
    assert_eq!(picture, draw());
    assert_eq!(picture.png(), draw().png());
    let drawn = pixels(&picture);
    assert_eq!((drawn.width(), drawn.height()), (picture.width(), picture.height()));
    let colors: BTreeSet<[u8; 3]> =
        drawn.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    assert!(colors.len() > 50, "only {} colours", colors.len());
    let twice = table(&games[7], &opened.compiled.vocabulary, 120);
    assert!(twice.width().abs_diff(picture.width() * 2) <= 1);
}

#[test]
fn letters_are_drawn_with_the_font_that_is_part_of_the_program() {
    // Without a font nothing of a text is drawn: the title of a sheet stands above all tiles.
    let opened = odd();
    let picture = sheet(&opened.sets[0], &opened.compiled.vocabulary, None, 120);
    let drawn = pixels(&picture);
    let top = corners(picture.svg()).values().map(|(_, y)| y / 2).min().unwrap() as u32;
    let paper = drawn.pixel(0, 0).unwrap();
    let inked = (0..top).flat_map(|y| (0..drawn.width()).map(move |x| (x, y)));
    let inked = inked.filter(|(x, y)| drawn.pixel(*x, *y).unwrap() != paper).count();
    assert!(inked > 500, "only {inked} pixels above the tiles");
}

fn snapshot(name: &str, svg: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("render");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, svg));
}

#[test]
fn the_sheet_of_a_few_odd_tiles() {
    let opened = odd();
    let mut set = TileSet::clone(&opened.sets[0]);
    let few = ["two-curves", "crossing", "two-roads-city", "fields-apart", "notes", "none"];
    set.kinds.retain(|kind| few.contains(&kind.id.as_str()));
    snapshot("sheet", sheet(&set, &opened.compiled.vocabulary, Some(0), 120).svg());
}

#[test]
fn a_board_is_drawn_as_a_whole_with_its_border() {
    let (opened, games) = tables(&["fenced"], 2, &["ann", "ben"]);
    let side = 3 * 240;
    for game in games {
        let picture = table(&game, &opened.compiled.vocabulary, 60);
        assert!(picture.svg().contains(&format!("h{side}v{side}h-{side}z\" fill=\"none\"")), "no border");
    }
}

#[test]
fn the_table_of_a_short_game() {
    let (opened, games) = tables(&["base"], 2, &["ann", "blue"]);
    snapshot("table", table(&games[1], &opened.compiled.vocabulary, 120).svg());
}
