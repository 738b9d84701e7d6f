//! Goods change hands.

use rota_vm::Fault;

use super::{LESS_THAN_NOTHING, OTHER_ARGS};
use crate::exec_context::ExecContext;
use crate::history::Event;
use crate::stocks::{Shortage, stock_place};

impl ExecContext<'_> {
    /// Goods go from a player, or out of the common supply, to a player or back there.
    pub(super) fn pay_stock(&mut self, args: &[i64]) -> Result<i64, &'static Fault> {
        let &[amount, stock, from, to, reason, at, note] = args else { return Err(OTHER_ARGS) };
        let (from, to, reason) = (self.party(from)?, self.party(to)?, self.reason(reason)?);
        let (number, at) = (self.questions().stock(stock)?, self.feature_of(at)?);
        if amount < 0 {
            return Err(LESS_THAN_NOTHING);
        }
        let is_limited = self.rules.program().declared.stocks[number].count.is_some();
        let place = |end: Option<u8>| stock_place(self.layout.players, number, end);
        let counts = |end: Option<u8>| end.is_some() || is_limited;
        let (payer, receiver) = (place(from), place(to));
        let left = self.position.stocks[payer];
        if counts(from) && left < amount {
            let stock = number as u8;
            self.position.shortage = Some(Shortage { stock, who: from, left, wanted: amount });
            return Err(&Fault::Refused("there is not so much of it"));
        }
        // Who pays to himself has what he had.
        if from != to {
            let all = &mut self.position.stocks;
            if counts(to) {
                all[receiver] = all[receiver].checked_add(amount).ok_or(&Fault::Overflow)?;
            }
            if counts(from) {
                all[payer] = left - amount;
            }
        }
        if amount != 0 {
            let (stock, note) = (number as u8, u32::try_from(note).ok());
            self.history.keep(Event::PaidStock { from, to, amount, stock, reason, at, note });
        }
        Ok(0)
    }
}
