// Which position comes next, and how many there are of each kind. Pure: exercises in, exercises out.
import { isDue, isLearned } from "./spacing.js";

const LEAST = 0.5; // points lost in a source, to count for it: less is left out of a review, too

/** The exercises of a game, a score source and a phase; what is empty chooses nothing. */
export function chosen(exercises, { game, source, phase }) {
  return exercises.filter((each) => {
    const lost = source === "others" ? each.others : each.sources?.[source];
    return (!game || each.game === game) && (!phase || each.phase === phase) && (!source || lost >= LEAST);
  });
}

/** How many are due, learned, confirmed, checked, still to be checked and unusable; `next`: the day on which one is due, or null. */
export function counted(exercises, day) {
  const confirmed = exercises.filter(({ state }) => state === "confirmed");
  const days = confirmed.map(({ due }) => due);
  return {
    due: confirmed.filter((each) => isDue(each, day)).length,
    learned: confirmed.filter(isLearned).length,
    confirmed: confirmed.length,
    checked: confirmed.length + exercises.filter(({ state }) => state === "dropped").length,
    unchecked: exercises.filter(({ state }) => state === "new").length,
    unusable: exercises.filter(({ state }) => state === "unusable").length,
    next: days.length ? Math.min(...days) : null,
  };
}

/** The position to practise now: the one that is due longest, of these the one that was answered longest ago. */
export function nextDue(exercises, day) {
  const due = exercises.filter((each) => each.state === "confirmed" && isDue(each, day));
  return due.sort((one, other) => one.due - other.due || one.at - other.at || other.loss - one.loss)[0] ?? null;
}

/** The decision to be judged again next: the one that has lost most. */
export function nextUnchecked(exercises) {
  const fresh = exercises.filter(({ state }) => state === "new");
  return fresh.sort((one, other) => other.loss - one.loss)[0] ?? null;
}
