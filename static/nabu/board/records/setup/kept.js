// What has been entered of a setup, kept on this device: a phone may sleep, and the page be loaded anew.

const KEY = "nabu-setups";
const MOST = 10; // records; the one that was touched longest ago is forgotten first

/**
 * What is kept of a record. `shown`: the values that the page came with. With others, what is kept is of no use, nor if it is
 * not `possible(name, value)` for each field.
 */
export class KeptSetup {
  constructor(record, shown, possible, storage = localStorage) {
    this.record = record;
    this.names = [...shown.keys()];
    this.shown = JSON.stringify([...shown]);
    this.possible = possible;
    this.storage = storage;
  }

  /** Name of a field -> its value, or null. */
  find() {
    const found = this.#read().find(({ record }) => record === this.record);
    if (found?.shown !== this.shown || !Array.isArray(found.values)) return null;
    const values = new Map(found.values.filter(Array.isArray));
    return this.names.every((name) => this.possible(name, values.get(name))) ? values : null;
  }

  keep(values) {
    this.#write([{ record: this.record, shown: this.shown, values: [...values] }, ...this.#others()].slice(0, MOST));
  }

  forget() {
    this.#write(this.#others());
  }

  #others() {
    return this.#read().filter(({ record }) => record !== this.record);
  }

  #read() {
    try {
      const found = JSON.parse(this.storage.getItem(KEY) ?? "[]");
      return Array.isArray(found) ? found.filter((each) => each?.record) : [];
    } catch {
      return [];
    }
  }

  #write(entries) {
    try {
      this.storage.setItem(KEY, JSON.stringify(entries));
    } catch {
      // The browser keeps nothing: the page still has what was entered.
    }
  }
}
