// How the words of rules and of tile files are told from one another by their colours.
import { StreamLanguage } from "/page/vendor/codemirror.mjs";
import { BUILTINS, ITEMS, KEYWORDS, TYPES } from "/page/studio/editor/words.js";

/** @import { StringStream } from "/page/vendor/codemirror.mjs" */

const ITEM = new RegExp(`^(?:${ITEMS.join("|")})(?=\\s+[A-Za-z_"])`);
const TYPE = new RegExp(`^(?:${TYPES.join("|")})\\b`);
const [KEYWORD, BUILTIN] = [new Set([...KEYWORDS, ...ITEMS]), new Set(BUILTINS)];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

/** What comes next in a line of rules: its begin, the name of an item, what stands behind a dot or a colon, or anything. */
/** @typedef {{ next: "begin" | "name" | "member" | "type" | "any" }} Rules */

/** @param {StringStream} stream @param {Rules} state */
function rules(stream, state) {
  if (stream.sol()) state.next = "begin";
  if (stream.eatSpace()) return null;
  const { next } = state;
  state.next = "any";
  if (stream.match(/^#.*/)) return "comment";
  if (stream.match(/^"[^"]*"?/)) return "string";
  if (stream.match(/^[0-9]+(?:\.[0-9]+)*/)) return "number";
  if (next === "begin") {
    if (stream.match(/^(?:add|replace|wrong)\b(?=\s+[a-z])/)) {
      state.next = "begin";
      return "modifier";
    }
    if (stream.match(ITEM)) {
      state.next = "name";
      return "definitionKeyword";
    }
  }
  if (next === "name" && stream.match(NAME)) return "variableName.definition";
  if (next === "type") {
    if (stream.match(/^set\b/)) {
      state.next = "type";
      return "keyword";
    }
    if (stream.match(TYPE)) return "typeName";
  }
  if (next === "member" && stream.match(NAME)) return "propertyName";
  if (stream.match(/^[A-Z][A-Za-z0-9]*-[A-Za-z0-9-]+/)) return "variableName.constant";
  const word = stream.match(NAME);
  if (Array.isArray(word)) {
    const name = word[0] ?? "";
    return BUILTIN.has(name) ? "variableName.standard" : KEYWORD.has(name) ? "keyword" : "variableName";
  }
  const sign = stream.next();
  // `..` is a range and no dot.
  if (sign === "." && !stream.eat(".")) state.next = "member";
  if (sign === ":") state.next = "type";
  return "punctuation";
}

/** How a line of a tile file goes on: a text of several lines with its quotes, or what stands behind `=`. */
/** @typedef {{ quotes: string, value: boolean, depth: number }} Tiles */

/** @param {StringStream} stream @param {Tiles} state */
function tiles(stream, state) {
  if (state.quotes) {
    if (stream.skipTo(state.quotes)) {
      stream.match(state.quotes);
      state.quotes = "";
    } else stream.skipToEnd();
    return "string";
  }
  if (stream.sol() && state.depth === 0) state.value = false;
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return "comment";
  if (!state.value && state.depth === 0 && stream.match(/^\[\[?[^\]]*\]?\]?/)) return "definitionKeyword";
  if (stream.match(/^("""|''')/)) {
    state.quotes = stream.current();
    return "string";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'[^']*'?/)) return stream.match(/^\s*=/, false) ? "propertyName" : "string";
  if (stream.match(/^[A-Za-z0-9_-]+(?=\s*[.=])/)) return "propertyName";
  if (stream.match(/^(?:true|false)\b/)) return "variableName.standard";
  if (stream.match(/^[+-]?[0-9][0-9_.:eETZ+-]*/)) return "number";
  const sign = stream.next();
  if (sign === "=") state.value = true;
  if (sign === "[" || sign === "{") state.depth += 1;
  if (sign === "]" || sign === "}") state.depth = Math.max(0, state.depth - 1);
  return "punctuation";
}

const RULES = StreamLanguage.define({
  name: "rota",
  startState: () => /** @type {Rules} */ ({ next: "begin" }),
  token: rules,
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] } },
  indent: (_state, after, context) => braced(context, after),
});

const TILES = StreamLanguage.define({
  name: "toml",
  startState: () => /** @type {Tiles} */ ({ quotes: "", value: false, depth: 0 }),
  token: tiles,
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["[", "{", '"'] } },
});

/** The languages, by the endings of files and by what is in them. */
export const LANGUAGES = { rota: RULES, rules: RULES, toml: TILES, tiles: TILES };

/** A line stands two places further to the right than the one in which its brace opens. @param {import("/page/vendor/codemirror.mjs").IndentContext} context @param {string} after */
function braced(context, after) {
  const at = context.state.doc.lineAt(context.pos);
  if (at.number === 1) return 0;
  let number = at.from < context.pos ? at.number : at.number - 1;
  let before = context.state.doc.line(number);
  const text = () => (number === at.number ? before.text.slice(0, context.pos - before.from) : before.text);
  while (number > 1 && text().trim() === "") before = context.state.doc.line(--number);
  const words = text().replace(/"[^"]*"|#.*/g, "");
  const own = /^ */.exec(before.text)?.[0].length ?? 0;
  const opens = /[{(][^{}()]*$/.test(words) ? 2 : 0;
  return Math.max(0, own + opens - (/^\s*[})]/.test(after) ? 2 : 0));
}
