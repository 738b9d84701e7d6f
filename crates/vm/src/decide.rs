//! Decisions: whether there is anything to ask, and whether somebody answers at once.

use rota_bytecode::Sort;
use rota_bytecode::program::{ChoiceSite, Secrecy};

use crate::offers::Offers;
use crate::{Answer, Fault, Host, Pending, Reply};

/// How many players there can be.
pub(crate) const PLAYERS: u8 = 8;

/// What a program finds where nothing was offered, in place of a value and an action.
pub(crate) const EMPTY: [i64; 2] = [-1, -2];

/// The seat of one who is to decide.
#[inline]
pub(crate) fn seat(who: i64) -> Result<u8, &'static Fault> {
    u8::try_from(who).ok().filter(|who| *who < PLAYERS).ok_or(&Fault::Missing)
}

/// Puts together what nothing tells apart, as the player sees it who is to choose.
#[cold]
pub(crate) fn merge_alike<H: Host>(site: &ChoiceSite, host: &H, offers: &mut Offers, who: u8) {
    let sort = |action: u16| site.actions.get(usize::from(action)).map(|action| action.ty.sort);
    let merges = |action| sort(action).is_some_and(Sort::has_copies);
    offers.merge(merges, |action, one, other| {
        sort(action).is_some_and(|sort| host.is_alike(who, sort, one, other))
    });
}

/// Answers the question which of what was offered is chosen where there is no choice; nothing where a player has to be
/// asked.
#[inline]
pub(crate) fn answer_if_forced<H: Host>(
    site: &ChoiceSite,
    host: &mut H,
    offers: &mut Offers,
    ask_forced: bool,
    pending: &Pending,
) -> Result<Option<Answer>, &'static Fault> {
    let forced = pending.total == 1 && !pending.pass && site.secrecy == Secrecy::Open && !ask_forced;
    if !forced || host.has_hidden_information() {
        return Ok(None);
    }
    let (action, value) = offers.nth(host, 0).ok_or(&Fault::Missing)?;
    let answer = Answer::Option { action, value };
    offers.clear();
    host.decided(pending, answer, true);
    Ok(Some(answer))
}

/// Asks the host to decide; nothing where the machine has to wait for an answer. So it has where the host names what
/// is not offered.
pub(crate) fn answer_from_host<H: Host>(
    host: &mut H,
    offers: &mut Offers,
    pending: &Pending,
) -> Option<Answer> {
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
    Some(answer)
}
