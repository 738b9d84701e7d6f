// A text that is changed in the page: what is typed counts at once, and is written when it is saved.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { html, useStable } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Desk, FolderFile, Spot } from "../types/studio" */
/** @import { Folder } from "./folder.js" */
/** @import { OnGo } from "./problems.js" */

/** So many milliseconds behind the last stroke what was typed is looked at. */
const REST = 400;

/** The editor, which is loaded where somebody wants to write; nothing where this page has none. */
function useEditor() {
  const [part, setPart] = useState(/** @type {{ Editor: any } | null | undefined} */ (undefined));
  useEffect(() => {
    const path = "/page/studio/editor.js";
    import(path).then((found) => setPart(found), () => setPart(null));
  }, []);
  return part;
}

/** A plain field, where there is no editor. @param {{ file: string, text: string, onChange: (text: string) => void, at: number }} props */
function Field({ file, text, onChange, at }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    const from = text.split("\n").slice(0, Math.max(0, at - 1)).join("\n").length;
    field.current?.setSelectionRange(from, from);
  }, [at]);
  return html`<textarea class="plain" ref=${field} aria-label=${file} spellcheck="false" value=${text} onInput=${(/** @type {Event} */ event) => onChange(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}></textarea>`;
}

/**
 * @param {{ desk: Desk, folder: Folder, file: FolderFile, text: string, spot: Spot | null, onGo: OnGo, onTyped: () => void, onSave: (file: string) => void }} props
 */
export function Editing({ desk, folder, file, text, spot, onGo, onTyped, onSave }) {
  const part = useEditor();
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const typed = useRef(/** @type {{ file: string, text: string, was: string } | null} */ (null));
  const put = useStable(async () => {
    clearTimeout(timer.current);
    const latest = typed.current;
    typed.current = null;
    if (!latest || latest.text === folder.text(latest.file)) return;
    await folder.typing.type(latest.file, latest.text, latest.was);
    onTyped();
  });
  const change = useStable((/** @type {string} */ text, now = false) => {
    typed.current = { file: file.file, text, was: typed.current?.was ?? file.text };
    clearTimeout(timer.current);
    if (now) return put();
    timer.current = setTimeout(put, REST);
  });
  const ask = useStable(async (/** @type {any} */ message) => {
    await folder.typing.hold(file.file);
    return desk.ask(message);
  });
  // What was typed last counts, even where the text is left before it was looked at.
  useEffect(() => () => void put().then(() => folder.typing.release(file.file)), [file.file]);
  const keyed = async (/** @type {KeyboardEvent} */ event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    await put();
    onSave(file.file);
  };
  if (part === undefined) return html`<p class="fine">${t("loading")}</p>`;
  const own = [...folder.problems, ...folder.failures].filter((problem) => problem.labels.some((label) => label.file === file.file));
  const at = spot?.file === file.file ? spot.line : 0;
  return html`<div class="editing" onKeyDown=${keyed}>
    ${part
      ? html`<${part.Editor} file=${file.file} kind=${file.set ? "tiles" : "rules"} text=${text} problems=${own} onChange=${change} ask=${ask}
          onGo=${(/** @type {{ file: string, line: number }} */ place) => onGo(place.file, place.line)} at=${at > 0 ? { line: at, nth: spot?.nth } : null} />`
      : html`<${Field} file=${file.file} text=${text} onChange=${change} at=${at} />`}
  </div>`;
}
