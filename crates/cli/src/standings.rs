//! How a game stands beside the table: points and supplies, and whatever else somebody there may know.

use std::io::{self, Write};

use rota::{Game, Remembered, TileState};
use rota_game::TileKindInfo;

use crate::drawing::{self, Marks};
use crate::narration::Teller;

/// So many lines are written of what pieces, tiles, features and cells hold.
const MOST_LINES: usize = 12;

/// Whose eyes something is shown to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// Those of a seat.
    Seat(usize),
    /// Those of several people at once, who may all see what is on the table and nothing else.
    Onlookers,
    /// Those of somebody who watches programs, and sees all that any of them sees.
    Everything,
}

impl Teller<'_> {
    /// All that stands beside the table: points and supplies, goods, keeps, rows, piles, what variables hold.
    pub fn beside(&self, game: &Game, eyes: Eyes, marks: &Marks, out: &mut dyn Write) -> io::Result<()> {
        self.standings(game, out)?;
        self.piles(game, marks, out)?;
        self.holdings(game, eyes, out)
    }

    /// A line of points and of pieces not on the table.
    fn standings(&self, game: &Game, out: &mut dyn Write) -> io::Result<()> {
        let declared = &game.rules().program().declared.pieces;
        let mut parts = Vec::new();
        for (seat, points) in game.points().iter().enumerate() {
            let mut part = format!("{} {points}", self.player(game, seat));
            let mut supplies = Vec::new();
            let owner = u8::try_from(seat).ok();
            for (kind, number) in declared.iter().zip(0..) {
                if kind.count(game.points().len()) > 0 && !kind.neutral {
                    supplies.push(format!("{} {}", game.supply(number, owner), kind.name));
                }
            }
            if !supplies.is_empty() {
                part.push_str(&format!(" ({} left)", supplies.join(", ")));
            }
            parts.push(part);
        }
        writeln!(out, "    {}", parts.join("   "))
    }

    /// What players have beside points and supplies, and what variables hold; nothing where there is none of it.
    pub fn holdings(&self, game: &Game, eyes: Eyes, out: &mut dyn Write) -> io::Result<()> {
        self.stocks(game, out)?;
        self.keeps(game, eyes, out)?;
        self.remembered(game, eyes, out)
    }

    /// What goods the players have, and what is left of those that come to an end.
    fn stocks(&self, game: &Game, out: &mut dyn Write) -> io::Result<()> {
        for seat in (0..game.points().len()).map(Some).chain([None]) {
            let own = game.stocks_of(seat);
            let own: Vec<String> = own.map(|share| format!("{} {}", share.count, share.name)).collect();
            if own.is_empty() {
                continue;
            }
            match seat {
                Some(seat) => writeln!(out, "    {} has {}", self.player(game, seat), own.join(", "))?,
                None => writeln!(out, "    {} left in common", own.join(", "))?,
            }
        }
        Ok(())
    }

    /// What the players have in their keeps: what may be seen by name, the rest by number.
    fn keeps(&self, game: &Game, eyes: Eyes, out: &mut dyn Write) -> io::Result<()> {
        for seat in 0..game.points().len() {
            let (mut names, mut hidden) = (Vec::new(), 0);
            for tile in game.position().stowed(seat) {
                if eyes.see(game, tile) {
                    names.push(game.rules().kind_of(tile).name.as_str());
                } else {
                    hidden += 1;
                }
            }
            let mut own = grouped(&names);
            own.extend((hidden > 0).then(|| format!("{hidden} hidden")));
            if !own.is_empty() {
                writeln!(out, "    {} keeps {}", self.player(game, seat), own.join(", "))?;
            }
        }
        Ok(())
    }

    /// What lies open in rows, tiles drawn side by side, and how much is left to draw where that is from more than one
    /// bag.
    fn piles(&self, game: &Game, marks: &Marks, out: &mut dyn Write) -> io::Result<()> {
        let declared = &game.rules().program().declared;
        for (row, number) in declared.rows.iter().zip(0..) {
            let kinds: Vec<&TileKindInfo> =
                game.position().row(number).map(|tile| game.rules().kind_of(tile)).collect();
            let is_printed = kinds.iter().any(|kind| !kind.printed.is_empty());
            let lying: Vec<String> = kinds.into_iter().map(TileKindInfo::with_printed).collect();
            let lying = match lying.as_slice() {
                [] => "empty".to_owned(),
                // Cards with figures on them stand one below the other.
                lying if is_printed => lying.join(&format!(",\n    {:1$}", "", row.name.len() + 4)),
                lying => lying.join(", "),
            };
            writeln!(out, "    {} is {lying}", row.name)?;
            let mark = |tile: usize| marks.tiles.iter().find(|(other, _)| *other == tile);
            let words = |tile: usize| mark(tile).map_or(String::new(), |(_, number)| number.clone());
            let tiles = game.position().row(number).filter(|_| !row.is_of_cards);
            let tiles: Vec<(usize, u8, String)> = tiles.map(|tile| (tile, 0, words(tile))).collect();
            if !tiles.is_empty() {
                drawing::draw_tiles(game, self.theme, &tiles, out)?;
            }
        }
        let piles = declared.draw_piles().zip(game.position().bags());
        let piles: Vec<String> = piles.map(|(name, left)| format!("{} in {name}", left.len())).collect();
        if piles.len() > 1 {
            writeln!(out, "    to draw: {}", piles.join(", "))?;
        }
        Ok(())
    }

    /// What variables with a title hold: in a line what a player has or the game, then a line for each other.
    fn remembered(&self, game: &Game, eyes: Eyes, out: &mut dyn Write) -> io::Result<()> {
        let all = eyes.remembered(game);
        let line = |held: &Remembered<'_>| {
            let only = if held.secret && eyes != Eyes::Everything { " (only you see it)" } else { "" };
            format!("{}{only}", held.words())
        };
        for seat in 0..game.points().len() {
            let own: Vec<String> = all.iter().filter(|held| held.is_of(seat)).map(line).collect();
            if !own.is_empty() {
                writeln!(out, "    {}: {}", self.player(game, seat), own.join(", "))?;
            }
        }
        let common: Vec<String> = all.iter().filter(|held| held.is_common()).map(line).collect();
        if !common.is_empty() {
            writeln!(out, "    {}", common.join(", "))?;
        }
        let others = || all.iter().filter_map(|held| Some((held.thing()?, held)));
        for (thing, held) in others().take(MOST_LINES) {
            writeln!(out, "    {thing}: {}", held.words())?;
        }
        let more = others().count().saturating_sub(MOST_LINES);
        if more > 0 {
            writeln!(out, "    and {more} more")?;
        }
        Ok(())
    }
}

impl Eyes {
    /// Whether they see what a tile or a card is.
    pub fn see(self, game: &Game, tile: usize) -> bool {
        match self {
            Eyes::Seat(seat) => game.seen_by(u8::try_from(seat).ok()).shows(tile),
            Eyes::Onlookers => game.seen_by(None).shows(tile),
            Eyes::Everything => {
                // What nobody sees they do not see either.
                let nobody = Some(rota::PlayerSet::NOBODY);
                !matches!(game.position().tile(tile), Some(TileState::Stowed(_, seats)) if Some(seats) == nobody)
            }
        }
    }

    /// What variables with a title hold, as far as they see it.
    pub fn remembered(self, game: &Game) -> Vec<Remembered<'_>> {
        match self {
            Eyes::Seat(seat) => game.seen_by(u8::try_from(seat).ok()).remembered(),
            Eyes::Onlookers => game.seen_by(None).remembered(),
            Eyes::Everything => game.remembered(),
        }
    }
}

/// Names in the order in which they come first, each with how often it comes.
fn grouped(names: &[&str]) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let times = |(name, count): (&str, usize)| match count {
        1 => name.to_owned(),
        count => format!("{name} x {count}"),
    };
    counts.into_iter().map(times).collect()
}
