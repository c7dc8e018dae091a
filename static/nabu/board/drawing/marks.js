// Marks on places, drawn over the picture: outlines, each a light line under a dark one, so they show on any colour, and
// dots where something may be put on a free place.
import { OURS } from "./morph.js";
import { layingOf } from "./pieces.js";
import { shapeOf } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";
const DOT = 0.12; // the radius of a dot, in widths of its place

/** Draws the marks of one kind around these elements. How a kind looks is said in board.css: ::part(mark-legal). */
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
    const matrix = matrixText(whole.multiply(shape.getScreenCTM()));
    return kind === "legal" && isFree(element)
      ? [dot(shape, matrix)]
      : [outline(shape, matrix, "mark-under"), outline(shape, matrix, `mark-${kind}`)];
  });
  group.replaceChildren(...places.flat());
  svg.append(group);
}

/**
 * Draws a piece below the marks of kind "ghost": `drawn` and `svg` as pieces.js has them, its spots at these points. `size` is
 * the box of a place on the screen, as large as a piece with one spot.
 */
export function layGhost(svg, { drawn, svg: drawing, points, size }) {
  const [left, top, width, height] = drawn.b;
  const scale = size.width / svg.getScreenCTM().a / width;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("part", "ghost");
  group.setAttribute("transform", `matrix(${layingOf(drawn, points, scale).map((value) => value.toFixed(4)).join(" ")})`);
  for (const [name, value] of Object.entries({ x: left, y: top, width, height })) drawing.setAttribute(name, value);
  group.append(drawing);
  groupOf(svg, "ghost").prepend(group);
}

// Nothing is drawn there but what takes the taps.
function isFree(element) {
  return [...element.children].every((child) => child.nodeName === "title" || child.classList.contains("hit"));
}

function dot(shape, matrix) {
  const { x, y, width, height } = shape.getBBox();
  const mark = document.createElementNS(SVG, "circle");
  const values = { cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) * DOT };
  for (const [name, value] of Object.entries(values)) mark.setAttribute(name, value);
  mark.setAttribute("part", "mark-dot");
  mark.setAttribute("transform", matrix);
  return mark;
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
