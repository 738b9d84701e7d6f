// Texts and places in them: bytes are those of UTF-8, columns count characters, both as the engine tells them.

/** @import { Location, Problem } from "../types/messages" */

/**
 * A text with some of its bytes replaced.
 * @param {string} text
 * @param {Pick<Location, "start" | "end" | "text">[]} edits
 */
export function spliced(text, edits) {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  let [done, from] = ["", 0];
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    done += decoder.decode(bytes.subarray(from, edit.start)) + edit.text;
    from = edit.end;
  }
  return done + decoder.decode(bytes.subarray(from));
}

/**
 * A line before a place, at it and behind it; a place that goes on in the next line ends with this one.
 * @param {string} line
 * @param {Location} place
 */
export function parted(line, place) {
  const characters = [...line];
  const from = place.column - 1;
  const to = place.end_line > place.line ? characters.length : Math.max(place.end_column - 1, from + 1);
  return [characters.slice(0, from), characters.slice(from, to), characters.slice(to)].map((some) => some.join(""));
}

/**
 * The lines of a scenario, counted from 1: from its title to the brace at the margin that ends it.
 * @param {string[]} lines
 * @param {number} title
 */
export function extent(lines, title) {
  const end = lines.findIndex((line, number) => number >= title - 1 && /^\}/.test(line));
  return { from: title, to: end < 0 ? lines.length : end + 1 };
}

/** The name of a text without its folders. @param {string} file */
export function short(file) {
  return file.split("/").slice(-2).join("/");
}

/** @param {Location} place */
export function spot(place) {
  return `${short(place.file)}:${place.line}`;
}

/** Errors first, otherwise in the order in which they are told. @param {Problem[]} problems */
export function sorted(problems) {
  const weight = (/** @type {Problem} */ problem) => Number(problem.severity !== "error");
  return problems.toSorted((one, other) => weight(one) - weight(other));
}

/** What is wrong by the lines of a text. @param {Problem[]} problems @param {string} file */
export function byLine(problems, file) {
  /** @type {Map<number, Problem[]>} */
  const found = new Map();
  for (const problem of problems) {
    const place = problem.labels[0];
    if (place?.file === file) found.set(place.line, [...(found.get(place.line) ?? []), problem]);
  }
  return found;
}
