// Somebody who plays at a page as people do: looks, points at something, turns it, confirms, and sometimes thinks again.
import { chance } from "./chance.mjs";
import { Keys, Pointer } from "./hands.mjs";

/** So many milliseconds until a move must be there, and until something must have been shown as chosen. */
const [MOVE, SHOWN] = [12_000, 1500];

/** So often pressing may do nothing, as where something comes in between. */
const MISSES = 25;

/** How often somebody does what is not needed: takes a choice back, a move back, looks around. */
const [THINKS_AGAIN, TAKES_BACK, LOOKS_AROUND] = [0.03, 0.04, 0.04];

export class Player {
  /**
   * @param {import("playwright-core").Page} page a page at a table
   * @param {{ by?: "mouse" | "touch" | "keys", seed?: number, plain?: boolean }} how `plain`: does only what is needed
   */
  constructor(page, { by = "mouse", seed = 1, plain = false } = {}) {
    this.page = page;
    this.random = chance(seed);
    this.hand = by === "keys" ? new Keys(page, this.random) : new Pointer(page, by === "touch");
    this.plain = plain;
    this.moves = 0;
    /** What was chosen by, and how often. @type {Map<string, number>} */
    this.used = new Map();
    /** How often a place could not be reached, and a press did nothing. */
    this.covered = 0;
    this.missed = 0;
  }

  /** What there is to see now. */
  look() {
    return this.page.evaluate("sight.seen()");
  }

  /** What there is to see as soon as it is as it is wished; nothing where that does not come in time. */
  wait(wish, patience, before = "") {
    return this.page.evaluate(`sight.awaited(${JSON.stringify({ wish, patience, before })})`);
  }

  count(kind) {
    this.used.set(kind, (this.used.get(kind) ?? 0) + 1);
  }

  /**
   * Plays until the game is over, or enough moves are made, or it is late; tells whether it is over.
   * @param {{ moves?: number, until?: number }} limits
   */
  async play({ moves = Infinity, until = Infinity } = {}) {
    for (let now = await this.asked(); ; ) {
      if (now.over) return true;
      if (this.moves >= moves || Date.now() >= until) return false;
      const made = await this.step(now);
      now = await this.asked(made ? now.at : undefined);
    }
  }

  /** What there is to see as soon as somebody here is asked, after the moment `before`. */
  async asked(before) {
    const now = await this.wait("asked", MOVE, before);
    if (!now) throw new Error(`${before ? `a move by ${this.last} did not come` : "nobody is asked here"} ${await this.scene()}`);
    return now;
  }

  /** What there is to choose from, by kinds. */
  kinds(now) {
    /** @type {Map<string, any[]>} */
    const kinds = new Map();
    for (const target of this.hand.reachable(now.targets)) kinds.set(target.kind, [...(kinds.get(target.kind) ?? []), target]);
    this.covered += now.targets.length - this.hand.reachable(now.targets).length;
    if (now.options.length > 0) kinds.set("list", now.options);
    if (now.options.length > 0 && now.field && !this.plain) kinds.set("words", now.options);
    if (now.pass) kinds.set("pass", [now.pass]);
    return kinds;
  }

  /** The kind that was used least, or any; what is not by pointing at a place comes up less often. */
  kind(kinds) {
    const names = [...kinds.keys()];
    const places = names.filter((name) => !["list", "words", "pass"].includes(name));
    const beside = names.filter((name) => !places.includes(name));
    const from = places.length > 0 && (beside.length === 0 || this.random.happens(0.75)) ? places : beside;
    const least = from.toSorted((one, other) => (this.used.get(one) ?? 0) - (this.used.get(other) ?? 0))[0];
    return this.random.happens(0.5) ? least : this.random.among(from);
  }

