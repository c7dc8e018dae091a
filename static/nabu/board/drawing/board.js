// The picture of a position: shown in a scroll box, changed in place, with lit places for taps and for the keyboard.
import { drawMarks } from "./marks.js";
import { element, tellHeight } from "./elements.js";
import { morph } from "./morph.js";
import { Motion } from "./motion.js";
import { boxOf, centreOf, elementOf, placeAt, placeTowards, shapeOf, smallest, tightest, titleOf } from "./places.js";
import { Seats } from "./seats.js";
import { Zoom } from "./zoom.js";

const TEXTS = {
  board: "Board",
  keys: "Arrow keys move between the lit places, Enter chooses one, Escape goes back.",
  zoom_in: "Zoom in",
  zoom_out: "Zoom out",
  legend: "Legend",
  scores: "Score",
};
const NEAR = 48; // pixels from its middle in which what is dragged means a place
const EDGE = 6; // pixels that a place in sight keeps from the edge; units around what is cropped
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A board in `box`, which may hold a picture already. It stands in a shadow root: the styles and ids of a picture are
 * not for the page. `onTap(place)`: a place lit as "legal" was tapped or chosen by the keyboard. `onBack()`:
 * Escape. `labelOf(place)`: its name in words, where it has no <title>.
 * `least`: pixels of the smallest place at the start, 0 for the whole picture. `panels`: where the seats' panels are,
 * without it over the board.
 */
