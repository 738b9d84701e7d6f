//! Lines in, lines out: tables and texts for whoever keeps both.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use rota::{
    Clock, Composition, Diagnostic, Head, Library, LoadedPacks, PackChoice, PackSource, Save, Settings,
    Severity, Span, Spanned, Text,
};
use rota_ide::Owner;
use rota_source::joined;

use crate::answer::{Answer, Answered, Choosable, OpenedTable};
use crate::problem::{Problem, Refusal};
use crate::replay::Replayed;
use crate::request::{LONGEST_LINE, Letter, Open, REQUESTS, Request, VERSION, WISHES};
use crate::scenario::{laid, whole};
use crate::shelf::{ShelfView, shelf};
use crate::table::{PlayedPacks, Table};
use crate::texts::Texts;

/// The most tables that are kept at once.
pub const MOST_TABLES: usize = 1000;

/// Tables, and the texts that games are opened from.
///
/// The same requests are answered alike, to the byte.
pub struct Engine<S> {
    texts: Texts<S>,
    /// What was read for games so far: a text that is the same is not parsed again.
    library: Library,
    tables: BTreeMap<u32, Table>,
    /// The number of the next table.
    next: u32,
    /// What games were opened with that somebody still plays.
    played: Vec<Weak<PlayedPacks>>,
    /// By what it is told how long rules took.
    clock: Clock,
}

impl<S: PackSource> Engine<S> {
    /// Begins without tables. Packs are taken from the shelf.
    pub fn new(shelf: S) -> Engine<S> {
        Engine {
            texts: Texts::new(shelf),
            library: Library::default(),
            tables: BTreeMap::new(),
            next: 1,
            played: Vec::new(),
            clock: || 0,
        }
    }

    /// Takes packs from another shelf from now on, or from the same one with what is new there.
    pub fn set_shelf(&mut self, shelf: S) {
        self.texts.set_shelf(shelf);
        self.library.refresh();
    }

    /// Tells from now on how long rules took: what is told then differs from one time to the other.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// A table by its number.
    #[must_use]
    pub fn table(&self, number: u32) -> Option<&Table> {
        self.tables.get(&number)
    }

    /// A table by its number, to play at.
    pub fn table_mut(&mut self, number: u32) -> Option<&mut Table> {
        self.tables.get_mut(&number)
    }

    /// Answers a line of JSON by a line of JSON, without the end of the line.
    pub fn answer_line(&mut self, line: impl AsRef<[u8]>) -> String {
        let answered = match Letter::read(line.as_ref()) {
            Ok(letter) => self.answer_letter(letter),
            Err(refusal) => Answered { id: None, table: None, answer: refusal.into() },
        };
        answered.line()
    }

    /// What there is to play: all that is published, or the packs that are named.
    #[must_use]
    pub fn shelf(&self, packs: &[String]) -> ShelfView {
        shelf(&self.texts.world(), packs)
    }

    fn answer_letter(&mut self, mut letter: Letter) -> Answered {
        let id = letter.id.take();
        let (table, answer) = match letter.take::<u32>("table") {
            Ok(table) => {
                let mut told = table;
                let answer = self.answer_at(&mut told, letter);
                (told, answer)
            }
            Err(refusal) => (None, Err(refusal)),
        };
        Answered { id, table, answer: answer.unwrap_or_else(Answer::from) }
    }

    fn answer_at(&mut self, table: &mut Option<u32>, mut letter: Letter) -> Result<Answer, Refusal> {
        let known: Vec<&'static str> = REQUESTS.into_iter().chain(WISHES).collect();
        let asked = letter.asks(&known)?;
        if WISHES.contains(&asked) {
            let seat: Option<String> = letter.take("seat")?;
            let table = self.sat_at(*table)?;
            let who = seat.map(|seat| table.seat(&seat)).transpose()?;
            return table.answer_letter(who, letter);
        }
        self.answer(table, letter.open(asked)?)
    }

