// Places of a picture. "hex:0216" is the element with data-hex="0216", "garden:0/column:a1" the column a1 in garden 0.

const TAP = 24; // pixels from its centre in which a tap still means a place

/** The element of a place, or null where the picture does not draw it. */
export function elementOf(svg, place) {
  return svg.querySelector(selectorOf(place));
}

/** The size of the smallest shape that takes taps, in units of the picture; 0 if there is none. */
export function smallest(svg) {
  let least = Infinity;
  for (const shape of svg.querySelectorAll(".hit")) {
    const { width, height } = shape.getBBox();
    if (width && height) least = Math.min(least, width, height);
  }
  return least === Infinity ? 0 : least;
}

/**
 * The room that the tightest of these elements has, in pixels: its own size, or the way to its nearest neighbour, as a tap
 * means the nearest one. Infinity if each is alone.
 */
export function tightest(elements) {
  const boxes = elements.map((element) => [...centreOf(element), boxOf(element)]);
  let least = Infinity;
  for (const [x, y, { width, height }] of boxes) {
    let nearest = Infinity;
    for (const [left, top] of boxes) {
      const far = Math.hypot(left - x, top - y);
      if (far && far < nearest) nearest = far;
    }
    least = Math.min(least, Math.max(Math.min(width, height), nearest));
  }
  return least;
}

/** The shape that takes the taps on a place. */
export function shapeOf(element) {
  return element.querySelector(":scope > .hit") ?? element;
}

/** Where a place is on the screen. */
export function boxOf(element) {
  return shapeOf(element).getBoundingClientRect();
}

/** The place that a tap means: the one that was hit, else the nearest whose centre is not far. `places`: name -> element. */
export function placeAt(places, target, x, y) {
  let found = null;
  for (const [place, element] of places) {
    if (element.contains(target) && (!found || places.get(found).contains(element))) found = place;
  }
  if (found) return found;
  let least = TAP;
  for (const [place, element] of places) {
    const [left, top] = centreOf(element);
    const far = Math.hypot(left - x, top - y);
    if (far <= least) [found, least] = [place, far];
  }
  return found;
}

/** The nearest place in a direction ([1, 0] is right) from a point; null if there is none. */
export function placeTowards(places, [x, y], [right, down], own) {
  let found = null;
  let least = Infinity;
  for (const [place, element] of places) {
    if (place === own) continue;
    const [left, top] = centreOf(element);
    const along = (left - x) * right + (top - y) * down;
    const across = Math.abs((left - x) * down - (top - y) * right);
    // A place counts for the direction that is nearest to its own, so each can be reached.
    if (along < 1 || across > along * 2) continue;
    const far = along + across * 3;
    if (far < least) [found, least] = [place, far];
  }
  return found;
}

/** The middle of a place on the screen. */
export function centreOf(element) {
  const { left, top, width, height } = boxOf(element);
  return [left + width / 2, top + height / 2];
}

/** What the picture says about a place. */
export function titleOf(element) {
  return element.querySelector(":scope > title")?.textContent ?? "";
}

function selectorOf(place) {
  return place
    .split("/")
    .map((part) => {
      const at = part.indexOf(":");
      return `[data-${CSS.escape(part.slice(0, at))}="${part.slice(at + 1).replace(/["\\]/g, "\\$&")}"]`;
    })
    .join(" ");
}
