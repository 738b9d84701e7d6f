//! Editions for programs.

use rota::{Change, ChangeKind, OptionInfo, Published, Variant};
use rota_syntax::ast::Side;
use serde_json::{Value, json};

use super::{Named, NamedComposition};

/// All there is to choose of a pack.
pub(super) fn pack(pack: &Named) -> Value {
    let editions = &pack.editions;
    json!({
        "pack": editions.pack,
        "title": editions.title,
        "published": editions.published.as_ref().map(published),
        "play": pack.line(None),
        "variants": editions.variants.iter().map(|one| variant(pack, one)).collect::<Vec<_>>(),
        "options": editions.options.iter().map(option).collect::<Vec<_>>(),
    })
}

/// A composition and where its file lies.
pub(super) fn composition(named: &NamedComposition, file: &str) -> Value {
    let composition = &named.composition;
    let packs = composition.packs.iter().map(|choice| {
        let variants: Vec<&str> = choice.variants.iter().map(|variant| variant.as_str()).collect();
        json!({ "pack": choice.pack.node, "variants": variants })
    });
    let options = named.options().map(|(name, value)| json!({ "name": name, "value": value }));
    json!({
        "title": composition.title,
        "file": file,
        "play": named.line(),
        "packs": packs.collect::<Vec<_>>(),
        "start": composition.start_name(),
        "options": options.collect::<Vec<_>>(),
    })
}

fn published(published: &Published) -> Value {
    json!({ "year": published.year, "publisher": published.publisher, "source": published.source })
}

fn variant(pack: &Named, variant: &Variant) -> Value {
    json!({
        "name": variant.name,
        "title": variant.title,
        "published": variant.published.as_ref().map(published),
        "play": pack.line(Some(&variant.name)),
        "from": variant.from,
        "changes": variant.changes.iter().map(change).collect::<Vec<_>>(),
    })
}

fn option(option: &OptionInfo) -> Value {
    json!({
        "name": option.name,
        "value": option.default,
        "choices": option.choices,
        "description": option.doc,
    })
}

fn change(change: &Change) -> Value {
    let by = &change.by;
    match &change.kind {
        ChangeKind::Set(OptionInfo { name, value, default, doc, .. }) => {
            json!({ "change": "set", "by": by, "option": name, "value": value, "was": default, "description": doc })
        }
        ChangeKind::Disable { category, name } => {
            json!({ "change": "disable", "by": by, "category": category, "name": name })
        }
        ChangeKind::Replace { category, name } => {
            json!({ "change": "replace", "by": by, "category": category, "name": name })
        }
        ChangeKind::Add { category, name } => {
            json!({ "change": "add", "by": by, "category": category, "name": name })
        }
        ChangeKind::Move { step, side, anchor } => {
            let side = match side {
                Side::Before => "before",
                Side::Instead => "instead",
                Side::After => "after",
            };
            json!({ "change": "move", "by": by, "step": step, "side": side, "anchor": anchor })
        }
    }
}
