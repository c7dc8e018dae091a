// Marks of decisions, as signs that every player of chess knows, and of lucky and unlucky draws, with their name for those
// who do not see them.
import { element } from "../drawing/elements.js";

export const SIGNS = { doubtful: "?!", costly: "?", lucky: "▲", unlucky: "▼" };
const ROOM = 16; // pixels of the timeline for one mark

/** The sign of a decision or draw; null without a mark. */
export function signOf({ mark, words }) {
  if (!mark) return null;
  const name = element("span", { className: "visually-hidden" }, ` ${words.mark}`);
  const sign = element("span", { "aria-hidden": "true" }, SIGNS[mark]);
  return element("span", { className: `review-mark review-mark-${mark}`, title: words.mark }, sign, name);
}

/** Marks the moves of the list and the turns that they are in, in place of the marks from before. */
export function markList(root, found) {
  for (const old of root.querySelectorAll(".replay-moves .review-mark")) old.remove();
  for (const marked of found.filter(({ mark }) => mark)) {
    const entry = root.querySelector(`.replay-move[data-move="${marked.move + 1}"]`);
    entry?.querySelector("[data-gain]").before(signOf(marked));
    entry?.closest("details")?.querySelector("[data-gained]").before(signOf(marked));
  }
}

/**
 * Marks over the timeline of a game of so many moves: a row for decisions and one for draws. They are for the eye: the
 * list says the same. Where there is no room for all of them, the largest stands for its neighbours.
 */
export function markTimeline(box, decisions, draws, count, onChoose) {
  for (const old of box.querySelectorAll(".review-ticks")) old.remove();
  const lost = decisions.map((each) => ({ ...each, size: each.loss }));
  const drawn = draws.map((each) => ({ ...each, seat: each.marked, size: Math.abs(each.points[each.marked]) }));
  const rows = [ticksOf("review-tick", lost, box, count, onChoose), ticksOf("luck-tick", drawn, box, count, onChoose)];
  box.prepend(...rows.filter(Boolean));
}

function ticksOf(name, found, box, count, onChoose) {
  const marked = found.filter(({ mark }) => mark);
  if (!marked.length) return null;
  const ticks = element("div", { className: "review-ticks", "aria-hidden": "true" });
  const room = (ROOM * count) / Math.max(box.clientWidth, ROOM);
  for (const { move, seat, mark, words } of largestOf(marked, room)) {
    const look = `${name} review-tick-${seat}`;
    const tick = element("span", { className: look, title: words.mark }, SIGNS[mark]);
    tick.style.insetInlineStart = `${(100 * (move + 1)) / count}%`;
    tick.addEventListener("click", () => onChoose(move + 1));
    ticks.append(tick);
  }
  return ticks;
}

/** The largest of each group of neighbours; a group is this many moves wide at most. */
function largestOf(marked, width) {
  const groups = [];
  for (const each of marked) {
    const group = groups.at(-1);
    if (group && each.move - group.first < width) {
      if (each.size > group.largest.size) group.largest = each;
    } else groups.push({ first: each.move, largest: each });
  }
  return groups.map(({ largest }) => largest);
}
