// Texts that are changed in the studio: what is typed counts at once and is saved when somebody says so.
import { must, studio } from "./studio.mjs";

const OFFERS = ".cm-tooltip-autocomplete li";

export const types = (given) => studio(given, async (studio) => {
  const { page } = studio;
  const before = studio.read("pack.rota");
  await studio.play(2);
  await studio.tab("source");
  await studio.does("edit");
  const line = (words) => page.locator(".cm-line", { hasText: words }).first();
  await line("value lanterns").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nvalue twice(f : road) : int for LANTERN-02 = 2 * lant");
  await studio.shows(OFFERS, /^lanternsvalue lanterns\(f : road\) : int/);
  await page.locator(OFFERS, { hasText: /^lanternsvalue/ }).click();
  await studio.gone(OFFERS);
  await page.keyboard.type("(f)");
  await studio.shows(".cm-line", /^value twice\(f : road\) : int for LANTERN-02 = 2 \* lanterns\(f\)$/);
  await studio.shows(".became.played", "Played again: 2 moves.");

  // A mistake is a problem before anything is saved.
  await page.keyboard.type(" + lanters(f)");
  await studio.shows(".became.refused", "there is no value `lanters` lanterns/pack.rota:12");
  await studio.shows(".cm-lintRange-error", /^lanters$/);
  await studio.shows("[data-tab=problems] b", /^1$/);
  await studio.shows(".unsaved", "Changed, not saved.");
  must(studio.read("pack.rota") === before, "what was not saved stands in the file");
  await studio.quiet();
  await page.locator(".cm-lintRange-error").hover();
  await studio.shows(".cm-tooltip", "did you mean `lanterns`?");
  for (let strokes = " + lanters(f)".length; strokes > 0; strokes -= 1) await page.keyboard.press("Backspace");
  await studio.shows(".became.played", "Played again: 2 moves.");
  await studio.gone(".cm-lintRange-error");
  await line("modify weight").locator("span", { hasText: /^weight$/ }).hover();
  await studio.shows(".cm-tooltip", "How much a follower counts when it is asked who has most in a feature.");

  await page.keyboard.press("Control+s");
  await studio.gone(".unsaved");
  const saved = studio.read("pack.rota");
  must(saved === before.replace(/(value lanterns.*\n)/, "$1value twice(f : road) : int for LANTERN-02 = 2 * lanterns(f)\n"), `the file holds\n${saved}`);
  await studio.quiet();
  await meanwhile(studio, saved);
  return "typed, offered, told, saved; not over what somebody else has saved";
});

/** Somebody else saves the file that is typed in: theirs is not written over before whoever types was told. */
async function meanwhile(studio, saved) {
  const { page } = studio;
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# mine");
  await studio.shows(".unsaved", "Changed, not saved.");
  await studio.quiet();
  const theirs = saved.replace("# How many", "# Counted: how many");
  studio.write("pack.rota", theirs);
  // That the page knows of theirs is seen by nothing yet: a problem in another file that was saved after it tells.
  studio.change("scenarios.rota", "expect pile.count = 77", "expect pile.count = 78");
  await studio.shows("[data-tab=scenarios] b", "✗ 1");
  await studio.quiet();
  must((await page.locator(".cm-line", { hasText: "# mine" }).count()) === 1, "what was typed is gone");
  await page.keyboard.press("Control+s");
  await studio.shows(".became.refused", "`lanterns/pack.rota` is not what it was: somebody else has saved it meanwhile: look at what it is now, and save again");
  must(studio.read("pack.rota") === theirs, "what somebody else has saved was written over");
  await studio.shows(".unsaved", "Changed, not saved.");
  await studio.quiet();
  // Who was told may save again; who types on may leave the text as it was.
  await studio.does("save-text");
  await studio.gone(".unsaved");
  must(studio.read("pack.rota") === `${saved}# mine`, `the file holds\n${studio.read("pack.rota")}`);
  await page.locator(".cm-line", { hasText: "# mine" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and more");
  await studio.shows(".unsaved", "Changed, not saved.");
  await studio.does("drop-text");
  await studio.gone(".unsaved");
  await studio.shows(".cm-line", /^# mine$/);
  must(studio.read("pack.rota") === `${saved}# mine`, "what was dropped stands in the file");
}
