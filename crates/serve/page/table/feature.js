// A feature that is pointed at: what stands on it, and what it would bring now.
import { html } from "/page/html.js";
import { Figure } from "/page/table/drawn.js";
import { t } from "/page/words.js";

/** @import { Drawings, FeatureView, TableView } from "../types/messages" */
/** @import { OnPoint } from "./land.js" */

/** @param {{ feature: FeatureView | null, pinned: boolean, drawings: Drawings, onClose: () => void }} props */
export function Feature({ feature, pinned, drawings, onClose }) {
  if (!feature) return null;
  return html`<section class="feature" aria-label=${t("feature")}>
    <h2>${feature.kind}</h2>
    ${pinned && html`<button type="button" class="close" aria-label=${t("close_it")} onClick=${onClose}>×</button>`}
    <p>${t(feature.tiles === 1 ? "one_tile" : "tiles", feature.tiles)} · ${feature.complete ? t("complete") : t(feature.open === 1 ? "one_open_end" : "open_ends", feature.open)}</p>
    ${feature.pieces.length > 0 && html`<ul class="on-feature">${feature.pieces.map((piece, number) => html`<li key=${number}>
      <${Figure} drawings=${drawings} kind=${piece.piece ?? ""} player=${piece.players?.[0]} /> ${piece.piece} ${piece.players?.[0] ?? ""}</li>`)}</ul>`}
    <p>${feature.worth === null
      ? t("worth_hidden")
      : html`${t("worth")}: <b>${feature.worth.map((one) => `${one.player} ${one.points}`).join(", ") || t("nothing")}</b>`}</p>
  </section>`;
}

/** Every piece on the board as a button that tells of its feature: what a pointer finds by pointing. @param {{ view: TableView, drawings: Drawings, onPoint: OnPoint }} props */
export function Standing({ view, drawings, onPoint }) {
  const pieces = view.pieces.flatMap((piece) => (piece.place?.type === "segment" ? [{ piece, place: piece.place }] : []));
  if (pieces.length === 0) return null;
  return html`<details class="standing"><summary>${t("standing")} (${pieces.length})</summary><ul>
    ${pieces.map(({ piece, place }, number) => html`<li key=${number}>
      <button type="button" onClick=${() => onPoint(place, true)}><${Figure} drawings=${drawings} kind=${piece.piece ?? ""} player=${piece.players?.[0]} />
        ${piece.piece} ${piece.players?.[0] ?? ""} · ${place.x},${place.y}</button></li>`)}
  </ul></details>`;
}
