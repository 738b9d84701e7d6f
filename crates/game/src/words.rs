//! The canonical words of what a game holds, for whoever shows it.

use rota_board::SegmentId;
use rota_bytecode::{Sort, Type};

use crate::game::Game;
use crate::piece::PieceLocation;
use crate::questions::handle;
use crate::setup::segment_named;
use crate::text::{write_location, write_value};
use crate::text_match::matches;

impl Game {
    /// The canonical words of a value, as in the texts of decisions.
    #[must_use]
    pub fn words(&self, ty: Type, value: i64) -> String {
        let mut out = String::new();
        write_value(self.questions(), ty, value, None, &mut out);
        out
    }

    /// The canonical words of a segment of the board. The handle must be one of the board.
    #[must_use]
    pub fn segment_words(&self, segment: SegmentId) -> String {
        self.words(Type::one(Sort::Segment), handle(segment))
    }

    /// Whether words name the feature that a segment belongs to: they may name it by any of its segments.
    #[must_use]
    pub fn names_feature(&self, words: &str, segment: SegmentId) -> bool {
        let segments = self.position().board().segments(segment);
        let texts = segments.map(|segment| (segment, self.segment_words(segment)));
        !matches(words, texts).is_empty()
    }

    /// The canonical words of a space, by its number among the declared spaces.
    #[must_use]
    pub fn space_words(&self, space: u16) -> String {
        self.words(Type::one(Sort::Space), i64::from(space))
    }

    /// The words of the place of a piece: those of a segment, a space, a tile, a corner, a side or a player's keep,
    /// `supply`, or `out of the game`.
    #[must_use]
    pub fn location_words(&self, location: PieceLocation) -> String {
        let mut out = String::new();
        write_location(self.questions(), location, &mut out);
        out
    }

    /// The one segment whose canonical words these are, or are a part of.
    #[must_use]
    pub fn segment_named(&self, words: &str) -> Option<SegmentId> {
        segment_named(self.questions(), words)
    }
}
