// What the editor asks about the text in it: what may stand here, what is this, where is it declared, how is it written.
import { autocompletion, hoverTooltip, keymap } from "/page/vendor/codemirror.mjs";
import { difference, toByte, toPosition, toPositions } from "/page/studio/editor/offsets.js";
import { said } from "/page/studio/editor/said.js";

/** @import { Completion, CompletionContext, EditorView } from "/page/vendor/codemirror.mjs" */
/** @typedef {{ label: string, detail: string | null, doc: string | null, insert: string, from: number, to: number }} Item */
/** @typedef {{ file: string, start: number, end: number, line: number, column: number }} Place */
/**
 * Who is asked. `text` is what the text is by now: it has to be known there before the answer.
 * @typedef {object} Asking
 * @property {() => string} file
 * @property {(message: { type: "complete" | "hover" | "definition" | "format", file: string, at?: number }, text: string) => Promise<any>} ask
 * @property {(place: Place) => void} go
 */

/** @param {Asking} asking */
export function questions(asking) {
  return [
    autocompletion({ override: [(context) => completions(asking, context)], maxRenderedOptions: 60 }),
    hoverTooltip((view, position) => hovered(asking, view, position)),
    keymap.of([
      { key: "F12", run: (view) => (define(asking, view, view.state.selection.main.head), true) },
      { key: "Shift-Alt-f", run: (view) => (format(asking, view), true), preventDefault: true },
    ]),
  ];
}

/** @param {Asking} asking @param {CompletionContext} context */
async function completions(asking, context) {
  const { doc } = context.state;
  const word = context.matchBefore(/[A-Za-z_][\w]*$|\.$/);
  if (!word && !context.explicit) return null;
  const answer = await asking.ask({ type: "complete", file: asking.file(), at: toByte(doc, context.pos) }, doc.toString());
  if (answer?.type !== "completions" || context.aborted) return null;
  /** @type {Item[]} */
  const items = answer.items;
  const places = toPositions(doc, items.flatMap((item) => [item.from, item.to]));
  const from = Math.min(context.pos, ...places);
  return {
    from,
    validFor: /^\w*$/,
    options: items.map((item, number) => option(item, (places[number * 2] ?? from) - from, number)),
  };
}

/** @param {Item} item @param {number} shift from where the list begins to where this one does @param {number} number @returns {Completion} */
function option({ label, detail, doc, insert }, shift, number) {
  return {
    label,
    ...(detail ? { detail } : {}),
    ...(doc ? { info: () => said(doc) } : {}),
    // Those that fit alike stay in their order.
    boost: -Math.min(number, 99),
    apply: (view, _chosen, from, to) =>
      view.dispatch({
        changes: { from: from + shift, to, insert },
        selection: { anchor: from + shift + insert.length },
        userEvent: "input.complete",
      }),
  };
}

/** @param {Asking} asking @param {EditorView} view @param {number} position */
async function hovered(asking, view, position) {
  const { doc } = view.state;
  const answer = await asking.ask({ type: "hover", file: asking.file(), at: toByte(doc, position) }, doc.toString());
  if (answer?.type !== "hovered" || !answer.text || doc !== view.state.doc) return null;
  const [pos = position, end = position] = toPositions(doc, [answer.from, answer.to]);
  return { pos, end, above: true, create: () => ({ dom: said(answer.text) }) };
}

/** Goes to where a name is declared. @param {Asking} asking @param {EditorView} view @param {number} position */
export async function define(asking, view, position) {
  const { doc } = view.state;
  const answer = await asking.ask({ type: "definition", file: asking.file(), at: toByte(doc, position) }, doc.toString());
  const place = answer?.type === "defined" ? answer.places[0] : undefined;
  if (!place) return;
  if (place.file !== asking.file()) return asking.go(place);
  const anchor = toPosition(view.state.doc, place.start);
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}

/** Writes the text in the usual form. What is typed meanwhile is kept, and nothing is done then. @param {Asking} asking @param {EditorView} view */
export async function format(asking, view) {
  const { doc } = view.state;
  const answer = await asking.ask({ type: "format", file: asking.file() }, doc.toString());
  if (answer?.type !== "formatted" || doc !== view.state.doc) return;
  const changes = difference(doc.toString(), answer.text);
  if (changes) view.dispatch({ changes, userEvent: "input.format" });
}
