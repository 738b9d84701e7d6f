// A link has brought the files of a pack: whoever opened it says whether they come among those that are here.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { unpacked } from "/page/wasm/shared.js";
import { w } from "/page/wasm/words.js";

/** @import { File } from "./files.js" */
/** @import { Line } from "./line.js" */

/** @param {{ line: Line, link: string, onDone: () => void }} props */
export function Arrived({ line, link, onDone }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [files, setFiles] = useState(/** @type {File[]} */ ([]));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    unpacked(link).then(
      (found) => (found === null ? onDone() : (setFiles(found), dialog.current?.showModal())),
      (error) => (setWrong(error.message), dialog.current?.showModal()),
    );
  }, []);
  const others = files.filter(({ file, text }) => line.files.find(file) && line.files.find(file)?.text !== text);
  const take = async () => {
    for (const file of files) {
      const answer = await line.ask({ type: "write", ...file });
      if (answer?.type !== "done") return setWrong(answer?.problems?.[0]?.message ?? w("no_answer"));
    }
    dialog.current?.close();
  };
  return html`<dialog class="arrived" ref=${dialog} onClose=${onDone} aria-label=${w("arrived")}>
    <h2>${w("arrived")}</h2>
    <p class="wrong" role="alert">${wrong}</p>
    ${files.length > 0 && html`<p>${w("from_anybody")}</p>
      <ul>${files.map((one) => html`<li key=${one.file}><code>${one.file}</code> ${others.includes(one) && html`<strong>${w("replaces")}</strong>`}</li>`)}</ul>`}
    <p class="does">${files.length > 0 && html`<button type="button" class="main" data-action="take-pack" onClick=${take}>${w("take")}</button>`}
      <button type="button" data-action="leave-pack" onClick=${() => dialog.current?.close()}>${w("leave")}</button></p>
  </dialog>`;
}
