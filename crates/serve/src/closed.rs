//! Why sockets are closed, as the other side hears it.

use axum::extract::ws::CloseFrame;

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
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
    pub fn frame(self) -> Option<CloseFrame> {
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