    /// Answers whoever keeps texts and tables. `table` is the one that it is about; a new one is told there.
    ///
    /// # Errors
    /// All that is wrong with it; nothing has changed then.
    pub fn answer(&mut self, table: &mut Option<u32>, request: Request) -> Result<Answer, Refusal> {
        match request {
            Request::Hello { version: VERSION } => Ok(Answer::Hello {
                version: VERSION,
                program: format!("rota {}", env!("CARGO_PKG_VERSION")),
                longest_line: LONGEST_LINE,
                most_tables: MOST_TABLES,
            }),
            Request::Hello { version } => {
                let message = format!("version {version} of the protocol is not spoken here");
                let help = format!("version {VERSION} is");
                Err(Diagnostic::error("protocol::version", message).help(help).into())
            }
            Request::Shelf { packs } => Ok(Answer::Shelf(Box::new(self.shelf(&packs)))),
            Request::Open(open) => {
                let begun = self.begin(&open)?;
                self.keep(begun, table)
            }
            Request::Resume { save, accept_changes } => {
                let resumed = self.resume(&save, accept_changes)?;
                self.keep(resumed, table)
            }
            Request::Put { file, text, pack, set } => {
                let owner = match (pack, set) {
                    (Some(pack), Some(set)) => Owner::PackTiles(pack, set),
                    (Some(pack), None) => Owner::Rules(pack),
                    (None, Some(set)) => Owner::Tiles(set),
                    (None, None) => Owner::Other,
                };
                self.texts.put(file, text, owner).map(|()| Answer::Done)
            }
            Request::Take { file } => self.texts.take(&file).map(|()| Answer::Done),
            Request::Check { pack } => Ok(Answer::Checked { problems: self.texts.check(&pack) }),
            Request::Scenarios { pack } => {
                self.texts.scenarios(&pack).map(|scenarios| Answer::Scenarios { scenarios })
            }
            Request::Run { pack, scenario } => {
                let ran = self.texts.run(&pack, scenario.as_deref());
                ran.map(|scenarios| Answer::Ran { scenarios })
            }
            Request::Step { pack, scenario, way, lines, player, drawings } => {
                let stepped = self.texts.step(&pack, &scenario, (way, lines), player.as_deref(), drawings);
                stepped.map(|stepped| Answer::Stepped(Box::new(stepped)))
            }
            Request::Tiles { pack } => self.texts.tiles(&pack).map(|tiles| Answer::Tiles(Box::new(tiles))),
            Request::Complete { file, at } => {
                self.texts.complete(&file, at).map(|items| Answer::Completions { items })
            }
            Request::Hover { file, at } => self.texts.hover(&file, at).map(Answer::Hovered),
            Request::Definition { file, at } => {
                self.texts.definition(&file, at).map(|places| Answer::Defined { places })
            }
            Request::Format { file } => self.texts.format(&file).map(|text| Answer::Formatted { text }),
            Request::Scenario { title, moves, pack } => self.scenario(*table, &title, moves, pack),
            Request::Replay { moves } => self.replay(*table, moves).map(Answer::Replayed),
            Request::Trace { r#move } => {
                let clock = self.clock;
                self.sat_at(*table)?.trace(r#move, clock).map(Answer::Traced)
            }
            Request::Used { file, line } => {
                self.sat_at(*table)?.used(&file, line).map(|moves| Answer::Used { moves })
            }
            Request::Play { by, playouts } => self.sat_at(*table)?.play(by, playouts),
            Request::Consider { playouts } => self.sat_at(*table)?.consider(playouts).map(Answer::Considered),
            Request::Save {} => {
                let save = self.sat_at(*table)?.session().save().to_text();
                Ok(Answer::Saved { save })
            }
            Request::Close {} => {
                self.sat_at(*table)?;
                table.map(|table| self.tables.remove(&table));
                Ok(Answer::Done)
            }
        }
    }

    /// Begins a game at a table that whoever asked keeps, and tells what is played there.
    ///
    /// # Errors
    /// All that is wrong with packs, settings and players.
    pub fn begin(&mut self, open: &Open) -> Result<(Table, OpenedTable), Refusal> {
        let (packs, composition) = self.compose(open)?;
        let settings = settings(open, composition.settings())?;
        let names: Vec<&str> = composition.packs.iter().map(|choice| choice.pack.as_str()).collect();
        let head = Head::new(&names, &packs, &settings, open.seed);
        let played = self.played(packs, settings)?;
        let warnings = Problem::all(&played.compiled.diagnostics, &played.compiled.sources);
        let begun = Table::begin(head, played)?;
        let opened = opened(&begun, warnings);
        Ok((begun, opened))
    }

    /// What a game is played with: where another one is played with the same, they share it.
    fn played(&mut self, packs: LoadedPacks, settings: Settings) -> Result<Arc<PlayedPacks>, Refusal> {
        self.played.retain(|played| played.strong_count() > 0);
        let pins = packs.pins();
        let mut known = self.played.iter().filter_map(Weak::upgrade);
        let same = known.find(|played| played.settings == settings && played.packs.pins() == pins);
        if let Some(same) = same {
            return Ok(same);
        }
        let compiled = packs.compile(&settings)?;
        let played = Arc::new(PlayedPacks::new(packs, settings, compiled));
        self.played.push(Arc::downgrade(&played));
        Ok(played)
    }

    /// Loads the packs of a game: those that are named, beside those of a composition file where there is one.
    fn compose(&mut self, open: &Open) -> Result<(LoadedPacks, Composition), Refusal> {
        self.library.refresh();
        let outside = |name: &String| Spanned::new(name.clone(), Span::default());
        let named = open.packs.iter().map(|name| PackChoice { pack: outside(name), variants: Vec::new() });
        if let Some(text) = &open.composition {
            let text = Text { name: "composition".to_owned(), text: text.clone() };
            return Ok(self.library.compose_with(&self.texts.world(), text, named.collect()));
        }
        let mut composition = Composition::default();
        named.for_each(|choice| composition.add(choice));
        if composition.packs.is_empty() {
            let message = "the request names no packs and has no composition";
            return Err(Diagnostic::error("protocol::request", message).into());
        }
        Ok((self.library.load(&self.texts.world(), &open.packs), composition))
    }

    /// Goes on with a saved game at a table that whoever asked keeps, and tells what is played there.
    ///
    /// # Errors
    /// What of the save or of its packs does not hold; that packs have changed, unless that is accepted.
    pub fn resume(&mut self, text: &str, accept_changes: bool) -> Result<(Table, OpenedTable), Refusal> {
        let save = Save::parse("save", text)?;
        self.library.refresh();
        let packs = self.library.load(&self.texts.world(), &save.head.packs);
        let changes = save.changes(&packs.pins());
        if !changes.is_empty() && !accept_changes {
            let help = "take the packs of then, or play with those of now: `\"accept_changes\": true`";
            let changes: Vec<Diagnostic> = changes.into_iter().map(|change| change.help(help)).collect();
            return Err(Refusal { problems: Problem::all(&changes, save.sources()) });
        }
        let played = self.played(packs, save.head.settings())?;
        let changes = changes.into_iter().map(|change| change.with_severity(Severity::Warning));
        let mut warnings = Problem::all(&changes.collect::<Vec<_>>(), save.sources());
        warnings.extend(Problem::all(&played.compiled.diagnostics, &played.compiled.sources));
        let mut resumed = Table::resume(&save, played)?;
        if accept_changes {
            resumed.repin();
        }
        let opened = opened(&resumed, warnings);
        Ok((resumed, opened))
    }

    /// Plays the game at a table again by the texts as they are now.
    fn replay(&mut self, table: Option<u32>, moves: Option<usize>) -> Result<Replayed, Refusal> {
        let save = self.sat_at(table)?.remembered();
        self.library.refresh();
        let packs = self.library.load(&self.texts.world(), &save.head.packs);
        let played = self.played(packs, save.head.settings())?;
        self.sat_at(table)?.replay(save, played, moves)
    }

    /// The game at a table as a scenario of a pack: with the position laid out where that comes to the same.
    fn scenario(
        &mut self,
        number: Option<u32>,
        title: &str,
        moves: Option<usize>,
        pack: Option<String>,
    ) -> Result<Answer, Refusal> {
        let table = self.sat_at(number)?;
        let (save, played) = (table.session().save(), Arc::clone(table.composed()));
        let pack = pack.or_else(|| save.head.packs.first().cloned()).unwrap_or_default();
        let own = self.library.load(&self.texts.world(), [&pack]);
        let is_guest = |name: &&String| !own.packs.iter().any(|known| known.name == **name);
        let guests: Vec<String> = save.head.packs.iter().filter(is_guest).cloned().collect();
        let text = match moves {
            Some(moves) => laid(&save, &played, title, moves, &guests)?,
            None => None,
        };
        if let Some(text) = text.filter(|text| self.texts.holds(&pack, text)) {
            return Ok(Answer::Scenario { text, laid: true });
        }
        let text = whole(self.sat_at(number)?.session(), title, &guests)?;
        Ok(Answer::Scenario { text, laid: false })
    }

    /// Keeps a table under a new number.
    fn keep(
        &mut self,
        (begun, opened): (Table, OpenedTable),
        table: &mut Option<u32>,
    ) -> Result<Answer, Refusal> {
        if self.tables.len() >= MOST_TABLES {
            let message = format!("there are {MOST_TABLES} tables, and there is no room for more");
            return Err(Diagnostic::error("protocol::too-many", message).help("`close` one").into());
        }
        *table = Some(self.next);
        self.tables.insert(self.next, begun);
        self.next += 1;
        Ok(Answer::Opened(Box::new(opened)))
    }

    fn sat_at(&mut self, table: Option<u32>) -> Result<&mut Table, Refusal> {
        let known: Vec<String> = self.tables.keys().map(u32::to_string).collect();
        let message = match table {
            Some(table) => format!("there is no table {table}"),
            None => "the request does not say in `table` which one it is about".to_owned(),
        };
        let help = match known.as_slice() {
            [] => "`open` one".to_owned(),
            known => format!("there are {}", joined(known)),
        };
        let found = table.and_then(|table| self.tables.get_mut(&table));
        found.ok_or_else(|| Diagnostic::error("protocol::no-table", message).help(help).into())
    }
}

fn opened(table: &Table, warnings: Vec<Problem>) -> OpenedTable {
    let options = &table.composed().compiled.options;
    let head = table.session().head();
    OpenedTable {
        packs: head.packs.clone(),
        variants: head.variants.clone(),
        options: options.iter().map(Choosable::from).collect(),
        players: head.players.iter().map(|seat| seat.name.clone()).collect(),
        seed: head.seed,
        moves: table.session().moves(),
        warnings,
    }
}

/// What packs are to be compiled with, over the settings of their composition.
///
/// Errors: a player without a name of one word, or two of one name.
fn settings(open: &Open, settings: Settings) -> Result<Settings, Refusal> {
    let mut settings = settings.copies(usize::from(open.copies.max(1))).seats(&open.players);
    for variant in &open.variants {
        settings = settings.variant(variant);
    }
    for (name, value) in &open.options {
        settings = settings.option(name, value);
    }
    if let Some(start) = &open.start {
        settings = settings.start(start);
    }
    for (place, name) in open.players.iter().enumerate() {
        let is_word = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        let problem = if !is_word {
            format!("`{name}` is no name for a player: it takes one word")
        } else if open.players.iter().take(place).any(|other| other == name) {
            format!("two players are called `{name}`")
        } else {
            continue;
        };
        return Err(Diagnostic::error("protocol::request", problem).into());
    }
    Ok(settings)
}
