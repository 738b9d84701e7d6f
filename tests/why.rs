//! Where points come from: every one of them has its rule, its formula and its cause, and they add up.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::panic, reason = "a test that cannot go on has failed")]

use std::fs;

use rota::{Account, Cause, LoadedPacks, PackText, Provenance, Seat, Session, Settings, Text, accounts};
use rota_cli::Exit;
use rota_game::{Greedy, Player, TileState};
use rota_tests::command::{rota, rota_with};
use rota_tests::folder::Folder;
use rota_tests::shelf::{Written, compile, load, root, settings, shelf};
use serde_json::Value;

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

#[test]
fn every_point_is_explained_and_all_add_up() {
    for (name, game) in [
        ("plain", "base --seed 1"),
        ("early", "base@first_revision --seed 2 --players a=greedy,b=greedy,c=uniform"),
        ("later", "base@second_revision@second_generation --seed 3 --players a=greedy,b=greedy"),
        ("roses", "base wind_roses --seed 4 --players a=greedy,b=uniform,c=greedy"),
        (
            "reactions",
            "probes/encore probes/levy probes/roadblock --seed 5 --players a=greedy,b=greedy,c=uniform",
        ),
    ] {
        let folder = Folder::new(name);
        let file = folder.file("game.save");
        let played = rota(&format!("play {game} --auto --format json --save {file}"));
        assert_eq!(played.exit, Exit::Fine, "{game}: {}{}", played.out, played.err);
        let played: Value = serde_json::from_str(&played.out).unwrap();
        let told = rota(&format!("why {file} --format json"));
        assert_eq!(told.exit, Exit::Fine, "{game}: {}", told.err);
        let told: Value = serde_json::from_str(&told.out).unwrap();
        let scores = told["scores"].as_array().unwrap();
        assert_eq!(told["over"], true);
        for player in played["final"].as_array().unwrap() {
            let own = |score: &&Value| score["player"] == player["name"] && score["given"] == true;
            let sum: i64 = scores.iter().filter(own).map(|score| number(&score["points"])).sum();
            assert_eq!(number(&player["points"]), sum, "{game}: {}", player["name"]);
            let sums = told["sums"].as_array().unwrap().iter();
            let sums: Vec<&Value> = sums.filter(|sum| sum["player"] == player["name"]).collect();
            assert_eq!((number(&sums[0]["points"]), number(&sums[0]["sum"])), (sum, sum));
        }
        for score in scores {
            check(score, &played, game);
        }
        assert!(scores.len() > 10, "{game}");
    }
}

/// Whether a score names a statement that gives points, counts what it says, and was led to by something real.
fn check(score: &Value, game: &Value, what: &str) {
    let (file, line) = (score["file"].as_str().unwrap(), number(&score["line"]) as usize);
    let text = fs::read_to_string(root().join("tests").join(file)).unwrap();
    let statement = text.lines().nth(line - 1).unwrap();
    let written = score["written"].as_str().unwrap();
    assert!(statement.contains(written) && !written.is_empty(), "{what}: {score}");
    let rule = score["rule"].as_str().unwrap();
    let (_, name) = rule.split_once(' ').unwrap_or(("", rule));
    assert!(text.lines().take(line).any(|line| line.contains(name)), "{what}: {score}");
    assert!(file.contains(score["pack"].as_str().unwrap()) && !score["version"].as_str().unwrap().is_empty());
    let terms = score["terms"].as_array().unwrap();
    let counted: i64 = terms.iter().map(|term| number(&term["count"]) * number(&term["each"])).sum();
    assert!(terms.is_empty() || counted == number(&score["points"]), "{what}: {score}");
    match score["cause"]["kind"].as_str().unwrap() {
        "laid" => {
            let cause = &score["cause"];
            let lies = |tile: &&Value| ["tile", "x", "y", "turned"].iter().all(|key| tile[key] == cause[key]);
            assert!(game["table"].as_array().unwrap().iter().any(|tile| lies(&tile)), "{what}: {score}");
        }
        "end" => {}
        // What an action of a menu gives is told of that action.
        "decided" if rule.starts_with("action ") => {
            assert!(score["cause"]["choice"].as_str().unwrap().starts_with(name), "{what}: {score}");
        }
        other => panic!("{what}: {other} led to {score}"),
    }
}

