// A side line on the board: the game left for other moves. The engine deals and says what can be chosen.
import { Choices } from "../../drawing/choices.js";
import { button, element, refill, symbolButton } from "../../drawing/elements.js";

const BESIDE = matchMedia("(min-width: 62rem)"); // there is room beside the board; else the choices are at the thumb

/**
 * `ask(name, values)`: a question to the engine that has the game. `onShown()`: another line, or step of it, is on the
 * board. `onChosen(chosen)`: the line is to be these choices. `onStep(step)`: a step is wanted (`to`). `onLeft(focused)`: the
 * game is shown again; `focused`: the control that had the focus is gone. `buttons`: what else can be done with the line,
 * below its choices.
 */
export class SideLine {
  constructor(player, words, { ask, onShown, onChosen, onStep, onLeft, buttons }) {
    Object.assign(this, { player, ask, onShown, onChosen, onStep, onLeft });
    this.say = words.say;
    this.box = player.root.querySelector("[data-replay=line]");
    this.due = this.box.querySelector("[data-line=due]");
    this.choices = new Choices(this.box.querySelector("[data-line=choices]"), player.board, words, (line) => this.#chosen(line));
    this.undo = symbolButton("undo", this.say("take_back"), () => onChosen(this.chosen.slice(0, -1)), "btn-sm");
    this.tools = this.box.querySelector("[data-line=tools]");
    this.tools.replaceChildren(this.undo, ...buttons);
    this.title = element("strong", {}, this.say("aside"));
    this.where = element("span", { className: "text-secondary" });
    const back = button(this.say("back_to_game"), () => player.back(), "btn-sm");
    this.banner = element("div", { className: "review-banner" }, this.title, this.where, back);
    this.shown = null; // the newest step that was asked for
  }

  /** Takes the board over with a line, as the engine has answered it, at a step, the last one if none is named. */
  async show({ start, chosen, after, steps }, step = steps.length) {
    Object.assign(this, { start, chosen, after, steps });
    await this.to(step);
  }

  /** Whether the game is left for this. */
  get active() {
    return this.player.detour === this;
  }

  /** The log lines of the line up to the step that is shown. */
  get lines() {
    return this.steps.slice(0, this.at).map(({ line }) => line);
  }

  // As the controls of the player are called.
  step(name) {
    const last = this.steps.length;
    const wanted = { first: 0, previous: this.asked - 1, next: this.asked + 1, last }[name];
    this.onStep(Math.min(Math.max(wanted, 0), last));
  }

  tap(place) {
    this.choices.tap(place);
  }

  escape() {
    const { walk } = this.choices;
    if (!walk?.canGoBack) return false;
    this.choices.back();
    return true;
  }

  left() {
    const focused = [this.banner, this.box].some((part) => part.contains(document.activeElement));
    this.shown = null;
    this.banner.remove();
    this.choices.clear();
    this.player.board.setKeyboard(false);
    this.box.hidden = true;
    this.onLeft(focused);
  }

  /** Shows a step. Raises EngineGone. */
  async to(at) {
    const shown = {};
    this.shown = shown;
    this.asked = at; // whoever presses on does not wait for the picture
    const position = await this.ask("at", { step: at });
    if (this.shown !== shown) return;
    this.at = at;
    if (!this.active) this.#takeOver();
    const { svg, due, choices, over } = position;
    const step = at ? this.steps[at - 1] : { who: "", text: this.say("line_start", { move: this.start }), events: [] };
    const where = this.say("line_step", { step: at, count: this.steps.length });
    this.where.textContent = [where, step.dealt && this.say("dealt")].filter(Boolean).join(" · ");
    const lit = { last: step.places ?? [], event: step.events.flatMap((event) => event.places) };
    const told = `${this.title.textContent}. ${this.where.textContent}`;
    this.over = over;
    this.player.showAside({ ...step, where: told, svg, lit, at, last: this.steps.length });
    this.player.board.gain(step.events, this.start + at);
    this.due.textContent = over ? this.say("line_over") : due;
    const mayChoose = choices && this.after.includes(at);
    this.player.board.setKeyboard(Boolean(mayChoose));
    if (mayChoose) this.choices.show(choices);
    else {
      this.choices.clear();
      if (choices) refill(this.choices.box, element("p", { className: "mb-0 text-secondary" }, this.say("made_for_you")));
    }
    this.undo.disabled = !this.chosen.length;
    this.box.scrollTop = 0;
    this.onShown();
  }

  #takeOver() {
    const { root } = this.player;
    root.querySelector(".replay-picture").prepend(this.banner);
    root.querySelector(BESIDE.matches ? ".replay-side" : ".replay-bar").prepend(this.box);
    this.player.leaveFor(this);
    this.box.hidden = false;
    // The button that was pressed is gone meanwhile.
    if (root.querySelector("[data-replay=try]").contains(document.activeElement)) this.due.focus({ preventScroll: true });
    this.banner.scrollIntoView({ block: "nearest" });
  }

  // A step before the last one may be shown: what is chosen there leads to another line.
  #chosen(line) {
    this.onChosen([...this.chosen.slice(0, this.after.indexOf(this.at)), line]);
  }
}
