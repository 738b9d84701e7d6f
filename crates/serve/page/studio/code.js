// A text with the numbers of its lines, how often each ran, and what is wrong in it.
import { useEffect, useRef } from "/page/vendor/hooks.mjs";
import { html, memo } from "/page/html.js";
import { parted } from "/page/studio/texts.js";
import { t } from "/page/words.js";

/** @import { Problem } from "../types/messages" */

/** Characters that end a span of a line: comments and texts between quotes are shown otherwise, nothing else is read. */
const PARTS = /("[^"]*"?)|(#.*$)/;

/** A line in its parts. @param {{ words: string }} props */
function Words({ words }) {
  return words.split(PARTS).filter(Boolean).map((part) => (part.startsWith("#") ? html`<i>${part}</i>` : part.startsWith('"') ? html`<q>${part}</q>` : part));
}

/**
 * A line of a text.
 * @typedef {{ number: number, words: string, problems: Problem[] | undefined, cost: string, here: boolean, state: string, onLine: ((line: number) => void) | undefined }} RowProps
 */

/** @param {RowProps} props */
function PlainRow({ number, words, problems, cost, here, state, onLine }) {
  const place = problems?.[0]?.labels[0];
  const [before, marked, after] = place ? parted(words, place) : [words];
  const is = ["row", here && "here", problems && (problems.some(({ severity }) => severity === "error") ? "error" : "warning"), state].filter(Boolean).join(" ");
  return html`<div class=${is} data-line=${number} aria-current=${here ? "true" : undefined}>
    ${onLine
      ? html`<button type="button" class="number" tabIndex=${cost || here ? 0 : -1} aria-label=${t("line_used", number)} title=${t("line_used", number)} onClick=${() => onLine(number)}>${number}</button>`
      : html`<span class="number">${number}</span>`}
    <span class="cost" title=${cost && t(cost === "1" ? "op" : "ops", cost)}>${cost}</span>
    <code>${place ? html`${before}<mark>${marked || " "}</mark>${after}` : html`<${Words} words=${words} />`}</code>
    ${(problems ?? []).map((problem, at) => html`<p key=${at} class="told">${problem.message}</p>`)}
  </div>`;
}

const Row = memo(PlainRow);

/**
 * @typedef {object} CodeProps
 * @property {string} name what the text is called
 * @property {string[]} lines all of its lines
 * @property {number} [from] the first line that is shown, counted from 1
 * @property {number} [to] the last one
 * @property {number} [here] the line that is meant
 * @property {unknown} [again] another one each time that line is to be gone to
 * @property {Map<number, Problem[]>} [problems] what is wrong, by lines
 * @property {Map<number, number>} [costs] how often lines ran
 * @property {Map<number, string>} [states] further classes of lines
 * @property {(line: number) => void} [onLine] what to do where the number of a line is chosen
 */

/** @param {CodeProps} props */
export function Code({ name, lines, from = 1, to = lines.length, here = 0, again, problems, costs, states, onLine }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const row = box.current?.querySelector(`[data-line="${here}"]`);
    if (row && box.current) box.current.scrollTop += row.getBoundingClientRect().top - box.current.getBoundingClientRect().top - box.current.clientHeight / 3;
  }, [here, again, name]);
  return html`<div class=${["code", costs?.size && "costed", onLine && "asks"].filter(Boolean).join(" ")} ref=${box} role="group" tabIndex="0" aria-label=${name}>
    ${lines.slice(from - 1, to).map((words, at) => {
      const number = from + at;
      const cost = costs?.get(number);
      return html`<${Row} key=${number} number=${number} words=${words} problems=${problems?.get(number)} cost=${cost ? String(cost) : ""} here=${number === here}
        state=${states?.get(number) ?? ""} onLine=${onLine} />`;
    })}
  </div>`;
}
