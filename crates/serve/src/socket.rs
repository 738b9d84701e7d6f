//! One socket: somebody comes in, asks, is answered, and hears when something has changed.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use rota::Diagnostic;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::closed::Closed;
use crate::hall::{Door, Hall};
use crate::live::{Live, Pulse};
use crate::messages::{Enter, Entered, Message, Told, refused};
use crate::pace::{Budget, Pace};
use crate::seating::Role;
use crate::studio::Studio;

/// How long somebody may take to come in.
const ENTERING: Duration = Duration::from_secs(10);

/// How often it is asked whether somebody is still there.
const PING: Duration = Duration::from_secs(20);

/// Who says nothing for so long, not even that, has gone.
const SILENCE: Duration = Duration::from_secs(60);

/// How long somebody may take to read what is told.
const READING: Duration = Duration::from_secs(20);

/// How long is waited until the other side has heard that it is over.
const FAREWELL: Duration = Duration::from_secs(1);

/// What a socket leads to.
pub(crate) enum Site {
    /// The owner's desk and the tables.
    Hall(Arc<Hall>),
    /// The folder that packs are written in.
    Studio(Arc<Studio>),
}

/// Attends somebody until one of both sides has enough.
pub(crate) async fn attend(mut socket: WebSocket, site: Site) {
    let mut closing = match &site {
        Site::Hall(hall) => hall.closing(),
        Site::Studio(studio) => studio.closing(),
    };
    let entered = tokio::select! {
        entered = timeout(ENTERING, enter(&mut socket, &site)) => entered.unwrap_or(Err(Closed::NotEntered)),
        _ = closing.changed() => Err(Closed::Ending),
    };
    let closed = match entered {
        Ok(visitor) => Attended { socket: &mut socket, visitor, closing }.attend().await,
        Err(closed) => closed,
    };
    let Some(frame) = closed.frame() else { return };
    let farewell = async {
        if socket.send(Frame::Close(Some(frame))).await.is_ok() {
            // What is unread when a connection ends would take the last words with it.
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(FAREWELL, farewell).await;
}

/// Somebody who has come in.
enum Visitor {
    Owner(Arc<Hall>),
    /// Somebody who writes packs.
    Author(Arc<Studio>, watch::Receiver<u64>),
    /// Somebody at a table, with what was known of it on coming in.
    Guest(Arc<Live>, Role, Pulse, watch::Receiver<Pulse>),
}

impl Visitor {
    /// Answers what came.
    async fn answer(&self, text: Utf8Bytes, pace: Pace) -> String {
        if let (Visitor::Author(studio, _), Pace::Fine) = (self, pace) {
            return studio.answer(text).await;
        }
        let message = match Message::read(&text) {
            Ok(message) => message,
            Err((id, refusal)) => return refused(id, refusal),
        };
        match self {
            Visitor::Owner(hall) if pace == Pace::Fine => hall.answer(message).await,
            Visitor::Guest(live, role, ..) if pace == Pace::Fine => live.answer(*role, message).await,
            Visitor::Owner(_) | Visitor::Guest(..) | Visitor::Author(..) => {
                let why = "too many messages came at once, and this one was one too many";
                refused(message.id, Diagnostic::error("serve::too-fast", why))
            }
        }
    }
}

/// What somebody hears unasked.
enum Heard {
    /// The table has changed.
    Table(Pulse),
    /// A file was saved.
    Files,
}

/// Waits for the secret and answers it.
async fn enter(socket: &mut WebSocket, site: &Site) -> Result<Visitor, Closed> {
    let text = loop {
        match frame(socket.recv().await)? {
            Frame::Text(text) => break text,
            Frame::Ping(_) | Frame::Pong(_) => {}
            Frame::Binary(_) => return Err(Closed::NoText),
            Frame::Close(_) => return Err(Closed::Gone),
        }
    };
    let read = Message::read(&text);
    let (id, secret) = match read {
        Ok(message) if message.asks == "enter" => {
            (message.id.clone(), message.open::<Enter>().ok().map(|enter| enter.token))
        }
        Ok(message) => (message.id, None),
        Err((id, _)) => (id, None),
    };
    let Some((entered, visitor)) = secret.and_then(|secret| let_in(site, &secret)) else {
        let help = match site {
            Site::Hall(_) => "ask whoever keeps the table for a new one",
            Site::Studio(_) => "the server prints another one at each start",
        };
        let why = Diagnostic::error("serve::not-entered", "the link leads nowhere, or no longer");
        tell(socket, refused(id, why.help(help))).await?;
        return Err(Closed::NotEntered);
    };
    tell(socket, Told::Entered(entered).line(id)).await?;
    Ok(visitor)
}

/// Who has this secret; nothing where it opens nothing here.
fn let_in(site: &Site, secret: &str) -> Option<(Entered, Visitor)> {
    let hall = match site {
        Site::Hall(hall) => hall,
        Site::Studio(studio) => {
            let author = || Visitor::Author(Arc::clone(studio), studio.listen());
            let entered = Entered::Studio { folder: studio.folder() };
            return studio.opens_with(secret).then(|| (entered, author()));
        }
    };
    Some(match hall.door(secret)? {
        Door::Owner => (Entered::Owner, Visitor::Owner(Arc::clone(hall))),
        Door::Table(live, role) => {
            let mut listening = live.listen();
            let pulse = *listening.borrow_and_update();
            let table = live.entered();
            let entered = match role {
                Role::Onlooker => Entered::Onlooker { table },
                Role::Here | Role::Seat(_) => {
                    Entered::Seat { seats: live.seating(|seating| seating.played_by(role)), table }
                }
            };
            (entered, Visitor::Guest(live, role, pulse, listening))
        }
    })
}

/// A socket of somebody who has come in.
struct Attended<'s> {
    socket: &'s mut WebSocket,
    visitor: Visitor,
    closing: watch::Receiver<bool>,
}

impl Attended<'_> {
    async fn attend(mut self) -> Closed {
        let mut budget = Budget::new(Instant::now());
        let mut heard = Instant::now();
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let next = tokio::select! {
                came = self.socket.recv() => {
                    let next = match frame(came) {
                        Ok(frame) => self.hear(frame, budget.take(Instant::now())).await,
                        Err(closed) => Err(closed),
                    };
                    // Nobody is heard while an answer is made, however long that takes.
                    heard = Instant::now();
                    next
                }
                news = changed(&mut self.visitor) => self.pass_on(news).await,
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        Err(Closed::Gone)
                    } else {
                        send(self.socket, Frame::Ping(Vec::new().into())).await
                    }
                }
                _ = self.closing.changed() => Err(Closed::Ending),
            };
            if let Err(closed) = next {
                return closed;
            }
        }
    }

    /// Answers what came.
    async fn hear(&mut self, frame: Frame, pace: Pace) -> Result<(), Closed> {
        if pace == Pace::Enough {
            return Err(Closed::TooFast);
        }
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => return Ok(()),
            Frame::Binary(_) => return Err(Closed::NoText),
            Frame::Close(_) => return Err(Closed::Gone),
        };
        let answer = self.visitor.answer(text, pace).await;
        tell(self.socket, answer).await
    }

    /// Says that something has changed.
    async fn pass_on(&mut self, heard: Heard) -> Result<(), Closed> {
        let (pulse, entered) = match (heard, &self.visitor) {
            (Heard::Table(pulse), Visitor::Guest(_, _, entered, _)) => (pulse, entered),
            (Heard::Table(_) | Heard::Files, _) => {
                return tell(self.socket, Told::FilesChanged.line(None)).await;
            }
        };
        if pulse.gone {
            return Err(Closed::NoTable);
        }
        if pulse.links != entered.links {
            return Err(Closed::NotEntered);
        }
        if pulse.resumed != entered.resumed {
            return Err(Closed::Again);
        }
        tell(self.socket, Told::Changed { at: pulse.at }.line(None)).await
    }
}

