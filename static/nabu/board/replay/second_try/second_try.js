// What can be done with a position of a replay: play on from it against bots, or try other moves on the board.
import { Engine, EngineGone, engineConfig, NotAllowed } from "../../../core/browser_engine/engine.js";
import { button, element, refill } from "../../drawing/elements.js";
import { speaker } from "../../drawing/texts.js";
import { copy } from "../files.js";
import { addressOf, choicesIn } from "./address.js";
import { handOverPosition, PLAY_ON } from "./hand_over.js";
import { SideLine } from "./side_line.js";
import { Tries } from "./tries.js";

const SOON = 300; // milliseconds until the page says that it starts the engine
const LONGEST = 600_000; // milliseconds for an engine that reads a long game
const NO_GAME = "no game"; // why there is no engine with the game: its log does not come

/** Whether this page has room for it. */
export function hasSecondTry() {
  return document.querySelector("[data-replay=try]") !== null;
}

export class SecondTry {
  /**
   * `read()`: the game as { log, components }. `key` names it on this device. `engine`: one that is there already, or
   * null: then one is started when somebody tries something.
   */
  constructor(player, { read, key, engine = null }) {
    Object.assign(this, { player, read, engine });
    this.words = speaker(JSON.parse(document.getElementById("try-texts").textContent));
    this.say = this.words.say;
    this.card = player.root.querySelector("[data-replay=try]");
    this.tries = new Tries(key);
    this.asked = null; // the newest line that was asked for
    this.opened = null; // the engine, once it has the game
    this.asOpened = choicesIn(window.location.hash);
    // Until the line is shown or refused, the address keeps it: a reload asks again.
    if (this.asOpened !== null) player.keepAddress(player.position);
  }

  /** Once the player has its game. */
  async begin() {
    const { player } = this;
    for (const name of ["play-on", "begin"]) this.#part(name).disabled = false;
    const { signal } = player.leaving;
    this.#part("play-on").addEventListener("click", () => this.playOn(player.position));
    this.#part("begin").addEventListener("click", () => this.#open(player.position, []));
    player.root.addEventListener("nabu:shown", () => this.#draw(), { signal });
    window.addEventListener("popstate", () => this.#hear(choicesIn(window.location.hash)), { signal });
    signal.addEventListener("abort", () => this.own?.stop("left"));
    this.#draw();
    if (this.asOpened !== null && player.source.pageAt(0) !== null) await this.#hear(this.asOpened);
  }

  /** To the page that plays on from a position of the game, after the log lines of a side line. */
  async playOn(move, line = []) {
    const { names } = this.player.game;
    const game = await this.read().catch(() => null);
    if (game && handOverPosition({ ...game, move, line, names })) {
      window.location.assign(this.card.dataset.play + PLAY_ON);
    } else if (game) this.#tell(this.say("no_room"));
    else this.#tellGone({ why: NO_GAME }, () => this.playOn(move, line));
  }

  // --- Side lines

  #hear(choices) {
    if (choices === null) return this.line?.active ? this.player.back() : undefined;
    if (this.player.nothingToTry) return this.#complain(this.player.nothingToTry);
    if (choices === "broken") return this.#complain(this.say("bad_address"));
    const move = new URLSearchParams(window.location.search).get("move") ?? this.player.position;
    const start = Math.min(Number(move), this.player.game.count);
    return this.#open(start, choices, (why) => this.#complain(this.say("bad_line", { why })));
  }

  /**
   * Shows the line that leaves the game at this move, with these choices, at its end or at a `step`. `refuse(why)`: it does
   * not fit the game.
   */
  async #open(move, chosen, refuse = (why) => this.#tell(why), step = undefined) {
    const asked = {};
    this.asked = asked;
    const wasActive = this.line?.active ?? false;
    const waiting = this.opened ? null : setTimeout(() => this.#tell(this.say("starting")), SOON);
    try {
      await this.#ready();
      const line = await this.#ask("line", { move, chosen });
      if (this.asked !== asked || this.player.leaving.signal.aborted) return;
      this.#tell("");
      if (this.player.position !== move) this.player.go(move);
      this.line ??= this.#sideLine();
      await this.line.show(line, step);
      this.#note(line, wasActive);
    } catch (error) {
      if (this.asked !== asked) return;
      this.#tell("");
      if (error instanceof NotAllowed) refuse(error.message);
      else if (error instanceof EngineGone) this.#tellGone(error, () => this.#open(move, chosen, refuse, step));
      else throw error;
    } finally {
      clearTimeout(waiting);
    }
  }

  #sideLine() {
    const copyLink = button(this.say("copy_line"), () => this.#copyLink(), "btn-sm");
    const playOn = button(this.say("play_on"), () => this.playOn(this.line.start, this.line.lines), "btn-sm btn-primary");
    this.lineButtons = { copyLink, playOn };
    return new SideLine(this.player, this.words, {
      ask: (name, values) => this.#ask(name, values),
      onShown: () => { playOn.hidden = this.line.over; },
      onChosen: (chosen) => this.#open(this.line.start, chosen),
      onStep: (step) => this.#toStep(step),
      onLeft: (focused) => this.#left(focused),
      buttons: [copyLink, playOn],
    });
  }

  /** Another step of the line. If the engine has gone meanwhile, another one opens the line there. */
  async #toStep(step) {
    try {
      await this.line.to(step);
    } catch (error) {
      if (!(error instanceof EngineGone)) throw error;
      if (this.line.active) await this.#open(this.line.start, this.line.chosen, undefined, step);
    }
  }

