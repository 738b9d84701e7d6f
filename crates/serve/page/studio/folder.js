// The folder that is worked on: its texts, what is wrong with them, and how the scenarios come out.
import { Typing } from "/page/studio/typing.js";

/** @import { Listed, Problem, Ran } from "../types/messages" */
/** @import { Desk, FolderFile } from "../types/studio" */

export class Folder {
  /**
   * @param {Desk} desk
   * @param {string} name
   * @param {() => void} shown what to do where something has changed
   */
  constructor(desk, name, shown) {
    this.desk = desk;
    this.shown = shown;
    /** @type {FolderFile[]} */
    this.files = [];
    this.typing = new Typing(desk, name, (file) => this.file(file));
    /** @type {Map<string, Problem[]>} */
    this.wrong = new Map();
    /** @type {Map<string, Listed[]>} */
    this.listed = new Map();
    /** @type {Map<string, Ran>} */
    this.ran = new Map();
    /** All that is wrong, and all that does not hold in scenarios. @type {Problem[]} */
    this.problems = [];
    /** @type {Problem[]} */
    this.failures = [];
    /** The packs that are to be checked and those whose scenarios are to be run, since texts have changed. @type {Set<string>} */
    this.unchecked = new Set();
    /** @type {Set<string>} */
    this.unrun = new Set();
    /** The pack whose scenarios are being run. */
    this.running = "";
    /** The texts that were followed last. */
    this.followed = "";
    /** How often something of this has changed. */
    this.times = 0;
  }

  tell() {
    this.times += 1;
    this.shown();
  }

  get packs() {
    return [...new Set(this.files.flatMap((one) => one.pack ?? []))];
  }

  /** How many scenarios have failed. */
  get failed() {
    return [...this.listed].flatMap(([pack, listed]) => listed.filter(({ title }) => this.outcome(pack, title)?.passed === false)).length;
  }

  /** @param {string} name */
  file(name) {
    return this.files.find((one) => one.file === name);
  }

  /** A text as it counts now. @param {string} name */
  text(name) {
    return this.typing.typed.get(name) ?? this.file(name)?.text;
  }

  /** Whoever is asked may have forgotten what was put there. */
  async again() {
    const answer = await this.desk.ask({ type: "files" });
    if (answer?.type === "files") this.files = answer.files;
    await this.typing.again();
  }

  /** Reads the texts; says whether they are other ones than those that were followed last. */
  async read() {
    const answer = await this.desk.ask({ type: "files" });
    const before = this.files;
    if (answer?.type === "files") this.files = answer.files;
    await this.typing.follow();
    const now = JSON.stringify([this.files, [...this.typing.typed]]);
    if (now === this.followed) return false;
    this.followed = now;
    // Packs may play with others of the folder: all are looked at again, those first in which something has changed.
    const changed = this.files.filter(({ file, text }) => before.find((one) => one.file === file)?.text !== text || this.typing.typed.has(file)).map(({ pack }) => pack);
    const packs = this.packs.toSorted((one, other) => Number(changed.includes(other)) - Number(changed.includes(one)));
    this.unchecked = new Set(packs);
    this.unrun = new Set(packs);
    for (const pack of [...this.wrong.keys(), ...this.listed.keys()]) if (!packs.includes(pack)) this.forget(pack);
    this.gather();
    return true;
  }

  /** @param {string} pack */
  forget(pack) {
    this.wrong.delete(pack);
    this.listed.delete(pack);
  }

  /** Puts together what is wrong; what several packs tell alike stands there once. */
  gather() {
    const told = new Set();
    this.problems = [...this.wrong.values()].flat().filter((problem) => {
      const mark = JSON.stringify([problem.code, problem.message, problem.labels[0]]);
      return !told.has(mark) && told.add(mark);
    });
    this.failures = [...this.listed].flatMap(([pack, listed]) => listed.flatMap(({ title }) => this.outcome(pack, title)?.problems ?? []));
    this.tell();
  }

  /** Asks anew for what is wrong with the packs, until it is in vain. @param {() => boolean} vain */
  async check(vain) {
    for (const pack of this.unchecked) {
      if (vain()) return;
      const [checked, listed] = [await this.desk.ask({ type: "check", pack }), await this.desk.ask({ type: "scenarios", pack })];
      if (checked?.type === "checked" || checked?.type === "refused") this.wrong.set(pack, checked.problems);
      // Where a pack cannot be read, the scenarios that were there before stay in the list.
      if (listed?.type === "scenarios") this.listed.set(pack, listed.scenarios);
      this.unchecked.delete(pack);
      this.gather();
    }
  }

  /** How a scenario came out; nothing where it was not run by the texts as they are. @param {string} pack @param {string} title */
  outcome(pack, title) {
    return this.ran.get(`${pack}\n${title}`);
  }

  /** @param {string} pack @param {string} [title] only this scenario */
  async run(pack, title) {
    this.running = pack;
    this.tell();
    const answer = await this.desk.ask({ type: "run", pack, ...(title === undefined ? {} : { scenario: title }) });
    this.running = "";
    for (const { title: known } of title === undefined ? (this.listed.get(pack) ?? []) : [{ title }]) this.ran.delete(`${pack}\n${known}`);
    if (answer?.type === "ran") for (const one of answer.scenarios) this.ran.set(`${pack}\n${one.title}`, one);
    this.gather();
  }

  /** Runs the scenarios of packs, until it is in vain. @param {Iterable<string>} packs @param {() => boolean} vain */
  async runAll(packs = this.packs, vain = () => false) {
    for (const pack of packs) {
      if (vain()) return;
      await this.run(pack);
      this.unrun.delete(pack);
    }
  }

  /** Writes a text into its file, unless that has changed meanwhile; gives back what is wrong then. @param {string} name @param {string} text @returns {Promise<Problem[]>} */
  async write(name, text) {
    const file = this.file(name);
    if (!file) return [];
    const answer = await this.desk.ask({ type: "write", file: name, pack: file.pack, set: file.set, text, was: this.typing.over.get(name) ?? file.text });
    if (answer?.type === "refused") {
      this.typing.told(name);
      return answer.problems;
    }
    if (answer?.type !== "done") return [];
    file.text = text;
    await this.typing.drop(name);
    this.tell();
    return [];
  }
}
