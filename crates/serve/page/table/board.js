// The board: tiles, what stands on them, what is lit up, and the places that can be chosen as buttons over them.
import { useEffect, useLayoutEffect, useRef } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { Camera } from "/page/table/camera.js";
import { Piece, Tile, seatOf } from "/page/table/drawn.js";
import { Land } from "/page/table/land.js";
import { turnOf } from "/page/table/options.js";
import { SCALE, bounds, key, onBoard } from "/page/table/places.js";
import { TrackAmid, standing } from "/page/table/standing.js";
import { TargetButton } from "/page/table/target.js";
import { t } from "/page/words.js";

/** @import { Drawings, Offer, Place, TableView } from "../types/messages" */
/** @import { Ref } from "/page/vendor/hooks.mjs" */
/** @import { Target } from "./options.js" */
/** @import { OnPoint } from "./land.js" */
/** @import { Recent } from "./recent.js" */

/** Units around the middle of a place that a piece takes. */
const REACH = 44;

/** The part of the world that there is: the tiles with all cells around them, the tracks amid them and what is offered. */
function extent(/** @type {TableView} */ view, /** @type {Drawings} */ drawings, /** @type {Target[]} */ targets) {
  const cells = targets.flatMap(({ place }) => (place.type === "cell" ? [place] : []));
  const amid = drawings.tracks.flatMap(({ amid }) => (amid ? [{ x: amid[0], y: amid[1] }, { x: amid[0] + amid[2] - 1, y: amid[1] + amid[2] - 1 }] : []));
  const around = view.tiles.flatMap(({ x, y }) => [{ x: x - 1, y: y - 1 }, { x: x + 1, y: y + 1 }]);
  const part = bounds([...around, ...amid, ...cells]);
  const pixels = drawings.units * SCALE;
  return { left: part.left * pixels, top: part.top * pixels, right: part.right * pixels, bottom: part.bottom * pixels };
}

/**
 * @typedef {object} BoardProps
 * @property {TableView} view
 * @property {Drawings} drawings
 * @property {Target[]} targets the places that can be chosen
 * @property {Offer | null} preview the option that would be taken
 * @property {number | undefined} held how the tile in the hand is turned; nothing where nobody has turned it
 * @property {Place[]} lit the segments that are lit up
 * @property {Recent[]} recent what was laid and put since the last move of who looks
 * @property {string} pointed the key of the place that an option beside the board is about
 * @property {number} focused the number of the target that Tab reaches
 * @property {Ref<Camera | null>} camera
 * @property {(target: Target, byKey: boolean) => void} onTarget
 * @property {OnPoint} onPoint
 * @property {() => void} onLeave
 * @property {(by: number) => void} onTurn
 * @property {(number: number, byKeys: boolean) => void} onFocus
 */

