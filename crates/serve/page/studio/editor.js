// The editor of a text: rules or tiles, with what is wrong in it, what may stand here, and what a name is.
import { useEffect, useRef } from "/page/vendor/hooks.mjs";
import {
  EditorState, EditorView, Transaction, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap,
  drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history,
  historyKeymap, indentLess, indentMore, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap, setDiagnostics,
} from "/page/vendor/codemirror.mjs";
import { html } from "/page/html.js";
import { define, questions } from "/page/studio/editor/asking.js";
import { LANGUAGES } from "/page/studio/editor/languages.js";
import { look } from "/page/studio/editor/look.js";
import { difference, toPlace } from "/page/studio/editor/offsets.js";
import { library, phrase } from "/page/studio/editor/phrases.js";
import { marks } from "/page/studio/editor/problems.js";

/** @import { Extension } from "/page/vendor/codemirror.mjs" */
/** @import { Problem } from "../types/messages" */
/** @import { Place } from "./editor/asking.js" */

/**
 * @typedef {object} EditorProps
 * @property {string} file what the text is called
 * @property {"rota" | "toml" | "rules" | "tiles"} kind rules or a tile set, by the ending or by what is in it
 * @property {string} text the whole of it
 * @property {Problem[]} problems all that is wrong, here or elsewhere
 * @property {(text: string, now?: boolean) => unknown} onChange the text is another one; `now` where a question about it waits until it
 *   is known
 * @property {(message: any) => Promise<any>} ask
 * @property {(place: Place) => void} onGo where to go that lies in another text
 * @property {{ line: number, column?: number, nth?: number } | null} [at] a place to go to, by line and character; another `nth` goes there once more
 */

/** @param {EditorProps} props */
export function Editor(props) {
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const view = useRef(/** @type {EditorView | null} */ (null));
  const now = useRef(props);
  now.current = props;
  const own = useRef(new Own());

  useEffect(() => {
    if (!host.current) return;
    // In a tree of its own the editor takes its style sheets as objects, which the page may have, and not as elements, which
    // it may not.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const made = new EditorView({ root, parent: root, state: stateOf(now, own.current) });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    own.current.told.clear();
    view.current?.setState(own.current.states.get(props.file) ?? stateOf(now, own.current));
  }, [props.file, props.kind]);
  useEffect(() => {
    if (view.current) own.current.take(view.current, props.text);
  }, [props.file, props.text]);
  // Marks go along with what is typed: they are set anew where something else is wrong, and not whenever this is drawn.
  useEffect(() => {
    const state = view.current?.state;
    if (state) view.current?.dispatch(setDiagnostics(state, marks(state, props.file, props.problems)));
  }, [props.file, useSame(props.problems)]);
  const { line, column, nth } = props.at ?? {};
  useEffect(() => {
    if (view.current && line !== undefined) go(view.current, { line, column });
  }, [props.file, line, column, nth]);
  return html`<div class="editor" ref=${host}></div>`;
}

/** The list that was given first, for as long as the same is in it. @template T @param {T[]} list */
function useSame(list) {
  const same = useRef(list);
  if (list.length !== same.current.length || list.some((one, number) => one !== same.current[number])) same.current = list;
  return same.current;
}

/** What the editor remembers of the texts that it has shown. */
class Own {
  constructor() {
    /** How each text stood when another one was shown. @type {Map<string, EditorState>} */
    this.states = new Map();
    /** What was told of the text and may come back once as a property when more was typed already, in order. @type {Set<string>} */
    this.told = new Set();
  }

  /** @param {string} text */
  tell(text) {
    this.told.delete(text);
    this.told.add(text);
  }

  /** Takes up a text that was changed elsewhere: what stays the same keeps its marks. @param {EditorView} view @param {string} text */
  take(view, text) {
    const known = [...this.told].indexOf(text);
    if (known >= 0) {
      // With it comes back all that was told before: where it comes once more, somebody else has brought it back.
      this.told = new Set([...this.told].slice(known + 1));
      return;
    }
    this.told.clear();
    const changes = difference(view.state.doc.toString(), text);
    if (changes) view.dispatch({ changes, annotations: [Transaction.addToHistory.of(true), Transaction.remote.of(true)] });
  }
}

/** @param {{ current: EditorProps }} now @param {Own} own */
function stateOf(now, own) {
  const { file, kind, text } = now.current;
  const asking = {
    file: () => now.current.file,
    go: (/** @type {Place} */ place) => now.current.onGo(place),
    ask: async (/** @type {any} */ message, /** @type {string} */ text) => {
      if (text !== now.current.text) await now.current.onChange(text, true);
      return now.current.ask(message);
    },
  };
  const changed = EditorView.updateListener.of((update) => {
    own.states.set(file, update.state);
    if (!update.docChanged || update.transactions.some((one) => one.annotation(Transaction.remote))) return;
    const text = update.state.doc.toString();
    own.tell(text);
    now.current.onChange(text);
  });
  return EditorState.create({ doc: text, extensions: [changed, questions(asking), going(asking), ...usual(file), LANGUAGES[kind]] });
}

/** A click with the control key held goes to where a name is declared. @param {Parameters<typeof define>[0]} asking */
function going(asking) {
  return EditorView.domEventHandlers({
    mousedown: (event, view) => {
      const position = event.ctrlKey || event.metaKey ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      if (position === null) return false;
      event.preventDefault();
      define(asking, view, position);
      return true;
    },
  });
}

/** @param {string} file @returns {Extension[]} */
function usual(file) {
  return [
    lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), drawSelection(),
    history(), bracketMatching(), closeBrackets(), highlightSelectionMatches(), search(), look,
    EditorState.tabSize.of(2), EditorView.lineWrapping,
    EditorState.phrases.of(library()),
    EditorView.contentAttributes.of({ "aria-label": file, "aria-description": phrase("leave"), spellcheck: "false", tabindex: "0" }),
    // Escape lets the next Tab leave the editor.
    keymap.of([
      ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap,
      { key: "Tab", run: indentMore, shift: indentLess },
    ]),
  ];
}

/** @param {EditorView} view @param {{ line: number, column?: number }} at */
function go(view, { line, column = 1 }) {
  const anchor = toPlace(view.state.doc, line, column);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}
