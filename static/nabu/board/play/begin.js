// The form to begin a game: which one, who sits where, by which rules.

const PERSON = "";

/** `onBegin(spec)`: what was asked for, with { game, ruleset, switches, set, seats }. */
export class BeginForm {
  constructor(form, games, { say }, onBegin) {
    this.form = form;
    this.games = games;
    this.say = say;
    const seats = [...this.part("seats").children];
    this.anotherSeat = seats.at(-1).cloneNode(true);
    for (const row of seats) this.#listen(row);
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

  // What was chosen for a seat stays when others come or go.
  #drawSeats() {
    const count = Number(this.part("players").value);
    const box = this.part("seats");
    while (box.children.length > count) box.lastChild.remove();
    while (box.children.length < count) box.append(this.#seat(box.children.length));
    this.#drawNames();
  }

  #seat(at) {
    const row = this.anotherSeat.cloneNode(true);
    const [kind, name, strength] = row.children;
    const number = { number: at + 1 };
    strength.id = `strength-${at}`;
    kind.setAttribute("aria-describedby", strength.id);
    kind.setAttribute("aria-label", this.say("seat_number", number));
    name.setAttribute("aria-label", this.say("name_of_seat", number));
    this.#listen(row);
    return row;
  }

  #listen(row) {
    row.firstElementChild.addEventListener("change", () => this.#drawNames());
  }

  #drawNames() {
    this.#seats().forEach(({ input, strength, bot, fallback }) => {
      input.hidden = bot !== null;
      input.placeholder = fallback;
      strength.textContent = (bot !== null && this.#bot(bot).strength) || "";
    });
  }

  #bot(name) {
    return this.#game.bots.find((bot) => bot.name === name);
  }

  #seats() {
    const rows = [...this.part("seats").children].map((row) => [...row.children]);
    const kinds = rows.map(([kind]) => kind.value);
    return rows.map(([{ value }, input, strength], seat) => {
      const same = kinds.filter((kind) => kind === value).length;
      const number = kinds.slice(0, seat + 1).filter((kind) => kind === value).length;
      if (value !== PERSON) {
        const { title } = this.#bot(value);
        return { input, strength, bot: value, fallback: same > 1 ? `${title} ${number}` : title };
      }
      const person = same > 1 ? this.say("player_other", { number }) : this.say("player_one");
      return { input, strength, bot: null, fallback: person };
    });
  }

  #spec() {
    const seats = this.#seats().map(({ input, bot, fallback }) => ({
      name: (bot === null && input.value.trim()) || fallback,
      bot,
    }));
    const bots = seats.filter(({ bot }) => bot !== null).length;
    const wrong = bots === 0 || bots === seats.length;
    this.tell(wrong ? this.say("needs_both") : "");
    return wrong ? null : { game: this.part("game").value, ...this.#rules(), seats };
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
