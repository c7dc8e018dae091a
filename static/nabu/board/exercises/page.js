// The page of exercises: what is due, which positions to practise, and one after the other. It sends the site nothing.
import { Engine, EngineGone, engineConfig, NotAllowed } from "../../core/browser_engine/engine.js";
import { keepPage } from "../../core/browser_engine/offline/pages.js";
import { inOneTab } from "../../web/one_tab.js";
import { element, refill } from "../drawing/elements.js";
import { speaker } from "../drawing/texts.js";
import { handOverPosition, PLAY_ON } from "../replay/second_try/hand_over.js";
import { chosen, counted, nextDue, nextUnchecked } from "./choosing.js";
import { collect, withLog } from "./collect.js";
import { openKept } from "./kept.js";
import { after, dayOf, isDue } from "./spacing.js";
import { ExerciseTable } from "./table.js";

const FILTERS = ["game", "source", "phase"];
const NO_SEAT = -1;
const PATIENCE = 10_000; // milliseconds until the site counts as away

const at = (id) => document.getElementById(id);
const json = (id) => JSON.parse(at(id).textContent);

class ExercisesPage {
  constructor(data, texts) {
    this.data = data;
    this.words = speaker(texts);
    this.say = this.words.say;
    this.table = null;
    this.checking = null; // the decision that is being judged again, as a promise
    this.found = []; // the account's games, as the site knows them
    this.looking = true; // there may be more games than are known
    this.unreachable = new Set(); // games whose logs cannot be had now
    this.wanted = new URLSearchParams(location.search).get("position"); // the exercise that a review leads to
  }

  async start() {
    // While somebody reads what is due, the engine is made ready.
    this.engine = Engine.start(engineConfig());
    this.engine.then((engine) => this.#ready(engine), (error) => this.#gone(error));
    this.kept = await openKept();
    this.#furnishFilters();
    for (const control of document.querySelectorAll("[data-do]")) {
      control.addEventListener("click", () => this.#do(control.dataset.do));
    }
    at("no-storage").hidden = this.kept.lasts;
    at("account").textContent = this.say("looking");
    await this.#collect();
    await this.#askSite();
    await this.#collect();
    this.looking = false;
    this.#drawOverview();
    this.#openWanted();
  }

  async #ready(engine) {
    engine.onGone((error) => this.#gone(error));
    const kept = await keepPage(engineConfig()).catch(() => false);
    at("offline").textContent = this.say(kept ? "safety_safe" : "safety_open");
  }

  // --- What there is to practise

  async #askSite() {
    const told = await fetch(this.data.reviewed, { signal: AbortSignal.timeout(PATIENCE) })
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    const login = told?.login;
    refill(at("account"), login && this.say("sign_in_note"), login && " ", login && element("a", { href: login }, this.say("sign_in")));
    if (told) this.kept.setAccount(told.account);
    else {
      this.kept.setLastAccount();
      at("account").textContent = this.say("site_away");
    }
    this.found = told?.games ?? [];
  }

  async #collect() {
    const draw = () => {
      this.#drawSeats();
      this.#drawOverview();
    };
    await collect(this.kept, this.found, this.data.set, draw);
    draw();
  }

