// The table: what is seen, what is chosen, and what is said.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "/page/vendor/hooks.mjs";
import { html, memo, useStable } from "/page/html.js";
import { Announcements } from "/page/table/announce.js";
import { Board } from "/page/table/board.js";
import { useChoosing } from "/page/table/choosing.js";
import { Curtain } from "/page/table/curtain.js";
import { Decision } from "/page/table/decision.js";
import { Definitions } from "/page/table/drawn.js";
import { Feature, Standing } from "/page/table/feature.js";
import { Help } from "/page/table/help.js";
import { useKeys } from "/page/table/keys.js";
import { Log } from "/page/table/log.js";
import { Memory } from "/page/table/memory.js";
import { placeOf, targets as gathered, turnOf } from "/page/table/options.js";
import { SCALE, key, onBoard } from "/page/table/places.js";
import { Players } from "/page/table/players.js";
import { usePointing } from "/page/table/pointing.js";
import { Preview } from "/page/table/preview.js";
import { recent } from "/page/table/recent.js";
import { SaveButton } from "/page/table/save.js";
import { Stock } from "/page/table/stock.js";
import { Tracks } from "/page/table/tracks.js";
import { t } from "/page/words.js";

/** @import { Drawings, Offer } from "../types/messages" */
/** @import { AtTable } from "../types/server" */
/** @import { Line } from "../line" */
/** @import { News } from "../main" */
/** @import { Camera } from "./camera.js" */

// Each of them is drawn again only where something of it has changed; the language is one of their properties for that.
const Parts = {
  Decision: memo(Decision), Players: memo(Players), Tracks: memo(Tracks), Stock: memo(Stock), Standing: memo(Standing), Log: memo(Log), Board: memo(Board),
};

/**
 * @param {{ line: Line, entered: AtTable, news: News, spoken: string, tongues: unknown, bare?: boolean, drawn?: number }} props
 *   `bare`: nothing has to be kept from anybody at this page; `drawn` counts how often what the table is drawn with has changed
 */
