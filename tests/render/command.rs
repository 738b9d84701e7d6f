//! `rota render`: files, errors and exit codes.

use std::fs;
use std::path::Path;

use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::shelf::root;

/// Runs a command line that must do what it is asked for.
fn fine(line: &str) -> String {
    let outcome = rota(line);
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}");
    outcome.out
}

/// Plays a game and saves it.
fn saved(folder: &Folder, composition: &str) -> String {
    let file = folder.file("evening.save");
    fine(&format!(
        "play {composition} --players ann=greedy,ben=greedy --seed 7 --auto --quiet --save {file}"
    ));
    file
}

#[test]
fn a_tile_file_becomes_the_picture_that_its_name_says() {
    let folder = Folder::new("kinds");
    let (svg, png) = (folder.file("sheet.svg"), folder.file("sheet.PNG"));
    let out = fine(&format!("render ../tiles/base.toml -o {svg}"));
    assert!(out.starts_with(&format!("{svg}: ")) && out.ends_with(" pixels\n"), "{out}");
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    fine(&format!("render ../tiles/base.toml --output {png}"));
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(fine("render ../tiles/base.toml -o -"), text);
    assert_eq!(folder.names(), ["sheet.PNG", "sheet.svg"], "nothing else is left behind");
}

#[test]
fn a_printing_shows_what_it_holds() {
    let both = fine("render ../tiles/base.toml -o -");
    assert!(both.contains(">E.garden<") && both.contains(">first ×5, second ×4<"));
    let first = fine("render ../tiles/base.toml --printing first -o -");
    assert!(!first.contains(">E.garden<") && first.contains(">×5<"));
    assert_eq!(first.matches("<g id=\"t").count(), 24);
}

#[test]
fn a_tile_has_the_size_that_is_asked_for() {
    let folder = Folder::new("size");
    let size = |pixels: u32| {
        let line = format!(
            "render ../tiles/base.toml --tile-size {pixels} --format json -o {}",
            folder.file("a.svg")
        );
        let document: serde_json::Value = serde_json::from_str(&fine(&line)).unwrap();
        assert_eq!((&document["schema_version"], &document["shows"]), (&1.into(), &"tiles".into()));
        (document["width"].as_u64().unwrap(), document["height"].as_u64().unwrap())
    };
    let (small, large) = (size(60), size(240));
    assert!(small.0 * 4 >= large.0 && small.0 * 4 < large.0 + 4, "{small:?} {large:?}");
}

#[test]
fn a_saved_game_is_drawn_as_it_stood_after_any_move() {
    let folder = Folder::new("game");
    let game = saved(&folder, "base");
    let at = |number: usize| fine(&format!("render {game} --at {number} -o -"));
    let tiles = |svg: &str| svg.matches("<g><title>base/").count();
    let start = at(0);
    assert_eq!(tiles(&start), 1);
    assert!(start.contains(">Turn 1<") && start.contains(">ann: where does the tile go?<"), "{start}");
    let counts: Vec<usize> = (0..6).map(|number| tiles(&at(number))).collect();
    assert!(counts.is_sorted() && counts[5] > 2, "{counts:?}");
    let end = fine(&format!("render {game} -o -"));
    assert_eq!(tiles(&end), 72);
    assert!(end.contains(">The end, after 71 turns<"));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let folder = Folder::new("wrong");
    let (out, game) = (folder.file("out.svg"), saved(&folder, "base"));
    let lines = [
        ("../tiles/base.toml -o picture.jpg", "`picture.jpg` does not say what kind of picture"),
        ("../tiles/base.toml -o picture", "let its name end in `.svg` or `.png`"),
        ("../tiles/base.toml -o - --format json", "write to the same place"),
        ("../tiles/base.toml --printing frist -o OUT", "did you mean `first`?"),
        ("../tiles/base.toml --printing third -o OUT", "its printings are first, second"),
        ("../tiles/base.toml --at 3 -o OUT", "`--at` and `--accept-changes` are for saved games"),
        ("../tiles/base.toml --tile-size 3 -o OUT", "3 is not in 16..=1000"),
        ("../tiles/base.toml -o no/such/folder/out.svg", "`no/such/folder/out.svg` cannot be written"),
        ("../tiles/bsae.toml -o OUT", "`../tiles/bsae.toml` cannot be read"),
        ("../tiles/bsae -o OUT", "did you mean `"),
        ("../tiles -o OUT", "`../tiles` is a folder"),
        ("../rulesets/base/pack.rota -o OUT", "holds rules, which have no picture"),
        ("GAME --printing first -o OUT", "`--printing` is for tile files"),
        ("GAME --at 9999 -o OUT", "there is no move 9999 in this game"),
        ("render.rs -o OUT", "`render.rs` is no saved game"),
    ];
    for (line, told) in lines {
        let line = format!("render {}", line.replace("OUT", &out).replace("GAME", &game));
        let outcome = rota(&line);
        let text = format!("{}{}", outcome.out, outcome.err);
        assert_eq!(outcome.exit, Exit::CouldNot, "{line}: {text}");
        assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(told), "{line}: {text}");
    }
    assert_eq!(folder.names(), ["evening.save"], "nothing is written");
}

