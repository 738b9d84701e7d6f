// The start page, filled in as somebody does.

/**
 * @param {import("playwright-core").Page} page the start page
 * @param {object} wish
 * @param {string} [wish.composition]
 * @param {string[]} [wish.packs]
 * @param {string[]} [wish.variants]
 * @param {Record<string, string>} [wish.options]
 * @param {[name: string, by: string][]} wish.seats
 * @param {number} wish.seed
 * @param {number} [wish.copies]
 */
export async function fill(page, { composition, packs = [], variants = [], options = {}, seats, seed, copies }) {
  await page.waitForSelector("[data-action=begin]");
  if (composition) await choose(page, `[data-composition="${composition}"]`);
  else await onlyPacks(page, packs);
  for (const variant of variants) await tick(page, `[data-variant="${variant}"]`);
  for (const [name, value] of Object.entries(options)) {
    const field = await uncover(page, `[data-option="${name}"]`);
    if (await field.evaluate((at) => at instanceof HTMLSelectElement)) await field.selectOption(value);
    else await field.fill(value);
  }
  await sit(page, seats);
  await (await uncover(page, "[name=seed]")).fill(String(seed));
  if (copies) await (await uncover(page, "[name=copies]")).fill(String(copies));
}

/** Begins, and gives back the links that are handed out, by whom they are for. */
export async function begin(page) {
  await page.click("[data-action=begin]");
  const refused = page.locator("[role=alert]:not(:empty)").first();
  await page.locator(".link[data-for=onlooker]").or(refused).first().waitFor();
  const links = await page.$$eval(".link[data-for]", (all) =>
    Object.fromEntries(all.map((one) => [one.dataset.for, one.querySelector("a")?.href ?? one.href])));
  if (!links.onlooker) throw new Error(`not begun: ${await refused.textContent()}`);
  return links;
}

/** Opens whatever is folded up around a field. */
async function uncover(page, selector) {
  const field = page.locator(selector).first();
  await field.waitFor({ state: "attached" });
  for (let depth = 0; depth < 4 && !(await field.isVisible()); depth += 1) {
    const folds = page.locator("details:not([open])").filter({ has: page.locator(selector) });
    if ((await folds.count()) === 0) break;
    await folds.first().locator("summary").first().click();
  }
  return field;
}

async function choose(page, selector) {
  const field = await uncover(page, selector);
  const list = await field.evaluate((at) => (at instanceof HTMLOptionElement ? at.value : null));
  if (list !== null) await page.locator("select", { has: page.locator(selector) }).selectOption(list);
  else await field.click();
}

async function tick(page, selector, on = true) {
  const field = await uncover(page, selector);
  if ((await field.isChecked()) !== on) await field.click();
}

async function onlyPacks(page, packs) {
  const all = await page.$$eval("[data-pack]", (fields) => fields.map((at) => ({ name: at.dataset.pack, on: at.checked })));
  for (const { name, on } of all) if (on && !packs.includes(name)) await tick(page, `[data-pack="${name}"]`, false);
  for (const name of packs) {
    if ((await page.locator(`[data-pack="${name}"]`).count()) > 0) await tick(page, `[data-pack="${name}"]`);
    else await further(page, name);
  }
}

/** A pack that is not on the shelf is asked for by its name, and is then played. */
async function further(page, name) {
  await page.locator(".further input[name=further]").fill(name);
  await page.click("[data-action=further]");
  await page.waitForSelector(`[data-pack="${name}"]:checked`);
}

async function sit(page, seats) {
  const rows = page.locator("[data-seat]");
  await rows.first().waitFor();
  while ((await rows.count()) < seats.length) await page.click("[data-action=add-seat]");
  while ((await rows.count()) > seats.length) await rows.last().locator("[data-action=remove-seat]").click();
  for (const [number, [name, by]] of seats.entries()) {
    await rows.nth(number).locator("[name=name]").fill(name);
    await rows.nth(number).locator("[name=by]").selectOption(by);
  }
}
