//! What is left when the game is over.

use std::collections::BTreeMap;

use rota_game::PieceLocation;
use serde_json::Value;

use super::StepReplay;
use crate::comparison::{Comparison, names};
use crate::verdict::Stop;

impl StepReplay<'_> {
    /// Compares all that is left over.
    pub fn ending(&mut self) -> Result<(), Stop> {
        let compare = Comparison { turn: None };
        if !self.replay.game.is_over() || self.replay.game.fault().is_some() {
            return Err(compare.differs("what follows", "the end of the game", self.replay.standing()));
        }
        let ending = &self.recording.ending;
        compare.same_numbers("points", &ending.points, self.replay.game.points())?;
        self.replay.tokens(compare, &ending.tokens)?;
        self.prisoners(compare)?;
        self.neutral(compare)?;
        self.replay.placed(compare)
    }

    /// The figures that each player holds of others.
    fn prisoners(&self, compare: Comparison) -> Result<(), Stop> {
        let replay = &self.replay;
        for (seat, prisoners) in self.recording.ending.captured.iter().enumerate() {
            let mut expected = BTreeMap::new();
            for prisoner in prisoners {
                *expected.entry(replay.figure_words(&prisoner.id)?).or_insert(0) += prisoner.count;
            }
            let mut got = BTreeMap::new();
            for (number, piece) in replay.game.position().pieces().iter().enumerate() {
                let is_held = matches!(piece.location, PieceLocation::Keep(by) if usize::from(by) == seat);
                let number = u16::try_from(number).ok().filter(|_| is_held);
                if let Some(words) = number.and_then(|number| replay.owned_words(number)) {
                    *got.entry(words).or_insert(0) += 1;
                }
            }
            let words = |held: &BTreeMap<String, i64>| {
                let held = held.iter().map(|(figure, count)| format!("{count} {figure}"));
                names(&held.collect::<Vec<_>>())
            };
            compare.same(&format!("prisoners of seat {}", seat + 1), &expected, &got, words)?;
        }
        Ok(())
    }

    /// Where the figures are that belong to nobody.
    fn neutral(&self, compare: Comparison) -> Result<(), Stop> {
        let replay = &self.replay;
        for (theirs, place) in &self.recording.ending.neutral {
            let kind = replay.mapping.figure(theirs)?;
            let place = place.get("placement").or_else(|| place.get("position")).unwrap_or(&Value::Null);
            let pieces = replay.game.position().pieces().iter();
            let kinds = &replay.game.rules().program().declared.pieces;
            let is_it = |number: u8| kinds.get(usize::from(number)).is_some_and(|own| own.name == kind);
            let roams = replay.mapping.is_roaming(theirs);
            let own = pieces.filter(|piece| is_it(piece.kind)).find_map(|piece| {
                if let PieceLocation::Segment(on) = piece.location
                    && roams
                {
                    return Some(replay.in_feature_words(on));
                }
                replay.location_words(piece.location)
            });
            let own = own.unwrap_or_else(|| "nowhere".to_owned());
            let segment = if roams { replay.pointed_segment(place)? } else { None };
            let told = match segment {
                Some(segment) => replay.in_feature_words(segment),
                None => replay.place_words(place)?,
            };
            // Whoever stands beside a figure or in a feature stands on the tile as well.
            let on_tile = replay.on_tile_words(place)?;
            if told != own && on_tile != own {
                return Err(compare.differs(&format!("where `{kind}` is"), told, own));
            }
        }
        Ok(())
    }
}
