// The studio of whoever writes a pack: what the trials of it have in common.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DESK } from "../browser.mjs";
import { Server } from "../server.mjs";

const LANTERNS = fileURLToPath(new URL("../../../../docs/examples/lanterns", import.meta.url));

/** How long the packs may be looked at, in milliseconds, where something else does so too. */
const PATIENCE = 15_000;

/** Somebody at the studio of a pack, who has an editor of their own for its files. */
export class Studio {
  /** @param {import("../browser.mjs").Visitor} visitor @param {string} pack its folder */
  constructor(visitor, pack) {
    this.visitor = visitor;
    this.page = visitor.page;
    this.pack = pack;
  }

  read(file) {
    return readFileSync(join(this.pack, file), "utf8");
  }

  /** Writes a file as an editor does: nothing of the page is asked. */
  write(file, text) {
    writeFileSync(join(this.pack, file), text);
  }

  /** Changes words of a file, which have to be there once. */
  change(file, from, to) {
    const parts = this.read(file).split(from);
    if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} is ${parts.length - 1} times in ${file}`);
    this.write(file, parts.join(to));
  }

  /** The words of all that is seen of something. @param {string} selector @returns {Promise<string[]>} */
  async all(selector) {
    return (await this.page.locator(selector).allInnerTexts()).map((words) => words.replace(/\s+/g, " ").trim());
  }

  /** Waits until something shows words, and gives all of them back. @param {string} selector @param {string | RegExp} words */
  async shows(selector, words) {
    const found = this.page.locator(selector).filter({ hasText: words, visible: true }).first();
    await found.waitFor({ timeout: PATIENCE }).catch(async () => {
      throw new Error(`${selector} does not show ${words}, but ${JSON.stringify(await this.all(selector))}`);
    });
    return (await found.innerText()).replace(/\s+/g, " ").trim();
  }

  /** Waits until something is there no more. */
  async gone(selector) {
    await this.page.locator(selector).first().waitFor({ state: "detached", timeout: PATIENCE });
  }

  /** Waits until all that follows a change was done. */
  async quiet() {
    await this.page.locator('.studio[data-busy="false"]').waitFor({ timeout: PATIENCE });
  }

  async does(action) {
    await this.page.click(`[data-action=${action}]`);
  }

  async tab(name) {
    await this.page.click(`[data-tab=${name}]`);
    await this.page.locator(`[data-tab=${name}][aria-selected=true]`).waitFor();
  }

  /** Where the game stands: at which move, of how many. @param {string} at */
  async at(at) {
    await this.shows(".bar output", new RegExp(`^${at}$`));
  }

  /** Lets a program make so many moves. */
  async play(moves) {
    const before = Number((await this.all(".bar output"))[0].split("/")[0]);
    for (let made = before + 1; made <= before + moves; made += 1) {
      await this.does("play-move");
      await this.at(`${made}/${made}`);
    }
    await this.page.locator("[data-action=stop]").waitFor({ state: "detached" });
  }
}

export function must(fine, words) {
  if (!fine) throw new Error(words);
}

/**
 * Opens the studio over a copy of a pack and does something there.
 * @param {import("../trials.mjs").Given} given
 * @param {(studio: Studio) => Promise<string>} does
 * @param {object} [more]
 * @param {object} [more.how] the browser
 * @param {string} [more.seed] of a game that is begun first; otherwise there is the one that the studio has begun itself
 * @param {string} [more.script] a file that is put into the page
 */
export async function studio(given, does, { how = DESK, seed = "", script = "" } = {}) {
  const server = new Server(given.program, { studio: LANTERNS });
  given.later(() => server.stop());
  await server.start();
  const visitor = await given.visitor(how);
  if (script) await visitor.context.addInitScript({ path: script });
  await visitor.open(server.link);
  const studio = new Studio(visitor, server.pack);
  await studio.page.locator("main.table[data-at]").waitFor({ timeout: PATIENCE });
  if (seed) await begin(studio, seed);
  await studio.quiet();
  const told = await does(studio);
  must(server.wrong === "", `the program has said: ${server.wrong}`);
  return told;
}

/** Begins a game that is the same each time. */
async function begin(studio, seed) {
  const { page } = studio;
  await studio.does("another");
  await page.fill("dialog.opening [name=seed]", seed);
  await page.click("dialog.opening [data-action=begin]");
  await studio.gone("dialog.opening[open]");
  await studio.shows(".played", `lanterns · ann ben · Seed ${seed}`);
}
