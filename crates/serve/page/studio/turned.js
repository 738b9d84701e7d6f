// A tile in all four ways it can lie, with its segments, what they have of the border, and which touch each other.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { Go, Trouble } from "/page/studio/problems.js";
import { Tile } from "/page/table/drawn.js";
import { turnedPoint } from "/page/table/places.js";
import { t } from "/page/words.js";

/** @import { Drawings, Mend, Problem, SegmentSeen, TileSeen } from "../types/messages" */
/** @import { Folder } from "./folder.js" */
/** @import { OnGo } from "./problems.js" */

/** So many units are free around a tile, for the letters of its edges. */
const AROUND = 40;

/**
 * Where a port is on the border: a side, or the half of it that lies to the left or to the right of who looks out there. `D` is
 * the long side of half a tile.
 * @param {string} port
 * @param {number} units
 */
function portAt(port, units) {
  const [, side = "", half = ""] = port.match(/^([NESWD])([LR]?)$/) ?? [];
  if (!side) return undefined;
  const along = ({ L: 0.2, R: 0.8 }[half] ?? 0.5) * units;
  return side === "D" ? { x: along, y: along } : turnedPoint([along, 4], "NESW".indexOf(side), units);
}

/** Pairs of segments that touch, each once. @param {SegmentSeen[]} segments */
function contacts(segments) {
  return segments.flatMap((segment, one) => segment.contacts.filter((other) => other > one || !segments[other]?.contacts.includes(one)).map((other) => /** @type {const} */ ([one, other])));
}

/** @param {string} state @param {boolean} wrong */
const areaOf = (state, wrong) => ["area", state, wrong && "bad"].filter(Boolean).join(" ");

/**
 * @typedef {object} WayProps
 * @property {TileSeen} tile
 * @property {string} name
 * @property {Drawings} drawings
 * @property {number} turned
 * @property {number} lit the segment that is pointed at; -1 for none
 * @property {Set<number>} bad the segments in whose lines something is wrong
 * @property {(segment: number) => void} onLit
 */

/** @param {WayProps} props */
function Way({ tile, name, drawings, turned, lit, bad, onLit }) {
  const { units } = drawings;
  const middles = tile.drawing.segments.map(({ at }) => turnedPoint(at, turned, units));
  const letter = (/** @type {string} */ words, /** @type {{ x: number, y: number }} */ { x, y }) => html`<text class="edge" x=${x} y=${y + 9} text-anchor="middle" font-size="26">${words}</text>`;
  return html`<figure><svg viewBox=${`${-AROUND} ${-AROUND} ${units + 2 * AROUND} ${units + 2 * AROUND}`} role="img" aria-label=${`${name}, ${t("turned", turned)}`} fill=${drawings.ink} font-family=${drawings.font}>
      <${Tile} drawings=${drawings} tile=${name} turned=${turned} />
      <g transform=${`rotate(${turned * 90},${units / 2},${units / 2})`}>${tile.drawing.segments.map((segment, number) => html`<path key=${number} d=${segment.outline}
        class=${areaOf(lit === number ? "lit" : "", bad.has(number))} onPointerEnter=${() => onLit(number)} onPointerLeave=${() => onLit(-1)} />`)}</g>
      ${tile.edges.map((words, side) => letter(words, turnedPoint([units / 2, -AROUND / 2], side + turned, units)))}
      ${tile.long_edge && letter(tile.long_edge, turnedPoint([units * 0.6, units * 0.4], turned, units))}
      ${contacts(tile.segments).map(([one, other]) => {
        const [from, to] = [middles[one], middles[other]];
        return from && to && html`<line key=${`${one} ${other}`} class=${lit === one || lit === other ? "touch lit" : "touch"} x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
      })}
      ${tile.segments.flatMap((segment, number) => segment.ports.map((port) => {
        const at = portAt(port, units);
        const on = at && turnedPoint([at.x, at.y], turned, units);
        return on && html`<circle key=${`${number} ${port}`} class=${lit === number ? "port lit" : "port"} cx=${on.x} cy=${on.y} r="7" />`;
      }))}
      ${middles.map(({ x, y }, number) => html`<g key=${number} class=${`place ${bad.has(number) ? "bad" : ""}`}><circle cx=${x} cy=${y} r="15" /><text x=${x} y=${y + 7} text-anchor="middle" font-size="20">${number + 1}</text></g>`)}
    </svg><figcaption>${t("turned", turned)}</figcaption></figure>`;
}

/** @param {{ tile: TileSeen, lit: number, bad: Set<number>, onLit: (segment: number) => void, onGo: OnGo }} props */
function Segments({ tile, lit, bad, onLit, onGo }) {
  const numbered = (/** @type {number[]} */ numbers) => numbers.map((number) => `${number + 1} ${tile.segments[number]?.name ?? ""}`).join(", ");
  return html`<ol class="segments">${tile.segments.map((segment, number) => html`<li key=${number} class=${[lit === number && "lit", bad.has(number) && "bad"].filter(Boolean).join(" ")}
      onPointerEnter=${() => onLit(number)} onPointerLeave=${() => onLit(-1)} onFocusIn=${() => onLit(number)} onFocusOut=${() => onLit(-1)}>
    <p><b>${number + 1} ${segment.name}</b> <${Go} place=${segment.place} onGo=${onGo} /></p>
    <p><small>${[segment.kind, segment.ports.length > 0 && `${t("ports")}: ${segment.ports.join(" ")}`, segment.attributes.length > 0 && segment.attributes.join(" "),
      segment.contacts.length > 0 && `${t("touches")}: ${numbered(segment.contacts)}`].filter(Boolean).join(" · ")}</small></p>
  </li>`)}</ol>`;
}

/**
 * @param {{ tile: TileSeen, name: string, drawings: Drawings, problems: Problem[], folder: Folder, onGo: OnGo, onFix: (mend: Mend) => void, onClose: () => void }} props
 */
export function Turned({ tile, name, drawings, problems, folder, onGo, onFix, onClose }) {
  const [lit, setLit] = useState(-1);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [name]);
  const wrong = (/** @type {SegmentSeen} */ { place }) => problems.some(({ labels }) => labels.some((label) => label.file === place.file && label.line >= place.line && label.line <= place.end_line));
  const bad = new Set(tile.segments.flatMap((segment, number) => (wrong(segment) ? [number] : [])));
  const attributes = Object.entries(tile.attributes ?? {}).map(([attribute, value]) => `${attribute} ${value}`);
  return html`<section class="turned" ref=${box} aria-label=${name}>
    <h2>${tile.name} <small>×${tile.count}</small> <${Go} place=${tile.place} onGo=${onGo} />
      <button type="button" class="close" aria-label=${t("close_it")} onClick=${onClose}>×</button></h2>
    <p><small>${[`${t("edges")}: ${[...tile.edges, tile.long_edge].filter(Boolean).join(" ")}`, ...attributes].join(" · ")}</small></p>
    ${problems.map((problem, number) => html`<${Trouble} key=${number} problem=${problem} folder=${folder} onGo=${onGo} onFix=${onFix} />`)}
    <div class="ways">${[0, 1, 2, 3].map((turned) => html`<${Way} key=${turned} tile=${tile} name=${name} drawings=${drawings} turned=${turned} lit=${lit} bad=${bad} onLit=${setLit} />`)}</div>
    <${Segments} tile=${tile} lit=${lit} bad=${bad} onLit=${setLit} onGo=${onGo} />
  </section>`;
}
