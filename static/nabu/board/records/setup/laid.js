// What is laid out, drawn over the picture: things on their places, and an outline where something is still missing.
import { OURS } from "../../drawing/morph.js";
import { layingOf } from "../../drawing/pieces.js";
import { elementOf, shapeOf } from "../../drawing/places.js";

const SVG = "http://www.w3.org/2000/svg";
const LARGEST = 200; // units of the picture: what lies in a whole garden need not fill it
const OWN = "laid-"; // before the ids of the pieces: the picture has shapes of the same names in another size

/** Over the picture of `svg`. `pieces`: as drawing/pieces.js has them. */
export class Laid {
  constructor(svg, pieces) {
    this.svg = svg;
    this.pieces = pieces;
    this.layer = made("g", { "data-marks": "laid", [OURS]: "added", class: "laid", "pointer-events": "none" });
    this.drawn = new Map(); // name of a piece -> its drawing
    this.shapes = new Map(); // place -> where it is
    if (pieces) {
      const style = made("style");
      style.textContent = `@scope (.laid) {${renamed(pieces.style)}}`;
      this.fixed = [style, parsed(`<defs>${pieces.shapes}</defs>`)];
    }
  }

  /** Shows what lies where. */
  show(filling) {
    const covered = new Set(); // places on which nothing lies yet
    const parts = filling.slots.flatMap((slot) => {
      const places = this.placesOf(filling, slot);
      const shapes = this.#shapes(places);
      if (!shapes.length || filling.parts[slot.part].turn || isSaidBeside(filling, slot)) return [];
      const thing = filling.thingIn(slot);
      if (thing) return [this.#plate(shapes, "laid-plate"), this.#thing(thing, shapes, turnOf(filling, slot))];
      if (places.some((place) => covered.has(place))) return [];
      for (const place of places) covered.add(place);
      return [this.#plate(shapes, shapes.length > 1 ? "laid-area" : "laid-missing")];
    });
    this.layer.replaceChildren(...(this.fixed ?? []), ...parts);
    if (!this.layer.isConnected) this.svg.append(this.layer);
  }

  /** Where a slot is on the board: what lies on something that is turned goes with it. */
  placesOf(filling, slot) {
    const { upon } = filling.parts[slot.part];
    const under = upon && filling.slots.find(({ part, number }) => part === upon.part && number === slot.number);
    const spot = under && filling.at(under) ? upon.spot[filling.at(under)] : undefined;
    const shapes = this.#shapes(slot.places);
    if (spot === undefined || shapes.length < slot.places.length) return slot.places;
    const [x, y] = middleOf(shapes);
    const [cos, sin] = [Math.cos, Math.sin].map((of) => of((turnOf(filling, under) * Math.PI) / 180));
    const [right, down] = [shapes[spot].middle[0] - x, shapes[spot].middle[1] - y];
    const far = ({ middle }) => Math.hypot(x + right * cos - down * sin - middle[0], y + right * sin + down * cos - middle[1]);
    const nearest = shapes.reduce((one, other) => (far(other) < far(one) ? other : one));
    return [slot.places[shapes.indexOf(nearest)]];
  }

  /** By how many degrees a piece is turned that lies on these places. */
  turnOf(name, places) {
    const shapes = this.#shapes(places);
    const piece = this.pieces?.drawn[name];
    if (!piece || shapes.length < 2 || shapes.length !== piece.s.length) return 0;
    const [right, down] = layingOf(piece, shapes.map(({ middle }) => middle));
    return (Math.atan2(down, right) * 180) / Math.PI;
  }

  #shapes(places) {
    return places.map((place) => this.#shape(place)).filter(Boolean);
  }

  #shape(place) {
    if (!this.shapes.has(place)) {
      const element = elementOf(this.svg, place);
      const whole = this.svg.getScreenCTM();
      if (!element || !whole) return null;
      const shape = shapeOf(element);
      const matrix = whole.inverse().multiply(shape.getScreenCTM());
      const { x, y, width, height } = shape.getBBox();
      const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(matrix);
      const scale = Math.hypot(matrix.a, matrix.b);
      const { a, b, c, d, e, f } = matrix;
      const at = { shape, matrix: [a, b, c, d, e, f], middle: [middle.x, middle.y] };
      this.shapes.set(place, { ...at, box: { x, y, width, height }, size: [width * scale, height * scale] });
    }
    return this.shapes.get(place);
  }

  #plate(shapes, part) {
    const group = made("g");
    for (const { shape, matrix, box } of shapes) {
      const plate = shape.nodeName === "g" ? made("rect", box) : shape.cloneNode(true);
      plate.removeAttribute("class");
      plate.setAttribute("part", part);
      plate.setAttribute("transform", `matrix(${matrix.join(" ")})`);
      group.append(plate);
    }
    return group;
  }

  #thing(thing, shapes, turn) {
    const [x, y] = middleOf(shapes);
    const piece = this.pieces?.drawn[thing.piece];
    if (!piece) return words(thing.name, x, y, shapes[0].size);
    const exact = piece.s.length === shapes.length && shapes.length > 1;
    const laid = exact ? `matrix(${layingOf(piece, shapes.map(({ middle }) => middle)).join(" ")})` : intoBox(piece, x, y, shapes[0].size);
    const group = made("g", { transform: `rotate(${turn} ${x} ${y}) ${laid}` });
    group.append(this.#drawing(thing.piece));
    return group;
  }

  #drawing(name) {
    if (!this.drawn.has(name)) this.drawn.set(name, parsed(`<g>${this.pieces.drawn[name].d}</g>`));
    return this.drawn.get(name).cloneNode(true);
  }
}

// By how many degrees what lies in a slot is turned: another slot of the same place says so.
function turnOf(filling, slot) {
  if (filling.parts[slot.part].upon) return 0;
  const turning = filling.slots.find(
    (other) => filling.parts[other.part].turn && other.places.length && other.places.join() === slot.places.join(),
  );
  return (turning && filling.thingIn(turning)?.turns) ?? 0;
}

// Where a thing says what lies beside it in the same place, one of the two is enough.
function isSaidBeside(filling, slot) {
  return filling.slots.some(
    (other) =>
      filling.parts[other.part].fit?.part === slot.part &&
      other.number === slot.number &&
      other.places[0] === slot.places[0],
  );
}

function middleOf(shapes) {
  const sum = (axis) => shapes.reduce((all, { middle }) => all + middle[axis], 0);
  return [sum(0) / shapes.length, sum(1) / shapes.length];
}

function intoBox({ b: [left, top, width, height] }, x, y, [wide, high]) {
  const scale = Math.min(wide / width, high / height, LARGEST / width);
  return `translate(${x} ${y}) scale(${scale}) translate(${-left - width / 2} ${-top - height / 2})`;
}

function words(name, x, y, [wide, high]) {
  const text = made("text", { x, y, part: "laid-words", "font-size": Math.min(high / 3, (1.6 * wide) / name.length) });
  text.textContent = name;
  return text;
}

function parsed(content) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${renamed(content)}</svg>`, "image/svg+xml");
  return document.importNode(read.documentElement.firstElementChild, true);
}

// In markup and style sheet: the ids are others than those of the picture.
function renamed(text) {
  return text.replaceAll(' id="', ` id="${OWN}`).replaceAll('="#', `="#${OWN}`).replaceAll("url(#", `url(#${OWN}`);
}

function made(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
