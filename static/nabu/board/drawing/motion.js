// What moves on a board: points from where they were made to the panel of their seat, and pieces that appear. All of it is
// short, lies over the page, takes no taps, and nothing waits for it.
import { element } from "./elements.js";
import { centreOf, elementOf } from "./places.js";
import { signed } from "./seats.js";

const FLIGHT = 400; // milliseconds
const APART = 150; // between the beginnings of two flights
const MOST_FLIGHTS = 4;
const STAY = 1200; // for who wants nothing to move
const APPEAR = 180;
const MOST_PIECES = 12; // more have not been put there by one move
const CALM = 400; // pictures that follow each other faster are being stepped through

/** Of a board in `box` whose seats' panels are in `seats`. */
export class Motion {
  constructor(box, seats) {
    this.box = box;
    this.seats = seats;
    this.calm = false; // whether the newest picture is looked at for a while
    this.changed = -Infinity;
    this.count = null; // moves that were made when points were told last
    this.flights = new Set();
  }

  /** The picture has changed, these elements are new in it. */
  appear(added) {
    const now = performance.now();
    this.calm = now - this.changed > CALM && !document.hidden;
    this.changed = now;
    this.#land();
    const pieces = added.filter((each) => each instanceof SVGGraphicsElement && !each.closest("defs"));
    if (!this.calm || stillness() || pieces.length > MOST_PIECES) return;
    for (const piece of pieces) piece.animate({ opacity: [0, 1] }, { duration: APPEAR, easing: "ease-out" });
  }

  /** After so many moves the last one has brought this: it flies if that is news. */
  gain(events, count) {
    const news = this.count !== null && count > this.count;
    this.count = count;
    if (!news || !this.calm) return;
    const flights = together(events).slice(0, MOST_FLIGHTS);
    // With the next frame, when everything is laid out anyway.
    if (flights.length) this.waiting = requestAnimationFrame(() => this.#fly(flights));
  }

  #land() {
    cancelAnimationFrame(this.waiting);
    for (const flight of this.flights) flight.cancel();
  }

  #fly(flights) {
    flights.forEach(({ seat, place, points }, number) => {
      const drawn = elementOf(this.box.shadowRoot, place);
      const panel = this.seats.querySelector(`[data-seat="${seat}"] .seat-gain`);
      if (!drawn || !panel) return;
      const from = centreOf(drawn);
      if (!within(from, this.box)) return;
      const { left, top, width, height } = panel.getBoundingClientRect();
      this.#start(signed(points), from, [left + width / 2, top + height / 2], number);
    });
  }

  #start(text, [x, y], [toX, toY], number) {
    const flying = element("b", { className: "points-flight", "aria-hidden": "true" }, text);
    Object.assign(flying.style, { left: `${x}px`, top: `${y}px` });
    document.body.append(flying);
    const path = stillness() ? { opacity: [1, 1] } : { translate: ["0 0", `${toX - x}px ${toY - y}px`], opacity: [1, 1, 0.2] };
    const timing = stillness() ? { duration: STAY } : { duration: FLIGHT, delay: number * APART, easing: "ease-in" };
    const flight = flying.animate(path, timing);
    this.flights.add(flight);
    const land = () => {
      flying.remove();
      this.flights.delete(flight);
    };
    flight.addEventListener("finish", land);
    flight.addEventListener("cancel", land);
  }
}

/** Whether the reader wants nothing to move. */
function stillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// What a seat got at one place, as one.
function together(events) {
  const found = new Map();
  for (const { seat, points, places } of events) {
    const [place] = places;
    if (!points || !place) continue;
    const key = `${seat} ${place}`;
    found.set(key, { seat, place, points: points + (found.get(key)?.points ?? 0) });
  }
  return [...found.values()].filter(({ points }) => points);
}

// Whether a point of the window is in this box, and in sight.
function within([x, y], box) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return x >= Math.max(left, 0) && x <= Math.min(right, innerWidth) && y >= Math.max(top, 0) && y <= Math.min(bottom, innerHeight);
}
