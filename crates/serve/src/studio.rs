//! The studio: one engine over a folder that somebody writes packs in, for all who have its link.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex as Slot, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rota::{Diagnostic, PackSource};
use rota_folder::{FilesSeen, Workspace};
use rota_protocol::{Answer, Engine, Refusal};
use serde::Deserialize;
use tokio::sync::{Mutex, Notify, OwnedMutexGuard, watch};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::any_source::AnySource;
use crate::messages::{Message, Told, answer, refused};
use crate::studio_files;
use crate::token::{Token, TokenHash};

/// How often it is looked whether a file was saved, while somebody is there.
const INTERVAL: Duration = Duration::from_millis(250);

/// The longest answer that is sent, in bytes.
pub(crate) const LONGEST_ANSWER: usize = 64 << 20;

/// What a studio is opened over.
#[derive(Clone)]
pub struct StudioSettings {
    /// The folder that packs are written in.
    pub workspace: Workspace,
    /// Makes the packs of the folder anew, over those that they may require.
    pub source: Arc<dyn Fn() -> Box<dyn PackSource + Send> + Send + Sync>,
    /// Tells the time in nanoseconds, for what shows how long rules take.
    pub clock: fn() -> u64,
}

impl fmt::Debug for StudioSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StudioSettings").field("workspace", &self.workspace).finish_non_exhaustive()
    }
}

/// The engine; nothing before it was asked, or where the last answer ended in a panic.
type Bench = Option<Engine<AnySource>>;

/// A studio that is open.
pub(crate) struct Studio {
    settings: StudioSettings,
    token: TokenHash,
    bench: Arc<Mutex<Bench>>,
    /// The packs as they are now, where the engine has not taken them yet: whoever saves does not wait for its answers.
    fresh: Slot<Option<AnySource>>,
    /// The files as the engine knows them. Whoever writes in the folder holds them.
    seen: Arc<Mutex<FilesSeen>>,
    /// How often something was saved.
    saves: watch::Sender<u64>,
    arrived: Notify,
    closing: Arc<watch::Sender<bool>>,
}

/// What a message asks; the rest of it is passed over.
#[derive(Deserialize)]
struct Asks<'m> {
    #[serde(borrow, rename = "type")]
    asks: Cow<'m, str>,
}

impl Studio {
    /// Opens a studio for whoever has the secret.
    pub fn new(settings: StudioSettings, token: &Token, closing: Arc<watch::Sender<bool>>) -> Studio {
        let seen = FilesSeen::of(settings.workspace.folders());
        Studio {
            settings,
            token: token.hash(),
            bench: Arc::default(),
            fresh: Slot::default(),
            seen: Arc::new(Mutex::new(seen)),
            saves: watch::Sender::new(0),
            arrived: Notify::new(),
            closing,
        }
    }

    /// Whether this is the secret.
    pub fn opens_with(&self, secret: &str) -> bool {
        TokenHash::of(secret) == self.token
    }

    /// What the folder is called.
    pub fn folder(&self) -> String {
        self.settings.workspace.name().to_owned()
    }

    /// Whether the server ends.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells from now on when something was saved.
    pub fn listen(&self) -> watch::Receiver<u64> {
        let listening = self.saves.subscribe();
        self.arrived.notify_one();
        listening
    }

    /// Looks for what was saved for as long as somebody is there, until the server ends.
    pub async fn keep_looking(self: Arc<Studio>) {
        let mut closing = self.closing();
        loop {
            let pause = async {
                if self.saves.receiver_count() == 0 {
                    self.arrived.notified().await;
                } else {
                    sleep(INTERVAL).await;
                }
            };
            tokio::select! {
                () = pause => self.look(Arc::clone(&self.seen).lock_owned().await).await,
                _ = closing.changed() => return,
            }
        }
    }

    /// Where something was saved: lets the engine see it from its next answer on, and then tells everybody.
    async fn look(&self, mut seen: OwnedMutexGuard<FilesSeen>) {
        let settings = self.settings.clone();
        let looked = spawn_blocking(move || {
            let now = FilesSeen::of(settings.workspace.folders());
            if now == *seen {
                return None;
            }
            // What is saved from here on is seen the next time.
            let source = AnySource((settings.source)());
            *seen = now;
            Some((seen, source))
        });
        let Ok(Some((_seen, source))) = looked.await else { return };
        *self.fresh() = Some(source);
        self.saves.send_modify(|saves| *saves = saves.wrapping_add(1));
    }