#[test]
fn mistakes_in_a_tile_file_are_told_as_the_check_tells_them() {
    let folder = Folder::new("mistakes");
    let file = folder.file("base.toml");
    let text = fs::read_to_string(root().join("tiles/base.toml")).unwrap();
    fs::write(&file, text.replacen("\"FFRF\"", "\"FFXF\"", 1).replace("monastery", "monastry")).unwrap();
    let drawn = rota(&format!("render {file} -o {}", folder.file("out.svg")));
    let checked = rota(&format!("check {file}"));
    assert_eq!(drawn.exit, Exit::Findings, "{}", drawn.err);
    assert!(drawn.err.contains("tiles::unknown-edge") && drawn.err.contains("did you mean `monastery`?"));
    // Behind what is wrong the check says where more about it is to be read.
    assert!(checked.err.starts_with(&drawn.err), "{}", checked.err);
    assert!(!Path::new(&folder.file("out.svg")).exists());
}

#[test]
fn a_game_whose_packs_have_changed_is_drawn_only_if_that_is_accepted() {
    let folder = Folder::new("changed");
    let pack = folder.path().join("hamlet");
    fs::create_dir_all(&pack).unwrap();
    for file in ["hamlet.toml", "pack.rota", "turn.rota"] {
        fs::copy(root().join("tests/session/hamlet").join(file), pack.join(file)).unwrap();
    }
    let game = saved(&folder, pack.to_str().unwrap());
    let line = format!("render {game} -o -");
    let before = fine(&line);
    let rules = pack.join("turn.rota");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, format!("# Nothing but a remark.\n{text}")).unwrap();
    let outcome = rota(&line);
    assert_eq!(outcome.exit, Exit::Findings, "{}", outcome.err);
    assert!(
        outcome.err.contains("save::changed") && outcome.err.contains("--accept-changes"),
        "{}",
        outcome.err
    );
    let outcome = rota(&format!("{line} --accept-changes"));
    assert_eq!((outcome.exit, outcome.out), (Exit::Fine, before));
}

#[test]
fn the_pictures_of_the_documentation_are_up_to_date() {
    let folder = Folder::new("docs");
    let game = saved(&folder, "base@second_generation");
    for (name, line) in [
        ("lanterns.svg", "../docs/examples/lanterns/tiles/lanterns.toml".to_owned()),
        ("table.svg", format!("{game} --at 24 --tile-size 72")),
    ] {
        let path = root().join("docs/pictures").join(name);
        let drawn = fine(&format!("render {line} -o -"));
        if std::env::var_os("ROTA_WRITE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &drawn).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == drawn, "docs/pictures/{name} differs; ROTA_WRITE=1 writes it");
    }
}
