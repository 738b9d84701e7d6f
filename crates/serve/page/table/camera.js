// What of the board is seen: moved by dragging, by the wheel and by two fingers, drawn by one transform of one element.

/** @import { Point } from "./places.js" */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Part */

const LEAST = 0.04;
const MOST = 4;

/** Nothing is enlarged more than this by itself. */
const USUAL = 1.2;

/** So many pixels a pointer may stray and still mean a click. */
const STRAY = 8;

/** So many pixels small places are apart at least, so that each of them can be hit. */
const APART = 28;

/** So many pixels are left free around what is gone near to. */
const EDGE = 30;

/** So many milliseconds behind the last movement it is drawn sharp again. */
const REST = 200;

export class Camera {
  /**
   * @param {HTMLElement} frame what can be seen
   * @param {HTMLElement} world what is moved
   */
  constructor(frame, world) {
    this.frame = frame;
    this.world = world;
    this.places = /** @type {HTMLElement | null} */ (world.querySelector(".targets"));
    this.x = 0;
    this.y = 0;
    this.zoom = 1;
    /** Whether nobody has moved it: then it follows the land as it grows. */
    this.follows = true;
    /** Whether it has gone near some places. */
    this.near = false;
    /** All that there is, in pixels of the world. @type {Part} */
    this.all = { left: 0, top: 0, right: 1, bottom: 1 };
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.dragged = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.stop = new AbortController();
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ heard, options = {}) =>
      frame.addEventListener(name, heard, { signal: this.stop.signal, ...options });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) on(end, (event) => this.up(event));
    on("wheel", (event) => this.wheel(event), { passive: false });
    // A click at the end of a drag is none.
    on("click", (event) => this.dragged > STRAY && event.detail > 0 && swallow(event), { capture: true });
    const watched = new ResizeObserver(() => (this.follows ? this.fit() : this.draw(false)));
    watched.observe(frame);
    this.stop.signal.addEventListener("abort", () => watched.disconnect());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    if (event.isPrimary) this.pointers.clear();
    if (this.pointers.size === 0) this.dragged = 0;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    // The click of a drag comes at once; any later one is meant.
    if (this.pointers.size === 0) setTimeout(() => (this.dragged = 0), 50);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    // The button was let go outside of the board.
    if (event.pointerType === "mouse" && event.buttons === 0) return void this.pointers.delete(event.pointerId);
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    this.dragged += distance(now, before);
    this.pointers.set(event.pointerId, now);
    if (this.dragged <= STRAY) return;
    // From here on it is a drag, which goes on where the pointer leaves the board.
    if (!this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId);
    const share = other ? 2 : 1;
    this.x += (now.x - before.x) / share;
    this.y += (now.y - before.y) / share;
    const near = other ? distance(before, other) : 0;
    if (other && near > 0) this.scale(distance(now, other) / near, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    else this.moved();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.scale(Math.exp((-event.deltaY * lines) / 500), { x: event.clientX, y: event.clientY });
  }

  /**
   * Enlarges around a place of the window, or around the middle.
   * @param {number} times
   * @param {Point} [around]
   */
  scale(times, around) {
    const box = this.frame.getBoundingClientRect();
    const at = around ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const zoom = Math.min(MOST, Math.max(LEAST, this.zoom * times));
    const [x, y] = [at.x - box.left, at.y - box.top];
    this.x = x - ((x - this.x) * zoom) / this.zoom;
    this.y = y - ((y - this.y) * zoom) / this.zoom;
    this.zoom = zoom;
    this.moved();
  }

  /** Somebody has moved it: some of the land stays in view. */
  moved() {
    this.follows = false;
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const { left, top, right, bottom } = this.all;
    this.x = Math.min(wide * 0.7 - left * this.zoom, Math.max(wide * 0.3 - right * this.zoom, this.x));
    this.y = Math.min(high * 0.7 - top * this.zoom, Math.max(high * 0.3 - bottom * this.zoom, this.y));
    this.draw(true);
  }

  /**
   * Shows all of the land, and follows it from now on.
   * @param {Part} [part] all of it, in pixels of the world
   */
  fit(part = this.all) {
    this.all = part;
    this.follows = true;
    this.near = false;
    const { left, top, right, bottom } = part;
    const { clientWidth: wide, clientHeight: high } = this.frame;
    this.zoom = Math.min(USUAL, Math.max(LEAST, Math.min(wide / (right - left), high / (bottom - top))));
    this.x = wide / 2 - ((left + right) / 2) * this.zoom;
    this.y = high / 2 - ((top + bottom) / 2) * this.zoom;
    this.draw(false);
  }

  /**
   * There is something else to be seen: shows it where nobody has moved the board, and never nothing of what can be chosen.
   * @param {Part} all all of the land
   * @param {Point[]} places what can be chosen
   * @param {Point[]} small those of them that may be too close to one another
   */
  look(all, places, small) {
    const grown = JSON.stringify(all) !== JSON.stringify(this.all);
    this.all = all;
    if (!this.follows) {
      if (places.length > 0 && !places.some((at) => this.shows(at))) this.fit();
    } else if (this.approach(small, places) || this.approach(small, small)) this.near = true;
    else if (grown || this.near || !places.every((at) => this.shows(at))) this.fit();
  }

  /**
   * Goes near where places are too close to one another to be told apart; gives back whether it did.
   * @param {Point[]} small
   * @param {Point[]} kept what has to stay in view
   */
  approach(small, kept) {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const closest = Math.min(...small.flatMap((one, number) => small.slice(number + 1).map((other) => distance(one, other))));
    const zoom = Math.min(USUAL, Math.max(this.zoom, APART / closest));
    const [xs, ys] = [kept.map(({ x }) => x), kept.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fits = (right - left + 2 * EDGE) * zoom < wide && (bottom - top + 2 * EDGE) * zoom < high;
    if (!Number.isFinite(closest) || closest * this.zoom >= APART || !fits) return false;
    this.zoom = zoom;
    this.x = wide / 2 - ((left + right) / 2) * zoom;
    this.y = high / 2 - ((top + bottom) / 2) * zoom;
    this.draw(false);
    return true;
  }

  /**
   * Whether a place of the world is in view.
   * @param {Point} at
   * @param {number} [edge] so far from what ends it, in pixels
   */
  shows(at, edge = 0) {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const [x, y] = [at.x * this.zoom + this.x, at.y * this.zoom + this.y];
    return x > edge && x < wide - edge && y > edge && y < high - edge;
  }

  /**
   * Moves a place of the world into view, where it is not.
   * @param {Point} at
   */
  reveal(at) {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    if (this.shows(at, Math.min(2 * EDGE, wide / 4, high / 4))) return;
    this.x = wide / 2 - at.x * this.zoom;
    this.y = high / 2 - at.y * this.zoom;
    this.draw(false);
  }

  /** @param {boolean} moving */
  draw(moving) {
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.zoom})`;
    // Only the places that can be chosen keep a size for fingers; the rest of the world needs not hear of it.
    this.places?.style.setProperty("--zoom", String(this.zoom));
    // While it moves, what is drawn is moved as a picture; drawn anew it is sharp again.
    this.world.style.willChange = moving ? "transform" : "";
    this.world.classList.toggle("gliding", !moving);
    clearTimeout(this.rest);
    if (moving) this.rest = setTimeout(() => (this.world.style.willChange = ""), REST);
  }

  leave() {
    clearTimeout(this.rest);
    this.stop.abort();
  }
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
