// A place that can be chosen, as a button over the board or a track.
import { html } from "/page/html.js";
import { turnOf } from "/page/table/options.js";

/** @import { Offer } from "../types/messages" */
/** @import { Target } from "./options.js" */
/** @import { OnPoint } from "./land.js" */

/**
 * @param {{ target: Target, number: number, preview: Offer | null, dim?: boolean, pointed?: boolean, focused: boolean, left: string, top: string,
 *   onTarget: (target: Target, byKey: boolean) => void, onFocus: (number: number, byKeys: boolean) => void, onPoint?: OnPoint, onLeave?: () => void }} props
 */
export function TargetButton({ target, number, preview, dim = false, pointed = false, focused, left, top, onTarget, onFocus, onPoint, onLeave }) {
  const { kind, options, place } = target;
  const chosen = preview !== null && options.includes(preview);
  const first = (chosen ? preview : options[0])?.words ?? "";
  const turns = chosen && options.length > 1 && turnOf(preview) !== undefined;
  const form = kind === "cell" ? "cell" : kind === "tile" ? "whole" : "spot";
  const is = [form, chosen && "chosen", turns && "turns", dim && "dim", pointed && "pointed"].filter(Boolean).join(" ");
  // Only by keys: under a finger or a pointer the board must not move before it is let go.
  const focus = (/** @type {FocusEvent} */ event) => {
    const byKeys = /** @type {HTMLElement} */ (event.currentTarget).matches(":focus-visible");
    onFocus(number, byKeys);
    if (byKeys) onPoint?.(place);
  };
  return html`<button type="button" class=${`target ${is}`} data-kind=${kind} data-words=${options[0]?.words} data-number=${number}
    aria-pressed=${chosen ? "true" : "false"} aria-label=${options.length > 1 && !chosen ? `${first} (${options.length})` : first}
    tabIndex=${focused ? 0 : -1} style=${{ left, top }}
    onFocus=${focus} onPointerEnter=${() => onPoint?.(place)} onPointerLeave=${onLeave}
    onClick=${(/** @type {MouseEvent} */ event) => onTarget(target, event.detail === 0)}></button>`;
}
