//! People at the table, from outside: what is typed goes in line by line, what is written is read.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rota::Save;
use rota_cli::Exit;
use rota_game::Random;
use rota_tests::command::{Outcome, rota, rota_with};
use rota_tests::folder::Folder;

/// A small pack with tiles of its own.
const HAMLET: &str = "play session/hamlet --seed 7";

fn read(file: impl AsRef<Path>) -> String {
    fs::read_to_string(file).unwrap()
}

fn parse(text: &str) -> Save {
    Save::parse("game.save", text).unwrap()
}

/// The lines of a transcript that begin like this.
fn lines<'o>(out: &'o str, start: &str) -> Vec<&'o str> {
    out.lines().filter(|line| line.starts_with(start)).collect()
}

#[test]
fn a_whole_game_by_hand() {
    // Each turn a tile is laid and somebody is sent, or not.
    let answers = "help\n1\n1\na\nscore\npass\n2\nwhy\n1\n1\n0\n1\n2\nwhy\n".to_owned() + &"1\n0\n".repeat(9);
    let outcome = rota_with(&format!("{HAMLET} --players ann=human,ben=human"), &answers);
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{}", outcome.out);
    assert!(!outcome.out.contains('\u{1b}'), "nobody reads colours here");
    insta::with_settings!({ snapshot_path => "playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("hamlet-by-hand", outcome.out);
    });
}

/// Variables with and without a title, and cards in keeps.

#[test]
fn the_number_of_an_option_does_not_touch_its_words() {
    let pack = "pack finger 1.0.0 \"Tiles that are pointed at\"
requires base ^1.0
rule point at home {
  choose active t among laid \"which tile do you point at?\" or pass
}
";
    let folder = Folder::with("finger", &[("finger/pack.rota", pack)]);
    let line = format!("play base {} --seed 3 --players ann=human,ben=greedy", folder.file("finger"));
    let out = rota_with(&line, "1\n0\nlist\n1\n").out;
    assert!(out.contains("\n   b  0,0     2 base/D at 0,0\n"), "{out}");
}

#[test]
fn who_plays_alone_is_told_which_turns_are_hers() {
    let outcome = rota_with(&format!("{HAMLET} --players ann=human,ben=greedy"), "1\n0\n1\n0\n");
    assert_eq!(outcome.exit, Exit::Fine);
    assert_eq!(
        lines(&outcome.out, "turn "),
        ["turn 1: ann (you)", "turn 2: ben", "turn 3: ann (you)", "turn 4: ben", "turn 5: ann (you)"]
    );
    // Where the answers end, the game is left.
    assert!(
        outcome.out.ends_with("left at move 8, and not saved: `--save FILE` keeps a game\n"),
        "{}",
        outcome.out
    );
}

#[test]
fn what_is_not_understood_is_answered() {
    let answers = "foo\n99\n0\npass\na turnd 2\na 1\n  \nhelp me\n\u{7}\nsave\nredo\nquit\n";
    let outcome = rota_with("play base --seed 7", answers);
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    let prompts = outcome.out.split("red> ").skip(1);
    let said: Vec<&str> =
        prompts.filter_map(|said| said.split_once('\n').and_then(|(_, said)| said.lines().next())).collect();
    let expected = [
        "no option reads like `foo`: `list` shows what there is",
        "numbers go from 1 to 6",
        "numbers go from 1 to 6",
        "this has to be decided: there is no pass",
        "no option reads like `a turnd 2`: did you mean `turned`?",
        "  red: where does the tile go? 0,-1 turned 2",
        "no option reads like `help me`: `list` shows what there is",
        // What would speak to a terminal is not repeated.
        "no option reads like ``: `list` shows what there is",
        "write a name behind it: `save FILE`",
        "nothing was taken back",
        "left at move 1, and not saved: `--save FILE` keeps a game",
    ];
    assert_eq!(said, expected);
}

#[test]
fn options_are_found_by_number_and_by_words() {
    let choice = |answer: &str| {
        let outcome = rota_with("play base --seed 7", &format!("1\n1\n{answer}\n"));
        let said = lines(&outcome.out, "  red: where does the tile go? ");
        said.get(1).map(|line| line.rsplit_once("? ").unwrap().1.to_owned())
    };
    for (answer, expected) in [
        ("1", "0,-2 turned 0"),
        ("0,-2 turned 0", "0,-2 turned 0"),
        ("turned 3 0,-2", "0,-2 turned 3"),
        ("a turned 3", "0,-2 turned 3"),
        ("a 0", "0,-2 turned 0"),
        ("b turned 1", "1,-1 turned 1"),
    ] {
        assert_eq!(choice(answer).as_deref(), Some(expected), "{answer}");
    }
    // The first option of the row, or the row turned by a quarter?
    for answer in ["a", "a 1", "turned 0"] {
        assert_eq!(choice(answer), None, "{answer}");
    }
}

