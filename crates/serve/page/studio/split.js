// The line between the table and the panels: moved by a pointer or by keys, and kept for the next time.
import { useRef, useState } from "/page/vendor/hooks.mjs";
import { html } from "/page/html.js";
import { set, setting } from "/page/keep.js";
import { t } from "/page/words.js";

/** In percent of the window: what the panels take at least, at most and usually, and by how much a key moves. */
const [LEAST, MOST, USUAL, STEP] = [22, 70, 36, 2];

/** @returns {[number, (percent: number) => void]} how much of the window the panels take */
export function useWidth() {
  const [percent, setPercent] = useState(Number(setting("studio width", String(USUAL))) || USUAL);
  const change = (/** @type {number} */ to) => {
    const kept = Math.round(Math.min(MOST, Math.max(LEAST, to)));
    setPercent(kept);
    set("studio width", String(kept));
  };
  return [percent, change];
}

/** @param {{ percent: number, onPercent: (percent: number) => void }} props */
export function Split({ percent, onPercent }) {
  const held = useRef(false);
  const keyed = (/** @type {KeyboardEvent} */ event) => {
    const to = { ArrowLeft: percent + STEP, ArrowRight: percent - STEP, Home: LEAST, End: MOST, Enter: USUAL }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onPercent(to);
  };
  const down = (/** @type {PointerEvent} */ event) => {
    held.current = true;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  };
  const move = (/** @type {PointerEvent} */ event) => held.current && onPercent(100 - (event.clientX / innerWidth) * 100);
  return html`<div class="split" role="separator" tabIndex="0" aria-orientation="vertical" aria-label=${t("panel_width")} aria-controls="panels"
    aria-valuemin=${LEAST} aria-valuemax=${MOST} aria-valuenow=${percent} onKeyDown=${keyed}
    onPointerDown=${down} onPointerMove=${move} onPointerUp=${() => (held.current = false)} onPointerCancel=${() => (held.current = false)}></div>`;
}
