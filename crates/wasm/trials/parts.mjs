// Parts of the page that need no engine: places in texts, links that hold packs, to whom a file belongs, what is vendored.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const VENDOR = new URL("../../serve/page/vendor/", import.meta.url);

/** What is served is what its list says. */
export async function vendored() {
  const { files } = JSON.parse(readFileSync(new URL("vendor.json", VENDOR), "utf8"));
  for (const { file, sha256 } of files) {
    const sum = createHash("sha256").update(readFileSync(new URL(file, VENDOR))).digest("hex");
    if (sum !== sha256) throw new Error(`${file} has the sum ${sum}`);
  }
  return `${files.length} files`;
}

/** Runs in the page. Every place of texts of all lengths of characters, there and back. */
async function placesInPage() {
  const { bytes, difference, toByte, toPlace, toPositions } = await import("/page/studio/editor/offsets.js");
  const wrong = [];
  const same = (found, wanted, what) => JSON.stringify(found) === JSON.stringify(wanted) || wrong.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  const doc = (text) => {
    const lines = text.split("\n");
    const from = (number) => lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    return { length: text.length, sliceString: (from, to) => text.slice(from, to), lines: lines.length, line: (number) => ({ from: from(number), to: from(number) + lines[number - 1].length, text: lines[number - 1] }) };
  };
  const encoded = (text) => new TextEncoder().encode(text).length;
  for (const text of ["", "abc", "é", "a€b", "🏰", "x🏰y🏰é\n€z", "\ud83c", "a\udc00b\ud83c", "\r\nä\n"]) {
    same(bytes(text), encoded(text), `bytes of ${JSON.stringify(text)}`);
    const starts = [];
    for (let at = 0; at <= text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) starts.push(at);
    const all = starts.map((at) => encoded(text.slice(0, at)));
    same(starts.map((at) => toByte(doc(text), at)), all, `to bytes of ${JSON.stringify(text)}`);
    same(toPositions(doc(text), all), starts, `to positions of ${JSON.stringify(text)}`);
    same(toPositions(doc(text), all.toReversed()), starts.toReversed(), `in another order of ${JSON.stringify(text)}`);
  }
  same(toPositions(doc("a🏰b"), [2, 3, 4, 5, 6, 99]), [1, 1, 1, 3, 4, 4], "bytes within a character and behind the text");
  same([toPlace(doc("ä🏰x\nyz"), 1, 3), toPlace(doc("ä🏰x\nyz"), 2, 2), toPlace(doc("a"), 9, 9), toPlace(doc("a"), 0, 0)], [3, 6, 1, 0], "lines and columns");
  for (const [before, after] of [["abc", "abxc"], ["aaa", "aa"], ["🏰", "🏱"], ["x🏰", "x🐰"], ["", "é"], ["ab", ""], ["aXbXc", "aXc"]]) {
    const { from, to, insert } = difference(before, after);
    same(before.slice(0, from) + insert + before.slice(to), after, `from ${before} to ${after}`);
    const cuts = [from, to].some((at) => /[\ud800-\udbff]$/.test(before.slice(0, at)));
    same(cuts, false, `a character of ${before} is cut`);
  }
  same(difference("a", "a"), null, "no difference");
  return wrong;
}

/** Runs in the page. Links there and back, and those that nobody should follow. */
async function linksInPage() {
  const { LONGEST_LINK, MOST_TEXT, packed, unpacked } = await import("/page/wasm/shared.js");
  const { filesOf, owner } = await import("/page/wasm/folder.js");
  const wrong = [];
  const same = (found, wanted, what) => JSON.stringify(found) === JSON.stringify(wanted) || wrong.push(`${what}: ${JSON.stringify(found)?.slice(0, 200)}, not ${JSON.stringify(wanted)?.slice(0, 200)}`);
  const refused = async (does, words, what) => {
    const message = await does().then(() => "no error", (error) => error.message);
    if (!message.includes(words)) wrong.push(`${what}: ${message}, not ${words}`);
  };
  const file = { file: "rulesets/p/pack.rota", pack: "p", set: null, text: 'pack p 0.1.0 "Größe 🏰"\n' };
  const tiles = { file: "tiles/p.toml", pack: null, set: "p", text: "[[tiles]]\n" };
  const link = await packed([file, tiles]);
  same(await unpacked(link), [file, tiles], "there and back");
  same(/^#pack=[\w-]+$/.test(link), true, "the letters of a link");
  same([await unpacked(""), await unpacked("#"), await unpacked("#other")], [null, null, null], "what is no link to a pack");
  const hashOf = async (plain) => {
    const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return `#pack=${btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
  };
  const bomb = await hashOf(`[["rulesets/p/pack.rota","p",null,"${"a".repeat(40 << 20)}"]]`);
  await refused(() => unpacked(bomb), bomb.length > LONGEST_LINK ? "at the most" : "come out of the link", "a link that becomes 40 MB");
  const lesser = await hashOf(`[["rulesets/p/pack.rota","p",null,"${"a".repeat(MOST_TEXT + 1)}"]]`);
  await refused(() => unpacked(lesser), "come out of the link", "a link that becomes more than may");
  await refused(() => unpacked(`#pack=${"a".repeat(LONGEST_LINK)}`), "at the most", "a long link");
  for (const part of [link.slice(0, -9), `${link}xx`, "#pack=", "#pack=%20", "#pack=a"]) await refused(() => unpacked(part), "link", `a damaged link ${part.slice(0, 30)}`);
  for (const bad of ['{"a":1}', "[]", "null", "[1]", '[["a.rota","p",null]]', '[["../a.rota","p",null,""]]', '[["/a.rota","p",null,""]]', '[["a.js","p",null,""]]', '[["a.rota","p/q",null,""]]', '[["a.rota","p",null,5]]', '[["a.rota","p",null,""],["a.rota","p",null,""]]', '[["a/./b.rota","p",null,""]]', '[["__proto__","p",null,""]]'])
    await refused(() => hashOf(bad).then(unpacked), "no files of a pack", bad);
  await refused(() => packed([{ ...file, text: "x".repeat(MOST_TEXT + 1) }]), "a link holds", "a pack that is too long");
  const noise = Array.from({ length: 90_000 }, () => Math.random().toString(36)[2] ?? "").join("");
  await refused(() => packed([{ ...file, text: noise }]), "at the most", "a pack that is too long for a link");

  same([owner("rulesets/p/a.rota"), owner("rulesets/p/s.toml"), owner("tiles/s.toml")], [{ pack: "p", set: null }, { pack: "p", set: "s" }, { pack: null, set: "s" }], "to whom files belong");
  same(["a.rota", "rulesets/a.rota", "rulesets/p/../a.rota", "tiles/s.rota", "rulesets/P/a.rota", "rulesets/p/a.js"].map(owner), [null, null, null, null, null, null], "where no file lies");
  const named = { ...file, text: "pack p 0.1.0\ntiles p for P-01\n" };
  same(filesOf([named, tiles, { ...tiles, file: "tiles/q.toml", set: "q" }, { ...file, file: "rulesets/q/a.rota", pack: "q" }], "p").map(({ file }) => file), [named.file, tiles.file], "the files of a pack");
  return wrong;
}

/** @param {() => Promise<string[]>} inPage */
const within = (inPage) => async ({ address, visitor }) => {
  const { page } = await visitor();
  await page.goto(`${address}plain.html`);
  const wrong = await page.evaluate(inPage);
  if (wrong.length > 0) throw new Error(wrong.slice(0, 8).join("\n"));
  return "as they should be";
};

export const places = within(placesInPage);
export const links = within(linksInPage);
