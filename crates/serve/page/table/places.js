// Where things are on the board, in units: a tile has as many across as the drawings say, and the start tile begins at 0.

/** @import { Drawings, Laid, Place, TableView, TrackDrawing } from "../types/messages" */
/** @typedef {{ x: number, y: number }} Point */

/** Pixels for a unit where nothing is enlarged. */
export const SCALE = 0.5;

/**
 * A place on a tile as it lies after some quarter turns.
 * @param {number[]} at
 * @param {number} turned
 * @param {number} units
 * @returns {Point}
 */
export function turnedPoint([x = 0, y = 0], turned, units) {
  const ways = [{ x, y }, { x: units - y, y: x }, { x: units - x, y: units - y }, { x: y, y: units - x }];
  return ways[turned & 3] ?? { x, y };
}

/**
 * The tile that lies at a place.
 * @param {Laid[]} tiles
 * @param {{ x: number, y: number, half?: number | null }} place
 */
export function tileAt(tiles, place) {
  const here = tiles.filter((tile) => tile.x === place.x && tile.y === place.y);
  return here.find((tile) => tile.turned === place.half) ?? here.at(-1);
}

/**
 * Where a place lies on the board; nothing for what lies beside it.
 * @param {Place | null | undefined} place
 * @param {TableView} view
 * @param {Drawings} drawings
 * @returns {Point | undefined}
 */
export function onBoard(place, view, drawings) {
  const units = drawings.units;
  if (place?.type === "space") return onTrackAmid(place.space, drawings);
  if (!place || !("x" in place)) return undefined;
  const [left, top] = [place.x * units, place.y * units];
  if (place.type === "corner") return { x: left, y: top };
  if (place.type === "side") return place.side === "N" ? { x: left + units / 2, y: top } : { x: left, y: top + units / 2 };
  const middle = { x: left + units / 2, y: top + units / 2 };
  if (place.type === "cell") return middle;
  const tile = tileAt(view.tiles, place);
  const shape = tile && drawings.tiles[tile.tile];
  if (!shape) return middle;
  const segment = place.type === "segment" ? shape.segments[place.segment] : undefined;
  if (place.type === "segment" && !segment) return onCrossing(place, view, drawings) ?? middle;
  const anchor = segment?.at ?? (shape.half ? [units / 3, (units * 2) / 3] : [units / 2, units / 2]);
  const { x, y } = turnedPoint(anchor, tile.turned, units);
  const aside = segment?.aside ?? 0;
  return { x: left + x + aside, y: top + y + aside };
}

/**
 * What was added to a tile, where a place is on it.
 * @param {Place | null | undefined} place
 * @param {TableView} view
 */
export function crossingAt(place, view) {
  return (view.crossings ?? []).find((crossed) => key(crossed.place) === key(place));
}

/**
 * @param {Extract<Place, { type: "segment" }>} place
 * @param {TableView} view
 * @param {Drawings} drawings
 */
function onCrossing(place, view, drawings) {
  const crossed = crossingAt(place, view);
  const shape = crossed && drawings.crossings?.[crossed.kind];
  if (!shape) return undefined;
  const { x, y } = turnedPoint(shape.segment.at, crossed.across ? 1 : 0, drawings.units);
  return { x: place.x * drawings.units + x, y: place.y * drawings.units + y };
}

/** How large a track amid the land is drawn. @param {TrackDrawing} track @param {number} units */
export function sizeAmid(track, units) {
  return ((track.amid?.[2] ?? 1) * units) / Math.max(track.wide, track.high);
}

/**
 * Where a space of a track amid the land is.
 * @param {string} space
 * @param {Drawings} drawings
 */
function onTrackAmid(space, drawings) {
  const track = drawings.tracks.find((track) => track.amid && track.spaces[space]);
  const at = track?.spaces[space]?.at;
  if (!track?.amid || !at) return undefined;
  const size = sizeAmid(track, drawings.units);
  return { x: track.amid[0] * drawings.units + at[0] * size, y: track.amid[1] * drawings.units + at[1] * size };
}

/**
 * Whether a piece lies at a place rather than stands.
 * @param {Place | null | undefined} place
 * @param {TableView} view
 * @param {Drawings} drawings
 */
export function lies(place, view, drawings) {
  if (place?.type !== "segment") return false;
  const crossed = crossingAt(place, view);
  if (crossed) return Boolean(drawings.crossings?.[crossed.kind]?.segment.lies);
  const tile = tileAt(view.tiles, place);
  return Boolean(tile && drawings.tiles[tile.tile]?.segments[place.segment]?.lies);
}

/**
 * A place as a word that is the same for the same place, however a tile is turned there.
 * @param {Place | null | undefined} place
 */
export function key(place) {
  if (!place) return "";
  const of = /** @type {Record<string, unknown>} */ (place);
  return ["type", "x", "y", "segment", "half", "side", "space", "player", "row"].map((name) => of[name] ?? "").join(":");
}

/**
 * What is to be seen of the board: cells, with a margin.
 * @param {Point[]} cells
 */
export function bounds(cells) {
  const all = cells.length > 0 ? cells : [{ x: 0, y: 0 }];
  const [xs, ys] = [all.map((cell) => cell.x), all.map((cell) => cell.y)];
  return {
    left: Math.min(...xs) - 0.25,
    top: Math.min(...ys) - 0.25,
    right: Math.max(...xs) + 1.25,
    bottom: Math.max(...ys) + 1.25,
  };
}
