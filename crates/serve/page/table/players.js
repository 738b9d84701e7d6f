// The players: points, pieces in supply, goods and what they keep.
import { html } from "/page/html.js";
import { Figure, Mark } from "/page/table/drawn.js";
import { ChoosableCard } from "/page/table/offer.js";
import { offered } from "/page/table/options.js";
import { t } from "/page/words.js";

/** @import { Drawings, Offer, Player, TableView } from "../types/messages" */

/** With more kinds of pieces than this their names are written only for whoever decides. */
const MANY = 4;

/** Counts of things as a short line. @param {Record<string, number> | undefined} of */
export function counts(of) {
  return Object.entries(of ?? {}).map(([name, count]) => `${count} ${name}`).join(", ");
}

/** The pieces in supply, each kind with its picture. @param {{ player: Player, drawings: Drawings }} props */
function Supply({ player, drawings }) {
  return Object.entries(player.supply).map(([kind, count]) => html`<span key=${kind} class=${count === 0 ? "count none" : "count"} title=${kind}>
    ${drawings.pieces[kind] ? html`<${Figure} drawings=${drawings} kind=${kind} player=${player.name} />` : ""}<b>${count}</b> <span class="kind">${kind}</span></span>`);
}

/** @param {{ player: Player, view: TableView, drawings: Drawings, options: Offer[] | null, preview: Offer | null, onOption: (option: Offer) => void }} props */
function Seat({ player, view, drawings, options, preview, onOption }) {
  const kept = view.pieces.filter((piece) => piece.place?.type === "keep" && piece.place.player === player.name);
  const keeps = player.keeps ?? [];
  const asked = view.decision?.player === player.name;
  const is = ["player", view.active === player.name && "active", asked && "asked", view.winners?.includes(player.name) && "winner"].filter(Boolean).join(" ");
  const stocks = counts(player.stocks);
  return html`<li class=${is} aria-current=${asked ? "true" : "false"}>
    <${Mark} drawings=${drawings} player=${player.name} />
    <b class="name">${player.name}</b> <span class="points">${t(player.points === 1 ? "one_point" : "points", player.points)}</span>
    <span class=${Object.keys(player.supply).length > MANY ? "supply many" : "supply"}><${Supply} player=${player} drawings=${drawings} /></span>
    ${stocks && html`<span class="stocks">${stocks}</span>`}
    ${(keeps.length > 0 || kept.length > 0) && html`<span class="keeps">${t("keeps")}
      ${keeps.map((tile, number) => {
        const option = offered(options, "keep", tile, player.name);
        return html`<${ChoosableCard} key=${number} drawings=${drawings} tile=${tile} kind="keep" option=${option} chosen=${option !== undefined && option === preview} onOption=${onOption} />`;
      })}
      ${kept.map((piece, number) => html`<span key=${number} class="card"><${Figure} drawings=${drawings} kind=${piece.piece ?? ""} player=${piece.players?.[0]} /> ${piece.piece} ${piece.players?.[0] ?? ""}</span>`)}
    </span>`}
  </li>`;
}

/** @param {{ view: TableView, drawings: Drawings, options: Offer[] | null, preview: Offer | null, onOption: (option: Offer) => void }} props */
export function Players({ view, drawings, options, preview, onOption }) {
  return html`<section class="players"><h2>${t("players")}</h2><ul>
    ${view.players.map((player) => html`<${Seat} key=${player.name} player=${player} view=${view} drawings=${drawings} options=${options} preview=${preview} onOption=${onOption} />`)}
  </ul></section>`;
}
