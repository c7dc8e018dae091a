// Brings the journal to the server: in order, again and again until each entry is taken, each entry once.
import { Unreachable } from "./server.js";

const MOST = 100; // entries of a request
const BYTES = 60000; // of a request; the server takes 64 KB, and so does a page that is being left
const FIRST = 1000; // milliseconds until the second try; each further one waits twice as long, with some randomness
const LONGEST = 60000;
const POLL = 15000;

/**
 * `status`: "saved" | "saving" | "offline" | "busy" | "broken" | "signed_out" | "forbidden". `onState(state)`: the server
 * has told the state; `onRefused(why, detail)`: it will not take something; `onStatus()`: the status is another.
 * `known()`: how many moves the page knows, and their digest.
 */
export class Sync {
  constructor({ server, journal, addresses, device, name, known, onState, onRefused, onStatus }) {
    Object.assign(this, { server, journal, addresses, device, name, known, onState, onRefused, onStatus });
    this.status = "saving"; // until the first answer
    this.login = "";
    this.tries = 0;
    this.most = MOST;
    this.asked = 0; // how many questions went out, and which was the newest that came back
    this.answered = 0;
    this.retryAt = 0;
    this.timer = 0;
    this.running = null;
    window.addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => !document.hidden && this.wake());
    window.addEventListener("pageshow", () => this.wake());
    window.addEventListener("pagehide", () => this.#leave());
    setInterval(() => !document.hidden && this.status === "saved" && this.poll(), POLL);
  }

  /** Send what waits, now. */
  push() {
    this.running ??= this.#push().finally(() => { this.running = null; });
    return this.running;
  }

  /** There is reason to hope: try at once. */
  wake() {
    this.tries = 0;
    clearTimeout(this.timer);
    if (this.journal.waiting.length) this.push();
    else this.poll();
  }

  /** Ask for the state: what others have done, and a sign of life to keep the lease. */
  async poll() {
    if (this.running) return;
    const turn = this.#turn();
    try {
      const { count, digest } = this.known();
      let answer = await this.server.get(this.#state(count));
      // Other moves than the page knows: all of them, as those before `count` may have changed too.
      if (answer.status === 200 && answer.body.digest !== digest) answer = await this.server.get(this.#state(0));
      if (!this.running && this.#newest(turn)) this.#told(answer);
    } catch (error) {
      if (this.#newest(turn)) this.#lost(error);
    }
  }

  /** The position after `count` moves, to change the next one. Null if it cannot be had now. */
  async positionAt(count) {
    try {
      const { status, body } = await this.server.get(`${this.#state(this.known().count)}&at=${count}`);
      return status === 200 ? body : null;
    } catch {
      return null;
    }
  }

  /** Anything else that changes the record and answers its state; what waits goes before it. True if it worked. */
  async act(address, more = {}) {
    if (this.journal.waiting.length) await this.push();
    if (this.journal.waiting.length) return false;
    const turn = this.#turn();
    try {
      const { status, body } = await this.#post(address, { device: this.device, name: this.name, ...more });
      const state = { 200: body, 409: body?.state }[status];
      if (state && this.#newest(turn)) this.#heard(state);
      else await this.#refresh();
      return status === 200;
    } catch (error) {
      this.#lost(error);
      return false;
    }
  }

  async #push() {
    while (this.journal.waiting.length) {
      this.#say("saving");
      try {
        if (!(await this.#send(this.#batch()))) return;
      } catch (error) {
        this.#lost(error);
        return;
      }
    }
    this.#say("saved");
  }

  async #send(entries) {
    const turn = this.#turn();
    const { count } = this.known();
    const since = Math.min(count, ...entries.map((entry) => entry.n ?? count));
    const answer = await this.#post(`${this.addresses.journal}?since=${since}`, this.#body(entries));
    if (answer.status === 200) {
      // What is taken waits no more: the page hears in the same moment what it has come to.
      const marked = this.journal.taken(entries.at(-1).seq);
      this.most = MOST;
      const newest = this.#newest(turn);
      if (newest) this.#heard(answer.body, "saving");
      await marked;
      return newest || this.#refresh();
    }
    if ([409, 400].includes(answer.status) && answer.body?.why) return this.#refused(answer.body, entries);
    if (answer.status === 413) return this.#tooLarge(entries);
    this.#failed(answer);
    return false;
  }

  // A signed-out or renewed session has another token: ask for it, and try once more.
  async #post(address, body) {
    const answer = await this.server.post(address, body);
    if (answer.status !== 403) return answer;
    const { status } = await this.server.get(this.#state(this.known().count));
    return status === 200 ? this.server.post(address, body) : { status, body: null, wait: 0 };
  }

  // A request that cannot be read at all names no entry: the first one is what stands in the way.
  async #refused(body, entries) {
    const { why, detail, seq = entries[0].seq } = body;
    if (why === "epoch") {
      // The server keeps them beside the record: they are delivered.
      await this.journal.taken(entries.at(-1).seq);
    } else {
      if (seq > entries[0].seq) await this.journal.taken(seq - 1);
      await this.journal.refuse(seq);
    }
    this.onRefused(why, detail);
    return this.#refresh();
  }

  // Everything, after something happened that the page did not see coming. False if that cannot be had now.
  async #refresh() {
    const turn = this.#turn();
    const answer = await this.server.get(this.#state(0));
    return !this.#newest(turn) || this.#told(answer);
  }

  #turn() {
    this.asked += 1;
    return this.asked;
  }

  // Answers overtake each other: what was asked before the last one that was answered says how things were.
  #newest(turn) {
    if (turn < this.answered) return false;
    this.answered = turn;
    return true;
  }

  #told(answer) {
    if (answer.status === 200) this.#heard(answer.body);
    else this.#failed(answer);
    return answer.status === 200;
  }

  async #tooLarge(entries) {
    if (entries.length > 1) {
      this.most = Math.ceil(entries.length / 2);
    } else {
      await this.journal.refuse(entries[0].seq);
      this.onRefused("large", "");
    }
    return true;
  }

