// What the page knows: the state that the server told last, and what waits in the journal on top of it.

/** `told`: the state as the server said it. `local` may know more: see `LocalGame`. */
export class Position {
  constructor(told, local) {
    this.told = told;
    this.local = local;
  }

  /** What to show: what the local engine foresees, or what the server has told. */
  get state() {
    const { told, local } = this;
    if (!local.shown) return told;
    const status = told.status === "open" && local.shown.over ? "finished" : told.status;
    return { ...told, ...local.shown, status };
  }

  /** The server has told the state; its moves from `since` on replace those known. */
  hear(news) {
    this.told = withNews(this.told, news);
  }

  /**
   * What the waiting entries come to. `texts`: the moves they add; `here`: the position is the one the server told, so
   * its choices are right; `added`: it is that one with moves added; `known`: nothing waits at all. The local engine
   * has done what waits.
   */
  ahead(entries) {
    if (this.local.shown) return { texts: [], here: true, added: false, known: true };
    let texts = [];
    let here = true;
    let added = false;
    for (const { op, n, text } of entries) {
      if (op === "undo_to" && added && n === this.told.count) {
        [texts, here, added] = [[], true, false];
      } else {
        added = op === "append" && (here || added);
        texts = op === "undo_to" ? [] : [...texts, text];
        here = false;
      }
    }
    return { texts, here, added, known: entries.length === 0 };
  }

  /** How many moves are left after Undo: it takes back the last one that somebody chose. Null: that is not known now. */
  undoTo({ here, added }) {
    if (added) return this.told.count;
    const at = here ? this.state.moves.findLastIndex((move) => !move.forced) : -1;
    return at < 0 ? null : at;
  }

  /** The last move that somebody chose, with those that followed from it. */
  last() {
    const moves = lastMoves(this.state.moves);
    return { moves, places: moves.flatMap((move) => move.places ?? []) };
  }
}

/** A state after news, whose moves from `since` on take the place of those known. */
export function withNews(state, news) {
  return { ...news, moves: [...state.moves.slice(0, news.since), ...news.moves].slice(0, news.count) };
}

/** Of these moves the last one that somebody chose, with those that followed from it. */
export function lastMoves(moves) {
  const at = moves.findLastIndex((move) => !move.forced);
  return moves.slice(Math.max(at, 0));
}
