//! All tables, who may go to which, and what the owner of the server asks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rota::{Diagnostic, PackSource};
use rota_protocol::{Answer, Engine, MOST_TABLES, Open, Problem, Refusal};
use rota_source::{did_you_mean, joined};
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::News;
use crate::any_source::AnySource;
use crate::live::{Live, fault, no_chance, no_table, not_kept};
use crate::messages::{About, Begin, Message, Told, answer, refused};
use crate::programs::let_play;
use crate::seating::{Role, Seat, Seating};
use crate::store::Store;
use crate::token::{Token, TokenHash};

/// What the owner can ask.
const ASKED: [&str; 5] = ["shelf", "begin", "tables", "links", "close"];

/// After how long what was kept is brought to the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// Seeds are numbers that the page can hold, too.
const SEEDS: u64 = 1 << 53;

/// Where a secret leads.
pub(crate) enum Door {
    /// To the owner's desk.
    Owner,
    /// To a table.
    Table(Arc<Live>, Role),
}

/// All tables.
pub(crate) struct Hall {
    engine: Arc<tokio::sync::Mutex<Engine<AnySource>>>,
    store: Arc<Store>,
    owner: TokenHash,
    open: Mutex<OpenTables>,
    news: News,
    closing: Arc<watch::Sender<bool>>,
}

#[derive(Default)]
struct OpenTables {
    tables: BTreeMap<u32, Arc<Live>>,
    doors: BTreeMap<TokenHash, (u32, Role)>,
    next: u32,
}

impl Hall {
    /// Takes the tables up that are kept, and tells those that cannot be.
    pub fn new(
        source: Box<dyn PackSource + Send>,
        store: Store,
        owner: &Token,
        news: News,
        closing: Arc<watch::Sender<bool>>,
    ) -> Hall {
        let mut engine = Engine::new(AnySource(source));
        let store = Arc::new(store);
        let mut open = OpenTables { next: store.next(), ..OpenTables::default() };
        for number in store.numbers() {
            match read(&mut engine, &store, number, &news) {
                Ok(live) => open.add(live),
                Err(why) => {
                    let message = format!("table {number} is left alone: {why}");
                    let help = format!("its files lie in `{}`", store.table(number).display());
                    news.tell(Diagnostic::warning("serve::left-alone", message).help(help));
                }
            }
        }
        let engine = Arc::new(tokio::sync::Mutex::new(engine));
        Hall { engine, store, owner: owner.hash(), open: Mutex::new(open), news, closing }
    }

    /// Brings what was kept to the disk.
    pub fn sync(&self) {
        self.store.sync();
    }

    /// Brings what was kept to the disk every second, until the server ends.
    pub async fn keep_syncing(self: Arc<Self>) {
        let mut closing = self.closing.subscribe();
        while !*closing.borrow() {
            tokio::select! {
                () = sleep(BETWEEN_SYNCS) => {
                    let store = Arc::clone(&self.store);
                    let _ = spawn_blocking(move || store.sync()).await;
                }
                _ = closing.changed() => {}
            }
        }
    }

    /// Lets the programs play on at all tables.
    pub fn start_programs(&self) {
        let tables: Vec<Arc<Live>> = self.open().tables.values().cloned().collect();
        tables.into_iter().for_each(|live| self.start_programs_at(live));
    }

    fn start_programs_at(&self, live: Arc<Live>) {
        if live.has_programs() {
            tokio::spawn(let_play(live, self.closing.subscribe()));
        }
    }

    /// Whether the server ends.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Where a secret leads; nothing where it is none.
    pub fn door(&self, secret: &str) -> Option<Door> {
        let hash = TokenHash::of(secret);
        if hash == self.owner {
            return Some(Door::Owner);
        }
        let open = self.open();
        let (table, role) = open.doors.get(&hash)?;
        Some(Door::Table(Arc::clone(open.tables.get(table)?), *role))
    }

    /// Answers a message of the owner.
    pub async fn answer(&self, message: Message) -> String {
        let id = message.id.clone();
        let answered = match message.asks.as_str() {
            "shelf" => self.shelf(message).await.map(|shelf| answer(id.clone(), shelf)),
            "begin" => self.begin(message).await.map(|told| told.line(id.clone())),
            "tables" => {
                let tables: Vec<Arc<Live>> = self.open().tables.values().cloned().collect();
                Ok(Told::Tables { tables: tables.iter().map(|live| live.row()).collect() }.line(id.clone()))
            }
            "links" => self.renew(message).await.map(|told| told.line(id.clone())),
            "close" => self.close(message).await.map(|()| answer(id.clone(), Answer::Done)),
            other => {
                let help = did_you_mean(other, ASKED)
                    .unwrap_or_else(|| format!("what can be asked here: {}", joined(ASKED)));
                let message = format!("`{other}` cannot be asked here");
                Err(Diagnostic::error("serve::request", message).help(help).into())
            }
        };
        answered.unwrap_or_else(|refusal| refused(id, refusal))
    }

