// Pieces: tokens, tiles and cards as they lie on the table. The engine draws them (engine/table/pieces.py): `pieces` is
// { style, shapes, drawn }, `drawn` has by name b (box: left, top, width, height), d (markup) and s (spots).

const SVG = "http://www.w3.org/2000/svg";
const MOST = 200; // drawings that are kept
const drawings = new Map(); // text -> what was read of it
const sheets = new Map(); // style -> its sheet, the same for all pieces

/**
 * An element with the drawing of a piece, null if there is none of that name. It is decoration: words beside it say what
 * it shows. Its class, `piece` (board.css), says how much room it takes; the box says how wide and high. In a shadow
 * root: styles and ids are not for the page.
 */
export function piece(name, pieces) {
  const drawing = pieceSvg(name, pieces);
  if (!drawing) return null;
  const made = roomOf(name, pieces);
  const root = made.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheetOf(pieces.style)];
  root.append(drawing);
  return made;
}

/** The room that a piece takes, without it. */
export function roomOf(name, pieces) {
  const { b: [, , width, height] } = pieces.drawn[name];
  const room = document.createElement("span");
  room.className = "piece";
  room.setAttribute("aria-hidden", "true");
  room.style.setProperty("--piece-shape", Math.sqrt(width / height));
  return room;
}

/** The drawing alone, an <svg> with all that it uses; it needs the style of its pieces around it. */
export function pieceSvg(name, pieces) {
  const found = pieces?.drawn[name];
  if (!found) return null;
  const box = found.b.join(" ");
  const text = `<svg xmlns="${SVG}" viewBox="${box}" part="drawing"><defs></defs>${found.d}</svg>`;
  const drawing = document.importNode(read(text), true);
  addUsed(drawing.firstChild, drawing, read(`<svg xmlns="${SVG}">${pieces.shapes}</svg>`), new Set());
  return drawing;
}

// What the text of a drawing says, not to be changed: the same pieces come with each move.
function read(text) {
  if (drawings.size > MOST) drawings.clear();
  if (!drawings.has(text)) drawings.set(text, new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  return drawings.get(text);
}

// Only the shapes that it uses itself, and those that they use: each costs time in each drawing.
function addUsed(definitions, user, shapes, added) {
  for (const use of user.querySelectorAll("use")) {
    const id = use.getAttribute("href").slice(1);
    const shape = added.has(id) ? null : shapes.querySelector(`#${CSS.escape(id)}`);
    if (!shape) continue;
    added.add(id);
    definitions.append(document.importNode(shape, true));
    addUsed(definitions, shape, shapes, added);
  }
}

/**
 * How a piece lies on the board: the matrix [a, b, c, d, e, f] of an SVG transform that brings its spots to these points
 * ([x, y], in the order of the spots): moved, turned, turned over if need be, as large as the distances say. `scale` is
 * for a piece with one spot.
 */
export function layingOf({ s: spots }, points, scale = 1) {
  const [[x, y], [nextX, nextY] = []] = spots;
  const [[toX, toY], [toNextX, toNextY] = []] = points;
  let [turn, rise, over] = [scale, 0, 1];
  if (nextX !== undefined) {
    const [across, down, toAcross, toDown] = [nextX - x, nextY - y, toNextX - toX, toNextY - toY];
    over = sideOf(spots) * sideOf(points) < 0 ? -1 : 1;
    const square = across * across + down * down;
    turn = (toAcross * across + over * toDown * down) / square;
    rise = (toDown * across - over * toAcross * down) / square;
  }
  // Turned over means that the picture's y is mirrored before the turn.
  return [turn, rise, -rise * over, turn * over, toX - turn * x + rise * over * y, toY - rise * x - turn * over * y];
}

/** The same without move and size, for a style: how a piece is turned on the board. */
export function turnOf(drawing, points) {
  const [a, b, c, d] = layingOf(drawing, points);
  const size = Math.hypot(a, b);
  return `matrix(${[a, b, c, d].map((part) => (part / size).toFixed(4)).join(", ")}, 0, 0)`;
}

// On which side of the way from the first to the second point the others lie: above 0, below 0, or 0 in one line.
function sideOf([[x, y], [nextX, nextY], ...others]) {
  const sides = others.map(([otherX, otherY]) => (nextX - x) * (otherY - y) - (nextY - y) * (otherX - x));
  const far = sides.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0);
  return Math.abs(far) > 1 ? Math.sign(far) : 0;
}

function sheetOf(style) {
  let sheet = sheets.get(style);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    sheets.set(style, sheet);
  }
  return sheet;
}
