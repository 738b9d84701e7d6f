//! Players that think ahead: they know no more than they may, they are strong, and they play whatever there is.

#![expect(clippy::panic, reason = "a test stops where its own preparation fails")]

use std::sync::Arc;

use rota_game::{Choice, Considered, Game, Greedy, Player, Random, Rules, Setup, Think, Uniform};
use rota_tests::playing::opened;
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

fn rules(packs: &[&str], options: &[(&str, &str)]) -> Arc<Rules> {
    compile(&load(&shelf(), packs), &settings(&[], options)).rules
}

fn begun(rules: &Arc<Rules>, setup: &Setup) -> Game {
    Game::new(Arc::clone(rules), setup).unwrap_or_else(|error| panic!("{error}"))
}

fn pick(game: &Game, random: &mut Random) -> Option<Choice> {
    let decision = game.decision()?;
    let count = decision.option_count() + usize::from(decision.may_pass());
    decision.choices().nth(random.below(count))
}

/// How many decisions are compared with each of them, unless `ROTA_DECISIONS` says otherwise.
const DECISIONS: u64 = 40;

/// How many games may be played for that.
const GAMES: u64 = 400;

/// Two games that differ in what one player has chosen, while nobody else can see it.
struct Worlds {
    games: [Game; 2],
    owner: u8,
}

impl Worlds {
    /// Makes two worlds of one, where the one who decides may choose what the others do not see.
    fn split(game: &Game, seats: u8, random: &mut Random) -> Option<(Worlds, Choice)> {
        let owner = game.decision()?.who() as u8;
        let (one, other) = (pick(game, random)?, pick(game, random)?);
        if one == other {
            return None;
        }
        let mut games = [game.fork(), game.fork()];
        games[0].choose(one).ok()?;
        games[1].choose(other).ok()?;
        let worlds = Worlds { games, owner };
        worlds.look_alike(seats).then_some((worlds, one))
    }

    fn look_alike(&self, seats: u8) -> bool {
        let [one, other] = &self.games;
        let others = (0..seats).filter(|seat| *seat != self.owner).map(Some).chain([None]);
        others.into_iter().all(|seat| one.seen_by(seat).text() == other.seen_by(seat).text())
    }

    /// Compares what the one who decides thinks in both; returns whether that is somebody who must not tell them apart.
    fn compare(&self, seed: u64) -> bool {
        let [one, other] = &self.games;
        let Some(who) = one.decision().map(|decision| decision.who() as u8).filter(|who| *who != self.owner)
        else {
            return false;
        };
        for seed in seed..seed + 4 {
            let dealt = |game: &Game| {
                let mut copy = game.fork();
                copy.determinize(Some(who), seed);
                let all = [None, Some(0), Some(1), Some(2)];
                all.map(|seat| copy.seen_by(seat).text()).concat()
            };
            let (here, there) = (dealt(one), dealt(other));
            let differ = here.lines().zip(there.lines()).find(|(here, there)| here != there);
            assert_eq!(differ, None, "seat {who} is dealt what it must not know");
        }
        let players: [fn(u64) -> Box<dyn Player>; 2] =
            [|seed| Box::new(Think::new(24, seed)), |seed| Box::new(Greedy::new(seed))];
        for player in players {
            let words = |game: &Game| {
                let choice = player(seed).decide(game);
                game.decision().map(|decision| decision.text(choice))
            };
            assert_eq!(words(one), words(other), "seat {who} knows what it must not know");
        }
        true
    }
}

/// Plays a game of random choices, and beside it the worlds that part from it, until so many decisions are compared.
fn play(rules: &Arc<Rules>, seed: u64, wanted: usize, compared: &mut usize) {
    const SEATS: u8 = 3;
    let mut game = begun(rules, &Setup { players: SEATS, seed, ..Setup::default() });
    let mut random = Random::new(seed);
    let mut worlds: Option<Worlds> = None;
    for number in 0.. {
        if worlds.is_none()
            && random.below(2) == 0
            && let Some((split, choice)) = Worlds::split(&game, SEATS, &mut random)
        {
            if game.choose(choice).is_err() {
                return;
            }
            worlds = Some(split);
        }
        if let Some(both) = worlds.as_ref().filter(|_| *compared < wanted) {
            *compared += usize::from(both.compare(seed << 16 | number));
        }
        let Some(choice) = pick(&game, &mut random) else { break };
        let words = game.decision().map(|decision| (decision.who(), decision.text(choice)));
        let goes_on = worlds.as_mut().is_some_and(|both| {
            let found = both.games.iter_mut().all(|game| {
                let found = game.decision().and_then(|decision| {
                    decision.choices().find(|choice| Some((decision.who(), decision.text(*choice))) == words)
                });
                found.is_some_and(|choice| game.choose(choice).is_ok())
            });
            found && both.look_alike(SEATS)
        });
        if !goes_on {
            worlds = None;
        }
        assert!(game.choose(choice).is_ok(), "what was offered is taken");
    }
    assert_eq!(game.fault(), None);
}

#[test]
fn what_a_player_may_not_know_changes_nothing_that_it_thinks() {
    let wanted = from_environment("ROTA_DECISIONS").unwrap_or(DECISIONS) as usize;
    each_on_threads(&SECRETS, |(packs, options)| {
        let rules = rules(packs, options);
        let mut compared = 0;
        for seed in 0..GAMES {
            if compared < wanted {
                play(&rules, seed, wanted, &mut compared);
            }
        }
        assert_eq!(compared, wanted, "{packs:?}");
    });
}

#[test]
fn who_thinks_ahead_beats_who_takes_what_pays_at_once() {
    let rules = rules(&["base"], &[]);
    // Each deal is played from both seats.
    let games: Vec<(u64, usize)> = (0..6).flat_map(|deal| [(deal, 0), (deal, 1)]).collect();
    let leads = each_on_threads(&games, |(deal, seat)| {
        let mut game = begun(&rules, &Setup { players: 2, seed: *deal, ..Setup::default() });
        let (mut think, mut greedy) = (Think::new(400, *deal), Greedy::new(*deal));
        while let Some(who) = game.decision().map(|decision| decision.who()) {
            let choice = if who == *seat { think.decide(&game) } else { greedy.decide(&game) };
            assert!(game.choose(choice).is_ok());
        }
        assert_eq!(game.fault(), None);
        game.points()[*seat] - game.points()[1 - seat]
    });
    let (lead, won) = (leads.iter().sum::<i64>(), leads.iter().filter(|lead| **lead > 0).count());
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
