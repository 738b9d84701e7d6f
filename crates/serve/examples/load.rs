//! Plays many games at once on a server that runs, two sockets for each, and tells how long answers take.
//!
//! ```text
//! rota serve --port 8710 --tables /tmp/tables
//! cargo run --release -p rota-serve --example load -- http://127.0.0.1:8710/#SECRET 1000 200
//! ```
//!
//! behind the link: how many games, how many moves a second altogether, and for how many seconds.
#![expect(clippy::print_stdout, reason = "figures for whoever runs it")]

use std::env;
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

type Failed = Box<dyn Error + Send + Sync>;

/// Somebody at the other end of a socket.
struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
}

impl Client {
    /// Comes in by a secret.
    async fn enter(server: &str, secret: &str) -> Result<Client, Failed> {
        let request = format!("ws://{server}/socket").into_client_request()?;
        // As browsers do: what is asked goes at once, however short.
        let (socket, _) = connect_async_with_config(request, None, true).await?;
        let mut client = Client { socket, asked: 0 };
        let entered = client.ask(json!({"type": "enter", "token": secret})).await?;
        if entered["type"] == "entered" { Ok(client) } else { Err(entered.to_string().into()) }
    }

    /// Asks something and waits for the answer; what is told meanwhile is passed over.
    async fn ask(&mut self, mut message: Value) -> Result<Value, Failed> {
        self.asked += 1;
        message["id"] = self.asked.into();
        self.socket.send(Message::Text(message.to_string().into())).await?;
        loop {
            let frame = self.socket.next().await.ok_or("the server has gone")??;
            let Message::Text(text) = frame else { continue };
            let answer: Value = serde_json::from_str(&text)?;
            if answer["id"] == self.asked {
                return Ok(answer);
            }
        }
    }
}

/// How long things took, in microseconds.
#[derive(Default)]
struct Taken(Vec<u128>);

impl Taken {
    fn tell(mut self, what: &str) {
        self.0.sort_unstable();
        let at = |share: usize| self.0.get((self.0.len() * share / 1000).min(self.0.len().saturating_sub(1)));
        let shown = |share| at(share).map_or_else(String::new, u128::to_string);
        println!(
            "{what}: {} times, p50 {} us, p99 {} us, most {} us",
            self.0.len(),
            shown(500),
            shown(990),
            shown(1000)
        );
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failed> {
    let mut arguments = env::args().skip(1);
    let link = arguments.next().ok_or("name the link that `rota serve` prints")?;
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |word| word.parse());
    let (games, rate, seconds) = (number(100)?, number(100)?.max(1), number(20)?);
    let (server, secret) = link.split_once("/#").ok_or("this is no link")?;
    let server = server.trim_start_matches("http://").to_owned();

    let mut owner = Client::enter(&server, secret).await?;
    let mut begun = Taken::default();
    let mut links = Vec::new();
    for game in 0..games {
        let from = Instant::now();
        let told = owner
            .ask(json!({
                "type": "begin",
                "open": {"packs": ["base"], "seed": game},
                "seats": [{"name": "ann", "by": "elsewhere"}, {"name": "ben", "by": "elsewhere"}],
            }))
            .await?;
        begun.0.push(from.elapsed().as_micros());
        let secret = |name: &str| {
            told["elsewhere"][name].as_str()?.split_once('#').map(|(_, secret)| secret.to_owned())
        };
        links.push([secret("ann").ok_or("no link")?, secret("ben").ok_or("no link")?]);
        // The owner, too, is held to so many messages a second.
        sleep(Duration::from_millis(20)).await;
    }
    begun.tell("begin");

    let from = Instant::now();
    let mut seated = Vec::new();
    for [ann, ben] in &links {
        seated.push([Client::enter(&server, ann).await?, Client::enter(&server, ben).await?]);
    }
    println!("{} sockets opened in {} ms", 2 * seated.len(), from.elapsed().as_millis());

    let end = Instant::now() + Duration::from_secs(seconds);
    let pause = Duration::from_micros(games * 1_000_000 / rate);
    let (mut chosen, mut viewed) = (Taken::default(), Taken::default());
    let mut playing = Vec::new();
    for (number, seats) in (0..).zip(seated) {
        playing.push(tokio::spawn(async move {
            // Not all at once.
            sleep(pause * number / u32::try_from(games).unwrap_or(1)).await;
            play(seats, pause, end).await
        }));
    }
    for game in playing {
        let (moves, views) = game.await??;
        chosen.0.extend(moves.0);
        viewed.0.extend(views.0);
    }
    chosen.tell("choose");
    viewed.tell("view");
    for line in fs::read_to_string("/proc/self/status")?.lines().filter(|line| line.starts_with("VmRSS")) {
        println!("this client: {line}");
    }
    Ok(())
}

/// Plays a game, any option, until it is over or time is.
async fn play(mut seats: [Client; 2], pause: Duration, end: Instant) -> Result<(Taken, Taken), Failed> {
    let (mut chosen, mut viewed) = (Taken::default(), Taken::default());
    let [ann, ben] = &mut seats;
    let mut view = ann.ask(json!({"type": "view", "seat": "ann"})).await?;
    let mut step: usize = 0;
    while Instant::now() < end && view["over"] == false {
        let own = view["decision"]["player"].as_str().unwrap_or_default().to_owned();
        let client = if own == "ann" { &mut *ann } else { &mut *ben };
        if view["seat"] != own.as_str() {
            let from = Instant::now();
            view = client.ask(json!({"type": "view", "seat": own})).await?;
            viewed.0.push(from.elapsed().as_micros());
        }
        let options = view["decision"]["options"].as_array().ok_or("nothing is offered")?;
        step += 7;
        let words = &options.get(step % options.len().max(1)).ok_or("nothing is offered")?["words"];
        let from = Instant::now();
        let wish = json!({"type": "choose", "seat": own, "words": words, "at": view["at"]});
        view = client.ask(wish).await?;
        chosen.0.push(from.elapsed().as_micros());
        if view["type"] != "view" {
            return Err(view.to_string().into());
        }
        sleep(pause).await;
    }
    Ok((chosen, viewed))
}
