// What came of an answer: right or not, three choices with their points, why, and the ways on.
import { button, element, refill } from "../drawing/elements.js";

export class Result {
  /**
   * `dock`: where the steps are taken, so that the board stays in sight on a phone. `told`: where screen readers hear of
   * them. `onNext()`: another exercise. `onAgain()`: the same one, without counting. `onPlayOn()`: the game is to be played
   * on from there. `onLine(of)`: how bots go on after "bot", "mine" or "game", as { steps, show(step) }; null: the position
   * again.
   */
  constructor({ box, dock, told }, { say }, { onNext, onAgain, onPlayOn, onLine }) {
    Object.assign(this, { box, dock, told, say, onNext, onAgain, onPlayOn, onLine });
    const lang = document.documentElement.lang || "en";
    this.number = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  }

  clear() {
    this.box.hidden = true;
    refill(this.box);
  }

  /**
   * `losses`: what the own choice (null if none was made) and the one of the game lose against the bot's, each
   * { loss, error }. `due`: when the position comes again, in words. `replay`: the address of the game, or null.
   */
  show({ answer, solution, losses, due, replay }) {
    const { mine, game, bot, same, best } = solution;
    const verdict = this.say(`is_${verdictOn(answer, solution, losses)}`);
    const title = element("h2", { className: "h3 mb-2", tabIndex: -1 }, verdict);
    const rows = [
      mine && this.#row("mine", best ? this.say("as_the_bot") : mine.text, best ? null : losses.mine),
      this.#row("bot", bot.text, null),
      same ? null : this.#row("game", game.text, losses.game),
    ];
    const list = element("dl", { className: "exercise-choices" }, ...rows.flat().filter(Boolean));
    const why = bot.reason && element("p", { className: "mb-2" }, this.say("reason", { reason: bot.reason }));
    const next = button(this.say("next"), () => this.onNext(), "btn-primary");
    const again = button(this.say("again"), () => this.onAgain());
    const playOn = button(this.say("play_on"), () => this.onPlayOn());
    const there = replay && element("a", { className: "btn", href: replay }, this.say("in_the_replay"));
    this.line = element("div", { className: "mt-3" });
    this.kinds = ["bot", ...(mine && !best ? ["mine"] : []), ...(same ? [] : ["game"])];
    this.of = null;
    this.#drawLine();
    const body = element("div", { className: "card-body" }, title, list, why || null);
    if (due) body.append(element("p", { className: "text-secondary mb-2" }, due));
    body.append(element("div", { className: "btn-list" }, next, again, playOn, there || ""), this.line);
    refill(this.box, body);
    this.box.dataset.answer = answer;
    this.box.hidden = false;
    title.focus({ preventScroll: true });
    this.box.scrollIntoView({ block: "nearest" });
  }

  #row(who, text, loss) {
    const told = element("dd", {}, text);
    if (loss) told.append(" ", element("span", { className: "exercise-loss" }, this.#points(loss)));
    return [element("dt", {}, this.say(`choice_${who}`)), told];
  }

  /** What something does better (+) or worse (−) than the bot's choice. */
  #points({ loss, error }) {
    const points = this.number.format(Math.abs(loss));
    const signed = `${loss >= 0.05 ? "−" : loss <= -0.05 ? "+" : ""}${points}`;
    return this.say("points_error", { points: signed, error: this.number.format(error) });
  }

  // --- How bots go on

  #drawLine() {
    const kinds = this.kinds.map((of) => {
      const made = button(this.say(`line_${of}`), () => this.#open(of), `btn-sm${this.of === of ? " active" : ""}`);
      made.setAttribute("aria-pressed", this.of === of);
      return made;
    });
    const title = element("p", { className: "mb-1" }, this.say("lines"));
    refill(this.line, title, element("div", { className: "btn-list" }, ...kinds));
    this.told.textContent = this.of ? this.#whereAndWhat() : "";
    refill(this.dock, this.of && this.#steps());
  }

  async #open(of) {
    const found = await this.onLine(of);
    if (!found) return;
    Object.assign(this, { of, found });
    this.#go(1);
  }

  #go(to) {
    this.at = to;
    this.found.show(this.found.steps[to]);
    this.#drawLine();
  }

  #close() {
    this.of = null;
    this.onLine(null);
    this.#drawLine();
    this.line.querySelector("button").focus({ preventScroll: true });
  }

  #whereAndWhat() {
    const { who, text } = this.found.steps[this.at];
    const where = this.say("line_step", { step: this.at, count: this.found.steps.length - 1 });
    const what = this.at ? this.say(who ? "move" : "move_of_nobody", { who, move: text }) : this.say("before");
    return `${where}. ${what}`;
  }

  #steps() {
    const previous = button(this.say("previous_step"), () => this.#go(this.at - 1));
    const following = button(this.say("next_step"), () => this.#go(this.at + 1));
    previous.disabled = this.at === 0;
    following.disabled = this.at === this.found.steps.length - 1;
    const back = button(this.say("back_to_position"), () => this.#close());
    return element("div", { className: "btn-list" }, previous, following, back);
  }
}

/** What is said over an answer: as much as was found. */
function verdictOn(answer, { best }, { mine }) {
  if (!mine) return "shown";
  if (answer !== "right") return answer;
  if (best) return "best";
  return mine.is_better ? "better" : "right";
}
