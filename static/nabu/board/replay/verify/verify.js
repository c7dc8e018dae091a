// The page that verifies a log in the browser: a file, a pasted text, an example, or a game that was just played here.
import { Engine, EngineGone, NotAllowed, engineConfig } from "../../../core/browser_engine/engine.js";
import { save } from "../files.js";
import { Player } from "../player.js";
import { SecondTry } from "../second_try/second_try.js";
import { Review } from "../../reviews/review.js";
import { Chooser, coded, textAsLog } from "./chooser.js";
import { furnish } from "./furnish.js";
import { unpacked } from "./gzip.js";
import { EngineSource } from "./source.js";
import { showVerdict } from "./verdict.js";

const FROM_PLAY = "nabu-log"; // where a game against bots leaves its log
const EXAMPLE = { players: 2, bots: ["greedy"] };
const LONGEST = 600_000; // milliseconds; whoever does not want to wait cancels

/** Somebody has cancelled it, or begun something else. */
class Outdated extends Error {}

class Verify {
  constructor(root) {
    this.root = root;
    this.most = Number(root.dataset.mostBytes);
    this.job = 0;
    this.player = this.review = null;
    new Chooser(root, (log) => this.verify(log));
    this.#onPress("cancel", () => this.#cancel());
    this.#onPress("to-replay", () => this.#part("replay").scrollIntoView());
    this.#onPress("download", () => save(this.log.blob, this.log.name));
    if (this.#part("store")) this.#onPress("store", () => this.#store());
    for (const button of root.querySelectorAll("[data-example]")) {
      button.addEventListener("click", () => this.#playExample(button.dataset));
    }
    root.querySelector("#verify-components").addEventListener("change", (event) => this.#bring(event.target));
  }

  begin() {
    this.#show("choose", true);
    const asked = new URLSearchParams(location.search);
    const played = asked.get("from") === "play" && sessionStorage.getItem(FROM_PLAY);
    if (played) this.verify(textAsLog(played), asked.get("show") === "review" ? "review" : "replay");
    else this.#warmUp();
  }

  /** Verifies a log, and shows what came of it: its "result" first, its "replay" or its "review". */
  verify(log, first = "result") {
    return this.#open(async () => log, first);
  }

  #playExample({ example, ruleset }) {
    return this.#open(async (ask) => {
      const { log } = await ask("log.simulate", { ...EXAMPLE, game: example, ruleset, seed: Date.now() });
      return textAsLog(log, `example-${example}.jsonl`);
    });
  }

