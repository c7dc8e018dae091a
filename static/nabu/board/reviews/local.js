// A review that is made here: engines of its own judge the decisions, so that the page goes on. A decision depends on the
// game and its number alone, so several engines share the work.
import { Engine, EngineGone, engineConfig } from "../../core/browser_engine/engine.js";
import { headerOf, onlyPersonOf } from "../drawing/logs.js";
import { KeptReview } from "./kept.js";

const LONGEST = 600_000; // milliseconds for one answer; whoever does not want to wait cancels
const PART = 8; // so many pairs of continuations until the engine can be asked for something else
const MOST_HELPERS = 3;
const FEW = 12; // with fewer decisions left another engine takes longer to start than it saves
const ENGINE_MEMORY = 2; // gigabytes of the device for each engine
const USUAL_MEMORY = { pointer: 4, fingers: 2 }; // of a device that does not say: phones end tabs that take more

export class LocalReview {
  #own = null; // the engine that judges, and tells what is judged
  #helpers = new Set(); // engines that judge beside it
  #engine = null; // the one that knows the game
  #kept = null;
  #work = null; // what goes on
  #left = false;

  /** `read()`: the game as { log, components }, the file of a component set that is not built in. */
  constructor(read) {
    this.read = read;
    this.done = this.total = 0;
    this.own = null; // the seats of whoever reviews the game, as far as the log says that
  }

  /**
   * Looks with an engine that is there already whether the game can be reviewed, and how much of it has been.
   * Returns why it cannot; "" if it can.
   */
  peek(engine) {
    return this.#open(engine);
  }

  /** The same with an engine for the review alone. Raises EngineGone. */
  async begin() {
    this.#work = new Work();
    if (!this.#own || this.#own.gone) {
      const own = await Engine.start(engineConfig());
      if (this.#left) own.stop("left"); // its question raises EngineGone
      this.#own = own;
    }
    return this.#open(this.#own);
  }

  /** Judges what is left; `onStep` after each decision. Returns whether all are judged. Raises EngineGone. */
  async run(onStep) {
    const work = this.#work;
    work.next = this.done;
    work.total = this.total;
    for (let count = helpersFor(this.total - this.done); count > 0; count -= 1) this.#help(work);
    try {
      while (this.done < this.total && !work.stopped) {
        const which = work.take();
        if (which === null) await work.news(); // helpers are at the last ones
        else await judge(this.#own, which, work);
        await this.#keep(work, onStep);
      }
    } finally {
      this.#end(work);
    }
    return this.done === this.total;
  }

  /** Everything is judged: another engine can tell of it, and the one for the review alone is ended. */
  async moveTo(engine) {
    await this.#open(engine);
    this.#own.stop("done");
    this.#own = null;
  }

  /** Stops within a part of a decision. */
  cancel() {
    if (this.#work) this.#end(this.#work);
  }

  /** The page shows another game. */
  leave() {
    this.#left = true;
    this.cancel();
    this.#own?.stop("left");
  }

  /** What is judged so far, in words. */
  shown() {
    return this.#engine.ask("review.shown");
  }

  /** What the bot would rather have done at a move, on the board. */
  line(move) {
    return this.#engine.ask("review.line", { move });
  }

  async #open(engine) {
    const { log, components } = await this.read();
    const person = onlyPersonOf(headerOf(log));
    this.own = person === null ? null : [person];
    const ask = (more) => engine.ask("review.open", { log, components, ...more }, LONGEST);
    let found = await ask({});
    if (found.refused) return found.refused;
    const { digest, reviewer } = found;
    this.#kept = await KeptReview.open(digest, reviewer, { log, components });
    if (this.#kept.decisions.length) found = await ask({ kept: this.#kept.decisions, reviewer });
    this.#engine = engine;
    this.done = found.done;
    this.total = found.total;
    return "";
  }

  // Keeps what is judged and follows on what is kept.
  async #keep(work, onStep) {
    for (let decision = work.give(this.done); decision; decision = work.give(this.done)) {
      const { done } = await this.#own.ask("review.keep", { found: [decision] }, LONGEST);
      await this.#kept.add(decision);
      this.done = done;
      await onStep();
    }
  }

  // Judges beside the own engine. Without memory for it, or when it breaks, the others do its work.
  async #help(work) {
    let engine = null;
    try {
      const game = await this.read().catch(() => { throw new EngineGone("lost"); });
      engine = await Engine.start(engineConfig());
      this.#helpers.add(engine);
      await engine.ask("review.open", game, LONGEST);
      for (let which = work.take(); which !== null; which = work.take()) await judge(engine, which, work);
    } catch (error) {
      if (!(error instanceof EngineGone)) throw error;
    } finally {
      engine?.stop("done");
      this.#helpers.delete(engine);
    }
  }

  #end(work) {
    work.stop();
    for (const engine of this.#helpers) engine.stop("done");
  }
}

// The decisions that several engines judge: which are to be judged, and what waits for those before it.
class Work {
  stopped = false;
  next = 0;
  total = 0;
  #again = []; // those that an engine has left
  #judged = new Map();
  #wake = null;

  /** The number of a decision to judge; null if there is none left. */
  take() {
    if (this.stopped) return null;
    if (this.#again.length) return this.#again.shift();
    if (this.next === this.total) return null;
    this.next += 1;
    return this.next - 1;
  }

  put(which, decision) {
    if (decision) this.#judged.set(which, decision);
    else this.#again.push(which);
    this.#wake?.();
  }

  /** The decision of this number if it is judged. */
  give(which) {
    const decision = this.#judged.get(which);
    this.#judged.delete(which);
    return decision;
  }

  /** Until another decision is judged, or is to be judged again. */
  news() {
    return new Promise((wake) => { this.#wake = wake; });
  }

  stop() {
    this.stopped = true;
    this.#wake?.();
  }
}

async function judge(engine, which, work) {
  let decision = null;
  try {
    while (!decision && !work.stopped) {
      ({ found: decision } = await engine.ask("review.find", { which, most: PART }, LONGEST));
    }
  } finally {
    work.put(which, decision);
  }
}

function helpersFor(decisions) {
  if (decisions < FEW) return 0;
  const usual = USUAL_MEMORY[matchMedia("(pointer: coarse)").matches ? "fingers" : "pointer"];
  const { hardwareConcurrency: cores = 1, deviceMemory: memory = usual } = navigator;
  return Math.min(MOST_HELPERS, cores - 1, Math.floor(memory / ENGINE_MEMORY) - 1);
}
