// How a game stands that others record: asked for when the stream says that something has changed, when more becomes
// visible (by the server's clock), and every 15 seconds without a stream (live.js).

const JITTER = 2000; // not all in the same moment

export class Feed {
  /** `every`: asks after so many milliseconds too where no other moment is known. */
  constructor(root, every = null) {
    this.every = every;
    this.address = root.dataset.now;
    this.clock = root.dataset.clockAsk;
    // Everybody sees the same: it is asked for as if nobody were signed in, where the page says so.
    this.headers = { "HX-Request": "true", ...JSON.parse(root.getAttribute("hx-headers")) };
  }

  /** Calls `onNow` with what the server says, now and whenever it may have changed; once at a time. */
  start(onNow) {
    this.onNow = onNow;
    this.hear = () => this.#ask();
    document.body.addEventListener("nabu:changed", this.hear);
    this.#ask();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    document.body.removeEventListener("nabu:changed", this.hear);
  }

  async #ask() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    clearTimeout(this.timer);
    try {
      const answer = await fetch(this.address, { headers: this.headers });
      if (!answer.ok) throw new Error(`${answer.status} ${this.address}`);
      const now = await answer.json();
      if (this.stopped) return;
      if (now.next_at) await this.#askAt(now.next_at);
      else if (this.every) this.timer = setTimeout(this.hear, this.every);
      await this.onNow(now);
    } catch {
      // No network, or a move was taken back meanwhile: soon again.
      clearTimeout(this.timer);
      if (!this.stopped) this.timer = setTimeout(this.hear, 2 * JITTER + Math.random() * JITTER);
    } finally {
      this.asking = false;
      if (this.again && !this.stopped) {
        this.again = false;
        this.#ask();
      }
    }
  }

  async #askAt(moment) {
    this.ahead ??= (await (await fetch(this.clock)).json()).now - Date.now();
    if (this.stopped) return;
    const wait = Math.max(0, moment - Date.now() - this.ahead);
    this.timer = setTimeout(this.hear, wait + Math.random() * JITTER);
  }
}
