//! Players that think ahead: they know no more than they may, they are strong, and they play whatever there is.

#![expect(clippy::panic, reason = "a test stops where its own preparation fails")]

use std::sync::Arc;

use rota_game::{Choice, Considered, Decision, Game, Greedy, Player, Random, Rules, Setup, Think, Uniform};
use rota_tests::playing::{opened, play_until};
use rota_tests::runs::{each_on_threads, from_environment};
use rota_tests::shelf::{compile, load, settings, shelf};

/// Options as a player writes them.
type Options = &'static [(&'static str, &'static str)];

/// Packs in which something is chosen that others do not see: cards, written wishes, ballots, letters, aims.
const SECRETS: [(&[&str], Options); 5] = [
    (&["round1_secrets"], &[]),
    (&["round2_secrets"], &[]),
    (&["round3_smugglers"], &[]),
    (&["casket"], &[("play", "aims")]),
    (&["council"], &[("counsel", "secret")]),
];

/// Packs with tiles and cards that not everybody sees, and in which nothing is chosen in secret.
const UNSEEN: [&[&str]; 2] = [&["round3_bells"], &["masks"]];

/// How many players sit at these tables.
const SEATS: u8 = 3;

fn rules(packs: &[&str], options: &[(&str, &str)]) -> Arc<Rules> {
    compile(&load(&shelf(), packs), &settings(&[], options)).rules
}

fn begun(rules: &Arc<Rules>, setup: &Setup) -> Game {
    Game::new(Arc::clone(rules), setup).unwrap_or_else(|error| panic!("{error}"))
}

/// How many decisions are compared with each of them, unless `ROTA_DECISIONS` says otherwise.
const DECISIONS: u64 = 100;

/// How many games may be played for that.
const GAMES: u64 = 2_000;

/// How much was compared.
#[derive(Debug, Default)]
struct Compared {
    decisions: usize,
    /// How many copies were dealt again, and for how many nothing was found that looks the same.
    copies: usize,
    not_dealt: usize,
}

/// Two games that differ in what somebody does not know.
struct Worlds {
    games: [Game; 2],
    /// Who knows in which of them it is, where that is one.
    owner: Option<u8>,
    /// Where they part, in words.
    parting: String,
}

impl Worlds {
    /// Makes two worlds of one, where the one who decides may choose what the others do not see.
    fn split(game: &Game, uniform: &mut Uniform) -> Option<(Worlds, Choice)> {
        let owner = game.decision()?.who() as u8;
        let (one, other) = (uniform.decide(game), uniform.decide(game));
        let words = |choice| game.decision().map_or_else(String::new, |decision| decision.text(choice));
        // Two cards of one name are not two worlds.
        if words(one) == words(other) {
            return None;
        }
        let mut games = [game.fork(), game.fork()];
        games[0].choose(one).ok()?;
        games[1].choose(other).ok()?;
        let parting =
            format!("turn {}, seat {owner}, {} or {}", game.position().turn(), words(one), words(other));
        let worlds = Worlds { games, owner: Some(owner), parting };
        worlds.look_alike().then_some((worlds, one))
    }

    fn look_alike(&self) -> bool {
        let others = (0..SEATS).map(Some).filter(|seat| *seat != self.owner);
        others.chain([None]).all(|seat| self.looks_alike(seat))
    }

    fn looks_alike(&self, seat: Option<u8>) -> bool {
        let [one, other] = &self.games;
        one.seen_by(seat).text() == other.seen_by(seat).text()
    }

    /// Makes in both what one of them offers in these words; returns whether the other offers it, too.
    fn choose(&mut self, words: &str) -> bool {
        self.games.iter_mut().all(|game| {
            let found = game
                .decision()
                .and_then(|decision| decision.choices().find(|choice| decision.text(*choice) == words));
            found.is_some_and(|choice| game.choose(choice).is_ok())
        })
    }