#[test]
fn long_lists_are_folded() {
    let answers = "list\nquit\n";
    let placed: Vec<String> = (0..40).map(|_| "1\n0\n".to_owned()).collect();
    let outcome = rota_with("play base --players ann=human,ben=human --seed 2", &(placed.concat() + answers));
    let folded = lines(&outcome.out, "  and ");
    assert!(folded.iter().any(|line| line.ends_with(" more: `list` shows them all")), "{folded:?}");
    let (before, whole) = outcome.out.rsplit_once("ann> list\n").unwrap();
    let (_, shown) = before.rsplit_once("\n\n").unwrap();
    assert!(whole.lines().count() > shown.lines().count(), "{whole}\n{shown}");
}

#[test]
fn a_move_is_taken_back_until_chance_has_spoken() {
    let line = format!("{HAMLET} --players ann=human,ben=human");
    // ann lays and takes it back, makes it again, takes it back, lays elsewhere; then ben has drawn.
    let outcome = rota_with(&line, "undo\n1\nundo\nredo\nundo\n2\n0\nundo\nquit\n");
    let said = |start: &str| lines(&outcome.out, start).into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        said("this stays"),
        [
            "this stays: nothing was decided yet".to_owned(),
            format!(
                "this stays: {} came out of sack since then, and what was seen stays seen",
                "hamlet/bend"
            ),
        ]
    );
    assert_eq!(said("taken back: ann").len(), 2, "{}", outcome.out);
    let built = said("  ann: where do you build?");
    assert_eq!(built.len(), 3, "{}", outcome.out);
    assert_eq!(built[0], built[1]);
    assert_ne!(built[0], built[2]);
    assert_eq!(said("left at"), ["left at move 2, and not saved: `--save FILE` keeps a game"]);
}

#[test]
fn a_game_is_left_and_resumed_at_every_decision() {
    let folder = Folder::new("resumed");
    let line = format!("{HAMLET} --players ann=human,ben=greedy,cyd=human");
    let answers: Vec<&str> = ["1", "0", "2", "1"].into_iter().cycle().take(60).collect();
    let text = |answers: &[&str]| answers.iter().map(|answer| format!("{answer}\n")).collect::<String>();
    let whole = folder.file("whole");
    let outcome = rota_with(&format!("{line} --save {whole}"), &text(&answers));
    assert!(outcome.out.contains("after 15 turns"), "{}", outcome.out);
    let typed = outcome.out.matches("> ").count();
    let whole = read(&whole);
    assert!(parse(&whole).moves() > 20);
    for left in 0..typed {
        let file = folder.file(&format!("left-{left}"));
        let outcome = rota_with(&format!("{line} --save {file}"), &text(&answers[..left]));
        assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
        let goes_on = format!("`rota play --resume {file} --save {file}` goes on");
        assert!(outcome.out.trim_end().ends_with(&goes_on), "{}", outcome.out);
        let moves = parse(&read(&file)).moves();
        let resumed = rota_with(&format!("play --resume {file} --save {file}"), &text(&answers[left..]));
        assert_eq!(resumed.exit, Exit::Fine, "{}", resumed.err);
        let stands = resumed.out.lines().next().unwrap();
        assert!(
            stands.contains(&format!(": move {moves}, turn ")) && stands.ends_with(" decides"),
            "{stands}"
        );
        assert_eq!(read(&file), whole, "left after {left} answers");
    }
}

