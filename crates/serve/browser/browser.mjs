// The browser, and pages in it that note whatever goes wrong in them.
import { chromium } from "playwright-core";
import { SIGHT } from "./sight.mjs";

const QUIET = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/**
 * What a trial is done at, unless it says otherwise. Nothing glides: who plays here is faster than that.
 * @type {import("playwright-core").BrowserContextOptions}
 */
export const DESK = { viewport: { width: 1366, height: 768 }, locale: "en-GB", reducedMotion: "reduce" };
export const PHONE = { ...DESK, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const MOVING = { ...DESK, reducedMotion: "no-preference" };

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
}

/** Runs in the page before all of its own: tells of what the security policy has stopped, and counts what is said. */
function watch() {
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    console.error(`security policy: ${violatedDirective} ${blockedURI} ${sourceFile ?? ""}:${lineNumber}`));
  const spoken = new Set();
  globalThis.spoken = spoken;
  const hear = (records) => {
    for (const { target } of records) {
      const at = target instanceof Element ? target : target.parentElement;
      const live = at?.closest("[aria-live], [role=log], [role=status], [role=alert]");
      if (live?.textContent?.trim()) spoken.add(live.textContent.trim());
    }
  };
  new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Somebody at a browser of their own: what they see, and a list of what went wrong. */
export class Visitor {
  /** @param {import("playwright-core").Browser} browser */
  static async come(browser, how = DESK) {
    const visitor = new Visitor();
    visitor.wrong = [];
    visitor.lineMayBreak = false;
    visitor.context = await browser.newContext(how);
    visitor.context.setDefaultTimeout(10_000);
    await visitor.context.addInitScript(watch);
    await visitor.context.addInitScript({ content: SIGHT });
    visitor.context.on("page", (page) => visitor.listen(page));
    visitor.page = await visitor.context.newPage();
    return visitor;
  }

  listen(page) {
    page.on("pageerror", (error) => this.wrong.push(`${error.stack ?? error}`));
    page.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      // A browser tells of every line that cannot be had while the server is away.
      if (this.lineMayBreak && /WebSocket connection/.test(message.text())) return;
      this.wrong.push(`console: ${message.text()} ${message.location().url ?? ""}`);
    });
    page.on("response", (response) => response.status() >= 400 && this.wrong.push(`${response.status()} ${response.url()}`));
  }

  /** Opens a link in another tab, as a click on it does, and stays there. */
  async open(link) {
    await this.page.goto(link);
    return this.page;
  }

  async leave() {
    await this.context.close();
  }
}
