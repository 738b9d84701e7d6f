// How long a move takes to be drawn, and how frames follow one another while the board is moved, with many tiles on it.
import { DESK } from "../browser.mjs";
import { Player } from "../player.mjs";
import { table } from "./games.mjs";

const [TILES, MOVES] = [200, 16];

/**
 * Runs in the page before all else: notes when the last message came in before the table changed, and the frame after.
 * Moves that follow one another so fast that they share frames, as those of programs do, are left out.
 */
function clock() {
  globalThis.moves = [];
  let heard = 0;
  let last = 0;
  const Plain = WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", () => (heard = performance.now()));
    }
  };
  new MutationObserver((records) => {
    if (!records.some(({ target, attributeName }) => attributeName === "data-at" && target instanceof Element && target.matches("main.table"))) return;
    const [came, changed] = [heard, performance.now()];
    const alone = changed - last > 150;
    last = changed;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => alone && last === changed && globalThis.moves.push({ whole: performance.now() - came, frame: performance.now() - changed });
      channel.port2.postMessage(0);
    });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-at"] });
}

const ranked = (all) => all.toSorted((one, other) => one - other);
const median = (all) => ranked(all)[Math.floor(all.length / 2)] ?? 0;
const late = (all) => ranked(all)[Math.floor(all.length * 0.95)] ?? 0;

/** Milliseconds between frames while something is done. */
async function frames(page, deed) {
  await page.evaluate(() => {
    globalThis.frames = [];
    globalThis.counting = true;
    let last = performance.now();
    const next = (now) => (globalThis.frames.push(now - last), (last = now), globalThis.counting && requestAnimationFrame(next));
    requestAnimationFrame(next);
  });
  await deed();
  return page.evaluate(() => ((globalThis.counting = false), globalThis.frames.slice(2)));
}

export async function figures(given) {
  const visitor = await given.visitor(DESK);
  await visitor.context.addInitScript(clock);
  // Programs fill the board faster; what the second one here sees of the first one's move is a move alone.
  const seats = [["ann", "here"], ["ben", "here"], ...["cyd", "dan", "eve"].map((name) => [name, "uniform"])];
  const { page } = await table({ ...given, visitor: async () => visitor }, { packs: ["base"], copies: 3, seed: 51, seats });
  const player = new Player(page, { seed: 52, plain: true });
  const tiles = () => page.locator(".board .tile").count();
  while ((await tiles()) < TILES) {
    const over = await player.play({ moves: player.moves + 2, until: given.deadline });
    if (over || Date.now() > given.deadline) throw new Error(`only ${await tiles()} tiles on the board ${await player.scene()}`);
  }
  const count = await tiles();
  await page.evaluate(() => (globalThis.moves.length = 0));
  for (let made = 0; made < MOVES; made += 1) {
    await page.waitForTimeout(200);
    await player.play({ moves: player.moves + 1, until: given.deadline });
  }
  const moves = await page.evaluate(() => globalThis.moves);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);

  const board = await page.locator(".board").boundingBox();
  const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
  for (let times = 0; times < 3; times += 1) await page.locator("[data-action=zoom-in]").click();
  const panned = await frames(page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 0; step < 60; step += 1) await page.mouse.move(x + 120 * Math.sin(step / 8), y + 80 * Math.cos(step / 8));
    await page.mouse.up();
  });
  const zoomed = await frames(page, async () => {
    for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, step % 20 < 10 ? -60 : 60);
  });
  const told = {
    "a move from its message to its frame": [median(moves.map(({ whole }) => whole)), late(moves.map(({ whole }) => whole))],
    "a move from its change to its frame": [median(moves.map(({ frame }) => frame)), late(moves.map(({ frame }) => frame))],
    "a frame while panning": [median(panned), late(panned)],
    "a frame while zooming": [median(zoomed), late(zoomed)],
  };
  const lines = Object.entries(told).map(([what, [middle, most]]) => `${what} ${middle.toFixed(1)} ms (95 %: ${most.toFixed(1)} ms)`);
  if (moves.length === 0) throw new Error("no move was measured");
  return `${count} tiles, ${nodes} elements, ${moves.length} moves: ${lines.join(", ")}`;
}
