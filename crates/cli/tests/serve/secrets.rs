//! What one seat draws in secret does not reach another, in no byte that it is sent.

use serde_json::{Value, json};

use crate::guest::{Guest, Server, how_many, some_option};

/// Packs in which tiles are drawn that others do not see.
const PACKS: [&str; 4] = ["base", "wheel_of_fortune", "wind_roses", "fortune_teller"];

/// Begins a game for two with links of their own.
pub fn begin(server: &Server, seed: u64) -> Value {
    let open = json!({ "packs": PACKS, "start": "wheel_of_fortune", "options": { "secret_draws": true }, "seed": seed });
    let seats = json!([{ "name": "ann", "by": "elsewhere" }, { "name": "ben", "by": "elsewhere" }]);
    let begun = server.owner().ask(&json!({ "type": "begin", "open": open, "seats": seats }));
    assert!(begun["type"] == "begun", "{begun}");
    begun
}

/// The words of an option that leads to a tile drawn in secret, or of some other one.
pub fn drawing_option(view: &Value, number: usize) -> Value {
    let options = view["decision"]["options"].as_array().into_iter().flatten();
    let mut words = options.map(|option| &option["words"]);
    let tent = words.find(|words| words.as_str().unwrap().contains("tent"));
    tent.cloned().unwrap_or_else(|| some_option(view, number))
}

#[test]
fn nobody_is_sent_what_another_has_drawn_in_secret() {
    let games = how_many("ROTA_GAMES", 4);
    let server = Server::start("secrets");
    let (mut hidden, mut looked) = (0, 0);
    for seed in 0..games {
        let begun = begin(&server, seed);
        let names = ["ann", "ben"];
        let mut guests: Vec<Guest> = names.iter().map(|name| server.by(&begun["elsewhere"][*name])).collect();
        let mut onlooker = server.by(&begun["onlooker"]);
        for number in 0..120 {
            let seen = onlooker.view(None);
            let Some(asked) = seen["decision"]["player"].as_str() else { break };
            let (own, other) = if asked == names[0] { (0, 1) } else { (1, 0) };
            let own_view = guests[own].view(Some(names[own]));
            let shown: Vec<&str> =
                own_view["hand"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            for (who, theirs) in [(other, guests[other].view(Some(names[other]))), (2, seen.clone())] {
                looked += 1;
                let hand = theirs["hand"].as_array().unwrap();
                assert_eq!(hand.len(), own_view["hand"].as_array().unwrap().len());
                for tile in shown.iter().filter(|tile| !hand.iter().any(|seen| seen == **tile)) {
                    hidden += 1;
                    // The kind may be among what can still come, but nothing says that it was drawn.
                    let mut rest = theirs.clone();
                    for open in ["unseen", "tiles", "events"] {
                        rest[open] = Value::Null;
                    }
                    assert!(!rest.to_string().contains(*tile), "seat {who}, seed {seed}: {tile} in {rest}");
                    // Another one of its kind may just have been laid, which everybody sees.
                    let last = theirs["events"].as_array().unwrap().last().unwrap();
                    let tells = last["event"] != "placed" && last.to_string().contains(*tile);
                    assert!(!tells, "seat {who}, seed {seed}: {tile} in {last}");
                }
            }
            let view = guests[own].view(Some(names[own]));
            let words = drawing_option(&view, number);
            let made = guests[own].choose(names[own], &words, &view["at"]);
            assert!(made["type"] == "view", "{made}");
            // Others hear that something has changed, and nothing else.
            guests[other].wait_for(made["at"].as_u64().unwrap());
        }
        for guest in guests.iter().chain([&onlooker]) {
            assert!(!guest.told.iter().any(|text| text.contains("\"seed\"")), "a seed was told");
        }
    }
    println!("{looked} views, {hidden} tiles hidden in them");
    assert!(hidden > 0, "nothing was ever hidden");
}
