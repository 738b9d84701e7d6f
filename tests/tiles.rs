//! Tile files: the published set, what must be refused and how, and files that are not files at all.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

use std::collections::BTreeMap;
use std::fs;

use rota_board::{Catalog, EdgeKind, FeatureAttr, FeatureKind, FeatureKindId, Port, TileShape};
use rota_bytecode::vocabulary::{Attr, AttrValues, Edge, Feature, Merge, Neighbourhood, Vocabulary};
use rota_source::{Allowances, Diagnostic, Severity, Sources, Span};
use rota_tests::render;
use rota_tiles::{SetInPlay, TileKind, TileSet, check_census, check_reachable, load, schema};

const CITY: usize = 0;
const ROAD: usize = 1;
const FIELD: usize = 2;
const MONASTERY: usize = 3;
const GARDEN: usize = 4;
const INN: usize = 5;

fn attr(name: &str, values: AttrValues, default: i32, merge: Merge) -> Attr {
    Attr { name: name.into(), values, default, merge, unseen: false, span: Span::default() }
}

fn feature(name: &str, adjoins: &[usize]) -> Feature {
    Feature {
        name: name.into(),
        site: None,
        is_layer: false,
        attrs: Vec::new(),
        adjoins: adjoins.to_vec(),
        color: None,
        sign: None,
        span: Span::default(),
    }
}

fn edge(letter: char, middle: usize, halves: Option<usize>) -> Edge {
    Edge { letter, middle: Some(middle), halves: halves.map(|kind| [kind; 2]), span: Span::default() }
}

/// What the pack `base` declares.
fn base_vocabulary() -> Vocabulary {
    let eight = Some(Neighbourhood::Eight);
    let mut city = feature("city", &[]);
    let meeting = ["unmet", "crossroads", "other_crossroads", "hub", "spoke"].map(String::from).to_vec();
    let waymeet = attr("waymeet", AttrValues::Words(meeting), 0, Merge::Agree);
    city.attrs = vec![attr("pennants", AttrValues::Int(0, 2), 0, Merge::Sum), waymeet.clone()];
    Vocabulary {
        compatible_edges: Vec::new(),
        border: None,
        has_closed_border: false,
        edges: vec![edge('C', CITY, None), edge('R', ROAD, Some(FIELD)), edge('F', FIELD, None)],
        features: vec![
            city,
            Feature { attrs: vec![waymeet.clone()], ..feature("road", &[]) },
            feature("field", &[CITY]),
            Feature { site: eight, attrs: vec![waymeet], ..feature("monastery", &[]) },
            Feature { site: eight, ..feature("garden", &[]) },
        ],
        tile_attrs: Vec::new(),
        card_attrs: Vec::new(),
        space_attrs: Vec::new(),
    }
}

/// The same with an attribute of each type and a kind that adjoins several others.
fn rich_vocabulary() -> Vocabulary {
    let mut vocabulary = base_vocabulary();
    let inn = Feature { site: Some(Neighbourhood::Four), ..feature("inn", &[ROAD, FIELD, GARDEN]) };
    vocabulary.features.push(inn);
    let unlike = |letter, middle, halves| Edge { middle, halves: Some(halves), ..edge(letter, FIELD, None) };
    vocabulary.edges.push(unlike('D', None, [FIELD, CITY]));
    vocabulary.edges.push(unlike('M', Some(ROAD), [FIELD, CITY]));
    let words = ["sun", "rain"].map(String::from).to_vec();
    vocabulary.tile_attrs = vec![
        attr("icon", AttrValues::Int(1, 3), 0, Merge::Agree),
        attr("weather", AttrValues::Words(words), 0, Merge::Agree),
        attr("lit", AttrValues::Bool, 1, Merge::Agree),
        attr("ware", AttrValues::Stock { kinds: vec!["silk".to_owned()], optional: true }, -1, Merge::Agree),
    ];
    vocabulary
}

/// The same with a layer, for files that tell of it.
fn vocabulary_of(text: &str) -> Vocabulary {
    let mut vocabulary = rich_vocabulary();
    if text.contains("hedge") {
        vocabulary.features.push(Feature { is_layer: true, ..feature("hedge", &[]) });
    }
    vocabulary
}

