//! What becomes of what `rota check` finds: edits, formats for other tools, levels, comments that allow.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on has failed")]

#[expect(dead_code, reason = "the cases lie in other files than packs in folders")]
#[path = "check/shelf.rs"]
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use rota::{Edit, Fix, LoadedPacks, Safety, Settings, Sources, load};
use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use serde_json::Value;

use texts::Texts;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("findings").join(name)).unwrap()
}

const SLIPS: [&str; 2] = ["slips/slips.rota", "slips/slips.toml"];

fn slips(name: &str) -> Folder {
    Folder::with(
        name,
        &SLIPS.map(|file| (file, fixture(file))).each_ref().map(|(file, text)| (*file, text.as_str())),
    )
}

#[test]
fn a_broken_pack_is_fixed_until_it_checks() {
    let folder = slips("fixed");
    let pack = folder.file("slips");
    assert_eq!(rota(&format!("check {pack}")).exit, Exit::Findings);
    let outcome = rota(&format!("check {pack} --fix"));
    assert_eq!(outcome.exit, Exit::Fine, "{}{}", outcome.out, outcome.err);
    let text = fs::read_to_string(folder.path().join(SLIPS[0])).unwrap();
    assert!(
        text.contains("each road f in finished {\n    if f.tiles = 3 and f.open < 1 { stop }\n"),
        "{text}"
    );
    assert!(text.contains("as toll at f\n"), "{text}");
    let tiles = fs::read_to_string(folder.path().join(SLIPS[1])).unwrap();
    assert!(tiles.contains("edges = \"FFFF\"\nsegments = [{ field = \"N E S W\" }]"), "{tiles}");
    for line in [
        "slips.rota:10: write `=` (syntax::foreign-sign)",
        "slips.toml:8: write `field` (tiles::unknown-feature)",
    ] {
        assert!(outcome.out.contains(line), "{line}: {}", outcome.out);
    }
    assert!(outcome.out.contains("edits in 2 files\n1 pack, 2 tile sets: no problem\n"), "{}", outcome.out);
    // Nothing is left beside the files, and there is nothing more to do.
    assert_eq!(fs::read_dir(folder.path().join("slips")).unwrap().count(), 2);
    let again = rota(&format!("check {pack} --fix"));
    assert_eq!(again.out, "nothing to fix without asking\n1 pack, 2 tile sets: no problem\n");
}

#[test]
fn what_is_only_likely_is_left_to_people() {
    // Two slips away from `tiles`.
    let rules = "pack unsure 1.0.0 language 2\nrequires base ^1.0\n\nrule unsure at settle {\n  \
                 each city f in closed { if f.tillles > 3 { stop } }\n}\n";
    let folder = Folder::with("unsure", &[("unsure/unsure.rota", rules)]);
    let outcome = rota(&format!("check {} --fix --format json", folder.file("unsure")));
    assert_eq!(outcome.exit, Exit::Findings);
    let document = outcome.json();
    assert_eq!(document["fixed"], Value::Array(Vec::new()));
    let fixes = document["diagnostics"][0]["fixes"].as_array().unwrap();
    assert!(fixes.iter().all(|fix| fix["safe"] == false) && !fixes.is_empty(), "{document}");
    assert_eq!(fs::read_to_string(folder.path().join("unsure/unsure.rota")).unwrap(), rules);
}

#[test]
fn what_could_be_read_less_than_before_is_not_written() {
    // Without the semicolon two words would meet; the blank that is put there keeps them apart.
    let rules = "pack apart 1.0.0 language 2\nrequires base ^1.0\n\nrule apart at settle {\n  \
                 each city f in closed { if f.tiles>3&&f.free { stop };leave }\n}\n";
    let folder = Folder::with("apart", &[("apart/apart.rota", rules)]);
    let outcome = rota(&format!("check {} --fix", folder.file("apart")));
    let text = fs::read_to_string(folder.path().join("apart/apart.rota")).unwrap();
    assert!(text.contains("if f.tiles>3 and f.free { stop } leave }"), "{text}");
    assert!(rota_syntax::parse(&text, 0).1.is_empty(), "{}", outcome.err);
}

#[test]
fn overlapping_edits_are_made_one_after_the_other() {
    // Both comments name what is none, in one list: the second can only go when the first is gone.
    let rules = "pack twice 1.0.0 language 2\nrequires base ^1.0\n\n\
                 # allow nothing::such, nothing::else: no reason at all\nrule idles at settle { stop }\n";
    let folder = Folder::with("twice", &[("twice/twice.rota", rules)]);
    let outcome = rota(&format!("check {} --fix", folder.file("twice")));
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    let text = fs::read_to_string(folder.path().join("twice/twice.rota")).unwrap();
    assert_eq!(text, "pack twice 1.0.0 language 2\nrequires base ^1.0\n\nrule idles at settle { stop }\n");
}

