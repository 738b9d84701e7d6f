//! Decisions: whether there is anything to ask, and whether somebody answers at once.

use rota_bytecode::Program;
use rota_bytecode::program::Secrecy;

use crate::offers::Offers;
use crate::{Answer, Fault, Host, Pending, Reply};

/// How many players there can be.
pub(crate) const PLAYERS: u8 = 8;

/// What becomes of a decision.
pub(crate) enum Decided {
    /// Nobody need be asked: the value and the action.
    Settled([i64; 2]),
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
    let who = u8::try_from(who).ok().filter(|who| *who < PLAYERS).ok_or(Fault::Missing)?;
    let total = offers.total();
    if total == 0 {
        return Ok(Decided::Settled([-1, -2]));
    }
    let pending = Pending { choice, who, total, pass };
    if total == 1 && !pass && open && !ask_forced && !host.conceals() {
        let (action, value) = offers.nth(host, 0).ok_or(Fault::Missing)?;
        offers.clear();
        host.decided(&pending, Answer::Option { action, value }, true);
        return Ok(Decided::Settled([value, i64::from(action)]));
    }
    Ok(Decided::Asks(pending))
}

/// Asks the host to decide: the value and the action, or nothing where the machine has to wait for an answer. So it
/// has where the host names what is not offered.
pub(crate) fn answer_at_once<H: Host>(
    host: &mut H,
    offers: &mut Offers,
    pending: &Pending,
) -> Option<[i64; 2]> {
    let answer = match host.decide(pending) {
        Reply::Later => return None,
        Reply::Pass => pending.pass.then_some(Answer::Pass)?,
        Reply::Number(number) => {
            let (action, value) = offers.nth(host, number)?;
            Answer::Option { action, value }
        }
    };
    offers.clear();
    host.decided(pending, answer, false);
    Some(answer.cells())
}
