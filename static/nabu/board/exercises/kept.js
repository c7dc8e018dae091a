// What is practised, kept on this device alone: games, and the decisions of their reviews with what came of them.
import { completed, done, openDatabase, writing } from "../../web/storage.js";

const DATABASE = "nabu-exercises";
const STORES = { exercises: "id", games: "digest" };

/** What is kept. Where the browser keeps nothing, it lives in the memory of the page: `lasts` is false then. */
export async function openKept() {
  try {
    const database = await openDatabase(DATABASE, 1, STORES);
    const all = (name) => done(database.transaction(name).objectStore(name).getAll());
    return new Kept(database, await all("exercises"), await all("games"));
  } catch {
    return new Kept(null, [], []);
  }
}

/**
 * `exercises` by id: { id, digest, game, move, seat, turn, phase, rather, loss, sources, others, state, check, box, due, at }.
 * `state`: "new" until it is judged again, then "confirmed" or "dropped"; `check`: the { loss, error } found then;
 * `at`: when it was answered last.
 * `games` by digest: { digest, game, seat, log, components, names, address, replay }. `seat`: one's own, null while
 * nobody has said which, -1 for none. `log`: null until it is needed; `address`: where the site has it.
 */
class Kept {
  constructor(database, exercises, games) {
    this.database = database;
    this.exercises = new Map(exercises.map((each) => [each.id, each]));
    this.games = new Map(games.map((each) => [each.digest, each]));
  }

  get lasts() {
    return this.database !== null;
  }

  async putExercises(...exercises) {
    if (!exercises.length) return;
    for (const each of exercises) this.exercises.set(each.id, each);
    await this.#write("exercises", (store) => exercises.forEach((each) => store.put(each)));
  }

  putGame(game) {
    this.games.set(game.digest, game);
    return this.#write("games", (store) => store.put(game));
  }

  /** Nothing is kept any more. */
  async forget() {
    this.exercises.clear();
    this.games.clear();
    await this.#write("exercises", (store) => store.clear());
    await this.#write("games", (store) => store.clear());
  }

  async #write(name, act) {
    try {
      const transaction = writing(this.database, name, "relaxed");
      act(transaction.objectStore(name));
      await completed(transaction);
    } catch {
      this.database = null;
    }
  }
}
