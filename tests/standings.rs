//! The table as `rota play` shows it, in lines and to programs.

use rota_cli::Exit;
use rota_tests::command::{rota, rota_with};
use rota_tests::folder::Folder;

const HOARD: &str = "pack hoard 1.0.0 \"What is shown\"
requires base ^1.0
deck gifts { lantern 3, wagon 2 }
var shards : int on player \"amber shards\"
var unshown : int
var walls : int \"walls that fell\"
var worn : bool on piece \"worn out\"
var plan : int secret on player \"plan\"
var musing : int secret on player
rule gather at home {
  set active.shards = active.shards + 2
  set walls = walls + 1
  set unshown = unshown + 1
  set active.plan = 7
  set active.musing = 9
  if gifts.count > 3 {
    draw g from gifts
    move g to active
  } else if gifts.count > 0 {
    draw g from gifts unseen
    move g to active
  }
  each piece p in active.pieces {
    set p.worn = true
  }
  if unshown > 9 { end game }
}
";

/// The lines of a transcript that begin like this.
fn lines<'o>(out: &'o str, start: &str) -> Vec<&'o str> {
    out.lines().filter(|line| line.starts_with(start)).collect()
}

#[test]
fn what_has_a_title_is_shown_and_what_has_none_is_not() {
    let folder = Folder::with("hoard", &[("hoard/pack.rota", HOARD)]);
    let pack = folder.file("hoard");
    let answers = "1\n0\n".repeat(12);
    let outcome = rota_with(&format!("play base {pack} --seed 3 --players ann=human,ben=greedy"), &answers);
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    let out = &outcome.out;
    assert!(out.contains("    ann: amber shards 2, plan 7 (only you see it)\n"), "{out}");
    assert!(out.contains("    ben: amber shards 2\n"), "{out}");
    assert!(out.contains("    walls that fell 2\n"), "{out}");
    assert!(out.contains("    to draw: 70 in pile, 5 in gifts\n"), "{out}");
    assert!(out.contains("    ben meeple on road W of 1,0: worn out\n"), "{out}");
    assert!(out.contains("    ann keeps lantern, 1 hidden\n"), "{out}");
    assert!(!out.contains("unshown") && !out.contains("musing"), "{out}");
}

#[test]
fn what_has_a_title_is_told_to_programs() {
    let folder = Folder::with("hoard_told", &[("hoard/pack.rota", HOARD)]);
    let (pack, save) = (folder.file("hoard"), folder.file("game.save"));
    let players = "--players ann=greedy,ben=greedy";
    let document = rota(&format!("play base {pack} --seed 3 {players} --save {save} --format json")).json();
    let all = |document: &serde_json::Value| -> Vec<String> {
        let held = document["remembered"].as_array().unwrap().iter();
        held.map(|held| format!("{} {} {}: {}", held["title"], held["player"], held["of"], held["value"]))
            .map(|held| held.replace('"', ""))
            .collect()
    };
    let shown = all(&document);
    assert!(shown.contains(&"walls that fell null null: 10".to_owned()), "{shown:?}");
    assert!(shown.contains(&"plan ann null: 7".to_owned()), "{shown:?}");
    assert!(shown.iter().any(|held| held.starts_with("worn out null ann meeple on ")), "{shown:?}");
    assert!(!shown.iter().any(|held| held.contains("unshown")), "{shown:?}");
    let keeps =
        document["final"].as_array().unwrap().iter().flat_map(|player| player["keeps"].as_array().unwrap());
    let keeps: Vec<&serde_json::Value> = keeps.collect();
    assert!(
        keeps.iter().any(|kept| kept.is_null()) && keeps.iter().any(|kept| kept.is_string()),
        "{keeps:?}"
    );
    assert_eq!(document["piles"], serde_json::json!({ "pile": 61, "gifts": 0 }));
    // What is secret is nobody's business who reads a saved game.
    let saved = all(&rota(&format!("why {save} --format json")).json());
    assert!(saved.contains(&"walls that fell null null: 10".to_owned()), "{saved:?}");
    assert!(!saved.iter().any(|held| held.starts_with("plan")), "{saved:?}");
}

#[test]
fn the_last_table_is_the_one_that_the_final_scoring_is_about() {
    let of_programs = rota("play base --seed 3 --players ann=greedy,ben=greedy").out;
    let of_people = rota_with("play base --seed 3 --players ann=human,ben=greedy", &"1\n0\n".repeat(72)).out;
    for out in [of_programs, of_people] {
        let (before, after) = out.split_once("\nthe end\n").unwrap();
        let lines: Vec<&str> = before.lines().collect();
        let table = lines.iter().rposition(|line| line.contains("turn 71:")).unwrap();
        // Points that are still to come, and those who wait for them.
        assert!(lines[table..].iter().any(|line| line.contains("·A") || line.contains("·B")), "{before}");
        let stands = lines.iter().rfind(|line| line.starts_with("    ann ")).unwrap();
        let ben = stands.split("ben ").nth(1).unwrap().split_whitespace().next().unwrap();
        assert!(after.contains("_unfinished at "), "{after}");
        // Behind it come the reasons and the result, and no further table.
        assert!(!after.contains("···"), "{after}");
        let result = after.split("\nafter 71 turns\n").nth(1).unwrap();
        assert!(!result.contains(&format!(". ben {ben}\n")), "{stands} {result}");
    }
}

