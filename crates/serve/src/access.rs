//! Who may ask at all. A page of somebody else must not reach a server that listens on this machine: it cannot say
//! under which name it asks, nor where it comes from.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Uri};

/// What the page may do: nothing but what comes from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is said with every answer.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Barred {
    /// The server is not known under the name that it was asked by.
    Host,
    /// The page that asks comes from elsewhere.
    Origin,
}

/// The names under which the server is asked.
pub(crate) struct Access {
    names: Vec<String>,
    /// Where it listens on all addresses of the machine: the port. Any of them may stand there as a number, which no
    /// name server gives to somebody else.
    numbered: Option<u16>,
}

impl Access {
    /// The names of a server that listens there, and those that it has beside its addresses.
    pub fn new(addresses: &[SocketAddr], others: &[String]) -> Access {
        let port = addresses.first().map_or(0, SocketAddr::port);
        let own = ["127.0.0.1", "[::1]", "localhost"].into_iter().map(|name| format!("{name}:{port}"));
        let mut names: Vec<String> = own.chain(addresses.iter().map(SocketAddr::to_string)).collect();
        for other in others {
            // Behind a server that stands before this one the port is another, or is not said at all.
            names.push(other.to_ascii_lowercase());
            names.push(format!("{}:{port}", other.to_ascii_lowercase()));
        }
        if port == 80 {
            let bare = names.iter().filter_map(|name| name.strip_suffix(":80")).map(str::to_owned);
            names.extend(bare.collect::<Vec<_>>());
        }
        let is_everywhere = addresses.iter().any(|address| address.ip().is_unspecified());
        Access { names, numbered: is_everywhere.then_some(port) }
    }

    /// Looks at what somebody who asks says.
    ///
    /// Errors: why not to answer.
    pub fn check(&self, asked: &Uri, headers: &HeaderMap) -> Result<(), Barred> {
        let host = only(headers, HOST).filter(|host| self.is_own(host)).ok_or(Barred::Host)?;
        if asked.authority().is_some_and(|asked| asked.as_str() != host) {
            return Err(Barred::Host);
        }
        if !headers.contains_key(ORIGIN) {
            return Ok(());
        }
        let origin = only(headers, ORIGIN).unwrap_or_default();
        let from = ["http://", "https://"].into_iter().find_map(|scheme| origin.strip_prefix(scheme));
        let is_own = |from: &&str| *from == host || self.names.iter().any(|name| name == from);
        from.filter(is_own).map(|_| ()).ok_or(Barred::Origin)
    }

    fn is_own(&self, host: &str) -> bool {
        self.names.contains(&host.to_ascii_lowercase())
            || self.numbered.is_some_and(|port| is_number(host, port))
    }
}

/// Adds what is said with every answer.
pub(crate) fn dress(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

/// The value of a header that stands there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let only = values.next().filter(|_| values.next().is_none());
    only.and_then(|value| value.to_str().ok())
}

/// Whether a host is an address as a number, with this port.
fn is_number(host: &str, port: u16) -> bool {
    let bare = |host: &str| host.parse::<IpAddr>().is_ok();
    host.parse::<SocketAddr>().is_ok_and(|address| address.port() == port) || (port == 80 && bare(host))
}
