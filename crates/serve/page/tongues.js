// Which language the page speaks.
import { entry, html } from "/page/html.js";
import { languages, speak } from "/page/words.js";

/** @import { Language } from "./words.js" */

/** What each language calls itself. */
const NAMES = { en: "English", de: "Deutsch" };

/** @param {{ spoken: Language, onSpeak: (language: Language) => void }} props */
export function Tongues({ spoken, onSpeak }) {
  const choose = (/** @type {Event} */ event) => {
    const chosen = languages.find((one) => one === entry(event)) ?? "en";
    speak(chosen);
    onSpeak(chosen);
  };
  return html`<label class="tongues"><span class="unseen">Language · Sprache</span>
    <select name="language" value=${spoken} onChange=${choose}>${languages.map((one) => html`<option value=${one} lang=${one}>${NAMES[one]}</option>`)}</select></label>`;
}
