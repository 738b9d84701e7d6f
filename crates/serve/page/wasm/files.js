// The files of somebody who has no server: kept by the browser, so that nothing is lost when the page is left.

/** @typedef {{ file: string, pack: string | null, set: string | null, text: string }} File */

/** What is kept stands under the folder of the page: others may lie at the same address. */
const OWN = `rota ${new URL("../..", import.meta.url).pathname} `;
const [FILE, BEGUN] = [`${OWN}file `, `${OWN}begun`];

export class Files {
  /** @param {() => void} changed what to do when another tab has written */
  constructor(changed) {
    /** @type {Map<string, File>} */
    this.files = new Map();
    this.begun = false;
    this.reread();
    addEventListener("storage", ({ key }) => (key === null || key.startsWith(FILE)) && changed());
  }

  /** Reads what is kept; tells what is another text than before, and what is gone. */
  reread() {
    const before = this.files;
    this.files = new Map();
    try {
      this.begun = localStorage.getItem(BEGUN) !== null;
      for (const key of Object.keys(localStorage).filter((key) => key.startsWith(FILE))) {
        const file = read(localStorage.getItem(key) ?? "");
        if (file) this.files.set(file.file, file);
      }
    } catch {
      // Without storage files are kept until the page is left.
      this.files = before;
    }
    const gone = [...before.keys()].filter((file) => !this.files.has(file));
    return { gone, written: this.all().filter(({ file, text }) => before.get(file)?.text !== text) };
  }

  /** From now on there are no files only where somebody has removed them. */
  begin() {
    this.begun = true;
    keep(BEGUN, "yes");
  }

  /** All files, by their names. */
  all() {
    return [...this.files.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
  }

  /** @param {string} file */
  find(file) {
    return this.files.get(file);
  }

  /** Keeps a file. Tells what is wrong where it does not fit. @param {File} file */
  write(file) {
    const { file: name, pack, set, text } = file;
    const wrong = keep(FILE + name, JSON.stringify({ file: name, pack, set, text }));
    if (!wrong) this.files.set(name, { file: name, pack, set, text });
    return wrong;
  }

  /** @param {string} file */
  remove(file) {
    try {
      localStorage.removeItem(FILE + file);
    } catch {
      // It was not kept there either.
    }
    this.files.delete(file);
  }
}

/** @param {string} key @param {string} value @returns {string | null} what is wrong */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    const full = error instanceof DOMException && error.name === "QuotaExceededError";
    return full ? "the browser keeps no more for this page: remove other files, or save them elsewhere" : null;
  }
  return null;
}

/** @param {string} kept @returns {File | null} */
function read(kept) {
  try {
    const { file, pack, set, text } = JSON.parse(kept);
    return typeof file === "string" && typeof text === "string" ? { file, pack: pack ?? null, set: set ?? null, text } : null;
  } catch {
    return null;
  }
}
