//! A case of a scenario being played, line by line.

use rota_game::{Game, Profile};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{Line, LineKind, Name};

use super::case::{Case, is_setup};
use super::group::Group;
use super::step::Step;
use super::words::Vocabulary;
use super::{Outcome, seat};
use crate::compile::CompiledGame;

impl Case<'_> {
    /// Plays the case.
    pub fn play(&self, compiled: &CompiledGame, group: &Group<'_>) -> Outcome {
        // The runs of rules are only counted.
        let begun = self.begin(compiled, group, Some(|| 0));
        let game = match (begun, self.refused) {
            (Ok(game), None) => game,
            (Err(failure), Some(_)) if failure.code() == "scenario::setup" => return Outcome::default(),
            (Err(failure), _) => return Outcome::failed(vec![failure]),
            (Ok(_), Some(line)) => {
                let failure = Diagnostic::error("scenario::failed", "the game can be set up like this");
                return Outcome::failed(vec![failure.at(line, "expected to be refused")]);
            }
        };
        let mut stage = self.stage(game, compiled, group);
        for line in &self.lines {
            // What comes after a fault, or after a move that could not be made, follows from it.
            if stage.is_over() {
                break;
            }
            stage.line(line);
        }
        if !stage.is_over() {
            stage.all_scores_told(self.span);
        }
        stage.end()
    }

    /// Plays so many of its lines that are moves or expectations.
    pub fn step(&self, compiled: &CompiledGame, group: &Group<'_>, lines: usize) -> Result<Step, Diagnostic> {
        let mut stage = self.stage(self.begin(compiled, group, None)?, compiled, group);
        let all: Vec<&Line> = self.lines.iter().copied().filter(|line| !is_setup(&line.kind)).collect();
        let mut played = 0;
        for line in all.iter().take(lines) {
            if stage.is_over() {
                break;
            }
            stage.line(line);
            played += 1;
        }
        if played == all.len() && !stage.is_over() {
            stage.all_scores_told(self.span);
        }
        let lines = all.iter().map(|line| line.span).collect();
        let vocabulary = compiled.compiled.vocabulary.clone();
        Ok(Step { game: stage.game, vocabulary, lines, played, failures: stage.failures })
    }

    fn stage<'g>(&self, game: Game, compiled: &'g CompiledGame, group: &'g Group<'g>) -> Stage<'g> {
        let mut stage = Stage {
            game,
            compiled,
            group,
            since: 0,
            told: Vec::new(),
            tells_all: self.tells_all,
            stopped: false,
            failures: Vec::new(),
        };
        stage.report_fault(self.span, "in this scenario");
        stage
    }
}

/// A case being played.
pub(super) struct Stage<'g> {
    pub game: Game,
    compiled: &'g CompiledGame,
    group: &'g Group<'g>,
    /// How many events there were at the last `takes`.
    pub since: usize,
    /// Which of the events since then were expected, in the order of the lines.
    pub told: Vec<usize>,
    /// Whether messages show all options.
    pub tells_all: bool,
    /// Whether a move could not be made.
    pub stopped: bool,
    pub failures: Vec<Diagnostic>,
}

