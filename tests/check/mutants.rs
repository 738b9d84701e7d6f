//! Packs that were spoilt on purpose: nothing panics, nothing takes long, and slips do not go unnoticed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rota::{LoadedPacks, Settings, load};
use rota_source::Severity;
use rota_tests::chance::Chance;

use super::shelf::Texts;

/// What opening the base pack comes to when one of its files is another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Sound,
    Warned,
    Refused,
}

/// Opens the base pack with another text for one of its files.
fn opened(texts: &Texts, file: usize, text: &str) -> (LoadedPacks, End) {
    let mut texts = texts.clone();
    text.clone_into(&mut texts.packs[0].rules[file].text);
    let reading = load(&texts, &["base".to_owned()]);
    let end = match reading.compile(&Settings::default()) {
        Err(error) => {
            let problems = error.diagnostics();
            assert!(
                problems.iter().any(|problem| problem.severity() == Severity::Error),
                "refused without an error"
            );
            let codes: Vec<&str> = problems.iter().map(|problem| problem.code()).collect();
            assert!(!codes.contains(&"compile::unverified"), "a bad program from:\n{text}");
            assert!(!codes.contains(&"tiles::catalog"), "a bad catalog from:\n{text}");
            for label in problems.iter().flat_map(|problem| problem.labels()) {
                let file = reading.sources.file_at(label.span.start).unwrap();
                let range = (label.span.start - file.base) as usize..(label.span.end - file.base) as usize;
                assert!(file.text.get(range).is_some(), "{label:?} leaves its file:\n{text}");
            }
            End::Refused
        }
        Ok(opened) if opened.diagnostics.is_empty() => End::Sound,
        Ok(_) => End::Warned,
    };
    (reading, end)
}

/// The words of a text outside of comments, texts and the ids behind `for`.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let mut quoted = false;
        let mut start = None;
        for (at, letter) in line.char_indices() {
            if letter == '#' && !quoted {
                break;
            }
            quoted ^= letter == '"';
            let part = !quoted && (letter.is_ascii_alphanumeric() || letter == '_');
            match (start, part) {
                (None, true) => start = Some(at),
                (Some(first), false) => {
                    found.push((offset + first, &line[first..at]));
                    start = None;
                }
                _ => {}
            }
        }
        offset += line.len();
    }
    found.retain(|(at, word)| {
        let is_word = word.starts_with(|letter: char| letter.is_ascii_lowercase() || letter == '_');
        is_word
            || (word.len() == 1 && word.starts_with(char::is_uppercase) && !text[at + 1..].starts_with('-'))
    });
    found
}

#[test]
fn no_mutant_harms_the_compiler() {
    const SCRAPS: [&str; 30] = [
        "city",
        "f",
        "m",
        "p",
        "active",
        "kept",
        "players",
        "closed",
        "none",
        "it",
        "3",
        "-1",
        "9223372036854775807",
        "pts",
        "=",
        ".",
        "(",
        ")",
        "{",
        "}",
        "each",
        "stop",
        "return",
        "choose",
        "set",
        "int",
        "majority",
        "not",
        "some",
        "wrong",
    ];
    let texts = Texts::published();
    let mut chance = Chance(0x0bad_5eed_cafe_f00d);
    let mut sound = 0;
    for round in 0..6000 {
        let file = round % texts.packs[0].rules.len();
        let text = &texts.packs[0].rules[file].text;
        let mut tokens: Vec<&str> =
            text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
        for _ in 0..=chance.below(3) {
            let (at, other) = (chance.below(tokens.len()), chance.below(tokens.len()));
            match chance.below(5) {
                0 => drop(tokens.remove(at)),
                1 => tokens.insert(at, SCRAPS[chance.below(SCRAPS.len())]),
                2 => tokens.swap(at, other),
                3 => tokens.insert(at, tokens[other]),
                _ => tokens[at] = SCRAPS[chance.below(SCRAPS.len())],
            }
        }
        let mutant = tokens.concat();
        let start = Instant::now();
        let (_, end) = opened(&texts, file, &mutant);
        assert!(start.elapsed() < Duration::from_secs(1), "slow:\n{mutant}");
        sound += usize::from(end != End::Refused);
    }
    assert!(sound > 100, "only {sound} mutants compile: what compiles is hardly tried");
}

/// The word with one letter changed; by the place of the word, so that all letters have their turn.
fn misspelt(word: &str, seed: usize) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = seed % letters.len();
    letters[at] = if letters[at] == 'q' { 'x' } else { 'q' };
    letters.into_iter().collect()
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

/// How often a word stands in a text.
fn count(text: &str, word: &str) -> usize {
    words(text).iter().filter(|(_, other)| *other == word).count()
}

