// What was laid since somebody has moved last, to see at a glance what the others did.

/** @import { TableView } from "../types/messages" */
/** @typedef {{ x: number, y: number, player: string | undefined, number: number }} Recent */

/**
 * The cells of the tiles that were laid since the last move of a seat, in order; at least the last one.
 * @param {TableView} view
 * @param {string | undefined} seat
 * @returns {Recent[]}
 */
export function recent(view, seat) {
  const { events } = view;
  const mine = events.findLastIndex((event) => event.event === "decided" && seat !== undefined && event.players?.includes(seat));
  const laid = (/** @type {number} */ from) =>
    events.slice(from).flatMap((event) => {
      const place = event.place;
      return event.event === "placed" && place && "x" in place && event.players?.[0] ? [{ x: place.x, y: place.y, player: event.players[0] }] : [];
    });
  const since = laid(mine + 1).slice(-9);
  const shown = since.length > 0 && mine >= 0 ? since : laid(0).slice(-1);
  return shown.map((one, number) => ({ ...one, number: number + 1 }));
}
