// Whether the record goes on without the network: the engine on this device, and the page with all that it needs.
import { Engine, engineConfig } from "../../core/browser_engine/engine.js";
import { keepPage, forgetPage } from "../../core/browser_engine/offline/pages.js";

const AGAIN = 15000; // milliseconds until the engine is fetched again, where it did not come

/** `state`: "starting" | "safe" (also after a reload) | "open" (while the page stays open) | "unsafe". */
export class Safety {
  constructor(local, onChange) {
    this.local = local;
    this.onChange = onChange;
    this.state = "starting";
    this.closed = false;
  }

  /** Start the engine, give it to the local game, and keep the page. */
  async begin() {
    const config = engineConfig();
    try {
      const engine = await Engine.start(config);
      engine.onGone(() => this.#say("unsafe"));
      this.local.attach(engine, config.versions);
      await this.local.follow();
      if (!engine.gone) await this.#keep(config);
    } catch ({ why }) {
      this.#say("unsafe");
      if (why === "lost") setTimeout(() => this.closed || this.begin(), AGAIN);
    }
  }

  /** The record is closed: its page need not stay on the device. */
  forget() {
    this.closed = true;
    forgetPage().catch(() => {});
  }

  async #keep(config) {
    this.#say("open");
    if (this.closed) return;
    try {
      const kept = await keepPage(config, () => !this.closed && this.local.engine);
      if (this.closed) await forgetPage(); // it was being kept meanwhile
      else if (kept && this.local.engine) this.#say("safe");
    } catch {
      // No room, or refused: the open page goes on all the same.
    }
  }

  #say(state) {
    this.state = state;
    this.onChange();
  }
}
