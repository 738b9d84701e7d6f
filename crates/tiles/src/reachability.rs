//! Whether every tile of a composition can be laid at all.

use std::collections::BTreeMap;

use rota_board::EdgeId;
use rota_source::Diagnostic;

use crate::set::{TileKind, TileSet};

/// A set and the printing in play.
#[derive(Clone, Copy, Debug)]
pub struct SetInPlay<'a> {
    /// The set.
    pub set: &'a TileSet,
    /// Index into [`TileSet::printings`]; `None` takes every kind that any printing holds.
    pub printing: Option<usize>,
}

/// Warns of every tile in play that shows no side of which another tile in play, or a cell of a board, shows
/// one as well: nothing can ever lie against it.
///
/// Shape: one warning per such kind, in order of `chosen` and of each file. A kind with several copies counts
/// as one tile, since its copies could only lie among themselves. Boards count, but are not warned of.
/// Errors: none; the code is `tiles::unreachable`.
pub fn check_reachable(chosen: &[SetInPlay<'_>]) -> Vec<Diagnostic> {
    let mut shown: BTreeMap<EdgeId, usize> = BTreeMap::new();
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
    let mut diagnostics = Vec::new();
    for one in chosen {
        for kind in in_play(one) {
            let edges = edges_of(kind);
            if edges.iter().any(|edge| shown.get(edge).is_some_and(|count| *count > 1)) {
                continue;
            }
            let why = match edges.is_empty() {
                true => "all its sides are blank",
                false => "no other tile in play shows any of its sides",
            };
            diagnostics.push(
                Diagnostic::warning(
                    "tiles::unreachable",
                    format!("nothing can lie against `{}/{}`", one.set.name, kind.id),
                )
                .at(kind.span, why)
                .help("add tiles that fit it, or choose a printing without it"),
            );
        }
    }
    diagnostics
}

fn in_play<'a>(chosen: &SetInPlay<'a>) -> impl Iterator<Item = &'a TileKind> + use<'a> {
    let printing = chosen.printing;
    chosen.set.kinds.iter().filter(move |kind| match printing {
        Some(index) => kind.counts.get(index).is_some_and(|count| *count > 0),
        None => kind.counts.iter().any(|count| *count > 0),
    })
}

/// The sides a tile shows, each once, without blank ones.
fn edges_of(kind: &TileKind) -> Vec<EdgeId> {
    let mut edges: Vec<EdgeId> = kind.shape.edges.iter().copied().filter(|edge| edge.0 != 0).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
