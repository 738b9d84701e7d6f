//! What decks say of their cards and tracks of their spaces.

use rota_bytecode::vocabulary::{Attr, AttrValues};
use rota_source::{Diagnostic, quoted};
use rota_syntax::ast::{Expr, ItemKind, Name, TrackSpaces};

use crate::checker::Checker;
use rota_compose::InForce;

impl Checker<'_> {
    /// Reads `(cost = 2)`: each attribute with its place among those that are known, and its value.
    pub(crate) fn attribute_values<'n>(
        &mut self,
        known: &[Attr],
        written: &'n [(Name, Expr)],
        (many, one): (&str, &str),
    ) -> Vec<(&'n Name, usize, i64)> {
        let mut values = Vec::new();
        for (name, written) in written {
            let Some((place, attr)) = known.iter().enumerate().find(|(_, attr)| attr.name == name.node)
            else {
                let names: Vec<&str> = known.iter().map(|attr| attr.name.as_str()).collect();
                Diagnostic::error("names::unknown-field", format!("{many} have no `{name}`"))
                    .at(name.span, "no pack of this composition declares it")
                    .suggest(name, &names, || match names.as_slice() {
                        [] => format!("declare it: `attr {one}.{name} : int 0..9`"),
                        _ => format!("their attributes are {}", quoted(&names)),
                    })
                    .report(self.diagnostics);
                continue;
            };
            let range = match attr.values {
                AttrValues::Int(least, most) => Some((i64::from(least), i64::from(most))),
                AttrValues::Bool | AttrValues::Words(_) | AttrValues::Stock { .. } => None,
            };
            let ty = self.attribute_type(attr);
            values.extend(self.constant_of(written, ty, range).map(|value| (name, place, value)));
        }
        values
    }

    /// Gives all spaces what is usual, and those that a track says more of what it says.
    pub(crate) fn declare_space_attributes(&mut self, items: &InForce<'_>) {
        let known = self.vocabulary.space_attrs.clone();
        let usual: Vec<i64> = known.iter().map(|attr| i64::from(attr.default)).collect();
        self.declared.spaces.iter_mut().for_each(|space| space.attrs.clone_from(&usual));
        for entry in &items.entries {
            let ItemKind::Track { spaces: TrackSpaces::Listed(spaces), .. } = &entry.item.kind else {
                continue;
            };
            for (space, attrs) in spaces {
                for (_, place, value) in self.attribute_values(&known, attrs, ("spaces", "space")) {
                    let declared = self.declared.spaces.iter_mut().find(|known| known.name == space.node);
                    let own = declared.and_then(|declared| declared.attrs.get_mut(place));
                    own.into_iter().for_each(|own| *own = value);
                }
            }
        }
    }
}
