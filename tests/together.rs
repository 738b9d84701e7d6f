//! Random games of all published packs together, under all their options: nothing faults, everything adds up,
//! a game that is left and resumed goes on as it would have, and what is taken back comes back.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use rota::{CompiledGame, Head, LoadedPacks, Save, Seat, Session};
use rota_game::Random;
use rota_tests::audit::audit;
use rota_tests::chance::{pick, play_on};
use rota_tests::shelf::{PUBLISHED, compile, load, settings, shelf};

const SEATS: [&str; 5] = ["ann", "bob", "cid", "dora", "emil"];

/// How many compositions, and how many games of each.
const COMPOSITIONS: usize = 100;
const GAMES: u64 = 100;
const THREADS: usize = 2;

/// Options as a player writes them, chosen by a number.
fn options(number: usize) -> Vec<(&'static str, &'static str)> {
    let of = |list: &[&'static str], shift: usize| list[(number / shift) % list.len()];
    let flag = ["false", "true"];
    vec![
        ("tile_box", of(&["box_2009", "icons", "big_box"], 1)),
        ("icon_acts", of(&["when_drawn", "when_laid", "when_deployed"], 3)),
        ("wheel_lies", of(&["in_middle", "in_middle", "beside"], 5)),
        ("famine_pays", of(&["majority", "every_farmer"], 1)),
        ("lost_icon_acts", of(&flag, 2)),
        ("redrawn_acts", of(&flag, 3)),
        ("four_sections", of(&flag, 4)),
        ("orange_with_other_start", of(&["shuffled_in", "laid_beside"], 2)),
        ("tent_design", of(&["first", "second"], 3)),
        ("empty_tent_pays", of(&flag, 5)),
        ("secret_draws", of(&flag, 7)),
        ("inns_artwork", of(&["first", "second"], 5)),
        ("large_followers", of(&["1", "2", "0"], 2)),
        ("unfinished_pay", of(&["no_points", "as_usual"], 3)),
        ("traders_artwork", of(&["second", "first"], 2)),
        ("builders", of(&["1", "1", "2"], 4)),
        ("hogs", of(&["1", "2", "1"], 5)),
        ("generation", of(&["first", "second"], 2)),
        ("abbots", of(&["0", "1"], 4)),
        ("followers", of(&["7", "3", "1", "7", "8"], 1)),
        ("field_rule", of(&["every_field", "once_per_city", "by_city"], 4)),
        ("inns_artwork", of(&["first", "second"], 2)),
        ("traders_artwork", of(&["second", "first"], 3)),
        ("large_followers", of(&["1", "0", "2"], 1)),
        ("unfinished_pay", of(&["no_points", "as_usual"], 5)),
        ("builders", of(&["1", "1", "0"], 2)),
        ("hogs", of(&["1", "0"], 7)),
        ("first_river", of(&["first", "not_played", "garden", "third_river"], 3)),
        ("second_river", of(&["first", "not_played", "garden"], 2)),
        ("bends", of(&["not_twice", "as_it_fits", "roomy"], 1)),
        ("phantoms", of(&["1", "2"], 2)),
        ("rewards", of(&["each_feature", "ten_each", "fifteen_or_forty", "as_they_come"], 3)),
        ("dragon_artwork", of(&["first", "second"], 3)),
        ("dragon_walks", of(&["before_scores", "after_scores"], 2)),
        ("fairy_stands", of(&["beside_follower", "on_one_tile"], 4)),
        ("princess_calls", of(&["may_call", "must_call"], 5)),
        ("tower_artwork", of(&["second", "first"], 4)),
        ("abbey_artwork", of(&["first", "second"], 3)),
        ("wagon_goes", of(&["what_meets", "nearby"], 1)),
        ("barn_joins", of(&["no_barn", "other_barns"], 2)),
        ("wagons", of(&["1", "2"], 4)),
        ("barns", of(&["2", "1"], 5)),
        ("shrine_tiles", of(&["six", "five"], 2)),
        ("challenges", of(&["true", "false"], 3)),
        ("hills_artwork", of(&["first", "second"], 3)),
        ("closed_field", of(&["choice_first", "score_at_once"], 2)),
        ("hill_hides", of(&["when_drawn", "when_placed"], 4)),
        ("hill_tiebreak", of(&["any_follower", "most_followers"], 5)),
        ("vineyards_serve", of(&["monasteries", "gardens_too"], 1)),
        ("top_artwork", of(&["first", "second"], 3)),
        ("big_tops", of(&["true", "false"], 5)),
        ("pyramids", of(&["true", "false"], 7)),
        ("ringmasters", of(&["1", "2", "0"], 2)),
        ("count_goes", of(&["as_player_likes", "next_quarter", "after_follower"], 2)),
        ("last_quarters", of(&["all_quarters", "market_only"], 4)),
        ("last_leaving", of(&["each_in_turn", "all_at_once"], 5)),
        ("abbot_enters", of(&flag, 3)),
        ("city_counts", of(&["true", "false"], 7)),
        ("dragon_outside", of(&["true", "false"], 6)),
        ("bridges_artwork", of(&["first", "second"], 3)),
        ("bridge_time", of(&["any_time", "once_laid", "while_deploying"], 2)),
        ("castle_holder", of(&["most_followers", "only_follower"], 4)),
        ("castle_waits", of(&["turn", "part"], 3)),
        ("castle_pick", of(&["lord_picks", "highest_pays"], 2)),
        ("bazaar_sale", of(&["bids", "no_bids"], 3)),
        ("highest_bid", of(&["30", "3"], 2)),
        ("bids_within", of(&["any_bid", "own_points_only"], 4)),
        ("auction_comes", of(&["after_both_parts", "before_second_part"], 2)),
        ("nested_bazaar", of(&["queued", "never_held"], 3)),
    ]
}

struct Table {
    reading: LoadedPacks,
    opened: CompiledGame,
    head: Head,
}

fn table(number: usize) -> Table {
    let reading = load(&shelf(), &PUBLISHED);
    let options = options(number);
    let has = |option: (&str, &str)| options.contains(&option);
    // The wheel beside the table leaves the start to one of the others that name one.
    let wheel_starts = has(("wheel_lies", "in_middle")) || !has(("tile_box", "icons"));
    let seats = 2 + number % 5;
    let names: Vec<String> = SEATS.iter().take(seats).map(|name| (*name).to_owned()).collect();
    let start = match (wheel_starts, number / 3 % 3) {
        (true, _) => "wheel_of_fortune",
        (false, 0) => "river",
        (false, 1) => "wind_roses",
        (false, _) => "count_of_carcassonne",
    };
    let settings = settings(&[], &options).seats(&names).start(start);
    let opened = compile(&reading, &settings);
    let head = Head {
        packs: PUBLISHED.map(str::to_owned).to_vec(),
        options: options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        start: Some(start.to_owned()),
        copies: 1,
        players: names.into_iter().map(|name| Seat { name, kind: "uniform".to_owned() }).collect(),
        pins: reading.pins(),
        ..Head::default()
    };
    Table { reading, opened, head }
}

fn resumed(table: &Table, text: &str) -> Session {
    let save = Save::parse("game.save", text).expect("a save");
    assert!(save.changes(&table.reading.pins()).is_empty());
    Session::resume(&save, &table.opened).expect("it is the same game")
}

/// Plays a game, leaves it somewhere, takes moves back somewhere. Returns how many moves that were.
fn play(table: &Table, seed: u64) -> usize {
    let mut session =
        Session::begin(Head { seed, ..table.head.clone() }, &table.opened).expect("a table for all");
    let mut random = Random::new(seed);
    let (leave, back) = (random.below(200), random.below(200));
    let (mut left, mut undone) = (None, 0);
    while let Some(choice) = pick(&session) {
        session.choose(choice).expect("it was offered");
        if session.moves() == leave {
            left = Some(session.save().to_text());
        }
        if session.moves() == back {
            let (text, position) = (session.save().to_text(), format!("{:?}", session.game().position()));
            while session.undo().is_ok() {
                undone += 1;
            }
            while session.redo() {}
            assert_eq!(session.save().to_text(), text);
            assert!(format!("{:?}", session.game().position()) == position, "seed {seed}: redo differs");
        }
    }
    assert_eq!(audit(session.game()), Vec::<String>::new(), "seed {seed}");
    if let Some(text) = left {
        let mut again = resumed(table, &text);
        assert_eq!(again.save().to_text(), text);
        play_on(&mut again);
        assert_eq!(again.save().to_text(), session.save().to_text(), "seed {seed}");
        assert_eq!(again.game().history().events(), session.game().history().events(), "seed {seed}");
    }
    undone
}

#[test]
fn ten_thousand_games_of_all_packs_add_up_and_can_be_left_anywhere() {
    let workers = |worker: usize| {
        let numbers = (worker..COMPOSITIONS).step_by(THREADS);
        let games = numbers.map(|number| {
            let table = table(number);
            (0..GAMES).map(|seed| play(&table, seed + GAMES * number as u64)).sum::<usize>()
        });
        games.sum::<usize>()
    };
    let undone: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|worker| scope.spawn(move || workers(worker))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
    });
    println!("{} games, {undone} moves taken back", COMPOSITIONS as u64 * GAMES);
    assert!(undone > 4000, "{undone} are few");
}
