// The side lines that were tried on this device, by game.

const KEPT = "nabu-tries";
const GAMES = 20; // the one that was looked at longest ago is forgotten first
const LINES = 20; // of one game

/** A try is { move, chosen, text }: where it leaves the game, the log lines that were chosen, and what they say. */
export class Tries {
  /** `key` names the game. Where the browser keeps nothing, they last as long as the page. */
  constructor(key) {
    this.key = key;
    this.lines = this.#read()[key]?.lines ?? [];
  }

  /** One more, in place of those that it goes on. One that another goes on already is not listed again. */
  add(line) {
    if (!line.chosen.length || this.lines.some((other) => goesOn(other, line))) return;
    this.lines = [line, ...this.lines.filter((other) => !goesOn(line, other))].slice(0, LINES);
    this.#write();
  }

  remove(line) {
    this.lines = this.lines.filter((other) => other !== line);
    this.#write();
  }

  #read() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      return {};
    }
  }

  #write() {
    const { [this.key]: _own, ...others } = this.#read();
    const latest = Object.entries(others).sort(([, one], [, other]) => other.at - one.at).slice(0, GAMES - 1);
    const own = this.lines.length ? [[this.key, { at: Date.now(), lines: this.lines }]] : [];
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries([...own, ...latest])));
    } catch {
      // Storage is refused or full.
    }
  }
}

/** Whether `line` begins with all that was chosen in `other`. */
function goesOn(line, other) {
  const same = (one, at) => JSON.stringify(one) === JSON.stringify(line.chosen[at]);
  return line.move === other.move && line.chosen.length >= other.chosen.length && other.chosen.every(same);
}
