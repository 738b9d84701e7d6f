//! Decisions: whether there is anything to ask.

use rota_bytecode::Program;
use rota_bytecode::program::Secrecy;

use crate::offers::Offers;
use crate::{Fault, Host, Pending};

/// How many players there can be.
pub(crate) const PLAYERS: std::ops::Range<i64> = 0..8;

/// What becomes of a decision.
pub(crate) enum Decided {
    /// Nobody need be asked: the value and the action.
    Settled(i64, i64),
    /// A player has to choose.
    Asks(Pending),
}

/// Looks whether a player has to be asked to choose among what was offered.
pub(crate) fn decide<H: Host>(
    program: &Program,
    host: &mut H,
    offers: &mut Offers,
    (choice, who): (u32, i64),
    ask_forced: bool,
) -> Result<Decided, Fault> {
    let site = program.choices.get(choice as usize).ok_or(Fault::Broken)?;
    let (pass, open) = (site.pass, site.secrecy == Secrecy::Open);
    if !PLAYERS.contains(&who) {
        return Err(Fault::Missing);
    }
    let total = offers.total();
    if total == 0 {
        return Ok(Decided::Settled(-1, -2));
    }
    if total == 1 && !pass && open && !ask_forced && !host.conceals() {
        let (action, value) = offers.nth(host, 0).ok_or(Fault::Missing)?;
        offers.clear();
        host.forced(choice, who, action, value);
        return Ok(Decided::Settled(value, i64::from(action)));
    }
    Ok(Decided::Asks(Pending { choice, who, total, pass }))
}