fn load_text(
    sources: &mut Sources,
    name: &str,
    text: &str,
    words: &Vocabulary,
) -> (Option<TileSet>, Vec<Diagnostic>) {
    let file = sources.add(name, text).unwrap().clone();
    load(&file, name.trim_end_matches(".toml"), words)
}

fn published() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tiles/base.toml")).unwrap()
}

fn base_set() -> TileSet {
    let mut sources = Sources::new();
    let (set, problems) = load_text(&mut sources, "base.toml", &published(), &base_vocabulary());
    assert!(problems.is_empty(), "{}", render(&problems, &sources));
    set.unwrap()
}

/// Letters of the sides from the side that makes the string smallest, so that turning does not matter.
fn letters(shape: &TileShape, words: &Vocabulary) -> String {
    let letter = |side: usize| match shape.edges[side % 4].0 {
        0 => '.',
        edge => words.edges[usize::from(edge) - 1].letter,
    };
    (0..4).map(|first| (first..first + 4).map(letter).collect::<String>()).min().unwrap()
}

#[test]
fn the_base_set_has_the_printed_tiles() {
    // Kind, copies, sides, segments of each kind (city, road, field, monastery), fields that adjoin a city,
    // pennant, garden copies: the table of the published tiles.
    let table = "
        A 2 FFFR 0111 0 0 0
        B 4 FFFF 0011 0 0 0
        C 1 CCCC 1000 0 1 0
        D 4 CRFR 1120 1 0 0
        E 5 CFFF 1010 1 0 1
        F 2 CFCF 1020 2 1 0
        G 1 CFCF 1020 2 0 0
        H 3 CFCF 2010 1 0 1
        I 2 CCFF 2010 1 0 1
        J 3 CRRF 1120 1 0 0
        K 3 CFRR 1120 1 0 0
        L 3 CRRR 1330 1 0 0
        M 2 CCFF 1010 1 1 1
        N 3 CCFF 1010 1 0 1
        O 2 CCRR 1120 1 1 0
        P 3 CCRR 1120 1 0 0
        Q 1 CCCF 1010 1 1 0
        R 3 CCCF 1010 1 0 1
        S 2 CCCR 1120 2 1 0
        T 1 CCCR 1120 2 0 0
        U 8 FRFR 0120 0 0 1
        V 9 FFRR 0120 0 0 1
        W 4 FRRR 0330 0 0 0
        X 1 RRRR 0440 0 0 0";
    let (words, set) = (base_vocabulary(), base_set());
    let mut gardens = 0;
    let mut kinds = 0;
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [id, copies, sides, segments, adjoining, pennants, garden] = columns[..7] else {
            panic!("{line}")
        };
        let kind = &set.kinds[set.kind(id).unwrap()];
        let shape = &kind.shape;
        let segments: Vec<u32> = segments.chars().map(|digit| digit.to_digit(10).unwrap()).collect();
        let number =
            |kind: usize| shape.segments.iter().filter(move |one| usize::from(one.feature.0) == kind);
        let want = |text: &str| text.parse::<u16>().unwrap();
        let turned: Vec<String> =
            (0..4).map(|first| sides.chars().cycle().skip(first).take(4).collect()).collect();
        assert_eq!(Some(&letters(shape, &words)), turned.iter().min(), "sides of {id}");
        assert_eq!(number(CITY).count() as u32, segments[0], "cities of {id}");
        assert_eq!(number(ROAD).count() as u32, segments[1], "roads of {id}");
        assert_eq!(number(FIELD).count() as u32, segments[2], "fields of {id}");
        assert_eq!(number(MONASTERY).count() as u32, segments[3], "monasteries of {id}");
        let near = number(FIELD).filter(|field| field.touches != 0).count();
        assert_eq!(near, usize::from(want(adjoining)), "fields of {id} beside a city");
        let shields: i32 = number(CITY).map(|city| city.attrs[0]).sum();
        assert_eq!(shields, i32::from(want(pennants)), "pennants of {id}");
        assert_eq!(kind.counts, [want(copies), want(copies) - want(garden)], "copies of {id}");
        if want(garden) > 0 {
            let twin = &set.kinds[set.kind(&format!("{id}.garden")).unwrap()];
            assert_eq!(twin.counts, [0, want(garden)]);
            let (added, rest) = twin.shape.segments.split_last().unwrap();
            assert_eq!((usize::from(added.feature.0), added.ports), (GARDEN, 0));
            assert_eq!((twin.shape.edges, rest), (shape.edges, shape.segments.as_slice()));
        }
        gardens += want(garden);
        kinds += 1;
    }
    assert_eq!((kinds, gardens, set.kinds.len()), (24, 8, 32));
    assert!(set.boards.is_empty());
}

