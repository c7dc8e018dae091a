// Outlines around places, drawn over the picture: each a light line under a dark one, so they show on any colour.
import { OURS } from "./morph.js";
import { shapeOf } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";

/** Draws the outlines of one kind around these elements. How a kind looks is said in table.css: ::part(mark-legal). */
export function drawMarks(svg, kind, elements) {
  let group = groupOf(svg, kind);
  if (!elements.length) {
    group?.remove();
    return;
  }
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.setAttribute(OURS, "added");
    group.dataset.marks = kind;
  }
  // Computed before anything is written: what is written would make the browser lay the page out again for each.
  const whole = svg.getScreenCTM().inverse();
  const places = elements.map((element) => {
    const shape = shapeOf(element);
    return [shape, matrixText(whole.multiply(shape.getScreenCTM()))];
  });
  group.replaceChildren(
    ...places.flatMap(([shape, matrix]) => [outline(shape, matrix, "mark-under"), outline(shape, matrix, `mark-${kind}`)]),
  );
  svg.append(group);
}

function groupOf(svg, kind) {
  return svg.querySelector(`:scope > [data-marks="${kind}"]`);
}

function outline(shape, matrix, part) {
  const line = shape.nodeName === "g" ? frame(shape) : shape.cloneNode(true);
  line.removeAttribute("class");
  line.setAttribute("part", part);
  line.setAttribute("transform", matrix);
  return line;
}

function frame(group) {
  const { x, y, width, height } = group.getBBox();
  const rectangle = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height })) rectangle.setAttribute(name, value);
  return rectangle;
}

function matrixText({ a, b, c, d, e, f }) {
  return `matrix(${[a, b, c, d, e, f].map((number) => Math.round(number * 1e4) / 1e4).join(" ")})`;
}
