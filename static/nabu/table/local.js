// What the server will say of the moves that wait, said at once by the engine in the browser.
import { EngineGone, NotAllowed } from "../engine/engine.js";

/**
 * The record in the local engine. `shown`: the position after everything that this device knows, or null while the
 * server alone says it. `onChange()`: it is another one, or gone.
 */
export class LocalGame {
  constructor({ header, components, onChange }) {
    Object.assign(this, { header, components, onChange });
    this.shown = null;
    this.engine = null;
    this.marks = new Map(); // number of an entry -> digest and position after it
    this.last = -1; // the number of the last entry in what is shown
    this.turn = Promise.resolve(); // questions go one after the other
  }

  /** The engine is ready. It takes over if it is the same as the server's, and agrees on the position. */
  attach(engine, versions) {
    if (!agree(engine.versions, versions, this.header.game)) return engine.stop("versions");
    engine.onGone(() => {
      this.engine = this.shown = null;
      this.onChange();
    });
    this.engine = engine;
    return null;
  }

  /**
   * The server has told its state; `waiting` are the entries that it has not taken. Where it says what was foreseen,
   * nothing changes; else the local game begins anew from there.
   */
  follow(state, waiting) {
    const mark = this.shown && this.marks.get(state.acked);
    const foreseen = mark && mark.digest === state.digest && mark.position === state.position;
    if (foreseen && (waiting.at(-1)?.seq ?? state.acked) === this.last) return Promise.resolve();
    return this.#after(() => this.#begin(state, waiting));
  }

  /** There are more entries that wait. */
  enter(waiting) {
    return this.#after(() => this.shown && this.#goThrough(waiting));
  }

  /** The position after `count` moves, to change the next one. Null if it cannot be had here. */
  at(count) {
    return this.#after(() => this.shown && this.engine.ask("record.at", { count }));
  }

  /** The log so far as text, or null. */
  log() {
    return this.#after(async () => this.shown && (await this.engine.ask("record.log")).log);
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

  async #begin(state, waiting) {
    const lines = (moves) => moves.map((move) => move.line);
    const asked = {
      header: this.header,
      components: this.components,
      lines: lines(state.moves),
      undone: lines(state.undone),
      dropped: state.dropped.map(lines),
      aside: lines(state.aside?.moves ?? []),
      reason: state.aside?.reason ?? "",
    };
    let found;
    try {
      found = await this.engine.ask("record.open", asked);
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
    }
    if (found?.digest !== state.digest || found.position !== state.position) {
      this.engine.stop("disagrees");
      return;
    }
    this.marks = new Map();
    this.#show(found, state.acked);
    await this.#goThrough(waiting);
    this.onChange();
  }

  async #goThrough(waiting) {
    try {
      for (const { seq, op, lines, n } of waiting) {
        if (seq > this.last) this.#show(await this.engine.ask("record.enter", { op, lines, n }), seq);
      }
    } catch (error) {
      // The rules do not allow it there. The server will say so too, and the page tells it then.
      if (!(error instanceof NotAllowed)) throw error;
    }
  }

  #show(found, seq) {
    const before = this.shown?.moves ?? [];
    this.shown = { ...found, moves: [...before.slice(0, found.since), ...found.moves] };
    this.last = seq;
    this.marks.set(seq, { digest: found.digest, position: found.position });
  }
}

// Another engine, other rules or other components of the game: then the server alone knows what is right.
function agree(local, server, game) {
  const told = ({ engine, games }) => JSON.stringify([engine, games[game]]);
  return told(local) === told(server);
}