#[test]
fn what_is_saved_depends_on_the_command_alone() {
    let folder = Folder::new("bytes");
    for (name, players) in [("one", ""), ("two", ""), ("three", " --players red=greedy,blue=uniform")] {
        let file = folder.file(name);
        assert_eq!(
            rota(&format!("play base --seed 5 --auto --quiet --save {file}{players}")).exit,
            Exit::Fine
        );
    }
    assert_eq!(read(folder.file("one")), read(folder.file("two")));
    assert_eq!(read(folder.file("one")), read(folder.file("three")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing else lies in the folder");
    // What the game scores is what the save gives when it is played again.
    let again = rota(&format!("play --resume {} --format json", folder.file("one")));
    let first = rota("play base --seed 5 --format json");
    let document = |outcome: &Outcome| serde_json::from_str::<serde_json::Value>(&outcome.out).unwrap();
    assert_eq!(document(&again), document(&first));
    for player in document(&again)["final"].as_array().unwrap() {
        let scores = document(&again)["scores"].as_array().unwrap().clone();
        let own = scores.iter().filter(|score| score["player"] == player["name"]);
        assert_eq!(own.map(|score| score["points"].as_i64().unwrap()).sum::<i64>(), player["points"]);
    }
}

#[test]
fn others_may_sit_down_at_a_saved_game() {
    let folder = Folder::new("others");
    let file = folder.file("game");
    rota_with(&format!("{HAMLET} --players ann=human,ben=human --save {file}"), "1\n0\n1\n");
    let ended = rota(&format!("play --resume {file} --players ann=greedy,ben=uniform --auto"));
    assert_eq!(ended.exit, Exit::Fine, "{}", ended.err);
    assert!(ended.out.contains("hamlet, seed 7, ann=greedy,ben=uniform"), "{}", ended.out);
    assert!(ended.out.contains("after 15 turns"), "{}", ended.out);
    // Without `--save` the file stays as it is.
    assert_eq!(parse(&read(&file)).moves(), 3);
    let half = rota_with(&format!("play --resume {file} --players ann=greedy --save {file}"), "1\n");
    assert!(half.out.contains("ben> "), "{}", half.out);
    let kinds: Vec<String> = parse(&read(&file)).head.players.iter().map(|seat| seat.kind.clone()).collect();
    assert_eq!(kinds, ["greedy", "human"]);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = Folder::new("refused");
    let (file, other) = (folder.file("game"), folder.file("other"));
    rota_with(&format!("{HAMLET} --players ann=human,ben=human --save {file}"), "1\n");
    fs::write(&other, "something else\n").unwrap();
    let saved = read(&file);
    for (line, message) in [
        (
            format!("{HAMLET} --players ann=human,ben=greedy --auto"),
            "`ann` is a person, and `--auto` asks nobody",
        ),
        (
            format!("{HAMLET} --players ann=human,ben=greedy --quiet"),
            "`ann` is a person, who has to see the game",
        ),
        (
            format!("{HAMLET} --players ann=human,ben=greedy --format json"),
            "`ann` is a person, who reads no JSON",
        ),
        (format!("play --resume {file} --auto"), "`ann` is a person, and `--auto` asks nobody"),
        (format!("play --resume {file} --players anne=greedy"), "did you mean `ann`?"),
        (format!("play --resume {file} --players ann=greddy"), "did you mean `greedy`?"),
        (format!("play base --resume {file}"), "cannot be used with"),
        (format!("play --resume {file} --seed 8"), "cannot be used with"),
        ("play base --accept-changes".to_owned(), "cannot be used with"),
        (format!("play --resume {}", folder.file("nothing")), "cannot be read"),
        (format!("play --resume {other}"), "is no saved game"),
        (format!("{HAMLET} --save {file}"), "holds another game"),
        (format!("{HAMLET} --save {other}"), "exists and is no saved game"),
        (format!("{HAMLET} --auto --save {other}"), "exists and is no saved game"),
        (format!("{HAMLET} --save {}", folder.path().display()), "is a folder"),
        (format!("{HAMLET} --save {}", folder.file("no/such/folder")), "cannot be written"),
    ] {
        let outcome = rota(&line);
        assert_eq!(outcome.exit, Exit::CouldNot, "{line}: {}{}", outcome.out, outcome.err);
        let said = outcome.out + &outcome.err;
        assert!(said.contains(message), "{line}: {said}");
    }
    assert_eq!(read(&file), saved);
    assert_eq!(read(&other), "something else\n");
}

#[test]
fn a_game_is_saved_when_somebody_says_so() {
    let folder = Folder::new("said");
    let (file, taken) = (folder.file("game"), folder.file("taken"));
    fs::write(&taken, "something else\n").unwrap();
    let answers = format!("1\nsave {taken}\nsave {file}\n0\n1\nsave\nundo\nquit\n");
    let outcome = rota_with(&format!("{HAMLET} --players ann=human,ben=human"), &answers);
    assert!(outcome.err.contains("exists and is no saved game"), "{}", outcome.err);
    assert_eq!(outcome.out.matches(&format!("saved in `{file}`")).count(), 2, "{}", outcome.out);
    assert!(outcome.out.ends_with(&format!("`rota play --resume {file} --save {file}` goes on\n")));
    // What is taken back is taken back in the file, too.
    assert_eq!(parse(&read(&file)).moves(), 2);
    assert_eq!(read(&taken), "something else\n");
}

#[test]
fn damaged_files_and_changed_packs_are_findings() {
    let folder = Folder::new("damaged");
    let pack = folder.path().join("hamlet");
    fs::create_dir_all(&pack).unwrap();
    for name in ["pack.rota", "turn.rota", "hamlet.toml"] {
        fs::copy(Path::new("session/hamlet").join(name), pack.join(name)).unwrap();
    }
    let file = folder.file("game");
    let line = format!("play {} --seed 7 --players ann=human,ben=human", pack.display());
    rota_with(&format!("{line} --save {file}"), &"1\n1\n".repeat(4));
    let resume = format!("play --resume {file}");
    let damaged = folder.file("damaged");
    fs::write(&damaged, read(&file).replace("turned 1", "turned 2")).unwrap();
    let outcome = rota(&format!("play --resume {damaged}"));
    assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::Findings, ""));
    assert!(outcome.err.contains("was changed after it was written"), "{}", outcome.err);
    fs::write(&damaged, [0xFF, 0xFE, 0x00]).unwrap();
    assert_eq!(rota(&format!("play --resume {damaged}")).exit, Exit::CouldNot);

    let turn = pack.join("turn.rota");
    let rules = read(&turn);
    fs::write(&turn, format!("# A remark.\n{rules}")).unwrap();
    let outcome = rota(&resume);
    assert_eq!(outcome.exit, Exit::Findings, "{}", outcome.out);
    for part in ["pack `hamlet` is not what it was", "changed: `turn.rota`", "--accept-changes"] {
        assert!(outcome.err.contains(part), "{part}: {}", outcome.err);
    }
    let outcome = rota_with(&format!("{resume} --accept-changes --save {file}"), "1\n");
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    assert!(outcome.err.starts_with("pack `hamlet` is not what it was when the game was saved"));
    // The game is one of the packs of now from here on.
    assert_eq!(rota(&resume).exit, Exit::Fine);

    fs::write(&turn, rules.replace("where s is path", "where s is green")).unwrap();
    let outcome = rota(&format!("{resume} --accept-changes"));
    assert_eq!(outcome.exit, Exit::Findings);
    assert!(outcome.err.contains("move 2 no longer holds"), "{}", outcome.err);
}

