// What is said of the decision or draw that is shown.
import { button, element, refill } from "../drawing/elements.js";
import { signOf } from "./marks.js";

export class Panel {
  /**
   * `onShow(decision)`: its alternative is to be shown on the board; `onBack()`: no more. `onPlayOn(decision)`: somebody
   * wants to decide otherwise, and play on. `practiceOf(decision)`: the address where it is practised, or null.
   */
  constructor(box, { say }, { onShow, onBack, onPlayOn, practiceOf }) {
    Object.assign(this, { box, say, onShow, onBack, onPlayOn, practiceOf });
  }

  /** `decision`: null where nobody had a choice, or none is judged yet. `aside`: its alternative is on the board. */
  show(decision, { aside, strength }) {
    this.box.hidden = !decision;
    if (!decision) return;
    const { words } = decision;
    const title = element("h3", { className: "card-title mb-1" });
    if (words.mark) title.append(signOf(decision), " ");
    title.append(words.mark || this.say("no_mark"));
    const lines = [words.rather, words.figures, words.chance].filter(Boolean);
    const said = lines.map((line) => element("p", { className: "mb-1" }, sentence(line)));
    refill(this.box, title, ...said, this.#sources(decision), this.#control(decision, aside), note(decision, strength));
  }

  /** What a draw was worth to each seat; `names` as the page calls the players. */
  showDraw(draw, names) {
    this.box.hidden = false;
    const { mark, marked, words } = draw;
    const title = element("h3", { className: "card-title mb-1" });
    if (mark) title.append(signOf(draw), " ");
    title.append(mark ? this.say("draw_of", { mark: words.mark, name: names[marked] }) : this.say("draw"));
    const worth = words.worth.map((text, seat) =>
      element("li", {}, sentence(this.say("draw_worth", { name: names[seat], worth: text }))));
    refill(this.box, title, element("ul", { className: "list-unstyled mb-0" }, ...worth));
  }

  /** The button that shows the alternative, or ends it. */
  get control() {
    return this.box.querySelector("button");
  }

  #sources({ words }) {
    if (!words.sources.length) return null;
    const rows = words.sources.map(({ title, points }) =>
      element("li", {}, element("span", {}, title), element("strong", {}, points)));
    const list = element("ul", { className: "review-sources" }, ...rows);
    const title = element("div", { className: "text-secondary" }, this.say("sources"));
    return element("div", { className: "mb-2" }, title, list);
  }

  #control(decision, aside) {
    if (decision.rather === null) return null;
    const shown = aside
      ? button(this.say("back"), () => this.onBack())
      : button(this.say("on_board"), () => this.onShow(decision), "btn-primary");
    if (!decision.mark) return shown;
    const playOn = button(this.say("play_on_before"), () => this.onPlayOn(decision));
    const address = this.practiceOf(decision);
    const practise = address && element("a", { className: "btn", href: address }, this.say("practise"));
    return element("div", { className: "btn-list" }, shown, practise, playOn);
  }
}

function note(decision, strength) {
  if (decision.rather === null || !strength) return null;
  return element("p", { className: "text-secondary small mt-2 mb-0" }, strength);
}

function sentence(text) {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
