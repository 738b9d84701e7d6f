// The program as a server with a folder of tables of its own: started, killed, started again.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** So many milliseconds may pass until the program names its address. */
const PATIENCE = 20_000;

export class Server {
  /** @param {string} program the path of `rota` @param {{ studio?: string }} more the folder of a pack: a copy of it is worked on */
  constructor(program, { studio = "" } = {}) {
    this.program = program;
    this.folder = mkdtempSync(join(tmpdir(), "rota-tables-"));
    /** Where the copy of the pack is. */
    this.pack = studio && join(mkdtempSync(join(tmpdir(), "rota-studio-")), basename(studio));
    if (studio) cpSync(studio, this.pack, { recursive: true });
    this.port = 0;
    /** The link of the owner, as the program has printed it; of whoever writes the pack, where one is worked on. */
    this.link = "";
    /** What was said to be wrong. */
    this.wrong = "";
  }

  /** Starts the program: at any free port the first time, at the same one from then on. */
  async start() {
    const words = ["serve", "--port", String(this.port), "--tables", this.folder];
    // Whoever works on the page has it taken from its folder, without building the program anew.
    if (process.env.ROTA_PAGE) words.push("--page", resolve(process.env.ROTA_PAGE));
    if (this.pack) words.push("--studio", this.pack);
    // In a folder without packs: those in the program are played, wherever this is done.
    const child = spawn(resolve(this.program), words, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    this.ended = new Promise((resolve) => child.once("exit", resolve));
    child.stderr.on("data", (words) => (this.wrong += words));
    const lines = createInterface(child.stdout);
    this.link = await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no address from the program; ${this.wrong}`)), PATIENCE);
      lines.on("line", (line) => {
        const found = line.match(this.pack ? /^studio (http:\S+)/ : /^open (http:\S+)/);
        if (found) resolve((clearTimeout(late), found[1]));
      });
      child.once("exit", (code) => reject(new Error(`the program has ended with ${code}; ${this.wrong}`)));
    });
    this.port = Number(new URL(this.link).port);
    return this;
  }

  /** Ends the program without a chance to put anything away. */
  async kill() {
    this.child?.kill("SIGKILL");
    await this.ended;
  }

  /** Ends the program as Ctrl+C does, and takes its folder away. */
  async stop() {
    this.child?.kill("SIGINT");
    const late = setTimeout(() => this.child?.kill("SIGKILL"), 5000);
    await this.ended;
    clearTimeout(late);
    rmSync(this.folder, { recursive: true, force: true });
    if (this.pack) rmSync(dirname(this.pack), { recursive: true, force: true });
  }
}
