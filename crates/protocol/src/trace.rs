//! The rules that ran in a move.

use std::collections::BTreeMap;

use rota::{Clock, CompiledGame, Diagnostic, Event, LoggedCall, Narrator, Save, Session, Sources};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::Refusal;
use crate::replay::moves_of;
use crate::table::Table;

/// A move and the rules that ran in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Traced {
    /// The number of the move; 0 is what comes before the first.
    pub r#move: usize,
    /// Who made it.
    pub player: Option<String>,
    /// What was chosen.
    pub choice: Option<String>,
    /// The rules that ran, in order.
    pub calls: Vec<Call>,
    /// The lines that ran, by file and number.
    pub lines: Vec<LineCost>,
}

/// A rule that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Call {
    /// What it is called.
    pub rule: String,
    /// The pack that declares it; nothing for what only joins the steps of packs.
    pub pack: Option<String>,
    /// The file.
    pub file: Option<String>,
    /// The line of its declaration.
    pub line: Option<usize>,
    /// How many others it ran within.
    pub depth: usize,
    /// Whether it had been waiting for an answer.
    pub resumed: bool,
    /// How many operations of its own it ran.
    pub ops: u64,
    /// Nanoseconds in these; 0 where there is no clock.
    pub nanoseconds: u64,
    /// What it asked and got, and what it gave, in words.
    pub happened: Vec<String>,
}

/// A line and how often it ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineCost {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// How many operations of it ran.
    pub ops: u64,
}

impl Table {
    /// Tells which rules ran in a move, the last one where none is named; `clock` tells what time they took.
    ///
    /// Errors: there was no such move.
    pub(crate) fn trace(&self, number: Option<usize>, clock: Clock) -> Result<Traced, Refusal> {
        let save = self.session().save();
        let number = number.unwrap_or(save.moves());
        if number > save.moves() {
            let message = format!("there is no move {number} in this game");
            let help = format!("it has {}; 0 is what comes before the first", save.moves());
            return Err(Diagnostic::error("protocol::request", message).help(help).into());
        }
        let counted = self.counted()?;
        let decided = number.checked_sub(1).and_then(|before| moves_of(&save).nth(before));
        let mut session = again(&save, counted, number.saturating_sub(1), clock)?;
        let mut before = vec![0; ops(&session).len()];
        if let Some(decided) = decided {
            before = ops(&session).to_vec();
            session.begin_call_log();
            session.repeat(decided);
        }
        let calls = session.end_call_log();
        let told = Teller { session: &session, counted, sources: &counted.sources };
        let calls = calls.into_iter().map(|call| self.call(&told, call));
        let lines = told.lines(&before);
        Ok(Traced {
            r#move: number,
            player: decided.map(|decided| decided.who.clone()),
            choice: decided.map(|decided| decided.choice.clone()),
            calls: calls.collect(),
            lines,
        })
    }

    /// The moves in which something of a line ran, the latest first; 0 is what comes before the first.
    pub(crate) fn used(&self, file: &str, line: usize) -> Result<Vec<usize>, Refusal> {
        let (save, counted) = (self.session().save(), self.counted()?);
        let program = counted.rules.program();
        let is_there = |pc: &usize| {
            let place = counted.sources.place(program.span(*pc as u32).start);
            place.is_some_and(|place| *place.file == *file && place.line == line)
        };
        let places: Vec<usize> = (0..program.ops.len()).filter(is_there).collect();
        let mut session = again(&save, counted, 0, || 0)?;
        let ran = |session: &Session| -> u64 { places.iter().filter_map(|pc| ops(session).get(*pc)).sum() };
        let mut before = 0;
        let mut used = Vec::new();
        let mut note = |session: &Session, number: usize| {
            let now = ran(session);
            used.extend((now > before).then_some(number));
            before = now;
        };
        note(&session, 0);
        for (number, decided) in (1..).zip(moves_of(&save)) {
            if !session.repeat(decided) {
                break;
            }
            note(&session, number);
        }
        used.reverse();
        Ok(used)
    }

    fn counted(&self) -> Result<&CompiledGame, Refusal> {
        let why = "it cannot be told which rules run here";
        self.composed().counted().ok_or_else(|| Diagnostic::error("protocol::request", why).into())
    }

    fn call(&self, told: &Teller<'_>, call: LoggedCall) -> Call {
        let function = told.counted.rules.program().functions.get(call.function as usize);
        let span = function.map(|function| function.span).unwrap_or_default();
        let pack = self.composed().packs.pack_at(span).map(|(pack, _)| pack.to_owned());
        let place = pack.as_ref().and_then(|_| told.sources.place(span.start));
        Call {
            rule: function.map(|function| function.name.clone()).unwrap_or_default(),
            pack,
            file: place.as_ref().map(|place| place.file.to_string()),
            line: place.map(|place| place.line),
            depth: call.depth,
            resumed: call.resumed,
            ops: call.ops,
            nanoseconds: call.own,
            happened: call.events.iter().filter_map(|event| told.event(*event)).collect(),
        }
    }
}

/// The game up to a move, which it is known to hold to, with what ran so far.
fn again(save: &Save, counted: &CompiledGame, moves: usize, clock: Clock) -> Result<Session, Refusal> {
    Ok(Session::replay_as_far(save, counted, moves, Some(clock))?.0)
}

/// How often each operation ran.
fn ops(session: &Session) -> &[u64] {
    session.game().profile().map_or(&[], |profile| profile.ops())
}

/// Puts what ran into words.
struct Teller<'t> {
    session: &'t Session,
    counted: &'t CompiledGame,
    sources: &'t Sources,
}

impl Teller<'_> {
    /// The line that tells an event; with a decision, what was asked.
    fn event(&self, number: usize) -> Option<String> {
        let game = self.session.game();
        let event = game.history().events().get(number)?;
        let name = |seat: usize| game.rules().seat(seat);
        if let Event::Decided { choice, who, words, .. } = event {
            let asked = game.rules().program().choices.get(*choice as usize)?;
            let (who, got) = (name(usize::from(*who)), game.history().text(*words));
            return Some(format!("{who} is asked: {} → {got}", asked.prompt));
        }
        Narrator { game, sources: self.sources, name: &name, told_to: None }.tell(event, false)
    }

    /// The lines of which something ran that had not run before.
    fn lines(&self, before: &[u64]) -> Vec<LineCost> {
        let program = self.counted.rules.program();
        let mut lines: BTreeMap<(String, usize), u64> = BTreeMap::new();
        for (pc, (now, before)) in ops(self.session).iter().zip(before).enumerate() {
            let ran = now.saturating_sub(*before);
            let place = (ran > 0).then(|| self.sources.place(program.span(pc as u32).start)).flatten();
            if let Some(place) = place {
                *lines.entry((place.file.to_string(), place.line)).or_default() += ran;
            }
        }
        lines.into_iter().map(|((file, line), ops)| LineCost { file, line, ops }).collect()
    }
}
