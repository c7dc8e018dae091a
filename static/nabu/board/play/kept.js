// The game that goes on, kept on this device: each of its moves is on the disk before the next one is made.
import { completed, done, openDatabase, writing } from "../../web/storage.js";

const DATABASE = "nabu-play";
const STORES = { games: "key" };
const KEY = "now"; // there is one game at a time

/** Open what is kept. Where the browser keeps nothing, it lives in the memory of the page and says so. */
export async function openKept() {
  try {
    const database = await openDatabase(DATABASE, 1, STORES);
    return new Kept(database, (await done(database.transaction("games").objectStore("games").get(KEY))) ?? null);
  } catch {
    return new Kept(null, null);
  }
}

/**
 * `game`: { header, seed, components, lines, turn, over } or null.
 * `trouble`: "" | "refused" (this browser keeps nothing) | "full" (it has no more room).
 */
class Kept {
  constructor(database, game) {
    this.database = database;
    this.game = game;
    this.trouble = database ? "" : "refused";
  }

  /** A new game takes the place of the one before. */
  begin(header, seed, components) {
    this.game = { key: KEY, header, seed, components, lines: [], turn: 0, over: false };
  }

  /** The first `keep` lines stay, these follow. Returns when that is on the disk, or known not to be. */
  take({ kept: { keep, lines }, turn, over }) {
    this.game.lines.splice(keep, Infinity, ...lines);
    Object.assign(this.game, { turn, over: Boolean(over) });
    return this.#write((store) => store.put(this.game));
  }

  /** Nothing is kept any more. */
  forget() {
    this.game = null;
    return this.#write((store) => store.delete(KEY));
  }

  async #write(act) {
    if (!this.database) return;
    try {
      const transaction = writing(this.database, "games");
      act(transaction.objectStore("games"));
      await completed(transaction);
      this.trouble = "";
    } catch {
      this.trouble = "full";
    }
  }
}
