// What a program would choose: whoever decides asks for it, sees it, and may choose by it; nobody else can, and nothing
// is done by asking.
import { Keys } from "../hands.mjs";
import { table } from "./games.mjs";
import { must, studio } from "./studio.mjs";

const BUTTON = "[data-action=consider]";
const ROW = ".considered tbody tr";

/** All that shows how the game stands. */
const standing = (page) => page.evaluate(() => ({
  at: document.querySelector("main.table").dataset.at,
  tiles: document.querySelector(".board .tiles").innerHTML,
  targets: [...document.querySelectorAll(".target")].map((at) => at.outerHTML),
  log: document.querySelector(".log").textContent,
}));

/** The rows: how much of the search went there, the lead, and the words of the choice. */
async function rows(page) {
  await page.waitForSelector(ROW);
  return page.$$eval(ROW, (all) => all.map((row) => {
    const [share, lead] = [...row.cells].map((cell) => cell.textContent.trim());
    return { share, lead, words: row.querySelector("button").dataset.words };
  }));
}

/** Whether rows are as they have to be: up to five, those that were looked at most at first. */
function check(found) {
  const told = JSON.stringify(found);
  if (found.length === 0 || found.length > 5) throw new Error(`${found.length} rows: ${told}`);
  if (!found.every(({ share, lead }) => /^\d+ %$/.test(share) && /^([+-]\d+\.\d|0\.0)$/.test(lead))) throw new Error(`numbers: ${told}`);
  const shares = found.map(({ share }) => parseInt(share));
  if (shares.some((share, row) => share > (shares[row - 1] ?? 100)) || shares.reduce((sum, share) => sum + share) > 100) throw new Error(`shares: ${told}`);
}

export async function considers(given) {
  const { page, links } = await table(given, { packs: ["base"], seats: [["ann", "here"], ["ben", "elsewhere"]], seed: 7 });
  const [ben, onlooker] = [await given.visitor(), await given.visitor()];
  for (const [other, link] of [[ben, links.ben], [onlooker, links.onlooker]]) {
    await other.open(link);
    await other.page.waitForSelector("main.table .decision");
    if ((await other.page.locator(BUTTON).count()) > 0) throw new Error("somebody else may ask, too");
  }

  // By keys alone; what is found is said aloud, and whoever asked is still where they were.
  const keys = new Keys(page);
  const before = await standing(page);
  await keys.tab(BUTTON);
  await keys.key("Enter");
  const found = await rows(page);
  check(found);
  if (!(await keys.at(`${BUTTON}[aria-expanded=true]`))) throw new Error("whoever asked is elsewhere now");
  const spoken = await page.evaluate(() => [...globalThis.spoken]);
  if (!spoken.some((words) => words.endsWith(`: ${found[0].words}`))) throw new Error(`what it would choose is not said: ${JSON.stringify(spoken)}`);
  if (JSON.stringify(await standing(page)) !== JSON.stringify(before)) throw new Error("the table is another one");
  const more = page.locator(".decision [data-action=show]");
  if ((await more.count()) > 0) await more.click();
  const offered = await page.$$eval(".decision .option", (all) => all.map((at) => at.dataset.words));
  const unknown = found.filter(({ words }) => words !== "pass" && !offered.includes(words));
  if (unknown.length > 0) throw new Error(`no options: ${JSON.stringify(unknown)}`);

  // Pointed at, its place is shown; chosen, it waits to be confirmed as any other option.
  await page.mouse.move(5, 5);
  for (const [way, does] of [["pointer", () => page.hover(`${ROW} >> nth=0`)], ["key", () => keys.tab(`${ROW} button`)]]) {
    await page.evaluate(() => document.activeElement?.blur());
    await page.waitForSelector(".target.pointed", { state: "detached" });
    await does();
    const pointed = await page.waitForSelector(".board .target.pointed", { timeout: 3000 }).catch(() => null);
    if (!pointed) throw new Error(`its place is not shown by a ${way}`);
    await page.mouse.move(5, 5);
  }
  await page.click(`${ROW} button`);
  await page.waitForSelector(`${ROW} button[aria-pressed=true]`);
  await page.waitForSelector(`.decision .option.chosen[data-words="${found[0].words}"]`);
  if ((await standing(page)).at !== before.at) throw new Error("it was done at once");
  await page.click("[data-action=confirm]");
  await page.waitForSelector(`main.table:not([data-at="${before.at}"])`);
  await page.waitForSelector(ROW, { state: "detached" });
  return `${found.map(({ share, lead, words }) => `${share} ${lead} ${words}`).join("; ")}; not by others`;
}

/** What was asked before a move is not told behind it. */
export async function late(given) {
  const { page } = await table(given, { packs: ["base"], seed: 7 });
  const at = () => page.locator("main.table").getAttribute("data-at");
  const before = await at();
  await page.click(".decision .option");
  await page.evaluate(() => {
    document.querySelector("[data-action=consider]").click();
    document.querySelector("[data-action=confirm]").click();
  });
  await page.waitForSelector(`main.table:not([data-at="${before}"])`);
  await page.waitForSelector(`${BUTTON}[aria-expanded=false]`);
  await page.waitForTimeout(1500);
  if ((await page.locator(ROW).count()) > 0) throw new Error("what was asked at another decision is told");
  await page.click(BUTTON);
  await page.waitForSelector(`${BUTTON}[aria-expanded=true]`);
  const words = await page.locator(".considered [role=status]").textContent();
  if (!words) throw new Error("the next decision is not considered");
  await page.click(BUTTON);
  await page.waitForSelector(`${BUTTON}[aria-expanded=false]`);
  if ((await page.locator(ROW).count()) > 0) throw new Error("what was found is not put away");
  return `dropped; behind it "${words}"`;
}

/** At the table of the studio it is asked of the engine that keeps the table. */
export const inStudio = (given) => studio(given, async ({ page }) => {
  const { at } = await standing(page);
  await page.click(BUTTON);
  const found = await rows(page);
  check(found);
  must((await standing(page)).at === at, "the table is another one");
  return `${found.length} rows`;
});