#[test]
fn why_reads_like_this() {
    let folder = Folder::new("read");
    let file = folder.file("game.save");
    let answers = "1\n1\n2\n1\n1\n0\n1\n2\n".to_owned() + &"1\n1\n".repeat(11);
    let line = "play session/hamlet --seed 7 --set walkers=3 --players ann=human,ben=human";
    assert_eq!(rota_with(&format!("{line} --save {file}"), &answers).exit, Exit::Fine);
    let told = rota(&format!("why {file}"));
    assert_eq!((told.exit, told.err.as_str()), (Exit::Fine, ""));
    let only = rota(&format!("why {file} ben"));
    assert!(!only.out.contains("\n  ann"), "{}", only.out);
    let shown = format!("{}\n# Only ben\n\n{}", told.out, only.out).replace(&file, "game.save");
    insta::with_settings!({ snapshot_path => "playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("hamlet-why", shown);
    });
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let folder = Folder::new("refused");
    let file = folder.file("game.save");
    rota_with(&format!("play session/hamlet --players ann=human,ben=human --save {file}"), "1\n");
    let none = rota(&format!("why {file}"));
    assert_eq!(none.exit, Exit::Fine);
    assert!(none.out.contains("at move 1 in turn 1, ann decides"), "{}", none.out);
    assert!(none.out.contains("nobody here has scored yet"), "{}", none.out);
    assert!(none.out.contains("so far\n  ann    0"), "{}", none.out);
    for (line, message) in [
        (format!("why {file} anne"), "did you mean `ann`?"),
        (format!("why {file} nobody"), "at the table are ann, ben"),
        ("why no/such/file".to_owned(), "cannot be read"),
        ("why play.rs".to_owned(), "is no saved game"),
        ("why".to_owned(), "<GAME>"),
    ] {
        let refused = rota(&line);
        assert_eq!(refused.exit, Exit::CouldNot, "{line}");
        assert!(refused.err.contains(message), "{line}: {}", refused.err);
    }
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"seed\":1", "\"seed\":2")).unwrap();
    assert_eq!(rota(&format!("why {file}")).exit, Exit::Findings);
}

/// A pack that takes points away, changes them, and gives some at odd times.
const ODD: &str = r#"pack odd 1.2.3 "Odd scores"
requires base ^1.0
reason gift

option mean : bool = false
option gifts : int 0..5 = 1
value too_much(p : pts) : bool = p > 8 pts
value present(p : player) : pts = gifts each 1 pts   # mean has no say in it
modify present(p : player) when mean = it - 1 pts

step mercy before give

rule spare at mercy when mean { each a in awards where too_much(a.points) { cancel a } }
rule halve at mercy when not mean { each a in awards where a.points > 4 pts { set a.points = a.points - 1 pts } }
rule welcome at draw when turn < 4 { score present(active) + 2 pts to active as gift }

variant hard "mean" { set mean = true }
variant soft "more" from hard {
  replace value too_much(p : pts) : bool = p > 20 pts
  set gifts = 3
}
variant late "moved" { move step mercy before score }
variant noted "added" {
  add rule thanks at place when kept { score 1 pts to active as gift }
}
"#;

fn library(rules: &str) -> Written {
    use rota::PackSource;
    let mut library = Written::default();
    library.packs.insert("base".to_owned(), shelf().pack("base").unwrap());
    library.sets.insert("base".to_owned(), shelf().tiles("base").unwrap());
    let rules = vec![Text { name: "odd/pack.rota".to_owned(), text: rules.to_owned() }];
    let odd = PackText { name: "odd".to_owned(), rules, tiles: Vec::new() };
    library.packs.insert("odd".to_owned(), odd);
    library
}

/// A whole game with the odd pack, its scores, and what touched them.
fn odd_game(variants: &[&str], options: &[(&str, &str)]) -> (Session, Vec<Account>, Vec<Vec<Provenance>>) {
    let reading = load(&library(ODD), &["odd"]);
    let settings = settings(variants, options);
    let session = played(&reading, &settings);
    let accounts = accounts(session.game());
    let touches = accounts.iter().map(|one| {
        assert_eq!(
            reading.pack_at(one.score.span).unwrap(),
            match one.score.reason.as_str() {
                "gift" => ("odd", "1.2.3"),
                _ => ("base", "1.0.0"),
            }
        );
        reading.provenance(&settings, one.score.span)
    });
    let touches = touches.collect();
    (session, accounts, touches)
}

