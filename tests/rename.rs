//! The rename test: with every word that packs and tile sets declare replaced by another, the same games are
//! played and the same scenarios hold. Nothing in the engine can know any of the words.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

#[path = "rename/declared.rs"]
mod declared;
#[path = "rename/edits.rs"]
mod edits;

use std::collections::BTreeMap;
use std::sync::Arc;

use rota::{LoadedPacks, PackText, Text, scenarios};
use rota_game::{Event, Game, Record, Rules, Score, Setup, Uniform};
use rota_tests::render;
use rota_tests::runs::each_on_threads;
use rota_tests::shelf::{Written, compile, load, published, settings, shelf};

use declared::declared;
use edits::{Names, Places};

/// What tile files call the parts of the format; a declared word may be the same.
const FORMAT: [&str; 15] = [
    "title",
    "printings",
    "tile",
    "id",
    "count",
    "edges",
    "segments",
    "like",
    "with",
    "change",
    "touches",
    "name",
    "board",
    "cell",
    "at",
];

/// The new word for each declared one, as numbers that keep the order of the words: packs and rules of a step
/// are ordered by name.
struct Renaming {
    words: BTreeMap<String, String>,
    steps: BTreeMap<String, String>,
}

impl Renaming {
    fn of(reading: &LoadedPacks) -> Renaming {
        let declared = declared(reading);
        let numbered = |sign: &str, words: std::collections::BTreeSet<String>| {
            words.into_iter().enumerate().map(|(rank, word)| (word, format!("{sign}{rank:04}"))).collect()
        };
        Renaming { words: numbered("w", declared.words), steps: numbered("s", declared.steps) }
    }

    /// A text with its words renamed.
    fn text(&self, text: &str) -> String {
        replaced(text, &self.words)
    }

    /// A rule file.
    fn rules(&self, text: &str) -> String {
        let (file, diagnostics) = rota_syntax::parse(text, 0);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut out = String::new();
        let mut after = 0;
        for place in Places::of(&file).0 {
            let (start, end) = (place.span.start as usize, place.span.end as usize);
            assert!(start >= after, "two places overlap at {start}");
            out.push_str(&text[after..start]);
            let written = &text[start..end];
            match place.names {
                Names::Step => out.push_str(&replaced(written, &self.steps)),
                Names::Phrase if self.steps.contains_key(written) && !self.words.contains_key(written) => {
                    out.push_str(&replaced(written, &self.steps));
                }
                Names::Tile if !written.contains('/') => out.push_str(written),
                Names::Tile | Names::Word | Names::Phrase => out.push_str(&replaced(written, &self.words)),
            }
            after = end;
        }
        out.push_str(&text[after..]);
        out
    }

    /// A tile file: keys are renamed, what a segment touches, and words that attributes take; other strings
    /// stay.
    fn tiles(&self, text: &str) -> String {
        let words: BTreeMap<String, String> = self
            .words
            .iter()
            .filter(|(word, _)| !FORMAT.contains(&word.as_str()))
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect();
        let mut out = String::new();
        for line in text.lines() {
            let (mut touches, mut comment, mut names) = (false, false, false);
            for (index, part) in line.split('"').enumerate() {
                let is_string = index % 2 == 1;
                if index > 0 {
                    out.push('"');
                }
                if comment || (is_string && !touches) {
                    let word = words.get(part).filter(|_| is_string && !comment && !names);
                    out.push_str(word.map_or(part, String::as_str));
                    continue;
                }
                let (code, rest) =
                    part.split_at(if is_string { part.len() } else { part.find('#').unwrap_or(part.len()) });
                out.push_str(&replaced(code, &words));
                out.push_str(rest);
                comment = !rest.is_empty();
                let key = code.trim_end().trim_end_matches('=').trim_end();
                touches = !is_string && key.ends_with("touches");
                names = ["id", "title", "like", "name"].iter().any(|own| key.ends_with(own));
            }
            out.push('\n');
        }
        out
    }

    /// All packs of a reading and their sets.
    fn shelf(&self, packs: &[String], sets: &[String]) -> Written {
        let mut written = Written::default();
        let name = |name: &str| self.words.get(name).cloned().unwrap_or_else(|| name.to_owned());
        for pack in packs {
            let text = rota::PackSource::pack(&shelf(), pack).expect("it was read");
            let rules =
                text.rules.iter().map(|text| Text { name: text.name.clone(), text: self.rules(&text.text) });
            let tiles = text.tiles.iter().map(|(set, text)| {
                (name(set), Text { name: text.name.clone(), text: self.tiles(&text.text) })
            });
            let text = PackText { name: name(pack), rules: rules.collect(), tiles: tiles.collect() };
            written.packs.insert(text.name.clone(), text);
        }
        for set in sets {
            if let Some(text) = rota::PackSource::tiles(&shelf(), set) {
                written.sets.insert(name(set), Text { name: text.name, text: self.tiles(&text.text) });
            }
        }
        written
    }
}