#[test]
fn what_is_printed_on_cards_in_a_row_is_seen() {
    let outcome = rota_with("play say/prices --players ann=human,ben=human --seed 3", "quit\n");
    assert!(outcome.out.contains("    market is "), "{}", outcome.out);
    assert!(outcome.out.contains("lantern (cost 3)") && !outcome.out.contains("wagon ("), "{}", outcome.out);
    let outcome = rota("play say/prices --auto --seed 3 --format json");
    let told: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert!(told["rows"]["market"].as_array().is_some_and(|row| !row.is_empty()), "{}", told["rows"]);
}

#[test]
fn whatever_is_typed_harms_nothing() {
    const WORDS: [&str; 24] = [
        "1",
        "2",
        "0",
        "99",
        "pass",
        "a",
        "b 1",
        "turned",
        "field",
        "0,1",
        "undo",
        "redo",
        "undo",
        "list",
        "table",
        "score",
        "why",
        "help",
        "?",
        "-1",
        "",
        "c turned 2",
        "18446744073709551616",
        "…\u{1b}[2J\u{0}",
    ];
    let folder = Folder::new("typed");
    let mut random = Random::new(4);
    for number in 0..40 {
        let file = folder.file(&format!("game-{number}"));
        let mut answers = String::new();
        for _ in 0..random.below(200) {
            let words = [WORDS[random.below(4)], WORDS[random.below(WORDS.len())]];
            answers.push_str(words[usize::from(random.below(2) == 0)]);
            answers.push_str([" ", "\n", "\n", "\n\r\n"][random.below(4)]);
        }
        let packs = ["session/hamlet", "base", "probes/levy"][number % 3];
        let line = format!("play {packs} --seed {number} --players ann=human,ben=uniform --save {file}");
        let outcome = rota_with(&line, &answers);
        assert_eq!(outcome.exit, Exit::Fine, "{answers}\n{}", outcome.err);
        // What was typed leads to the same game again, and that game goes on.
        let saved = read(&file);
        assert_eq!(
            rota_with(&line.replace("game-", "again-"), &answers).out.replace("again-", "game-"),
            outcome.out
        );
        assert_eq!(saved, read(folder.file(&format!("again-{number}"))));
        assert_eq!(rota(&format!("play --resume {file} --save {file}")).exit, Exit::Fine);
        assert_eq!(read(&file), saved);
    }
}

