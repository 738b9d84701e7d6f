// The editions and variants of a pack with all that each changes, and its options.
import { entry, html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Choosable, Printed, ShelfPack, ShelfVariant } from "../types/messages" */
/** @import { Chosen } from "./choice.js" */

/** So many changes are shown at once. */
const FEW = 4;

/** @param {Printed | null | undefined} published */
function printed(published) {
  return published ? `${published.year} · ${published.publisher}` : "";
}

/**
 * @param {{ pack: ShelfPack, open: boolean, choice: Chosen, onVariant: (name: string) => void, onOption: (name: string, value: string) => void }} props
 */
export function Editions({ pack, open, choice, onVariant, onOption }) {
  const [least, most] = pack.players;
  return html`<details class="editions" data-editions=${pack.name} open=${open}><summary><b>${pack.title}</b>
      <small>${[t("players_range", least ?? "", most ?? ""), printed(pack.published)].filter(Boolean).join(" · ")}</small></summary>
    ${pack.variants.length > 0 && html`<h3>${t("editions")}</h3>`}
    ${pack.variants.map((variant) => html`<${Variant} key=${variant.name} variant=${variant} chosen=${choice.variants.includes(variant.name)} onVariant=${onVariant} />`)}
    ${pack.options.length > 0 && html`<details class="options"><summary>${t("options")} (${pack.options.length})</summary>
      ${pack.options.map((option) => html`<${Setting} key=${option.name} option=${option} value=${choice.options[option.name] ?? ""} onOption=${onOption} />`)}</details>`}
  </details>`;
}

/** @param {{ variant: ShelfVariant, chosen: boolean, onVariant: (name: string) => void }} props */
function Variant({ variant, chosen, onVariant }) {
  const { changes } = variant;
  const list = (/** @type {string[]} */ some) => html`<ul>${some.map((change) => html`<li>${change}</li>`)}</ul>`;
  return html`<div class="variant">
    <label class="tick"><input type="checkbox" data-variant=${variant.name} checked=${chosen} onChange=${() => onVariant(variant.name)} />
      <span>${variant.title} <small>${printed(variant.published)}</small></span></label>
    <div class="changes" aria-label=${t("changes")}>${list(changes.slice(0, FEW))}
      ${changes.length > FEW && html`<details><summary>${t("changes")} (${changes.length})</summary>${list(changes.slice(FEW))}</details>`}</div>
  </div>`;
}

/** An option: a list where it is one of some words, otherwise free. @param {{ option: Choosable, value: string, onOption: (name: string, value: string) => void }} props */
function Setting({ option, value, onOption }) {
  const set = (/** @type {Event} */ event) => onOption(option.name, entry(event));
  const words = option.choices.includes("..") ? [] : option.choices.split(",").map((word) => word.trim());
  const field = words.length < 2
    ? html`<input data-option=${option.name} value=${value} placeholder=${`${option.default} (${option.choices})`} onInput=${set} />`
    : html`<select data-option=${option.name} value=${value} onChange=${set}>
        <option value="">${t("set_to", option.default)}</option>
        ${words.filter((word) => word !== option.default).map((word) => html`<option value=${word}>${word}</option>`)}</select>`;
  return html`<label class=${`setting ${value ? "changed" : ""}`}><span>${option.name}</span>${field}<small>${option.doc}</small></label>`;
}
