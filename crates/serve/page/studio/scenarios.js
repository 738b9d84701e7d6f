// The scenarios of the packs: how each came out, and what of it does not hold.
import { useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Go, Trouble } from "/page/studio/problems.js";
import { t } from "/page/words.js";

/** @import { Listed, Mend, Ran } from "../types/messages" */
/** @import { Folder } from "./folder.js" */
/** @import { OnGo } from "./problems.js" */
/** @typedef {{ pack: string, listed: Listed }} Chosen a scenario that is opened on the board */

const STATES = /** @type {const} */ (["all_of_them", "passed", "failed", "not_run"]);

/** @param {Ran | undefined} ran @returns {"passed" | "failed" | "not_run"} */
export function stateOf(ran) {
  return ran ? (ran.passed ? "passed" : "failed") : "not_run";
}

/** So many are listed at once; all of them where somebody asks for it. */
const FEW = 200;

/** What stands before a scenario beside its words: told apart without colours. */
const SIGNS = { passed: "✓", failed: "✗", not_run: "○" };

/**
 * @param {{ pack: string, listed: Listed, folder: Folder, open: boolean, onGo: OnGo, onFix: (mend: Mend) => void, onOpen: (chosen: Chosen) => void }} props
 */
function Scenario({ pack, listed, folder, open, onGo, onFix, onOpen }) {
  const ran = folder.outcome(pack, listed.title);
  const state = stateOf(ran);
  // What is wrong with the pack as a whole stands among its problems.
  const own = (ran?.problems ?? []).filter((problem) => !folder.problems.some((known) => known.code === problem.code && known.labels[0]?.start === problem.labels[0]?.start && known.labels[0]?.file === problem.labels[0]?.file));
  return html`<li class=${`scenario ${state} ${open ? "open" : ""}`} data-title=${listed.title} aria-current=${open ? "true" : undefined}>
    <p><span class="sign" aria-hidden="true">${SIGNS[state]}</span> <span class="unseen">${t(state)}: </span><b>${listed.title}</b>
      ${listed.ids.length > 0 && html` <small>${listed.ids.join(" ")}</small>`}</p>
    <p class="does"><button type="button" data-action="on-board" aria-label=${`${t("on_the_board")}: ${listed.title}`} onClick=${() => onOpen({ pack, listed })}>${t("on_the_board")}</button>
      <button type="button" data-action="run-one" aria-label=${`${t("run")}: ${listed.title}`} onClick=${() => folder.run(pack, listed.title)}>${t("run")}</button>
      <${Go} place=${listed.place} onGo=${onGo} /></p>
    ${own.length < (ran?.problems.length ?? 0) && html`<p><small>${t("pack_is_wrong")}</small></p>`}
    ${own.map((problem, number) => html`<${Trouble} key=${number} problem=${problem} folder=${folder} onGo=${onGo} onFix=${onFix} />`)}
  </li>`;
}

/**
 * @param {{ folder: Folder, times: number, spoken: string, open: Chosen | null, onGo: OnGo, onFix: (mend: Mend) => void, onOpen: (chosen: Chosen) => void }} props
 *   `times` counts how often something of the folder has changed
 */
export function Scenarios({ folder, open, onGo, onFix, onOpen }) {
  const [sought, setSought] = useState("");
  const [only, setOnly] = useState(/** @type {typeof STATES[number]} */ ("all_of_them"));
  const [every, setEvery] = useState(false);
  const all = [...folder.listed].flatMap(([pack, listed]) => listed.map((one) => ({ pack, listed: one })));
  const fits = (/** @type {Chosen} */ { pack, listed }) =>
    (only === "all_of_them" || stateOf(folder.outcome(pack, listed.title)) === only) &&
    `${listed.title} ${listed.ids.join(" ")}`.toLowerCase().includes(sought.toLowerCase());
  const found = all.filter(fits);
  const shown = every ? found : found.slice(0, FEW);
  const counted = (/** @type {typeof STATES[number]} */ state) => (state === "all_of_them" ? all.length : all.filter(({ pack, listed }) => stateOf(folder.outcome(pack, listed.title)) === state).length);
  return html`<div class="finding">
      <label>${t("find")} <input type="search" value=${sought} onInput=${(/** @type {Event} */ event) => setSought(entry(event))} /></label>
      <label>${t("show")} <select value=${only} onChange=${(/** @type {Event} */ event) => setOnly(STATES.find((state) => state === entry(event)) ?? "all_of_them")}>
        ${STATES.map((state) => html`<option value=${state}>${t(state)} (${counted(state)})</option>`)}</select></label>
      <button type="button" data-action="run-all" aria-disabled=${folder.running ? "true" : "false"} onClick=${() => !folder.running && folder.runAll()}>${folder.running ? t("running") : t("run_all")}</button>
    </div>
    ${found.length === 0 && html`<p class="fine">${t("no_scenarios")}</p>`}
    ${[...folder.listed.keys()].map((pack) => {
      const own = shown.filter((one) => one.pack === pack);
      return own.length > 0 && html`<section key=${pack} aria-label=${pack}><h2>${pack}</h2><ul class="scenarios">
        ${own.map(({ listed }) => html`<${Scenario} key=${listed.title} pack=${pack} listed=${listed} folder=${folder} open=${open?.pack === pack && open.listed.title === listed.title}
          onGo=${onGo} onFix=${onFix} onOpen=${onOpen} />`)}</ul></section>`;
    })}
    ${shown.length < found.length && html`<p><button type="button" data-action="show" onClick=${() => setEvery(true)}>${t("show")}: ${t("all_of_them")} (${found.length})</button></p>`}`;
}
