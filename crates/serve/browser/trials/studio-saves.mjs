// What becomes of a game where texts are saved by another program.
import { must, studio } from "./studio.mjs";

/** A mistake in a rule, saved by another program: it is shown with its place, and mended by a button. */
async function mistaken(studio) {
  const before = studio.read("pack.rota");
  studio.change("pack.rota", "award lanterns(f)", "award lanters(f)");
  await studio.shows(".became.refused", "The rules cannot be read; the table goes on with those of before. there is no value `lanters` lanterns/pack.rota:15");
  await studio.tab("problems");
  await studio.shows(".trouble.error .go", /^lanterns\/pack\.rota:15$/);
  await studio.shows(".trouble.error .message", "there is no value `lanters`");
  await studio.shows(".trouble.error .help", "did you mean `lanterns`?");
  await studio.shows(".trouble.error pre mark", /^lanters$/);
  await studio.shows("[data-tab=problems] b", /^1$/);
  await studio.at("14/14");
  // The table goes on with the rules of before.
  await studio.quiet();
  await studio.play(1);
  await studio.does("fix");
  await studio.shows(".became.played", "Played again: 15 moves.");
  await studio.shows(".panel .fine", "Nothing is wrong with the packs of this folder.");
  await studio.at("15/15");
  must(studio.read("pack.rota") === before, "the fix has not brought back what was in the file");
}

/** Another tile, by which a move is no longer possible: the game stands before it, and says why; it goes on when the tile is back. */
async function impossible(studio) {
  const before = studio.read("tiles/lanterns.toml");
  // The road leads to the east instead of to the south.
  const turns = [["CFRF", "CRFF"], ['road = "S"', 'road = "E"'], ['"E SL"', '"ER S W"'], ['"SR W"', '"EL"'], ["F2   R234 F4", "R234 F4   F2"]];
  studio.write("tiles/lanterns.toml", turns.reduce((text, [from, to]) => text.replace(from, to), before));
  const told = await studio.shows(".became.stopped", "Played again up to move 2.");
  must(/move 3 no longer holds; there \w+ took `[^`]+`: this is not offered; what is: `-1,0 turned 0`, /.test(told), `why the game has stopped: ${told}`);
  await studio.at("2/15");
  await studio.shows(".decision .prompt", "where does the tile go?");
  await studio.quiet();
  studio.write("tiles/lanterns.toml", before);
  await studio.shows(".became.played", "Played again: 15 moves.");
  await studio.at("15/15");
}

export const saves = (given) => studio(given, async (studio) => {
  await studio.play(14);
  const tiles = await studio.page.locator(".board .tile").count();
  await mistaken(studio);
  await impossible(studio);
  await studio.quiet();
  must((await studio.page.locator(".board .tile").count()) >= tiles, "tiles are gone from the board");
  return "a mistake shown and mended, a move no longer possible";
}, { seed: "7" });
