// Marks of decisions, as signs that every player of chess knows, with their name for those who do not see them.
import { element } from "../drawing/elements.js";

export const SIGNS = { doubtful: "?!", costly: "?" };
const ROOM = 16; // pixels of the timeline for one mark

/** The sign of a decision; null without a mark. */
export function signOf({ mark, words }) {
  if (!mark) return null;
  const name = element("span", { className: "visually-hidden" }, ` ${words.mark}`);
  const sign = element("span", { "aria-hidden": "true" }, SIGNS[mark]);
  return element("span", { className: `review-mark review-mark-${mark}`, title: words.mark }, sign, name);
}

/** Marks the moves of the list and the turns that they are in, in place of the marks from before. */
export function markList(root, decisions) {
  for (const old of root.querySelectorAll(".replay-moves .review-mark")) old.remove();
  for (const decision of decisions.filter(({ mark }) => mark)) {
    const entry = root.querySelector(`.replay-move[data-move="${decision.move + 1}"]`);
    entry?.querySelector("[data-gain]").before(signOf(decision));
    entry?.closest("details")?.querySelector("[data-gained]").before(signOf(decision));
  }
}

/**
 * Marks over the timeline of a game of so many moves. They are for the eye: the list says the same. Where there is no
 * room for all of them, the one that has lost most stands for its neighbours.
 */
export function markTimeline(box, decisions, count, onChoose) {
  box.querySelector(".review-ticks")?.remove();
  const ticks = element("div", { className: "review-ticks", "aria-hidden": "true" });
  const room = (ROOM * count) / Math.max(box.clientWidth, ROOM);
  for (const { move, seat, mark, words } of worstOf(decisions.filter((each) => each.mark), room)) {
    const look = `review-tick review-tick-${seat}`;
    const tick = element("span", { className: look, title: words.mark }, SIGNS[mark]);
    tick.style.insetInlineStart = `${(100 * (move + 1)) / count}%`;
    tick.addEventListener("click", () => onChoose(move + 1));
    ticks.append(tick);
  }
  box.prepend(ticks);
}

/** The one that has lost most of each group of neighbours; a group is this many moves wide at most. */
function worstOf(decisions, width) {
  const groups = [];
  for (const decision of decisions) {
    const group = groups.at(-1);
    if (group && decision.move - group.first < width) {
      if (decision.loss > group.worst.loss) group.worst = decision;
    } else groups.push({ first: decision.move, worst: decision });
  }
  return groups.map(({ worst }) => worst);
}
