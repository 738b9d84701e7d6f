// The studio: a table beside all that whoever writes rules wants to see of them, which follows every change of the texts.
import { useEffect, useMemo, useRef, useState } from "/page/vendor/hooks.mjs";
import { html, memo, useStable } from "/page/html.js";
import { set, setting } from "/page/keep.js";
import { Line } from "/page/line.js";
import { atTable } from "/page/studio/at_table.js";
import { Bar } from "/page/studio/bar.js";
import { Folder } from "/page/studio/folder.js";
import { Game } from "/page/studio/game.js";
import { Keeping } from "/page/studio/keeping.js";
import { OpeningDialog } from "/page/studio/opening.js";
import { Panels } from "/page/studio/panels.js";
import { Go } from "/page/studio/problems.js";
import { Split, useWidth } from "/page/studio/split.js";
import { Stage } from "/page/studio/stage.js";
import { useFollowing } from "/page/studio/following.js";
import { Table } from "/page/table/table.js";
import { t } from "/page/words.js";

/** @import { AtTable } from "../types/server" */
/** @import { Desk, Spot } from "../types/studio" */
/** @import { Hears } from "../line" */
/** @import { News } from "../main" */
/** @import { Chosen } from "./scenarios.js" */

/** So many milliseconds an answer may take: whole packs are checked and run by one. */
const PATIENCE = 180_000;

/** Who is to be told that files have changed. @type {{ files: () => void }} */
const told = { files: () => {} };

/** What a line does where it hears that files have changed. */
export const filesChanged = () => told.files();

/** A line to the studio of the server. @param {string} token @param {Hears} hears */
export function lineTo(token, hears) {
  return new Line(token, { ...hears, files: filesChanged }, "/studio/socket", PATIENCE);
}

const Parts = { Table: memo(Table) };

/** @param {{ line: Line, folder: string, news: News, spoken: string, tongues: unknown }} props */
export function Studio({ line, folder: name, news, spoken, tongues }) {
  const [, setShown] = useState(0);
  const shown = useStable(() => setShown((times) => times + 1));
  const desk = /** @type {Desk} */ (/** @type {unknown} */ (line));
  const folder = useMemo(() => new Folder(desk, name, shown), [line]);
  const game = useMemo(() => new Game(desk, name, shown), [line]);
  const following = useFollowing(desk, name, folder, game, news.entered);
  const [tab, setTab] = useState(setting("studio tab", "problems"));
  const [spot, setSpot] = useState(/** @type {Spot | null} */ (null));
  const [staged, setStaged] = useState(/** @type {Chosen | null} */ (null));
  const [dialog, setDialog] = useState(/** @type {"" | "another" | "keep"} */ (""));
  const [wrong, setWrong] = useState("");
  const [percent, setPercent] = useWidth();
  const steps = useRef(0);

  const onTab = useStable((/** @type {string} */ tab) => {
    setTab(tab);
    set("studio tab", tab);
  });
  const onGo = useStable((/** @type {string} */ file, /** @type {number} */ line) => {
    setSpot({ file, line, nth: ++steps.current });
    onTab("source");
  });
  useEffect(() => {
    told.files = following.changed;
    addEventListener("pagehide", () => {
      folder.typing.leave();
      game.close();
    });
  }, []);
  const at = useMemo(() => (game.table === null ? null : atTable(desk, game.table, (did) => game.did(did))), [game.table]);
  // With every change of the texts the scenario may stand elsewhere.
  const listed = staged && (folder.listed.get(staged.pack)?.find(({ title }) => title === staged.listed.title) ?? staged.listed);
  const opened = game.opened;
  const entered = useMemo(() => opened && /** @type {AtTable} */ ({
    type: "entered", as: "seat", table: game.table, name: opened.packs.join(", "), seats: opened.players, players: opened.players.map((player) => ({ name: player, by: "here" })),
  }), [opened]);
  const words = opened ? [opened.packs.join(", "), opened.variants.join(" "), opened.players.join(" "), `${t("seed")} ${opened.seed}`].filter(Boolean).join(" · ") : "";
  // The letters that are commands at the table mean nothing in the panels.
  const keyed = (/** @type {KeyboardEvent} */ event) => event.stopPropagation();

  return html`<div class="studio" style=${{ "--panels": `${percent}%` }} data-folder=${name} data-busy=${following.busy ? "true" : "false"}>
    <div class="place">
      <${Bar} game=${game} words=${words} wrong=${wrong} onWrong=${setWrong} onGo=${onGo} onAnother=${() => setDialog("another")} onKeep=${() => setDialog("keep")}>${tongues}<//>
      ${staged && listed
        ? html`<${Stage} key=${`${staged.pack} ${staged.listed.title}`} desk=${desk} folder=${folder} chosen=${{ pack: staged.pack, listed }} texts=${following.texts} onGo=${onGo} onClose=${() => setStaged(null)} />`
        : at && entered
          ? html`<${Parts.Table} key=${game.table} line=${at} entered=${entered} news=${game.news} spoken=${spoken} tongues=${tongues} bare=${true} drawn=${game.drawn} />`
          : html`<main class="wait"><h1>${name || "rota"}</h1><p>${following.busy ? t("loading") : t("no_game")}</p>
              ${following.wrong.map(({ message, labels }, number) => html`<p key=${number} class="wrong">${message} ${labels[0] && html`<${Go} place=${labels[0]} onGo=${onGo} />`}</p>`)}</main>`}
    </div>
    <aside class="panels" id="panels" aria-label=${t("panels")} onKeyDown=${keyed}>
      <${Split} percent=${percent} onPercent=${setPercent} />
      <p class="unseen" role="status">${following.busy ? "" : t("how_it_is", folder.problems.length, folder.failed)}</p>
      <${Panels} desk=${desk} folder=${folder} game=${game} tab=${tab} spot=${spot} staged=${staged} following=${following} onTab=${onTab} onGo=${onGo} onStaged=${setStaged} onWrong=${setWrong} />
    </aside>
    ${dialog === "another" && html`<${OpeningDialog} desk=${desk} packs=${folder.packs} wanted=${following.wanted} onOpen=${following.open} onClose=${() => setDialog("")} />`}
    ${dialog === "keep" && html`<${Keeping} desk=${desk} folder=${folder} game=${game} onClose=${() => setDialog("")} onWritten=${following.changed} />`}
  </div>`;
}
