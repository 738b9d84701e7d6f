// The engine in the page, without a studio on top of it: what it answers, what it keeps, and that it begins anew.

/** The first page has modules and nothing else. */
const PLAIN = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>engine</title><link rel="icon" href="data:,"><script type="importmap">{"imports":{"/page/":"./page/"}}</script></head><body></body></html>';

export const TEXTS = { "/plain.html": PLAIN };

/** What is asked to have the engine stop, and where the worker asks. */
const [STOP, ASKS] = ["stop for a trial", 'const answer = JSON.parse(put(line, "rota_answer"));'];

/** Begins a line in the page, and waits until somebody has come in. */
async function enter(page) {
  await page.evaluate(async () => {
    const { Line } = await import("/page/wasm/line.js");
    globalThis.states = [];
    globalThis.changes = 0;
    globalThis.entries = 0;
    await new Promise((resolve) => {
      const hears = { entered: () => ((globalThis.entries += 1), resolve(undefined)), state: (state) => globalThis.states.push(state), files: () => (globalThis.changes += 1) };
      globalThis.line = new Line(hears);
    });
  });
}

const ask = (page, message) => page.evaluate((message) => globalThis.line.ask(message), message);

function same(found, wanted, what) {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)?.slice(0, 400)}, not ${JSON.stringify(wanted)}`);
}

/** @param {{ address: string, visitor: (how?: object) => Promise<import("../../serve/browser/browser.mjs").Visitor> }} given */
export async function engine({ address, visitor }) {
  const one = await visitor();
  const { page } = one;
  await one.context.route("**/page/wasm/worker.js", async (route) => {
    const response = await route.fetch();
    const words = await response.text();
    if (!words.includes(ASKS)) throw new Error(`the worker does not say \`${ASKS}\``);
    // No text is known that stops the engine: more room than there is does.
    await route.fulfill({ response, body: words.replace(ASKS, `if (message.type === "${STOP}") engine.rota_room(-1); ${ASKS}`) });
  });
  await page.goto(`${address}plain.html`);
  const began = Date.now();
  await enter(page);
  const entered = Date.now() - began;
  same((await ask(page, { type: "hello" })).version, 1, "the version");

  // What a pack is begun with holds, and plays.
  const { files } = await ask(page, { type: "files" });
  same(files.map(({ file }) => file), ["rulesets/mypack/pack.rota", "rulesets/mypack/scenarios.rota", "tiles/mypack.toml"], "the first files");
  same((await ask(page, { type: "check", pack: "mypack" })).problems, [], "what is wrong with the first pack");
  const { scenarios } = await ask(page, { type: "run", pack: "mypack" });
  same(scenarios.map(({ passed }) => passed), [true, true, true, true], "the first scenarios");
  const { table } = await ask(page, { type: "open", packs: ["mypack"], players: ["ann", "ben"], seed: 1 });
  same((await ask(page, { type: "play", table, by: "greedy" })).type, "view", "a move of a program");

  // A change counts at once, is told, and is still there when the page comes back.
  const [pack] = files;
  const { path: _, ...own } = pack;
  const text = pack.text.replace("each 2 pts", "each 3 pts");
  same(await ask(page, { type: "write", ...own, text, was: "something else" }).then(({ type }) => type), "refused", "a file that has changed meanwhile");
  same(await ask(page, { type: "write", ...own, text, was: pack.text }), { type: "done" }, "a file");
  await page.waitForFunction(() => globalThis.changes === 1);
  same((await ask(page, { type: "run", pack: "mypack" })).scenarios.filter(({ passed }) => passed).length, 3, "scenarios by the new text");
  // What is only typed is put over the file and taken away again.
  same(await ask(page, { type: "put", ...own, text: "pack mypack 0.1.0\nrule" }), { type: "done" }, "what is typed");
  if ((await ask(page, { type: "check", pack: "mypack" })).problems.length === 0) throw new Error("what is typed does not count");
  same(await ask(page, { type: "take", file: own.file }), { type: "done" }, "what was typed");
  same((await ask(page, { type: "check", pack: "mypack" })).problems, [], "the file behind what was typed");
  same(await ask(page, { type: "remove", file: files[1].file }), { type: "done" }, "to remove a file");
  same((await ask(page, { type: "remove", file: files[1].file })).type, "refused", "to remove a file twice");
  await page.reload();
  await enter(page);
  const again = (await ask(page, { type: "files" })).files;
  same(again.map(({ file }) => file), [own.file, files[2].file], "the files after a reload");
  same(again[0].text, text, "the text after a reload");
  same((await ask(page, { type: "run", pack: "mypack" })).scenarios, [], "scenarios after their file was removed");

  // Another tab of the same browser hears of it.
  const other = await one.context.newPage();
  await other.goto(`${address}plain.html`);
  await enter(other);
  same(await ask(other, { type: "write", ...own, text: pack.text }), { type: "done" }, "a file from another tab");
  await page.waitForFunction(() => globalThis.changes > 0);
  same((await ask(page, { type: "files" })).files[0].text, pack.text, "a file from another tab");
  await other.close();

  // Depth is told, and neither ends the engine.
  const deep = [["(", ")", "value v : bool = X"], ["not ", "", "value v : bool = X"], ["if true { ", "}", "rule r at count {X}"], ["-", "", "value v : int = X"]];
  for (const [open, close, around] of deep) {
    for (const depth of [30, 60, 70, 1000, 50_000]) {
      const text = `pack deep 0.1.0 "Deep" language 2\n${around.replace("X", `${open.repeat(depth)}true${close.repeat(depth)}`)}\n`;
      await ask(page, { type: "put", file: "deep.rota", pack: "deep", text });
      const answer = await ask(page, { type: "check", pack: "deep" });
      if (answer.type !== "checked" || (depth > 64 && answer.problems.length === 0)) throw new Error(`${depth} times \`${open}\`: ${JSON.stringify(answer).slice(0, 300)}`);
    }
  }
  for (const [open, close] of [["[", "]"], ["{a=", "}"]]) {
    await ask(page, { type: "put", file: "deep.rota", pack: "deep", text: 'pack deep 0.1.0 "Deep" language 2\ntiles deep\n' });
    await ask(page, { type: "put", file: "deep.toml", pack: "deep", set: "deep", text: `a = ${open.repeat(50_000)}${close.repeat(50_000)}\n` });
    const answer = await ask(page, { type: "check", pack: "deep" });
    if (answer.type !== "checked" || answer.problems.length === 0) throw new Error(`deep tiles: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  await ask(page, { type: "take", file: "deep.toml" });
  same(await page.evaluate(() => [globalThis.states, globalThis.entries]), [["open"], 1], "how often it began");

  // An engine that stops begins anew, with all texts.
  const stopped = await ask(page, { type: STOP });
  same([stopped.type, stopped.problems[0].code], ["refused", "page::stopped"], "a question that the engine cannot bear");
  await page.waitForFunction(() => globalThis.entries === 2);
  same((await ask(page, { type: "check", pack: "mypack" })).problems, [], "the files in the new engine");
  same((await ask(page, { type: "view", table: 1 })).type, "refused", "a table of before");
  return `entered after ${entered} ms; files, another tab, depth, a new engine`;
}