  async #open(make, first = "result") {
    this.#clear();
    await this.#work(async (work) => {
      this.log = await work.still(make(work.ask).then((log) => unpacked(log, this.most)));
      this.set = null; // the component file that somebody has brought for it
      const found = await work.ask("log.verify", { bytes: await coded(this.log.blob.slice(0, this.most + 1)) });
      await this.#showAll(work, found, first);
    });
  }

  /** A component file for the log that is shown. */
  async #bring(input) {
    const [file] = input.files;
    if (!file) return;
    const problem = this.root.querySelector("[data-verdict=components-problem]");
    problem.textContent = "";
    await this.#work(async (work) => {
      try {
        this.set = file;
        const values = { bytes: await coded(this.log.blob), components: await coded(file) };
        await this.#showAll(work, await work.ask("log.verify", values), "result");
      } catch (error) {
        if (!(error instanceof NotAllowed)) throw error;
        problem.textContent = error.message;
      }
    });
    input.value = ""; // so that the corrected file can be chosen
  }

  async #showAll({ ask, still }, found, first) {
    const hasReplay = found.moves !== null;
    const words = hasReplay ? await ask("log.moves") : null;
    const engine = await still(this.#engine());
    this.#show("busy", false); // before anything scrolls: it is above
    showVerdict(this.root, found, this.log, this.most);
    this.#show("result", true);
    this.#show("to-replay", hasReplay);
    if (hasReplay) this.player = new Player(this.#stage(found, words), new EngineSource(engine, words));
    this.#part(!hasReplay ? "result" : first === "review" ? "replay" : first).scrollIntoView();
    this.root.querySelector("[data-verdict=title]").focus({ preventScroll: true });
    if (!hasReplay) return;
    await still(this.player.begin());
    const { log, set } = this;
    const read = async () => ({ log: await log.blob.text(), components: set && JSON.parse(await set.text()) });
    const second = new SecondTry(this.player, { read, key: found.sha256, engine });
    second.begin();
    this.review = new Review(this.player, { read, engine, onPlayOn: (move, line) => second.playOn(move, line) });
    await still(this.review.begin());
    if (first !== "review") return;
    this.review.scrollIntoView();
    this.review.start(); // it says itself how it goes on
  }

  /** Where the game is played back. */
  #stage(found, words) {
    const box = document.getElementById("verify-player").content.firstElementChild.cloneNode(true);
    const failed = ["rejected", "unreadable"].includes(found.report.verdict);
    furnish(box, words, { move: failed ? found.moves : 0, name: found.sha256.slice(0, 8) });
    this.#part("player").replaceChildren(box);
    this.#part("game").textContent = `${found.title}: ${words.names.join(" – ")}`;
    this.#show("replay", true);
    return box;
  }

  // --- Working -------------------------------------------------------------------------------------------------------

  /**
   * Does something with the engine, while the page says so. `act({ ask, still })`: `still(promise)` and each question to the
   * engine raise Outdated once it is cancelled or something else was begun. Nothing is asked then: the engine has one log.
   */
  async #work(act) {
    this.job += 1;
    const { job } = this;
    const still = async (wanted) => {
      const found = await wanted;
      if (job !== this.job) throw new Outdated();
      return found;
    };
    const ask = async (name, values) => {
      const engine = await still(this.#engine());
      this.#showBusy(true);
      return still(engine.ask(name, values, LONGEST));
    };
    for (const name of ["failed", "unread"]) this.#show(name, false);
    this.#showBusy(false);
    this.#show("busy", true);
    try {
      await act({ ask, still });
    } catch (error) {
      if (job !== this.job) return;
      if (error instanceof DOMException) this.#show("unread", true);
      else if (!this.gaveUp) this.#show("failed", true);
      if (!(error instanceof EngineGone || error instanceof NotAllowed || error instanceof DOMException)) throw error;
    } finally {
      if (job === this.job) this.#show("busy", false);
    }
  }

  #cancel() {
    this.job += 1;
    this.#show("busy", false);
    this.running?.stop("cancelled");
    this.#warmUp();
  }

  /** So that it is ready when something is chosen. */
  #warmUp() {
    this.#engine().catch(() => {});
  }

  /** The engine, started where there is none. Raises EngineGone. */
  #engine() {
    this.starting ??= Engine.start(engineConfig()).then((engine) => {
      this.running = engine;
      this.root.dataset.engine = "ready";
      engine.onGone(() => {
        this.starting = this.running = null;
        delete this.root.dataset.engine;
      });
      return engine;
    });
    return this.starting.catch((error) => {
      this.#giveUp();
      throw error;
    });
  }

  /** The engine does not run here: the site is asked instead. */
  #giveUp() {
    this.gaveUp = true;
    this.#show("choose", false);
    this.#show("unavailable", true);
  }

  #clear() {
    this.player?.leave();
    this.review?.leave();
    this.player = this.review = null;
    this.#part("player").replaceChildren();
    for (const name of ["result", "replay"]) this.#show(name, false);
  }

  #showBusy(running) {
    this.#show("starting", !running);
    this.#show("running", running);
  }

  #store() {
    const form = document.getElementById("store");
    const chosen = new DataTransfer();
    chosen.items.add(new File([this.log.blob], this.log.name));
    form.elements.log.files = chosen.files;
    form.requestSubmit();
  }

  #part(name) {
    return this.root.querySelector(`[data-verify="${name}"]`);
  }

  #show(name, on) {
    this.#part(name).hidden = !on;
  }

  #onPress(name, act) {
    this.#part(name).addEventListener("click", act);
  }
}

new Verify(document.getElementById("verify")).begin();
