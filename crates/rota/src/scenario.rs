//! Scenarios: the tests that a pack carries, in the pack's own language.

mod group;
mod setting;
mod words;

use rota_check::{CompiledQuestion, Question};
use rota_compile::OptLevel;
use rota_game::{Decision, Event, Game, NoMatch, Payment, Profile, Score};
use rota_source::{Diagnostic, Span, did_you_mean};
use rota_syntax::ast::{ItemKind, Line, LineKind, Name};

use crate::compile::{Build, CompiledGame};
use crate::load::LoadedPacks;
pub(crate) use group::{Group, Member};
pub use group::{check_scenarios, run_scenarios};

/// A scenario of a pack.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it shows.
    pub title: String,
    /// Ledger ids that it covers.
    pub ids: Vec<String>,
    /// Where its title stands.
    pub span: Span,
    lines: Vec<Line>,
}

/// How a scenario came out.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What went wrong; empty when it holds.
    pub failures: Vec<Diagnostic>,
    /// How often each function of the program ran, by name; told rightly where the program was written to be counted.
    pub runs: Vec<(String, u64)>,
}

impl Outcome {
    /// Returns whether the scenario holds.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Lists the scenarios of a pack, in order of its files.
pub fn scenarios(packs: &LoadedPacks, pack: &str) -> Vec<Scenario> {
    let of_pack = packs.packs.iter().filter(|found| found.name == pack);
    let items = of_pack.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    items
        .filter_map(|item| {
            let ItemKind::Scenario { title, lines } = &item.kind else { return None };
            Some(Scenario {
                title: title.node.clone(),
                ids: item.ids.iter().map(|id| id.node.clone()).collect(),
                span: title.span,
                lines: lines.clone(),
            })
        })
        .collect()
}

impl Scenario {
    /// Plays the scenario. [`run_scenarios`] is quicker for several.
    pub fn run(&self, packs: &LoadedPacks) -> Outcome {
        run_scenarios(packs, std::slice::from_ref(self), OptLevel::default()).pop().unwrap_or_default()
    }

    fn play(&self, opened: &CompiledGame, names: &[Name], first_question: usize) -> Outcome {
        // The runs of rules are only counted.
        let game = match self.begin(opened, names, Some(|| 0)) {
            Ok(game) => game,
            Err(failure) => return Outcome { failures: vec![failure], runs: Vec::new() },
        };
        let mut stage = Stage {
            seats: names.iter().map(|name| name.node.clone()).collect(),
            game,
            questions: opened.compiled.questions.get(first_question..).unwrap_or_default().to_vec(),
            asked: 0,
            since: 0,
            told: Vec::new(),
            stopped: false,
            failures: Vec::new(),
        };
        stage.report_fault(self.span, "in this scenario");
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

    /// How many conditions it asks for.
    fn questions(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line.kind, LineKind::That { .. })).count()
    }

    /// Adds what the scenario asks, and, where it is the first of its settings, what it settles.
    fn add_settings<'s>(&'s self, build: &mut Build<'s>, seats: &'s [String], first: bool) {
        for line in &self.lines {
            if let LineKind::That { expr } = &line.kind {
                build.questions.push(Question { expr, players: seats });
            } else if !first {
                continue;
            } else if let LineKind::Option { name, value } = &line.kind {
                build.options.push((name.clone(), value.clone()));
            } else if let LineKind::Variant { name } = &line.kind {
                build.variants.push(name.clone());
            } else if let LineKind::With { pack } = &line.kind {
                build.guests.push(pack.node.clone());
            } else if let LineKind::Start { name } = &line.kind {
                build.start = Some(name.clone());
            }
        }
    }

    /// The words by which two scenarios have the same settings.
    fn setting_words(&self, packs: &LoadedPacks) -> Vec<String> {
        let settling = |line: &&Line| {
            matches!(
                line.kind,
                LineKind::Option { .. }
                    | LineKind::Variant { .. }
                    | LineKind::With { .. }
                    | LineKind::Start { .. }
                    | LineKind::Players { .. }
            )
        };
        let lines = self.lines.iter().filter(settling);
        lines.map(|line| packs.sources.text(line.span).trim().to_owned()).collect()
    }

    /// The names of the seats.
    fn players(&self) -> Vec<Name> {
        let named = self.lines.iter().find_map(|line| {
            let LineKind::Players { names } = &line.kind else { return None };
            Some(names.clone())
        });
        named.unwrap_or_else(|| ["red", "blue"].map(|name| Name::new(name.to_owned(), self.span)).to_vec())
    }

    /// Gives problems with what the scenario asks for the place of the line that asks for it.
    fn placed(&self, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let place = |problem: Diagnostic| {
            let asked = self.lines.iter().find_map(|line| {
                let (LineKind::Start { name } | LineKind::Variant { name }) = &line.kind else { return None };
                let is_start = matches!(line.kind, LineKind::Start { .. });
                let code = if is_start { "packs::unknown-start" } else { "packs::unknown-variant" };
                (problem.code() == code).then_some(name.span)
            });
            match asked.filter(|_| problem.labels().is_empty()) {
                Some(span) => problem.at(span, "asked for here"),
                None => problem,
            }
        };
        problems.into_iter().map(place).collect()
    }
}

