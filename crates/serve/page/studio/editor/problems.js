// What is wrong with a text, as marks in it.
import { spliced } from "/page/studio/texts.js";
import { difference, toPositions } from "/page/studio/editor/offsets.js";

/** @import { Diagnostic, EditorState, Text } from "/page/vendor/codemirror.mjs" */
/** @import { Mend, Problem } from "../../types/messages" */

/**
 * The marks of problems in a text: at the first place of each with its help and what mends it, at the others what is
 * said there.
 * @param {EditorState} state
 * @param {string} file
 * @param {Problem[]} problems
 * @returns {Diagnostic[]}
 */
export function marks({ doc }, file, problems) {
  const all = problems.flatMap((problem) =>
    problem.labels.flatMap((label, number) => (label.file === file ? [{ problem, label, first: number === 0 }] : [])),
  );
  const places = toPositions(doc, all.flatMap(({ label }) => [label.start, label.end]));
  return all.map(({ problem, label, first }, number) => {
    const from = places[number * 2] ?? 0;
    const to = Math.max(from, places[number * 2 + 1] ?? from);
    if (!first) return { from, to, severity: "info", source: problem.code, message: lines(label.text, problem.message) };
    return {
      from,
      to,
      severity: problem.severity === "error" ? "error" : "warning",
      source: problem.code,
      message: lines(problem.message, label.text, problem.help),
      actions: problem.fixes.filter((fix) => fix.edits.every((edit) => edit.file === file)).map((fix) => action(fix, doc)),
    };
  });
}

/** @param {(string | null)[]} some */
function lines(...some) {
  return some.filter(Boolean).join("\n");
}

/** What mends a problem, as long as the text is the one that it was found in. @param {Mend} fix @param {Text} doc */
function action(fix, doc) {
  const apply = (/** @type {import("/page/vendor/codemirror.mjs").EditorView} */ view) => {
    if (view.state.doc !== doc) return;
    const before = doc.toString();
    const changes = difference(before, spliced(before, fix.edits));
    if (changes) view.dispatch({ changes, userEvent: "input.mend" });
  };
  return { name: fix.title, apply };
}
