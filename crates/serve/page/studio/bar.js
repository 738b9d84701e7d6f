// Above the table: what is played, the way through its moves, programs that play on, and what became of the game.
import { useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Go } from "/page/studio/problems.js";
import { t } from "/page/words.js";

/** @import { Program } from "../types/messages" */
/** @import { Game, Notice } from "./game.js" */
/** @import { OnGo } from "./problems.js" */

/** The programs, with how they decide. */
const PROGRAMS = /** @type {const} */ ([["greedy", "play_greedy"], ["uniform", "play_uniform"], ["think", "play_think"]]);

/** @param {{ name: string, sign: string, words: string, off: boolean, does: () => unknown }} props */
function Step({ name, sign, words, off, does }) {
  return html`<button type="button" data-action=${name} aria-label=${words} title=${words} aria-disabled=${off ? "true" : "false"} onClick=${() => !off && does()}>${sign}</button>`;
}

/** The way through the moves. @param {{ game: Game }} props */
function Moves({ game }) {
  const { moves, of } = game;
  return html`<div class="moves" role="group" aria-label=${t("through_moves")}>
    <${Step} name="first-move" sign="|◀" words=${t("to_begin")} off=${moves === 0} does=${() => game.go(0)} />
    <${Step} name="move-back" sign="◀" words=${t("move_before")} off=${moves === 0} does=${() => game.go(moves - 1)} />
    <label><span class="unseen">${t("move")}</span><input type="range" name="moves" min="0" max=${of} value=${moves} aria-valuetext=${t("move_of", moves, of)}
      onChange=${(/** @type {Event} */ event) => game.go(Number(entry(event)))} /></label>
    <output title=${t("move_of", moves, of)}>${moves}/${of}</output>
    <${Step} name="move-on" sign="▶" words=${t("move_after")} off=${moves >= of} does=${() => game.go(moves + 1)} />
    <${Step} name="last-move" sign="▶|" words=${t("to_end")} off=${moves >= of} does=${() => game.go(of)} />
  </div>`;
}

/** A program that plays on. @param {{ game: Game, onWrong: (words: string) => void }} props */
function Programs({ game, onWrong }) {
  const [by, setBy] = useState(/** @type {Program} */ ("greedy"));
  const play = async (/** @type {"move" | "turn" | "end"} */ until) => onWrong((await game.play(by, until)).map(({ message }) => message).join(" "));
  return html`<div class="programs" role="group" aria-label=${t("let_play")}>
    <select aria-label=${t("let_play")} name="program" value=${by} onChange=${(/** @type {Event} */ event) => setBy(PROGRAMS.find(([one]) => one === entry(event))?.[0] ?? "greedy")}>
      ${PROGRAMS.map(([one, words]) => html`<option value=${one}>${t(words)}</option>`)}</select>
    ${game.playing ? html`<button type="button" data-action="stop" onClick=${() => game.stop()}>${t("stop")}</button>` : html`
      <button type="button" data-action="play-move" onClick=${() => play("move")}>${t("one_move")}</button>
      <button type="button" data-action="play-turn" onClick=${() => play("turn")}>${t("one_turn")}</button>
      <button type="button" data-action="play-end" onClick=${() => play("end")}>${t("to_the_end")}</button>`}
  </div>`;
}

/** What became of the game. @param {{ notice: Notice | null, wrong: string, onGo: OnGo }} props */
function Became({ notice, wrong, onGo }) {
  const place = notice?.problem?.labels[0];
  const said = { refused: "not_compiled", stopped: "stopped_at", played: notice?.moves === 1 ? "played_again_once" : "played_again" };
  const words = notice && t(/** @type {Parameters<typeof t>[0]} */ (said[notice.became]), notice.moves);
  const { message, help } = notice?.problem ?? {};
  // Why a move is no longer possible is told nowhere else; what is wrong with the rules stands among their problems.
  const why = [message, notice?.became === "stopped" && [place?.text, help].find(Boolean)].filter(Boolean).join(": ");
  const is = wrong ? "refused" : (notice?.became ?? "unseen");
  return html`<p class=${`became ${is}`} role="status">${words} ${why} ${wrong}
    ${place && html` <${Go} place=${place} onGo=${onGo} />`}</p>`;
}

/**
 * @param {{ game: Game, words: string, wrong: string, onWrong: (words: string) => void, onGo: OnGo, onAnother: () => void, onKeep: () => void, children?: unknown }} props
 */
export function Bar({ game, words, wrong, onWrong, onGo, onAnother, onKeep, children }) {
  return html`<div class="bar" role="region" aria-label=${t("the_game")}>
    <button type="button" class="played" data-action="another" title=${t("another_game")} onClick=${onAnother}>${words || t("another_game")} <span aria-hidden="true">▾</span></button>
    ${game.table !== null && html`<${Moves} game=${game} /><${Programs} game=${game} onWrong=${onWrong} />
      <button type="button" data-action="again" title=${t("play_again_help")} onClick=${() => game.again()}>${t("play_again")}</button>
      <button type="button" data-action="keep" onClick=${onKeep}>${t("to_scenario")}</button>`}
    ${children}
    <${Became} notice=${game.notice} wrong=${wrong} onGo=${onGo} />
  </div>`;
}