fn unknown<'a>(what: &str, name: &Name, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error("scenario::unknown", format!("there is no {what} `{}`", name.node))
        .at(name.span, "not known in this composition")
        .maybe_help(did_you_mean(&name.node, known))
}

fn seat<'a>(mut seats: impl Iterator<Item = &'a str> + Clone, name: &Name) -> Result<u8, Diagnostic> {
    let known = seats.clone();
    let position = seats.position(|seat| seat == name.node);
    let position = position.and_then(|position| u8::try_from(position).ok());
    position.ok_or_else(|| unknown("player", name, known))
}

/// The score or payment that a line expects; what it does not say is not compared.
struct Wanted<'l> {
    player: usize,
    points: i64,
    payment: Option<Payment>,
    reason: Option<&'l Name>,
    formula: Option<&'l Name>,
}

impl Wanted<'_> {
    fn fits(&self, score: &Score) -> bool {
        (score.player, score.points, score.payment) == (self.player, self.points, self.payment)
            && self.reason.is_none_or(|name| score.reason == name.node)
            && self.formula.is_none_or(|text| score.formula == text.node)
    }
}

/// The first few of these texts.
fn joined(texts: impl Iterator<Item = String>) -> String {
    let mut texts: Vec<String> = texts.take(SHOWN + 1).collect();
    if let Some(last) = texts.get_mut(SHOWN) {
        *last = "…".to_owned();
    }
    texts.join(", ")
}

/// How many options a message shows.
const SHOWN: usize = 12;

/// A scenario being played.
struct Stage {
    seats: Vec<String>,
    game: Game,
    questions: Vec<CompiledQuestion>,
    /// How many questions were asked so far.
    asked: usize,
    /// How many events there were at the last `takes`.
    since: usize,
    /// Which of the events since then were expected.
    told: Vec<usize>,
    /// Whether a move could not be made.
    stopped: bool,
    failures: Vec<Diagnostic>,
}

impl Stage {
    fn fail(&mut self, span: Span, message: impl Into<String>, label: impl Into<String>) {
        self.failures.push(Diagnostic::error("scenario::failed", message).at(span, label));
    }

    fn line(&mut self, line: &Line) {
        let span = line.span;
        match &line.kind {
            LineKind::Option { .. } | LineKind::Variant { .. } | LineKind::Players { .. } => {}
            LineKind::With { .. } | LineKind::Start { .. } | LineKind::Ground | LineKind::Die { .. } => {}
            LineKind::Lay { .. } | LineKind::Stand { .. } | LineKind::Pile { .. } => {}
            LineKind::Points { .. } | LineKind::Keep { .. } => {}
            LineKind::Takes { player, option } => self.takes(player, option),
            LineKind::Scores { player, points, reason, formula } => {
                self.scores(player, *points, reason.as_ref(), formula.as_ref(), span);
            }
            LineKind::Pays { player, points, to, reason, formula } => {
                let told = (reason.as_ref(), formula.as_ref());
                self.pays((player, to.as_ref()), *points, told, span);
            }
            LineKind::NoScores => {
                if let Some(text) = self.unexpected_score() {
                    self.fail(span, format!("{text}, though no score was expected"), "expected none here");
                }
            }
            LineKind::Offered { option } => {
                // What can be chosen in several ways is offered all the same.
                if !self.is_offered(option)
                    && let Err(why) = self.matching(option)
                {
                    self.fail(option.span, format!("`{}` is not offered", option.node), why);
                }
            }
            LineKind::Refused { option } => {
                if self.is_offered(option) {
                    self.fail(option.span, format!("`{}` is offered", option.node), "expected to be refused");
                }
            }
            LineKind::Options { count } => {
                let found = self.game.decision().map_or(0, |decision| decision.option_count());
                if i64::try_from(found).ok() != Some(*count) {
                    let offered = self.game.decision().map_or(String::new(), |decision| {
                        let texts = decision.choices().take(found).map(|choice| decision.text(choice));
                        format!("; offered: {}", joined(texts))
                    });
                    self.fail(
                        span,
                        format!("there are {found} options"),
                        format!("expected {count}{offered}"),
                    );
                }
            }
            LineKind::Decides { player } => {
                let who = self.game.decision().map(|decision| decision.who());
                let found = who.and_then(|who| self.seats.get(who)).cloned();
                if found.as_deref() != Some(player.node.as_str()) {
                    let found = found.map_or("nobody decides".to_owned(), |found| format!("{found} decides"));
                    self.fail(span, found, format!("expected {}", player.node));
                }
            }
            LineKind::Over => {
                if !self.game.is_over() {
                    self.fail(span, "the game goes on", "expected to be over");
                }
            }
            LineKind::That { .. } => {
                let asked = self.questions.get(self.asked).copied();
                self.asked += 1;
                match asked.map(|asked| (asked, self.game.evaluate(asked.function))) {
                    Some((asked, Ok(0))) => self.fail(span, "this does not hold", self.sides(&asked)),
                    None => self.fail(span, "this does not hold", "expected to hold"),
                    Some((_, Ok(_))) => {}
                    Some((_, Err(fault))) => {
                        self.fail(span, format!("this cannot be told: {fault}"), "asked here")
                    }
                }
            }
        }
    }

