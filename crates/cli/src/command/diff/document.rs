//! The difference for programs.

use rota::{ItemInForce, OptionInfo, Pair, TileInPlay};
use rota_protocol::Location;
use serde_json::{Value, json};

use super::games::Games;
use super::{Compared, Side, unified};
use crate::console::SCHEMA_VERSION;

/// All that is different, and the games that were played.
pub(super) fn document(compared: &Compared<'_>, games: Option<&Games>) -> Value {
    let [a, b] = compared.sides;
    let difference = &compared.difference;
    let items = difference.items.iter().map(|pair| {
        let (first, second) = pair.sides();
        let shown = first.or(second);
        let text = |item: Option<&ItemInForce>| item.map_or("", |item| item.text.as_str()).to_owned();
        json!({
            "difference": word(pair),
            "category": shown.map(|item| item.category),
            "name": shown.map(|item| &item.name),
            "a": first.map(|one| item(a, one)),
            "b": second.map(|one| item(b, one)),
            "diff": unified::text(&text(first), &text(second)),
        })
    });
    json!({
        "schema_version": SCHEMA_VERSION,
        "a": side(a),
        "b": side(b),
        "is_different": !difference.is_empty(),
        "options": difference.options.iter().map(|pair| option(compared, pair)).collect::<Vec<_>>(),
        "steps": difference.steps.as_ref().map(|[one, other]| json!({ "a": one, "b": other })),
        "items": items.collect::<Vec<_>>(),
        "tiles": difference.tiles.iter().map(tile).collect::<Vec<_>>(),
        "games": games.map(Games::document),
    })
}

fn word<T>(pair: &Pair<T>) -> &'static str {
    match pair {
        Pair::OnlyFirst(_) => "only_a",
        Pair::OnlySecond(_) => "only_b",
        Pair::Changed(..) => "changed",
    }
}

fn side(side: &Side) -> Value {
    json!({ "given": side.given, "composition": side.title })
}

fn option(compared: &Compared<'_>, pair: &Pair<OptionInfo>) -> Value {
    let (first, second) = pair.sides();
    let shown = first.or(second);
    json!({
        "difference": word(pair),
        "name": shown.map(|option| &option.name),
        "description": shown.map(|option| &option.doc),
        "a": first.map(|option| &option.value),
        "b": second.map(|option| &option.value),
        "asked_by": compared.readers(pair).iter().map(|item| asker(item)).collect::<Vec<_>>(),
    })
}

fn asker(item: &ItemInForce) -> Value {
    json!({ "category": item.category, "name": item.name, "pack": item.pack, "ids": item.ids })
}

fn item(side: &Side, item: &ItemInForce) -> Value {
    let at = Location::of(item.span, &side.packs.sources);
    json!({
        "pack": item.pack,
        "by": item.by,
        "ids": item.ids,
        "file": at.file,
        "line": at.line,
        "text": item.text,
    })
}

fn tile(pair: &Pair<TileInPlay>) -> Value {
    let (first, second) = pair.sides();
    json!({
        "difference": word(pair),
        "tile": first.or(second).map(|tile| &tile.name),
        "a": first.map(side_of_tile),
        "b": second.map(side_of_tile),
    })
}

fn side_of_tile(tile: &TileInPlay) -> Value {
    let named = |pairs: &[(String, String)]| -> Value {
        pairs
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let bags: serde_json::Map<String, Value> =
        tile.bags.iter().map(|(bag, count)| (bag.clone(), json!(count))).collect();
    let segments = tile.segments.iter().map(|segment| {
        json!({
            "feature": segment.feature,
            "places": segment.places,
            "touches": segment.touches,
            "ends": segment.ends,
            "attributes": named(&segment.attributes),
        })
    });
    json!({
        "count": tile.count(),
        "bags": bags,
        "at_start": tile.at_start,
        "sides": tile.sides,
        "segments": segments.collect::<Vec<_>>(),
        "attributes": named(&tile.attributes),
    })
}
