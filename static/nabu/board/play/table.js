// The table of a game against bots: what the person at the device sees and taps. The engine in the worker has the game.
import { EngineGone, NotAllowed } from "../../core/browser_engine/engine.js";
import { Board } from "../drawing/board.js";
import { Choices } from "../drawing/choices.js";
import { button, element, refill, symbolButton } from "../drawing/elements.js";
import { linkToEnding, showEnding } from "../drawing/ending.js";
import { MoveList, point, showLast, showMove, toldMove } from "../drawing/moves.js";
import { lastMoves, withNews } from "../drawing/position.js";
import { showScores } from "../drawing/scores.js";

const SPEED = "nabu-play-speed";
const TOLD = 3; // moves that a screen reader is told at once
const BOARD_TEXTS = ["board", "keys", "zoom_in", "zoom_out", "scores", "legend"];
const LONG = 600; // milliseconds until the page says that a bot is thinking

const at = (id) => document.getElementById(id);

/** `kept`: where moves are kept. `onShown(state)`: after each position. `onGone(error)`: the engine has stopped. */
export class PlayTable {
  constructor({ engine, kept, words, onShown, onGone }) {
    Object.assign(this, { engine, kept, words, onShown, onGone });
    this.say = words.say;
    this.state = { moves: [] };
    this.asked = null; // the question that the engine has not answered; an answer to another one is of no use any more
    this.board = new Board(at("board"), {
      panels: at("panels"),
      texts: Object.fromEntries(BOARD_TEXTS.map((key) => [key, this.say(key)])),
      onTap: (place) => this.choices.tap(place),
      onBack: () => this.choices.back(),
    });
    this.choices = new Choices(at("choices"), this.board, words, (line, _text, places) => this.#chosen(line, places));
    this.moves = new MoveList(at("moves"), words, { onShow: (move) => point(this.board, move) });
    rememberSpeed(at("speed"));
    at("speed").addEventListener("change", () => this.#letBotsMove());
  }

  /** Shows what the engine has answered, and lets bots move. */
  hear(answer) {
    if (answer.since === 0) this.board.clear("chosen");
    this.state = withNews(this.state, answer);
    this.written = this.kept.take(answer);
    this.#draw(answer.since ? answer.moves : []); // who sits down has not asked what was long ago
    this.onShown(this.state);
    this.#letBotsMove();
  }

  /** The person leaves the table. */
  leave() {
    clearTimeout(this.timer);
    this.asked = null;
    this.state = { moves: [] };
  }

  async #ask(name, values = {}) {
    if (this.asked) return;
    clearTimeout(this.timer);
    const asked = { name };
    this.asked = asked;
    const thinking = setTimeout(() => this.asked === asked && this.#sayThinking(), LONG);
    try {
      const answer = await this.engine.ask(`play.${name}`, values);
      if (this.asked !== asked) return; // the table was left
      this.asked = null;
      this.hear(answer);
    } catch (error) {
      if (this.asked === asked) this.asked = null;
      else if (error instanceof NotAllowed) return;
      if (error instanceof EngineGone) this.onGone(error);
      else if (error instanceof NotAllowed) this.#refused(error.message);
      else throw error;
    } finally {
      clearTimeout(thinking);
    }
  }

  #sayThinking() {
    const { bot, mover, names } = this.state;
    if (bot) at("choices").textContent = this.say("bot_thinks", { name: names[mover] });
  }

  #chosen(line, places) {
    this.board.light(places, "chosen");
    this.#ask("move", { line });
  }

  #refused(why) {
    refill(at("hint"), element("p", { className: "mb-0" }, why));
    this.#drawChoices();
  }

  #letBotsMove() {
    clearTimeout(this.timer);
    if (!this.state.bot || this.asked) return;
    const pause = Number(at("speed").value);
    this.timer = setTimeout(() => this.#ask("bot", { many: pause === 0 }), pause);
  }

  async #hint() {
    if (this.asked) return;
    const { state } = this;
    const tell = (text) => state === this.state && refill(at("hint"), element("p", { className: "mb-0" }, text));
    const busy = setTimeout(() => tell(this.say("hint_busy")), LONG);
    let hint;
    try {
      hint = await this.engine.ask("play.hint");
    } catch (error) {
      if (error instanceof EngineGone) this.onGone(error);
      else if (error instanceof NotAllowed) tell(error.message);
      else throw error;
      return;
    } finally {
      clearTimeout(busy);
    }
    if (state !== this.state) return; // it is for another position
    tell(this.say("hint_text", { move: hint.text, reason: hint.reason }));
    this.board.light(hint.places, "preview");
    this.board.reveal(hint.places);
  }

  // --- What the page shows

  #draw(news) {
    const { state } = this;
    const covered = state.cover !== null;
    at("cover").hidden = !covered;
    at("table").hidden = covered;
    if (covered) {
      this.#drawCover(state);
      return;
    }
    at("due").textContent = state.over ? state.over.text : state.due;
    at("hand").hidden = !state.hand.length;
    at("hand").textContent = this.say("hand", { things: state.hand.join(", ") });
    this.board.show(state.svg);
    this.board.clear("chosen");
    this.board.clear("preview");
    const last = news.length ? news : lastMoves(state.moves);
    showLast(at("last"), this.board, last, this.words);
    const touched = last.flatMap((move) => [...move.places, ...move.events.flatMap((event) => event.places)]);
    this.board.reveal(touched);
    at("told").textContent = news.slice(-TOLD).map((move) => toldMove(move, this.say)).join(". ");
    refill(at("hint"));
    this.#drawChoices();
    this.#drawTools();
    showEnding(at("ending"), state, this.words, (n) => showMove(this.board, state.moves[n]));
    at("scores").hidden = Boolean(state.over); // the ending has them
    showScores(at("scores"), state, this.words);
    this.moves.show(state.moves, [], false);
  }

  #drawCover({ cover, names }) {
    this.choices.clear();
    const name = names[cover];
    const ready = button(this.say("i_am", { name }), () => this.#ask("look", { seat: cover }), "btn-primary btn-lg");
    const body = element("div", { className: "card-body" });
    body.append(element("p", { className: "h3" }, this.say("cover", { name })), ready);
    at("cover").replaceChildren(body);
    ready.focus();
  }

  #drawChoices() {
    const { choices, bot, mover, names, over } = this.state;
    if (choices) this.choices.show(choices);
    else this.choices.clear();
    if (bot) at("choices").textContent = this.say("bot_moves", { name: names[mover] });
    if (over) refill(at("choices"), linkToEnding(this.words));
  }

  #drawTools() {
    const { back, bot, choices } = this.state;
    const takeBack = symbolButton("undo", this.say("take_back"), () => this.#ask("take_back"));
    takeBack.disabled = !back || bot;
    const hint = symbolButton("hint", this.say("hint"), () => this.#hint());
    hint.disabled = !choices;
    refill(at("undo"), takeBack, hint);
  }
}

function rememberSpeed(select) {
  try {
    const kept = localStorage.getItem(SPEED);
    if ([...select.options].some(({ value }) => value === kept)) select.value = kept;
  } catch {
    // Storage is refused: then it is as the page has it.
  }
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(SPEED, select.value);
    } catch {
      // It lasts as long as the page.
    }
  });
}
