// The editor under the policy that the server sets: what is typed, marked, completed, said and written in the usual form.
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { serve } from "./files.mjs";

/** The page lies under `page` there, as it does at the server. */
const FOLDER = fileURLToPath(new URL("../../serve", import.meta.url));
/** The policy as the server says it. */
const POLICY = (readFileSync(new URL("../../serve/src/access.rs", import.meta.url), "utf8").match(/POLICY: &str = "([^"]*)"/)?.[1] ?? "").replace(/\\\n\s*/g, "");

const TEXT = '# Zwei Ströme 🏰\npack deep 0.1.0 "Tief" language 2\nrequires base ^1.0\n\nrule pay at count for DEEP-01 {\n  each f in closed {\n    award 2 pts to f.owner as paid at f\n  }\n}\n';

const TRIAL = `
import { useState } from "/page/vendor/hooks.mjs";
import { render } from "/page/vendor/preact.mjs";
import { html } from "/page/html.js";
import { Editor } from "/page/studio/editor.js";
globalThis.asked = []; globalThis.told = []; globalThis.gone = [];
const bytes = (words) => new TextEncoder().encode(words).length;
function Trial() {
  const [shown, setShown] = useState(${JSON.stringify({ file: "deep.rota", kind: "rota", text: TEXT, problems: [], at: null })});
  globalThis.show = (change) => setShown((before) => ({ ...before, ...change }));
  const change = (text) => { globalThis.told.push(text); globalThis.show({ text }); };
  const ask = async (message) => { globalThis.asked.push(message); return globalThis.answers?.[message.type]; };
  return html\`<p><button id="before">before</button></p><\${Editor} ...\${shown} onChange=\${change} ask=\${ask} onGo=\${(place) => globalThis.gone.push(place)} /><p><button id="after">after</button></p>\`;
}
render(html\`<\${Trial} />\`, document.getElementById("app"));
`;
const HTML = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>editor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page/style/page.css"><script type="module" src="/trial.js"></script></head><body><main id="app"></main></body></html>';

const at = (words) => Buffer.byteLength(TEXT.slice(0, TEXT.indexOf(words)));