impl Stage<'_> {
    pub fn fail(&mut self, span: Span, message: impl Into<String>, label: impl Into<String>) {
        self.failures.push(Diagnostic::error("scenario::failed", message).at(span, label));
    }

    fn line(&mut self, line: &Line) {
        let span = line.span;
        match &line.kind {
            LineKind::Option { .. } | LineKind::Variant { .. } | LineKind::Players { .. } => {}
            LineKind::With { .. } | LineKind::Start { .. } | LineKind::Ground | LineKind::Die { .. } => {}
            LineKind::Lay { .. } | LineKind::Stand { .. } | LineKind::Pile { .. } => {}
            LineKind::Points { .. } | LineKind::Keep { .. } | LineKind::Row { .. } => {}
            LineKind::Begins { .. } => {}
            // Set-ups and cases were unfolded; what must not be set up is a case of its own.
            LineKind::Given { .. } | LineKind::Setup { .. } | LineKind::Case { .. } => {}
            LineKind::NoSetup { .. } => {}
            LineKind::Takes { player, option } => self.takes(player, option),
            LineKind::Scores(score) => self.scores(score, span),
            LineKind::NoScores => self.no_scores(span),
            LineKind::Offered { option } => self.offered(option),
            LineKind::Refused { option } => self.refused(option),
            LineKind::Options { count } => self.options(*count, span),
            LineKind::AllOptions { options } => self.all_options(options, span),
            LineKind::Decides { player, at, prompt } => {
                self.decides(player, at.as_ref(), prompt.as_ref(), span)
            }
            LineKind::Wins { names } => self.wins(names, span),
            LineKind::Over => {
                if !self.game.is_over() {
                    self.fail(span, "the game goes on", "expected to be over");
                }
            }
            LineKind::That { .. } => self.holds(span),
        }
    }

    /// Whether nothing more can be said.
    fn is_over(&self) -> bool {
        self.stopped || self.game.fault().is_some()
    }

    pub fn vocabulary(&self) -> Vocabulary<'_> {
        self.group.vocabulary(self.compiled)
    }

    /// The name of a seat.
    pub fn name_of(&self, seat: usize) -> &str {
        self.group.seats.get(seat).map_or("?", String::as_str)
    }

    /// The seat of this name.
    pub fn seat(&self, name: &Name) -> Result<usize, Diagnostic> {
        seat(self.group.seats.iter().map(String::as_str), name).map(usize::from)
    }

    fn takes(&mut self, player: &Name, option: &Name) {
        self.all_scores_told(option.span);
        self.since = self.game.history().events().len();
        self.told.clear();
        let who = self.game.decision().map(|decision| decision.who());
        self.stopped = true;
        match self.seat(player) {
            Ok(seat) if who.is_some_and(|who| who != seat) => {
                let asked = self.name_of(who.unwrap_or_default()).to_owned();
                let message = format!("{} is not asked", player.node);
                return self.fail(player.span, message, format!("{asked} decides here"));
            }
            Ok(_) => {}
            Err(failure) => return self.failures.push(failure),
        }
        match self.matching(option) {
            Ok(choice) => match self.game.choose(choice) {
                Ok(()) => self.stopped = false,
                Err(refused) => {
                    self.fail(option.span, format!("`{}` was refused: {refused}", option.node), "taken here");
                }
            },
            Err(why) => self.fail(option.span, format!("`{}` cannot be taken", option.node), why),
        }
        self.report_fault(option.span, "taken here");
    }

    /// Tells that a rule stopped, if one did.
    fn report_fault(&mut self, span: Span, label: &str) {
        if let Some(fault) = self.game.fault() {
            let message = format!("a rule stopped: {fault}");
            let diagnostic = Diagnostic::error("scenario::fault", message);
            self.failures.push(diagnostic.at(span, label).at(fault.span, "the rule stopped here"));
        }
    }

    /// Looks whether these have won and nobody else.
    fn wins(&mut self, names: &[Name], span: Span) {
        let Some(winners) = self.game.winners() else {
            return self.fail(span, "the game goes on", "expected to be won");
        };
        let mut wanted = Vec::new();
        for name in names {
            match (self.seat(name), name.as_str()) {
                (Ok(seat), _) => wanted.push(seat),
                (Err(_), "nobody") => {}
                (Err(_), "everybody") => wanted.extend(0..self.game.points().len()),
                (Err(failure), _) => return self.failures.push(failure),
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        if wanted == winners {
            return;
        }
        let names: Vec<&str> = winners.iter().map(|seat| self.name_of(*seat)).collect();
        let message = match names.as_slice() {
            [] => "nobody has won".to_owned(),
            [only] => format!("{only} has won"),
            several => format!("{} have won", several.join(", ")),
        };
        self.fail(span, message, "expected to be otherwise");
    }

    /// Looks whether a condition holds, and if not, shows which of its parts do not.
    fn holds(&mut self, span: Span) {
        let Some(asked) = self.group.compiled(self.compiled, span) else {
            return self.fail(span, "this does not hold", "expected to hold");
        };
        match self.game.evaluate(asked.function) {
            Ok(0) => {}
            Ok(_) => return,
            Err(fault) => return self.fail(span, format!("this cannot be told: {fault}"), "asked here"),
        }
        let mut diagnostic = Diagnostic::error("scenario::failed", "this does not hold");
        // What stands behind a condition that fails may not be asked at all.
        let told =
            asked.parts.iter().filter_map(|part| Some((part, self.game.evaluate(part.function).ok()?)));
        let (failing, holding): (Vec<_>, Vec<_>) = told.partition(|(_, answer)| *answer == 0);
        for (part, answer) in failing.into_iter().chain(holding) {
            let told = part.sides.and_then(|[left, right]| Some([self.told(left)?, self.told(right)?]));
            let told = match told {
                Some([left, right]) if left != right => format!("left is {left}, right is {right}"),
                Some([both, _]) if both == "none" => "there is nothing on either side".to_owned(),
                Some([both, _]) => format!("both are {both}"),
                None if answer == 0 => "expected to hold".to_owned(),
                None => "holds".to_owned(),
            };
            let holds = answer != 0 && part.sides.is_some();
            diagnostic = diagnostic.at(part.span, if holds { format!("holds: {told}") } else { told });
        }
        self.failures.push(if asked.parts.is_empty() {
            diagnostic.at(span, "expected to hold")
        } else {
            diagnostic
        });
    }

    fn told(&self, (function, ty): (u32, rota_bytecode::Type)) -> Option<String> {
        self.game.evaluate(function).ok().map(|value| self.game.words(ty, value))
    }

    fn end(self) -> Outcome {
        let functions = &self.game.rules().program().functions;
        let spent = self.game.profile().map_or_else(Vec::new, Profile::functions);
        let runs = functions.iter().zip(spent).map(|(function, spent)| (function.name.clone(), spent.calls));
        Outcome { failures: self.failures, runs: runs.collect() }
    }
}