/// A text after the edits of a fix that lie in it.
fn fixed(text: &str, base: u32, fix: &Fix) -> String {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut text = text.to_owned();
    for Edit { span, text: new } in edits {
        text.replace_range((span.start - base) as usize..(span.end - base) as usize, new);
    }
    text
}

/// How a message was told and of what.
fn told(packs: &LoadedPacks) -> (Vec<(String, String, Vec<Fix>)>, Sources) {
    let (found, sources) = packs.check(&Settings::new());
    let told = found.iter().map(|one| {
        let place = one.labels().first().map_or("", |label| sources.text(label.span));
        (one.code().to_owned(), format!("{} {place}", one.message()), one.fixes().to_vec())
    });
    (told.collect(), sources)
}

#[test]
fn every_safe_fix_does_away_with_what_it_is_for() {
    let folder = root().join("tests/check/err");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.extend(fs::read_dir(root().join("tests/parse/err")).unwrap().map(|entry| entry.unwrap().path()));
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rota"));
    files.sort();
    let (mut safe, mut unsure) = (0, 0);
    for path in files {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let with = |text: &str| {
            let mut texts = Texts::published();
            texts.add("probe", "probe.rota", text);
            load(&texts, ["probe"])
        };
        let packs = with(&text);
        let base = packs.sources.files().iter().find(|file| &*file.name == "probe.rota").unwrap().base;
        let end = base + u32::try_from(text.len()).unwrap();
        let (found, _) = told(&packs);
        for (code, message, fixes) in found {
            for fix in fixes {
                let is_here = |edit: &Edit| base <= edit.span.start && edit.span.end <= end;
                assert!(fix.edits.iter().all(is_here), "{}: {message}: {fix:?}", path.display());
                if fix.safety == Safety::Unsafe {
                    unsure += 1;
                    continue;
                }
                safe += 1;
                let after = fixed(&text, base, &fix);
                assert_ne!(after, text, "{}: {fix:?} changes nothing", path.display());
                let errors = |text: &str| rota_syntax::parse(text, 0).1.len();
                assert!(errors(&after) <= errors(&text), "{}: {fix:?} breaks the text", path.display());
                let times = |packs: &LoadedPacks| {
                    told(packs)
                        .0
                        .iter()
                        .filter(|(other, words, _)| *other == code && *words == message)
                        .count()
                };
                assert!(times(&with(&after)) < times(&packs), "{}: {message} is still told", path.display());
            }
        }
    }
    assert!(safe > 40 && unsure > 10, "only {safe} safe fixes and {unsure} others were met");
}

/// What `--format sarif` writes for a command line, once it is what the schema wants.
fn sarif(line: &str, exit: Exit) -> Value {
    let outcome = rota(&format!("check {line} --format sarif"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (exit, ""));
    let document = outcome.json();
    // One pattern of the schema has a bracket that is read as itself by some and refused by others.
    let schema = fixture("sarif-2.1.0.json").replace("{2}]?$", "{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut broken = document.clone();
    broken["runs"][0]["results"][0]["level"] = "awful".into();
    assert!(!validator.is_valid(&broken), "the schema holds nothing");
    document["runs"][0].clone()
}

#[test]
fn sarif_is_what_the_published_schema_wants() {
    let run = sarif("findings/slips findings/idle", Exit::Findings);
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let pages = rota_tests::shelf::below(&root().join("docs/reference/diagnostics"), "md");
    let page: String = pages.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for rule in rules {
        let (id, text) = (rule["id"].as_str().unwrap(), rule["help"]["text"].as_str().unwrap());
        assert!(page.contains(&format!("## `{id}`\n\n{text}\n")), "{id} is explained otherwise");
    }
    let results = run["results"].as_array().unwrap();
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.starts_with("findings/slips/") || uri.starts_with("findings/idle/"), "{uri}");
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][key].as_u64().unwrap() > 0, "{key}");
        }
    }
    let of = |code: &str| results.iter().find(|result| result["ruleId"] == code).unwrap();
    let change = &of("tiles::unknown-feature")["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "findings/slips/slips.toml");
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "field");
    assert_eq!(of("types::unreachable")["level"], "warning");
    assert_eq!(of("types::unreachable")["relatedLocations"].as_array().unwrap().len(), 1);
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    assert_eq!(notes[0]["message"]["text"], "the scenarios of pack `slips`: its rules have errors");
}

