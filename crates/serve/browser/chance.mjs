// Chance that is the same every time: small, and from a number.

/** @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** Whether something happens that happens so often. */
    happens: (/** @type {number} */ often) => next() < often,
    /** One of the numbers below this one. */
    below: (/** @type {number} */ number) => Math.floor(next() * number),
    /** One of these. @template T @param {T[]} all */
    among: (all) => all[Math.floor(next() * all.length)],
  };
}
