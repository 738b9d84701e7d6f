// A scenario gone through line by line.
import { useEffect, useRef, useState } from "/page/vendor/hooks.mjs";

/** @import { Drawings, Problem, Stepped } from "../types/messages" */
/** @import { Desk } from "../types/studio" */
/** @import { Chosen } from "./scenarios.js" */

/** Without a bound: no scenario has as many lines. */
const ALL = 100_000;

/**
 * @param {Desk} desk
 * @param {Chosen} chosen the same scenario each time, though it may have moved
 * @param {unknown} texts another one each time that texts have changed
 */
export function useStepping(desk, chosen, texts) {
  const [stepped, setStepped] = useState(/** @type {Stepped | null} */ (null));
  const [drawings, setDrawings] = useState(/** @type {Drawings | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Problem[]} */ ([]));
  const [way, setWay] = useState(0);
  const [player, setPlayer] = useState("");
  const at = useRef(0);
  const asked = useRef(0);
  const known = useRef("");

  /** Plays so many lines. @param {number} lines @returns {Promise<Stepped | undefined>} */
  const go = async (lines) => {
    const number = ++asked.current;
    at.current = Math.max(0, lines);
    // What it is drawn with is asked once for each text of the packs and each way, for both may bring other tiles.
    const by = JSON.stringify([chosen.pack, chosen.listed.title, way, texts]);
    const answer = await desk.ask({
      type: "step", pack: chosen.pack, scenario: chosen.listed.title, lines: at.current, way, ...(player ? { player } : {}), ...(known.current === by ? {} : { drawings: true }),
    });
    if (number !== asked.current) return;
    setWrong(answer?.type === "refused" ? answer.problems : []);
    if (answer?.type !== "stepped") return;
    if (answer.drawings) {
      known.current = by;
      setDrawings(answer.drawings);
    }
    at.current = answer.played;
    setStepped(answer);
    return answer;
  };
  /** Goes to the first line that does not hold, or to the end. */
  const goWrong = async () => {
    const all = await go(ALL);
    const lines = all?.problems.flatMap((problem) => problem.labels.slice(0, 1).map((label) => label.line)) ?? [];
    const first = all?.lines.findIndex((place) => lines.some((line) => line >= place.line && line <= place.end_line)) ?? -1;
    if (first >= 0) await go(first + 1);
  };
  useEffect(() => void go(0), []);
  useEffect(() => void (stepped && go(at.current)), [way, player, texts]);
  return { stepped, drawings, wrong, way, setWay, player, setPlayer, at: stepped?.played ?? 0, of: stepped?.lines.length ?? 0, go, goEnd: () => go(ALL), goWrong };
}
