// The tracks beside the land, with the places on them that can be chosen.
import { html } from "/page/html.js";
import { SCALE } from "/page/table/places.js";
import { Track } from "/page/table/standing.js";
import { TargetButton } from "/page/table/target.js";

/** @import { Drawings, Offer, TableView } from "../types/messages" */
/** @import { Target } from "./options.js" */

/**
 * @param {{ view: TableView, drawings: Drawings, targets: Target[], preview: Offer | null, pointed: string, focused: number,
 *   onFocus: (number: number, byKeys: boolean) => void, onTarget: (target: Target, byKey: boolean) => void }} props
 */
export function Tracks({ view, drawings, targets, preview, pointed, focused, onFocus, onTarget }) {
  const beside = drawings.tracks.filter((track) => !track.amid);
  if (beside.length === 0) return null;
  return html`<section class="tracks">
    ${beside.map((track) => {
      const own = targets.flatMap((target, number) => {
        const space = target.place.type === "space" ? track.spaces[target.place.space] : undefined;
        return space ? [{ target, number, space }] : [];
      });
      const room = { width: `${track.wide * SCALE}px`, aspectRatio: `${track.wide} / ${track.high}` };
      return html`<figure key=${track.name} class="track" style=${room}>
        <svg viewBox=${`0 0 ${track.wide} ${track.high}`} aria-hidden="true" fill=${drawings.ink} font-family=${drawings.font}><${Track} track=${track} drawings=${drawings} view=${view} />
          ${own.filter(({ target }) => preview && target.options.includes(preview)).map(({ space }) => html`<circle class="ring" cx=${space.at[0]} cy=${space.at[1]} r=${space.room} />`)}</svg>
        ${own.map(({ target, number, space }) => html`<${TargetButton} key=${target.key} target=${target} number=${number} preview=${preview} pointed=${pointed === target.key}
          focused=${number === focused} onFocus=${onFocus} onTarget=${onTarget}
          left=${`${(space.at[0] / track.wide) * 100}%`} top=${`${(space.at[1] / track.high) * 100}%`} />`)}
        <figcaption class="unseen">${track.title}</figcaption>
      </figure>`;
    })}
  </section>`;
}
