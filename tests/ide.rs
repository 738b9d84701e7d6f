//! Answers about texts: what names of the shipped packs mean, what may stand at marked places, what a rename changes,
//! and that an answer follows from the texts alone.
#![expect(clippy::expect_used, clippy::panic, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

#[path = "ide/asking.rs"]
mod asking;

use std::collections::BTreeMap;
use std::sync::Arc;

use rota::{Library, MemorySource, Random, Settings};
use rota_check::occurrences::{Role, Symbol};
use rota_ide::{Analysis, OpenText, Owner, Subject, Workbench, World};
use rota_tests::shelf::{published, shelf};

use asking::{all_answers, apply, open_pack, subject_of};

/// A small game with one of most things.
const LANES: &str = r#"pack lanes 1.0.0 "Lanes" language 2
players 2..4
# How much a tile of a lane is worth.
option worth_of : int 1..5 = 1 "points for each tile of a lane"
option weather : { wet, dry } = dry "what it is like"
tiles lanes
start lanes/end
bag sack of tiles
feature lane
attr lane.kind : { paved, muddy } = paved
edge L = lane
trait walker
piece scout is walker each 5
reason lane_done
var tolls : int on player
order turn { build, settle_it, earn }
value length(f : lane) : int = f.tiles
modify length(f : lane) when weather = wet = it + 1
procedure reward(who : player, n : int) {
  set who.tolls = who.tolls + n
}
rule build at build {
  if sack.count = 0 { end game stop }
  draw t from sack
  choose active p among t.placements "where?"
  place t at p
}
rule earn at earn {
  each lane f in closed where f.kind = paved {
    score length(f) each worth_of pts to active as lane_done at f
    do reward(active, length(f))
  }
}
variant rain "Rain" {
  set weather = wet
  disable earn
}
"#;

const LANE_TILES: &str = r#"title = "Lanes"
printings = { only = "As drawn" }
tile = [{ id = "end", count = 9, edges = "LLLL", segments = [{ lane = "N" }, { lane = "E", kind = "muddy" }, { lane = "S" }, { lane = "W" }] }]
"#;

fn lanes() -> MemorySource {
    let mut source = MemorySource::new();
    source.add_rules("lanes", "lanes.rota", LANES).add_tiles("lanes", LANE_TILES);
    let users = "pack ferries 1.0.0 \"Ferries\" language 2\nrequires lanes ^1.0\n\nmodify length(f : lane) = it + worth_of\n\n\
                 rule ferry at earn { score 1 pts to active as lane_done }\n";
    source.add_rules("ferries", "ferries.rota", users);
    source
}

const FILE: &str = "lanes/lanes.rota";

fn opened(text: &str) -> BTreeMap<String, OpenText> {
    let owner = Owner::Rules("lanes".to_owned());
    BTreeMap::from([(FILE.to_owned(), OpenText { text: text.to_owned(), owner })])
}

/// The text without its mark `|`, and where that stood.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('|').expect("a mark");
    (text.replacen('|', "", 1), at)
}

fn lanes_subject() -> Subject {
    Subject::Pack("lanes".to_owned())
}

#[test]
fn every_name_of_the_shipped_packs_means_something() {
    let source = shelf();
    let open = BTreeMap::new();
    let world = World { shelf: &source, open: &open };
    let (mut names, mut unknown, mut typed) = (0, Vec::new(), 0);
    for pack in published() {
        let analysis = Workbench::new().analysis(&world, &Subject::Pack(pack.clone()));
        for one in analysis.names.iter() {
            let place = analysis.packs.sources.place(one.span.start).expect("a place");
            if !place.file.contains(&format!("/{pack}/")) {
                continue;
            }
            names += 1;
            typed += u32::from(analysis.names.type_at(one.span).is_some());
            if let Symbol::Unknown(_) = one.symbol {
                unknown.push(format!("{place} {}", analysis.packs.sources.text(one.span)));
            }
        }
    }
    println!("{names} names, {typed} of them with a type, {} unknown", unknown.len());
    assert!(names > 10_000, "only {names}");
    assert!(unknown.len() * 1000 < names, "{} of {names}:\n{}", unknown.len(), unknown.join("\n"));
}

