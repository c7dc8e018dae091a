// What lies beside the board: a panel for each seat with its points and what it has, and the legend of the symbols.
import { element } from "./elements.js";
import { symbol } from "./symbols.js";

/** The panels in `box` and the legend in `foot`. `texts`: what they say, `points` and `legend`. */
export class Seats {
  constructor(box, foot, texts) {
    this.box = box;
    this.foot = foot;
    this.texts = texts;
    this.shown = "";
    box.setAttribute("role", "list");
    box.setAttribute("aria-label", texts.points);
  }

  /** Shows what a picture says about the seats: the data that it brings, as text. */
  show(text) {
    if (text === this.shown) return;
    this.shown = text;
    const { seats, notes, legend } = JSON.parse(text);
    this.box.style.setProperty("--seats", seats.length);
    this.box.replaceChildren(...seats.map(panel));
    const keys = JSON.stringify([notes, legend]);
    if (keys === this.keys) return;
    this.keys = keys;
    const open = this.foot.querySelector("details")?.open ?? false;
    const lines = legend.map((key) => element("li", {}, symbol(key.symbol), key.meaning));
    this.foot.replaceChildren(
      ...notes.map((note) => element("p", { className: "board-note" }, note)),
      element("details", { open }, element("summary", {}, this.texts.legend), element("ul", { className: "legend" }, ...lines)),
    );
  }

  /** Says beside each seat's points what these events have just brought it. */
  gain(events) {
    for (const seat of this.box.children) {
      const points = events.reduce((sum, event) => sum + (String(event.seat) === seat.dataset.seat ? event.points ?? 0 : 0), 0);
      seat.querySelector(".seat-gain").textContent = points ? signed(points) : "";
    }
  }
}

function panel({ seat, name, points, on_turn: onTurn, projected, amounts }) {
  const title = element("span", { className: "seat-who" }, symbol(`seat-${seat + 1}`), element("span", {}, name));
  const score = element("span", { className: "seat-score" });
  score.append(
    element("b", { className: "seat-points" }, String(points).replace("-", "−")),
    " ",
    ...(projected ? [projection(projected), " "] : []),
    element("span", { className: "seat-gain" }),
  );
  const has = element("span", { className: "seat-has" }, ...amounts.map(amount));
  const box = element("div", { className: "seat", role: "listitem" }, title, score, has);
  box.dataset.seat = seat;
  if (onTurn) box.setAttribute("aria-current", "true");
  return box;
}

// What a seat would have if the game ended now.
function projection({ points, words }) {
  const text = `(${String(points).replace("-", "−")})`;
  return element("span", { className: "seat-projected", role: "img", "aria-label": words, title: words }, text);
}

function amount({ symbol: name, count, words, faded }) {
  const made = element("span", { className: "amount", role: "img", "aria-label": words, title: words }, symbol(name));
  if (count !== null) made.append(String(count));
  made.classList.toggle("faded", faded);
  return made;
}

/** Points as a gain: "+7". */
export function signed(points) {
  return points > 0 ? `+${points}` : `−${-points}`;
}
