// The options of a decision, gathered by the places that they are about.
import { key } from "/page/table/places.js";

/** @import { Offer, Place } from "../types/messages" */
/** @import { Point } from "./places.js" */
/** @typedef {{ key: string, kind: Place["type"], place: Place, options: Offer[] }} Target */

/** The kinds of places that lie on the board or on a track. */
const SEEN = ["cell", "segment", "tile", "corner", "side", "space"];

/** The place that an option is pointed at by. @param {Offer} option @returns {Place | undefined} */
export function placeOf(option) {
  return [option.place, option.from].find((place) => place && SEEN.includes(place.type)) ?? undefined;
}

/**
 * The places that can be pointed at, each with the options that choose it, in reading order.
 * @param {Offer[] | null | undefined} options
 * @returns {Target[]}
 */
export function targets(options) {
  /** @type {Map<string, Target>} */
  const found = new Map();
  for (const option of options ?? []) {
    const place = placeOf(option);
    if (!place) continue;
    const name = key(place);
    const known = found.get(name) ?? { key: name, kind: place.type, place, options: [] };
    known.options.push(option);
    found.set(name, known);
  }
  const at = (/** @type {Target} */ { place }) => ("x" in place ? place : { x: 0, y: 0 });
  return [...found.values()].sort((one, other) => at(one).y - at(other).y || at(one).x - at(other).x);
}

/**
 * All options that are pointed at by the same place: what turning, or going on to the next one, goes through.
 * @param {Offer[]} options
 * @param {Offer} chosen
 */
export function alike(options, chosen) {
  const place = placeOf(chosen);
  return place ? options.filter((option) => key(placeOf(option)) === key(place)) : [chosen];
}

/** How an option turns the tile. @param {Offer | null | undefined} option */
export function turnOf(option) {
  return option?.place?.type === "cell" ? (option.place.turned ?? undefined) : undefined;
}

/**
 * The option for a tile or a card where it lies beside the board.
 * @param {Offer[] | null | undefined} options
 * @param {"hand" | "keep" | "row"} kind
 * @param {string | null} tile
 * @param {string} [whose] the row, or who keeps it
 */
export function offered(options, kind, tile, whose) {
  return options?.find((option) =>
    [option.place, option.from].some(
      (place) => place?.type === kind && option.tile === tile &&
        (place.type === "row" ? place.row === whose : place.type === "keep" ? place.player === whose : true),
    ),
  );
}

/**
 * The next target in a direction, for the arrows.
 * @param {Point[]} points
 * @param {number} from
 * @param {string} direction
 */
export function neighbour(points, from, direction) {
  const here = points[from];
  if (!here) return 0;
  const [x = 0, y = 0] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[direction] ?? [];
  let best = from;
  let least = Infinity;
  points.forEach((point, place) => {
    const [across, down] = [point.x - here.x, point.y - here.y];
    const ahead = across * x + down * y;
    const aside = Math.abs(across * y) + Math.abs(down * x);
    if (place !== from && ahead > 0 && ahead + aside * 3 < least) [best, least] = [place, ahead + aside * 3];
  });
  return best;
}
