// The review of a game beside its replay: made here or by the site, then shown move by move.
import { EngineGone, NotAllowed } from "../../core/browser_engine/engine.js";
import { speaker } from "../drawing/texts.js";
import { Alternative } from "./alternative.js";
import { LocalReview } from "./local.js";
import { markList, markTimeline, signOf } from "./marks.js";
import { Panel } from "./panel.js";
import { SiteFailed, isLive } from "./site.js";
import { Summary } from "./summary.js";

const EVERY = 10; // so many decisions until what is judged is shown anew
const SURE = 4; // so many decisions until the time left is told
const STATES = ["offer", "refused", "busy"];

/** Whether this page has room for a review. */
export function hasReview() {
  return document.getElementById("review-card") !== null;
}

export class Review {
  /**
   * `player` plays the game back. `read()`: the game as { log, components }. `site`: the review that the site has, or
   * null. `engine`: an engine that can look at the game at once, or null. `onPlayOn(move, lines)`: somebody wants to play
   * on from a position of the game, after these log lines.
   */
  constructor(player, { read, site = null, engine = null, onPlayOn }) {
    Object.assign(this, { player, site, engine, onPlayOn });
    this.words = speaker(JSON.parse(document.getElementById("review-texts").textContent));
    this.say = this.words.say;
    this.local = new LocalReview(read);
    this.source = null; // where alternatives come from: `local` or `site`
    this.own = null; // the seats that the site knows for the reader's; null: it does not know
    this.shown = null; // the review in words, as far as it is known
    this.alternative = null;
    this.onCancel = null; // what ends the work that goes on
    this.refocus = false; // the button with the focus is gone
    this.#furnish();
  }

  /** Shows what is known of the review already. */
  async begin() {
    try {
      if (this.site) await this.#hearSite(await this.site.state());
      else if (this.engine) await this.#peek();
      else this.#offer();
    } catch (error) {
      if (!(error instanceof SiteFailed || error instanceof EngineGone || error instanceof NotAllowed)) throw error;
      this.#offer();
    }
  }

  /** Reviews the game in this browser, from where it stopped. */
  async start() {
    if (this.card.dataset.state !== "offer") return;
    this.#busy(this.say("starting"));
    this.onCancel = () => {
      this.part("cancel").disabled = true;
      this.part("progress").textContent = this.say("cancelling");
      this.local.cancel();
    };
    try {
      const refused = await this.local.begin();
      if (refused) this.#refuse(refused);
      else await this.#judge();
    } catch (error) {
      if (this.left) return;
      this.#offer();
      this.#tell("failed", this.say(error instanceof EngineGone && error.why === "none" ? "unusable" : "failed"));
      if (!(error instanceof EngineGone)) throw error;
    }
  }

  scrollIntoView() {
    this.card.scrollIntoView();
  }

  /** Another game takes the place of this one on the page. */
  leave() {
    this.left = true;
    this.local.leave();
    this.site?.leave();
  }

  // --- How it comes about

