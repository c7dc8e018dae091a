// One exercise: the board before the decision, the choices, what an answer is worth, and how bots would go on.
import { Board } from "../drawing/board.js";
import { Choices } from "../drawing/choices.js";
import { button, element, refill, symbolButton } from "../drawing/elements.js";
import { showLast } from "../drawing/moves.js";
import { showScores } from "../drawing/scores.js";
import { Result } from "./result.js";

const BOARD_TEXTS = ["board", "keys", "zoom_in", "zoom_out", "scores", "legend"];

const at = (id) => document.getElementById(id);

export class ExerciseTable {
  /**
   * `engine` has the exercise. `onAnswer(answer)`: it was "right", "helped" or "wrong"; returns when it is due again, in
   * words. `onNext()`: another one is wanted. `onPlayOn(names)`: the game is to be played on from the position.
   * `onError(error)`: the engine has stopped.
   */
  constructor({ engine, words, onAnswer, onNext, onPlayOn, onError }) {
    Object.assign(this, { engine, words, onAnswer, onNext, onPlayOn, onError });
    this.say = words.say;
    this.judging = null; // the answer that is being judged
    this.busy = null; // until it is, as a promise
    this.board = new Board(at("board"), {
      panels: at("panels"),
      texts: Object.fromEntries(BOARD_TEXTS.map((key) => [key, this.say(key)])),
      onTap: (place) => this.choices.tap(place),
      onBack: () => this.choices.back(),
    });
    this.choices = new Choices(at("choices"), this.board, words, (line, _text, places) => {
      this.busy = this.#judge(line, places);
    });
    this.result = new Result({ box: at("result"), dock: at("choices"), told: at("told") }, words, {
      onNext: () => this.onNext(),
      onAgain: () => this.#again(),
      onPlayOn: () => this.onPlayOn(this.position.names),
      onLine: (of) => this.#showLine(of),
    });
  }

  /** Shows a position; `exercise` is what is kept of it. */
  show(exercise, position, replay) {
    Object.assign(this, { exercise, position, replay, hinted: false, counted: false });
    this.#stop();
    this.#ask();
  }

  /** Nothing is judged any more. */
  leave() {
    this.#stop();
    this.choices.clear();
  }

  #stop() {
    this.judging = null;
  }

  #again() {
    this.hinted = false;
    this.#ask();
  }

  // The position, and what can be done.
  #ask() {
    const { position } = this;
    at("due").textContent = position.due;
    at("hand").hidden = !position.hand.length;
    at("hand").textContent = this.say("hand", { things: position.hand.join(", ") });
    this.#drawPosition();
    refill(at("hint"));
    refill(at("told"));
    this.result.clear();
    this.choices.show(position.choices);
    this.#drawTools();
  }

  #drawPosition() {
    const { position } = this;
    at("table").classList.remove("exercise-aside");
    for (const kind of ["chosen", "preview"]) this.board.clear(kind);
    this.board.show(position.svg);
    showLast(at("last"), this.board, position.moves, this.words);
    showScores(at("scores"), position, this.words);
    this.board.reveal();
  }

  #drawTools() {
    const hint = symbolButton("hint", this.say("hint"), () => this.#hint());
    const show = button(this.say("show_answer"), () => {
      this.busy = this.#judge(null, []);
    });
    refill(at("undo"), hint, show);
  }

  async #hint() {
    const reason = await this.#asked("hint");
    if (!reason) return;
    if (reason.reason) this.hinted = true;
    const text = reason.reason ? this.say("hint_text", reason) : this.say("hint_none");
    refill(at("hint"), element("p", { className: "mb-0" }, text));
  }

  // --- What an answer is worth

  // Without a line the answer is shown: what was played in the game is judged in the same new worlds.
  async #judge(line, places) {
    const judging = {};
    this.judging = judging;
    this.choices.clear();
    this.board.light(places, "chosen");
    refill(at("undo"));
    const doing = this.say(line ? "judging" : "judging_game");
    at("told").textContent = doing;
    const bar = element("progress", { className: "job-progress", "aria-label": doing });
    const cancel = button(this.say("cancel"), () => {
      this.#stop();
      this.#ask();
    });
    refill(at("choices"), element("div", { className: "exercise-judging" }, bar, cancel));
    let found = await this.#asked("answer", { line });
    while (found && !found.over && judging === this.judging) {
      found = await this.#asked("judge_on");
      if (found) Object.assign(bar, { max: found.most, value: found.count });
    }
    if (!found || judging !== this.judging) return;
    this.judging = null;
    const answer = !found.mine || found.mine.is_wrong ? "wrong" : this.hinted ? "helped" : "right";
    await this.#solve(answer, found);
  }

  async #solve(answer, losses) {
    const solution = await this.#asked("solution");
    if (!solution) return;
    this.choices.clear();
    refill(at("choices"));
    refill(at("undo"));
    refill(at("hint"));
    refill(at("told"));
    // Only the first answer counts: after it, everybody knows.
    const due = this.counted ? "" : await this.onAnswer(answer);
    this.counted = true;
    this.#drawPosition();
    this.board.light(solution.bot.places, "preview");
    this.board.reveal(solution.bot.places);
    this.result.show({ answer, solution, losses, due, replay: this.replay });
  }

  // --- The board afterwards

  /** How bots go on after one of the choices, as a list of positions. */
  async #showLine(of) {
    if (!of) {
      this.#drawPosition();
      return null;
    }
    at("table").classList.add("exercise-aside");
    const found = await this.#asked("line", { of });
    at("board").scrollIntoView({ block: "nearest" });
    return found && {
      steps: found.steps,
      show: ({ svg, places }) => {
        this.board.clear("preview");
        this.board.show(svg);
        this.board.gain([], 0);
        this.board.light(places, "last");
        this.board.light([], "event");
        this.board.reveal(places);
      },
    };
  }

  /** The answer of the engine; null if it has none any more. */
  async #asked(name, values = {}) {
    try {
      return await this.engine.ask(`exercise.${name}`, values);
    } catch (error) {
      this.onError(error);
      return null;
    }
  }
}