    /// Compares what a player chooses in both.
    fn compare_choices(&self, player: impl Fn() -> Box<dyn Player>, who: u8) {
        let Worlds { games, parting, .. } = self;
        let [one, other] = games.each_ref().map(|game| {
            let choice = player().decide(game);
            game.decision().map(|decision| decision.text(choice))
        });
        assert_eq!(one, other, "seat {who} knows what it must not know: {parting}");
    }

    /// Compares what the one who decides thinks in both, where that is somebody who must not tell them apart.
    fn compare(&self, seed: u64, compared: &mut Compared) {
        let Worlds { games: [one, other], parting, .. } = self;
        let Some(who) = one.decision().map(|decision| decision.who() as u8) else { return };
        if Some(who) == self.owner || !self.looks_alike(Some(who)) {
            return;
        }
        for seed in seed..seed + 4 {
            let dealt = |game: &Game| {
                let mut copy = game.fork();
                let all = [None, Some(0), Some(1), Some(2)];
                copy.determinize(Some(who), seed).then(|| {
                    offers_the_same(game, &copy);
                    all.map(|seat| copy.seen_by(seat).text()).concat()
                })
            };
            let (here, there) = (dealt(one), dealt(other));
            assert_eq!(here.is_some(), there.is_some(), "seat {who} is dealt something in one of them alone");
            compared.copies += 1;
            compared.not_dealt += usize::from(here.is_none());
            let (here, there) = (here.unwrap_or_default(), there.unwrap_or_default());
            let differ = here.lines().zip(there.lines()).find(|(here, there)| here != there);
            assert_eq!(differ, None, "seat {who} is dealt what it must not know: {parting}");
        }
        self.compare_choices(|| Box::new(Think::new(24, seed)), who);
        self.compare_choices(|| Box::new(Greedy::new(seed)), who);
        compared.decisions += 1;
    }
}

/// Each option of a game is one of a copy that was dealt again, and may be taken there.
fn offers_the_same(game: &Game, copy: &Game) {
    let (Some(here), Some(there)) = (game.decision(), copy.decision()) else { return };
    let options = here.options_in(&there).unwrap_or_default();
    assert_eq!((options.len(), there.option_count()), (here.option_count(), here.option_count()));
    for (own, other) in here.choices().zip(options) {
        assert_eq!(here.text(own), there.text(other));
        assert!(copy.fork().choose(other).is_ok(), "what was offered is taken");
    }
}

/// Plays a game of random choices, and beside it the worlds that part from it, until so many decisions are compared.
fn play(rules: &Arc<Rules>, seed: u64, wanted: usize, compared: &mut Compared) {
    let mut game = begun(rules, &Setup { players: SEATS, seed, ..Setup::default() });
    let (mut random, mut uniform) = (Random::new(seed), Uniform::new(seed));
    let mut worlds: Option<Worlds> = None;
    for number in 0.. {
        if worlds.is_none()
            && random.below(2) == 0
            && let Some((split, choice)) = Worlds::split(&game, &mut uniform)
        {
            if game.choose(choice).is_err() {
                return;
            }
            worlds = Some(split);
        }
        if let Some(both) = worlds.as_ref().filter(|_| compared.decisions < wanted) {
            both.compare(seed << 16 | number, compared);
        }
        if game.is_over() {
            break;
        }
        let choice = uniform.decide(&game);
        let words = game.decision().map_or_else(String::new, |decision| decision.text(choice));
        let goes_on = worlds.as_mut().is_some_and(|both| both.choose(&words) && both.look_alike());
        if !goes_on {
            worlds = None;
        }
        assert!(game.choose(choice).is_ok(), "what was offered is taken");
    }
    assert_eq!(game.fault(), None);
}