    /// Whether nothing more can be said.
    fn is_over(&self) -> bool {
        self.stopped || self.game.fault().is_some()
    }

    /// What the two sides of a comparison are.
    fn sides(&self, asked: &CompiledQuestion) -> String {
        let told = asked.sides.and_then(|sides| {
            let [left, right] = sides.map(|(function, ty)| {
                self.game.evaluate(function).ok().map(|value| self.game.words(ty, value))
            });
            Some(format!("left is {}, right is {}", left?, right?))
        });
        told.unwrap_or_else(|| "expected to hold".to_owned())
    }

    /// Whether there is an option of these words.
    fn is_offered(&self, option: &Name) -> bool {
        match self.found(option) {
            Some(Ok(_) | Err(NoMatch::Several { .. })) => true,
            Some(Err(NoMatch::Nothing { .. })) | None => false,
        }
    }

    /// What the words mean as they are written, or else with the sets of the tiles they name.
    fn found(&self, option: &Name) -> Option<Result<rota_game::Choice, NoMatch>> {
        let decision = self.game.decision()?;
        let as_written = decision.matching(&option.node);
        if !matches!(as_written, Err(NoMatch::Nothing { .. })) {
            return Some(as_written);
        }
        Some(match words::with_sets(self.game.rules(), &option.node) {
            Some(whole) => decision.matching(&whole),
            None => as_written,
        })
    }

    fn matching(&self, option: &Name) -> Result<rota_game::Choice, String> {
        let Some(found) = self.found(option) else {
            return Err(match self.game.fault() {
                Some(fault) => format!("the game stopped: {fault}"),
                None => "nothing is to be decided: the game is over".to_owned(),
            });
        };
        found.map_err(|error| {
            let (what, offered) = match error {
                NoMatch::Nothing { offered } => ("offered", offered),
                NoMatch::Several { fitting } => ("this could be", fitting),
            };
            format!("{what}: {}", joined(offered.into_iter()))
        })
    }

