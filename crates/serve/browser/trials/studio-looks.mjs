// What the studio shows of a game and of tiles: which rules ran and which lines, and tiles in all ways they can lie.
import { must, studio } from "./studio.mjs";

/** The move in which a road with lanterns was completed. */
const PAYS = 10;

/** Rules that ran in it, in the order in which they must stand there. */
const RAN = ["step deploy", "step score", "step count", "rule complete_road", "rule light_road", "step home", "rule draw_tile"];

async function calls(studio) {
  await studio.tab("rules");
  await studio.shows(".panel h2", "ann: place_meeple road W of -2,1");
  await studio.page.fill("input[name=traced]", String(PAYS));
  await studio.page.keyboard.press("Enter");
  await studio.shows(".panel h2", "ann: place_meeple monastery inside of 1,0");
  const names = await studio.all(".call > p > :is(.go, .joint)");
  let from = -1;
  for (const name of RAN) {
    const at = names.indexOf(name, from + 1);
    must(at > from, `${name} does not come next; in order: ${names.join(", ")}`);
    from = at;
  }
  const lit = await studio.shows(".call", "light_road");
  must(lit.includes("lanterns lanterns/pack.rota:13"), `where light_road stands: ${lit}`);
  await studio.shows(".call .happened", "ann is asked: place a follower? → place_meeple monastery inside of 1,0");
  await studio.shows(".call .happened", "ann 4 as lantern at road E W of 0,0: 2 lanterns each 2");
  const costs = await studio.all(".call .ops");
  must(costs.every((words) => /^[1-9]\d* steps?\b/.test(words)), `a call without steps: ${costs.join(", ")}`);
  must(costs.some((words) => / · \d+\.\d (µs|ms)$/.test(words) && !/ 0\.0 /.test(words)), `no call took any time: ${costs.join(", ")}`);
  await studio.page.locator(".call", { hasText: "light_road" }).locator(".go").first().click();
  await studio.shows(".row.here code", /^rule light_road/);
}

async function lines(studio) {
  const { page } = studio;
  must((await page.inputValue("select[name=file]")) === "lanterns/pack.rota", "another file is shown");
  must(Number(await page.locator('.code [data-line="15"] .cost').innerText()) > 0, "the line that paid has no steps in this move");
  await page.click('.code [data-line="15"] .number');
  await studio.shows(".used p", "Line 15 ran in one move:");
  await page.click(`.used [data-move="${PAYS}"]`);
  await studio.at(`${PAYS}/14`);
  await page.locator(`.used [data-move="${PAYS}"][aria-current=true]`).waitFor();
  await page.waitForFunction(() => !/ben: place a follower\? place_meeple field/.test(document.querySelector(".log li")?.textContent ?? ""));
  await studio.does("back-to");
  await studio.at("14/14");
  await studio.gone("[data-action=back-to]");
  await page.click('.code [data-line="6"] .number');
  await studio.shows(".used p", "Line 6 ran in no move.");
}

export const rules = (given) => studio(given, async (studio) => {
  await studio.play(14);
  await calls(studio);
  await lines(studio);
  return "calls in order, the moves of a line";
}, { seed: "7" });

/** The numbers of the segments that are drawn as wrong, the same in all four ways. */
async function bad(studio) {
  // What was wrong before is told until all was looked at again.
  await studio.quiet();
  const ways = await studio.page.locator(".turned .ways svg").evaluateAll((all) =>
    all.map((svg) => [...svg.querySelectorAll(".area")].flatMap((area, number) => (area.matches(".bad") ? [number + 1] : [])).join(" ")));
  must(ways.length === 4 && new Set(ways).size === 1, `drawn as wrong in the four ways: ${ways.join(" | ")}`);
  return ways[0];
}

export const tiles = (given) => studio(given, async (studio) => {
  const { page } = studio;
  await studio.tab("tiles");
  for (const words of ["street ×3", "bend ×2", "gate ×2"]) await studio.shows(".sheet button", words);
  await page.click('[data-tile="lanterns/gate"]');
  await studio.shows(".turned h2", "gate ×2");
  const ways = page.locator(".turned .ways figure");
  for (const [turned, edges] of ["CFRF", "FCFR", "RFCF", "FRFC"].entries()) {
    must((await ways.nth(turned).locator("figcaption").innerText()) === `turned ${turned}`, `way ${turned} is called another one`);
    // The letters stand around it as the tile lies: by where they are drawn.
    const around = await ways.nth(turned).locator("text.edge").evaluateAll((all) => {
      const places = all.map((at) => ({ words: at.textContent, x: Number(at.getAttribute("x")), y: Number(at.getAttribute("y")) - 9 }));
      const most = (by) => places.toSorted((one, other) => by(other) - by(one))[0].words;
      return [most(({ y }) => -y), most(({ x }) => x), most(({ y }) => y), most(({ x }) => -x)].join("");
    });
    must(around === edges, `turned ${turned}, the edges are ${around} instead of ${edges}`);
    must((await ways.nth(turned).locator(".area").count()) === 4, "not all segments have an area");
    must((await ways.nth(turned).locator("line.touch").count()) === 2, "not all contacts are drawn");
    must((await ways.nth(turned).locator("circle.port").count()) === 6, "not all ports are drawn");
  }
  await studio.shows(".segments li", "1 city N");
  await studio.shows(".segments li", "touches: 3 field E SL, 4 field SR W");
  await page.locator(".segments li").nth(1).hover();
  await page.locator(".turned .area.lit").nth(3).waitFor();
  must((await bad(studio)) === "", "something is drawn as wrong");
  const fine = studio.read("tiles/lanterns.toml");
  studio.change("tiles/lanterns.toml", '{ field = "SR W", touches = "N" }', '{ field = "SR W" }');
  await studio.shows(".turned .trouble.warning .message", "this `field` lies beside a `city` and does not touch it");
  await studio.shows(".turned .segments .bad", "4 field SR W");
  must((await bad(studio)) === "1 4", `drawn as wrong: ${await bad(studio)}`);
  await studio.shows(".sheet .wrong-tile", "gate");
  must((await page.locator(".sheet .wrong-tile").count()) === 1, "other tiles are marked too");
  must((await ways.first().locator("line.touch").count()) === 1, "a contact that is none any more is drawn");
  // With this the tile cannot be read any more: it stays as it was, and shows where it is wrong.
  studio.write("tiles/lanterns.toml", fine.replace('edges = "CFRF"', 'edges = "CFFF"'));
  await studio.shows(".turned .trouble.error .message", "`road` cannot lie at the south side");
  await studio.shows(".turned .trouble.error .go", "tiles/lanterns.toml:43");
  must((await bad(studio)) === "2", `drawn as wrong: ${await bad(studio)}`);
  studio.write("tiles/lanterns.toml", fine);
  await studio.gone(".turned .trouble");
  must((await bad(studio)) === "", "what is mended is drawn as wrong");
  return "four ways, two findings drawn";
});
