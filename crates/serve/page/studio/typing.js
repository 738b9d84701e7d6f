// Texts that lie over those of the folder: what is typed and not saved, and what is only asked about.

/** @import { Desk, FolderFile } from "../types/studio" */

/** Under which name what is typed is kept in the tab. */
const TYPED = "rota studio typed ";

export class Typing {
  /**
   * @param {Desk} desk
   * @param {string} folder its name
   * @param {(name: string) => FolderFile | undefined} file
   */
  constructor(desk, folder, file) {
    this.desk = desk;
    this.kept = TYPED + folder;
    this.file = file;
    /** What is typed over the files and not saved: it outlives a reload of the page. @type {Map<string, string>} */
    this.typed = new Map();
    /** What was in those files when somebody began to type: what others have saved since is not written over unseen. @type {Map<string, string>} */
    this.over = new Map();
    for (const [name, text, was] of JSON.parse(sessionStorage.getItem(this.kept) ?? "[]")) {
      this.typed.set(name, text);
      this.over.set(name, was);
    }
    /** What was put only to be asked about it, as it is in the file. @type {Map<string, string>} */
    this.held = new Map();
  }

  /** Puts all that was typed there again, where whoever is asked may have forgotten it. */
  async again() {
    this.held.clear();
    for (const [name, text] of this.typed) {
      if (this.file(name)) await this.type(name, text);
      else this.forget(name);
    }
  }

  /** Puts a text over a file, for as long as it is not saved. @param {string} name @param {string} text @param {string} [was] what was there when somebody began to type */
  async type(name, text, was) {
    const file = this.file(name);
    if (!file) return;
    if (!this.over.has(name)) this.over.set(name, was ?? file.text);
    this.typed.set(name, text);
    this.keep();
    await this.put(file, text);
  }

  /** Somebody was told why a text was not written: where others have saved the file meanwhile, they may write over what it is now. @param {string} name */
  told(name) {
    const file = this.file(name);
    if (file && this.over.has(name)) this.over.set(name, file.text);
    this.keep();
  }

  /** @param {string} name */
  forget(name) {
    this.over.delete(name);
    return this.typed.delete(name);
  }

  /** What was typed over a file counts no longer. @param {string} name */
  async drop(name) {
    if (!this.forget(name)) return;
    this.held.delete(name);
    this.keep();
    await this.desk.ask({ type: "take", file: name });
  }

  /** Puts a text there as it is in the file, so that it can be asked about. @param {string} name */
  async hold(name) {
    const file = this.file(name);
    if (!file || this.typed.has(name) || this.held.get(name) === file.text) return;
    this.held.set(name, file.text);
    await this.put(file, file.text);
  }

  /** Nothing is asked any more about a text. @param {string} name */
  async release(name) {
    if (this.held.delete(name) && !this.typed.has(name)) await this.desk.ask({ type: "take", file: name });
  }

  /** What is only asked about follows its file. */
  async follow() {
    for (const name of this.held.keys()) await this.hold(name);
  }

  /** Does something with another text put over a file, and then takes it away again. @template T @param {FolderFile} file @param {string} text @param {() => Promise<T>} does */
  async meanwhile(file, text, does) {
    await this.put(file, text);
    try {
      return await does();
    } finally {
      const over = this.typed.get(file.file) ?? this.held.get(file.file);
      if (over === undefined) await this.desk.ask({ type: "take", file: file.file });
      else await this.put(file, over);
    }
  }

  /** The page is left: what was put there by it counts no longer. */
  leave() {
    for (const name of new Set([...this.typed.keys(), ...this.held.keys()])) this.desk.ask({ type: "take", file: name });
  }

  /** @param {FolderFile} file @param {string} text */
  put(file, text) {
    return this.desk.ask({ type: "put", file: file.file, pack: file.pack, set: file.set, text });
  }

  keep() {
    sessionStorage.setItem(this.kept, JSON.stringify([...this.typed].map(([name, text]) => [name, text, this.over.get(name)])));
  }
}
