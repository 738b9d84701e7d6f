// What is asked, with all that can be chosen as a list and in words; places on the board answer it as well.
import { useEffect, useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Considered } from "/page/table/considered.js";
import { ChoosableCard, OptionButton } from "/page/table/offer.js";
import { offered, placeOf } from "/page/table/options.js";
import { t } from "/page/words.js";

/** @import { Drawings, Offer, TableView } from "../types/messages" */
/** @import { Line } from "../line" */

/** So many options are shown at once; the others follow where somebody asks for them. */
const FEW = 9;

/** So many of them, where all are as short as a number. */
const SHORT = 60;

/** A field for words, as at the terminal. @param {{ onWords: (words: string) => void }} props */
function Words({ onWords }) {
  const [words, setWords] = useState("");
  const say = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!words.trim()) return;
    onWords(words.trim());
    setWords("");
  };
  return html`<form class="words" onSubmit=${say}>
    <label>${t("words")} <input name="words" autocomplete="off" value=${words} placeholder=${t("words_help")} onInput=${(/** @type {Event} */ event) => setWords(entry(event))} /></label>
    <button>${t("say")}</button>
  </form>`;
}

/** How the game came out. @param {{ view: TableView }} props */
function Over({ view }) {
  const winners = view.winners ?? [];
  return html`<section class="decision over" tabIndex="-1" aria-label=${t("game_over")}>
    <h2>${t("game_over")}</h2>
    ${winners.length > 0 && html`<p class="won">${t(winners.length > 1 ? "all_won" : "won", winners.join(", "))}</p>`}
    ${view.fault && html`<p class="wrong">${t("fault")}: ${view.fault}</p>`}
  </section>`;
}

/**
 * @typedef {object} DecisionProps
 * @property {TableView} view
 * @property {Line} line
 * @property {Drawings} drawings
 * @property {boolean} mine whether this page decides
 * @property {Offer | null} preview the option that would be taken
 * @property {boolean} passing whether to pass is what would be done
 * @property {number} turned how the tile in the hand is shown
 * @property {(option: Offer) => void} onOption
 * @property {(option: Offer | null) => void} onPointed
 * @property {(words: string) => void} onWords
 * @property {() => void} onPass
 */

/** @param {DecisionProps} props */
export function Decision({ view, line, drawings, mine, preview, passing, turned, onOption, onPointed, onWords, onPass }) {
  const [all, setAll] = useState(false);
  const decision = view.decision;
  useEffect(() => setAll(false), [decision?.asked]);
  if (view.over || !decision) return html`<${Over} view=${view} />`;
  // What cannot be pointed at comes first: it is answered here alone.
  const options = mine ? [...(decision.options ?? [])].sort((one, other) => Number(Boolean(placeOf(one))) - Number(Boolean(placeOf(other)))) : [];
  const few = options.every(({ words }) => words.length <= 3) ? SHORT : FEW;
  const shown = all ? options : options.slice(0, few);
  const placed = options.some((option) => placeOf(option));
  return html`<section class=${`decision ${mine ? "mine" : ""}`} tabIndex="-1" aria-label=${decision.prompt}>
    <h2>${mine ? t("your_turn_named", decision.player) : t("waits_for", decision.player)}</h2>
    <p class="prompt">${decision.prompt}</p>
    ${(decision.earlier?.length ?? 0) > 0 && html`<p class="earlier">${t("chosen")}: ${decision.earlier?.map((one) => one.words).join(" · ")}</p>`}
    ${view.hand.length > 0 && html`<p class="hand"><span class="caption">${t("hand")}</span>
      ${view.hand.map((tile, number) => {
        const option = mine ? offered(decision.options, "hand", tile) : undefined;
        return html`<${ChoosableCard} key=${number} drawings=${drawings} tile=${tile} turned=${turned} kind="hand" option=${option} chosen=${option !== undefined && option === preview} onOption=${onOption} />`;
      })}</p>`}
    ${decision.options === null && html`<p>${t("hidden_options")}</p>`}
    ${mine && html`
      ${decision.may_pass && html`<button type="button" class=${`pass ${passing ? "chosen" : ""}`} aria-pressed=${passing ? "true" : "false"} onClick=${onPass}>${t("pass")} <kbd>P</kbd></button>`}
      ${placed && html`<p class="hint">${t("on_board")}</p>`}
      <div class="options" role="group" aria-label=${t("all_options")}>
        ${shown.map((option) => html`<${OptionButton} key=${option.words} option=${option} drawings=${drawings} decides=${decision.player} chosen=${option === preview} onOption=${onOption} onPointed=${onPointed} />`)}
      </div>
      ${options.length > few && html`<button type="button" class="more" data-action="show" aria-expanded=${all ? "true" : "false"} onClick=${() => setAll(!all)}>
        ${all ? t("fewer") : t("all_options")} (${options.length})</button>`}
      <${Considered} line=${line} seat=${decision.player} at=${view.at} options=${options} preview=${preview} passing=${passing} onOption=${onOption} onPointed=${onPointed} onPass=${onPass} />
      <${Words} onWords=${onWords} />
    `}
  </section>`;
}
