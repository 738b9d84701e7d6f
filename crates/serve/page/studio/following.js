// What follows a change of the texts: they are read and checked, the game is played again, the scenarios are run.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { useStable } from "/page/html.js";
import { set, setting } from "/page/keep.js";
import { opening, shelfWith, usualGame, usualGames } from "/page/studio/opening.js";

/** @import { Problem, ShelfView } from "../types/messages" */
/** @import { Desk } from "../types/studio" */
/** @import { Folder } from "./folder.js" */
/** @import { Game } from "./game.js" */
/** @import { Wanted } from "./opening.js" */
/** @typedef {ReturnType<typeof useFollowing>} Following */

/** @type {ShelfView} */
const EMPTY = { packs: [], compositions: [], problems: [] };

/** What was asked for the last time in a folder, where it can be read. @param {string} name @returns {Wanted | null} */
function before(name) {
  try {
    return JSON.parse(setting(`studio game ${name}`, "null"));
  } catch {
    return null;
  }
}

/**
 * @param {Desk} desk
 * @param {string} name of the folder
 * @param {Folder} folder
 * @param {Game} game
 * @param {number} entered how often somebody has come in
 */
export function useFollowing(desk, name, folder, game, entered) {
  const [texts, setTexts] = useState(0);
  const [busy, setBusy] = useState(true);
  const [wrong, setWrong] = useState(/** @type {Problem[]} */ ([]));
  const [wanted, setWanted] = useState(/** @type {Wanted | null} */ (null));
  const now = useRef({ going: false, more: false });

  const open = useStable(async (/** @type {Wanted} */ asked, /** @type {ShelfView} */ shelf) => {
    const problems = await game.open(opening(asked, shelf));
    setWrong(problems);
    if (problems.length > 0) return problems;
    setWanted(asked);
    set(`studio game ${name}`, JSON.stringify(asked));
    return problems;
  });
  /** The game that was there before this page was loaded or the line was cut, or a new one of the packs of the folder. */
  const begin = async () => {
    const kept = game.save();
    if (kept && (await game.resume(kept)).length === 0) return;
    const asked = before(name);
    // Only a composition is known by the shelf alone, which takes its time.
    const shelf = asked?.choice.composition ? await shelfWith(desk, folder.packs) : EMPTY;
    /** @type {Problem[]} */
    let first = [];
    for (const one of [...(asked ? [asked] : []), ...usualGames(folder.packs)]) {
      const problems = await open(one, shelf ?? EMPTY);
      if (problems.length === 0) return;
      first = first.length > 0 ? first : problems;
    }
    setWrong(first);
  };
  // While one change is followed others may come: they are followed together behind it.
  const changed = useStable(async () => {
    if (now.current.going) return void (now.current.more = true);
    now.current.going = true;
    setBusy(true);
    do {
      now.current.more = false;
      // What the page has written itself, it hears of once more: the game is played again only where texts are other ones.
      const other = await folder.read();
      if (other) setTexts((times) => times + 1);
      if (other && game.table !== null) await game.again();
      if (game.table === null) await begin();
      const vain = () => now.current.more;
      await folder.check(vain);
      await folder.runAll(folder.unrun, vain);
    } while (now.current.more);
    now.current.going = false;
    setBusy(false);
  });
  useEffect(() => {
    if (entered === 0) return;
    // Whoever comes in again may find none of what the page has put there and opened before.
    folder.again().then(() => game.come()).then(changed);
  }, [entered]);
  return { texts, busy, wrong, wanted: wanted ?? before(name) ?? usualGame(folder.packs), open, changed };
}
