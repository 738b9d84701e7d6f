// Where points come from: the formula, the rule that gave them with its lines, and what led to them.
import { useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Explained, Happening, Led } from "../types/messages" */
/** @import { Line } from "../line" */

/** Events that give or take points or goods: `why` tells of each of them, in the same order. */
export const SCORES = ["scored", "paid", "paid_stock", "cancelled"];

/** So many lines of a rule are shown around the one that counts. */
const [ABOVE, BELOW] = [3, 5];

/** What tells an event from others that give points. @param {Happening} event */
const mark = (event) => JSON.stringify([event.event, event.players, event.points, event.reason, event.place]);

/**
 * Finds what explains an event among all that is explained.
 * @param {Explained[]} scores
 * @param {Happening[]} events
 * @param {number} number
 */
export function explaining(scores, events, number) {
  const event = events[number];
  if (!event) return undefined;
  const place = (/** @type {unknown} */ at) => JSON.stringify(at ?? null);
  const fits = scores.filter((score) => {
    const given = score.stock ? score.stock.amount : score.points;
    return (
      (event.players ?? []).includes(score.player) &&
      Math.abs(given) === Math.abs(event.points ?? 0) &&
      (!event.reason || score.reason === event.reason) &&
      place(score.place) === place(event.place) &&
      score.given === (event.event !== "cancelled")
    );
  });
  // The same points may have been given before: then it is the one in the same place among them.
  const nth = events.slice(0, number).filter((before) => SCORES.includes(before.event) && mark(before) === mark(event)).length;
  return fits[nth] ?? fits.at(-1);
}

/** What led to points, in the words of the packs. @param {Led} led */
function cause(led) {
  if (led.kind === "drawn") return `${led.tile}, ${led.bag}`;
  if (led.kind === "rolled") return `${led.die}: ${led.value}`;
  if (led.kind === "decided") return `${led.player}: ${led.prompt} ${led.choice}`;
  if (led.kind === "laid") return `${led.player}: ${led.tile} ${led.x},${led.y}`;
  if (led.kind === "again") return led.player ? `${led.step}, ${led.player}` : led.step;
  return led.kind === "turn" ? t("turn_of", led.player) : t(led.kind);
}

/**
 * A rule with its lines, which are read where somebody asks for them.
 * @param {{ line: Line, seat: string | undefined, rule: string, file: string, at: number, pack: string | null, version: string | null }} props
 */
function Rule({ line, seat, rule, file, at, pack, version }) {
  const [text, setText] = useState(/** @type {string[] | null} */ (null));
  const read = async () => {
    if (text) return setText(null);
    const answer = await line.ask({ type: "read", ...(seat ? { seat } : {}), file });
    if (answer?.type === "text") setText(answer.text.split("\n"));
  };
  const from = Math.max(0, at - 1 - ABOVE);
  return html`<p><button type="button" data-action="read" aria-expanded=${text ? "true" : "false"} aria-label=${`${t("show_rule")}: ${rule}`} title=${t("show_rule")} onClick=${read}><b>${rule}</b></button>
      <small> ${pack && `${pack}${version ? ` ${version}` : ""} · `}<code>${file}:${at}</code></small></p>
    ${text && html`<pre tabIndex="0" aria-label=${file}>${text.slice(from, at + BELOW).map((words, number) => {
      const own = from + number + 1;
      return html`<span class=${own === at ? "here" : ""}>${`${String(own).padStart(4)}  ${words}\n`}</span>`;
    })}</pre>`}`;
}

/** @param {{ score: Explained, line: Line, seat: string | undefined }} props */
export function Why({ score, line, seat }) {
  return html`<div class="why">
    <p><b class="formula">${score.formula}</b></p>
    ${score.at && html`<p>${score.at}</p>`}
    <p><small>${t("led_to")}: ${cause(score.cause)}</small></p>
    <p><small>${t("written")}: <code>${score.written}</code></small></p>
    <${Rule} line=${line} seat=${seat} rule=${score.rule} file=${score.file} at=${score.line} pack=${score.pack} version=${score.version} />
    ${score.changes.map((change, number) => html`<div key=${number}><p>${t("then")} <b>${change.points}</b>: <code>${change.written}</code></p>
      <${Rule} line=${line} seat=${seat} rule=${change.rule} file=${change.file} at=${change.line} pack=${change.pack} version=${change.version} /></div>`)}
    ${score.changed_by.length > 0 && html`<p><small>${t("changed_by")}: ${score.changed_by.map((by) => [by.variant, by.change].filter(Boolean).join(": ")).join("; ")}</small></p>`}
  </div>`;
}
