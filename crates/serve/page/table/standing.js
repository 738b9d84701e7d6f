// Where pieces stand: on the board, and on tracks amid the land and beside it.
import { drawn as content, html } from "/page/html.js";
import { Piece } from "/page/table/drawn.js";
import { key, lies, onBoard, sizeAmid } from "/page/table/places.js";

/** @import { Drawings, TableView, Thing, TrackDrawing } from "../types/messages" */

/** Where several pieces stand on one place they move apart: so far each. */
const APART = [[0, 0], [34, 14], [-34, 14], [0, -34], [34, -24], [-34, -24], [0, 36], [62, 0], [-62, 0]];

/** A piece that needs less room than this can be drawn in its own size, in units. */
const ROOM = 36;

/** Counts how many were at a place before. */
function counter() {
  /** @type {Map<string, number>} */
  const before = new Map();
  return (/** @type {string} */ name) => {
    const number = before.get(name) ?? 0;
    before.set(name, number + 1);
    return APART[number % APART.length] ?? [];
  };
}

/**
 * The pieces on tiles, sides and corners with where they are drawn.
 * @param {TableView} view
 * @param {Drawings} drawings
 */
export function standing(view, drawings) {
  const apart = counter();
  return view.pieces.flatMap((piece) => {
    const at = piece.place?.type === "space" ? undefined : onBoard(piece.place, view, drawings);
    if (!at) return [];
    const [x = 0, y = 0] = apart(key(piece.place));
    return [{ piece, at: { x: at.x + x, y: at.y + y, lies: lies(piece.place, view, drawings) } }];
  });
}

/**
 * The pieces that stand on the spaces of a track, beside one another.
 * @param {Thing[]} pieces
 * @param {TrackDrawing} track
 */
export function onTrack(pieces, track) {
  const apart = counter();
  return pieces.flatMap((piece) => {
    const space = piece.place?.type === "space" ? track.spaces[piece.place.space] : undefined;
    if (!space) return [];
    const size = Math.min(1, space.room / ROOM);
    const [x = 0, y = 0] = apart(key(piece.place));
    return [{ piece, at: { x: space.at[0] + x * size, y: space.at[1] + y * size }, size }];
  });
}

/** A track with what stands on it. @param {{ track: TrackDrawing, drawings: Drawings, view: TableView }} props */
export function Track({ track, drawings, view }) {
  return html`<g ...${content(track.svg)}></g>
    ${onTrack(view.pieces, track).map(({ piece, at, size }, number) => html`<${Piece} key=${number} drawings=${drawings} piece=${piece} at=${at} size=${size} />`)}`;
}

/** A track that lies in the land. @param {{ track: TrackDrawing, drawings: Drawings, view: TableView }} props */
export function TrackAmid({ track, drawings, view }) {
  const [x, y] = track.amid ?? [0, 0];
  const units = drawings.units;
  return html`<g transform=${`translate(${x * units},${y * units})scale(${sizeAmid(track, units)})`}>
    <${Track} track=${track} drawings=${drawings} view=${view} /></g>`;
}
