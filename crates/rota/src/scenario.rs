//! Scenarios: the tests that a pack carries, in the pack's own language.

use std::collections::BTreeMap;
use std::sync::Arc;

use rota_compile::{Mutation, Question};
use rota_game::{Decision, Event, Game, Lay, NoMatch, Record, Rules, Setup, Stand, Stock};
use rota_source::{Diagnostic, Span, nearest};
use rota_syntax::ast::{ItemKind, Line, LineKind, Name};

use crate::open::{Opened, Settings};
use crate::read::Reading;

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
    /// How often each function of the program ran, by name, rules only.
    pub runs: Vec<(String, u64)>,
}

impl Outcome {
    /// Returns whether the scenario holds.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Lists the scenarios of a pack, in order of its files.
pub fn scenarios(reading: &Reading, pack: &str) -> Vec<Scenario> {
    let packs = reading.packs.iter().filter(|found| found.name == pack);
    let items = packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    items
        .filter_map(|item| match &item.kind {
            ItemKind::Scenario { title, lines } => Some(Scenario {
                title: title.node.clone(),
                ids: item.ids.iter().map(|id| id.node.clone()).collect(),
                span: title.span,
                lines: lines.clone(),
            }),
            _ => None,
        })
        .collect()
}

/// Says what is wrong with the scenarios of a pack before they are played: their words, their options, what
/// they set up. Those with the same settings are compiled together.
pub fn check_scenarios(reading: &Reading, pack: &str) -> Vec<Diagnostic> {
    let scenarios = scenarios(reading, pack);
    let mut groups: BTreeMap<Vec<String>, Vec<&Scenario>> = BTreeMap::new();
    for scenario in &scenarios {
        groups.entry(scenario.setting_words(reading)).or_default().push(scenario);
    }
    let mut found = Vec::new();
    for group in groups.values() {
        let names = group.first().map(|scenario| scenario.players()).unwrap_or_default();
        let seats: Vec<String> = names.iter().map(|name| name.node.clone()).collect();
        let mut settings = Settings { seats: seats.clone(), ..Settings::default() };
        for (place, scenario) in group.iter().enumerate() {
            scenario.add_settings(&mut settings, &seats, place == 0);
        }
        match reading.open(&settings) {
            Ok(opened) => {
                found.extend(group.iter().filter_map(|scenario| scenario.begin(&opened, &names).err()));
            }
            Err(problems) => found.extend(problems),
        }
    }
    found
}

impl Scenario {
    /// Plays the scenario, with a change made on purpose where one is given.
    pub fn run(&self, reading: &Reading, mutation: Option<&Mutation>) -> Outcome {
        match self.prepare(reading, mutation) {
            Ok(mut stage) => {
                for line in &self.lines {
                    stage.line(line);
                }
                stage.all_scores_told(self.span);
                stage.end(self.span)
            }
            Err(failures) => Outcome { failures, runs: Vec::new() },
        }
    }

    /// Adds what the scenario asks, and, where it is the first of its settings, what it settles.
    fn add_settings<'s>(&'s self, settings: &mut Settings<'s>, seats: &'s [String], first: bool) {
        for line in &self.lines {
            match &line.kind {
                LineKind::Option { name, value } if first => {
                    settings.options.push((name.clone(), value.clone()))
                }
                LineKind::Variant { name } if first => settings.variants.push(name.clone()),
                LineKind::With { pack } if first => settings.guests.push(pack.node.clone()),
                LineKind::Start { name } if first => settings.start = Some(name.clone()),
                LineKind::That { expr } => settings.questions.push(Question { expr, players: seats }),
                _ => {}
            }
        }
    }

    /// The words by which two scenarios have the same settings.
    fn setting_words(&self, reading: &Reading) -> Vec<String> {
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
        lines.map(|line| reading.sources.text(line.span).trim().to_owned()).collect()
    }

    /// The names of the seats.
    fn players(&self) -> Vec<Name> {
        let named = self.lines.iter().find_map(|line| match &line.kind {
            LineKind::Players { names } => Some(names.clone()),
            _ => None,
        });
        named.unwrap_or_else(|| ["red", "blue"].map(|name| Name::new(name.to_owned(), self.span)).to_vec())
    }

