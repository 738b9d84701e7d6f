//! A game that several seats look at, each with its own eyes.

use std::sync::{Arc, OnceLock};

use rota::{
    CannotUndo, Choice, CompiledGame, Decision, Diagnostic, Event, Game, Greedy, Head, LoadedPacks, OptLevel,
    Player, Save, Session, Settings, SourceFile, Think, Uniform, VisibleEvent,
};
use rota_picture::{Drawings, drawings};
use rota_source::{did_you_mean, joined};

use crate::answer::{Answer, Answered};
use crate::considered::{ConsideredView, Considering, considered};
use crate::feature::{feature, segment_at};
use crate::log::told_anew;
use crate::problem::Refusal;
use crate::request::{Letter, Program, WISHES, Wish};
use crate::thing::Looker;
use crate::view::{Since, TableView, view};
use crate::why::Explainer;

/// How many times a program that thinks plays on at most.
const MOST_PLAYOUTS: u32 = 100_000;

/// What games are played with: packs, and what they were compiled with.
#[derive(Debug)]
pub struct PlayedPacks {
    /// The packs.
    pub packs: LoadedPacks,
    /// Their variants, options and start, and the seats.
    pub settings: Settings,
    /// The packs, compiled with these settings.
    pub compiled: CompiledGame,
    /// What the table is drawn with, once somebody has asked for it.
    drawings: OnceLock<Drawings>,
    /// The same, written to be counted, once somebody has asked which rules ran.
    counted: OnceLock<Option<CompiledGame>>,
}

impl PlayedPacks {
    /// Packs that were compiled with these settings.
    #[must_use]
    pub fn new(packs: LoadedPacks, settings: Settings, compiled: CompiledGame) -> PlayedPacks {
        PlayedPacks { packs, settings, compiled, drawings: OnceLock::new(), counted: OnceLock::new() }
    }

    /// The same, written so that it can be told which rules run.
    pub(crate) fn counted(&self) -> Option<&CompiledGame> {
        let compile = || self.packs.compile(&self.settings.clone().opt_level(OptLevel::None)).ok();
        self.counted.get_or_init(compile).as_ref()
    }

    /// What a table is drawn with; `game` is any that is played with these.
    fn drawings(&self, game: &Game) -> &Drawings {
        self.drawings.get_or_init(|| drawings(game, &self.compiled.compiled.vocabulary))
    }
}

/// A game in play, and what it is played with: several tables may share that.
///
/// A seat is told nothing that it may not know: two games that differ only in that are answered alike, to the byte.
#[derive(Debug)]
pub struct Table {
    session: Session,
    composed: Arc<PlayedPacks>,
    /// For every change, by its number: how much of what was known then still holds.
    known: Vec<Since>,
    /// The game with all moves that were made before it was played again in part.
    remembered: Option<Save>,
}