#[test]
fn every_local_and_every_member_is_told_apart() {
    let (source, open) = (lanes(), opened(LANES));
    let world = World { shelf: &source, open: &open };
    let analysis = Workbench::new().analysis(&world, &lanes_subject());
    // The word at the mark, and the text that its declaration begins.
    let cases = [
        ("score le|ngth(f) each", "length(f : lane) : int"),
        ("each w|orth_of pts to", "worth_of : int 1..5"),
        ("where f.k|ind = paved", "kind : { paved"),
        ("f.kind = pa|ved {", "paved, muddy"),
        ("weather = we|t = it", "wet, dry"),
        ("set weather = w|et", "wet, dry"),
        ("as lane_|done at f", "lane_done\nvar"),
        ("who.tol|ls + n", "tolls : int on"),
        ("set w|ho.tolls", "who : player"),
        ("do rew|ard(active", "reward(who"),
        ("length(|f))", "f in closed"),
        ("value length(f : l|ane)", "lane\nattr"),
        ("rule earn at ea|rn", "earn }\nvalue"),
        ("disable ea|rn", "earn at earn"),
        ("draw t from s|ack", "sack of tiles"),
        ("place t at |p\n", "p among"),
        ("start lanes/e|nd", "end\", count"),
    ];
    for (mark, begins) in cases {
        let (word, inside) = marked(mark);
        let at = LANES.find(&word).unwrap_or_else(|| panic!("no {word}")) + inside;
        let place = analysis.definition(FILE, at).unwrap_or_else(|| panic!("{mark} is declared nowhere"));
        let text = if *place.file == *FILE { LANES } else { LANE_TILES };
        let found = &text[place.range.start..];
        assert!(found.starts_with(begins), "{mark}: {}", &found[..found.len().min(30)]);
    }
}

#[test]
fn hover_says_who_changes_something() {
    let (source, open) = (lanes(), opened(LANES));
    let world = World { shelf: &source, open: &open };
    let analysis = Workbench::new().analysis(&world, &lanes_subject());
    let said = |word: &str| analysis.hover(FILE, LANES.find(word).expect("it") + 1).expect("a hover").text;
    assert!(said("weather : {").contains("set to `wet` by variant `rain`"), "{}", said("weather : {"));
    assert!(
        said("length(f : lane) : int").contains("- modified (lanes/lanes.rota:18)"),
        "{}",
        said("length(f : lane) :")
    );
    assert!(said("earn at earn").contains("left out by variant `rain`"), "{}", said("earn at earn"));
    assert!(said("worth_of : int").contains("How much a tile of a lane is worth."));
}

#[test]
fn what_may_stand_at_a_place_is_proposed() {
    let source = lanes();
    // What stands there with the mark, what must be proposed, what must not.
    let cases: [(&str, &str, &[&str], &[&str]); 12] = [
        (
            "length(f) each worth_of pts to active as",
            "length(f) each |worth_of pts to active as",
            &["worth_of", "sack", "f"],
            &["lane", "paved"],
        ),
        (
            "where f.kind = paved {",
            "where f.| {",
            &["tiles", "kind", "open", "pieces"],
            &["placements", "tolls"],
        ),
        ("where f.kind = paved {", "where f.kind = | {", &["paved", "muddy"], &["wet"]),
        ("as lane_done at f", "as | at f", &["lane_done"], &[]),
        ("who.tolls + n", "who.| + n", &["tolls", "points", "supply"], &["kind"]),
        (
            "rule earn at earn {",
            "rule earn at | {",
            &["build", "earn", "settle_it", "turn"],
            &["lane", "sack"],
        ),
        ("choose active p among t.placements", "choose active p among t.pla|", &["placements"], &["points"]),
        ("attr lane.kind : {", "attr |lane.kind : {", &["lane"], &["sack"]),
        ("variant rain", "ru|\n\nvariant rain", &["rule", "value", "option"], &["score"]),
        ("  set weather = wet\n", "  set |\n", &["weather", "worth_of"], &["tolls"]),
        ("    do reward(active", "    do |", &["reward"], &[]),
        ("value length(f : lane)", "value length(f : |lane)", &["lane", "player", "int"], &["sack"]),
    ];
    for (replaced, by, wanted, unwanted) in cases {
        let text = LANES.replacen(replaced, by, 1);
        assert_ne!(text, LANES, "{replaced}");
        let (text, at) = marked(&text);
        let open = opened(&text);
        let world = World { shelf: &source, open: &open };
        let found = Workbench::new().complete(&world, &lanes_subject(), FILE, at);
        let texts: Vec<&str> = found.all.iter().map(|one| one.text.as_str()).collect();
        for word in wanted {
            assert!(texts.contains(word), "{by}: {word} is not in {texts:?}");
        }
        for word in unwanted {
            assert!(!texts.contains(word), "{by}: {word} is in {texts:?}");
        }
    }
}

