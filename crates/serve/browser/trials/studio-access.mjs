// The studio for everybody: what tools for accessibility find in each panel, narrow windows, and keys.
import { DESK } from "../browser.mjs";
import { AXE, narrow, wrong } from "./access.mjs";
import { must, studio } from "./studio.mjs";

const PANELS = ["problems", "scenarios", "rules", "tiles", "source"];

/** A warning about a tile, and a scenario that fails, so that there is something to see in each panel. */
async function spoil(studio) {
  studio.change("tiles/lanterns.toml", '{ field = "SR W", touches = "N" }', '{ field = "SR W" }');
  studio.change("scenarios.rota", "expect pile.count = 77", "expect pile.count = 78");
  await studio.shows("[data-tab=problems] b", /^1$/);
  await studio.shows("[data-tab=scenarios] b", "✗ 1");
  await studio.quiet();
}

async function looks(studio) {
  const { page } = studio;
  const found = [];
  let times = 0;
  const look = async (where) => {
    times += 1;
    found.push(...(await wrong(page, where, "light")), ...(await narrow(page, where)));
    await page.emulateMedia({ colorScheme: "dark" });
    found.push(...(await wrong(page, where, "dark")));
    await page.emulateMedia({ colorScheme: "light" });
  };
  await studio.play(4);
  await spoil(studio);
  for (const panel of PANELS) {
    await studio.tab(panel);
    if (panel === "tiles") await page.click('[data-tile="lanterns/gate"]');
    if (panel === "tiles") await studio.shows(".turned .trouble", "does not touch it");
    if (panel === "source") await page.click('.code [data-line="15"] .number');
    if (panel === "source") await studio.shows(".used p", "Line 15 ran");
    await look(`the panel of ${panel}`);
  }
  await studio.does("edit");
  await page.locator(".editor .cm-content").waitFor();
  await look("the editor");
  await studio.does("keep");
  await page.locator(".keeping textarea").waitFor();
  await look("a new scenario");
  await page.keyboard.press("Escape");
  await studio.does("another");
  await page.locator("dialog.opening [data-pack]").first().waitFor();
  await look("another game");
  await page.keyboard.press("Escape");
  await studio.tab("scenarios");
  await page.locator(".scenario.failed [data-action=on-board]").click();
  await studio.shows(".stage .steps output", /^line 0 of 1$/);
  await studio.does("to-wrong");
  await studio.shows(".stage .row .told", /./);
  await look("a scenario on the board");
  return { found: [...new Set(found)], times };
}

/** Tabs and the line between the table and the panels, without a pointer. */
async function keys(studio) {
  const { page } = studio;
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await page.focus("[role=tab][aria-selected=true]");
  await page.keyboard.press("Home");
  for (const [number, panel] of PANELS.entries()) {
    must((await focused()) === `tab-${panel}`, `${await focused()} has the focus instead of the tab of ${panel}`);
    await page.locator(`[role=tabpanel][aria-labelledby=tab-${panel}]`).waitFor();
    must((await page.locator("[role=tab][tabindex='0']").count()) === 1, "Tab goes to more than one of the tabs");
    if (number < PANELS.length - 1) await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("ArrowRight");
  must((await focused()) === "tab-problems", "the arrow does not go around");
  await page.keyboard.press("ArrowLeft");
  must((await focused()) === "tab-source", "the arrow does not go back");
  const [split, panels] = [page.locator("[role=separator]"), page.locator("#panels")];
  await split.focus();
  await page.keyboard.press("Enter");
  const wide = async () => (await panels.boundingBox()).width;
  const now = async (percent) => {
    await page.locator(`[role=separator][aria-valuenow="${percent}"]`).waitFor();
    return wide();
  };
  const usual = await now(36);
  await page.keyboard.press("ArrowLeft");
  must((await now(38)) > usual, "the panels are not wider");
  await page.keyboard.press("Home");
  must((await now(22)) < usual, "the panels are not narrow");
  await page.keyboard.press("End");
  must((await now(70)) > usual, "the panels are not wide");
  await page.keyboard.press("Enter");
  await now(36);
}

export const access = (given) => studio(given, async (studio) => {
  const { found, times } = await looks(studio);
  if (found.length > 0) throw new Error(found.join("\n"));
  await keys(studio);
  return `${times} looks, light and dark, nothing found; tabs and separator by keys`;
}, { how: { ...DESK, colorScheme: "light" }, script: AXE });
