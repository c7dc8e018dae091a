// The engine of this page. It is asked with an operation and its values, and answers in the language of the page.
// docs/browser-engine.md has the operations.

const START = 30000; // milliseconds until a start counts as failed
const PATIENCE = 20000; // until an answer does
const PAUSES = [1000, 2000, 4000, 8000]; // before a file that did not come is asked for again
const NOT_NOW = [0, 502, 503, 504]; // no answer, or one of a server that is busy or starts

/** The engine cannot be used here, or not any more. `why` is a word for programs: "none" (no WebAssembly, or no engine),
 * "lost" (its files did not come), "slow", "fault", or the one that it was stopped with. */
export class EngineGone extends Error {
  constructor(why, detail = "") {
    super(`${why} ${detail}`);
    this.why = why;
  }
}

/** The rules do not allow what was asked for; the message says why. */
export class NotAllowed extends Error {}

/** What the server says of the engine for this page: addresses, versions. Null where the page has none. */
export function engineConfig() {
  const found = document.getElementById("engine-config");
  return found ? JSON.parse(found.textContent) : null;
}

export class Engine {
  #worker;
  #waiting = new Map(); // number of a question -> { resolve, reject, timer }
  #number = 0;
  #onGone = [];

  /** Start the engine and give it the language of the page. Raises EngineGone. */
  static async start(config) {
    if (!config?.worker || typeof WebAssembly !== "object" || typeof Worker !== "function") throw new EngineGone("none");
    await Promise.all(config.files.map(fetched));
    const engine = new Engine();
    try {
      engine.#worker = new Worker(config.worker, { type: "module" });
    } catch (error) {
      throw new EngineGone("none", error);
    }
    engine.#listen();
    const words = config.words ? fetch(config.words).then((answer) => (answer.ok ? answer.json() : null)) : null;
    const { runtime, engine: file, pyodide } = config;
    const question = { ask: "begin", words: await Promise.resolve(words).catch(() => null) };
    engine.versions = await engine.#post({ begin: { runtime, engine: file, pyodide }, question }, START);
    return engine;
  }

  /** Ask one thing. Raises NotAllowed with the sentence of the rules, EngineGone for everything else. */
  ask(name, values = {}, patience = PATIENCE) {
    return this.#post({ question: { ask: name, ...values } }, patience);
  }

  /** `act(error)` when the engine cannot be used any more. */
  onGone(act) {
    this.#onGone.push(act);
  }

  /** End it, with whatever it is doing. */
  stop(why = "stopped") {
    this.#end(new EngineGone(why));
  }

  #post({ begin, question }, patience) {
    if (this.gone) return Promise.reject(this.gone);
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(new EngineGone("slow")), patience);
      this.#waiting.set(number, { resolve, reject, timer });
      this.#worker.postMessage({ number, begin, question: JSON.stringify(question) });
    });
  }

  #listen() {
    this.#worker.addEventListener("message", ({ data: { number, answer, error } }) => {
      const asked = this.#waiting.get(number);
      if (!asked) return;
      if (error !== undefined) {
        this.#end(new EngineGone("fault", error));
        return;
      }
      this.#waiting.delete(number);
      clearTimeout(asked.timer);
      const { answer: found, refused } = JSON.parse(answer);
      if (refused === undefined) asked.resolve(found);
      else asked.reject(new NotAllowed(refused));
    });
    for (const kind of ["error", "messageerror"]) {
      this.#worker.addEventListener(kind, (event) => {
        event.preventDefault?.();
        this.#end(new EngineGone("fault", event.message));
      });
    }
  }

  #end(error) {
    if (this.gone) return;
    this.gone = error;
    this.#worker.terminate();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
    for (const act of this.#onGone) act(error);
  }
}

/** Have a file in the browser's cache. A start then has its time for itself, however slow the network is, and a connection
 * that breaks off costs one file. Raises EngineGone. */
async function fetched(address) {
  for (const pause of [...PAUSES, null]) {
    const status = await read(address).catch(() => 0);
    if (status === 200) return;
    if (!NOT_NOW.includes(status)) break; // a newer version has taken its place, or it is broken
    if (pause) await new Promise((done) => setTimeout(done, pause));
  }
  throw new EngineGone("lost", address);
}

async function read(address) {
  const answer = await fetch(address);
  const reader = answer.body.getReader();
  while (!(await reader.read()).done);
  return answer.status;
}
