// The tables that are there, and the links of one that was just set.
import { useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Begun, Row } from "../types/server" */
/** @import { Line } from "../line" */

/** A link as a text that can be selected, with a button that copies it. @param {{ name: string, words: string, path: string }} props */
function Link({ name, words, path }) {
  const [copied, setCopied] = useState(false);
  const address = new URL(path, location.href).href;
  const copy = async (/** @type {Event} */ event) => {
    const field = /** @type {HTMLElement} */ (event.currentTarget).parentElement?.querySelector("input");
    field?.select();
    try {
      // Without a secure context there is no clipboard: what is selected is copied as by hand.
      if (navigator.clipboard) await navigator.clipboard.writeText(address);
      else if (!document.execCommand("copy")) return;
      setCopied(true);
    } catch {
      // It stays selected.
    }
  };
  return html`<li class="link" data-for=${name}><a href=${path} target="_blank" rel="noopener">${words}</a>
    <input readonly value=${address} aria-label=${words} onFocus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select()} />
    <button type="button" data-action="copy" onClick=${copy}>${copied ? t("copied") : t("copy")}</button></li>`;
}

/** @param {{ begun: Begun }} props */
export function Links({ begun }) {
  const seats = Object.entries(begun.elsewhere);
  return html`<section class="links"><h2>${t("begun")} (${begun.table})</h2>
    ${begun.warnings.map((warning) => html`<p class="warning">${warning.message}</p>`)}
    ${seats.length > 0 && html`<p>${t("hand_out")}</p>`}
    <ul key=${begun.onlooker}>
      ${begun.here && html`<${Link} name="here" words=${t("link_here")} path=${begun.here} />`}
      ${seats.map(([name, path]) => html`<${Link} key=${name} name=${name} words=${t("link_seat", name)} path=${path} />`)}
      <${Link} name="onlooker" words=${t("link_onlooker")} path=${begun.onlooker} />
    </ul></section>`;
}

/** @param {{ tables: Row[], line: Line, onLinks: (begun: Begun) => void, onChange: () => void }} props */
export function Tables({ tables, line, onLinks, onChange }) {
  const links = async (/** @type {number} */ table) => {
    const answer = await line.ask({ type: "links", table });
    if (answer?.type === "begun") onLinks(answer);
  };
  const close = async (/** @type {number} */ table) => {
    await line.ask({ type: "close", table });
    onChange();
  };
  if (tables.length === 0) return null;
  return html`<section class="tables"><h2>${t("tables")}</h2>
    <ul>${tables.map((one) => html`<li key=${one.table} data-table=${one.table}><b>${one.table}. ${one.title}</b>
      <span>${one.players.map((player) => player.name).join(", ")} · ${t("moves", one.moves)}${one.over ? ` · ${t("over")}` : ""}</span>
      <button type="button" data-action="links" title=${t("links_lost")} onClick=${() => links(one.table)}>${t("new_links")}</button>
      <button type="button" data-action="close" onClick=${() => close(one.table)}>${t("close")}</button></li>`)}</ul>
    <p><small>${t("links_lost")}</small></p>
  </section>`;
}