/// Waits until something has changed for somebody; for ever where nothing does.
async fn changed(visitor: &mut Visitor) -> Heard {
    match visitor {
        Visitor::Owner(_) => {}
        Visitor::Author(_, listening) => {
            if listening.changed().await.is_ok() {
                return Heard::Files;
            }
        }
        Visitor::Guest(_, _, _, listening) => {
            if listening.changed().await.is_ok() {
                return Heard::Table(*listening.borrow_and_update());
            }
        }
    }
    pending().await
}

/// What came.
fn frame(heard: Option<Result<Frame, axum::Error>>) -> Result<Frame, Closed> {
    match heard {
        Some(Ok(frame)) => Ok(frame),
        // Of all that can go wrong with what comes, only this one leaves somebody to be told.
        Some(Err(error)) if error.to_string().contains("too long") => Err(Closed::TooLong),
        Some(Err(_)) | None => Err(Closed::Gone),
    }
}

async fn tell(socket: &mut WebSocket, line: String) -> Result<(), Closed> {
    send(socket, Frame::Text(line.into())).await
}

/// Hands a frame over. The next one is read only then, so that no more than one waits for a slow reader.
async fn send(socket: &mut WebSocket, frame: Frame) -> Result<(), Closed> {
    match timeout(READING, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Closed::Gone),
    }
}