export class Board {
  constructor(box, { onTap, onBack, labelOf, panels = null, least = 26, texts = {} } = {}) {
    this.box = box;
    this.onTap = onTap;
    this.onBack = onBack;
    this.labelOf = labelOf;
    this.texts = { ...TEXTS, ...texts };
    this.lit = new Map(); // kind -> names of places
    this.laid = null; // a piece that is shown as it would lie
    this.stale = new Map(); // kind -> names of places that are to be marked anew
    this.cursor = null;
    this.svg = null;
    this.shown = "";
    this.root = box.shadowRoot ?? box.attachShadow({ mode: "open" });
    this.#furnish(panels);
    this.zoom = new Zoom(box, least);
    const drawn = box.querySelector("svg") ?? this.root.querySelector("svg");
    if (drawn) this.#begin(drawn);
    box.addEventListener("click", (event) => this.#tap(event));
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("focus", () => this.#retarget());
    box.addEventListener("blur", () => this.#mark("cursor", []));
    this.setKeyboard(Boolean(onTap));
  }

  /** Shows a picture. Only what changed is replaced; focus, zoom and scroll stay. */
  show(text) {
    if (text === this.shown) return;
    this.shown = text;
    const fresh = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (this.svg) this.motion.appear(morph(this.svg, fresh));
    else this.#begin(document.importNode(fresh, true));
    this.#showSeats();
    for (const kind of this.lit.keys()) this.#mark(kind);
    if (this.cursor && this.#focused) this.#mark("cursor", [this.cursor]);
  }

  /** Lights places: "legal", "last", "event", "preview" or "chosen". Those lit as this kind before go out. */
  light(places, kind) {
    const lit = [...places];
    this.lit.set(kind, lit);
    if (kind === "legal") this.#makeRoom(lit);
    this.#mark(kind);
    if (kind === "legal") this.#retarget();
  }

  /** Puts out what is lit as this kind. */
  clear(kind) {
    this.light([], kind);
  }

  /**
   * Shows a piece as it would lie on places: { covers, drawn, svg } (pieces.js), or { covers } for their outline alone.
   * Null: no more.
   */
  ghost(wanted) {
    this.laid = wanted;
    this.light(wanted?.covers ?? [], "ghost");
  }

  /** The middles of these places, in units of the picture; null if one of them is not shown. */
  points(places) {
    const elements = this.#elements(places);
    if (elements.length < places.length || !this.svg.getScreenCTM()) return null;
    const whole = this.svg.getScreenCTM().inverse();
    return elements.map((place) => {
      const [x, y] = centreOf(place);
      const point = new DOMPoint(x, y).matrixTransform(whole);
      return [point.x, point.y];
    });
  }

  /** Of these lists of places the number of that whose middle is nearest to a point of the screen; -1 if none is near. */
  nearest(lists, x, y) {
    let [found, least] = [-1, NEAR];
    lists.forEach((places, at) => {
      const centres = this.#elements(places).map(centreOf);
      if (!centres.length) return;
      const [left, top] = [0, 1].map((axis) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length);
      const far = Math.hypot(left - x, top - y);
      if (far < least) [found, least] = [at, far];
    });
    return found;
  }

  /** Shows only the board, or of the tray only what these places take: where they are. */
  crop(places) {
    const elements = this.#elements(places);
    const part = [...this.svg.querySelectorAll(":scope > [data-part]")].find((each) => each.contains(elements[0] ?? null));
    if (!part) return;
    const box = boxWithin(this.svg, part.dataset.part === "tray" ? elements : [part]);
    if (this.svg.getAttribute("viewBox") === box) return;
    this.svg.setAttribute("viewBox", box);
    this.zoom.whole();
  }

  /** Whether the picture shows a place. */
  has(place) {
    return Boolean(this.svg && elementOf(this.svg, place));
  }

  /** Scrolls the box, not the page, so that these places are in its middle. */
  centre(places) {
    const wanted = around(this.#elements(places).map(boxOf));
    if (!wanted) return;
    const own = this.box.getBoundingClientRect();
    const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const [[x, y], [ownX, ownY]] = [middle(wanted), middle(own)];
    this.box.scrollBy(x - ownX, y - ownY);
  }

  /**
   * Scrolls the box no further than it must: to all of these places, or where they are too far apart, to one of them. The
   * page too, if it shows the board and none of them.
   */
  reveal(places = this.lit.get("legal") ?? []) {
    this.#scrollBox(places);
    const elements = this.#elements(places);
    const shown = inWindow();
    const { top, bottom } = this.box.getBoundingClientRect();
    if (!elements.length || bottom <= shown.top || top >= shown.bottom) return;
    const seen = (box) => box.top >= shown.top && box.bottom <= shown.bottom;
    if (!elements.map(boxOf).some(seen)) shapeOf(elements[0]).scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  #scrollBox(places) {
    const boxes = this.#elements(places).map(boxOf);
    const wanted = around(boxes);
    if (!wanted) return;
    const own = this.#inside();
    const inside = ({ left, right, top, bottom }) =>
      left >= own.left && right <= own.right && top >= own.top && bottom <= own.bottom;
    if (wanted.right - wanted.left <= own.width && wanted.bottom - wanted.top <= own.height) this.#scrollTo(wanted);
    else if (!boxes.some(inside)) this.#scrollTo(boxes[0]);
  }

  /** Whether arrow keys move between the lit places. Without, they scroll. */
  setKeyboard(on) {
    this.keyboard = on;
    this.box.tabIndex = 0;
    this.box.setAttribute("role", on ? "application" : "region");
    this.box.setAttribute("aria-label", this.texts.board);
    if (on) this.box.setAttribute("aria-description", this.texts.keys);
    else this.box.removeAttribute("aria-description");
  }

  // A tap gives the box the focus too, but whoever taps needs no cursor, and nothing may scroll under the finger.
  get #focused() {
    return this.box.matches(":focus-visible");
  }

  /** Says in the panels what these events have brought, the last of so many moves. */
  gain(events, count) {
    this.seats.gain(events);
    this.motion.gain(events, count);
  }

  // The frame around the box: the seats, the buttons below it, the legend, and what a screen reader is told.
  // What the page has of it already (templates/board/replay/_board.html) stays where it is.
  #furnish(panels) {
    const served = this.box.closest(".board-frame");
    const part = (name) => served?.querySelector(`.${name}`) ?? element("div", { className: name });
    const seats = panels ?? part("seats");
    const foot = part("board-foot");
    seats.classList.add("seats");
    this.motion = new Motion(this.box, seats);
    this.seats = new Seats(seats, foot, { points: this.texts.scores, legend: this.texts.legend });
    this.tools = part("board-tools");
    this.tools.classList.add("d-print-none");
    this.tools.append(
      this.#button("−", this.texts.zoom_out, () => this.zoom.out()),
      this.#button("+", this.texts.zoom_in, () => this.zoom.in()),
    );
    this.told = document.createElement("div");
    this.told.className = "visually-hidden";
    this.told.setAttribute("aria-live", "polite");
    if (panels) tellHeight(panels.parentElement, "--head");
    const frame = served ?? element("div", { className: "board-frame" });
    if (!served) {
      this.box.replaceWith(frame);
      frame.append(...(panels ? [] : [seats]), element("div", { className: "board-stage" }, this.box, this.tools), foot);
    }
    frame.append(this.told);
    this.box.classList.add("board-box");
  }

  #button(sign, label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-icon";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    return button;
  }

  #begin(svg) {
    this.svg = svg;
    this.root.replaceChildren(svg);
    this.zoom.begin(svg, smallest(svg));
    this.#showSeats();
  }

  #showSeats() {
    const data = this.svg.querySelector(":scope > metadata");
    if (data) this.seats.show(data.textContent);
  }

