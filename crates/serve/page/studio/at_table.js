// A line to one table of a desk: what a table asks, with the number of the table.

/** @import { Line } from "../line" */
/** @import { Wish } from "../types/messages" */
/** @import { Desk } from "../types/studio" */

/**
 * @param {Desk} desk
 * @param {number} table
 * @param {(did: "choose" | "undo" | "redo") => void} onDone what to do where the table was changed
 */
export function atTable(desk, table, onDone) {
  const ask = async (/** @type {(Wish & { seat?: string }) | { type: "consider" }} */ message) => {
    // Whoever keeps a table has this considered for whose turn it is, without a seat.
    if (message.type === "consider") return desk.ask({ type: "consider", table });
    const answer = await desk.ask({ ...message, table });
    const { type } = message;
    if (answer?.type === "view" && (type === "choose" || type === "undo" || type === "redo")) onDone(type);
    return answer;
  };
  // Asking is all that a table does with its line.
  return /** @type {Line} */ (/** @type {unknown} */ ({ ask }));
}