    async fn shelf(&self, mut message: Message) -> Result<Answer, Refusal> {
        let packs = message.take::<Vec<String>>("packs")?.unwrap_or_default();
        let engine = Arc::clone(&self.engine).lock_owned().await;
        let shelf = spawn_blocking(move || engine.shelf(&packs)).await.map_err(|_| fault())?;
        Ok(Answer::Shelf(Box::new(shelf)))
    }

    async fn begin(&self, message: Message) -> Result<Told, Refusal> {
        let Begin { open, seats } = message.open()?;
        let open = with_seats(open, &seats)?;
        // Until the table is there nobody else begins one: so the numbers and the most that may be are kept to.
        let mut engine = Arc::clone(&self.engine).lock_owned().await;
        let number = {
            let tables = self.open();
            if tables.tables.len() >= MOST_TABLES {
                let message = format!("there are {MOST_TABLES} tables, and there is no room for more");
                return Err(Diagnostic::error("serve::too-many", message).help("close one").into());
            }
            tables.next
        };
        let begun = spawn_blocking(move || engine.begin(&open).map(|begun| (begun, engine)));
        let ((table, opened), engine) = begun.await.map_err(|_| fault())??;
        let (seating, links) = Seating::new(seats, number).map_err(no_chance)?;
        let store = Arc::clone(&self.store);
        let (save, kept) = (table.session().save(), seating.clone());
        let kept = spawn_blocking(move || store.begin(number, &save.to_text(), &kept));
        kept.await.map_err(|_| fault())?.map_err(|error| not_kept("the table", &error))?;
        let live = self.live(number, table, seating);
        self.open().add(Arc::clone(&live));
        drop(engine);
        self.start_programs_at(live);
        Ok(Told::Begun { table: number, links, warnings: opened.warnings })
    }

    fn live(&self, number: u32, table: rota_protocol::Table, seating: Seating) -> Arc<Live> {
        Arc::new(Live::new(number, table, seating, Arc::clone(&self.store), self.news.clone()))
    }

    async fn renew(&self, message: Message) -> Result<Told, Refusal> {
        let About { table } = message.open()?;
        let live = self.table(table)?;
        let (seating, links) = live.renew().await?;
        self.open().lead(table, &seating);
        live.put_out();
        Ok(Told::Begun { table, links, warnings: Vec::<Problem>::new() })
    }

    async fn close(&self, message: Message) -> Result<(), Refusal> {
        let About { table } = message.open()?;
        self.table(table)?.close().await?;
        let mut open = self.open();
        open.doors.retain(|_, (number, _)| *number != table);
        open.tables.remove(&table);
        Ok(())
    }

    fn table(&self, number: u32) -> Result<Arc<Live>, Refusal> {
        self.open().tables.get(&number).cloned().ok_or_else(|| no_table(number))
    }

    fn open(&self) -> MutexGuard<'_, OpenTables> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenTables {
    fn add(&mut self, live: Arc<Live>) {
        live.seating(|seating| self.lead(live.number, seating));
        self.next = self.next.max(live.number.saturating_add(1));
        self.tables.insert(live.number, live);
    }

    /// Lets the links of a table lead there, and those of before nowhere.
    fn lead(&mut self, table: u32, seating: &Seating) {
        self.doors.retain(|_, (number, _)| *number != table);
        self.doors.extend(seating.doors().iter().map(|(hash, role)| (*hash, (table, *role))));
    }
}

/// Takes a table up that is kept.
///
/// Errors: in words, what is wrong with its files or its packs.
fn read(
    engine: &mut Engine<AnySource>,
    store: &Arc<Store>,
    number: u32,
    news: &News,
) -> Result<Arc<Live>, String> {
    let (save, seating) = store.read(number)?;
    let told = |refusal: Refusal| {
        let problems: Vec<String> = refusal.problems.into_iter().map(|problem| problem.message).collect();
        problems.join("; ")
    };
    let (table, opened) = engine.resume(&save, false).map_err(told)?;
    let names: Vec<&String> = seating.seats().iter().map(|seat| &seat.name).collect();
    if names != opened.players.iter().collect::<Vec<_>>() {
        return Err("the game and the seats beside it name other players".to_owned());
    }
    Ok(Arc::new(Live::new(number, table, seating, Arc::clone(store), news.clone())))
}

/// What is to be begun, with the players and a seed where none is named.
fn with_seats(mut open: Map<String, Value>, seats: &[Seat]) -> Result<Open, Refusal> {
    let wrong = |message: String| Refusal::from(Diagnostic::error("serve::request", message));
    if open.contains_key("players") {
        return Err(wrong("`open` names no `players`: they are those of `seats`".to_owned()));
    }
    let names = seats.iter().map(|seat| Value::from(seat.name.clone()));
    open.insert("players".to_owned(), names.collect());
    if open.get("seed").is_none_or(Value::is_null) {
        let seed = getrandom::u64().map_err(no_chance)?;
        open.insert("seed".to_owned(), (seed % SEEDS).into());
    }
    serde_json::from_value(Value::Object(open))
        .map_err(|error| wrong(format!("`open` cannot be read: {error}")))
}
