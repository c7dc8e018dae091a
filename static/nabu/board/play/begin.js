// The form to begin a game: which one, who sits where, by which rules.
import { SeatRows } from "./seat_rows.js";

/** `onBegin(spec)`: what was asked for, with { game, ruleset, switches, set, seats }. */
export class BeginForm {
  constructor(form, games, { say }, onBegin) {
    this.form = form;
    this.games = games;
    this.say = say;
    const box = this.part("seats");
    this.rows = new SeatRows(box, box.lastElementChild, { say }, () => this.#game.bots);
    // The page of a game leads here with its name behind the #.
    const asked = window.location.hash.slice(1);
    if (Object.hasOwn(games, asked)) this.part("game").value = asked;
    this.part("game").addEventListener("change", () => this.#drawGame());
    this.part("players").addEventListener("change", () => this.#drawSeats());
    for (const rules of form.querySelectorAll(".rules-of-game")) {
      const ways = rules.querySelector("select");
      ways.addEventListener("change", () => this.#drawRules(rules));
      this.#drawRules(rules);
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const spec = this.#spec();
      if (spec) onBegin(spec);
    });
    this.#drawGame();
    form.querySelector("[type=submit]").disabled = false;
  }

  part(id) {
    return this.form.querySelector(`#${id}`);
  }

  /** What is wrong, in a sentence; "" for nothing. */
  tell(wrong) {
    const box = this.part("begin-error");
    box.textContent = wrong;
    box.hidden = !wrong;
  }

  get #game() {
    return this.games[this.part("game").value];
  }

  #drawGame() {
    const key = this.part("game").value;
    for (const rules of this.form.querySelectorAll(".rules-of-game")) {
      rules.hidden = rules.disabled = rules.dataset.game !== key;
    }
    for (const option of this.part("players").options) {
      option.hidden = option.disabled = !this.#game.players.includes(Number(option.value));
    }
    this.#drawSeats();
  }

  // A variant brings its edition and its house rules. Whoever wants to changes them.
  #drawRules(fields) {
    const [rules, components, ...rulings] = fields.querySelectorAll("select");
    const { set, switches = {} } = this.games[fields.dataset.game].ways[rules.value];
    if (set) components.value = set;
    for (const ruling of rulings) {
      const value = switches[nameOf(ruling, fields)];
      if (value === undefined) ruling.selectedIndex = [...ruling.options].findIndex((option) => option.defaultSelected);
      else ruling.value = JSON.stringify(value);
    }
  }

  #drawSeats() {
    this.rows.show(Number(this.part("players").value));
  }

  #spec() {
    const seats = this.rows.seats();
    this.tell(seats ? "" : this.say("needs_both"));
    return seats && { game: this.part("game").value, ...this.#rules(), seats };
  }

  #rules() {
    const fields = this.form.querySelector(".rules-of-game:not([hidden])");
    const [rules, components, ...rulings] = fields.querySelectorAll("select");
    const { ruleset, set } = this.#game.ways[rules.value];
    const changed = rulings.filter((ruling) => !ruling.selectedOptions[0].defaultSelected);
    const chosen = changed.map((ruling) => [nameOf(ruling, fields), JSON.parse(ruling.value)]);
    // The edition of a variant may be one that is not offered any more.
    return { ruleset, set: components.value || set, switches: Object.fromEntries(chosen) };
  }
}

// "babylonia-rule-first_round_limits" is the ruling first_round_limits.
function nameOf(ruling, fields) {
  return ruling.name.slice(`${fields.dataset.game}-rule-`.length);
}
