//! Players that need to know nothing of the game they play.

use rota_vm::{Answer, Pending, Reply};

use crate::chance::{mix, reduce};
use crate::decision::{Choice, Decision};
use crate::game::Game;

/// How far ahead is who has won by a rule, and behind who has not: further than any points.
const WON: i64 = i64::MAX / 2;

/// How many options of one decision a [`Greedy`] player tries.
pub const MAX_TRIED_OPTIONS: usize = 400;

/// One who decides for a player.
pub trait Player {
    /// Picks one of the choices that the waiting decision offers; a pass where nothing waits.
    fn decide(&mut self, game: &Game) -> Choice;
}

/// A small generator of random numbers: the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Begins a sequence.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { state: mix(seed) }
    }

    /// The sequence of a number among those of a seed: for what has to follow from both alone, as a game of many or a move.
    #[must_use]
    pub fn numbered(seed: u64, number: u64) -> Random {
        Random::new(Random::new(seed).bits().wrapping_add(number))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// A random number below `count`; 0 where the count is 0.
    pub fn below(&mut self, count: usize) -> usize {
        reduce(self.bits(), count)
    }

    /// The number of an option, or nothing for the pass where there is one, each equally likely.
    pub(crate) fn option(&mut self, options: usize, pass: bool) -> Option<usize> {
        let number = self.below(options + usize::from(pass));
        (number < options).then_some(number)
    }

    /// The same as an answer, for [`Game::play`].
    pub(crate) fn reply(&mut self, pending: &Pending) -> Reply {
        self.option(pending.total, pending.pass).map_or(Reply::Pass, Reply::Number)
    }

    /// One of the choices of a decision, each equally likely.
    pub(crate) fn choice(&mut self, decision: &Decision<'_>) -> Choice {
        let number = self.option(decision.option_count(), decision.may_pass());
        number.and_then(|number| decision.option(number)).unwrap_or(Answer::Pass)
    }
}

/// How far a seat is ahead of the best of the others, in points.
pub(crate) fn lead(game: &Game, seat: usize) -> i64 {
    let points = game.points();
    let others = points.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, points)| *points);
    let own = points.get(seat).copied().unwrap_or(0);
    own.saturating_sub(others.max().unwrap_or(0))
}

/// A player for whom every option, and the pass where there is one, is equally likely.
#[derive(Clone, Debug)]
pub struct Uniform {
    random: Random,
}

impl Uniform {
    /// A player with a sequence of random numbers of its own.
    #[must_use]
    pub fn new(seed: u64) -> Uniform {
        Uniform { random: Random::new(seed) }
    }

    /// The number of the option it picks; nothing for a pass. For callers who go on with [`Game::pick`].
    pub fn pick(&mut self, decision: &Decision<'_>) -> Option<usize> {
        self.random.option(decision.option_count(), decision.may_pass())
    }

    /// What it picks, for [`Game::play`].
    pub fn reply(&mut self, pending: &Pending) -> Reply {
        self.random.reply(pending)
    }
}

impl Player for Uniform {
    fn decide(&mut self, game: &Game) -> Choice {
        game.decision().map_or(Answer::Pass, |decision| self.random.choice(&decision))
    }
}

/// A player that tries every option on a copy of the game, concludes the copy at once and takes the option
/// that leaves it furthest ahead of the best of the others; to win by a rule comes before all points. It knows
/// neither what will be drawn nor what is not shown to it; where it finds nothing that it may believe, it takes any option.
#[derive(Debug)]
pub struct Greedy {
    random: Random,
    /// The game with everything dealt again that the player does not know.
    dealt: Option<Game>,
    copy: Option<Game>,
}

impl Greedy {
    /// A player with a sequence of random numbers of its own.
    #[must_use]
    pub fn new(seed: u64) -> Greedy {
        Greedy { random: Random::new(seed), dealt: None, copy: None }
    }

    /// How far ahead the player is when the game is concluded after the choice.
    fn lead(copy: &mut Game, game: &Game, who: usize, choice: Choice) -> i64 {
        copy.copy_from(game);
        if copy.choose(choice).is_err() {
            return i64::MIN;
        }
        copy.conclude();
        // A choice that leads into a fault is worse than any other.
        if copy.fault().is_some() {
            return i64::MIN;
        }
        if copy.is_won_by_rule() {
            let has_won = copy.winners().is_some_and(|winners| winners.contains(&who));
            return if has_won { WON } else { -WON };
        }
        lead(copy, who)
    }
}

impl Player for Greedy {
    fn decide(&mut self, game: &Game) -> Choice {
        let Some(decision) = game.decision() else { return Answer::Pass };
        // All options are tried with the same future, so that luck does not tell them apart.
        let seed = self.random.bits();
        let dealt = self.dealt.get_or_insert_with(|| game.fork());
        dealt.copy_from(game);
        if !dealt.determinize(u8::try_from(decision.who()).ok(), seed) {
            return self.random.choice(&decision);
        }
        // Only then may they be others: there are many of some decisions.
        let in_dealt = match (&game.concealed, dealt.decision()) {
            (None, _) => Vec::new(),
            (Some(_), there) => match there.and_then(|there| decision.options_in(&there)) {
                Some(options) => options,
                None => return self.random.choice(&decision),
            },
        };
        let copy = self.copy.get_or_insert_with(|| game.fork());
        let mut best: Option<(i64, Choice)> = None;
        let mut ties = 0;
        // Among too many options the ones to be tried start at a random place.
        let count = decision.option_count();
        let first = if count > MAX_TRIED_OPTIONS { self.random.below(count) } else { 0 };
        let numbers = (0..count.min(MAX_TRIED_OPTIONS)).map(|number| (first + number) % count);
        let options = numbers.filter_map(|number| {
            let choice = decision.option(number)?;
            Some((choice, in_dealt.get(number).copied().unwrap_or(choice)))
        });
        for (choice, there) in options.chain(decision.may_pass().then_some((Answer::Pass, Answer::Pass))) {
            let lead = Greedy::lead(copy, dealt, decision.who(), there);
            match best {
                Some((most, _)) if lead < most => continue,
                Some((most, _)) if lead == most => ties += 1,
                _ => ties = 1,
            }
            // The nth of those that tie replaces the one before with a chance of one in n.
            if self.random.below(ties) == 0 {
                best = Some((lead, choice));
            }
        }
        best.map_or(Answer::Pass, |(_, choice)| choice)
    }
}
