// Writes ../LICENSE-codemirror.txt: the licences of all that is in ../codemirror.mjs, each text once.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const beside = (/** @type {string} */ path) => new URL(path, import.meta.url);
const { packages } = JSON.parse(readFileSync(beside("package-lock.json"), "utf8"));
/** By the text of a licence: whose it is. */
const whose = new Map();
for (const [path, { version }] of Object.entries(packages)) {
  const name = path.replace("node_modules/", "");
  // The bundler itself is not in the bundle.
  if (!name || name === "esbuild" || name.startsWith("@esbuild/")) continue;
  const text = readFileSync(beside(`${path}/LICENSE`), "utf8").trim();
  whose.set(text, [...(whose.get(text) ?? []), `${name} ${version}`]);
}
const texts = [...whose].map(([text, names]) => `${names.join(", ")}:\n\n${text}\n`);
writeFileSync(beside("../LICENSE-codemirror.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
