//! A table in play. What is answered was written before.

use std::sync::{Arc, PoisonError, RwLock};

use rota::{Diagnostic, Save};
use rota_protocol::{Answer, Id, Refusal, Table};
use serde::Serialize;
use tokio::sync::{Mutex, watch};
use tokio::task::spawn_blocking;

use crate::News;
use crate::messages::{Consider, EnteredTable, Message, Row, answer, refused};
use crate::seating::{Links, Role, Seat, Seating};
use crate::store::Store;

/// What leaves a table as it is; an onlooker can ask nothing else.
const LOOKS: [&str; 5] = ["view", "why", "drawings", "feature", "read"];

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Standing {
    /// How many moves were made.
    pub moves: usize,
    /// Whether the game is over.
    pub over: bool,
}

/// What everybody at a table is told at once.
#[derive(Clone, Copy)]
pub(crate) struct Pulse {
    /// The number of the last change.
    pub at: u32,
    /// How the game stands.
    pub standing: Standing,
    /// How often links were given out: who came by one of before has to leave.
    pub links: u32,
    /// How often the game was taken up from its file: changes are counted from then.
    pub resumed: u32,
    /// Whether the table was put away.
    pub gone: bool,
}

/// A table in play.
pub(crate) struct Live {
    /// Its number.
    pub number: u32,
    packs: Vec<String>,
    seating: RwLock<Seating>,
    game: Arc<Mutex<LiveGame>>,
    pulse: Arc<watch::Sender<Pulse>>,
    /// Held by whoever has something considered.
    considering: Mutex<()>,
}

/// The game of a table, with the file of it.
struct LiveGame {
    number: u32,
    table: Table,
    store: Arc<Store>,
    pulse: Arc<watch::Sender<Pulse>>,
    news: News,
    /// Whether something was begun with it and did not come to its end.
    is_halfway: bool,
    /// Whether it could not be taken up from its file when it had to be.
    is_lost: bool,
    /// Whether its file could be written the last time.
    is_kept: bool,
}

impl Live {
    /// A table that is kept already.
    pub fn new(number: u32, table: Table, seating: Seating, store: Arc<Store>, news: News) -> Live {
        let pulse = Pulse { at: table.at(), standing: standing(&table), links: 0, resumed: 0, gone: false };
        let pulse = Arc::new(watch::Sender::new(pulse));
        let packs = table.session().head().packs.clone();
        let game = LiveGame {
            number,
            table,
            store,
            pulse: Arc::clone(&pulse),
            news,
            is_halfway: false,
            is_lost: false,
            is_kept: true,
        };
        let (seating, game) = (RwLock::new(seating), Arc::new(Mutex::new(game)));
        Live { number, packs, seating, game, pulse, considering: Mutex::new(()) }
    }

    /// Tells changes from now on.
    pub fn listen(&self) -> watch::Receiver<Pulse> {
        self.pulse.subscribe()
    }

    /// What everybody at the table may know of it.
    pub fn entered(&self) -> EnteredTable {
        EnteredTable { table: self.number, name: self.packs.join(", "), players: self.players() }
    }

    /// The table in a list.
    pub fn row(&self) -> Row {
        let (title, packs) = (self.packs.join(", "), self.packs.clone());
        let standing = self.pulse.borrow().standing;
        Row { table: self.number, title, packs, players: self.players(), standing }
    }

    fn players(&self) -> Vec<Seat> {
        self.seating(|seating| seating.seats().to_vec())
    }

