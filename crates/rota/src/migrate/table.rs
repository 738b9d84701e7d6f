//! What changed with each version of the language.

use std::fmt;

use rota_source::Diagnostic;

use super::{Proposal, guards, search};
use crate::load::LoadedPacks;

/// A change of the language, and what becomes of packs that are older.
pub struct Migration {
    /// A word for it.
    pub id: &'static str,
    /// The version of the language that came with it.
    pub since: u32,
    /// What changed, in a sentence.
    pub change: &'static str,
    /// How it was written before.
    pub before: &'static str,
    /// How it is written now.
    pub after: &'static str,
    /// What [`migrate`](super::migrate) does by itself; empty where it does nothing.
    pub does: &'static str,
    /// What it leaves to a person; empty where it leaves nothing.
    pub asks: &'static str,
    /// Finds the places that it can follow; nothing for a change that only scenarios show.
    pub(super) find: Option<Find>,
}

/// Finds the places of a pack that a change concerns, with the edits that follow it.
pub(super) type Find = fn(&'static Migration, &LoadedPacks, &str, &[Diagnostic]) -> Vec<Proposal>;

impl fmt::Debug for Migration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Migration")
            .field("id", &self.id)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

/// All changes, by version. A change without edits is told by the scenarios that no longer hold.
pub(super) static MIGRATIONS: &[Migration] = &[
    Migration {
        id: "fits",
        since: 2,
        change: "`t.fits` is gone: the placements of a tile say whether there are any.",
        before: "when t and t.fits",
        after: "when t and any(t.placements)",
        does: "It writes `any(t.placements)`.",
        asks: "",
        find: Some(search::fits),
    },
    Migration {
        id: "may-be-missing",
        since: 2,
        change: "What may be missing must be asked for before it is used; before, the game stopped there.",
        before: "put m on piece.tile",
        after: "if not piece.tile { stop }\nput m on piece.tile",
        does: "It asks at the last moment, so that a game which went on goes on as before: in the condition, behind \
               `where`, in front of the statement, or around what a value answers.",
        asks: "Branches of `if … then … else`, and values that answer in several statements or with what has no \
               plain answer for nothing.",
        find: Some(guards::find),
    },
    Migration {
        id: "refused",
        since: 2,
        change: "`expect refused` counts only while the question is asked that could have offered it.",
        before: "expect refused pass",
        after: "expect game over",
        does: "",
        asks: "Scenarios that no longer hold: say which question is asked, or that the game is over.",
        find: None,
    },
    Migration {
        id: "other-packs",
        since: 2,
        change: "A pack that this one requires may have changed with the language: what it declares is called otherwise, or \
                 does something else.",
        before: "modify welcomes(s : segment) = false",
        after: "modify welcomes(s : segment, k : kind) = false",
        does: "",
        asks: "Names that are gone, and scenarios that no longer hold.",
        find: None,
    },
    Migration {
        id: "formulas",
        since: 2,
        change: "A formula tells what became of the sum that it counts, and calls what it counts by its own name.",
        before: "expect red scores 8 as visit by \"2 tiles each 2\"",
        after: "expect red scores 8 as visit by \"2 tiles each 2, changed to 8\"",
        does: "",
        asks: "Scenarios that no longer hold: the message says what the formula is now.",
        find: None,
    },
    Migration {
        id: "order-of-rules",
        since: 2,
        change: "Rules of one step, and reactions to one effect, run in the order of the text within a file; before, \
                 they ran by name.",
        before: "rule second at count { … }\nrule first at count { … }",
        after: "rule first at count { … }\nrule second at count { … }",
        does: "",
        asks: "Steps with several rules in one file: put these in the order that is meant, or say `before` or `after`. \
               No scenario may notice, so look at each.",
        find: None,
    },
    Migration {
        id: "allow",
        since: 2,
        change: "Tile files allow a warning by a comment, as rule files do; before, a tile had a key for it.",
        before: "[[tile]]\nid = \"ring\"\nallow = \"undivided\"",
        after: "# allow tiles::undivided: the ring lies between\n[[tile]]\nid = \"ring\"",
        does: "",
        asks: "The comment, with the reason that the key did not give.",
        find: None,
    },
];