    fn prepare(&self, reading: &Reading, mutation: Option<&Mutation>) -> Result<Stage, Vec<Diagnostic>> {
        let names = self.players();
        let seats: Vec<String> = names.iter().map(|name| name.node.clone()).collect();
        let mut settings = Settings { mutation, seats: seats.clone(), ..Settings::default() };
        self.add_settings(&mut settings, &seats, true);
        let opened = reading.open(&settings)?;
        let game = self.begin(&opened, &names).map_err(|failure| vec![failure])?;
        let questions = opened.compiled.questions.clone();
        Ok(Stage { seats, game, questions, asked: 0, since: 0, told: Vec::new(), failures: Vec::new() })
    }

    fn begin(&self, opened: &Opened, names: &[Name]) -> Result<Game, Diagnostic> {
        let seat_of = |name: &Name| seat(names.iter().map(|seat| seat.node.as_str()), name);
        let mut rules = opened.rules.clone();
        let mut setup = Setup {
            players: u8::try_from(names.len()).unwrap_or(u8::MAX),
            record: Record::Full,
            count_runs: true,
            ask_forced: true,
            ..Setup::default()
        };
        let mut lays: Vec<Lay> = Vec::new();
        for line in &self.lines {
            match &line.kind {
                LineKind::Pile { tiles } => {
                    let (with_pile, draws) = pile(&rules, tiles)?;
                    rules = with_pile;
                    setup.draws.extend(draws);
                }
                LineKind::Stand { piece, owner, at } => {
                    let pieces = &rules.program().declared.pieces;
                    let kind = pieces.iter().position(|kind| kind.name == piece.node);
                    let kind = kind.ok_or_else(|| {
                        unknown("piece", piece, pieces.iter().map(|kind| kind.name.as_str()))
                    })?;
                    setup.standing.push(Stand {
                        kind: u16::try_from(kind).unwrap_or(u16::MAX),
                        player: owner.as_ref().map(seat_of).transpose()?,
                        on: at.node.clone(),
                    });
                }
                LineKind::Die { name, values } => {
                    let values = values.iter().map(|value| value.node.to_string()).collect();
                    setup.draws.push((name.node.clone(), values));
                }
                LineKind::Ground => lays.extend(&rules.stock().start),
                _ => {}
            }
        }
        for line in &self.lines {
            if let LineKind::Lay { tile, x, y, turned } = &line.kind {
                lays.push(lay(&rules, &lays, tile, (*x, *y), *turned, line.span)?);
            }
        }
        if !lays.is_empty() {
            setup.start = Some(lays);
        }
        Game::new(rules, &setup).map_err(|error| {
            Diagnostic::error("scenario::setup", error.to_string()).at(self.span, "this cannot be set up")
        })
    }
}

/// A bag that holds exactly these tiles, and the order in which it gives them.
type Pile = (Arc<Rules>, Vec<(String, Vec<String>)>);

fn pile(rules: &Arc<Rules>, wanted: &[(Name, i64)]) -> Result<Pile, Diagnostic> {
    let stock = rules.stock();
    let mut names = Vec::new();
    for (tile, count) in wanted {
        let kind = kind_named(rules, tile)?;
        let name = stock.kinds.get(kind as usize).map(|kind| kind.name.clone()).unwrap_or_default();
        for _ in 0..(*count).clamp(0, 1000) {
            names.push((name.clone(), kind));
        }
    }
    // Scenarios may ask for more copies than the set holds, so the bag gets tiles of its own.
    let mut tiles = stock.tiles.clone();
    let mut bag = Vec::new();
    for (_, kind) in &names {
        bag.push(u32::try_from(tiles.len()).unwrap_or(u32::MAX));
        tiles.push(rota_game::TileInfo { kind: *kind });
    }
    let mut bags = vec![Vec::new(); stock.bags.len()];
    if let Some(first) = bags.first_mut() {
        *first = bag;
    }
    let stock = Stock { kinds: stock.kinds.clone(), tiles, bags, start: stock.start.clone() };
    let program = rules.program().clone();
    let bag_name = program.declared.bags.first().cloned().unwrap_or_default();
    let rules = Rules::new(program, rules.catalog().clone(), stock, rules.names().clone())
        .map_err(|error| Diagnostic::error("scenario::setup", error.to_string()))?;
    Ok((Arc::new(rules), vec![(bag_name, names.into_iter().map(|(name, _)| name).collect())]))
}

