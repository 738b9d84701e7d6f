//! The decision that waits, with its options as things that can be pointed at.

use rota::{Choice, Decision, Event, Game, VisibleEvent};
use schemars::JsonSchema;
use serde::Serialize;

use crate::thing::{Looker, Thing};

/// A decision that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Waiting {
    /// Who decides.
    pub player: String,
    /// The step or the rule that asks.
    pub asked: String,
    /// The question in words.
    pub prompt: String,
    /// What the player has chosen just before and together with this.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Earlier>,
    /// Whether nothing may be chosen, by the words `pass`; false where the options are not shown.
    pub may_pass: bool,
    /// What can be chosen; null where it would give away what this seat may not know. Options that read alike are one.
    pub options: Option<Vec<Offer>>,
}

/// Something that was chosen before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Earlier {
    /// The words of the option.
    pub words: String,
    /// Where it is.
    #[serde(flatten)]
    pub about: Thing,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// Its words, as the terminal shows them: they choose it.
    pub words: String,
    /// For how many it stands that nothing tells apart.
    #[serde(skip_serializing_if = "is_one")]
    pub count: usize,
    /// The action that it takes, where several are offered together.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// What it is about: what to point at.
    #[serde(flatten)]
    pub about: Thing,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_one(number: &usize) -> bool {
    *number == 1
}

impl Offer {
    /// All choices of the decision that waits, as the one who decides sees them, in the order of
    /// [`Decision::choices`](rota::Decision::choices): to pass comes last. Nothing where the game is over.
    #[must_use]
    pub fn all(game: &Game) -> Vec<Offer> {
        let Some(decision) = game.decision() else { return Vec::new() };
        let looker = Looker { game, who: u8::try_from(decision.who()).ok() };
        decision.choices().map(|choice| Offer::of(looker, &decision, choice)).collect()
    }

    fn of(looker: Looker<'_>, decision: &Decision<'_>, choice: Choice) -> Offer {
        let action = match choice {
            Choice::Option { action, .. } => decision.site().actions.get(usize::from(action)),
            Choice::Pass => None,
        };
        Offer {
            words: decision.text(choice),
            count: decision.number(choice),
            action: action.map(|action| action.name.clone()).unwrap_or_default(),
            about: looker.option(decision, choice),
        }
    }
}

/// Tells the decision that waits, as a seat may know it or as an onlooker does.
pub(crate) fn waiting(looker: Looker<'_>) -> Option<Waiting> {
    let seen = looker.game.seen_by(looker.who).decision()?;
    let site = seen.site();
    let decision = seen.options();
    let options = decision.map(|decision| {
        let mut offers: Vec<Offer> = Vec::new();
        for choice in decision.choices() {
            if choice == Choice::Pass {
                continue;
            }
            let words = decision.text(choice);
            match offers.iter_mut().find(|other| other.words == words) {
                Some(other) => other.count += decision.number(choice),
                None => offers.push(Offer::of(looker, &decision, choice)),
            }
        }
        offers
    });
    Some(Waiting {
        player: looker.seat(seen.who()),
        asked: site.name.clone(),
        prompt: if site.prompt.is_empty() { site.name.clone() } else { site.prompt.clone() },
        earlier: earlier(looker),
        may_pass: decision.is_some_and(|decision| decision.may_pass()),
        options,
    })
}

/// What was chosen just before: nothing where some of it is not shown.
fn earlier(looker: Looker<'_>) -> Vec<Earlier> {
    let earlier = looker.game.decision().map(|decision| decision.earlier()).unwrap_or_default();
    let events: Vec<VisibleEvent> = looker.game.seen_by(looker.who).events().collect();
    let last = events.iter().rev().take(earlier.len());
    if !last.into_iter().all(|seen| matches!(seen, VisibleEvent::Event(Event::Decided { .. }))) {
        return Vec::new();
    }
    let told = earlier.into_iter().map(|earlier| {
        let place = earlier.target.and_then(|target| looker.target(target));
        Earlier { words: earlier.words.to_owned(), about: Thing { place, ..Thing::default() } }
    });
    told.collect()
}
