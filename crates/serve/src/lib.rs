//! Tables in the browser: a server for a page, and for the games that are played there.
//!
//! The page and the server speak over a WebSocket: what is asked of a game is what [`rota_protocol::Table`] answers, as
//! it came; the server knows who asks, by a secret in a link, and keeps every move before it is answered. What is told
//! to somebody follows from the link that they have and from nothing else.
//!
//! Whoever listens on this machine alone is still asked by every page that is open in a browser there. So a request is
//! answered only under a name that the server has, and a page from elsewhere not at all.

mod access;
mod any_source;
mod assets;
mod closed;
mod hall;
mod listen;
mod live;
mod messages;
mod pace;
mod programs;
mod routes;
mod seating;
mod socket;
mod store;
mod studio;
mod studio_files;
mod token;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rota::{Diagnostic, PackSource};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;

use crate::access::Access;
use crate::assets::Assets;
use crate::hall::Hall;
use crate::listen::Most;
use crate::store::Store;
use crate::studio::Studio;
use crate::token::Token;

/// How long is waited for those who are just being answered when the server ends.
const ENDING: Duration = Duration::from_secs(5);

/// How many things are done at once that take longer: most of them wait for the disk, which takes several at a time.
const THREADS: usize = 32;

pub use studio::StudioSettings;

/// Where a server listens, and where it keeps its tables.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The addresses at which it listens.
    pub hosts: Vec<IpAddr>,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The names under which it is asked beside its addresses.
    pub names: Vec<String>,
    /// The folder of the tables, which is made where it is not there.
    pub tables: PathBuf,
    /// A folder with the page, for whoever works on it; else the one in the program is shown.
    pub page: Option<PathBuf>,
    /// The studio, where there is to be one.
    pub studio: Option<StudioSettings>,
}

/// What a server tells whoever started it.
#[derive(Clone, Debug)]
pub enum Event {
    /// It listens.
    Listening {
        /// Whoever opens this address is its owner.
        owner: String,
        /// Whoever opens this address writes packs in the folder of the studio.
        studio: Option<String>,
    },
    /// Something is wrong that does not end it.
    Problem(Diagnostic),
}

/// Why a server ended early.
#[derive(Debug)]
pub enum Ended {
    /// It could not begin.
    Refused(Diagnostic),
    /// Whoever started it hears nothing any more, or the system cannot run it.
    Failed(io::Error),
}

impl From<Diagnostic> for Ended {
    fn from(diagnostic: Diagnostic) -> Ended {
        Ended::Refused(diagnostic)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Failed(error)
    }
}

/// Where it is told what is wrong.
#[derive(Clone)]
pub(crate) struct News(mpsc::UnboundedSender<Diagnostic>);

impl News {
    /// Tells something.
    pub fn tell(&self, diagnostic: Diagnostic) {
        // Nobody hears it only once the server has ended.
        let _ = self.0.send(diagnostic);
    }
}

/// Serves until the process is asked to end.
///
/// # Errors
/// It cannot listen at an address or keep tables in the folder; `tell` fails.
pub fn serve(
    settings: Settings,
    source: Box<dyn PackSource + Send>,
    tell: &mut dyn FnMut(Event) -> io::Result<()>,
) -> Result<(), Ended> {
    // One thread answers; what takes longer is done beside it.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(THREADS).build()?;
    let served = runtime.block_on(run(settings, source, tell));
    // Whatever is still at work then has been answered to nobody.
    runtime.shutdown_timeout(ENDING);
    served
}

async fn run(
    settings: Settings,
    source: Box<dyn PackSource + Send>,
    tell: &mut dyn FnMut(Event) -> io::Result<()>,
) -> Result<(), Ended> {
    let listeners = listen::bind(&settings.hosts, settings.port).await?;
    let store = Store::open(settings.tables)?;
    let owner = Token::random().map_err(io::Error::other)?;
    let (news, mut told) = mpsc::unbounded_channel();
    let closing = Arc::new(watch::Sender::new(false));
    let hall = Arc::new(Hall::new(source, store, &owner, News(news), Arc::clone(&closing)));
    let addresses: Vec<SocketAddr> =
        listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>()?;
    let access = Access::new(&addresses, &settings.names);
    let host = shown(&addresses, &settings.names);
    let (studio, studio_address) = match settings.studio {
        Some(settings) => {
            let token = Token::random().map_err(io::Error::other)?;
            let studio = Arc::new(Studio::new(settings, &token, Arc::clone(&closing)));
            tokio::spawn(Arc::clone(&studio).keep_looking());
            (Some(studio), Some(format!("http://{host}/studio#{}", token.as_str())))
        }
        None => (None, None),
    };
    let most = Most::of_system();
    let router = routes::routes(Arc::clone(&hall), studio, Assets::new(settings.page), access, most.sockets);
    let places = Arc::new(Semaphore::new(most.connections));
    for listener in listeners {
        tokio::spawn(listen::accept(listener, router.clone(), Arc::clone(&places), closing.subscribe()));
    }
    hall.start_programs();
    tokio::spawn(Arc::clone(&hall).keep_syncing());
    let owner = format!("http://{host}/#{}", owner.as_str());
    let mut heard = tell(Event::Listening { owner, studio: studio_address });
    let mut end = std::pin::pin!(end());
    while heard.is_ok() {
        tokio::select! {
            Some(problem) = told.recv() => heard = tell(Event::Problem(problem)),
            () = &mut end => break,
        }
    }
    // Sockets say that it is over; what is being kept is kept.
    closing.send_replace(true);
    let _ = timeout(ENDING, closing.closed()).await;
    hall.sync();
    while let Ok(problem) = told.try_recv() {
        heard = heard.and_then(|()| tell(Event::Problem(problem)));
    }
    Ok(heard?)
}

/// The name and the port that the owner is sent to.
fn shown(addresses: &[SocketAddr], names: &[String]) -> String {
    let first = addresses.first().map(SocketAddr::to_string).unwrap_or_default();
    let port = addresses.first().map_or(0, SocketAddr::port);
    let is_everywhere = addresses.first().is_some_and(|address| address.ip().is_unspecified());
    match (is_everywhere, names.first()) {
        (true, Some(name)) => format!("{name}:{port}"),
        (true, None) => format!("127.0.0.1:{port}"),
        (false, _) => first,
    }
}

/// Waits until the process is asked to end.
async fn end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
