//! `rota why`: where the points of a saved game come from.

use std::path::PathBuf;

use clap::Args;
use rota::{Account, Session, accounts};
use serde_json::json;

use crate::account::Accountant;
use crate::console::{Console, SCHEMA_VERSION};
use crate::drawing::Theme;
use crate::exit::{Exit, Failure};
use crate::narration::{self, Teller};
use crate::players;
use crate::saves::Saved;
use crate::standings::Eyes;
use crate::standings_json;

/// Arguments of `rota why`.
#[derive(Debug, Args)]
pub(crate) struct WhyArguments {
    /// A saved game, as `rota play --save` writes it
    #[arg(value_name = "GAME")]
    pub game: PathBuf,
    /// Only the points of this player
    #[arg(value_name = "PLAYER")]
    pub player: Option<String>,
    /// Explain although packs have changed since the game was saved, as far as it still holds
    #[arg(long)]
    pub accept_changes: bool,
}

/// Plays the game again and explains its scores.
pub(crate) fn run(arguments: &WhyArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let saved = Saved::open(&arguments.game, arguments.accept_changes, console)?;
    let seats = players::from_save(&saved.save.head.players, &[])?;
    let names = || seats.iter().map(|seat| seat.name.as_str());
    let only = arguments.player.as_deref().map(|player| players::find(player, names())).transpose()?;
    let session = saved.session(None)?;
    if let Some(fault) = session.game().fault() {
        let game = format!("the game in `{}`", saved.name);
        return Err(narration::fault(fault, &saved.compiled.sources, &game));
    }
    let theme = Theme::new(&saved.compiled, &seats);
    let accountant = Accountant { selection: &saved.selection, theme: &theme };
    let accounts = accounts(session.game());
    let shown: Vec<&Account> =
        accounts.iter().filter(|account| only.is_none_or(|seat| account.score.player == seat)).collect();
    let seats: Vec<usize> = (0..seats.len()).filter(|seat| only.is_none_or(|only| only == *seat)).collect();
    if console.is_json() {
        return document(&saved, &session, &accountant, (&shown, &seats), console);
    }
    let set: String = saved.selection.set().iter().map(|option| format!(" --set {option}")).collect();
    writeln!(console.out, "{}: {}{set}, {}\n", saved.name, saved.selection.title(), stands(&session))?;
    if shown.is_empty() {
        writeln!(console.out, "nobody here has scored yet")?;
    } else {
        accountant.tell(session.game(), &shown, console.out)?;
    }
    writeln!(console.out, "\n{}", if session.game().is_over() { "in all" } else { "so far" })?;
    accountant.sums(session.game(), &accounts, &seats, console.out)?;
    if session.game().is_won_by_rule() {
        let teller = Teller { sources: &saved.compiled.sources, theme: &theme };
        writeln!(console.out, "\n{}", teller.winners(session.game()))?;
    }
    Ok(Exit::Fine)
}

/// How a game stands, in a few words.
fn stands(session: &Session) -> String {
    let (game, moves) = (session.game(), session.moves());
    let turn = game.position().turn();
    match game.decision() {
        Some(decision) => {
            format!("at move {moves} in turn {turn}, {} decides", game.rules().seat(decision.who()))
        }
        None => format!("over after {turn} turns and {moves} moves"),
    }
}

fn document(
    saved: &Saved,
    session: &Session,
    accountant: &Accountant<'_>,
    (shown, seats): (&[&Account], &[usize]),
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let game = session.game();
    let sums = seats.iter().map(|seat| {
        let own = shown.iter().filter(|account| account.score.is_given && account.score.player == *seat);
        json!({
            "player": game.rules().seat(*seat),
            "points": game.points().get(*seat),
            "stocks": standings_json::stocks(game, Some(*seat)),
            "sum": own.map(|account| account.score.points).sum::<i64>(),
        })
    });
    console.document(&json!({
        "schema_version": SCHEMA_VERSION,
        "packs": saved.selection.names(),
        "variants": saved.selection.variants(),
        "options": saved.selection.set(),
        "seed": session.head().seed,
        "moves": session.moves(),
        "turns": game.position().turn(),
        "over": game.is_over(),
        "remembered": standings_json::remembered(game, Eyes::Onlookers),
        "winners": narration::winners_json(game),
        "scores": shown.iter().map(|account| accountant.document(game, account)).collect::<Vec<_>>(),
        "sums": sums.collect::<Vec<_>>(),
    }))?;
    Ok(Exit::Fine)
}
