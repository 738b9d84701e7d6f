//! What is asked over HTTP: the page with its files, and the socket.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Semaphore;

use crate::access::{Access, Barred, dress};
use crate::assets::{Assets, INDEX};
use crate::hall::Hall;
use crate::messages::LONGEST_MESSAGE;
use crate::socket::{Site, attend};
use crate::studio::{LONGEST_ANSWER, Studio};

/// How much is read at once from a socket: what `axum` sets aside is 32 times as much, for each of them.
const READ_BUFFER: usize = 4 << 10;

/// The longest that may wait to be sent over a socket; no answer is longer.
const MOST_UNSENT: usize = 16 << 20;

/// The longest message of somebody in the studio, in bytes: it may hold the text of a file.
const LONGEST_OF_STUDIO: usize = 4 << 20;

/// The most sockets of the studio at once: whoever has not yet come in can send such a message, too.
const MOST_IN_STUDIO: usize = 64;

/// Where sockets are to be had.
struct Sockets {
    places: Arc<Semaphore>,
    longest_message: usize,
    most_unsent: usize,
}

struct Served {
    hall: Arc<Hall>,
    studio: Option<Arc<Studio>>,
    assets: Assets,
    access: Access,
    sockets: Sockets,
    studio_sockets: Sockets,
}

/// All that can be asked, over so many sockets at once.
pub(crate) fn routes(
    hall: Arc<Hall>,
    studio: Option<Arc<Studio>>,
    assets: Assets,
    access: Access,
    most_sockets: usize,
) -> Router {
    let sockets = Sockets::new(most_sockets, LONGEST_MESSAGE, MOST_UNSENT);
    let studio_sockets =
        Sockets::new(most_sockets.min(MOST_IN_STUDIO), LONGEST_OF_STUDIO, LONGEST_ANSWER + MOST_UNSENT);
    let mut router = Router::new()
        .route("/", get(index))
        .route("/t/{table}", get(table))
        .route("/page/{*file}", get(file))
        .route("/socket", get(socket));
    if studio.is_some() {
        router = router.route("/studio", get(index)).route("/studio/socket", get(studio_socket));
    }
    let served = Arc::new(Served { hall, studio, assets, access, sockets, studio_sockets });
    router
        .fallback(nothing)
        .method_not_allowed_fallback(nothing_but_get)
        .layer(from_fn_with_state(Arc::clone(&served), guard))
        .with_state(served)
}

/// Lets only those through who may ask, and says with every answer what the page may do.
async fn guard(State(served): State<Arc<Served>>, request: Request, next: Next) -> Response {
    let mut response = match served.access.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(Barred::Host) => {
            let why = "The server is not known under this name. Whoever keeps it can name it: --name NAME\n";
            (StatusCode::MISDIRECTED_REQUEST, why).into_response()
        }
        Err(Barred::Origin) => {
            (StatusCode::FORBIDDEN, "Pages from elsewhere ask nothing here.\n").into_response()
        }
    };
    dress(response.headers_mut());
    response
}

async fn index(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    asset(&served, INDEX, &headers)
}

async fn table(State(served): State<Arc<Served>>, Path(table): Path<String>, headers: HeaderMap) -> Response {
    if table.parse::<u32>().is_ok() { asset(&served, INDEX, &headers) } else { nothing().await }
}

async fn file(State(served): State<Arc<Served>>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    asset(&served, &file, &headers)
}

/// A file of the page, unless whoever asks has it already.
fn asset(served: &Served, path: &str, headers: &HeaderMap) -> Response {
    let Some(asset) = served.assets.find(path) else { return no_such_thing() };
    let known = headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|known| known.to_str().ok());
    let is_known = known.flat_map(|known| known.split(',')).any(|known| known.trim() == asset.tag);
    if is_known {
        return (StatusCode::NOT_MODIFIED, [(ETAG, asset.tag)]).into_response();
    }
    let headers = [(ETAG, asset.tag), (CONTENT_TYPE, asset.kind.to_owned())];
    (headers, asset.bytes.into_owned()).into_response()
}

async fn socket(State(served): State<Arc<Served>>, upgrade: WebSocketUpgrade) -> Response {
    served.sockets.open(upgrade, Site::Hall(Arc::clone(&served.hall)))
}

async fn studio_socket(State(served): State<Arc<Served>>, upgrade: WebSocketUpgrade) -> Response {
    match &served.studio {
        Some(studio) => served.studio_sockets.open(upgrade, Site::Studio(Arc::clone(studio))),
        None => no_such_thing(),
    }
}

impl Sockets {
    fn new(most: usize, longest_message: usize, most_unsent: usize) -> Sockets {
        Sockets { places: Arc::new(Semaphore::new(most)), longest_message, most_unsent }
    }

    fn open(&self, upgrade: WebSocketUpgrade, site: Site) -> Response {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return (StatusCode::SERVICE_UNAVAILABLE, "There is no room for more.\n").into_response();
        };
        upgrade
            .max_message_size(self.longest_message)
            .max_frame_size(self.longest_message)
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(self.most_unsent)
            .on_upgrade(move |socket| async move {
                attend(socket, site).await;
                drop(place);
            })
    }
}

async fn nothing() -> Response {
    no_such_thing()
}

fn no_such_thing() -> Response {
    (StatusCode::NOT_FOUND, "There is no such thing here.\n").into_response()
}

async fn nothing_but_get() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered here.\n").into_response()
}
