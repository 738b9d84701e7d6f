// How fast games are played: by the engine in the page, over its line, and by the program, all asked the same.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { tmpdir } from "node:os";

/** So many games, each of two programs that choose by chance; the first ones, in which packs and the engine are compiled, are not counted. */
const [GAMES, FIRST] = [12, 8];

/** Plays games by asking, and counts them. It is handed over to the page as a text. */
async function play(ask, games, first) {
  let [moves, began] = [0, 0];
  for (let game = 0; game < first + games; game += 1) {
    if (game === first) [moves, began] = [0, performance.now()];
    const { table } = await ask({ type: "open", packs: ["base"], players: ["ann", "ben"], seed: game + 1 });
    for (let over = false; !over; moves += 1) {
      const view = await ask({ type: "play", table, by: "uniform" });
      if (view.type !== "view") throw new Error(JSON.stringify(view));
      over = view.over;
    }
    await ask({ type: "close", table });
  }
  return { moves, rate: games / ((performance.now() - began) / 1000) };
}

/** The program as an engine at the other end of a line. @param {string} program */
function native(program) {
  const child = spawn(resolve(program), ["engine"], { cwd: tmpdir(), stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  createInterface(child.stdout).on("line", (line) => waiting.shift()?.(JSON.parse(line)));
  const ask = (message) => new Promise((resolve) => (waiting.push(resolve), child.stdin.write(`${JSON.stringify(message)}\n`)));
  return { ask, end: () => child.stdin.end() };
}

/** @param {{ address: string, program: string, visitor: (how?: object) => Promise<import("../../serve/browser/browser.mjs").Visitor> }} given */
export async function speed({ address, program, visitor }) {
  const { page } = await visitor();
  await page.goto(`${address}plain.html`);
  const alone = await page.evaluate(
    async ([play, games, first]) => {
      const { instance } = await WebAssembly.instantiate(await (await fetch("./rota.wasm")).arrayBuffer(), {});
      const { memory, rota_room, rota_answer, rota_length } = instance.exports;
      const [writer, reader] = [new TextEncoder(), new TextDecoder()];
      const ask = (message) => {
        const bytes = writer.encode(JSON.stringify(message));
        const room = rota_room(bytes.length);
        new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
        const answer = rota_answer();
        return JSON.parse(reader.decode(new Uint8Array(memory.buffer, answer, rota_length())));
      };
      globalThis.playing = { ask, games, first };
      return play;
    },
    [play.toString(), GAMES, FIRST],
  ).then((words) => page.evaluate(`(${words})(globalThis.playing.ask, globalThis.playing.games, globalThis.playing.first)`));
  await page.evaluate(async ([games, first]) => {
    const { Line } = await import("/page/wasm/line.js");
    await new Promise((resolve) => (globalThis.line = new Line({ entered: resolve, state: () => {} })));
    globalThis.playing = { ask: (message) => globalThis.line.ask(message), games, first };
  }, [GAMES, FIRST]);
  const line = await page.evaluate(`(${play.toString()})(globalThis.playing.ask, globalThis.playing.games, globalThis.playing.first)`);
  const engine = native(program);
  const beside = await play(engine.ask, GAMES, FIRST);
  engine.end();
  if (alone.moves !== beside.moves || line.moves !== beside.moves) throw new Error(`${alone.moves}, ${line.moves} and ${beside.moves} moves: the games are not the same`);
  const ratio = (one, other) => (one.rate / other.rate).toFixed(2);
  const told = ({ rate }) => rate.toFixed(1);
  return `${told(alone)} games/s in the page, ${told(line)} over its line, ${told(beside)} by ${program} over a pipe: ${ratio(alone, beside)} and ${ratio(line, beside)} of that; ${beside.moves} moves each`;
}
