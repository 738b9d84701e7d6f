// Two people at browsers of their own, an onlooker and a program in one game with tiles that only one of them may see,
// while pages are loaded anew and the server is killed.
import { Player } from "../player.mjs";
import { begin, fill } from "../start.mjs";
import { Server } from "../server.mjs";

/** Moves of the first player after which the page is loaded anew, and after which the server is killed. */
const [RELOAD, KILL, MOVES] = [6, 10, 40];

/** Names of the tiles that a player keeps, as far as a page shows them, and how many it hides. */
const kept = (page, name) => page.evaluate((name) => {
  const seat = [...document.querySelectorAll(".player")].find((at) => at.querySelector(".name, b")?.textContent === name);
  const keeps = [...(seat?.querySelectorAll(".keeps .card") ?? [])];
  return { names: keeps.flatMap((at) => at.getAttribute("aria-label") ?? []), hidden: keeps.filter((at) => at.matches(".hidden")).length };
}, name);

export async function together(given) {
  const server = await new Server(given.program).start();
  try {
    return await play(given, server);
  } finally {
    await server.stop();
  }
}

async function play(given, server) {
  const owner = await given.visitor();
  await owner.open(server.link);
  await fill(owner.page, {
    packs: ["halflings"],
    seats: [["ann", "here"], ["ben", "elsewhere"], ["cyd", "uniform"]], seed: 31,
  });
  const links = await begin(owner.page);
  const [ann, ben, onlooker] = [owner, await given.visitor(), await given.visitor()];
  for (const [visitor, link] of [[ann, links.here], [ben, links.ben], [onlooker, links.onlooker]]) {
    visitor.lineMayBreak = true;
    await visitor.open(link);
    await visitor.page.waitForSelector("main.table");
  }
  const events = [];
  let secrets = 0;
  /** What one keeps unseen by the others is shown on no other page. */
  const compare = async (name, own, others) => {
    const { names } = await kept(own, name);
    for (const other of others) {
      const theirs = await kept(other, name);
      if (theirs.names.length > 0) throw new Error(`others see that ${name} keeps ${theirs.names.join(", ")}`);
      if (names.length > 0 && theirs.hidden > 0) secrets += 1;
    }
  };
  const restart = async () => {
    await server.kill();
    await Promise.all([ann, ben, onlooker].map(({ page }) => page.waitForSelector(".banner")));
    await server.start();
    await Promise.all([ann, ben, onlooker].map(({ page }) => page.waitForSelector(".banner", { state: "detached" })));
    events.push("killed and started again");
  };
  /** @type {Player[]} */
  const players = [new Player(ann.page, { seed: 32, plain: true }), new Player(ben.page, { seed: 33, plain: true })];
  const turns = [ann, ben].map((visitor, number) => [visitor, players[number]]);
  for (let made = 0; made < MOVES; ) {
    const { visitor, player, now } = await asked(turns);
    if (now.over) break;
    if (now.curtain) throw new Error("somebody alone at a page is asked to hand it over");
    await compare(visitor === ann ? "ann" : "ben", visitor.page, [ann, ben, onlooker].filter((other) => other !== visitor).map(({ page }) => page));
    if (!(await player.step(now))) continue;
    await moved(player, now.at);
    made += 1;
    if (made % RELOAD === 0) {
      await visitor.page.reload();
      await visitor.page.waitForSelector("main.table");
      if (events.at(-1) !== "reloaded") events.push("reloaded");
    }
    if (made % KILL === 0) await restart();
  }
  if (secrets === 0) throw new Error("nobody keeps anything in secret");
  await same([ann, ben, onlooker].map(({ page }) => page));
  return `${players.map((player) => player.told()).join(" | ")}; ${events.join(", ")}; secrets kept ${secrets} times`;
}

/** Whoever of them is asked. */
async function asked(turns) {
  for (const end = Date.now() + 15_000; Date.now() < end; ) {
    for (const [visitor, player] of turns) {
      const now = await player.wait("asked", 60);
      if (now) return { visitor, player, now };
    }
  }
  throw new Error(`nobody is asked ${await turns[0][1].scene()} ${await turns[1][1].scene()}`);
}

/** A move has been answered, whoever is asked then. */
async function moved(player, before) {
  await player.page.waitForFunction((before) => document.querySelector("main.table")?.dataset.at !== before, before);
}

/** All pages show the same tiles in the end. */
async function same(pages) {
  const shown = () => Promise.all(pages.map((page) => page.locator(".board .tile").count()));
  for (const end = Date.now() + 5000; Date.now() < end; ) {
    const counts = await shown();
    if (new Set(counts).size === 1 && counts[0] > 1) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`pages show ${(await shown()).join(", ")} tiles`);
}
