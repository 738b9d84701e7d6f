// What is left, lies open and is noted; each part only where there is something.
import { html } from "/page/html.js";
import { Card } from "/page/table/drawn.js";
import { ChoosableCard } from "/page/table/offer.js";
import { offered } from "/page/table/options.js";
import { counts } from "/page/table/players.js";
import { t } from "/page/words.js";

/** @import { Drawings, Memory, Offer, TableView } from "../types/messages" */

/** @param {{ view: TableView, drawings: Drawings, options: Offer[] | null, preview: Offer | null, onOption: (option: Offer) => void }} props */
export function Stock({ view, drawings, options, preview, onOption }) {
  const rows = Object.entries(view.rows ?? {}).filter(([, cards]) => cards.length > 0);
  const unseen = Object.entries(view.unseen);
  const left = counts(view.left);
  return html`<section class="stock">
    ${rows.map(([name, cards]) => html`<div key=${name} class="row"><h2>${name}</h2><p>
      ${cards.map((card, number) => {
        const option = offered(options, "row", card.name, name);
        const printed = Object.entries(card.printed ?? {}).map(([what, value]) => `${what} ${value}`).join(", ");
        return html`<span key=${number} class="printed"><${ChoosableCard} drawings=${drawings} tile=${card.name} kind="row" option=${option} chosen=${option !== undefined && option === preview} onOption=${onOption} />
          ${printed && html`<small>${printed}</small>`}</span>`;
      })}</p></div>`)}
    <h2>${t("piles")}</h2>
    <p>${counts(view.piles) || t("nothing")}${left && ` · ${left}`}</p>
    ${(view.stacked ?? []).map((one, number) => html`<p key=${number}>${one.pile}: ${one.name ?? t("something_hidden")}${one.under ? ` (${t("under")})` : ""}</p>`)}
    ${unseen.length > 0 && html`<details class="unseen-kinds"><summary>${t("unseen")} (${unseen.length})</summary><ul class="unseen-tiles">
      ${unseen.map(([tile, count]) => html`<li key=${tile} title=${tile}><${Card} drawings=${drawings} tile=${tile} /><span>${count}</span></li>`)}
    </ul></details>`}
    ${view.remembered && view.remembered.length > 0 && html`<h2>${t("remembered")}</h2><ul class="remembered">
      ${view.remembered.map((memory, number) => html`<li key=${number}>${noted(memory)}: <b>${memory.value}</b>${memory.secret && html` <small>${t("secret")}</small>`}</li>`)}</ul>`}
  </section>`;
}

/** What something that is noted is called. @param {Memory} memory */
function noted({ title, player, of }) {
  const whose = [player, of].filter(Boolean).join(", ");
  return whose ? `${title} (${whose})` : title;
}
