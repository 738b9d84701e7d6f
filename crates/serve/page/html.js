// Markup of the page: elements are written as templates, and what changes in them is changed alone.
import htm from "/page/vendor/htm.mjs";
import { useCallback, useRef } from "/page/vendor/hooks.mjs";
import { Component, h } from "/page/vendor/preact.mjs";

export const html = htm.bind(h);

/**
 * A part of the page that is drawn again only where one of its properties is another one than before.
 * @template P
 * @extends {Component<P>}
 */
export class Memo extends Component {
  /** @param {P} next */
  shouldComponentUpdate(next) {
    const [before, after] = [/** @type {any} */ (this.props), /** @type {any} */ (next)];
    return Object.keys(after).some((name) => before[name] !== after[name]);
  }
}

/**
 * A part of the page that is drawn again only where one of its properties has changed.
 * @template P
 * @param {(props: P) => unknown} part
 * @returns {new (props: P) => Memo<P>}
 */
export function memo(part) {
  /** @extends {Memo<P>} */
  class Kept extends Memo {
    render() {
      return h(part, /** @type {object} */ (this.props));
    }
  }
  return Kept;
}

/**
 * One function for as long as a component is there, which does what the latest one of its drawings does.
 * @template {(...given: any[]) => unknown} F
 * @param {F} does
 * @returns {F}
 */
export function useStable(does) {
  const now = useRef(does);
  now.current = does;
  return useCallback(/** @type {F} */ ((...given) => now.current(...given)), []);
}

/**
 * What somebody has put into the field that an event is about.
 * @param {Event} event
 */
export function entry(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;
}

/** @param {Event} event */
export function ticked(event) {
  return /** @type {HTMLInputElement} */ (event.currentTarget).checked;
}

/** Text of SVG that the server has drawn, as the content of an element. @param {string} svg */
export function drawn(svg) {
  return { dangerouslySetInnerHTML: { __html: svg } };
}
