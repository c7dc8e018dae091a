// What was found of a game, its decisions and its luck, kept on this device: a review goes on where it stopped.
import { completed, done, openDatabase, writing } from "../../web/storage.js";

const DATABASE = "nabu-reviews";
const STORES = { reviews: "key" };
const MOST = 40; // games; the one that was opened longest ago is forgotten first

/**
 * The review of a game by one reviewer. Where the browser keeps nothing, it lives in the memory of the page.
 * `digest`: what names the game. `reviewer`: who judges, with its version. `game`: { log, components }, kept with it so
 * that its decisions can be practised.
 */
export class KeptReview {
  static async open(digest, reviewer, game) {
    const kept = new KeptReview(`${digest}/${reviewer}`, game);
    try {
      kept.database = await openDatabase(DATABASE, 1, STORES);
      const found = await done(kept.database.transaction("reviews").objectStore("reviews").get(kept.key));
      kept.decisions = found?.decisions ?? [];
      if (found && !found.log) await kept.#put();
      await kept.#tidy();
    } catch {
      kept.database = null;
    }
    return kept;
  }

  constructor(key, game) {
    this.key = key;
    this.game = game;
    this.decisions = [];
  }

  /** One more decision or draw. It is no harm if it cannot be kept: then it is looked at again. */
  async add(decision) {
    this.decisions.push(decision);
    try {
      await this.#put();
    } catch {
      this.database = null;
    }
  }

  async #put() {
    const { key, decisions, game: { log, components } } = this;
    const transaction = writing(this.database, "reviews", "relaxed");
    transaction.objectStore("reviews").put({ key, at: Date.now(), decisions, log, components });
    await completed(transaction);
  }

  async #tidy() {
    const transaction = writing(this.database, "reviews", "relaxed");
    const store = transaction.objectStore("reviews");
    const found = await done(store.getAll());
    found.sort((one, other) => other.at - one.at);
    for (const { key } of found.slice(MOST)) if (key !== this.key) store.delete(key);
    await completed(transaction);
  }
}

/** The reviews that this device keeps with their games: { digest, at, decisions, log, components }, the latest first. */
export async function keptReviews() {
  try {
    const database = await openDatabase(DATABASE, 1, STORES);
    const found = await done(database.transaction("reviews").objectStore("reviews").getAll());
    database.close();
    const whole = found.filter(({ log }) => log).sort((one, other) => other.at - one.at);
    return whole.map(({ key, ...review }) => ({ ...review, digest: key.slice(0, key.indexOf("/")) }));
  } catch {
    return [];
  }
}
