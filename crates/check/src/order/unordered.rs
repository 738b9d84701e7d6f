//! What nothing puts in order where it matters which comes first: rules of a step, reactions to an effect, steps
//! beside one another. It is looked at when all of them are checked, for what they run may stand anywhere.

use std::collections::BTreeSet;

use rota_compose::InForce;
use rota_source::{Diagnostic, Span};

use crate::checker::Checker;
use crate::order::footprint::Footprint;
use crate::place::{Happening, Place};

impl Checker<'_> {
    /// Keeps what happens in a place where something there has no order.
    pub(crate) fn keep_place(&mut self, place: Place) {
        if !place.unordered.is_empty() {
            self.places.push(place);
        }
    }

    /// Reports pairs that have no order and do not come to the same in either; of two packs, or two files of one, the
    /// first of each place.
    pub(crate) fn report_unordered(&mut self, items: &InForce<'_>) {
        for place in std::mem::take(&mut self.places) {
            let footprint =
                |happening: &Happening| Footprint::of(&self.functions, &happening.body, place.shared);
            let footprints: Vec<Footprint> = place.members.iter().map(footprint).collect();
            let mut told = BTreeSet::new();
            for (one, other) in &place.unordered {
                let commute = !place.is_exclusive
                    && (footprints.get(*one).zip(footprints.get(*other)))
                        .is_some_and(|(one, other)| one.commutes_with(other));
                let Some((one, other)) = place.members.get(*one).zip(place.members.get(*other)) else {
                    continue;
                };
                if !commute && told.insert((one.pack, other.pack)) {
                    let found = unordered(&place.name, (one.pack, one.span), (other.pack, other.span), items);
                    self.report(found);
                }
            }
        }
    }
}

/// Says that nothing puts two things in one place in order; the first of them comes first for now.
pub(crate) fn unordered(
    place: &str,
    (pack, span): (usize, Span),
    (other_pack, other_span): (usize, Span),
    items: &InForce<'_>,
) -> Diagnostic {
    let (name, other) = (items.pack_name(pack), items.pack_name(other_pack));
    let message = format!("nothing says which of these comes first {place}");
    let diagnostic = Diagnostic::warning("packs::unordered", message);
    if pack == other_pack {
        return diagnostic
            .at(span, "in one file")
            .at(other_span, "in another one")
            .help("say it in one of them, `before NAME` or `after NAME`, or write both in one file");
    }
    diagnostic.at(span, format!("of pack `{name}`")).at(other_span, format!("of pack `{other}`")).help(
        format!(
            "say it in one of them: `before pack {other}` in `{name}`, or `after pack {name}` in `{other}`"
        ),
    )
}
