// The tiles that lie, with the areas on them that can be pointed at. Only what has changed is drawn again.
import { Memo, drawn as content, html } from "/page/html.js";
import { Tile } from "/page/table/drawn.js";
import { key } from "/page/table/places.js";

/** @import { Crossed, Drawings, Laid, Place } from "../types/messages" */
/** @typedef {(place: Place, pinned?: boolean) => void} OnPoint */

/**
 * A tile at its place.
 * @extends {Memo<{ laid: Laid, drawings: Drawings, fresh: boolean }>}
 */
class LaidTile extends Memo {
  render() {
    const { laid, drawings, fresh } = this.props;
    return html`<g transform=${`translate(${laid.x * drawings.units},${laid.y * drawings.units})`}>
      <g class=${fresh ? "tile fresh" : "tile"}><${Tile} drawings=${drawings} tile=${laid.tile} turned=${laid.turned} /></g></g>`;
  }
}

/**
 * The areas of a tile: what can be pointed at to hear of a feature, and what is lit up.
 * @extends {Memo<{ laid: Laid, drawings: Drawings, lit: string, onPoint: OnPoint, onLeave: () => void }>}
 */
class Areas extends Memo {
  render() {
    const { laid, drawings, lit, onPoint, onLeave } = this.props;
    const { units, tiles } = drawings;
    const [shape, lights] = [tiles[laid.tile], lit.split(" ")];
    return html`<g transform=${`translate(${laid.x * units},${laid.y * units})rotate(${laid.turned * 90},${units / 2},${units / 2})`}>
      ${(shape?.segments ?? []).map((segment, number) => {
        const place = /** @type {Place} */ ({ type: "segment", x: laid.x, y: laid.y, segment: number, ...(shape?.half ? { half: laid.turned } : {}) });
        return html`<path key=${number} d=${segment.outline} class=${lights.includes(key(place)) ? "area lit" : "area"}
          onPointerEnter=${() => onPoint(place)} onPointerLeave=${onLeave} onClick=${() => onPoint(place, true)} />`;
      })}
    </g>`;
  }
}

/** A segment that a rule has added to a tile. @param {{ crossed: Crossed, drawings: Drawings, lit: Set<string>, onPoint: OnPoint, onLeave: () => void }} props */
function Crossing({ crossed, drawings, lit, onPoint, onLeave }) {
  const [shape, units] = [drawings.crossings?.[crossed.kind], drawings.units];
  const place = crossed.place;
  if (!shape || place.type !== "segment") return null;
  return html`<g transform=${`translate(${place.x * units},${place.y * units})rotate(${crossed.across ? 90 : 0},${units / 2},${units / 2})`}>
    <g ...${content(shape.svg)}></g>
    <path d=${shape.segment.outline} class=${lit.has(key(place)) ? "area lit" : "area"}
      onPointerEnter=${() => onPoint(place)} onPointerLeave=${onLeave} onClick=${() => onPoint(place, true)} />
  </g>`;
}

/**
 * All of the land.
 * @extends {Memo<{ tiles: Laid[], crossings: Crossed[] | undefined, drawings: Drawings, lit: Place[], onPoint: OnPoint, onLeave: () => void }>}
 */
export class Land extends Memo {
  render() {
    const { tiles, crossings, drawings, lit, onPoint, onLeave } = this.props;
    const lights = new Set(lit.map(key));
    /** @type {Map<string, string[]>} */
    const byCell = new Map();
    for (const place of lit) {
      if (!("x" in place)) continue;
      const cell = `${place.x},${place.y}`;
      byCell.set(cell, [...(byCell.get(cell) ?? []), key(place)]);
    }
    return html`<g class="tiles">
        ${tiles.map((laid, number) => html`<${LaidTile} key=${number} laid=${laid} drawings=${drawings} fresh=${number > 0 && number === tiles.length - 1} />`)}
      </g><g class="areas">
        ${tiles.map((laid, number) => html`<${Areas} key=${number} laid=${laid} drawings=${drawings} lit=${(byCell.get(`${laid.x},${laid.y}`) ?? []).join(" ")} onPoint=${onPoint} onLeave=${onLeave} />`)}
        ${(crossings ?? []).map((crossed) => html`<${Crossing} key=${key(crossed.place)} crossed=${crossed} drawings=${drawings} lit=${lights} onPoint=${onPoint} onLeave=${onLeave} />`)}
      </g>`;
  }
}
