// The form to play on from a position of another game: who sits where from now on.
import { PERSON, SeatRows } from "./seat_rows.js";

const BOT = "greedy"; // against whom one plays until somebody chooses otherwise

/** `onBegin(seats)`: the game is to go on with these seats. `onCancel()`: not at all. */
export class BranchForm {
  constructor(form, sample, games, words, { onBegin, onCancel }) {
    Object.assign(this, { form, games });
    this.say = words.say;
    this.game = null;
    this.rows = new SeatRows(this.#part("branch-seats"), sample, words, () => this.game.bots);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const seats = this.rows.seats();
      this.tell(seats ? "" : this.say("needs_one_of_both"));
      if (seats) onBegin(seats);
    });
    this.#part("branch-cancel").addEventListener("click", () => onCancel());
  }

  /** What is played on: the engine's answer to `play.origin`, where that is, and what the players were called. */
  show({ game, mover, turn }, { move, line, names }) {
    this.game = this.games[game];
    const where = this.say(line.length ? "origin_side" : "origin", { game: this.game.title, move, turn });
    this.#part("branch-from").textContent = where;
    this.rows.show(names.length);
    this.rows.choose(
      names.map((_, seat) => (seat === mover ? PERSON : BOT)),
      names.map((name, seat) => this.say(seat === mover ? "was_to_move" : "was", { number: seat + 1, name })),
    );
    this.form.hidden = false;
  }

  /** What is wrong, in a sentence; "" for nothing. */
  tell(wrong) {
    const box = this.#part("branch-error");
    box.textContent = wrong;
    box.hidden = !wrong;
  }

  hide() {
    this.form.hidden = true;
  }

  #part(id) {
    return this.form.querySelector(`#${id}`);
  }
}
