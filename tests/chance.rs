//! What tests take at random: the same in every run.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rota::Session;
use rota_game::{Choice, Player, Uniform};

/// A small generator, so that every run tries the same texts.
#[derive(Debug)]
pub struct Chance(pub u64);

impl Chance {
    /// A number from 0 up to a bound, which is never reached; 0 where the bound is 0.
    ///
    /// # Panics
    /// Never: what is left over fits.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }
}

/// What is chosen follows from the place in the game alone, so that games can be played on from anywhere.
pub fn pick(session: &Session) -> Option<Choice> {
    session.game().decision()?;
    Some(Uniform::new(session.head().seed ^ session.moves() as u64).decide(session.game()))
}

/// Plays on to the end.
///
/// # Panics
/// When what was offered is refused.
pub fn play_on(session: &mut Session) {
    while let Some(choice) = pick(session) {
        session.choose(choice).unwrap();
    }
}
