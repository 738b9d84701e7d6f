// What is played: packs, or a composition of them, with their editions, variants and options.
import { useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Editions } from "/page/start/editions.js";
import { t } from "/page/words.js";

/** @import { ShelfView, ShelfPack } from "../types/messages" */
/** @typedef {{ composition: string, packs: string[], variants: string[], options: Record<string, string> }} Chosen */

/** What is chosen, as `open` takes it. @param {Chosen} choice @param {ShelfView} shelf */
export function chosen(choice, shelf) {
  const composition = shelf.compositions.find((one) => one.name === choice.composition);
  const options = Object.fromEntries(Object.entries(choice.options).filter(([, value]) => value !== "").map(([name, value]) => [name, setting(value)]));
  const beside = { variants: choice.variants, options };
  return composition ? { composition: composition.text, ...beside } : { packs: choice.packs, ...beside };
}

/** The value of an option in its own form: a truth, a number or a word. @param {string} value */
function setting(value) {
  if (value === "true" || value === "false") return value === "true";
  return /^-?\d+$/.test(value) ? Number(value) : value;
}

/** The packs that are in play by a choice, with those that they require. @param {Chosen} choice @param {ShelfView} shelf @returns {ShelfPack[]} */
export function inPlay(choice, shelf) {
  const composition = shelf.compositions.find((one) => one.name === choice.composition);
  const named = composition ? composition.packs.split(" ").map((words) => words.split("@")[0] ?? "") : choice.packs;
  const packs = new Set(named);
  // What is required may require more: it is added to the set while it is gone through.
  for (const name of packs) shelf.packs.find((pack) => pack.name === name)?.requires?.forEach((required) => packs.add(required));
  return shelf.packs.filter((pack) => packs.has(pack.name));
}

/** What is chosen where nobody has chosen yet: the pack that most others cannot be played without. @param {ShelfView} shelf */
export function usual(shelf) {
  const asked = (/** @type {string} */ name) => shelf.packs.filter((pack) => pack.requires?.includes(name)).length;
  const [most] = shelf.packs.map((pack) => pack.name).sort((one, other) => asked(other) - asked(one));
  return most ? [most] : [];
}

/** @param {string[]} list @param {string} one */
function toggled(list, one) {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** @param {{ shelf: ShelfView, choice: Chosen, onChoice: (choice: Chosen) => void, onFurther: (name: string) => void }} props */
export function Choice({ shelf, choice, onChoice, onFurther }) {
  const packs = inPlay(choice, shelf);
  const onPack = (/** @type {string} */ name) => onChoice({ ...choice, composition: "", packs: toggled(choice.packs, name) });
  const onComposition = (/** @type {string} */ name) => onChoice({ composition: name, packs: [], variants: [], options: {} });
  return html`<fieldset class="choice"><legend>${t("play")}</legend>
    <div class="shelf">
      <${Packs} shelf=${shelf} choice=${choice} onPack=${onPack} onFurther=${onFurther} />
      <${Compositions} shelf=${shelf} choice=${choice} onComposition=${onComposition} />
    </div>
    <p class="in-play">${packs.length > 0 ? t("chosen_packs", packs.map((pack) => pack.title).join(", ")) : t("nothing_chosen")}</p>
    ${packs.map((pack) => html`<${Editions} key=${pack.name} pack=${pack} open=${choice.packs.at(-1) === pack.name} choice=${choice}
      onVariant=${(/** @type {string} */ name) => onChoice({ ...choice, variants: toggled(choice.variants, name) })}
      onOption=${(/** @type {string} */ name, /** @type {string} */ value) => onChoice({ ...choice, options: { ...choice.options, [name]: value } })} />`)}
  </fieldset>`;
}

/** @param {{ shelf: ShelfView, choice: Chosen, onPack: (name: string) => void, onFurther: (name: string) => void }} props */
function Packs({ shelf, choice, onPack, onFurther }) {
  const [name, setName] = useState("");
  const further = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.trim()) onFurther(name.trim());
  };
  return html`<div class="packs" role="group" aria-label=${t("packs")}><h2>${t("by_packs")}</h2>
    <div class="list">${shelf.packs.map((pack) => html`<label key=${pack.name} class="tick"><input type="checkbox" data-pack=${pack.name} checked=${choice.packs.includes(pack.name)} onChange=${() => onPack(pack.name)} />
      <span>${pack.title}</span></label>`)}</div>
    <p class="further"><label>${t("further")} <input name="further" value=${name} onInput=${(/** @type {Event} */ event) => setName(entry(event))}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && further(event)} /></label>
      <button type="button" data-action="further" onClick=${further}>${t("add")}</button></p>
  </div>`;
}

/** @param {{ shelf: ShelfView, choice: Chosen, onComposition: (name: string) => void }} props */
function Compositions({ shelf, choice, onComposition }) {
  const [sought, setSought] = useState("");
  const fits = (/** @type {string} */ words) => words.toLowerCase().includes(sought.toLowerCase());
  const found = shelf.compositions.filter((one) => one.name === choice.composition || fits(`${one.title} ${one.packs}`));
  return html`<div class="compositions" role="group" aria-label=${t("composition")}><h2>${t("by_composition")}</h2>
    <p class="further"><label>${t("find")} <input type="search" value=${sought} onInput=${(/** @type {Event} */ event) => setSought(entry(event))} /></label></p>
    <div class="list">${found.map((one) => html`<label key=${one.name} class="tick"><input type="radio" name="composition" data-composition=${one.name} checked=${choice.composition === one.name} onChange=${() => onComposition(one.name)} />
      <span>${one.title}</span></label>`)}</div>
  </div>`;
}
