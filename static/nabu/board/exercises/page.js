// The page of exercises: what is due, which positions to practise, and one after the other. It sends the site nothing.
import { Engine, EngineGone, engineConfig, NotAllowed } from "../../core/browser_engine/engine.js";
import { keepPage } from "../../core/browser_engine/offline/pages.js";
import { inOneTab } from "../../web/one_tab.js";
import { element, refill } from "../drawing/elements.js";
import { speaker } from "../drawing/texts.js";
import { handOverPosition, PLAY_ON } from "../replay/second_try/hand_over.js";
import { chosen, counted, nextDue, nextUnchecked } from "./choosing.js";
import { collect, saySeat, withLog } from "./collect.js";
import { openKept } from "./kept.js";
import { after, dayOf } from "./spacing.js";
import { ExerciseTable } from "./table.js";

const FILTERS = ["game", "source", "phase"];
const NO_SEAT = -1;

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
    this.unreachable = new Set(); // games whose logs could not be had
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
    await this.#collect();
    await this.#askSite();
  }

  async #ready(engine) {
    engine.onGone((error) => this.#gone(error));
    const kept = await keepPage(engineConfig()).catch(() => false);
    at("offline").textContent = this.say(kept ? "safety_safe" : "safety_open");
  }

  // --- What there is to practise

  async #askSite() {
    const answer = await fetch(this.data.reviewed).catch(() => null);
    const told = answer?.ok ? await answer.json() : null;
    const login = told?.login;
    refill(at("account"), login && this.say("sign_in_note"), login && " ", login && element("a", { href: login }, this.say("sign_in")));
    if (!told) at("account").textContent = this.say("site_away");
    this.found = told?.games ?? [];
    if (this.found.length) await this.#collect();
  }

  async #collect() {
    await collect(this.kept, this.found, this.data.set);
    this.#drawSeats();
    this.#drawOverview();
  }

  // Whose seat was it? Games of several people that were reviewed on this device do not say.
  #drawSeats() {
    const open = [...this.kept.games.values()].filter(({ seat, names }) => seat === null && names);
    at("seats").hidden = !open.length;
    refill(at("seats-list"), ...open.map(({ digest, game, names }) => {
      const title = `${this.data.games[game].title}: ${names.join(" – ")}`;
      const select = element("select", { className: "form-select", "aria-label": this.say("your_seat_in", { game: title }) });
      const option = (text, value) => new Option(text, value);
      select.append(option(this.say("choose_seat"), ""), ...names.map((name, seat) => option(name, seat)), option(this.say("no_seat"), NO_SEAT));
      select.addEventListener("change", async () => {
        if (select.value === "") return;
        await saySeat(this.kept, digest, Number(select.value));
        await this.#collect();
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
    return chosen([...this.kept.exercises.values()], filter);
  }

  #drawOverview() {
    const { due, learned, confirmed, checked, unchecked, next } = counted(this.#exercises, dayOf());
    const any = this.kept.exercises.size > 0;
    at("empty").hidden = any;
    at("practise").hidden = !any;
    at("count-due").textContent = this.words.plural("due", due);
    at("count-learned").textContent = this.words.plural("learned", learned);
    const parts = [
      checked ? this.words.plural("confirmed", checked, { confirmed, checked }) : "",
      unchecked ? this.words.plural("unchecked", unchecked) : "",
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
    if (what === "begin") this.#next();
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
    let exercise = null;
    while (engine && !engine.gone && going === this.going && !exercise) {
      const due = nextDue(this.#exercises, dayOf());
      // The one that was just answered comes again after others, if there are any.
      if (due && due.id !== this.exercise?.id) exercise = due;
      else if (!(await this.#check(engine))) {
        exercise = due;
        break;
      }
    }
    if (going !== this.going) return;
    if (!exercise || !(await this.#open(engine, exercise))) {
      this.#leave();
      return;
    }
    this.#lookAhead(engine, going);
  }

  // While somebody thinks, the next decision is judged again, so that there is one when this one is done.
  async #lookAhead(engine, going) {
    const day = dayOf();
    const ready = () => counted(this.#exercises, day).due > 1;
    let more = true;
    while (more && going === this.going && !engine.gone && !ready()) more = await this.#check(engine);
  }

  async #open(engine, exercise) {
    const game = await withLog(this.kept, exercise.digest, this.data.set);
    if (!game) {
      at("status").textContent = this.say("no_log");
      return false;
    }
    const { log, components, replay } = game;
    let position;
    try {
      position = await engine.ask("exercise.open", { log, components, move: exercise.move, rather: exercise.rather });
    } catch (error) {
      if (!(error instanceof NotAllowed)) return false;
      await this.kept.putExercises({ ...exercise, state: "dropped" });
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
    this.table.show(exercise, position, replay && `${replay}?move=${exercise.move}`);
    at("game-title").focus({ preventScroll: true }); // the button that was pressed is gone
    window.scrollTo(0, 0);
    return true;
  }

  async #answered(answer) {
    const spaced = after(this.exercise, answer, dayOf());
    this.exercise = { ...this.exercise, ...spaced, at: Date.now() };
    await this.kept.putExercises(this.exercise);
    return this.#inDays(spaced.due - dayOf());
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
    const exercise = nextUnchecked(this.#exercises.filter(({ digest }) => !this.unreachable.has(digest)));
    if (!exercise) return false;
    const game = await withLog(this.kept, exercise.digest, this.data.set);
    if (!game) {
      this.unreachable.add(exercise.digest);
      at("status").textContent = this.say("no_log");
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
      const { loss, error } = found;
      await keep({ state: found.is_wrong ? "confirmed" : "dropped", check: { loss, error }, due: dayOf() });
    } catch (error) {
      if (error instanceof EngineGone) return false;
      if (!(error instanceof NotAllowed)) throw error;
      await keep({ state: "dropped" });
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
