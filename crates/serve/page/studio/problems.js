// All that is wrong with the folder, with the line where it is, and what does away with it.
import { html } from "/page/html.js";
import { parted, sorted, spot, spliced } from "/page/studio/texts.js";
import { t } from "/page/words.js";

/** @import { Location, Mend, Problem } from "../types/messages" */
/** @import { Folder } from "./folder.js" */
/** @typedef {(file: string, line: number) => void} OnGo */

/** A place as a button that goes there. @param {{ place: Location, onGo: OnGo }} props */
export function Go({ place, onGo }) {
  return html`<button type="button" class="go" title=${place.file} onClick=${() => onGo(place.file, place.line)}>${spot(place)}</button>`;
}

/** The line of a place, with what is meant of it marked. @param {{ folder: Folder, place: Location }} props */
function Excerpt({ folder, place }) {
  const words = folder.text(place.file)?.split("\n")[place.line - 1];
  if (words === undefined) return null;
  const [before, marked, after] = parted(words, place);
  return html`<pre>${before?.trimStart()}<mark>${marked || " "}</mark>${after}</pre>`;
}

/** @param {{ problem: Problem, folder: Folder, onGo: OnGo, onFix: (mend: Mend) => void }} props */
export function Trouble({ problem, folder, onGo, onFix }) {
  const [first, ...others] = problem.labels;
  return html`<div class=${`trouble ${problem.severity}`}>
    <p><b>${t(problem.severity)}</b> ${first && html`<${Go} place=${first} onGo=${onGo} />`} <small>${problem.code}</small></p>
    <p class="message">${problem.message}</p>
    ${first && html`<${Excerpt} folder=${folder} place=${first} />${first.text && html`<p class="label">${first.text}</p>`}`}
    ${others.map((place, number) => html`<div key=${number}><p><${Go} place=${place} onGo=${onGo} /> ${place.text}</p></div>`)}
    ${problem.help && html`<p class="help">${problem.help}</p>`}
    ${problem.fixes.map((mend, number) => html`<p key=${number}><button type="button" data-action="fix" class=${mend.safe ? "main" : ""} onClick=${() => onFix(mend)}>${mend.title}</button></p>`)}
  </div>`;
}

/** Changes the texts as a fix says; gives back what is in the way. @param {Folder} folder @param {Mend} mend */
export async function mended(folder, mend) {
  /** @type {Problem[]} */
  const wrong = [];
  for (const file of new Set(mend.edits.map((edit) => edit.file))) {
    const text = folder.text(file);
    if (text === undefined) continue;
    wrong.push(...(await folder.write(file, spliced(text, mend.edits.filter((edit) => edit.file === file)))));
  }
  return wrong;
}

/** @param {{ folder: Folder, times: number, spoken: string, onGo: OnGo, onFix: (mend: Mend) => void }} props `times` counts how often something of the folder has changed */
export function Problems({ folder, onGo, onFix }) {
  const all = sorted(folder.problems);
  return html`<h2 class="unseen">${t("problems")}</h2>
    ${all.length === 0 ? html`<p class="fine">${t("no_problems")}</p>` : html`<ul class="troubles">
    ${all.map((problem, number) => html`<li key=${number}><${Trouble} problem=${problem} folder=${folder} onGo=${onGo} onFix=${onFix} /></li>`)}</ul>`}`;
}
