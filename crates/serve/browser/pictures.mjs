// Draws the pictures of the page in docs/pictures: node pictures.mjs PROGRAM
import { fileURLToPath } from "node:url";
import { DESK, Visitor, launch } from "./browser.mjs";
import { Player } from "./player.mjs";
import { Server } from "./server.mjs";
import { begin, fill } from "./start.mjs";

const PICTURES = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const [program] = process.argv.slice(2);
if (!program) {
  console.error("node pictures.mjs PROGRAM");
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

const server = await new Server(program).start();
const browser = await launch();
try {
  const small = { ...DESK, viewport: { width: 1120, height: 700 } };
  const { page, context } = await Visitor.come(browser, small);
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
  await context.close();
} finally {
  await browser.close();
  await server.stop();
}
