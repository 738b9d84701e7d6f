//! A game as a scenario: the same draws and the same choices, so that the same position follows.

use std::collections::BTreeMap;
use std::fmt::Write;

use rota::{Diagnostic, Entry, Session};

use crate::problem::Refusal;

/// The text of a scenario in which the game is played again up to where it stands.
///
/// Errors: no scenario can say what the game was begun with.
pub(crate) fn scenario(session: &Session, title: &str) -> Result<String, Refusal> {
    let (head, game) = (session.head(), session.game());
    if head.copies > 1 {
        let message = "no scenario can lay several copies of each tile set";
        return Err(Diagnostic::error("protocol::no-scenario", message).into());
    }
    let title = title.replace(['"', '\\', '\n'], "'");
    let mut text = format!("scenario \"{title}\" {{\n");
    let names: Vec<&str> = head.players.iter().map(|seat| seat.name.as_str()).collect();
    let mut line = |words: String| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {words}");
    };
    line(format!("players {}", names.join(" ")));
    head.variants.iter().for_each(|variant| line(format!("variant {variant}")));
    for option in &head.options {
        if let Some((name, value)) = option.split_once('=') {
            line(format!("option {} = {}", name.trim(), value.trim()));
        }
    }
    head.start.iter().for_each(|start| line(format!("start {start}")));
    let declared = &game.rules().program().declared;
    let mut gave: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in session.entries() {
        if let Entry::Chance(chance) = entry {
            gave.entry(&chance.source).or_default().push(&chance.gave);
        }
    }
    for (source, gave) in gave {
        let gave = gave.join(", ");
        match declared.draw_piles().position(|pile| pile == source) {
            Some(0) => line(format!("pile {gave}, ..")),
            Some(_) => line(format!("pile {source} {gave}, ..")),
            None => line(format!("die {source} {gave}")),
        }
    }
    for entry in session.entries() {
        if let Entry::Decided(decided) = entry {
            line(format!("{} takes {}", decided.who, decided.choice));
        }
    }
    match game.decision() {
        Some(decision) => line(format!("expect {} decides", game.rules().seat(decision.who()))),
        None => line("expect game over".to_owned()),
    }
    for (seat, points) in game.points().iter().enumerate() {
        line(format!("expect {}.points = {points} pts", game.rules().seat(seat)));
    }
    text.push_str("}\n");
    Ok(text)
}
