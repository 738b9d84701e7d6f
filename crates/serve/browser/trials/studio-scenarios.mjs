// Scenarios in the studio: how they come out, line by line on the board, and new ones from where a game stands.
import { must, studio } from "./studio.mjs";

const [COUNT, PAID, ASIDE] = ["seven tiles join the pile", "whoever completes a road is paid for its lanterns", "a follower beside a lantern counts as two"];

/** What is seen of a scenario behind a line: the line, who decides what, and one of the options. */
const LINES = [
  [6, "red decides", "where does the tile go?", "1,0 turned 1"],
  [8, "red decides", "place a follower?", "place_meeple road W of 1,0"],
  [9, "blue decides", "where does the tile go?", "-1,0 turned 3"],
  [10, "blue decides", "place a follower?", "place_meeple city W of -1,0"],
  [11, "red decides", "where does the tile go?", "1,1 turned 1"],
  [12, "red decides", "where does the tile go?", "1,1 turned 1"],
  [13, "red decides", "where does the tile go?", "1,1 turned 1"],
  [14, "red decides", "where does the tile go?", "1,1 turned 1"],
];

/** A scenario on the board stands behind so many lines. */
async function stands(studio, lines) {
  const [line, who, prompt, option] = LINES[lines];
  await studio.shows(".stage .steps output", new RegExp(`^line ${lines} of ${LINES.length - 1}$`));
  const here = await studio.page.locator(".stage .row[aria-current]").getAttribute("data-line");
  must(Number(here) === line, `line ${here} is marked instead of ${line}`);
  await studio.shows(".stage .decision h2", who);
  await studio.shows(".stage .decision .prompt", prompt);
  await studio.page.locator(`.stage .options [data-words="${option}"]`).waitFor();
  const played = await studio.page.locator(".stage .row.played").count();
  must(played === lines, `${played} lines are marked as played instead of ${lines}`);
  const tiles = await studio.page.locator(".stage .board .tile").count();
  const laid = [1, 2, 2, 3][lines] ?? 3;
  must(tiles === laid, `${tiles} tiles on the board behind line ${lines} instead of ${laid}`);
}

const isListed = (studio, title, state) => studio.shows(`.scenario.${state}[data-title="${title}"]`, title);

export const steps = (given) => studio(given, async (studio) => {
  await studio.tab("scenarios");
  for (const title of [COUNT, PAID, ASIDE]) await isListed(studio, title, "passed");
  studio.change("scenarios.rota", 'by "4 lanterns each 2"\n}', 'by "4 lanterns each 2"\n  expect pile.count >= 0\n}');
  studio.change("pack.rota", "wage : int 0..3 = 2", "wage : int 0..3 = 3");
  const failed = await isListed(studio, PAID, "failed");
  await isListed(studio, COUNT, "passed");
  must(failed.includes('lanterns/scenarios.rota:13 scenario::failed blue scored 12 as lantern at road E W of 0,0 by "4 lanterns each 3"'), `what does not hold: ${failed}`);
  await studio.shows("[data-tab=scenarios] b", "✗ 2");
  await studio.quiet();
  await studio.page.click(`.scenario[data-title="${PAID}"] [data-action=on-board]`);
  await stands(studio, 0);
  for (let lines = 1; lines < LINES.length; lines += 1) {
    await studio.does("next-line");
    await stands(studio, lines);
  }
  for (let lines = LINES.length - 2; lines >= 1; lines -= 1) {
    await studio.does("back-line");
    await stands(studio, lines);
  }
  must((await studio.page.locator(".stage .row .told").count()) === 0, "something is said not to hold before it was reached");
  await studio.does("to-wrong");
  await stands(studio, 6);
  await studio.shows('.stage .row.error[data-line="13"] .told', 'blue scored 12 as lantern at road E W of 0,0 by "4 lanterns each 3"');
  // The scenario on the board follows the texts as well.
  studio.change("pack.rota", "wage : int 0..3 = 3", "wage : int 0..3 = 2");
  await isListed(studio, PAID, "passed");
  await studio.gone(".stage .row .told");
  await stands(studio, 6);
  await studio.does("to-game");
  await studio.page.locator("main.table:not(.stage)").waitFor();
  return `${LINES.length - 1} lines forward and back, to the one that does not hold`;
});

export const keeps = (given) => studio(given, async (studio) => {
  const { page } = studio;
  const before = studio.read("scenarios.rota");
  await studio.play(14);
  await studio.does("keep");
  await page.locator(".keeping textarea").waitFor();
  await page.fill(".keeping [name=title]", "ann sees a road");
  await page.fill(".keeping [name=moves]", "4");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => {
    const { value } = document.querySelector(".keeping textarea");
    return value.includes('"ann sees a road"') && value.split(" takes ").length === 5;
  });
  const text = await page.inputValue(".keeping textarea");
  for (const line of ["  lay lanterns/gate at -1,0 turned 3", "  points ann 8", "  ben takes -2,-1 turned 2", "  ben takes place_meeple city E S of -2,-1", "  ann takes -2,1 turned 1", "  ann takes place_meeple road W of -2,1", "  expect ben decides", "  expect ann.points = 8 pts"]) {
    must(text.split("\n").includes(line), `no line ${JSON.stringify(line)} in\n${text}`);
  }
  // What is tried is as somebody has changed it by hand, and told whether it holds.
  await page.fill(".keeping textarea", text.replace("ann.points = 8", "ann.points = 9"));
  await studio.does("try-scenario");
  await studio.shows(".outcome b", /^failed$/);
  must((await studio.page.locator(".outcome .wrong").count()) > 0, "nothing tells what does not hold");
  await page.fill(".keeping textarea", text.replace(/^ {2}/gm, " "));
  await studio.does("try-scenario");
  await studio.shows(".outcome b", /^passed$/);
  must(studio.read("scenarios.rota") === before, "what was only tried stands in the file");
  await studio.does("put-scenario");
  await studio.shows(".outcome b", "Written into lanterns/scenarios.rota.");
  must(studio.read("scenarios.rota") === `${before.trimEnd()}\n\n${text.trim()}\n`, `the file holds\n${studio.read("scenarios.rota")}`);
  await page.keyboard.press("Escape");
  await studio.gone("dialog");
  await studio.tab("scenarios");
  await isListed(studio, "ann sees a road", "passed");
  await studio.quiet();
  await page.click('.scenario[data-title="ann sees a road"] [data-action=on-board]');
  await studio.shows(".stage .steps output", /^line 0 of \d+$/);
  await studio.does("next-line");
  await studio.shows(".stage .decision h2", "ben decides");
  return "a position tried, put into the file, and passed";
}, { seed: "7" });