/// Plays a game of random choices, and compares it with games in which other tiles lie unseen.
fn play_dealt(rules: &Arc<Rules>, seed: u64, wanted: usize, compared: &mut Compared) {
    let mut game = begun(rules, &Setup { players: SEATS, seed, ..Setup::default() });
    let mut uniform = Uniform::new(seed);
    for number in 0.. {
        let Some(who) = game.decision().map(|decision| decision.who() as u8) else { break };
        if compared.decisions >= wanted {
            break;
        }
        let mut other = game.fork();
        if other.determinize(Some(who), seed << 16 | number) && !Arc::ptr_eq(other.rules(), game.rules()) {
            let worlds = Worlds { games: [game.fork(), other], owner: None, parting: format!("seed {seed}") };
            worlds.compare_choices(|| Box::new(Think::new(24, number)), who);
            compared.decisions += 1;
        }
        let choice = uniform.decide(&game);
        assert!(game.choose(choice).is_ok(), "what was offered is taken");
    }
    assert_eq!(game.fault(), None);
}

/// Plays games in one of these ways until so many decisions are compared as are wanted.
fn compare_games(
    (packs, options): (&[&str], Options),
    play: fn(&Arc<Rules>, u64, usize, &mut Compared),
) -> Compared {
    let rules = rules(packs, options);
    let wanted = from_environment("ROTA_DECISIONS").unwrap_or(DECISIONS) as usize;
    let mut compared = Compared::default();
    for seed in 0..GAMES {
        if compared.decisions < wanted {
            play(&rules, seed, wanted, &mut compared);
        }
    }
    assert_eq!(compared.decisions, wanted, "{packs:?}");
    compared
}

#[test]
fn what_others_hold_changes_nothing_that_a_player_thinks() {
    each_on_threads(&UNSEEN, |packs| compare_games((packs, &[]), play_dealt));
}

#[test]
fn what_a_player_may_not_know_changes_nothing_that_it_thinks() {
    each_on_threads(&SECRETS, |(packs, options)| {
        let compared = compare_games((packs, options), play);
        assert!(compared.not_dealt * 5 <= compared.copies, "{packs:?}: {compared:?}");
    });
}

#[test]
fn who_thinks_ahead_beats_who_takes_what_pays_at_once() {
    let (won, lead) = against_greedy(&["base"], 400, 6);
    assert!(won >= 9 && lead >= 12 * 5, "{won} of 12 won, {lead} points ahead");
}

#[test]
fn the_same_seed_thinks_the_same_and_what_several_found_is_put_together() {
    let rules = rules(&["base"], &[]);
    let mut game = begun(&rules, &Setup { seed: 5, ..Setup::default() });
    let mut uniform = Uniform::new(1);
    for _ in 0..9 {
        let choice = uniform.decide(&game);
        assert!(game.choose(choice).is_ok());
    }
    let think = |seed: u64, rounds: u32| -> Considered {
        Think::new(rounds, seed).consider(&game, |playouts| playouts < rounds)
    };
    let first = think(1, 300);
    assert_eq!(first, think(1, 300));
    assert_ne!(first, think(2, 300));
    assert_eq!(first.playouts, 300);
    assert_eq!(first.choices.iter().map(|choice| choice.visits).sum::<u32>(), 300);
    let decision = game.decision().unwrap_or_else(|| panic!("somebody is asked"));
    assert!(first.choices.iter().all(|one| decision.choices().any(|choice| choice == one.choice)));
    let mut both = first.clone();
    both.merge(&think(2, 100));
    assert_eq!(both.playouts, 400);
    assert_eq!(both.choices.iter().map(|choice| choice.visits).sum::<u32>(), 400);
    assert!(both.choices.is_sorted_by(|one, next| one.visits >= next.visits));
    assert_eq!(think(1, 0), Considered::default());
}

#[test]
fn whatever_is_published_can_be_thought_about() {
    // Together they hold every pack.
    let compositions = [
        "whole_shelf",
        "everything",
        "all_three",
        "six_large",
        "small_shelf",
        "inns_and_traders",
        "princess_and_tower",
        "bridges",
        "count",
        "german_castles",
        "halflings",
        "peasant_revolts",
    ];
    each_on_threads(&compositions, |name| {
        let rules = opened(name, 1).rules;
        let mut game = begun(&rules, &Setup { players: 2, seed: 3, ..Setup::default() });
        let (mut think, mut uniform) = (Think::new(8, 1), Uniform::new(1));
        for number in 0.. {
            if game.decision().is_none() {
                break;
            }
            let choice = if number % 16 == 0 { think.decide(&game) } else { uniform.decide(&game) };
            assert!(game.choose(choice).is_ok(), "{name}");
        }
        assert_eq!(game.fault(), None, "{name}");
    });
}

