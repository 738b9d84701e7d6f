// What tools for accessibility find, light and dark, and whether a narrow window has to be moved sideways.
import { createRequire } from "node:module";
import { DESK } from "../browser.mjs";
import { Player } from "../player.mjs";
import { table } from "./games.mjs";

export const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What is looked for in the light; in the dark only colours are others. */
const RULES = {
  light: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  dark: { type: "rule", values: ["color-contrast"] },
};

/** What is wrong with a page, a line for each. */
export async function wrong(page, where, scheme) {
  // Rules may not look at what is still fading in.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
  const violations = await page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}): ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`).join("; ")}`);
  }, RULES[scheme]);
  return violations.map((one) => `${where}, ${scheme}: ${one}`);
}

/** Whether a narrow window would have to be moved sideways. */
export async function narrow(page, where) {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const [wide, out] = await page.evaluate(() => {
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    const out = [...document.querySelectorAll("body *")].filter((at) => !at.closest(".board, svg") && at.getBoundingClientRect().right > 321);
    return [wide, out.slice(0, 4).map((at) => `${at.tagName.toLowerCase()}.${at.className}`)];
  });
  await page.setViewportSize(DESK.viewport);
  const side = await page.evaluate(() => { const at = document.querySelector(".side"); return at ? at.scrollWidth - at.clientWidth : 0; });
  if (side > 0) return [`${where}: what is beside the board is ${side} pixels wider than its room`];
  return wide > 320 ? [`${where}: ${wide} pixels wide where there are 320 (${out.join(", ")})`] : [];
}

export async function access(given) {
  const found = [];
  let looks = 0;
  for (const colorScheme of ["light", "dark"]) {
    const visitor = await given.visitor({ ...DESK, colorScheme });
    await visitor.context.addInitScript({ path: AXE });
    const { page } = visitor;
    const look = async (where) => {
      looks += 1;
      found.push(...(await wrong(page, where, colorScheme)), ...(await narrow(page, where)));
    };
    await visitor.open(given.server.link);
    await page.waitForSelector("[data-action=begin]");
    await look("start page");
    await page.evaluate(() => document.querySelectorAll("details").forEach((at) => (at.open = true)));
    await look("start page unfolded");
    const { links } = await table({ ...given, visitor: async () => visitor }, { composition: "all_three", seed: 41 });
    await look("table");
    const player = new Player(page, { seed: 42, plain: true });
    await player.play({ moves: 24 });
    const now = await player.look();
    if (now?.curtain) await player.step(now);
    const target = player.hand.reachable((await player.look()).targets)[0];
    if (target) await player.hand.target(target);
    await page.click("[data-action=consider]");
    await page.waitForSelector(".considered table");
    await look("table with a choice");
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelectorAll("details").forEach((at) => (at.open = true)));
    const point = page.locator(".log button").first();
    if ((await point.count()) > 0) await point.click();
    await look("table unfolded");
    await page.locator("[data-action=help]").click();
    await page.waitForSelector("dialog[open]");
    await look("help");
    await visitor.open(given.server.link);
    await page.waitForSelector("[data-action=close]");
    await look("start page with tables");
    if (!links.onlooker) found.push("no link for onlookers");
  }
  const all = [...new Set(found)];
  if (all.length > 0) throw new Error(all.join("\n"));
  return `${looks} looks, nothing found`;
}
