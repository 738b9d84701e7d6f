// Trials of the studio without a server: node trials.mjs FOLDER PROGRAM [WORD…]
// FOLDER is what crates/wasm/build has made. One line is told of each; any failure leaves a picture in target/browser and the
// exit code 1. With words, only trials whose names contain one of them are done.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Visitor, launch } from "../../serve/browser/browser.mjs";
import { editor } from "./editor.mjs";
import { TEXTS, engine } from "./engine.mjs";
import { serve } from "./files.mjs";
import { links, places, vendored } from "./parts.mjs";
import { speed } from "./speed.mjs";
import { studio } from "./studio.mjs";

const TRIALS = {
  "what is vendored": vendored,
  "places in texts": places,
  "links that hold packs": links,
  "the editor": editor,
  "the engine in the page": engine,
  "the studio in the page": studio,
  "speed": speed,
};

const PICTURES = fileURLToPath(new URL("../../../target/browser/", import.meta.url));
const [folder, program, ...words] = process.argv.slice(2);
if (!folder || !program) {
  console.error("node trials.mjs FOLDER PROGRAM [WORD…]");
  process.exit(2);
}
mkdirSync(PICTURES, { recursive: true });
// Under a path, as most servers of files have it.
const served = await serve(folder, { under: "/some/where/", texts: TEXTS });
const browser = await launch();
let failed = 0;

for (const [name, trial] of Object.entries(TRIALS).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)))) {
  const start = Date.now();
  /** @type {Visitor[]} */
  const visitors = [];
  const visitor = async (how) => {
    const one = await Visitor.come(browser, how);
    visitors.push(one);
    return one;
  };
  let [problem, told] = ["", ""];
  try {
    told = await trial({ address: served.address, program, visitor });
    const wrong = [...new Set(visitors.flatMap((one) => one.wrong))];
    if (wrong.length > 0) throw new Error(wrong.slice(0, 6).join("\n"));
  } catch (error) {
    failed += 1;
    problem = [error instanceof Error ? error.message : String(error), ...visitors.flatMap((one) => one.wrong).slice(0, 4)].join("\n");
    for (const [number, { page }] of visitors.entries()) {
      const path = `${PICTURES}wasm-${name.replace(/\W+/g, "-")}-${number + 1}.png`;
      await page.screenshot({ path, timeout: 3000 }).then(() => (problem += `\n${path}`), () => {});
    }
  }
  const time = `${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s`;
  console.log(problem ? `FAILED ${time}  ${name}\n${problem.replace(/^/gm, "         ")}` : `ok     ${time}  ${name}: ${told}`);
  for (const one of visitors) await one.leave().catch(() => {});
}
const module = readFileSync(join(folder, "rota.wasm"));
console.log(`rota.wasm: ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} compressed`);
await browser.close();
served.close();
process.exit(failed === 0 ? 0 : 1);
