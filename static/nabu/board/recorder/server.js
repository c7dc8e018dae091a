// Asking the server. An answer is { status, body, wait }; who cannot be reached is an error.

const PATIENCE = 20000; // milliseconds until an answer counts as lost

/** The server cannot be reached, or does not answer in time. */
export class Unreachable extends Error {}

export class Server {
  constructor(csrf) {
    this.csrf = csrf;
  }

  async get(address) {
    const answer = await this.#ask(address, {});
    if (answer.body?.csrf) this.csrf = answer.body.csrf;
    return answer;
  }

  /** Post JSON. `last`: the page is being left, the browser finishes it alone. */
  async post(address, body, { last = false } = {}) {
    const options = { method: "POST", body: JSON.stringify(body), keepalive: last };
    const answer = await this.#ask(address, options);
    if (answer.body?.csrf) this.csrf = answer.body.csrf;
    return answer;
  }

  async #ask(address, options) {
    const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": this.csrf };
    const limits = options.keepalive ? {} : { signal: AbortSignal.timeout(PATIENCE) };
    try {
      const response = await fetch(address, { ...options, ...limits, headers, cache: "no-store" });
      const json = response.headers.get("Content-Type")?.includes("json");
      // A connection may break off between the head of an answer and its end, and browsers take what has come for all.
      if (response.status === 200 && !json) throw new Unreachable();
      const wait = Number(response.headers.get("Retry-After")) || 0;
      return { status: response.status, body: json ? await response.json() : null, wait };
    } catch {
      throw new Unreachable();
    }
  }
}
