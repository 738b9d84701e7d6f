// Whole games, played at the page as people do.
import { DESK, MOVING, PHONE } from "../browser.mjs";
import { Player } from "../player.mjs";
import { begin, fill } from "../start.mjs";

const TWO_HERE = [["ann", "here"], ["ben", "here"]];

/**
 * Sets a table at the start page and opens the link for whoever plays here.
 * @param {import("../trials.mjs").Given} given
 */
export async function table(given, wish, how = DESK) {
  const visitor = await given.visitor(how);
  await visitor.open(given.server.link);
  await fill(visitor.page, { seats: TWO_HERE, seed: 7, ...wish });
  const links = await begin(visitor.page);
  if (links.here) await visitor.open(links.here);
  if (links.here) await visitor.page.waitForSelector("main.table");
  return { visitor, page: visitor.page, links };
}

/** Whether the page says who has won. */
async function ended(page, player) {
  await page.waitForSelector('main.table[data-over="true"]');
  if (!(await page.locator(".decision").isVisible())) throw new Error("nothing tells that the game is over");
  return player.told();
}

/** Everything that the start page has to choose is chosen once; the links lead to tables. */
export async function begins(given) {
  const visitor = await given.visitor();
  const page = await visitor.open(given.server.link);
  await page.waitForSelector("[data-action=begin]");
  if (page.url().includes("#")) throw new Error("the token still stands in the address");
  await fill(page, {
    packs: ["base"], variants: ["first_revision"], options: { small_city: "one_each", followers: "5" },
    seats: [["ann", "here"], ["ben", "elsewhere"], ["cyd", "greedy"]], seed: 11,
  });
  const links = await begin(page);
  for (const name of ["here", "ben", "onlooker"]) if (!links[name]) throw new Error(`no link for ${name}`);
  for (const name of ["here", "ben", "onlooker"]) {
    const other = await given.visitor();
    await other.open(links[name]);
    await other.page.waitForSelector("main.table");
    if (other.page.url().includes("#")) throw new Error(`the token of ${name} still stands in the address`);
    if (name === "onlooker" && (await other.page.locator(".target, .option, .pass").count()) > 0) throw new Error("an onlooker is asked");
    await other.leave();
  }
  const wrong = await given.visitor();
  await wrong.open(links.here.replace(/#.*/, "#00000000000000000000000000000000"));
  await wrong.page.waitForSelector(".banner");
  return `links for ${Object.keys(links).join(", ")}`;
}

const base = (how, by, seed) => async (given) => {
  const { page } = await table(given, { packs: ["base"], seed }, how);
  const player = new Player(page, { by, seed });
  if (!(await player.play({ until: given.deadline }))) throw new Error(`no end in time ${await player.scene()}`);
  const spoken = await page.evaluate(() => globalThis.spoken.size);
  if (spoken < player.moves / 2) throw new Error(`only ${spoken} things were said aloud in ${player.moves} moves`);
  return `${await ended(page, player)}; said aloud ${spoken}`;
};

export const byKeys = base(DESK, "keys", 3);
export const byMouse = base(MOVING, "mouse", 4);
export const byTouch = base(PHONE, "touch", 5);

/** A game with what only some packs have; `kinds` must have been used, and at least so many moves made. */
const game = (wish, { kinds = [], moves = Infinity, by = "mouse", how = DESK } = {}) => async (given) => {
  const { page } = await table(given, wish, how);
  const player = new Player(page, { by, seed: wish.seed ?? 7 });
  const over = await player.play({ until: given.deadline, moves });
  if (!over && player.moves < moves) throw new Error(`no end in time ${await player.scene()}`);
  for (const kind of kinds) if (!player.used.get(kind)) throw new Error(`nothing was chosen by ${kind}; ${player.told()}`);
  return over ? ended(page, player) : player.told();
};

export const threePacks = game({ composition: "all_three", seed: 21 }, { kinds: ["cell", "segment", "space"] });
export const auctions = game({ packs: ["bridges_castles_and_bazaars"], seed: 22 }, { kinds: ["cell", "segment"] });
export const halfTiles = game({ packs: ["halflings"], seed: 23 }, { moves: 70, kinds: ["cell", "segment", "keep"] });
export const everything = game({ composition: "whole_shelf", seed: 24 }, { moves: 75, kinds: ["cell", "segment"] });
export const sides = game({ packs: ["hurdles"], seed: 25 }, { kinds: ["cell", "side"], by: "touch", how: PHONE });
export const rows = game({ packs: ["brewers"], seed: 26 }, { kinds: ["cell", "row"], moves: 45 });
