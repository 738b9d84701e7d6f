//! Censuses: what the printed tiles of a pack are, as its tile sets say it, checked against those sets.

use std::sync::Arc;

use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::ItemKind;
use rota_tiles::{TileSet, check_census};

use crate::compile::Build;
use crate::library::items;
use crate::load::LoadedPacks;

/// How the census of a tile set came out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// The tile set.
    pub set: String,
    /// Where the census stands.
    pub span: Span,
    /// Where census and tiles differ; empty when they agree.
    pub failures: Vec<Diagnostic>,
}

/// Checks the tile sets that a pack names against their censuses, in order of its files. Sets without one are not
/// there, and nothing is where the pack does not compile.
pub fn censuses(packs: &LoadedPacks, pack: &str) -> Vec<Census> {
    let Ok(compiled) = packs.build(&Build::default(), &packs.sources) else { return Vec::new() };
    let vocabulary = &compiled.compiled.vocabulary;
    let census = |set: Arc<TileSet>| {
        let span = set.census.as_ref()?.span;
        Some(Census { set: set.name.clone(), span, failures: check_census(&set, vocabulary) })
    };
    own_sets(packs, pack, vocabulary).into_iter().filter_map(census).collect()
}

/// The tile sets that a pack names, each once.
pub(crate) fn own_sets(packs: &LoadedPacks, pack: &str, vocabulary: &Vocabulary) -> Vec<Arc<TileSet>> {
    let mut sets: Vec<Arc<TileSet>> = Vec::new();
    for item in packs.packs.iter().filter(|known| known.name == pack).flat_map(items) {
        let ItemKind::Tiles { set, .. } = &item.kind else { continue };
        let source = packs.sets.iter().find(|(name, _)| *name == set.node);
        if let Some((_, source)) = source
            && sets.iter().all(|known| known.name != set.node)
        {
            sets.extend(packs.tile_cache.load(&set.node, source, vocabulary).0);
        }
    }
    sets
}

/// Whether a set has a census, and it agrees with the set as it is.
pub(crate) fn has_true_census(set: &TileSet, vocabulary: &Vocabulary) -> bool {
    set.census.is_some() && check_census(set, vocabulary).is_empty()
}
