//! Whether every tile of a composition can be laid at all.

use std::collections::BTreeMap;

use rota_board::{EdgeId, FeatureKindId, side};
use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Diagnostic, Span};

use crate::set::{TileKind, TileSet};

/// Whether a side is the long one of a half tile, which meets its like only, and what it shows.
type Shown = (bool, EdgeId);

/// A set and the printing in play.
#[derive(Clone, Copy, Debug)]
pub struct SetInPlay<'a> {
    /// The set.
    pub set: &'a TileSet,
    /// Index into [`TileSet::printings`]; `None` takes every kind that any printing holds.
    pub printing: Option<usize>,
}

/// Warns of every tile in play that shows no side that may lie against one of another tile in play, or of a cell
/// of a board: nothing can ever lie against it. Sides may that are the same, and those of which the vocabulary
/// says so.
///
/// Shape: one warning per such kind, in order of `chosen` and of each file. A kind with several copies counts
/// as one tile, since its copies could only lie among themselves. Boards count, but are not warned of.
/// Errors: none; the code is `tiles::unreachable`.
pub fn check_reachable(vocabulary: &Vocabulary, chosen: &[SetInPlay<'_>]) -> Vec<Diagnostic> {
    let mut shown: BTreeMap<Shown, usize> = BTreeMap::new();
    for kind in chosen.iter().flat_map(in_play) {
        for edge in edges_of(kind) {
            *shown.entry(edge).or_default() += 1;
        }
    }
    for (_, _, cell) in chosen.iter().flat_map(|one| &one.set.boards).flat_map(|board| &board.cells) {
        for edge in edges_of(cell) {
            *shown.entry(edge).or_default() += 1;
        }
    }
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for one in chosen {
        for kind in in_play(one) {
            let edges = edges_of(kind);
            // How many others show a side.
            let others = |side: Shown| {
                let count = shown.get(&side).copied().unwrap_or_default();
                count - usize::from(edges.contains(&side))
            };
            let meets = |(is_long, edge): &Shown| {
                fitting(vocabulary, *edge).any(|other| others((*is_long, other)) > 0)
            };
            if edges.iter().any(meets) {
                continue;
            }
            let why = match edges.is_empty() {
                true => "all its sides are blank",
                false => "no other tile in play shows a side that fits one of its own",
            };
            diagnostics.push(
                Diagnostic::warning(
                    "tiles::unreachable",
                    format!("nothing can lie against `{}/{}`", one.set.name, kind.id),
                )
                .at(kind.span, why)
                .help("add tiles that fit it, or choose a printing without it; if it is laid by a rule, write `# allow tiles::unreachable: why` above it"),
            );
        }
    }
    diagnostics.extend(check_mirrored(vocabulary, chosen, &shown));
    diagnostics.extend(check_layers(vocabulary, chosen));
    diagnostics
}

/// Warns of layers of which nothing in play has a segment.
fn check_layers(vocabulary: &Vocabulary, chosen: &[SetInPlay<'_>]) -> Vec<Diagnostic> {
    let cells = chosen.iter().flat_map(|one| &one.set.boards).flat_map(|board| &board.cells);
    let kinds = chosen.iter().flat_map(in_play).chain(cells.map(|(_, _, cell)| cell));
    let has: Vec<FeatureKindId> =
        kinds.flat_map(|kind| kind.shape.segments.iter().map(|segment| segment.feature)).collect();
    let layers = vocabulary.features.iter().zip(0_u8..=u8::MAX).filter(|(feature, _)| feature.is_layer);
    let unused = layers.filter(|(_, kind)| !chosen.is_empty() && !has.contains(&FeatureKindId(*kind)));
    let warning = |name: &str, span: Span| {
        Diagnostic::warning("tiles::unused-layer", format!("no tile in play has a `{name}`"))
            .at(span, "this layer")
            .help(format!("give tiles a segment of it, as in `{{ {name} = \"N S\" }}`"))
    };
    unused.map(|(feature, _)| warning(&feature.name, feature.span)).collect()
}

/// Warns of letters with unlike halves in play that no side in play fits, once of each, at the first tile that has
/// it.
fn check_mirrored(
    vocabulary: &Vocabulary,
    chosen: &[SetInPlay<'_>],
    shown: &BTreeMap<Shown, usize>,
) -> Vec<Diagnostic> {
    let mut told: Vec<Shown> = Vec::new();
    let mut diagnostics = Vec::new();
    let kinds = chosen.iter().flat_map(in_play);
    for (kind, side) in kinds.flat_map(|kind| edges_of(kind).into_iter().map(move |side| (kind, side))) {
        let (is_long, id) = side;
        let edge = usize::from(id.0).checked_sub(1).and_then(|edge| vocabulary.edges.get(edge));
        let Some(edge) = edge.filter(|edge| edge.is_unlike()) else { continue };
        if told.contains(&side) || fitting(vocabulary, id).any(|other| shown.contains_key(&(is_long, other)))
        {
            continue;
        }
        told.push(side);
        let name = |kind: usize| vocabulary.features.get(kind).map_or("", |feature| feature.name.as_str());
        let mirrored: Vec<&str> = edge.shown().into_iter().rev().flatten().map(name).collect();
        let known = vocabulary.edges.iter().find(|other| edge.continues(other));
        let letter = edge.letter;
        let help = match known {
            Some(other) => format!(
                "add a tile with a side `{}`, or let it meet another: `meet {letter} with …`",
                other.letter
            ),
            None => format!(
                "declare `edge … = {}` and add a tile with it, or let it meet another: `meet {letter} with …`",
                mirrored.join(" ")
            ),
        };
        let message = format!("nothing in play can lie against a side `{letter}`");
        let warning = Diagnostic::warning("tiles::fits-nothing", message);
        diagnostics.push(warning.at(kind.span, "this has one").help(help));
    }
    diagnostics
}

/// The sides that may lie against one: those that continue it, and those of which the vocabulary says so.
fn fitting(vocabulary: &Vocabulary, edge: EdgeId) -> impl Iterator<Item = EdgeId> + '_ {
    let id = |edge: usize| u8::try_from(edge + 1).ok().map(EdgeId);
    let pairs = vocabulary.compatible_edges.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]);
    let others = pairs.filter(move |(one, _)| id(*one) == Some(edge)).map(|(_, other)| other);
    let own = usize::from(edge.0).checked_sub(1).and_then(|own| vocabulary.edges.get(own));
    let continuing = vocabulary
        .edges
        .iter()
        .enumerate()
        .filter(move |(_, other)| own.is_some_and(|own| own.continues(other)));
    others.chain(continuing.map(|(other, _)| other)).filter_map(id)
}

fn in_play<'a>(chosen: &SetInPlay<'a>) -> impl Iterator<Item = &'a TileKind> + use<'a> {
    let printing = chosen.printing;
    chosen.set.kinds.iter().filter(move |kind| match printing {
        Some(index) => kind.counts.get(index).is_some_and(|count| *count > 0),
        None => kind.counts.iter().any(|count| *count > 0),
    })
}

/// The sides a tile shows, each once, without blank ones.
fn edges_of(kind: &TileKind) -> Vec<Shown> {
    let sides = kind.shape.sides().filter(|(_, edge)| edge.0 != 0);
    let mut edges: Vec<Shown> = sides.map(|(number, edge)| (number == side::DIAGONAL, edge)).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
