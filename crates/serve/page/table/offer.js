// An option as a button: what it is about as a picture where there is one, and its words always.
import { html } from "/page/html.js";
import { Card, Figure, Mark } from "/page/table/drawn.js";

/** @import { Drawings, Offer } from "../types/messages" */

/** What an option is about, as pictures. @param {{ option: Offer, drawings: Drawings, decides: string }} props */
function Face({ option, drawings, decides }) {
  const { tile, piece, players = [] } = option;
  const turned = option.place?.type === "cell" ? (option.place.turned ?? 0) : 0;
  return html`${tile && drawings.tiles[tile] && html`<${Card} drawings=${drawings} tile=${tile} turned=${turned} />`}
    ${piece && html`<${Figure} drawings=${drawings} kind=${piece} player=${players[0] ?? decides} />`}
    ${!piece && players.map((player) => html`<${Mark} key=${player} drawings=${drawings} player=${player} />`)}`;
}

/**
 * @param {{ option: Offer, drawings: Drawings, decides: string, chosen: boolean, onOption: (option: Offer) => void, onPointed: (option: Offer | null) => void }} props
 */
export function OptionButton({ option, drawings, decides, chosen, onOption, onPointed }) {
  const count = (option.count ?? 1) > 1 ? ` × ${option.count}` : "";
  const short = option.words.length <= 3 ? "short" : "";
  return html`<button type="button" class=${`option ${short} ${chosen ? "chosen" : ""}`} data-words=${option.words} aria-pressed=${chosen ? "true" : "false"}
    onClick=${() => onOption(option)} onPointerEnter=${() => onPointed(option)} onPointerLeave=${() => onPointed(null)}
    onFocus=${() => onPointed(option)} onBlur=${() => onPointed(null)}>
    <${Face} option=${option} drawings=${drawings} decides=${decides} /><span>${option.words}${count}</span>
  </button>`;
}

/**
 * A tile or a card beside the board, as a button where it can be chosen there.
 * @param {{ drawings: Drawings, tile: string | null, turned?: number, option: Offer | undefined, kind: string, chosen: boolean, onOption: (option: Offer) => void }} props
 */
export function ChoosableCard({ drawings, tile, turned, option, kind, chosen, onOption }) {
  const card = html`<${Card} drawings=${drawings} tile=${tile} turned=${turned} />`;
  if (!option) return card;
  return html`<button type="button" class=${`target beside ${chosen ? "chosen" : ""}`} data-kind=${kind} data-words=${option.words}
    aria-label=${option.words} aria-pressed=${chosen ? "true" : "false"} onClick=${() => onOption(option)}>${card}</button>`;
}
