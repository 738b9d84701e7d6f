//! Formatting texts by chance, with comments wherever the language lets them stand.

use std::collections::BTreeSet;

use rota_tests::chance::Chance;
use rota_tests::formatting::formatted;

use crate::grammar::Grammar;

/// How many trees are tried. `ROTA_TREES` sets another number.
const TREES: usize = 100_000;

/// How many trees stand in one file.
const IN_A_FILE: usize = 20;

const GRAMMAR: &str = include_str!("../../crates/syntax/src/rules.pest");

/// What stands between two tokens of an item; comments are numbered.
fn gap(chance: &mut Chance, comments: &mut usize) -> String {
    match chance.below(24) {
        0 => "\n  ".to_owned(),
        1 => "\n\n\n \t".to_owned(),
        2 => {
            *comments += 1;
            format!(" # {comments}\n    ")
        }
        3 => {
            *comments += 1;
            format!("\n\n  # \"{comments}\n ")
        }
        4 => "   ".to_owned(),
        _ => " ".to_owned(),
    }
}

fn is_sound(text: &str) -> bool {
    rota_syntax::parse(text, 0).1.is_empty()
}

/// An item that is read, drawn again and again until one is.
fn item(grammar: &Grammar, chance: &mut Chance, comments: &mut usize) -> String {
    loop {
        let from = *comments;
        let text = match chance.below(6) {
            0 => scenario(grammar, chance, comments),
            _ => grammar.draw("item", chance, &mut |chance| gap(chance, comments)) + "\n",
        };
        if is_sound(&text) {
            return text;
        }
        *comments = from;
    }
}

/// A scenario or a set-up with lines that are read.
fn scenario(grammar: &Grammar, chance: &mut Chance, comments: &mut usize) -> String {
    let mut text = match chance.below(3) {
        0 => "setup two {\n".to_owned(),
        1 => "scenario \"one\" for A-1, B-2 {\n".to_owned(),
        _ => "wrong scenario \"one\"\n   {\n".to_owned(),
    };
    let mut open = 1;
    for _ in 0..chance.below(9) {
        let line = match chance.below(10) {
            0 => "case \"two\" {".to_owned(),
            1 => "expect options {\n pass\n\n  0,1  turned 2 # three\n}".to_owned(),
            2 if open > 1 => "}".to_owned(),
            _ => grammar.draw("scenario_line", chance, &mut |_| " ".to_owned()),
        };
        match line.as_str() {
            "}" => open -= 1,
            "case \"two\" {" => open += 1,
            line if !is_sound(&format!("scenario \"one\" {{\n  {line}\n}}\n")) => continue,
            _ => {}
        }
        text.push_str(&format!("  {line}"));
        if chance.below(4) == 0 {
            *comments += 1;
            text.push_str(&format!(" # {comments}"));
        }
        text.push_str(["\n", "\n\n", "\r\n"][chance.below(3)]);
    }
    text.push_str(&" }\n".repeat(open - 1));
    text + "}\n"
}

#[test]
fn trees_by_chance_keep_their_meaning_and_their_comments() {
    let trees = std::env::var("ROTA_TREES").ok().map_or(TREES, |number| number.parse().unwrap());
    let grammar = Grammar::read(GRAMMAR);
    let mut chance = Chance(0x0f0e_1234_5678_9abd);
    let mut first_words = BTreeSet::new();
    for _ in 0..trees / IN_A_FILE {
        let mut comments = 0;
        let mut file = String::new();
        for _ in 0..IN_A_FILE {
            let item = item(&grammar, &mut chance, &mut comments);
            first_words.extend(item.split_whitespace().next().map(str::to_owned));
            file.push_str(&item);
            if chance.below(3) == 0 {
                comments += 1;
                file.push_str(&format!("{}# {comments}\n", ["", "\n", "\n\n"][chance.below(3)]));
            }
        }
        formatted("by chance", &file);
    }
    // A set-up and a scenario have no rule of their own for the whole of them.
    let items = grammar.rules_ending("_item").map(|rule| rule.trim_end_matches("_item"));
    let missing: Vec<&str> = items.filter(|word| !first_words.contains(*word)).collect();
    assert!(missing.is_empty(), "no {missing:?} was drawn");
    assert!(["setup", "scenario", "wrong"].iter().all(|word| first_words.contains(*word)));
}
