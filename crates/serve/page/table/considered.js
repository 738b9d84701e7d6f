// What a program that looks ahead would choose: asked for by whoever decides, and told as a table. Nothing is done by it.
import { useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { language, t } from "/page/words.js";

/** @import { ConsideredView, Offer } from "../types/messages" */
/** @import { Line } from "../line" */

/** So many choices are told, those that were looked at most. */
const TOLD = 5;

/** @typedef {{ now: string, thinks: boolean, found: ConsideredView | null, wrong: string }} Asked */

/** @type {Asked} */
const NOTHING = { now: "", thinks: false, found: null, wrong: "" };

/** Points that are given in hundredths, with their sign and cut as at the terminal. @param {number} hundredths */
function signed(hundredths) {
  const format = new Intl.NumberFormat(language(), { minimumFractionDigits: 1, signDisplay: "exceptZero" });
  return format.format(Math.trunc(hundredths / 10) / 10);
}

/** A choice as it is called here. @param {string} words */
const called = (words) => (words === "pass" ? t("pass") : words);

/**
 * @typedef {object} ConsideredProps
 * @property {Line} line
 * @property {string} seat who decides
 * @property {number} at the number of the last change
 * @property {Offer[]} options what can be chosen
 * @property {Offer | null} preview the option that would be taken
 * @property {boolean} passing whether to pass is what would be done
 * @property {(option: Offer) => void} onOption
 * @property {(option: Offer | null) => void} onPointed
 * @property {() => void} onPass
 */

/** @param {ConsideredProps} props */
export function Considered({ line, seat, at, options, preview, passing, onOption, onPointed, onPass }) {
  // What was found counts for one position of the table and one seat; where there is another one by then, it is dropped.
  const now = `${at} ${seat}`;
  const [asked, setAsked] = useState(NOTHING);
  const { thinks, found, wrong } = asked.now === now ? asked : NOTHING;

  const ask = async () => {
    if (thinks || found) return setAsked(NOTHING);
    setAsked({ ...NOTHING, now, thinks: true });
    const answer = await line.ask({ type: "consider", seat, at });
    const told = {
      ...NOTHING, now,
      found: answer?.type === "considered" ? answer : null,
      wrong: answer?.type === "refused" ? answer.problems.map(({ message }) => message).join(" ") : "",
    };
    setAsked((before) => (before.now === now && before.thinks ? told : before));
  };

  const best = found?.choices[0];
  const weighed = found && found.playouts > 0 ? found : null;
  const words = thinks ? t("thinks") : wrong || (weighed && best ? t("would_choose", called(best.words)) : found ? t("nothing_to_weigh") : "");
  return html`<div class="considered">
    <button type="button" data-action="consider" aria-expanded=${found ? "true" : "false"} onClick=${ask}>${t("consider")}</button>
    <p role="status">${words}</p>
    ${weighed && html`<table aria-label=${t("considered")}>
      <thead><tr><th scope="col">${t("looked_at")}</th><th scope="col">${t("lead")}</th><th scope="col">${t("choice")}</th></tr></thead>
      <tbody>${weighed.choices.slice(0, TOLD).map((choice, number) => {
        const option = options.find((option) => option.words === choice.words);
        const choose = option ? () => onOption(option) : onPass;
        const chosen = option ? option === preview : passing;
        const [point, leave] = [() => onPointed(option ?? null), () => onPointed(null)];
        return html`<tr key=${number} onPointerEnter=${point} onPointerLeave=${leave}>
          <td>${Math.floor((choice.playouts * 100) / weighed.playouts)} %</td><td>${signed(choice.lead)}</td>
          <td><button type="button" class=${chosen ? "chosen" : ""} data-words=${choice.words} aria-pressed=${chosen ? "true" : "false"} onClick=${choose} onFocus=${point} onBlur=${leave}>${called(choice.words)}</button></td>
        </tr>`;
      })}</tbody>
    </table>
    <p class="hint">${t("considered_help", weighed.playouts.toLocaleString(language()))}</p>`}
  </div>`;
}
