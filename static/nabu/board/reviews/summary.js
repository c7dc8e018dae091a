// What a review comes to: each player, luck and skill, the turning points, and where the points were lost.
import { button, element, refill } from "../drawing/elements.js";
import { signOf } from "./marks.js";

export class Summary {
  /** `onMark(seat, direction)`: the next marked decision of this seat, or the one before, is to be shown. */
  constructor(part, { say, plural }, onMark) {
    Object.assign(this, { part, say, plural, onMark });
    const lang = document.documentElement.lang || "en";
    const figures = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    this.number = new Intl.NumberFormat(lang, figures);
    this.percent = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
  }

  /** `shown`: the review in words; `names`: as the page calls the players. */
  show(shown, names, whole) {
    const { summary, decisions, sources, strength, luck } = shown;
    refill(this.part("seats"), ...summary.seats.map((seat) => this.#seat(seat, names, luck.seats[seat.seat])));
    this.part("explained").textContent = whole ? luck.explained : "";
    this.#showDraws("luckiest", luck, names);
    this.#showDraws("unluckiest", luck, names);
    this.#showTurning(summary.turning.map((move) => decisions.find((each) => each.move === move)), names);
    this.#showTables(summary.seats, sources, names);
    this.part("strength").textContent = strength;
  }

  #seat({ seat, decisions, accuracy, accuracy_error: error, lost, lost_error, doubtful, costly }, names, luck) {
    const sign = element("span", { className: `replay-seat replay-seat-${seat}`, "aria-hidden": "true" });
    const name = element("div", { className: "review-name text-break" }, sign, names[seat]);
    const margin = luck && element("div", { className: "review-luck" }, luck.headline);
    const draws = luck && element("div", { className: "text-secondary" }, luck.draws);
    const seatOf = (...parts) =>
      element("div", { className: "review-seat" }, ...[name, ...parts, margin, draws].filter(Boolean));
    if (!decisions) return seatOf(element("div", {}, this.say("no_decisions")));
    const value = element("span", { className: "review-accuracy" }, this.number.format(accuracy));
    const own = this.say("accuracy_error", { error: this.number.format(error) });
    const [points, within] = [lost, lost_error].map((each) => minus(this.number.format(each / decisions)));
    const lostInWords = this.say("lost_a_decision", { points, error: within });
    const counts = [this.plural("doubtful", doubtful), this.plural("costly", costly)].join(" · ");
    const about = element("div", {}, `${this.say("accuracy")} `, value, ` ${own}`);
    const rest = element("div", { className: "text-secondary" }, `${lostInWords} · ${counts}`);
    return seatOf(about, rest, this.#steps(seat, names[seat], doubtful + costly));
  }

  #steps(seat, name, marks) {
    if (!marks) return null;
    const step = (key, direction) => {
      const made = button(this.say(key), () => this.onMark(seat, direction), "btn-sm");
      made.setAttribute("aria-label", this.say(`${key}_of`, { name }));
      return made;
    };
    return element("div", { className: "btn-list mt-1 d-print-none" }, step("mark_previous", -1), step("mark_next", 1));
  }

  #showTurning(decisions, names) {
    this.part("turning-title").hidden = !decisions.length;
    refill(this.part("turning"), ...decisions.map((decision) => {
      const { move, turn, seat, chance } = decision;
      const text = this.say(turn ? "turning" : "turning_no_turn", { turn, name: names[seat] });
      const link = element("a", { href: `?move=${move + 1}` }, text);
      link.dataset.move = move + 1;
      const cost = this.say("turning_cost", { chance: this.percent.format(chance) });
      return element("li", {}, link, " ", signOf(decision), ` ${cost}`);
    }));
  }

  #showDraws(which, luck, names) {
    const draws = luck[which].map((move) => luck.draws.find((each) => each.move === move));
    this.part(`${which}-title`).hidden = !draws.length;
    refill(this.part(which), ...draws.map((draw) => {
      const { move, turn, marked, words } = draw;
      const text = this.say(turn ? "turning" : "turning_no_turn", { turn, name: names[marked] });
      const link = element("a", { href: `?move=${move + 1}` }, text);
      link.dataset.move = move + 1;
      return element("li", {}, link, " ", signOf(draw), ` ${words.worth[marked]}`);
    }));
  }

  #showTables(seats, sources, names) {
    const present = seats.filter(({ decisions }) => decisions);
    const head = (title) => [title, ...present.map(({ seat }) => names[seat])];
    const inPhase = (seat, phase) => {
      const { accuracy } = seat.phases[phase];
      return accuracy === null ? "–" : this.number.format(accuracy);
    };
    const phases = Object.keys(present[0]?.phases ?? {}).map((phase) => [
      this.say(`phase_${phase}`),
      ...present.map((seat) => inPhase(seat, phase)),
    ]);
    const lostBy = (source) => present.map((seat) => seat.sources[source] ?? 0);
    const lost = Object.entries(sources).map(([source, title]) => [title, ...lostBy(source)]);
    const others = [this.say("others"), ...present.map((seat) => seat.others)];
    const rows = [...lost.filter(([, ...points]) => points.some(Boolean)), others];
    const points = rows.map(([title, ...of]) => [title, ...of.map((each) => minus(this.number.format(each)))]);
    const total = [this.say("lost"), ...present.map((seat) => minus(this.number.format(seat.lost)))];
    refill(
      this.part("tables"),
      table(this.say("by_phase"), head(this.say("phase")), phases),
      table(this.say("by_source"), head(this.say("source")), points, total),
    );
  }
}

function table(caption, head, rows, total = null) {
  const cells = ([title, ...values]) => [
    element("th", { scope: "row", className: "fw-normal" }, title),
    ...values.map((value) => element("td", { className: "text-end" }, value)),
  ];
  const made = element("table", { className: "table table-sm mb-2" });
  made.append(
    element("caption", { className: "review-caption" }, caption),
    element("thead", {}, element("tr", {}, ...head.map((text, at) =>
      element("th", { scope: "col", className: at ? "text-end text-break" : "" }, text)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
  );
  if (total) made.append(element("tfoot", {}, element("tr", { className: "fw-bold" }, ...cells(total))));
  return element("div", { className: "table-responsive", tabIndex: 0, role: "group", "aria-label": caption }, made);
}

function minus(text) {
  return text.replace(/^-/, "−");
}
