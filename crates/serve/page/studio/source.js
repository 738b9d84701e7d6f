// The texts of the folder, to be read with what is wrong in them and how often their lines ran, and to be changed.
import { useEffect, useMemo, useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { set, setting } from "/page/keep.js";
import { Code } from "/page/studio/code.js";
import { Editing } from "/page/studio/editing.js";
import { byLine } from "/page/studio/texts.js";
import { t } from "/page/words.js";

/** @import { Desk, Spot } from "../types/studio" */
/** @import { Folder } from "./folder.js" */
/** @import { Game } from "./game.js" */
/** @import { OnGo } from "./problems.js" */

/** A text that is not of the folder, as one of a pack that is played with. @param {Desk} desk @param {Folder} folder @param {Game} game @param {string} file */
function useForeign(desk, folder, game, file) {
  const [read, setRead] = useState({ file: "", text: "" });
  const foreign = Boolean(file) && !folder.file(file);
  useEffect(() => {
    if (foreign && game.table) desk.ask({ type: "read", table: game.table, file }).then((answer) => answer?.type === "text" && setRead({ file, text: answer.text }));
  }, [foreign, file, game.table]);
  return foreign && read.file === file ? read.text : undefined;
}

/** The moves in which something of a line ran: one of them can be gone to, and back again. @param {{ desk: Desk, game: Game, file: string, line: number, onClose: () => void }} props */
function Used({ desk, game, file, line, onClose }) {
  const [moves, setMoves] = useState(/** @type {number[] | null} */ (null));
  const [from] = useState(game.moves);
  useEffect(() => {
    setMoves(null);
    if (game.table) desk.ask({ type: "used", table: game.table, file, line }).then((answer) => setMoves(answer?.type === "used" ? answer.moves : []));
  }, [file, line, game.of]);
  const shown = (moves ?? []).slice(0, MOST);
  return html`<div class="used" role="group" aria-label=${t("line_used", line)}>
    <p>${moves === null ? t("loading") : moves.length === 0 ? t("never_used", line) : t(moves.length === 1 ? "used_once" : "used_in", line, moves.length)}
      <button type="button" class="close" aria-label=${t("close_it")} onClick=${onClose}>×</button></p>
    <p>${shown.map((move) => html`<button key=${move} type="button" data-move=${move} aria-current=${move === game.moves ? "true" : undefined} onClick=${() => game.go(move)}>${move}</button>`)}
      ${game.moves !== from && html`<button type="button" data-action="back-to" onClick=${() => game.go(from)}>${t("back_to", from)}</button>`}</p>
  </div>`;
}

/** So many moves are listed. */
const MOST = 40;

/**
 * @param {{ desk: Desk, folder: Folder, game: Game, spot: Spot | null, onGo: OnGo, onTyped: () => void, onSave: (file: string) => void, onLeave: (file: string) => void }} props
 */
export function Source({ desk, folder, game, spot, onGo, onTyped, onSave, onLeave }) {
  const file = spot?.file || folder.files[0]?.file || "";
  const own = folder.file(file);
  const foreign = useForeign(desk, folder, game, file);
  const text = folder.text(file) ?? foreign;
  const lines = useMemo(() => (text ?? "").split("\n"), [text]);
  const problems = useMemo(() => byLine([...folder.problems, ...folder.failures], file), [folder.problems, folder.failures, file]);
  const costs = useMemo(() => new Map((game.traced?.lines ?? []).filter((one) => one.file === file).map(({ line, ops }) => [line, ops])), [game.traced, file]);
  const [asked, setAsked] = useState(0);
  const [editing, setEditing] = useState(setting("studio edit", "no") === "yes");
  const edit = () => {
    set("studio edit", editing ? "no" : "yes");
    setEditing(!editing);
  };
  useEffect(() => setAsked(0), [file]);
  const line = spot?.line ?? 0;
  return html`<div class="finding">
      <label>${t("file")} <select name="file" value=${file} onChange=${(/** @type {Event} */ event) => onGo(entry(event), 0)}>
        ${!own && file && html`<option value=${file}>${file}</option>`}
        ${folder.files.map((one) => html`<option value=${one.file}>${folder.typing.typed.has(one.file) ? "● " : ""}${one.file}</option>`)}</select></label>
      ${own?.path && html`<a data-action="own-editor" href=${`vscode://file/${own.path.replace(/^\//, "")}:${line || 1}`}>${t("own_editor")}</a>`}
      ${own && html`<button type="button" role="switch" data-action="edit" aria-checked=${editing ? "true" : "false"} onClick=${edit}>${t("edit")}</button>`}
    </div>
    ${own && folder.typing.typed.has(file) && html`<p class="unsaved">${t("unsaved")} <button type="button" class="main" data-action="save-text" onClick=${() => onSave(file)}>${t("save_text")} <kbd>Ctrl+S</kbd></button>
      <button type="button" data-action="drop-text" onClick=${() => onLeave(file)}>${t("drop_text")}</button></p>`}
    ${asked > 0 && html`<${Used} desk=${desk} game=${game} file=${file} line=${asked} onClose=${() => setAsked(0)} />`}
    ${text === undefined ? html`<p class="fine">${file ? t("loading") : t("no_files")}</p>` : editing && own
      ? html`<${Editing} desk=${desk} folder=${folder} file=${own} text=${text} spot=${spot} onGo=${onGo} onTyped=${onTyped} onSave=${onSave} />`
      : html`<${Code} name=${file} lines=${lines} here=${line} again=${spot?.nth} problems=${problems} costs=${costs} onLine=${setAsked} />`}`;
}
