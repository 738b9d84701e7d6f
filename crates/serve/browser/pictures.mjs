// Draws the pictures of the page in docs/pictures: node pictures.mjs PROGRAM [table | studio]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DESK, Visitor, launch } from "./browser.mjs";
import { Player } from "./player.mjs";
import { Server } from "./server.mjs";
import { begin, fill } from "./start.mjs";

const PICTURES = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const LANTERNS = fileURLToPath(new URL("../../../docs/examples/lanterns", import.meta.url));
const [program, only = ""] = process.argv.slice(2);
if (!program || !["", "table", "studio"].includes(only)) {
  console.error("node pictures.mjs PROGRAM [table | studio]");
  process.exit(2);
}

/** A picture of what is in the window, as small as it can be told apart. */
const shoot = (page, name) => page.screenshot({ path: `${PICTURES}${name}.png`, animations: "disabled" });

/** Waits until what fades in has done so. */
const settled = (page) => page.evaluate(async () => {
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
});

/** Chooses a cell in which the tile can be turned, so that it is seen how it is turned and confirmed. */
async function turnable(page, player) {
  for (;;) {
    const { targets } = await player.look();
    for (const cell of player.hand.reachable(targets).filter(({ kind }) => kind === "cell")) {
      await player.hand.target(cell);
      await page.waitForSelector("[data-action=confirm]");
      if ((await player.look()).turn) return;
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-action=confirm]", { state: "detached" });
    }
    await player.play({ moves: player.moves + 1 });
  }
}

/** People at a table. */
async function table(browser) {
  const server = await new Server(program).start();
  const small = { ...DESK, viewport: { width: 1120, height: 700 } };
  const { page, context } = await Visitor.come(browser, small);
  try {
    await page.goto(server.link);
    await fill(page, {
      packs: ["base"], variants: ["first_revision"],
      seats: [["ann", "here"], ["ben", "elsewhere"], ["cyd", "greedy"]], seed: 7,
    });
    await page.evaluate(() => document.activeElement?.blur());
    await page.evaluate(() => scrollTo(0, 0));
    await settled(page);
    await shoot(page, "page_start");

    await fill(page, { packs: ["base"], seats: [["ann", "here"], ["cyd", "greedy"]], seed: 7 });
    const { here } = await begin(page);
    await page.goto(here);
    await page.waitForSelector("main.table");
    const player = new Player(page, { seed: 8, plain: true });
    await player.play({ moves: 24 });
    while ((await page.locator(".log li.scored button").count()) === 0) await player.play({ moves: player.moves + 1 });
    await turnable(page, player);
    await page.mouse.move(5, 5);
    await settled(page);
    await shoot(page, "page_table");

    await page.keyboard.press("Escape");
    const points = page.locator(".log li.scored button");
    await points.first().click();
    await page.locator(".why").first().waitFor();
    await page.locator(".why [data-action=read]").first().click();
    await page.locator(".why pre").first().waitFor();
    await page.locator(".why").first().evaluate((at) => at.closest("li")?.scrollIntoView({ block: "center" }));
    await page.mouse.move(5, 5);
    await settled(page);
    await shoot(page, "page_why");
  } finally {
    await context.close();
    await server.stop();
  }
}

/** The number of a line, counted from 1. @param {string} file @param {string} words that stand in it */
const lineOf = (file, words) => readFileSync(file, "utf8").split("\n").findIndex((line) => line.includes(words)) + 1;

/** Changes words of a file, which have to be there once. @param {string} file @param {string} from @param {string} to */
function change(file, from, to) {
  const parts = readFileSync(file, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} is ${parts.length - 1} times in ${file}`);
  writeFileSync(file, parts.join(to));
}

/** Somebody who writes a pack, and makes mistakes in it. */
async function studio(browser) {
  const server = await new Server(program, { studio: LANTERNS }).start();
  const rules = join(server.pack, "pack.rota");
  const { page, context } = await Visitor.come(browser, { ...DESK, viewport: { width: 1280, height: 760 }, colorScheme: "light" });
  const does = (action) => page.click(`[data-action=${action}]`);
  const tab = (name) => page.click(`[data-tab=${name}]`);
  const quiet = () => page.locator(".studio[data-busy=false]").waitFor();
  try {
    await page.goto(server.link);
    await page.locator("main.table[data-at]").waitFor();
    await quiet();
    await does("another");
    await page.locator("dialog.opening .shelf").waitFor();
    await page.fill("dialog.opening [name=seed]", "7");
    await page.click("dialog.opening [data-action=begin]");
    await page.locator("dialog.opening").waitFor({ state: "detached" });

    // The first move in which somebody was paid for lanterns, and the rule that did it.
    await does("play-end");
    await page.locator("[data-action=stop]").waitFor({ state: "detached", timeout: 60_000 });
    await tab("source");
    await page.click(`[data-line="${lineOf(rules, "award lanterns")}"] button.number`);
    const move = (await page.locator(".used [data-move]").last().innerText()).trim();
    await page.click(`.used [data-move="${move}"]`);
    await page.locator(`.used [data-move="${move}"][aria-current]`).waitFor();
    await tab("rules");
    const lit = page.locator(".call", { hasText: "light_road" }).first();
    await lit.evaluate((at) => at.scrollIntoView({ block: "center" }));
    await page.mouse.move(5, 755);
    await settled(page);
    await shoot(page, "studio_rules");

    await tab("tiles");
    await page.click("[data-tile='lanterns/gate']");
    await page.locator(".turned .segments li").first().hover();
    await settled(page);
    await shoot(page, "studio_tiles");

    await tab("problems");
    await page.mouse.move(5, 755);
    change(rules, "s.tile.lanterns)", "s.tile.lantern)");
    await page.locator(".trouble.error").first().waitFor();
    await quiet();
    await settled(page);
    await shoot(page, "studio_problems");

    await does("fix");
    await page.locator(".trouble").first().waitFor({ state: "detached" });
    await tab("scenarios");
    change(rules, "= it + 1", "= it + 2");
    await page.click(".scenario.failed [data-action=on-board]");
    await page.locator(".stage .code .row").first().waitFor();
    await page.click(".stage [data-action=to-wrong]");
    await page.locator(".stage .told").first().waitFor();
    await page.locator(".scenario.failed").first().evaluate((at) => at.scrollIntoView({ block: "center" }));
    await page.mouse.move(5, 755);
    await settled(page);
    await shoot(page, "studio_scenario");
  } finally {
    await context.close();
    await server.stop();
  }
}

const browser = await launch();
try {
  if (only !== "studio") await table(browser);
  if (only !== "table") await studio(browser);
} finally {
  await browser.close();
}