#[test]
fn a_game_that_a_rule_stopped_is_told_again() {
    let folder = Folder::new("stopped");
    let pack = folder.path().join("broken");
    fs::create_dir_all(&pack).unwrap();
    let rules = "pack broken 1.0.0\nrequires base ^1.0\nreason fall\n\nrule fall at draw when turn = 3 {\n  \
        score (6 / (turn - 3) rounded down) pts to active as fall\n}\n";
    fs::write(pack.join("pack.rota"), rules).unwrap();
    let file = folder.file("game");
    let played = rota_with(
        &format!("play {} --players ann=human,ben=human --save {file}", pack.display()),
        &"1\n".repeat(9),
    );
    let again = rota(&format!("play --resume {file}"));
    for outcome in [played, again, rota(&format!("why {file}"))] {
        assert_eq!(outcome.exit, Exit::Findings, "{}", outcome.out);
        assert!(outcome.err.contains("a division by zero"), "{}", outcome.err);
    }
    let gone = folder.file("gone");
    fs::rename(&pack, gone).unwrap();
    let lost = rota(&format!("play --resume {file}"));
    assert_eq!(lost.exit, Exit::CouldNot);
    // Where the line is broken depends on the length of the path.
    assert!(lost.err.replace("\n  │ ", " ").contains("which is not here"), "{}", lost.err);
}

const CHILD: &str = "ROTA_TEST_CHILD";

/// Starts this test alone in a process of its own, which then plays.
fn child(arguments: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "whoever_is_killed_loses_nothing", "--nocapture"]).env(CHILD, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[test]
fn whoever_is_killed_loses_nothing() {
    if let Some(arguments) = std::env::var_os(CHILD) {
        let line = arguments.into_string().unwrap();
        let arguments = std::iter::once("rota").chain(line.split_whitespace()).map(std::ffi::OsString::from);
        rota_cli::run(arguments, std::io::stdout().lock(), std::io::stderr());
        return;
    }
    let folder = Folder::new("killed");
    let mut random = Random::new(9);
    let (mut kills, mut midway) = (0, 0);
    for seed in 0..2 {
        let (whole, file) = (folder.file(&format!("whole-{seed}")), folder.file(&format!("game-{seed}")));
        let line = format!("play base --seed {seed} --players ann=uniform,ben=uniform --auto --quiet");
        assert_eq!(rota(&format!("{line} --save {whole}")).exit, Exit::Fine);
        let whole = read(&whole);
        let moves = parse(&whole).moves();
        let begin = format!("{line} --save {file}");
        let goes_on = format!("play --resume {file} --save {file} --auto --quiet");
        let mut before = 0;
        while before < moves {
            let mut player = child(if before == 0 { &begin } else { &goes_on });
            let begun = fs::metadata(&file).and_then(|about| about.modified()).ok();
            // LoadedPacks the packs takes its time; from the first file on a decision takes less than a millisecond.
            while fs::metadata(&file).and_then(|about| about.modified()).ok() == begun
                && player.try_wait().unwrap().is_none()
            {
                std::thread::sleep(Duration::from_micros(200));
            }
            std::thread::sleep(Duration::from_micros(random.below(25_000) as u64));
            player.kill().unwrap();
            player.wait().unwrap();
            let text = read(&file);
            let save = parse(&text);
            assert!(save.moves() >= before, "moves were lost");
            assert!(whole.starts_with(text.rsplit_once("{\"sha256\"").unwrap().0), "another game");
            kills += 1;
            midway += usize::from(before < save.moves() && save.moves() < moves);
            before = save.moves();
        }
        assert_eq!(rota(&goes_on).exit, Exit::Fine);
        assert_eq!(read(&file), whole);
    }
    println!("killed {kills} times, {midway} times amid the moves");
    assert!(midway > 5);
}

#[test]
fn whoever_is_killed_while_being_asked_loses_nothing() {
    let folder = Folder::new("asked");
    let file = folder.file("game");
    let mut player = child(&format!("{HAMLET} --players ann=human,ben=human --save {file}"));
    {
        use std::io::Write;
        let mut input = player.stdin.take().unwrap();
        input.write_all(b"1\n0\n1\n").unwrap();
        input.flush().unwrap();
        // The question after these answers is written before it waits for the next one.
        let mut out = player.stdout.take().unwrap();
        let (mut seen, mut part) = (String::new(), [0; 4096]);
        while seen.matches("> ").count() < 4 {
            let length = out.read(&mut part).unwrap();
            assert!(length > 0, "{seen}");
            seen.push_str(&String::from_utf8_lossy(&part[..length]));
        }
        player.kill().unwrap();
        player.wait().unwrap();
    }
    assert_eq!(parse(&read(&file)).moves(), 3);
    assert_eq!(rota_with(&format!("play --resume {file}"), "quit\n").exit, Exit::Fine);
}
