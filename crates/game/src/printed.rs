//! What is printed on tiles and can be asked of them before the game: which tiles a query may find at all.

use rota_board::{Catalog, FeatureKindId, SegmentShape, ShapeId};
use rota_bytecode::{Condition, Query, Source};

/// So many tiles are looked at one by one wherever they are.
pub(crate) const FEW_TILES: usize = 32;

/// The tiles that a query of those on the table, or of their segments, may find, where what is printed on them decides
/// that before the game and few have it.
pub(crate) fn few(
    query: &Query,
    attrs: &[Vec<Option<i64>>],
    shapes: &[Option<ShapeId>],
    catalog: &Catalog,
) -> Option<Vec<u16>> {
    let meets = |tile: usize| {
        if query.source == Source::Laid {
            let value = |attr| attrs.get(usize::try_from(attr).ok()?)?.get(tile).copied().flatten();
            let mut conditions = query.conditions.iter();
            return conditions.all(|condition| tile_attr_meets(*condition, value).unwrap_or(true));
        }
        let mut segments = shapes[tile].into_iter().flat_map(|shape| catalog.segments_of(shape));
        segments.any(|segment| segment_meets(query, segment))
    };
    let is_printed = |condition: &Condition| {
        matches!(
            condition,
            Condition::TileAttr(..)
                | Condition::TileAttrNot(..)
                | Condition::OwnAttrNot(..)
                | Condition::FeatureKind(_)
        )
    };
    let is_of_laid = matches!(query.source, Source::Laid | Source::LaidSegments);
    (is_of_laid && query.conditions.iter().any(is_printed)).then_some(())?;
    let found: Vec<u16> =
        (0..shapes.len()).filter(|tile| meets(*tile)).map(|tile| tile as u16).take(FEW_TILES + 1).collect();
    (found.len() <= FEW_TILES).then_some(found)
}

/// For each kind of feature the tiles that have, or may come to have, a segment of it, where they are few.
pub(crate) fn few_of_kinds(shapes: &[Option<ShapeId>], catalog: &Catalog) -> Vec<Option<Vec<u16>>> {
    let mut tiles = vec![Vec::new(); catalog.features().len()];
    for (tile, shape) in shapes.iter().enumerate() {
        for segment in shape.iter().flat_map(|shape| catalog.segments_of(*shape)) {
            let of_kind = &mut tiles[usize::from(segment.feature.0)];
            if of_kind.len() <= FEW_TILES && of_kind.last() != Some(&(tile as u16)) {
                of_kind.push(tile as u16);
            }
        }
    }
    tiles.into_iter().map(|tiles| (tiles.len() <= FEW_TILES).then_some(tiles)).collect()
}

/// Whether a segment may be found.
fn segment_meets(query: &Query, segment: &SegmentShape) -> bool {
    query.conditions.iter().all(|condition| {
        if let Condition::FeatureKind(kinds) = *condition {
            is_of_kind(segment.feature, kinds)
        } else {
            own_attr_meets(*condition, &segment.attrs).unwrap_or(true)
        }
    })
}

/// Whether a kind of feature is one of these, a bit for each and the last one for all that have none.
pub(crate) fn is_of_kind(kind: FeatureKindId, kinds: i64) -> bool {
    kinds >> kind.0.min(63) & 1 != 0
}

/// Whether a tile with these attributes meets a condition, where that is on one of them.
pub(crate) fn tile_attr_meets(condition: Condition, value: impl Fn(i64) -> Option<i64>) -> Option<bool> {
    if let Condition::TileAttr(attr, wanted) = condition {
        Some(value(attr) == Some(wanted))
    } else if let Condition::TileAttrNot(attr, other) = condition {
        Some(value(attr).is_some_and(|value| value != other))
    } else {
        None
    }
}

/// Whether a segment with these attributes of its own meets a condition, where that is on one of them.
pub(crate) fn own_attr_meets(condition: Condition, attrs: &[i32]) -> Option<bool> {
    let Condition::OwnAttrNot(attr, other) = condition else { return None };
    let value = usize::try_from(attr).ok().and_then(|attr| attrs.get(attr));
    Some(value.is_some_and(|value| i64::from(*value) != other))
}
