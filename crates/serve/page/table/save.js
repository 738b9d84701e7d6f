// The save of a game that is over, to keep.
import { html } from "/page/html.js";
import { t } from "/page/words.js";

/** @import { Line } from "../line" */

/** @param {{ line: Line }} props */
export function SaveButton({ line }) {
  const save = async () => {
    const answer = await line.ask({ type: "save" });
    if (answer?.type !== "saved") return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([answer.save], { type: "text/plain" }));
    link.download = "game.save";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return html`<p><button type="button" data-action="save" onClick=${save}>${t("save")}</button></p>`;
}
