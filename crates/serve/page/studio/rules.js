// The rules that ran in a move, in order, with what they asked and gave.
import { entry, html } from "/page/html.js";
import { short } from "/page/studio/texts.js";
import { t } from "/page/words.js";

/** @import { Call } from "../types/messages" */
/** @import { Game } from "./game.js" */
/** @import { OnGo } from "./problems.js" */

/** A time in the unit that suits it. @param {number} nanoseconds */
function time(nanoseconds) {
  if (nanoseconds <= 0) return "";
  return nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toFixed(1)} µs` : `${(nanoseconds / 1e6).toFixed(1)} ms`;
}

/** @param {{ call: Call, onGo: OnGo }} props */
function Ran({ call, onGo }) {
  const { file, line } = call;
  return html`<li class="call" style=${{ "--depth": call.depth }} aria-level=${call.depth + 1}>
    <p>${file && line
      ? html`<button type="button" class="go" title=${`${file}:${line}`} onClick=${() => onGo(file, line)}><b>${call.rule}</b></button> <small>${call.pack ?? ""} ${short(file)}:${line}</small>`
      : html`<b class="joint">${call.rule}</b>`}
      ${call.resumed && html` <small>${t("went_on")}</small>`}
      <small class="ops">${t(call.ops === 1 ? "op" : "ops", call.ops)}${call.nanoseconds > 0 && ` · ${time(call.nanoseconds)}`}</small></p>
    ${call.happened.length > 0 && html`<ul class="happened">${call.happened.map((words, number) => html`<li key=${number}>${words}</li>`)}</ul>`}
  </li>`;
}

/** @param {{ game: Game, onGo: OnGo }} props */
export function Rules({ game, onGo }) {
  const { traced, moves } = game;
  const choose = (/** @type {number} */ move) => move >= 0 && move <= moves && game.trace(move);
  const at = traced?.move ?? moves;
  return html`<div class="finding" role="group" aria-label=${t("which_move")}>
      <button type="button" data-action="trace-before" aria-label=${t("move_before")} title=${t("move_before")} aria-disabled=${at <= 0 ? "true" : "false"} onClick=${() => choose(at - 1)}>◀</button>
      <label>${t("move")} <input type="number" name="traced" min="0" max=${moves} value=${at} onChange=${(/** @type {Event} */ event) => choose(Number(entry(event)))} /></label>
      <button type="button" data-action="trace-after" aria-label=${t("move_after")} title=${t("move_after")} aria-disabled=${at >= moves ? "true" : "false"} onClick=${() => choose(at + 1)}>▶</button>
      <button type="button" data-action="go-traced" aria-disabled=${at === moves ? "true" : "false"} onClick=${() => at !== moves && game.go(at)}>${t("go_there")}</button>
    </div>
    ${!traced ? html`<p class="fine">${t("no_trace")}</p>` : html`
      <h2>${traced.choice ? `${traced.player ?? ""}: ${traced.choice}` : t("beginning")}</h2>
      ${traced.calls.length === 0 && html`<p class="fine">${t("no_rules")}</p>`}
      <ol class="calls">${traced.calls.map((call, number) => html`<${Ran} key=${number} call=${call} onGo=${onGo} />`)}</ol>`}`;
}
