// Panels of which one is seen, chosen by tabs: arrows go from one to the next.
import { html } from "/page/html.js";

/** @typedef {{ name: string, words: string, count?: string }} Tab */

/** @param {{ words: string, tabs: Tab[], chosen: string, onTab: (name: string) => void, children?: unknown }} props */
export function Tabs({ words, tabs, chosen, onTab, children }) {
  const keyed = (/** @type {KeyboardEvent} */ event) => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onTab(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${words} onKeyDown=${keyed}>
      ${tabs.map((tab) => html`<button key=${tab.name} type="button" role="tab" id=${`tab-${tab.name}`} data-tab=${tab.name} aria-selected=${tab.name === chosen ? "true" : "false"}
        aria-controls="panel" tabIndex=${tab.name === chosen ? 0 : -1} onClick=${() => onTab(tab.name)}>${tab.words}${tab.count && html` <b>${tab.count}</b>`}</button>`)}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby=${`tab-${chosen}`} tabIndex="-1">${children}</div>`;
}
