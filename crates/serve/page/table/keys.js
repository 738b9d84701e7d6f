// The whole turn by keys.
import { useEffect, useRef } from "/page/vendor/hooks.mjs";
import { setting } from "/page/keep.js";
import { neighbour } from "/page/table/options.js";

/** @import { Point } from "./places.js" */
/** @typedef {Record<"turn" | "pass" | "undo" | "redo" | "fit" | "larger" | "smaller" | "help" | "words" | "decision" | "back" | "confirm", () => void>} Actions */

/** What single keys do. @type {Record<string, keyof Actions>} */
const LETTERS = { r: "turn", p: "pass", u: "undo", y: "redo", 0: "fit", "+": "larger", "=": "larger", "-": "smaller", "?": "help", "/": "words" };

/** Elements that take keys themselves. */
const OWN = "input, select, textarea, dialog, [role=dialog]";

/**
 * Arrows go from place to place, letters do what the buttons do.
 * @param {Actions} actions
 * @param {Point[]} points where the targets are
 * @param {number} focused the target that Tab reaches
 * @param {boolean} previewed whether something waits to be confirmed
 */
export function useKeys(actions, points, focused, previewed) {
  const now = useRef({ actions, points, focused, previewed });
  now.current = { actions, points, focused, previewed };
  useEffect(() => {
    const heard = (/** @type {KeyboardEvent} */ event) => {
      const { actions, points, focused, previewed } = now.current;
      const at = event.target instanceof Element ? event.target : document.body;
      if (event.key === "Escape" && at.matches(".words input")) return actions.decision();
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || at.closest(OWN)) return;
      const ends = { Home: 0, End: points.length - 1 }[event.key];
      const onTarget = at.matches(".target[data-number]");
      const free = !at.closest("pre, summary");
      if (points.length > 0 && free && (event.key.startsWith("Arrow") || (ends !== undefined && onTarget))) {
        event.preventDefault();
        focusTarget(ends ?? (onTarget ? neighbour(points, focused, event.key) : focused));
      } else if (event.key === "Escape") {
        actions.back();
      } else if (event.key === "Enter" && previewed && !at.closest("button, a, summary")) {
        event.preventDefault();
        actions.confirm();
      } else {
        const action = LETTERS[event.key.toLowerCase()];
        if (!action || setting("letters", "yes") !== "yes") return;
        event.preventDefault();
        actions[action]();
      }
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);
}

/** @param {number} number */
function focusTarget(number) {
  const button = document.querySelector(`.target[data-number="${number}"]`);
  if (button instanceof HTMLElement) button.focus({ preventScroll: Boolean(button.closest(".board")) });
}
