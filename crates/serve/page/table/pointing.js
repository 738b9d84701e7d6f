// The feature that is pointed at, and the segments that are lit up.
import { useCallback, useEffect, useRef, useState } from "/page/vendor/hooks.mjs";
import { key } from "/page/table/places.js";

/** @import { FeatureView, Place } from "../types/messages" */
/** @import { Line } from "../line" */

/** So many milliseconds a pointer rests on a feature until it is asked for. */
const REST = 120;

/**
 * @param {Line} line
 * @param {string | undefined} seat
 * @param {number | undefined} at the number of the last change
 */
export function usePointing(line, seat, at) {
  const [feature, setFeature] = useState(/** @type {FeatureView | null} */ (null));
  const [lit, setLit] = useState(/** @type {Place[]} */ ([]));
  const [pinned, setPinned] = useState(/** @type {Place | null} */ (null));
  const now = useRef({ seat, pinned });
  now.current = { seat, pinned };
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const asked = useRef("");

  const clear = useCallback(() => {
    clearTimeout(timer.current);
    asked.current = "";
    setPinned(null);
    setFeature(null);
    setLit((before) => (before.length > 0 ? [] : before));
  }, []);
  const ask = useCallback(async (/** @type {Place} */ place) => {
    asked.current = key(place);
    const seat = now.current.seat;
    const answer = await line.ask({ type: "feature", place, ...(seat ? { seat } : {}) });
    if (asked.current !== key(place)) return;
    if (answer?.type !== "feature") return clear();
    setFeature(answer);
    setLit(answer.segments);
  }, [line]);
  const onPoint = useCallback((/** @type {Place} */ place, pin = false) => {
    clearTimeout(timer.current);
    if (!pin && now.current.pinned) return;
    if (place.type !== "segment") return pin ? undefined : clear();
    if (pin) {
      setPinned(place);
      return void ask(place);
    }
    timer.current = setTimeout(() => ask(place), REST);
  }, [line]);
  const onLeave = useCallback(() => {
    clearTimeout(timer.current);
    if (!now.current.pinned) timer.current = setTimeout(clear, REST);
  }, []);
  const light = useCallback((/** @type {Place[]} */ places) => {
    clear();
    setLit(places);
  }, []);
  // When the table has changed it may be another feature, and what is asked next must not lie below it.
  useEffect(clear, [at, seat]);
  return { feature, lit, pinned: pinned !== null, onPoint, onLeave, light, clear };
}
