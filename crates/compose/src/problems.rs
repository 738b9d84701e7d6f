//! What may be wrong with the items of a composition as a whole.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rota_source::{Diagnostic, Span, joined};
use rota_syntax::ast::{Item, ItemKind, Name};

use crate::identity::{category, heading, id_of};
use crate::in_force::{Entry, variant_name};

/// Says that no pack has this variant; one asked for from outside has no place.
pub fn unknown_variant(name: &Name, variants: &[Entry<'_>]) -> Diagnostic {
    let known = || variants.iter().filter_map(variant_name).map(|name| name.node.as_str());
    let diagnostic =
        Diagnostic::error("packs::unknown-variant", format!("no pack here has a variant `{name}`"));
    asked_for(diagnostic, name).suggest(name, known(), || match variants {
        [] => "no pack here has any variants".to_owned(),
        _ => format!("the variants are {}", joined(known())),
    })
}

/// Adds the place where something is asked for; what was asked for from outside may have none.
pub fn asked_for(diagnostic: Diagnostic, name: &Name) -> Diagnostic {
    if name.span == Span::default() { diagnostic } else { diagnostic.at(name.span, "asked for here") }
}

/// Says that a variant is built from itself.
pub fn variant_circle(from: &Name) -> Diagnostic {
    Diagnostic::error("packs::variant-circle", format!("variant `{from}` is built from itself"))
        .at(from.span, "this leads back to it")
        .help("leave one `from` of the circle away")
}

/// Says that there is no rule or action of this name.
pub fn unknown_rule<'n>(name: &Name, known: impl Iterator<Item = &'n str>) -> Diagnostic {
    Diagnostic::error("packs::unknown-id", format!("there is no rule or action `{name}`"))
        .at(name.span, "nothing of this name can be disabled")
        .suggest(name, known, || "only rules and actions can be disabled".to_owned())
}

/// Says that there is nothing for this item to replace.
pub fn nothing_to_replace(item: &Item) -> Diagnostic {
    let name = id_of(item).map_or_else(String::new, |(space, name)| {
        // Rules and actions share their names: which of them is meant is told all the same.
        let word = if space == "rule" { category(item) } else { space };
        format!("{word} `{name}`")
    });
    let help = if let ItemKind::Tiles { set, .. } = &item.kind {
        // What is replaced is an item and not a tile set.
        format!(
            "`replace` is for a set that is named already; in the place of another: `add tiles {set} instead SET`"
        )
    } else {
        "use `add` for something new".to_owned()
    };
    Diagnostic::error("packs::unknown-id", format!("there is no {name} to replace"))
        .at(heading(item), "nothing has this name")
        .help(help)
}

/// Reports what is declared twice; the first declaration stays.
pub(crate) fn report_duplicates(entries: &mut Vec<Entry<'_>>, diagnostics: &mut Vec<Diagnostic>) {
    // Names first: they differ sooner than categories do.
    let mut seen: BTreeMap<(Cow<'_, str>, &'static str), Span> = BTreeMap::new();
    entries.retain(|entry| {
        // Which starts, borders and tile sets are in play is settled once the options are known.
        // One tile may be added to the start in several places.
        if let ItemKind::Start { .. }
        | ItemKind::StartTile { .. }
        | ItemKind::Board { .. }
        | ItemKind::Tiles { .. } = entry.item.kind
        {
            return true;
        }
        let Some((category, name)) = id_of(entry.item) else { return true };
        let here = heading(entry.item);
        let first = *seen.entry((name.clone(), category)).or_insert(here);
        if first == here {
            return true;
        }
        let diagnostic =
            Diagnostic::error("names::duplicate", format!("{category} `{name}` is declared twice")).help(
                match category {
                    "order" => "put further steps beside others: `step … after …`",
                    "variant" => "rename one of them",
                    _ => "rename one of them, or replace it in a variant: `replace …`",
                },
            );
        diagnostics.push(diagnostic.at(here, "declared again here").at(first, "first declared here"));
        false
    });
}
