//! Two worlds over the wire: what is answered to a seat is the same, to the byte, in two games that differ only in what
//! the seat may not know.

use std::sync::Arc;

use rota::{Chance, Entry, Head, Save, Uniform};
use rota_protocol::{Answer, Answered, Place, PlayedPacks, Table, Wish};
use rota_tests::secrets::{PACKS, drawn, pick};
use rota_tests::shelf::{compile, load, settings, shelf};

const SEATS: [&str; 3] = ["ann", "ben", "cay"];

const GAMES: u64 = 4;

fn composed() -> Arc<PlayedPacks> {
    let packs = load(&shelf(), &PACKS);
    let settings = settings(&[], &[("secret_draws", "true")]).start("wheel_of_fortune").seats(SEATS);
    let compiled = compile(&packs, &settings);
    Arc::new(PlayedPacks::new(packs, settings, compiled))
}

/// The save of the same game with other tiles where others do not see them, taken from those left in the pile.
fn other_world(table: &Table) -> Option<Save> {
    let game = table.session().game();
    let kind = |tile: u16| game.rules().kind_of(usize::from(tile)).name.clone();
    let mut left: Vec<String> = game.position().bags()[0].iter().map(|tile| kind(*tile)).collect();
    left.sort();
    let mut draws = drawn(game).into_iter().filter(|one| one.by_chance);
    let mut swapped = false;
    let mut entries = table.session().entries().to_vec();
    for entry in &mut entries {
        let Entry::Chance(Chance { source, gave }) = entry else { continue };
        if source != "pile" {
            continue;
        }
        let is_hidden = draws.next()?.is_hidden;
        if is_hidden && let Some(place) = left.iter().rposition(|other| other != gave) {
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
        Wish::Feature { place: Place::Segment { x: 0, y: 0, segment: 0, half: None } },
        Wish::Feature { place: Place::Segment { x: 1, y: 0, segment: 0, half: None } },
        Wish::Drawings {},
        Wish::Read { file: "base/base.rota".to_owned() },
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
fn told(save: &Save, composed: &Arc<PlayedPacks>, who: Option<u8>) -> Option<Vec<String>> {
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