/// A whole game.
fn played(reading: &LoadedPacks, settings: &Settings) -> Session {
    let opened = compile(reading, settings);
    let seat = |name: &str| Seat { name: name.to_owned(), kind: String::new() };
    let head = rota::Head { seed: 3, players: vec![seat("red"), seat("blue")], ..rota::Head::default() };
    let mut session = Session::begin(head, &opened).unwrap();
    let mut player = Greedy::new(3);
    while session.game().decision().is_some() {
        let choice = player.decide(session.game());
        session.choose(choice).unwrap();
    }
    session
}

fn said(touches: &[Provenance]) -> Vec<String> {
    let said =
        touches.iter().map(|touch| format!("{}: {}", touch.variant.as_deref().unwrap_or("-"), touch.change));
    said.collect()
}

#[test]
fn what_was_taken_away_and_what_was_changed_is_told() {
    let (session, accounts, _) = odd_game(&["hard"], &[]);
    let taken: Vec<&Account> = accounts.iter().filter(|account| !account.score.is_given).collect();
    assert!(!taken.is_empty() && taken.iter().all(|account| account.score.points > 8));
    for (seat, points) in session.game().points().iter().enumerate() {
        let own = accounts.iter().filter(|account| account.score.is_given && account.score.player == seat);
        assert_eq!(own.map(|account| account.score.points).sum::<i64>(), *points);
    }
    let (_, accounts, _) = odd_game(&[], &[]);
    // At the end of the game there is no such step.
    let is_more = |account: &&Account| account.score.counted() > Some(4) && account.cause != Cause::End;
    let more: Vec<&Account> = accounts.iter().filter(is_more).collect();
    assert!(!more.is_empty());
    assert!(more.iter().all(|account| account.score.counted() == Some(account.score.points + 1)), "{more:?}");
    for account in &accounts {
        let changes = changes_of(account);
        let halved = ("rule halve".to_owned(), account.score.points, "a.points - 1 pts".to_owned());
        assert_eq!(changes, if is_more(&account) { vec![halved] } else { Vec::new() }, "{account:?}");
    }
    // What a formula counts need not be all of it.
    let gift = accounts.iter().find(|account| account.score.reason == "gift").unwrap();
    assert_eq!((gift.score.points, gift.score.written.as_str()), (3, "present(active) + 2 pts"));
}

/// A rule that changed a score, to how many points, and what it wrote.
type Change = (String, i64, String);

fn changes_of(account: &Account) -> Vec<Change> {
    let changes = account.score.changes.iter();
    changes.map(|change| (change.rule.clone(), change.points, change.written.clone())).collect()
}

#[test]
fn rules_that_change_points_on_their_way_are_named_one_after_the_other() {
    let rules = r#"pack odd 1.2.3 "Points that change on their way"
requires base ^1.0
reason gift, fee
rule welcome at draw when turn < 3 {
  score 2 pts to active as gift
  pay 5 pts from active to active.next as fee
}
rule more before score when reason = gift { set amount = amount + 1 pts }
rule twice before score when reason = gift and amount > 2 pts { set amount = amount * 2 }
rule less before pay when who { set amount = 4 pts }
"#;
    let session = played(&load(&library(rules), &["odd"]), &Settings::new());
    let accounts = accounts(session.game());
    let told = |reason: &str| -> Vec<(i64, &str, Vec<Change>)> {
        let of_reason = accounts.iter().filter(|account| account.score.reason == reason);
        let told = of_reason.map(|one| (one.score.points, one.score.rule.as_str(), changes_of(one)));
        told.collect()
    };
    let change = |rule: &str, points: i64, written: &str| (rule.to_owned(), points, written.to_owned());
    let gift = vec![change("rule more", 3, "amount + 1 pts"), change("rule twice", 6, "amount * 2")];
    assert_eq!(told("gift"), [(6, "rule welcome", gift.clone()), (6, "rule welcome", gift)]);
    assert_eq!(told("fee").len(), 4);
    for (points, rule, changes) in told("fee") {
        assert!((points.abs(), rule) == (4, "rule welcome"));
        assert_eq!(changes, [change("rule less", 4, "4 pts")]);
    }
    let others = accounts.iter().filter(|one| !["gift", "fee"].contains(&one.score.reason.as_str()));
    assert!(others.map(changes_of).all(|changes| changes.is_empty()));
}

