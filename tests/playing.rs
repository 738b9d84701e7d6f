//! Compositions of the house, opened and played for measurements.
#![expect(clippy::expect_used, reason = "a measurement that cannot begin has nothing to say")]

use rota::{CompiledGame, Settings};
use rota_game::{Game, Player, Setup, Uniform};

use crate::shelf::{compile, compositions, load, shelf};

/// A pack, or a composition file under `rulesets/compositions`, with so many copies of its tile sets.
///
/// # Panics
/// When it cannot be opened.
#[must_use]
pub fn opened(name: &str, copies: usize) -> CompiledGame {
    let file = format!("/{name}.toml");
    if let Some(text) = compositions().into_iter().find(|text| text.name.ends_with(&file)) {
        let (reading, composition) = rota::compose(&shelf(), text);
        return compile(&reading, &composition.settings().copies(copies));
    }
    compile(&load(&shelf(), &[name]), &Settings::new().copies(copies))
}

/// A game for so few players as can play, with every decision asked, as `rota sim` plays it.
///
/// # Panics
/// When it cannot be set up.
#[must_use]
pub fn game(opened: &CompiledGame, setup: &Setup) -> Game {
    let (players, _) = opened.rules.program().declared.players;
    let setup = Setup { players, ask_forced: true, ..setup.clone() };
    Game::new(opened.rules.clone(), &setup).expect("a game")
}

/// Plays a game anew from this seed to its end.
///
/// # Panics
/// When a rule stops it.
pub fn play(game: &mut Game, seed: u64) {
    game.restart(seed);
    let mut player = Uniform::new(seed);
    game.play(|pending| player.reply(pending));
    assert!(game.fault().is_none(), "{:?}", game.fault());
}

/// Plays on until half of the tiles lie, with this player at every seat.
///
/// # Panics
/// When the game ends before.
pub fn play_half(game: &mut Game, player: &mut impl Player) {
    let half = game.rules().stock().tiles.len() / 2;
    play_until(game, player, |game| game.position().board().tiles().len() >= half);
}

/// Plays on until this holds, with this player at every seat.
///
/// # Panics
/// When the game ends before.
pub fn play_until(game: &mut Game, player: &mut impl Player, holds: impl Fn(&Game) -> bool) {
    while !holds(game) {
        let choice = player.decide(game);
        game.choose(choice).expect("it was offered");
    }
}