/// Plays a game of two to its end and returns the points.
fn played(rules: &Arc<Rules>, deal: u64, mut decide: impl FnMut(&Game, usize) -> Choice) -> Vec<i64> {
    let mut game = begun(rules, &Setup { players: 2, seed: deal, ..Setup::default() });
    while let Some(who) = game.decision().map(|decision| decision.who()) {
        let choice = decide(&game, who);
        assert!(game.choose(choice).is_ok(), "what is chosen was offered");
    }
    assert_eq!(game.fault(), None);
    game.points().to_vec()
}

/// How many points one seat has after six games, all of them together, where one player has every seat.
fn points_together(rules: &Arc<Rules>, player: impl Fn(u64) -> Box<dyn Player> + Sync) -> i64 {
    let points = each_on_threads(&[0, 1, 2, 3, 4, 5], |deal: &u64| {
        let mut player = player(*deal);
        played(rules, *deal, |game, _| player.decide(game))[0]
    });
    points.iter().sum()
}

#[test]
fn who_wins_together_plays_together() {
    let rules = rules(&["heathfire"], &[]);
    let thought = points_together(&rules, |deal| Box::new(Think::new(100, deal)));
    let greedy = points_together(&rules, |deal| Box::new(Greedy::new(deal)));
    // Of seven households that have to come home in each of six games.
    assert!(thought >= 24 && greedy * 2 <= thought, "{thought} come home, and {greedy}");
}

#[test]
fn what_others_are_given_is_worth_something_to_those_who_win_with_them() {
    // Whom the player at a seat gives six points; who passes has two points of its own.
    let gift = |sides: &str, players: u8, seat: usize| {
        let rules = rules(&["partners"], &[("sides", sides)]);
        let mut game = begun(&rules, &Setup { players, seed: 4, ..Setup::default() });
        let gives = |decision: Decision<'_>| {
            decision.who() == seat && decision.site().prompt.starts_with("who gets six")
        };
        play_until(&mut game, &mut Uniform::new(1), |game| game.decision().is_some_and(gives));
        let choice = Think::new(400, 1).decide(&game);
        game.decision().map(|decision| decision.text(choice)).unwrap_or_default()
    };
    assert_eq!(gift("pairs", 4, 0), "3");
    assert_eq!(gift("pairs", 4, 1), "4");
    // The others lose all games, and not together.
    assert_eq!(gift("alone", 3, 1), "pass");
    assert_eq!(gift("alone", 3, 2), "pass");
}

/// Plays each deal from both seats. Returns how many games the thinking player has won, and by how many points it leads
/// in all of them.
fn against_greedy(packs: &[&str], playouts: u32, deals: u64) -> (usize, i64) {
    let rules = rules(packs, &[]);
    let games: Vec<(u64, usize)> = (0..deals).flat_map(|deal| [(deal, 0), (deal, 1)]).collect();
    let leads = each_on_threads(&games, |(deal, seat)| {
        let (mut think, mut greedy) = (Think::new(playouts, *deal), Greedy::new(*deal));
        let decide = |game: &Game, who| if who == *seat { think.decide(game) } else { greedy.decide(game) };
        let points = played(&rules, *deal, decide);
        points[*seat] - points[1 - seat]
    });
    (leads.iter().filter(|lead| **lead > 0).count(), leads.iter().sum())
}

#[test]
fn who_thinks_ahead_bids_in_the_open_and_in_secret() {
    for (packs, playouts) in [(&["base", "auctions"][..], Think::PLAYOUTS), (&["round1_secrets"], 500)] {
        let (won, lead) = against_greedy(packs, playouts, 4);
        assert!(won >= 5 && lead >= 8 * 4, "{packs:?}: {won} of 8 won, {lead} points ahead");
    }
}
