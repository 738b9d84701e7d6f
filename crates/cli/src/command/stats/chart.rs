//! The figures as bars.

use rota_picture::{Bar, Bars, Chart};

use super::{Counted, Stats};

/// How many kinds of tiles are drawn that fit least often.
const HARDEST: usize = 6;

/// What is drawn.
pub(super) fn chart(stats: &Stats) -> Chart {
    let Stats { own, beside, tables, .. } = stats;
    let both = |label: &str, feature: Option<usize>, share: &dyn Fn(&Counted) -> (u64, u64)| {
        let permille = |side: &Counted| {
            let (part, whole) = share(side);
            permille_of(part, whole)
        };
        let beside = beside.as_ref().map(permille);
        Bar { label: label.to_owned(), feature, share: permille(own), beside }
    };
    let sides = own.figures.sides.iter().map(|side| {
        both(&format!("{}: {}", side.letter, side.shown), side.kind, &|other| {
            (other.figures.sides_with(side.letter), 4 * other.figures.tiles)
        })
    });
    let features = own.figures.features.iter().map(|feature| {
        both(&feature.name, Some(feature.kind), &|side| {
            let tiles = side.figures.feature(&feature.name).map_or(0, |feature| feature.tiles);
            (tiles, side.figures.tiles)
        })
    });
    let attributes = own
        .figures
        .attributes
        .iter()
        .map(|(name, _)| both(name, None, &|side| (side.figures.tiles_with(name), side.figures.tiles)));
    let thirds = ["first third", "second third", "last third"].iter().enumerate().map(|(place, words)| {
        both(words, None, &|side| {
            let third = side.fitting.thirds.get(place).copied().unwrap_or_default();
            (third.fitting, third.asked)
        })
    });
    let hardest = own.hardest().into_iter().take(HARDEST).map(|(name, _, fit)| {
        let share = permille_of(fit.fitting, fit.asked);
        Bar { label: name.clone(), feature: None, share, beside: None }
    });
    let bars = |title: String, bars: Vec<Bar>| Bars { title, bars };
    let mut groups = vec![
        bars("Sides, of all sides".to_owned(), sides.collect()),
        bars("Tiles with a feature".to_owned(), features.collect()),
        bars("Tiles with an attribute".to_owned(), attributes.collect()),
        bars(format!("A tile fits somewhere, {tables} tables"), thirds.collect()),
        bars("Tiles that fit least often".to_owned(), hardest.collect()),
    ];
    groups.retain(|group| !group.bars.is_empty());
    Chart {
        title: format!("{} ({} tiles)", own.title, own.count()),
        beside: beside.as_ref().map(|beside| format!("{} ({} tiles)", beside.title, beside.count())),
        groups,
    }
}

/// A part of a whole in thousandths, rounded; 0 of nothing.
fn permille_of(part: u64, whole: u64) -> u32 {
    let rounded = (part.saturating_mul(2000) + whole) / (2 * whole).max(1);
    u32::try_from(rounded).unwrap_or(u32::MAX)
}
