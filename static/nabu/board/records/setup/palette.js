// The dock: what is asked, the slots that no picture shows, and the things that can lie in the one that is chosen.
import { element } from "../../drawing/elements.js";
import { piece } from "../../drawing/pieces.js";

const SHORT = 3; // so many letters of a name stand beside the drawing: they are printed on the thing
const MANY = 6; // what is made of more places needs more room to be told from another

/**
 * `on.thing(value)`: a thing was chosen for the slot that is asked about, `on.slot(slot)`: another slot, `on.take()`: what
 * lies there is taken away, `on.rest()`: the rest is to be filled at random.
 */
export class Palette {
  constructor({ strip, things }, { say, pieces, laid, on }) {
    Object.assign(this, { strip, things, say, pieces, laid, on });
    this.shown = null; // the part whose things are shown
    this.buttons = new Map(); // value -> button
    this.take = this.#other(say("take_away"), "−", () => on.take());
    this.rest = this.#other(say("rest_short"), "⚄", () => on.rest());
    this.rest.setAttribute("aria-label", say("rest"));
  }

  /** Shows what can lie in a slot; null: nothing is asked. */
  show(filling, slot) {
    const held = this.things.contains(document.activeElement) ? document.activeElement : null;
    this.#showStrip(filling, slot);
    if (!slot) {
      this.things.replaceChildren();
      this.shown = null;
      return;
    }
    const part = filling.parts[slot.part];
    if (this.shown !== part || part.turn) this.#furnish(filling, slot, part);
    const options = new Set(filling.options(slot).map(({ value }) => value));
    const now = filling.at(slot);
    for (const thing of part.things) {
      const made = this.buttons.get(thing.value);
      const left = filling.left(slot.part, thing);
      const counted = left !== Infinity;
      made.disabled = !options.has(thing.value);
      made.setAttribute("aria-label", counted ? this.say("left", { thing: thing.name, count: left }) : thing.name);
      made.setAttribute("aria-pressed", thing.value === now);
      if (counted && (thing.count > 1 || !left)) made.dataset.left = left;
      else delete made.dataset.left;
    }
    this.take.hidden = !now;
    this.rest.hidden = Boolean(now);
    if (held && (held.disabled || held.hidden || !held.isConnected)) this.focus();
  }

  /** The focus goes to the first thing that can be chosen. */
  focus() {
    this.things.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
  }

  #furnish(filling, slot, part) {
    this.shown = part;
    this.buttons = new Map(part.things.map((thing) => [thing.value, this.#button(filling, slot, thing)]));
    this.things.setAttribute("aria-label", part.question);
    this.things.classList.toggle("setup-large", isLarge(this.#face(filling, slot, part.things[0])[0], this.pieces));
    this.things.replaceChildren(...this.buttons.values(), this.take, this.rest);
  }

  #button(filling, slot, thing) {
    const drawn = this.#drawn(filling, slot, thing);
    const name = thing.name.length <= SHORT && thing.piece ? element("span", { className: "setup-name" }, thing.name) : "";
    const made = element("button", { type: "button", className: "setup-thing", title: thing.name }, drawn, name);
    made.addEventListener("click", () => this.on.thing(thing.value));
    return made;
  }

  #drawn(filling, slot, thing) {
    const [name, turn] = this.#face(filling, slot, thing);
    const drawn = name && piece(name, this.pieces);
    if (!drawn) return element("span", { className: "setup-words" }, thing.name);
    if (turn) drawn.style.rotate = `${turn}deg`;
    return drawn;
  }

  // The drawing of a thing and how it is turned: how something lies shows in the thing that lies there.
  #face(filling, slot, thing) {
    const part = filling.parts[slot.part];
    const beside = part.turn ? filling.slots.find((other) => other !== slot && other.places.join() === slot.places.join()) : null;
    const name = part.turn ? beside && filling.thingIn(beside)?.piece : thing.piece;
    const turn = (name ? this.laid.turnOf(name, slot.places) : 0) + thing.turns;
    return [name, turn];
  }

  // Slots that no picture shows. At the end all of them: each can be changed.
  #showStrip(filling, slot) {
    const own = filling.slots.filter(({ part, places }) => !places.length && (!slot || part === slot.part));
    const made = own.map((each) => {
      const thing = filling.thingIn(each);
      const drawn = thing && (thing.piece ? piece(thing.piece, this.pieces) : null);
      const content = drawn ?? element("span", { className: "setup-words" }, thing?.name ?? String(each.number + 1));
      const label = thing ? this.say("filled_slot", { slot: each.label, thing: thing.name }) : this.say("empty_slot", { slot: each.label });
      const button = element("button", { type: "button", className: "setup-slot", title: label, "aria-label": label }, content);
      button.classList.toggle("setup-empty", !thing);
      if (slot?.field === each.field) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.on.slot(each));
      return button;
    });
    const at = [...this.strip.children].indexOf(document.activeElement);
    this.strip.replaceChildren(...made);
    this.strip.hidden = !made.length;
    if (at >= 0) made[at]?.focus({ preventScroll: true });
  }

  #other(words, sign, act) {
    const mark = element("span", { className: "setup-sign", "aria-hidden": "true" }, sign);
    const made = element("button", { type: "button", className: "setup-thing setup-other" }, mark, element("span", {}, words));
    made.addEventListener("click", act);
    return made;
  }
}

function isLarge(name, pieces) {
  return (pieces?.drawn[name]?.s.length ?? 0) > MANY;
}
