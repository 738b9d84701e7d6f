// The first page: what is played, who plays, and the tables that are there.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { entry, html } from "/page/html.js";
import { Choice, chosen, usual } from "/page/start/choice.js";
import { Seats } from "/page/start/seats.js";
import { Links, Tables } from "/page/start/tables.js";
import { t } from "/page/words.js";

/** @import { Problem, ShelfView } from "../types/messages" */
/** @import { Begun, Row, Seat } from "../types/server" */
/** @import { Line } from "../line" */
/** @import { News } from "../main" */

/** @param {{ line: Line, news: News, spoken: string, tongues: unknown }} props */
export function Start({ line, news, spoken, tongues }) {
  const [shelf, setShelf] = useState(/** @type {ShelfView | null} */ (null));
  const [choice, setChoice] = useState(/** @type {import("./choice.js").Chosen} */ ({ composition: "", packs: [], variants: [], options: {} }));
  const [seats, setSeats] = useState(/** @type {Seat[]} */ ([{ name: "ann", by: "here" }, { name: "ben", by: "here" }]));
  const [seed, setSeed] = useState("");
  const [copies, setCopies] = useState("1");
  const [start, setStart] = useState("");
  const [begun, setBegun] = useState(/** @type {Begun | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Problem[]} */ ([]));
  const [tables, setTables] = useState(/** @type {Row[]} */ ([]));
  const links = useRef(/** @type {HTMLElement | null} */ (null));
  const look = async () => {
    const answer = await line.ask({ type: "tables" });
    if (answer?.type === "tables") setTables(answer.tables);
  };

  useEffect(() => {
    if (!shelf) line.ask({ type: "shelf" }).then((answer) => {
      if (answer?.type !== "shelf") return;
      setShelf(answer);
      setChoice((before) => ({ ...before, packs: usual(answer) }));
    });
    look();
  }, [news.entered, news.heard]);
  useEffect(() => void (document.title = `rota – ${t("title")}`), [spoken]);
  useEffect(() => {
    links.current?.scrollIntoView({ block: "nearest" });
    links.current?.focus({ preventScroll: true });
  }, [begun]);
  if (!shelf) return html`<main class="wait"><p>${t("loading")}</p></main>`;

  const further = async (/** @type {string} */ name) => {
    const answer = await line.ask({ type: "shelf", packs: [name] });
    setWrong(answer?.type === "refused" || answer?.type === "shelf" ? answer.problems : []);
    if (answer?.type !== "shelf" || answer.packs.length === 0) return;
    const found = answer.packs.filter((pack) => !shelf.packs.some((known) => known.name === pack.name));
    setShelf({ ...shelf, packs: [...shelf.packs, ...found] });
    setChoice({ ...choice, composition: "", packs: [...new Set([...choice.packs, name])] });
  };
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const chance = { ...(Number(copies) > 1 ? { copies: Number(copies) } : {}), ...(seed ? { seed: Number(seed) } : {}), ...(start.trim() ? { start: start.trim() } : {}) };
    const answer = await line.ask({ type: "begin", open: { ...chosen(choice, shelf), ...chance }, seats });
    setWrong(answer?.type === "refused" ? answer.problems : []);
    setBegun(answer?.type === "begun" ? answer : null);
    look();
  };
  return html`<main class="start" data-spoken=${spoken}>
    <header><h1>rota</h1><p>${t("title")}</p>${tongues}</header>
    <${Tables} tables=${tables} line=${line} onLinks=${setBegun} onChange=${look} />
    <form onSubmit=${begin}>
      <${Choice} shelf=${shelf} choice=${choice} onChoice=${setChoice} onFurther=${further} />
      <${Seats} seats=${seats} onSeats=${setSeats} />
      <details class="chance"><summary>${t("more")}</summary>
        <label>${t("seed")} <input name="seed" inputmode="numeric" pattern="[0-9]*" autocomplete="off" value=${seed} onInput=${(/** @type {Event} */ event) => setSeed(entry(event))} /><small>${t("seed_help")}</small></label>
        <label>${t("copies")} <input name="copies" type="number" min="1" max="20" value=${copies} onInput=${(/** @type {Event} */ event) => setCopies(entry(event))} /></label>
        <label>${t("start_with")} <input name="start" autocomplete="off" value=${start} onInput=${(/** @type {Event} */ event) => setStart(entry(event))} /><small>${t("start_help")}</small></label>
      </details>
      <div role="alert" class="wrong">${wrong.map((problem) => html`<p>${problem.message}${problem.help && html`<br /><small>${problem.help}</small>`}</p>`)}</div>
      <button class="main" data-action="begin">${t("begin")}</button>
    </form>
    <div ref=${links} tabIndex="-1">${begun && html`<${Links} begun=${begun} />`}</div>
  </main>`;
}
