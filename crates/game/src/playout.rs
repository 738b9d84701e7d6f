//! How a game is played on in a search: at random, but for what passing has been worth so far.

use rota_vm::{Pending, Reply};

use crate::game::Game;
use crate::players::Random;
use crate::search_tree::ONE;

/// How many decisions are played before the game is concluded: fewer tell less of what a choice leads to, and more tell
/// more of luck.
const CUT: u32 = 36;

/// Of so many decisions that may be passed one is made at random, and the others by what passing has been worth.
const UNIFORM: usize = 4;

/// By how much passing has to be worth more or less before that counts: less than it is mostly by chance.
const LEAST_DIFFERENCE: i64 = ONE / 25;

/// Chooses while a game is played on, and learns whether it is worth while to pass at each of the program's decisions:
/// the move-average sampling technique (MAST), for the two answers that mean the same wherever one is asked.
///
/// Who bids in an auction or pays for something at random mostly harms itself, so that games at random say little.
#[derive(Debug, Default)]
pub(crate) struct PlayoutPolicy {
    /// For each decision of the program what came of taking an option, and what of passing.
    tried: Vec<[Tried; 2]>,
    /// The decisions of the game that is played on now that could be passed: which, by whom, and whether they were.
    made: Vec<(u32, u8, bool)>,
}

/// How often something was done, and what it was worth altogether.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    times: i64,
    worth: i64,
}

impl Tried {
    /// The mean, and the best there is where it was never done.
    fn mean(self) -> i64 {
        self.worth.checked_div(self.times).unwrap_or(ONE)
    }
}

impl PlayoutPolicy {
    /// Forgets everything.
    pub fn clear(&mut self, decisions: usize) {
        self.tried.clear();
        self.tried.resize(decisions, [Tried::default(); 2]);
    }

    /// Plays on for a while, and then as if the turn were the last.
    pub fn play(&mut self, copy: &mut Game, random: &mut Random) {
        self.made.clear();
        let mut left = CUT;
        copy.play(|pending| {
            if left == 0 {
                return Reply::Later;
            }
            left -= 1;
            self.reply(pending, random)
        });
        if !copy.is_over() {
            copy.conclude();
        }
    }

    /// Counts what came of the game that was played last, by what it is worth to each seat.
    pub fn learn(&mut self, worth: impl Fn(usize) -> i64) {
        for (choice, who, is_passed) in &self.made {
            if let Some(tried) = self.tried.get_mut(*choice as usize) {
                let tried = &mut tried[usize::from(*is_passed)];
                tried.times += 1;
                tried.worth += worth(usize::from(*who));
            }
        }
    }

    fn reply(&mut self, pending: &Pending, random: &mut Random) -> Reply {
        if !pending.pass || pending.total == 0 {
            return random.reply(pending);
        }
        let reply = match self.passes(pending.choice).filter(|_| random.below(UNIFORM) > 0) {
            Some(true) => Reply::Pass,
            Some(false) => Reply::Number(random.below(pending.total)),
            None => random.reply(pending),
        };
        self.made.push((pending.choice, pending.who, reply == Reply::Pass));
        reply
    }

    /// Whether it is worth while to pass; nothing where that is about the same.
    fn passes(&self, choice: u32) -> Option<bool> {
        let [taken, passed] = self.tried.get(choice as usize).copied().unwrap_or_default();
        let more = passed.mean() - taken.mean();
        (more.abs() >= LEAST_DIFFERENCE).then_some(more > 0)
    }
}
