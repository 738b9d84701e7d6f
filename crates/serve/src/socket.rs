//! One socket: somebody comes in, asks, is answered, and hears when something has changed.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use rota::Diagnostic;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::hall::{Door, Hall};
use crate::live::{Live, Pulse};
use crate::messages::{Enter, Entered, Message, Told, refused};
use crate::pace::{Budget, Pace};
use crate::seating::Role;

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

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closed {
    /// The server ends.
    Ending,
    /// What came is no text.
    NoText,
    /// A message is too long.
    TooLong,
    /// The table was taken up from its file: what was told of it before counts no longer.
    Again,
    /// The link leads nowhere, or no longer.
    NotEntered,
    /// The table was put away.
    NoTable,
    /// Too many messages come.
    TooFast,
    /// The other side has gone: there is nobody to tell.
    Gone,
}

impl Closed {
    /// The number for it and the words; nothing where nobody hears them.
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Closed::Ending => (1001, "the server ends"),
            Closed::NoText => (1003, "messages are texts"),
            Closed::TooLong => (1009, "the message is too long"),
            Closed::Again => (1012, "look again"),
            Closed::NotEntered => (4401, "the link leads nowhere"),
            Closed::NoTable => (4404, "the table is closed"),
            Closed::TooFast => (4408, "too many messages"),
            Closed::Gone => return None,
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

/// Attends somebody until one of both sides has enough.
pub(crate) async fn attend(mut socket: WebSocket, hall: Arc<Hall>) {
    let mut closing = hall.closing();
    let entered = tokio::select! {
        entered = timeout(ENTERING, enter(&mut socket, &hall)) => entered.unwrap_or(Err(Closed::NotEntered)),
        _ = closing.changed() => Err(Closed::Ending),
    };
    let closed = match entered {
        Ok(visitor) => Attended { socket: &mut socket, visitor, closing }.attend(&hall).await,
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
    Owner,
    /// Somebody at a table, with what was known of it on coming in.
    Guest(Arc<Live>, Role, Pulse, watch::Receiver<Pulse>),
}

/// Waits for the secret and answers it.
async fn enter(socket: &mut WebSocket, hall: &Hall) -> Result<Visitor, Closed> {
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
    let Some(door) = secret.and_then(|secret| hall.door(&secret)) else {
        let why = Diagnostic::error("serve::not-entered", "the link leads nowhere, or no longer")
            .help("ask whoever keeps the table for a new one");
        tell(socket, refused(id, why)).await?;
        return Err(Closed::NotEntered);
    };
    let (entered, visitor) = match door {
        Door::Owner => (Entered::Owner, Visitor::Owner),
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
    };
    tell(socket, Told::Entered(entered).line(id)).await?;
    Ok(visitor)
}

/// A socket of somebody who has come in.
struct Attended<'s> {
    socket: &'s mut WebSocket,
    visitor: Visitor,
    closing: watch::Receiver<bool>,
}

impl Attended<'_> {
    async fn attend(mut self, hall: &Hall) -> Closed {
        let mut budget = Budget::new(Instant::now());
        let mut heard = Instant::now();
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let next = tokio::select! {
                heard_now = self.socket.recv() => {
                    heard = Instant::now();
                    match frame(heard_now) {
                        Ok(frame) => self.hear(frame, budget.take(heard), hall).await,
                        Err(closed) => Err(closed),
                    }
                }
                pulse = changed(&mut self.visitor) => self.pass_on(pulse).await,
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
    async fn hear(&mut self, frame: Frame, pace: Pace, hall: &Hall) -> Result<(), Closed> {
        if pace == Pace::Enough {
            return Err(Closed::TooFast);
        }
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => return Ok(()),
            Frame::Binary(_) => return Err(Closed::NoText),
            Frame::Close(_) => return Err(Closed::Gone),
        };
        let answer = match Message::read(&text) {
            Err((id, refusal)) => refused(id, refusal),
            Ok(message) if pace == Pace::TooFast => {
                let why = Diagnostic::error(
                    "serve::too-fast",
                    "too many messages came at once, and this one was one too many",
                );
                refused(message.id, why)
            }
            Ok(message) => match &self.visitor {
                Visitor::Owner => hall.answer(message).await,
                Visitor::Guest(live, role, ..) => live.answer(*role, message).await,
            },
        };
        tell(self.socket, answer).await
    }

    /// Says that something has changed.
    async fn pass_on(&mut self, pulse: Pulse) -> Result<(), Closed> {
        let Visitor::Guest(_, _, entered, _) = &self.visitor else { return Ok(()) };
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

/// Waits until something has changed at the table; for ever where somebody is at none.
async fn changed(visitor: &mut Visitor) -> Pulse {
    if let Visitor::Guest(_, _, _, listening) = visitor
        && listening.changed().await.is_ok()
    {
        return *listening.borrow_and_update();
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
