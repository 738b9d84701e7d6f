//! The language server: what editors ask about rules and tiles, answered by [`rota_ide`].
//!
//! One thread reads a message, changes the open texts or answers a question, and takes the next: answers are in order
//! and about the present text. Where no message waits, what is wrong is looked for, part by part, what was typed in
//! first; a message that comes in between goes before. One that ends in a panic is answered by an error, and the server
//! goes on.

mod agenda;
mod capabilities;
mod convert;
mod requests;
mod server;
mod state;
mod uri;
mod workspace;
mod writing;

pub use server::{Ended, Options, serve};
pub use uri::{path_of, uri_of};

/// Serves over the standard streams until the client says `exit` or is gone.
///
/// # Errors
/// The streams could not be read or written to their end.
pub fn serve_stdio(options: Options) -> std::io::Result<Ended> {
    let (connection, threads) = lsp_server::Connection::stdio();
    let ended = serve(&connection, options);
    // The threads end once nobody holds the other ends of their channels.
    drop(connection);
    // A client that is gone leaves nobody to write to, which is no fault of ours.
    let joined = threads.join();
    if ended == Ended::Exit { joined.map(|()| ended) } else { Ok(ended) }
}