#[test]
fn paths_outside_and_odd_ones_are_addresses() {
    let folder = Folder::with("a b", &[("odd pack/idle/idle.rota", &fixture("idle/idle.rota"))]);
    let path = folder.file("odd pack/idle");
    let outcome = rota_tests::command::rota_words(&["check", &path, "--format", "sarif"], "");
    let place = &outcome.json()["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
    assert!(uri.starts_with("file:///") && uri.ends_with("a%20b/odd%20pack/idle/idle.rota"), "{uri}");
}

#[test]
fn github_is_told_errors_first_and_what_was_not_checked() {
    let outcome = rota("check findings/idle findings/slips --format github");
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Findings, ""));
    let kinds: Vec<&str> = outcome.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let mut sorted = kinds.clone();
    sorted.sort_by_key(|kind| ["::error", "::warning", "::notice"].iter().position(|known| known == kind));
    assert_eq!(kinds, sorted);
    let line = "::error title=tiles%3A%3Aunknown-feature,file=findings/slips/slips.toml,line=8,endLine=8,col=15,\
                endColumn=20::unknown feature `feild`%0Ahere: no pack of this composition declares it%0Ahelp: did \
                you mean `field`?";
    assert!(outcome.out.lines().any(|other| other == line), "{}", outcome.out);
    let lost = rota("check findings/lost --format github");
    assert_eq!(lost.exit, Exit::Findings);
    let note = "::notice title=not checked::the rules of pack `lost`: a pack that it needs is missing";
    assert_eq!(lost.out.lines().last(), Some(note));
    assert!(
        rota("check findings/lost")
            .err
            .ends_with("not checked: the rules of pack `lost`: a pack that it needs is missing\n")
    );
}

#[test]
fn percent_signs_commas_and_line_ends_are_written_as_numbers() {
    let rules = "pack percent 1.0.0 language 2\nrequires base ^1.0\n\noption boots : bool = 100%0\n";
    let folder = Folder::with("c,d", &[("percent/percent.rota", rules)]);
    let out = rota(&format!("check {} --format github", folder.file("percent"))).out;
    assert!(out.contains("c%2Cd/percent/percent.rota") && out.contains("`%25`"), "{out}");
    assert_eq!(out.lines().count(), 2, "one for the error, one for the scenarios: {out}");
}

#[test]
fn only_check_writes_for_other_tools() {
    for format in ["sarif", "github"] {
        let outcome = rota(&format!("editions base --format {format}"));
        assert_eq!(outcome.exit, Exit::CouldNot, "{}", outcome.err);
        assert!(outcome.err.contains("only `rota check` writes"), "{}", outcome.err);
    }
}

#[test]
fn levels_say_how_bad_warnings_are() {
    let check = |levels: &str| {
        let outcome = rota(&format!("check findings/idle {levels}"));
        (outcome.exit, outcome.out)
    };
    let told = |exit, words: &str| (exit, format!("{words}\n"));
    assert_eq!(check(""), told(Exit::Fine, "2 warnings in 1 file"));
    assert_eq!(check("--deny warnings"), told(Exit::Findings, "2 errors in 1 file"));
    assert_eq!(check("--deny names::unused"), told(Exit::Findings, "1 error, 1 warning in 1 file"));
    assert_eq!(
        check("--deny warnings --warn types::unreachable"),
        told(Exit::Findings, "1 error, 1 warning in 1 file")
    );
    assert_eq!(
        check("--deny warnings --allow names::unused,types::unreachable"),
        told(Exit::Fine, "1 pack, 1 tile set: no problem")
    );
}

#[test]
fn levels_are_for_warnings_that_there_are() {
    for (levels, words) in [
        ("--allow names::unusd", "did you mean `names::unused`?"),
        ("--allow names::unknown", "is an error and stays one"),
        ("--deny nonsense", "warnings are allow::no-reason"),
        ("--deny names::unused --allow names::unused", "stands in two lists"),
        ("--allow warnings", "there is no warning `warnings`"),
    ] {
        let outcome = rota(&format!("check findings/idle {levels}"));
        assert_eq!(outcome.exit, Exit::CouldNot, "{levels}: {}", outcome.out);
        assert!(outcome.err.contains(words), "{levels}: {}", outcome.err);
    }
}

