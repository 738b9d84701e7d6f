//! Two worlds over the wire: what is answered to a seat is the same, to the byte, in two games that differ only in what
//! the seat may not know.

use std::sync::Arc;

use rota::{Chance, Choice, Entry, Event, Game, Head, Player, PlayerSet, Save, TileState, Uniform};
use rota_protocol::{Answer, Answered, Composed, Table, Wish};
use rota_tests::shelf::{compile, load, settings, shelf};

/// What is drawn in secret, and what looks at tiles, hides them or asks more than one player about them.
const PACKS: [&str; 8] = [
    "base",
    "wheel_of_fortune",
    "wind_roses",
    "fortune_teller",
    "traders_and_builders",
    "hills_and_sheep",
    "messages",
    "peasant_revolts",
];

const SEATS: [&str; 3] = ["ann", "ben", "cay"];

const GAMES: u64 = 4;

fn composed() -> Arc<Composed> {
    let packs = load(&shelf(), &PACKS);
    let settings = settings(&[], &[("secret_draws", "true")]).start("wheel_of_fortune").seats(SEATS);
    let compiled = compile(&packs, &settings);
    Arc::new(Composed { packs, settings, compiled })
}

/// Puts followers where they make their owners draw, as soon as it is offered: at random that is rare.
fn pick(game: &Game, uniform: &mut Uniform) -> Option<Choice> {
    let decision = game.decision()?;
    let teller = decision.choices().find(|choice| decision.text(*choice).contains("tent"));
    let draws = decision.site().prompt.starts_with("how many tiles");
    let most = decision.option(decision.option_count().saturating_sub(1)).filter(|_| draws);
    teller.or(most).or_else(|| Some(uniform.decide(game)))
}

/// The draws of the game in order: the tile, and whether it is one that others do not see.
fn draws(game: &Game) -> Vec<(u16, bool)> {
    let kept = game.variable("kept", 0);
    let drawn: Vec<u16> = game
        .history()
        .events()
        .iter()
        .filter_map(|event| {
            let Event::Drawn { bag: 0, tile, number: Some(_), .. } = event else { return None };
            Some(*tile)
        })
        .collect();
    let is_hidden = |place: usize, tile: u16| {
        let state = game.position().tile(usize::from(tile));
        matches!(state, Some(TileState::Hand(seats)) if seats != PlayerSet::ALL)
            && !drawn[place + 1..].contains(&tile)
            && kept != Some(i64::from(tile))
    };
    drawn.iter().enumerate().map(|(place, tile)| (*tile, is_hidden(place, *tile))).collect()
}

/// The save of the same game with other tiles where others do not see them, taken from those left in the pile.
fn other_world(table: &Table) -> Option<Save> {
    let game = table.session().game();
    let kind = |tile: u16| game.rules().kind_of(usize::from(tile)).name.clone();
    let mut left: Vec<String> = game.position().bags()[0].iter().map(|tile| kind(*tile)).collect();
    left.sort();
    let mut draws = draws(game).into_iter();
    let mut swapped = false;
    let mut entries = table.session().entries().to_vec();
    for entry in &mut entries {
        let Entry::Chance(Chance { source, gave }) = entry else { continue };
        if source != "pile" {
            continue;
        }
        let (_, hidden) = draws.next()?;
        if hidden && let Some(place) = left.iter().rposition(|other| other != gave) {
            *gave = left.remove(place);
            swapped = true;
        }
    }
    swapped.then(|| Save::new(table.session().head().clone(), entries))
}

/// All that somebody at the table may ask, sensible or not.
fn wishes() -> Vec<Wish> {
    let choose = |words: &str| Wish::Choose { words: words.to_owned(), at: None };
    let stale = Wish::Choose { words: "pass".to_owned(), at: Some(7) };
    vec![
        Wish::View { since: None },
        Wish::View { since: Some(3) },
        Wish::Why { player: None },
        Wish::Why { player: Some("ben".to_owned()) },
        Wish::Why { player: Some("eve".to_owned()) },
        choose("pass"),
        choose("0"),
        choose("on the moon"),
        stale,
        Wish::Redo { at: None },
        Wish::Undo { at: None },
        Wish::Redo { at: None },
        Wish::View { since: Some(0) },
    ]
}

/// What all wishes of somebody are answered by, line by line.
fn told(save: &Save, composed: &Arc<Composed>, who: Option<u8>) -> Option<Vec<String>> {
    let mut table = Table::resume(save, Arc::clone(composed)).ok()?;
    let lines = wishes().into_iter().map(|wish| {
        let answer = table.answer(who, &wish).unwrap_or_else(Answer::from);
        Answered { id: None, table: Some(1), answer }.line()
    });
    Some(lines.collect())
}

#[test]
fn what_a_seat_may_not_know_changes_no_byte_that_it_is_sent() {
    let composed = composed();
    let (mut compared, mut bytes, mut told_apart) = (0, 0, 0);
    for seed in 0..GAMES {
        let head = Head::new(&PACKS, &composed.packs, &composed.settings, seed);
        let mut table = Table::begin(head, Arc::clone(&composed)).unwrap();
        let mut uniform = Uniform::new(seed);
        while let Some(choice) = pick(table.session().game(), &mut uniform) {
            let owner = Some(table.session().game().position().active());
            let here = table.session().save();
            // Every other move will do: each comparison plays the game again from its beginning.
            let there = table.session().moves().is_multiple_of(2).then(|| other_world(&table)).flatten();
            if let Some(there) = there {
                for who in (0..3).map(Some).chain([None]) {
                    // The tiles of the other world may leave nothing to choose, which everybody sees.
                    let (Some(one), Some(two)) = (told(&here, &composed, who), told(&there, &composed, who))
                    else {
                        break;
                    };
                    if who == owner {
                        told_apart += usize::from(one != two);
                        continue;
                    }
                    let differ = one.iter().zip(&two).find(|(one, two)| one != two);
                    assert!(differ.is_none(), "seed {seed}, seat {who:?}: {differ:#?}");
                    compared += one.len();
                    bytes += one.iter().map(String::len).sum::<usize>();
                }
            }
            let (who, words) = {
                let decision = table.session().game().decision().unwrap();
                (u8::try_from(decision.who()).ok(), decision.text(choice))
            };
            table.answer(who, &Wish::Choose { words, at: None }).unwrap();
        }
    }
    println!("{compared} answers, {bytes} bytes; the one who draws tells {told_apart} worlds apart");
    assert!(compared > 1000 && told_apart > 30, "{compared}, {told_apart}");
}
