// What would be done, before it is: it can be turned, taken back, or confirmed.
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/**
 * @param {{ words: string, ways: number, turns: boolean, onTurn: () => void, onBack: () => void, onConfirm: () => void }} props
 *   `ways` says how many options there are at this place; `turns` whether they differ in how the tile is turned
 */
export function Preview({ words, ways, turns, onTurn, onBack, onConfirm }) {
  return html`<div class="preview" role="group" aria-label=${words}>
    <p>${words}</p>
    <button type="button" data-action="back" onClick=${onBack}>${t("back")}</button>
    ${ways > 1 && html`<button type="button" data-action="turn" onClick=${onTurn}>${turns ? t("turn") : t("next")} <kbd>R</kbd></button>`}
    <button type="button" data-action="confirm" class="main" onClick=${onConfirm}>${t("confirm")} <kbd>↵</kbd></button>
  </div>`;
}
