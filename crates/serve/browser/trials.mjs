// Trials of the table and the studio in a browser: node trials.mjs PROGRAM [WORD…]
// Each goes through the page only, as a person would. One line is told of each; any failure leaves a picture in
// target/browser and the exit code 1. With words, only trials whose names contain one of them are done.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Visitor, launch } from "./browser.mjs";
import { Server } from "./server.mjs";
import { access } from "./trials/access.mjs";
import * as considers from "./trials/considers.mjs";
import { figures } from "./trials/figures.mjs";
import * as games from "./trials/games.mjs";
import { together } from "./trials/lines.mjs";
import { access as studioAccess } from "./trials/studio-access.mjs";
import * as looks from "./trials/studio-looks.mjs";
import { saves } from "./trials/studio-saves.mjs";
import * as scenarios from "./trials/studio-scenarios.mjs";
import { types } from "./trials/studio-typing.mjs";

/** Those that are done two at a time, the longest first. */
const TRIALS = {
  "accessibility": access,
  "the base game by touch": games.byTouch,
  "the base game by keys": games.byKeys,
  "everything at once": games.everything,
  "the base game by mouse": games.byMouse,
  "three packs": games.threePacks,
  "a game with auctions": games.auctions,
  "a game with half tiles": games.halfTiles,
  "two browsers, a program, a killed server": together,
  "a game with sides, by touch": games.sides,
  "a game with open rows": games.rows,
  "studio: accessibility": studioAccess,
  "studio: typing": types,
  "studio: saves from outside": saves,
  "studio: scenarios line by line": scenarios.steps,
  "studio: a position as a scenario": scenarios.keeps,
  "studio: rules that ran": looks.rules,
  "studio: tiles": looks.tiles,
  "the start page": games.begins,
  "considered: by whoever decides": considers.considers,
  "considered: studio": considers.inStudio,
  "considered: late": considers.late,
};

/** Those that measure time, and are done alone. */
const ALONE = { "figures": figures };

/** So many are done at once, and so many seconds each may take. */
const [LANES, SECONDS] = [2, 90];

const PICTURES = fileURLToPath(new URL("../../../target/browser/", import.meta.url));
const [program, ...words] = process.argv.slice(2);
if (!program) {
  console.error("node trials.mjs PROGRAM [WORD…]");
  process.exit(2);
}

/** @typedef {{ program: string, server: Server, deadline: number, visitor: (how?: object) => Promise<Visitor>, later: (does: () => unknown) => void }} Given `later` is done behind the trial, however it went */

mkdirSync(PICTURES, { recursive: true });
const began = Date.now();
const server = await new Server(program).start();
const browser = await launch();
let failed = 0;

/** Does a trial and tells how it went. */
async function attempt(name, trial) {
  const start = Date.now();
  /** @type {Visitor[]} */
  const visitors = [];
  /** @type {(() => unknown)[]} */
  const later = [];
  const visitor = async (how) => {
    const one = await Visitor.come(browser, how);
    visitors.push(one);
    return one;
  };
  let problem = "";
  let told = "";
  try {
    told = await trial({ program, server, deadline: start + SECONDS * 1000, visitor, later: (does) => later.push(does) });
    const wrong = [...new Set(visitors.flatMap((one) => one.wrong))];
    if (wrong.length > 0) throw new Error(wrong.slice(0, 6).join("\n"));
  } catch (error) {
    failed += 1;
    problem = [error instanceof Error ? error.message : String(error), ...visitors.flatMap((one) => one.wrong).slice(0, 4)].join("\n");
    for (const [number, { page }] of visitors.entries()) {
      const path = `${PICTURES}${name.replace(/\W+/g, "-")}-${number + 1}.png`;
      await page.screenshot({ path, timeout: 3000 }).then(() => (problem += `\n${path}`), () => {});
    }
  }
  const time = `${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s`;
  console.log(problem ? `FAILED ${time}  ${name}\n${problem.replace(/^/gm, "         ")}` : `ok     ${time}  ${name}: ${told}`);
  for (const one of visitors) await one.leave().catch(() => {});
  for (const does of later) await does();
}

const wanted = (trials) => Object.entries(trials).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
const queue = wanted(TRIALS);
const lane = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) await attempt(...next);
};
await Promise.all(Array.from({ length: LANES }, lane));
for (const next of wanted(ALONE)) await attempt(...next);

await browser.close();
await server.stop();
if (server.wrong) {
  failed += 1;
  console.log(`FAILED the program has said:\n${server.wrong}`);
}
console.log(`${((Date.now() - began) / 1000).toFixed(0)} s, ${failed === 0 ? "no trial failed" : `${failed} failed`}`);
process.exit(failed === 0 ? 0 : 1);
