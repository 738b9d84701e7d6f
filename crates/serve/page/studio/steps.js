// The controls of a scenario on the board, and where it stands.
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { useStepping } from "./stepping.js" */

/** @param {{ stepping: ReturnType<typeof useStepping> }} props */
export function Steps({ stepping }) {
  const { at, of, stepped } = stepping;
  const wrong = stepped?.problems.length ?? 0;
  const step = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ words, /** @type {boolean} */ off, /** @type {() => unknown} */ does) =>
    html`<button type="button" data-action=${name} aria-label=${words} title=${words} aria-disabled=${off ? "true" : "false"} onClick=${() => !off && does()}>${sign}</button>`;
  return html`<div class="steps" role="group" aria-label=${t("lines")}>
    ${step("to-begin", "|◀", t("to_begin"), at === 0, () => stepping.go(0))}
    ${step("back-line", "◀", t("line_back"), at === 0, () => stepping.go(at - 1))}
    <output>${t("line_of", at, of)}</output>
    ${step("next-line", "▶", t("line_on"), at >= of, () => stepping.go(at + 1))}
    ${step("to-end", "▶|", t("to_end"), at >= of, stepping.goEnd)}
    <button type="button" data-action="to-wrong" onClick=${stepping.goWrong}>${t("to_wrong")}</button>
  </div>
  <p class="unseen" role="status">${stepped && t("line_of", at, of)} ${wrong > 0 && stepped?.problems.map(({ message }) => message).join(" ")}</p>`;
}