export function Table({ line, entered, news, spoken, tongues, bare = false, drawn = 0 }) {
  const memory = useMemo(() => new Memory(line, entered.seats ?? [], bare), [line]);
  const [drawings, setDrawings] = useState(/** @type {Drawings | null} */ (null));
  const [, setShown] = useState(0);
  const [focused, setFocused] = useState(0);
  const [pointed, setPointed] = useState("");
  const [help, setHelp] = useState(false);
  const camera = useRef(/** @type {Camera | null} */ (null));
  const shown = useCallback(() => setShown((times) => times + 1), []);
  const draw = async () => {
    const seat = entered.seats?.[0];
    const answer = await line.ask({ type: "drawings", ...(seat ? { seat } : {}) });
    if (answer?.type === "drawings") setDrawings(answer);
  };

  // Whoever comes in, for the first time or again, asks for everything; what is new is asked for when it is heard of.
  useEffect(() => {
    memory.forget();
    if (!drawings) draw();
    memory.look(Infinity).then(shown);
  }, [news.entered]);
  useEffect(() => void (drawings && draw()), [drawn]);
  useEffect(() => {
    if (news.at >= 0) memory.look(news.at).then(shown);
  }, [news.heard]);

  const view = memory.view;
  const decision = view?.decision;
  const mine = Boolean(decision && memory.seat && decision.player === memory.seat && !memory.awaited);
  const options = (mine && decision?.options) || null;
  const targets = useMemo(() => gathered(options), [options]);
  const choosing = useChoosing(memory, options, mine && Boolean(decision?.may_pass), shown);
  const pointing = usePointing(line, memory.seat, view?.at);
  const { preview } = choosing;

  const reveal = (/** @type {import("../types/messages").Place | undefined} */ place) => {
    const at = view && drawings && onBoard(place, view, drawings);
    if (at) camera.current?.reveal({ x: at.x * SCALE, y: at.y * SCALE });
  };
  const onOption = useStable((/** @type {Offer} */ option) => {
    reveal(placeOf(option));
    choosing.onOption(option);
  });
  const onFocus = useStable((/** @type {number} */ number, /** @type {boolean} */ byKeys) => {
    setFocused(number);
    if (byKeys) reveal(targets[number]?.place);
  });
  const onPointed = useStable((/** @type {Offer | null} */ option) => setPointed(option ? key(placeOf(option)) : ""));
  const onTarget = useStable(choosing.onTarget);
  const onTurn = useStable(choosing.turn);
  const onWords = useStable(choosing.say);
  const onPass = useStable(choosing.pass);
  const marks = useMemo(() => (view ? recent(view, memory.seat) : []), [view, memory.seat]);
  const actions = {
    turn: () => choosing.turn(),
    confirm: () => choosing.confirm(),
    back: () => (preview || choosing.passing ? choosing.back() : pointing.clear()),
    pass: () => choosing.pass(),
    undo: () => choosing.change({ type: "undo" }, memory.undoing),
    redo: () => choosing.change({ type: "redo" }),
    fit: () => camera.current?.fit(),
    larger: () => camera.current?.scale(1.25),
    smaller: () => camera.current?.scale(0.8),
    help: () => setHelp(true),
    decision: focusDecision,
    words: () => /** @type {HTMLElement | null} */ (document.querySelector(".words input"))?.focus(),
  };
  // What is beside the board is reached behind all that is on it.
  const points = view && drawings ? targets.map((target, number) => onBoard(target.place, view, drawings) ?? { x: 1e6, y: number }) : [];
  useKeys(actions, points, focused, Boolean(preview) || choosing.passing);
  useLayoutEffect(() => setFocused(0), [options]);
  useRefocus(view?.at);
  useEffect(() => {
    document.title = mine ? `● ${t("your_turn")} – ${entered.name}` : `${entered.name} – rota`;
  }, [mine, entered.name, spoken]);

  if (!drawings || !(view || memory.awaited)) return html`<main class="wait"><p>${t("loading")}</p></main>`;
  const curtain = memory.awaited && html`<${Curtain} seat=${memory.awaited} onAccept=${() => (memory.accept(), shown())} />`;
  if (!view) return html`<main class="table">${curtain}</main>`;
  const undoing = mayUndo(memory);
  return html`<main class="table" data-at=${view.at} data-over=${view.over ? "true" : "false"} data-seat=${memory.seat ?? ""}>
    <${Definitions} drawings=${drawings} />
    <header inert=${Boolean(curtain)}>
      <h1>${entered.name}</h1>
      <p class="whose">${view.over ? t("game_over") : `${t("turn_of", view.active)} (${view.turn})`}${entered.as === "onlooker" ? ` · ${t("onlooker")}` : ""}</p>
      <nav aria-label=${t("commands")}>
        ${entered.as === "seat" && html`
          <button type="button" data-action="undo" aria-disabled=${undoing ? "false" : "true"} onClick=${actions.undo}>${t("undo")}</button>
          <button type="button" data-action="redo" aria-disabled=${view.may_redo ? "false" : "true"} onClick=${actions.redo}>${t("redo")}</button>`}
        <button type="button" data-action="help" aria-label=${t("help")} title=${t("help")} onClick=${actions.help}>?</button>
      </nav>
    </header>
    <div class="land-and-bar" inert=${Boolean(curtain)}>
      <${Parts.Board} spoken=${spoken} view=${view} drawings=${drawings} targets=${targets} preview=${preview} held=${choosing.held} lit=${pointing.lit} recent=${marks}
        pointed=${pointed} focused=${focused} camera=${camera} onTarget=${onTarget} onPoint=${pointing.onPoint} onLeave=${pointing.onLeave}
        onTurn=${onTurn} onFocus=${onFocus} />
      <div class="zoom" role="group" aria-label=${t("zoom")}>
        <button type="button" data-action="zoom-in" aria-label=${t("zoom_in")} onClick=${actions.larger}>+</button>
        <button type="button" data-action="zoom-out" aria-label=${t("zoom_out")} onClick=${actions.smaller}>−</button>
        <button type="button" data-action="fit" aria-label=${t("fit")} title=${t("fit")} onClick=${actions.fit}><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" /></svg></button>
      </div>
      <${Feature} feature=${pointing.feature} pinned=${pointing.pinned} drawings=${drawings} onClose=${pointing.clear} />
      ${(preview || choosing.passing) && html`<${Preview} words=${preview?.words ?? t("pass")} ways=${choosing.ways.length} turns=${choosing.turns}
        onTurn=${actions.turn} onBack=${choosing.back} onConfirm=${actions.confirm} />`}
    </div>
    <div class="side" inert=${Boolean(curtain)}>
      <p class="wrong" role="alert">${choosing.wrong}</p>
      <${Parts.Decision} spoken=${spoken} view=${view} line=${line} drawings=${drawings} mine=${mine} preview=${preview} passing=${choosing.passing} turned=${turnOf(preview) ?? choosing.held ?? 0}
        onOption=${onOption} onPointed=${onPointed} onWords=${onWords} onPass=${onPass} />
      <${Parts.Players} spoken=${spoken} view=${view} drawings=${drawings} options=${options} preview=${preview} onOption=${onOption} />
      <${Parts.Tracks} spoken=${spoken} view=${view} drawings=${drawings} targets=${targets} preview=${preview} pointed=${pointed} focused=${focused} onFocus=${onFocus} onTarget=${onTarget} />
      <${Parts.Stock} spoken=${spoken} view=${view} drawings=${drawings} options=${options} preview=${preview} onOption=${onOption} />
      <${Parts.Standing} spoken=${spoken} view=${view} drawings=${drawings} onPoint=${pointing.onPoint} />
      ${view.over && html`<${SaveButton} line=${line} />`}
      <${Parts.Log} spoken=${spoken} view=${view} line=${line} seat=${memory.seat} onLight=${pointing.light} onPoint=${pointing.onPoint} />
    </div>
    <${Announcements} view=${view} mine=${mine} />
    ${curtain}
    ${help && html`<${Help} askFirst=${choosing.askFirst} onAskFirst=${choosing.onAskFirst} tongues=${tongues} onClose=${() => setHelp(false)} />`}
  </main>`;
}

/** Whether a seat of this page may take the last move back. @param {Memory} memory */
function mayUndo(memory) {
  return Boolean(memory.undoing && memory.views.get(memory.undoing)?.may_undo);
}

/** Goes to what is asked, at the top of what is beside the board. */
function focusDecision() {
  document.querySelector(".side")?.scrollTo(0, 0);
  /** @type {HTMLElement | null} */ (document.querySelector(".decision"))?.focus({ preventScroll: true });
}

/** Who plays by keys goes on where the next decision is, when the button that was pressed is gone. @param {number | undefined} at */
function useRefocus(at) {
  const byKeys = useRef(false);
  useEffect(() => {
    const keyed = () => void (byKeys.current = true);
    const pointed = () => void (byKeys.current = false);
    addEventListener("keydown", keyed, true);
    addEventListener("pointerdown", pointed, true);
    return () => {
      removeEventListener("keydown", keyed, true);
      removeEventListener("pointerdown", pointed, true);
    };
  }, []);
  useEffect(() => {
    if (!byKeys.current || (document.activeElement && document.activeElement !== document.body)) return;
    focusDecision();
  }, [at]);
}