#[test]
fn nothing_is_proposed_in_comments_and_texts() {
    let source = lanes();
    for by in ["# a |comment\nrule earn", "option x : bool = true \"so |\"\nrule earn"] {
        let (text, at) = marked(&LANES.replacen("rule earn", by, 1));
        let open = opened(&text);
        let world = World { shelf: &source, open: &open };
        let found = Workbench::new().complete(&world, &lanes_subject(), FILE, at);
        assert_eq!(found.all, [], "{by}");
    }
}

/// Renames a word of the lanes and returns the files that change, or why it cannot be.
fn renamed(word: &str, new: &str, theirs: &str) -> Result<BTreeMap<String, String>, String> {
    let (source, open) = (lanes(), opened(LANES));
    let world = World { shelf: &source, open: &open };
    let mut bench = Workbench::new();
    let here = bench.analysis(&world, &lanes_subject());
    let (word, inside) = marked(word);
    let at = LANES.find(&word).unwrap_or_else(|| panic!("no {word}")) + inside;
    let is_users = |file: &str| theirs.is_empty() || !file.starts_with(theirs);
    let edits = bench.rename(&world, &lanes_subject(), &here, (FILE, at), new, &is_users)?;
    Ok(apply(&world, &edits))
}

#[test]
fn a_rename_reaches_packs_and_tile_files() {
    let texts = renamed("value leng|th", "span_of", "").expect("it can be renamed");
    assert_eq!(texts.keys().collect::<Vec<_>>(), ["ferries/ferries.rota", FILE]);
    assert!(texts["ferries/ferries.rota"].contains("modify span_of(f : lane) = it"));
    assert_eq!(texts[FILE], LANES.replace("length(", "span_of("));

    let texts = renamed("feature la|ne", "alley", "").expect("it can be renamed");
    assert_eq!(texts["lanes.toml"], LANE_TILES.replace("lane =", "alley ="));
    assert!(
        texts[FILE].contains("tiles lanes") && texts[FILE].contains("each alley f in closed"),
        "{}",
        texts[FILE]
    );

    let texts = renamed("attr lane.ki|nd", "ground", "").expect("it can be renamed");
    assert_eq!(texts["lanes.toml"], LANE_TILES.replace("kind =", "ground ="));
    let texts = renamed("{ paved, mu|ddy }", "soggy", "").expect("it can be renamed");
    assert_eq!(texts["lanes.toml"], LANE_TILES.replace("muddy", "soggy"));

    let texts = renamed("choose active |p among", "spot", "").expect("it can be renamed");
    assert_eq!(texts.len(), 1);
    assert!(texts[FILE].contains("choose active spot among") && texts[FILE].contains("place t at spot"));
}

#[test]
fn a_rename_that_breaks_something_is_refused() {
    let cases = [
        ("value leng|th", "two words", "", "is no name"),
        ("value leng|th", "and", "", ""),
        ("option worth|_of", "sack", "", ""),
        ("choose active |p among", "t", "", ""),
        ("f.ti|les\nmodify", "cells", "", "word of the language"),
        ("value leng|th", "span_of", "ferries/", "not yours"),
        ("pack la|nes", "alleys", "", "folders"),
        ("order tu|rn", "round", "", "phases"),
    ];
    for (word, new, theirs, said) in cases {
        let refused = renamed(word, new, theirs).expect_err(word);
        assert!(refused.contains(said), "{word} to {new}: {refused}");
    }
}

#[test]
fn uses_are_found_in_packs_that_build_on_it() {
    let (source, open) = (lanes(), opened(LANES));
    let world = World { shelf: &source, open: &open };
    let mut bench = Workbench::new();
    let here = bench.analysis(&world, &lanes_subject());
    let at = LANES.find("lane_done").expect("it");
    let all = bench.references(&world, &here, FILE, at, true);
    let files: Vec<&str> = all.iter().map(|place| &*place.file).collect();
    assert_eq!(files, ["ferries/ferries.rota", FILE, FILE]);
    assert_eq!(bench.references(&world, &here, FILE, at, false).len(), 2);
}