impl Table {
    /// Begins a game. The settings are those of the head.
    ///
    /// # Errors
    /// The packs do not allow so many players.
    pub fn begin(head: Head, composed: Arc<PlayedPacks>) -> Result<Table, Refusal> {
        let session = Session::begin(head, &composed.compiled)
            .map_err(|error| Diagnostic::error("protocol::request", error.to_string()))?;
        Ok(Table::of(session, composed))
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// The first entry of the save that does not hold with these packs.
    pub fn resume(save: &Save, composed: Arc<PlayedPacks>) -> Result<Table, Refusal> {
        let session = Session::resume(save, &composed.compiled)?;
        Ok(Table::of(session, composed))
    }

    fn of(session: Session, composed: Arc<PlayedPacks>) -> Table {
        let known = vec![stands(session.game())];
        Table { session, composed, known, remembered: None }
    }

    /// The game, for whoever keeps the table.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What it is played with.
    #[must_use]
    pub fn composed(&self) -> &Arc<PlayedPacks> {
        &self.composed
    }

    /// Says that the packs are what they are now, for a game that goes on with other ones than it was saved with.
    pub(crate) fn repin(&mut self) {
        self.session.repin(self.composed.packs.pins());
    }

    /// The game with all moves that are remembered.
    pub(crate) fn remembered(&self) -> Save {
        self.remembered.clone().unwrap_or_else(|| self.session.save())
    }

    /// Goes on with another game, of which nothing that was told before holds; more moves are remembered.
    pub(crate) fn replace(&mut self, session: Session, composed: Arc<PlayedPacks>, remembered: Option<Save>) {
        (self.session, self.composed, self.remembered) = (session, composed, remembered);
        self.repin();
        self.known.fill(Since::default());
        self.known.push(stands(self.session.game()));
    }

    /// The seat that is to decide; nothing where the game is over.
    #[must_use]
    pub fn asked(&self) -> Option<u8> {
        self.session.game().decision().and_then(|decision| u8::try_from(decision.who()).ok())
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.session.game().is_over()
    }

    /// The seat of a name.
    ///
    /// # Errors
    /// Nobody at the table is called so.
    pub fn seat(&self, name: &str) -> Result<u8, Refusal> {
        let names: Vec<&str> = self.session.head().players.iter().map(|seat| seat.name.as_str()).collect();
        let seat = names.iter().position(|known| *known == name).and_then(|seat| u8::try_from(seat).ok());
        seat.ok_or_else(|| {
            let help =
                did_you_mean(name, &names).unwrap_or_else(|| format!("at the table are {}", joined(&names)));
            let message = format!("nobody at the table is called `{name}`");
            Diagnostic::error("protocol::no-seat", message).help(help).into()
        })
    }

    /// Counts every change.
    #[must_use]
    pub fn at(&self) -> u32 {
        u32::try_from(self.known.len() - 1).unwrap_or(u32::MAX)
    }

    /// Answers a request of somebody at the table: `who` is the seat, or nothing for an onlooker. This is the door for
    /// whoever knows by other means who asks; all that can be asked here is a [`Wish`].
    ///
    /// # Errors
    /// All that is wrong with it; nothing has changed then.
    pub fn answer(&mut self, who: Option<u8>, wish: &Wish) -> Result<Answer, Refusal> {
        let before = self.at();
        match wish {
            Wish::View { since } => return Ok(Answer::View(Box::new(self.view(who, *since)?))),
            Wish::Why { player } => {
                let only = player.as_deref().map(|player| self.seat(player)).transpose()?;
                let PlayedPacks { packs, settings, .. } = &*self.composed;
                let explainer = Explainer { game: self.session.game(), packs, settings };
                return Ok(Answer::Why { scores: explainer.why(who, only.map(usize::from)) });
            }
            Wish::Feature { place } => {
                let looker = Looker { game: self.session.game(), who };
                let segment = segment_at(looker, place).ok_or_else(|| {
                    let message = "no segment lies at this place";
                    Diagnostic::error("protocol::request", message)
                        .help("a feature is named by one of its segments")
                })?;
                return Ok(Answer::Feature(feature(looker, segment)));
            }
            Wish::Read { file } => return self.read(file),
            Wish::Drawings {} => {
                let drawings = self.composed.drawings(self.session.game());
                return Ok(Answer::Drawings(Box::new(drawings.clone())));
            }
            Wish::Choose { words, at } => {
                self.check(*at)?;
                self.choose(who, words)?;
            }
            Wish::Undo { at } => {
                self.check(*at)?;
                self.undo(who)?;
            }
            Wish::Redo { at } => {
                self.check(*at)?;
                self.redo(who)?;
            }
        }
        Ok(Answer::View(Box::new(self.view(who, Some(before))?)))
    }

    /// Lets a program decide for whose turn it is; one that thinks plays on so many times.
    ///
    /// # Errors
    /// Nothing waits to be decided.
    pub fn play(&mut self, by: Program, playouts: Option<u32>) -> Result<Answer, Refusal> {
        let (game, before) = (self.session.game(), self.at());
        if game.decision().is_none() {
            return Err(nothing_waits());
        }
        let seed = self.session.seed_of_move();
        let choice = match by {
            Program::Uniform => Uniform::new(seed).decide(game),
            Program::Greedy => Greedy::new(seed).decide(game),
            Program::Think => self.think(playouts).decide(game),
        };
        self.take(choice)?;
        Ok(Answer::View(Box::new(self.view(None, Some(before))?)))
    }

    /// What a program that thinks considers for whose turn it is, where it plays on so many times.
    ///
    /// # Errors
    /// Nothing waits to be decided.
    pub fn consider(&self, playouts: Option<u32>) -> Result<ConsideredView, Refusal> {
        considered(self.session.game(), &mut self.think(playouts), || true)
    }

    /// What a seat may have considered of the decision that waits for it. That is done on a copy, so that nobody at the
    /// table waits for it.
    ///
    /// # Errors
    /// The seat is not asked, or the table no longer is at this change.
    pub fn to_consider(&self, who: Option<u8>, at: Option<u32>) -> Result<Considering, Refusal> {
        self.check(at)?;
        self.decision_of(who)?;
        Ok(Considering { game: self.session.game().fork(), think: self.think(None) })
    }

    fn think(&self, playouts: Option<u32>) -> Think {
        let playouts = playouts.unwrap_or(Think::PLAYOUTS).clamp(1, MOST_PLAYOUTS);
        Think::new(playouts, self.session.seed_of_move())
    }

    /// Answers a line of JSON of somebody at the table by a line of JSON: for whoever knows by other means who asks, such
    /// as a server. All that can be asked here is a [`Wish`], without `table` and `seat`.
    pub fn answer_line(&mut self, who: Option<u8>, line: impl AsRef<[u8]>) -> String {
        let (id, answer) = match Letter::read(line.as_ref()) {
            Ok(mut letter) => (letter.id.take(), self.answer_letter(who, letter)),
            Err(refusal) => (None, Err(refusal)),
        };
        Answered { id, table: None, answer: answer.unwrap_or_else(Answer::from) }.line()
    }

    /// Answers a request of somebody at the table as it came.
    pub(crate) fn answer_letter(&mut self, who: Option<u8>, letter: Letter) -> Result<Answer, Refusal> {
        let asked = letter.asks(&WISHES)?;
        self.answer(who, &letter.open(asked)?)
    }

    /// The text of this name that the game is played by.
    fn read(&self, file: &str) -> Result<Answer, Refusal> {
        let PlayedPacks { packs, .. } = &*self.composed;
        let texts: Vec<&SourceFile> =
            packs.files.iter().flatten().chain(packs.sets.iter().map(|(_, file)| file)).collect();
        let found = texts.iter().find(|text| &*text.name == file).ok_or_else(|| {
            let help = did_you_mean(file, texts.iter().map(|text| &*text.name));
            let message = format!("nothing here is played by a text called `{file}`");
            Diagnostic::error("protocol::no-text", message).maybe_help(help)
        })?;
        Ok(Answer::Text { file: file.to_owned(), text: found.text.to_string() })
    }

    /// What a seat may see, or an onlooker: all of it, or what is new since a change.
    ///
    /// # Errors
    /// There was no such change yet.
    pub fn view(&self, who: Option<u8>, since: Option<u32>) -> Result<TableView, Refusal> {
        let since = match since {
            None => Since::default(),
            Some(since) => self.known.get(since as usize).copied().ok_or_else(|| {
                let message =
                    format!("there was no change {since} at this table, the last one is {}", self.at());
                Diagnostic::error("protocol::stale", message).help("ask for all of the view, without `since`")
            })?,
        };
        let seen = view(self.session.game(), &self.composed.compiled.sources, who, since);
        let own = |name: &str| seen.seat.as_deref() == Some(name);
        let may_undo = self.session.undoable().next().is_some_and(|decided| own(&decided.who));
        let may_redo = self.session.redoable().is_some_and(|decided| own(&decided.who));
        Ok(TableView { at: self.at(), may_undo, may_redo, ..seen })
    }

    /// Refuses what was asked of a table as it no longer stands.
    ///
    /// # Errors
    /// The table is at another change.
    pub fn check(&self, at: Option<u32>) -> Result<(), Refusal> {
        if at.is_none_or(|at| at == self.at()) {
            return Ok(());
        }
        let message = format!("the table is at change {}, and not where this was asked", self.at());
        Err(Diagnostic::error("protocol::stale", message).help("look again, and then choose").into())
    }

    /// The name of a seat that may do something.
    fn own(&self, who: Option<u8>) -> Result<String, Refusal> {
        let message = "an onlooker only looks";
        who.map(|seat| self.session.game().rules().seat(usize::from(seat))).ok_or_else(|| {
            Diagnostic::error("protocol::not-asked", message).help("say in `seat` who does it").into()
        })
    }

    /// The decision that waits for a seat.
    fn decision_of(&self, who: Option<u8>) -> Result<Decision<'_>, Refusal> {
        let own = self.own(who)?;
        let game = self.session.game();
        let decision = game.decision().ok_or_else(nothing_waits)?;
        if Some(decision.who()) != who.map(usize::from) {
            let message = format!("`{own}` is not asked, `{}` is", game.rules().seat(decision.who()));
            return Err(Diagnostic::error("protocol::not-asked", message).into());
        }
        Ok(decision)
    }

