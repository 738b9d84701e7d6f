// The game on the table: opened, played on, and played again when texts have changed.

/** @import { OpenedTable, Problem, Program, Traced } from "../types/messages" */
/** @import { Desk } from "../types/studio" */
/** @typedef {{ became: "played" | "stopped" | "refused", moves: number, problem: Problem | null }} Notice what became of the game */
/** @typedef {Record<string, unknown>} Opening what `open` takes */

/** Under which name the game is kept in the tab. */
const SAVE = "rota studio game ";

/** The code of a problem: it is asked about a table that is not there. */
const NO_TABLE = "protocol::no-table";

export class Game {
  /**
   * @param {Desk} desk
   * @param {string} folder its name
   * @param {() => void} shown what to do where something has changed
   */
  constructor(desk, folder, shown) {
    this.desk = desk;
    this.kept = SAVE + folder;
    this.shown = shown;
    /** @type {number | null} */
    this.table = null;
    /** @type {OpenedTable | null} */
    this.opened = null;
    /** How many moves are made, how many are remembered, and where whoever looks wants to be. */
    this.moves = 0;
    this.of = 0;
    this.wanted = 0;
    /** @type {Notice | null} */
    this.notice = null;
    /** @type {Traced | null} */
    this.traced = null;
    /** Whether a program plays. */
    this.playing = false;
    /** What the table hears of: that all is another one, that something is new, that it is drawn otherwise. */
    this.news = { entered: 0, heard: 0, at: -1 };
    this.drawn = 0;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
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

  /** @param {Opening} opening @returns {Promise<Problem[]>} */
  open(opening) {
    return this.set(/** @type {any} */ ({ type: "open", ...opening }));
  }

  /** Goes on with a game that was saved. @param {string} save */
  resume(save) {
    return this.set({ type: "resume", save, accept_changes: true });
  }

  /** @param {import("../types/messages").Request} request @returns {Promise<Problem[]>} */
  set(request) {
    return this.behind(async () => {
      const answer = await this.desk.ask(request);
      if (answer?.type === "refused") return answer.problems;
      if (answer?.type !== "opened" || !answer.table) return [];
      if (this.table) await this.desk.ask({ type: "close", table: this.table });
      this.table = answer.table;
      this.opened = answer;
      this.moves = this.of = this.wanted = answer.moves;
      this.notice = null;
      await this.follow(true);
      return [];
    });
  }

  /** What happens where the table was changed by a move on the board. @param {"choose" | "undo" | "redo"} did */
  did(did) {
    this.notice = null;
    this.moves += did === "undo" ? -1 : 1;
    this.of = did === "choose" ? this.moves : Math.max(this.of, this.moves);
    this.wanted = this.moves;
    this.behind(() => this.trace()).then(this.shown);
  }

  /** The game from its beginning up to a move, by the texts as they are now. @param {number} moves */
  go(moves) {
    return this.behind(async () => {
      this.wanted = Math.max(0, Math.min(moves, this.of));
      await this.replay(false);
      // To have gone there is seen; what is told is why it could not be.
      if (this.notice?.became === "played") this.notice = null;
      this.shown();
    });
  }

  /** Plays the game again, as texts have changed, up to where it stood. */
  again() {
    return this.behind(() => this.replay(true));
  }

  /** @param {boolean} drawn whether it may be drawn otherwise than before */
  async replay(drawn) {
    if (!this.table) return;
    const answer = await this.desk.ask({ type: "replay", table: this.table, ...(this.wanted < this.of ? { moves: this.wanted } : {}) });
    if (answer?.type === "refused") {
      // Where whoever is asked has begun anew, there is no such table any more.
      if (answer.problems[0]?.code === NO_TABLE) return this.leave();
      this.notice = { became: "refused", moves: this.moves, problem: answer.problems[0] ?? null };
      return this.shown();
    }
    if (answer?.type !== "replayed") return;
    this.moves = answer.moves;
    this.of = answer.of;
    this.notice = { became: answer.stopped ? "stopped" : "played", moves: answer.moves, problem: answer.stopped };
    await this.follow(drawn);
  }

  /** Tells the table that all of it is another one, and asks what ran last. @param {boolean} drawn whether it may be drawn otherwise */
  async follow(drawn) {
    this.news = { ...this.news, entered: this.news.entered + 1, at: -1 };
    if (drawn) this.drawn += 1;
    this.shown();
    await this.trace();
    this.shown();
  }

  /** Asks which rules ran. @param {number} [move] the last one by default */
  async trace(move) {
    if (!this.table) return;
    const answer = await this.desk.ask({ type: "trace", table: this.table, ...(move === undefined ? {} : { move }) });
    this.traced = answer?.type === "traced" ? answer : null;
    this.shown();
    if (move === undefined) await this.keep();
  }

  /** Lets a program decide: once, for the rest of the turn, or to the end. @param {Program} by @param {"move" | "turn" | "end"} until */
  play(by, until) {
    return this.behind(async () => {
      if (!this.table) return [];
      this.notice = null;
      this.playing = true;
      const before = until === "turn" ? await this.desk.ask({ type: "view", table: this.table }) : null;
      /** @type {Problem[]} */
      let wrong = [];
      while (this.playing) {
        const answer = await this.desk.ask({ type: "play", table: this.table, by });
        if (answer?.type === "refused") wrong = answer.problems;
        if (answer?.type !== "view") break;
        this.moves += 1;
        this.of = this.wanted = this.moves;
        this.news = { ...this.news, heard: this.news.heard + 1, at: answer.at };
        this.shown();
        if (answer.over || until === "move" || (before?.type === "view" && answer.turn !== before.turn)) break;
      }
      this.playing = false;
      await this.trace();
      return wrong;
    });
  }

  stop() {
    this.playing = false;
  }

  /** Somebody has come in again: the table may be gone. */
  async come() {
    const answer = this.table ? await this.desk.ask({ type: "view", table: this.table }) : null;
    if (answer?.type !== "view") return this.leave();
    this.news = { ...this.news, entered: this.news.entered + 1, at: -1 };
    this.shown();
  }

  leave() {
    this.table = null;
  }

  /** The page is left: nobody needs the table any more. */
  close() {
    if (this.table) this.desk.ask({ type: "close", table: this.table });
  }

  /** The game as it was kept in this tab. */
  save() {
    return sessionStorage.getItem(this.kept);
  }

  /** Keeps the game for when the page is loaded anew or the line is cut. */
  async keep() {
    const answer = this.table ? await this.desk.ask({ type: "save", table: this.table }) : null;
    if (answer?.type === "saved") sessionStorage.setItem(this.kept, answer.save);
  }
}
