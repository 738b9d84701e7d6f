//! A game: a position, the machine that runs the rules on it, and the order of turns.

use std::fmt;
use std::sync::Arc;

use rota_source::Span;
use rota_vm::{Answer, Fault, Host, InvalidSnapshot, Machine, Pending, Reply, Status, Stopped};

use crate::call_log::LoggedCall;
use crate::chance::Chance;
use crate::concealed::Concealed;
use crate::decision::{Choice, Decision, Refused};
use crate::exec_context::{Decider, ExecContext};
use crate::history::{Event, History, Record};
use crate::layout::Layout;
use crate::position::{Appended, Position};
use crate::profile::Profile;
use crate::questions::Questions;
use crate::rules::{NEUTRAL, Rules};
use crate::setup::{InitialState, Setup, SetupError, initial_state};

/// How many decisions a game is concluded through before it is left as it is.
const CONCLUDED: u32 = 10_000;

/// A game in play.
///
/// It always stands at a decision or at its end: whatever the rules do on their own is done at once.
#[derive(Debug)]
pub struct Game {
    pub(crate) rules: Arc<Rules>,
    initial: Arc<InitialState>,
    pub(crate) position: Position,
    machine: Machine,
    pub(crate) chance: Chance,
    history: History,
    profile: Option<Box<Profile>>,
    stage: Stage,
    turn_limit: u32,
    fault: Option<RuleFault>,
    /// Whether secret choices are noted: not where the rules know none, nor on a copy that is thought on.
    pub(crate) notes_secrets: bool,
    pub(crate) concealed: Option<Arc<Concealed>>,
    /// The position before the final steps, where the whole history is kept.
    before_finale: Option<Box<Position>>,
}

/// What the machine is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Setup,
    /// A turn part: the turn itself or a step that was appended to it.
    Turn,
    Finale,
    Over,
}

/// A rule that could not go on. The game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// What happened.
    pub fault: Fault,
    /// The place in the rules.
    pub span: Span,
    /// The rule or step, as a disassembly shows it.
    pub rule: String,
    /// What happened in the words of this game, where more is to be told than the fault says.
    pub detail: String,
}

impl fmt::Display for RuleFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.detail.is_empty() {
            return write!(formatter, "{}: {}", self.rule, self.detail);
        }
        let what = match self.fault {
            Fault::Overflow => "a number became too large",
            Fault::DivisionByZero => "a division by zero",
            Fault::OutOfRange => "a number left its declared range",
            Fault::Missing => "there is nothing where something is needed",
            Fault::OutOfFuel => "this ran for too long",
            Fault::TooDeep => "rules called one another too deeply",
            Fault::NoResult => "a value came to its end without a result",
            Fault::Ended => "the game was ended",
            Fault::Broken => "the program is broken",
            Fault::Refused(why) => why,
        };
        write!(formatter, "{}: {what}", self.rule)
    }
}

impl std::error::Error for RuleFault {}

impl Game {
    /// Begins a game and plays it up to the first decision.
    ///
    /// # Errors
    /// Refuses a setup that the rules do not allow. A rule that faults later is told by [`Game::fault`].
    pub fn new(rules: Arc<Rules>, setup: &Setup) -> Result<Game, SetupError> {
        let mut game = Game::prepare(rules, setup)?;
        game.run_setup();
        Ok(game)
    }

    /// A game in which nothing has run yet.
    pub(crate) fn prepare(rules: Arc<Rules>, setup: &Setup) -> Result<Game, SetupError> {
        let initial = Arc::new(initial_state(&rules, setup)?);
        let history = History::new(setup.record, &rules, &initial.layout);
        let mut profile = setup.profile.map(|clock| Box::new(Profile::new(rules.program(), clock)));
        if let Some(profile) = profile.as_mut().filter(|_| setup.call_log) {
            profile.begin_log(0);
        }
        let mut machine = Machine::new();
        machine.ask_forced = setup.ask_forced;
        Ok(Game {
            notes_secrets: rules.knows_secrets(),
            rules,
            position: initial.position.clone(),
            machine,
            chance: initial.chance.clone(),
            initial,
            history,
            profile,
            stage: Stage::Setup,
            turn_limit: setup.turn_limit,
            fault: None,
            concealed: None,
            before_finale: None,
        })
    }

