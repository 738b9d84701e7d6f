// A link that holds a pack. What stands in it comes from anybody: texts, and nothing but texts, of a size that is known.

/** @import { File } from "./files.js" */

const NAME = "pack=";

/** The longest link that is made or read, in characters, and the longest that may come out of one, in bytes. */
export const LONGEST_LINK = 64 << 10;
export const MOST_TEXT = 1 << 20;

/** The most files that a link holds. */
const MOST_FILES = 100;

/**
 * What stands behind the address of the page in a link to these files: `#pack=…`.
 * @param {File[]} files
 * @throws {Error} they are too long for a link
 */
export async function packed(files) {
  const plain = new TextEncoder().encode(JSON.stringify(files.map(({ file, pack, set, text }) => [file, pack, set, text])));
  if (plain.length > MOST_TEXT) throw new Error(`these files have ${plain.length} bytes, and a link holds ${MOST_TEXT}`);
  if (files.length > MOST_FILES) throw new Error(`these are ${files.length} files, and a link holds ${MOST_FILES}`);
  const bytes = await through(plain, new CompressionStream("deflate-raw"), Infinity);
  const link = `#${NAME}${base64(bytes)}`;
  if (link.length > LONGEST_LINK) throw new Error(`the link would have ${link.length} characters, and browsers and mails take ${LONGEST_LINK} at the most`);
  return link;
}

/**
 * The files in what stands behind `#`; null where there is no pack in it.
 * @param {string} hash
 * @returns {Promise<File[] | null>}
 * @throws {Error} it is damaged or too long
 */
export async function unpacked(hash) {
  const inside = hash.replace(/^#/, "");
  if (!inside.startsWith(NAME)) return null;
  if (hash.length > LONGEST_LINK) throw new Error(`the link has ${hash.length} characters, and ${LONGEST_LINK} are read at the most`);
  const bytes = bytesOf(inside.slice(NAME.length));
  let plain;
  try {
    plain = await through(bytes, new DecompressionStream("deflate-raw"), MOST_TEXT);
  } catch (error) {
    throw error instanceof RangeError ? error : new Error("the link is damaged: a part of it is missing or was changed");
  }
  return filesOf(new TextDecoder().decode(plain));
}

/** @param {string} json @returns {File[]} */
function filesOf(json) {
  const damaged = new Error("the link holds no files of a pack");
  let all;
  try {
    all = JSON.parse(json);
  } catch {
    throw damaged;
  }
  const isName = (/** @type {unknown} */ name) => typeof name === "string" && /^[\w.-]+$/.test(name);
  const isPath = (/** @type {unknown} */ path) =>
    typeof path === "string" && path.length <= 200 && path.split("/").every((part) => isName(part) && !/^\.*$/.test(part)) && /\.(rota|toml)$/.test(path);
  const isFile = (/** @type {unknown} */ one) =>
    Array.isArray(one) && one.length === 4 && isPath(one[0]) && (one[1] === null || isName(one[1])) && (one[2] === null || isName(one[2])) && typeof one[3] === "string";
  if (!Array.isArray(all) || all.length === 0 || all.length > MOST_FILES || !all.every(isFile)) throw damaged;
  if (new Set(all.map(([file]) => file)).size < all.length) throw damaged;
  return all.map(([file, pack, set, text]) => ({ file, pack, set, text }));
}

/**
 * All that comes out of a stream when these bytes are put into it. What grows beyond the most is ended at once.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} most
 */
async function through(bytes, stream, most) {
  const writer = stream.writable.getWriter();
  // What is wrong with them is told where they are read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError(`more than ${most} bytes come out of the link`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Bytes in letters that a link takes as they are. @param {Uint8Array} bytes */
function base64(bytes) {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} letters */
function bytesOf(letters) {
  if (!/^[\w-]*$/.test(letters)) throw new Error("the link is damaged: a letter in it belongs to no pack");
  try {
    return Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error("the link is damaged: a part of it is missing");
  }
}