  #elements(places) {
    return this.svg ? [...places].map((place) => elementOf(this.svg, place)).filter(Boolean) : [];
  }

  // All at once, when everything is said: each look at where something is makes the browser lay the page out.
  #mark(kind, places = this.lit.get(kind)) {
    if (!this.stale.size) queueMicrotask(() => this.#drawMarks());
    this.stale.delete(kind);
    this.stale.set(kind, places);
  }

  #drawMarks() {
    const kinds = new Map([...this.stale].map(([kind, places]) => [kind, this.#elements(places)]));
    this.stale.clear();
    if (this.svg?.getScreenCTM()) drawMarks(this.svg, kinds, this.#ghost());
  }

  #ghost() {
    const { covers, drawn, svg } = this.laid ?? {};
    const points = drawn && this.points(covers);
    if (!points) return null;
    const wide = boxOf(this.#elements(covers)[0]).width / this.svg.getScreenCTM().a;
    return { drawn, svg, points, wide };
  }

  #makeRoom(places) {
    const elements = this.#elements(places);
    if (elements.length && this.zoom.makeRoom(tightest(elements))) this.centre(places);
  }

  #legal() {
    const places = new Map();
    for (const place of this.lit.get("legal") ?? []) {
      const drawn = this.svg && elementOf(this.svg, place);
      if (drawn) places.set(place, drawn);
    }
    return places;
  }

  #tap(event) {
    const place = placeAt(this.#legal(), event.composedPath()[0], event.clientX, event.clientY);
    if (place) this.#choose(place);
  }

  #choose(place) {
    this.cursor = place;
    this.onTap?.(place);
  }

  #key(event) {
    if (!this.keyboard || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      this.onBack?.();
      return;
    }
    const legal = this.#legal();
    if (!legal.size) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      const from = this.cursor && elementOf(this.svg, this.cursor);
      const next = from ? placeTowards(legal, centreOf(from), ARROWS[event.key], this.cursor) : this.#first();
      if (next) this.#aim(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (legal.has(this.cursor)) this.#choose(this.cursor);
    }
  }

  // What was lit has changed: the cursor stays where it is if it can, so that the next place is near the last one.
  #retarget() {
    if (this.#focused && this.keyboard) this.#aim(this.cursor ?? this.#first());
  }

  #first() {
    return this.lit.get("legal")?.find((place) => this.has(place)) ?? null;
  }

  #aim(place) {
    if (!this.keyboard || !place) return;
    this.cursor = place;
    this.#mark("cursor", [place]);
    const [drawn] = this.#elements([place]);
    if (!drawn) return;
    this.#scrollTo(boxOf(drawn));
    const label = titleOf(drawn) || this.labelOf?.(place) || "";
    if (this.told.textContent !== label) this.told.textContent = label;
  }

  // The box without its edges.
  #inside() {
    const { left, top, width, height } = this.box.getBoundingClientRect();
    return new DOMRect(left + EDGE, top + EDGE, width - 2 * EDGE, height - 2 * EDGE);
  }

  #scrollTo({ left, right, top, bottom }) {
    const own = this.#inside();
    const beyond = (low, high, from, to) => (low < from ? low - from : high > to ? high - to : 0);
    this.box.scrollBy(beyond(left, right, own.left, own.right), beyond(top, bottom, own.top, own.bottom));
  }
}

// What of the window nothing lies over: the page says so by its scroll-padding.
function inWindow() {
  const page = document.documentElement;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(page);
  return { top: parseFloat(scrollPaddingTop) || 0, bottom: page.clientHeight - (parseFloat(scrollPaddingBottom) || 0) };
}

// The rectangle around elements in the picture's own units, with a bit around it, as the text of a viewBox.
function boxWithin(svg, elements) {
  const whole = svg.getScreenCTM().inverse();
  const corners = elements.flatMap((drawn) => {
    const { x, y, width, height } = drawn.getBBox();
    const matrix = whole.multiply(drawn.getScreenCTM());
    return [[x, y], [x + width, y + height]].map(([right, down]) => new DOMPoint(right, down).matrixTransform(matrix));
  });
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return [left - EDGE, top - EDGE, right - left + 2 * EDGE, bottom - top + 2 * EDGE].map(Math.round).join(" ");
}

// The rectangle around all of these; null for none.
function around(boxes) {
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}
