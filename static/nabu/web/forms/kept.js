// What was typed into forms and is not saved yet, kept in this tab only.

const KEY = "nabu-forms";
const SECONDS = 3600; // the next one at this device may be somebody else
const MOST_CHARACTERS = 600_000; // more than the longest list of players that is taken

/** Entries are of one account ("" for a visitor). Each is `{ account, page, action, values, typed, why, key, at }`: `values`
 * are names with values, `typed` those of them that people see, `why` it is kept ("left", "by-browser", "lost", "busy",
 * "signed-out"), `key` the name under which the server takes it once. */
export class Kept {
  constructor(account, storage = sessionStorage, now = () => Date.now()) {
    this.account = account;
    this.storage = storage;
    this.now = now;
  }

  /** Those of a page. What another account has typed is forgotten, and so is what is too old. */
  of(page) {
    return this.#read().filter((entry) => entry.page === page);
  }

  find(page, action) {
    return this.of(page).find((entry) => entry.action === action);
  }

  keep(entry) {
    const others = this.#read().filter(({ page, action }) => page !== entry.page || action !== entry.action);
    const all = [...others, { ...entry, account: this.account, at: this.now() }];
    while (all.length && JSON.stringify(all).length > MOST_CHARACTERS) all.shift();
    this.#write(all);
  }

  forget(page, action) {
    this.#write(this.#read().filter((entry) => entry.page !== page || entry.action !== action));
  }

  /** Forget what the browser itself has sent: there was an answer. */
  settle() {
    this.#write(this.#read().filter(({ why }) => why !== "by-browser"));
  }

  clear() {
    this.#write([]);
  }

  #read() {
    let all;
    try {
      all = JSON.parse(this.storage.getItem(KEY) ?? "[]");
    } catch {
      return [];
    }
    const fresh = all.filter(({ at }) => this.now() - at < SECONDS * 1000);
    if (!this.account) return fresh; // a sign-in page: whoever comes may be who typed it
    const own = fresh.filter(({ account }) => account === this.account);
    if (own.length !== all.length) this.#write(own);
    return own;
  }

  #write(entries) {
    try {
      if (entries.length) this.storage.setItem(KEY, JSON.stringify(entries));
      else this.storage.removeItem(KEY);
    } catch {
      // The browser keeps nothing, or no more: the page still has what was typed.
    }
  }
}
