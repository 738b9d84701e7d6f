// The panels beside the table.
import { html, memo, useStable } from "/page/html.js";
import { Problems, mended } from "/page/studio/problems.js";
import { Rules } from "/page/studio/rules.js";
import { Scenarios } from "/page/studio/scenarios.js";
import { Source } from "/page/studio/source.js";
import { Tabs } from "/page/studio/tabs.js";
import { Tiles } from "/page/studio/tiles.js";
import { language, t } from "/page/words.js";

/** @import { Mend } from "../types/messages" */
/** @import { Desk, Spot } from "../types/studio" */
/** @import { Folder } from "./folder.js" */
/** @import { Following } from "./following.js" */
/** @import { Game } from "./game.js" */
/** @import { OnGo } from "./problems.js" */
/** @import { Chosen } from "./scenarios.js" */

// What lists all of a folder is drawn again only where something of the folder has changed, and not with every move.
const Parts = { Problems: memo(Problems), Scenarios: memo(Scenarios) };

/** @param {number} count */
const counted = (count) => (count > 0 ? String(count) : "");

/**
 * @param {{ desk: Desk, folder: Folder, game: Game, tab: string, spot: Spot | null, staged: Chosen | null, following: Following,
 *   onTab: (tab: string) => void, onGo: OnGo, onStaged: (chosen: Chosen) => void, onWrong: (words: string) => void }} props
 */
export function Panels({ desk, folder, game, tab, spot, staged, following, onTab, onGo, onStaged, onWrong }) {
  const after = async (/** @type {Promise<import("../types/messages").Problem[]>} */ doing) => {
    onWrong((await doing).map(({ message, help }) => [message, help].filter(Boolean).join(": ")).join(" "));
    following.changed();
  };
  const onFix = useStable((/** @type {Mend} */ mend) => after(mended(folder, mend)));
  const onSave = (/** @type {string} */ file) => after(folder.write(file, folder.text(file) ?? ""));
  const onLeave = (/** @type {string} */ file) => folder.typing.drop(file).then(following.changed);
  const tabs = [
    { name: "problems", words: t("problems"), count: counted(folder.problems.length) },
    { name: "scenarios", words: t("scenarios"), count: folder.failed > 0 ? `✗ ${folder.failed}` : "" },
    { name: "rules", words: t("rules") },
    { name: "tiles", words: t("tiles_tab") },
    { name: "source", words: t("source"), count: folder.typing.typed.size > 0 ? "●" : "" },
  ];
  const chosen = tabs.some(({ name }) => name === tab) ? tab : "problems";
  return html`<${Tabs} words=${t("panels")} tabs=${tabs} chosen=${chosen} onTab=${onTab}>
    ${chosen === "problems" && html`<${Parts.Problems} folder=${folder} times=${folder.times} spoken=${language()} onGo=${onGo} onFix=${onFix} />`}
    ${chosen === "scenarios" && html`<${Parts.Scenarios} folder=${folder} times=${folder.times} spoken=${language()} open=${staged} onGo=${onGo} onFix=${onFix} onOpen=${onStaged} />`}
    ${chosen === "rules" && html`<${Rules} game=${game} onGo=${onGo} />`}
    ${chosen === "tiles" && html`<${Tiles} desk=${desk} folder=${folder} texts=${following.texts} onGo=${onGo} onFix=${onFix} />`}
    ${chosen === "source" && html`<${Source} desk=${desk} folder=${folder} game=${game} spot=${spot} onGo=${onGo} onTyped=${following.changed} onSave=${onSave} onLeave=${onLeave} />`}
  <//>`;
}