#[test]
fn each_printing_of_the_base_set_holds_72_tiles() {
    let (words, set) = (base_vocabulary(), base_set());
    for printing in 0..set.printings.len() {
        let copies = |kind: &rota_tiles::TileKind| u32::from(kind.counts[printing]);
        assert_eq!(set.kinds.iter().map(copies).sum::<u32>(), 72, "{}", set.printings[printing].id);
        let mut census: BTreeMap<char, u32> = BTreeMap::new();
        for kind in &set.kinds {
            for letter in letters(&kind.shape, &words).chars() {
                *census.entry(letter).or_default() += copies(kind);
            }
        }
        assert_eq!(census, BTreeMap::from([('C', 79), ('F', 115), ('R', 94)]));
        assert!(check_reachable(&words, &[SetInPlay { set: &set, printing: Some(printing) }]).is_empty());
    }
}

#[test]
fn every_port_of_the_base_set_has_one_owner() {
    let (words, set) = (base_vocabulary(), base_set());
    for kind in &set.kinds {
        for port in
            Port::ALL.into_iter().filter(|port| !port.is_over() && !port.is_of_diagonal()).map(Port::index)
        {
            let owners: Vec<usize> = kind
                .shape
                .segments
                .iter()
                .filter(|segment| segment.ports >> port & 1 != 0)
                .map(|segment| usize::from(segment.feature.0))
                .collect();
            let edge = &words.edges[usize::from(kind.shape.edges[port / 3].0) - 1];
            let expected: Vec<usize> = match (port % 3, edge.halves) {
                (1, _) => edge.middle.into_iter().collect(),
                (0, Some([left, _])) => vec![left],
                (_, Some([_, right])) => vec![right],
                (_, None) => vec![],
            };
            assert_eq!(owners, expected, "port {port} of {}", kind.id);
        }
    }
}

#[test]
fn a_board_accepts_every_shape() {
    let words = rich_vocabulary();
    let mut sources = Sources::new();
    let text = include_str!("tiles/wheel.toml");
    let (wheel, _) = load_text(&mut sources, "wheel.toml", text, &words);
    let sets = [base_set(), wheel.unwrap()];
    let kind = |index: usize| FeatureKindId(u8::try_from(index).unwrap());
    let edge = |edge: &Edge| EdgeKind {
        middle: edge.middle.map(kind),
        halves: edge.halves.map(|halves| halves.map(kind)),
    };
    let edges = std::iter::once(EdgeKind::BLANK).chain(words.edges.iter().map(edge)).collect();
    let features = words.features.iter().map(|feature| FeatureKind {
        site: feature.site,
        is_layer: feature.is_layer,
        attrs: feature.attrs.iter().map(|_| FeatureAttr { merge: Merge::Sum, default: 0 }).collect(),
    });
    let tiles = sets.iter().flat_map(|set| &set.kinds).map(|kind| kind.shape.clone());
    let cells = sets.iter().flat_map(|set| &set.boards).flat_map(|board| &board.cells);
    let shapes: Vec<TileShape> = tiles.chain(cells.map(|(_, _, cell)| cell.shape.clone())).collect();
    assert_eq!(shapes.len(), 32 + 2 + 4);
    assert!(Catalog::new(edges, features.collect(), shapes).is_ok());
}

