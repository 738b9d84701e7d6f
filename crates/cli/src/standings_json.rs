//! How a game stands, for programs: all that [standings](crate::standings) and the table show to people.

use rota::{Game, PieceLocation, SegmentId};
use rota_game::TileKindInfo;
use serde_json::{Map, Value, json};

use crate::standings::Eyes;

/// What has a title, with what it belongs to; see [`Game::remembered`].
pub(crate) fn remembered(game: &Game, eyes: Eyes) -> Value {
    let all = eyes.remembered(game).into_iter();
    let documents = all.map(|held| {
        json!({
            "title": held.title,
            "player": held.player.map(|seat| game.rules().seat(usize::from(seat))),
            "of": held.thing(),
            "value": held.value,
            "secret": held.secret,
        })
    });
    documents.collect()
}

/// The pieces that are not in supply, each where it is.
pub(crate) fn pieces(game: &Game) -> Value {
    let kinds = &game.rules().program().declared.pieces;
    let gone = game.position().pieces().iter().filter(|piece| piece.location != PieceLocation::Supply);
    let documents = gone.map(|piece| {
        json!({
            "piece": kinds.get(usize::from(piece.kind)).map(|kind| &kind.name),
            "player": piece.owner().map(|seat| game.rules().seat(usize::from(seat))),
            "at": game.location_words(piece.location),
        })
    });
    documents.collect()
}

/// The segments that rules have joined, two by two.
pub(crate) fn links(game: &Game) -> Value {
    let words = |segment: SegmentId| game.segment_words(segment);
    game.position().board().links().map(|(one, other)| json!([words(one), words(other)])).collect()
}

/// What a player has in the keep, by name; null for what is hidden.
pub(crate) fn keep(game: &Game, seat: usize, eyes: Eyes) -> Value {
    let own = game.position().stowed(seat);
    own.map(|tile| json!(eyes.see(game, tile).then(|| &game.rules().kind_of(tile).name))).collect()
}

/// What lies in each row, in order: its name, and what is printed on it.
pub(crate) fn rows(game: &Game) -> Value {
    let rows = game.rules().program().declared.rows.iter().zip(0..);
    let told = |kind: &TileKindInfo| {
        let printed = kind.printed.iter().map(|(name, value)| (name.clone(), json!(value)));
        json!({ "name": kind.name, "printed": printed.collect::<Map<_, _>>() })
    };
    let lying = |row| game.position().row(row).map(move |tile| told(game.rules().kind_of(tile)));
    rows.map(|(row, number)| (row.name.clone(), lying(number).collect())).collect::<Map<_, Value>>().into()
}

/// How much is left in each bag and deck.
pub(crate) fn piles(game: &Game) -> Value {
    let piles = game.rules().program().declared.draw_piles().zip(game.position().bags());
    piles.map(|(name, left)| (name.to_owned(), json!(left.len()))).collect::<Map<_, _>>().into()
}

/// The goods of a player by their names, or what is left of those that come to an end.
pub(crate) fn stocks(game: &Game, seat: Option<usize>) -> Value {
    let own = game.stocks_of(seat);
    own.map(|share| (share.name.to_owned(), json!(share.count))).collect::<Map<_, _>>().into()
}
