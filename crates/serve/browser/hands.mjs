// How somebody reaches what they see: with a mouse, with a finger, or with keys alone.

/** So often Tab is pressed at most until something must have been reached. */
const MOST_TABS = 120;

/** A mouse, or a finger. */
export class Pointer {
  /**
   * @param {import("playwright-core").Page} page
   * @param {boolean} finger
   */
  constructor(page, finger = false) {
    this.page = page;
    this.finger = finger;
    /** How often something had to be scrolled to. */
    this.scrolled = 0;
  }

  /** @param {{ x: number, y: number }} spot */
  press({ x, y }) {
    return this.finger ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y);
  }

  /** What can be reached on the board as it is shown, and all that is beside it. */
  reachable(targets) {
    return targets.filter((target) => target.beside || (target.inside && target.free));
  }

  target(target) {
    return target.beside ? this.beside(`.target >> nth=${target.number}`, target) : this.press(target);
  }

  option(option) {
    return this.beside(`.decision .option >> nth=${option.number}`, option);
  }

  /** Something beside the board, which may have to be scrolled to. */
  async beside(selector, spot) {
    if (spot?.inside && spot.free) return this.press(spot);
    this.scrolled += 1;
    const at = this.page.locator(selector).first();
    await (this.finger ? at.tap({ timeout: 5000 }) : at.click({ timeout: 5000 }));
  }

  action(name, spot) {
    return this.beside(name === "pass" ? ".pass" : `[data-action=${name}]`, spot);
  }

  confirm(spot) {
    return this.action("confirm", spot);
  }

  async say(words) {
    const field = this.page.locator(".words input");
    await (this.finger ? field.tap() : field.click());
    await this.page.keyboard.insertText(words);
    await this.page.keyboard.press("Enter");
  }
}

/** Keys, and nothing else. */
export class Keys {
  constructor(page, random) {
    this.page = page;
    this.random = random;
    this.scrolled = 0;
  }

  key(name) {
    return this.page.keyboard.press(name);
  }

  reachable(targets) {
    return targets;
  }

  at(selector) {
    return this.page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);
  }

  /** Arrows from place to place on the board, Tab to what lies beside it. Which one is reached is left to chance. */
  async target({ numbered }) {
    if (!numbered) return this.tab(".target:not([data-number])").then(() => this.key("Enter"));
    const ways = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "End"];
    await this.key(this.random.among(ways.slice(0, 4)));
    for (let steps = this.random.below(5); steps > 0; steps -= 1) await this.key(this.random.among(ways));
    if (!(await this.at(".target"))) throw new Error(`arrows do not lead to a place that can be chosen, but to ${await this.reached()}`);
    await this.key("Enter");
  }

  reached() {
    return this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
  }

  async tab(selector) {
    for (let times = 0; times < MOST_TABS; times += 1) {
      await this.key("Tab");
      if (await this.at(selector)) return;
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }

  async option() {
    await this.tab(".option");
    for (let steps = this.random.below(3); steps > 0; steps -= 1) {
      await this.key("Tab");
      if (!(await this.at(".option"))) return this.key("Shift+Tab").then(() => this.key("Enter"));
    }
    await this.key("Enter");
  }

  async action(name) {
    const keys = { pass: "p", turn: "r", undo: "u", redo: "y", back: "Escape", curtain: "Enter", fit: "0", "zoom-in": "+", "zoom-out": "-" };
    if (keys[name]) return this.key(keys[name]);
    await this.tab(`[data-action=${name}]`);
    await this.key("Enter");
  }

  /** Where something was chosen it is chosen again; in a list what was turned is first chosen as it stood there. */
  async confirm(_spot, kind) {
    await this.key(kind === "pass" ? "p" : "Enter");
    if (kind !== "list") return;
    await this.page.waitForTimeout(60);
    if (await this.at(".option[aria-pressed=true]")) await this.key("Enter");
  }

  /** The field is reached by a key of its own, and left by another one. */
  async say(words) {
    await this.key("/");
    if (!(await this.at(".words input"))) throw new Error("a key does not lead to the field for words");
    await this.page.keyboard.insertText(words);
    await this.key("Enter");
    await this.key("Escape");
  }
}
