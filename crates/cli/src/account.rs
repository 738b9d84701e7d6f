//! Scores and what led to them, for people and for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::{Account, Cause, Game, Payment, short_place};
use rota_protocol::{Explained, Explainer};

use crate::drawing::Theme;
use crate::packs::PackSelection;

/// Explains the scores of one game.
pub(crate) struct Accountant<'a> {
    /// The packs it is played with.
    pub selection: &'a PackSelection,
    /// The colours of the players.
    pub theme: &'a Theme,
}

impl Accountant<'_> {
    /// Writes scores in groups: what led to them, then each with its formula and its rule.
    pub fn tell(&self, game: &Game, accounts: &[&Account], out: &mut dyn Write) -> io::Result<()> {
        let name = |account: &Account| game.rules().seat(account.score.player);
        let wide = |text: &dyn Fn(&Account) -> String| {
            accounts.iter().map(|account| text(account).chars().count()).max().unwrap_or(0)
        };
        let (names, points) = (wide(&name), wide(&points_of));
        let reasons = wide(&|account| account.score.reason.clone());
        let indent = names + points + 4;
        let mut before: Option<&Account> = None;
        for account in accounts {
            let is_new = |before: &Account| {
                (before.turn, &before.cause, before.moves) != (account.turn, &account.cause, account.moves)
            };
            if before.is_none_or(is_new) {
                let gap = if before.is_some() { "\n" } else { "" };
                writeln!(out, "{gap}{}", self.heading(game, account))?;
            }
            before = Some(account);
            let style = self.theme.seat_style(account.score.player);
            let (name, own) = (name(account), points_of(account));
            write!(
                out,
                "  {style}{name:<names$}{style:#} {own:>points$}  {:<reasons$}",
                account.score.reason
            )?;
            writeln!(out, "  {}", self.counted(account))?;
            let dim = Style::new().dimmed();
            for line in self.grounds(game, account) {
                writeln!(out, "{:indent$} {dim}{line}{dim:#}", "")?;
            }
        }
        Ok(())
    }

    /// Writes what the scores of each player add up to, reason by reason.
    pub fn sums(
        &self,
        game: &Game,
        accounts: &[Account],
        seats: &[usize],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let names = seats.iter().map(|seat| game.rules().seat(*seat).chars().count()).max().unwrap_or(0);
        for seat in seats {
            let mut reasons: BTreeMap<&str, i64> = BTreeMap::new();
            for account in
                accounts.iter().filter(|account| account.score.is_given && account.score.player == *seat)
            {
                if account.score.stock.is_some() {
                    continue;
                }
                *reasons.entry(&account.score.reason).or_default() += account.score.points;
            }
            let mut parts: Vec<String> =
                reasons.iter().map(|(reason, points)| format!("{reason} {points}")).collect();
            let own = game.stocks_of(Some(*seat));
            parts.extend(own.map(|share| format!("{} {}", share.count, share.name)));
            let style = self.theme.seat_style(*seat);
            let (name, points) = (game.rules().seat(*seat), game.points().get(*seat).copied().unwrap_or(0));
            writeln!(out, "  {style}{name:<names$}{style:#} {points:>4}  {}", parts.join(", "))?;
        }
        Ok(())
    }

    /// A score for programs.
    pub fn document(&self, game: &Game, account: &Account) -> Explained {
        let (packs, settings) = (&self.selection.packs, &self.selection.settings);
        Explainer { game, packs, settings }.explain(account.clone())
    }

    fn heading(&self, game: &Game, account: &Account) -> String {
        let when = match (&account.cause, account.turn) {
            (Cause::End, _) => "the end".to_owned(),
            (_, 0) => "before the first turn".to_owned(),
            (_, turn) => format!("turn {turn}"),
        };
        let player = |seat: usize| {
            let style = self.theme.seat_style(seat);
            format!("{style}{}{style:#}", game.rules().seat(seat))
        };
        let what = match &account.cause {
            Cause::Beginning => "the game begins".to_owned(),
            Cause::End => "the game is over".to_owned(),
            Cause::Turn { player: seat } => format!("{} is on turn", player(*seat)),
            Cause::Again { step, player: None } => format!("once more {step}"),
            Cause::Again { step, player: Some(seat) } => format!("{step} of {}", player(*seat)),
            Cause::Drawn { tile, bag } => format!("{tile} came out of {bag}"),
            Cause::Rolled { die, value } => format!("{die} gave {value}"),
            Cause::Decided { player: seat, prompt, words } => format!("{}: {prompt} {words}", player(*seat)),
            Cause::Laid { player: seat, tile, cell, rotation } => {
                format!("{} laid {tile} at {},{} turned {rotation}", player(*seat), cell.x, cell.y)
            }
        };
        let bold = Style::new().bold();
        format!("{bold}{when}{bold:#}, after move {}: {what}", account.moves)
    }

    /// The formula with its values; where that is not all, says so.
    fn counted(&self, account: &Account) -> String {
        match account.score.counted() {
            Some(counted) if counted != account.score.points => {
                let terms = account.score.terms_in_words();
                let points = account.score.points;
                let by = if account.score.changes.is_empty() { "the formula" } else { "another rule" };
                format!("{terms} = {counted}; {by} made it {points}")
            }
            _ => account.score.formula.clone(),
        }
    }

    /// Where the score was made, which rule gave it, and what changed that rule.
    fn grounds(&self, game: &Game, account: &Account) -> Vec<String> {
        let packs = &self.selection.packs;
        let mut lines = Vec::new();
        let player = |seat: usize| game.rules().seat(seat);
        match account.score.payment {
            Some(Payment::To(Some(to))) => lines.push(format!("paid to {}", player(to))),
            Some(Payment::To(None)) => lines.push("paid to nobody".to_owned()),
            Some(Payment::From(Some(from))) => lines.push(format!("paid by {}", player(from))),
            Some(Payment::From(None)) => lines.push("paid by nobody".to_owned()),
            None => {}
        }
        if let Some(at) = account.score.at {
            lines.push(format!("at {}", game.segment_words(at)));
        }
        if account.score.written != account.score.formula {
            lines.push(format!("written {}", account.score.written));
        }
        let (pack, version) = packs.pack_at(account.score.span).unwrap_or_default();
        let place = short_place(&packs.sources, account.score.span);
        lines.push(format!("{} in {place}, {pack} {version}", account.score.rule));
        for change in &account.score.changes {
            let (pack, version) = packs.pack_at(change.span).unwrap_or_default();
            let place = short_place(&packs.sources, change.span);
            let (points, written, rule) = (change.points, &change.written, &change.rule);
            lines.push(format!("changed to {points}: {written}; {rule} in {place}, {pack} {version}"));
        }
        for touch in self.touches(account) {
            lines.push(match touch.variant {
                Some(variant) => {
                    let place = short_place(&packs.sources, touch.span);
                    format!("variant {variant}: {} in {place}", touch.change)
                }
                None => format!("--{}", touch.change),
            });
        }
        lines
    }

    fn touches(&self, account: &Account) -> Vec<rota::Provenance> {
        self.selection.packs.provenance(&self.selection.settings, account.score.span)
    }
}

fn points_of(account: &Account) -> String {
    if let Some(stock) = &account.score.stock {
        return format!("{:+} {}", stock.amount, stock.name);
    }
    match account.score.is_given {
        true => format!("{:+}", account.score.points),
        // Points that nobody got.
        false => format!("({:+})", account.score.points),
    }
}