#[test]
fn what_is_declared_once_is_declared_where_it_says() {
    let source = shelf();
    let open = BTreeMap::new();
    let world = World { shelf: &source, open: &open };
    let analysis: Analysis = Workbench::new().analysis(&world, &Subject::Pack("base".to_owned()));
    let mut told = 0;
    // Of packs that scenarios bring in nothing but what they declare is known.
    let is_here = |pack: &str| analysis.packs.packs.iter().any(|known| known.name == pack);
    let all = analysis.names.declarations.iter().enumerate();
    for (index, declared) in all.filter(|(_, declared)| is_here(&declared.pack)) {
        let here = analysis.names.at(declared.span.start).expect("a name where it is declared");
        let text = analysis.packs.sources.text(declared.span);
        assert!(text.contains(declared.word()), "{declared:?}: {text}");
        if here.symbol == Symbol::Declared(index) {
            assert!(matches!(here.role, Role::Declares), "{declared:?}");
            told += 1;
        }
    }
    assert!(told > 150, "{told} of {}", analysis.names.declarations.len());
}

#[test]
fn every_question_at_every_place_is_answered() {
    let source = shelf();
    let mut asked = 0;
    for pack in ["base", "fortune_teller"] {
        let (open, files) = open_pack(&source, pack);
        let world = World { shelf: &source, open: &open };
        let mut bench = Workbench::new();
        let subject = Subject::Pack(pack.to_owned());
        let here = bench.analysis(&world, &subject);
        for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".rota")).take(4) {
            for offset in 0..=text.len() + 1 {
                asked += all_answers(&here, name, text, offset);
            }
            // These read all anew: at some places.
            for offset in (0..text.len()).step_by(97) {
                bench.complete(&world, &subject, name, offset);
                bench.references(&world, &here, name, offset, true);
                asked += 2;
            }
        }
    }
    println!("{asked} questions");
    assert!(asked > 50_000, "{asked}");
}

#[test]
fn an_edit_that_moves_words_keeps_what_was_made_of_them() {
    let mut library = Library::default();
    let mut made = |rules: &str| {
        let mut source = MemorySource::new();
        source.add_rules("lanes", "lanes.rota", rules).add_tiles("lanes", LANE_TILES);
        library.refresh();
        let packs = library.load(&source, ["lanes"]);
        let game = packs.compile(&Settings::new()).expect("a game");
        (game.sets[0].clone(), packs.sources.files().len())
    };
    let (first, texts) = made(LANES);
    for number in 0..20 {
        let (again, now) = made(&format!("# {number}\n{LANES}"));
        assert!(Arc::ptr_eq(&first, &again), "the set was loaded anew after edit {number}");
        assert!(now <= texts + 1, "{now} texts are kept of {texts}");
    }
    let (other, _) = made(&LANES.replace("paved", "cobbled"));
    assert!(!Arc::ptr_eq(&first, &other), "its words are others");
    for number in 0..5 {
        made(&LANES.replace("paved", &format!("cobbled_{number}")));
    }
    let (again, _) = made(LANES);
    assert!(!Arc::ptr_eq(&first, &again), "what nobody asked for is forgotten");
}

/// After edits by chance the answers are those of somebody who reads all for the first time.
#[test]
fn answers_follow_from_the_texts_alone() {
    let steps: usize =
        std::env::var("ROTA_IDE_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let source = shelf();
    let (mut open, _) = open_pack(&source, "fortune_teller");
    let first = open.clone();
    let names: Vec<String> = open.keys().cloned().collect();
    let mut bench = Workbench::new();
    let mut random = Random::new(7);
    let (mut broken, mut compared) = (0, 0);
    for step in 0..steps {
        let name = &names[random.below(names.len())];
        let text = &mut open.get_mut(name).expect("it is open").text;
        asking::edit(text, &mut random);
        if step % 6 == 5 {
            open.clone_from(&first);
        }
        let subject = subject_of(&open, name);
        let world = World { shelf: &source, open: &open };
        bench.refresh();
        let found = bench.findings(&world, &subject);
        broken += usize::from(found.iter().any(|one| one.is_error));
        let mut fresh = Workbench::new();
        assert_eq!(found, fresh.findings(&world, &subject), "findings after step {step}");
        if step % 4 == 0 {
            let (one, other) = (bench.analysis(&world, &subject), fresh.analysis(&world, &subject));
            let text = &open[name].text;
            for offset in (0..text.len()).step_by(41) {
                assert_eq!(one.hover(name, offset), other.hover(name, offset), "step {step} at {offset}");
                assert_eq!(
                    one.definition(name, offset),
                    other.definition(name, offset),
                    "step {step} at {offset}"
                );
                compared += 2;
            }
            assert_eq!(one.tokens(name), other.tokens(name), "step {step}");
        }
    }
    println!("{steps} edits, {broken} times broken, {compared} answers compared");
    assert!(broken > steps / 4 && broken < steps, "{broken} of {steps}");
}
