// A draw that is due: what came out of the bag, entered by hand or dealt by the browser.
import { button, element, refill, symbolButton } from "../drawing/elements.js";
import { piece, roomOf } from "../drawing/pieces.js";
import { symbol } from "../drawing/symbols.js";

const LARGEST = 3; // things that are seen as one set
const MOST = 20; // sets that are taken in at a glance

/** `onMove(line, text, places)`: the draw was entered. */
export class Draws {
  constructor(box, { say }, onMove) {
    this.box = box;
    this.say = say;
    this.onMove = onMove;
    this.draw = null;
  }

  /** Shows the bag of a draw. `who` may see it, or "" for everybody. */
  show(draw, who) {
    this.draw = draw;
    this.who = who;
    this.chosen = [];
    this.#fill();
  }

  clear() {
    this.draw = null;
    refill(this.box);
  }

  #left(thing) {
    return thing.left - often(this.chosen, thing);
  }

  // The last one enters the draw: Undo is near.
  #add(...things) {
    this.chosen.push(...things);
    if (this.chosen.length === this.draw.take) this.#finish();
    else this.#fill();
  }

  /** Deals this draw, if it is the one that is shown. */
  deal(draw) {
    if (draw !== this.draw) return;
    this.chosen = dealt(this.draw.things, this.draw.take, this.chosen);
    this.#finish();
  }

  #finish() {
    const { draw, chosen } = this;
    const values = chosen.map((thing) => thing.v);
    const line = { ...draw.line, [draw.key]: shaped(values, draw) };
    this.clear();
    this.onMove(line, chosen.map((thing) => thing.t).join(", "), []);
  }

  #fill() {
    const { take, ordered, group, things } = this.draw;
    const all = things.reduce((count, thing) => count + thing.left, 0);
    const question = this.say(ordered || group ? "draw_ordered" : "draw", { chosen: this.chosen.length, take });
    const fields = element("fieldset", { className: "choices" }, element("legend", {}, question));
    if (this.who) fields.append(element("p", {}, this.say("draw_seen_by", { who: this.who })));
    const bag = element("div", { className: "choices-row" });
    for (const thing of things) {
      const left = this.#left(thing);
      const add = this.#button(thing, `${thing.t} (${left})`, all > things.length ? left : "", () => this.#add(thing));
      add.setAttribute("aria-label", this.say("add_thing", { thing: thing.t, left }));
      add.disabled = left === 0;
      bag.append(add);
    }
    const sets = this.#sets();
    const acts = element("div", { className: "choices-row" }, button(this.say("deal"), () => this.deal(this.draw)));
    fields.append(acts, bag);
    if (take > 1) fields.append(this.#slots());
    if (sets.length) {
      const row = element("div", { className: "choices-row draw-sets", role: "group", "aria-label": this.say("at_once") });
      row.append(...sets.map((set) => this.#set(set)));
      fields.append(row);
    }
    if (this.draw.pieces) fields.append(wordsOf(bag));
    refill(this.box, fields);
  }

  // What can come next at once, where order does not matter: two or three of few kinds.
  #sets() {
    const { take, ordered, group, things } = this.draw;
    const size = group ? group - (this.chosen.length % group) : take - this.chosen.length;
    if (ordered || size < 2 || size > LARGEST) return [];
    const left = things.filter((thing) => this.#left(thing));
    const sets = setsOf(left, size).filter((set) => set.every((thing) => often(set, thing) <= this.#left(thing)));
    return sets.length <= MOST ? sets : [];
  }

  #set(set) {
    const drawn = set.map((thing) => piece(thing.d, this.draw.pieces) ?? symbol(thing.y));
    const words = set.map((thing) => thing.t).join(", ");
    const made = button(null, () => this.#add(...set), "draw-set");
    made.append(...drawn, element("span", { className: "visually-hidden" }, words));
    made.title = words;
    return made;
  }

  // A thing as it lies on the table, or its empty place, with a number at the corner. Who does not see it has the text.
  #button(thing, text, badge, act) {
    const { pieces, things } = this.draw;
    const drawn = thing || !pieces ? piece(thing?.d, pieces) : roomOf(things[0].d, pieces);
    if (!drawn) return symbolButton(thing?.y, text, act);
    const made = symbolButton(drawn, text, act, "piece-button");
    made.lastChild.className = "visually-hidden";
    made.dataset.badge = badge;
    made.dataset.words = made.title = thing?.t ?? "";
    return made;
  }

  // A slot for each thing that is to come, filled or not: so nothing moves under a finger that taps fast.
  #slots() {
    const row = element("div", { className: "draw-slots", role: "group", "aria-label": this.say("drawn") });
    for (let at = 0; at < this.draw.take; at += 1) row.append(this.#slot(at, this.chosen[at]));
    return row;
  }

  #slot(at, thing) {
    const { ordered, group } = this.draw;
    const number = group ? Math.floor(at / group) + 1 : ordered ? at + 1 : "";
    const place = number ? `${number}. ` : "";
    const slot = this.#button(thing, `${place}${thing ? `${thing.t} ×` : "–"}`, number || (thing ? "×" : ""), () => {
      this.chosen.splice(at, 1);
      this.#fill();
    });
    if (thing) slot.setAttribute("aria-label", this.say("remove_thing", { thing: `${place}${thing.t}` }));
    else slot.disabled = true;
    return slot;
  }
}

// What the thing is called that is pointed at or has the focus, below all of them.
function wordsOf(bag) {
  const words = element("p", { className: "piece-words", "aria-hidden": "true" });
  const tell = ({ target }) => { words.textContent = target.closest(".piece-button")?.dataset.words ?? ""; };
  for (const event of ["pointerover", "focusin"]) bag.addEventListener(event, tell);
  return words;
}

function often(things, thing) {
  return things.filter((each) => each === thing).length;
}

/** The sets of so many of these kinds, each in their order; a kind may be in it more than once. */
function setsOf(kinds, size) {
  if (size === 0) return [[]];
  return kinds.flatMap((kind, at) => setsOf(kinds.slice(at), size - 1).map((rest) => [kind, ...rest]));
}

function shaped(values, { single, group }) {
  if (single) return values[0];
  if (!group) return values;
  const groups = [];
  for (let start = 0; start < values.length; start += group) groups.push(values.slice(start, start + group));
  return groups;
}

/** `take` things out of the bag, all outcomes equally likely; `chosen` are out already. */
export function dealt(things, take, chosen = []) {
  const bag = things.flatMap((thing) => {
    const out = chosen.filter((each) => each === thing).length;
    return Array(thing.left - out).fill(thing);
  });
  const drawn = [...chosen];
  while (drawn.length < take && bag.length) drawn.push(...bag.splice(below(bag.length), 1));
  return drawn;
}

// A random number below `count`. What would make some numbers likelier is drawn again.
function below(count) {
  const most = Math.floor(2 ** 32 / count) * count;
  const number = new Uint32Array(1);
  do crypto.getRandomValues(number);
  while (number[0] >= most);
  return number[0] % count;
}