#[test]
fn cells_meet_where_unlike_halves_are_each_other_in_a_mirror() {
    let mut words = rich_vocabulary();
    words.edges.push(Edge { middle: None, halves: Some([CITY, FIELD]), ..edge('B', FIELD, None) });
    let problems = |east: &str| {
        let text = format!(
            "[printings]\nall = \"All\"\n[[board]]\nid = \"wall\"\n\
            [[board.cell]]\nat = [0, 0]\nedges = \"FDCF\"\n\
            segments = [{{ field = \"N EL W\", touches = \"S\" }}, {{ city = \"ER S\" }}]\n\
            [[board.cell]]\nat = [1, 0]\n{east}\n"
        );
        let (_, problems) = load_text(&mut Sources::new(), "wall.toml", &text, &words);
        problems.iter().map(|problem| problem.code().to_owned()).collect::<Vec<_>>()
    };
    let mirrored = r#"edges = "FFCB"
segments = [{ field = "N E WR", touches = "S" }, { city = "S WL" }]"#;
    let same = r#"edges = "FFCD"
segments = [{ field = "N E WL", touches = "S WR" }, { city = "S" }, { city = "WR" }]"#;
    assert_eq!(problems(mirrored), Vec::<String>::new());
    assert_eq!(problems(same).first().map(String::as_str), Some("tiles::cells-disagree"));
}

#[test]
fn boards_attributes_and_names_arrive() {
    let text = include_str!("tiles/wheel.toml");
    let mut sources = Sources::new();
    let (set, problems) = load_text(&mut sources, "wheel.toml", text, &rich_vocabulary());
    assert!(problems.is_empty(), "{}", render(&problems, &sources));
    let set = set.unwrap();
    let [icon, dark] = &set.kinds[..] else { panic!("two kinds") };
    assert_eq!((&icon.title, &icon.attrs[..]), (&Some("With an icon".to_owned()), &[2, 1, 1, -1][..]));
    assert_eq!((&dark.title, &dark.attrs[..]), (&None, &[2, 1, 0, 0][..]));
    // What a tile changes of the other one is its own.
    let pennants = |kind: &TileKind| kind.shape.segments[0].attrs[0];
    assert_eq!((pennants(icon), pennants(dark)), (0, 1));
    let touches = |shape: &TileShape| shape.segments.iter().map(|one| one.touches).collect::<Vec<u16>>();
    // City and north field, road and inn, and the second inn with the north field; each both ways.
    assert_eq!(touches(&icon.shape), [0b1000, 0b100, 0b10, 0b1, 0]);
    assert_eq!(touches(&dark.shape), [0b1000, 0b100, 0b10, 0b100001, 0, 0b1000]);
    let board = set.board("wheel").unwrap();
    let at: Vec<(i16, i16, &str)> =
        board.cells.iter().map(|(x, y, cell)| (*x, *y, cell.id.as_str())).collect();
    assert_eq!(at[..2], [(0, 0, "wheel@0,0"), (1, 0, "wheel@1,0")]);
    assert_eq!(board.cells[2].2.shape.segments[1].ports, 0b010_000_000_001);
    assert_eq!(rich_vocabulary().feature("inn").unwrap(), INN);
    assert_eq!(sources.text(board.span), "\"wheel\"");
    assert_eq!(sources.text(board.cells[1].2.span), "[1, 0]");
}

#[test]
fn mistakes_are_told_where_they_stand() {
    insta::glob!("tiles/err/*.toml", |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let mut sources = Sources::new();
        // A file before it makes sure that spans are counted in the common space.
        sources.add("another.rota", "pack another\n").unwrap();
        let words = vocabulary_of(&text);
        let (set, mut problems) = load_text(&mut sources, &format!("{stem}.toml"), &text, &words);
        let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
        assert_eq!(set.is_some(), errors == 0, "a set is there when nothing is wrong with it");
        if let Some(set) = &set {
            problems.extend(check_census(set, &words));
            problems.extend(check_reachable(&words, &[SetInPlay { set, printing: None }]));
        }
        let problems = Allowances::of(sources.files()).filter(problems);
        assert!(!problems.is_empty(), "nothing is wrong with {stem}");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().unwrap());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_snapshot_suffix("");
        settings.set_omit_expression(true);
        settings.remove_input_file();
        settings.bind(|| insta::assert_snapshot!(stem, render(&problems, &sources)));
    });
}