    fn choose(&mut self, who: Option<u8>, words: &str) -> Result<(), Refusal> {
        let choice: Choice = self.decision_of(who)?.matching(words).map_err(|error| {
            let message = format!("`{words}` says not which option is meant");
            Diagnostic::error("protocol::no-option", message).help(error.to_string())
        })?;
        self.take(choice)
    }

    fn take(&mut self, choice: Choice) -> Result<(), Refusal> {
        let events = self.session.game().history().events().len();
        self.session
            .choose(choice)
            .map_err(|refused| Diagnostic::error("protocol::no-option", refused.to_string()))?;
        let from = told_anew(self.session.game(), events);
        self.changed(from);
        Ok(())
    }

    fn undo(&mut self, who: Option<u8>) -> Result<(), Refusal> {
        let own = self.own(who)?;
        match self.session.undoable().next() {
            None => return Err(self.stays(who)),
            Some(last) if last.who != own => return Err(not_own(&last.who)),
            Some(_) => {}
        }
        self.session.undo().map_err(|_| self.stays(who))?;
        self.changed(usize::MAX);
        Ok(())
    }

    fn redo(&mut self, who: Option<u8>) -> Result<(), Refusal> {
        let own = self.own(who)?;
        let nothing =
            || Diagnostic::error("protocol::not-back", "nothing was taken back that can be made again");
        let next = self.session.redoable().ok_or_else(nothing)?;
        if next.who != own {
            return Err(not_own(&next.who));
        }
        let events = self.session.game().history().events().len();
        if !self.session.redo() {
            return Err(nothing().into());
        }
        let from = told_anew(self.session.game(), events);
        self.changed(from);
        Ok(())
    }

