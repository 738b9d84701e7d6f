// The tiles of a pack as a sheet, and one of them large.
import { useEffect, useMemo, useRef, useState } from "/page/vendor/hooks.mjs";
import { entry, html, memo } from "/page/html.js";
import { Trouble } from "/page/studio/problems.js";
import { Turned } from "/page/studio/turned.js";
import { Card, Definitions } from "/page/table/drawn.js";
import { language, t } from "/page/words.js";

/** @import { Drawings, Location, Mend, Problem, TileSeen, TilesView } from "../types/messages" */
/** @import { Desk } from "../types/studio" */
/** @import { Folder } from "./folder.js" */
/** @import { OnGo } from "./problems.js" */

/** The whole name of a tile. @param {TileSeen} tile */
const named = (tile) => `${tile.set}/${tile.name}`;

/** What refers to parts, with ids of its own: the table beside it has others of the same names. @param {string} svg */
const apart = (svg) => svg.replace(/(\bid="|href="#|url\(#)/g, "$1sheet-");

/** The sheet as something that tiles are drawn from. @param {TilesView} sheet @returns {Drawings} */
function drawingsOf(sheet) {
  const tiles = Object.fromEntries(sheet.tiles.map((tile) => {
    const [north = "", east = "", south = "", west = ""] = tile.drawing.upright.map(apart);
    return [named(tile), { ...tile.drawing, base: apart(tile.drawing.base), upright: /** @type {[string, string, string, string]} */ ([north, east, south, west]) }];
  }));
  const neutral = { fill: "#999", ink: "#000" };
  return { units: sheet.units, ink: sheet.ink, font: sheet.font, defs: apart(sheet.defs), tiles, pieces: {}, seats: {}, neutral, tracks: [] };
}

/** The problems whose place lies within the lines of something. @param {Problem[]} problems @param {{ file: string, line: number, end_line: number }} within */
export function troubles(problems, within) {
  return problems.filter((problem) => problem.labels.some((label) => label.file === within.file && label.line >= within.line && label.line <= within.end_line));
}

/**
 * A sheet with the tiles of the one before that cannot be read any more: as they were, so that what is wrong can be shown on them.
 * @param {TilesView | null} before
 * @param {TilesView} now
 */
function withLost(before, now) {
  const wrong = now.problems.filter(({ severity }) => severity === "error");
  const lost = (before?.tiles ?? []).filter((tile) => !now.tiles.some((one) => named(one) === named(tile)) && troubles(wrong, tile.place).length > 0);
  if (lost.length === 0) return now;
  const tiles = [...now.tiles, ...lost].toSorted((one, other) => (one.place.file === other.place.file ? one.place.line - other.place.line : 0));
  return { ...now, tiles };
}

/**
 * @param {{ sheet: TilesView, drawings: Drawings, problems: Problem[], chosen: string, spoken: string, onTile: (name: string) => void }} props
 */
function Sheet({ sheet, drawings, problems, chosen, onTile }) {
  const sets = [...new Set(sheet.tiles.map((tile) => tile.set))];
  return sets.map((set) => html`<section key=${set} aria-label=${set}><h2>${set}</h2><ul class="sheet" style=${{ color: drawings.ink, fontFamily: drawings.font }}>
    ${sheet.tiles.filter((tile) => tile.set === set).map((tile) => {
      const wrong = troubles(problems, tile.place).length > 0;
      return html`<li key=${tile.name}><button type="button" class=${wrong ? "wrong-tile" : ""} data-tile=${named(tile)} aria-pressed=${named(tile) === chosen ? "true" : "false"} onClick=${() => onTile(named(tile))}>
        <${Card} drawings=${drawings} tile=${named(tile)} /><span>${wrong && html`<b aria-label=${t("error")}>!</b> `}${tile.name} <small>×${tile.count}</small></span></button></li>`;
    })}</ul></section>`);
}

// A sheet may hold hundreds of tiles: it is drawn again only where something of it has changed.
const Parts = { Sheet: memo(Sheet) };

/** @param {{ desk: Desk, folder: Folder, texts: number, onGo: OnGo, onFix: (mend: Mend) => void }} props */
export function Tiles({ desk, folder, texts, onGo, onFix }) {
  const packs = folder.packs;
  const [pack, setPack] = useState("");
  const [sheet, setSheet] = useState(/** @type {TilesView | null} */ (null));
  // The last one with tiles: whoever saves a file may leave it empty for a moment.
  const last = useRef(/** @type {TilesView | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Problem[]} */ ([]));
  const [chosen, setChosen] = useState("");
  const asked = pack || packs[0] || "";
  useEffect(() => {
    if (asked) desk.ask({ type: "tiles", pack: asked }).then((answer) => {
      if (answer?.type === "tiles") {
        const now = withLost(last.current, answer);
        if (now.tiles.length > 0) last.current = now;
        setSheet(now);
      }
      setWrong(answer?.type === "refused" || answer?.type === "tiles" ? answer.problems : []);
    });
  }, [asked, texts]);
  const drawings = useMemo(() => sheet && drawingsOf(sheet), [sheet]);
  const all = useMemo(() => [...new Map([...wrong, ...folder.problems].map((problem) => [JSON.stringify([problem.message, problem.labels[0]]), problem])).values()], [wrong, folder.problems]);
  // What is wrong in the files of tiles and lies on none of those that are shown.
  const inTiles = (/** @type {Location} */ { file }) => {
    const own = folder.file(file);
    return own?.set && (own.pack === null || own.pack === asked);
  };
  const loose = all.filter((problem) => problem.labels.some(inTiles) && !sheet?.tiles.some((tile) => troubles([problem], tile.place).length > 0));
  const tile = sheet?.tiles.find((one) => named(one) === chosen);
  return html`${packs.length > 1 && html`<div class="finding"><label>${t("pack")} <select name="tiles-of" value=${asked} onChange=${(/** @type {Event} */ event) => setPack(entry(event))}>
      ${packs.map((name) => html`<option value=${name}>${name}</option>`)}</select></label></div>`}
    ${drawings && html`<${Definitions} drawings=${drawings} />`}
    ${sheet && drawings && tile && html`<${Turned} tile=${tile} name=${chosen} drawings=${drawings} problems=${troubles(all, tile.place)} folder=${folder} onGo=${onGo} onFix=${onFix} onClose=${() => setChosen("")} />`}
    ${(sheet ? loose : wrong).map((problem, number) => html`<${Trouble} key=${number} problem=${problem} folder=${folder} onGo=${onGo} onFix=${onFix} />`)}
    ${sheet && drawings && html`<${Parts.Sheet} sheet=${sheet} drawings=${drawings} problems=${all} chosen=${chosen} spoken=${language()} onTile=${setChosen} />`}
    ${sheet?.tiles.length === 0 && html`<p class="fine">${t("no_tiles")}</p>`}`;
}