#[test]
fn what_led_to_a_score_is_the_tile_or_what_else_happened() {
    let (session, accounts, _) = odd_game(&["noted"], &[]);
    let game = session.game();
    for account in &accounts {
        match &account.cause {
            Cause::Laid { tile, cell, .. } => {
                let laid = game.position().board().tile_at(*cell).unwrap();
                let stock = game.position().stock_tile(laid);
                assert_eq!(game.position().tile(stock), Some(TileState::Laid(laid)));
                assert_eq!(&game.rules().kind_of(stock).name, tile);
            }
            Cause::Drawn { bag, .. } => {
                assert_eq!((account.score.reason.as_str(), bag.as_str()), ("gift", "pile"))
            }
            Cause::Turn { player } => {
                assert_eq!((account.score.reason.as_str(), *player), ("gift", account.score.player))
            }
            Cause::End => assert!(account.moves == session.moves()),
            Cause::Beginning | Cause::Again { .. } | Cause::Rolled { .. } | Cause::Decided { .. } => {
                panic!("{:?} led to {account:?}", account.cause)
            }
        }
    }
    let kinds = |is: fn(&Cause) -> bool| accounts.iter().filter(|account| is(&account.cause)).count();
    assert_eq!(kinds(|cause| matches!(cause, Cause::Drawn { .. } | Cause::Turn { .. })), 3);
    assert!(kinds(|cause| matches!(cause, Cause::End)) > 2);
}

#[test]
fn what_an_action_scores_is_told_of_the_action() {
    let folder = Folder::new("action");
    let file = folder.file("game.save");
    assert_eq!(rota(&format!("play quilt --seed 3 --auto --quiet --save {file}")).exit, Exit::Fine);
    let told = rota(&format!("why {file} --format json")).json();
    let (mut pulled, mut others) = (0, 0);
    for score in told["scores"].as_array().unwrap() {
        let cause = &score["cause"];
        if score["rule"] == "action pull" {
            let choice = cause["choice"].as_str().unwrap_or_default();
            assert!(cause["kind"] == "decided" && choice.starts_with("pull "), "{score}");
            assert!(choice.contains(score["at"].as_str().unwrap()), "{score}");
            pulled += 1;
        } else {
            assert_eq!(cause["kind"], "end", "{score}");
            others += 1;
        }
    }
    assert!(pulled > 3 && others > 1, "{pulled} {others}");
}

#[test]
fn what_a_player_did_in_the_turn_of_another_one_is_told() {
    let rules = r#"
pack odd 1.0.0
requires base ^1.0
reason gift
rule more at turn_ends when turn < 3 {
  append part for active.next
  append part
}
rule welcome at part when placed { score 1 pts to active as gift }
"#;
    let session = played(&load(&library(rules), &["odd"]), &Settings::new());
    let accounts = accounts(session.game());
    let later = accounts.iter().filter_map(|account| {
        let Cause::Again { step, player } = &account.cause else { return None };
        let is_gift = account.turn < 3 && account.score.reason == "gift";
        is_gift.then_some((account.turn, step.as_str(), *player, account.score.player))
    });
    let part = "step part";
    assert_eq!(
        later.collect::<Vec<_>>(),
        [(1, part, Some(1), 1), (1, part, None, 0), (2, part, Some(0), 0), (2, part, None, 1)]
    );
}

#[test]
fn variants_and_options_that_touch_a_rule_are_named() {
    let of = |variants: &[&str], options: &[(&str, &str)], reason: &str| {
        let (_, accounts, touches) = odd_game(variants, options);
        let place = accounts.iter().position(|account| account.score.reason == reason).unwrap();
        said(&touches[place])
    };
    assert_eq!(of(&[], &[], "gift"), Vec::<String>::new());
    // The modifier depends on `mean`, the remark beside the value does not count.
    assert_eq!(of(&["hard"], &[], "gift"), ["hard: set mean = true"]);
    assert_eq!(of(&["soft"], &[], "gift"), ["hard: set mean = true", "soft: set gifts = 3"]);
    // What is set by hand holds over all variants.
    assert_eq!(of(&["soft"], &[("gifts", "2")], "gift"), ["-: set gifts = 2", "hard: set mean = true"]);
    assert_eq!(of(&["late"], &[], "gift"), Vec::<String>::new());
    assert_eq!(
        of(&["first_revision"], &[("small_city", "one_each")], "city"),
        ["-: set small_city = one_each"]
    );
    assert_eq!(of(&["first_revision"], &[], "field"), ["first_revision: set field_rule = by_city"]);
    assert_eq!(of(&["first_revision"], &[], "road"), Vec::<String>::new());
    let (_, accounts, touches) = odd_game(&["noted"], &[]);
    let thanks = accounts.iter().position(|account| account.score.rule.ends_with("thanks")).unwrap();
    assert_eq!(said(&touches[thanks]), ["noted: rule thanks"]);
}