    /// Looks at who sits here.
    pub fn seating<T>(&self, look: impl FnOnce(&Seating) -> T) -> T {
        look(&self.seating.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a program plays some seat.
    pub fn has_programs(&self) -> bool {
        self.seating(Seating::programs).iter().any(Option::is_some)
    }

    /// Answers a message of somebody at the table.
    pub async fn answer(&self, role: Role, mut message: Message) -> String {
        let id = message.id.clone();
        let who = match self.who(role, &mut message) {
            Ok(who) => who,
            Err(refusal) => return refused(id, refusal),
        };
        let answered = match message.asks.as_str() {
            "save" => self.save(message.id).await,
            "consider" => self.consider(who, message).await,
            _ => self.wish(who, message).await,
        };
        answered.unwrap_or_else(|refusal| refused(id, refusal))
    }

    /// The seat that a message is for; nothing for one that only looks.
    fn who(&self, role: Role, message: &mut Message) -> Result<Option<u8>, Refusal> {
        let may_look = LOOKS.contains(&message.asks.as_str()) || message.asks == "save";
        if role == Role::Onlooker && !may_look {
            let why = "an onlooker only looks";
            return Err(Diagnostic::error("serve::not-seated", why).into());
        }
        let Some(name) = message.take::<String>("seat")? else { return Ok(None) };
        let own = self.seating(|seating| {
            let seat = seating.seats().iter().position(|seat| seat.name == name);
            seat.filter(|seat| seating.may_play(role, *seat))
        });
        match own.and_then(|seat| u8::try_from(seat).ok()) {
            Some(seat) => Ok(Some(seat)),
            None => {
                let why = format!("`{name}` is not played by whoever has this link");
                Err(Diagnostic::error("serve::not-seated", why).into())
            }
        }
    }

    /// The text of the game, once everybody may know what chance gave.
    async fn save(&self, id: Option<Id>) -> Result<String, Refusal> {
        self.with(move |game| {
            if !game.table.is_over() {
                let why = "the game goes on, and its file tells all that is still to come";
                return Err(Diagnostic::error("serve::not-over", why).into());
            }
            Ok(answer(id, Answer::Saved { save: game.table.session().save().to_text() }))
        })
        .await?
    }

    /// What a program would consider for a seat that is asked. It thinks on a copy, so that nobody waits for it who does
    /// not ask that, and once at a time, so that a table takes no more of the machine than a program at one of its seats.
    async fn consider(&self, who: Option<u8>, message: Message) -> Result<String, Refusal> {
        let id = message.id.clone();
        let Consider { at } = message.open()?;
        let _alone = self.considering.lock().await;
        let found = self.with(move |game| {
            let considering = game.table.to_consider(who, at)?;
            Ok::<_, Refusal>((game.table.at(), considering))
        });
        let (at, considering) = found.await??;
        let pulse = Arc::clone(&self.pulse);
        let considered = spawn_blocking(move || considering.consider(|| pulse.borrow().at == at));
        let considered = considered.await.map_err(|_| fault())??;
        // Whoever is asked something else by now is told nothing of what was.
        self.with(move |game| game.table.check(Some(at))).await??;
        Ok(answer(id, Answer::Considered(considered)))
    }

    async fn wish(&self, who: Option<u8>, message: Message) -> Result<String, Refusal> {
        let looks = LOOKS.contains(&message.asks.as_str());
        let line = message.line();
        self.with(move |game| {
            if looks {
                return Ok(game.table.answer_line(who, line));
            }
            game.change(|table| table.answer_line(who, line))
        })
        .await?
    }

    /// Lets a program decide where it is a program's turn, and tells whether it was.
    pub async fn let_program_move(&self) -> Result<bool, Refusal> {
        let programs = self.seating(Seating::programs);
        self.with(move |game| {
            let asked = game.table.asked();
            let by = asked.and_then(|seat| programs.get(usize::from(seat)).copied().flatten());
            by.map_or(Ok(false), |by| game.change(|table| table.play(by, None).is_ok()))
        })
        .await?
    }

    /// Gives out new links; those of before lead nowhere from then on.
    pub async fn renew(&self) -> Result<(Seating, Links), Refusal> {
        let seats = self.players();
        let (seating, links) = Seating::new(seats, self.number).map_err(no_chance)?;
        let kept = seating.clone();
        self.with(move |game| {
            game.store.keep_seats(game.number, &kept).map_err(|error| not_kept("the links", &error))
        })
        .await??;
        *self.seating.write().unwrap_or_else(PoisonError::into_inner) = seating.clone();
        Ok((seating, links))
    }

    /// Puts everybody out who came by a link of before.
    pub fn put_out(&self) {
        self.pulse.send_modify(|pulse| pulse.links += 1);
    }

    /// Puts the table away.
    pub async fn close(&self) -> Result<(), Refusal> {
        self.with(|game| {
            game.store.close(game.number).map_err(|error| not_kept("that the table is closed", &error))?;
            game.pulse.send_modify(|pulse| pulse.gone = true);
            Ok(())
        })
        .await?
    }

    /// Does something with the game that may take a while, one thing after the other.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut LiveGame) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let mut game = Arc::clone(&self.game).lock_owned().await;
        let done = spawn_blocking(move || {
            game.make_sound()?;
            game.is_halfway = true;
            let done = work(&mut game);
            game.is_halfway = false;
            Ok(done)
        });
        // What ends in a panic leaves the game halfway: whoever comes next takes it up from its file.
        done.await.unwrap_or_else(|_| Err(fault()))
    }
}

impl LiveGame {
    /// Changes the game, or leaves it as it is where its file cannot be written.
    fn change<T>(&mut self, make: impl FnOnce(&mut Table) -> T) -> Result<T, Refusal> {
        if !self.is_kept {
            self.keep()?;
        }
        let (at, before) = (self.table.at(), self.table.session().save());
        let made = make(&mut self.table);
        if self.table.at() == at {
            return Ok(made);
        }
        if let Err(refusal) = self.keep() {
            self.take_up(&before)?;
            return Err(refusal);
        }
        let (at, standing) = (self.table.at(), standing(&self.table));
        self.pulse.send_modify(|pulse| (pulse.at, pulse.standing) = (at, standing));
        Ok(made)
    }

