// The page begins: by which link has somebody come, and what is shown there.
import { useEffect, useState } from "/page/vendor/hooks.mjs";
import { render } from "/page/vendor/preact.mjs";
import { html } from "/page/html.js";
import { token } from "/page/keep.js";
import { Line } from "/page/line.js";
import { Start } from "/page/start/start.js";
import { Table } from "/page/table/table.js";
import { Tongues } from "/page/tongues.js";
import { language, speak, t } from "/page/words.js";

/** @import { Entered } from "./types/server" */
/** @typedef {{ entered: number, heard: number, at: number }} News how often somebody has come in, and what was heard since */

/** Where whoever writes rules comes in: what is needed there alone is loaded there alone. */
const studio = location.pathname === "/studio" ? await import("/page/studio/studio.js") : null;

function Page() {
  const [line, setLine] = useState(/** @type {Line | null} */ (null));
  const [entered, setEntered] = useState(/** @type {Entered | null} */ (null));
  const [state, setState] = useState(/** @type {"loading" | "no_token" | import("./line").LineState} */ ("loading"));
  const [news, setNews] = useState(/** @type {News} */ ({ entered: 0, heard: 0, at: -1 }));
  const [spoken, setSpoken] = useState(language());

  useEffect(() => {
    // A link that is opened in a tab where the page already is changes only what stands behind `#`.
    addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
    const own = token();
    if (!own) return setState("no_token");
    const entered = (/** @type {Entered} */ as) => {
      setEntered(as);
      setNews((before) => ({ entered: before.entered + 1, heard: before.heard, at: -1 }));
    };
    const heard = (/** @type {number} */ at) => setNews((before) => ({ ...before, heard: before.heard + 1, at }));
    if (studio) setLine(studio.lineTo(own, { entered, state: setState, news: heard }));
    else setLine(new Line(own, { entered, state: setState, news: heard }));
  }, []);
  useEffect(() => speak(spoken), [spoken]);

  const banner = state !== "open" && html`<p class="banner" role="status">${t(state)}</p>`;
  const tongues = html`<${Tongues} spoken=${spoken} onSpeak=${setSpoken} />`;
  if (!entered || !line || state === "refused") return html`<main class="wait"><h1>rota</h1>${banner}</main>`;
  if (entered.as === "owner") return html`${banner}<${Start} line=${line} news=${news} spoken=${spoken} tongues=${tongues} />`;
  if (entered.as === "studio") return studio && html`${banner}<${studio.Studio} line=${line} folder=${entered.folder} news=${news} spoken=${spoken} tongues=${tongues} />`;
  return html`${banner}<${Table} line=${line} entered=${entered} news=${news} spoken=${spoken} tongues=${tongues} />`;
}

const app = document.getElementById("app");
if (app) render(html`<${Page} />`, app);
