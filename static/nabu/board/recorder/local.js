// What the server will say of the moves that wait, said at once by the engine in the browser.
import { EngineGone, NotAllowed } from "../../core/browser_engine/engine.js";

/**
 * The record in the local engine. `shown`: the position after everything that this device knows, or null while the
 * server alone says it. `known()`: the `state` that the server told last, and the entries `waiting` that it has not taken.
 * `onChange()`: the position is another one than was foreseen, or nothing is foreseen any more.
 */
export class LocalGame {
  constructor({ header, components, known, onChange }) {
    Object.assign(this, { header, components, known, onChange });
    this.engine = null;
    this.ahead = null; // what is shown, and how it came to that: see `Ahead`
    this.turn = Promise.resolve(); // questions go one after the other
  }

  /** The engine is ready. It takes over if it is the same as the server's, and agrees on the position. */
  attach(engine, versions) {
    if (!agree(engine.versions, versions, this.header.game)) return engine.stop("versions");
    engine.onGone(() => {
      this.engine = this.ahead = null;
      this.onChange();
    });
    this.engine = engine;
    return null;
  }

  get shown() {
    return this.ahead?.shown ?? null;
  }

  /**
   * The server has told its state, or there are more entries that wait. Where the server says what was foreseen nothing
   * begins anew. Questions to the engine take their time: what comes meanwhile is gone through too, until nothing is behind.
   * Returns whether `onChange` was called.
   */
  follow() {
    return this.#after(async () => {
      let { ahead } = this;
      let changed = false;
      for (;;) {
        const { state, waiting } = this.known();
        if (!ahead?.foresaw(state, waiting)) {
          this.#forget();
          ahead = await this.#begin(state);
          if (!ahead) return true;
          changed = true;
        } else if (ahead.isBehind(waiting)) {
          const { last } = ahead;
          const allowed = await this.#goThrough(ahead, waiting);
          changed ||= ahead.last !== last;
          if (!allowed) break;
        } else {
          break;
        }
      }
      this.ahead = ahead;
      if (changed) this.onChange();
      return changed;
    });
  }

  /** The position after `count` moves, to change the next one. Null if it cannot be had here. */
  at(count) {
    return this.#after(() => this.ahead && this.engine.ask("record.at", { count }));
  }

  /** The log so far as text, or null. */
  log() {
    return this.#after(async () => this.ahead && (await this.engine.ask("record.log")).log);
  }

  #after(act) {
    const done = this.turn.then(async () => {
      if (!this.engine) return null;
      try {
        return await act();
      } catch (error) {
        if (error instanceof EngineGone) return null;
        throw error;
      }
    });
    this.turn = done.catch(() => {});
    return done;
  }

  // What was foreseen is not what came: until the engine has begun anew, the server alone says the position.
  #forget() {
    if (!this.ahead) return;
    this.ahead = null;
    this.onChange();
  }

  // The server's position; null if this engine says another one, and is not used any more.
  async #begin(state) {
    const lines = (moves) => moves.map((move) => move.line);
    const asked = {
      header: this.header,
      components: this.components,
      lines: lines(state.moves),
      undone: lines(state.undone),
      dropped: state.dropped.map(lines),
      aside: lines(state.aside?.moves ?? []),
      reason: state.aside?.reason ?? "",
      swapped: (state.swapped ?? []).map(({ n, before, after }) => [n, before.line, after.line]),
    };
    let found;
    try {
      found = await this.engine.ask("record.open", asked);
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
    }
    if (found?.digest === state.digest && found.position === state.position) return new Ahead(found, state.acked);
    this.engine.stop("disagrees");
    return null;
  }

  // False if the rules do not allow an entry there. The server will say so too, and the page tells it then.
  async #goThrough(ahead, waiting) {
    try {
      for (const { seq, op, lines, n } of waiting) {
        if (seq > ahead.last) ahead.goOn(await this.engine.ask("record.enter", { op, lines, n }), seq);
      }
      return true;
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      return false;
    }
  }
}

/** A position and the entries that led there. `last` is the number of the last one. */
class Ahead {
  constructor(found, acked) {
    this.shown = { moves: [] };
    this.marks = new Map(); // number of an entry -> digest and position after it
    this.goOn(found, acked);
  }

  goOn(found, seq) {
    this.shown = { ...found, moves: [...this.shown.moves.slice(0, found.since), ...found.moves] };
    this.last = seq;
    this.marks.set(seq, { digest: found.digest, position: found.position });
  }

  /** Whether the server says what was to be expected, and all that came after it still waits. */
  foresaw({ acked, digest, position }, waiting) {
    const mark = this.marks.get(acked);
    return mark?.digest === digest && mark.position === position && this.last <= (waiting.at(-1)?.seq ?? acked);
  }

  isBehind(waiting) {
    return waiting.length > 0 && this.last < waiting.at(-1).seq;
  }
}

// Another engine, other rules or other components of the game: then the server alone knows what is right.
function agree(local, server, game) {
  const told = ({ engine, games }) => JSON.stringify([engine, games[game]]);
  return told(local) === told(server);
}