#[test]
fn misspelt_names_are_reported() {
    let texts = Texts::published();
    let (mut tried, mut noticed) = (0_usize, 0_usize);
    let mut missed: BTreeMap<String, usize> = BTreeMap::new();
    for (file, text) in texts.packs[0].rules.iter().enumerate() {
        let text = &text.text;
        let words = words(text);
        for (index, (at, word)) in words.iter().enumerate() {
            let before = index.checked_sub(1).map_or("", |index| words[index].1);
            // These names are the writer's own: nothing else says them.
            if ["rule", "action", "variant", "stages"].contains(&before)
                && text[..*at].ends_with(&format!("{before} "))
            {
                continue;
            }
            // So are all stages of a value: those who modify it may name them.
            let stages = text[..*at].rsplit("stages ").next().filter(|list| list.len() < *at);
            if stages.is_some_and(|list| list.split(", ").all(|stage| stage.is_empty() || is_word(stage))) {
                continue;
            }
            // So are steps at which only others do something.
            let order = text[..*at].rfind("\norder ").map_or("", |order| &text[order..*at]);
            let is_step = order.matches('{').count() > order.matches('}').count();
            let own: usize = texts.packs[0].rules.iter().map(|file| count(&file.text, word)).sum();
            if is_step && own == 1 {
                continue;
            }
            // So is a parameter that its value does not look at and that is there for those who modify it.
            let declared = text[..*at].rfind('\n').map_or(0, |end| end + 1);
            let line = text[declared..].lines().next().unwrap_or_default();
            let is_parameter = line.starts_with("value ") && text[at + word.len()..].starts_with(" : ");
            if is_parameter
                && words
                    .iter()
                    .filter(|(place, other)| {
                        other == word && (declared..declared + line.len()).contains(place)
                    })
                    .count()
                    == 1
            {
                continue;
            }
            let mutant =
                format!("{}{}{}", &text[..*at], misspelt(word, at + index), &text[at + word.len()..]);
            tried += 1;
            match opened(&texts, file, &mutant).1 {
                End::Sound => *missed.entry(format!("{before} {word}")).or_default() += 1,
                End::Warned | End::Refused => noticed += 1,
            }
        }
    }
    let told: Vec<String> = missed.iter().map(|(word, times)| format!("{word} ({times})")).collect();
    println!("{noticed} of {tried} misspelt names are reported; not: {}", told.join(", "));
    assert!(noticed * 100 >= tried * 99, "{noticed} of {tried}; not: {}", told.join(", "));
}

#[test]
fn misplaced_statements_are_reported() {
    let texts = Texts::published();
    let file = texts.packs[0].rules.iter().position(|text| text.name.ends_with("turn.rota")).unwrap();
    let text = &texts.packs[0].rules[file].text;
    let acting = [
        "stop",
        "leave",
        "return 3",
        "give awards",
        "end game",
        "send first(m in active.pieces) home",
        "discard kept",
        "take kept from pile",
        "shuffle kept into pile",
        "draw t from pile",
        "award 1 pts to active as city",
        "score 1 pts to active as city",
        "set kept = none",
        "run score",
        "append turn",
        "choose active p among players",
        "put meeple of active on first(s in kept.segments)",
        "each a in awards { cancel a }",
        "link first(s in kept.segments) to first(s in kept.segments)",
    ];
    let (mut tried, mut missed) = (0, Vec::new());
    let mut try_one = |what: String, mutant: String| {
        tried += 1;
        if opened(&texts, file, &mutant).1 != End::Refused {
            missed.push(what);
        }
    };
    let weight = "value weight(m : piece) : int stages basis = 1";
    assert!(text.contains(weight));
    for statement in acting.into_iter().filter(|statement| !statement.starts_with("return")) {
        let value = format!("value weight(m : piece) : int stages basis {{\n  {statement}\n  return 1\n}}");
        try_one(format!("{statement} in a value"), text.replace(weight, &value));
        try_one(format!("{statement} at the margin"), format!("{text}\n{statement}\n"));
        let condition = format!("rule give_points at give when {statement} {{");
        try_one(
            format!("{statement} in a condition"),
            text.replace("rule give_points at give {", &condition),
        );
    }
    for statement in
        ["leave", "return 3", "return", "set it = 3", "set active = active.next", "set pile = pile"]
    {
        let rule = format!("rule give_points at give {{\n  {statement}");
        try_one(format!("{statement} in a rule"), text.replace("rule give_points at give {", &rule));
    }
    for (from, to) in [
        ("rule place_tile at place", "rule place_tile after place at place"),
        ("rule place_tile at place", "rule place_tile at kept"),
        ("action place_meeple at deploy", "action place_meeple at give"),
        ("menu deploy for active", "menu place for active"),
        ("choose active s among openings(meeple)", "choose kept s among openings(meeple)"),
        ("choose active s among openings(meeple)", "choose active s among active"),
        ("draw t from next_tiles", "draw t from kept"),
        ("until draw", "until kept"),
        ("order final { last_moves, sum, settle }", "order final { last_moves, sum, draw }"),
        ("order final { last_moves, sum, settle }", "order ending { last_moves, sum, settle }"),
        ("var kept : tile?", "var kept : pile?"),
        ("var kept : tile? until draw", "var kept : tile? on city until draw"),
        ("if playable(t)", "if t"),
        ("set kept = t\n", "set t = kept\n"),
        ("any(follower m in f.pieces)", "count(follower m in f.pieces)"),
        ("most(p in players by strength(p, f))", "most(p in players by majority(f))"),
        ("most(p in players by strength(p, f))", "first(p in players by strength(p, f))"),
        ("weight(m))", "weight(p))"),
        ("strength(p, f))\n", "strength(f, p))\n"),
        ("give awards", "give points"),
        ("send m home", "send f home"),
    ] {
        assert!(text.contains(from), "{from}");
        try_one(format!("`{from}` as `{to}`"), text.replacen(from, to, 1));
    }
    println!("{} of {tried} misplaced things are reported", tried - missed.len());
    assert!(missed.is_empty(), "{missed:#?}");
}
