// What each seat at this page knows of the game, put together from what is new each time.
import { t } from "/page/words.js";

/** @import { Problem, TableView, Wish } from "../types/messages" */
/** @import { Line } from "../line" */

/**
 * Adds a view that tells what is new to one that was known before.
 * @param {TableView | undefined} before
 * @param {TableView} view
 * @returns {TableView}
 */
export function merged(before, view) {
  if (!before) return view;
  return {
    ...view,
    tiles: [...before.tiles.slice(0, view.tiles_from), ...view.tiles],
    events: [...before.events.slice(0, view.events_from), ...view.events],
  };
}

/**
 * Whether one seat sees anything that the other one does not.
 * @param {TableView | undefined} one
 * @param {TableView | undefined} other
 */
export function parted(one, other) {
  if (!one || !other) return false;
  const seen = (/** @type {TableView} */ view) =>
    JSON.stringify([
      view.players, view.hand, view.rows, view.piles, view.unseen, view.stacked, view.remembered, view.pieces,
      view.decision, view.events.map((event) => event.hidden ?? false),
    ]);
  return seen(one) !== seen(other);
}

/** The table as the seats of this page see it. One thing is asked after the other, so that answers fit together. */
export class Memory {
  /**
   * @param {Line} line
   * @param {string[]} seats the seats that this page decides for; none for an onlooker
   * @param {boolean} bare whether nothing has to be kept from anybody at this page
   */
  constructor(line, seats, bare = false) {
    this.line = line;
    this.seats = seats;
    this.bare = bare;
    /** The seat that is shown. @type {string | undefined} */
    this.seat = undefined;
    /** The seat that the page has to be handed over to. @type {string | undefined} */
    this.awaited = undefined;
    /** @type {Map<string, TableView>} */
    this.views = new Map();
    /** The seats whose views are told in numbers of this line. @type {Set<string>} */
    this.fresh = new Set();
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** What this page shows. */
  get view() {
    if (this.seats.length > 0 && !this.seat) return undefined;
    return this.views.get(this.seat ?? "");
  }

  /** The seat of this page that may take the last move back; the one that is shown where none may. */
  get undoing() {
    const at = this.view?.at;
    return this.seats.find((seat) => this.fresh.has(seat) && this.views.get(seat)?.at === at && this.views.get(seat)?.may_undo) ?? this.seat;
  }

  /** Whoever comes in again asks for everything: the server may have counted anew. */
  forget() {
    this.fresh.clear();
  }

  /**
   * Does something behind all that was asked before.
   * @template T
   * @param {() => Promise<T>} ask
   * @returns {Promise<T>}
   */
  behind(ask) {
    const done = this.last.then(ask);
    this.last = done.catch(() => undefined);
    return done;
  }

  /**
   * Asks for what a seat may see that is new.
   * @param {string | undefined} seat
   */
  async see(seat) {
    const name = seat ?? "";
    const before = this.fresh.has(name) ? this.views.get(name) : undefined;
    const answer = await this.line.ask({ type: "view", ...(seat ? { seat } : {}), ...(before ? { since: before.at } : {}) });
    this.take(name, before, answer);
    if (answer?.type === "refused" && before) {
      this.fresh.delete(name);
      await this.see(seat);
    }
  }

  /**
   * @param {string} name
   * @param {TableView | undefined} before
   * @param {import("../types/server").Told | null} answer
   */
  take(name, before, answer) {
    if (answer?.type !== "view") return;
    this.views.set(name, merged(before, answer));
    this.fresh.add(name);
  }

  /** Looks for what is new, where the change with this number is not known yet. @param {number} at */
  look(at) {
    return this.behind(async () => {
      const shown = this.seat ?? this.seats[0];
      const known = this.fresh.has(shown ?? "") ? (this.views.get(shown ?? "")?.at ?? -1) : -1;
      if (at <= known && (this.seat || this.seats.length === 0)) return;
      await this.see(shown);
      await this.follow();
    });
  }

  /** Follows whoever of this page is to decide; where others would see what they must not, it waits to be handed over. */
  async follow() {
    const shown = this.seat ?? this.seats[0];
    if (!shown) return;
    const asked = this.views.get(shown)?.decision?.player;
    const next = asked && this.seats.includes(asked) ? asked : shown;
    this.awaited = undefined;
    if (next === this.seat) return;
    const other = this.seat ?? this.seats.find((seat) => seat !== next);
    await this.see(next);
    if (other && other !== shown) await this.see(other);
    if (other && !this.bare && parted(this.views.get(other), this.views.get(next))) this.awaited = next;
    else this.seat = next;
  }

  /** The page has been handed over. */
  accept() {
    this.seat = this.awaited ?? this.seat;
    this.awaited = undefined;
  }

  /**
   * Asks for something that changes the table; gives back what is wrong where it was refused.
   * @param {Extract<Wish, { type: "choose" | "undo" | "redo" }>} wish
   * @param {string | undefined} seat
   * @returns {Promise<Pick<Problem, "message" | "help">[]>}
   */
  change(wish, seat = this.seat) {
    return this.behind(async () => {
      if (!seat) return [];
      if (!this.fresh.has(seat)) await this.see(seat);
      const before = this.views.get(seat);
      const answer = await this.line.ask({ ...wish, seat, at: before?.at ?? null });
      if (answer?.type === "refused") {
        await this.see(seat);
        return answer.problems;
      }
      if (!answer) return [{ message: t("lost"), help: null }];
      this.take(seat, before, answer);
      if (seat !== this.seat) await this.see(this.seat);
      await this.follow();
      return [];
    });
  }
}
