// What is practised, kept on this device alone: games, and the decisions of their reviews with what came of them.
import { completed, done, openDatabase, writing } from "../../web/storage.js";

const DATABASE = "nabu-exercises";
const STORES = { exercises: "id", games: "digest" };
const ACCOUNT = "nabu-exercises-account"; // the one that was signed in last
const PLAIN = { log: null, components: null, names: null, address: null, replay: null, here: false, seat: null, accounts: {} };

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
 * `exercises` by id: { id, digest, game, move, seat, turn, phase, rather, loss, sources, others, state, box, due, at }.
 * `state`: "new" until it is judged again, then "confirmed" or "dropped", or "unusable" if the rules of today refuse it.
 * `at`: when it was answered last.
 * `games` by digest: { digest, game, log, components, names, address, replay, here, seat, accounts }. `log`: null until it
 * is needed; `address`: where the site has it. `here`: reviewed on this device, by whoever had `seat`. `accounts`: seats by
 * account, as the site or the account says. A seat is null while nobody has said which, -1 for none.
 *
 * `account`: the one that is signed in, or null. What came for another account is not shown.
 */
class Kept {
  account = null;

  constructor(database, exercises, games) {
    this.database = database;
    this.exercises = new Map(exercises.map((each) => [each.id, each]));
    this.games = new Map(games.map((each) => [each.digest, { ...PLAIN, ...each }]));
  }

  /** The exercises of whoever is at the device. */
  get own() {
    return [...this.exercises.values()].filter(({ digest, seat }) => this.seatOf(this.games.get(digest)) === seat);
  }

  /** One's own seat in a game; undefined where it is another account's. */
  seatOf({ here, seat, accounts }) {
    if (Object.hasOwn(accounts, this.account)) return accounts[this.account];
    return here ? seat : undefined;
  }

  /** Whose seat was it? */
  saySeat(digest, seat) {
    const game = this.games.get(digest);
    const { account } = this;
    const isOfAccount = Object.hasOwn(game.accounts, account);
    return this.putGame({ ...game, ...(isOfAccount ? { accounts: { ...game.accounts, [account]: seat } } : { seat }) });
  }

  /** This account is signed in; null: none is. */
  setAccount(account) {
    this.account = account;
    try {
      if (account === null) localStorage.removeItem(ACCOUNT);
      else localStorage.setItem(ACCOUNT, account);
    } catch {
      // Storage is refused.
    }
  }

  /** Without the site: the account that was signed in when it answered last. */
  setLastAccount() {
    try {
      this.account = localStorage.getItem(ACCOUNT);
    } catch {
      this.account = null;
    }
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
    const whole = { ...PLAIN, ...game };
    this.games.set(game.digest, whole);
    return this.#write("games", (store) => store.put(whole));
  }

  /** This game and its exercises are not kept any more. */
  async drop(digest) {
    const ids = [...this.exercises.values()].filter((each) => each.digest === digest).map(({ id }) => id);
    this.games.delete(digest);
    for (const id of ids) this.exercises.delete(id);
    await this.#write("games", (store) => store.delete(digest));
    await this.#write("exercises", (store) => ids.forEach((id) => store.delete(id)));
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
