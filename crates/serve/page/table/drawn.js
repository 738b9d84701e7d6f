// Tiles and pieces, drawn from the parts that the server gives once for each table.
import { html, drawn as content } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Drawings, Thing } from "../types/messages" */

/** What parts refer to: once for the whole page. @param {{ drawings: Drawings }} props */
export function Definitions({ drawings }) {
  return html`<svg class="definitions" aria-hidden="true"><defs ...${content(drawings.defs)}></defs></svg>`;
}

/**
 * A tile around its own corner, as it lies after some quarter turns.
 * @param {{ drawings: Drawings, tile: string, turned?: number }} props
 */
export function Tile({ drawings, tile, turned = 0 }) {
  const [shape, half] = [drawings.tiles[tile], drawings.units / 2];
  if (!shape) return html`<rect width=${half * 2} height=${half * 2} class="blank" />`;
  return html`<g transform=${`rotate(${turned * 90},${half},${half})`} ...${content(shape.base)}></g>
    <g ...${content(shape.upright[turned & 3] ?? "")}></g>`;
}

/** The colours and the letter of whoever something belongs to. @param {Drawings} drawings @param {string | undefined} player */
export function seatOf(drawings, player) {
  return (player !== undefined && drawings.seats[player]) || drawings.neutral;
}

/**
 * A piece around a place, in the colour of its owner, with the letter of the owner as a second mark.
 * @param {{ drawings: Drawings, piece: Pick<Thing, "piece" | "players">, at: { x: number, y: number, lies?: boolean }, size?: number }} props
 */
export function Piece({ drawings, piece, at, size = 1 }) {
  const kind = drawings.pieces[piece.piece ?? ""];
  if (!kind) return null;
  const seat = seatOf(drawings, piece.players?.[0]);
  const [x, y] = kind.middle;
  const letters = (seat.letter ?? "") + (kind.lettered || !seat.letter ? kind.letter : "");
  const [across, down] = at.lies ? [y, -x] : [x, y];
  return html`<g class="piece" transform=${`translate(${at.x},${at.y})scale(${size})`} fill=${seat.fill}>
    <g transform=${at.lies ? "rotate(-90)" : ""} ...${content(kind.svg)}></g>
    <text x=${across} y=${down + 9} text-anchor="middle" font-size=${letters.length > 1 ? 19 : 24} fill=${seat.ink}>${letters}</text>
  </g>`;
}

/** A piece by itself, small, as in a list. @param {{ drawings: Drawings, kind: string, player?: string }} props */
export function Figure({ drawings, kind, player }) {
  const shape = drawings.pieces[kind];
  if (!shape) return null;
  const reach = Math.max(36, shape.wide / 2 + 4);
  return html`<svg class="figure" viewBox=${`${-reach} ${-reach} ${reach * 2} ${reach * 2}`} aria-hidden="true">
    <${Piece} drawings=${drawings} piece=${{ piece: kind, players: player === undefined ? [] : [player] }} at=${{ x: 0, y: 0 }} />
  </svg>`;
}

/** The mark of a seat: its letter on its colour. @param {{ drawings: Drawings, player: string }} props */
export function Mark({ drawings, player }) {
  const seat = seatOf(drawings, player);
  return html`<span class="mark" style=${{ background: seat.fill, color: seat.ink }} aria-hidden="true">${seat.letter ?? "·"}</span>`;
}

/**
 * A tile or a card by itself, as in a hand: its picture, or its name where it has none.
 * @param {{ drawings: Drawings, tile: string | null, turned?: number }} props
 */
export function Card({ drawings, tile, turned = 0 }) {
  if (tile === null) return html`<span class="card hidden">${t("something_hidden")}</span>`;
  if (!drawings.tiles[tile]) return html`<span class="card">${tile}</span>`;
  const units = drawings.units;
  return html`<svg class="card" viewBox=${`-4 -4 ${units + 8} ${units + 8}`} role="img" aria-label=${tile}>
    <${Tile} drawings=${drawings} tile=${tile} turned=${turned} />
  </svg>`;
}
