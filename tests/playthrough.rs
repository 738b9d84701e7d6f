//! One whole game as a text that a person can follow and check against the rules of the box.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use std::fmt::Write;

use rota_game::{Event, Game, Greedy, Player, Record, Setup, TileState, Uniform};
use rota_tests::audit::audit;
use rota_tests::shelf::{open, read, settings, shelf};
use rota_vm::Answer;

const SEATS: [&str; 3] = ["ann", "bob", "cid"];
const SEED: u64 = 7;

/// How often the points of the table are told.
const EVERY: u32 = 6;

struct Script {
    out: String,
    /// How many events are told.
    told: usize,
}

impl Script {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn points(&mut self, game: &Game) {
        let points: Vec<String> =
            SEATS.iter().zip(game.points()).map(|(seat, points)| format!("{seat} {points}")).collect();
        self.line(&format!("  == {}", points.join(", ")));
    }

    /// What happened since the last time.
    fn tell(&mut self, game: &Game) {
        let events: Vec<Event> = game.history().events().iter().skip(self.told).copied().collect();
        self.told += events.len();
        let rules = game.rules();
        for event in events {
            match event {
                Event::Turn { number, player } => {
                    if number > 1 && (number - 1) % EVERY == 0 {
                        self.points(game);
                    }
                    self.line(&format!("\n{number}. {}", SEATS[usize::from(player)]));
                }
                Event::Drawn { tile, .. } => {
                    self.line(&format!("  draws {}", rules.kind_of(usize::from(tile)).name))
                }
                Event::Discarded { tile } => {
                    self.line(&format!("  discards {}", rules.kind_of(usize::from(tile)).name));
                }
                Event::Ending => self.line("\nThe end"),
                Event::Scored { player, points, reason, at, note } => {
                    let note = note.expect("a note");
                    let site =
                        game.history().note(note).map(|note| &rules.program().sites[note.site as usize]);
                    let at = at.map_or_else(String::new, |at| format!(" at {}", game.segment_words(at)));
                    let reason = &rules.program().declared.reasons[usize::from(reason)];
                    self.line(&format!(
                        "  {} scores {points} as {reason}{at}: {} ({})",
                        SEATS[usize::from(player)],
                        game.formula(note),
                        site.map_or("", |site| site.rule.as_str()),
                    ));
                }
                Event::Sent { piece, from } => {
                    let owner = game.position().pieces()[usize::from(piece)].owner();
                    let owner = owner.map_or("", |owner| SEATS[usize::from(owner)]);
                    self.line(&format!("  {owner} takes home the piece on {}", game.spot_words(from)));
                }
                _ => {}
            }
        }
    }

    /// The decision that waits and what is chosen.
    fn decide(&mut self, game: &Game, choice: Answer) {
        let Some(decision) = game.decision() else { return };
        let words = decision.text(choice);
        let count = decision.option_count();
        if decision.site().prompt.contains("tile") {
            self.line(&format!("  lays it at {words} ({count} placements)"));
            return;
        }
        let offered: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
        self.line(&format!("  may {}", offered.join(" | ")));
        self.line(&format!("  {words}"));
    }
}

fn header(game: &Game, options: &[rota::compile::OptionInfo]) -> String {
    let mut out =
        String::from("The base game, 3 players: ann and cid choose at random, bob takes what gains most.\n");
    let options: Vec<String> =
        options.iter().map(|option| format!("{} = {}", option.name, option.value)).collect();
    let _ = writeln!(out, "options: {}", options.join(", "));
    let _ = writeln!(out, "seed {SEED}");
    for (number, state) in game.position().tiles().iter().enumerate() {
        if let TileState::Laid(tile) = state {
            let cell = game.position().board().tile(*tile).cell;
            let _ = writeln!(out, "{} lies at {},{}", game.rules().kind_of(number).name, cell.x, cell.y);
        }
    }
    out
}

#[test]
fn base_game_of_three() {
    let options = [("generation", "second"), ("abbots", "1")];
    let mut settings = settings(&[], &options);
    settings.seats = SEATS.map(str::to_owned).to_vec();
    let opened = open(&read(&shelf(), &["base"]), &settings);
    let setup = Setup { players: 3, seed: SEED, record: Record::Full, ask_forced: true, ..Setup::default() };
    let mut game = Game::new(opened.rules.clone(), &setup).expect("a game");
    let mut script = Script { out: header(&game, &opened.options), told: 0 };
    let mut players: [Box<dyn Player>; 3] =
        [Box::new(Uniform::new(SEED)), Box::new(Greedy::new(SEED)), Box::new(Uniform::new(SEED + 1))];
    script.tell(&game);
    while let Some(decision) = game.decision() {
        let choice = players[decision.who()].decide(&game);
        script.decide(&game, choice);
        game.choose(choice).expect("it was offered");
        script.tell(&game);
    }
    assert_eq!(audit(&game), Vec::<String>::new());
    let mut standings: Vec<(i64, &str)> = game.points().iter().copied().zip(SEATS).collect();
    standings.sort_by_key(|(points, seat)| (-points, *seat));
    script.line("\nStandings");
    for (points, seat) in standings {
        script.line(&format!("  {seat} {points}"));
    }
    insta::with_settings!({ snapshot_path => "playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("base-3p-seed7", script.out);
    });
}
