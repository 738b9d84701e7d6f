// A scenario on the board: the table as it stands behind some lines of it, to be looked at.
import { useMemo, useRef, useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Code } from "/page/studio/code.js";
import { Go } from "/page/studio/problems.js";
import { Steps } from "/page/studio/steps.js";
import { useStepping } from "/page/studio/stepping.js";
import { byLine, extent } from "/page/studio/texts.js";
import { Board } from "/page/table/board.js";
import { Definitions } from "/page/table/drawn.js";
import { OptionButton } from "/page/table/offer.js";
import { Players } from "/page/table/players.js";
import { Stock } from "/page/table/stock.js";
import { Tracks } from "/page/table/tracks.js";
import { t } from "/page/words.js";

/** @import { Drawings, Offer, TableView } from "../types/messages" */
/** @import { Desk } from "../types/studio" */
/** @import { Camera } from "../table/camera.js" */
/** @import { Folder } from "./folder.js" */
/** @import { OnGo } from "./problems.js" */
/** @import { Chosen } from "./scenarios.js" */

const nothing = () => {};

/** What can be chosen where the scenario stands: pointed at, it is shown on the board. @param {{ view: TableView, drawings: Drawings, onPointed: (option: Offer | null) => void }} props */
function Offered({ view, drawings, onPointed }) {
  const decision = view.decision;
  if (!decision) return html`<p>${view.over ? t("game_over") : t("nobody_asked")}</p>`;
  return html`<section class="decision" aria-label=${decision.prompt}><h2>${t("waits_for", decision.player)}</h2><p class="prompt">${decision.prompt}</p>
    ${decision.options === null && html`<p>${t("hidden_options")}</p>`}
    <div class="options" role="group" aria-label=${t("all_options")}>
      ${(decision.options ?? []).map((option) => html`<${OptionButton} key=${option.words} option=${option} drawings=${drawings} decides=${decision.player} chosen=${false} onOption=${onPointed} onPointed=${onPointed} />`)}
      ${decision.may_pass && html`<span class="option">${t("pass")}</span>`}
    </div></section>`;
}

/** What happened, the newest first. @param {{ view: TableView }} props */
function Happened({ view }) {
  const told = view.events.flatMap((event, number) => (event.words ? [{ number, words: event.words }] : [])).toReversed();
  return html`<section class="log"><h2>${t("log")}</h2><ol reversed>${told.map(({ number, words }) => html`<li key=${number}><span>${words}</span></li>`)}</ol></section>`;
}

/**
 * @param {{ desk: Desk, folder: Folder, chosen: Chosen, texts: number, onGo: OnGo, onClose: () => void }} props
 *   `texts` counts how often texts have changed
 */
export function Stage({ desk, folder, chosen, texts, onGo, onClose }) {
  const stepping = useStepping(desk, chosen, texts);
  const { stepped, drawings, at } = stepping;
  const [pointed, setPointed] = useState(/** @type {Offer | null} */ (null));
  const camera = useRef(/** @type {Camera | null} */ (null));
  const place = chosen.listed.place;
  const lines = folder.text(place.file)?.split("\n") ?? [];
  const { from, to } = extent(lines, place.line);
  const current = at > 0 ? stepped?.lines[at - 1] : undefined;
  const inside = current?.file === place.file && current.line >= from && current.line <= to;
  const problems = useMemo(() => byLine(stepped?.problems ?? [], place.file), [stepped, place.file]);
  // Lines that were played are told from those that are still to come.
  const states = useMemo(() => new Map((stepped?.lines ?? []).flatMap((line, number) => (line.file === place.file ? [[line.line, number < at ? "played" : "to-come"]] : []))), [stepped, place.file]);
  const view = stepped?.view;
  const preview = view?.decision?.options?.find((option) => option.words === pointed?.words) ?? null;
  return html`<main class="table stage" data-played=${at}>
    <header><h1>${chosen.listed.title}</h1><nav aria-label=${t("commands")}><button type="button" data-action="to-game" onClick=${onClose}>${t("to_the_game")}</button></nav></header>
    <div class="land-and-bar">
      ${view && drawings && html`<${Definitions} drawings=${drawings} />
        <${Board} view=${view} drawings=${drawings} targets=${NO_TARGETS} preview=${preview} held=${undefined} lit=${NO_PLACES} recent=${NO_MARKS} pointed="" focused=${0} camera=${camera}
          onTarget=${nothing} onPoint=${nothing} onLeave=${nothing} onTurn=${nothing} onFocus=${nothing} />
        <div class="zoom" role="group" aria-label=${t("zoom")}>
          <button type="button" aria-label=${t("zoom_in")} onClick=${() => camera.current?.scale(1.25)}>+</button>
          <button type="button" aria-label=${t("zoom_out")} onClick=${() => camera.current?.scale(0.8)}>−</button>
        </div>`}
    </div>
    <div class="side">
      <${Steps} stepping=${stepping} />
      ${chosen.listed.ways > 1 && html`<p><label>${t("way")} <select name="way" value=${String(stepping.way)} onChange=${(/** @type {Event} */ event) => stepping.setWay(Number(entry(event)))}>
        ${Array.from({ length: chosen.listed.ways }, (_, number) => html`<option value=${String(number)}>${number + 1}</option>`)}</select></label></p>`}
      ${view && html`<p><label>${t("seen_by")} <select name="seen-by" value=${stepping.player} onChange=${(/** @type {Event} */ event) => stepping.setPlayer(entry(event))}>
        <option value="">${t("an_onlooker")}</option>${view.players.map(({ name }) => html`<option value=${name}>${name}</option>`)}</select></label></p>`}
      ${stepping.wrong.map((problem, number) => html`<p key=${number} class="wrong" role="alert">${problem.message}</p>`)}
      <${Code} name=${chosen.listed.title} lines=${lines} from=${from} to=${to} here=${inside ? current.line : at === 0 ? from : 0} again=${at} problems=${problems} states=${states} />
      ${current && !inside && html`<p>${t("line_elsewhere")} <${Go} place=${current} onGo=${onGo} /></p>`}
      ${view && drawings && html`<${Offered} view=${view} drawings=${drawings} onPointed=${setPointed} />
        <${Players} view=${view} drawings=${drawings} options=${null} preview=${null} onOption=${nothing} />
        <${Tracks} view=${view} drawings=${drawings} targets=${NO_TARGETS} preview=${null} pointed="" focused=${-1} onFocus=${nothing} onTarget=${nothing} />
        <${Stock} view=${view} drawings=${drawings} options=${null} preview=${null} onOption=${nothing} />
        <${Happened} view=${view} />`}
    </div>
  </main>`;
}

/** The same each time, so that nothing is drawn again for them. @type {never[]} */
const NO_TARGETS = [];
/** @type {never[]} */
const NO_PLACES = [];
/** @type {never[]} */
const NO_MARKS = [];
