// Places in texts: the engine counts bytes of UTF-8, the editor units of UTF-16. The one place that knows both.

/** @typedef {{ length: number, sliceString: (from: number, to?: number) => string, lines: number, line: (number: number) => { from: number, to: number, text: string } }} Doc as much of the editor's text as is asked here */

/** How many bytes a text has. @param {string} text */
export function bytes(text) {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Two halves of a pair have four bytes together; a half alone is written as U+FFFD, which has three.
    count += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00 && isSecondHalf(text.charCodeAt(at + 1))) at += 1;
  }
  return count;
}

/** @param {number} unit */
function isSecondHalf(unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** The byte at a position of the editor. @param {Doc} doc @param {number} position */
export function toByte(doc, position) {
  return bytes(doc.sliceString(0, Math.max(0, Math.min(position, doc.length))));
}

/**
 * The positions of some bytes, in one walk through the text. A byte within a character is taken for its begin, one behind
 * the text for its end.
 * @param {Doc} doc
 * @param {number[]} offsets
 */
export function toPositions(doc, offsets) {
  const text = doc.sliceString(0);
  /** @type {Map<number, number>} */
  const found = new Map();
  const wanted = [...new Set(offsets)].sort((one, other) => one - other);
  let [byte, position, next] = [0, 0, 0];
  while (next < wanted.length && position < text.length) {
    const unit = text.codePointAt(position) ?? 0;
    const length = unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < 0x10000 ? 3 : 4;
    for (let want = wanted[next]; want !== undefined && want < byte + length; want = wanted[next]) {
      found.set(want, position);
      next += 1;
    }
    byte += length;
    position += unit < 0x10000 ? 1 : 2;
  }
  return offsets.map((offset) => found.get(offset) ?? text.length);
}

/** The position of a byte. @param {Doc} doc @param {number} byte */
export function toPosition(doc, byte) {
  return toPositions(doc, [byte])[0] ?? 0;
}

/**
 * The position of a line and a column, both counted from 1; columns count characters, a pair of halves as one.
 * @param {Doc} doc
 * @param {number} line
 * @param {number} column
 */
export function toPlace(doc, line, column = 1) {
  const { from, text } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return from + [...text].slice(0, Math.max(0, column - 1)).join("").length;
}

/**
 * The smallest part in which two texts differ, as a change of the first one; null where they are the same.
 * @param {string} before
 * @param {string} after
 */
export function difference(before, after) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  // No pair of halves is cut.
  if (from > 0 && isSecondHalf(before.charCodeAt(from))) from -= 1;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (end > 0 && isSecondHalf(before.charCodeAt(before.length - end))) end -= 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
