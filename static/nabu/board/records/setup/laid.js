// What is laid out, drawn over the picture: things on their places, and an outline where something is still missing.
import { OURS } from "../../drawing/morph.js";
import { layingOf } from "../../drawing/pieces.js";
import { elementOf, shapeOf } from "../../drawing/places.js";

const SVG = "http://www.w3.org/2000/svg";
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
      style.textContent = `@scope (.laid) {${pieces.style}}`;
      this.fixed = [style, parsed(`<defs>${pieces.shapes}</defs>`)];
    }
  }

  /** Shows what lies where. */
  show(filling) {
    const covered = new Set(); // places on which nothing lies yet
    const parts = filling.slots.flatMap((slot) => {
      const shapes = slot.places.map((place) => this.#shape(place)).filter(Boolean);
      if (!shapes.length || filling.parts[slot.part].turn || this.#isSaidBySomethingElse(filling, slot)) return [];
      const thing = filling.thingIn(slot);
      if (thing) return [this.#plate(shapes, "laid-plate"), this.#thing(thing, shapes, turnOf(filling, slot))];
      if (slot.places.some((place) => covered.has(place))) return [];
      for (const place of slot.places) covered.add(place);
      return [this.#plate(shapes, "laid-missing")];
    });
    this.layer.replaceChildren(...(this.fixed ?? []), ...parts);
    if (!this.layer.isConnected) this.svg.append(this.layer);
  }

  /** By how many degrees a piece is turned that lies on these places. */
  turnOf(name, places) {
    const shapes = places.map((place) => this.#shape(place)).filter(Boolean);
    const piece = this.pieces?.drawn[name];
    if (!piece || shapes.length < 2 || shapes.length !== piece.s.length) return 0;
    const [right, down] = layingOf(piece, shapes.map(({ middle }) => middle));
    return (Math.atan2(down, right) * 180) / Math.PI;
  }

  // Where a thing there says what lies here, one of the two is enough.
  #isSaidBySomethingElse(filling, slot) {
    return filling.slots.some(
      (other) =>
        filling.parts[other.part].fit?.part === slot.part &&
        other.number === slot.number &&
        other.places[0] === slot.places[0],
    );
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
    const middles = shapes.map(({ middle }) => middle);
    const [x, y] = middles.reduce(([left, top], [right, down]) => [left + right, top + down]).map((sum) => sum / shapes.length);
    const piece = this.pieces?.drawn[thing.piece];
    if (!piece) return words(thing.name, x, y, shapes[0].size);
    const exact = piece.s.length === shapes.length && shapes.length > 1;
    const [, , width, height] = piece.b;
    const [wide, high] = shapes[0].size;
    const scale = Math.min(wide / width, high / height);
    const laid = layingOf(piece, exact ? middles : [[x, y]], scale);
    const group = made("g", { transform: `rotate(${turn} ${x} ${y}) matrix(${laid.join(" ")})` });
    // Not every piece has its spot in its middle.
    if (!exact) group.setAttribute("transform", `translate(${x} ${y}) scale(${scale}) translate(${center(piece.b)})`);
    group.append(this.#drawing(thing.piece));
    return group;
  }

  #drawing(name) {
    if (!this.drawn.has(name)) this.drawn.set(name, parsed(`<g>${this.pieces.drawn[name].d}</g>`));
    return this.drawn.get(name).cloneNode(true);
  }
}

/** By how many degrees what lies in a slot is turned: another slot of the same place says so. */
export function turnOf(filling, slot) {
  const turning = filling.slots.find(
    (other) => filling.parts[other.part].turn && other.places.length && other.places.join() === slot.places.join(),
  );
  return (turning && filling.thingIn(turning)?.turns) ?? 0;
}

function center([left, top, width, height]) {
  return `${-left - width / 2} ${-top - height / 2}`;
}

function words(name, x, y, [wide, high]) {
  const text = made("text", { x, y, part: "laid-words", "font-size": Math.min(high / 3, (1.6 * wide) / name.length) });
  text.textContent = name;
  return text;
}

function parsed(content) {
  const own = content.replaceAll(' id="', ` id="${OWN}`).replaceAll('href="#', `href="#${OWN}`).replaceAll("url(#", `url(#${OWN}`);
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${own}</svg>`, "image/svg+xml");
  return document.importNode(read.documentElement.firstElementChild, true);
}

function made(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
