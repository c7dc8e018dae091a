// The page of games against bots: begin one, go on with one, and what comes after. It asks the site nothing meanwhile.
import { Engine, EngineGone, engineConfig, NotAllowed } from "../../core/browser_engine/engine.js";
import { keepPage } from "../../core/browser_engine/offline/pages.js";
import { save } from "../replay/files.js";
import { button, element, refill } from "../drawing/elements.js";
import { handOver } from "../drawing/ending.js";
import { fetchSet } from "../drawing/logs.js";
import { inOneTab } from "../../web/one_tab.js";
import { speaker } from "../drawing/texts.js";
import { forgetHandedOver, handedOver, PLAY_ON } from "../replay/second_try/hand_over.js";
import { BeginForm } from "./begin.js";
import { BranchForm } from "./branch.js";
import { openKept } from "./kept.js";
import { storeLog } from "./store.js";
import { PlayTable } from "./table.js";

const at = (id) => document.getElementById(id);
const json = (id) => JSON.parse(at(id).textContent);

class PlayPage {
  constructor(data, texts) {
    this.data = data;
    this.words = speaker(texts);
    this.say = this.words.say;
    this.table = null;
    this.opening = null; // the newest game that was asked for
    this.unusable = false; // this browser cannot run the engine
  }

  async start() {
    // While somebody fills in the form, the engine is made ready.
    this.engine = Engine.start(engineConfig());
    this.engine.then((engine) => this.#ready(engine), (error) => this.#gone(error));
    this.kept = await openKept();
    this.form = new BeginForm(at("begin"), this.data.games, this.words, (spec) => this.#begin(spec));
    this.branch = new BranchForm(at("branch"), this.form.rows.sample, this.data.games, this.words, {
      onBegin: (seats) => this.#playOn(seats),
      onCancel: () => this.#endBranch(),
    });
    for (const control of document.querySelectorAll("[data-do]")) {
      control.addEventListener("click", (event) => this.#do(control.dataset.do, event));
    }
    this.#drawBegin();
    await this.#offerBranch();
  }

  async #ready(engine) {
    engine.onGone((error) => this.#gone(error));
    const kept = await keepPage(engineConfig()).catch(() => false);
    at("offline").textContent = this.say(kept ? "safety_safe" : "safety_open");
  }

  // --- Games begin

  #begin(spec) {
    const values = async () => ({ ...spec, components: await this.#componentsOf(spec), seed: newSeed() });
    return this.#open("start", values, (wrong) => this.form.tell(wrong));
  }

  /** The component set that somebody has loaded; null for a built-in one. */
  async #componentsOf({ game, set }) {
    if (this.data.games[game].sets.includes(set)) return null;
    const components = await fetchSet(this.data.set, game, set).catch(() => null);
    if (!components) throw new NotAllowed(this.say("no_set"));
    return components;
  }

  async #resume(game) {
    if (game !== this.kept.game) await this.kept.takeUp(game);
    const { header, lines, seed, components } = this.kept.game;
    const told = (why) => refill(at("status"), element("p", {}, this.say("kept_refused", { why })));
    return this.#open("resume", () => ({ header, lines, seed, components }), told);
  }

  // --- Games that are played on from a position of another one

  /** The position that a replay has handed over, if the reader comes from one. */
  async #offerBranch() {
    this.origin = window.location.hash === PLAY_ON ? handedOver() : null;
    if (!this.origin) return;
    at("begin").hidden = true;
    at("status").textContent = this.say("loading");
    const { log, components, move, line } = this.origin;
    try {
      const engine = await this.engine;
      const found = await engine.ask("play.origin", { log, components, move, line });
      refill(at("status"));
      this.branch.show(found, this.origin);
    } catch (error) {
      refill(at("status"));
      if (error instanceof EngineGone) return this.#gone(error); // a reload tries again
      if (!(error instanceof NotAllowed)) throw error;
      this.#endBranch();
      refill(at("status"), element("p", { className: "alert alert-warning" }, error.message));
    }
    return undefined;
  }

  /** Without it: the form for any game. */
  #endBranch() {
    this.origin = null;
    forgetHandedOver();
    history.replaceState(history.state, "", window.location.pathname);
    this.branch.hide();
    this.#drawBegin();
  }