#[test]
fn what_may_meet_another_side_can_be_laid() {
    let text = "
        printings = { only = \"Only\" }
        tile = [
          { id = \"A\", count = 1, edges = \"CCCC\", segments = [{ city = \"N E S W\" }] },
          { id = \"B\", count = 1, edges = \"FFFF\", segments = [{ field = \"N E S W\" }] },
        ]";
    let mut words = base_vocabulary();
    let (set, problems) = load_text(&mut Sources::new(), "two.toml", text, &words);
    assert!(problems.is_empty(), "{problems:?}");
    let chosen = [SetInPlay { set: &set.unwrap(), printing: Some(0) }];
    assert_eq!(check_reachable(&words, &chosen).len(), 2);
    words.compatible_edges.push((0, 2));
    assert_eq!(check_reachable(&words, &chosen), []);
}

#[test]
fn mutated_files_do_no_harm() {
    let text = published() + include_str!("tiles/wheel.toml");
    let words = rich_vocabulary();
    let parts = [
        "[[tile]]",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'''",
        "\\",
        "=",
        ".",
        ",",
        "\n",
        "\r",
        "\0",
        "日",
        "count",
        "like",
        "[[board.cell]]",
        "[tile]",
        "[printings]",
        "\\u00e9",
        "NL",
        "inside",
        "-1",
        "1e9",
        "#",
        "\u{feff}",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |below: usize| {
        // Knuth's linear congruential generator: any fixed sequence will do.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..6000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(16) {
                0..5 => bytes[at] = next(256) as u8,
                5..9 => drop(bytes.drain(at..(at + 1 + next(60)).min(bytes.len() - 1).max(at))),
                9..15 => drop(bytes.splice(at..at, parts[next(parts.len())].bytes())),
                _ => bytes.truncate(at + 1),
            }
        }
        let mutated = String::from_utf8_lossy(&bytes).into_owned();
        let mut sources = Sources::new();
        let (set, problems) = load_text(&mut sources, "base.toml", &mutated, &words);
        let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
        assert_eq!(set.is_some(), errors == 0);
        let file = &sources.files()[0];
        for label in problems.iter().flat_map(Diagnostic::labels) {
            let range = label.span.start as usize..label.span.end as usize;
            assert!(file.text.get(range).is_some(), "{label:?} cuts a letter");
        }
    }
}

#[test]
fn the_schema_names_what_the_packs_declare() {
    let open = schema(None);
    assert_eq!(open["definitions"]["tile"]["additionalProperties"], true);
    let closed = schema(Some(&rich_vocabulary()));
    assert_eq!(closed["$schema"], "http://json-schema.org/draft-07/schema#");
    assert_eq!(closed["definitions"]["edges"]["pattern"], "^[CRFDM.]{3,4}$");
    let kinds = closed["definitions"]["segment"]["oneOf"].as_array().unwrap();
    let names: Vec<&str> = kinds.iter().map(|kind| kind["required"][0].as_str().unwrap()).collect();
    assert_eq!(names, ["city", "road", "field", "monastery", "garden", "inn"]);
    assert_eq!(kinds[CITY]["properties"]["pennants"]["maximum"], 2);
    assert_eq!(closed["definitions"]["tile"]["properties"]["weather"]["enum"][1], "rain");
    let mut described = 0;
    let mut todo = vec![&closed];
    while let Some(value) = todo.pop() {
        for (key, property) in value["properties"].as_object().into_iter().flatten() {
            let described_here = property.get("description").or(property.get("$ref"));
            assert!(described_here.is_some(), "`{key}` has no description");
            described += 1;
        }
        todo.extend(value.as_object().into_iter().flat_map(|map| map.values()));
        todo.extend(value.as_array().into_iter().flatten());
    }
    assert!(described > 20);
}
