// What the bot would rather have done, on the board: the position before, after it, and how bots would go on.
import { button, element } from "../drawing/elements.js";

export class Alternative {
  /**
   * `steps`: { who, text, svg, places }, the first one before the decision. `onLeft(focused)`: the game is shown again;
   * `focused`: the button that had the focus is gone. `onPlayOn(count)`: after so many steps somebody wants to play on.
   */
  constructor(player, steps, { say }, { onLeft, onPlayOn }) {
    Object.assign(this, { player, steps, say, onLeft });
    this.at = 0;
    this.title = element("strong", {}, say("aside"));
    this.where = element("span", { className: "text-secondary" });
    const back = button(say("back"), () => player.back(), "btn-sm");
    const playOn = button(say("play_on"), () => onPlayOn(this.at), "btn-sm");
    this.banner = element("div", { className: "review-banner" }, this.title, this.where, playOn, back);
  }

  /** Takes the board over. */
  begin() {
    this.player.root.querySelector(".replay-picture").prepend(this.banner);
    this.player.leaveFor(this);
    this.step("next");
    this.banner.scrollIntoView({ block: "nearest" });
  }

  /** As the controls of the player are called. */
  step(name) {
    const last = this.steps.length - 1;
    const wanted = { first: 0, previous: this.at - 1, next: this.at + 1, last }[name];
    this.at = Math.min(Math.max(wanted, 0), last);
    const { who, text, svg, places } = this.steps[this.at];
    const where = this.say("aside_step", { step: this.at, count: last });
    this.where.textContent = where;
    // Before the decision: where it would be made. Afterwards: what it has changed.
    const lit = this.at ? { last: places } : { preview: this.steps[1].places };
    this.player.showAside({ who, text, where: `${this.title.textContent}. ${where}`, svg, lit, at: this.at, last });
  }

  /** The player goes back to the game. */
  left() {
    const focused = this.banner.contains(document.activeElement);
    this.banner.remove();
    this.onLeft(focused);
  }
}
