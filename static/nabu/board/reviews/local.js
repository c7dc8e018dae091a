// A review that is made here: an engine of its own judges one decision after the other, so that the page goes on.
import { Engine, engineConfig } from "../../core/browser_engine/engine.js";
import { KeptReview } from "./kept.js";

const LONGEST = 600_000; // milliseconds for one decision; whoever does not want to wait cancels

export class LocalReview {
  #own = null; // the engine that judges
  #engine = null; // the one that knows the game
  #kept = null;
  #stopping = false;
  #left = false;

  /** `read()`: the game as { log, components }, the file of a component set that is not built in. */
  constructor(read) {
    this.read = read;
    this.done = this.total = 0;
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
    this.#stopping = false;
    if (!this.#own || this.#own.gone) {
      const own = await Engine.start(engineConfig());
      if (this.#left) own.stop("left"); // its question raises EngineGone
      this.#own = own;
    }
    return this.#open(this.#own);
  }

  /** Judges what is left; `onStep` after each decision. Returns whether all are judged. Raises EngineGone. */
  async run(onStep) {
    while (this.done < this.total && !this.#stopping) {
      const { decision, done } = await this.#own.ask("review.step", {}, LONGEST);
      await this.#kept.add(decision);
      this.done = done;
      await onStep();
    }
    return this.done === this.total;
  }

  /** Everything is judged: another engine can tell of it, and the one for the review alone is ended. */
  async moveTo(engine) {
    await this.#open(engine);
    this.#own.stop("done");
    this.#own = null;
  }

  /** Stops after the decision that is being judged. */
  cancel() {
    this.#stopping = true;
  }

  /** The page shows another game. */
  leave() {
    this.#stopping = this.#left = true;
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
}
