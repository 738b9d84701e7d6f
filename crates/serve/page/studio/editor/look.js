// How the editor looks: by the colours of the page, which are other ones where it is dark.
import { EditorView, HighlightStyle, syntaxHighlighting, tags } from "/page/vendor/codemirror.mjs";

const COLOURS = {
  keyword: "light-dark(#7a1fa2, #d8a6f0)",
  item: "light-dark(#0b57d0, #8ab4f8)",
  builtin: "light-dark(#00665e, #6fd3c7)",
  type: "light-dark(#8a4b00, #f0b866)",
  number: "light-dark(#a3160c, #ff9c8f)",
  text: "light-dark(#1c6b1f, #9bd39b)",
};

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "0.85rem" },
  "&.cm-focused": { outline: "2px solid var(--mark)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: '"DejaVu Sans Mono", ui-monospace, monospace', lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--mark-pale)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--mark-pale) 35%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--mark-pale)", color: "var(--ink)" },
  ".cm-here": { backgroundColor: "var(--here)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--mark-pale)", outline: "1px solid var(--mark)" },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--wrong-pale)" },
  ".cm-selectionMatch": { backgroundColor: "var(--mark-pale)" },
  ".cm-searchMatch": { backgroundColor: "var(--here)" },
  ".cm-searchMatch.cm-searchMatch-selected": { outline: "2px solid var(--mark)" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-textfield, .cm-button": { font: "inherit", color: "var(--ink)", backgroundColor: "var(--paper)", backgroundImage: "none", border: "1px solid var(--line)", borderRadius: "0.4em", minHeight: "1.8rem" },
  ".cm-panel.cm-search label": { fontSize: "0.8rem" },
  ".cm-panel button[name=close]": { color: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "0.4em", maxWidth: "36rem" },
  ".cm-tooltip-hover": { maxHeight: "22rem", overflow: "auto" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: '"DejaVu Sans Mono", ui-monospace, monospace', maxHeight: "14rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--mark)", color: "var(--mark-ink)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.8" },
  ".cm-said": { padding: "0.3rem 0.6rem", fontFamily: '"DejaVu Sans", Verdana, system-ui, sans-serif' },
  ".cm-said p": { margin: "0.2em 0" },
  ".cm-said pre": { margin: "0.3em 0", whiteSpace: "pre-wrap", fontFamily: '"DejaVu Sans Mono", ui-monospace, monospace' },
  ".cm-said code": { fontFamily: '"DejaVu Sans Mono", ui-monospace, monospace' },
  ".cm-lintRange": { backgroundImage: "none", textDecorationLine: "underline", textDecorationStyle: "wavy", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--wrong)" },
  ".cm-lintRange-warning": { textDecorationColor: "light-dark(#8a4b00, #f0b866)" },
  ".cm-lintRange-info": { textDecorationColor: "var(--mark)", textDecorationStyle: "dotted" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--line)", padding: "0.3rem 0.6rem", whiteSpace: "pre-wrap", fontFamily: '"DejaVu Sans", Verdana, system-ui, sans-serif' },
  ".cm-diagnostic-error": { borderLeftColor: "var(--wrong)" },
  ".cm-diagnostic-warning": { borderLeftColor: "light-dark(#8a4b00, #f0b866)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--mark)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--mark)", color: "var(--mark-ink)", borderRadius: "0.4em", padding: "0.2em 0.6em", font: "inherit" },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.string, color: COLOURS.text },
  { tag: [tags.number, tags.constant(tags.variableName)], color: COLOURS.number },
  { tag: [tags.keyword, tags.modifier], color: COLOURS.keyword },
  { tag: tags.definitionKeyword, color: COLOURS.item, fontWeight: "bold" },
  { tag: tags.definition(tags.variableName), color: "var(--ink)", fontWeight: "bold" },
  { tag: tags.standard(tags.variableName), color: COLOURS.builtin },
  { tag: tags.typeName, color: COLOURS.type },
  { tag: tags.propertyName, color: COLOURS.builtin },
]);

export const look = [theme, syntaxHighlighting(colours)];
