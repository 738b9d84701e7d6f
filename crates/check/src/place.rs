//! Where several things happen: kept until all is checked, for what they run may stand anywhere.

use rota_compose::{Entry, Sequence, heading};
use rota_source::Span;

use crate::tree::Statement;

/// What happens in one place, as it was checked.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// What it is called: `at step score`.
    pub(crate) name: String,
    /// Whatever happens there, in order.
    pub(crate) members: Vec<Happening>,
    /// Pairs of members of which nothing says that one comes first.
    pub(crate) unordered: Vec<(usize, usize)>,
    /// How many slots all of them see.
    pub(crate) shared: u16,
    /// Whether the first that happens is the only one.
    pub(crate) is_exclusive: bool,
}

/// A rule, a reaction or a step with all that it does.
#[derive(Clone, Debug)]
pub(crate) struct Happening {
    pub(crate) pack: usize,
    pub(crate) span: Span,
    pub(crate) body: Vec<Statement>,
}

impl Place {
    /// Returns what stands in a place, with what each of the entries does.
    pub(crate) fn of(name: String, sequence: &Sequence<'_>, bodies: Vec<Vec<Statement>>) -> Place {
        let happening =
            |(entry, body): (&Entry<'_>, _)| Happening { pack: entry.pack, span: heading(entry.item), body };
        let members = sequence.entries.iter().zip(bodies).map(happening).collect();
        Place { name, members, unordered: sequence.unordered.clone(), shared: 0, is_exclusive: false }
    }
}
