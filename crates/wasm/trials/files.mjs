// A server of files and nothing else, under a path of its own, as there are many.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const KINDS = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/**
 * Serves a folder under a path, and texts beside it that stand nowhere.
 * @param {string} folder
 * @param {{ under?: string, headers?: Record<string, string>, texts?: Record<string, string>, kinds?: Record<string, string> }} how
 * @returns {Promise<{ address: string, asked: string[], close: () => void }>}
 */
export function serve(folder, { under = "/", headers = {}, texts = {}, kinds = KINDS } = {}) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://files").pathname);
    asked.push(path);
    const within = path.startsWith(under) ? normalize(path.slice(under.length - 1)) : "";
    const name = within.endsWith("/") ? `${within}index.html` : within;
    const kind = { "content-type": kinds[extname(name)] ?? "application/octet-stream", ...headers };
    const text = texts[name];
    if (text !== undefined) return response.writeHead(200, kind).end(text);
    try {
      if (!statSync(join(folder, name)).isFile()) throw new Error("no file");
      response.writeHead(200, kind);
      createReadStream(join(folder, name)).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      resolve({ address: `http://127.0.0.1:${port}${under}`, asked, close: () => server.close() });
    }),
  );
}
