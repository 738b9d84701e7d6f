// From pointing at an option to making the move: what is chosen is shown first, and made by a second act.
import { useRef, useState } from "/page/vendor/hooks.mjs";
import { set, setting } from "/page/keep.js";
import { alike, turnOf } from "/page/table/options.js";

/** @import { Offer, Wish } from "../types/messages" */
/** @import { Memory } from "./memory.js" */
/** @import { Target } from "./options.js" */

/** What stands for to pass, where it waits to be confirmed. */
const PASS = Symbol("pass");

/** @typedef {{ now: string, chosen: string | typeof PASS | null, held: number | undefined }} Pick */

/**
 * @param {Memory} memory
 * @param {Offer[] | null} options what this page may choose from now
 * @param {boolean} mayPass
 * @param {() => void} shown what to do where something may have changed
 */
export function useChoosing(memory, options, mayPass, shown) {
  // What is chosen counts for one position of the table and one seat; in another one it is forgotten.
  const now = `${memory.view?.at} ${memory.seat}`;
  const [pick, setPick] = useState(/** @type {Pick} */ ({ now: "", chosen: null, held: undefined }));
  const { chosen, held } = pick.now === now ? pick : { chosen: null, held: undefined };
  const [wrong, setWrong] = useState("");
  const [askFirst, setAskFirst] = useState(setting("ask first", "yes") === "yes");
  const busy = useRef(false);

  const preview = options?.find((option) => option.words === chosen) ?? null;
  const ways = preview && options ? alike(options, preview) : [];
  const passing = chosen === PASS && mayPass;

  const change = async (/** @type {Extract<Wish, { type: "choose" | "undo" | "redo" }>} */ wish, seat = memory.seat) => {
    if (busy.current) return;
    busy.current = true;
    const problems = await memory.change(wish, seat);
    busy.current = false;
    setWrong(problems.map((problem) => [problem.message, problem.help].filter(Boolean).join(": ")).join(" "));
    shown();
  };
  const say = (/** @type {string} */ words) => change({ type: "choose", words });
  const choose = (/** @type {Pick["chosen"]} */ chosen, /** @type {Pick["held"]} */ turned = held) => {
    setWrong("");
    setPick({ now, chosen, held: turned });
  };
  const confirm = () => {
    if (passing) return say("pass");
    if (preview) return say(preview.words);
  };
  /** Goes on to the next way that something can be laid or put here; before a place is chosen, turns the tile in the hand. */
  const turn = (by = 1) => {
    const next = (/** @type {number} */ from, /** @type {number} */ many) => (from + by + many) % many;
    if (preview) return choose(ways[next(ways.indexOf(preview), ways.length)]?.words ?? null);
    const turns = [...new Set((options ?? []).flatMap((option) => turnOf(option) ?? []))].sort();
    const usual = Number(turns.length > 1 && turns[0] === 0);
    if (turns.length > 0) choose(null, turns[held === undefined ? usual : next(turns.indexOf(held), turns.length)]);
  };
  return {
    preview, ways, passing, held, wrong, askFirst, change, say, turn, confirm,
    turns: ways.length > 1 && new Set(ways.map((option) => option.tile ?? "")).size === 1 && ways.every((option) => turnOf(option) !== undefined),
    onOption: (/** @type {Offer} */ option) => (!askFirst || option === preview ? say(option.words) : choose(option.words)),
    /** By a key a place is chosen and then confirmed; by pointing it is turned as long as there are other ways. */
    onTarget: (/** @type {Target} */ target, /** @type {boolean} */ byKey) => {
      if (preview && target.options.includes(preview)) return target.options.length > 1 && !byKey ? turn() : confirm();
      const option = target.options.find((option) => held !== undefined && turnOf(option) === held) ?? target.options[0];
      if (!option) return;
      if (!askFirst && target.options.length === 1) return say(option.words);
      choose(option.words);
    },
    pass: () => {
      if (mayPass) return askFirst && !passing ? choose(PASS) : say("pass");
    },
    back: () => setPick({ now, chosen: null, held: undefined }),
    onAskFirst: (/** @type {boolean} */ first) => {
      setAskFirst(first);
      set("ask first", first ? "yes" : "no");
    },
  };
}
