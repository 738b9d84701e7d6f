//! Goods: who has how many of each kind, and what is left of those that come to an end.

use crate::game::Game;

/// The place of a kind of goods in the list of what players have; the common supply comes behind the players.
pub(crate) fn stock_place(players: u8, stock: usize, player: Option<u8>) -> usize {
    stock * (usize::from(players) + 1) + usize::from(player.unwrap_or(players))
}

/// Goods of one kind in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockShare<'g> {
    /// The seat of who has them; nothing for the common supply.
    pub player: Option<u8>,
    /// What they are called.
    pub name: &'g str,
    /// How many.
    pub count: i64,
}

/// Goods that somebody should have paid and did not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shortage {
    /// Index into the declared kinds of goods.
    pub stock: u8,
    /// Who has too little; nobody for the common supply.
    pub who: Option<u8>,
    /// How many are there.
    pub left: i64,
    /// How many should be paid.
    pub wanted: i64,
}

impl Game {
    /// The goods of one player, counted from 0; for none what is left in the common supply.
    pub fn stocks_of(&self, player: Option<usize>) -> impl Iterator<Item = StockShare<'_>> {
        self.stocks().filter(move |share| share.player.map(usize::from) == player)
    }

    /// All goods that players have, seat by seat, and behind them what is left in the common supply of those that come
    /// to an end. Of what a player has none of nothing is told.
    pub fn stocks(&self) -> impl Iterator<Item = StockShare<'_>> {
        let kinds = &self.rules().program().declared.stocks;
        let players = self.position().points().len() as u8;
        let ends = (0..players).map(Some).chain([None]);
        ends.flat_map(move |player| {
            let shares = kinds.iter().enumerate().map(move |(number, kind)| {
                let place = stock_place(players, number, player);
                let count = self.position().stocks.get(place).copied().unwrap_or(0);
                (kind.count.is_some(), StockShare { player, name: &kind.name, count })
            });
            let is_told = |(is_limited, share): &(bool, StockShare<'_>)| match share.player {
                Some(_) => share.count > 0,
                None => *is_limited,
            };
            shares.filter(is_told).map(|(_, share)| share)
        })
    }

    /// How many goods of a name a player has, or how many are left in the common supply; nothing where there are no such
    /// goods, or no end of them.
    #[must_use]
    pub fn stock(&self, name: &str, player: Option<u8>) -> Option<i64> {
        let kinds = &self.rules().program().declared.stocks;
        let number = kinds.iter().position(|kind| kind.name == name)?;
        let is_counted = player.is_some() || kinds.get(number)?.count.is_some();
        let place = stock_place(self.position().points().len() as u8, number, player);
        self.position().stocks.get(place).copied().filter(|_| is_counted)
    }

    /// Who has too few goods.
    pub(crate) fn told_shortage(&self, shortage: Shortage) -> String {
        let Shortage { stock, who, left, wanted } = shortage;
        let kind = self.rules().program().declared.stocks.get(usize::from(stock));
        let name = kind.map_or("", |kind| kind.name.as_str());
        let who = who.map_or("the common supply".into(), |seat| self.rules().seat(usize::from(seat)));
        format!("{who} has {left} {name}, and should pay {wanted}")
    }
}
