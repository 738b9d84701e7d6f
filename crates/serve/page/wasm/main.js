// The studio without a server begins: what a link holds is taken up, then the engine in the page is asked.
import { useEffect, useState } from "/page/vendor/hooks.mjs";
import { render } from "/page/vendor/preact.mjs";
import { html } from "/page/html.js";
import { Studio, filesChanged } from "/page/studio/studio.js";
import { Tongues } from "/page/tongues.js";
import { Arrived } from "/page/wasm/arrived.js";
import { Line } from "/page/wasm/line.js";
import { Folder } from "/page/wasm/folder.js";
import { language, speak, t } from "/page/words.js";

/** @import { News } from "../main" */

function Page() {
  const [line, setLine] = useState(/** @type {Line | null} */ (null));
  const [folder, setFolder] = useState(/** @type {string | null} */ (null));
  const [state, setState] = useState(/** @type {"loading" | import("../line").LineState} */ ("loading"));
  const [news, setNews] = useState(/** @type {News} */ ({ entered: 0, heard: 0, at: -1 }));
  const [link, setLink] = useState(location.hash);
  const [spoken, setSpoken] = useState(language());

  useEffect(() => {
    addEventListener("hashchange", () => setLink(location.hash));
    const entered = (/** @type {{ folder: string }} */ as) => {
      setFolder(as.folder);
      setNews((before) => ({ ...before, entered: before.entered + 1, at: -1 }));
    };
    setLine(new Line({ entered, state: setState, files: filesChanged }));
  }, []);
  useEffect(() => speak(spoken), [spoken]);
  const arrived = () => {
    history.replaceState(null, "", location.pathname + location.search);
    setLink("");
  };

  const banner = state !== "open" && html`<p class="banner" role="status">${t(state)}</p>`;
  if (!line || folder === null) return html`<main class="wait"><h1>rota</h1>${banner}</main>`;
  const tongues = html`<${Folder} line=${line} /><${Tongues} spoken=${spoken} onSpeak=${setSpoken} />`;
  return html`${banner}${link.length > 1 && html`<${Arrived} key=${link} line=${line} link=${link} onDone=${arrived} />`}
    <${Studio} line=${line} folder=${folder} news=${news} spoken=${spoken} tongues=${tongues} />`;
}

const app = document.getElementById("app");
if (app) render(html`<${Page} />`, app);
