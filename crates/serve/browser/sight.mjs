// What somebody sees of the table at a moment. It runs in the page, where it is put before all else.

/** What a player can see and reach; nothing where there is no table yet. Runs in the page. */
function seen() {
  const table = document.querySelector("main.table");
  if (!table) return null;
  const frame = document.querySelector(".board")?.getBoundingClientRect();
  const spot = (at) => {
    const { left, top, width, height } = at.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const inside = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const hit = inside ? document.elementFromPoint(x, y) : null;
    const within = !at.closest(".board") || !frame || (x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom);
    return { x, y, inside: inside && within, free: Boolean(hit && (hit === at || at.contains(hit))) };
  };
  const all = (selector) =>
    [...document.querySelectorAll(selector)].map((at, number) => ({
      number, words: at.dataset.words ?? "", kind: at.dataset.kind ?? "", numbered: at.hasAttribute("data-number"), beside: !at.closest(".board"), ...spot(at),
    }));
  const button = (selector) => {
    const at = document.querySelector(selector);
    return at && !at.disabled && at.getAttribute("aria-disabled") !== "true" && at.getClientRects().length > 0 ? spot(at) : null;
  };
  const action = (name) => button(`[data-action=${name}]`);
  return {
    at: table.dataset.at ?? "",
    over: table.dataset.over === "true",
    targets: all(".target"),
    options: all(".decision .option"),
    pass: button(".pass"),
    field: button(".words input"),
    confirm: action("confirm"), turn: action("turn"), back: action("back"), undo: action("undo"), redo: action("redo"),
    fit: action("fit"), larger: action("zoom-in"), smaller: action("zoom-out"), curtain: action("curtain"),
    lost: Boolean(document.querySelector(".banner")),
    wrong: document.querySelector(".wrong")?.textContent?.trim() ?? "",
  };
}

/**
 * Waits until the table is as it is wished, looking whenever the page changes, and gives back what is seen then; nothing
 * where it did not come in time. `asked`: somebody here is to choose, at another moment of the game than `before`, or the
 * game is over. `shown`: something waits to be confirmed, or was done at once. Runs in the page.
 * @param {{ wish: "asked" | "shown", before?: string, patience: number }} wait
 */
async function awaited({ wish, before, patience }) {
  const has = (selector) => document.querySelector(selector) !== null;
  const table = () => document.querySelector("main.table");
  const changed = () => table() && table().dataset.at !== before;
  const handed = () => has("[data-action=curtain]");
  const came = {
    asked: () => handed() || (changed() && (table().dataset.over === "true" || has(".target, .decision .option, .pass"))),
    shown: () => handed() || has("[data-action=confirm]") || changed(),
  }[wish];
  const arrived = await new Promise((resolve) => {
    if (came()) return resolve(true);
    const done = (result) => (observer.disconnect(), clearTimeout(late), resolve(result));
    const observer = new MutationObserver(() => came() && done(true));
    const late = setTimeout(() => done(false), patience);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  if (!arrived) return null;
  if (wish === "asked") {
    // Nobody sees anything before it is drawn, nor presses what glides away.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const moving = document.querySelector(".world")?.getAnimations() ?? [];
    await Promise.all(moving.map((one) => one.finished.catch(() => {})));
  }
  return globalThis.sight.seen();
}

/** What is put into every page. */
export const SIGHT = `globalThis.sight = { seen: ${seen}, awaited: ${awaited} };`;