    /// Begins anew with the same setup but for the seed, and forgets history and profile. Allocates nothing that the
    /// game before did not need: for playing many games.
    pub fn restart(&mut self, seed: u64) {
        self.rewind(seed);
        self.run_setup();
    }

    /// Goes back to where nothing has run yet, with another seed.
    pub(crate) fn rewind(&mut self, seed: u64) {
        if !Arc::ptr_eq(&self.rules, &self.initial.rules) {
            self.rules = Arc::clone(&self.initial.rules);
        }
        self.position.clone_from(&self.initial.position);
        self.chance.copy_from(&self.initial.chance);
        self.chance.seed(seed);
        self.history.clear();
        if let Some(profile) = &mut self.profile {
            profile.clear();
        }
        self.stage = Stage::Setup;
        self.fault = None;
        self.notes_secrets = self.rules.knows_secrets();
        self.concealed = None;
        self.before_finale = None;
    }

    /// What the game is played with.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was kept of the game.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What the rules took, where the setup asked for that.
    #[must_use]
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_deref()
    }

    /// Keeps from now on which functions run, where the game is profiled.
    pub fn begin_call_log(&mut self) {
        let happened = self.history.events().len();
        if let Some(profile) = &mut self.profile {
            profile.begin_log(happened);
        }
    }

    /// The functions that ran since the log was begun, in order; no more are kept.
    pub fn end_call_log(&mut self) -> Vec<LoggedCall> {
        self.profile.as_mut().map(|profile| profile.end_log()).unwrap_or_default()
    }

    /// The points of each player, in seat order.
    #[must_use]
    pub fn points(&self) -> &[i64] {
        self.position.points()
    }

    /// Whether the game is over, be it by a fault.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Who has won, by seats: those whom a rule named, or else those with the most points. Nothing before the game is
    /// over, or where a fault ended it.
    #[must_use]
    pub fn winners(&self) -> Option<Vec<usize>> {
        if !self.is_over() || self.fault.is_some() {
            return None;
        }
        let points = self.points();
        let most = points.iter().max();
        let has_won = |seat: &usize| match self.position.won {
            Some(players) => players.contains(u8::try_from(*seat).ok()),
            None => points.get(*seat) == most,
        };
        Some((0..points.len()).filter(has_won).collect())
    }

    /// Whether a rule named those who have won.
    #[must_use]
    pub fn is_won_by_rule(&self) -> bool {
        self.position.won.is_some()
    }

    /// The fault that ended the game, if one did.
    #[must_use]
    pub fn fault(&self) -> Option<&RuleFault> {
        self.fault.as_ref()
    }

    /// The decision that waits; nothing once the game is over.
    #[must_use]
    pub fn decision(&self) -> Option<Decision<'_>> {
        Decision::of(self)
    }

    /// Answers the decision that waits and plays on to the next one.
    ///
    /// # Errors
    /// Refuses a choice that was not offered; nothing has changed then.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Refused> {
        let pending = *self.machine.decision().ok_or(Refused::NothingAsked)?;
        if choice == Answer::Pass && !pending.pass {
            return Err(Refused::NoPass);
        }
        let before = self.before_secret(&pending);
        let questions = questions(&self.rules, &self.initial.layout, &self.position);
        self.machine.answer(&questions, choice).map_err(|_| Refused::NotOffered)?;
        self.conceal(&pending, choice, before);
        self.resume_after(pending, choice);
        Ok(())
    }

    /// Answers with the option of this number, or with a pass for `None`; spares the search for the option.
    ///
    /// # Errors
    /// As for [`Game::choose`].
    pub fn pick(&mut self, number: Option<usize>) -> Result<(), Refused> {
        let Some(number) = number else { return self.choose(Answer::Pass) };
        let pending = *self.machine.decision().ok_or(Refused::NothingAsked)?;
        let before = self.before_secret(&pending);
        let questions = questions(&self.rules, &self.initial.layout, &self.position);
        let picked = self.machine.pick(&questions, number).map_err(|_| Refused::NotOffered)?;
        let choice = Answer::Option { action: picked.0, value: picked.1 };
        self.conceal(&pending, choice, before);
        self.resume_after(pending, choice);
        Ok(())
    }

    /// Plays on, through the decision that waits and all that follow, until `decide` says [`Reply::Later`] or the
    /// game is over. The rules run on where `decide` answers, which is faster than answering with [`Game::pick`]: for
    /// playing many games, and for the playouts of a search. A number or a pass that is not offered counts as `Later`.
    ///
    /// ```
    /// # fn finish(game: &mut rota_game::Game) {
    /// // To the end of the game, everybody at random.
    /// let mut player = rota_game::Uniform::new(1);
    /// game.play(|pending| player.reply(pending));
    /// # }
    /// ```
    pub fn play(&mut self, mut decide: impl FnMut(&Pending) -> Reply) {
        if !self.notes_secrets {
            return self.advance(Some(&mut decide));
        }
        // What is chosen has to be noted, and the rules wait for that.
        while let Some(pending) = self.machine.decision().copied() {
            let number = match decide(&pending) {
                Reply::Later => return,
                Reply::Pass => None,
                Reply::Number(number) => Some(number),
            };
            if self.pick(number).is_err() {
                return;
            }
        }
    }

    /// Copies the game without its history and its profile: for search.
    #[must_use]
    pub fn fork(&self) -> Game {
        Game {
            rules: Arc::clone(&self.rules),
            initial: Arc::clone(&self.initial),
            position: self.position.clone(),
            machine: self.machine.clone(),
            chance: self.chance.clone(),
            history: History::default(),
            profile: None,
            stage: self.stage,
            turn_limit: self.turn_limit,
            fault: self.fault.clone(),
            notes_secrets: self.notes_secrets,
            concealed: self.concealed.clone(),
            before_finale: None,
        }
    }

    /// Keeps everything that happens from here on, and nothing of before.
    pub(crate) fn keep_history(&mut self) {
        self.history = History::new(Record::Full, &self.rules, &self.initial.layout);
    }

    /// The game as the table showed it when [`Event::Ending`] was kept, before the final steps: to be looked at, not
    /// to be played. Nothing where that did not happen or not the whole history is kept.
    #[must_use]
    pub fn before_finale(&self) -> Option<Game> {
        let position = self.before_finale.as_deref()?.clone();
        Some(Game { position, ..self.fork() })
    }

    /// Becomes the same as another game; history and profile stay as they are, but for a profile of another program,
    /// which is over. Allocates nothing once the games have the same size.
    pub fn copy_from(&mut self, other: &Game) {
        if !Arc::ptr_eq(&self.rules, &other.rules) {
            if !std::ptr::eq(self.rules.program(), other.rules.program()) {
                self.profile = None;
            }
            self.rules = Arc::clone(&other.rules);
        }
        if !Arc::ptr_eq(&self.initial, &other.initial) {
            self.initial = Arc::clone(&other.initial);
        }
        self.position.clone_from(&other.position);
        self.machine.clone_from(&other.machine);
        self.chance.copy_from(&other.chance);
        self.stage = other.stage;
        self.turn_limit = other.turn_limit;
        self.fault.clone_from(&other.fault);
        self.notes_secrets = other.notes_secrets;
        self.concealed.clone_from(&other.concealed);
    }

    /// Deals everything again that is not drawn yet: a copy that a player thinks on must not know it.
    pub fn reseed(&mut self, seed: u64) {
        self.chance.reseed(seed);
    }

    /// Plays on to the end as if this turn were the last: passes where that is allowed and takes the first
    /// option where not; steps that were appended are left out.
    pub fn conclude(&mut self) {
        (self.position.concluding, self.notes_secrets) = (true, false);
        let mut numbers = 0..CONCLUDED;
        self.play(|pending| match numbers.next() {
            Some(_) if pending.pass => Reply::Pass,
            Some(_) => Reply::Number(0),
            None => Reply::Later,
        });
    }

    /// How many pieces of a kind a player has in supply, or how many neutral ones lie there for `None`.
    #[must_use]
    pub fn supply(&self, kind: u8, player: Option<u8>) -> u16 {
        let place = self.initial.layout.supply(kind, player.unwrap_or(NEUTRAL));
        self.position.supply.get(place).copied().unwrap_or(0)
    }

    /// What the machine is in the middle of, as plain numbers. The position is not among them.
    #[must_use]
    pub fn suspended(&self) -> Vec<i64> {
        self.machine.to_snapshot()
    }

    /// Puts a machine in place of the one that is suspended.
    ///
    /// # Errors
    /// Refuses numbers that [`Game::suspended`] did not write for these rules; nothing has changed then.
    pub fn resume(&mut self, suspended: &[i64]) -> Result<(), InvalidSnapshot> {
        let mut machine = Machine::from_snapshot(self.rules.program(), suspended)?;
        (machine.fuel, machine.ask_forced) = (self.machine.fuel, self.machine.ask_forced);
        self.machine = machine;
        Ok(())
    }

    /// The value of a variable: key 0 for one of the game, otherwise the number of what it belongs to. One that holds
    /// a set other than of players has no one value: [`Game::variable_words`] tells its members.
    #[must_use]
    pub fn variable(&self, name: &str, key: u32) -> Option<i64> {
        let vars = &self.rules.program().declared.vars;
        let var = u16::try_from(vars.iter().position(|var| var.name == name)?).ok()?;
        self.questions().variable(var, i64::from(key)).ok()
    }

    /// What a variable holds, in words; a set as its members. The key is that of [`Game::variable`].
    #[must_use]
    pub fn variable_words(&self, name: &str, key: u32) -> Option<String> {
        let vars = &self.rules.program().declared.vars;
        let var = u16::try_from(vars.iter().position(|var| var.name == name)?).ok()?;
        let mut words = String::new();
        self.questions().write_variable(var, i64::from(key), None, &mut words)?;
        Some(words)
    }

    pub(crate) fn questions(&self) -> Questions<'_> {
        questions(&self.rules, &self.initial.layout, &self.position)
    }

    /// What a context on a copy of the position needs.
    pub(crate) fn parts(&self) -> (&Rules, &Layout, &Chance) {
        (&self.rules, &self.initial.layout, &self.chance)
    }

    /// What a host on this game needs.
    pub(crate) fn context(&mut self) -> ExecContext<'_> {
        let (rules, layout) = (&self.rules, &self.initial.layout);
        ExecContext::new(rules, layout, &self.chance, &mut self.position, &mut self.history)
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Runs from the very beginning to the first decision.
    fn run_setup(&mut self) {
        match self.rules.program().setup {
            Some(function) => self.start(function),
            None => self.next_stage(),
        }
        self.advance(None);
    }

    /// Keeps the answer and runs on to the next decision.
    fn resume_after(&mut self, pending: Pending, answer: Answer) {
        self.context().decided(&pending, answer, false);
        self.advance(None);
    }

    /// Runs the rules until someone has to decide who does not do it here, or the game is over.
    fn advance(&mut self, mut decider: Option<&mut Decider<'_>>) {
        while self.stage != Stage::Over {
            let (rules, layout) = (&self.rules, &self.initial.layout);
            let mut context =
                ExecContext::new(rules, layout, &self.chance, &mut self.position, &mut self.history);
            context.decider = match &mut decider {
                Some(decider) => Some(&mut **decider),
                None => None,
            };
            let program = self.rules.program();
            let status = match &mut self.profile {
                None => self.machine.run(program, &mut context),
                Some(profile) => self.machine.run_traced(program, &mut context, &mut **profile),
            };
            match status {
                Ok(Status::Asks) => return,
                Ok(Status::Done) => self.next_stage(),
                Err(Stopped { fault: Fault::Ended, .. }) => self.end_at_once(),
                Err(stopped) => self.stop(stopped),
            }
        }
    }

    /// Leaves all that the rules were doing, and what was to follow in this turn.
    #[cold]
    fn end_at_once(&mut self) {
        self.position.begun = self.position.appended.len();
        if self.position.won.is_some() {
            self.stage = Stage::Over;
        } else {
            self.next_stage();
        }
    }

    /// Begins what comes after the function that has ended.
    fn next_stage(&mut self) {
        if let Some(function) = self.next_function() {
            self.start(function);
        }
    }

    /// Goes on to the function that comes next; nothing once the game is over.
    pub(crate) fn next_function(&mut self) -> Option<u32> {
        let program = self.rules.program();
        let (turn, finale) = (program.turn, program.finale);
        if self.stage == Stage::Turn && !self.position.concluding {
            let next = self.position.appended.get(self.position.begun).copied();
            if let Some(appended) = next {
                return self.repeat_step(appended);
            }
        }
        let goes_on = !self.position.concluding && !self.position.ending;
        match (self.stage, turn) {
            (Stage::Setup, Some(function)) if goes_on => {
                self.run_given();
                if self.fault.is_some() { None } else { self.begin_turn(function) }
            }
            (Stage::Turn, Some(function)) if goes_on => {
                self.position.on_turn = (self.position.on_turn + 1) % self.initial.layout.players;
                self.begin_turn(function)
            }
            (Stage::Setup | Stage::Turn, _) => {
                if self.history.is_full() {
                    self.before_finale = Some(Box::new(self.position.clone()));
                }
                self.position.begin_turn();
                self.history.keep(Event::Ending);
                match finale {
                    Some(_) => self.stage = Stage::Finale,
                    None => self.stage = Stage::Over,
                }
                finale
            }
            (Stage::Finale | Stage::Over, _) => {
                self.stage = Stage::Over;
                None
            }
        }
    }

    /// Does what is given before the first turn, as if it had been so from the start.
    fn run_given(&mut self) {
        for function in &self.initial.given {
            let (rules, layout) = (&self.rules, &self.initial.layout);
            let mut history = History::default();
            let mut context = ExecContext::new(rules, layout, &self.chance, &mut self.position, &mut history);
            let mut machine = Machine::new();
            machine.start(rules.program(), *function);
            if let Err(stopped) = machine.run(rules.program(), &mut context) {
                return self.stop(stopped);
            }
        }
    }

    fn begin_turn(&mut self, function: u32) -> Option<u32> {
        self.stage = Stage::Turn;
        self.position.begin_turn();
        self.position.turn += 1;
        let (number, player) = (self.position.turn, self.position.active);
        if number > self.turn_limit {
            self.stop_at(function, "the game does not come to an end");
            return None;
        }
        self.history.keep(Event::Turn { number, player });
        Some(function)
    }

    fn repeat_step(&mut self, appended: Appended) -> Option<u32> {
        let again = self.position.begin_appended(appended);
        self.position.active = appended.player;
        if self.position.begun > self.turn_limit as usize {
            self.stop_at(appended.function, "the turn does not come to an end");
            return None;
        }
        self.history.keep(again);
        Some(appended.function)
    }

    fn start(&mut self, function: u32) {
        self.forget_concealed();
        self.machine.start(self.rules.program(), function);
    }

    #[cold]
    fn stop_at(&mut self, function: u32, why: &'static str) {
        let pc = self.rules.program().functions.get(function as usize).map_or(0, |function| function.start);
        self.stop(Stopped { fault: Fault::Refused(why), pc });
    }

    #[cold]
    fn stop(&mut self, stopped: Stopped) {
        self.fault = Some(self.fault_of(stopped));
        self.stage = Stage::Over;
    }

    pub(crate) fn fault_of(&self, stopped: Stopped) -> RuleFault {
        let program = self.rules.program();
        let rule = program.function_at(stopped.pc).map(|function| function.name.clone());
        let detail = self.position.shortage.filter(|_| matches!(stopped.fault, Fault::Refused(_)));
        let detail = detail.map(|shortage| self.told_shortage(shortage)).unwrap_or_default();
        let (span, rule) = (program.span(stopped.pc), rule.unwrap_or_default());
        RuleFault { fault: stopped.fault, span, rule, detail }
    }
}

fn questions<'a>(rules: &'a Rules, layout: &'a Layout, position: &'a Position) -> Questions<'a> {
    Questions { rules, layout, position }
}
