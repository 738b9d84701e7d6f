// What the editor itself says, beside what is in its library in English.
import { language } from "/page/words.js";

const ENGLISH = {
  leave: "Escape, then Tab leaves the text; F8 goes to the next problem",
};

const GERMAN = {
  leave: "Escape, dann Tab verlässt den Text; F8 geht zum nächsten Problem",
};

/** The words of the library. @type {Record<string, string>} */
const LIBRARY = {
  "Find": "Suchen",
  "Replace": "Ersetzen",
  "next": "weiter",
  "previous": "zurück",
  "all": "alle",
  "match case": "Groß und klein",
  "by word": "ganze Wörter",
  "regexp": "Regulärer Ausdruck",
  "replace": "ersetzen",
  "replace all": "alle ersetzen",
  "close": "schließen",
  "current match": "dieser Fund",
  "replaced $ matches": "$ ersetzt",
  "replaced match on line $": "in Zeile $ ersetzt",
  "on line": "in Zeile",
  "Go to line": "Zu Zeile",
  "go": "gehen",
  "Completions": "Was hier stehen kann",
  "Diagnostics": "Probleme",
  "No diagnostics": "Keine Probleme",
  "Control character": "Steuerzeichen",
  "Selection deleted": "Auswahl gelöscht",
};

/** @param {"leave"} name */
export function phrase(name) {
  return language() === "de" ? GERMAN[name] : ENGLISH[name];
}

export function library() {
  return language() === "de" ? LIBRARY : {};
}