  #heard(state, status = "saved") {
    this.tries = 0;
    this.onState(state); // first: what is sent next builds on it
    if (status === "saved" && this.journal.waiting.length) this.push();
    else this.#say(status);
  }

  #failed({ status, body, wait }) {
    if (status === 401) {
      this.login = body?.url ?? "";
      this.#say("signed_out");
    } else if (status === 403 || status === 404) {
      this.#say("forbidden");
    } else {
      this.#later(status === 429 || status === 503 ? "busy" : "broken", wait * 1000);
    }
  }

  #lost(error) {
    if (!(error instanceof Unreachable)) throw error;
    this.#later("offline", 0);
  }

  #later(status, least) {
    const pause = Math.min(FIRST * 2 ** this.tries, LONGEST) * (0.5 + Math.random());
    this.tries += 1;
    clearTimeout(this.timer);
    this.retryAt = Date.now() + Math.max(pause, least);
    this.timer = setTimeout(() => (this.journal.waiting.length ? this.push() : this.poll()), this.retryAt - Date.now());
    this.#say(status);
  }

  #say(status) {
    this.status = status;
    this.onStatus();
  }

  #batch() {
    const entries = [];
    let bytes = 0;
    for (const entry of this.journal.waiting.slice(0, this.most)) {
      bytes += JSON.stringify(entry).length * 2;
      if (entries.length && (bytes > BYTES || entry.epoch !== entries[0].epoch)) break;
      entries.push(entry);
    }
    return entries;
  }

  #body(entries) {
    const told = entries.map(({ seq, base, op, n, lines, at }) => ({ seq, base, op, n, lines, at }));
    // `now` tells the server by how much this clock is wrong.
    return { device: this.device, name: this.name, epoch: entries[0].epoch, now: Date.now(), entries: told };
  }

  #leave() {
    const entries = this.journal.waiting.length ? this.#batch() : [];
    if (entries.length) this.server.post(this.addresses.journal, this.#body(entries), { last: true }).catch(() => {});
  }

  #state(since) {
    return `${this.addresses.state}?since=${since}&alive=1&device=${this.device}`;
  }
}
