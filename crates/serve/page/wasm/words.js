// What the page itself says where there is no server.
import { language } from "/page/words.js";

const ENGLISH = {
  files: "Files",
  kept_here: "They are kept by this browser alone. A link holds a pack for others, or for yourself elsewhere.",
  remove: "Remove",
  removed: "{0} is removed",
  share: "Share a pack",
  pack: "Pack",
  make_link: "Make a link",
  link: "Link",
  copied: "The link is copied",
  further: "Further files",
  name: "Where the file is to lie",
  add: "Add a file",
  added: "{0} is there",
  is_there: "{0} is there already: remove it first",
  no_place: "A file lies at rulesets/PACK/NAME.rota, rulesets/PACK/SET.toml or tiles/SET.toml",
  template: "What the pack is about",
  begin: "Begin a pack",
  piece: "a piece of each player",
  tiles: "tiles, and what comes on them",
  event: "something that happens",
  scoring: "points that a feature pays",
  edition: "two editions of one pack",
  close: "Close",
  arrived: "A pack has come with the link",
  from_anybody: "Its texts may be anybody's. They are rules and tiles: nothing in them runs outside of the games that are played here.",
  replaces: "– takes the place of yours",
  take: "Take it up",
  leave: "Leave it",
  no_answer: "The engine has not answered",
};

/** @type {Record<keyof typeof ENGLISH, string>} */
const GERMAN = {
  files: "Dateien",
  kept_here: "Nur dieser Browser bewahrt sie auf. Ein Link enthält ein Paket, für andere oder für dich anderswo.",
  remove: "Entfernen",
  removed: "{0} ist entfernt",
  share: "Ein Paket teilen",
  pack: "Paket",
  make_link: "Link machen",
  link: "Link",
  copied: "Der Link ist kopiert",
  further: "Weitere Dateien",
  name: "Wo die Datei liegen soll",
  add: "Datei hinzufügen",
  added: "{0} ist da",
  is_there: "{0} ist schon da: entferne sie zuerst",
  no_place: "Eine Datei liegt in rulesets/PAKET/NAME.rota, rulesets/PAKET/SATZ.toml oder tiles/SATZ.toml",
  template: "Wovon das Paket handelt",
  begin: "Ein Paket beginnen",
  piece: "eine Figur für jeden",
  tiles: "Kärtchen und was darauf kommt",
  event: "etwas, das geschieht",
  scoring: "Punkte für ein Gebiet",
  edition: "zwei Ausgaben eines Pakets",
  close: "Schließen",
  arrived: "Mit dem Link ist ein Paket gekommen",
  from_anybody: "Seine Texte können von irgendwem sein. Es sind Regeln und Kärtchen: nichts darin läuft außerhalb der Spiele hier.",
  replaces: "– ersetzt deine",
  take: "Übernehmen",
  leave: "Lassen",
  no_answer: "Das Programm hat nicht geantwortet",
};

/** @param {keyof typeof ENGLISH} name @param {...string} named */
export function w(name, ...named) {
  const words = (language() === "de" ? GERMAN : ENGLISH)[name];
  return words.replace(/\{(\d)\}/g, (_, place) => named[Number(place)] ?? "");
}