#[test]
fn the_codes_that_are_warnings_are_called_so_in_the_reference() {
    let mut made: Vec<String> = Vec::new();
    for path in rota_tests::shelf::below(&root().join("crates"), "rs") {
        let text = fs::read_to_string(path).unwrap();
        for call in text.split("Diagnostic::warning(").skip(1) {
            let code = call.trim_start().strip_prefix('"').and_then(|call| call.split('"').next());
            made.extend(code.map(str::to_owned));
        }
    }
    made.sort();
    made.dedup();
    let explained = rota_source::codes().filter(rota_source::Code::is_warning).map(|code| code.code);
    assert_eq!(made, explained.collect::<Vec<_>>());
}

#[test]
fn a_comment_allows_a_warning_for_its_item_or_line_only() {
    let rules = "pack allowing 1.0.0 language 2\nrequires base ^1.0\n\n\
                 # allow names::unused: others ask for it\noption boots : bool = false\n\
                 option lanterns : bool = false\n\n\
                 rule one at settle {\n  stop\n  # allow types::unreachable: shown\n  stop\n}\n\n\
                 # allow types::unreachable: for all of it\nrule two at settle {\n  each city f in closed {\n    \
                 stop\n    stop\n  }\n}\n\nrule three at settle {\n  stop\n  stop\n}\n";
    let folder = Folder::with("allowing", &[("allowing/allowing.rota", rules)]);
    let document = rota(&format!("check {} --format json", folder.file("allowing"))).json();
    let told: Vec<(&str, u64)> = document["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["code"].as_str().unwrap(), one["labels"][0]["line"].as_u64().unwrap()))
        .collect();
    assert_eq!(told, [("names::unused", 6), ("types::unreachable", 24)]);
    // What is allowed stays so where the text is written in the canonical way.
    let written = rota_syntax::format(rules).unwrap();
    fs::write(folder.path().join("allowing/allowing.rota"), written).unwrap();
    let again = rota(&format!("check {} --format json", folder.file("allowing"))).json();
    assert_eq!(again["diagnostics"].as_array().unwrap().len(), 2, "{again}");
}

#[test]
fn what_nothing_needs_is_told_and_goes() {
    let rules = "pack needless 1.0.0 language 2\nrequires base ^1.0\n\n\
                 # allow names::unused, types::unreachable: others ask for it\noption boots : bool = false\n\n\
                 # allow types::unreachable: nothing is\nrule one at settle { stop }\n";
    let folder = Folder::with("needless", &[("needless/needless.rota", rules)]);
    let pack = folder.file("needless");
    let outcome = rota(&format!("check {pack} --deny warnings"));
    assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::Findings, "2 errors in 1 file\n"));
    assert_eq!(outcome.err.matches("allow::unused\n").count(), 2, "{}", outcome.err);
    assert_eq!(rota(&format!("check {pack} --deny warnings --fix")).exit, Exit::Fine);
    let text = fs::read_to_string(folder.path().join("needless/needless.rota")).unwrap();
    assert!(text.contains("# allow names::unused: others ask for it\noption"), "{text}");
    assert!(text.ends_with("option boots : bool = false\n\nrule one at settle { stop }\n"), "{text}");
}

#[test]
fn a_comment_counts_in_tile_files() {
    let rules = "pack tiled 1.0.0 language 2\nrequires base ^1.0\ntiles tiled\n";
    let tiles = "title = \"Tiled\"\nprintings = { only = \"Only\" }\ncensus = \"\"\"\n# allow nothing::here: a text\n\
                 \"\"\"\n\n[[tile]]\nid = \"A\"\n# allow tiles::never-in-play: kept for later\ncount = 0\n\
                 edges = \"FFFF\"\nsegments = [{ field = \"N E S W\" }]\n";
    let check = |name: &str, tiles: &str| {
        let folder = Folder::with(name, &[("tiled/tiled.rota", rules), ("tiled/tiled.toml", tiles)]);
        let document = rota(&format!("check {} --format json", folder.file("tiled"))).json();
        let codes = document["diagnostics"].as_array().unwrap().iter();
        codes.map(|one| one["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(check("tiled", tiles), Vec::<String>::new());
    assert_eq!(
        check("untold", &tiles.replace("# allow tiles::never", "# tiles::never")),
        ["tiles::never-in-play"]
    );
    assert_eq!(check("played", &tiles.replace("count = 0", "count = 1")), ["allow::unused"]);
    assert_eq!(check("why", &tiles.replace(": kept for later", "")), ["allow::no-reason"]);
}
