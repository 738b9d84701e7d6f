//! What was made of tile sets so far, by the words they were loaded with: most settings of a reading have the same, and
//! so has the next reading, unless what changed in between are these words.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rota_board::{Catalog, CatalogError, FeatureKindId, ShapeId, TileShape};
use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Diagnostic, SourceFile};
use rota_tiles::TileSet;

/// Tile sets that were loaded, and catalogs of their shapes.
#[derive(Debug, Default)]
pub(crate) struct TileCache {
    sets: Mutex<Vec<Load>>,
    catalogs: Mutex<Vec<KnownCatalog>>,
}

/// A catalog with what it was made of, besides its shapes.
#[derive(Debug)]
struct KnownCatalog {
    vocabulary: Vocabulary,
    told: Vec<ShapeId>,
    additions: Vec<u8>,
    catalog: Arc<Catalog>,
    idle: u8,
}

#[derive(Debug)]
struct Load {
    set: String,
    /// Where its text begins in the sources.
    base: u32,
    vocabulary: Vocabulary,
    result: Loaded,
    idle: u8,
}

/// What nobody asked for in so many readings is forgotten.
const MOST_IDLE: u8 = 4;

/// A tile set and what was found in it.
pub(crate) type Loaded = (Option<Arc<TileSet>>, Arc<[Diagnostic]>);

impl TileCache {
    /// Notes that another reading begins, and forgets what the last ones had no use for.
    pub fn forget(&self) {
        let stays = |idle: &mut u8| {
            *idle = idle.saturating_add(1);
            *idle <= MOST_IDLE
        };
        list(&self.sets).retain_mut(|load| stays(&mut load.idle));
        list(&self.catalogs).retain_mut(|known| stays(&mut known.idle));
    }

    /// Loads a tile set with these words, or finds what came of it the last time.
    pub fn load(&self, set: &str, source: &SourceFile, vocabulary: &Vocabulary) -> Loaded {
        let is_it =
            |load: &&mut Load| load.base == source.base && load.set == set && load.vocabulary == *vocabulary;
        if let Some(load) = list(&self.sets).iter_mut().find(is_it) {
            load.idle = 0;
            return load.result.clone();
        }
        let (loaded, found) = rota_tiles::load(source, set, vocabulary);
        let result: Loaded = (loaded.map(Arc::new), found.into());
        let (set, vocabulary) = (set.to_owned(), vocabulary.clone());
        list(&self.sets).push(Load { set, base: source.base, vocabulary, result: result.clone(), idle: 0 });
        result
    }

    /// Finds the catalog of these shapes, or makes it with `make`, which nothing but these words may tell apart. The
    /// rotations of those in `told` are all told apart, and segments of the kinds in `additions` can be added.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn catalog(
        &self,
        vocabulary: &Vocabulary,
        shapes: Vec<TileShape>,
        told: Vec<ShapeId>,
        additions: &[u8],
        make: impl FnOnce(&Vocabulary, Vec<TileShape>) -> Result<Catalog, CatalogError>,
    ) -> Result<Arc<Catalog>, CatalogError> {
        let is_it = |known: &&mut KnownCatalog| {
            known.catalog.given_shapes() == shapes
                && known.told == told
                && known.additions == additions
                && known.vocabulary == *vocabulary
        };
        if let Some(known) = list(&self.catalogs).iter_mut().find(is_it) {
            known.idle = 0;
            return Ok(known.catalog.clone());
        }
        let catalog = make(vocabulary, shapes)?.with_rotations_told(&told);
        let kinds: Vec<FeatureKindId> = additions.iter().map(|kind| FeatureKindId(*kind)).collect();
        let catalog = Arc::new(catalog.with_additions(&kinds)?);
        let known = KnownCatalog {
            vocabulary: vocabulary.clone(),
            told,
            additions: additions.to_vec(),
            catalog: catalog.clone(),
            idle: 0,
        };
        list(&self.catalogs).push(known);
        Ok(catalog)
    }
}

/// A list, which is whole even where a thread stopped while it had it.
fn list<T>(list: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
