//! Which decisions offer what nothing tells apart as one: by what rules keep, and by what the position knows.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use rota::{MemorySource, Settings, load};
use rota_game::{Game, Setup};

const TILES: &str = r#"
title = "Lanes"
printings = { only = "As drawn" }
tile = [{ id = "end", count = 9, edges = "LLLL", segments = [{ lane = "N" }, { lane = "E" }, { lane = "S" }, { lane = "W" }] }]
"#;

const HEAD: &str = r#"pack lanes 1.0.0 "Lanes"
players 2..4
tiles lanes
start lanes/end
bag sack of tiles
feature lane
edge L = lane
track yard { gate, well }
piece tower neutral 3 on gate
deck gifts { lantern 9 }
row stall of gifts 3
order turn { act }
"#;

/// The options of the first decision, with their numbers. The game is left and gone on with before they are read.
fn offered(rules: &str) -> Vec<String> {
    let mut source = MemorySource::new();
    source.add_rules("lanes", "lanes.rota", format!("{HEAD}{rules}"));
    source.add_tiles("lanes", TILES);
    let compiled = load(&source, ["lanes"]).compile(&Settings::new()).expect("a pack");
    let setup = Setup { players: 2, ask_forced: true, ..Setup::default() };
    let mut game = Game::new(compiled.rules, &setup).expect("a setup");
    let numbers = game.suspended();
    game.resume(&numbers).expect("its own numbers");
    let decision = game.decision().expect("somebody is asked");
    assert_eq!(decision.choices().count(), decision.option_count());
    decision.choices().map(|choice| decision.counted_text(choice)).collect()
}

#[test]
fn pieces_and_cards_that_nothing_tells_apart_are_one_option() {
    let towers = offered("rule act_now at act { choose active m among gate.pieces \"which?\"\n discard m }");
    assert_eq!(towers, ["tower on gate ×3"]);
    let cards = offered(
        "rule act_now at act { fill stall\n choose active c among stall \"which?\"\n move c to active }",
    );
    assert_eq!(cards, ["lantern in stall ×3"]);
}

#[test]
fn a_variable_tells_them_apart() {
    let own = "var worn : bool = false on piece
rule act_now at act {
  each m in gate.pieces { set m.worn = true
    leave }
  choose active m among gate.pieces \"which?\"
  discard m
}";
    assert_eq!(offered(own), ["tower on gate", "tower on gate ×2"]);
    let named = "var chief : piece? = none on game
rule act_now at act {
  each m in gate.pieces { set chief = m
    leave }
  choose active m among gate.pieces \"which?\"
  discard m
}";
    assert_eq!(offered(named), ["tower on gate", "tower on gate ×2"]);
}

#[test]
fn a_set_tells_those_in_it_apart_from_the_others() {
    let marked = "var marked : set piece
rule act_now at act {
  each m in gate.pieces { set marked = marked + { m }
    leave }
  choose active m among gate.pieces \"which?\"
  discard m
}";
    assert_eq!(offered(marked), ["tower on gate", "tower on gate ×2"]);
    let all = marked.replace("    leave }", "  }");
    assert_eq!(offered(&all), ["tower on gate ×3"]);
    let of_players = marked
        .replace("set piece", "set piece on player")
        .replace("marked = marked", "active.marked = active.marked");
    assert_eq!(offered(&of_players), ["tower on gate", "tower on gate ×2"]);
    let own = "var seen : set int on piece
rule act_now at act {
  each m in gate.pieces { set m.seen = { 1, 2 }
    leave }
  choose active m among gate.pieces \"which?\"
  discard m
}";
    assert_eq!(offered(own), ["tower on gate", "tower on gate ×2"]);
    let same = own.replace("    leave }", "  }");
    assert_eq!(offered(&same), ["tower on gate ×3"]);
}

#[test]
fn nothing_is_merged_where_a_rule_keeps_one() {
    let alone = ["tower on gate"; 3];
    let read_again = "rule act_now at act {
  let first_one = first(m in gate.pieces)
  choose active m among gate.pieces \"which?\"
  if m = first_one { discard m }
}";
    assert_eq!(offered(read_again), alone);
    let in_a_loop = "rule act_now at act {
  each m in gate.pieces {
    choose active x among gate.pieces \"which?\"
    if x = m { discard x }
  }
}";
    assert_eq!(offered(in_a_loop), alone);
    let by_the_caller = "procedure ask_one() {
  choose active x among gate.pieces \"which?\"
  discard x
}
rule act_now at act {
  let first_one = first(m in gate.pieces)
  do ask_one()
  if first_one { discard first_one }
}";
    assert_eq!(offered(by_the_caller), alone);
    let asked_at_once = "rule act_now at act {
  fill stall
  choose each q in players c among stall \"which?\" { if c.keeper = none { move c to q } }
}";
    assert_eq!(offered(asked_at_once), ["lantern in stall"; 3]);
}

#[test]
fn cards_asked_by_their_place_are_never_merged() {
    let by_place = "rule act_now at act {
  fill stall
  choose active c among stall \"which?\"
  move c to active
  let oldest = nth(1, stall)
  if oldest { move oldest to active }
}";
    assert_eq!(offered(by_place), ["lantern in stall"; 3]);
}

#[test]
fn several_are_chosen_one_after_the_other() {
    let several = "rule act_now at act {
  choose active several ms among gate.pieces exactly 2 \"which two?\"
  each m in ms { discard m }
}";
    assert_eq!(offered(several), ["tower on gate ×2"]);
}
