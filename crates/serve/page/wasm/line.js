// The line to an engine in the page itself: what it answers, and how it is heard, is as with a server.
import { Files } from "/page/wasm/files.js";
import { TEMPLATES } from "/page/wasm/templates.js";

/** @import { Told } from "../types/server" */
/** @import { LineState } from "../line" */
/** @typedef {{ type: string, [field: string]: any }} Message */
/** @typedef {{ entered: (as: any) => void, state: (state: LineState) => void, news?: (at: number) => void, files?: () => void }} Hears */
/** @typedef {{ ready?: boolean, why?: string, number: number, answer: any, stopped?: boolean }} Said */

/** So many milliseconds until the engine is loaded again, the more the more often that failed. */
const PAUSES = [500, 2000, 8000];

/** A question that is not answered within so many milliseconds ends the engine; whole packs are checked and run by one. */
const PATIENCE = 180_000;

/** What is answered here, because files are the page's: they are what `take` leaves there. */
const OF_FILES = ["files", "write", "remove", "take"];

/** As whom somebody comes in. */
const ENTERED = { type: "entered", as: "studio", folder: "" };

export class Line {
  /** @param {Hears} hears what to do once the engine is there, with the state of the line, and with files that have changed */
  constructor(hears) {
    this.hears = hears;
    this.files = new Files(() => this.reread());
    this.next = 1;
    this.failed = 0;
    this.alive = true;
    /** @type {Map<number, (answer: any) => void>} */
    this.waiting = new Map();
    this.worker = this.connect();
  }

  connect() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    this.alive = true;
    worker.onmessage = ({ data }) => worker === this.worker && this.heard(data);
    worker.onerror = () => this.lost(worker);
    return worker;
  }

  /** @param {Said} said */
  heard({ ready, why, number, answer, stopped }) {
    if (ready) return this.enter();
    if (ready === false) {
      console.error(why);
      return this.lost(this.worker);
    }
    const waits = this.waiting.get(number);
    this.waiting.delete(number);
    waits?.(answer);
    // Its tables are gone, as those of a server that was begun anew.
    if (stopped) this.hears.entered(ENTERED);
  }

  /** Puts all files that are kept here into an engine that has just begun; the very first time those of a template. */
  async enter() {
    const worker = this.worker;
    const began = this.files.begun ? null : await this.question({ template: TEMPLATES[0] });
    if (began) {
      for (const file of began.files) this.files.write(file);
      this.files.begin();
    }
    await Promise.all(this.files.all().map((file) => this.question({ message: { type: "put", ...file } })));
    // It may have been lost meanwhile.
    if (worker !== this.worker || !this.alive) return;
    this.failed = 0;
    this.hears.state("open");
    this.hears.entered(ENTERED);
  }

  /** @param {Worker} worker */
  lost(worker) {
    if (worker !== this.worker) return;
    worker.onmessage = null;
    worker.terminate();
    this.alive = false;
    this.waiting.forEach((waits) => waits(null));
    this.waiting.clear();
    this.hears.state("lost");
    const pause = PAUSES[Math.min(this.failed, PAUSES.length - 1)];
    this.failed += 1;
    setTimeout(() => worker === this.worker && this.connect(), pause);
  }

  /**
   * Asks something; null where the engine was lost before the answer.
   * @param {Message} message
   * @returns {Promise<Told | null | any>}
   */
  ask(message) {
    return OF_FILES.includes(message.type) ? this.answer(message) : this.question({ message });
  }

  /** @param {{ message?: Message, template?: string }} question @returns {Promise<any>} */
  question(question) {
    if (!this.alive) return Promise.resolve(null);
    const [worker, number] = [this.worker, this.next++];
    worker.postMessage({ ...question, number });
    const late = setTimeout(() => this.lost(worker), PATIENCE);
    return new Promise((resolve) =>
      this.waiting.set(number, (answer) => {
        clearTimeout(late);
        resolve(answer);
      }),
    );
  }

  /** Answers what is asked about files. @param {Message} message */
  async answer(message) {
    const { type, file, pack = null, set = null, text, was } = message;
    const kept = this.files.find(file);
    if (type === "files") return { type: "files", files: this.files.all().map((one) => ({ ...one, path: "" })) };
    if (type === "take") return this.question({ message: kept ? { type: "put", ...kept } : message });
    if (type === "remove") {
      if (!kept) return refused(`there is no file \`${file}\``);
      this.files.remove(file);
      await this.question({ message: { type: "take", file } });
    } else {
      if (typeof file !== "string" || file === "" || typeof text !== "string") return refused("a file has a name and a text");
      if (was !== undefined && was !== kept?.text) return refused(`\`${file}\` has changed meanwhile`);
      const put = await this.question({ message: { type: "put", file, pack, set, text } });
      if (put?.type !== "done") return put;
      const wrong = this.files.write({ file, pack, set, text });
      if (wrong) {
        await this.answer({ type: "take", file });
        return refused(wrong);
      }
    }
    // Whoever has asked hears the answer first.
    setTimeout(() => this.hears.files?.());
    return { type: "done" };
  }

  /** Takes up what was written in another tab. */
  async reread() {
    const { gone, written } = this.files.reread();
    for (const file of gone) await this.question({ message: { type: "take", file } });
    for (const file of written) await this.question({ message: { type: "put", ...file } });
    this.hears.files?.();
  }
}

/** @param {string} message */
function refused(message) {
  return { type: "refused", problems: [{ severity: "error", code: "page::files", message, help: null, labels: [], fixes: [] }] };
}