  /** A line is on the board: it is listed, and stands in the address. Who goes back in the browser leaves it. */
  #note({ start, chosen, after, steps }, wasActive) {
    this.player.keepAddress(null);
    const texts = after.slice(0, chosen.length).map((at) => steps[at].text);
    this.tries.add({ move: start, chosen, text: texts.join(" › ") });
    this.#draw();
    const address = this.#addressOf(start, chosen);
    this.lineButtons.copyLink.hidden = address === null || !chosen.length;
    const shown = address ?? this.player.source.pageAt(start) ?? undefined;
    if (wasActive || choicesIn(window.location.hash) !== null) history.replaceState(history.state, "", shown);
    else history.pushState(history.state, "", shown);
  }

  /** Null where the page has no address for it. */
  #addressOf(start, chosen) {
    const page = this.player.source.pageAt(start);
    const behind = addressOf(chosen);
    return page === null || behind === null ? null : page + behind;
  }

  async #copyLink() {
    const { start, chosen } = this.line;
    const address = new URL(this.#addressOf(start, chosen), window.location.href).href;
    this.#tell(this.say((await copy(address)) ? "copied" : "copy_address"));
  }

  #left(focused) {
    this.asked = null;
    this.#tell("");
    this.#draw();
    if (focused) this.#part("begin").focus({ preventScroll: true });
  }

  /** Raises EngineGone where no engine has the game any more. */
  async #ask(name, values) {
    if (!this.opened) throw new EngineGone("gone");
    const engine = await this.opened;
    return engine.ask(`aside.${name}`, values, LONGEST);
  }

  /** An engine has the game. Raises EngineGone, or NotAllowed if there can be no side lines. */
  #ready() {
    this.opened ??= this.#openGame().catch((error) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  async #openGame() {
    const game = await this.read().catch(() => { throw new EngineGone(NO_GAME); });
    const engine = this.engine && !this.engine.gone ? this.engine : (this.own = await Engine.start(engineConfig()));
    engine.onGone(() => { this.opened = null; });
    const { refused } = await engine.ask("aside.open", { ...game, names: this.player.game.names }, LONGEST);
    if (refused) throw new NotAllowed(refused);
    return engine;
  }

  // --- What the card shows

  #part(name) {
    return this.card.querySelector(`[data-try=${name}]`);
  }

  #draw() {
    const { player } = this;
    const over = player.atEnd && Boolean(player.over);
    const why = player.nothingToTry;
    this.#part("why").textContent = why;
    this.#part("why").hidden = !why;
    this.#part("buttons").hidden = Boolean(why) || over || player.detour !== null;
    const { lines } = this.tries;
    this.#part("tries").hidden = !lines.length || Boolean(why);
    refill(this.#part("list"), ...lines.map((line) => this.#try(line)));
    this.card.hidden = !why && ["buttons", "tries", "told"].every((name) => this.#part(name).hidden);
  }

  #try(line) {
    const text = this.say("try", { move: line.move, text: line.text });
    const show = button(text, () => this.#open(line.move, line.chosen), "btn-ghost try-show");
    const remove = button("×", () => {
      this.tries.remove(line);
      this.#draw();
    }, "btn-ghost btn-icon");
    remove.setAttribute("aria-label", this.say("forget", { text }));
    return element("li", { className: "try" }, show, remove);
  }

  /** `more`: what stands behind it, a button. */
  #tell(text, more = null) {
    refill(this.#part("told"), text, more && " ", more);
    this.#part("told").hidden = !text;
    if (text) this.card.hidden = false;
  }

  #tellGone({ why }, again) {
    if (why === "none") this.#tell(this.say("unusable"));
    else this.#tell(this.say(why === NO_GAME ? "no_game" : "gone"), button(this.say("try_again"), again, "btn-sm"));
  }

  /** The address has a side line that cannot be shown: over the board, because the reader has come for it. */
  #complain(text) {
    this.player.keepAddress(null);
    const box = element("div", { className: "alert alert-warning mb-2", role: "alert" }, text);
    this.player.root.querySelector(".replay-board").prepend(box);
    history.replaceState(history.state, "", window.location.pathname + window.location.search);
  }
}
