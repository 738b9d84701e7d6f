// Writes the page of a studio without a server: node index.mjs FOLDER
// Modules name one another from the root of a server; a map leads them into the folder, wherever that is served.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder = "."] = process.argv.slice(2);
const beside = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), "utf8");
// The style sheets are those of the page that a server shows.
const styles = beside("../serve/page/index.html")
  .split("\n")
  .filter((line) => line.includes('rel="stylesheet"'))
  .map((line) => line.replace('href="/page/', 'href="page/'));
const page = beside("index.html").replace("STYLES", styles.join("\n"));
const map = page.match(/<script type="importmap">(.*?)<\/script>/s)?.[1] ?? "";
writeFileSync(join(folder, "index.html"), page.replace("MAP", `sha256-${createHash("sha256").update(map).digest("base64")}`));