  async #playOn(seats) {
    const { log, components, move, line } = this.origin;
    const values = { log, components, move, line, seats, seed: newSeed() };
    await this.#open("branch", () => values, (wrong) => this.branch.tell(wrong));
  }

  /** The same position once more, with other draws. */
  async #fromThere() {
    const { header, lines, components } = this.kept.game;
    const { move, side = 0 } = header.meta.from;
    const [first, seed] = [lines.slice(0, move + side), newSeed()];
    this.kept.begin(header, seed, components);
    const told = (wrong) => refill(at("status"), wrong && element("p", {}, wrong));
    await this.#open("resume", () => ({ header, lines: first, seed, components }), told);
  }

  // Engine and components take their time. Whoever asks for another game meanwhile, or deletes this one, gets that.
  async #open(question, valuesOf, tell) {
    tell("");
    at("status").textContent = this.say("loading");
    const opening = {};
    this.opening = opening;
    try {
      const values = await valuesOf();
      const engine = await this.engine;
      if (opening !== this.opening) return;
      const answer = await engine.ask(`play.${question}`, values);
      if (opening !== this.opening) return;
      refill(at("status"));
      if (question === "branch") {
        await this.kept.putAside();
        this.#endBranch();
      }
      if (question !== "resume") this.kept.begin(answer.header, values.seed, values.components);
      this.#sitDown(engine);
      this.table.hear(answer);
      window.scrollTo(0, 0);
    } catch (error) {
      if (opening !== this.opening) return;
      refill(at("status"));
      if (error instanceof NotAllowed) tell(error.message);
      else if (error instanceof EngineGone) this.#gone(error);
      else throw error;
    }
  }

  #sitDown(engine) {
    at("heading").classList.add("visually-hidden"); // a small screen has no room for it
    at("begin-page").hidden = true;
    at("table").hidden = false;
    const { header } = this.kept.game;
    at("game-title").textContent = `${this.data.games[header.game].title} · ${header.seats.join(" – ")}`;
    const { from } = header.meta;
    at("played-on").hidden = !from;
    if (from) at("played-on").textContent = this.say("played_on", { move: from.move });
    at("from-there").hidden = !from;
    this.table ??= new PlayTable({
      engine,
      kept: this.kept,
      words: this.words,
      onShown: (state) => this.#shown(state),
      onGone: (error) => this.#gone(error),
    });
  }

  async #shown(state) {
    this.#showOver(state);
    await this.table.written;
    if (state !== this.table.state || (await this.engine).gone) return; // the page says something newer
    const { trouble } = this.kept;
    refill(at("status"), trouble && element("p", {}, this.say(trouble === "full" ? "storage_full" : "no_storage")));
  }

  #showOver({ over, names }) {
    at("over").hidden = !over;
    refill(at("stored"));
    if (!over) return;
    const { bots } = this.kept.game.header.meta;
    const people = [...names.keys()].filter((seat) => bots[seat] === null);
    const alone = people.length === 1 && over.winners.length === 1 && over.winners[0] === people[0];
    at("over-text").textContent = alone ? this.say("you_won") : over.text;
  }

  #drawBegin() {
    at("begin").hidden = this.unusable || Boolean(this.origin);
    at("unusable").textContent = this.say("unusable");
    for (const id of ["unusable", "instead"]) {
      at(id).hidden = !this.unusable;
      at(id).classList.remove("unless-script");
    }
    const { game, aside } = this.kept;
    const games = [game, ...aside].filter(Boolean);
    at("resume").hidden = !games.length || this.unusable;
    refill(at("resume"), ...games.map((each) => this.#keptGame(each)));
  }

  #keptGame(game) {
    const { header, turn, over } = game;
    const bots = this.#titlesOf(header).join(", ");
    const told = { game: this.data.games[header.game].title, bots, turn };
    const { from } = header.meta;
    const body = element("div", { className: "card-body" });
    body.append(
      element("p", { className: "mb-2" }, [
        this.say(over ? "kept_over" : "kept_game", told),
        from && this.say("played_on", { move: from.move }),
      ].filter(Boolean).join(" · ")),
      button(this.say("go_on"), () => this.#resume(game), "btn-primary"),
      " ",
      button(this.say("delete_game"), () => this.#forget(game)),
    );
    return body;
  }

  // A log may name a bot that there is no more.
  #titlesOf({ game, meta }) {
    const titles = new Map(this.data.games[game].bots.map(({ name, title }) => [name, title]));
    return meta.bots.filter(Boolean).map((name) => titles.get(name) ?? name);
  }

  async #forget(game) {
    if (this.opening) refill(at("status"));
    this.opening = null;
    await this.kept.forget(game);
    this.#drawBegin();
  }

  // --- What the buttons do

  async #do(what, event) {
    if (what === "leave") this.#leave();
    else if (what === "again") this.#again((seats) => seats);
    else if (what === "swap") this.#again(([first, ...others]) => [...others, first]);
    else if (what === "from-there") this.#fromThere();
    else if (what === "save") save(new Blob([await this.#log()], { type: "application/x-ndjson" }), this.#fileName());
    else if (what === "store") storeLog(await this.#log(), this.data, this.words);
    else if (what === "replay" || what === "review") {
      event.preventDefault();
      const { href } = event.currentTarget ?? event.target;
      handOver(await this.#log());
      location.assign(href);
    }
  }

  #leave() {
    this.opening = null;
    this.table.leave();
    for (const id of ["table", "cover"]) at(id).hidden = true;
    at("heading").classList.remove("visually-hidden");
    at("begin-page").hidden = false;
    this.#drawBegin();
    window.scrollTo(0, 0);
  }

  #again(seated) {
    const { header, components } = this.kept.game;
    const { game, seats, ruleset } = header;
    const players = seats.map((name, seat) => ({ name, bot: header.meta.bots[seat] }));
    const told = (wrong) => refill(at("status"), wrong && element("p", {}, wrong));
    const spec = { game, ruleset: ruleset.name, switches: ruleset.switches, set: header.components, components };
    return this.#open("start", () => ({ ...spec, seats: seated(players), seed: newSeed() }), told);
  }

  async #log() {
    const engine = await this.engine;
    return (await engine.ask("play.log")).log;
  }

  #fileName() {
    const { header } = this.kept.game;
    return `${header.game}-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, "-")}.jsonl`;
  }

  #gone({ why }) {
    if (why === "none") {
      this.unusable = true;
      if (this.form) this.#drawBegin();
      return;
    }
    const reason = this.say({ slow: "gone_slow", lost: "gone_lost" }[why] ?? "gone_fault");
    refill(at("status"), element("p", { className: "alert alert-warning" }, this.say("gone", { why: reason })));
  }
}

function newSeed() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const texts = json("play-texts");
const other = () => {
  at("status").textContent = texts.other_tab;
  at("begin").hidden = true;
};
inOneTab("nabu-play", other, () => new PlayPage(json("play-data"), texts).start());
