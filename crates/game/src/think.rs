//! A player that thinks ahead: it searches on copies of the game, and knows nothing of the pack.
//!
//! The search is the one known as UCT, on one tree for everything that chance may bring ("open loop"): each round deals
//! again what the player does not know, goes down the tree by the choices that are offered there, tries one that was
//! not tried yet, plays on for a while and concludes. Each seat chooses what is best for itself and those who win with
//! it. All numbers are whole ones, so the same seed makes the same choice on every machine.

use std::collections::BTreeMap;

use rota_vm::Answer;

use crate::allies::{Allies, TOLD_BY};
use crate::decision::{Choice, Decision};
use crate::game::Game;
use crate::players::{Player, Random};
use crate::playout::PlayoutPolicy;
use crate::search_tree::{ONE, Tree};

/// How many rounds at random tell what leads are to be expected.
const CALIBRATION: i64 = 64;

/// How many worlds with other secret choices a player thinks in.
const WORLDS: usize = 32;

/// The smallest span of leads, in points, that is told apart from end to end.
const LEAST_SPAN: i64 = 10;

/// How many rounds are made between two questions whether to go on.
const BETWEEN_QUESTIONS: u32 = 32;

/// A lead of this many points counts no more than any larger one.
const MOST: i64 = 1 << 20;

/// A player that thinks ahead.
///
/// ```
/// # fn play(game: &mut rota_game::Game) -> Result<(), rota_game::Refused> {
/// use rota_game::{Player, Think};
///
/// let mut player = Think::new(2_000, 7);
/// while game.decision().is_some() {
///     let choice = player.decide(game);
///     game.choose(choice)?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Think {
    playouts: u32,
    random: Random,
    copy: Option<Game>,
    /// Games with other secret choices that look the same to the player, where there are secret ones.
    worlds: Vec<World>,
    tree: Tree,
    path: Vec<usize>,
    policy: PlayoutPolicy,
}

/// A game that looks the same to the player.
#[derive(Debug)]
struct World {
    game: Game,
    /// What its options are in the game that is played, by number; nothing where they are the same.
    options: Vec<Choice>,
}

/// What a player has considered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Considered {
    /// How many times the game was played on from here.
    pub playouts: u32,
    /// The choices, the one that was considered most at first.
    pub choices: Vec<ConsideredChoice>,
}

/// A choice that was considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConsideredChoice {
    /// The choice.
    pub choice: Choice,
    /// How many times the game was played on from it.
    pub visits: u32,
    /// The sum of the leads over the best of the others that it came to, in points.
    pub leads: i64,
}

impl ConsideredChoice {
    /// The lead that is expected after it, in hundredths of a point.
    #[must_use]
    pub fn expected_lead(&self) -> i64 {
        (self.leads * 100).checked_div(i64::from(self.visits)).unwrap_or(0)
    }
}

impl Considered {
    /// The choice that was considered most; nothing where none was.
    #[must_use]
    pub fn best(&self) -> Option<Choice> {
        self.choices.first().map(|first| first.choice)
    }

    /// A choice that nothing speaks for or against.
    fn without_playouts(choice: Choice) -> Considered {
        Considered { playouts: 0, choices: vec![ConsideredChoice { choice, visits: 0, leads: 0 }] }
    }

