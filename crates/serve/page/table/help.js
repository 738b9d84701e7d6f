// What the keys do, and what somebody may want otherwise.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { html, ticked } from "/page/html.js";
import { set, setting } from "/page/keep.js";
import { t } from "/page/words.js";

/** The keys with what they do. */
const KEYS = /** @type {const} */ ([
  ["← ↑ → ↓", "key_arrows"], ["Home End", "key_ends"], ["↵", "key_enter"], ["R", "key_turn"], ["Esc", "key_back"], ["P", "key_pass"],
  ["U", "key_undo"], ["Y", "key_redo"], ["/", "key_words"], ["0", "key_fit"], ["+ −", "key_zoom"], ["?", "key_help"],
]);

/** @param {{ askFirst: boolean, onAskFirst: (first: boolean) => void, onClose: () => void, tongues: unknown }} props */
export function Help({ askFirst, onAskFirst, onClose, tongues }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [letters, setLetters] = useState(setting("letters", "yes") === "yes");
  useEffect(() => dialog.current?.showModal(), []);
  const onLetters = (/** @type {Event} */ event) => {
    setLetters(ticked(event));
    set("letters", ticked(event) ? "yes" : "no");
  };
  return html`<dialog class="help" ref=${dialog} onClose=${onClose} aria-label=${t("help")}>
    <h2>${t("settings")}</h2>
    <p><label class="tick"><input type="checkbox" data-action="ask-first" checked=${askFirst} onChange=${(/** @type {Event} */ event) => onAskFirst(ticked(event))} /> ${t("ask_first")}</label></p>
    <p><label class="tick"><input type="checkbox" checked=${letters} onChange=${onLetters} /> ${t("letters")}</label></p>
    <p>${tongues}</p>
    <h2>${t("keys")}</h2>
    <dl class="keys">${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${t(does)}</dd></div>`)}</dl>
    <p>${t("mouse_help")}</p>
    <form method="dialog"><button class="main">${t("close_it")}</button></form>
  </dialog>`;
}