    fn takes(&mut self, player: &Name, option: &Name) {
        self.all_scores_told(option.span);
        self.since = self.game.history().events().len();
        self.told.clear();
        let who = self.game.decision().map(|decision: Decision<'_>| decision.who());
        match seat(self.seats.iter().map(String::as_str), player) {
            Ok(seat) if who.is_some() && who != Some(usize::from(seat)) => {
                let asked = who.and_then(|who| self.seats.get(who)).cloned().unwrap_or_default();
                self.fail(
                    player.span,
                    format!("{} is not asked", player.node),
                    format!("{asked} decides here"),
                );
                self.stopped = true;
                return;
            }
            Ok(_) => {}
            Err(failure) => {
                self.failures.push(failure);
                self.stopped = true;
                return;
            }
        }
        match self.matching(option) {
            Ok(choice) => {
                if let Err(refused) = self.game.choose(choice) {
                    self.fail(option.span, format!("`{}` was refused: {refused}", option.node), "taken here");
                    self.stopped = true;
                }
            }
            Err(why) => {
                self.fail(option.span, format!("`{}` cannot be taken", option.node), why);
                self.stopped = true;
            }
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

    /// A score since the last `takes` that no line expected.
    fn unexpected_score(&self) -> Option<String> {
        let events = self.game.history().events();
        let is_score = |index: &usize| matches!(events.get(*index), Some(Event::Scored { .. }));
        self.untold().into_iter().find(is_score).map(|index| self.score_text(index))
    }

    /// Scores and payments since the last `takes` that no line expected.
    fn untold(&self) -> Vec<usize> {
        let events = self.game.history().events().iter().enumerate().skip(self.since);
        let scores = events.filter(|(_, event)| matches!(event, Event::Scored { .. } | Event::Paid { .. }));
        scores.map(|(index, _)| index).filter(|index| !self.told.contains(index)).collect()
    }

    /// A score or a payment by the number of its event, as it is to who scored or paid.
    fn score(&self, index: usize) -> Option<Score> {
        self.game.scores(self.game.history().events().get(index)?).into_iter().next()
    }

    fn score_text(&self, index: usize) -> String {
        let Some(Score { player, points, payment, reason, formula, .. }) = self.score(index) else {
            return String::new();
        };
        let name = |seat: usize| self.seats.get(seat).map_or("?", String::as_str);
        let what = match payment {
            Some(Payment::To(to)) => {
                let to = to.map_or_else(String::new, |to| format!(" to {}", name(to)));
                format!("{} paid {}{to}", name(player), points.saturating_neg())
            }
            _ => format!("{} scored {points}", name(player)),
        };
        format!("{what} as {reason} by \"{formula}\"")
    }

    fn scores(
        &mut self,
        player: &Name,
        points: i64,
        reason: Option<&Name>,
        formula: Option<&Name>,
        span: Span,
    ) {
        let Ok(seat) = seat(self.seats.iter().map(String::as_str), player) else {
            self.fail(player.span, format!("there is no player `{}`", player.node), "not at the table");
            return;
        };
        let wanted = Wanted { player: usize::from(seat), points, payment: None, reason, formula };
        self.expect_score(
            &wanted,
            "nobody scored",
            format!("expected {} to score {points}", player.node),
            span,
        );
    }

    /// Looks for a payment; without `to` it went to nobody.
    fn pays(
        &mut self,
        (player, receiver): (&Name, Option<&Name>),
        points: i64,
        (reason, formula): (Option<&Name>, Option<&Name>),
        span: Span,
    ) {
        let mut seats = [None; 2];
        for (place, name) in seats.iter_mut().zip([Some(player), receiver]) {
            let Some(name) = name else { continue };
            match seat(self.seats.iter().map(String::as_str), name) {
                Ok(seat) => *place = Some(seat),
                Err(failure) => return self.failures.push(failure),
            }
        }
        let [Some(from), to] = seats else { return };
        let payment = Some(Payment::To(to.map(usize::from)));
        let (player_seat, points_lost) = (usize::from(from), points.saturating_neg());
        let wanted = Wanted { player: player_seat, points: points_lost, payment, reason, formula };
        self.expect_score(&wanted, "nobody paid", format!("expected {} to pay {points}", player.node), span);
    }

    /// Looks for a score or a payment that no line has told of yet.
    fn expect_score(&mut self, wanted: &Wanted<'_>, nothing: &str, label: String, span: Span) {
        let untold = self.untold();
        let fits = |index: &&usize| self.score(**index).is_some_and(|score| wanted.fits(&score));
        match untold.iter().find(fits).copied() {
            Some(index) => self.told.push(index),
            None => {
                let found: Vec<String> = untold.iter().map(|index| self.score_text(*index)).collect();
                let found = if found.is_empty() { nothing.to_owned() } else { found.join("; ") };
                self.fail(span, found, label);
            }
        }
    }

    /// Where some scores were expected, no other may have happened.
    fn all_scores_told(&mut self, span: Span) {
        if self.told.is_empty() {
            return;
        }
        if let Some(text) = self.untold().first().map(|index| self.score_text(*index)) {
            self.fail(span, format!("{text}, which no line expects"), "before this");
        }
    }

    fn end(self) -> Outcome {
        let functions = &self.game.rules().program().functions;
        let spent = self.game.profile().map_or_else(Vec::new, Profile::functions);
        let runs = functions.iter().zip(spent).map(|(function, spent)| (function.name.clone(), spent.calls));
        Outcome { failures: self.failures, runs: runs.collect() }
    }
}