/// Replaces whole words; behind a slash stands the id of a tile, which stays.
fn replaced(text: &str, map: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        if rest.starts_with('/') {
            let (id, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            out.push_str(id);
            rest = after;
            continue;
        }
        if end == 0 {
            let next = rest.find(|c: char| is_word(c) || c == '/').unwrap_or(rest.len());
            out.push_str(&rest[..next]);
            rest = &rest[next..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        out.push_str(map.get(word).map_or(word, String::as_str));
        rest = after;
    }
    out
}

/// All published packs and the probes, and the same renamed.
fn both(names: &[&str]) -> (LoadedPacks, LoadedPacks, Renaming) {
    let reading = load(&shelf(), names);
    let renaming = Renaming::of(&reading);
    let packs = reading.packs.iter().chain(&reading.guests);
    let packs: Vec<String> = packs.map(|pack| pack.name.clone()).collect();
    let sets: Vec<String> = reading.sets.iter().map(|(set, _)| set.clone()).collect();
    let written = renaming.shelf(&packs, &sets);
    let wanted: Vec<String> = names.iter().map(|name| renaming.text(name)).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let renamed = load(&written, &wanted);
    (reading, renamed, renaming)
}

/// How many scenarios of a pack hold, all of them under both names.
fn held(pack: &str) -> u32 {
    let (reading, renamed, renaming) = both(&[pack]);
    let (one, other) = (scenarios(&reading, pack), scenarios(&renamed, &renaming.text(pack)));
    assert_eq!(one.len(), other.len());
    let both = one.iter().zip(&other).map(|(one, other)| {
        let (before, after) = (one.run(&reading), other.run(&renamed));
        let drawn = render(&after.failures, &renamed.sources);
        assert_eq!(before.passed(), after.passed(), "{} of {pack}:\n{drawn}", one.title);
        u32::from(after.passed())
    });
    both.sum()
}

#[test]
fn scenarios_hold_under_other_names() {
    let mut packs = published();
    let probes = [
        "blocks",
        "borders",
        "casket",
        "council",
        "encore",
        "fair",
        "gambler",
        "levy",
        "menagerie",
        "roadblock",
    ];
    packs.extend(probes.map(str::to_owned));
    let held: u32 = each_on_threads(&packs, |pack| held(pack)).into_iter().sum();
    println!("{held} scenarios hold under both names");
    assert!(held >= 6);
}

/// What happened in a game, in words.
fn told(game: &Game) -> Vec<String> {
    let declared = &game.rules().program().declared;
    let history = game.history();
    let tell = |event: &Event| match event {
        Event::Decided { who, words, .. } => Some(format!("{who}: {}", history.text(*words))),
        Event::Scored { .. } => {
            let Score { player, points, reason, formula, rule, .. } = game.scores(event).remove(0);
            Some(format!("{player} scores {points} as {reason} by {formula}: {rule}"))
        }
        Event::Placed { tile, .. } => Some(format!("laid {}", game.rules().kind_of(usize::from(*tile)).name)),
        Event::Fetched { tile, .. } => {
            Some(format!("took {}", game.rules().kind_of(usize::from(*tile)).name))
        }
        Event::Moved { from, to, .. } => {
            Some(format!("moved from {} to {}", game.location_words(*from), game.space_words(*to)))
        }
        Event::Went { from, to, .. } => {
            Some(format!("went from {} to {}", game.location_words(*from), game.location_words(*to)))
        }
        Event::Sent { from, reason, .. } => {
            let reason = reason.map(|reason| &declared.reasons[usize::from(reason)]);
            Some(format!("sent home from {} as {reason:?}", game.location_words(*from)))
        }
        Event::Paid { from, to, points, reason, .. } => {
            Some(format!("{from:?} pays {points} to {to:?} as {}", declared.reasons[usize::from(*reason)]))
        }
        Event::PaidStock { from, to, amount, stock, reason, .. } => {
            let (stock, reason) =
                (&declared.stocks[usize::from(*stock)].name, &declared.reasons[usize::from(*reason)]);
            Some(format!("{from:?} pays {amount} of {stock} to {to:?} as {reason}"))
        }
        Event::Rolled { die, value, .. } => {
            let (die, face) = declared.rolled(*die, *value);
            Some(format!("{die} gave {face}"))
        }
        Event::Won { players } => Some(format!("{players:?} won")),
        Event::Turn { .. } | Event::Again { .. } | Event::Ending | Event::Cancelled { .. } => None,
        Event::Drawn { .. } | Event::Shuffled { .. } | Event::Stowed { .. } | Event::Shown { .. } => None,
        Event::LinedUp { .. } | Event::Stacked { .. } => None,
        Event::Discarded { .. } | Event::Put { .. } | Event::Added { .. } => None,
        Event::Linked { .. } | Event::Cut { .. } => None,
        Event::Closed { .. } | Event::Reopened { .. } => None,
        Event::Hid { .. } | Event::Forgotten { .. } | Event::Revealed => None,
    };
    history.events().iter().filter_map(tell).collect()
}

/// What bags and dice gave in a game, by their names.
fn given(game: &Game) -> BTreeMap<String, Vec<String>> {
    let declared = &game.rules().program().declared;
    let mut given: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for event in game.history().events() {
        if let Event::Drawn { bag, tile, .. } = event {
            let tile = game.rules().kind_of(usize::from(*tile)).name.clone();
            given.entry(declared.bags[usize::from(*bag)].clone()).or_default().push(tile);
        } else if let Event::Rolled { die, value, .. } = event {
            let (die, face) = declared.rolled(*die, *value);
            given.entry(die.to_owned()).or_default().push(face);
        }
    }
    given
}

fn play(rules: &Arc<Rules>, seed: u64, draws: Vec<(String, Vec<String>)>) -> Game {
    let setup = Setup { players: 3, seed, record: Record::Full, draws, ..Setup::default() };
    let mut game = Game::new(Arc::clone(rules), &setup).expect("a game");
    let mut player = Uniform::new(seed);
    game.play(|pending| player.reply(pending));
    assert!(game.fault().is_none(), "{:?}", game.fault());
    game
}

/// Packs, and options as a player writes them.
type Composed<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);

#[test]
fn games_agree_up_to_names() {
    let compositions: [Composed<'_>; 5] = [
        (&["base"], &[]),
        (
            &["base"],
            &[
                ("generation", "second"),
                ("abbots", "1"),
                ("field_rule", "by_city"),
                ("small_city", "one_each"),
            ],
        ),
        (&["base"], &[("field_rule", "once_per_city"), ("followers", "3")]),
        (&["encore", "levy", "menagerie", "roadblock"], &[("generation", "second"), ("abbots", "1")]),
        (&["fair", "gambler"], &[("abbots", "1")]),
    ];
    let mut lines = 0;
    for (packs, options) in compositions {
        let (reading, renamed, renaming) = both(packs);
        let rules = compile(&reading, &settings(&[], options)).rules;
        let other: Vec<(String, String)> =
            options.iter().map(|(name, value)| (renaming.text(name), renaming.text(value))).collect();
        let other: Vec<(&str, &str)> =
            other.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let other = compile(&renamed, &settings(&[], &other)).rules;
        for seed in 0..12 {
            // What a bag or a die gives follows from its name, so both games are told what comes out.
            let drawn = given(&play(&rules, seed, Vec::new()));
            let name = |(source, outcomes): (&String, &Vec<String>)| {
                (renaming.text(source), outcomes.iter().map(|outcome| renaming.text(outcome)).collect())
            };
            let named = drawn.iter().map(name).collect();
            let one = play(&rules, seed, drawn.into_iter().collect());
            let two = play(&other, seed, named);
            let expected: Vec<String> = told(&one).iter().map(|line| renaming.text(line)).collect();
            let found = told(&two);
            for (expected, found) in expected.iter().zip(&found) {
                assert_eq!(expected, found, "{packs:?}, seed {seed}");
            }
            assert_eq!(expected.len(), found.len());
            assert_eq!(one.points(), two.points());
            lines += found.len();
        }
    }
    println!("{lines} lines agree");
    assert!(lines > 5_000);
}

#[test]
fn every_word_is_renamed() {
    let (reading, renamed, renaming) = both(&["base"]);
    let text = renamed.sources.files().iter().map(|file| file.text.to_string()).collect::<String>();
    // What is left of the words stands in comments, titles, ids of tiles, or means something to the language.
    assert!(
        !text.contains("rule complete_city") && !text.contains("feature road") && !text.contains("{ city =")
    );
    assert!(renaming.words.len() > 60 && renaming.steps.len() >= 8, "{:?}", renaming.words.len());
    assert_eq!(reading.packs.len(), renamed.packs.len());
}