  // A review leads to one of its decisions: it is opened at once.
  #openWanted() {
    if (!this.wanted || this.going) return;
    const game = this.kept.games.get(this.wanted.split("/")[0]);
    if (this.kept.own.some(({ id }) => id === this.wanted)) this.#next();
    else if (game && this.kept.seatOf(game) === null) at("status").textContent = this.say("say_seat_first");
    else {
      this.wanted = null;
      at("status").textContent = this.say("not_yours");
    }
  }

  // Whose seat was it? Games of several people that were reviewed on this device do not say.
  #drawSeats() {
    const open = [...this.kept.games.values()].filter((game) => this.kept.seatOf(game) === null && game.names);
    at("seats").hidden = !open.length;
    refill(at("seats-list"), ...open.map(({ digest, game, names }) => {
      const title = `${this.data.games[game].title}: ${names.join(" – ")}`;
      const select = element("select", { className: "form-select", "aria-label": this.say("your_seat_in", { game: title }) });
      const option = (text, value) => new Option(text, value);
      select.append(option(this.say("choose_seat"), ""), ...names.map((name, seat) => option(name, seat)), option(this.say("no_seat"), NO_SEAT));
      select.addEventListener("change", async () => {
        if (select.value === "") return;
        await this.kept.saySeat(digest, Number(select.value));
        refill(at("status"));
        await this.#collect();
        this.#openWanted();
      });
      return element("label", { className: "d-block mb-2" }, element("span", { className: "d-block text-break" }, title), select);
    }));
  }

  // --- The filters, which other pages may choose: ?game=…&source=…&phase=…

  #furnishFilters() {
    const asked = new URLSearchParams(location.search);
    const [game, source, phase] = FILTERS.map((name) => at(`filter-${name}`));
    const drawSources = () => {
      const { sources = {} } = this.data.games[game.value] ?? {};
      source.replaceChildren(source.options[0], ...Object.entries(sources).map(([key, title]) => new Option(title, key)));
      source.disabled = !game.value;
    };
    const choose = (select, value) => {
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    };
    choose(game, asked.get("game"));
    drawSources();
    choose(source, asked.get("source"));
    choose(phase, asked.get("phase"));
    game.addEventListener("change", drawSources);
    for (const select of [game, source, phase]) {
      select.addEventListener("change", () => {
        const chosenNow = FILTERS.map((name) => [name, at(`filter-${name}`).value]).filter(([, value]) => value);
        history.replaceState(null, "", chosenNow.length ? `?${new URLSearchParams(chosenNow)}` : location.pathname);
        this.#drawOverview();
      });
    }
  }

  get #exercises() {
    const filter = Object.fromEntries(FILTERS.map((name) => [name, at(`filter-${name}`).value]));
    return chosen(this.kept.own, filter);
  }

  #drawOverview() {
    const { due, learned, confirmed, checked, unchecked, unusable, next } = counted(this.#exercises, dayOf());
    const any = this.kept.own.length > 0;
    at("empty").hidden = any || this.looking || !at("seats").hidden; // a seat that is chosen brings its mistakes
    at("practise").hidden = !any;
    at("count-due").textContent = this.words.plural("due", due);
    at("count-learned").textContent = this.words.plural("learned", learned);
    const parts = [
      checked ? this.words.plural("confirmed", checked, { confirmed, checked }) : "",
      unchecked ? this.words.plural("unchecked", unchecked) : "",
      unusable ? this.words.plural("unusable_mistakes", unusable) : "",
    ];
    at("count-checked").textContent = parts.filter(Boolean).join(" ");
    const later = due + unchecked === 0;
    at("begin").disabled = later || this.unusable;
    at("nothing-due").hidden = !later;
    at("nothing-due").textContent = next === null ? this.say("none_confirmed") : this.#inDays(next - dayOf());
  }

  #inDays(days) {
    return days < 1 ? this.say("again_today") : this.words.plural("again_in", days);
  }

  // --- One exercise after the other

  #do(what) {
    if (what === "begin") {
      this.unreachable.clear();
      refill(at("status"));
      this.#next();
    }
    else if (what === "stop") this.#leave();
    else if (what === "forget") this.#forget();
  }

  async #next() {
    const going = {};
    this.going = going;
    this.table?.leave();
    for (const id of ["overview", "table"]) at(id).hidden = true;
    at("wait").hidden = false;
    at("heading").classList.add("visually-hidden"); // a small screen has no room for it
    this.#tellWait();
    const engine = await this.engine.catch(() => null);
    const exercise = engine && (await this.#find(engine, going));
    if (going !== this.going) return;
    if (!exercise || !(await this.#open(engine, exercise))) {
      this.#leave();
      return;
    }
    this.#lookAhead(engine, going);
  }

  // The exercise that was asked for, else the one that is due; others are checked until there is one. Null: there is none.
  async #find(engine, going) {
    while (!engine.gone && going === this.going) {
      const wanted = this.kept.own.find(({ id }) => id === this.wanted);
      if (wanted && wanted.state !== "new") return this.#take(wanted);
      const due = nextDue(this.#reachable(this.#exercises), dayOf());
      // The one that was just answered comes again after others, if there are any.
      if (!wanted && due && due.id !== this.exercise?.id) return due;
      if (!(await this.#check(engine))) return due;
    }
    return null;
  }

  #take(wanted) {
    this.wanted = null;
    if (wanted.state === "confirmed") return wanted;
    at("status").textContent = this.say("not_confirmed");
    return null;
  }

  #reachable(exercises) {
    return exercises.filter(({ digest }) => !this.unreachable.has(digest));
  }

  // While somebody thinks, the next decision is judged again, so that there is one when this one is done.
  async #lookAhead(engine, going) {
    const day = dayOf();
    const ready = () => counted(this.#exercises, day).due > 1;
    let more = true;
    while (more && going === this.going && !engine.gone && !ready()) more = await this.#check(engine);
  }

  async #open(engine, exercise) {
    const game = await this.#gameOf(exercise);
    if (!game) return false;
    const { log, components, replay } = game;
    let position;
    try {
      position = await engine.ask("exercise.open", { log, components, move: exercise.move, rather: exercise.rather });
    } catch (error) {
      if (!(error instanceof NotAllowed)) return false;
      await this.kept.putExercises({ ...exercise, state: "unusable" });
      this.#next();
      return true;
    }
    refill(at("status"));
    at("wait").hidden = true;
    at("table").hidden = false;
    const { title } = this.data.games[exercise.game];
    const about = { game: title, turn: position.turn, name: position.names[position.seat] };
    at("game-title").textContent = this.say(position.turn ? "about" : "about_no_turn", about);
    this.table ??= new ExerciseTable({
      engine,
      words: this.words,
      onAnswer: (answer) => this.#answered(answer),
      onNext: () => this.#next(),
      onPlayOn: (names) => this.#playOn(names),
      onError: (error) => this.#failed(error),
    });
    this.exercise = exercise;
    this.#forgetPosition();
    this.table.show(exercise, position, replay && `${replay}?move=${exercise.move}`);
    at("game-title").focus({ preventScroll: true }); // the button that was pressed is gone
    window.scrollTo(0, 0);
    return true;
  }

  // Once a position is shown, the page without it is what a reload gets.
  #forgetPosition() {
    const asked = new URLSearchParams(location.search);
    asked.delete("position");
    history.replaceState(null, "", [location.pathname, String(asked)].filter(Boolean).join("?"));
  }

  /** The game of an exercise with its log; null, and the page says why, if it cannot be had. */
  async #gameOf({ digest }) {
    const game = await withLog(this.kept, digest, this.data.set);
    if (game) return game;
    this.unreachable.add(digest);
    at("status").textContent = this.say(this.kept.games.has(digest) ? "no_log" : "game_deleted");
    return null;
  }

  async #answered(answer) {
    const day = dayOf();
    // Whoever comes back before the day is not asked yet: only a mistake counts.
    if (answer !== "wrong" && !isDue(this.exercise, day)) return this.#inDays(this.exercise.due - day);
    const spaced = after(this.exercise, answer, day);
    this.exercise = { ...this.exercise, ...spaced, at: Date.now() };
    await this.kept.putExercises(this.exercise);
    return this.#inDays(spaced.due - day);
  }

  /** To the page that plays on from the position before the decision. */
  #playOn(names) {
    const { digest, move } = this.exercise;
    const { log, components } = this.kept.games.get(digest);
    if (handOverPosition({ log, components, move, line: [], names })) location.assign(this.data.play + PLAY_ON);
    else at("status").textContent = this.say("no_room");
  }

  #leave() {
    this.going = null;
    this.exercise = null; // whoever comes back begins with it, if it was not answered
    this.table?.leave();
    for (const id of ["table", "wait"]) at(id).hidden = true;
    at("heading").classList.remove("visually-hidden");
    at("overview").hidden = false;
    this.#drawOverview();
    at("heading").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  async #forget() {
    this.going = null;
    await this.checking;
    await this.kept.forget();
    at("forget").open = false;
    at("status").textContent = this.say("forgotten");
    await this.#collect();
  }

  // --- Whether a mistake was one

  /** Judges one decision more in new worlds, some at a time. False if there is none left, or the engine is gone. */
  #check(engine) {
    this.checking ??= this.#checkOne(engine).finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  async #checkOne(engine) {
    const wanted = this.#reachable(this.kept.own).find(({ id, state }) => id === this.wanted && state === "new");
    const exercise = wanted ?? nextUnchecked(this.#reachable(this.#exercises));
    if (!exercise) return false;
    const game = await this.#gameOf(exercise);
    if (!game) {
      if (wanted) this.wanted = null;
      return true;
    }
    const { log, components } = game;
    const keep = (changed) => this.kept.putExercises({ ...exercise, ...changed });
    try {
      let found = await engine.ask("exercise.check", { log, components, move: exercise.move, rather: exercise.rather });
      while (!found.over) {
        await this.table?.busy; // an answer goes first
        found = await engine.ask("exercise.check_on");
        this.#tellWait(found);
        if (!this.going) return false; // it begins anew another time, and finds the same
      }
      await keep({ state: found.is_wrong ? "confirmed" : "dropped", due: dayOf() });
    } catch (error) {
      if (error instanceof EngineGone) return false;
      if (!(error instanceof NotAllowed)) throw error;
      await keep({ state: "unusable" });
    }
    return true;
  }

  #tellWait(found = null) {
    const bar = at("wait-bar");
    if (found) Object.assign(bar, { max: found.most, value: found.count });
    else bar.removeAttribute("value");
    const { confirmed, checked } = counted(this.#exercises, dayOf());
    at("wait-count").textContent = checked ? this.words.plural("confirmed", checked, { confirmed, checked }) : "";
  }

  // --- What goes wrong

  #gone({ why }) {
    if (why === "none") {
      this.unusable = true;
      at("unusable").textContent = this.say("unusable");
      at("unusable").hidden = false;
      at("unusable").classList.remove("unless-script");
      at("begin").disabled = true;
      return;
    }
    refill(at("status"), element("p", { className: "alert alert-warning" }, this.say("gone")));
  }

  #failed(error) {
    if (error instanceof EngineGone) return; // the page has been told
    if (error instanceof NotAllowed) refill(at("hint"), element("p", { className: "mb-0" }, error.message));
    else throw error;
  }
}

const texts = json("exercises-texts");
const other = () => {
  at("status").textContent = texts.other_tab;
  at("overview").hidden = true;
};
inOneTab("nabu-exercises", other, () => new ExercisesPage(json("exercises-data"), texts).start());
