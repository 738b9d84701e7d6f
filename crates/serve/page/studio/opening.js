// What is played on the table of the studio: packs with their editions and options, players and chance.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Choice, chosen } from "/page/start/choice.js";
import { t } from "/page/words.js";

/** @import { Problem, ShelfView } from "../types/messages" */
/** @import { Chosen } from "../start/choice.js" */
/** @import { Desk } from "../types/studio" */
/** @import { Opening } from "./game.js" */
/** @typedef {{ choice: Chosen, players: string, seed: string, copies: string, start: string }} Wanted what somebody has filled in */

/** Seeds that nobody has chosen are no longer than this, so that they can be told to others. */
const MOST = 10_000;

/** So many packs of a folder are played together, and so many are tried alone. */
const [FEW, TRIED] = [3, 10];

export function anySeed() {
  return String(Math.floor(Math.random() * MOST));
}

/** The game of the packs of a folder, where nobody has asked for another one. @param {string[]} packs @returns {Wanted} */
export function usualGame(packs) {
  return { choice: { composition: "", packs, variants: [], options: {} }, players: "ann ben", seed: anySeed(), copies: "1", start: "" };
}

/** What is tried where nobody has asked for a game: all packs of a small folder together, and then each alone. @param {string[]} packs */
export function usualGames(packs) {
  const together = packs.length > 1 && packs.length <= FEW ? [usualGame(packs)] : [];
  return [...together, ...packs.slice(0, TRIED).map((pack) => usualGame([pack]))];
}

/** What was filled in, as `open` takes it. @param {Wanted} wanted @param {ShelfView} shelf @returns {Opening} */
export function opening(wanted, shelf) {
  const { copies, start, seed } = wanted;
  return {
    ...chosen(wanted.choice, shelf),
    players: wanted.players.split(/[\s,]+/).filter(Boolean),
    seed: Number(seed) || 0,
    ...(Number(copies) > 1 ? { copies: Number(copies) } : {}),
    ...(start.trim() ? { start: start.trim() } : {}),
  };
}

/** All that is on the shelf, with the packs of the folder, which are shown there although they are not published. @param {Desk} desk @param {string[]} packs */
export async function shelfWith(desk, packs) {
  const [all, own] = [await desk.ask({ type: "shelf" }), packs.length > 0 ? await desk.ask({ type: "shelf", packs }) : null];
  if (all?.type !== "shelf") return null;
  const further = own?.type === "shelf" ? own.packs.filter((pack) => !all.packs.some((known) => known.name === pack.name)) : [];
  const first = [...further, ...all.packs].toSorted((one, other) => Number(packs.includes(other.name)) - Number(packs.includes(one.name)));
  return { ...all, packs: first };
}

/**
 * @param {{ desk: Desk, packs: string[], wanted: Wanted, onOpen: (wanted: Wanted, shelf: ShelfView) => Promise<Problem[]>, onClose: () => void }} props
 */
export function OpeningDialog({ desk, packs, wanted, onOpen, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [shelf, setShelf] = useState(/** @type {ShelfView | null} */ (null));
  const coming = useRef(/** @type {Promise<ShelfView | null>} */ (Promise.resolve(null)));
  const [now, setNow] = useState(wanted);
  const [wrong, setWrong] = useState(/** @type {Problem[]} */ ([]));
  useEffect(() => {
    dialog.current?.showModal();
    coming.current = shelfWith(desk, [...new Set([...packs, ...wanted.choice.packs])]);
    coming.current.then(setShelf);
  }, []);
  const further = async (/** @type {string} */ name) => {
    const found = shelf && (await desk.ask({ type: "shelf", packs: [name] }));
    setWrong(found?.type === "refused" || found?.type === "shelf" ? found.problems : []);
    if (!shelf || found?.type !== "shelf" || found.packs.length === 0) return;
    setShelf({ ...shelf, packs: [...shelf.packs, ...found.packs.filter((pack) => !shelf.packs.some((known) => known.name === pack.name))] });
    setNow({ ...now, choice: { ...now.choice, composition: "", packs: [...new Set([...now.choice.packs, name])] } });
  };
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    // Whoever is quick presses the button before all that is on the shelf is known.
    const known = shelf ?? (await coming.current);
    if (!known) return;
    const problems = await onOpen(now, known);
    setWrong(problems);
    if (problems.length === 0) dialog.current?.close();
  };
  const field = (/** @type {"players" | "seed" | "copies" | "start"} */ name, /** @type {string} */ words, /** @type {string} */ help, more = {}) =>
    html`<label>${words} <input name=${name} autocomplete="off" value=${now[name]} ...${more} onInput=${(/** @type {Event} */ event) => setNow({ ...now, [name]: entry(event) })} />${help && html`<small>${help}</small>`}</label>`;
  return html`<dialog class="opening" ref=${dialog} onClose=${onClose} aria-label=${t("another_game")}>
    <form class="start" onSubmit=${open}><h2>${t("another_game")}</h2>
      ${shelf ? html`<${Choice} shelf=${shelf} choice=${now.choice} onChoice=${(/** @type {Chosen} */ choice) => setNow({ ...now, choice })} onFurther=${further} />` : html`<p>${t("loading")}</p>`}
      <fieldset class="chance"><legend>${t("seats")}</legend>
        ${field("players", t("players"), t("players_help"), { required: true })}
        ${field("seed", t("seed"), t("seed_help_studio"), { inputmode: "numeric", pattern: "[0-9]*" })}
        <p><button type="button" data-action="any-seed" onClick=${() => setNow({ ...now, seed: anySeed() })}>${t("any_seed")}</button></p>
        ${field("copies", t("copies"), "", { type: "number", min: "1", max: "20" })}
        ${field("start", t("start_with"), t("start_help"))}
      </fieldset>
      <div role="alert" class="wrong">${wrong.map((problem) => html`<p>${problem.message}${problem.help && html`<br /><small>${problem.help}</small>`}</p>`)}</div>
      <p class="does"><button class="main" data-action="begin">${t("begin")}</button> <button type="button" onClick=${() => dialog.current?.close()}>${t("close_it")}</button></p>
    </form></dialog>`;
}