    /// Writes the file of the game.
    fn keep(&mut self) -> Result<(), Refusal> {
        let text = self.table.session().save().to_text();
        let kept = self.store.keep_game(self.number, &text);
        let was_kept = std::mem::replace(&mut self.is_kept, kept.is_ok());
        kept.map_err(|error| {
            let why = not_kept("the move", &error);
            if was_kept {
                let message =
                    format!("table {} stands still: its file cannot be written: {error}", self.number);
                self.news.tell(Diagnostic::error("serve::not-kept", message));
            }
            why.into()
        })
    }

    /// Takes the game up from its file where what was done with it last did not come to its end.
    fn make_sound(&mut self) -> Result<(), Refusal> {
        if self.pulse.borrow().gone {
            return Err(no_table(self.number));
        }
        if self.is_halfway || self.is_lost { self.resume() } else { Ok(()) }
    }

    /// Takes the game up from its file.
    fn resume(&mut self) -> Result<(), Refusal> {
        self.is_lost = true;
        let text = self.store.read_game(self.number).map_err(|why| {
            let message = format!("table {} cannot go on: {why}", self.number);
            Diagnostic::error("serve::not-kept", message)
        })?;
        self.take_up(&Save::parse("save", &text)?)
    }

    /// Takes the game up as it was.
    fn take_up(&mut self, save: &Save) -> Result<(), Refusal> {
        self.is_lost = true;
        self.table = Table::resume(save, Arc::clone(self.table.composed()))?;
        self.is_lost = false;
        let (at, standing) = (self.table.at(), standing(&self.table));
        self.pulse.send_modify(|pulse| {
            (pulse.at, pulse.standing) = (at, standing);
            pulse.resumed += 1;
        });
        Ok(())
    }
}

fn standing(table: &Table) -> Standing {
    Standing { moves: table.session().moves(), over: table.is_over() }
}

/// That there is no such table.
pub(crate) fn no_table(number: u32) -> Refusal {
    Diagnostic::error("serve::no-table", format!("there is no table {number}")).into()
}

/// That something could not be written, and so did not happen.
pub(crate) fn not_kept(what: &str, error: &std::io::Error) -> Diagnostic {
    let message = format!("{what} cannot be kept, and so nothing has changed: {error}");
    Diagnostic::error("serve::not-kept", message)
}

/// That the system gives no secrets.
pub(crate) fn no_chance(error: getrandom::Error) -> Refusal {
    Diagnostic::error("serve::fault", format!("no links can be made: the system gives no chance: {error}"))
        .into()
}

/// That the program itself is wrong.
pub(crate) fn fault() -> Refusal {
    let message = "this cannot be answered: the program is wrong here, not the request";
    Diagnostic::error("serve::fault", message).into()
}