  /** Does one thing; tells whether it was a move. */
  async step(now) {
    if (now.curtain) {
      await this.hand.action("curtain", now.curtain);
      this.count("curtain");
      await this.page.waitForSelector("[data-action=curtain]", { state: "detached", timeout: MOVE });
      return false;
    }
    if (!this.plain && now.undo && this.random.happens(TAKES_BACK)) return this.takeBack(now);
    if (!this.plain && this.random.happens(LOOKS_AROUND)) return this.lookAround(now);
    const kinds = this.kinds(now);
    if (kinds.size === 0) return this.uncover(now);
    const kind = this.kind(kinds);
    const one = this.random.among(kinds.get(kind));
    if (kind === "words") await this.hand.say(one.words);
    else if (kind === "list") await this.hand.option(one);
    else if (kind === "pass") await this.hand.action("pass", one);
    else await this.hand.target(one);
    if (kind !== "words" && !(await this.chosen(now, kind))) return false;
    this.last = `${kind} (${one.words ?? ""})`;
    this.moves += 1;
    this.count(kind);
    return true;
  }

  /** Turns what was chosen, and confirms it; tells whether it was confirmed. */
  async chosen(before, kind) {
    let now = await this.wait("shown", SHOWN, before.at);
    if (!now) {
      this.missed += 1;
      if (this.missed > MISSES) throw new Error(`pressing does nothing ${await this.scene()}`);
      return false;
    }
    if (now.at !== before.at || !now.confirm) return true;
    if (now.turn) {
      for (let times = this.random.below(3); times > 0 && now?.turn; times -= 1) {
        await this.hand.action("turn", now.turn);
        this.count("turn");
        now = await this.look();
      }
    }
    if (!this.plain && now?.back && this.random.happens(THINKS_AGAIN)) {
      await this.hand.action("back", now.back);
      this.count("back");
      await this.page.waitForSelector("[data-action=confirm]", { state: "detached", timeout: MOVE });
      return false;
    }
    await this.hand.confirm(now?.confirm, kind);
    return true;
  }

  /** Takes the last move back, and sometimes makes it again. */
  async takeBack(before) {
    await this.hand.action("undo", before.undo);
    this.count("undo");
    this.last = "taking back";
    const now = await this.asked(before.at);
    if (!now.redo || now.curtain || this.random.happens(0.5)) return false;
    await this.hand.action("redo", now.redo);
    this.count("redo");
    this.last = "making again";
    await this.asked(now.at);
    return false;
  }

  /** Larger, smaller, and all again. */
  async lookAround(now) {
    for (const [name, spot] of [["zoom-in", now.larger], ["zoom-out", now.smaller], ["fit", now.fit]]) {
      if (spot) await this.hand.action(name, spot);
    }
    this.count("zoom");
    return false;
  }

  /** Nothing can be reached: all is brought into view, and made larger. */
  async uncover(now) {
    this.missed += 1;
    if (this.missed > MISSES) throw new Error(`nothing can be reached ${await this.scene()}`);
    if (now.fit) await this.hand.action("fit", now.fit);
    if (this.missed > 2 && now.larger) await this.hand.action("zoom-in", now.larger);
    return false;
  }

  /** What there is to see, in a few words, for who reads of a failure. */
  async scene() {
    const now = await this.look().catch(() => null);
    if (!now) return "(no table)";
    const of = (name, number) => `${number} ${name}`;
    return `(after ${this.moves} moves, at ${now.at}; ${[of("places", now.targets.length), of("options", now.options.length)].join(", ")}` +
      `${now.pass ? ", pass" : ""}${now.confirm ? ", confirm" : ""}${now.curtain ? ", curtain" : ""}${now.lost ? ", the line is cut" : ""}; ${now.wrong || "no message"})`;
  }

  /** What was used, for the report of a trial. */
  told() {
    const kinds = [...this.used].sort(([one], [other]) => one.localeCompare(other)).map(([kind, count]) => `${kind} ${count}`);
    const odd = [["covered", this.covered], ["missed", this.missed], ["scrolled", this.hand.scrolled]].filter(([, count]) => count > 0);
    return `${this.moves} moves by ${kinds.join(", ")}${odd.length > 0 ? `; ${odd.map(([name, count]) => `${name} ${count}`).join(", ")}` : ""}`;
  }
}
