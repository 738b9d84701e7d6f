// The position on the table as a scenario: shown, tried, and put into a file of the folder.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { entry, html, ticked } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Problem } from "../types/messages" */
/** @import { Desk, FolderFile } from "../types/studio" */
/** @import { Folder } from "./folder.js" */
/** @import { Game } from "./game.js" */

/** What came of what was tried: said in words, with what is wrong. @typedef {{ words: string, problems: Problem[] }} Outcome */

/** A text with a scenario behind it. @param {string} text @param {string} scenario */
const appended = (text, scenario) => `${text.replace(/\s*$/, "")}\n\n${scenario.trim()}\n`;

/** The title that a scenario has where it was changed by hand. @param {string} scenario */
const titleOf = (scenario) => scenario.match(/^\s*scenario\s+"((?:[^"\\]|\\.)*)"/m)?.[1] ?? "";

/** @param {{ desk: Desk, folder: Folder, game: Game, onClose: () => void, onWritten: (file: string) => void }} props */
export function Keeping({ desk, folder, game, onClose, onWritten }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [title, setTitle] = useState(t("new_scenario"));
  const [all, setAll] = useState(game.moves <= 2);
  const [moves, setMoves] = useState(String(Math.min(2, game.moves)));
  const [text, setText] = useState("");
  const [laid, setLaid] = useState(true);
  const [outcome, setOutcome] = useState(/** @type {Outcome | null} */ (null));
  // Behind the scenarios that are there, where a file of them is.
  const rules = folder.files.filter((one) => one.pack !== null && one.set === null);
  const fullest = rules.toSorted((one, other) => scenarios(other) - scenarios(one))[0];
  const [name, setName] = useState(fullest?.file ?? "");
  const file = folder.file(name);
  const asked = useRef(0);
  useEffect(() => dialog.current?.showModal(), []);

  const make = async () => {
    if (!game.table) return;
    const number = ++asked.current;
    const answer = await desk.ask({ type: "scenario", table: game.table, title, ...(all ? {} : { moves: Number(moves) }) });
    if (number !== asked.current) return;
    setOutcome(answer?.type === "refused" ? { words: t("refused_it"), problems: answer.problems } : null);
    if (answer?.type !== "scenario") return;
    setText(answer.text);
    setLaid(all || answer.laid !== false);
  };
  useEffect(() => void make(), [all, moves]);
  const run = async () => {
    if (!file?.pack) return;
    const { pack } = file;
    const ask = () => desk.ask({ type: "run", pack, scenario: titleOf(text) });
    const answer = await folder.typing.meanwhile(file, appended(folder.text(name) ?? "", text), ask);
    if (answer?.type === "refused") return setOutcome({ words: t("failed"), problems: answer.problems });
    if (answer?.type !== "ran") return;
    const problems = answer.scenarios.flatMap((one) => one.problems);
    setOutcome({ words: t(answer.scenarios.length > 0 && answer.scenarios.every((one) => one.passed) ? "passed" : "failed"), problems });
  };
  const put = async () => {
    if (!file) return;
    const problems = await folder.write(name, await formatted(desk, folder, file, appended(folder.text(name) ?? "", text)));
    setOutcome(problems.length > 0 ? { words: t("refused_it"), problems } : { words: t("written_into", name), problems });
    if (problems.length === 0) onWritten(name);
  };
  const copy = async () => {
    /** @type {HTMLTextAreaElement | null} */ (dialog.current?.querySelector("textarea") ?? null)?.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => undefined);
    else document.execCommand("copy");
    setOutcome({ words: t("copied"), problems: [] });
  };
  return html`<dialog class="keeping" ref=${dialog} onClose=${onClose} aria-label=${t("to_scenario")}>
    <h2>${t("to_scenario")}</h2>
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), make())}>
      <p><label>${t("scenario_title")} <input name="title" value=${title} onInput=${(/** @type {Event} */ event) => setTitle(entry(event))} onChange=${make} /></label></p>
      <p class="does"><label class="tick"><input type="checkbox" name="all" checked=${all} onChange=${(/** @type {Event} */ event) => setAll(ticked(event))} /> ${t("all_moves")}</label>
        ${!all && html`<label>${t("last_moves")} <input type="number" name="moves" min="0" max=${game.moves} value=${moves} onInput=${(/** @type {Event} */ event) => setMoves(entry(event))} /></label>`}</p>
    </form>
    ${!laid && html`<p class="warning">${t("not_laid")}</p>`}
    <label>${t("scenario_text")} <textarea name="scenario" rows="14" spellcheck="false" value=${text} onInput=${(/** @type {Event} */ event) => setText(entry(event))}></textarea></label>
    <p><label>${t("file")} <select name="into" value=${name} onChange=${(/** @type {Event} */ event) => setName(entry(event))}>${rules.map((one) => html`<option value=${one.file}>${one.file}</option>`)}</select></label></p>
    <div role="status" class="outcome">${outcome && html`<p><b>${outcome.words}</b></p>${outcome.problems.map((problem, number) => html`<p key=${number} class="wrong">${problem.message}</p>`)}`}</div>
    <p class="does"><button type="button" data-action="try-scenario" onClick=${run}>${t("run")}</button>
      <button type="button" class="main" data-action="put-scenario" onClick=${put}>${t("put_into")}</button>
      <button type="button" data-action="copy-scenario" onClick=${copy}>${t("copy")}</button>
      <button type="button" onClick=${() => dialog.current?.close()}>${t("close_it")}</button></p>
  </dialog>`;
}

/** How many scenarios a file holds, about. @param {FolderFile} file */
const scenarios = (file) => file.text.split(/^scenario /m).length;

/** A text in the usual form, where the desk can say it. @param {Desk} desk @param {Folder} folder @param {FolderFile} file @param {string} text */
function formatted(desk, folder, file, text) {
  return folder.typing.meanwhile(file, text, async () => {
    const answer = await desk.ask({ type: "format", file: file.file });
    return answer?.type === "formatted" ? answer.text : text;
  });
}
