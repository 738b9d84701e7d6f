// The line to the server: asks and gets answers, hears what is new, and comes back by itself when it was cut.

/** @import { Asked, Entered, Told } from "./types/server" */
/** @typedef {"open" | "lost" | "refused" | "closed"} LineState */
/** @typedef {{ entered: (as: Entered) => void, state: (state: LineState) => void, news: (at: number) => void, files?: () => void }} Hears */

/** So many milliseconds until it is tried again, the more the more often it failed. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

/** Closing codes after which nothing is gained by coming back: the link leads nowhere, the table is put away. */
const [NO_ENTRY, PUT_AWAY] = [4401, 4404];

/** A line that is silent for so many milliseconds is taken for a dead one. */
const PATIENCE = 15000;

export class Line {
  /**
   * @param {string} token
   * @param {Hears} hears what to do each time somebody has come in, with the state of the line, and with news
   * @param {string} path where the server listens
   * @param {number} patience so many milliseconds an answer may take
   */
  constructor(token, hears, path = "/socket", patience = PATIENCE) {
    this.token = token;
    this.hears = hears;
    this.path = path;
    this.patience = patience;
    this.next = 1;
    this.failed = 0;
    this.ended = false;
    /** @type {Map<number, (answer: Told | null) => void>} */
    this.waiting = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.socket = this.connect();
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", () => this.wake());
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${this.path}`);
    this.socket = socket;
    socket.onopen = async () => {
      const entered = await this.ask({ type: "enter", token: this.token });
      if (entered?.type !== "entered") return;
      this.failed = 0;
      this.hears.state("open");
      this.hears.entered(entered);
    };
    socket.onmessage = ({ data }) => this.heard(JSON.parse(data));
    socket.onclose = ({ code }) => this.lost(socket, code);
    return socket;
  }

  /** Looks whether the line still holds where the device was asleep, and tries at once where a pause was being made. */
  wake() {
    if (this.ended) return;
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) this.hears.news(Infinity);
  }

  /** @param {any} message */
  heard(message) {
    if (message.type === "changed") return this.hears.news(message.at);
    if (message.type === "files_changed") return this.hears.files?.();
    const answer = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    answer?.(message);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  lost(socket, code) {
    if (socket !== this.socket) return;
    this.waiting.forEach((answer) => answer(null));
    this.waiting.clear();
    if (code === NO_ENTRY || code === PUT_AWAY) {
      this.ended = true;
      return this.hears.state(code === PUT_AWAY ? "closed" : "refused");
    }
    this.hears.state("lost");
    const pause = PAUSES[Math.min(this.failed, PAUSES.length - 1)];
    this.failed += 1;
    this.timer = setTimeout(() => this.connect(), pause);
  }

  /**
   * Asks something; null where the line was cut before the answer.
   * @param {Asked} message
   * @returns {Promise<Told | null>}
   */
  ask(message) {
    const socket = this.socket;
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const id = this.next++;
    socket.send(JSON.stringify({ ...message, id }));
    const late = setTimeout(() => this.cut(socket), this.patience);
    return new Promise((resolve) =>
      this.waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      }),
    );
  }

  /**
   * Gives a dead line up: closing it would wait for the other side.
   * @param {WebSocket} socket
   */
  cut(socket) {
    if (socket !== this.socket) return;
    socket.onclose = null;
    socket.close();
    this.lost(socket, 1006);
  }
}
