// What happened, the newest first, with why for every point.
import { useEffect, useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { SCORES, Why, explaining } from "/page/table/why.js";
import { t } from "/page/words.js";

/** @import { Explained, Place, TableView } from "../types/messages" */
/** @import { Line } from "../line" */
/** @import { OnPoint } from "./land.js" */

/** So many events are shown at once. */
const RECENT = 60;

/**
 * @param {{ view: TableView, line: Line, seat: string | undefined, onLight: (places: Place[]) => void, onPoint: OnPoint }} props
 */
export function Log({ view, line, seat, onLight, onPoint }) {
  const [why, setWhy] = useState(/** @type {{ number: number, score: Explained } | null} */ (null));
  const [all, setAll] = useState(false);
  useEffect(() => setWhy(null), [seat]);
  const told = view.events.flatMap((event, number) => (event.words ? [{ event, number }] : []));
  const shown = (all ? told : told.slice(-RECENT)).toReversed();
  const explain = async (/** @type {number} */ number) => {
    if (why?.number === number) {
      onLight([]);
      return setWhy(null);
    }
    const answer = await line.ask({ type: "why", ...(seat ? { seat } : {}) });
    const score = answer?.type === "why" ? explaining(answer.scores, view.events, number) : undefined;
    if (!score) return;
    setWhy({ number, score });
    if (score.place) onPoint(score.place, true);
    else onLight([]);
  };
  return html`<section class="log"><h2>${t("log")}</h2><ol reversed>
    ${shown.map(({ event, number }) => html`<li key=${number} class=${event.event}>
      ${SCORES.includes(event.event)
        ? html`<button type="button" class="point" aria-expanded=${why?.number === number ? "true" : "false"} onClick=${() => explain(number)}>${event.words}</button>`
        : html`<span>${event.words}</span>`}
      ${why?.number === number && html`<${Why} score=${why.score} line=${line} seat=${seat} />`}
    </li>`)}
  </ol>
  ${told.length > RECENT && !all && html`<button type="button" onClick=${() => setAll(true)}>${t("all_log")} (${told.length})</button>`}
  </section>`;
}
