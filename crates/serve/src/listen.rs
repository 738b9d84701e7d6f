//! Connections: they are taken, and let go of where nothing comes of them.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rota::Diagnostic;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The most sockets at once.
const MOST_SOCKETS: usize = 4096;

/// The most connections at once that are no sockets.
const MOST_CONNECTIONS: usize = 1024;

/// How many open files are asked for: enough for all of these, and for the files of the tables.
const FILES: u64 = 8192;

/// How long somebody may take to ask.
const ASKING: Duration = Duration::from_secs(10);

/// How long a connection lasts that does not become a socket.
const LASTING: Duration = Duration::from_secs(60);

/// How long no connection is taken when the system had none to give.
const PAUSE: Duration = Duration::from_millis(100);

/// The most that is read of the head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// How many connections there may be at once.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    /// Of those that are sockets.
    pub sockets: usize,
    /// Of the others.
    pub connections: usize,
}

impl Most {
    /// As many as the system lets this process have, so that files can still be written when all are taken.
    pub fn of_system() -> Most {
        let files = rlimit::increase_nofile_limit(FILES).unwrap_or(FILES);
        let files = usize::try_from(files).unwrap_or(usize::MAX);
        Most { sockets: MOST_SOCKETS.min(files / 2), connections: MOST_CONNECTIONS.min(files / 8) }
    }
}

/// Listens at addresses; without a port at the one that is free there.
///
/// Errors: `serve::address`.
pub(crate) async fn bind(hosts: &[IpAddr], port: u16) -> Result<Vec<TcpListener>, Diagnostic> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut port = port;
    for host in hosts {
        let address = SocketAddr::new(*host, port);
        let fail = |error: io::Error| {
            let message = format!("the server cannot listen at {address}: {error}");
            Diagnostic::error("serve::address", message).help("take another one: `--port 0` takes a free one")
        };
        let listener = TcpListener::bind(address).await.map_err(fail)?;
        port = listener.local_addr().map_err(fail)?.port();
        listeners.push(listener);
    }
    Ok(listeners)
}

/// Takes connections until the server ends.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    places: Arc<Semaphore>,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let taken = tokio::select! {
            taken = take(&listener, &places) => taken,
            _ = closing.changed() => return,
        };
        // The system has no more connections to give, or somebody has gone already.
        let Ok((stream, place)) = taken else {
            sleep(PAUSE).await;
            continue;
        };
        let (router, closing) = (router.clone(), closing.clone());
        tokio::spawn(async move {
            answer(stream, router, closing).await;
            drop(place);
        });
    }
}

async fn take(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    // A message is to go at once, however short.
    stream.set_nodelay(true)?;
    Ok((stream, place))
}

/// Answers what is asked over a connection.
async fn answer(stream: TcpStream, router: Router, mut closing: watch::Receiver<bool>) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(ASKING)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // Whoever does not read is let go of, too. What becomes a socket has left by then.
    tokio::select! {
        _ = timeout(LASTING, connection) => {}
        _ = closing.changed() => {}
    }
}
