// Games that can go on, kept on this device: each move of the one at the table is on the disk before the next one is made.
import { completed, done, openDatabase, writing } from "../../web/storage.js";

const DATABASE = "nabu-play";
const STORES = { games: "key" };
const KEY = "now"; // the game at the table
const ASIDE = "aside/"; // those that were put aside for another one
const MOST_ASIDE = 20; // the one that was put aside longest ago is forgotten first

/** Open what is kept. Where the browser keeps nothing, it lives in the memory of the page and says so. */
export async function openKept() {
  try {
    const database = await openDatabase(DATABASE, 1, STORES);
    return new Kept(database, await done(database.transaction("games").objectStore("games").getAll()));
  } catch {
    return new Kept(null, []);
  }
}

/**
 * `game`: { header, seed, components, lines, turn, over } or null. `aside`: others of the kind, the latest first.
 * `trouble`: "" | "refused" (this browser keeps nothing) | "full" (it has no more room).
 */
class Kept {
  constructor(database, games) {
    this.database = database;
    this.game = games.find(({ key }) => key === KEY) ?? null;
    this.aside = games.filter(({ key }) => key !== KEY).sort((one, other) => (one.key < other.key ? 1 : -1));
    this.trouble = database ? "" : "refused";
  }

  /** A new game takes the place of the one before. */
  begin(header, seed, components) {
    this.game = { key: KEY, header, seed, components, lines: [], turn: 0, over: false };
  }

  /** The game at the table makes room for another one; nothing of it is lost unless it is over. */
  putAside() {
    const { game } = this;
    this.game = null;
    if (!game || game.over) return Promise.resolve();
    const other = { ...game, key: `${ASIDE}${new Date().toISOString()}` };
    this.aside.unshift(other);
    const forgotten = this.aside.splice(MOST_ASIDE);
    return this.#write((store) => {
      store.put(other);
      for (const { key } of forgotten) store.delete(key);
    });
  }

  /** A game that was put aside comes to the table, and the one that is there makes room for it. */
  async takeUp(game) {
    await this.putAside();
    this.aside = this.aside.filter((other) => other !== game);
    this.game = { ...game, key: KEY };
    await this.#write((store) => {
      store.put(this.game);
      store.delete(game.key);
    });
  }

  /** The first `keep` lines stay, these follow. Returns when that is on the disk, or known not to be. */
  take({ kept: { keep, lines }, turn, over }) {
    this.game.lines.splice(keep, Infinity, ...lines);
    Object.assign(this.game, { turn, over: Boolean(over) });
    return this.#write((store) => store.put(this.game));
  }

  /** This game is not kept any more. */
  forget(game) {
    if (game === this.game) this.game = null;
    this.aside = this.aside.filter((other) => other !== game);
    return this.#write((store) => store.delete(game.key));
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