/// Finds a kind by its full name, or by its id alone where only one set has it.
fn kind_named(rules: &Rules, name: &Name) -> Result<u32, Diagnostic> {
    if let Some(kind) = rules.kind_named(&name.node) {
        return Ok(kind);
    }
    let tail = format!("/{}", name.node);
    let mut found = rules.stock().kinds.iter().enumerate().filter(|(_, kind)| kind.name.ends_with(&tail));
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Ok(u32::try_from(index).unwrap_or(u32::MAX)),
        (Some((_, one)), Some((_, other))) => {
            Err(Diagnostic::error("scenario::unknown", format!("several tile sets have a `{}`", name.node))
                .at(name.span, "this could be any of them")
                .help(format!("write the set as well: `{}` or `{}`", one.name, other.name)))
        }
        _ => Err(unknown("tile", name, rules.stock().kinds.iter().map(|kind| kind.name.as_str()))),
    }
}

fn lay(
    rules: &Rules,
    lays: &[Lay],
    tile: &Name,
    at: (i64, i64),
    turned: i64,
    span: Span,
) -> Result<Lay, Diagnostic> {
    let kind = kind_named(rules, tile)?;
    let in_pile: Vec<u32> = rules.stock().bags.iter().flatten().copied().collect();
    let free = |index: u32| !lays.iter().any(|lay| lay.tile == index);
    let mut copies = rules.stock().tiles.iter().enumerate().filter(|(_, info)| info.kind == kind);
    let mut copies_again = copies.clone();
    let index = |found: (usize, &rota_game::TileInfo)| u32::try_from(found.0).unwrap_or(u32::MAX);
    // A copy that the pile does not need is taken first.
    let found = copies
        .find(|(place, _)| u32::try_from(*place).is_ok_and(|place| free(place) && !in_pile.contains(&place)))
        .or_else(|| copies_again.find(|(place, _)| u32::try_from(*place).is_ok_and(free)));
    let Some(found) = found else {
        return Err(Diagnostic::error(
            "scenario::setup",
            format!("no copy of `{}` is left to be laid", tile.node),
        )
        .at(tile.span, "all copies lie already"));
    };
    let (Ok(x), Ok(y), Ok(rotation)) = (i16::try_from(at.0), i16::try_from(at.1), u8::try_from(turned))
    else {
        return Err(
            Diagnostic::error("scenario::setup", "this lies too far out").at(span, "not on the table")
        );
    };
    Ok(Lay { tile: index(found), x, y, rotation })
}

fn unknown<'a>(what: &str, name: &Name, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error("scenario::unknown", format!("there is no {what} `{}`", name.node))
        .at(name.span, "not known in this composition")
        .maybe_help(nearest(&name.node, known).map(|near| format!("did you mean `{near}`?")))
}

fn seat<'a>(mut seats: impl Iterator<Item = &'a str> + Clone, name: &Name) -> Result<u8, Diagnostic> {
    let known = seats.clone();
    let position = seats.position(|seat| seat == name.node);
    let position = position.and_then(|position| u8::try_from(position).ok());
    position.ok_or_else(|| unknown("player", name, known))
}