  async #peek() {
    const refused = await this.local.peek(this.engine);
    if (refused) this.#refuse(refused);
    else {
      if (this.local.done) await this.#showLocal();
      if (!this.local.total || this.local.done < this.local.total) this.#offer();
    }
  }

  async #judge() {
    const { local } = this;
    const [before, start] = [local.done, performance.now()];
    const onStep = async () => {
      const judged = local.done - before;
      const left = ((performance.now() - start) / judged) * (local.total - local.done);
      this.#progress(local, judged < SURE ? null : left);
      if (judged % EVERY === 0) await this.#showLocal();
    };
    if (before) await this.#showLocal();
    this.#progress(local, null);
    const whole = await local.run(onStep);
    if (this.left) return;
    await this.#showLocal();
    if (!whole) this.#offer();
    else if (this.engine && !this.engine.gone) await this.local.moveTo(this.engine);
  }

  async #showLocal() {
    this.source = this.local;
    this.#show(await this.local.shown(), this.local.done === this.local.total);
  }

  async #askSite(question) {
    this.#tell("failed", "");
    try {
      await this.#hearSite(await this.site[question]());
    } catch (error) {
      if (!(error instanceof SiteFailed)) throw error;
      this.#tell("failed", error.message || this.say("site_failed"));
    }
  }

  async #hearSite(first) {
    let found = first;
    this.#hear(found);
    if (isLive(found)) found = await this.site.follow((state) => this.#hear(state));
    if (found && found !== first) this.#hear(found);
  }

  #hear(state) {
    const { status, summary, done, total, may_ask, why_not, may_cancel, own } = state;
    this.own = own;
    if (summary === null) {
      this.#refuse(why_not);
      return;
    }
    if (done) {
      this.source = this.site;
      this.#show(state, status === "done");
    }
    if (isLive(state)) {
      this.onCancel = () => this.#askSite("cancel");
      this.#busy(this.say("on_the_site"), may_cancel);
      if (done) this.#progress({ done, total }, null);
    } else if (status !== "done") {
      this.#offer();
      this.part("ask").hidden = !may_ask;
      this.part("note").textContent = may_ask ? "" : why_not;
    }
  }

  // --- What the card shows

  #furnish() {
    const { root } = this.player;
    const template = document.getElementById("review-card");
    this.practise = template.dataset.practise;
    this.card = template.content.firstElementChild.cloneNode(true);
    this.panelBox = document.getElementById("review-panel").content.firstElementChild.cloneNode(true);
    root.querySelector(".replay-now").after(this.panelBox);
    this.panel = new Panel(this.panelBox.firstElementChild, this.words, {
      onShow: (decision) => this.#showOnBoard(decision),
      onBack: () => this.player.back(),
      onPlayOn: ({ move }) => this.onPlayOn(move, []),
      practiceOf: (decision) => this.#practiceOf(decision),
    });
    this.summary = new Summary((name) => this.part(name), this.words, (seat, way) => this.#toMark(seat, way));
    this.part("begin").addEventListener("click", () => this.start());
    this.part("ask").addEventListener("click", () => this.#askSite("ask"));
    this.part("cancel").addEventListener("click", () => this.onCancel());
    root.addEventListener("nabu:shown", () => this.#showMove());
  }

  part(name) {
    return this.card.querySelector(`[data-review="${name}"]`);
  }

  #state(name) {
    if (!this.card.isConnected) this.player.root.querySelector("[data-review=here]").replaceWith(this.card);
    this.card.dataset.state = name;
    for (const state of STATES) this.part(state).hidden = state !== name;
    const { activeElement: focused } = document;
    if (this.card.contains(focused) && focused.closest("[hidden]")) this.part("title").focus({ preventScroll: true });
  }

  #offer() {
    const { done, total } = this.local;
    this.#state("offer");
    this.part("begin").textContent = this.say(done ? "continue" : "begin");
    this.part("stopped").textContent = done ? this.say("stopped", { done, total }) : "";
    this.part("stopped").hidden = !done;
  }

  #refuse(why) {
    this.#state("refused");
    this.part("refused").textContent = why;
  }

  #busy(text, mayCancel = true) {
    this.#state("busy");
    this.#tell("failed", "");
    this.part("bar").removeAttribute("value");
    this.part("progress").textContent = text;
    this.part("cancel").hidden = !mayCancel;
    this.part("cancel").disabled = false;
    this.quarter = 0;
  }

  /** `left`: milliseconds, null while nobody knows. */
  #progress({ done, total }, left) {
    const percent = Math.floor((100 * done) / total);
    this.part("bar").value = percent;
    const minutes = left === null ? null : Math.round(left / 60_000);
    const time = minutes === null ? "" : minutes ? this.words.plural("time_left", minutes) : this.say("soon");
    const text = [this.say("progress", { done, total, percent }), time].filter(Boolean).join(" · ");
    this.part("progress").textContent = text;
    const quarter = Math.floor(percent / 25);
    if (quarter > this.quarter) this.part("told").textContent = text; // a screen reader is not told each step
    this.quarter = quarter;
  }

  #tell(name, text) {
    this.part(name).textContent = text;
    this.part(name).hidden = !text;
  }

  // --- What is judged

  #show(shown, whole) {
    if (this.left) return;
    this.shown = shown;
    const { root, game } = this.player;
    const { decisions, is_judged: judged, luck: { draws } } = shown;
    this.decisions = new Map(decisions.map((decision) => [decision.move, decision]));
    this.draws = new Map(draws.map((draw) => [draw.move, draw]));
    markList(root, [...decisions, ...draws]);
    const timeline = root.querySelector("[data-replay=timeline]");
    markTimeline(timeline, decisions, draws, game.count, (position) => this.player.jump(position));
    this.part("result").hidden = !judged; // luck comes last
    if (judged) this.summary.show(shown, game.names, whole);
    const worst = decisions.filter((each) => this.#practiceOf(each)).sort((one, other) => other.loss - one.loss)[0];
    this.part("practise").hidden = !worst;
    if (worst) this.part("practise").href = this.#practiceOf(worst);
    if (whole) {
      this.#state("done");
      this.part("told").textContent = this.say("ready");
    }
    this.#showMove();
  }

  get #decision() {
    return this.decisions?.get(this.player.position - 1) ?? null;
  }

  // Where a decision is practised; null without a mark, or for somebody else's. What is reviewed here can be anybody's as
  // long as nobody knows whose seat it was: the page of exercises asks.
  #practiceOf({ mark, move, seat }) {
    const here = this.source === this.local;
    const own = (here ? this.local.own : null) ?? (here && !this.own?.length ? null : this.own);
    if (!mark || (own && !own.includes(seat))) return null;
    return `${this.practise}?${new URLSearchParams({ position: `${this.shown.summary.digest}/${move}` })}`;
  }

  #showMove() {
    const decision = this.#decision;
    const draw = this.draws?.get(this.player.position - 1) ?? null;
    const found = decision ?? draw;
    const said = this.player.root.querySelector("[data-replay=what]");
    said.querySelector(".review-mark")?.remove();
    const { detour } = this.player;
    if (found?.mark && !detour) said.append(" ", signOf(found));
    this.panelBox.hidden = !found || (detour !== null && detour !== this.alternative);
    if (draw) this.panel.showDraw(draw, this.player.game.names);
    else this.panel.show(decision, { aside: this.alternative !== null, strength: this.shown?.strength });
    if (this.refocus) this.panel.control?.focus({ preventScroll: true });
    this.refocus = false;
  }

  #toMark(seat, way) {
    const marked = this.shown.decisions.filter((each) => each.seat === seat && each.mark).map(({ move }) => move + 1);
    const { position } = this.player;
    const next = way > 0 ? marked.find((each) => each > position) : marked.findLast((each) => each < position);
    if (next !== undefined) this.player.jump(next);
    // From the last one on to the first: whoever presses on wants to see another one.
    else this.player.jump(way > 0 ? marked[0] : marked.at(-1));
  }

  async #showOnBoard(decision) {
    const { control } = this.panel;
    control.disabled = true;
    try {
      const { steps } = await this.source.line(decision.move);
      if (this.#decision !== decision) return;
      const lines = decision.continuation ?? [decision.rather];
      this.alternative = new Alternative(this.player, this.#named(steps), this.words, {
        onPlayOn: (count) => this.onPlayOn(decision.move, lines.slice(0, count)),
        onLeft: (focused) => {
          this.alternative = null;
          this.refocus = focused;
        },
      });
      this.alternative.begin();
    } catch (error) {
      if (!(error instanceof SiteFailed || error instanceof EngineGone)) throw error;
      this.#tell("failed", this.say("no_line"));
    } finally {
      this.#showMove();
    }
  }

  // A log may call the players otherwise than the page.
  #named(steps) {
    const { names } = this.player.game;
    return steps.map((step) => ({ ...step, who: names[this.shown.names.indexOf(step.who)] ?? step.who }));
  }
}