#[test]
fn pieces_on_sides_and_corners_stand_between_the_tiles() {
    let answers = "1\n4\nc turned 0\nraise_wall side W of 1,0\nquit\n";
    let out = rota_with("play say/stone_walls --seed 3 --players ann=human,ben=human", answers).out;
    // The numbers of what can be chosen, around the tile that was laid.
    let asked = "
         -1         0
         [4]
       ···2·······▒▒▒▒▒·
  0 [7]──1────[5]───────
       ···3·············
         [6]
";
    assert!(out.contains(asked), "{out}");
    // Above a tile there is room for a bar, and between two tiles the land goes on beside it.
    let walled = "
      -2     -1      0        1      2

 -1    .     [a]    [b]      [c]     .

           ━━Aw━━━
           ········▒▒▒▒▒·┃ ·▒▒▒▒▒·
  0   [d]  ──────────────Bw───○───  [e]
           ··············┃ ···│···
";
    assert!(out.contains(walled), "{out}");
    assert!(!out.contains("side N of -1,0: "), "{out}");
    let pack = "pack posts 1.0.0 \"Posts on corners\"
requires base ^1.0
piece post neutral 9
rule set_post at home when placed and supply(post) > 0 {
  choose active c among placed.cell.corners \"which corner?\"
  put post on c
}
";
    let folder = Folder::with("posts", &[("posts/pack.rota", pack)]);
    let line = format!("play base {} --seed 3 --players ann=human,ben=human", folder.file("posts"));
    let out = rota_with(&line, "1\n0\n1\n1\n0\nquit\n").out;
    let posted = "
        -1         0
             [1]       [2]
                ···│···
 -1      .      ───○───
                ·▒▒▒▒▒·
    *p       [4]·▒▒▒▒▒·[3]
      ···········▒▒▒▒▒·
  0   ─────────────────
";
    assert!(out.contains(posted), "{out}");
}

#[test]
fn tiles_in_a_row_are_drawn_and_named_where_their_place_is_asked_for() {
    let out = rota_with("play brewers --seed 3 --players ann=human,ben=greedy", "1\n1\nquit\n").out;
    let (first, then) = out.split_once("\nann> 1\n").unwrap();
    // Two that are the same are one option; its number stands above the first of them.
    let row = "
    plots is brewers/PBPH, brewers/PBPH, brewers/PPPB, brewers/BBPP
       1                 2        3
    ░░░░░░░  ░░░░░░░  ░░░░░░░  ▒▒▒▒▒▒▒
    ▓▓░░░▒▒  ▓▓░░░▒▒  ▒▒░░░░░  ░░░░▒▒▒
    ░░░░░░░  ░░░░░░░  ░░░░░░░  ░░░░░░░
";
    assert!(first.contains(row), "{first}");
    assert!(first.contains("\nann: which tile, and where?\n   1  brewers/PBPH in plots ×2\n"), "{first}");
    let (second, _) = then.split_once("\nann> 1\n").unwrap();
    let turned = "
    turned 0  turned 1  turned 2
    ░░░░░░░  ▓▓▓▓▓▓▓  ░░░░░░░
    ▓▓░░░▒▒  ░░░░░░░  ▒▒░░░▓▓
    ░░░░░░░  ▒▒▒▒▒▒▒  ░░░░░░░

ann: which tile, and where? (for brewers/PBPH in plots)
";
    assert!(second.contains(turned), "{second}");
}

#[test]
fn what_an_action_was_taken_for_is_told_where_more_is_asked() {
    let answers = "3\nblock_road\nquit\n";
    let out = rota_with("play say/road_blocks --seed 3 --players ann=human,ben=greedy", answers).out;
    let asked: Vec<&str> = lines(&out, "ann: ");
    assert_eq!(
        asked,
        [
            "ann: where does the tile go?",
            "ann: place a follower?",
            "ann: choose e (for block_road road E W of 0,1)"
        ]
    );
}

#[test]
fn a_tile_goes_by_its_name_without_that_of_its_set() {
    let play = |answer: &str| {
        let line = "play brewers --seed 3 --players ann=human,ben=greedy";
        let out = rota_with(line, &format!("{answer}\nquit\n")).out;
        lines(&out, "  ann: which tile, and where? ").first().map(|line| (*line).to_owned())
    };
    let taken = Some("  ann: which tile, and where? brewers/PPPB in plots".to_owned());
    assert_eq!(play("PPPB"), taken);
    assert_eq!(play("plots PPPB"), taken);
    assert_eq!(play("brewers/PPPB"), taken);
    assert_eq!(play("PPP"), None);
}

#[test]
fn where_a_rule_says_who_has_won_points_give_no_rank() {
    let line = "play say/verdict --players ann=greedy,ben=uniform --seed";
    let ends = ["1", "2", "3"].map(|seed| {
        let out = rota(&format!("{line} {seed} --auto --quiet")).out;
        out.split_once("\nafter 3 turns\n").unwrap().1.to_owned()
    });
    assert_eq!(
        ends,
        [
            "ann wins, whatever points they have\n  ann 4\n  ben 0\n",
            "everybody wins, whatever points they have\n  ann 0\n  ben 0\n",
            "ann wins, whatever points they have\n  ann 0\n  ben 4\n",
        ]
    );
    let document = rota(&format!("{line} 3 --format json")).json();
    let ranks: Vec<&serde_json::Value> =
        document["final"].as_array().unwrap().iter().map(|player| &player["rank"]).collect();
    assert!(ranks.iter().all(|rank| rank.is_null()), "{ranks:?}");
    let document = rota("play base --seed 3 --players ann=greedy,ben=greedy --format json").json();
    assert_eq!(document["final"][0]["rank"], 1);
}