/// A scenario being played.
struct Stage {
    seats: Vec<String>,
    game: Game,
    questions: Vec<u32>,
    /// How many questions were asked so far.
    asked: usize,
    /// How many events there were at the last `takes`.
    since: usize,
    /// Which of the events since then were expected.
    told: Vec<usize>,
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
            LineKind::Takes { player, option } => self.takes(player, option),
            LineKind::Scores { player, points, reason, formula } => {
                self.scores(player, *points, reason.as_ref(), formula.as_ref(), span);
            }
            LineKind::NoScores => {
                if let Some(text) = self.untold().first().map(|index| self.score_text(*index)) {
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
                    self.fail(span, format!("there are {found} options"), format!("expected {count}"));
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
                let function = self.questions.get(self.asked).copied();
                self.asked += 1;
                match function.map(|function| self.game.evaluate(function)) {
                    Some(Ok(0)) | None => self.fail(span, "this does not hold", "expected to hold"),
                    Some(Ok(_)) => {}
                    Some(Err(fault)) => {
                        self.fail(span, format!("this cannot be told: {fault}"), "asked here")
                    }
                }
            }
        }
    }

    /// Whether there is an option of these words.
    fn is_offered(&self, option: &Name) -> bool {
        match self.game.decision().map(|decision| decision.matching(&option.node)) {
            Some(Ok(_) | Err(NoMatch::Several { .. })) => true,
            Some(Err(NoMatch::Nothing { .. })) | None => false,
        }
    }

    fn matching(&self, option: &Name) -> Result<rota_game::Choice, String> {
        let Some(decision) = self.game.decision() else {
            return Err(match self.game.fault() {
                Some(fault) => format!("the game stopped: {fault}"),
                None => "nothing is to be decided: the game is over".to_owned(),
            });
        };
        decision.matching(&option.node).map_err(|error| {
            let (what, offered) = match error {
                NoMatch::Nothing { offered } => ("offered", offered),
                NoMatch::Several { fitting } => ("this could be", fitting),
            };
            let more = if offered.len() > 12 { ", …" } else { "" };
            format!("{what}: {}{more}", offered.iter().take(12).cloned().collect::<Vec<_>>().join(", "))
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
            }
            Ok(_) => {}
            Err(failure) => self.failures.push(failure),
        }
        match self.matching(option) {
            Ok(choice) => {
                if let Err(refused) = self.game.choose(choice) {
                    self.fail(option.span, format!("`{}` was refused: {refused}", option.node), "taken here");
                }
            }
            Err(why) => self.fail(option.span, format!("`{}` cannot be taken", option.node), why),
        }
        if let Some(fault) = self.game.fault() {
            let (message, at) = (format!("a rule stopped: {fault}"), fault.span);
            self.failures.push(
                Diagnostic::error("scenario::fault", message)
                    .at(option.span, "taken here")
                    .at(at, "the rule stopped here"),
            );
        }
    }

    /// Scores since the last `takes` that no line expected.
    fn untold(&self) -> Vec<usize> {
        let events = self.game.history().events().iter().enumerate().skip(self.since);
        let scores = events.filter(|(_, event)| matches!(event, Event::Scored { .. }));
        scores.map(|(index, _)| index).filter(|index| !self.told.contains(index)).collect()
    }

    fn score_text(&self, index: usize) -> String {
        let Some(Event::Scored { player, points, reason, .. }) = self.game.history().events().get(index)
        else {
            return String::new();
        };
        let who = self.seats.get(usize::from(*player)).map_or("?", String::as_str);
        let reasons = &self.game.rules().program().declared.reasons;
        let reason = reasons.get(usize::from(*reason)).map_or("?", String::as_str);
        format!("{who} scored {points} as {reason} by \"{}\"", self.formula(index))
    }

    fn formula(&self, index: usize) -> String {
        match self.game.history().events().get(index) {
            Some(Event::Scored { note: Some(note), .. }) => self.game.formula(*note),
            _ => String::new(),
        }
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
        let reasons = self.game.rules().program().declared.reasons.clone();
        let untold = self.untold();
        let fits = |index: &&usize| {
            let Some(Event::Scored { player, points: got, reason: why, .. }) =
                self.game.history().events().get(**index)
            else {
                return false;
            };
            *player == seat
                && *got == points
                && reason.is_none_or(|name| reasons.get(usize::from(*why)) == Some(&name.node))
                && formula.is_none_or(|text| self.formula(**index) == text.node)
        };
        match untold.iter().find(fits).copied() {
            Some(index) => self.told.push(index),
            None => {
                let found: Vec<String> = untold.iter().map(|index| self.score_text(*index)).collect();
                let found = if found.is_empty() { "nobody scored".to_owned() } else { found.join("; ") };
                self.fail(span, found, format!("expected {} to score {points}", player.node));
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

    fn end(self, span: Span) -> Outcome {
        let mut failures = self.failures;
        if let Some(fault) = self.game.fault()
            && failures.is_empty()
        {
            failures.push(
                Diagnostic::error("scenario::fault", format!("a rule stopped: {fault}"))
                    .at(span, "in this scenario")
                    .at(fault.span, "the rule stopped here"),
            );
        }
        let functions = &self.game.rules().program().functions;
        let runs = functions.iter().zip(self.game.history().runs()).filter(|(function, _)| function.counted);
        let runs = runs.map(|(function, runs)| (function.name.clone(), *runs)).collect();
        Outcome { failures, runs }
    }
}