    /// Why no move can be taken back, told without what this seat may not know.
    fn stays(&self, who: Option<u8>) -> Refusal {
        let barrier = self.session.barrier();
        let why = match &barrier {
            CannotUndo::Revealed(chance) if self.is_hidden(who) => {
                format!("something came out of {} since then, and what was seen stays seen", chance.source)
            }
            // What went wrong in the engine may name what is hidden.
            CannotUndo::Diverged(_) => "the game cannot be played again up to there".to_owned(),
            CannotUndo::Nothing | CannotUndo::Revealed(_) | CannotUndo::Shown | _ => barrier.to_string(),
        };
        Diagnostic::error("protocol::not-back", format!("the last move stays: {why}")).into()
    }

    /// Whether what chance gave last is not shown to a seat.
    fn is_hidden(&self, who: Option<u8>) -> bool {
        let game = self.session.game();
        let is_chance =
            |event: &Event| matches!(event, Event::Drawn { number: Some(_), .. } | Event::Rolled { .. });
        let last = game.history().events().iter().rposition(is_chance);
        let seen = last.and_then(|last| game.seen_by(who).events().nth(last));
        !matches!(seen, Some(VisibleEvent::Event(_)))
    }

    /// Notes a change; of what was known before, events from one on no longer hold as they were told.
    fn changed(&mut self, from: usize) {
        self.remembered = None;
        let now = stands(self.session.game());
        for known in &mut self.known {
            known.events = known.events.min(from).min(now.events);
            known.tiles = known.tiles.min(now.tiles);
        }
        self.known.push(now);
    }
}

/// How much there is to know of a game.
fn stands(game: &Game) -> Since {
    Since { tiles: game.position().board().tiles().len(), events: game.history().events().len() }
}

pub(crate) fn nothing_waits() -> Refusal {
    Diagnostic::error("protocol::not-asked", "nothing waits to be decided: the game is over").into()
}

fn not_own(other: &str) -> Refusal {
    let message = format!("the move is `{other}`'s");
    Diagnostic::error("protocol::not-back", message).help("a move is taken back by who made it").into()
}
