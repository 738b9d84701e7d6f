//! The pages of the reference that are written from the tables of the machine.

mod base;

use std::fmt::Write;

use rota_bytecode::{BUILTINS, BuiltinInfo, HOOKS, Sort, Type};

/// The pages by their path under `docs/reference`, as the tables say they are.
pub fn pages() -> Vec<(&'static str, String)> {
    let operations = include_str!("../crates/bytecode/src/op.rs");
    vec![
        ("builtins.md", builtins()),
        ("effects.md", effects()),
        ("operations.md", operations_page(operations)),
        ("base.md", base::page(NOTICE)),
    ]
}

const NOTICE: &str = "This page is written from the tables of the engine; a test fails when they differ.\n";

/// A rule in which the names of an example are bound.
///
/// `p` is a placement where the example asks one, and a player everywhere else. A name that the example binds
/// itself is left to it.
pub fn example_rule(number: usize, entry: &BuiltinInfo) -> String {
    let of_placement = entry.receiver == Some(Sort::Placement);
    let people = if of_placement { "kept.placements" } else { "players" };
    let binds = |name: &str| entry.example.contains(&format!("({name} in "));
    let loops = [
        ("f", "features"),
        ("s", "f.segments"),
        ("m", "f.pieces"),
        ("a", "awards"),
        ("t", "placed.cell.around"),
        ("c", "active.cards"),
        ("p", people),
    ];
    let loops = loops.iter().filter(|(name, set)| !(binds(name) || binds("f") && set.starts_with("f.")));
    let opened: Vec<String> = loops.map(|(name, set)| format!("each {name} in {set} {{ ")).collect();
    format!(
        "rule example_{number} at settle when kept and placed {{\n  {}\n    let answer = {}\n  {}\n}}\n",
        opened.concat().trim_end(),
        entry.example,
        "} ".repeat(opened.len()).trim_end()
    )
}

/// Everything a rule can ask, by what it is asked of.
fn builtins() -> String {
    let mut page = format!(
        "# Built-in words\n\n{NOTICE}\n\
        What a rule can ask of the game.\n\
        A word of the first table stands alone; all others follow a dot behind what they are asked of.\n\
        In the examples `f` is a feature, `s` a segment, `t` a tile, `m` a piece, `p` a player or a placement, `a` an award and `c` a card.\n\
        Packs add words of their own: options, variables, values and attributes.\n"
    );
    let mut receivers: Vec<Option<Sort>> = Vec::new();
    for entry in BUILTINS {
        if !receivers.contains(&entry.receiver) {
            receivers.push(entry.receiver);
        }
    }
    for receiver in receivers {
        let _ = writeln!(page, "\n## {}\n", title(receiver));
        if receiver == Some(Sort::Segment) {
            page.push_str(
                "A segment also answers everything that a feature does, for the feature it lies in.\n\n",
            );
        }
        page.push_str("| word | answer | what it says | example |\n|---|---|---|---|\n");
        for entry in BUILTINS.iter().filter(|entry| entry.receiver == receiver) {
            let word = called(entry);
            let _ = writeln!(page, "| `{word}` | {} | {} | `{}` |", entry.result, entry.doc, entry.example);
        }
    }
    page
}

fn title(receiver: Option<Sort>) -> String {
    match receiver {
        None => "Words that stand alone".to_owned(),
        Some(sort) => format!("Asked of a {sort}").replace("a award", "an award"),
    }
}

fn called(entry: &BuiltinInfo) -> String {
    if entry.params.is_empty() {
        return entry.name.to_owned();
    }
    let params: Vec<String> = entry.params.iter().map(Type::to_string).collect();
    format!("{}({})", entry.name, params.join(", "))
}

/// Everything a rule can react to.
fn effects() -> String {
    let mut page = format!(
        "# Effects\n\n{NOTICE}\n\
        What a rule can react to with `before`, `instead` and `after`, and the names that such a rule sees.\n\
        A `before` rule may `set` the names of an effect; what it sets is what happens.\n\
        An `after` rule sees what the effect hands back under the name in the last column.\n\
        An effect with something in that column is not replaced: `instead` is refused there.\n\n\
        | effect | what happens | names | hands back |\n|---|---|---|---|\n"
    );
    for hook in HOOKS {
        let names: Vec<String> = hook.payload.iter().map(|(name, ty)| format!("`{name}` : {ty}")).collect();
        let result = hook.result.map_or(String::new(), |(name, ty)| format!("`{name}` : {ty}"));
        let _ = writeln!(page, "| `{}` | {} | {} | {result} |", hook.name, hook.doc, names.join(", "));
    }
    page
}

/// Every operation of the machine, from the comments in the source of `Op`.
fn operations_page(source: &str) -> String {
    let mut page = format!(
        "# Operations\n\n{NOTICE}\n\
        What `rota disasm` prints, and what the machine does.\n\
        A function has up to 256 slots of 64-bit numbers, printed as `r0`, `r1` and so on.\n\
        An operation names the slots it reads and the one it writes: `d` is the one written, `a` and `b` are read, `n` is a number in the operation itself.\n\
        A set of players is a number with one bit for each seat; every other set is a list in the machine's list space.\n\n\
        | printed | operation | what it does |\n|---|---|---|\n"
    );
    let body = source.split_once("pub enum Op {").map_or("", |(_, rest)| rest);
    let body = body.split_once("\n}").map_or(body, |(body, _)| body);
    let mut said: Vec<&str> = Vec::new();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix("///") {
            Some(text) => said.push(text.trim()),
            None => {
                let name = line.trim_end_matches(',');
                let printed = dashed(name.split('(').next().unwrap_or(name));
                let _ = writeln!(page, "| `{printed}` | `{name}` | {} |", said.join(" "));
                said.clear();
            }
        }
    }
    page
}

/// `JumpIfNot` as `jump-if-not`, the way a listing prints it.
fn dashed(name: &str) -> String {
    let mut dashed = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !dashed.is_empty() {
            dashed.push('-');
        }
        dashed.push(letter.to_ascii_lowercase());
    }
    dashed
}
