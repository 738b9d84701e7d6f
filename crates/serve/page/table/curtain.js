// Between people who share a screen: what one of them sees is not for the other.
import { useEffect, useRef } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/** @param {{ seat: string, onAccept: () => void }} props */
export function Curtain({ seat, onAccept }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus(), [seat]);
  return html`<div class="curtain" role="dialog" aria-modal="true" aria-label=${t("curtain", seat)}>
    <p>${t("curtain", seat)}</p>
    <button type="button" ref=${button} class="main" data-action="curtain" onClick=${onAccept}>${t("curtain_go", seat)}</button></div>`;
}
