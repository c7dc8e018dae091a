// The journal of a record on this device: every entry is here before the server hears of it. Nothing in it is changed;
// `mark` says up to which entry the server has taken it.

import { deviceId } from "./device.js";
import { completed, done, openDatabase, writing } from "../../web/storage.js";

const DATABASE = "nabu-records";
const STORES = { entries: ["record", "seq"], marks: "record", devices: "key", states: "record" };

/** Open the journal of a record. Where the browser keeps nothing, it lives in the memory of the page and says so. */
export async function openJournal(record) {
  let database = null;
  let found = [];
  let mark = -1;
  let device = deviceId();
  let kept = null;
  try {
    database = await openDatabase(DATABASE, 3, STORES);
    const whole = database.transaction(["entries", "marks", "states"]);
    found = await done(whole.objectStore("entries").getAll(rangeOf(record)));
    mark = (await done(whole.objectStore("marks").get(record)))?.seq ?? -1;
    kept = (await done(whole.objectStore("states").get(record)))?.state ?? null;
    device = await keptDevice(database, device);
  } catch {
    database = null;
  }
  return new Journal(record, database, found, mark, device, kept);
}

/** `device`: the id of this browser. `kept`: the state that the server told last, or null. `trouble`: "" | "refused" (this browser keeps nothing) | "full" (it has no more room). `unwritten`: so many entries are on their way to the disk. */
export class Journal {
  constructor(record, database, entries, mark, device, kept) {
    this.record = record;
    this.database = database;
    this.entries = entries;
    this.mark = mark;
    this.device = device;
    this.kept = kept;
    this.trouble = database ? "" : "refused";
    this.unwritten = 0;
  }

  /** What the server has not taken yet. */
  get waiting() {
    return this.entries.filter((entry) => entry.seq > this.mark && !entry.refused);
  }

  /** What the server has refused, until somebody has seen it. */
  get refused() {
    return this.entries.filter((entry) => entry.refused);
  }

  /** Add an entry: it gets the next number. Returns when it is on the disk, or known not to be. */
  async add(entry) {
    const seq = Math.max(this.mark, this.entries.at(-1)?.seq ?? -1) + 1;
    const whole = { record: this.record, seq, at: Date.now(), ...entry };
    this.entries.push(whole);
    this.unwritten += 1;
    await this.#write("entries", (store) => store.add(whole));
    this.unwritten -= 1;
    return whole;
  }

  /** The server has taken everything up to this entry. */
  async taken(seq) {
    if (seq <= this.mark) return;
    this.mark = seq;
    await this.#write("marks", (store) => store.put({ record: this.record, seq }));
  }

  /** The server will not take this entry, nor those behind it. They stay to be seen. */
  async refuse(seq) {
    const behind = this.waiting.filter((entry) => entry.seq >= seq);
    for (const entry of behind) entry.refused = true;
    await this.#write("entries", (store) => behind.forEach((entry) => store.put(entry)));
  }

  /** What was refused has been seen. */
  async dismiss() {
    const seen = this.refused;
    this.entries = this.entries.filter((entry) => !entry.refused);
    await this.#write("entries", (store) => seen.forEach((entry) => store.delete([this.record, entry.seq])));
  }

  /** The server has told its state: a reload without the network goes on from there. */
  async keep(state) {
    this.kept = { ...state, svg: "" };
    await this.#write("states", (store) => store.put({ record: this.record, state: this.kept }), "relaxed");
  }

  /** The record is closed: nothing of it needs to stay here but what the server has not taken, until somebody has seen it. */
  async forget() {
    this.entries = this.entries.filter((entry) => entry.refused || entry.seq > this.mark);
    if (!this.entries.length) await this.#write("entries", (store) => store.delete(rangeOf(this.record)));
    await this.#write("states", (store) => store.delete(this.record));
  }

  async #write(name, act, durability) {
    if (!this.database) return;
    try {
      const transaction = writing(this.database, name, durability);
      act(transaction.objectStore(name));
      await completed(transaction);
      this.trouble = "";
    } catch {
      this.trouble = "full";
    }
  }
}

// The id of this browser beside its moves, on the disk: localStorage gets there seconds later, and a browser that died
// before would come back as another device, whose moves wait beside the record.
async function keptDevice(database, made) {
  const transaction = writing(database, "devices");
  const store = transaction.objectStore("devices");
  const kept = await done(store.get("own"));
  if (kept) return kept.id;
  store.put({ key: "own", id: made });
  await completed(transaction);
  return made;
}

function rangeOf(record) {
  return IDBKeyRange.bound([record], [record, []]);
}
