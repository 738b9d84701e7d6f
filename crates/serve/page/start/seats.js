// Who plays: people at this page, people by links of their own, programs.
import { entry, html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { By, Seat } from "../types/server" */

/** Names for seats that are added. */
const NAMES = ["ann", "ben", "cay", "dan", "eve", "fay", "gus", "ida"];

/** @type {By[]} */
const KINDS = ["here", "elsewhere", "uniform", "greedy", "think"];

/** @param {{ seats: Seat[], onSeats: (seats: Seat[]) => void }} props */
export function Seats({ seats, onSeats }) {
  const change = (/** @type {number} */ number, /** @type {Partial<Seat>} */ to) => onSeats(seats.map((seat, place) => (place === number ? { ...seat, ...to } : seat)));
  const free = NAMES.find((name) => !seats.some((seat) => seat.name === name));
  const by = (/** @type {Event} */ event) => KINDS.find((kind) => kind === entry(event)) ?? "here";
  return html`<fieldset class="seats"><legend>${t("seats")}</legend><ul>
    ${seats.map((seat, number) => html`<li key=${number} data-seat=${number}>
      <label>${t("name")} <input name="name" value=${seat.name} required pattern="\\S+" autocomplete="off" onInput=${(/** @type {Event} */ event) => change(number, { name: entry(event) })} /></label>
      <label>${t("by")} <select name="by" value=${seat.by} onChange=${(/** @type {Event} */ event) => change(number, { by: by(event) })}>
        ${KINDS.map((kind) => html`<option value=${kind}>${t(kind)}</option>`)}</select></label>
      <button type="button" data-action="remove-seat" disabled=${seats.length < 2} aria-label=${`${t("remove")}: ${seat.name}`} onClick=${() => onSeats(seats.toSpliced(number, 1))}>${t("remove")}</button>
    </li>`)}</ul>
    <button type="button" data-action="add-seat" disabled=${!free} onClick=${() => free && onSeats([...seats, { name: free, by: "here" }])}>${t("add_seat")}</button>
  </fieldset>`;
}