    /// Takes in what another search of the same decision has found, as one on another processor.
    pub fn merge(&mut self, other: &Considered) {
        self.playouts += other.playouts;
        for more in &other.choices {
            match self.choices.iter_mut().find(|own| own.choice == more.choice) {
                Some(own) => {
                    own.visits += more.visits;
                    own.leads += more.leads;
                }
                None => self.choices.push(*more),
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        self.choices.sort_by_key(|choice| std::cmp::Reverse((choice.visits, choice.expected_lead())));
    }
}

impl Think {
    /// How many times one plays on who is told no number.
    pub const PLAYOUTS: u32 = 2_000;

    /// A player that plays on so many times for each decision, at least once, with a sequence of random numbers of its
    /// own.
    #[must_use]
    pub fn new(playouts: u32, seed: u64) -> Think {
        let (worlds, tree, path) = (Vec::new(), Tree::default(), Vec::new());
        let (playouts, random) = (playouts.max(1), Random::new(seed));
        Think { playouts, random, copy: None, worlds, tree, path, policy: PlayoutPolicy::default() }
    }

    /// Considers the decision that waits. `goes_on` is asked now and then, with the number of playouts so far, whether
    /// there is more time; nothing is considered where it says no at once, or nothing waits. A choice that is the only one
    /// is not played on from, and where nothing was found that the player may believe, it is one at random.
    pub fn consider(&mut self, game: &Game, mut goes_on: impl FnMut(u32) -> bool) -> Considered {
        let Some(decision) = game.decision() else { return Considered::default() };
        if let Some(choice) = only_choice(&decision) {
            return Considered::without_playouts(choice);
        }
        let who = decision.who();
        let mut copy = self.copy.take().unwrap_or_else(|| game.fork());
        self.tree.clear();
        self.policy.clear(game.rules().program().choices.len());
        if !self.imagine(game, who) {
            return Considered::without_playouts(self.random.choice(&decision));
        }
        let allies = self.allies(&mut copy, game, who);
        let scale = self.calibrated(&mut copy, &allies, game.points().len(), who);
        let mut playouts = 0;
        while playouts < self.playouts && goes_on(playouts) {
            let more = BETWEEN_QUESTIONS.min(self.playouts - playouts);
            (0..more).for_each(|_| self.round(&mut copy, who, &allies, &scale));
            playouts += more;
        }
        self.copy = Some(copy);
        let choices = self.tree.first().map(|node| ConsideredChoice {
            choice: node.answer,
            visits: node.visits,
            leads: node.leads,
        });
        let mut considered = Considered { playouts, choices: choices.collect() };
        considered.sort();
        considered
    }

    /// Makes the worlds that the player thinks in: to choose again for others takes longer than to play on. Returns
    /// whether there is any.
    fn imagine(&mut self, game: &Game, who: usize) -> bool {
        let mut unknown = game.fork();
        unknown.sort_unknown(u8::try_from(who).ok());
        self.worlds.clear();
        if game.concealed.is_none() {
            self.worlds.push(World { game: unknown, options: Vec::new() });
            return true;
        }
        for _ in 0..WORLDS {
            let mut world = unknown.fork();
            if !world.determinize(u8::try_from(who).ok(), self.random.bits()) {
                continue;
            }
            let both = game.decision().zip(world.decision());
            if let Some(options) = both.and_then(|(here, there)| known_as(&here, &there)) {
                self.worlds.push(World { game: world, options });
            }
        }
        !self.worlds.is_empty()
    }

    /// Becomes one of the worlds, with what is left to chance dealt again. Returns which.
    fn deal(&mut self, copy: &mut Game, who: usize) -> usize {
        let world = self.random.below(self.worlds.len());
        copy.copy_from(&self.worlds[world].game);
        // In a world nothing is noted as chosen in secret, so that this finds what there is.
        _ = copy.determinize(u8::try_from(who).ok(), self.random.bits());
        world
    }

    /// One way down the tree and on to an end.
    fn round(&mut self, copy: &mut Game, who: usize, allies: &Allies, scale: &[Scale]) {
        let world = self.deal(copy, who);
        self.path.clear();
        let mut node = Tree::ROOT;
        while let Some(decision) = copy.decision() {
            let known_as = if node == Tree::ROOT { &self.worlds[world].options[..] } else { &[] };
            let Some(chosen) = self.tree.choose(node, &decision, known_as, &mut self.random) else { break };
            self.path.push(chosen.node);
            if copy.pick(chosen.number).is_err() {
                break;
            }
            node = chosen.node;
            if chosen.is_new {
                break;
            }
        }
        self.policy.play(copy, &mut self.random);
        // For each seat what the end is worth, and its lead: many decisions of one game are counted by them.
        let end = |(seat, scale): (usize, &Scale)| {
            let lead = bounded_lead(copy, allies, seat);
            (scale.value(copy, seat, lead), lead)
        };
        let ends: Vec<(i64, i64)> = scale.iter().enumerate().map(end).collect();
        self.policy.learn(|seat| ends.get(seat).map_or(0, |(worth, _)| *worth));
        for node in &self.path {
            let (worth, lead) = ends.get(self.tree.seat(*node)).copied().unwrap_or_default();
            self.tree.gain(*node, worth, lead);
        }
    }

    /// Who wins together, as games tell that are played to their end at random.
    fn allies(&mut self, copy: &mut Game, game: &Game, who: usize) -> Allies {
        let seats = game.points().len();
        if !game.rules().names_winners() {
            return Allies::none(seats);
        }
        let games = (0..TOLD_BY).map(|_| {
            self.deal(copy, who);
            let random = &mut self.random;
            copy.play(|pending| random.reply(pending));
            copy.winners().unwrap_or_default()
        });
        Allies::told_by(seats, &games.collect::<Vec<_>>())
    }

    /// What leads each seat has at the end of games that are played on at random.
    fn calibrated(&mut self, copy: &mut Game, allies: &Allies, seats: usize, who: usize) -> Vec<Scale> {
        let mut sums = vec![(0, 0); seats];
        for _ in 0..CALIBRATION {
            self.deal(copy, who);
            self.policy.play(copy, &mut self.random);
            for (seat, (sum, squares)) in sums.iter_mut().enumerate() {
                let lead = bounded_lead(copy, allies, seat);
                *sum += lead;
                *squares += lead * lead;
            }
        }
        let scale = |(sum, squares): (i64, i64)| {
            let mean = sum / CALIBRATION;
            let variance = (squares / CALIBRATION - mean * mean).max(0);
            Scale { mean, span: variance.isqrt().saturating_mul(2).max(LEAST_SPAN) }
        };
        sums.into_iter().map(scale).collect()
    }
}

impl Player for Think {
    fn decide(&mut self, game: &Game) -> Choice {
        self.consider(game, |_| true).best().unwrap_or(Answer::Pass)
    }
}

/// What the options of a world are in the game that is played, by number.
fn known_as(game: &Decision<'_>, world: &Decision<'_>) -> Option<Vec<Choice>> {
    let there = game.options_in(world)?.into_iter().zip(0..);
    let here: BTreeMap<Choice, usize> = there.collect();
    let options = (0..world.option_count()).map(|number| game.option(*here.get(&world.option(number)?)?));
    options.collect()
}

/// What is chosen where there is nothing to think about.
fn only_choice(decision: &Decision<'_>) -> Option<Choice> {
    match (decision.option_count(), decision.may_pass()) {
        (0, _) => Some(Answer::Pass),
        (1, false) => decision.option(0),
        _ => None,
    }
}

/// Which leads are worth nothing and which are worth all.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// The lead that is worth half.
    mean: i64,
    /// How far from it the others are.
    span: i64,
}

impl Scale {
    /// What the end of a game is worth to a seat, from 0 to [`ONE`]. To win by a rule comes before all points.
    fn value(self, game: &Game, seat: usize, lead: i64) -> i64 {
        if game.fault().is_some() {
            return 0;
        }
        let half = ONE / 2;
        let points = (half + (lead - self.mean) * half / self.span).clamp(0, ONE);
        if !game.is_won_by_rule() {
            return points;
        }
        let has_won = game.winners().is_some_and(|winners| winners.contains(&seat));
        if has_won { ONE - ONE / 4 + points / 4 } else { points / 4 }
    }
}

/// How far a seat and its allies are ahead of the best of the others, within bounds.
fn bounded_lead(game: &Game, allies: &Allies, seat: usize) -> i64 {
    allies.lead(game.points(), seat).clamp(-MOST, MOST)
}
