// The rows of a form that say who sits where: a person with a name, or a bot.
import { element } from "../drawing/elements.js";

export const PERSON = "";

export class SeatRows {
  /** `box` gets the rows, copies of `sample`. `botsOf()`: the bots of the game that is chosen, with their strength. */
  constructor(box, sample, { say }, botsOf) {
    Object.assign(this, { box, say, botsOf });
    this.sample = sample.cloneNode(true);
    for (const row of box.children) this.#listen(row);
  }

  /** As many rows as there are players. What was chosen for a seat stays when others come or go. */
  show(count) {
    while (this.box.children.length > count) this.box.lastChild.remove();
    while (this.box.children.length < count) this.box.append(this.#row(this.box.children.length));
    this.draw();
  }

  /** Who sits where: a bot by its name for each seat, PERSON for a person; and what stands over each row. */
  choose(kinds, titles) {
    for (const [at, row] of [...this.box.children].entries()) {
      const [kind, name, , title] = row.children;
      const id = `title-${this.box.id}-${at}`;
      kind.value = kinds[at];
      kind.setAttribute("aria-label", titles[at]);
      name.setAttribute("aria-describedby", id);
      title?.remove();
      row.append(element("div", { className: "play-seat-title text-break", id }, titles[at])); // over the row (play.css)
    }
    this.draw();
  }

  /** The names that nobody has typed, and how strong the bots are. */
  draw() {
    this.#rows().forEach(({ input, strength, bot, fallback }) => {
      input.hidden = bot !== null;
      input.placeholder = fallback;
      strength.textContent = (bot !== null && this.#bot(bot).strength) || "";
    });
  }

  /** { name, bot } for each seat, `bot` null for a person; null if there are only people or only bots. */
  seats() {
    const seats = this.#rows().map(({ input, bot, fallback }) => ({
      name: (bot === null && input.value.trim()) || fallback,
      bot,
    }));
    const bots = seats.filter(({ bot }) => bot !== null).length;
    return bots === 0 || bots === seats.length ? null : seats;
  }

  #row(at) {
    const row = this.sample.cloneNode(true);
    const [kind, name, strength] = row.children;
    const number = { number: at + 1 };
    strength.id = `strength-${this.box.id}-${at}`;
    kind.setAttribute("aria-describedby", strength.id);
    kind.setAttribute("aria-label", this.say("seat_number", number));
    name.setAttribute("aria-label", this.say("name_of_seat", number));
    this.#listen(row);
    return row;
  }

  #listen(row) {
    row.firstElementChild.addEventListener("change", () => this.draw());
  }

  #bot(name) {
    return this.botsOf().find((bot) => bot.name === name);
  }

  #rows() {
    const rows = [...this.box.children].map((row) => [...row.children]);
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
}
