//! The figures for programs.

use std::path::Path;

use rota::FitCount;
use rota_batch::ratio;
use serde_json::{Map, Value, json};

use super::{Counted, Stats};
use crate::console::SCHEMA_VERSION;

/// All figures, and the picture that was written.
pub(super) fn document(stats: &Stats, picture: Option<&Path>) -> Value {
    json!({
        "schema_version": SCHEMA_VERSION,
        "tables": stats.tables,
        "seed": stats.seed,
        "here": side(&stats.own),
        "beside": stats.beside.as_ref().map(side),
        "picture": picture.map(Path::to_string_lossy),
    })
}

fn side(side: &Counted) -> Value {
    let figures = &side.figures;
    let sides = figures.sides.iter().map(|side| {
        let share = ratio(side.count, 4 * figures.tiles);
        json!({ "letter": side.letter, "shows": side.shown, "count": side.count, "share": share })
    });
    let features = figures.features.iter().map(|feature| {
        json!({
            "feature": feature.name,
            "tiles": feature.tiles,
            "share": ratio(feature.tiles, figures.tiles),
            "segments": feature.segments,
        })
    });
    let attributes: Map<String, Value> =
        figures.attributes.iter().map(|(name, count)| (name.clone(), json!(count))).collect();
    let kinds = side.kinds.iter().map(|(name, copies, count)| {
        let mut kind = fit(*count);
        kind["tile"] = json!(name);
        kind["copies"] = json!(copies);
        kind
    });
    let fitting = &side.fitting;
    let mut fits = fit(fitting.all());
    fits["thirds"] = fitting.thirds.iter().map(|third| fit(*third)).collect::<Vec<_>>().into();
    fits["set_aside"] = json!(ratio(fitting.set_aside, fitting.drawn));
    fits["kinds"] = kinds.collect::<Vec<_>>().into();
    json!({
        "composition": side.title,
        "tiles": side.count(),
        "kinds": side.tiles.len(),
        "sides": sides.collect::<Vec<_>>(),
        "features": features.collect::<Vec<_>>(),
        "attributes": attributes,
        "fits": fits,
    })
}

fn fit(count: FitCount) -> Value {
    json!({
        "chance": ratio(count.fitting, count.asked),
        "mean_placements": ratio(count.placements, count.asked),
    })
}
