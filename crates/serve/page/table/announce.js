// What a screen reader is told: each event once, and loudly whose turn it is and what is wrong.
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { TableView } from "../types/messages" */

/** So many of the last events stay in the live region. */
const KEPT = 8;

/** @param {{ view: TableView, mine: boolean }} props */
export function Announcements({ view, mine }) {
  const events = view.events.flatMap((event, number) => (event.words ? [{ number, words: event.words }] : [])).slice(-KEPT);
  const turn = mine && view.decision ? `${t("your_turn_named", view.decision.player)}: ${view.decision.prompt}` : view.over ? t("game_over") : "";
  return html`<div class="unseen live" role="log" aria-live="polite">${events.map((event) => html`<p key=${event.number}>${event.words}</p>`)}</div>
    <div class="unseen turn" role="status" aria-live="assertive">${turn}</div>`;
}
