//! Games in which tiles are drawn that others do not see, to compare what is told of two that differ only in those.

use rota_game::{Choice, Event, Game, Player, PlayerSet, TileState, Uniform};

/// What is drawn in secret, and what looks at tiles, hides them or asks more than one player about them.
pub const PACKS: [&str; 8] = [
    "base",
    "wheel_of_fortune",
    "wind_roses",
    "fortune_teller",
    "traders_and_builders",
    "hills_and_sheep",
    "messages",
    "peasant_revolts",
];

/// Puts followers where they make their owners draw, as soon as it is offered: at random that is rare. Nothing where
/// nobody is asked.
pub fn pick(game: &Game, uniform: &mut Uniform) -> Option<Choice> {
    let decision = game.decision()?;
    let teller = decision.choices().find(|choice| decision.text(*choice).contains("tent"));
    let draws = decision.site().prompt.starts_with("how many tiles");
    let most = decision.option(decision.option_count().saturating_sub(1)).filter(|_| draws);
    teller.or(most).or_else(|| Some(uniform.decide(game)))
}

/// A tile that the pile gave.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Its number in the stock.
    pub tile: u16,
    /// Whether chance gave it; otherwise it was known to lie there.
    pub by_chance: bool,
    /// Whether it is still in a hand that others do not see.
    pub is_hidden: bool,
}

/// All that the pile gave so far, in order.
#[must_use]
pub fn drawn(game: &Game) -> Vec<Drawn> {
    let kept = game.variable("kept", 0);
    let events = game.history().events().iter();
    let all = events.filter_map(|event| {
        let Event::Drawn { bag: 0, tile, number, .. } = event else { return None };
        Some((*tile, number.is_some()))
    });
    let all: Vec<(u16, bool)> = all.collect();
    let is_hidden = |place: usize, tile: u16| {
        let state = game.position().tile(usize::from(tile));
        matches!(state, Some(TileState::Hand(seats)) if seats != PlayerSet::ALL)
            && all[place + 1..].iter().all(|(later, _)| *later != tile)
            && kept != Some(i64::from(tile))
    };
    let told = all.iter().enumerate().map(|(place, (tile, by_chance))| Drawn {
        tile: *tile,
        by_chance: *by_chance,
        is_hidden: is_hidden(place, *tile),
    });
    told.collect()
}
