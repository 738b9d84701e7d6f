//! What players at a table have to know is shown to them: variables have titles, and options that are not the same
//! do not read alike.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use std::collections::{BTreeMap, BTreeSet};

use rota::{Choice, CompiledGame};
use rota_game::{Decision, Game, Reply, Setup, Uniform};
use rota_tests::playing;
use rota_tests::shelf::{SHIPPED, compile, compositions, load, names_in, settings, shelf};

/// How many games are played of each pack and each composition.
const GAMES: u64 = 3;

/// Variables that nobody at the table has to see, each with why.
const UNSEEN: [(&str, &str); 43] = [
    ("dragon_mover", "holds for a walk: who is asked is who moves it"),
    ("laying_is_over", "says that the game ends behind this turn"),
    ("kept", "the tile in hand, which is drawn"),
    ("has_built", "holds for a turn: what happened in it was told"),
    ("has_consulted", "holds for a turn: what happened in it was told"),
    ("dragon_trail", "holds for a walk: each step of it was told"),
    ("ransom_paid", "holds for a turn: what happened in it was told"),
    ("rang", "holds for a turn: what happened in it was told"),
    ("new_barn", "holds for a turn: what happened in it was told"),
    ("scored_wagons", "holds while features are scored: who is asked where a wagon goes sees it"),
    ("stood_on", "holds while features are scored: who is asked where a wagon goes sees it"),
    ("has_just_come", "holds for a part of a turn: what happened in it was told"),
    ("performing", "holds while a pyramid is scored, which was chosen"),
    ("has_passed", "holds for a part of a turn: what was done in the menu was told"),
    ("wheel_turned", "holds until the next tile"),
    ("bidders", "holds while tiles are sold: who bids and who passes is told"),
    ("buyer", "holds while tiles are sold: who bids and who passes is told"),
    ("has_bridged", "holds for a part of a turn: that a bridge was built is told"),
    ("lacks_bridge", "holds while a tile is laid: the bridge that it needs is told"),
    ("has_declined", "holds for a part of a turn: what was done in the menu was told"),
    ("lays_owed", "holds for a part of a turn: where the tile came from was told"),
    ("bazaars_due", "holds until the turn ends or the round is over: that a bazaar was laid is seen"),
    ("new_castles", "holds for a turn: that a castle was built is told"),
    ("scored_for", "holds while castles score: what each scores for is told"),
    ("earners", "holds until the next scoring: who gave others points was told"),
    ("raised", "holds for a part of a turn: that the tower grew is told"),
    ("mines", "holds while gold is shared out: whose features lie on them was told"),
    ("has_flown", "holds until the next tile: the flight was told"),
    ("victim", "holds while points are given: who robs whom is told"),
    ("lain_in", "holds until the next tile: that somebody lay down was told"),
    ("lakes_here", "holds until the next tile: where a ferry may be moved is asked"),
    ("has_shifted", "holds for a turn: that a ferry was moved is told"),
    ("mover", "holds for a turn: the marker that moves is told"),
    ("has_chosen", "holds for a turn: the marker that moves is told"),
    ("moved", "holds for a turn: the marker that moves is told"),
    ("is_over", "whether the last scoring has begun, which is told"),
    ("has_dug", "holds for a turn: that a token was laid is told"),
    ("joins_prey", "holds while it is looked who is caught"),
    ("has_come", "whether the figure is on the table, where it stands"),
    ("has_protected", "holds until the next tile: who paid is told"),
    ("deployed", "holds until the next tile: who was put where is told"),
    ("building_is_over", "whether the pile has run dry, which is seen"),
    ("latest", "which arm of each tile comes next; which arms are one road is shown"),
];

#[test]
fn every_variable_that_players_need_has_a_title() {
    let mut unseen = BTreeSet::new();
    for pack in SHIPPED.into_iter().flat_map(names_in) {
        let compiled = compile(&load(&shelf(), &[&pack]), &settings(&[], &[]));
        let vars = &compiled.rules.program().declared.vars;
        unseen.extend(vars.iter().filter(|var| var.title.is_empty()).map(|var| var.name.clone()));
    }
    assert_eq!(unseen, UNSEEN.iter().map(|(name, _)| (*name).to_owned()).collect());
}

/// What a player sees of a game whose choice was made, in no order: things that are the same have no numbers there.
fn afterwards(game: &Game, choice: Choice) -> Vec<String> {
    let mut game = game.fork();
    let who = game.decision().and_then(|decision| u8::try_from(decision.who()).ok());
    game.choose(choice).expect("it was offered");
    let mut lines: Vec<String> = game.seen_by(who).text().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// Texts that two options of a decision have although it makes a difference which is chosen.
fn alike(game: &Game, decision: &Decision<'_>) -> Vec<String> {
    let mut texts: BTreeMap<String, Vec<Choice>> = BTreeMap::new();
    for choice in decision.choices() {
        texts.entry(decision.text(choice)).or_default().push(choice);
    }
    texts.retain(|_, choices| {
        let [first, others @ ..] = choices.as_slice() else { return false };
        !others.is_empty() && {
            let first = afterwards(game, *first);
            others.iter().any(|other| afterwards(game, *other) != first)
        }
    });
    texts.into_keys().collect()
}

/// What reads alike in some games by a composition, by what is asked.
fn found(compiled: &CompiledGame) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut game = playing::game(compiled, &Setup::default());
    for seed in 0..GAMES {
        game.restart(seed);
        let mut player = Uniform::new(seed);
        while let Some(decision) = game.decision() {
            let name = &decision.site().name;
            found.extend(alike(&game, &decision).into_iter().map(|text| format!("{name}: {text}")));
            let mut once = true;
            game.play(|pending| if std::mem::take(&mut once) { player.reply(pending) } else { Reply::Later });
        }
    }
    found
}

#[test]
fn options_that_differ_do_not_read_alike() {
    let mut wrong = Vec::new();
    for pack in SHIPPED.into_iter().chain(["tests/probes", "tests/say"]).flat_map(names_in) {
        let compiled = compile(&load(&shelf(), &[&pack]), &settings(&[], &[]));
        wrong.extend(found(&compiled).into_iter().take(4).map(|text| format!("{pack}: {text}")));
    }
    for text in compositions() {
        let name = text.name.clone();
        let (reading, composition) = rota::compose(&shelf(), text);
        let compiled = compile(&reading, &composition.settings());
        wrong.extend(found(&compiled).into_iter().take(4).map(|text| format!("{name}: {text}")));
    }
    assert_eq!(wrong, Vec::<String>::new());
}