/** @param {{ visitor: (how?: object) => Promise<import("../../serve/browser/browser.mjs").Visitor> }} given */
export async function editor({ visitor }) {
  if (!POLICY.includes("style-src 'self'")) throw new Error("the policy of the server is not found");
  const one = await serve(FOLDER, { headers: { "content-security-policy": POLICY }, texts: { "/trial.html": HTML, "/trial.js": TRIAL } });
  const { page } = await visitor();
  await page.goto(`${one.address}trial.html`);
  const content = page.locator(".cm-content");
  await content.waitFor();
  const colour = (words) => page.locator(".cm-line span", { hasText: new RegExp(`^${words}$`) }).first().evaluate((node) => getComputedStyle(node).color);
  const distinct = new Set(await Promise.all(["rule", "each", "closed", "DEEP-01", '"Tief"'].map(colour)));
  if (distinct.size !== 5) throw new Error(`${[...distinct]} are not five colours`);
  const look = await page.locator(".cm-gutters").evaluate((node) => [getComputedStyle(node).display, getComputedStyle(node).backgroundColor]);
  if (look[0] !== "flex" || look[1] === "rgba(0, 0, 0, 0)") throw new Error(`the editor has no style: ${look}`);

  // Problems, by bytes.
  const label = { file: "deep.rota", start: at("f.owner"), end: at("f.owner") + 7, line: 7, column: 20, end_line: 7, end_column: 27, text: "nobody owns it" };
  const fix = { title: "write `winner`", safe: true, edits: [{ ...label, text: "winner" }] };
  const problem = { severity: "error", code: "check::none", message: "there is no owner", help: "name somebody", labels: [label], fixes: [fix] };
  await page.evaluate((problems) => globalThis.show({ problems }), [problem]);
  const marked = page.locator(".cm-lintRange-error");
  await marked.waitFor();
  const words = (await marked.allTextContents()).join("");
  if (words !== "f.owner") throw new Error(`\`${words}\` is marked`);
  await marked.first().hover();
  const shown = await page.locator(".cm-tooltip .cm-diagnosticText").textContent();
  if (!shown?.includes("name somebody")) throw new Error(`the mark says ${shown}`);
  await page.locator(".cm-diagnosticAction").click();
  await page.waitForFunction(() => globalThis.told.at(-1)?.includes("to winner as"));

  // Completion: what is asked is asked in bytes, and what is inserted replaces bytes.
  await page.evaluate((text) => globalThis.show({ text, problems: [], at: { line: 4 } }), TEXT);
  await content.click();
  await page.keyboard.press("Control+End");
  const end = Buffer.byteLength(TEXT);
  const item = { label: "option", detail: "item", doc: "An `option` of\n```rota\noption a : 1..2 = 1\n```", insert: "option", from: end, to: end + 1 };
  await page.evaluate((completions) => (globalThis.answers = { completions, complete: completions }), { type: "completions", items: [item] });
  await page.keyboard.type("o");
  await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
  const asked = await page.evaluate(() => globalThis.asked.filter(({ type }) => type === "complete").at(-1));
  if (asked.at !== end + 1) throw new Error(`asked at ${asked.at}, not at ${end + 1}`);
  // What is chosen by mistake, while the list appears, is not taken.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => globalThis.told.at(-1) === text, `${TEXT}option`);

  // Hover, definition, format.
  const name = { type: "hovered", text: "A rule **of** this pack", from: at("pay at"), to: at("pay at") + 3 };
  const place = { file: "base.rota", start: 1, end: 2, line: 3, column: 1 };
  await page.evaluate((answers) => (globalThis.answers = answers), { hover: name, definition: { type: "defined", places: [place] }, format: { type: "formatted", text: `${TEXT}option\n` } });
  await page.mouse.move(5, 5);
  await page.locator(".cm-line span", { hasText: /^pay$/ }).hover();
  if ((await page.locator(".cm-said").textContent()) !== "A rule of this pack") throw new Error("nothing is said of a name");
  await page.mouse.move(5, 5);
  await page.keyboard.press("F12");
  await page.waitForFunction(() => globalThis.gone.at(-1)?.file === "base.rota");
  await page.keyboard.press("Shift+Alt+F");
  await page.waitForFunction((text) => globalThis.told.at(-1) === text, `${TEXT}option\n`);
  await page.keyboard.press("Control+z");
  await page.waitForFunction((text) => globalThis.told.at(-1) === text, `${TEXT}option`);

  // Keys: Tab indents, and leaves behind Escape.
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
  await page.keyboard.press("Tab");
  if ((await focused()) !== "editor") throw new Error("Tab has left the editor");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  if ((await focused()) !== "after") throw new Error(`Escape and Tab lead to ${await focused()}`);
  const named = await content.evaluate((node) => [node.getAttribute("aria-label"), node.getAttribute("role"), node.getAttribute("aria-multiline")]);
  if (named.join() !== "deep.rota,textbox,true") throw new Error(`the editor is called ${named}`);

  // Another text and back: what was taken back can still be done again.
  await page.evaluate(() => globalThis.show({ file: "deep.toml", kind: "toml", text: "[tiles.a]\nedges = \"R R F F\"\ncount = 2\n", problems: [], at: null }));
  await page.waitForFunction(() => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content")?.getAttribute("aria-label") === "deep.toml");
  if ((await page.locator(".cm-content").textContent())?.includes("pack")) throw new Error("the other text is not shown");
  const tile = new Set(await Promise.all([colour("edges"), colour('"R R F F"'), colour("2")]));
  if (tile.size !== 3) throw new Error("a tile file has no colours");
  await page.evaluate((text) => globalThis.show({ file: "deep.rota", kind: "rota", text, at: { line: 7, column: 5, nth: 2 } }), TEXT);
  await page.waitForFunction(() => document.activeElement?.className === "editor");
  await page.keyboard.type("x");
  await page.waitForFunction((text) => globalThis.told.at(-1) === text, TEXT.replace("    award", "    xaward"));

  // Dark colours are those of the page.
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await page.locator(".cm-editor").evaluate((node) => getComputedStyle(node).backgroundColor);
  if (dark !== "rgb(36, 39, 35)") throw new Error(`the ground in the dark is ${dark}`);
  one.close();
  return "colours, problems, completion, hover, definition, format, keys, two texts";
}
