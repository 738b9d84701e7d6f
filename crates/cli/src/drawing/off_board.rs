//! Pieces that the table has no place for: on tiles as wholes, kept by players, far away from all tiles.

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::Game;
use rota_game::PieceLocation;

use super::between::Between;
use super::theme::Theme;

/// Writes one line for each place with what is there, in the words of decisions.
pub(super) fn draw(
    game: &Game,
    theme: &Theme,
    marks: &[(PieceLocation, String)],
    between: &Between,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut places: Vec<(String, Vec<String>)> = Vec::new();
    let mut add = |place: String, text: String| match places.iter_mut().find(|(known, _)| *known == place) {
        Some((_, texts)) => texts.push(text),
        None => places.push((place, vec![text])),
    };
    for piece in game.position().pieces() {
        if matches!(
            piece.location,
            PieceLocation::Tile(_)
                | PieceLocation::Corner(_)
                | PieceLocation::Side(_)
                | PieceLocation::Keep(_)
        ) && !between.shows(piece.location)
        {
            let (text, style) = theme.piece(piece.owner(), piece.kind);
            add(game.location_words(piece.location), format!("{style}{text}{style:#}"));
        }
    }
    for (place, mark) in marks.iter().filter(|(place, _)| !between.shows(*place)) {
        let bold = Style::new().bold();
        add(game.location_words(*place), format!("{bold}[{mark}]{bold:#}"));
    }
    for (place, texts) in places {
        writeln!(out, "    {place}: {}", texts.join(" "))?;
    }
    Ok(())
}
