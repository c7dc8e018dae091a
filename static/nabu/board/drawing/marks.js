// Marks on places, drawn over the picture: outlines, each a light line under a dark one, so they show on any colour, and
// dots where something may be put on a free place.
import { OURS } from "./morph.js";
import { layingOf } from "./pieces.js";
import { shapeOf } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";
const DOT = 0.12; // the radius of a dot, in widths of its place

/**
 * Draws marks, in place of those of the same kinds: `kinds` has for each the elements that it marks, the last lies on top. How
 * a kind looks is said in board.css: ::part(mark-legal). `ghost`: the piece below the marks of that kind, as pieces.js has it,
 * with the points where its spots lie; a piece with one spot is as wide as `wide` says. Null: none.
 */
export function drawMarks(svg, kinds, ghost = null) {
  // Computed before anything is written: what is written would make the browser lay the page out again for each.
  const whole = svg.getScreenCTM().inverse();
  const drawn = [...kinds].map(([kind, elements]) => [kind, elements.flatMap((element) => marksOf(element, kind, whole))]);
  for (const [kind, marks] of drawn) {
    const group = groupOf(svg, kind);
    if (!marks.length) {
      group?.remove();
      continue;
    }
    const filled = group ?? newGroup(kind);
    filled.replaceChildren(...(kind === "ghost" && ghost ? [piece(ghost)] : []), ...marks);
    svg.append(filled);
  }
}

function marksOf(element, kind, whole) {
  const shape = shapeOf(element);
  const matrix = matrixText(whole.multiply(shape.getScreenCTM()));
  if (kind === "legal" && isFree(element)) return [dot(shape, matrix)];
  return [outline(shape, matrix, "mark-under"), outline(shape, matrix, `mark-${kind}`)];
}

function newGroup(kind) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute(OURS, "added");
  group.dataset.marks = kind;
  return group;
}

function piece({ drawn, svg: drawing, points, wide }) {
  const [left, top, width, height] = drawn.b;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("part", "ghost");
  const matrix = layingOf(drawn, points, wide / width).map((value) => value.toFixed(4));
  group.setAttribute("transform", `matrix(${matrix.join(" ")})`);
  for (const [name, value] of Object.entries({ x: left, y: top, width, height })) drawing.setAttribute(name, value);
  group.append(drawing);
  return group;
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
