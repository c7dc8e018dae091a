// The review of a game that the site has: stored, being made, or to be asked for.

const AGAIN = 3000; // milliseconds between two looks at a review that is being made
const LIVE = ["queued", "running"];

/** The site does not answer, or refuses; the message says why if it is known. */
export class SiteFailed extends Error {}

export class SiteReview {
  /** `addresses`: `review` (how it stands), `line` (what stands before a move's file), `ask`, `cancel`. */
  constructor(addresses, csrf) {
    this.addresses = addresses;
    this.csrf = csrf;
    this.left = false;
  }

  /** How the review stands. */
  state() {
    return this.#ask(this.addresses.review);
  }

  /** Has the site make it. Returns how it stands. */
  ask() {
    return this.#post(this.addresses.ask);
  }

  cancel() {
    return this.#post(this.addresses.cancel);
  }

  line(move) {
    return this.#ask(`${this.addresses.line}${move}.json`);
  }

  /** Looks until it is not being made any more; `onState` for each look. Returns the last one, null once left. */
  async follow(onState) {
    while (!this.left) {
      await new Promise((done) => { setTimeout(done, AGAIN); });
      if (this.left) break;
      const found = await this.state();
      if (!isLive(found)) return found;
      onState(found);
    }
    return null;
  }

  leave() {
    this.left = true;
  }

  #post(address) {
    return this.#ask(address, { method: "POST", headers: { Accept: "application/json", "X-CSRFToken": this.csrf } });
  }

  async #ask(address, options = { headers: { Accept: "application/json" } }) {
    const answer = await fetch(address, { ...options, cache: "no-store" }).catch(() => null);
    const isJson = answer?.headers.get("Content-Type")?.includes("json");
    const found = isJson ? await answer.json() : null;
    if (!answer?.ok || !found) throw new SiteFailed(found?.why ?? "");
    return found;
  }
}

/** Whether a worker of the site has it or will have it. */
export function isLive({ status }) {
  return LIVE.includes(status);
}