/** @param {BoardProps & { children?: unknown }} props */
export function Board({ view, drawings, targets, preview, held, lit, recent, pointed, focused, camera, onTarget, onPoint, onLeave, onTurn, onFocus, children }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const world = useRef(/** @type {HTMLElement | null} */ (null));
  const units = drawings.units;
  const all = extent(view, drawings, targets);

  useLayoutEffect(() => {
    if (!frame.current || !world.current) return;
    const made = new Camera(frame.current, world.current);
    camera.current = made;
    made.fit(all);
    return () => made.leave();
  }, []);
  const places = targets.flatMap(({ kind, place }) => {
    const at = onBoard(place, view, drawings);
    return at ? [{ kind, x: at.x * SCALE, y: at.y * SCALE }] : [];
  });
  // Whenever the table or what can be chosen is another one, in the frame in which it is drawn.
  useLayoutEffect(() => camera.current?.look(all, places, places.filter(({ kind }) => kind === "segment")), [view, targets]);
  useTurning(frame, onTurn);

  return html`<section class="board" ref=${frame} aria-label=${t("board")}>
    <div class="world" ref=${world}>
      <svg class="land" aria-hidden="true" width="1" height="1" fill=${drawings.ink} font-family=${drawings.font}><g transform=${`scale(${SCALE})`}>
        <${Land} tiles=${view.tiles} crossings=${view.crossings} drawings=${drawings} lit=${lit} onPoint=${onPoint} onLeave=${onLeave} />
        ${drawings.tracks.filter((track) => track.amid).map((track) => html`<${TrackAmid} key=${track.name} track=${track} drawings=${drawings} view=${view} />`)}
        ${(view.links ?? []).map(([one, other]) => {
          const [from, to] = [onBoard(one, view, drawings), onBoard(other, view, drawings)];
          return from && to && html`<line class="link-drawn" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
        })}
        ${recent.map(({ x, y, player, number }) => html`<g key=${`${x},${y}`} class="recent" transform=${`translate(${x * units},${y * units})`} style=${{ color: seatOf(drawings, player).fill }}>
          <rect x="5" y="5" width=${units - 10} height=${units - 10} />
          ${recent.length > 1 && html`<text x=${units - 12} y="34" text-anchor="end" font-size="28">${number}</text>`}</g>`)}
        ${standing(view, drawings).map(({ piece, at }, number) => html`<${Piece} key=${number} drawings=${drawings} piece=${piece} at=${at} />`)}
        <${Ghost} preview=${preview} view=${view} drawings=${drawings} />
      </g></svg>
      <div class="targets" role="group" aria-label=${t("targets")}>
        ${targets.map((target, number) => {
          const at = onBoard(target.place, view, drawings);
          if (!at) return null;
          const dim = held !== undefined && target.kind === "cell" && !target.options.some((option) => turnOf(option) === held);
          return html`<${TargetButton} key=${target.key} target=${target} number=${number} preview=${preview} dim=${dim} pointed=${pointed === target.key}
            focused=${number === focused} onFocus=${onFocus} onTarget=${onTarget} onPoint=${onPoint} onLeave=${onLeave}
            left=${`${at.x * SCALE}px`} top=${`${at.y * SCALE}px`} />`;
        })}
      </div>
    </div>
    ${children}
  </section>`;
}

/** What would be laid or put, as it would lie or stand. @param {{ preview: Offer | null, view: TableView, drawings: Drawings }} props */
function Ghost({ preview, view, drawings }) {
  const place = preview?.place;
  const at = onBoard(place, view, drawings);
  if (!preview || !place || !at) return null;
  const shown = view.hand.filter((tile) => tile !== null);
  const tile = preview.tile ?? (shown.length === 1 ? shown[0] : undefined);
  if (place.type === "cell" && tile) {
    return html`<g key=${key(place)} class="ghost" transform=${`translate(${place.x * drawings.units},${place.y * drawings.units})`}>
      <${Tile} drawings=${drawings} tile=${tile} turned=${place.turned ?? 0} /></g>`;
  }
  const owner = preview.players?.[0] ?? view.decision?.player;
  return html`<g class="ghost">
    ${preview.piece && html`<${Piece} drawings=${drawings} piece=${{ piece: preview.piece, players: owner ? [owner] : [] }} at=${at} size=${1.15} />`}
    ${!preview.piece && owner && html`<circle class="token" cx=${at.x} cy=${at.y} r=${REACH / 2} fill=${seatOf(drawings, owner).fill} />`}
    <circle class="ring" cx=${at.x} cy=${at.y} r=${REACH} /></g>`;
}

/** The tile over which the wheel turns is turned by it, and by the other button of a mouse. */
function useTurning(/** @type {Ref<HTMLElement | null>} */ frame, /** @type {(by: number) => void} */ onTurn) {
  const now = useRef(onTurn);
  now.current = onTurn;
  useEffect(() => {
    const board = frame.current;
    if (!board) return;
    let last = 0;
    const overTile = (/** @type {Event} */ event) => event.target instanceof Element && event.target.closest(".target.turns");
    const wheel = (/** @type {WheelEvent} */ event) => {
      if (!overTile(event) || event.ctrlKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.timeStamp - last > 150) now.current(event.deltaY < 0 ? -1 : 1);
      last = event.timeStamp;
    };
    const menu = (/** @type {Event} */ event) => {
      event.preventDefault();
      now.current(1);
    };
    board.addEventListener("wheel", wheel, { passive: false, capture: true });
    board.addEventListener("contextmenu", menu);
    return () => {
      board.removeEventListener("wheel", wheel, { capture: true });
      board.removeEventListener("contextmenu", menu);
    };
  }, []);
}
