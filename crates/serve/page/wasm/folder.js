// The files that the browser keeps: a link to a pack, a further file, a pack to begin with, what is no longer wanted.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { packed } from "/page/wasm/shared.js";
import { TEMPLATES } from "/page/wasm/templates.js";
import { w } from "/page/wasm/words.js";

/** @import { File } from "./files.js" */
/** @import { Line } from "./line.js" */

/** To whom a file belongs, by where it lies; null where none can lie there. @param {string} file */
export function owner(file) {
  const rules = file.match(/^rulesets\/([a-z][a-z0-9_]*)\/([\w-]+)\.(rota|toml)$/);
  if (rules) return { pack: rules[1] ?? null, set: rules[3] === "toml" ? (rules[2] ?? null) : null };
  const tiles = file.match(/^tiles\/([a-z][a-z0-9_]*)\.toml$/);
  return tiles ? { pack: null, set: tiles[1] ?? null } : null;
}

/** The files of a pack, with the tile sets that it names. @param {File[]} files @param {string} pack */
export function filesOf(files, pack) {
  const own = files.filter((one) => one.pack === pack);
  const named = new Set(own.flatMap(({ text }) => [...text.matchAll(/^tiles\s+(\w+)/gm)].map(([, set]) => set)));
  return [...own, ...files.filter((one) => one.pack === null && one.set !== null && named.has(one.set))];
}

/** @param {{ line: Line }} props */
export function Folder({ line }) {
  const [open, setOpen] = useState(false);
  return html`<button type="button" data-action="files" onClick=${() => setOpen(true)}>${w("files")}</button>
    ${open && html`<${Dialog} line=${line} onClose=${() => setOpen(false)} />`}`;
}

/** @param {{ line: Line, onClose: () => void }} props */
function Dialog({ line, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [said, setSaid] = useState("");
  const [link, setLink] = useState("");
  const [name, setName] = useState("");
  const [kind, setKind] = useState(/** @type {string} */ (TEMPLATES[0]));
  const [, setShown] = useState(0);
  const files = line.files.all();
  const packs = [...new Set(files.flatMap(({ pack }) => pack ?? []))];
  const [pack, setPack] = useState(packs[0] ?? "");
  useEffect(() => dialog.current?.showModal(), []);

  const ask = async (/** @type {import("./line.js").Message} */ message, /** @type {string} */ done) => {
    const answer = await line.ask(message);
    setSaid(answer?.type === "done" ? done : (answer?.problems?.[0]?.message ?? w("no_answer")));
    setShown((times) => times + 1);
    return answer?.type === "done";
  };
  const share = async () => {
    try {
      const made = location.href.replace(/#.*$/, "") + (await packed(filesOf(files, pack)));
      setLink(made);
      await navigator.clipboard?.writeText(made).then(() => setSaid(w("copied")), () => setSaid(""));
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  };
  const add = async () => {
    const whose = owner(name);
    if (!whose) return setSaid(w("no_place"));
    if (line.files.find(name)) return setSaid(w("is_there", name));
    if (await ask({ type: "write", file: name, ...whose, text: "" }, w("added", name))) setName("");
  };
  const begin = async () => {
    const began = await line.question({ template: kind });
    /** @type {File[]} */
    const texts = began?.files ?? [];
    const known = texts.find(({ file }) => line.files.find(file));
    if (known) return setSaid(w("is_there", known.file));
    for (const file of texts) if (!(await ask({ type: "write", ...file }, w("added", file.file)))) return;
  };
  return html`<dialog class="files" ref=${dialog} onClose=${onClose} aria-label=${w("files")}>
    <h2>${w("files")}</h2>
    <p>${w("kept_here")}</p>
    <ul>${files.map(({ file }) => html`<li key=${file} class="does"><code>${file}</code>
      <button type="button" data-action="remove" data-file=${file} onClick=${() => ask({ type: "remove", file }, w("removed", file))}>${w("remove")}</button></li>`)}</ul>
    <p role="status">${said}</p>
    ${packs.length > 0 && html`<h2>${w("share")}</h2>
      <p class="does"><select aria-label=${w("pack")} name="shared" value=${pack} onChange=${(/** @type {Event} */ event) => (setPack(entry(event)), setLink(""))}>${packs.map((one) => html`<option value=${one}>${one}</option>`)}</select>
        <button type="button" data-action="share" onClick=${share}>${w("make_link")}</button></p>
      ${link && html`<p><input type="text" readonly name="link" aria-label=${w("link")} value=${link} onFocus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select()} /></p>`}`}
    <h2>${w("further")}</h2>
    <form class="does" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), add())}>
      <input type="text" name="file" aria-label=${w("name")} placeholder="rulesets/mypack/more.rota" value=${name} onInput=${(/** @type {Event} */ event) => setName(entry(event))} />
      <button data-action="add-file">${w("add")}</button></form>
    <p class="does"><select aria-label=${w("template")} name="template" value=${kind} onChange=${(/** @type {Event} */ event) => setKind(entry(event))}>${TEMPLATES.map((one) => html`<option value=${one}>${w(one)}</option>`)}</select>
      <button type="button" data-action="begin-pack" onClick=${begin}>${w("begin")}</button></p>
    <form method="dialog"><button class="main">${w("close")}</button></form>
  </dialog>`;
}
