// A walk through the tree of choices, from its root to the last step of a move.
import { narrowed, sameStep } from "./tree.js";

/**
 * `path` are the steps so far, `level` those to choose from. Where there is one step only, it is taken at once.
 * `kept` are steps of the move before: those which are still possible are taken again, but never the last one.
 */
export class Walk {
  constructor(tree, kept = []) {
    this.stack = [advance({ path: [], level: tree, asked: null }, false)];
    for (let step; (step = this.#again(kept)); ) this.#push(step, false);
  }

  get path() {
    return this.#now.path;
  }

  get level() {
    return this.#now.level;
  }

  /** Whether the path is a whole move. */
  get done() {
    return this.level.length === 0;
  }

  get canGoBack() {
    return this.stack.length > 1;
  }

  /** The level in which the last step was chosen, so another one can be chosen instead; null if it was by a place. */
  get asked() {
    return this.#now.asked;
  }

  choose(node) {
    this.#push(node, true);
  }

  /** Another step instead of the last one that was chosen. */
  instead(node) {
    this.stack.pop();
    this.choose(node);
  }

  /** A place was tapped: only the paths through it are left. */
  narrow(place) {
    const level = narrowed(this.level, place);
    this.stack.push(advance({ path: this.path, level, asked: null }, true));
  }

  back() {
    this.stack.pop();
  }

  get #now() {
    return this.stack.at(-1);
  }

  #push(node, toTheEnd) {
    const asked = { level: this.level, node };
    this.stack.push(advance({ path: [...this.path, node], level: node.n ?? [], asked }, toTheEnd));
  }

  #again(kept) {
    if (this.level.length < 2) return null;
    return this.level.find((node) => node.n && !node.p && kept.some((step) => sameStep(step, node)));
  }
}

function advance({ path, level, asked }, toTheEnd) {
  while (level.length === 1 && (toTheEnd || level[0].n)) {
    path = [...path, level[0]];
    level = level[0].n ?? [];
  }
  return { path, level, asked };
}