    /// Answers a message of somebody who is there.
    pub async fn answer(&self, text: Utf8Bytes) -> String {
        let asks = serde_json::from_str::<Asks<'_>>(&text).map(|asks| asks.asks.into_owned());
        let answer = match asks.as_deref() {
            Ok("files" | "write" | "remove") => self.answer_itself(&text).await,
            Ok(_) | Err(_) => self.let_answer(text.clone()).await,
        };
        if answer.len() <= LONGEST_ANSWER {
            return answer;
        }
        let message = format!(
            "the answer has {} bytes, and none that is longer than {LONGEST_ANSWER} is sent",
            answer.len()
        );
        refused(id(&text), Diagnostic::error("serve::too-long", message))
    }

    /// Lets the engine answer.
    async fn let_answer(&self, text: Utf8Bytes) -> String {
        let mut bench = Arc::clone(&self.bench).lock_owned().await;
        let (settings, line, fresh) = (self.settings.clone(), text.clone(), self.fresh().take());
        let answered = spawn_blocking(move || {
            // What ends in a panic takes the engine with it, and the next one begins anew.
            let mut engine = match (bench.take(), fresh) {
                (Some(mut engine), Some(fresh)) => {
                    engine.set_shelf(fresh);
                    engine
                }
                (Some(engine), None) => engine,
                (None, _) => engine(&settings),
            };
            let answer = engine.answer_line(line.as_str());
            *bench = Some(engine);
            answer
        });
        answered.await.unwrap_or_else(|_| refused(id(&text), fault()))
    }

    fn fresh(&self) -> MutexGuard<'_, Option<AnySource>> {
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers what the server itself is asked.
    async fn answer_itself(&self, text: &str) -> String {
        let message = match Message::read(text) {
            Ok(message) => message,
            Err((id, refusal)) => return refused(id, refusal),
        };
        let id = message.id.clone();
        let answered = match message.asks.as_str() {
            "files" => self.files(message).await.map(|told| told.line(id.clone())),
            "write" => self.write(message).await.map(|()| answer(id.clone(), Answer::Done)),
            _ => self.remove(message).await.map(|()| answer(id.clone(), Answer::Done)),
        };
        answered.unwrap_or_else(|refusal| refused(id, refusal))
    }

    async fn files(&self, message: Message) -> Result<Told, Refusal> {
        let Nothing {} = message.open()?;
        // Whoever knows of a file can ask about it at once.
        self.look(Arc::clone(&self.seen).lock_owned().await).await;
        let settings = self.settings.clone();
        spawn_blocking(move || studio_files::files(&settings.workspace)).await.map_err(|_| fault())
    }

    async fn write(&self, message: Message) -> Result<(), Refusal> {
        let write = message.open()?;
        self.save(move |workspace| studio_files::write(workspace, &write)).await
    }

    async fn remove(&self, message: Message) -> Result<(), Refusal> {
        let remove = message.open()?;
        self.save(move |workspace| studio_files::remove(workspace, &remove)).await
    }

    /// Does something in the folder, one thing after the other.
    async fn save(
        &self,
        work: impl FnOnce(&Workspace) -> Result<(), Diagnostic> + Send + 'static,
    ) -> Result<(), Refusal> {
        let seen = Arc::clone(&self.seen).lock_owned().await;
        let settings = self.settings.clone();
        spawn_blocking(move || work(&settings.workspace)).await.map_err(|_| fault())??;
        self.look(seen).await;
        Ok(())
    }
}

/// A message that says nothing more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

fn engine(settings: &StudioSettings) -> Engine<AnySource> {
    let mut engine = Engine::new(AnySource((settings.source)()));
    engine.set_clock(settings.clock);
    engine
}

/// What an answer to a message is to be known by.
fn id(text: &str) -> Option<rota_protocol::Id> {
    match Message::read(text) {
        Ok(message) => message.id,
        Err((id, _)) => id,
    }
}

/// That the program itself is wrong.
fn fault() -> Refusal {
    let message = "this cannot be answered: the program is wrong here, not the request";
    Diagnostic::error("serve::fault", message)
        .help("the games and the unsaved texts of the studio are lost")
        .into()
}
