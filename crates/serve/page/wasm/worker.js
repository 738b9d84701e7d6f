// The engine beside the page: takes questions one by one, answers each, and begins anew where the engine has stopped.
// Import maps do not hold in workers: nothing is imported here.

/** @typedef {{ memory: WebAssembly.Memory, rota_room: (length: number) => number, rota_answer: () => number, rota_template: () => number, rota_length: () => number }} Exported */
/** @typedef {{ number: number, message?: { type: string, file?: string }, template?: string }} Question */

/** What somebody hears whose question the engine could not bear. */
const STOPPED = {
  severity: "error",
  code: "page::stopped",
  message: "the engine has stopped at this question and has begun anew; texts are still there, tables are not",
  help: null,
  labels: [],
  fixes: [],
};

/** @type {WebAssembly.Module | undefined} */
let module;
/** @type {Exported | undefined} */
let engine;
/** The questions that have put texts there, by the names of the texts. @type {Map<string, string>} */
const texts = new Map();
const [writer, reader] = [new TextEncoder(), new TextDecoder()];

/** Asks the engine: puts a line into its memory and reads the answer there. @param {string} line @param {"rota_answer" | "rota_template"} how */
function put(line, how) {
  if (!engine) throw new Error("there is no engine");
  const bytes = writer.encode(line);
  const room = engine.rota_room(bytes.length);
  // The memory is another one whenever it has grown.
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const answer = engine[how]();
  return reader.decode(new Uint8Array(engine.memory.buffer, answer, engine.rota_length()));
}

/** Begins with a new engine, and puts the texts there again. */
function begin() {
  if (!module) throw new Error("there is no engine");
  engine = /** @type {Exported} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports));
  for (const line of texts.values()) put(line, "rota_answer");
}

/** @param {Question} question */
function answer({ number, message, template }) {
  if (!message) return { number, answer: JSON.parse(put(template ?? "", "rota_template")) };
  const line = JSON.stringify(message);
  try {
    const answer = JSON.parse(put(line, "rota_answer"));
    if (message.type === "put" && answer.type === "done") texts.set(message.file ?? "", line);
    if (message.type === "take") texts.delete(message.file ?? "");
    return { number, answer };
  } catch (error) {
    begin();
    return { number, answer: { type: "refused", problems: [{ ...STOPPED, help: `${error}` }] }, stopped: true };
  }
}

async function load() {
  const place = new URL("../../rota.wasm", import.meta.url);
  const came = await fetch(place);
  if (!came.ok) throw new Error(`${place.pathname}: ${came.status}`);
  // Where the server does not say what it is, it is compiled once all of it is there.
  const kind = came.headers.get("content-type") ?? "";
  module = kind.startsWith("application/wasm") ? await WebAssembly.compileStreaming(came) : await WebAssembly.compile(await came.arrayBuffer());
  begin();
}

const loaded = load().then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ ready: false, why: `${error}` }),
);

addEventListener("message", async (/** @type {MessageEvent<Question>} */ { data }) => {
  await loaded;
  if (engine) postMessage(answer(data));
});

export {};
